//! Parsing of player specs for any game: turns the user's strings into named players.

use crate::error::{PlayError, user_error};
use crate::line_up::files::read_file;
use crate::line_up::game_info::seats_in_words;
use crate::line_up::parsed_spec::SourceForm;
use crate::line_up::player_names::{folder_name, with_distinct_names};
use crate::line_up::resolve::one_of;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::game::{GameInfo, Introduction, Seated};
use wag_i18n::t;
use wag_players::Program;
use wag_python::PlayerObject;
use wag_replay::{PlayerInfo, PlayerKind};

/// A player that has been resolved from a player spec, with its name in the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    pub name: String,
    /// The user's word for the player: the name that the user gave to it, or else its source.
    pub word: String,
    /// The player's source as the user typed it, without the name before it: `x/bot.py` in `anna=x/bot.py`.
    pub source: String,
    pub kind: Kind,
    /// True if the code comes from a replay or a lesson and not from the user's own words: it never leaves the sandbox.
    pub is_recorded: bool,
}

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A built-in player; the string is its name.
    BuiltIn(&'static str),
    /// A Python file, as an absolute path.
    Python {
        file: PathBuf,
        /// True if the player is persistent, that is, runs for the whole match.
        lives: bool,
    },
    /// A program in any language.
    Program {
        program: Program,
        /// True if the player is persistent, that is, runs for the whole match.
        lives: bool,
    },
    /// A client that connects to this TCP port; `None` stands for any unused port.
    Client {
        port: Option<u16>,
    },
    Person,
    /// A function or an object of this process, which is a Python interpreter. It has no limits and no sandbox.
    Object(PlayerObject),
    /// A player of a replay whose code is missing. It gives its recorded orders as long as its views are as recorded.
    Recorded,
}

impl PlayerSpec {
    /// Returns whether the player runs code that its author can fix.
    pub fn has_code(&self) -> bool {
        !matches!(self.kind, Kind::BuiltIn(_) | Kind::Person | Kind::Recorded)
    }

    /// Returns the player's data that the game's setup may use.
    pub fn seated(&self) -> Seated<'_> {
        let built_in = match self.kind {
            Kind::BuiltIn(name) => Some(name),
            _ => None,
        };
        Seated { name: &self.name, built_in }
    }

    /// Returns the path of the player's own file, or `None` if it has none.
    pub fn file(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Python { file, .. } => Some(file),
            Kind::Program { program, .. } => Some(&program.file),
            Kind::BuiltIn(_) | Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => None,
        }
    }

    /// Returns the name of the player's file with the path that the user gave; `None` if the player has no file.
    pub fn file_word(&self) -> Option<String> {
        let named = SourceForm::of(&self.source).words();
        let name = self.file()?.file_name()?;
        let is_named = Path::new(named).file_name() == Some(name);
        Some(if is_named { named.to_string() } else { name.to_string_lossy().into_owned() })
    }

    /// Returns the folder part of the path that the user gave, such as `x/`; empty if the path is absolute.
    pub fn folder_word(&self) -> String {
        let file = SourceForm::of(&self.source).words();
        match file.rfind('/') {
            Some(end) if !file.starts_with('/') => file[..=end].to_string(),
            _ => String::new(),
        }
    }

    /// Returns the name of the last folder in the path that the user gave, or `None` if it contains no folder.
    pub fn folder(&self) -> Option<String> {
        let words = SourceForm::of(&self.source).words();
        match &self.kind {
            Kind::Python { .. } => folder_name(Path::new(words)),
            // In `/bin/sh a/bot.sh`, the word that gave the player its name, not the interpreter.
            Kind::Program { .. } => {
                let own = |word: &&str| Path::new(word).file_stem().is_some_and(|stem| *stem == *self.name);
                words.split_whitespace().find(own).and_then(|word| folder_name(Path::new(word)))
            }
            Kind::BuiltIn(_) | Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => None,
        }
    }

    /// Returns the player's entry for the header of a replay. The path of its file is recorded relative to the first of
    /// these folders that contains it.
    pub fn info(&self, info: &GameInfo, folders: &[PathBuf]) -> PlayerInfo {
        let path = self.file().and_then(|file| wag_replay::path_below(file, folders));
        match &self.kind {
            Kind::Python { file, lives } => {
                PlayerInfo { path, persistent: *lives, ..wag_replay::player_of_python_file(&self.name, file) }
            }
            Kind::Program { program, .. } => {
                PlayerInfo { path, program: true, ..wag_replay::player_of_file(&self.name, &program.file) }
            }
            Kind::BuiltIn(name) => {
                let source = info.built_in(name).and_then(|player| player.whole_source());
                let player = wag_replay::built_in_player(&self.name, source.as_deref());
                let of_seat = player.built_in_names().find_map(|name| info.built_in(name));
                let is_clear = of_seat.is_some_and(|player| player.name == *name);
                PlayerInfo { built_in_player: (!is_clear).then(|| name.to_string()), ..player }
            }
            Kind::Client { .. } => self.info_of_kind(Some(PlayerKind::Client)),
            Kind::Person => self.info_of_kind(Some(PlayerKind::Person)),
            Kind::Object(_) => self.info_of_kind(Some(PlayerKind::Function)),
            Kind::Recorded => self.info_of_kind(None),
        }
    }

    fn info_of_kind(&self, kind: Option<PlayerKind>) -> PlayerInfo {
        PlayerInfo { kind, ..wag_replay::built_in_player(&self.name, None) }
    }
}

/// Returns the texts of all Python players' files, by the paths that the files have in a replay, such as `1/yourAI.py`.
pub fn sources(entrants: &[PlayerSpec]) -> BTreeMap<String, String> {
    let files = entrants.iter().zip(1..).filter_map(|(entrant, seat)| match &entrant.kind {
        Kind::Python { file, .. } => Some((seat, wag_replay::sources(file))),
        _ => None,
    });
    let named = |(seat, files): (i32, BTreeMap<String, String>)| {
        files.into_iter().map(move |(name, text)| (format!("{seat}/{name}"), text))
    };
    wag_replay::bounded_sources(files.flat_map(named))
}

/// Resolves the players of a match, fills empty seats, and makes all names different. Programs may read the files and
/// folders in `readable` in addition to their own.
pub fn line_up(
    info: &GameInfo,
    words: &[String],
    readable: &[PathBuf],
) -> Result<Vec<PlayerSpec>, PlayError> {
    if words.len() > info.most() {
        let (title, most) = (t!(info.title), info.most());
        return user_error(t!(
            "too many players (%{n}): %{title} has %{most} seats; leave %{many} out",
            n = words.len(),
            title,
            most,
            many = words.len() - most
        ));
    }
    let missing = info.seats.start().saturating_sub(words.len());
    if info.filler.is_none() && missing > 0 {
        return user_error(t!(
            "%{title} is for %{seats}, but %{named}; name %{missing} more, such as: wag play %{name} %{suggested}",
            title = t!(info.title),
            seats = seats_in_words(info),
            named = if words.len() == 1 {
                t!("only 1 is named")
            } else {
                t!("only %{n} are named", n = words.len())
            },
            missing,
            name = info.name,
            suggested = info.suggested.join(" ")
        ));
    }
    let fillers = info.filler.into_iter().flat_map(|filler| std::iter::repeat_n(filler.to_string(), missing));
    let words: Vec<String> = words.iter().cloned().chain(fillers).collect();
    let mut entrants = each(info, &words, readable)?;
    take_claimed_seats(info, &mut entrants);
    with_distinct_names(entrants)
}

/// Moves players to the seats that their files request, if every file requests a seat and all requested seats differ.
fn take_claimed_seats(info: &GameInfo, entrants: &mut [PlayerSpec]) {
    let claims: Vec<Option<usize>> =
        entrants.iter().map(|entrant| introduction(info, entrant.file()?).seat).collect();
    let mut claimed: Vec<usize> = claims.iter().flatten().copied().collect();
    claimed.sort_unstable();
    if claimed.into_iter().eq(1..=entrants.len()) {
        entrants.sort_by_cached_key(|entrant| introduction(info, entrant.file()?).seat);
    }
}

/// Returns the name and the other data with which a Python file introduces its player; the default if the file cannot
/// be read.
pub fn introduction(info: &GameInfo, file: &Path) -> Introduction {
    read_file(file)
        .map_or_else(|_| Introduction::default(), |text| (info.introduction)(&String::from_utf8_lossy(&text)))
}

/// Resolves any number of player specs.
pub fn several(
    info: &GameInfo,
    words: &[String],
    readable: &[PathBuf],
) -> Result<Vec<PlayerSpec>, PlayError> {
    with_distinct_names(each(info, words, readable)?)
}

fn each(info: &GameInfo, words: &[String], readable: &[PathBuf]) -> Result<Vec<PlayerSpec>, PlayError> {
    words.iter().map(|word| one_of(info, word, readable)).collect()
}

#[cfg(test)]
mod tests {
    use crate::line_up::player_spec::*;

    fn info(name: &str) -> &'static GameInfo {
        wag_games::find(name).unwrap().info
    }

    #[test]
    fn too_many_and_too_few_players_are_rejected() {
        let names = |game, words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            line_up(info(game), &words, &[])
                .map(|all| all.into_iter().map(|one| one.name).collect::<Vec<_>>())
        };
        assert_eq!(names("warriors", &["Dummy"]).unwrap(), ["Dummy", "Noob1", "Noob2", "Noob3"]);
        assert!(names("warriors", &["Noob"; 5]).unwrap_err().to_string().contains("leave 1 out"));
        assert!(names("gems", &["ref"]).unwrap_err().to_string().contains("wag play gems human greedy"));
        assert_eq!(names("gems", &["ref", "ref"]).unwrap(), ["ref1", "ref2"]);
    }
}
