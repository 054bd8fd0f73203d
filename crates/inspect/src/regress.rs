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
use wag_play::line_up::player_spec::Kind;
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
    /// The turn has a fault that the recorded one does not have.
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
}

/// The turns that were played again.
#[derive(Clone, Debug, Default)]
pub struct RegressReport {
    /// The number of all turns.
    pub turns: usize,
    /// The changed turns by replay, player and round.
    pub changed: Vec<ChangedTurn>,
    /// The replays whose turns were not all played, by index, with the reason as a sentence.
    pub skipped: BTreeMap<usize, String>,
}

/// The object of `wag regress --json`; docs/json.md documents it.
#[derive(Clone, Debug, Serialize)]
pub struct JsonRegressReport {
    pub turns: usize,
    pub changed: Vec<JsonChangedTurn>,
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
    /// A turn; `None` if it is as recorded.
    Turn(Option<Box<ChangedTurn>>),
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
        let played = play_task(request, task, &mut |turn| send(Played::Turn(turn.map(Box::new))));
        match played {
            Err(PlayError::UserError(why)) => {
                send(Played::Skipped(task.replay, why.translated()));
                Ok(())
            }
            played => played,
        }
    };
    on_all_cores(&tasks, &request.stop, play, |played| match played {
        Played::Turn(changed) => {
            report.turns += 1;
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
    Ok(report)
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
            Kind::Python { lives: false, .. } => parts as u64,
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
        let skipped = self.skipped.iter();
        JsonRegressReport {
            turns: self.turns,
            changed: self.changed.iter().map(changed).collect(),
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
                let message = fault.message.translated();
                let message = printable(message.lines().next().unwrap_or_default());
                return Cause::Fault { kind: fault.kind.translated(), message };
            }
            (Some(then), None, _) => return Cause::FaultGone { kind: FaultKind::translated(then) },
            _ => {}
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
            Cause::Fault { kind, message } => format!("{kind}: {message}"),
            Cause::FaultGone { kind } => t!("the recorded fault is gone (%{kind})", kind),
            Cause::MoreOrders => t!("more orders"),
            Cause::FewerOrders => t!("fewer orders"),
            Cause::OtherKinds => t!("other kinds of orders"),
            Cause::OtherValues(fields) => t!("other values of: %{fields}", fields = fields.join(", ")),
            Cause::Sequence => t!("the same orders in another sequence"),
        }
    }
}
