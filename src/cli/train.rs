//! `wag train`: plays many games in a row with the same persistent players.

use super::answer::{ExitStatus, cannot_start, print};
use super::progress::Follower;
use super::start::stop_on_signals;
use super::terminal::Terminal;
use super::with_game::{GameCommand, WithGame, players_help};
use crate::cli::limit_args::LimitArgs;
use crate::cli::play::LogFormArg;
use clap::Args as ClapArgs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use wag_core::game::GameInfo;
use wag_i18n::{decimal, rounds, t};
use wag_play::seed::random_seed;
use wag_play::{Keeping, Kind, Outcome, RawOptions, SeedSource, Session, Verbosity, introduction, line_up};
use wag_sandbox::cores;

// `wag train`: plays as many games as the first player's file sets, unless an option sets the number.
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

/// Plays the games, and prints a line about each.
pub fn run(options: &WithGame<Train>) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let mut session = session(options)?;
    cores::pin_to_current_core();
    session.verbosity = Verbosity::Headlines;
    let mut follower = Follower::of(&session, false);
    let seed = SeedSource::Given(options.words.seed.map_or_else(random_seed, Ok)?);
    let people = Rc::new(Terminal { stop: Arc::clone(&stop) });
    match session.play(&stop, people, seed, &mut |event| follower.show(event))? {
        Outcome::CannotStart(unstarted) => cannot_start(unstarted),
        Outcome::Interrupted => Ok(ExitStatus::Interrupted),
        Outcome::Over(end) => {
            let seconds = decimal(end.wall.as_secs_f64(), 1);
            print(&t!("%{rounds} in %{seconds} s\n", rounds = rounds(end.games[0].rounds), seconds))?;
            Ok(if end.interrupted() { ExitStatus::Interrupted } else { ExitStatus::Success })
        }
    }
}

fn session(options: &WithGame<Train>) -> anyhow::Result<Session> {
    let WithGame { game, words, options, .. } = options;
    let limits = words.limit_args.limits_for(game.info, options);
    let entrants = line_up(game.info, &words.players, &words.limit_args.rights.readable)?;
    let files = entrants.iter().filter(|entrant| matches!(entrant.kind, Kind::Python { .. }));
    let said = files.filter_map(|entrant| entrant.file()).map(|file| introduction(game.info, file)).next();
    let said = said.unwrap_or_default();
    let mut raw_options: RawOptions = options.clone();
    for (option, number) in
        [(GAMES, said.games.map(|games| games as u64)), (UNTIL, said.rounds.map(u64::from))]
    {
        if let Some(number) = number {
            raw_options.entry(option.to_string()).or_insert_with(|| number.to_string());
        }
    }
    let mut session = Session::with(*game, entrants, &raw_options, limits)?;
    session.keeping = Keeping {
        log_dir: words.log_dir.clone(),
        log_form: words.log_form.form,
        no_replay: true,
        ..Keeping::default()
    };
    Ok(session)
}
