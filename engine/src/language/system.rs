//! What the system says of a file that can't be read or written: Rust has it in English.

use super::Book;

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

/// A told sentence, with the system's words for a fault as the book has them.
pub(super) fn with_system(told: String, book: &Book) -> String {
    if !told.contains(NUMBER) {
        return told;
    }
    PHRASES.iter().fold(told, |told, phrase| match book.get(*phrase) {
        Some(spoken) => told.replace(&format!("{phrase}{NUMBER}"), &format!("{spoken}{NUMBER}")),
        None => told,
    })
}

const NUMBER: &str = " (os error ";
