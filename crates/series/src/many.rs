//! Plays many matches: on all cores of this machine, or wherever another [`Executor`] plays them. The results depend
//! neither on the executor, nor on the number of cores, nor on the order in which the matches end.

use crate::events::{SeriesEvent, SeriesEvents};
use serde::Serialize;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use wag_core::game::{GameOptions, Seat};
use wag_core::problem::{Problem, ProblemKind, ShownProblem};
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_i18n::{Language, t};
use wag_play::GameEnd;
use wag_play::error::PlayError;
use wag_play::events::{MatchEvent, SeedSource, Verbosity};
use wag_play::fork::Fork;
use wag_play::keep::{Keep, RequestedReplay, closed};
use wag_play::line_up::player_spec::PlayerSpec;
use wag_play::one::play_game;
use wag_play::one::{FailedStarts, GameOutcome, GameRequest};
use wag_play::seats::seating::PlayerFactory;
use wag_play::seats::worker_policy::WorkerPolicy;
use wag_sandbox::Limits;
use wag_sandbox::cores;
use wag_sandbox::patience::retry_start;
use wag_stats::series::{EntrantResult, Fixture, MatchResult};

/// The matches of a series and their common settings.
#[derive(Clone)]
pub struct Plan {
    pub game: KnownGame,
    pub entrants: Vec<PlayerSpec>,
    /// The maps or boards on which the matches are played.
    pub places: Vec<Place>,
    pub fixtures: Vec<Fixture>,
    pub limits: Limits,
    /// The rule for matches in which a player cannot start.
    pub failed_starts: FailedStarts,
    /// The fork from which the matches are continued; `None` to play whole matches. The seed of a fixture decides the
    /// random numbers from the fork on.
    pub fork: Option<Arc<Fork>>,
    /// Plays the matches.
    pub executor: Arc<dyn Executor>,
    /// The folder for the replays, which are named 0001.wag, 0002.wag and so on; `None` to save no replays.
    pub replays: Option<PathBuf>,
    /// True if the results contain the players' output of the turns that failed.
    pub with_output: bool,
    /// Whether workers play several matches. Executors on other machines start them anew.
    pub workers: WorkerPolicy,
    pub stop: Arc<AtomicBool>,
}

impl Plan {
    /// Returns the path of a match's replay, or `None` if no replays are saved. `number` counts from 0.
    pub fn replay(&self, number: usize) -> Option<PathBuf> {
        Some(replay_file(self.replays.as_ref()?, number))
    }
}

/// Returns whether one of these players did not start in any of its matches. Each match consists of the players on its
/// seats; the flag says that the player failed to start.
pub fn has_unstarted_player<I>(matches: impl IntoIterator<Item = I>) -> bool
where
    I: IntoIterator<Item = (usize, bool)>,
{
    let mut has_started: BTreeMap<usize, bool> = BTreeMap::new();
    for (player, failed_to_start) in matches.into_iter().flatten() {
        *has_started.entry(player).or_default() |= !failed_to_start;
    }
    has_started.values().any(|has_started| !has_started)
}

/// Returns the path of a match's replay in this folder; `number` counts from 0.
pub fn replay_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("{:04}.wag", number + 1))
}

/// A map or board of a series: its name, and the options that choose it.
#[derive(Clone)]
pub struct Place {
    pub word: String,
    pub game_options: GameOptions,
    /// The round from which a fork's matches go on, if it differs from that of the fork.
    pub round: Option<u32>,
    /// The orders of a player in that round, as [`Fork::first_orders`] has them; `None` if the player gives them itself.
    pub first_orders: Option<(Seat, Vec<u8>)>,
}

/// A message from a thread that plays matches.
enum ThreadMessage {
    Over(MatchResult),
    Start(String),
    Failed(PlayError),
}

/// A callback for the results of matches that have ended, in any order. It may stop the remaining matches.
pub type Over<'o> = &'o mut dyn FnMut(Vec<MatchResult>) -> Result<ControlFlow<()>, PlayError>;

/// Plays the matches of a plan, on this machine or on others.
pub trait Executor: Send + Sync {
    /// Plays all matches. Calls `over` with the results as soon as their matches have ended, in any order, and with several
    /// results if they are available at the same time. A later result of the same match replaces the earlier one, which
    /// a worker on another machine has falsified. Calls `start` with messages about
    /// the players' starts. If `over` stops the remaining matches or returns an error, sets the plan's `stop`.
    fn play(&self, plan: &Plan, over: Over<'_>, start: &mut dyn FnMut(&str)) -> Result<(), PlayError>;

    /// Returns the number of workers on other machines; `None` if the matches are played in this process.
    fn workers(&self) -> Option<usize> {
        None
    }
}

/// The number of void matches in a row after which no further ones are played.
const VOID_MAX: usize = 3;

/// The void matches of a plan: the index of each in the schedule, and the reason.
pub type VoidMatches = BTreeMap<usize, Problem>;

/// A match that counts for nobody, because the game itself failed, as reports list it.
#[derive(Clone, Debug, Serialize)]
pub struct VoidMatch {
    /// The number of the match in the schedule, counted from 1.
    pub index: usize,
    pub seed: u64,
    pub problem: ShownProblem,
}

impl VoidMatch {
    /// Lists the void matches of a plan.
    pub fn list(plan: &Plan, void: &VoidMatches) -> Vec<VoidMatch> {
        let of = |(number, problem): (&usize, &Problem)| VoidMatch {
            index: number + 1,
            seed: plan.fixtures[*number].seed,
            problem: ShownProblem(problem.clone()),
        };
        void.iter().map(of).collect()
    }
}

/// Plays the matches of a plan with its executor. Calls `over` as [`Executor::play`] does, without the void matches, which
/// it returns. The event [`SeriesEvent::Done`] follows after it. Returns an error if the game fails again and again.
pub fn play_all(
    plan: &Plan,
    mut over: impl FnMut(Vec<MatchResult>) -> Result<ControlFlow<()>, PlayError>,
    events: SeriesEvents<'_>,
) -> Result<VoidMatches, PlayError> {
    let events = RefCell::new(events);
    let emit = |event: SeriesEvent<'_>| (events.borrow_mut())(event);
    emit(SeriesEvent::Planned { total: plan.fixtures.len() });
    let (mut played, mut void, mut in_a_row) = (BTreeSet::new(), VoidMatches::new(), 0);
    let mut over = |results: Vec<MatchResult>| {
        played.extend(results.iter().map(|result| result.number));
        let mut counted = Vec::new();
        for result in results {
            match result.void {
                Some(problem) => {
                    emit(SeriesEvent::Message { text: &void_in_words(result.number, &problem) });
                    in_a_row += 1;
                    if in_a_row >= VOID_MAX {
                        return Err(PlayError::GameFailed(Box::new(problem)));
                    }
                    void.insert(result.number, problem);
                }
                None => {
                    in_a_row = 0;
                    void.remove(&result.number);
                    counted.push(result);
                }
            }
        }
        let flow = if counted.is_empty() { ControlFlow::Continue(()) } else { over(counted)? };
        emit(SeriesEvent::Done { done: played.len(), workers: plan.executor.workers() });
        Ok(flow)
    };
    plan.executor.play(plan, &mut over, &mut |text| emit(SeriesEvent::Message { text }))?;
    match void.pop_first() {
        Some((_, problem)) if void.len() + 1 == played.len() => Err(PlayError::GameFailed(Box::new(problem))),
        Some((number, problem)) => {
            void.insert(number, problem);
            Ok(void)
        }
        None => Ok(void),
    }
}

fn void_in_words(number: usize, problem: &Problem) -> String {
    let reason = problem.line(Language::spoken());
    t!("match %{number} is void, because the game failed: %{reason}", number = number + 1, reason) + "\n"
}

/// The default executor, which plays matches on the cores of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalPool {
    /// Number of matches to play in parallel; `None` means one per core, or more if policies answer them together.
    pub jobs: Option<usize>,
}

impl LocalPool {
    /// Returns the pool as the executor of a request.
    pub fn executor(jobs: Option<usize>) -> Arc<dyn Executor> {
        Arc::new(LocalPool { jobs })
    }
}

impl Executor for LocalPool {
    fn play(&self, plan: &Plan, over: Over<'_>, start: &mut dyn FnMut(&str)) -> Result<(), PlayError> {
        let cores = cores::usable();
        let jobs = self.jobs.unwrap_or_else(|| usual_jobs(plan, cores.len()));
        let jobs = jobs.clamp(1, plan.fixtures.len().max(1));
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for job in 0..jobs {
                let (next, sender, core) =
                    (&next, sender.clone(), cores.get(job % cores.len().max(1)).copied());
                let share = move || {
                    if let Err(fault) = play_matches(plan, next, core, &sender) {
                        // After a stop nobody receives the event.
                        let _ = sender.send(ThreadMessage::Failed(fault));
                    }
                };
                let started = retry_start(|| std::thread::Builder::new().spawn_scoped(scope, share.clone()));
                match started {
                    // The other threads play its matches.
                    Err(_) if job > 0 => break,
                    started => started.map_err(PlayError::defect(t!("cannot start a match")))?,
                };
            }
            drop(sender);
            let received = receive_all(&receiver, over, start);
            if !matches!(received, Ok(ControlFlow::Continue(()))) {
                plan.stop.store(true, Ordering::Relaxed);
            }
            received.map(|_| ())
        })
    }
}

/// Returns the default number of matches to play in parallel: one per core. Policies of the caller answer more matches at
/// once; other players would get in each other's way.
fn usual_jobs(plan: &Plan, cores: usize) -> usize {
    const MATCHES_OF_POLICIES: usize = 32;
    let is_policy = |player: &PlayerSpec| player.is_policy() && player.file().is_none();
    let is_light = |player: &PlayerSpec| is_policy(player) || player.is_native(plan.game.info);
    let is_asked_at_once = plan.entrants.iter().any(is_policy) && plan.entrants.iter().all(is_light);
    if is_asked_at_once { cores.max(MATCHES_OF_POLICIES) } else { cores }
}

/// Receives the events of all threads until the last thread has ended or the matches are to be stopped.
fn receive_all(
    receiver: &mpsc::Receiver<ThreadMessage>,
    over: Over<'_>,
    start: &mut dyn FnMut(&str),
) -> Result<ControlFlow<()>, PlayError> {
    while let Ok(first) = receiver.recv() {
        let (mut results, mut failed) = (Vec::new(), None);
        for event in std::iter::once(first).chain(receiver.try_iter()) {
            match event {
                ThreadMessage::Over(result) => results.push(result),
                ThreadMessage::Start(words) => start(&words),
                ThreadMessage::Failed(err) => failed = failed.or(Some(err)),
            }
        }
        if !results.is_empty() && over(results)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if let Some(err) = failed {
            return Err(err);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Plays matches on one thread until none are left.
fn play_matches(
    plan: &Plan,
    next: &AtomicUsize,
    core: Option<usize>,
    events: &mpsc::Sender<ThreadMessage>,
) -> Result<(), PlayError> {
    if let Some(core) = core {
        cores::pin_to_core(core);
    }
    let table =
        PlayerFactory::new(plan.game.info, plan.limits.clone(), private_paths(plan), Arc::clone(&plan.stop))
            .with_workers(plan.workers);
    let mut start = |words: &str| {
        let _ = events.send(ThreadMessage::Start(words.to_string()));
    };
    while !table.is_stopped() {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(fixture) = plan.fixtures.get(number) else { break };
        let played = repeat_if_doubtful(
            || play_one(plan, &table, number, fixture, &mut start),
            |end| is_doubtful(end),
        )?;
        if let Some(end) = played {
            let _ = events.send(ThreadMessage::Over(result(&end, number, fixture, plan.with_output)));
        }
    }
    Ok(())
}

/// Returns the paths that no player may read while the matches of a plan are played.
pub(crate) fn private_paths(plan: &Plan) -> Vec<PathBuf> {
    let option_files = plan.places.iter().flat_map(|place| plan.game.info.own_files(&place.game_options));
    let parent = plan.fork.iter().map(|fork| fork.path.clone());
    let private: Vec<PathBuf> = option_files.chain(plan.replays.clone()).chain(parent).collect();
    closed(private.iter().map(PathBuf::as_path))
}

/// Plays one match of a plan, without a repetition if its result is doubtful. Returns `None` if it was interrupted.
pub(crate) fn play_once(
    plan: &Plan,
    table: &PlayerFactory,
    number: usize,
    start: &mut dyn FnMut(&str),
) -> Result<Option<MatchResult>, PlayError> {
    let fixture = &plan.fixtures[number];
    let end = play_one(plan, table, number, fixture, start)?;
    Ok(end.map(|end| result(&end, number, fixture, plan.with_output)))
}

/// Plays a match. If its result is doubtful, plays it again, and then only the second result counts. Returns `None` if
/// the match that counts was interrupted.
fn repeat_if_doubtful<T>(
    mut play: impl FnMut() -> Result<Option<T>, PlayError>,
    is_doubtful: impl Fn(&T) -> bool,
) -> Result<Option<T>, PlayError> {
    match play()? {
        Some(end) if is_doubtful(&end) => play(),
        played => Ok(played),
    }
}

/// Returns whether a player lost a turn while the machine was busy, so that the machine and not the player may be the
/// cause.
fn is_doubtful(end: &GameEnd) -> bool {
    end.seats.iter().any(|stats| stats.doubtful > 0)
}

/// Plays one match; returns `None` if it was interrupted.
fn play_one(
    plan: &Plan,
    table: &PlayerFactory,
    number: usize,
    fixture: &Fixture,
    start: &mut dyn FnMut(&str),
) -> Result<Option<Box<GameEnd>>, PlayError> {
    let entrants: Vec<PlayerSpec> = fixture.seats.iter().map(|at| plan.entrants[*at].clone()).collect();
    let requested = plan.replay(number).map(|file| RequestedReplay::open(&file));
    let place = &plan.places[fixture.place];
    let fork = plan.fork.as_deref();
    let fork =
        fork.map(|fork| fork.from_round(place.round.unwrap_or(fork.round), place.first_orders.clone()));
    let request = GameRequest {
        matches: 1,
        entrants: &entrants,
        game_options: &place.game_options,
        place: &place.word,
        table,
        seed: SeedSource::Given(fixture.seed),
        verbosity: Verbosity::Nothing,
        number: plan.fork.as_ref().map_or(0, |fork| fork.number()),
        fork: fork.as_ref().map(|fork| (fork, Some(fixture.seed))),
        logs: None,
        contest_logs: None,
        keep: Keep { requested: requested.transpose()?, none: true, with_sources: false },
        failed_starts: plan.failed_starts,
        // The notes are saved in the replay.
        is_advised: plan.replays.is_some(),
    };
    let events = &mut |event: MatchEvent<'_>| {
        if let MatchEvent::Started { seat, start: shown } = event {
            let words = shown.in_words(seat);
            if !words.is_empty() {
                start(&words);
            }
        }
    };
    match play_game(plan.game, request, events)? {
        GameOutcome::Over(end) if !end.interrupted => Ok(Some(end)),
        GameOutcome::CannotStart(words) => Err(PlayError::CannotStart(words)),
        _ => Ok(None),
    }
}

/// Returns the result of a match for all players. A failed start counts as one fault.
fn result(end: &GameEnd, number: usize, fixture: &Fixture, with_output: bool) -> MatchResult {
    let seat = |seat: usize| {
        let (stats, standing) = (&end.seats[seat], &end.standings[seat]);
        let is_late = |problem: &&Problem| problem.kind == ProblemKind::Timeout;
        EntrantResult {
            entrant: fixture.seats[seat],
            seat,
            place: standing.place,
            figures: standing.figures.iter().map(|(_, value)| *value).collect(),
            tally: end.tally.as_ref().map_or(0, |(_, counts)| counts[seat]),
            turns: stats.turns,
            think_ms_mean: stats.think_mean().as_secs_f64() * 1e3,
            think_ms_max: stats.think_max.as_secs_f64() * 1e3,
            cpu_ms_mean: stats.computed().map(|(mean, _)| mean.as_secs_f64() * 1e3),
            cpu_ms_max: stats.computed().map(|(_, max)| max.as_secs_f64() * 1e3),
            doubtful: stats.doubtful,
            faults: end.faults(seat),
            time_outs: stats.faults.iter().filter(is_late).count() as u32,
            forfeits: end.has_forfeited(seat),
            is_retired: stats.is_retired || end.failed_starts[seat].is_some(),
            gave_orders: end.gave_orders[seat],
            failure: failure(end, seat),
            fault_counts: fault_counts(end, seat, with_output),
        }
    };
    MatchResult {
        number,
        group: fixture.group,
        repeatable: end.repeatable,
        void: end.failed.as_ref().map(without_report),
        seats: (0..fixture.seats.len()).map(seat).collect(),
    }
}

/// Returns the different faults of a seat, each with the number of times that it occurred.
fn fault_counts(end: &GameEnd, seat: usize, with_output: bool) -> Vec<(Problem, u32)> {
    let start = end.failed_starts[seat].iter().map(|problem| (problem, 1));
    let counts = end.seats[seat].fault_counts.iter().map(|counted| (&counted.first, counted.count));
    let shown = |problem: &Problem| {
        let report = problem.report.clone().filter(|_| with_output);
        Problem { report, ..without_report(problem) }
    };
    start.chain(counts).map(|(problem, count)| (shown(problem), count)).collect()
}

/// Returns the first fault of a seat, or `None` if it has no fault.
fn failure(end: &GameEnd, seat: usize) -> Option<Problem> {
    let first = end.failed_starts[seat].as_ref().or(end.seats[seat].faults.first());
    first.map(without_report)
}

fn without_report(problem: &Problem) -> Problem {
    let message = problem.message.clone().map(&printable);
    Problem { message, report: None, ..problem.clone() }
}

#[cfg(test)]
mod tests {
    use crate::many::*;

    #[test]
    fn player_that_starts_once_has_started() {
        assert!(!has_unstarted_player([vec![(0, true), (1, false)], vec![(0, false)]]));
        assert!(has_unstarted_player([vec![(0, true), (1, false)], vec![(0, true)]]));
        assert!(!has_unstarted_player(Vec::<Vec<(usize, bool)>>::new()));
    }

    #[test]
    fn doubtful_match_is_repeated_once() {
        let count_and_last = |mut results: Vec<Option<u32>>| {
            let mut count = 0;
            let play = || {
                count += 1;
                Ok(results.remove(0))
            };
            let last = repeat_if_doubtful(play, |doubtful: &u32| *doubtful > 0).unwrap();
            (count, last)
        };
        assert_eq!(count_and_last(vec![Some(0)]), (1, Some(0)));
        assert_eq!(count_and_last(vec![Some(1), Some(0)]), (2, Some(0)));
        assert_eq!(count_and_last(vec![Some(1), Some(2)]), (2, Some(2)));
        assert_eq!(count_and_last(vec![Some(1), None]), (2, None));
        assert_eq!(count_and_last(vec![None]), (1, None));
    }
}
