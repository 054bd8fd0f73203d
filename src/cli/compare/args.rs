//! The arguments of `wag compare`.

use super::super::with_game::{GameCommand, players_help};
use super::super::words::{elo, error_rate};
use crate::cli::limit_args::LimitArgs;
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;
use wag_i18n::t;
use wag_runner::GameInfo;

const HELP: &str = "\
Exit status: 0 when the new one is better, 1 when it is not, 3 when that is undecided, 2 for a mistake.
docs/compare.md tells how it is found out, and what that assumes.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Compare {
    /// The player that is to be judged
    #[arg(value_name = "NEW")]
    pub new: String,
    /// The one that it has to be better than
    #[arg(value_name = "OLD")]
    pub old: String,
    /// Whom both play against, in turn: PLAYER,PLAYER [default: each other, with half of the seats each]
    #[arg(long, value_name = "PLAYERS", value_delimiter = ',')]
    pub against: Vec<String>,
    /// What decides a pair of matches: places, or who has more of the game's deciding figure on the same seat
    #[arg(long, value_name = "MEASURE", value_parser = ["places", "score"], default_value = "places")]
    pub by: String,
    /// The most matches; an even number, because each is played twice, with either of the two
    #[arg(long, default_value_t = 20_000, value_parser = value_parser!(u32).range(2..=1_000_000))]
    pub games: u32,
    /// Up to this difference in Elo points the new one is not better
    #[arg(long, value_name = "POINTS", default_value_t = 0.0, allow_hyphen_values = true, value_parser = elo)]
    pub elo0: f64,
    /// From this difference in Elo points on it is
    #[arg(long, value_name = "POINTS", default_value_t = 50.0, allow_hyphen_values = true, value_parser = elo)]
    pub elo1: f64,
    /// How often one that is not better may be called better, from 0.0001 to 0.4
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate)]
    pub alpha: f64,
    /// How often one that is better may be called not better, from 0.0001 to 0.4
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = error_rate)]
    pub beta: f64,
    /// The seed of the first pair of matches [default: drawn and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// How many matches to play at once [default: one per core]
    #[arg(long, value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Keep replays of the clearest losses of the new one in this folder
    #[arg(long, value_name = "DIR")]
    pub losses: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing; the exit status tells the verdict. With --json: the JSON and nothing else
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Compare {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(format!("{}\n\n{}", players_help(info), t!(HELP)))
    }
}
