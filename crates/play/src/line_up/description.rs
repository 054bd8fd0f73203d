//! Descriptions of games for programs: players, options and built-in files, in English.

use crate::line_up::choose::choose;
use crate::{PlayError, RawOptions, is_first};
use serde::Serialize;
use wag_core::game::{Kind, Opt};
use wag_games::KnownGame;

/// The description of a game. docs/en/json.md documents the fields.
#[derive(Clone, Debug, Serialize)]
pub struct GameDescription {
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    /// True for the game of commands that name none.
    pub is_default: bool,
    /// The minimum and maximum number of players.
    pub seats: [usize; 2],
    pub games_per_match: usize,
    pub simultaneous: bool,
    /// The default time limit of a turn, in seconds.
    pub turn_seconds: u64,
    /// The names of the figures, the decisive one first.
    pub figures: &'static [&'static str],
    pub tally: Option<&'static str>,
    /// The built-in player that takes empty seats.
    pub filler: Option<&'static str>,
    /// The kinds of players besides built-in ones.
    pub player_kinds: Vec<&'static str>,
    pub built_in: Vec<Named>,
    pub options: Vec<OptionDescription>,
    pub makers: Vec<&'static str>,
    pub stages: Vec<&'static str>,
}

/// A name with a one-line description.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    pub name: &'static str,
    pub about: &'static str,
}

/// An option of a game. Fields that do not apply to its kind are null.
#[derive(Clone, Debug, Serialize)]
pub struct OptionDescription {
    pub name: &'static str,
    pub about: &'static str,
    /// `number`, `choice`, `flag` or `file`.
    pub kind: &'static str,
    pub default: Option<String>,
    pub least: Option<u64>,
    pub most: Option<u64>,
    pub choices: Option<&'static [&'static str]>,
    /// The extension of files, and the names of the built-in ones.
    pub ending: Option<&'static str>,
    pub files: Option<Vec<&'static str>>,
}

/// A file that an option can name.
#[derive(Clone, Debug, Serialize)]
pub struct FileDescription {
    pub name: String,
    /// The title in the file; empty if it has none.
    pub title: String,
    /// The description of a built-in file.
    pub about: Option<&'static str>,
    pub width: Option<u32>,
    pub height: Option<u32>,
    pub warnings: Vec<String>,
    /// The content; missing in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Returns the description of a game.
pub fn describe_game(game: KnownGame) -> GameDescription {
    let info = game.info;
    let kinds = info.protocols;
    let player_kinds = [
        ("python", kinds.python),
        ("persistent", kinds.persistent),
        ("program", kinds.files),
        ("lines", kinds.lines),
        ("client", kinds.client),
        ("person", kinds.person),
    ];
    GameDescription {
        name: info.name,
        title: info.title,
        about: info.about,
        is_default: is_first(info),
        seats: [*info.seats.start(), *info.seats.end()],
        games_per_match: info.games,
        simultaneous: info.simultaneous,
        turn_seconds: info.turn_seconds,
        figures: info.figures,
        tally: info.tally,
        filler: info.filler,
        player_kinds: player_kinds.into_iter().filter(|(_, has)| *has).map(|(kind, _)| kind).collect(),
        built_in: info.built_in.iter().map(|one| Named { name: one.name, about: one.about }).collect(),
        options: info.options.iter().map(describe_option).collect(),
        makers: info.makers.iter().map(|maker| maker.name).collect(),
        stages: info.stages.iter().map(|stage| stage.name).collect(),
    }
}

fn describe_option(option: &Opt) -> OptionDescription {
    let plain = OptionDescription {
        name: option.name,
        about: option.help,
        kind: "flag",
        default: None,
        least: None,
        most: None,
        choices: None,
        ending: None,
        files: None,
    };
    match &option.kind {
        Kind::Flag => plain,
        Kind::Number { least, most, usual } => OptionDescription {
            kind: "number",
            default: usual.map(|usual| usual.to_string()),
            least: Some(*least),
            most: Some(*most),
            ..plain
        },
        Kind::Choice { of, usual } => OptionDescription {
            kind: "choice",
            default: Some(usual.to_string()),
            choices: Some(*of),
            ..plain
        },
        Kind::Text { usual } => OptionDescription { kind: "text", default: Some(usual.to_string()), ..plain },
        Kind::File { ending, built_in, usual, .. } => OptionDescription {
            kind: "file",
            default: Some(usual.to_string()),
            ending: Some(*ending),
            files: Some(built_in.iter().map(|file| file.name).collect()),
            ..plain
        },
    }
}

/// Returns the descriptions of the built-in files for an option.
pub fn describe_files(game: KnownGame, option: &Opt) -> Vec<FileDescription> {
    let Kind::File { built_in, .. } = &option.kind else { return Vec::new() };
    let describe = |name: &str, text: String| describe_bytes(game, option, name, text.as_bytes());
    built_in.iter().map(|file| describe(file.name, (file.text)())).collect()
}

/// Returns the description of one file for an option, with its content.
pub fn describe_file(game: KnownGame, option: &Opt, word: &str) -> Result<FileDescription, PlayError> {
    let chosen = choose(game.info, &RawOptions::from([(option.name.to_string(), word.to_string())]))?;
    let bytes = chosen.file(option.name).map_or(&[][..], |(bytes, _)| bytes);
    let text = Some(String::from_utf8_lossy(bytes).into_owned());
    Ok(FileDescription { text, ..describe_bytes(game, option, word, bytes) })
}

fn describe_bytes(game: KnownGame, option: &Opt, name: &str, bytes: &[u8]) -> FileDescription {
    let look = (game.info.look)(option.name, bytes).unwrap_or_default();
    let about = match &option.kind {
        Kind::File { built_in, .. } => built_in.iter().find(|file| file.name == name).map(|file| file.about),
        _ => None,
    };
    FileDescription {
        name: name.to_string(),
        title: look.title,
        about,
        width: look.size.map(|(width, _)| width),
        height: look.size.map(|(_, height)| height),
        warnings: look.warnings.iter().map(|warning| warning.english()).collect(),
        text: None,
    }
}
