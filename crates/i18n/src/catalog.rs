//! Translation files. Each sentence is one line, `"sentence in the code": "translation"`, both quoted as in JSON. All
//! other lines are comments.

use std::collections::HashMap;
use std::sync::OnceLock;

/// The translations into a language, by the sentence in the code.
pub type Catalog = HashMap<String, String>;

/// Parses a translation file. An error gives the position of the invalid line as if all sentences were on one line of
/// JSON.
pub fn parse_catalog(text: &str) -> Result<Catalog, serde_json::Error> {
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with('"')).collect();
    serde_json::from_str(&format!("{{{}}}", lines.join(",")))
}

/// A language code and the text of a translation file.
pub type Translations = (&'static str, &'static str);

const OWN: &[Translations] = &[("de", include_str!("de.yml"))];

/// The translations of the games; see [`add_translations`].
static OF_GAMES: OnceLock<&'static [Translations]> = OnceLock::new();

/// Adds the translations of the games. Must be called before anything is translated. Only the first call has an effect.
pub fn add_translations(texts: &'static [Translations]) {
    _ = OF_GAMES.set(texts);
}

/// Returns all translations into the language with this code.
pub(super) fn of(code: &str) -> Catalog {
    let texts = OWN.iter().chain(OF_GAMES.get().copied().unwrap_or_default());
    let of_language = texts.filter(|(language, _)| *language == code);
    of_language.flat_map(|(_, text)| parse_catalog(text).expect("tests have read it")).collect()
}
