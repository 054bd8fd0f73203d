//! The arguments of `wag tournament`.

use super::super::answer::confirm;
use super::super::with_game::{GameCommand, WithGame, players_help};
use crate::cli::executor_args::ExecutorArgs;
use crate::cli::limit_args::LimitArgs;
use clap::{Args as ClapArgs, value_parser};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_tournament::{Caller, TournamentRequest};

#[derive(Clone, Debug, ClapArgs)]
pub struct Tournament {
    /// Players as for `wag play`, or folders of submissions (one player per subfolder or ZIP file). `check DIR` tests which
    /// submissions can play; `show FILE` prints the table of a tournament; `plan PLAYER...` prints the schedule and plays
    /// nothing; `add FILE` takes in results of `wag play --json`
    #[arg(value_name = "PLAYER|DIR", required_unless_present = "resume")]
    pub players: Vec<String>,
    /// Minimum number of matches of each player on each map or board [default: 20]
    #[arg(long, value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Number of players in a match, if the game has that option [default: as many as possible]
    #[arg(long, value_parser = value_parser!(u32).range(2..=64))]
    pub seats: Option<u32>,
    /// Random seed [default: random, and printed]
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub executor_args: ExecutorArgs,
    /// Tournament file; if it exists, its players are kept, new ones are added, and the missing matches are played
    #[arg(long, value_name = "FILE", default_value = "tournament.db")]
    pub into: PathBuf,
    /// Resume the tournament in this file, with all its players and settings
    #[arg(long, value_name = "FILE", conflicts_with = "into")]
    pub resume: Option<PathBuf>,
    /// Folder for a replay of every match, named after its number in the schedule
    #[arg(long, value_name = "DIR")]
    pub replays: Option<PathBuf>,
    /// Remove this player; may be given several times. Its matches stay in the table
    #[arg(long, value_name = "NAME")]
    pub without: Vec<String>,
    /// Start the programs named in the file, even if you did not start this tournament
    #[arg(long)]
    pub trust_programs: bool,
    /// Play a few of the matches, print what all of them would cost in time and space, and write no tournament file
    #[arg(long, conflicts_with = "resume")]
    pub estimate: bool,
    /// Write the results as one self-contained page for a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Folder for a web page and a text file per player, with matches to watch; replays are kept there, unless
    /// --replays names a folder
    #[arg(long, value_name = "DIR")]
    pub reports: Option<PathBuf>,
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
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl Tournament {
    /// Returns the request that this command line makes: to start the tournament or to resume it.
    pub fn request(&self, options: &WithGame<Tournament>) -> TournamentRequest {
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
            seed: self.seed,
            file: self.resume.as_ref().unwrap_or(&self.into).clone(),
            is_resumed: self.resume.is_some(),
            trust_programs: self.trust_programs,
            replays: self.replays.clone(),
            // Reports show matches, so they need replays.
            default_replays: self.reports.as_ref().map(|folder| folder.join("replays")),
            limits: self.limit_args.0.clone(),
            caller: Caller::Terminal { confirm: ask },
        }
    }

    /// Makes the paths of the files with results absolute, so that they stay valid when the current folder changes.
    pub fn resolve_paths_from(&mut self, folder: &Path) {
        for path in [&mut self.html, &mut self.reports, &mut self.ranking].into_iter().flatten() {
            *path = folder.join(&*path);
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
        Some(format!("{}\n\n{status}", players_help(info)))
    }
}
