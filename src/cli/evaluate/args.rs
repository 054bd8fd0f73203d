//! The arguments of `wag evaluate`.

use super::super::with_game::{GameCommand, players_help};
use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use crate::cli::words::{PlayerList, players};
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use wag_core::game::GameInfo;

const HELP: &str = "\
Exit status: 0 if the player played, 1 if it never completed a turn, 4 if it or an opponent cannot start, 2 for a user error.
The JSON object: wag help json";

#[derive(Clone, Debug, ClapArgs)]
pub struct Evaluate {
    /// Player to evaluate, as for `wag play`
    #[arg(value_name = "PLAYER")]
    pub player: String,
    /// Opponents, one after another: PLAYER,PLAYER (in double quotes if it contains a comma). Each takes all other seats
    /// [default: the game's weakest]
    #[arg(long, value_name = "PLAYERS", value_parser = players)]
    pub against: Vec<PlayerList>,
    /// Number of matches against each opponent; the player changes seats
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Random seed of the first match [default: random, and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Folder for the replays; then find what cost the player the most in all matches, as `wag explain` does
    #[arg(long, value_name = "DIR")]
    pub explain: Option<PathBuf>,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Print the report as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing; with --json, only the report
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Evaluate {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(format!("{}\n\n{HELP}", players_help(info)))
    }
}
