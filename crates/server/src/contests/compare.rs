//! The results of a cluster that are compared: a sample of them, and each that would change who is first, is played again on
//! this machine. A worker whose result differs gets no more matches, and its results do not count.

use super::worker::when_possible;
use super::{Contests, refusal};
use crate::error::Refusal;
use crate::work::{MatchJob, PlayedMatch, PlayedSeat, WorkFault};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use wag_i18n::message;
use wag_store::contests::Part;
use wag_store::matches::{ClaimedMatch, Match, MatchState, Seat, Seated};
use wag_store::now_ms;

/// One of this number of results is compared.
const ONE_OF: u64 = 50;
/// The number of hand-ins in a late stage of a final in which each match decides who wins, such as the last heats.
const DECIDING: i64 = 4;
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
            let (claimed, there) = (claimed.clone(), there.clone());
            match self.work(move |own| own.end_unless_leading(&claimed, there)).await {
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

    /// Stores the result of a worker of the cluster, unless it changes who is first. Returns whether it is stored.
    pub(super) fn end_unless_leading(
        &self,
        claimed: &ClaimedMatch,
        there: PlayedMatch,
    ) -> Result<bool, Refusal> {
        if there.void || !is_possible(&there, claimed.seats.len()) || self.is_deciding(claimed)? {
            return Ok(false);
        }
        let entries = self.store.entries(&claimed.contest_id).map_err(refusal)?;
        let (one, store_it) = self.ended(claimed, there)?;
        self.results.end_unless_leading(&self.store, (&one, part_of(claimed)), &entries, store_it)
    }

    /// Returns whether a match is one of the few in the last stages of a final, which decide who wins.
    fn is_deciding(&self, claimed: &ClaimedMatch) -> Result<bool, Refusal> {
        let hand_ins = || self.store.hand_ins_of_stage(&claimed.contest_id, claimed.stage).map_err(refusal);
        Ok(claimed.stage >= 2 && hand_ins()? <= DECIDING)
    }

    /// Compares the next result of a worker of the cluster, because an owner lets it play again.
    pub fn compare_again(&self, worker: &str) {
        self.compared_workers().remove(worker);
        self.worker.allow(worker);
    }

    /// Excludes a worker of the cluster, and lets all its results be played again. Does so once.
    async fn convict(self: &Arc<Self>, worker: &str, claimed: &ClaimedMatch) {
        let why = message!(
            "its result of a match differs from the result on this machine, so its results do not count"
        );
        let (name, id) = (worker.to_string(), claimed.id.clone());
        let reason = serde_json::to_string(&why).unwrap_or_default();
        match self.ask(move |store| store.exclude_worker((&name, &reason), &id, now_ms())).await {
            Ok(None) => {}
            Ok(Some(contests)) => {
                self.worker.exclude(worker, &why);
                for contest in contests {
                    self.results.forget(&contest);
                    self.tell_of_contest(contest).await;
                }
            }
            Err(err) => {
                self.worker.exclude(worker, &why);
                log::error!("the results of a worker stay although they may be wrong: {err}");
            }
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

/// Returns the part of a contest to which a match belongs.
pub(super) fn part_of(claimed: &ClaimedMatch) -> Part {
    if claimed.stage > 0 { Part::Final } else { Part::Ladder }
}

/// Returns a match as it would be stored with a result.
pub(super) fn with_result(claimed: &ClaimedMatch, played: &PlayedMatch) -> Match {
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
