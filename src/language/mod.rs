//! The language that people are answered in: English, unless the border says otherwise when the program starts.
//!
//! The English sentences stand in the code, `t!("the file %{file} is missing", file = path.display())`; the German ones stand in
//! `de.yml` beside this file, those of a game in `de.yml` in the game's folder. What has no translation is said in English.
//! Never translated: what machines read (JSON, CSV, replays), and what an AI gets to see.

/// A sentence for people, in their language. Each `%{name}` of it takes the argument of that name: `t!("%{n} rounds of %{all}", n, all =
/// match.rounds)`. Words of the user are put in as `cited`, fractions as `decimal`.
macro_rules! t {
    ($sentence:expr $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let told: std::borrow::Cow<'_, str> =
            rust_i18n::t!($sentence $(, $name = $crate::language::value!($name $(, $value)?))*);
        $crate::language::with_system(told.into_owned())
    }};
}

/// `name` alone means `name = name`.
macro_rules! value {
    ($name:ident) => {
        $name
    };
    ($name:ident, $value:expr) => {
        $value
    };
}

/// Marks a text of a table as one that is translated where it is told, by `t!(text)`.
macro_rules! later {
    ($text:expr) => {
        $text
    };
}

mod retold;
mod system;

pub use retold::retold;
pub use system::with_system;
pub(crate) use {later, t, value};

/// What somebody has written, in quotes, with all signs that would not show.
pub fn cited(word: impl std::fmt::Debug) -> String {
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

impl Language {
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
        Language::named(&rust_i18n::locale()).unwrap_or(LANGUAGES[0])
    }

    /// From now on everybody is answered in it. For the program's start; a library, and a test, never calls it.
    pub fn speak(self) {
        rust_i18n::set_locale(self.code);
    }
}

#[cfg(test)]
mod tests;
