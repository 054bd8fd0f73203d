//! Plays what is planned of a tournament, and keeps each match as soon as it has ended.

use super::super::answer::Mistake;
use super::begin::Begun;
use crate::language::t;
use crate::play::{Plan, PlayError, play_all};
use crate::series::{Fixture, MatchResult, SeatPlayed};
use crate::text::quoted;
use crate::tournament::{Kept, fingerprint};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// In the folder of the replays: those of matches that are being played.
const UNFINISHED: &str = ".unfinished";

/// Plays what has not been played. `told` hears of each match that has been kept, `start` whatever there is to tell of a
/// player's start.
pub fn play(
    begun: &mut Begun,
    jobs: Option<usize>,
    stop: &Arc<AtomicBool>,
    told: &mut dyn FnMut(&Begun),
    start: &mut dyn FnMut(&str),
) -> anyhow::Result<()> {
    let waiting: Vec<usize> =
        (0..begun.opened.kept.len()).filter(|at| begun.opened.kept[*at].result.is_none()).collect();
    let replays = begun.opened.settings.replays.clone();
    let plan = Plan {
        game: begun.opened.game,
        fixtures: waiting.iter().map(|at| begun.fixture(&begun.opened.kept[*at])).collect(),
        entrants: begun.active.iter().map(|(_, entrant)| entrant.clone()).collect(),
        places: std::mem::take(&mut begun.places),
        limits: begun.limiting.limits(begun.opened.game.card.turn_seconds),
        jobs,
        replays: replays.as_ref().map(|folder| folder.join(UNFINISHED)),
        stop: Arc::clone(stop),
    };
    if plan.fixtures.is_empty() {
        return Ok(());
    }
    let over = |result: MatchResult| {
        let kept = waiting[result.number];
        let replay = plan.replay(result.number).zip(replays.as_deref());
        keep(begun, kept, &result, replay).map_err(|fault| PlayError::Mistake(fault.0))?;
        told(begun);
        Ok(ControlFlow::Continue(()))
    };
    let played = play_all(&plan, over, start);
    if let Some(folder) = &plan.replays {
        // Those of matches that were broken off.
        let _ = std::fs::remove_dir_all(folder);
    }
    Ok(played?)
}

/// Writes a match into the file, if its players are still those that sat down.
fn keep(
    begun: &mut Begun,
    kept: usize,
    result: &MatchResult,
    replay: Option<(PathBuf, &Path)>,
) -> Result<(), Mistake> {
    let seats = &begun.opened.kept[kept].seats;
    let sat = begun.active.iter().filter(|(number, _)| seats.contains(number));
    let is_changed = |(number, entrant): &&(usize, _)| {
        fingerprint(&begun.opened.game.card, entrant) != begun.opened.members[*number].sha256
    };
    if let Some((number, _)) = sat.clone().find(is_changed) {
        return Err(Mistake(t!(
            "the files of %{name} have changed while the tournament was running; match %{id} does not count, all before it do: `wag tournament --resume %{file}` goes on with the new version",
            name = begun.opened.members[*number].name,
            id = begun.opened.kept[kept].id,
            file = quoted(&begun.opened.file.display().to_string())
        )));
    }
    let id = begun.opened.kept[kept].id;
    let replay = replay.and_then(|(unfinished, folder)| {
        let finished = folder.join(format!("{id:04}.wag"));
        std::fs::rename(unfinished, &finished).ok().map(|()| finished.display().to_string())
    });
    let result: Vec<SeatPlayed> = result.seats.iter().map(SeatPlayed::of).collect();
    begun.store.finish(id, &result, replay.as_deref())?;
    let kept = &mut begun.opened.kept[kept];
    (kept.result, kept.replay) = (Some(result), replay);
    Ok(())
}

impl Begun {
    /// A match of the plan, with the numbers of those who still play.
    fn fixture(&self, kept: &Kept) -> Fixture {
        let active = |member: &usize| self.active.iter().position(|(number, _)| number == member);
        Fixture {
            place: kept.place,
            seed: kept.seed,
            seats: kept.seats.iter().filter_map(active).collect(),
            group: kept.group,
        }
    }
}
