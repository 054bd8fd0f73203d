//! The language that people are answered in: English, unless the border says otherwise when the program starts.
//!
//! The English sentences stand in the code, `t!("the file %{file} is missing", file = path.display())`; the German ones stand in
//! `de.yml` beside this file, those of a game in `de.yml` in the game's folder. What has no translation is said in English.
//! That is done here, and not by a library: it is a page, and the one with macros took a twentieth of a build.
//! Never translated: what machines read (JSON, CSV, replays), and what an AI gets to see.

use std::fmt::{Display, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A sentence for people, in their language. Each `%{name}` of it takes the argument of that name: `t!("%{n} rounds of %{all}", n, all =
/// match.rounds)`. Words of the user are put in as `cited`, fractions as `decimal`.
#[macro_export]
macro_rules! t {
    ($sentence:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::say(
            $sentence,
            &[$((stringify!($name), &$crate::value!($name $(, $value)?) as &dyn std::fmt::Display)),*],
        )
    };
}

/// `name` alone means `name = name`.
#[macro_export]
macro_rules! value {
    ($name:ident) => {
        $name
    };
    ($name:ident, $value:expr) => {
        $value
    };
}

/// Marks a text of a table as one that is translated where it is told, by `t!(text)`.
#[macro_export]
macro_rules! later {
    ($text:expr) => {
        $text
    };
}

mod book;
mod message;
mod retold;
mod system;

pub use book::{Book, Translations, add_translations, read_book};
pub use message::{Message, PageText};
pub use retold::retold;
pub use system::{exit_status, json_error};

/// A sentence of the code in the language of the user, with its values: what `t!` stands for.
pub fn say(sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    say_in(Language::spoken(), sentence, values)
}

/// The same in a given language.
pub fn say_in(language: Language, sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    let Some(book) = language.book() else { return filled(sentence, values) };
    system::with_system(filled(book.get(sentence).map_or(sentence, String::as_str), values), book)
}

/// A sentence with a value for each placeholder; one that has none stays.
fn filled(sentence: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut told = String::with_capacity(sentence.len() + 32);
    for (text, name) in pieces(sentence) {
        told.push_str(text);
        let Some(name) = name else { continue };
        let written = match values.iter().find(|(known, _)| *known == name) {
            Some((_, value)) => write!(told, "{value}"),
            None => write!(told, "%{{{name}}}"),
        };
        written.expect("a string takes everything");
    }
    told
}

/// A text before each placeholder, and its name; none at the end.
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

/// What somebody has written, in quotes, with all signs that would not show.
pub fn quote(word: impl std::fmt::Debug) -> String {
    format!("{word:?}")
}

/// A fraction with so many digits after the point, or the comma.
pub fn decimal(number: f64, digits: usize) -> String {
    let told = format!("{number:.digits$}");
    match Language::spoken().has_comma {
        true => told.replace('.', ","),
        false => told,
    }
}

/// `1 round`, `2 rounds`.
pub fn rounds(n: impl Into<u64>) -> String {
    match n.into() {
        1 => t!("1 round"),
        n => t!("%{n} rounds", n),
    }
}

/// A language, by the two letters that ISO 639 gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    pub code: &'static str,
    /// What those who speak it call it.
    pub name: &'static str,
    /// Whether its fractions are written with a comma.
    pub has_comma: bool,
}

/// The first one is that of the code.
pub const LANGUAGES: [Language; 2] = [
    Language { code: "en", name: "English", has_comma: false },
    Language { code: "de", name: "Deutsch", has_comma: true },
];

/// What is said in each; read when it is asked for.
static BOOKS: [OnceLock<Book>; LANGUAGES.len()] = [const { OnceLock::new() }; LANGUAGES.len()];

/// The place in [`LANGUAGES`] of the one that people are answered in.
static SPOKEN: AtomicUsize = AtomicUsize::new(0);

impl Language {
    /// The language of the code, of logs and of everything that programs read.
    pub const ENGLISH: Language = LANGUAGES[0];

    /// The language of `de`, `DE` or `de_AT.UTF-8`; the system's names for none, `C` and `POSIX`, mean English.
    pub fn named(word: &str) -> Option<Language> {
        let code = word.split(['_', '-', '.', '@']).next().unwrap_or_default().to_lowercase();
        let code = if ["c", "posix"].contains(&code.as_str()) { "en" } else { &code };
        LANGUAGES.into_iter().find(|language| language.code == code)
    }

    /// What the system says about messages; whoever speaks a language that is not here is answered in English.
    pub fn of_system(variable: impl Fn(&str) -> Option<String>) -> Language {
        let said = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(|name| {
            let said = variable(name)?;
            (!said.is_empty()).then_some(said)
        });
        said.and_then(|said| Language::named(&said)).unwrap_or(LANGUAGES[0])
    }

    /// The one that people are answered in.
    pub fn spoken() -> Language {
        LANGUAGES[SPOKEN.load(Ordering::Relaxed)]
    }

    /// What is said in it, if it is not that of the code.
    pub fn book(self) -> Option<&'static Book> {
        let place = LANGUAGES.iter().position(|language| *language == self).filter(|place| *place > 0)?;
        Some(BOOKS[place].get_or_init(|| book::of(self.code)))
    }

    /// From now on everybody is answered in it. For the program's start; a library, and a test, never calls it.
    pub fn speak(self) {
        let place = LANGUAGES.iter().position(|language| *language == self);
        SPOKEN.store(place.unwrap_or(0), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
