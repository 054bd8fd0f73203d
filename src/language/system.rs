//! What the system says of a file that can't be read or written: Rust has it in English.

use super::{LANGUAGES, Language};

/// What stands before the number of a fault, as in `File exists (os error 17)`.
const PHRASES: [&str; 14] = [
    later!("Address already in use"),
    later!("Disk quota exceeded"),
    later!("File exists"),
    later!("File name too long"),
    later!("File too large"),
    later!("Is a directory"),
    later!("No space left on device"),
    later!("No such file or directory"),
    later!("Not a directory"),
    later!("Operation not permitted"),
    later!("Permission denied"),
    later!("Read-only file system"),
    later!("Too many levels of symbolic links"),
    later!("Too many open files"),
];

/// A told sentence, with the system's words for a fault in the language of the user.
pub fn with_system(told: String) -> String {
    if Language::spoken() == LANGUAGES[0] || !told.contains(NUMBER) {
        return told;
    }
    PHRASES.iter().fold(told, |told, phrase| {
        let (english, spoken) = (format!("{phrase}{NUMBER}"), format!("{}{NUMBER}", rust_i18n::t!(*phrase)));
        told.replace(&english, &spoken)
    })
}

const NUMBER: &str = " (os error ";
