//! Replays of any game.

use super::known::{KnownGame, find};
use super::packed_game::unpacked;
use super::python_game::{self, PythonGame, Rules};
use serde::Deserialize;
use serde_json::Value;
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_core::game::{FrameArrays, Game, Playable, Seat};
use wag_core::text::printable;
use wag_i18n::{Message, message};
use wag_replay::{
    Blocks, GameText, Header, Reader, RecordedLosses, ReplayError, ReplayJson, ReplayText, Source, sha256,
};

/// Opens a replay, and returns its blocks and its game.
pub fn open_replay(source: impl Source + 'static) -> Result<(KnownGame, Blocks), ReplayError> {
    let blocks = Blocks::open(Box::new(source))?;
    let game = game_of(&blocks.header)?;
    Ok((game, blocks))
}

/// Returns the game of a replay. If the replay contains the game's files, they become available for playing it again.
fn game_of(header: &Header) -> Result<KnownGame, ReplayError> {
    if header.game != PythonGame::NAME {
        return find(&header.game).ok_or_else(|| ReplayError::UnknownGame(header.game.clone()));
    }
    let setup = python_game::Setup::deserialize(&header.setup).map_err(|_| ReplayError::NoHeader)?;
    let game = header.game_file.as_ref().map(|file| unpacked(setup.rules.stored.clone(), file));
    Ok(game.and_then(report_damage).unwrap_or(KnownGame { info: setup.rules.info() }))
}

/// Warns about game files that cannot be used. The replay can be shown without them.
fn report_damage(game: Result<KnownGame, Message>) -> Option<KnownGame> {
    game.inspect_err(|err| log::warn!("{}", err.translated())).ok()
}

/// Returns the setup of a recorded match of a game file with the rules of another game file.
pub fn setup_with_rules(header: &Header, game: KnownGame) -> Result<Value, Message> {
    let rules = Rules::of_info(game.info).filter(|_| header.game == PythonGame::NAME);
    let Some(rules) = rules else {
        return Err(message!(
            "only the rules of a game in a Python file can be replaced, by those of another such file"
        ));
    };
    let mut setup = header.setup.clone();
    setup["rules"] = serde_json::to_value(&rules.stored).unwrap_or_default();
    // The board may have another size today.
    setup["board"] = Value::Null;
    Ok(setup)
}

/// Returns the names of the files of a recorded game that have changed since: those in the first of these folders that
/// has the game file. Returns none if no folder has it.
pub fn changed_game_files(header: &Header, folders: &[PathBuf]) -> Vec<String> {
    let Some(game) = &header.game_file else { return Vec::new() };
    let hash = |folder: &Path, name: &str| {
        let bytes = files::read_beneath(folder, Path::new(name), python_game::FILE_MAX).ok()?;
        Some(sha256(String::from_utf8_lossy(&bytes).as_bytes()))
    };
    let Some(folder) = folders.iter().find(|folder| hash(folder, &game.word).is_some()) else {
        return Vec::new();
    };
    let has_changed = |file: &&GameText| hash(folder, &file.name).is_none_or(|own| own != file.sha256);
    game.files.iter().filter(has_changed).map(|file| printable(&file.name)).collect()
}

/// Opens a replay of any game, for the pages.
pub fn json_replay(source: impl Source + 'static) -> Result<Box<dyn ReplayJson>, ReplayError> {
    let (game, blocks) = open_replay(source)?;
    json_replay_of(game, blocks)
}

/// Returns the contents of an opened replay, for the pages.
pub fn json_replay_of(game: KnownGame, blocks: Blocks) -> Result<Box<dyn ReplayJson>, ReplayError> {
    with_game!(game, G => Ok(Box::new(Reader::<G>::of(blocks)?)))
}

/// Opens a replay of any game, for terminals.
pub fn text_replay(source: impl Source + 'static) -> Result<Box<dyn ReplayText>, ReplayError> {
    let (game, blocks) = open_replay(source)?;
    with_game!(game, G => Ok(wag_replay::text_replay(Reader::<G>::of(blocks)?)))
}

/// Reads a replay for the losses of one player; `None` if the game does not explain losses.
pub fn recorded_losses(
    game: KnownGame,
    blocks: Blocks,
    seat: Seat,
) -> Result<Option<Box<dyn RecordedLosses>>, ReplayError> {
    with_game!(game, G => wag_replay::recorded_losses(&Reader::<G>::of(blocks)?, seat))
}

/// Returns the orders that are worth trying for a seat in a round of a replay, each with its name, encoded as
/// [`plain::write`](wag_core::game::plain::write) does; none if they are too many.
pub fn alternatives(
    game: KnownGame,
    blocks: Blocks,
    seat: Seat,
    round: u32,
) -> Result<Vec<(&'static str, Vec<u8>)>, ReplayError> {
    with_game!(game, G => wag_replay::alternatives(&Reader::<G>::of(blocks)?, seat, round))
}

/// Returns a copy of a replay without what belongs to the players of some seats. Returns an error if anything in it cannot
/// be read.
pub fn redacted(
    source: impl Source + 'static,
    redaction: &wag_replay::Redaction,
) -> Result<Vec<u8>, ReplayError> {
    let (game, blocks) = open_replay(source)?;
    with_game!(game, G => redaction.apply(&Reader::<G>::of(blocks)?))
}

/// Returns the positions after all rounds of a replay as arrays. Returns an error if any round cannot be read.
pub fn frame_arrays(source: impl Source + 'static) -> Result<FrameArrays, ReplayError> {
    let (game, blocks) = open_replay(source)?;
    with_game!(game, G => Reader::<G>::of(blocks)?.frame_arrays())
}

/// Converts a replay to the format of the contest that its game comes from.
pub fn contest_replay(source: impl Source + 'static) -> Result<String, ReplayError> {
    let (game, blocks) = open_replay(source)?;
    with_game!(game, G => contest_replay_of::<G>(blocks))
}

fn contest_replay_of<G: Playable>(blocks: Blocks) -> Result<String, ReplayError> {
    let contest = G::CONTEST.ok_or(ReplayError::NoContest(G::INFO.title))?;
    Ok((contest.write)(&wag_replay::record(&Reader::<G>::of(blocks)?)?))
}
