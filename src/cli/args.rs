//! The words of the command line.

use super::gems::Gems;
use super::limiting::Limiting;
use clap::{Args as ClapArgs, Parser, Subcommand};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

/// An engine for programming games: write an AI in Python, let it play.
#[derive(Debug, Parser)]
#[command(name = "wag", version = version(), max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Open the client in your browser: set up matches, watch them, understand them
    #[command(after_help = CLIENT_HELP)]
    Client(Client),
    /// Play a match of Warriors & Gatherers
    Play(Play),
    /// Play many matches of one line-up and sum them up
    Series(Series),
    /// Look into the replay of a match, check it, or export it
    Replay(Replay),
    /// Play a replay back in the terminal
    #[command(after_help = WATCH_HELP)]
    Watch(Watch),
    /// The four challenges: how far you are, and what is locked
    Ladder(Ladder),
    /// Open all AIs and maps, for teachers
    Unlock(Unlock),
    /// List the built-in maps, show one, or make a new one
    Maps(Maps),
    /// Print the numbers of the game as JSON, to be changed and given to `wag play --rules`
    Rules,
    /// Write a first AI, type stubs for your editor and a README into a folder
    New(New),
    /// Check that everything is in place for AIs to play
    #[command(after_help = "Exit status: 0 when nothing is a PROBLEM, else 1.")]
    Doctor,
    /// Run a Python script of your own; it may import two_player_games
    #[command(after_help = PYTHON_HELP)]
    Python(Python),
    /// Play a game for two, or a tournament: built-in ones and your own classes
    TwoPlayer(TwoPlayer),
    /// Measure what the engine costs, on fixed matches
    Bench(Bench),
    /// Another game: the gem duel, for programs in any language
    Gems(Gems),
}

impl Command {
    /// What `wag` alone means: the client, if somebody is there to see it.
    pub fn standard() -> Option<Command> {
        std::io::stdout().is_terminal().then(|| Command::Client(Client::default()))
    }
}

#[derive(Debug, Subcommand)]
pub enum MapsCommand {
    /// Make a map by chance: fair, connected, of any size
    Generate(Generate),
}

const CLIENT_HELP: &str = "\
The pages are for this computer only. Ctrl+C, or Stop in the page, ends the client and the match it plays.
`wag` without a command is `wag client`, if there is a terminal; else it prints its help.";

const PYTHON_HELP: &str = "\
The script runs as any program of yours does: nothing is forbidden to it. See docs/two-player.md.";

#[derive(Debug, ClapArgs)]
pub struct Python {
    /// The script; without one, statements are read from the keyboard
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// What the script finds in sys.argv
    #[arg(value_name = "ARGS", trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

#[derive(Debug, ClapArgs)]
pub struct TwoPlayer {
    #[command(subcommand)]
    pub command: TwoPlayerCommand,
}

#[derive(Debug, Subcommand)]
pub enum TwoPlayerCommand {
    /// Play one game and show it move by move
    #[command(after_help = TWO_PLAYER_HELP)]
    Play(TwoPlayerPlay),
    /// Let everybody play against everybody else
    #[command(after_help = TWO_PLAYER_HELP)]
    Tournament(TwoPlayerTournament),
}

const TWO_PLAYER_HELP: &str = "\
Games: SimpleNim:21, Nim:1,3,5,7, TicTacToe, ConnectFour:7,6, Reversi:8, or your own: my_game.py:Race.
Players: Human, Random, Minimax:3, AlphaBeta:5, Perfect, Nim, or your own: my_player.py:Clever. ADA=Random is called ADA.
Classes of your own may do whatever any program of yours may. See docs/two-player.md.";

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerPlay {
    /// The game
    #[arg(value_name = "GAME[:ARGS]")]
    pub game: String,
    /// Who begins
    #[arg(value_name = "PLAYER")]
    pub first: String,
    /// Who comes second
    #[arg(value_name = "PLAYER")]
    pub second: String,
    /// The number that decides all chance
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub terms: TwoPlayerTerms,
}

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerTournament {
    /// The game
    #[arg(value_name = "GAME[:ARGS]")]
    pub game: String,
    /// Who takes part, separated by commas; arguments of players by commas, too: Random,Minimax:3,a.py:Ada
    #[arg(long, value_name = "PLAYERS", required = true)]
    pub players: String,
    /// How often each pair meets; each time two games, so that both begin once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rounds: u32,
    /// The number that decides all chance
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub terms: TwoPlayerTerms,
}

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerTerms {
    /// How long a move may take; people have all the time they want
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub time_limit: Duration,
    /// Where to write what the players print
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

#[derive(Debug, Default, ClapArgs)]
pub struct Client {
    /// The port to listen on [default: any that is free]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..), value_name = "N")]
    pub port: Option<u16>,
    /// Open no browser; print the address only
    #[arg(long)]
    pub no_open: bool,
    #[command(flatten)]
    pub limiting: Limiting,
}

/// `wag 0.1.0 (Python 3.11)`
fn version() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION"), " (Python ", env!("WAG_PYTHON_VERSION"), ")")
}

/// What a match or a series is played by.
#[derive(Debug, ClapArgs)]
pub struct Terms {
    /// How many rounds a match lasts [default: 1000, or what the rules file says]
    #[arg(long)]
    pub rounds: Option<u32>,
    /// The number that decides all chance [default: drawn and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// A JSON file with other numbers for the game (see `wag rules`)
    #[arg(long, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    #[command(flatten)]
    pub limiting: Limiting,
}

#[derive(Debug, ClapArgs)]
pub struct Play {
    /// Up to four AIs: a file (with .py or a slash), a built-in AI (Dummy, Noob, Intermediate,
    /// Advanced, Expert), or NAME=FILE. Missing ones are Noob
    #[arg(value_name = "AI", default_value = "yourAI.py")]
    pub ais: Vec<String>,
    /// A built-in map (see `wag maps`) or a map file
    #[arg(long, default_value = crate::games::warriors::maps::DEFAULT)]
    pub map: String,
    #[command(flatten)]
    pub terms: Terms,
    /// Where the logs go
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub log_dir: PathBuf,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors; with --json: the JSON and nothing else
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub recording: Recording,
}

/// What becomes of a replay of a match.
#[derive(Debug, Default, ClapArgs)]
pub struct Recording {
    /// Where the replay goes [default: a new file in saves/, of which the last 50 stay]
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Write no replay
    #[arg(long, conflicts_with_all = ["replay", "with_sources"])]
    pub no_replay: bool,
    /// Put the AIs' files into the replay too
    #[arg(long)]
    pub with_sources: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Replay {
    #[command(subcommand)]
    pub command: ReplayCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Tell who played and how it ended, or what happened in a round
    Show(ReplayShow),
    /// Play a replay again from its seed and orders, with the rules of today
    #[command(after_help = "Exit status: 0 when every turn is as it was recorded, else 1.")]
    Verify(ReplayVerify),
    /// Write a replay in a form that other programs can read
    Export(ReplayExport),
}

const WATCH_HELP: &str = "\
Keys: Space plays and pauses, ← and → go one round, n and p to the next and the previous event,
+ and - change the speed, Tab selects a player, q quits; ? shows all of them.";

#[derive(Debug, ClapArgs)]
pub struct Watch {
    /// The replay, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayShow {
    /// The replay, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show this round: the board before it, and what happened
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub round: Option<u32>,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayVerify {
    /// The replay
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayExport {
    /// The replay
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub form: ExportForm,
    /// The file to write; without it all goes to the terminal
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
#[group(required = true, multiple = false)]
pub struct ExportForm {
    /// Lines of JSON: the match, the first moment, then a line per turn
    #[arg(long)]
    pub json: bool,
    /// One page for a browser, which needs nothing else
    #[arg(long)]
    pub html: bool,
}

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Ladder {
    /// Print the stages and what is open as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Option<LadderCommand>,
}

#[derive(Debug, Subcommand)]
pub enum LadderCommand {
    /// Play the next match of the current stage
    Play(LadderPlay),
    /// Begin again with the first stage; asks first
    Reset(LadderReset),
}

#[derive(Debug, ClapArgs)]
pub struct LadderPlay {
    /// Your AI's file
    #[arg(long, value_name = "FILE", default_value = "yourAI.py")]
    pub ai: String,
    /// How many matches to play; ends early when the stage is mastered
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,
    /// How long an AI may think in a turn: at least 1, so that your opponents can think, too [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_for_all)]
    pub turn_time: Option<Duration>,
    /// Let AIs do whatever you can: files, programs, network. For your own AIs only
    #[arg(long)]
    pub no_sandbox: bool,
    /// Where the logs go
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub log_dir: PathBuf,
    /// Print the results as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Write a replay of the match; without this there is none
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct LadderReset {
    /// Do not ask
    #[arg(long, short)]
    pub yes: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Unlock {
    /// All of them; your progress is marked as unlocked by hand
    #[arg(long, required = true)]
    pub all: bool,
}

#[derive(Debug, ClapArgs)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Maps {
    /// A built-in map or a map file, to be shown as a picture
    #[arg(value_name = "NAME_OR_FILE")]
    pub map: Option<String>,
    #[command(subcommand)]
    pub command: Option<MapsCommand>,
}

#[derive(Debug, ClapArgs)]
pub struct New {
    /// Where to; made if it is missing. Files that are there are never overwritten
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct Series {
    /// Up to four AIs, as for `wag play`
    #[arg(value_name = "AI", required = true)]
    pub ais: Vec<String>,
    /// How many matches to play on each map; everybody sits on every seat in turn
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// A built-in map or a map file; may be given several times
    #[arg(long = "map", value_name = "MAP", default_value = crate::games::warriors::maps::DEFAULT)]
    pub maps: Vec<String>,
    /// Leave everybody on the seat of the line-up
    #[arg(long)]
    pub fixed_seats: bool,
    /// How many matches to play at once [default: one per core]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    #[command(flatten)]
    pub terms: Terms,
    /// Keep a replay of every match in this folder: 0001.wag, 0002.wag and so on
    #[arg(long, value_name = "DIR")]
    pub replays: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print the result as comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Print nothing but the result, and that only with --json or --csv
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, ClapArgs)]
pub struct Bench {
    /// How many matches to play on each map
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub matches: u32,
    /// How many rounds a match lasts
    #[arg(long, default_value_t = 300, value_parser = clap::value_parser!(u32).range(3..=1_000_000))]
    pub rounds: u32,
}

#[derive(Debug, ClapArgs)]
pub struct Generate {
    /// The number that decides all chance [default: drawn and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// The side length, in fields
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(5..=200))]
    pub size: u32,
    /// The map file to write; without it the map is printed
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// As [`seconds`], with enough time for the AIs that are built in.
fn seconds_for_all(text: &str) -> Result<Duration, String> {
    let time = seconds(text)?;
    if time < Duration::from_secs(1) {
        return Err(
            "on the ladder it must be at least 1 second: the opponents have to think, too".to_string()
        );
    }
    Ok(time)
}

/// Seconds, with fractions, more than 0 and at most a day.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 =
        text.parse().map_err(|_| "a number of seconds belongs here, such as 5 or 0.5".to_string())?;
    if !(0.001..=86_400.0).contains(&number) {
        return Err("it must be from 0.001 to 86400 seconds".to_string());
    }
    Ok(Duration::from_secs_f64(number))
}
