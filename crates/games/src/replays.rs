//! Replays of any game.

use super::known::{KnownGame, find};
use wag_core::game::{FrameArrays, Playable};
use wag_replay::{Blocks, Reader, ReplayError, ReplayJson, ReplayText, Source};

/// Opens a replay, and returns its blocks and its game.
pub fn open_replay(source: impl Source + 'static) -> Result<(KnownGame, Blocks), ReplayError> {
    let blocks = Blocks::open(Box::new(source))?;
    let name = &blocks.header.game;
    let game = find(name).ok_or_else(|| ReplayError::UnknownGame(name.clone()))?;
    Ok((game, blocks))
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
