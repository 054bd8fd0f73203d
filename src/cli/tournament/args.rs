//! The arguments of `wag tournament` and its subcommands.

use super::super::answer::confirm;
use super::super::with_game::{GameCommand, WithGame, players_help};
use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args as ClapArgs, Command, Error, FromArgMatches, value_parser};
use std::io::IsTerminal;
use std::path::PathBuf;
use wag_core::game::GameInfo;
use wag_stats::forms::FormName;
use wag_tournament::{Caller, TournamentRequest};

/// `wag tournament`, or one of its subcommands, which stand directly after `tournament`.
#[derive(Debug)]
pub enum TournamentCommand {
    Play(Box<WithGame<Tournament>>),
    Show(Show),
    Check(WithGame<Check>),
    Plan(WithGame<Plan>),
    Add(Add),
}

const SHOW: &str = "show";
const CHECK: &str = "check";
const PLAN: &str = "plan";
const ADD: &str = "add";

impl ClapArgs for TournamentCommand {
    fn augment_args(command: Command) -> Command {
        let subcommand =
            |name: &'static str, about: &'static str| Command::new(name).about(about).display_order(0);
        let check = subcommand(CHECK, "Test which hand-ins can play; plays nothing that counts");
        let plan = subcommand(PLAN, "Store and print the schedule, and play nothing");
        WithGame::<Tournament>::augment_args(command)
            .subcommand(subcommand(SHOW, "Print the table of a tournament").defer(Show::augment_args))
            .subcommand(check.defer(WithGame::<Check>::augment_args))
            .subcommand(plan.defer(WithGame::<Plan>::augment_args))
            .subcommand(subcommand(ADD, "Take in results of `wag play --json`").defer(Add::augment_args))
            .subcommand_help_heading("Commands and games")
            .subcommand_value_name("COMMAND|GAME")
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for TournamentCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(match matches.subcommand() {
            Some((SHOW, matches)) => TournamentCommand::Show(Show::from_arg_matches(matches)?),
            Some((CHECK, matches)) => TournamentCommand::Check(WithGame::from_arg_matches(matches)?),
            Some((PLAN, matches)) => TournamentCommand::Plan(WithGame::from_arg_matches(matches)?),
            Some((ADD, matches)) => TournamentCommand::Add(Add::from_arg_matches(matches)?),
            _ => TournamentCommand::Play(Box::new(WithGame::from_arg_matches(matches)?)),
        })
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), Error> {
        Err(Error::new(clap::error::ErrorKind::InvalidValue))
    }
}

#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Show {
    /// Tournament file
    #[arg(value_name = "FILE", default_value = "tournament.db")]
    pub file: PathBuf,
    #[command(flatten)]
    pub results: ResultArgs,
}

// The form in which the results are printed and written.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct ResultArgs {
    /// Write the results as one self-contained page for a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Folder for a web page and a text file per player, with matches to watch
    #[arg(long, value_name = "DIR")]
    pub reports: Option<PathBuf>,
    /// Compute for each report what cost the player the most in the match that it has lost, as `wag explain` does
    #[arg(long, requires = "reports")]
    pub explain: bool,
    /// Write the ranking as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub ranking: Option<PathBuf>,
    /// Write the ranking for Excel: semicolons, a byte order mark, and numbers in the format of the language
    #[arg(long)]
    pub excel: bool,
    /// Include the AIs' files in the page, if the replays contain them
    #[arg(long, requires = "html")]
    pub with_sources: bool,
    /// Print the result as one JSON object, with a row per match
    #[arg(long, conflicts_with = "csv")]
    pub json: bool,
    /// Print a row per match as comma-separated values
    #[arg(long)]
    pub csv: bool,
    /// Print nothing; with --json or --csv, only the result
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Check {
    /// Folders of hand-ins (one player per subfolder or ZIP file)
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<String>,
    /// Random seed of the matches that check the players
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Print the verdicts as one JSON array
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Check {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(_: &GameInfo) -> Option<String> {
        Some("Exit status: 0 if all hand-ins can play, 4 if not, 2 for a user error.".to_string())
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Plan {
    #[command(flatten)]
    pub schedule: ScheduleArgs,
    /// Print the schedule as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing; with --json, only the schedule
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

// Who plays how often.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct ScheduleArgs {
    /// Players as for `wag play`, or folders of hand-ins (one player per subfolder or ZIP file)
    #[arg(value_name = "PLAYER|DIR", required_unless_present = "resume")]
    pub players: Vec<String>,
    /// Minimum number of matches of each player on each map or board [default: 20]
    #[arg(long, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Number of players in a match, if the game has that option [default: as many as possible]
    #[arg(long, value_parser = value_parser!(u32).range(2..=64))]
    pub seats: Option<u32>,
    /// Who meets whom: all against all; gauntlet (the first player against each other); swiss; bracket (groups, then
    /// knockout); heats (of four, two go on) [default: all]
    #[arg(long, value_parser = forms(), hide_possible_values = true, value_name = "FORM")]
    pub form: Option<FormName>,
    /// Random seed [default: random, and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    /// Tournament file; if it exists, its players are kept, and new players and missing matches are added
    #[arg(long, value_name = "FILE", default_value = "tournament.db")]
    pub into: PathBuf,
    /// Resume the tournament in this file, with all its players and settings
    #[arg(long, value_name = "FILE", conflicts_with = "into")]
    pub resume: Option<PathBuf>,
    /// Remove this player; may be given several times. Its matches stay in the table
    #[arg(long, value_name = "NAME")]
    pub without: Vec<String>,
    /// Allow the programs named in the file, even if you did not start this tournament
    #[arg(long)]
    pub trust_programs: bool,
}

/// Reads a form of tournaments.
fn forms() -> impl TypedValueParser<Value = FormName> {
    PossibleValuesParser::new(FormName::ALL.map(FormName::as_str))
        .map(|word| word.parse::<FormName>().unwrap_or_default())
}

impl ScheduleArgs {
    /// Returns the request to start or to resume the tournament, without replays.
    pub fn request<T>(&self, options: &WithGame<T>, limits: &LimitArgs) -> TournamentRequest {
        TournamentRequest {
            game: options.game,
            options: options.options.clone(),
            places: options.places.clone(),
            players: self.players.clone(),
            given_names: Default::default(),
            known_refusals: Default::default(),
            without: self.without.clone(),
            games: self.games,
            seats: self.seats,
            form: self.form,
            seed: self.seed,
            file: self.resume.as_ref().unwrap_or(&self.into).clone(),
            is_resumed: self.resume.is_some(),
            is_estimate: false,
            watched: None,
            trust_programs: self.trust_programs,
            replays: None,
            default_replays: None,
            limits: limits.0.clone(),
            caller: Caller::Terminal { confirm: ask },
        }
    }
}

impl GameCommand for Plan {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(info: &GameInfo) -> Option<String> {
        Some(players_help(info))
    }
}

#[derive(Clone, Debug, ClapArgs)]
pub struct Add {
    /// Files with results: one object of `wag play --json` per line
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<String>,
    /// Tournament file
    #[arg(long, alias = "resume", value_name = "FILE", default_value = "tournament.db")]
    pub into: PathBuf,
    /// Print the counts as one JSON object
    #[arg(long)]
    pub json: bool,
    /// Print nothing; with --json, only the counts
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Tournament {
    #[command(flatten)]
    pub schedule: ScheduleArgs,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Folder for a replay of every match, named after its number in the schedule [default: with --reports DIR, DIR/replays]
    #[arg(long, value_name = "DIR")]
    pub replays: Option<PathBuf>,
    /// Play a few of the matches, print what all of them would cost in time and space, and write no tournament file
    #[arg(long, conflicts_with = "resume")]
    pub estimate: bool,
    /// Keep playing: take in new and changed files of the players, play those first, and renew the table until Ctrl+C. The
    /// same choice as the ladder of a class server; with --games N, rest when everybody has N matches
    #[arg(long, conflicts_with_all = ["estimate", "form"])]
    pub watch: bool,
    #[command(flatten)]
    pub results: ResultArgs,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl Tournament {
    /// Returns the request that this command line makes: to start the tournament or to resume it.
    pub fn request(&self, options: &WithGame<Tournament>) -> TournamentRequest {
        TournamentRequest {
            replays: self.replays.clone(),
            // Reports show matches, so they need replays.
            default_replays: self.results.reports.as_ref().map(|folder| folder.join("replays")),
            ..self.schedule.request(options, &self.limit_args)
        }
    }
}

/// Asks the user a yes-or-no question. Returns `None` unless both standard input and standard error are a terminal.
fn ask(question: &str) -> std::io::Result<Option<bool>> {
    match std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
        true => confirm(question).map(Some),
        false => Ok(None),
    }
}

impl GameCommand for Tournament {
    const HAS_OPTIONS: bool = true;
    const SEVERAL_PLACES: bool = true;

    fn after_help(info: &GameInfo) -> Option<String> {
        let status = "Exit status: 0 if the tournament was played, 4 if a player could not start in any match, 2 for a user error.";
        let folder = "A folder with the name of a command or a game is written with a slash, such as plan/.";
        Some(format!("{}\n\n{folder}\n{status}", players_help(info)))
    }
}
