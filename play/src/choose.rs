//! What was chosen of a game's options: from a user's words to values, with the files read.

use super::card::Card;
use super::error::{PlayError, mistake};
use engine::game::{Choice, Chosen, Kind, Look, Opt};
use engine::language::{cited, retold, t};
use engine::text::{nearest, quoted};
use std::collections::BTreeMap;
use std::path::Path;

/// Options and their values, as words; a flag that is on has any.
pub type Words = BTreeMap<String, String>;

/// No file for an option is longer, in bytes.
const FILE_MAX: u64 = 1 << 24;

/// What a file for an option is; see [`engine::game::Playable::look`].
type Looks<'l> = &'l dyn Fn(&str, &[u8]) -> Result<Look, String>;

/// Reads the words, and the files that they name. What is odd about a file is told as a warning.
pub fn choose(card: &Card, looks: Looks<'_>, words: &Words) -> Result<Chosen, PlayError> {
    let is_known = |name: &&String| card.option(name).is_some();
    if let Some(name) = words.keys().find(|name| !is_known(name)) {
        let names: Vec<&str> = card.options.iter().map(|option| option.name).collect();
        let meant = nearest(name, names.iter().copied()).map(|meant| t!("; did you mean %{meant}?", meant));
        return mistake(t!(
            "%{title} has no option %{name} (it has: %{names})%{meant}",
            title = card.title,
            name = cited(name),
            names = names.join(", "),
            meant = meant.unwrap_or_default()
        ));
    }
    let mut chosen = Chosen::default();
    for option in card.options {
        if let Some(choice) = value(card, looks, option, words.get(option.name).map(String::as_str))? {
            chosen.values.insert(option.name, choice);
        }
    }
    Ok(chosen)
}

fn value(
    card: &Card,
    looks: Looks<'_>,
    option: &Opt,
    word: Option<&str>,
) -> Result<Option<Choice>, PlayError> {
    let name = option.name;
    match (&option.kind, word) {
        (Kind::Flag, word) => Ok(word.map(|_| Choice::Flag)),
        (Kind::Number { .. }, None) => Ok(None),
        (Kind::Number { least, most, .. }, Some(word)) => match word.parse() {
            Ok(number) if (*least..=*most).contains(&number) => Ok(Some(Choice::Number(number))),
            _ => mistake(t!(
                "--%{name}: %{word} is no whole number from %{least} to %{most}",
                name,
                word = cited(word),
                least,
                most
            )),
        },
        (Kind::Choice { of, usual }, word) => match word.unwrap_or(usual) {
            word if of.contains(&word) => Ok(Some(Choice::Word(word.to_string()))),
            word => mistake(t!(
                "--%{name}: there is no %{word}; choose one of %{of}",
                name,
                word = cited(word),
                of = of.join(", ")
            )),
        },
        (Kind::File { usual, absent, .. }, word) => match word.unwrap_or(usual) {
            word if absent.is_some_and(|(none, _)| none == word) => Ok(None),
            word => file(card, looks, option, word).map(Some),
        },
    }
}

/// A built-in file by its name, else one of the user's.
fn file(card: &Card, looks: Looks<'_>, option: &Opt, word: &str) -> Result<Choice, PlayError> {
    let Kind::File { built_in, ending, absent, literal, .. } = &option.kind else {
        unreachable!("only files come here")
    };
    if let Some(found) = built_in.iter().find(|file| file.name == word) {
        return Ok(Choice::File { word: word.to_string(), bytes: (found.text)().into_bytes() });
    }
    let name = option.name;
    if literal.is_some_and(|sign| word.starts_with(sign)) {
        return looked_at(card, looks, option, word, word.as_bytes().to_vec());
    }
    let path = Path::new(word);
    let is_file = word.contains('/') || word.ends_with(&format!(".{ending}")) || path.exists();
    if !is_file {
        let names = built_in.iter().map(|file| file.name).chain(absent.iter().map(|(none, _)| *none));
        let names: Vec<&str> = names.collect();
        let meant = nearest(word, names.iter().copied()).map(|meant| t!("; did you mean %{meant}?", meant));
        return mistake(t!(
            "no %{name} is called %{cited}; there are %{names}, or name a file such as %{word}.%{ending}%{meant}",
            name,
            cited = cited(word),
            word,
            names = names.join(", "),
            ending,
            meant = meant.unwrap_or_default()
        ));
    }
    let remedy = remedy(card, option, word);
    let bytes = read_file(path).or_else(|fault| {
        mistake(t!("the %{name} %{word} can't be read: %{fault}; %{remedy}", name, word, fault, remedy))
    })?;
    looked_at(card, looks, option, word, bytes)
}

fn looked_at(
    card: &Card,
    looks: Looks<'_>,
    option: &Opt,
    word: &str,
    bytes: Vec<u8>,
) -> Result<Choice, PlayError> {
    let name = option.name;
    match looks(name, &bytes) {
        Ok(look) => look.warnings.iter().for_each(|warning| log::warn!("{word}, {}", retold(warning))),
        Err(fault) => {
            return mistake(t!(
                "%{word} is no %{name} of %{title}: %{fault}",
                word,
                name,
                title = card.title,
                fault = retold(&fault)
            ));
        }
    }
    Ok(Choice::File { word: word.to_string(), bytes })
}

/// What helps whoever has no such file.
fn remedy(card: &Card, option: &Opt, word: &str) -> String {
    let name = option.name;
    // Where a file can be left out, each match has a new one, and those that come with the program are the exception.
    let is_usual = matches!(&option.kind, Kind::File { built_in, absent: None, .. } if !built_in.is_empty());
    match card.makers.iter().any(|maker| maker.name == name) {
        true if !is_usual => {
            t!(
                "`wag make %{game} %{name} --output %{word}` makes one",
                game = card.name,
                name,
                word = quoted(word)
            )
        }
        _ => t!("`wag games %{game} %{name}` tells which there are", game = card.name, name),
    }
}

/// The whole of a file or pipe, unless it has no end.
pub fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    engine::files::read(path, FILE_MAX)
}

/// Where a match is played, in a word: the first file that was chosen; empty where nothing is chosen by files.
pub fn place(chosen: &Chosen, options: &[Opt]) -> String {
    let file = |option: &Opt| match &option.kind {
        Kind::File { absent, .. } => {
            let word = chosen.file(option.name).map(|(_, word)| word);
            Some(word.or(absent.map(|(none, _)| none))?.to_string())
        }
        _ => None,
    };
    options.iter().find_map(file).unwrap_or_default()
}

/// A place as people read it: that nothing was chosen is told in words.
pub fn place_in_words(place: &str, options: &[Opt]) -> String {
    let title = |option: &Opt| match option.kind {
        Kind::File { absent: Some((none, title)), .. } if none == place => Some(title.to_lowercase()),
        _ => None,
    };
    options.iter().find_map(title).unwrap_or_else(|| place.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::find;

    fn told(game: &str, words: &[(&str, &str)]) -> String {
        let words = words.iter().map(|(name, word)| (name.to_string(), word.to_string())).collect();
        find(game).unwrap().choose(&words).unwrap_err().to_string()
    }

    #[test]
    fn words_become_values() {
        let words = Words::from([("rounds".to_string(), "30".to_string())]);
        let chosen = find("warriors").unwrap().choose(&words).unwrap();
        assert_eq!(chosen.number("rounds"), Some(30));
        assert_eq!(chosen.file("map").map(|(_, word)| word), Some("meadow"));
        assert_eq!(find("gems").unwrap().choose(&Words::new()).unwrap(), Chosen::default());
    }

    #[test]
    fn what_can_not_be_chosen_is_one_sentence() {
        assert!(told("gems", &[("bord", "x.dat")]).contains("did you mean board?"));
        assert!(told("warriors", &[("rounds", "0")]).contains("from 1 to 1000000"));
        assert!(told("warriors", &[("map", "meadw")]).contains("did you mean meadow?"));
        assert!(told("warriors", &[("map", "none.map")]).contains("can't be read"));
        assert!(told("gems", &[("board", "../LICENSE")]).contains("LICENSE is no board"));
    }
}
