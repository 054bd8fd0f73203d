//! What a player may use up.

use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use wag_core::game::ways::Times;
use wag_i18n::message;

/// So much of what an AI prints in one turn is kept; the rest is counted.
pub const KEPT_PER_TURN: usize = 1 << 20;

const MIB: u64 = 1 << 20;

/// What the system holds an AI's process to; `None` where there is no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The address space, in bytes.
    pub memory: Option<u64>,
    pub open_files: Option<u64>,
    /// The longest file, in bytes.
    pub file_size: Option<u64>,
    /// Threads besides the one that plays.
    pub threads: u32,
    /// Whether the AI is kept from files, programs and the network.
    pub confined: bool,
}

/// The limits of one player; `None` where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For a turn.
    pub turn_time: Option<Duration>,
    /// For all turns of a game together.
    pub game_time: Option<Duration>,
    /// For compiling and checking the files of a player in Python, and for a client to come.
    pub start_time: Option<Duration>,
    /// How long a program may go on when the match is over for it.
    pub end_wait: Duration,
    /// How much of what it prints in a turn is kept, in bytes; never more than [`KEPT_PER_TURN`].
    pub turn_output: usize,
    /// The same for the whole game.
    pub game_output: u64,
    /// The folder in which what programs write is kept when their game is over.
    pub keep_files: Option<PathBuf>,
    /// How many processes a program may have at once.
    pub processes: usize,
    /// How many players think at the same time, where several are to move.
    pub at_once: usize,
    /// Whether programs and persistent Python files may compute in the turns of others.
    pub pondering: bool,
    /// Whether a player in Python begins each turn in a new process.
    pub fresh_process: bool,
    /// For each of its processes; of the length of files follows what its folder may hold.
    pub bounds: Bounds,
    /// Whether nobody plays where the system lacks something that confines players.
    pub sandbox_required: bool,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            turn_time: Some(Duration::from_secs(5)),
            game_time: None,
            start_time: Some(Duration::from_secs(20)),
            end_wait: Duration::ZERO,
            turn_output: KEPT_PER_TURN,
            game_output: 64 * MIB,
            keep_files: None,
            processes: 64,
            at_once: usize::MAX,
            pondering: false,
            fresh_process: false,
            bounds: Bounds {
                memory: Some(1024 * MIB),
                open_files: Some(256),
                file_size: Some(16 * MIB),
                threads: 0,
                confined: true,
            },
            sandbox_required: false,
        }
    }
}

impl Limits {
    /// As players are told them.
    pub fn times(&self) -> Times {
        let told = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
        Times { start: told(self.start_time), turn: told(self.turn_time) }
    }

    /// All of them, for the log of the engine.
    pub fn in_words(&self) -> String {
        let time = |limit: Option<Duration>| {
            limit.map_or_else(|| "none".to_string(), |limit| format!("{} s", limit.as_secs_f64()))
        };
        let size = |limit: Option<u64>| {
            limit.map_or_else(|| "none".to_string(), |limit| format!("{} MB", limit / MIB))
        };
        let files = self.bounds.open_files.map_or_else(|| "none".to_string(), |count| count.to_string());
        format!(
            "turn {}, game {}, start {}, memory {}, open files {files}, file size {}, threads {}",
            time(self.turn_time),
            time(self.game_time),
            time(self.start_time),
            size(self.bounds.memory),
            size(self.bounds.file_size),
            self.bounds.threads
        )
    }

    /// Whether a player may play where the system lacks this, in sentences; else why not.
    pub fn accept(&self, missing: &[String]) -> io::Result<()> {
        if !self.sandbox_required || missing.is_empty() {
            return Ok(());
        }
        let missing = missing.join(". ");
        Err(io::Error::other(message!(
            "the whole sandbox is required (--require-sandbox), and something is missing: %{missing}. `wag doctor` says what to do",
            missing
        )
        .into_error()))
    }

    /// For an AI whose time is looked at, which takes several times as long.
    pub fn for_profiles(&self) -> Limits {
        const SLOWER: u32 = 20;
        Limits {
            turn_time: self.turn_time.map(|time| time * SLOWER),
            game_time: self.game_time.map(|time| time * SLOWER),
            ..self.clone()
        }
    }

    /// As much as it takes, with the same threads and processes and the same sandbox.
    pub fn lifted(&self) -> Limits {
        let free = Limits::unlimited();
        let (threads, confined) = (self.bounds.threads, self.bounds.confined);
        let keep_files = self.keep_files.clone();
        let (at_once, end_wait, pondering, fresh_process, sandbox_required) =
            (self.at_once, self.end_wait, self.pondering, self.fresh_process, self.sandbox_required);
        Limits {
            bounds: Bounds { threads, confined, ..free.bounds },
            at_once,
            end_wait,
            keep_files,
            pondering,
            fresh_process,
            sandbox_required,
            ..free
        }
    }

    /// As much as it takes; the sandbox is another matter. What is kept of a turn's output always has a measure.
    pub fn unlimited() -> Limits {
        let usual = Limits::default();
        let bounds = Bounds { memory: None, open_files: None, file_size: None, ..usual.bounds };
        Limits {
            turn_time: None,
            start_time: None,
            game_output: u64::MAX,
            processes: usize::MAX,
            bounds,
            ..usual
        }
    }
}
