//! The arguments of `wag tune`.

use super::super::with_game::GameCommand;
use crate::cli::limit_args::LimitArgs;
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use wag_runner::GameInfo;

pub const HELP: &str = "\
The file says at the beginning of a line which numbers may change: PARAMS = {\"name\": (default, low, high)}
Called again with the same words, it goes on where it was broken off. See docs/tune.md.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Tune {
    /// The AI's file, in Python
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Whom all settings play against, in turn: PLAYER,PLAYER [default: each other]
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    pub against: Vec<String>,
    /// How settings are chosen
    #[arg(long, value_name = "METHOD", value_parser = ["spsa", "halving"], default_value = "spsa")]
    pub method: String,
    /// How many pairs of matches the search may play
    #[arg(long, default_value_t = 400, value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub pairs: u32,
    /// How many pairs the best setting then plays against the default
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub check: u32,
    /// The number that decides all chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many matches to play at once [default: one per core]
    #[arg(long, value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Where the search is kept, to go on with it later
    #[arg(long, value_name = "FILE", default_value = "tune.json")]
    pub into: PathBuf,
    /// Write the AI's file with the best setting as its defaults there
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
