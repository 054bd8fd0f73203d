//! Translation of messages about system errors with files, which Rust gives in English.

use super::Catalog;

/// The texts before the error number, as in `File exists (os error 17)`.
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

/// The descriptions of exit statuses, which `translate_message` translates.
const _: [&str; 2] = [later!("exit status: %{status}"), later!("signal: %{signal}")];

/// The messages about invalid JSON, which `translate_message` translates.
const _: [&str; 13] = [
    later!("%{what} at line %{line} column %{column}"),
    later!("EOF while parsing a list"),
    later!("EOF while parsing an object"),
    later!("EOF while parsing a string"),
    later!("EOF while parsing a value"),
    later!("expected `:`"),
    later!("expected `,` or `]`"),
    later!("expected `,` or `}`"),
    later!("expected value"),
    later!("key must be a string"),
    later!("trailing characters"),
    later!("trailing comma"),
    later!("invalid number"),
];

/// Translates the messages about system errors in a sentence that is otherwise translated.
pub(super) fn with_system(told: String, catalog: &Catalog) -> String {
    if !told.contains(NUMBER) {
        return told;
    }
    let number = catalog.get(NUMBER).map_or(NUMBER, String::as_str);
    PHRASES.iter().fold(told, |told, phrase| match catalog.get(*phrase) {
        Some(spoken) => told.replace(&format!("{phrase}{NUMBER}"), &format!("{spoken}{number}")),
        None => told,
    })
}

const NUMBER: &str = later!(" (os error ");
