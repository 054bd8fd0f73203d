//! The limits for players that a user can set in place of the defaults.

use crate::{RawOptions, start_time};
use std::path::PathBuf;
use std::time::Duration;
use wag_core::game::GameInfo;
use wag_core::text::option_arguments;
use wag_sandbox::Limits;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Limits set by the user; `None` means the default. Each field corresponds to the command-line option of the same
/// name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitOptions {
    pub turn_time: Option<Duration>,
    pub game_time: Option<Duration>,
    pub start_time: Option<Duration>,
    pub end_wait: Option<Duration>,
    /// Maximum memory, in MiB.
    pub memory: Option<u64>,
    /// Maximum output per turn, in KiB.
    pub turn_output: Option<u64>,
    /// Maximum output per match, in MiB.
    pub match_output: Option<u64>,
    pub readable: Vec<PathBuf>,
    pub keep_files: Option<PathBuf>,
    pub threads: Option<u32>,
    pub open_files: Option<u64>,
    /// Maximum size of a file, in MiB.
    pub file_size: Option<u64>,
    /// The maximum number of players that may run at the same time.
    pub serial: Option<u32>,
    pub pondering: bool,
    pub fresh_process: bool,
    pub no_limits: bool,
    pub no_sandbox: bool,
    pub require_sandbox: bool,
}

impl LimitOptions {
    /// Converts the options into the engine's limits. `turn_seconds` is the default time limit for a turn.
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

    /// Returns the limits for a match of this game with these game options.
    pub fn limits_for(&self, info: &GameInfo, options: &RawOptions) -> Limits {
        let mut limits = self.limits(info.turn_seconds);
        if self.start_time.is_none() && !self.no_limits {
            limits.start_time = start_time(info, options).or(limits.start_time);
        }
        limits
    }

    /// Returns the options as command-line arguments, without quotes.
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
        let readable = self.readable.iter().flat_map(|path| option_arguments("readable", path.display()));
        let keep = self.keep_files.iter().flat_map(|path| option_arguments("keep-files", path.display()));
        numbers.flatten().chain(readable).chain(keep).chain(switches).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::line_up::limit_options::*;

    #[test]
    fn nothing_said_is_the_default() {
        assert_eq!(LimitOptions::default().limits(5), Limits::default());
        assert_eq!(LimitOptions::default().words(), Vec::<String>::new());
    }

    #[test]
    fn what_is_said_is_said_again() {
        let limit_args = LimitOptions {
            turn_time: Some(Duration::from_millis(500)),
            memory: Some(100),
            keep_files: Some("my files".into()),
            pondering: true,
            no_sandbox: true,
            ..LimitOptions::default()
        };
        assert_eq!(
            limit_args.words(),
            [
                "--turn-time",
                "0.5",
                "--memory",
                "100",
                "--keep-files",
                "my files",
                "--pondering",
                "--no-sandbox"
            ]
        );
        let limits = limit_args.limits(5);
        assert_eq!(limits.bounds.memory, Some(100 << 20));
        assert!(!limits.bounds.confined);
    }
}
