//! The words of `wag gems`.

use super::seats::Thinker;
use clap::{Args as ClapArgs, Subcommand, value_parser};
use std::path::PathBuf;

/// Swap stones, three alike in a row hurt: the gem duel
#[derive(Debug, ClapArgs)]
pub struct Gems {
    #[command(subcommand)]
    pub command: GemsCommand,
}

#[derive(Debug, Subcommand)]
pub enum GemsCommand {
    /// Play two games on a board, each player opening one
    Play(Play),
    /// Write a new board file
    Create(Create),
    /// Let every player meet every other one on many new boards
    League(League),
}

#[derive(Debug, ClapArgs)]
pub struct Play {
    /// The board file
    pub board: PathBuf,
    /// The first player
    #[arg(long, value_name = "AI")]
    pub ai1: Thinker,
    /// The second player
    #[arg(long, value_name = "AI")]
    pub ai2: Thinker,
    /// Print every move and what comes of it
    #[arg(long)]
    pub debug: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Create {
    /// The file to write; there must be none of this name
    pub file: PathBuf,
    /// The number that decides all chance [default: drawn and printed]
    #[arg(long)]
    pub seed: Option<u64>,
}

#[derive(Debug, ClapArgs)]
pub struct League {
    /// Two players or more
    #[arg(required = true, num_args = 2.., value_name = "AI")]
    pub ais: Vec<Thinker>,
    /// How many boards each pair meets on; two games on each
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u64).range(1..=100_000))]
    pub boards: u64,
    /// The number of the first board
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}
