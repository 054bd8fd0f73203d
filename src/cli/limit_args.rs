//! The command-line options for limits of players.

use super::words::{seconds, seconds_or_none};
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use std::time::Duration;
use wag_core::text::quoted;
use wag_i18n::t;
use wag_runner::{GameInfo, RawOptions, start_time};
use wag_sandbox::Limits;

/// The heading of these options in `--help`.
const HEADING: &str = "Limits of each player";

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq, ClapArgs)]
pub struct LimitArgs {
    /// How long it may think in a turn; fractions are allowed [default: the game's, see `wag games`]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    pub turn_time: Option<Duration>,
    /// How long it may think in a game, all its turns together [default: no limit]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    pub game_time: Option<Duration>,
    /// How long its files may take to compile, or a client to come [default: 20]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    pub start_time: Option<Duration>,
    /// How long a program may go on when the match is over for it, before it is ended [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds_or_none)]
    pub end_wait: Option<Duration>,
    /// Memory: the address space of an AI in Python, what all processes of a program hold together [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(16..=1 << 20))]
    pub memory: Option<u64>,
    /// How much of what it prints in a turn is kept, at most 1024 [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "KB", value_parser = value_parser!(u64).range(0..=1024))]
    pub turn_output: Option<u64>,
    /// How much of what it prints in a match is kept [default: 64]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    pub match_output: Option<u64>,
    /// A file or folder that programs may read besides their own and the system's; may be given several times
    #[arg(long, help_heading = HEADING, value_name = "PATH", value_parser = existing)]
    pub readable: Vec<PathBuf>,
    /// Keep what programs write: a folder for each player in this one
    #[arg(long, help_heading = HEADING, value_name = "DIR")]
    pub keep_files: Option<PathBuf>,
    /// Threads besides its own; numeric packages are told to use one all the same [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u32).range(0..=64))]
    pub threads: Option<u32>,
    /// Files that are open at once [default: 256]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u64).range(250..=4096))]
    pub open_files: Option<u64>,
    /// The longest file it may write in its scratch folder [default: 16]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    pub file_size: Option<u64>,
    /// Of players that move at once only so many think at the same time, for a machine with fewer cores [default: all]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u32).range(1..=64))]
    pub serial: Option<u32>,
    /// Let programs and persistent Python files compute in the turns of others; else they are frozen there
    #[arg(long, help_heading = HEADING)]
    pub pondering: bool,
    /// A new process for each turn of an AI in Python, so that nothing can survive the turn; costs some milliseconds a turn
    #[arg(long, help_heading = HEADING)]
    pub fresh_process: bool,
    /// As much time, memory and files as they take, for debugging: Ctrl+C ends a match that hangs
    #[arg(long, help_heading = HEADING, conflicts_with_all = ["turn_time", "game_time", "start_time", "memory", "open_files", "file_size", "match_output"])]
    pub no_limits: bool,
    /// Let players do whatever you can: files, programs, network. For your own ones only
    #[arg(long, help_heading = HEADING)]
    pub no_sandbox: bool,
    /// Play only where nothing of the sandbox is missing; `wag doctor` tells what is
    #[arg(long, help_heading = HEADING, conflicts_with = "no_sandbox")]
    pub require_sandbox: bool,
}

impl LimitArgs {
    /// Converts the options into the engine's limits; `turn_seconds` is the default time limit per turn.
    pub fn limits(&self, turn_seconds: u64) -> Limits {
        let usual = Limits { turn_time: Some(Duration::from_secs(turn_seconds)), ..Limits::default() };
        let mut limits = if self.no_limits { Limits::unlimited() } else { usual };
        limits.turn_time = self.turn_time.or(limits.turn_time);
        limits.game_time = self.game_time;
        limits.start_time = self.start_time.or(limits.start_time);
        limits.end_wait = self.end_wait.unwrap_or(limits.end_wait);
        limits.turn_output = self.turn_output.map_or(limits.turn_output, |kib| (kib * KIB) as usize);
        limits.game_output = self.match_output.map_or(limits.game_output, |mib| mib * MIB);
        limits.keep_files.clone_from(&self.keep_files);
        limits.at_once = self.serial.map_or(limits.at_once, |count| count as usize);
        limits.pondering = self.pondering;
        limits.fresh_process = self.fresh_process;
        let bounds = &mut limits.bounds;
        bounds.memory = self.memory.map(|mib| mib * MIB).or(bounds.memory);
        bounds.open_files = self.open_files.or(bounds.open_files);
        bounds.file_size = self.file_size.map(|mib| mib * MIB).or(bounds.file_size);
        bounds.threads = self.threads.unwrap_or(bounds.threads);
        bounds.confined = !self.no_sandbox;
        limits.sandbox_required = self.require_sandbox;
        limits
    }

    /// Returns the limits for a match of a game with these options.
    pub fn limits_for(&self, card: &GameInfo, options: &RawOptions) -> Limits {
        let mut limits = self.limits(card.turn_seconds);
        if self.start_time.is_none() && !self.no_limits {
            limits.start_time = start_time(card, options).or(limits.start_time);
        }
        limits
    }

    /// Returns the options as command-line arguments.
    pub fn words(&self) -> Vec<String> {
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let numbers = [
            ("--turn-time", self.turn_time.map(seconds)),
            ("--game-time", self.game_time.map(seconds)),
            ("--start-time", self.start_time.map(seconds)),
            ("--end-wait", self.end_wait.map(seconds)),
            ("--memory", self.memory.map(|number| number.to_string())),
            ("--turn-output", self.turn_output.map(|number| number.to_string())),
            ("--match-output", self.match_output.map(|number| number.to_string())),
            ("--threads", self.threads.map(|number| number.to_string())),
            ("--open-files", self.open_files.map(|number| number.to_string())),
            ("--file-size", self.file_size.map(|number| number.to_string())),
            ("--serial", self.serial.map(|number| number.to_string())),
        ];
        let switches = [
            ("--pondering", self.pondering),
            ("--fresh-process", self.fresh_process),
            ("--no-limits", self.no_limits),
            ("--no-sandbox", self.no_sandbox),
            ("--require-sandbox", self.require_sandbox),
        ];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some([name.to_string(), number?]));
        let switches = switches.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name.to_string());
        let readable =
            self.readable.iter().map(|path| ["--readable".to_string(), quoted(&path.display().to_string())]);
        let keep = self
            .keep_files
            .iter()
            .flat_map(|path| ["--keep-files".to_string(), quoted(&path.display().to_string())]);
        numbers.flatten().chain(readable.flatten()).chain(keep).chain(switches).collect()
    }
}

fn existing(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    if path.exists() { Ok(path) } else { Err(t!("nothing is there; name a file or folder that is")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_is_the_default() {
        assert_eq!(LimitArgs::default().limits(5), Limits::default());
        assert_eq!(LimitArgs::default().words(), Vec::<String>::new());
    }

    #[test]
    fn what_is_said_is_said_again() {
        let limit_args = LimitArgs {
            turn_time: Some(Duration::from_millis(500)),
            memory: Some(100),
            keep_files: Some("my files".into()),
            pondering: true,
            no_sandbox: true,
            ..LimitArgs::default()
        };
        assert_eq!(
            limit_args.words(),
            [
                "--turn-time",
                "0.5",
                "--memory",
                "100",
                "--keep-files",
                "'my files'",
                "--pondering",
                "--no-sandbox"
            ]
        );
        let limits = limit_args.limits(5);
        assert_eq!(limits.bounds.memory, Some(100 << 20));
        assert!(!limits.bounds.confined);
    }
}
