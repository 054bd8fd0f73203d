//! What a program may use up.

use crate::worker::output::KEPT_PER_TURN;
use crate::worker::protocol::Bounds;
use std::time::Duration;

const MIB: u64 = 1 << 20;

/// The limits of one program; `None` where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For a turn.
    pub turn_time: Option<Duration>,
    /// For all of its turns in a game together.
    pub game_time: Option<Duration>,
    /// How much of what it prints in a turn is kept, in bytes.
    pub turn_output: usize,
    /// The same for the whole game.
    pub game_output: u64,
    /// How many processes it may have at once.
    pub processes: usize,
    /// For each of its processes; of the length of files follows what its folder may hold.
    pub bounds: Bounds,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            turn_time: Some(Duration::from_secs(60)),
            game_time: None,
            turn_output: KEPT_PER_TURN,
            game_output: 64 * MIB,
            processes: 64,
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

impl Limits {
    /// As much as it takes; the sandbox is another matter. What is kept of a turn's output always has a measure.
    pub fn unlimited() -> Limits {
        let bounds = Bounds { memory: None, open_files: None, file_size: None, ..Limits::default().bounds };
        Limits { turn_time: None, game_output: u64::MAX, processes: usize::MAX, bounds, ..Limits::default() }
    }
}
