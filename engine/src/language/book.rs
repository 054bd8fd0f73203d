//! What is said in a language: a line for each sentence, `"as it stands in the code": "as it is said"`, each in quotes as in JSON.
//! Lines that begin with anything else are for whoever reads the file.

use std::collections::HashMap;

/// The sentences of a language, by what stands for them in the code.
pub type Book = HashMap<String, String>;

/// Reads a file of a language; errors are told as of one line of JSON.
pub fn read_book(text: &str) -> Result<Book, serde_json::Error> {
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('"')).collect();
    serde_json::from_str(&format!("{{{}}}", lines.join(",")))
}

/// All files of a language in one.
pub(super) fn of(code: &str) -> Book {
    let files = FILES.iter().filter(|(language, _)| *language == code);
    files.flat_map(|(_, text)| read_book(text).expect("tests have read it")).collect()
}

// `FILES`, each with its language, as build.rs has found them.
include!(concat!(env!("OUT_DIR"), "/books.rs"));
