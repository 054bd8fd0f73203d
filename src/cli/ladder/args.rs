//! The arguments of `wag ladder` and `wag unlock`.

use crate::cli::limit_args::SandboxArgs;
use crate::cli::play::{Logging, Recording};
use crate::cli::with_game::GameCommand;
use crate::cli::words::seconds_for_all;
use clap::{Args as ClapArgs, Subcommand, value_parser};
use std::time::Duration;
use wag_core::game::GameInfo;

#[derive(Clone, Debug, ClapArgs)]
pub struct Ladder {
    /// Print the challenges and what is unlocked as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Option<LadderCommand>,
}

impl GameCommand for Ladder {
    fn is_for(info: &GameInfo) -> bool {
        !info.stages.is_empty()
    }
}

#[derive(Clone, Debug, Subcommand)]
pub enum LadderCommand {
    /// Play the next match of the current challenge
    Play(LadderPlay),
    /// Start over at the first challenge (asks for confirmation)
    Reset(LadderReset),
}

#[derive(Clone, Debug, ClapArgs)]
pub struct LadderPlay {
    /// Your player's file [default: the first file that `wag new` creates]
    #[arg(long = "with", alias = "ai", value_name = "FILE")]
    pub ai: Option<String>,
    /// Maximum number of matches; ends early when the challenge is mastered
    #[arg(long = "games", alias = "matches", value_name = "N", default_value_t = 1, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,
    /// Time limit per turn, in seconds, at least 1 because it also applies to your opponents [default: the game's]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_for_all)]
    pub turn_time: Option<Duration>,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
    #[command(flatten)]
    pub logging: Logging,
    /// Print the results as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub recording: Recording,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct LadderReset {
    /// Do not ask for confirmation
    #[arg(long, short)]
    pub yes: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Unlock {
    /// Unlock everything; your progress is marked as unlocked by hand. Without this option, only list what is locked
    #[arg(long)]
    pub all: bool,
}

impl GameCommand for Unlock {
    fn is_for(info: &GameInfo) -> bool {
        Ladder::is_for(info)
    }
}
