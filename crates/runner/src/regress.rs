//! All recorded turns of a player, played again with another file on all cores.

use super::any::open_replay;
use super::error::{PlayError, user_error};
use super::limit_options::LimitOptions;
use super::line_up::Kind;
use super::recorded_player::{RecordedPlayer, python_seats, seat_of};
use super::reenter::{ReenterRequest, ReenteredTurn, Selection, TurnSide, named, recorded_limits};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use wag_core::arena::FaultKind;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_i18n::t;
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

/// The numbers of turns that were played again.
#[derive(Clone, Debug, Default)]
pub struct RegressReport {
    /// The number of all turns.
    pub turns: usize,
    /// The changed turns by replay and round.
    pub changed: Vec<ChangedTurn>,
}

/// The turns of one player that one thread plays.
struct Task {
    replay: usize,
    seat: Seat,
    part: u64,
    parts: u64,
}

/// Plays the turns again. Calls `progress` with the number of turns played so far.
pub fn regress(
    request: &RegressRequest<'_>,
    mut progress: impl FnMut(usize),
) -> Result<RegressReport, PlayError> {
    let cores = cores::usable();
    let jobs = cores.len().max(1);
    let mut tasks = Vec::new();
    for replay in 0..request.replays.len() {
        tasks.extend(tasks_of(request, replay, jobs)?);
    }
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let mut report = RegressReport::default();
    std::thread::scope(|scope| {
        for core in 0..jobs {
            let (tasks, next, sender, core) = (&tasks, &next, sender.clone(), cores.get(core).copied());
            scope.spawn(move || {
                if let Some(core) = core {
                    cores::pin_to_core(core);
                }
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let mut send = |turn| {
                        // After an error nobody receives the turns.
                        let _ = sender.send(Ok(turn));
                    };
                    if let Err(err) = play_task(request, task, &mut send) {
                        let _ = sender.send(Err(err));
                    }
                }
            });
        }
        drop(sender);
        for turn in receiver {
            match turn {
                Ok(changed) => {
                    report.turns += 1;
                    report.changed.extend(changed);
                    progress(report.turns);
                }
                Err(err) => {
                    request.stop.store(true, Ordering::Relaxed);
                    next.store(tasks.len(), Ordering::Relaxed);
                    return Err(err);
                }
            }
        }
        Ok(())
    })?;
    report.changed.sort_by(|one, other| {
        let key = |changed: &ChangedTurn| (changed.replay, changed.player.clone(), changed.turn.round);
        key(one).cmp(&key(other))
    });
    Ok(report)
}

/// Returns the tasks of one replay. A file that runs anew in each turn plays in several threads.
fn tasks_of(request: &RegressRequest<'_>, replay: usize, jobs: usize) -> Result<Vec<Task>, PlayError> {
    let path = &request.replays[replay];
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let seats = seats(&blocks.header, request)?;
    let parts = if request.replays.len() * seats.len() >= jobs { 1 } else { jobs };
    let mut tasks = Vec::new();
    for seat in seats {
        let player = RecordedPlayer::find(game, &blocks.header, path, seat, Some(request.file))?;
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
        let names: Vec<String> = header.players.iter().map(|player| printable(&player.name)).collect();
        return user_error(t!("choose a player with --player: %{names}", names = names.join(", ")));
    }
    Ok(same)
}

fn open(path: &Path) -> Result<std::fs::File, PlayError> {
    wag_core::files::open_to_read(path)
        .or_else(|fault| user_error(t!("%{path} cannot be read: %{fault}", path = path.display(), fault)))
}

/// Plays the turns of a task. Passes `None` to `send` for each turn with the recorded orders.
fn play_task(
    request: &RegressRequest<'_>,
    task: &Task,
    send: &mut dyn FnMut(Option<ChangedTurn>),
) -> Result<(), PlayError> {
    let path = &request.replays[task.replay];
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let player = RecordedPlayer::find(game, &blocks.header, path, task.seat, Some(request.file))?;
    let name = blocks.header.players[task.seat.index()].name.clone();
    let reenter = ReenterRequest {
        path,
        seat: task.seat,
        player: &player.spec,
        selection: Selection::Part { part: task.part, parts: task.parts },
        limits: recorded_limits(&blocks.header, game.info, request.limits),
        console: None,
        stops_at_first_line: false,
        profiles: false,
        stop: Arc::clone(&request.stop),
    };
    game.any.reenter(blocks, &reenter, &mut |turn| {
        send((!turn.is_same).then(|| ChangedTurn {
            replay: task.replay,
            player: name.clone(),
            cause: Cause::of(&turn.recorded, &turn.now),
            turn,
        }));
    })
}

impl Cause {
    /// Finds the visible difference between the recorded and the new half of a turn.
    fn of(recorded: &TurnSide, now: &TurnSide) -> Cause {
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
