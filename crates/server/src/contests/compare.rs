//! The results of a cluster that are compared: a sample of them, and each that would change who is first, is played again on
//! this machine. A worker whose result differs gets no more matches, and its results do not count.

use super::table::{TableRow, VersionStandings};
use super::worker::when_possible;
use super::{Contests, refusal};
use crate::error::Refusal;
use crate::work::{MatchJob, PlayedMatch, PlayedSeat, WorkFault};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::sync::Arc;
use wag_i18n::message;
use wag_store::contests::Part;
use wag_store::matches::{ClaimedMatch, Match, MatchState, Seat, Seated};
use wag_store::now_ms;

/// One of this number of results is compared.
const ONE_OF: u64 = 50;
/// The number of hand-ins in a late stage of a final in which each match decides who wins, such as the last heats.
const DECIDING: usize = 4;
/// The maximum size of a replay, in bytes.
const REPLAY_MAX: usize = 32 << 20;

/// The end of a match that was played.
pub enum Ended {
    /// The result has been stored.
    Stored,
    /// The result is to be stored.
    Played(Result<PlayedMatch, WorkFault>),
}

impl Contests {
    /// Stores the result of a worker of the cluster, or plays the match again on this machine. Other results stay as they are.
    pub(super) async fn stored_or_compared(
        self: &Arc<Self>,
        claimed: &ClaimedMatch,
        job: MatchJob,
        played: Result<PlayedMatch, WorkFault>,
    ) -> Ended {
        let there = match played {
            Ok(there) if there.worker.is_some() => there,
            played => return Ended::Played(played),
        };
        let worker = there.worker.clone().unwrap_or_default();
        let is_first = self.compared_workers().insert(worker.clone());
        if !is_first && !is_in_sample(&claimed.id) {
            // Until the result is stored, no other may change who is first.
            let convicted = self.convicted.lock().await;
            let (claimed, there) = (claimed.clone(), there.clone());
            let stored = self.work(move |own| own.end_unless_leading(&claimed, there));
            match if convicted.contains(&worker) { Ok(false) } else { stored.await } {
                Ok(true) => return Ended::Stored,
                Ok(false) => {}
                Err(err) => log::warn!("a result of the cluster cannot be stored: {err}"),
            }
        }
        let here = when_possible(|| self.worker.play_here(job.clone())).await;
        if here.as_ref().is_ok_and(|here| contradicts(&there, here)) {
            self.convict(&worker, claimed).await;
        }
        Ended::Played(here)
    }

    /// Stores the result of a worker of the cluster, unless it changes who is first or its worker is excluded. Returns whether it
    /// is stored.
    fn end_unless_leading(&self, claimed: &ClaimedMatch, there: PlayedMatch) -> Result<bool, Refusal> {
        let may_be = is_possible(&there, claimed.seats.len());
        if !may_be || there.worker.as_deref().is_some_and(|worker| self.worker.is_excluded(worker)) {
            return Ok(false);
        }
        if self.is_deciding(claimed)? {
            return Ok(false);
        }
        let part = if claimed.stage > 0 { Part::Final } else { Part::Ladder };
        let entries = self.store.entries(&claimed.contest_id).map_err(refusal)?;
        let first = |played: &[Match]| -> Vec<String> {
            let table = VersionStandings::of(played).table(&entries, part);
            let is_first = |row: &TableRow| {
                !row.is_hidden && row.standing.as_ref().is_some_and(|standing| standing.place == 1)
            };
            table.into_iter().filter(is_first).map(|row| row.entry).collect()
        };
        let mut played = self.store.played(&claimed.contest_id, part).map_err(refusal)?;
        let before = first(&played);
        played.push(with_result(claimed, &there));
        if before != first(&played) {
            return Ok(false);
        }
        self.end(claimed, Ok(there))
    }

    /// Returns whether a match is one of the few in the last stages of a final, which decide who wins.
    fn is_deciding(&self, claimed: &ClaimedMatch) -> Result<bool, Refusal> {
        if claimed.stage < 2 {
            return Ok(false);
        }
        let (_, matches) = self.store.final_stages(&claimed.contest_id).map_err(refusal)?;
        let of_stage = matches.iter().filter(|one| one.stage == claimed.stage);
        let hand_ins: BTreeSet<&String> = of_stage
            .flat_map(|one| &one.seats)
            .filter_map(|seat| match &seat.seated {
                Seated::HandIn { id, .. } => Some(id),
                _ => None,
            })
            .collect();
        Ok(hand_ins.len() <= DECIDING)
    }

    /// Excludes a worker of the cluster, and lets all its results be played again. Does so once.
    async fn convict(self: &Arc<Self>, worker: &str, claimed: &ClaimedMatch) {
        let mut convicted = self.convicted.lock().await;
        if convicted.contains(worker) {
            return;
        }
        let why = message!(
            "its result of a match differs from the result on this machine, so its results do not count"
        );
        self.worker.exclude(worker, &why);
        let (name, id) = (worker.to_string(), claimed.id.clone());
        match self.ask(move |store| store.void_results_of(&name, &id, now_ms())).await {
            Ok(contests) => {
                convicted.insert(worker.to_string());
                for contest in contests {
                    self.tell_of_contest(contest).await;
                }
            }
            Err(err) => log::error!("the results of a worker stay although they may be wrong: {err}"),
        }
        self.matches_wait.notify_one();
    }
}

/// Returns whether a worker's result can be one of a match with this number of seats.
pub(super) fn is_possible(played: &PlayedMatch, seats: usize) -> bool {
    let places = 1..=seats as i64;
    let is_seat = |seat: &PlayedSeat| places.contains(&seat.place) && seat.faults >= 0 && seat.cpu_ms >= 0;
    let has_winner = played.seats.iter().any(|seat| seat.place == 1);
    let is_file = !played.replay.is_empty() && played.replay.len() <= REPLAY_MAX;
    played.seats.len() == seats
        && played.seats.iter().all(is_seat)
        && has_winner
        && is_file
        && played.logs.len() <= seats
}

/// Returns whether the result of a match is compared. No worker knows the id.
fn is_in_sample(id: &str) -> bool {
    let hash = Sha256::digest(id);
    let number = hash.iter().take(8).fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte));
    number.is_multiple_of(ONE_OF)
}

/// Returns whether a worker's result contradicts the result of the same match here. Only a match that is repeatable here can. A
/// worker is excused if it reports lost turns and says that they make the match not repeatable: they may be due to its machine.
fn contradicts(there: &PlayedMatch, here: &PlayedMatch) -> bool {
    let is_excused = there.repeatable != Some(true) && there.seats.iter().any(|seat| seat.faults > 0);
    let result = |one: &PlayedMatch| -> Vec<(i64, i64, i64)> {
        one.seats.iter().map(|seat| (seat.place, seat.points, seat.faults)).collect()
    };
    here.repeatable == Some(true) && !here.void && !is_excused && result(there) != result(here)
}

/// Returns a match as it would be stored with a result.
fn with_result(claimed: &ClaimedMatch, played: &PlayedMatch) -> Match {
    let ClaimedMatch { id, contest_id, stage, place, seed, seats } = claimed.clone();
    let seat = |((seated, _), result): ((Seated, _), &crate::work::PlayedSeat)| Seat {
        seated,
        place: Some(result.place),
        points: result.points,
        faults: result.faults,
        first_fault: None,
    };
    let seats = seats.into_iter().zip(&played.seats).map(seat).collect();
    let (purpose, seats_key) = (String::new(), String::new());
    let (state, ended_at) = (MatchState::Done, Some(now_ms()));
    Match { id, contest_id, stage, purpose, place, seed, state, ended_at, seats_key, seats }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(places: [i64; 2], faults: i64, repeatable: Option<bool>) -> PlayedMatch {
        let seat = |place| PlayedSeat { place, points: 1, faults, first_fault: None, cpu_ms: 1 };
        PlayedMatch {
            seats: places.map(seat).to_vec(),
            replay: Vec::new(),
            logs: Vec::new(),
            void: false,
            cpu_ms: 1,
            repeatable,
            worker: None,
        }
    }

    #[test]
    fn only_what_repeats_can_contradict() {
        let (yes, no) = (Some(true), Some(false));
        let here = played([1, 2], 0, yes);
        assert!(!contradicts(&played([1, 2], 0, yes), &here));
        assert!(contradicts(&played([2, 1], 0, yes), &here));
        assert!(contradicts(&played([2, 1], 0, no), &here), "nothing has made it differ");
        assert!(contradicts(&played([2, 1], 3, yes), &here));
        assert!(!contradicts(&played([2, 1], 3, no), &here), "its machine was slow");
        assert!(!contradicts(&played([2, 1], 0, yes), &played([1, 2], 0, no)));
        assert!(!contradicts(&played([2, 1], 0, yes), &played([1, 2], 0, None)));
    }
}
