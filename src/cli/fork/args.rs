//! The arguments of `wag fork`.

use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use crate::cli::newest::newest_replay;
use crate::cli::play::{LogFormArg, Recording};
use clap::{Args as ClapArgs, value_parser};
use std::path::PathBuf;

pub const FORK_HELP: &str = "\
All rounds before R are as recorded. From R on, the players' files play: from the current folder, from the replay's folder, or from
the replay. A player without code gives its recorded orders as long as its view is as recorded.
Exit status: 0 if the match was played, 2 if it cannot be continued, 4 if a file cannot start.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Fork {
    /// Replay file [default: the newest in saves/]
    #[arg(value_name = "REPLAY", default_value_os_t = newest_replay(), hide_default_value = true)]
    pub file: PathBuf,
    /// First round to play again
    #[arg(long, value_name = "R", value_parser = value_parser!(u32).range(1..))]
    pub from: u32,
    /// Name or seat of the player that plays another file [default: the only Python file, or the one with the name of FILE]
    #[arg(long = "player", value_name = "NAME", requires = "with")]
    pub players: Vec<String>,
    /// File, program or built-in player that plays from R on; repeat it, with --player, for several players
    #[arg(long, value_name = "FILE")]
    pub with: Vec<String>,
    /// Play N forks with other random numbers from R on, with and without the other file, and show the win rates
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=100_000), conflicts_with_all = ["replay", "no_replay", "with_sources", "log_dir"])]
    pub games: Option<u32>,
    /// Random seed from R on [default: as recorded; with --games, derived from the match's seed]
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Folder for a replay of every fork: 0001.wag, 0002.wag and so on
    #[arg(long, value_name = "DIR", requires = "games")]
    pub replays: Option<PathBuf>,
    /// Save a goal in this folder as a test for `wag test`: from R on, the file must reach this mean of the figure [default: the lower end of its interval now]
    #[arg(long, value_name = "DIR", requires_all = ["games", "with"])]
    pub save: Option<PathBuf>,
    /// The mean of the game's figure that the saved goal asks for
    #[arg(long, value_name = "N", requires = "save", allow_negative_numbers = true)]
    pub at_least: Option<i64>,
    /// Folder for the players' logs [default: no logs]
    #[arg(long, value_name = "DIR")]
    pub log_dir: Option<PathBuf>,
    #[command(flatten)]
    pub log_form: LogFormArg,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing; with --json, only the result
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}
