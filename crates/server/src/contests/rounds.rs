//! The matches of contests: claimed from the store, played by a worker, and stored with replay and logs.

use super::checks::{bounded, disk};
use super::compare::{Ended, is_possible, part_of, with_result};
use super::setup::ContestSetup;
use super::worker::when_possible;
use super::{Contests, plan, refusal};
use crate::error::Refusal;
use crate::work::{MatchJob, PlayedMatch, PlayedSeat, SeatPlayer, WorkFault};
use std::sync::Arc;
use tokio::task::JoinSet;
use wag_i18n::Message;
use wag_store::contests::Contest;
use wag_store::matches::{ClaimedMatch, Match, SeatResult, Seated};
use wag_store::stages::{Continued, Stage};
use wag_store::{StoreError, crash, now_ms};

/// The maximum size of the log of a seat, in bytes.
const LOG_MAX: usize = 1 << 20;

impl Contests {
    /// Plays the matches that wait, for as long as the server runs.
    pub(super) async fn run_matches(self: Arc<Self>) {
        let mut running = JoinSet::new();
        self.continue_finals().await;
        loop {
            // A cluster comes and goes.
            while running.len() >= self.worker.matches_max() {
                tokio::select! {
                    _ = running.join_next() => {}
                    () = self.worker.capacity_changed() => {}
                }
            }
            while running.try_join_next().is_some() {}
            let claimed = self.work(|own| match own.disk.is_full() {
                true => Ok(None),
                false => own.next_match(),
            });
            match claimed.await {
                Ok(Some(claimed)) => {
                    let own = Arc::clone(&self);
                    running.spawn(async move { own.play(claimed).await });
                }
                Ok(None) => self.wait_for(&self.matches_wait).await,
                Err(err) => self.pause(&err).await,
            }
        }
    }

    /// Claims the next match. If none waits, ladders are planned.
    fn next_match(&self) -> Result<Option<ClaimedMatch>, Refusal> {
        match self.store.claim_match(now_ms()).map_err(refusal)? {
            None if self.plan_ladders()? > 0 => self.store.claim_match(now_ms()).map_err(refusal),
            claimed => Ok(claimed),
        }
    }

    /// Plays a match that was claimed, and stores its result.
    async fn play(self: &Arc<Self>, claimed: ClaimedMatch) {
        crash::point("match.claimed");
        let one = claimed.clone();
        let played = match self.work(move |own| own.job(&one)).await {
            Ok(Some(job)) => {
                let played = when_possible(|| self.worker.play(job.clone())).await;
                match self.stored_or_compared(&claimed, job, played).await {
                    Ended::Stored => return self.go_on(&claimed, true).await,
                    Ended::Played(played) => played,
                }
            }
            // A player is gone.
            Ok(None) => Err(WorkFault::Refused(wag_i18n::Message::default())),
            Err(err) => {
                log::error!("a match of a contest cannot be played: {err}");
                Err(WorkFault::Refused(wag_i18n::Message::default()))
            }
        };
        let one = claimed.clone();
        let has_ended = match self.work(move |own| own.end(&one, played)).await {
            Ok(has_ended) => has_ended,
            Err(err) => {
                self.pause(&err).await;
                let lost = claimed.id.clone();
                self.ask(move |store| store.lose_match(&lost, false, now_ms()))
                    .await
                    .is_ok_and(|waits| !waits)
            }
        };
        self.go_on(&claimed, has_ended).await;
    }

    /// Goes on after a match: with the next one, and with the next stage of a final.
    async fn go_on(self: &Arc<Self>, claimed: &ClaimedMatch, has_ended: bool) {
        if has_ended {
            self.match_ended(&claimed.contest_id);
        }
        // Its players may play again, or the match waits for another attempt.
        self.matches_wait.notify_one();
        if has_ended && claimed.stage > 0 {
            self.continue_final(claimed.contest_id.clone()).await;
        }
    }

    /// Returns the job of a match; `None` if one of its players is gone.
    fn job(&self, claimed: &ClaimedMatch) -> Result<Option<MatchJob>, Refusal> {
        let contest = self.store.contest_for_server(&claimed.contest_id).map_err(refusal)?;
        let setup = ContestSetup::of(&contest)?;
        let player = |(seated, content): &(Seated, Option<(String, String)>)| match (seated, content) {
            (Seated::HandIn { account_id, .. }, Some((sha256, own_file))) => Some(SeatPlayer::HandIn {
                entry: account_id.clone(),
                zip: self.files.blob(sha256),
                own_file: own_file.clone(),
            }),
            (Seated::BuiltIn(name), _) => Some(SeatPlayer::BuiltIn(name.clone())),
            _ => None,
        };
        let Some(seats) = claimed.seats.iter().map(player).collect::<Option<Vec<_>>>() else {
            return Ok(None);
        };
        Ok(Some(MatchJob {
            contest: contest.id.clone(),
            game: contest.game,
            options: setup.places[setup.place_index(&claimed.place)].options.clone(),
            seats,
            seed: claimed.seed.unsigned_abs(),
            turn_seconds: setup.turn_seconds,
            match_seconds: setup.match_seconds,
            // The stage 0 is the practice.
            is_final: claimed.stage > 0,
            charged_to: contest.id,
        }))
    }

    /// Stores the result of a match. Returns whether it has ended; otherwise it waits for another attempt.
    pub(super) fn end(
        &self,
        claimed: &ClaimedMatch,
        played: Result<PlayedMatch, WorkFault>,
    ) -> Result<bool, Refusal> {
        let id = claimed.id.as_str();
        let lose =
            |is_last| self.store.lose_match(id, is_last, now_ms()).map(|waits| !waits).map_err(refusal);
        let played = match played {
            Ok(played) if !played.void && is_possible(&played, claimed.seats.len()) => played,
            Err(WorkFault::Refused(sentence)) => {
                log::error!("a match of a contest is void: {}", sentence.english());
                self.note_failure(&claimed.contest_id, sentence);
                return lose(true);
            }
            _ => return lose(false),
        };
        let (one, store_it) = self.ended(claimed, played)?;
        self.results.end((&one, part_of(claimed)), store_it)?;
        Ok(true)
    }

    /// Stores the files of a match that has ended. Returns the match, and the function that stores its result.
    pub(super) fn ended(
        &self,
        claimed: &ClaimedMatch,
        played: PlayedMatch,
    ) -> Result<(Match, impl FnOnce() -> Result<bool, Refusal>), Refusal> {
        let one = with_result(claimed, &played);
        let PlayedMatch { seats, replay, logs, cpu_ms, worker, .. } = played;
        let logs: Vec<String> = logs.into_iter().map(cut).collect();
        self.files.store_match(&claimed.id, &replay, &logs).map_err(|err| disk(&err))?;
        crash::point("replay.stored");
        let results: Vec<SeatResult> = seats.into_iter().map(seat_result).collect();
        let sizes = (replay.len() as i64, cpu_ms.max(0));
        let (store, id) = (&self.store, claimed.id.clone());
        let store_it = move || {
            let is_stored =
                store.end_match(&id, &results, (sizes, worker.as_deref()), now_ms()).map_err(refusal)?;
            crash::point("match.stored");
            Ok(is_stored)
        };
        Ok((one, store_it))
    }

    /// Notes why a match of a contest is void, for the owner of the installed game with which it was played.
    fn note_failure(&self, contest: &str, sentence: Message) {
        let game = self.store.contest_for_server(contest).ok().and_then(|contest| contest.game_sha256);
        if let Some(game) = game.filter(|_| !sentence.english().is_empty()) {
            self.game_failures().insert(game, sentence);
        }
    }

    /// Continues the finals whose last match ended just before the server did.
    async fn continue_finals(self: &Arc<Self>) {
        for contest in self.ask(wag_store::Store::running_finals).await.unwrap_or_default() {
            self.continue_final(contest).await;
        }
    }

    /// Plans the next stage of a final whose matches have all ended, or ends the final.
    pub(super) async fn continue_final(self: &Arc<Self>, contest: String) {
        let id = contest.clone();
        let continued = self.work(move |own| {
            let next = |contest: &Contest, stages: &[Stage], matches: &[Match]| -> Result<_, StoreError> {
                Ok(ContestSetup::of(contest).ok().and_then(|setup| plan::next_stage(&setup, stages, matches)))
            };
            own.store.continue_final(&id, next, now_ms()).map_err(refusal)
        });
        match continued.await {
            Ok(Continued::Unchanged) => {}
            Ok(Continued::NextStage) => {
                self.matches_wait.notify_one();
                self.tell_of_contest(contest).await;
            }
            Ok(Continued::Done) => self.tell_of_contest(contest).await,
            Err(err) => log::error!("a final cannot go on: {err}"),
        }
    }
}

fn seat_result(seat: PlayedSeat) -> SeatResult {
    let PlayedSeat { place, points, faults, first_fault, cpu_ms } = seat;
    let first_fault = first_fault.and_then(|fault| serde_json::to_string(&bounded(fault)).ok());
    SeatResult { place, points, faults, first_fault, cpu_ms }
}

/// Cuts a log that is too long.
fn cut(mut log: String) -> String {
    let end = (0..=LOG_MAX.min(log.len())).rev().find(|at| log.is_char_boundary(*at)).unwrap_or(0);
    log.truncate(end);
    log
}
