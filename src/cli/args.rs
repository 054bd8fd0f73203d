//! The arguments of the command line.

use super::compare::Args as Compare;
use super::evaluate::Args as Evaluate;
use super::make::Make;
use super::tournament::Tournament;
use super::tune::{HELP as TUNE_HELP, Tune};
use super::with_game::{GameCommand, WithGame, players_help};
use super::words::{port, seconds, seconds_for_all};
use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Command as ClapCommand, Parser, Subcommand, value_parser};
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;
use wag_core::game::GameInfo;
use wag_play::LogForm;

/// A game engine whose players are programs: write an AI in Python and let it play
#[derive(Debug, Parser)]
#[command(name = "wag", version = version(), max_term_width = 100)]
pub struct Args {
    /// Language of results and errors, de or en [default: the system's, from LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_name = "LANGUAGE")]
    pub lang: Option<String>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// Open Wag in your browser, to set up, watch and analyze matches
    #[command(after_help = CLIENT_HELP)]
    Client(Client),
    /// Play a match
    Play(WithGame<Play>),
    /// Play many matches between the same players and print a summary
    Series(WithGame<Series>),
    /// Test whether a new player is better than an old one, in as few matches as possible
    Compare(WithGame<Compare>),
    /// Evaluate a player against several opponents, in one report for people or programs
    Evaluate(WithGame<Evaluate>),
    /// Tune the numeric parameters in an AI's file
    #[command(after_help = TUNE_HELP)]
    Tune(WithGame<Tune>),
    /// Play a tournament with any number of players, and store everything in a file
    Tournament(WithGame<Tournament>),
    /// List the games, or describe one of them
    Games(Games),
    /// Create a folder with a starter player for a game
    New(WithGame<New>),
    /// Wait for a contest's clients, then play one game after another with them
    Serve(WithGame<Serve>),
    /// Play many games in a row so that persistent players can learn
    Train(WithGame<Train>),
    /// Create a folder with a client for `wag serve`, in plain Python
    Skeleton(WithGame<Skeleton>),
    /// Check that a player starts and plays, and what it lacks; or check a map against the rules of a contest
    #[command(
        after_help = "Exit status: 0 if the player plays or the map is valid, 1 if not, 4 if the player cannot start, 2 for a user error."
    )]
    Check(WithGame<Check>),
    /// Re-simulate a contest replay and report the first difference
    #[command(
        after_help = "Exit status: 0 if there is no difference, 1 if there is one, 2 if the file is damaged."
    )]
    Verify(WithGame<Verify>),
    /// Summarize a folder of replays of a contest's game
    #[command(
        after_help = "Writes Testreport.csv, Summary.csv and Summary.md. Exit status: 0 if there are matches, otherwise 2."
    )]
    Report(WithGame<Report>),
    /// Run one of a game's prepared experiments, and write its tables and pictures
    #[command(
        after_help = "Writes NAME.md, NAME.html, tables as NAME-TABLE.csv and pictures as NAME-PICTURE.svg. Matches that the folder \
                      already holds with the same seed and settings are not played again."
    )]
    Experiment(WithGame<Experiment>),
    /// Generate a random map or board
    Make(Make),
    /// Show the challenges of a game: your progress, and what is locked
    Ladder(WithGame<Ladder>),
    /// Learn a game in lessons: list them, begin one, or check whether its goals are reached
    #[command(after_help = COURSE_HELP)]
    Course(WithGame<Course>),
    /// For teachers: unlock everything without playing the challenges
    Unlock(WithGame<Unlock>),
    /// Inspect, verify or export a replay
    Replay(Replay),
    /// Play back a replay in the terminal
    #[command(after_help = WATCH_HELP)]
    Watch(Watch),
    /// Play a recorded turn again with the same view and random numbers, and compare the orders
    #[command(after_help = DEBUG_HELP)]
    Debug(Debug),
    /// Play all recorded turns of a player again with another file, and list the turns that change
    #[command(after_help = REGRESS_HELP)]
    Regress(Regress),
    /// Play saved turns again and compare the orders with the saved ones; also run the Python tests beside them
    #[command(after_help = TEST_HELP)]
    Test(Test),
    /// Explain a match: when it was decided, and an account of each player
    #[command(after_help = EXPLAIN_HELP)]
    Explain(Explain),
    /// Continue a recorded match from a round, with another file or other random numbers
    #[command(after_help = FORK_HELP)]
    Fork(Fork),
    /// Compare two replays: their first difference, and their scores over time
    #[command(after_help = DIFF_HELP)]
    Diff(Diff),
    /// Measure the engine's overhead in a standard set of matches
    Bench(WithGame<Bench>),
    /// Check that everything that players need is installed
    #[command(after_help = "Exit status: 0 if there is no PROBLEM, otherwise 1.")]
    Doctor,
    /// Run your own Python script or module, with two_player_games and the games' modules available
    #[command(after_help = PYTHON_HELP, override_usage = "wag python [FILE | -m MODULE] [ARGS]...")]
    Python(Python),
    /// Play a game for two, or a tournament, with built-in players and your own classes
    TwoPlayer(TwoPlayer),
    /// Generate shell completions
    #[command(after_help = COMPLETIONS_HELP)]
    Completions(Completions),
    /// Write the manual pages of all commands to a folder
    #[command(after_help = MAN_HELP)]
    Man(Man),
    /// The command line of a contest's own program
    #[command(name = CONTEST, hide = true, disable_help_flag = true)]
    Contest(Contest),
}

const COMPLETIONS_HELP: &str = "\
bash:  wag completions bash > ~/.local/share/bash-completion/completions/wag
zsh:   wag completions zsh > ~/.zfunc/_wag, and in ~/.zshrc, before compinit: fpath+=~/.zfunc
fish:  wag completions fish > ~/.config/fish/completions/wag.fish
The folders must exist. A new shell then completes `wag pl<Tab>`.";

#[derive(Debug, ClapArgs)]
pub struct Completions {
    /// Shell
    #[arg(value_name = "SHELL")]
    pub shell: clap_complete::Shell,
}

const MAN_HELP: &str = "\
Example: wag man ~/.local/share/man/man1; `man wag` and `man wag-play` then show the pages.";

#[derive(Debug, ClapArgs)]
pub struct Man {
    /// Destination folder; created if it is missing. Existing pages are replaced
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
}

/// The hidden command of `wag` that runs a contest's program. The separate program file starts `wag` with it.
pub const CONTEST: &str = "__contest";

#[derive(Debug, ClapArgs)]
pub struct Contest {
    /// Name of the program
    pub program: String,
    /// Arguments of the program
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub words: Vec<OsString>,
}

impl Command {
    /// Returns the command that runs when `wag` has no arguments: `wag client` if there is a terminal, otherwise
    /// `None`.
    pub fn standard() -> Option<Command> {
        std::io::stdout().is_terminal().then(|| Command::Client(Client::default()))
    }
}

const CLIENT_HELP: &str = "\
The pages are only available on this computer. Ctrl+C, or Stop in the page, ends the client and a running match.
`wag` without a command runs `wag client` in a terminal; elsewhere it prints the list of commands.";

const PYTHON_HELP: &str = "\
Run the tests of your functions with `wag python -m pytest`, or without pytest with `wag python -m unittest`.
The script runs like any other program, without a sandbox. See docs/two-player.md.";

#[derive(Debug, ClapArgs)]
pub struct Python {
    /// Script and its arguments, or -m and a module; without either, Python reads statements from the keyboard
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
    /// Play a round-robin tournament
    #[command(after_help = TWO_PLAYER_HELP)]
    Tournament(TwoPlayerTournament),
}

const TWO_PLAYER_HELP: &str = "\
Games: SimpleNim:21  Nim:1,3,5,7  TicTacToe  ConnectFour:7,6  Reversi:8  or your own: my_game.py:Race.
Players: Human, Random, Minimax:3, AlphaBeta:5, Perfect, Nim, or your own: my_player.py:Clever. ADA=Random names a player ADA.
Your own classes run without a sandbox. See docs/two-player.md.";

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerPlay {
    /// Game
    #[arg(value_name = "GAME[:ARGS]")]
    pub game: String,
    /// Player that begins
    #[arg(value_name = "PLAYER")]
    pub first: String,
    /// Player that moves second
    #[arg(value_name = "PLAYER")]
    pub second: String,
    /// Random seed
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub terms: TwoPlayerTerms,
}

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerTournament {
    /// Game
    #[arg(value_name = "GAME[:ARGS]")]
    pub game: String,
    /// Players, separated by commas: NAME, NAME:ARGUMENT, or FILE:CLASS for your own, such as Random,Minimax:3,a.py:Ada
    #[arg(long, value_name = "PLAYERS", required = true)]
    pub players: String,
    /// Number of rounds; in each round every pair plays two games, so that each player begins once
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..=100_000))]
    pub rounds: u32,
    /// Random seed
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
    #[command(flatten)]
    pub terms: TwoPlayerTerms,
}

#[derive(Debug, ClapArgs)]
pub struct TwoPlayerTerms {
    /// Time limit per move, in seconds; people have no limit
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub time_limit: Duration,
    /// File for the output of the players
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

#[derive(Debug, Default, ClapArgs)]
pub struct Client {
    /// Replay to show first
    #[arg(value_name = "REPLAY")]
    pub replay: Option<PathBuf>,
    /// Round of the replay to show [default: 0]
    #[arg(long, requires = "replay", value_name = "R")]
    pub round: Option<u32>,
    /// Port to listen on [default: any free port]
    #[arg(long, value_parser = value_parser!(u16).range(1..), value_name = "N")]
    pub port: Option<u16>,
    /// Print the address without opening a browser
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
    /// Players: a file (FILE.py), a built-in player, NAME=PLAYER, or another kind that the game supports
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Random seed [default: random, and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Let the last player take all remaining seats, too
    #[arg(long)]
    pub fill: bool,
    /// Seat of the first player, from 0; the others keep their order [default: 0]
    #[arg(long, value_name = "N")]
    pub position: Option<usize>,
    /// Number of matches, played with SEED, SEED + 1 and so on [default: 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000), conflicts_with = "profile")]
    pub games: Option<u32>,
    #[command(flatten)]
    pub logging: Logging,
    /// Print every turn and its results; in a terminal, breakpoint() works in the first of your AIs, which then runs without limits
    #[arg(long, conflicts_with_all = ["json", "quiet"])]
    pub debug: bool,
    /// Show where your Python AIs spend their time: functions, lines and rounds; with a file name, draw a flame graph
    #[arg(long, value_name = "FILE.svg", num_args = 0..=1, require_equals = true)]
    pub profile: Option<Option<PathBuf>>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print only errors; with --json, only the JSON
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub recording: Recording,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl Play {
    /// Returns the command-line options for the players' seats and the number of matches, as the user gave them.
    pub fn seating(&self) -> Vec<String> {
        let fill = self.fill.then(|| "--fill".to_string());
        let position = self.position.map(|position| format!("--position {position}"));
        let games = self.games.map(|games| format!("--games {games}"));
        fill.into_iter().chain(position).chain(games).collect()
    }
}

impl GameCommand for Play {
    const HAS_OPTIONS: bool = true;

    /// Adds the alias `--rounds`, which a contest's own command uses, unless the game has an option of that name.
    fn adapt(command: ClapCommand, info: &GameInfo) -> ClapCommand {
        match info.verify.is_some() && info.option("rounds").is_none() {
            true => command.mut_arg("games", |games| games.visible_alias("rounds")),
            false => command,
        }
    }

    fn after_help(info: &GameInfo) -> Option<String> {
        let status = "Exit status: 0 if the match was played, 4 if a player cannot start, 130 after Ctrl+C, 2 for a user error.";
        Some(format!("{}\n\n{status}", players_help(info)))
    }
}

/// Whether and where to write the replay of a match.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Recording {
    /// Replay file [default: a new file in saves/, where the last 50 are kept]
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
    /// Write no replay
    #[arg(long, conflicts_with_all = ["replay", "with_sources"])]
    pub no_replay: bool,
    /// Include the AIs' files in the replay
    #[arg(long)]
    pub with_sources: bool,
}

/// Where and how to write the logs of a match.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Logging {
    /// Folder for the logs
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub log_dir: PathBuf,
    #[command(flatten)]
    pub log_form: LogFormArg,
}

#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct LogFormArg {
    /// Content of the logs: events tells what happened to the player, plain has a heading with the time for each turn
    #[arg(long = "log", value_name = "FORM", default_value = LogForm::NAMES[0], value_parser = log_form())]
    pub form: LogForm,
}

fn log_form() -> impl TypedValueParser<Value = LogForm> {
    let form = |name: String| name.parse().unwrap_or_default();
    PossibleValuesParser::new(LogForm::NAMES).map(form)
}

#[derive(Debug, ClapArgs)]
pub struct Replay {
    #[command(subcommand)]
    pub command: ReplayCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReplayCommand {
    /// Show the players and the result, or one round
    Show(ReplayShow),
    /// Re-simulate a replay from its seed and orders with the current rules, and compare
    #[command(after_help = "Exit status: 0 if every turn is as recorded, otherwise 1.")]
    Verify(ReplayVerify),
    /// Convert a replay to a format that other programs can read
    Export(ReplayExport),
    /// Convert a contest's replay to a Wag replay, to watch it here
    Import(WithGame<ReplayImport>),
}

const DEBUG_HELP: &str = "\
Example: wag debug saves/auto-20261121-070000.wag --round 412 --player anna
Without FILE, the file that played the match is used: from the current folder, from the replay's folder, or from the replay.
Exit status: 0 if the orders equal the recorded ones, 1 if they differ, 2 if the turn cannot be played, 4 if the file cannot start.";

/// The arguments of `wag debug`.
#[derive(Debug, ClapArgs)]
pub struct Debug {
    /// Replay file, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "REPLAY")]
    pub replay: PathBuf,
    /// Python file that plays the turn [default: the player's file]
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
    /// Round of the turn
    #[arg(long, value_name = "R", required_unless_present = "slowest", value_parser = value_parser!(u32).range(1..))]
    pub round: Option<u32>,
    /// Name or seat of the player [default: the only one that is a Python file]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Stop in Python's debugger at the first line of the turn and at breakpoint(), without limits
    #[arg(long)]
    pub pdb: bool,
    /// Wait for an editor and stop at its breakpoints; FILE runs without limits and without the sandbox (needs debugpy) [default: any free port]
    #[arg(long, value_name = "PORT", num_args = 0..=1, conflicts_with_all = ["pdb", "profile", "json", "require_sandbox"], value_parser = port)]
    pub debugpy: Option<Option<u16>>,
    /// Show where the turn's time went
    #[arg(long, conflicts_with = "pdb")]
    pub profile: bool,
    /// List the N slowest recorded turns instead of playing one
    #[arg(long, value_name = "N", conflicts_with_all = ["round", "pdb", "debugpy", "profile", "file", "save", "json"], value_parser = value_parser!(u32).range(1..=1000))]
    pub slowest: Option<u32>,
    /// Save the turn in this folder as a test for `wag test`: these orders are expected from now on
    #[arg(long, value_name = "DIR", conflicts_with = "pdb")]
    pub save: Option<PathBuf>,
    /// Print the turn as one JSON object
    #[arg(long, conflicts_with_all = ["pdb", "profile"])]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

const FORK_HELP: &str = "\
Example: wag fork saves/auto-20261121-070000.wag --from 412 --player anna --with new.py --games 20
All rounds before R are as recorded. From R on, the players' files play: from the current folder, from the replay's folder, or from
the replay. A player without code gives its recorded orders as long as its view is as recorded.
Exit status: 0 if the match was played, 2 if it cannot be continued, 4 if a file cannot start.";

/// The arguments of `wag fork`.
#[derive(Clone, Debug, ClapArgs)]
pub struct Fork {
    /// Replay file, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "REPLAY")]
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
    /// Number of forks to play in parallel [default: one per core]
    #[arg(long, requires = "games", value_parser = value_parser!(u32).range(1..=1024))]
    pub jobs: Option<u32>,
    /// Folder for a replay of every fork: 0001.wag, 0002.wag and so on
    #[arg(long, value_name = "DIR", requires = "games")]
    pub replays: Option<PathBuf>,
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

const DIFF_HELP: &str = "\
Example: wag diff first.wag second.wag
Exit status: 0 if both matches went the same way, 1 if they differ, 2 if they cannot be compared.";

/// The arguments of `wag diff`.
#[derive(Debug, ClapArgs)]
pub struct Diff {
    /// Replay file
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// Replay file of the same game
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Print the result as one JSON object, with all scores
    #[arg(long)]
    pub json: bool,
}

const REGRESS_HELP: &str = "\
Example: wag regress saves/*.wag --with yourAI.py
Each turn gets the recorded view and random numbers; the match is not played on.
Exit status: 0 if no turn changes, 1 if one does, 2 if the turns cannot be played, 4 if the file cannot start.";

/// The arguments of `wag regress`.
#[derive(Debug, ClapArgs)]
pub struct Regress {
    /// Replay files
    #[arg(value_name = "REPLAY", required = true)]
    pub replays: Vec<PathBuf>,
    /// Python file that plays the turns
    #[arg(long, value_name = "FILE")]
    pub with: String,
    /// Name or seat of the player [default: the only Python file, or all with the name of FILE]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Save the first turn of each group in this folder as a test for `wag test`: the new orders are expected from now on
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Print the changed turns as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

const TEST_HELP: &str = "\
Example: wag debug saves/auto-20261121-070000.wag --round 412 --save tests; then, after each change: wag test tests
Functions `test_...` in files test_*.py of the folder run, too, with pytest if it is installed. They run in the sandbox and can read the folder;
in a folder called `tests`, they can also import the modules of the folder above.
Exit status: 0 if everything is as expected, 1 if not, 2 if a turn cannot be played.";

/// The arguments of `wag test`.
#[derive(Debug, ClapArgs)]
pub struct Test {
    /// Folder with saved turns, Python tests, or both
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Python file that plays all turns [default: the file of each turn]
    #[arg(long, value_name = "FILE")]
    pub with: Option<String>,
    /// Expect the new orders from now on
    #[arg(long)]
    pub accept: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

const EXPLAIN_HELP: &str = "\
Example: wag explain saves/auto-20261121-070000.wag --player anna
Of a damaged or unfinished replay, everything that can be read is explained.";

/// The arguments of `wag explain`.
#[derive(Debug, ClapArgs)]
pub struct Explain {
    /// Replay file, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "REPLAY")]
    pub replay: PathBuf,
    /// Name or seat of the player [default: all players]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Draw the course of the match to an SVG file
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print the explanation as one JSON object
    #[arg(long)]
    pub json: bool,
}

const WATCH_HELP: &str = "\
Keys: Space plays and pauses, ← and → move by one round, n and p to the next and previous event,
+ and - change the speed, Tab selects a player, q quits, ? shows all keys.";

#[derive(Debug, ClapArgs)]
pub struct Watch {
    /// Replay file, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayShow {
    /// Replay file, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show this round: the board before it, and its events
    #[arg(long, value_parser = value_parser!(u32).range(1..))]
    pub round: Option<u32>,
    /// Print the match, or the round, as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayVerify {
    /// Replay file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

#[derive(Debug, ClapArgs)]
pub struct ReplayExport {
    /// Replay file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub form: ExportForm,
    /// With --json, also print the state of the game before every Nth round, and the final state
    #[arg(long, value_name = "N", requires = "json", value_parser = value_parser!(u32).range(1..))]
    pub frames: Option<u32>,
    /// Output file [default: the terminal]
    #[arg(long, short, alias = "out", value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct ReplayImport {
    /// Replay of the contest
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Replay file to write
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
    /// JSON lines: the match, the first state, then one line per turn
    #[arg(long)]
    pub json: bool,
    /// A single self-contained page for a browser
    #[arg(long)]
    pub html: bool,
    /// The format of the contest that the game comes from
    #[arg(long = "as", value_name = "FORM", value_parser = ["contest"])]
    pub of_contest: Option<String>,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Ladder {
    /// Print the stages and what is unlocked as one JSON object
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
    /// Start over at the first stage (asks for confirmation)
    Reset(LadderReset),
}

#[derive(Clone, Debug, ClapArgs)]
pub struct LadderPlay {
    /// Your player's file [default: the first file that `wag new` creates]
    #[arg(long, value_name = "FILE")]
    pub ai: Option<String>,
    /// Maximum number of matches; ends early when the stage is mastered
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub matches: u32,
    /// Time limit per turn, in seconds, at least 1 because it also applies to your opponents [default: the game's]
    #[arg(long, value_name = "SECONDS", value_parser = seconds_for_all)]
    pub turn_time: Option<Duration>,
    /// Disable the sandbox: players can use files, programs and the network with your permissions; only for players you
    /// trust
    #[arg(long)]
    pub no_sandbox: bool,
    /// Play only if the sandbox is complete; `wag doctor` shows what is missing
    #[arg(long, conflicts_with = "no_sandbox")]
    pub require_sandbox: bool,
    #[command(flatten)]
    pub logging: Logging,
    /// Print the results as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub recording: Recording,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct LadderReset {
    /// Do not ask for confirmation
    #[arg(long, short)]
    pub yes: bool,
}

const COURSE_HELP: &str = "\
Example: `wag course` lists the lessons, `wag course 1` begins the first one, and `wag course check 1` checks it.
Exit status of check: 0 if all goals are reached, 1 if not, 4 if the file cannot start, 2 for a user error.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Course {
    /// Number or name of a lesson to begin: its file is written into this folder [default: list all lessons]
    #[arg(value_name = "LESSON")]
    pub lesson: Option<String>,
    /// Print the next hint of the lesson
    #[arg(long, conflicts_with_all = ["solution", "reset", "json"])]
    pub hint: bool,
    /// Print the solution of the lesson
    #[arg(long, conflicts_with_all = ["reset", "json"])]
    pub solution: bool,
    /// Begin the lesson again; your file is kept under another name. Without a lesson, forget the progress in all lessons
    #[arg(long)]
    pub reset: bool,
    /// Do not ask for confirmation
    #[arg(long, short, requires = "reset")]
    pub yes: bool,
    /// Print the lessons, or the lesson, as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(subcommand)]
    pub command: Option<CourseCommand>,
}

impl GameCommand for Course {
    fn is_for(info: &GameInfo) -> bool {
        !info.lessons.is_empty()
    }
}

#[derive(Clone, Debug, Subcommand)]
pub enum CourseCommand {
    /// Play the match of a lesson, and check whether its goals are reached; or check a lesson that you have written
    Check(CourseCheck),
}

#[derive(Clone, Debug, ClapArgs)]
pub struct CourseCheck {
    /// Number or name of a lesson, or the file of a lesson that you have written (FILE.md)
    #[arg(value_name = "LESSON")]
    pub lesson: String,
    /// Your player's file [default: lesson1.py for lesson 1, and so on]
    #[arg(long, value_name = "FILE")]
    pub ai: Option<String>,
    /// Time limit per turn, in seconds [default: the game's]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub turn_time: Option<Duration>,
    /// Disable the sandbox: players can use files, programs and the network with your permissions; only for players you
    /// trust
    #[arg(long)]
    pub no_sandbox: bool,
    /// Play only if the sandbox is complete; `wag doctor` shows what is missing
    #[arg(long, conflicts_with = "no_sandbox")]
    pub require_sandbox: bool,
    #[command(flatten)]
    pub logging: Logging,
    /// Print the result as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Unlock {
    /// Unlock everything; your progress is marked as unlocked by hand. Without this option, only list what is locked
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
    /// Game [default: list all games]
    pub game: Option<String>,
    /// Print the list or the description as one JSON object
    #[arg(long)]
    pub json: bool,
    /// List the built-in files for this option of the game
    #[arg(value_name = "OPTION")]
    pub option: Option<String>,
    /// Print this file, your own or a built-in one, as a picture or text
    #[arg(value_name = "FILE")]
    pub file: Option<String>,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct New {
    /// Destination folder; created if it is missing. Existing files are never overwritten
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
    /// Start from a copy of this built-in player's files
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
    /// Player in the last seat, instead of a client
    #[arg(long, value_name = "PLAYER")]
    pub against: Option<String>,
    /// Ports of the clients, in the order of their seats [default: the game's, see `wag games`]
    #[arg(long, value_name = "PORT", num_args = 1.., value_parser = value_parser!(u16).range(1..))]
    pub ports: Vec<u16>,
    /// Number of games [default: until Ctrl+C]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Random seed of the first game; each further game uses the next number [default: random]
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub logging: Logging,
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

/// `wag train`: plays as many games as the first player's file sets, unless an option sets the number.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Train {
    /// Players, as for `wag play`
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,
    /// Random seed [default: random]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Folder for the logs [default: no logs]
    #[arg(long, value_name = "DIR")]
    pub log_dir: Option<PathBuf>,
    #[command(flatten)]
    pub log_form: LogFormArg,
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

/// The name of the option that sets how many games are played in a row. Only games with `wag train` have it.
pub const GAMES: &str = "training";
/// The name of the option that sets the last round of each game. Only games with `wag train` have it.
pub const UNTIL: &str = "until";

#[derive(Clone, Debug, ClapArgs)]
pub struct Skeleton {
    /// Destination folder; created if it is missing. Existing files are never overwritten
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
    /// Player, as for `wag play`, or a map of a contest (FILE.map)
    #[arg(value_name = "PLAYER|MAP")]
    pub file: String,
    /// For a map: allow sizes outside the contest's limits, for experiments
    #[arg(long)]
    pub small: bool,
    /// Random seed of the match that checks the player
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print the report as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Check {
    const HAS_OPTIONS: bool = true;
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Verify {
    /// Replay, as written by the contest or by `wag replay export --as contest`
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
    /// Folder to search, including subfolders, for replays of the contest (.replay, .json) and of Wag (.wag)
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Folder for the report [default: the folder with the replays]
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
    /// Experiment [default: list all experiments]
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
    /// Folder for the tables and pictures
    #[arg(long, value_name = "DIR", default_value = "experiments")]
    pub into: PathBuf,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of matches per table row [default: the experiment's]
    #[arg(long, value_parser = value_parser!(u32).range(1..=100_000))]
    pub games: Option<u32>,
    /// Run a few short matches on small boards, as a quick test
    #[arg(long)]
    pub small: bool,
    /// Player that the built-in player meets, in experiments that need an opponent [default: the experiment's]
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
        let status = "Exit status: 0 if the matches were played, 4 if a player could not start in any of them, 2 for a user error.";
        Some(format!("{}\n\n{status}", players_help(info)))
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Bench {
    /// Number of matches per map or board
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u32).range(1..=1000))]
    pub matches: u32,
    /// Number of rounds per match, if the game has that option
    #[arg(long, default_value_t = 300, value_parser = value_parser!(u32).range(3..=1_000_000))]
    pub rounds: u32,
    /// Print the figures as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl GameCommand for Bench {}
