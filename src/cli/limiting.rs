//! What the user says about limits of AIs.

use super::args::seconds;
use crate::players::Limits;
use clap::{Args as ClapArgs, value_parser};
use std::time::Duration;

/// Under which `--help` lists them.
const HEADING: &str = "Limits of each AI";

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq, ClapArgs)]
pub struct Limiting {
    /// How long an AI may think in a turn; fractions are allowed [default: 5]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    pub turn_time: Option<Duration>,
    /// How long its files may take to compile [default: 20]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    pub start_time: Option<Duration>,
    /// Memory, as address space [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(64..=1 << 20))]
    pub memory: Option<u64>,
    /// How much of what it prints in a turn is kept, at most 1024 [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "KB", value_parser = value_parser!(u64).range(0..=1024))]
    pub turn_output: Option<u64>,
    /// How much of what it prints in a match is kept [default: 64]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    pub match_output: Option<u64>,
    /// Threads besides its own; numeric packages are told to use one all the same [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u32).range(0..=64))]
    pub threads: Option<u32>,
    /// Files that are open at once [default: 256]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u64).range(250..=4096))]
    pub open_files: Option<u64>,
    /// The longest file it may write in its scratch folder [default: 16]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    pub file_size: Option<u64>,
    /// As much time, memory and files as they take, for debugging: Ctrl+C ends a match that hangs
    #[arg(long, help_heading = HEADING, conflicts_with_all = ["turn_time", "start_time", "memory", "open_files", "file_size", "match_output"])]
    pub no_limits: bool,
    /// Let AIs do whatever you can: files, programs, network. For your own AIs only
    #[arg(long, help_heading = HEADING)]
    pub no_sandbox: bool,
}

impl Limiting {
    /// In the words of the engine.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        if self.no_limits {
            limits.turn_time = None;
            limits.start_time = None;
            limits.game_output = u64::MAX;
            limits.bounds.memory = None;
            limits.bounds.open_files = None;
            limits.bounds.file_size = None;
        }
        limits.turn_time = self.turn_time.or(limits.turn_time);
        limits.start_time = self.start_time.or(limits.start_time);
        limits.turn_output = self.turn_output.map_or(limits.turn_output, |kib| (kib * KIB) as usize);
        limits.game_output = self.match_output.map_or(limits.game_output, |mib| mib * MIB);
        let bounds = &mut limits.bounds;
        bounds.memory = self.memory.map(|mib| mib * MIB).or(bounds.memory);
        bounds.open_files = self.open_files.or(bounds.open_files);
        bounds.file_size = self.file_size.map(|mib| mib * MIB).or(bounds.file_size);
        bounds.threads = self.threads.unwrap_or(bounds.threads);
        bounds.confined = !self.no_sandbox;
        limits
    }

    /// As the user would say it again.
    pub fn words(&self) -> Vec<String> {
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let numbers = [
            ("--turn-time", self.turn_time.map(seconds)),
            ("--start-time", self.start_time.map(seconds)),
            ("--memory", self.memory.map(|number| number.to_string())),
            ("--turn-output", self.turn_output.map(|number| number.to_string())),
            ("--match-output", self.match_output.map(|number| number.to_string())),
            ("--threads", self.threads.map(|number| number.to_string())),
            ("--open-files", self.open_files.map(|number| number.to_string())),
            ("--file-size", self.file_size.map(|number| number.to_string())),
        ];
        let switches = [("--no-limits", self.no_limits), ("--no-sandbox", self.no_sandbox)];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some([name.to_string(), number?]));
        let switches = switches.into_iter().filter(|(_, is_on)| *is_on).map(|(name, _)| name.to_string());
        numbers.flatten().chain(switches).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_said_is_the_default() {
        assert_eq!(Limiting::default().limits(), Limits::default());
        assert_eq!(Limiting::default().words(), Vec::<String>::new());
    }

    #[test]
    fn what_is_said_is_said_again() {
        let limiting = Limiting {
            turn_time: Some(Duration::from_millis(500)),
            memory: Some(100),
            no_sandbox: true,
            ..Limiting::default()
        };
        assert_eq!(limiting.words(), ["--turn-time", "0.5", "--memory", "100", "--no-sandbox"]);
        let limits = limiting.limits();
        assert_eq!(limits.bounds.memory, Some(100 << 20));
        assert!(!limits.bounds.confined);
    }
}
