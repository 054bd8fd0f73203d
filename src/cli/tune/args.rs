//! The arguments of `wag tune`.

use super::super::with_game::GameCommand;
use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use crate::cli::words::{PlayerList, players};
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use wag_core::game::GameInfo;

pub const HELP: &str = "\
One line of the file lists the numbers that may change: PARAMS = {\"name\": (default, low, high)}
The same command resumes an interrupted search.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Tune {
    /// Python file of the AI
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Opponents that each setting plays in turn: PLAYER,PLAYER [default: the settings play each other]
    #[arg(long, value_name = "PLAYERS", value_parser = players)]
    pub against: Vec<PlayerList>,
    /// Search method
    #[arg(long, value_name = "METHOD", value_parser = ["spsa", "halving"], default_value = "spsa")]
    pub method: String,
    /// Maximum number of pairs of matches in the search
    #[arg(long, default_value_t = 400, value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub pairs: u32,
    /// Number of pairs that the best setting then plays against the default
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub check: u32,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// File that stores the search, so that it can be resumed
    #[arg(long, value_name = "FILE", default_value = "tune.json")]
    pub into: PathBuf,
    /// Output file for the AI with the best setting as its defaults
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Show no progress
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Tune {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn is_for(info: &GameInfo) -> bool {
        info.protocols.python
    }
}
