//! The arguments of the command line.

use super::compare::Args as Compare;
use super::make::Make;
use super::tournament::Tournament;
use super::tune::{HELP as TUNE_HELP, Tune};
use super::with_game::{GameCommand, WithGame, players_help};
use super::words::{seconds, seconds_for_all};
use crate::cli::limit_args::LimitArgs;
use clap::{Args as ClapArgs, Command as ClapCommand, Parser, Subcommand, value_parser};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;
use wag_runner::GameInfo;

/// An engine for programming games: write an AI in Python, let it play.
#[derive(Debug, Parser)]
#[command(name = "wag", version = version(), max_term_width = 100)]
pub struct Args {
    /// The language of results and errors, de or en [default: the system's, as LC_ALL, LC_MESSAGES or LANG names it]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub lang: Option<String>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Open the client in your browser: set up matches, watch them, understand them
    #[command(after_help = CLIENT_HELP)]
    Client(Client),
    /// Play a match; the words after the game are its players
    Play(WithGame<Play>),
    /// Play many matches of one line-up and sum them up
    Series(WithGame<Series>),
    /// Tell whether a new player is better than an old one, in as few matches as that takes
    Compare(WithGame<Compare>),
    /// Search for better numbers in an AI's file
    #[command(after_help = TUNE_HELP)]
    Tune(WithGame<Tune>),
    /// Let any number of players meet each other, and keep all of it in a file
    Tournament(WithGame<Tournament>),
    /// List the games, or tell what one of them offers
    Games(Games),
    /// Write a first player for a game into a folder
    New(WithGame<New>),
    /// Wait for a contest's clients, and play one game after the other with them
    Serve(WithGame<Serve>),
    /// Play many games in a row, in which the players' files live on and may learn
    Train(WithGame<Train>),
    /// Write a client for `wag serve`, in Python without anything else, into a folder
    Skeleton(WithGame<Skeleton>),
    /// Tell what a contest would object to in a map
    #[command(after_help = "Exit status: 0 when nothing is wrong, else 1; 2 when the file can't be read.")]
    Check(WithGame<Check>),
    /// Play the replay of a contest again, and tell what differs first
    #[command(after_help = "Exit status: 0 when all is the same, else 1; 2 when the file is damaged.")]
    Verify(WithGame<Verify>),
    /// Sum up the replays of a folder of matches of a contest's game
    #[command(
        after_help = "Writes Testreport.csv, Summary.csv and Summary.md. Exit status: 0 when there are matches, else 2."
    )]
    Report(WithGame<Report>),
    /// Repeat a measurement of a game's tools, and write its tables and pictures
    #[command(
        after_help = "Writes NAME.md, NAME.html, tables as NAME-TABLE.csv and pictures as NAME-PICTURE.svg. Matches that are in the folder \
                      with the same seed and settings are not played again."
    )]
    Experiment(WithGame<Experiment>),
    /// Make a new file for a game by chance
    Make(Make),
    /// The challenges of a game: how far you are, and what is locked
    Ladder(WithGame<Ladder>),
    /// Open everything that challenges open, for teachers
    Unlock(WithGame<Unlock>),
    /// Look into the replay of a match, check it, or export it
    Replay(Replay),
    /// Play a replay back in the terminal
    #[command(after_help = WATCH_HELP)]
    Watch(Watch),
    /// Measure what the engine costs, on fixed matches
    Bench(WithGame<Bench>),
    /// Check that everything is in place for players
    #[command(after_help = "Exit status: 0 when nothing is a PROBLEM, else 1.")]
    Doctor,
    /// Run a Python script or module of your own; it may import two_player_games and the games' modules
    #[command(after_help = PYTHON_HELP, override_usage = "wag python [FILE | -m MODULE] [ARGS]...")]
    Python(Python),
    /// Play a game for two, or a tournament: built-in ones and your own classes
    TwoPlayer(TwoPlayer),
    /// Print what lets a shell complete the words of wag
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(Completions),
    /// Write the manual pages of all commands into a folder
    #[command(after_help = MAN_HELP)]
    Man(Man),
    /// The words of a contest's own program
    #[command(name = CONTEST, hide = true, disable_help_flag = true)]
    Contest(Contest),
}

const COMPLETIONS_HELP: &str = "\
bash:  wag completions bash > ~/.local/share/bash-completion/completions/wag
zsh:   wag completions zsh > ~/.zfunc/_wag, and in ~/.zshrc, before compinit: fpath+=~/.zfunc
fish:  wag completions fish > ~/.config/fish/completions/wag.fish
The folders must be there. A new shell then completes `wag pl<Tab>`.";

#[derive(Debug, ClapArgs)]
pub struct Completions {
    /// For which shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

const MAN_HELP: &str = "\
wag man ~/.local/share/man/man1   then `man wag` and `man wag-play` show them.";

#[derive(Debug, ClapArgs)]
pub struct Man {
    /// Where to; made if it is missing. Pages that are there are written anew
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// The hidden command with which a contest's program calls this one.
pub const CONTEST: &str = "__contest";

#[derive(Debug, ClapArgs)]
pub struct Contest {
    /// The program's name
    pub program: String,
    /// Its words
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

impl Command {
    /// Returns the command for `wag` without arguments: the client, if there is a terminal.
    pub fn standard() -> Option<Command> {
        std::io::stdout().is_terminal().then(|| Command::Client(Client::default()))
    }
}

const CLIENT_HELP: &str = "\
The pages are for this computer only. Ctrl+C, or Stop in the page, ends the client and the match it plays.
`wag` without a command is `wag client`, if there is a terminal; else it prints its help.";

const PYTHON_HELP: &str = "\
wag python -m pytest     runs the tests of your functions, wag python -m unittest does without pytest
The script runs as any program of yours does: nothing is forbidden to it. See docs/two-player.md.";

#[derive(Debug, ClapArgs)]
pub struct Python {
    /// The script and what it finds in sys.argv, or -m and a module; without one, statements are read from the keyboard
    #[arg(value_name = "FILE", trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
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
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..=100_000))]
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
    #[arg(long, value_parser = value_parser!(u16).range(1..), value_name = "N")]
    pub port: Option<u16>,
    /// Open no browser; print the address only
    #[arg(long)]
    pub no_open: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

/// Returns the version text, such as `0.1.0 (Python 3.11)`.
fn version() -> String {
    format!("{} (Python {})", env!("CARGO_PKG_VERSION"), wag_python::version())
}

#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Play {
    /// The players: a file (FILE.py), a built-in one, NAME=PLAYER, or whatever else the game takes
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
    /// The number that decides all chance [default: drawn and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Let the last player sit on all seats that are left, too
    #[arg(long)]
    pub fill: bool,
    /// The seat of the first player, from 0; the others keep their order [default: 0]
    #[arg(long, value_name = "N")]
    pub position: Option<usize>,
    /// Play N matches, with SEED, SEED + 1 and so on [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000), conflicts_with = "profile")]
    pub games: Option<u32>,
    /// Where the logs go
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub log_dir: PathBuf,
    /// Tell every turn and what comes of it; at a terminal breakpoint() stops in your first AI, which has no limits then
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    pub debug: bool,
    /// Tell which functions, lines and rounds took the time of your AIs in Python; with a file, draw it as a flame graph
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, require_equals = true, conflicts_with_all = ["json", "quiet"])]
    pub profile: Option<Option<PathBuf>>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing but errors; with --json: the JSON and nothing else
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl Play {
    /// Returns the options that set the seats of players and the number of matches.
    pub fn seating(&self) -> Vec<String> {
        let fill = self.fill.then(|| "--fill".to_string());
        let position = self.position.map(|position| format!("--position {position}"));
        let games = self.games.map(|games| format!("--games {games}"));
        fill.into_iter().chain(position).chain(games).collect()
    }
}

impl GameCommand for Play {
    const HAS_OPTIONS: bool = true;

    /// Adds the alias that a contest's command uses, unless the game has an option of that name.
    fn adapt(command: ClapCommand, info: &GameInfo) -> ClapCommand {
        match info.verify.is_some() && info.option("rounds").is_none() {
            true => command.mut_arg("games", |games| games.visible_alias("rounds")),
            false => command,
        }
    }

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(players_help(info))
    }
}

/// What becomes of a replay of a match.
#[derive(Clone, Debug, Default, ClapArgs)]
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
    /// Make a replay out of the replay of a contest, to watch it here
    Import(WithGame<ReplayImport>),
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
    #[arg(long, value_parser = value_parser!(u32).range(1..))]
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
    #[arg(long, short, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct ReplayImport {
    /// The contest's replay
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The replay to write
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
}

impl GameCommand for ReplayImport {
    fn is_for(info: &GameInfo) -> bool {
        Verify::is_for(info)
    }
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
    /// The form of the contest that the game comes from
    #[arg(long = "as", value_name = "FORM", value_parser = ["contest"])]
    pub of_contest: Option<String>,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Ladder {
    /// Print the stages and what is open as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Option<LadderCommand>,
}

impl GameCommand for Ladder {
    fn is_for(info: &GameInfo) -> bool {
        !info.stages.is_empty()
    }
}

#[derive(Clone, Debug, Subcommand)]
pub enum LadderCommand {
    /// Play the next match of the current stage
    Play(LadderPlay),
    /// Begin again with the first stage; asks first
    Reset(LadderReset),
}

#[derive(Clone, Debug, ClapArgs)]
pub struct LadderPlay {
    /// Your player's file [default: the first one that `wag new` writes]
    #[arg(long, value_name = "FILE")]
    pub ai: Option<String>,
    /// How many matches to play; ends early when the stage is mastered
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,
    /// How long a player may think in a turn: at least 1, so that your opponents can think, too [default: the game's]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_for_all)]
    pub turn_time: Option<Duration>,
    /// Let players do whatever you can: files, programs, network. For your own ones only
    #[arg(long)]
    pub no_sandbox: bool,
    /// Play only where nothing of the sandbox is missing; `wag doctor` tells what is
    #[arg(long, conflicts_with = "no_sandbox")]
    pub require_sandbox: bool,
    /// Where the logs go
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub log_dir: PathBuf,
    /// Print the results as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub recording: Recording,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct LadderReset {
    /// Do not ask
    #[arg(long, short)]
    pub yes: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Unlock {
    /// All of it; your progress is marked as unlocked by hand. Without this nothing is opened, only told
    #[arg(long)]
    pub all: bool,
}

impl GameCommand for Unlock {
    fn is_for(info: &GameInfo) -> bool {
        Ladder::is_for(info)
    }
}

#[derive(Debug, ClapArgs)]
pub struct Games {
    /// The game [default: all, in a list]
    pub game: Option<String>,
    /// One of its options that take a file: what comes with the program
    #[arg(value_name = "OPTION")]
    pub option: Option<String>,
    /// A file for this option, yours or one that comes with the program: a picture, or its text
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct New {
    /// Where to; made if it is missing. Files that are there are never overwritten
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// The files of this built-in player instead, to change them
    #[arg(long, value_name = "PLAYER")]
    pub of: Option<String>,
}

impl GameCommand for New {
    fn is_for(info: &GameInfo) -> bool {
        !info.new.is_empty()
    }
}

/// `wag serve`.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Serve {
    /// Who plays on the last seat instead of a client
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// The ports of the clients, in the order of their seats [default: the game's, see `wag games`]
    #[arg(long, value_name = "PORT", num_args = 1.., value_parser = value_parser!(u16).range(1..))]
    pub ports: Vec<u16>,
    /// Stop after so many games [default: on Ctrl+C]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// The number that decides all chance in the first game; each next game has the next one [default: drawn]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Where the logs go
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub log_dir: PathBuf,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Serve {
    const HAS_OPTIONS: bool = true;

    fn is_for(info: &GameInfo) -> bool {
        info.protocols.framed
    }
}

/// `wag train`: as many games as the first file says, unless an option says otherwise.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Train {
    /// The players, as for `wag play`
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
    /// The number that decides all chance [default: drawn]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Where the logs go [default: no logs]
    #[arg(long, value_name = "DIR")]
    pub log_dir: Option<PathBuf>,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Train {
    const HAS_OPTIONS: bool = true;

    fn is_for(info: &GameInfo) -> bool {
        [GAMES, UNTIL].iter().all(|option| info.option(option).is_some())
    }

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(players_help(info))
    }
}

/// The options of a trainable game: the number of games in a row, and the last round of each game.
pub const GAMES: &str = "training";
pub const UNTIL: &str = "until";

#[derive(Clone, Debug, ClapArgs)]
pub struct Skeleton {
    /// Where to; made if it is missing. Files that are there are never overwritten
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

impl GameCommand for Skeleton {
    fn is_for(info: &GameInfo) -> bool {
        !info.skeleton.is_empty()
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Check {
    /// The map file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Let it be smaller or larger than in the contest: a map for trying something out
    #[arg(long)]
    pub small: bool,
}

impl GameCommand for Check {
    fn is_for(info: &GameInfo) -> bool {
        info.check.is_some()
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Verify {
    /// The replay, as the contest or `wag replay export --as contest` has written it
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

impl GameCommand for Verify {
    fn is_for(info: &GameInfo) -> bool {
        info.verify.is_some()
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Report {
    /// The folder: its replays and those in its subfolders, the contest's (.replay, .json) and ours (.wag)
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Where the report goes [default: into that folder]
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
}

impl GameCommand for Report {
    fn is_for(info: &GameInfo) -> bool {
        info.result.is_some()
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Experiment {
    /// Which; without it all are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// The folder that the tables and pictures go to
    #[arg(long, value_name = "DIR", default_value = "experiments")]
    pub into: PathBuf,
    /// The number that decides all chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many matches a line of a table is made of [default: the experiment's]
    #[arg(long, value_parser = value_parser!(u32).range(1..=100_000))]
    pub games: Option<u32>,
    /// Few and short matches, small boards: to see that it works
    #[arg(long)]
    pub small: bool,
    /// Whom the game's own player is measured against, where it is against somebody [default: the experiment's]
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
}

impl GameCommand for Experiment {
    fn is_for(info: &GameInfo) -> bool {
        !info.experiments.is_empty()
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Series {
    /// The players, as for `wag play`. If they are more than there are seats, all line-ups are played
    #[arg(value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// How many matches each line-up plays at each place; everybody sits on every seat in turn
    #[arg(long, default_value_t = 20, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub games: u32,
    /// The number that decides all chance [default: drawn and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Leave everybody on the seat of the line-up
    #[arg(long)]
    pub fixed_seats: bool,
    /// How many matches to play at once [default: one per core]
    #[arg(long, value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Keep a replay of every match in this folder: 0001.wag, 0002.wag and so on
    #[arg(long, value_name = "DIR")]
    pub replays: Option<PathBuf>,
    /// Print the result as one JSON object, with a row per match
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print a row per match as comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Print nothing but the result, and that only with --json or --csv
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Series {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(players_help(info))
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Bench {
    /// How many matches to play at each place
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    pub matches: u32,
    /// How many rounds a match lasts, where a game lets that be chosen
    #[arg(long, default_value_t = 300, value_parser = value_parser!(u32).range(3..=1_000_000))]
    pub rounds: u32,
}

impl GameCommand for Bench {}
