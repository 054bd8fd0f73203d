//! Limits on the resources of a player.

use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::time::Duration;
use wag_core::game::protocols::Times;
use wag_i18n::message;

/// The maximum number of bytes of output that are stored per turn. Bytes beyond it are only counted.
pub const KEPT_PER_TURN: usize = 1 << 20;

const MIB: u64 = 1 << 20;

/// The limits that the system enforces on an AI's process. `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bounds {
    /// The maximum address space, in bytes.
    pub memory: Option<u64>,
    pub open_files: Option<u64>,
    /// The maximum size of a file, in bytes.
    pub file_size: Option<u64>,
    /// The maximum number of threads besides the main thread.
    pub threads: u32,
    /// True if the sandbox restricts the AI's access to files, programs and the network.
    pub confined: bool,
}

/// The limits of one player. `None` means no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The time limit of a turn.
    pub turn_time: Option<Duration>,
    /// The time limit for all turns of a game together.
    pub game_time: Option<Duration>,
    /// The time limit for compiling and checking the files of a Python player, or for a client to connect.
    pub start_time: Option<Duration>,
    /// The time for which a program may continue to run after the match is over for it.
    pub end_wait: Duration,
    /// The maximum amount of output that is stored per turn, in bytes; at most [`KEPT_PER_TURN`].
    pub turn_output: usize,
    /// The maximum amount of output that is stored per game, in bytes.
    pub game_output: u64,
    /// The folder in which the files that programs have written are kept after the game; `None` if they are not kept.
    pub keep_files: Option<PathBuf>,
    /// The maximum number of processes that a program may have at the same time.
    pub processes: usize,
    /// The maximum number of players that compute at the same time in a game in which several act at once.
    pub at_once: usize,
    /// True if programs and persistent Python files may compute in the turns of other players.
    pub pondering: bool,
    /// True if a Python player begins each turn in a new process.
    pub fresh_process: bool,
    /// The limits of each process. The capacity of a program's folder is derived from the maximum size of a file.
    pub bounds: Bounds,
    /// True if a player may not play on a system that lacks part of the sandbox.
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
    /// Returns the time limits in the form in which players receive them.
    pub fn times(&self) -> Times {
        let millis = |time: Option<Duration>| time.map(|time| time.as_millis() as u64);
        Times { start: millis(self.start_time), turn: millis(self.turn_time) }
    }

    /// Describes all limits for the engine's log.
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

    /// Returns an error if the whole sandbox is required and the system lacks part of it. `missing` contains a sentence
    /// for each restriction that could not be applied.
    pub fn accept(&self, missing: &[String]) -> io::Result<()> {
        if !self.sandbox_required || missing.is_empty() {
            return Ok(());
        }
        let missing = missing.join(". ");
        Err(io::Error::other(message!(
            "the full sandbox is required (--require-sandbox), but part of it is missing: %{missing}. Run `wag doctor` for help",
            missing
        )
        .into_error()))
    }

    /// Returns longer time limits for an AI that is profiled, because profiling makes it several times slower.
    pub fn for_profiles(&self) -> Limits {
        const SLOWER: u32 = 20;
        Limits {
            turn_time: self.turn_time.map(|time| time * SLOWER),
            game_time: self.game_time.map(|time| time * SLOWER),
            ..self.clone()
        }
    }

    /// Returns these limits without those on time, memory and files. The limits on threads and processes, and the
    /// sandbox, are kept.
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

    /// Returns limits that allow any time, memory, files and number of processes, but with the sandbox. The output
    /// stored per turn is always limited.
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
