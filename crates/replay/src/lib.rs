//! Replays: matches recorded in files (`.wag`), written during the match and read turn by turn.
//!
//! - [`Recorder`] is the observer that writes a replay; [`Saves`] names automatic replays.
//! - [`Reader`] reads a replay of a known game, even while it is still being written; [`ReplayJson`] converts a replay
//!   of any game to JSON.
//! - [`verify()`] re-simulates a replay; [`page()`] embeds it into one HTML page.
//!
//! A file starts with the eight bytes of [`block::MAGIC`], followed by blocks. Each block has a head with its kind,
//! rounds, lengths and checksums, and a body compressed with zstd. The first block is the header (JSON), the second one
//! holds the events before round 1, and the next ones hold turns, at most 16 rounds each. Every 32 rounds a block
//! begins with a frame, so that a reader can start there. The last blocks hold the end of the match and an index. A
//! truncated file lacks at most its last block; the reader then rebuilds the index from the heads. Files are untrusted:
//! the reader limits and checks all sizes, and nothing panics.
//!
//! This module knows no specific game, no kind of player and no Python.

pub mod block;
mod call_stacks;
mod files;
#[cfg(any(test, feature = "testing", fuzzing))]
pub mod forge;
mod header;
mod overview;
mod page;
mod reader;
mod record;
mod recorder;
mod replay_json;
mod replay_text;
mod saves;
pub mod shapes;
mod source;
mod strip;
mod turns;
mod verify;

pub use block::MAGIC;
pub use files::{built_in_player, imported_files, player_of_file, sources};
pub use header::{Ended, Header, OfMatch, PlayerInfo};
pub use page::{DATA_MARK, EXACT_MAX, Template, gzip_base64, page, page_header};
pub use reader::{Blocks, Reader, Stretch};
pub use record::record;
pub use recorder::{INDEX_MAGIC, Recorder};
pub use replay_json::{ReplayJson, show_advice, show_turn};
pub use replay_text::{
    EventText, PlayerTurn, Remark, ReplayText, RoundText, RoundView, Title, TurnText, forfeit_in_words,
    marked_as_forfeit, text_replay,
};
pub use saves::{AUTOMATIC_MAX, FOLDER, Saves};
pub use source::{Shared, Source};
pub use strip::without_sources;
pub use turns::Turn;
pub use verify::{Difference, Verdict, verify};
use wag_i18n::{quote, t};

/// The number of rounds between frames; pages receive the match in chunks of this size.
pub const CHUNK_ROUNDS: u32 = 32;

/// The maximum number of rounds per block, and therefore of rounds lost when a match is killed.
pub const BLOCK_ROUNDS: u32 = 16;

/// The maximum number of rounds of a match; a file of a few bytes may claim any number.
pub const ROUNDS_MAX: u32 = 1 << 20;

/// The reason why a replay cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("{}", t!("it can't be read: %{fault}", fault = .0))]
    Read(#[from] std::io::Error),
    #[error("{}", t!("it is empty"))]
    Empty,
    #[error("{}", t!("it is no replay of Wag"))]
    Foreign,
    #[error("{}", t!(
        "it is a replay of format %{format}, which this version of Wag does not know; use the one that wrote it",
        format = .0
    ))]
    OtherFormat(u8),
    #[error("{}", t!("its beginning is damaged, and nothing can be read without it"))]
    NoHeader,
    #[error("{}", t!("it is a replay of %{game}, a game that this version of Wag does not know", game = quote(.0)))]
    UnknownGame(String),
    #[error("{}", t!("its rounds %{first} to %{last} are damaged", first = .first, last = .last))]
    Damaged { first: u32, last: u32 },
    #[error("{}", t!("the match in it has not come to its end"))]
    Unfinished,
    #[error("{}", t!("%{title} has no replays of a contest; --json and --html are for any game", title = .0))]
    NoContest(&'static str),
    #[error("{}", t!("it has no round %{round}; %{has}", round = .round, has = .has))]
    NoRound { round: u32, has: String },
}

/// Returns the chunk that contains a round.
pub fn chunk_of(round: u32) -> u32 {
    round.saturating_sub(1) / CHUNK_ROUNDS
}
