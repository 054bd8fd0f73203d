//! What an AI may use up.

use crate::worker::output::KEPT_PER_TURN;
use crate::worker::protocol::Bounds;
use std::time::Duration;

/// The limits of one AI; `None` where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For a turn.
    pub turn_time: Option<Duration>,
    /// For all turns of a match together.
    pub game_time: Option<Duration>,
    /// For compiling and checking its files.
    pub start_time: Option<Duration>,
    /// How much of what it prints in a turn is kept, in bytes; never more than [`KEPT_PER_TURN`].
    pub turn_output: usize,
    /// The same for the whole match.
    pub match_output: u64,
    pub bounds: Bounds,
}

const MIB: u64 = 1 << 20;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            turn_time: Some(Duration::from_secs(5)),
            game_time: None,
            start_time: Some(Duration::from_secs(20)),
            turn_output: KEPT_PER_TURN,
            match_output: 64 * MIB,
            bounds: Bounds {
                memory: Some(1024 * MIB),
                open_files: Some(256),
                file_size: Some(16 * MIB),
                threads: 0,
                confined: true,
            },
        }
    }
}
