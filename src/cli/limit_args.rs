//! The command-line options for limits of players.

use super::words::{seconds, seconds_or_none};
use clap::{ArgMatches, Args as ClapArgs, Command, Error, FromArgMatches, value_parser};
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;
use wag_i18n::t;
use wag_runner::LimitOptions;

/// The heading of these options in `--help`.
const HEADING: &str = "Limits of each player";

/// The options as clap reads them.
#[derive(ClapArgs)]
struct ClapLimits {
    /// How long it may think in a turn; fractions are allowed [default: the game's, see `wag games`]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    turn_time: Option<Duration>,
    /// How long it may think in a game, all its turns together [default: no limit]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    game_time: Option<Duration>,
    /// How long its files may take to compile, or a client to come [default: 20]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    start_time: Option<Duration>,
    /// How long a program may go on when the match is over for it, before it is ended [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds_or_none)]
    end_wait: Option<Duration>,
    /// Memory: the address space of an AI in Python, what all processes of a program hold together [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(16..=1 << 20))]
    memory: Option<u64>,
    /// How much of what it prints in a turn is kept, at most 1024 [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "KB", value_parser = value_parser!(u64).range(0..=1024))]
    turn_output: Option<u64>,
    /// How much of what it prints in a match is kept [default: 64]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    match_output: Option<u64>,
    /// A file or folder that programs may read besides their own and the system's; may be given several times
    #[arg(long, help_heading = HEADING, value_name = "PATH", value_parser = existing)]
    readable: Vec<PathBuf>,
    /// Keep what programs write: a folder for each player in this one
    #[arg(long, help_heading = HEADING, value_name = "DIR")]
    keep_files: Option<PathBuf>,
    /// Threads besides its own; numeric packages are told to use one all the same [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u32).range(0..=64))]
    threads: Option<u32>,
    /// Files that are open at once [default: 256]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u64).range(250..=4096))]
    open_files: Option<u64>,
    /// The longest file it may write in its scratch folder [default: 16]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    file_size: Option<u64>,
    /// Of players that move at once only so many think at the same time, for a machine with fewer cores [default: all]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u32).range(1..=64))]
    serial: Option<u32>,
    /// Let programs and persistent Python files compute in the turns of others; else they are frozen there
    #[arg(long, help_heading = HEADING)]
    pondering: bool,
    /// A new process for each turn of an AI in Python, so that nothing can survive the turn; costs some milliseconds a turn
    #[arg(long, help_heading = HEADING)]
    fresh_process: bool,
    /// As much time, memory and files as they take, for debugging: Ctrl+C ends a match that hangs
    #[arg(long, help_heading = HEADING, conflicts_with_all = ["turn_time", "game_time", "start_time", "memory", "open_files", "file_size", "match_output"])]
    no_limits: bool,
    /// Let players do whatever you can: files, programs, network. For your own ones only
    #[arg(long, help_heading = HEADING)]
    no_sandbox: bool,
    /// Play only where nothing of the sandbox is missing; `wag doctor` tells what is
    #[arg(long, help_heading = HEADING, conflicts_with = "no_sandbox")]
    require_sandbox: bool,
}

/// [`LimitOptions`] as a group of arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LimitArgs(pub LimitOptions);

impl Deref for LimitArgs {
    type Target = LimitOptions;

    fn deref(&self) -> &LimitOptions {
        &self.0
    }
}

impl ClapArgs for LimitArgs {
    fn augment_args(command: Command) -> Command {
        ClapLimits::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LimitArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LimitArgs, Error> {
        let ClapLimits {
            turn_time,
            game_time,
            start_time,
            end_wait,
            memory,
            turn_output,
            match_output,
            readable,
            keep_files,
            threads,
            open_files,
            file_size,
            serial,
            pondering,
            fresh_process,
            no_limits,
            no_sandbox,
            require_sandbox,
        } = ClapLimits::from_arg_matches(matches)?;
        Ok(LimitArgs(LimitOptions {
            turn_time,
            game_time,
            start_time,
            end_wait,
            memory,
            turn_output,
            match_output,
            readable,
            keep_files,
            threads,
            open_files,
            file_size,
            serial,
            pondering,
            fresh_process,
            no_limits,
            no_sandbox,
            require_sandbox,
        }))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn existing(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    if path.exists() { Ok(path) } else { Err(t!("this file or folder does not exist; name an existing one")) }
}
