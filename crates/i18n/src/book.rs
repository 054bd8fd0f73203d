//! What is said in a language: a line for each sentence, `"as it stands in the code": "as it is said"`, each in quotes as in JSON.
//! Lines that begin with anything else are for whoever reads the file.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The sentences of a language, by what stands for them in the code.
pub type Book = HashMap<String, String>;

/// Reads a file of a language; errors are told as of one line of JSON.
pub fn read_book(text: &str) -> Result<Book, serde_json::Error> {
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('"')).collect();
    serde_json::from_str(&format!("{{{}}}", lines.join(",")))
}

/// A text of translations, with the code of its language.
pub type Translations = (&'static str, &'static str);

const OWN: &[Translations] = &[("de", include_str!("de.yml"))];

/// What the games add; see [`add_translations`].
static OF_GAMES: OnceLock<&'static [Translations]> = OnceLock::new();

/// Adds the translations of the games. Call it once, before anything is translated; later calls change nothing.
pub fn add_translations(texts: &'static [Translations]) {
    _ = OF_GAMES.set(texts);
}

/// All translations into a language.
pub(super) fn of(code: &str) -> Book {
    let texts = OWN.iter().chain(OF_GAMES.get().copied().unwrap_or_default());
    let of_language = texts.filter(|(language, _)| *language == code);
    of_language.flat_map(|(_, text)| read_book(text).expect("tests have read it")).collect()
}
