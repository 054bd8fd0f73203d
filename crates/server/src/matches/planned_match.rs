//! A match of any game that a page has requested, and its result.

use serde::Serialize;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_i18n::t;
use wag_ladder::unlockables::opened;
use wag_ladder::{Climb, Climber, LEARNER, StageNumber, UserProgress, Verdict, Warn, Win};
use wag_play::fork::Fork;
use wag_play::{
    Audience, GameEnd, Keeping, LimitOptions, LogForm, MatchEnd, Outcome, People, PlayError, PlayerSpec,
    RawOptions, Session,
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
    pub challenge: Option<Challenge>,
    /// The recorded match to continue; `None` to play a match from round 1.
    pub fork: Option<Arc<Fork>>,
    /// The number of rounds of each game, or 0 if it is unknown.
    pub rounds: u32,
}

/// A match of a stage of the ladder.
#[derive(Clone, Copy)]
pub struct Challenge {
    pub number: StageNumber,
    /// The reason why the match does not count; `None` if it counts.
    pub not_counted: Option<NotCounted>,
}

/// The reason why a match of a stage does not count. Only the client plays matches that do not count; `wag ladder play`
/// does not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum NotCounted {
    /// The match has been played before.
    Again,
    /// The learner has already mastered the stage.
    Practice,
}

impl NotCounted {
    fn word(self) -> &'static str {
        match self {
            NotCounted::Again => "again",
            NotCounted::Practice => "practice",
        }
    }

    fn sentence(self) -> String {
        match self {
            NotCounted::Again => t!("Repeating the same match does not count."),
            NotCounted::Practice => {
                t!("You have already mastered this stage: this match was practice and does not count.")
            }
        }
    }
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

/// The result of a match on the ladder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Verdict"))]
pub struct ChallengeReport {
    /// The name of the stage.
    pub stage: &'static str,
    pub won: bool,
    /// The result in one word: `won`, `tie`, `beaten` or `interrupted`.
    pub result: &'static str,
    /// True if the match was won and the win counts for the ladder.
    pub counted: bool,
    /// The reason why a win does not count: `again` (the match has been played before), `practice` (the stage is
    /// already mastered) or `unsaved` (the win could not be saved). `None` if the win counts, or if the match was not
    /// won.
    pub why_not_counted: Option<&'static str>,
    /// The whole result as text in English.
    pub text: String,
    /// The path of the file with the source of the beaten AI; `None` unless this match mastered the stage.
    pub source: Option<String>,
    pub mastered: bool,
    pub unlocked: Vec<String>,
    pub wins: u32,
    pub wins_needed: u32,
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
        mut audience: impl Audience,
        mut on_game_end: impl FnMut(&GameEnd),
        stop: &Arc<AtomicBool>,
    ) -> Result<FinishedMatch, PlayError> {
        if !self.game.info.simultaneous {
            cores::pin_to_current_core();
        }
        let session = self.session()?;
        let counted = self.challenge.filter(|challenge| challenge.not_counted.is_none());
        let mut climb = self.challenge.map(|_| Climb::begin(UserProgress::of(self.game.info, self.warn)));
        let on_game_end = |_: usize, game: &GameEnd| on_game_end(game);
        let outcome = match (&mut climb, counted) {
            (Some(climb), Some(Challenge { number, .. })) => {
                session.play(stop, people, &mut Climber { climb, number, audience }, on_game_end)
            }
            _ => session.play(stop, people, &mut audience, on_game_end),
        };
        match outcome? {
            Outcome::CannotStart(unstarted) => Err(PlayError::CannotStart(unstarted)),
            Outcome::Interrupted => {
                Ok(FinishedMatch { interrupted: true, total: None, verdict: None, logs: Vec::new() })
            }
            Outcome::Over(end) => {
                let verdict = self.challenge.zip(climb);
                let verdict = verdict.map(|(challenge, mut climb)| self.judge(challenge, &mut climb, &end));
                Ok(FinishedMatch {
                    interrupted: end.interrupted(),
                    total: total(&end),
                    verdict,
                    logs: logs(&end),
                })
            }
        }
    }

    /// Returns the result of the match on the ladder. If the match counts and the learner has won it, counts the win.
    fn judge(&self, challenge: Challenge, climb: &mut Climb, end: &MatchEnd) -> ChallengeReport {
        let (Challenge { number, not_counted }, info) = (challenge, self.game.info);
        let verdict = Verdict::of(end);
        let won = verdict == Verdict::Won;
        let own_folder =
            self.entrants[LEARNER.index()].file().and_then(Path::parent).unwrap_or(Path::new("."));
        let win = if won && not_counted.is_none() {
            wag_ladder::win(info, number, climb, own_folder)
        } else {
            None
        };
        let mastered = win == Some(Win::Mastered);
        let source = if mastered { wag_ladder::prize(info, number, climb, own_folder) } else { None };
        let source = source.map(|source| source.display().to_string());
        let mut text = match not_counted {
            Some(not_counted) => uncounted(number, &verdict, not_counted),
            None => format!(
                "{}: {}.",
                number.stage().name,
                wag_ladder::outcome(number, &verdict, win, climb, t!("won"))
            ),
        };
        if mastered {
            text += &t!(" You have mastered the stage %{stage}!", stage = number.stage().name);
        }
        if let Some(source) = &source {
            text += &t!(
                " The source code of the AI that you beat has been saved for you to learn from: %{source}",
                source
            );
        }
        let unsaved = (won && win.is_none()).then_some("unsaved");
        let needed = number.stage().wins_needed;
        let unlocked = if mastered { opened(number) } else { Vec::new() };
        ChallengeReport {
            stage: number.stage().name,
            won,
            result: verdict.word(),
            counted: win.is_some(),
            why_not_counted: not_counted.map(NotCounted::word).or(unsaved),
            text,
            source,
            mastered,
            unlocked: unlocked.into_iter().map(str::to_string).collect(),
            wins: climb.progress.of(number).wins.min(needed),
            wins_needed: needed,
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

fn uncounted(number: StageNumber, verdict: &Verdict, not_counted: NotCounted) -> String {
    let result = verdict.translated().map_or_else(|| t!("won"), |reason| t!("not won (%{reason})", reason));
    format!("{}: {result}. {}", number.stage().name, not_counted.sentence())
}
