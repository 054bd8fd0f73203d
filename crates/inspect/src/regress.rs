//! All recorded turns of a player, played again with another file on all cores.

use crate::recorded_player::{RecordedPlayer, choose_player, python_seats, seat_of};
use crate::reenter::{self, ReenterRequest, ReenteredTurn, Selection, TurnSide};
use crate::replayed_turn::TurnComparison;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use wag_core::game::Seat;
use wag_core::problem::FaultKind;
use wag_core::text::printable;
use wag_games::open_replay;
use wag_i18n::t;
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::limits::LimitOptions;
use wag_play::line_up::player_spec::{Kind, PythonMode};
use wag_play::recorded::{named, open, recorded_limits};
use wag_replay::Header;
use wag_sandbox::cores;

/// The request to play the recorded turns of replays again with a file.
pub struct RegressRequest<'r> {
    pub replays: &'r [PathBuf],
    /// The player spec of the file that plays the turns.
    pub file: &'r str,
    /// The name or seat of the player whose turns the file plays; `None` for the player of this file.
    pub player: Option<&'r str>,
    pub limits: &'r LimitOptions,
    pub stop: Arc<AtomicBool>,
}

/// A turn whose orders differ from the recorded ones.
#[derive(Clone, Debug)]
pub struct ChangedTurn {
    /// The index of the replay in the request.
    pub replay: usize,
    pub seat: Seat,
    /// The name of the player in the replay.
    pub player: String,
    pub cause: Cause,
    pub turn: ReenteredTurn,
}

/// The visible difference between two turns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// The turn has a fault that the recorded one does not have. The message of a time-out is empty: its line and its time
    /// depend on the load of the machine.
    Fault {
        kind: String,
        message: String,
    },
    /// The recorded turn has a fault, and the new one has none.
    FaultGone {
        kind: String,
    },
    /// The numbers of orders differ.
    MoreOrders,
    FewerOrders,
    /// There are as many orders, but of other kinds.
    OtherKinds,
    /// The orders are of the same kinds, with other values of these fields.
    OtherValues(Vec<String>),
    /// The same orders in another sequence.
    Sequence,
    /// The same orders, but others are refused before they reach the rules.
    Refused,
}

/// The turns that were played again.
#[derive(Clone, Debug, Default)]
pub struct RegressReport {
    /// The number of all turns.
    pub turns: usize,
    /// The number of turns of each player of each replay.
    pub turns_of: BTreeMap<(usize, Seat), usize>,
    /// The changed turns by replay, player and round.
    pub changed: Vec<ChangedTurn>,
    /// Whether only the random numbers explain the turns of a cause; it is missing if that is not known.
    pub only_random: BTreeMap<Cause, bool>,
    /// The replays whose turns were not all played, by index, with the reason as a sentence.
    pub skipped: BTreeMap<usize, String>,
}

/// The object of `wag regress --json`; docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
pub struct JsonRegressReport {
    pub turns: usize,
    pub changed: Vec<JsonChangedTurn>,
    /// The causes, the most frequent first.
    pub groups: Vec<JsonGroup>,
    pub skipped: Vec<SkippedReplay>,
}

/// A [`ChangedTurn`] for programs.
#[derive(Clone, Debug, Serialize)]
pub struct JsonChangedTurn {
    pub replay: String,
    pub cause: &'static str,
    pub fields: Vec<String>,
    #[serde(flatten)]
    pub turn: TurnComparison,
}

/// The changed turns of one cause.
#[derive(Clone, Debug, Serialize)]
pub struct JsonGroup {
    pub cause: &'static str,
    pub fields: Vec<String>,
    pub turns: usize,
    /// Whether only the random numbers explain these turns; `None` if that is not known.
    pub only_random: Option<bool>,
}

/// A replay whose turns were not all played.
#[derive(Clone, Debug, Serialize)]
pub struct SkippedReplay {
    pub replay: String,
    pub why: String,
}

/// The turns of one player that one thread plays.
struct Task {
    replay: usize,
    seat: Seat,
    part: u64,
    parts: u64,
}

/// A result of a task.
enum Played {
    /// A turn of the seat in the replay with this index; `None` if it is as recorded.
    Turn(usize, Seat, Option<Box<ChangedTurn>>),
    /// The rest of the replay with this index cannot be played.
    Skipped(usize, String),
}

/// Plays the turns again. Calls `progress` with the number of turns played so far. A replay that cannot be played is
/// skipped; it is an error if none can be played.
pub fn regress(
    request: &RegressRequest<'_>,
    mut progress: impl FnMut(usize),
) -> Result<RegressReport, PlayError> {
    let jobs = cores::usable().len().max(1);
    let mut report = RegressReport::default();
    let mut tasks = Vec::new();
    for replay in 0..request.replays.len() {
        match tasks_of(request, replay, jobs) {
            Ok(new) => tasks.extend(new),
            Err(PlayError::UserError(why)) => _ = report.skipped.insert(replay, why.translated()),
            Err(err) => return Err(err),
        }
    }
    let play = |task: &Task, send: &mut dyn FnMut(Played)| {
        let played = play_task(request, task, &mut |turn| {
            send(Played::Turn(task.replay, task.seat, turn.map(Box::new)));
        });
        match played {
            Err(PlayError::UserError(why)) => {
                send(Played::Skipped(task.replay, why.translated()));
                Ok(())
            }
            played => played,
        }
    };
    on_all_cores(&tasks, &request.stop, play, |played| match played {
        Played::Turn(replay, seat, changed) => {
            report.turns += 1;
            *report.turns_of.entry((replay, seat)).or_default() += 1;
            report.changed.extend(changed.map(|changed| *changed));
            progress(report.turns);
        }
        Played::Skipped(replay, why) => _ = report.skipped.insert(replay, why),
    })?;
    if report.turns == 0
        && let Some(why) = report.skipped.values().next()
    {
        return user_error(why.clone());
    }
    report.changed.sort_by_cached_key(|changed| (changed.replay, changed.player.clone(), changed.turn.round));
    for (cause, turns) in groups(&report.changed).into_iter().take(RANDOM_GROUPS) {
        if let Some(is_random) = is_only_random(request, cause, &turns)? {
            report.only_random.insert(cause.clone(), is_random);
        }
    }
    Ok(report)
}

/// The changed turns by cause, the largest group first.
pub type Groups<'r> = Vec<(&'r Cause, Vec<&'r ChangedTurn>)>;

/// Returns the changed turns by cause, the largest group first.
pub fn groups(changed: &[ChangedTurn]) -> Groups<'_> {
    let mut groups: BTreeMap<&Cause, Vec<&ChangedTurn>> = BTreeMap::new();
    for changed in changed {
        groups.entry(&changed.cause).or_default().push(changed);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, turns)| std::cmp::Reverse(turns.len()));
    groups
}

/// The number of groups whose random numbers are examined, the number of turns of each, and the number of other random
/// numbers for each turn.
const RANDOM_GROUPS: usize = 10;
const RANDOM_TURNS: usize = 3;
const RANDOM_PLAYS: u64 = 48;

/// Returns whether only the random numbers explain these turns: with other random numbers, each of the two files also
/// gives the orders of the other. Returns `None` if the file that played is not here.
fn is_only_random(
    request: &RegressRequest<'_>,
    cause: &Cause,
    turns: &[&ChangedTurn],
) -> Result<Option<bool>, PlayError> {
    let of_orders = !matches!(cause, Cause::Fault { .. } | Cause::FaultGone { .. } | Cause::Refused);
    if !of_orders || request.stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    for changed in turns.iter().step_by(turns.len().div_ceil(RANDOM_TURNS)) {
        let possible = |file: Option<&str>| match possible_orders(request, changed, file) {
            Err(PlayError::UserError(_) | PlayError::CannotStart(_)) => Ok(None),
            possible => possible.map(Some),
        };
        let Some((new, old)) = possible(Some(request.file))?.zip(possible(None)?) else { return Ok(None) };
        let can_give = |orders: &BTreeSet<String>, side: &TurnSide| {
            side.values.iter().all(|order| orders.contains(&order.to_string()))
        };
        let is_random = new.answers.len() > 1 && old.answers.len() > 1;
        let is_explained =
            can_give(&old.orders, &changed.turn.now) && can_give(&new.orders, &changed.turn.recorded);
        if !is_random || !is_explained {
            return Ok(Some(false));
        }
    }
    Ok(Some(true))
}

/// The orders that a player gives in a turn with different random numbers.
#[derive(Default)]
struct PossibleOrders {
    orders: BTreeSet<String>,
    answers: BTreeSet<Vec<String>>,
}

/// Plays a changed turn with different random numbers. `None` stands for the file that played the match.
fn possible_orders(
    request: &RegressRequest<'_>,
    changed: &ChangedTurn,
    file: Option<&str>,
) -> Result<PossibleOrders, PlayError> {
    let path = &request.replays[changed.replay];
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let player = RecordedPlayer::find(game.info, &blocks.header, path, changed.seat, file)?;
    let limits = recorded_limits(&blocks.header, game.info, request.limits);
    let selection = Selection::Round(changed.turn.round);
    let reenter = ReenterRequest {
        reseeds: RANDOM_PLAYS,
        ..ReenterRequest::new(path, (player.seat, &player.spec), selection, limits, &request.stop)
    };
    let mut possible = PossibleOrders::default();
    reenter::reenter(game, blocks, &reenter, &mut |turn| {
        let answer: Vec<String> = turn.now.values.iter().map(ToString::to_string).collect();
        possible.orders.extend(answer.iter().cloned());
        possible.answers.insert(answer);
    })?;
    Ok(possible)
}

/// Plays the tasks in one thread per core, and passes their results to `receive`. Ends early with the first error.
pub(super) fn on_all_cores<T: Sync, R: Send>(
    tasks: &[T],
    stop: &AtomicBool,
    play: impl Fn(&T, &mut dyn FnMut(R)) -> Result<(), PlayError> + Sync,
    mut receive: impl FnMut(R),
) -> Result<(), PlayError> {
    let cores = cores::usable();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for core in 0..cores.len().max(1) {
            let (next, play, sender, core) = (&next, &play, sender.clone(), cores.get(core).copied());
            scope.spawn(move || {
                if let Some(core) = core {
                    cores::pin_to_core(core);
                }
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // After an error nobody receives the results.
                    let played = play(task, &mut |result| _ = sender.send(Ok(result)));
                    if let Err(err) = played {
                        _ = sender.send(Err(err));
                    }
                }
            });
        }
        drop(sender);
        for result in receiver {
            match result {
                Ok(result) => receive(result),
                Err(err) => {
                    stop.store(true, Ordering::Relaxed);
                    next.store(tasks.len(), Ordering::Relaxed);
                    return Err(err);
                }
            }
        }
        Ok(())
    })
}

/// Returns the tasks of one replay. A file that runs anew in each turn plays in several threads.
fn tasks_of(request: &RegressRequest<'_>, replay: usize, jobs: usize) -> Result<Vec<Task>, PlayError> {
    let path = &request.replays[replay];
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let seats = seats(&blocks.header, request)?;
    let parts = if request.replays.len() * seats.len() >= jobs { 1 } else { jobs };
    let mut tasks = Vec::new();
    for seat in seats {
        let player = RecordedPlayer::find(game.info, &blocks.header, path, seat, Some(request.file))?;
        let parts = match player.spec.kind {
            Kind::Python { mode: PythonMode::EachTurn, .. } => parts as u64,
            _ => 1,
        };
        tasks.extend((0..parts).map(|part| Task { replay, seat, part, parts }));
    }
    Ok(tasks)
}

/// Returns the seats whose turns the file plays.
fn seats(header: &Header, request: &RegressRequest<'_>) -> Result<Vec<Seat>, PlayError> {
    if let Some(word) = request.player {
        return Ok(vec![seat_of(header, word)?]);
    }
    let all = python_seats(header);
    if all.len() == 1 {
        return Ok(all);
    }
    let name = Path::new(request.file).file_name().map(|name| name.to_string_lossy().into_owned());
    let is_same = |seat: &Seat| header.players[seat.index()].file == name;
    let same: Vec<Seat> = all.into_iter().filter(is_same).collect();
    if same.is_empty() {
        return choose_player(header);
    }
    Ok(same)
}

/// Plays the turns of a task. Passes `None` to `send` for each turn with the recorded orders.
fn play_task(
    request: &RegressRequest<'_>,
    task: &Task,
    send: &mut dyn FnMut(Option<ChangedTurn>),
) -> Result<(), PlayError> {
    let path = &request.replays[task.replay];
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let player = RecordedPlayer::find(game.info, &blocks.header, path, task.seat, Some(request.file))?;
    let name = blocks.header.players[task.seat.index()].name.clone();
    let limits = recorded_limits(&blocks.header, game.info, request.limits);
    let selection = Selection::Part { part: task.part, parts: task.parts };
    let reenter = ReenterRequest::new(path, (player.seat, &player.spec), selection, limits, &request.stop);
    reenter::reenter(game, blocks, &reenter, &mut |turn| {
        send((!turn.is_same).then(|| ChangedTurn {
            replay: task.replay,
            seat: task.seat,
            player: name.clone(),
            cause: Cause::of(&turn.recorded, &turn.now),
            turn,
        }));
    })
}

impl RegressReport {
    /// Returns the report for programs. `replays` are the paths of the request.
    pub fn for_json(&self, replays: &[PathBuf]) -> JsonRegressReport {
        let path = |replay: usize| replays[replay].display().to_string();
        let changed = |changed: &ChangedTurn| JsonChangedTurn {
            replay: path(changed.replay),
            cause: changed.cause.name(),
            fields: changed.cause.fields().to_vec(),
            turn: TurnComparison::of(changed.seat, &changed.player, changed.turn.clone()),
        };
        let group = |(cause, turns): (&Cause, Vec<&ChangedTurn>)| JsonGroup {
            cause: cause.name(),
            fields: cause.fields().to_vec(),
            turns: turns.len(),
            only_random: self.only_random.get(cause).copied(),
        };
        let skipped = self.skipped.iter();
        JsonRegressReport {
            turns: self.turns,
            changed: self.changed.iter().map(changed).collect(),
            groups: groups(&self.changed).into_iter().map(group).collect(),
            skipped: skipped
                .map(|(replay, why)| SkippedReplay { replay: path(*replay), why: why.clone() })
                .collect(),
        }
    }
}

impl Cause {
    /// Returns the name of the cause in JSON.
    pub fn name(&self) -> &'static str {
        match self {
            Cause::Fault { .. } => "fault",
            Cause::FaultGone { .. } => "fault_gone",
            Cause::MoreOrders => "more_orders",
            Cause::FewerOrders => "fewer_orders",
            Cause::OtherKinds => "other_kinds",
            Cause::OtherValues(_) => "other_values",
            Cause::Sequence => "sequence",
            Cause::Refused => "refused",
        }
    }

    /// Returns the names of the fields of the orders that differ, if only their values do.
    pub fn fields(&self) -> &[String] {
        match self {
            Cause::OtherValues(fields) => fields,
            _ => &[],
        }
    }

    /// Finds the visible difference between the recorded (or expected) and the new half of a turn.
    pub(super) fn of(recorded: &TurnSide, now: &TurnSide) -> Cause {
        let kind = |side: &TurnSide| side.report.fault.as_ref().map(|fault| fault.kind);
        match (kind(recorded), kind(now), &now.report.fault) {
            (then, kind, Some(fault)) if kind != then => {
                let message = match fault.kind {
                    FaultKind::Timeout => String::new(),
                    _ => fault.message.translated(),
                };
                let message = printable(message.lines().next().unwrap_or_default());
                return Cause::Fault { kind: fault.kind.translated(), message };
            }
            (Some(then), None, _) => return Cause::FaultGone { kind: FaultKind::translated(then) },
            _ => {}
        }
        if now.values == recorded.values && now.refused != recorded.refused {
            return Cause::Refused;
        }
        match now.values.len().cmp(&recorded.values.len()) {
            std::cmp::Ordering::Greater => return Cause::MoreOrders,
            std::cmp::Ordering::Less => return Cause::FewerOrders,
            std::cmp::Ordering::Equal => {}
        }
        let keys = |side: &TurnSide| -> Vec<Vec<String>> {
            let keys = side.values.iter().map(|order| {
                order.as_object().map_or_else(Vec::new, |order| order.keys().cloned().collect())
            });
            keys.collect()
        };
        if keys(recorded) != keys(now) {
            return Cause::OtherKinds;
        }
        let pairs = || recorded.values.iter().zip(&now.values);
        let mut sorted = [&recorded.values, &now.values].map(|values| {
            let mut texts: Vec<String> = values.iter().map(ToString::to_string).collect();
            texts.sort();
            texts
        });
        if std::mem::take(&mut sorted[0]) == sorted[1] {
            return Cause::Sequence;
        }
        let fields = pairs().filter_map(|(then, now)| Some((then.as_object()?, now.as_object()?)));
        let other = fields.flat_map(|(then, now)| {
            then.iter().filter(|(key, value)| now.get(*key) != Some(value)).map(|(key, _)| key.clone())
        });
        Cause::OtherValues(other.collect::<BTreeSet<_>>().into_iter().collect())
    }

    /// Describes the difference in a few words.
    pub fn in_words(&self) -> String {
        match self {
            Cause::Fault { kind, message } if message.is_empty() => kind.clone(),
            Cause::Fault { kind, message } => format!("{kind}: {message}"),
            Cause::FaultGone { kind } => t!("the recorded fault is gone (%{kind})", kind),
            Cause::MoreOrders => t!("more orders"),
            Cause::FewerOrders => t!("fewer orders"),
            Cause::OtherKinds => t!("other kinds of orders"),
            Cause::OtherValues(fields) => t!("other values of: %{fields}", fields = fields.join(", ")),
            Cause::Sequence => t!("the same orders in another sequence"),
            Cause::Refused => t!("other orders are refused"),
        }
    }
}
