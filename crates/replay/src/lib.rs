//! Replays: matches recorded in files (`.wag`), written during the match and read turn by turn.
//!
//! - [`Recorder`] is the observer that writes a replay; [`Saves`] names automatic replays.
//! - [`Reader`] reads a replay of a known game, even while it is still being written; [`ReplayJson`] converts a replay
//!   of any game to JSON.
//! - [`verify()`] re-simulates a replay; [`page()`] embeds it into one HTML page.
//!
//! A file starts with the eight bytes of [`block::MAGIC`], followed by blocks. Each block has a block header with its
//! kind, rounds, lengths and checksums, and a body compressed with zstd. The first block is the header of the file
//! (JSON), the second one holds the events before round 1, and the next ones hold turns, at most 16 rounds each. Every
//! 32 rounds a block begins with a frame, so that a reader can start there. The last blocks hold the end of the match
//! and an index. A truncated file lacks at most its last block; the reader then rebuilds the index from the block
//! headers. Files are untrusted: the reader limits and checks all sizes, and nothing panics.
//!
//! This module knows no specific game, no kind of player and no Python.

pub mod block;
mod call_stacks;
mod explain;
mod files;
#[cfg(any(test, feature = "testing", fuzzing))]
pub mod forge;
mod hash;
mod header;
mod json_types;
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
mod sources;
mod strip;
mod turns;
mod verify;

pub use block::MAGIC;
pub use explain::{
    Amount, COMMON_COUNTS, COMMON_LABELS, Count, Curve, Decision, FigureAccount, MatchExplanation, Moment,
    MomentKind, Phrase, PlayerAccounts, RecordedLosses, alternatives, recorded_losses,
};
pub use files::{
    built_in_player, data_hashes, helper_hashes, imported_files, path_below, player_of_file,
    player_of_python_file, sources,
};
pub use hash::sha256;
pub use header::{
    Ended, ForkOrigin, GAME_TEXTS_MAX, GameFileInfo, GameText, Header, OfMatch, PlayerInfo, PlayerKind,
    Unrepeatable,
};
pub use json_types::{
    EXACT_MAX, JsonAdvice, JsonChunk, JsonCurves, JsonFault, JsonGameFile, JsonHeader, JsonMark, JsonNotice,
    JsonOrder, JsonOrders, JsonOverview, JsonPlayer, JsonRefusal, JsonReport, JsonSource, JsonTurn, SeedJson,
    Texts,
};
pub use page::{DATA_MARK, Template, gzip_base64, page, page_header};
pub use reader::{Blocks, Reader, Stretch};
pub use record::record;
pub use recorder::{Closing, INDEX_MAGIC, Recorder, Redaction};
pub use replay_json::{ReplayJson, show_advice, show_turn};
pub use replay_text::{
    EventText, PlayerTurn, Remark, ReplayText, RoundText, RoundView, Title, TurnText, forfeit_in_words,
    marked_as_forfeit, text_replay,
};
pub use saves::{FOLDER, Saves, keep_automatic};
pub use source::{Shared, Source};
pub use sources::{bounded_sources, of_seat as sources_of};
pub use strip::without_sources;
pub use turns::Turn;
pub use verify::{Difference, Verdict, resimulate, resimulate_with, verify, verify_with};
use wag_i18n::{quote, t};

/// The number of rounds between frames, which is also the number of rounds in the chunks that pages receive.
pub const CHUNK_ROUNDS: u32 = 32;

/// The maximum number of rounds per block, which is also the number of rounds that can be lost when a match is killed.
pub const BLOCK_ROUNDS: u32 = 16;

/// The maximum number of rounds of a match. Without it, a file of a few bytes could claim any number.
pub const ROUNDS_MAX: u32 = 1 << 20;

/// The reason why a replay cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("{}", t!("it cannot be read: %{fault}", fault = .0))]
    Read(#[from] std::io::Error),
    #[error("{}", t!("the file is empty"))]
    Empty,
    #[error("{}", t!("the file is not a Wag replay"))]
    Foreign,
    #[error("{}", t!(
        "the replay has format %{format}, which this version of Wag does not support; use the version that wrote it",
        format = .0
    ))]
    OtherFormat(u8),
    #[error("{}", t!("the beginning of the replay is damaged, so nothing can be read from it"))]
    NoHeader,
    #[error("{}", t!("the replay is of %{game}, a game that this version of Wag does not have", game = quote(.0)))]
    UnknownGame(String),
    #[error("{}", t!("rounds %{first} to %{last} of the replay are damaged", first = .first, last = .last))]
    Damaged { first: u32, last: u32 },
    #[error("{}", t!("the end of the replay is damaged, so the result of the match is missing"))]
    DamagedEnd,
    #[error("{}", t!("the positions of the match take more than 4 GiB of memory"))]
    TooLarge,
    #[error("{}", t!("the match in the replay is not finished"))]
    Unfinished,
    #[error("{}", t!("%{title} has no contest replay format; --json and --html work for every game", title = .0))]
    NoContest(&'static str),
    #[error("{}", t!("the replay has no round %{round}; %{has}", round = .round, has = .has))]
    NoRound { round: u32, has: String },
}

/// Returns the chunk that contains a round.
pub fn chunk_of(round: u32) -> u32 {
    round.saturating_sub(1) / CHUNK_ROUNDS
}
