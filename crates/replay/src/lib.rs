//! Replays: a match in a file (`.wag`), written while it is played, read by turn.
//!
//! - [`Recorder`] is the observer that writes one; [`Saves`] gives automatic ones their names.
//! - [`Reader`] reads one of a known game, also while it is still growing; [`ReplayJson`] shows any game's as JSON.
//! - [`verify()`] plays it again; [`page()`] puts it into one HTML page.
//!
//! The file: eight bytes of [`block::MAGIC`], then blocks. Each has a head with its kind, its rounds, its lengths and
//! checksums, and a body in zstd. First the header (JSON), then what happened before round 1, then turns in blocks of at
//! most 16 rounds; every 32 rounds one begins with a frame, so that nothing before it need be read. At the end comes how
//! the match ended, and an index. A file that breaks off lacks at most its last block; the index is then made from the
//! heads. What is read is a stranger's: everything is measured and checked, nothing panics, and no length is believed.
//!
//! Nothing here knows a game by name, a player's kind, or Python.

pub mod block;
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
mod ways;

pub use block::MAGIC;
pub use files::{built_in_player, imported_files, player_of_file, sources};
pub use header::{Ended, Header, OfMatch, PlayerInfo};
pub use page::{DATA_MARK, EXACT_MAX, Template, gzip_base64, page, page_header};
pub use reader::{Blocks, Reader, Stretch};
pub use record::record;
pub use recorder::{INDEX_MAGIC, Recorder};
pub use replay_json::{ReplayJson, show_advice, show_turn};
pub use replay_text::{
    EventText, Moment, Remark, ReplayText, RoundText, Title, TurnText, Voice, forfeit_in_words,
    marked_as_forfeit, tape,
};
pub use saves::{FOLDER, KEPT, Saves};
pub use source::{Shared, Source};
pub use strip::without_sources;
pub use turns::Turn;
pub use verify::{Difference, Verdict, verify};
use wag_i18n::{quote, t};

/// A frame comes every so many rounds; pages get the match in chunks of these.
pub const CHUNK_ROUNDS: u32 = 32;

/// So many rounds at most are lost when a match is killed.
pub const BLOCK_ROUNDS: u32 = 16;

/// No match has more rounds: a file of a few bytes may say that it has.
pub const ROUNDS_MAX: u32 = 1 << 20;

/// Why a replay can't be read.
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

/// The chunk that a round belongs to.
pub fn chunk_of(round: u32) -> u32 {
    round.saturating_sub(1) / CHUNK_ROUNDS
}
