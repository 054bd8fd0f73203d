//! The command-line options for limits of players, made from the table of limits.

use clap::{Arg, ArgMatches, Args as ClapArgs, Command, Error, FromArgMatches};
use std::ops::Deref;
use std::path::PathBuf;
use std::time::Duration;
use wag_i18n::t;
use wag_play::{LIMIT_FIELDS, LimitField, LimitOptions, Rights, Unit};

/// The heading of these options in `--help`.
pub const HEADING: &str = "Limits of each player";

// The options that are no numbers. A doc comment here would become the description of the command.
#[derive(ClapArgs)]
#[command(next_help_heading = HEADING)]
struct RightsArgs {
    /// File or folder that programs may read, besides their own and the system's; may be given several times
    #[arg(long, value_name = "PATH", value_parser = existing)]
    readable: Vec<PathBuf>,
    /// Keep the files that programs write in this folder, with a subfolder per player
    #[arg(long, value_name = "DIR")]
    keep_files: Option<PathBuf>,
    /// Let programs and persistent Python files compute during other players' turns; by default they are frozen
    #[arg(long)]
    pondering: bool,
    /// Start a new process for each turn of a Python AI, so that nothing survives the turn; costs a few milliseconds
    /// per turn
    #[arg(long)]
    fresh_process: bool,
    /// Disable the limits on time, memory and files, for debugging; Ctrl+C ends a match that hangs
    #[arg(long, conflicts_with_all = ["turn-time", "game-time", "start-time", "memory", "open-files", "file-size", "match-output"])]
    no_limits: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

// Whether the players run in the sandbox.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct SandboxArgs {
    /// Disable the sandbox: players can use files, programs and the network with your permissions; only for players you
    /// trust
    #[arg(long)]
    pub no_sandbox: bool,
    /// Play only if the sandbox is complete; `wag doctor` shows what is missing
    #[arg(long, conflicts_with = "no_sandbox")]
    pub require_sandbox: bool,
}

impl SandboxArgs {
    /// Returns the limits with this turn time.
    pub fn limits(&self, turn_time: Option<Duration>) -> LimitOptions {
        LimitOptions {
            turn_ms: turn_time.map(|time| time.as_millis() as u64),
            rights: Rights { no_sandbox: self.no_sandbox, ..Rights::default() },
            require_sandbox: self.require_sandbox,
            ..LimitOptions::default()
        }
    }
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
        RightsArgs::augment_args(command.args(LIMIT_FIELDS.iter().map(arg)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for LimitArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<LimitArgs, Error> {
        let RightsArgs {
            readable,
            keep_files,
            pondering,
            fresh_process,
            no_limits,
            sandbox: SandboxArgs { no_sandbox, require_sandbox },
        } = RightsArgs::from_arg_matches(matches)?;
        let rights = Rights { no_sandbox, no_limits, pondering, readable, keep_files };
        let mut options = LimitOptions { fresh_process, require_sandbox, rights, ..LimitOptions::default() };
        for field in &LIMIT_FIELDS {
            if let Some(value) = matches.get_one(field.name) {
                field.set(&mut options, *value);
            }
        }
        Ok(LimitArgs(options))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn arg(field: &'static LimitField) -> Arg {
    let unit = match field.unit {
        Unit::Seconds => "SECONDS",
        Unit::Mebibytes => "MB",
        Unit::Kibibytes => "KB",
        Unit::Count => "N",
    };
    Arg::new(field.name)
        .long(field.name)
        .value_name(unit)
        .help(field.help)
        .help_heading(HEADING)
        .value_parser(move |text: &str| field.parse(text))
}

fn existing(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    if path.exists() { Ok(path) } else { Err(t!("this file or folder does not exist; name an existing one")) }
}
