//! The choices that `wag client` offers for any game: players, options and challenges, and which of them are locked.

use super::super::answer::user_error;
use crate::cli::progress::warn;
use serde_json::Value;
use std::path::Path;
use wag_core::game::GameInfo;
use wag_core::game::{Kind, Opt, Unlockable};
use wag_games::{KnownGame, find, first};
use wag_i18n::{quote, t};
use wag_ladder::UserProgress;
use wag_ladder::locks::locked;
use wag_ladder::unlockables::prizes;
use wag_ladder::{Progress, StageNumber};
use wag_play::choose;
use wag_play::{PERSON, RawOptions, read_text_file};
use wag_server::check_inside;
use wag_server::host;
use wag_server::host::{BuiltIn, File, MatchRequest, Offer, OptKind, Seats, Stage};

/// Returns the game that a page names; an empty name stands for the default game.
pub fn game(name: &str) -> anyhow::Result<KnownGame> {
    match name {
        "" => Ok(first()),
        name => find(name)
            .map_or_else(|| user_error(t!("the client has no game named %{name}", name = quote(name))), Ok),
    }
}

/// Returns the extensions of the files that the game's options accept.
pub fn endings(info: &GameInfo) -> Vec<&'static str> {
    let ending = |option: &Opt| match option.kind {
        Kind::File { ending, .. } => Some(ending),
        _ => None,
    };
    info.options.iter().filter_map(ending).collect()
}

/// Returns all choices for a game. Each locked choice says how to unlock it.
pub fn offer(game: KnownGame, folder: &Path, files: &[String]) -> Offer {
    let info = game.info;
    // If the progress cannot be read, the user starts without progress, as on the ladder.
    let progress =
        UserProgress::of(info, warn).progress().unwrap_or_else(|_| Progress::new(wag_ladder::of(info)));
    let built_in = info.built_in.iter().map(|player| BuiltIn {
        name: player.name,
        about: player.about,
        locked: locked(info, Unlockable::Player(player.name), &progress),
    });
    let own = Own { folder, files };
    let place = info.place_option().map(|option| option.name);
    let options = info.options.iter().map(|option| host::Opt {
        name: option.name,
        help: option.help,
        kind: kind(game, option, &own, place == Some(option.name), &progress),
    });
    Offer {
        game: info.name,
        title: info.title,
        about: info.about,
        seats: Seats { least: *info.seats.start(), most: info.most() },
        filler: info.filler,
        person: info.protocols.person.then_some(PERSON),
        built_in: built_in.collect(),
        options: options.collect(),
        stages: wag_ladder::of(info).all().map(|number| stage(number, &progress)).collect(),
    }
}

/// The files in the user's folder that the user can choose as values of options.
struct Own<'a> {
    folder: &'a Path,
    files: &'a [String],
}

fn kind(game: KnownGame, option: &Opt, own: &Own<'_>, preview: bool, progress: &Progress) -> OptKind {
    match option.kind {
        Kind::Number { least, most, usual } => OptKind::Number { least, most, usual },
        Kind::Choice { of, usual } => OptKind::Choice { of, usual },
        Kind::Flag => OptKind::Flag,
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

/// Returns the match that a page suggests first. Its players are those that the game suggests, except that the user's
/// own player takes the first seat.
pub fn standard(info: &GameInfo, files: &[String]) -> MatchRequest {
    let mut players: Vec<String> = info.suggested.iter().map(|player| player.to_string()).collect();
    let named = info.own_player().and_then(|own| files.iter().find(|file| *file == own));
    if let (Some(first), Some(own)) = (players.first_mut(), named.or(files.first()))
        && first != PERSON
    {
        *first = own.clone();
    }
    let usual = |option: &Opt| match option.kind {
        Kind::Number { usual, .. } => usual.map(|number| number.to_string()),
        Kind::Choice { usual, .. } | Kind::File { usual, .. } => Some(usual.to_string()),
        Kind::Flag => None,
    };
    let options = info.options.iter().filter_map(|option| Some((option.name.to_string(), usual(option)?)));
    MatchRequest {
        game: info.name.to_string(),
        players,
        options: options.collect(),
        seed: None,
        challenge: None,
        fork: None,
    }
}

/// Returns an error if an option names a file outside the working folder.
pub fn check_options(info: &GameInfo, folder: &Path, options: &RawOptions) -> anyhow::Result<()> {
    for option in info.options {
        if let (Kind::File { built_in, .. }, Some(word)) = (&option.kind, options.get(option.name))
            && !built_in.iter().any(|file| file.name == word)
        {
            check_inside(folder, word).or_else(user_error)?;
        }
    }
    Ok(())
}

/// Returns the preview of a file that can be chosen for an option. It shows nothing that depends on a random seed.
pub fn scene(game: KnownGame, folder: &Path, option: &str, file: &str) -> anyhow::Result<Value> {
    if !matches!(game.info.option(option), Some(Opt { kind: Kind::File { .. }, .. })) {
        return user_error(t!(
            "%{title} has no option %{option} that takes a file",
            title = t!(game.info.title),
            option = quote(option)
        ));
    }
    let words = RawOptions::from_iter([(option.to_string(), file.to_string())]);
    check_options(game.info, folder, &words)?;
    let game_options = choose(game.info, &words)?;
    let mut scene = wag_games::scene(game, &game_options).map_err(wag_play::PlayError::from)?;
    if game_options.file(option).is_none() {
        scene["preview"] = Value::Null;
    }
    Ok(scene)
}
