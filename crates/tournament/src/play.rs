//! Plays the scheduled matches of a tournament, and stores each result as soon as its match has ended.

use crate::start::RunningTournament;
use crate::{StoredMatch, StoredResult, fingerprint};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::files::create_folder;
use wag_core::text::quoted_path;
use wag_i18n::{message, t};
use wag_play::{FailedStarts, PlayError, PlayerSpec, WorkerPolicy, user_error};
use wag_series::{Executor, Plan, SeriesEvent, play_all};
use wag_stats::series::{Fixture, MatchResult, SeatPlayed};

/// The folder for the replays of matches that are still running, within the folder for replays.
const UNFINISHED: &str = ".unfinished";

/// An event of a tournament that is being played.
#[derive(Clone, Copy)]
pub enum TournamentEvent<'e> {
    /// Results have been stored.
    Stored { tournament: &'e RunningTournament },
    /// Sentences about the start of a player or about a worker on another machine, as whole lines.
    Message { text: &'e str },
}

/// Plays the matches that have not been played yet, and then those of all later stages.
pub fn play(
    tournament: &mut RunningTournament,
    executor: Arc<dyn Executor>,
    stop: &Arc<AtomicBool>,
    events: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<(), PlayError> {
    loop {
        play_planned(tournament, Arc::clone(&executor), stop, events)?;
        if stop.load(Ordering::Relaxed) || !tournament.plan_next_stage()? {
            return Ok(());
        }
    }
}

/// Plays the planned matches that have not been played yet.
fn play_planned(
    tournament: &mut RunningTournament,
    executor: Arc<dyn Executor>,
    stop: &Arc<AtomicBool>,
    events: &mut dyn FnMut(TournamentEvent<'_>),
) -> Result<(), PlayError> {
    let waiting: Vec<usize> = (0..tournament.data.matches.len())
        .filter(|at| tournament.data.matches[*at].result.is_none())
        .collect();
    let replays = tournament.data.settings.replays.as_ref().map(|folder| tournament.base.join(folder));
    let plan = Plan {
        game: tournament.data.game,
        fixtures: waiting.iter().map(|at| tournament.fixture(&tournament.data.matches[*at])).collect(),
        entrants: tournament.active.iter().map(|(_, entrant)| entrant.clone()).collect(),
        places: tournament.places.clone(),
        limits: tournament.limits.clone(),
        failed_starts: FailedStarts::Forfeit,
        fork: None,
        executor,
        replays: replays.as_ref().map(|folder| folder.join(UNFINISHED)),
        with_output: false,
        workers: WorkerPolicy::Anew,
        stop: Arc::clone(stop),
    };
    if plan.fixtures.is_empty() {
        return Ok(());
    }
    let named = names_of_copies(tournament);
    let mut changed: BTreeMap<usize, Vec<i64>> = BTreeMap::new();
    let running = RefCell::new(&mut *tournament);
    let over = |results: Vec<MatchResult>| {
        let tournament = &mut **running.borrow_mut();
        let mut counted = Vec::new();
        for result in results {
            let index = waiting[result.number];
            match changed_player(tournament, index) {
                Some(number) => {
                    changed.entry(number).or_default().push(tournament.data.matches[index].id);
                }
                None => {
                    counted.push(finished(tournament, index, &result, replay_of(&plan, &replays, &result)))
                }
            }
        }
        store(tournament, counted)?;
        Ok(ControlFlow::Continue(()))
    };
    if let Some(folder) = &replays {
        create_folder(folder).map_err(|err| {
            PlayError::UserError(message!(
                "%{folder} cannot be created: %{err}",
                folder = folder.display(),
                err = err
            ))
        })?;
    }
    let played = play_all(&plan, over, &mut |event| match event {
        SeriesEvent::Done { .. } => events(TournamentEvent::Stored { tournament: &running.borrow() }),
        SeriesEvent::Message { text } => {
            events(TournamentEvent::Message { text: &as_named(text, &named) });
        }
        SeriesEvent::Planned { .. } | SeriesEvent::Compared { .. } => {}
    });
    if let Some(folder) = &plan.replays {
        // The replays of interrupted matches.
        let _ = std::fs::remove_dir_all(folder);
    }
    played?;
    tell_changed(tournament, &changed)
}

/// Returns pairs of paths for the players that have a copied file: the path of the copy, and the path of the original
/// file, which the user knows.
fn names_of_copies(tournament: &RunningTournament) -> Vec<(String, String)> {
    let named = |(number, entrant): &(usize, PlayerSpec)| {
        let file = entrant.file().filter(|file| file.starts_with(&tournament.copies))?;
        let word = &tournament.data.members[*number].word;
        let is_named = Path::new(word).file_name() == file.file_name();
        let word = if is_named { PathBuf::from(word) } else { Path::new(word).join(file.file_name()?) };
        Some((file.display().to_string(), word.display().to_string()))
    };
    tournament.active.iter().filter_map(named).collect()
}

/// Replaces the paths of copied files in a message with the paths that the user knows.
fn as_named(words: &str, named: &[(String, String)]) -> String {
    named.iter().fold(words.to_string(), |words, (file, name)| words.replace(file, name))
}

/// Returns an error if players' files have changed during the tournament. `changed` maps each such player to the IDs of
/// its matches that do not count.
fn tell_changed(
    tournament: &RunningTournament,
    changed: &BTreeMap<usize, Vec<i64>>,
) -> Result<(), PlayError> {
    let Some((number, ids)) = changed.first_key_value() else { return Ok(()) };
    let names: Vec<&str> =
        changed.keys().map(|number| tournament.data.members[*number].name.as_str()).collect();
    let file = quoted_path(&tournament.data.file);
    let count: usize = changed.values().map(Vec::len).sum();
    user_error(match names.as_slice() {
        [name] if count == 1 => t!(
            "the files of %{name} changed during the tournament, so match %{id} does not count: `wag tournament --resume %{file}` plays it with the new version",
            name,
            id = ids.first().unwrap_or(&(*number as i64)),
            file
        ),
        names => t!(
            "the files of %{names} changed during the tournament, so %{count} matches do not count: `wag tournament --resume %{file}` plays them with the new versions",
            names = names.join(", "),
            count,
            file
        ),
    })
}

/// Returns the number of a player in this match whose files have changed since the start of the tournament, or `None`
/// if there is none. Copies of files never change.
fn changed_player(tournament: &RunningTournament, index: usize) -> Option<usize> {
    let seats = &tournament.data.matches[index].seats;
    let sat = tournament.active.iter().filter(|(number, _)| seats.contains(number));
    let is_copy =
        |entrant: &PlayerSpec| entrant.file().is_some_and(|file| file.starts_with(&tournament.copies));
    let is_changed = |(number, entrant): &&(usize, PlayerSpec)| {
        !is_copy(entrant)
            && fingerprint(tournament.data.game.info, entrant) != tournament.data.members[*number].sha256
    };
    sat.clone().find(is_changed).map(|(number, _)| *number)
}

/// Returns the path of a match's unfinished replay, and the folder to which it belongs; `None` if replays are not saved.
fn replay_of<'r>(
    plan: &Plan,
    replays: &'r Option<PathBuf>,
    result: &MatchResult,
) -> Option<(PathBuf, &'r Path)> {
    plan.replay(result.number).zip(replays.as_deref())
}

/// Moves the replay of a match to the final folder. Returns the index of the match and what is to be stored.
fn finished(
    tournament: &RunningTournament,
    index: usize,
    result: &MatchResult,
    replay: Option<(PathBuf, &Path)>,
) -> (usize, StoredResult) {
    let id = tournament.data.matches[index].id;
    let replay = replay.and_then(|(unfinished, folder)| {
        let finished = folder.join(format!("{id:04}.wag"));
        std::fs::rename(unfinished, &finished).ok()?;
        let from_base = finished.strip_prefix(&tournament.base).unwrap_or(&finished);
        Some(from_base.display().to_string())
    });
    (index, StoredResult { id, seats: result.seats.iter().map(SeatPlayed::of).collect(), replay })
}

/// Stores the results of matches in one transaction.
fn store(tournament: &mut RunningTournament, finished: Vec<(usize, StoredResult)>) -> Result<(), PlayError> {
    let is_stored = |index: &usize| tournament.data.matches[*index].result.is_some();
    let replaced: Vec<i64> =
        finished.iter().filter(|(index, _)| is_stored(index)).map(|(_, result)| result.id).collect();
    tournament.store.reopen(&replaced)?;
    tournament.played -= replaced.len();
    tournament.store.finish(finished.iter().map(|(_, result)| result))?;
    for (index, StoredResult { seats, replay, .. }) in finished {
        let stored = &mut tournament.data.matches[index];
        stored.result = Some(seats);
        stored.replay = replay.map(|file| tournament.base.join(file).display().to_string());
        tournament.played += 1;
    }
    Ok(())
}

impl RunningTournament {
    /// Returns a match of the schedule in the form in which it is played: with indices into the active players.
    pub(super) fn fixture(&self, stored: &StoredMatch) -> Fixture {
        let active = |member: &usize| self.active.iter().position(|(number, _)| number == member);
        Fixture {
            place: stored.place,
            seed: stored.seed,
            seats: stored.seats.iter().filter_map(active).collect(),
            group: stored.group,
        }
    }
}
