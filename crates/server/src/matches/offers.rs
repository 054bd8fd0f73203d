//! The choices that the pages offer for any game: players, options and challenges, and which of them are locked.

use crate::folder::check_inside;
use crate::work::{given, given_words};
use crate::workspace::Workspace;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use wag_core::game::{GameInfo, Kind, Opt as GameOption, Unlockable};
use wag_games::{KnownGame, ListedGame, Origin, file_in_word, find, first, listed_games, word_of};
use wag_i18n::{Message, PageText, message, quote};
use wag_ladder::locks::locked;
use wag_ladder::unlockables::prizes;
use wag_ladder::{Progress, StageNumber, UserProgress};
use wag_play::{
    LIMIT_FIELDS, LimitField, PERSON, PlayError, RawOptions, Unit, choose, read_text_file, user_error,
};

/// The players, options and stages of one game that a user can choose.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    /// The word that opens the game.
    pub game: String,
    pub title: &'static str,
    pub about: &'static str,
    pub seats: Seats,
    /// The name of the built-in player that takes empty seats; `None` if the game has none.
    pub filler: Option<&'static str>,
    /// The player spec of a human player; `None` if the game does not allow one.
    pub person: Option<&'static str>,
    pub built_in: Vec<BuiltIn>,
    pub options: Vec<Opt>,
    pub limits: Vec<LimitChoice>,
    pub stages: Vec<Stage>,
}

/// The allowed range of the number of players.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seats {
    pub least: usize,
    pub most: usize,
}

/// A built-in player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuiltIn {
    pub name: &'static str,
    pub about: &'static str,
    /// A sentence that says how to unlock the player; `None` if it is unlocked.
    pub locked: Option<String>,
}

/// An option of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opt {
    pub name: &'static str,
    pub help: &'static str,
    #[serde(flatten)]
    pub kind: OptKind,
}

/// A limit of each player that the user can change.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LimitChoice {
    pub name: String,
    #[cfg_attr(test, ts(type = "Text"))]
    pub help: PageText,
    pub least: f64,
    pub most: f64,
    /// True if the value has no fraction.
    pub is_whole: bool,
}

/// The type of an option's value.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OptKind {
    Number {
        least: u64,
        most: u64,
        usual: Option<u64>,
    },
    Choice {
        of: &'static [&'static str],
        usual: &'static str,
    },
    Flag,
    Text {
        usual: &'static str,
    },
    File {
        ending: &'static str,
        usual: &'static str,
        absent: Option<&'static str>,
        files: Vec<File>,
        preview: bool,
    },
}

/// A value for an option that takes a file: a built-in file, a file in the working folder, or no file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct File {
    pub name: String,
    pub title: String,
    pub about: &'static str,
    /// The width and the height of the board, in squares; `None` if the file has no board.
    pub size: Option<(u32, u32)>,
    pub locked: Option<String>,
}

/// A stage of the ladder.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stage {
    pub name: &'static str,
    pub opponents: &'static [&'static str],
    pub options: BTreeMap<String, String>,
    pub wins: u32,
    pub wins_needed: u32,
    /// The state of the stage: `current`, `mastered` or `locked`.
    pub state: &'static str,
    /// A text that says what the learner unlocks by mastering the stage.
    pub unlock: String,
}

/// Returns the game that a page names: one of the list, or a game file in the working folder. An empty name stands for
/// the default game.
pub fn game(workspace: &Workspace, name: &str) -> Result<KnownGame, PlayError> {
    if name.is_empty() {
        return Ok(first());
    }
    if workspace.is_hosted {
        let unknown = || PlayError::UserError(message!("there is no game %{game} here", game = quote(name)));
        return given(name).ok_or_else(unknown);
    }
    check_inside(&workspace.folder, file_in_word(name))?;
    KnownGame::open(name, &workspace.folder).map_err(PlayError::UserError)
}

/// A game in a Python file that a page can choose.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OfferedGame {
    /// The word that opens the game.
    pub word: String,
    /// The name of its class.
    pub class: String,
    /// Where it comes from: the working `folder`, the folders of `games` in `WAG_GAMES`, or the `course`.
    #[cfg_attr(test, ts(type = "\"folder\" | \"games\" | \"course\""))]
    pub origin: Origin,
}

/// Returns the games in Python files. Opens none of them.
pub fn games(workspace: &Workspace) -> Vec<OfferedGame> {
    if workspace.is_hosted {
        let class = |word: &str| find(word)?.info.file.map(|file| file.class.clone());
        let offered = given_words()
            .into_iter()
            .filter_map(|word| Some(OfferedGame { class: class(&word)?, word, origin: Origin::Games }));
        return offered.collect();
    }
    let listed = listed_games(&workspace.folder).into_iter();
    // A link to a file elsewhere is refused when it is opened.
    let is_open = |game: &ListedGame| {
        game.origin != Origin::Folder || check_inside(&workspace.folder, file_in_word(&game.word)).is_ok()
    };
    let offered =
        listed.filter(is_open).map(|ListedGame { word, class, origin }| OfferedGame { word, class, origin });
    offered.collect()
}

/// Returns the extensions of the files that the editor can open beside Python files. There are none if the game's file
/// cannot be opened, so that its mistake can be mended.
pub fn editable_endings(workspace: &Workspace, name: &str) -> Vec<&'static str> {
    find(name).map(Ok).unwrap_or_else(|| game(workspace, name)).map_or(Vec::new(), |game| endings(game.info))
}

/// Returns the extensions of the files that the game's options accept.
pub fn endings(info: &GameInfo) -> Vec<&'static str> {
    let ending = |option: &GameOption| match option.kind {
        Kind::File { ending, .. } => Some(ending),
        _ => None,
    };
    info.options.iter().filter_map(ending).collect()
}

/// Returns all choices for a game. Each locked choice says how to unlock it.
pub fn offer(workspace: &Workspace, game: KnownGame, files: &[String]) -> Offer {
    let info = game.info;
    // If the progress cannot be read, the user starts without progress, as on the ladder.
    let progress = UserProgress::of(info, workspace.warn)
        .progress()
        .unwrap_or_else(|_| Progress::new(wag_ladder::of(info)));
    let built_in = info.built_in.iter().map(|player| BuiltIn {
        name: player.name,
        about: player.about,
        locked: locked(info, Unlockable::Player(player.name), &progress),
    });
    let own = Own { folder: &workspace.folder, files };
    let place = info.place_option().map(|option| option.name);
    let options = info.options.iter().map(|option| Opt {
        name: option.name,
        help: option.help,
        kind: kind(game, option, &own, place == Some(option.name), &progress),
    });
    Offer {
        game: word_of(info),
        title: info.title,
        about: info.about,
        seats: Seats { least: *info.seats.start(), most: info.most() },
        filler: info.filler,
        person: info.protocols.person.then_some(PERSON),
        built_in: built_in.collect(),
        options: options.collect(),
        limits: LIMIT_FIELDS.iter().map(limit_choice).collect(),
        stages: wag_ladder::of(info).all().map(|number| stage(number, &progress)).collect(),
    }
}

fn limit_choice(field: &LimitField) -> LimitChoice {
    let scale = if field.unit == Unit::Seconds { 1000.0 } else { 1.0 };
    LimitChoice {
        name: field.key(),
        help: PageText(Message::new(field.help, [])),
        least: *field.range.start() as f64 / scale,
        most: *field.range.end() as f64 / scale,
        is_whole: field.unit != Unit::Seconds,
    }
}

/// The files in the user's folder that the user can choose as values of options.
struct Own<'a> {
    folder: &'a Path,
    files: &'a [String],
}

fn kind(game: KnownGame, option: &GameOption, own: &Own<'_>, preview: bool, progress: &Progress) -> OptKind {
    match option.kind {
        Kind::Number { least, most, usual } => OptKind::Number { least, most, usual },
        Kind::Choice { of, usual } => OptKind::Choice { of, usual },
        Kind::Flag => OptKind::Flag,
        Kind::Text { usual } => OptKind::Text { usual },
        Kind::File { ending, built_in, usual, absent, .. } => {
            let known = built_in.iter().map(|file| {
                let locked = locked(game.info, Unlockable::File(option.name, file.name), progress);
                described(game, option.name, file.name, (file.text)().as_bytes(), file.about, locked)
            });
            let none = absent.map(|(name, title)| File {
                name: name.to_string(),
                title: title.to_string(),
                about: "",
                size: None,
                locked: None,
            });
            // If a file is invalid, the user gets the error after choosing it.
            let files = own.files.iter().filter(|file| file.ends_with(&format!(".{ending}")));
            let own = files.filter_map(|file| own_file(game, option.name, own.folder, file));
            let files = none.into_iter().chain(known.flatten()).chain(own).collect();
            OptKind::File { ending, usual, absent: absent.map(|(name, _)| name), files, preview }
        }
    }
}

fn own_file(game: KnownGame, option: &str, folder: &Path, file: &str) -> Option<File> {
    check_inside(folder, file).ok()?;
    let path = folder.join(file);
    // Opening a pipe would block.
    let bytes = path.metadata().ok()?.is_file().then(|| read_text_file(&path).ok())??;
    described(game, option, file, &bytes, "", None)
}

fn described(
    game: KnownGame,
    option: &str,
    name: &str,
    bytes: &[u8],
    about: &'static str,
    locked: Option<String>,
) -> Option<File> {
    let look = (game.info.look)(option, bytes).ok()?;
    let title = if look.title.is_empty() { name.to_string() } else { look.title };
    Some(File { name: name.to_string(), title, about, size: look.size, locked })
}

fn stage(number: StageNumber, progress: &Progress) -> Stage {
    let stage = number.stage();
    Stage {
        name: stage.name,
        opponents: stage.opponents,
        options: wag_ladder::stage_options(number),
        wins: progress.of(number).wins.min(stage.wins_needed),
        wins_needed: stage.wins_needed,
        state: progress.state(number).word(),
        unlock: prizes(number),
    }
}

/// Returns an error if an option names a file outside the working folder.
pub fn check_options(info: &GameInfo, folder: &Path, options: &RawOptions) -> Result<(), PlayError> {
    for option in info.options {
        if let (Kind::File { built_in, .. }, Some(word)) = (&option.kind, options.get(option.name))
            && !built_in.iter().any(|file| file.name == word)
        {
            check_inside(folder, word)?;
        }
    }
    Ok(())
}

/// Returns the preview of a file that can be chosen for an option. It shows nothing that depends on a random seed.
pub fn scene(game: KnownGame, folder: &Path, option: &str, file: &str) -> Result<Value, PlayError> {
    if !matches!(game.info.option(option), Some(GameOption { kind: Kind::File { .. }, .. })) {
        return user_error(message!(
            "%{title} has no option %{option} that takes a file",
            title = message!(game.info.title),
            option = quote(option)
        ));
    }
    let words = RawOptions::from_iter([(option.to_string(), file.to_string())]);
    check_options(game.info, folder, &words)?;
    let game_options = choose(game.info, &words)?;
    let mut scene = wag_games::scene(game, &game_options)?;
    if game_options.file(option).is_none() {
        scene["preview"] = Value::Null;
    }
    Ok(scene)
}
