//! Translation of system error messages, which Rust provides only in English.

use super::{Catalog, Message};
use crate::message;
use std::process::ExitStatus;

/// The system error messages that are translated. Rust appends the error number, as in `File exists (os error 17)`.
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

/// The messages of `serde_json` about invalid JSON that are translated.
const JSON_PHRASES: [&str; 12] = [
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

/// Describes how a process ended: `exit status: 3` or `signal: 11 (SIGSEGV)`.
pub fn exit_status(status: ExitStatus) -> Message {
    let text = status.to_string();
    match (text.strip_prefix("exit status: "), text.strip_prefix("signal: ")) {
        (Some(status), _) => message!("exit status: %{status}", status),
        (_, Some(signal)) => message!("signal: %{signal}", signal),
        _ => text.into(),
    }
}

/// Describes an error in JSON, with its line and column.
pub fn json_error(error: &serde_json::Error) -> Message {
    let (text, line, column) = (error.to_string(), error.line(), error.column());
    let Some(what) = text.strip_suffix(&format!(" at line {line} column {column}")) else {
        return text.into();
    };
    let known = JSON_PHRASES.iter().find(|phrase| **phrase == what);
    let what = known.map_or_else(|| Message::from(what), |phrase| Message::new(phrase, []));
    message!("%{what} at line %{line} column %{column}", what, line, column)
}

/// Translates the system error messages in a text that is otherwise already translated.
pub(super) fn with_system(text: String, catalog: &Catalog) -> String {
    if !text.contains(NUMBER) {
        return text;
    }
    let number = catalog.get(NUMBER).map_or(NUMBER, String::as_str);
    PHRASES.iter().fold(text, |text, phrase| match catalog.get(*phrase) {
        Some(spoken) => text.replace(&format!("{phrase}{NUMBER}"), &format!("{spoken}{number}")),
        None => text,
    })
}

const NUMBER: &str = later!(" (os error ");
