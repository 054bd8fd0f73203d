//! The command-line options for limits of players.

use super::words::{seconds, seconds_or_none};
use clap::{ArgMatches, Args as ClapArgs, Command, Error, FromArgMatches, value_parser};
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;
use wag_i18n::t;
use wag_play::LimitOptions;

/// The heading of these options in `--help`.
const HEADING: &str = "Limits of each player";

// The options as clap reads them. A doc comment here would become the description of the command.
#[derive(ClapArgs)]
struct ClapLimits {
    /// Time limit per turn, in seconds; fractions are allowed [default: the game's, see `wag games`]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    turn_time: Option<Duration>,
    /// Time limit for all turns of a game together, in seconds [default: none]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    game_time: Option<Duration>,
    /// Time limit for compiling a player's files, and for a client to connect, in seconds [default: 20]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    start_time: Option<Duration>,
    /// How long a program may keep running once it is out of the match, in seconds [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds_or_none)]
    end_wait: Option<Duration>,
    /// Memory limit, in MB: address space of a Python AI, or all processes of a program together [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(16..=1 << 20))]
    memory: Option<u64>,
    /// Output kept per turn, in KB, at most 1024 [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "KB", value_parser = value_parser!(u64).range(0..=1024))]
    turn_output: Option<u64>,
    /// Output kept per match, in MB [default: 64]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    match_output: Option<u64>,
    /// File or folder that programs may read, besides their own and the system's; may be given several times
    #[arg(long, help_heading = HEADING, value_name = "PATH", value_parser = existing)]
    readable: Vec<PathBuf>,
    /// Keep the files that programs write in this folder, with a subfolder per player
    #[arg(long, help_heading = HEADING, value_name = "DIR")]
    keep_files: Option<PathBuf>,
    /// Maximum number of extra threads that a player may start; numeric packages such as numpy still use a single thread [default: 0]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u32).range(0..=64))]
    threads: Option<u32>,
    /// Maximum number of open files [default: 256]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u64).range(250..=4096))]
    open_files: Option<u64>,
    /// Maximum size of a file in the player's scratch folder, in MB [default: 16]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(0..=1 << 20))]
    file_size: Option<u64>,
    /// Maximum number of players that may run at the same time, for machines with few cores [default: all]
    #[arg(long, help_heading = HEADING, value_name = "N", value_parser = value_parser!(u32).range(1..=64))]
    serial: Option<u32>,
    /// Let programs and persistent Python files compute during other players' turns; by default they are frozen
    #[arg(long, help_heading = HEADING)]
    pondering: bool,
    /// Start a new process for each turn of a Python AI, so that nothing survives the turn; costs a few milliseconds
    /// per turn
    #[arg(long, help_heading = HEADING)]
    fresh_process: bool,
    /// Disable the limits on time, memory and files, for debugging; Ctrl+C ends a match that hangs
    #[arg(long, help_heading = HEADING, conflicts_with_all = ["turn_time", "game_time", "start_time", "memory", "open_files", "file_size", "match_output"])]
    no_limits: bool,
    /// Disable the sandbox: players can use files, programs and the network with your permissions; only for players you
    /// trust
    #[arg(long, help_heading = HEADING)]
    no_sandbox: bool,
    /// Play only if the sandbox is complete; `wag doctor` shows what is missing
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
