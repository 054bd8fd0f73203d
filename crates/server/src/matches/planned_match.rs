//! A match of any game that a page has requested, and its result.

use serde::Serialize;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_ladder::{Attempt, ChallengeReport, Climb, Counts, LEARNER, UserProgress, Warn};
use wag_play::fork::Fork;
use wag_play::{
    Events, Keeping, LimitOptions, LogForm, MatchEnd, Outcome, People, PlayError, PlayerSpec, RawOptions,
    SeedSource, Session,
};
use wag_sandbox::cores;

/// A match that is ready to start.
pub struct PlannedMatch {
    pub game: KnownGame,
    pub entrants: Vec<PlayerSpec>,
    pub options: RawOptions,
    /// The seed of all games of the match, unless it counts on the ladder.
    pub seed: u64,
    pub limit_args: LimitOptions,
    /// The content of the logs.
    pub log_form: LogForm,
    pub warn: Warn,
    /// The match of a stage; `None` if the match has nothing to do with the ladder.
    pub attempt: Option<Attempt>,
    /// The recorded match to continue; `None` to play a match from round 1.
    pub fork: Option<Arc<Fork>>,
    /// The number of rounds of each game, or 0 if it is unknown.
    pub rounds: u32,
}

/// The result of a match.
#[derive(Debug)]
pub struct FinishedMatch {
    pub interrupted: bool,
    /// The combined result of the games; `None` if the match has only one game or was interrupted.
    pub total: Option<Total>,
    pub verdict: Option<ChallengeReport>,
    /// The paths of the players' logs, in seat order.
    pub logs: Vec<PathBuf>,
}

/// The combined result of the games in a match of several games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Total {
    /// The number of games that each seat has won alone.
    pub won: Vec<usize>,
    /// The seats that have won the match, counted from 1. If several seats have won the same number of games, there are
    /// several winners.
    pub winners: Vec<usize>,
}

impl PlannedMatch {
    /// Returns the number of games in the match.
    pub fn games(&self) -> usize {
        if self.fork.is_some() { 1 } else { self.game.info.games }
    }

    /// Returns the players' names in seat order.
    pub fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| printable(&entrant.name)).collect()
    }

    /// Returns whether each seat, in order, is an AI of the user.
    pub fn own_seats(&self) -> Vec<bool> {
        self.entrants.iter().map(|entrant| entrant.file().is_some() && !entrant.is_private()).collect()
    }

    /// Returns the absolute paths of the files of the AIs.
    pub fn files(&self) -> Vec<PathBuf> {
        self.entrants.iter().filter_map(|entrant| entrant.file().map(Path::to_path_buf)).collect()
    }

    pub fn session(&self) -> Result<Session, PlayError> {
        let mut session = match &self.fork {
            Some(fork) => Session::of_fork(Arc::clone(fork), None),
            None => {
                let limits = self.limit_args.limits_for(self.game.info, &self.options);
                Session::with(self.game, self.entrants.clone(), &self.options, limits)?
            }
        };
        // This lets the page show the source line of an order.
        session.keeping = Keeping {
            log_dir: Some(".".into()),
            log_form: self.log_form,
            with_sources: true,
            ..Keeping::default()
        };
        Ok(session)
    }

    /// Plays until the match has ended or `stop` is set.
    pub fn play(
        &self,
        people: Rc<dyn People>,
        events: Events<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<FinishedMatch, PlayError> {
        if !self.game.info.simultaneous {
            cores::pin_to_current_core();
        }
        let session = self.session()?;
        let counted = self.attempt.filter(|attempt| attempt.counts == Counts::Yes);
        let mut climb = self.attempt.map(|_| Climb::begin(UserProgress::of(self.game.info, self.warn)));
        let outcome = match (&mut climb, counted) {
            (Some(climb), Some(Attempt { number, .. })) => {
                let expected = climb.next_seed(number);
                let claim = &mut || Ok(climb.begin_match(number));
                session.play(stop, people, SeedSource::Claimed { expected, claim }, events)
            }
            _ => session.play(stop, people, SeedSource::Given(self.seed), events),
        };
        match outcome? {
            Outcome::CannotStart(unstarted) => Err(PlayError::CannotStart(unstarted)),
            Outcome::Interrupted => {
                Ok(FinishedMatch { interrupted: true, total: None, verdict: None, logs: Vec::new() })
            }
            Outcome::Over(end) => {
                let verdict = self.attempt.zip(climb).map(|(attempt, mut climb)| {
                    let file = self.entrants[LEARNER.index()].file();
                    let own_folder = file.and_then(Path::parent).unwrap_or(Path::new("."));
                    attempt.judge(self.game.info, &mut climb, &end, own_folder)
                });
                Ok(FinishedMatch {
                    interrupted: end.interrupted(),
                    total: total(&end),
                    verdict,
                    logs: logs(&end),
                })
            }
        }
    }
}

fn total(end: &MatchEnd) -> Option<Total> {
    let is_one = end.games.len() < 2 || end.interrupted();
    let winners = || end.winners().into_iter().map(|seat| seat + 1).collect();
    (!is_one).then(|| Total { won: end.won(), winners: winners() })
}

fn logs(end: &MatchEnd) -> Vec<PathBuf> {
    let seats = Seat::all(end.games[0].standings.len());
    let logs = |seat| end.logs.as_ref().map(|logs| logs.path(seat).to_path_buf());
    seats.filter_map(logs).collect()
}
