//! The grammar of player specs: reads and prints `anna=bot.py`. What is printed here is read again as the same spec.
//!
//! A spec is a source, or a name, `=` and a source. A name that could be misread stands in double quotes, and a double
//! quote in it is doubled: `"a=b"=bot.py`.
//!
//! Commas separate the specs of a list. Commas in a quoted name do not, and a whole spec may stand in double quotes:
//! `anna=bot.py,"a,b"=bot.py,"c,d.py"`.

use std::convert::Infallible;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The source of a human player.
pub const PERSON: &str = "human";
/// The source of a TCP client, to which a port may be added.
const CLIENT: &str = "tcp";
const PERSISTENT: &str = "persistent:";
const PROGRAM: &str = "program:";
const LINES: &str = "lines:";
const PORT: &str = "tcp:";
/// The prefix of a function or an object of the Python program that has called the engine.
pub(crate) const FUNCTION: &str = "function:";

/// A player spec, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedSpec {
    /// The name that the user gave to the player; `None` if the spec contains no name.
    pub name: Option<String>,
    /// The rest of the spec: a built-in name, a file, a command, `human`, `tcp:4000` and so on.
    pub source: String,
}

/// The form of a source, with what stands behind its prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceForm<'s> {
    Person,
    /// A TCP client; the text behind `tcp:` is its port, `None` stands for any unused port.
    Client(Option<&'s str>),
    /// A Python file that runs for the whole match.
    Persistent(&'s str),
    /// A command that runs for the whole match.
    Lines(&'s str),
    /// A command that is certainly no Python file.
    Program(&'s str),
    /// A function or an object of the Python program that has called the engine, with this name.
    Function(&'s str),
    /// A built-in player, a file or a command.
    Plain(&'s str),
}

impl<'s> SourceForm<'s> {
    pub fn of(source: &'s str) -> SourceForm<'s> {
        let behind = |prefix: &str| source.strip_prefix(prefix);
        match source {
            PERSON => SourceForm::Person,
            CLIENT => SourceForm::Client(None),
            _ => behind(PORT)
                .map(|port| SourceForm::Client(Some(port)))
                .or_else(|| behind(PERSISTENT).map(SourceForm::Persistent))
                .or_else(|| behind(LINES).map(SourceForm::Lines))
                .or_else(|| behind(PROGRAM).map(SourceForm::Program))
                .or_else(|| behind(FUNCTION).map(SourceForm::Function))
                .unwrap_or(SourceForm::Plain(source)),
        }
    }

    /// Returns the source without its prefix: the file, the command or the port.
    pub fn words(self) -> &'s str {
        match self {
            SourceForm::Person => PERSON,
            SourceForm::Client(port) => port.unwrap_or(CLIENT),
            SourceForm::Persistent(words) | SourceForm::Plain(words) => file_and_entry(words).0,
            SourceForm::Lines(words) | SourceForm::Program(words) | SourceForm::Function(words) => words,
        }
    }
}

/// Splits `bot.py:CLASS` and `bot.py:CLASS:ARGUMENTS` into the file and the rest.
pub fn file_and_entry(words: &str) -> (&str, Option<&str>) {
    let split = words.find(".py:").map(|at| words.split_at(at + ".py".len()));
    let entry = split.map(|(file, entry)| (file, &entry[1..])).filter(|(file, entry)| {
        let class = entry.split(':').next().unwrap_or_default();
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        !class.is_empty() && class.chars().all(is_letter) && !file.contains(char::is_whitespace)
    });
    entry.map_or((words, None), |(file, entry)| (file, Some(entry)))
}

impl ParsedSpec {
    pub fn of(spec: &str) -> ParsedSpec {
        let (name, source) = match quoted_name(spec) {
            Some((name, source)) => (Some(name), source),
            None => match spec.split_once('=').filter(|(name, _)| is_plain_name(name)) {
                Some((name, source)) => (Some(name.to_string()), source),
                None => (None, spec),
            },
        };
        ParsedSpec { name, source: source.to_string() }
    }
}

impl FromStr for ParsedSpec {
    type Err = Infallible;

    fn from_str(spec: &str) -> Result<ParsedSpec, Infallible> {
        Ok(ParsedSpec::of(spec))
    }
}

impl fmt::Display for ParsedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) if is_plain_name(name) => write!(f, "{name}={}", self.source),
            Some(name) => write!(f, "\"{}\"={}", name.replace('"', "\"\""), self.source),
            None => f.write_str(&self.source),
        }
    }
}

/// Returns the source that names this file: the path, with `./` before it if it could be misread.
pub fn source_of_file(file: &Path) -> String {
    let path = file.display().to_string();
    let is_file = matches!(SourceForm::of(&path), SourceForm::Plain(_))
        && ParsedSpec::of(&path).name.is_none()
        && !path.starts_with('-');
    if is_file { path } else { format!("./{path}") }
}

/// Returns the specs of a list, as the user wrote them but without quotes around a whole spec.
pub fn specs_of_list(list: &str) -> Vec<String> {
    let mut specs = Vec::new();
    let mut rest = Some(list);
    while let Some(text) = rest {
        let (whole, after) = match quoted(text) {
            Some((content, after)) if after.is_empty() || after.starts_with(',') => (Some(content), after),
            Some((_, after)) => (None, after),
            None => (None, text),
        };
        let end = after.find(',').map_or(text.len(), |comma| text.len() - after.len() + comma);
        specs.push(whole.unwrap_or_else(|| text[..end].to_string()));
        rest = text.get(end + 1..);
    }
    specs
}

/// Splits a spec that begins with a name in double quotes.
fn quoted_name(spec: &str) -> Option<(String, &str)> {
    let (name, after) = quoted(spec)?;
    Some((name, after.strip_prefix('=')?))
}

/// Returns the text in the double quotes with which this text begins, and the text behind them.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut rest = text.strip_prefix('"')?;
    let mut content = String::new();
    loop {
        let (part, after) = rest.split_once('"')?;
        content += part;
        match after.strip_prefix('"') {
            Some(after) => {
                content.push('"');
                rest = after;
            }
            None => return Some((content, after)),
        }
    }
}

/// Returns whether the text before the first `=` is a name, and not the beginning of a path, a prefix or a command such
/// as `python3 bot.py --depth=3`.
fn is_plain_name(name: &str) -> bool {
    let is_word_of_command = |word: &str| {
        let has_ending =
            word.rsplit_once('.').is_some_and(|(stem, ending)| !stem.is_empty() && !ending.is_empty());
        has_ending || word.starts_with(['-', '\'', '"'])
    };
    let is_command = name.contains(char::is_whitespace)
        && (name.split_whitespace().skip(1).any(is_word_of_command)
            || name.split_whitespace().next().is_some_and(|first| first.contains(['\'', '"'])));
    let is_source =
        !matches!(SourceForm::of(name), SourceForm::Plain(_) | SourceForm::Person | SourceForm::Client(None));
    !name.contains(['/', '=']) && !name.starts_with('"') && !is_source && !is_command
}

#[cfg(test)]
mod tests {
    use crate::line_up::parsed_spec::*;
    use proptest::prelude::*;

    fn parts(spec: &str) -> (Option<String>, String) {
        let ParsedSpec { name, source } = ParsedSpec::of(spec);
        (name, source)
    }

    #[test]
    fn names_are_distinguished_from_paths_and_commands() {
        for (spec, name, source) in [
            ("bot.py", None, "bot.py"),
            ("anna=bot.py", Some("anna"), "bot.py"),
            ("Anna Muster=./x/bot.py", Some("Anna Muster"), "./x/bot.py"),
            ("O'Brien=bot.py", Some("O'Brien"), "bot.py"),
            ("Dr. Anna=bot.py", Some("Dr. Anna"), "bot.py"),
            ("v1.2=bot.py", Some("v1.2"), "bot.py"),
            ("a:b=bot.py", Some("a:b"), "bot.py"),
            ("*#-,=bot.py", Some("*#-,"), "bot.py"),
            ("-x=bot.py", Some("-x"), "bot.py"),
            ("human=human", Some("human"), "human"),
            ("\"a=b\"=c=d.py", Some("a=b"), "c=d.py"),
            ("\"the \"\"best\"\"\"=bot.py", Some("the \"best\""), "bot.py"),
            ("anna=persistent:a=b.py", Some("anna"), "persistent:a=b.py"),
            ("./a=b.py", None, "./a=b.py"),
            ("program:env X=1 ./bot", None, "program:env X=1 ./bot"),
            ("python3 bot.py --depth=3", None, "python3 bot.py --depth=3"),
            ("java -Dx=1 -jar bot.jar", None, "java -Dx=1 -jar bot.jar"),
            ("sh run.sh seed=3", None, "sh run.sh seed=3"),
            ("\"my bot\" x", None, "\"my bot\" x"),
            ("", None, ""),
            ("=bot.py", Some(""), "bot.py"),
        ] {
            assert_eq!(parts(spec), (name.map(str::to_string), source.to_string()), "{spec}");
        }
    }

    #[test]
    fn a_list_is_split_at_commas_outside_quotes() {
        for (list, specs) in [
            ("Noob", &["Noob"][..]),
            ("Noob,a b=bot.py,Expert", &["Noob", "a b=bot.py", "Expert"]),
            ("\"a,b\"=bot.py,Noob", &["\"a,b\"=bot.py", "Noob"]),
            ("\"a,b.py\",Noob", &["a,b.py", "Noob"]),
            ("\"\"\"a, b\"\"=c,d.py\"", &["\"a, b\"=c,d.py"]),
            ("\"my bot\" x,Noob", &["\"my bot\" x", "Noob"]),
            ("\"a,b", &["\"a", "b"]),
            ("Noob,", &["Noob", ""]),
            ("", &[""]),
        ] {
            assert_eq!(specs_of_list(list), specs, "{list}");
        }
    }

    #[test]
    fn source_of_a_file_is_no_name_and_no_prefix() {
        for (file, source) in [
            ("bot.py", "bot.py"),
            ("x/my bot.py", "x/my bot.py"),
            ("a=b.py", "./a=b.py"),
            ("a=b/c.py", "./a=b/c.py"),
            ("-x.py", "./-x.py"),
            ("program:x.py", "./program:x.py"),
            ("\"x\"=y.py", "./\"x\"=y.py"),
            ("/tmp/a=b.py", "/tmp/a=b.py"),
        ] {
            assert_eq!(source_of_file(Path::new(file)), source);
            assert_eq!(parts(source), (None, source.to_string()));
        }
    }

    proptest! {
        #[test]
        fn quoted_specs_of_a_list_are_read_as_they_were(specs in proptest::collection::vec("[ab,\"=.]{0,6}", 1..5)) {
            let quoted = |spec: &String| format!("\"{}\"", spec.replace('"', "\"\""));
            let list = specs.iter().map(quoted).collect::<Vec<_>>().join(",");
            prop_assert_eq!(specs_of_list(&list), specs);
        }

        #[test]
        fn a_printed_spec_is_read_as_the_same(name in "[a-c =\"'.:/*#,ü-]{0,8}", source in "[a-c =\"'.:/*#,ü-]{0,8}") {
            let named = ParsedSpec { name: Some(name), source };
            prop_assert_eq!(&ParsedSpec::of(&named.to_string()), &named);
        }

        #[test]
        fn a_read_spec_is_printed_as_the_same_spec(spec in "[a-c =\"'.:/*#,ü-]{0,12}") {
            let read = ParsedSpec::of(&spec);
            prop_assert_eq!(ParsedSpec::of(&read.to_string()), read);
        }

        #[test]
        fn the_path_of_a_file_is_a_source(file in "[a-c =\"'.:/*#,ü-]{1,12}") {
            let source = source_of_file(Path::new(&file));
            prop_assert_eq!(ParsedSpec::of(&source), ParsedSpec { name: None, source });
        }
    }
}
