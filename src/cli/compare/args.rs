//! The arguments of `wag compare`.

use super::super::with_game::{GameCommand, players_help};
use super::super::words::{PlayerList, elo, error_rate, players};
use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use wag_core::game::GameInfo;

const HELP: &str = "\
Exit status: 0 if the new player is better, 1 if it is not, 3 if undecided, 4 if a player cannot start, 2 for a user error.
The test and its assumptions: wag help comparisons";

#[derive(Clone, Debug, ClapArgs)]
pub struct Compare {
    /// New player, the one to be tested
    #[arg(value_name = "NEW")]
    pub new: String,
    /// Old player, the one to be beaten
    #[arg(value_name = "OLD")]
    pub old: String,
    /// Opponents of both players, in turn: PLAYER,PLAYER [default: each other, with half of the seats each]
    #[arg(long, value_name = "PLAYERS", value_parser = players)]
    pub against: Vec<PlayerList>,
    /// Measure that decides a pair of matches: each player's place, or its score in the same seat
    #[arg(long, value_name = "MEASURE", value_parser = ["places", "score"], default_value = "places")]
    pub by: String,
    /// Maximum number of matches; must be even, because each match is played twice, once with each player
    #[arg(long, default_value_t = 20_000, value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    /// Largest Elo difference that still counts as no improvement (H0)
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, allow_hyphen_values = true, value_parser = elo)]
    pub elo0: f64,
    /// Smallest Elo difference that counts as an improvement (H1)
    #[arg(long, value_name = "POINTS", default_value_t = 50.0, allow_hyphen_values = true, value_parser = elo)]
    pub elo1: f64,
    /// Probability that a player that is not better passes the test (alpha), from 0.0001 to 0.4
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate)]
    pub alpha: f64,
    /// Probability that a better player fails the test (beta), from 0.0001 to 0.4
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate)]
    pub beta: f64,
    /// Random seed of the first pair of matches [default: random, and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Folder for replays of the new player's clearest losses
    #[arg(long, value_name = "DIR")]
    pub losses: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing, so that only the exit status gives the verdict; with --json, print only the JSON
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Compare {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(format!("{}\n\n{}", players_help(info), HELP))
    }
}
