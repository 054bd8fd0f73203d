//! The arguments of `wag play`.

use crate::cli::limit_args::LimitArgs;
use crate::cli::with_game::{GameCommand, players_help};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args as ClapArgs, Command as ClapCommand, value_parser};
use std::path::PathBuf;
use wag_core::game::GameInfo;
use wag_core::text::option_arguments;
use wag_play::LogForm;

const STATUS_HELP: &str = "Exit status: 0 if the match was played, 4 if a player cannot start, 130 after Ctrl+C, 2 for a user error.";

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
    #[arg(long, conflicts_with_all = ["json", "quiet", "profile"])]
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
        let position = self.position.into_iter().flat_map(|position| option_arguments("position", position));
        let games = self.games.into_iter().flat_map(|games| option_arguments("games", games));
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
        Some(format!("{}\n\n{STATUS_HELP}", players_help(info)))
    }
}

// Where and how to write the logs of a match.
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

// Whether and where to write the replay of a match.
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
