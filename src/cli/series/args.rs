//! The arguments of `wag series`.

use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use crate::cli::with_game::{GameCommand, players_help};
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use wag_core::game::GameInfo;

const STATUS_HELP: &str = "Exit status: 0 if the matches were played, 4 if a player could not start in any of them, 2 for a user error.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Series {
    /// Players, as for `wag play`. If there are more players than seats, every combination that fills the seats is played
    #[arg(value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// Number of matches of each line-up on each map or board; the players change seats
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// Random seed [default: random, and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Keep every player in the same seat
    #[arg(long)]
    pub fixed_seats: bool,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Folder for a replay of every match: 0001.wag, 0002.wag and so on
    #[arg(long, value_name = "DIR")]
    pub replays: Option<PathBuf>,
    /// Print the result as one JSON object, with a row per match
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print a row per match as comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Print nothing; with --json or --csv, only the result
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Series {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(format!("{}\n\n{STATUS_HELP}", players_help(info)))
    }
}
