//! Translations of messages for the user. Messages are in English, unless the program selects another language when it
//! starts.
//!
//! The code contains the English sentences, `t!("the file %{file} is missing", file = path.display())`. The German ones
//! are in `de.yml` next to this file; those of a game are in `de.yml` in the game's folder. A sentence without a
//! translation stays English. This module is used instead of a translation library: it is one page long, and a library
//! with macros took a twentieth of the build time. Text for programs (JSON, CSV, replays) and text that an AI can see
//! is never translated.

use std::fmt::{Display, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Translates a sentence to the user's language. Each placeholder `%{name}` is replaced with the argument of that name:
/// `t!("%{n} rounds of %{all}", n, all = match.rounds)`. Format the user's own words with `quote`, and fractions with
/// `decimal`.
#[macro_export]
macro_rules! t {
    ($sentence:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::say(
            $sentence,
            &[$((stringify!($name), &$crate::value!($name $(, $value)?) as &dyn std::fmt::Display)),*],
        )
    };
}

/// Expands an argument: `name = value` to the value, and `name` alone to the variable `name`.
#[macro_export]
macro_rules! value {
    ($name:ident) => {
        $name
    };
    ($name:ident, $value:expr) => {
        $value
    };
}

/// Marks a text that is translated later, by `t!(text)` in the code that uses it.
#[macro_export]
macro_rules! later {
    ($text:expr) => {
        $text
    };
}

mod catalog;
mod message;
mod system;

pub use catalog::{Catalog, Translations, add_translations, parse_catalog};
pub use message::{Message, PageText};
pub use system::{exit_status, json_error};

/// Translates a sentence to the user's language and fills in the values; `t!` expands to this.
pub fn say(sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    say_in(Language::spoken(), sentence, values)
}

/// Translates a sentence to a given language and fills in the values.
pub fn say_in(language: Language, sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    let Some(catalog) = language.catalog() else { return filled(sentence, values) };
    system::with_system(filled(catalog.get(sentence).map_or(sentence, String::as_str), values), catalog)
}

/// Replaces each placeholder with its value. A placeholder without a value is left as it is.
fn filled(sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut result = String::with_capacity(sentence.len() + 32);
    for (text, name) in pieces(sentence) {
        result.push_str(text);
        let Some(name) = name else { continue };
        let written = match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => write!(result, "{value}"),
            None => write!(result, "%{{{name}}}"),
        };
        written.expect("a string takes everything");
    }
    result
}

/// Splits a sentence into texts, each with the name of the placeholder that follows it. No placeholder follows the last
/// text.
fn pieces(sentence: &str) -> impl Iterator<Item = (&str, Option<&str>)> {
    let mut rest = Some(sentence);
    std::iter::from_fn(move || {
        let text = rest?;
        let placeholder = text.split_once("%{").and_then(|(text, more)| Some((text, more.split_once('}')?)));
        match placeholder {
            Some((text, (name, more))) => {
                rest = Some(more);
                Some((text, Some(name)))
            }
            None => {
                rest = None;
                Some((text, None))
            }
        }
    })
}

/// Quotes text from a user or a file, and escapes invisible characters.
pub fn quote(word: impl std::fmt::Debug) -> String {
    format!("{word:?}")
}

/// Formats a fraction with `digits` digits and the language's decimal separator.
pub fn decimal(number: f64, digits: usize) -> String {
    let text = format!("{number:.digits$}");
    match Language::spoken().has_comma {
        true => text.replace('.', ","),
        false => text,
    }
}

/// Returns `1 round`, `2 rounds` and so on, in the user's language.
pub fn rounds(n: impl Into<u64>) -> String {
    match n.into() {
        1 => t!("1 round"),
        n => t!("%{n} rounds", n),
    }
}

/// A language with its two-letter ISO 639 code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    pub code: &'static str,
    /// The name of the language in the language itself.
    pub name: &'static str,
    /// Whether the decimal separator is a comma.
    pub has_comma: bool,
}

/// All languages. The first one is the language of the sentences in the code.
pub const LANGUAGES: [Language; 2] = [
    Language { code: "en", name: "English", has_comma: false },
    Language { code: "de", name: "Deutsch", has_comma: true },
];

/// The translations of each language, loaded on first use.
static CATALOGS: [OnceLock<Catalog>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// The index of the user's language in [`LANGUAGES`].
static SPOKEN: AtomicUsize = AtomicUsize::new(0);

impl Language {
    /// The language of the code, of logs and of everything that programs read.
    pub const ENGLISH: Language = LANGUAGES[0];

    /// Returns the language for a locale name such as `de`, `DE` or `de_AT.UTF-8`; `None` if it is not supported. The
    /// names `C` and `POSIX` mean English.
    pub fn from_locale(word: &str) -> Option<Language> {
        let code = word.split(['_', '-', '.', '@']).next().unwrap_or_default().to_lowercase();
        let code = if ["c", "posix"].contains(&code.as_str()) { "en" } else { &code };
        LANGUAGES.into_iter().find(|language| language.code == code)
    }

    /// Returns the language that the system's environment variables select for messages, or English if that language is
    /// not supported.
    pub fn of_system(variable: impl Fn(&str) -> Option<String>) -> Language {
        let said = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
            let said = variable(name)?;
            (!said.is_empty()).then_some(said)
        });
        said.and_then(|said| Language::from_locale(&said)).unwrap_or(LANGUAGES[0])
    }

    /// Returns the user's language.
    pub fn spoken() -> Language {
        LANGUAGES[SPOKEN.load(Ordering::Relaxed)]
    }

    /// Returns the translations into this language; `None` for the language of the sentences in the code.
    pub fn catalog(self) -> Option<&'static Catalog> {
        let place = LANGUAGES.iter().position(|language| *language == self).filter(|place| *place > 0)?;
        Some(CATALOGS[place].get_or_init(|| catalog::of(self.code)))
    }

    /// Selects this as the user's language. Only the start of the program may call this, never a library or a test.
    pub fn speak(self) {
        let place = LANGUAGES.iter().position(|language| *language == self);
        SPOKEN.store(place.unwrap_or(0), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
