//! The words of `wag gems`.

use super::super::args::{Recording, seconds};
use super::seats::Table;
use crate::players::Limits;
use clap::{Args as ClapArgs, Subcommand, value_parser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Swap stones, three alike in a row hurt: the gem duel
#[derive(Debug, ClapArgs)]
pub struct Gems {
    #[command(subcommand)]
    pub command: GemsCommand,
}

#[derive(Debug, Subcommand)]
pub enum GemsCommand {
    /// Play two games on a board, each player opening one
    #[command(after_help = PLAYERS)]
    Play(Play),
    /// Write a new board file
    Create(Create),
    /// Let every player meet every other one on many new boards
    #[command(after_help = PLAYERS)]
    League(League),
    /// What `fm-game` does
    #[command(hide = true, disable_help_flag = true)]
    FmGame(FmGame),
}

const PLAYERS: &str = "\
Players: ref, ref-columns, greedy, look-ahead; human (not in a league); a Python file, such as bot.py, that defines \
choose_move(player, opponent, field); or a command, such as ./my-bot or \"perl bot.pl\": a program that is started \
anew for each move and finds player.dat, opponent.dat and gamefield.dat in its working folder. See docs/gems.md.";

#[derive(Debug, ClapArgs)]
pub struct Play {
    /// The board file
    pub board: PathBuf,
    /// The first player
    #[arg(long, value_name = "AI")]
    pub ai1: String,
    /// The second player
    #[arg(long, value_name = "AI")]
    pub ai2: String,
    /// Print every move and what comes of it
    #[arg(long)]
    pub debug: bool,
    /// Where the logs go
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub log_dir: PathBuf,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub terms: Terms,
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
    pub ais: Vec<String>,
    /// How many boards each pair meets on; two games on each
    #[arg(long, default_value_t = 100, value_parser = value_parser!(u64).range(1..=100_000))]
    pub boards: u64,
    /// The number of the first board
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub terms: Terms,
}

#[derive(Debug, ClapArgs)]
pub struct FmGame {
    /// The contest's own words
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

/// Under which `--help` lists them.
const HEADING: &str = "Limits of each program";

/// What programs may do.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Terms {
    /// How long a program may think for a move; fractions are allowed [default: 60]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    pub turn_time: Option<Duration>,
    /// How long it may think in a game, all its moves together [default: no limit]
    #[arg(long, help_heading = HEADING, value_name = "SECONDS", value_parser = seconds)]
    pub game_time: Option<Duration>,
    /// Memory of each of its processes [default: 1024]
    #[arg(long, help_heading = HEADING, value_name = "MB", value_parser = value_parser!(u64).range(16..=1 << 20))]
    pub memory: Option<u64>,
    /// A file or folder that programs may read besides their own and the system's; may be given several times
    #[arg(long, help_heading = HEADING, value_name = "PATH", value_parser = existing)]
    pub readable: Vec<PathBuf>,
    /// As much time, memory and files as they take: Ctrl+C ends a game that hangs
    #[arg(long, help_heading = HEADING, conflicts_with_all = ["turn_time", "game_time", "memory"])]
    pub no_limits: bool,
    /// Let programs do whatever you can: files, network, other processes. For your own programs only
    #[arg(long, help_heading = HEADING)]
    pub no_sandbox: bool,
}

fn existing(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    if path.exists() { Ok(path) } else { Err("nothing is there; name a file or folder that is".to_string()) }
}

impl Terms {
    /// Where games are played under these terms; what is `closed` no AI may read.
    pub fn table(&self, closed: Vec<PathBuf>, stop: Arc<AtomicBool>) -> Table {
        Table::new(self.limits(), closed, stop)
    }

    /// In the words of the engine.
    pub fn limits(&self) -> Limits {
        const MIB: u64 = 1 << 20;
        let mut limits = if self.no_limits { Limits::unlimited() } else { Limits::default() };
        let usual = Some(Duration::from_secs(60)).filter(|_| !self.no_limits);
        limits.turn_time = self.turn_time.or(usual);
        limits.game_time = self.game_time;
        limits.bounds.memory = self.memory.map(|mib| mib * MIB).or(limits.bounds.memory);
        limits.bounds.confined = !self.no_sandbox;
        limits
    }
}
