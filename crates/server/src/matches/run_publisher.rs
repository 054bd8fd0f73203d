//! Publishes the progress of the match that the server is playing to the pages, and asks them a person's questions.

use super::planned_match::{FinishedMatch, PlannedMatch};
use super::run::{Question, Run, RunState, Turn, rounded};
use crate::replays::Replays;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_i18n::{PageText, t};
use wag_play::{GameEnd, MatchEvent, People, PlayError, Prompt};

/// The minimum interval between two progress messages.
pub const PAUSE: Duration = Duration::from_millis(50);

/// The round, the seat and the start time of the turn for which the match is waiting; `None` if it is not waiting.
pub type Thinking = Arc<Mutex<Option<(u32, u8, Instant)>>>;

/// Publishes the progress of a match to the pages, and asks them a person's questions.
pub struct RunPublisher {
    /// The number of questions that have been asked in this match.
    questions: Cell<u32>,
    stop: Arc<AtomicBool>,
    given: mpsc::Receiver<(u32, String)>,
    sender: watch::Sender<Option<Run>>,
    thinking: Thinking,
    replays: Arc<Replays>,
    /// The IDs of the games' replays, in order.
    names: Vec<String>,
    /// The index of the current game.
    game: Cell<usize>,
    pace: Mutex<Pace>,
}

struct Pace {
    /// The time at which the first round started.
    began: Instant,
    /// The time at which the last message was sent to the pages.
    sent: Instant,
    /// The number of the last round that was played. The pages may not have received it yet.
    round: u32,
}

impl Pace {
    fn new() -> Pace {
        Pace { began: Instant::now(), sent: Instant::now(), round: 0 }
    }
}

impl RunPublisher {
    /// Returns a publisher for a match; `given` receives the answers of the pages with the numbers of their questions.
    pub fn new(
        run: &Run,
        sender: watch::Sender<Option<Run>>,
        thinking: Thinking,
        replays: Arc<Replays>,
        given: mpsc::Receiver<(u32, String)>,
        stop: Arc<AtomicBool>,
    ) -> RunPublisher {
        RunPublisher {
            questions: Cell::new(0),
            stop,
            given,
            sender,
            thinking,
            replays,
            names: run.games.iter().map(|game| game.replay.clone()).collect(),
            game: Cell::new(0),
            pace: Mutex::new(Pace::new()),
        }
    }

    /// Plays the match to its end.
    pub fn play(self, planned: &PlannedMatch) {
        let publisher = Rc::new(self);
        let (people, stop): (Rc<dyn People>, _) = (Rc::clone(&publisher) as _, &publisher.stop);
        let played = catch_unwind(AssertUnwindSafe(|| {
            planned.play(people, &mut |event| publisher.publish(event), stop)
        }));
        let played = played.unwrap_or_else(|_| {
            let words = t!("an internal error in Wag ended the match; see the terminal for details");
            Err(PlayError::Io(std::io::Error::other(words)))
        });
        publisher.over(played, stop.load(Ordering::Relaxed));
    }

    fn pace(&self) -> MutexGuard<'_, Pace> {
        locked(&self.pace)
    }

    fn change(&self, change: impl FnOnce(&mut Run)) {
        self.sender.send_modify(|run| {
            if let Some(run) = run {
                change(run);
            }
        });
    }

    fn over(&self, played: Result<FinishedMatch, PlayError>, was_stopped: bool) {
        if let Ok(ended) = &played {
            self.names.iter().for_each(|replay| self.replays.ended(replay, &ended.logs));
        }
        let round = self.pace().round;
        self.change(|run| {
            (run.seconds_left, run.question) = (None, None);
            run.round = round;
            match played {
                Ok(ended) => {
                    run.state = if ended.interrupted { RunState::Cancelled } else { RunState::Done };
                    (run.verdict, run.total) = (ended.verdict, ended.total);
                    if !ended.interrupted {
                        run.round = run.rounds.max(round);
                    }
                }
                Err(_) if was_stopped => run.state = RunState::Cancelled,
                Err(err) => {
                    run.state = RunState::Failed;
                    run.error = Some(err.to_string());
                    if let PlayError::CannotStart(unstarted) = &err {
                        run.unstarted = unstarted.for_json();
                        for one in run.unstarted.clone() {
                            run.note_problem(one.seat, &one.problem);
                        }
                    }
                }
            }
        });
    }

    fn game_over(&self, end: &GameEnd) {
        let game = self.game.get();
        let winners = end.winners().into_iter().map(|seat| seat.0 + 1).collect();
        let starts = end.failed_starts.iter().map(Option::as_ref);
        let faults = end.seats.iter().map(|seat| seat.faults.first());
        let problems = (1..).zip(starts).chain((1..).zip(faults));
        let problems = problems.filter_map(|(seat, problem)| Some((seat, problem?.for_json())));
        self.change(|run| {
            (run.games[game].over, run.games[game].winners) = (true, winners);
            problems.for_each(|(seat, problem)| run.note_problem(seat, &problem));
        });
        self.game.set((game + 1).min(self.names.len() - 1));
    }

    /// Shows a question, and waits for the answer. Returns `None` if the match is stopped first.
    fn answer(&self, question: Question) -> Option<String> {
        let number = question.number;
        let round = self.pace().round;
        self.change(|run| (run.round, run.question) = (round, Some(question)));
        let answer = loop {
            if self.stop.load(Ordering::Relaxed) {
                break None;
            }
            match self.given.recv_timeout(CHECK_INTERVAL) {
                Ok((to, answer)) if to == number => break Some(answer),
                Ok(_) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break None,
            }
        };
        self.change(|run| run.question = None);
        answer
    }
}

impl RunPublisher {
    fn publish(&self, event: MatchEvent<'_>) {
        match event {
            MatchEvent::Ready { seed, .. } => self.begin_game(seed),
            MatchEvent::Recorded { replay } => {
                let game = self.game.get();
                self.replays.recorded(&self.names[game], replay);
                self.change(|run| (run.ready, run.games[game].ready) = (true, true));
            }
            MatchEvent::WaitsFor { round, seat } => {
                *locked(&self.thinking) = Some((round, seat.number(), Instant::now()));
            }
            MatchEvent::Round { round } => self.show_round(round),
            MatchEvent::Lost { round, seat, problem } => {
                let words = problem.message.clone().map(&printable);
                let problem = Some(problem.for_json());
                self.change(|run| {
                    run.lost = Some(Turn { problem, ..run.turn_of(round, seat.number(), None, Some(words)) });
                });
            }
            MatchEvent::CutShort { round, seat, lasted, place, .. } => {
                let place = place.clone().map(&printable);
                self.change(|run| {
                    run.cut = Some(run.turn_of(round, seat.number(), Some(lasted), Some(place)));
                });
            }
            MatchEvent::Over { end } => self.game_over(end),
            MatchEvent::Awaited { .. } | MatchEvent::Started { .. } | MatchEvent::Narrated { .. } => {}
        }
    }

    fn begin_game(&self, seed: u64) {
        *self.pace() = Pace::new();
        let game = self.game.get();
        self.change(|run| {
            (run.replay, run.ready, run.round) = (self.names[game].clone(), false, 0);
            run.seed = Some(seed);
        });
    }

    /// Shows the round, at most once per [`PAUSE`].
    fn show_round(&self, round: u32) {
        *locked(&self.thinking) = None;
        let mut pace = self.pace();
        pace.round = round;
        if pace.sent.elapsed() < PAUSE {
            return;
        }
        pace.sent = Instant::now();
        let per_second = f64::from(round) / pace.began.elapsed().as_secs_f64().max(1e-6);
        self.change(|run| {
            run.round = round;
            run.rounds_per_s = Some(rounded(per_second));
            let left = f64::from(run.rounds.saturating_sub(round)) / per_second.max(1e-6);
            run.seconds_left = (run.rounds > 0).then(|| rounded(left));
        });
    }
}

impl People for RunPublisher {
    fn ask(&self, seat: Seat, prompt: &Prompt<'_>) -> Option<String> {
        let mut fault = None;
        loop {
            self.questions.set(self.questions.get() + 1);
            let answer = self.answer(Question {
                number: self.questions.get(),
                seat: seat.0 + 1,
                choices: (prompt.choices)(),
                composes: prompt.composes,
                fault,
            })?;
            match (prompt.check)(&answer) {
                Ok(()) => return Some(answer),
                Err(why) => fault = Some(PageText(why)),
            }
        }
    }
}

/// The interval between two checks, while a question is open, of whether the match has been stopped.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
