//! Parsing of a game's options: turns the user's strings into values, including the contents of files.

use crate::error::{PlayError, user_error};
use crate::line_up::files::read_text_file;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use wag_core::game::{Choice, GameInfo, GameOptions, Kind, Opt, Preset};
use wag_core::text::{nearest, quoted_path};
use wag_i18n::{message, quote, t};

/// The user's options by name, with their values as strings. The value of a flag is ignored.
pub type RawOptions = BTreeMap<String, String>;

/// Parses the options and reads the files that they name. Logs a warning about each unusual file.
pub fn choose(info: &GameInfo, words: &RawOptions) -> Result<GameOptions, PlayError> {
    choose_in(info, words, Path::new(""))
}

/// Parses options whose paths are relative to `base`, or to the current folder if `base` is empty.
pub fn choose_in(info: &GameInfo, words: &RawOptions, base: &Path) -> Result<GameOptions, PlayError> {
    let is_known = |name: &&String| info.option(name).is_some();
    if let Some(name) = words.keys().find(|name| !is_known(name)) {
        let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
        if names.is_empty() {
            return user_error(message!(
                "%{title} has no options, so leave out %{name}",
                title = message!(info.title),
                name
            ));
        }
        let meant = nearest(name, names.iter().copied()).map(|meant| t!("; did you mean %{meant}?", meant));
        return user_error(message!(
            "%{title} has no option %{name} (its options: %{names})%{meant}",
            title = message!(info.title),
            name = quote(name),
            names = names.join(", "),
            meant = meant.unwrap_or_default()
        ));
    }
    let mut game_options = GameOptions::default();
    for option in info.options {
        if let Some(choice) = value(info, option, word_of(info, words, option.name), base)? {
            game_options.values.insert(option.name, choice);
        }
    }
    Ok(game_options)
}

/// Returns the presets whose flags are set.
fn presets<'w>(info: &'w GameInfo, words: &'w RawOptions) -> impl Iterator<Item = &'static Preset> + 'w {
    info.presets.iter().filter(|preset| words.contains_key(preset.flag))
}

/// Returns the value that the user gave to an option, or else the value from a preset.
fn word_of<'w>(info: &GameInfo, words: &'w RawOptions, option: &str) -> Option<&'w str> {
    let given = words.get(option).map(String::as_str);
    let preset = || {
        let mut values = presets(info, words).flat_map(|preset| preset.options);
        values.find(|(name, _)| *name == option).map(|(_, value)| *value)
    };
    given.or_else(preset)
}

/// Returns the time limit for a player's start that a preset sets; `None` if no preset sets one.
pub fn start_time(info: &GameInfo, words: &RawOptions) -> Option<Duration> {
    presets(info, words).map(|preset| Duration::from_secs(preset.start_seconds)).next()
}

fn value(
    info: &GameInfo,
    option: &Opt,
    word: Option<&str>,
    base: &Path,
) -> Result<Option<Choice>, PlayError> {
    let name = option.name;
    match (&option.kind, word) {
        (Kind::Flag, word) => Ok(word.map(|_| Choice::Flag)),
        (Kind::Number { .. }, None) => Ok(None),
        (Kind::Number { least, most, .. }, Some(word)) => match word.parse() {
            Ok(number) if (*least..=*most).contains(&number) => Ok(Some(Choice::Number(number))),
            _ => user_error(message!(
                "--%{name}: %{word} is not a whole number from %{least} to %{most}",
                name,
                word = quote(word),
                least,
                most
            )),
        },
        (Kind::Choice { of, usual }, word) => match word.unwrap_or(usual) {
            word if of.contains(&word) => Ok(Some(Choice::Word(word.to_string()))),
            word => user_error(message!(
                "--%{name}: there is no %{word}; choose one of %{of}",
                name,
                word = quote(word),
                of = of.join(", ")
            )),
        },
        (Kind::Text { .. }, word) => Ok(word.map(|word| Choice::Word(word.to_string()))),
        (Kind::File { usual, absent, .. }, word) => match word.unwrap_or(usual) {
            word if absent.is_some_and(|(none, _)| none == word) => Ok(None),
            word => file(info, option, word, base).map(Some),
        },
    }
}

/// Returns the built-in file of this name, or else the user's file at this path.
fn file(info: &GameInfo, option: &Opt, word: &str, base: &Path) -> Result<Choice, PlayError> {
    let Kind::File { built_in, ending, absent, literal, .. } = &option.kind else {
        unreachable!("only files come here")
    };
    if let Some(found) = built_in.iter().find(|file| file.name == word) {
        return Ok(Choice::File { word: word.to_string(), bytes: (found.text)().into_bytes() });
    }
    let name = option.name;
    if literal.is_some_and(|sign| word.starts_with(sign)) {
        return looked_at(info, option, word, word.as_bytes().to_vec());
    }
    let path = base.join(word);
    let is_file = word.contains('/') || word.ends_with(&format!(".{ending}")) || path.exists();
    if !is_file {
        let names = built_in.iter().map(|file| file.name).chain(absent.iter().map(|(none, _)| *none));
        let names: Vec<&str> = names.collect();
        let meant = nearest(word, names.iter().copied()).map(|meant| t!("; did you mean %{meant}?", meant));
        return user_error(message!(
            "there is no %{name} %{cited}; choose one of %{names}, or name a file such as %{word}.%{ending}%{meant}",
            name,
            cited = quote(word),
            word,
            names = names.join(", "),
            ending,
            meant = meant.unwrap_or_default()
        ));
    }
    let remedy = remedy(info, option, word);
    let bytes = read_text_file(&path).or_else(|err| {
        user_error(message!(
            "the %{name} %{word} cannot be read: %{fault}; %{remedy}",
            name,
            word,
            fault = err,
            remedy
        ))
    })?;
    looked_at(info, option, word, bytes)
}

fn looked_at(info: &GameInfo, option: &Opt, word: &str, bytes: Vec<u8>) -> Result<Choice, PlayError> {
    let name = option.name;
    match (info.look)(name, &bytes) {
        Ok(look) => look.warnings.iter().for_each(|warning| log::warn!("{word}, {}", warning.translated())),
        Err(err) => {
            return user_error(message!(
                "%{word} is not a valid %{name} file for %{title}: %{fault}",
                word,
                name,
                title = message!(info.title),
                fault = err.translated()
            ));
        }
    }
    Ok(Choice::File { word: word.to_string(), bytes })
}

/// Returns advice for a user who has named a file that does not exist.
fn remedy(info: &GameInfo, option: &Opt, word: &str) -> String {
    let name = option.name;
    // If the file may be omitted, each match gets a new one, and built-in files are the exception.
    let is_usual = matches!(&option.kind, Kind::File { built_in, absent: None, .. } if !built_in.is_empty());
    match info.makers.iter().any(|maker| maker.name == name) {
        true if !is_usual => {
            t!(
                "`wag make %{game} %{name} --output %{word}` generates one",
                game = info.name,
                name,
                word = quoted_path(word)
            )
        }
        _ => t!("`wag games %{game} %{name}` lists the built-in ones", game = info.name, name),
    }
}

/// Returns the name of a match's map or board, which is the first file among the options; empty if the game has no file
/// options.
pub fn place(game_options: &GameOptions, options: &[Opt]) -> String {
    let file = |option: &Opt| match &option.kind {
        Kind::File { absent, .. } => {
            let word = game_options.file(option.name).map(|(_, word)| word);
            Some(word.or(absent.map(|(none, _)| none))?.to_string())
        }
        _ => None,
    };
    options.iter().find_map(file).unwrap_or_default()
}

/// Returns the name of the map or board as text for people. If the match uses no file, returns words that say so.
pub fn place_in_words(place: &str, options: &[Opt]) -> String {
    let title = |option: &Opt| match option.kind {
        Kind::File { absent: Some((none, title)), .. } if none == place => Some(title.to_lowercase()),
        _ => None,
    };
    options.iter().find_map(title).unwrap_or_else(|| place.to_string())
}

#[cfg(test)]
mod tests {
    use crate::line_up::choose::*;
    use wag_games::find;

    fn error_text(game: &str, words: &[(&str, &str)]) -> String {
        let words = words.iter().map(|(name, word)| (name.to_string(), word.to_string())).collect();
        choose(find(game).unwrap().info, &words).unwrap_err().to_string()
    }

    #[test]
    fn words_become_values() {
        let words = RawOptions::from([("rounds".to_string(), "30".to_string())]);
        let game_options = choose(find("warriors").unwrap().info, &words).unwrap();
        assert_eq!(game_options.number("rounds"), Some(30));
        assert_eq!(game_options.file("map").map(|(_, word)| word), Some("meadow"));
        assert_eq!(choose(find("gems").unwrap().info, &RawOptions::new()).unwrap(), GameOptions::default());
    }

    #[test]
    fn explicit_options_override_presets() {
        let given = |words: &[(&str, &str)]| {
            let words = words.iter().map(|(name, word)| (name.to_string(), word.to_string())).collect();
            let game_options = choose(find("ants").unwrap().info, &words).unwrap();
            (game_options.number("player-seed"), game_options.word("random").map(str::to_string))
        };
        assert_eq!(given(&[]), (None, Some("wag".to_string())));
        assert_eq!(given(&[("contest", "yes")]), (Some(42), Some("python2".to_string())));
        let both = [("contest", "yes"), ("player-seed", "7"), ("random", "wag")];
        assert_eq!(given(&both), (Some(7), Some("wag".to_string())));
    }

    #[test]
    fn invalid_options_give_one_sentence() {
        assert!(error_text("gems", &[("bord", "x.dat")]).contains("did you mean board?"));
        assert!(error_text("warriors", &[("rounds", "0")]).contains("from 1 to 1000000"));
        assert!(error_text("warriors", &[("map", "meadw")]).contains("did you mean meadow?"));
        assert!(error_text("warriors", &[("map", "none.map")]).contains("cannot be read"));
        assert!(error_text("gems", &[("board", "../../LICENSE")]).contains("LICENSE is not a valid board"));
        let picture = error_text("warriors", &[("map", "../../docs/pictures/client-setup.png")]);
        assert!(picture.contains("cannot be read: it is a picture (PNG), not a text"), "{picture}");
    }

    #[test]
    fn files_of_all_games_may_begin_with_a_byte_order_mark() {
        let (folder, mut tried) = (tempfile::tempdir().unwrap(), 0);
        for game in wag_games::all() {
            for option in game.info.options {
                let Kind::File { built_in, ending, .. } = &option.kind else { continue };
                for known in built_in.iter().take(1) {
                    let file = folder.path().join(format!("marked.{ending}"));
                    std::fs::write(&file, format!("\u{feff}{}", (known.text)())).unwrap();
                    let word = file.to_string_lossy().into_owned();
                    let game_options =
                        choose(game.info, &RawOptions::from([(option.name.to_string(), word)])).unwrap();
                    tried += 1;
                    assert_eq!(
                        game_options.file(option.name).unwrap().0,
                        (known.text)().as_bytes(),
                        "{}",
                        option.name
                    );
                }
            }
        }
        assert!(tried >= 4, "{tried}");
    }
}
