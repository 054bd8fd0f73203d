//! Trials: a candidate plays some matches against chosen opponents before it is handed in. Nothing of them is kept but
//! the numbers, which are in memory.

use super::checks::{bounded, disk};
use super::setup::ContestSetup;
use super::workspace_zip::{is_player_name, workspace_zip};
use super::{Contests, refusal};
use crate::error::Refusal;
use crate::work::{HandInCheck, HandInReason, MatchJob, PlayedMatch, SeatPlayer, WorkFault};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::task::AbortHandle;
use wag_i18n::{Message, message};
use wag_stats::compare::Sums;
use wag_store::contests::Contest;
use wag_store::{new_id, now_ms};

/// The maximum number of opponents of a trial.
const OPPONENTS_MAX: usize = 20;
/// The number of trials of an account whose results are kept, and of all accounts.
const KEPT_OF_ACCOUNT: usize = 5;
const KEPT_MAX: usize = 2_000;

/// A request for a trial.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrialForm {
    /// The name of a file in the caller's workspace; the usual one if neither this nor `hand_in` is given.
    file: Option<String>,
    /// The id of an own hand-in.
    hand_in: Option<String>,
    opponents: Vec<OpponentForm>,
    matches: u32,
}

/// An opponent of a trial.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentForm {
    hand_in: Option<String>,
    built_in: Option<String>,
}

/// An opponent that a trial has found.
#[derive(Clone)]
pub struct TrialOpponent {
    pub name: String,
    /// The version, if it is one of the candidate's author.
    pub own_version: Option<i64>,
    pub is_built_in: bool,
    player: SeatPlayer,
}

/// The state of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialState {
    Running,
    Done,
    Failed,
    Cancelled,
}

/// The results against one opponent.
#[derive(Clone, Copy, Debug, Default)]
pub struct TrialRecord {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// The sums over groups of matches with one seed, each with the mean score.
    pub sums: Sums,
    /// The results of the group that is being played: their sum and number.
    group: (f64, u32),
}

/// A trial and its results so far.
#[derive(Clone)]
pub struct Trial {
    pub id: String,
    pub account: String,
    pub contest: String,
    pub state: TrialState,
    pub reason: Option<HandInReason>,
    pub done: u32,
    pub all: u32,
    pub opponents: Vec<(TrialOpponent, TrialRecord)>,
    pub made_at: i64,
}

/// All trials, by id.
#[derive(Default)]
pub struct Trials {
    all: Mutex<BTreeMap<String, (Trial, Option<AbortHandle>)>>,
}

impl Trials {
    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, (Trial, Option<AbortHandle>)>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a trial, unless one of the account runs.
    fn add(&self, trial: Trial) -> Result<(), Refusal> {
        let mut all = self.locked();
        let is_running =
            |one: &&(Trial, _)| one.0.account == trial.account && one.0.state == TrialState::Running;
        if all.values().any(|one| is_running(&one)) {
            return Err(Refusal::new(
                axum::http::StatusCode::TOO_MANY_REQUESTS,
                message!("one of your trials is running; wait for its end, or cancel it"),
            )
            .with_code("queue_full")
            .with_retry_after(10));
        }
        let mut old: Vec<(i64, String)> = all
            .values()
            .filter(|(one, _)| one.account == trial.account)
            .map(|(one, _)| (one.made_at, one.id.clone()))
            .collect();
        old.sort_unstable();
        let too_many = (old.len() + 1).saturating_sub(KEPT_OF_ACCOUNT);
        old.into_iter().take(too_many).for_each(|(_, id)| {
            all.remove(&id);
        });
        while all.len() >= KEPT_MAX {
            let ended = all.values().filter(|(one, _)| one.state != TrialState::Running);
            let Some(oldest) = ended.min_by_key(|(one, _)| one.made_at).map(|(one, _)| one.id.clone()) else {
                break;
            };
            all.remove(&oldest);
        }
        all.insert(trial.id.clone(), (trial, None));
        Ok(())
    }

    /// Changes a trial that runs. Returns false if it does not run any more.
    fn change(&self, id: &str, change: impl FnOnce(&mut Trial)) -> bool {
        match self.locked().get_mut(id) {
            Some((trial, _)) if trial.state == TrialState::Running => {
                change(trial);
                true
            }
            _ => false,
        }
    }

    /// Returns a trial of an account.
    pub fn of(&self, account: &str, id: &str) -> Option<Trial> {
        let all = self.locked();
        all.get(id).filter(|(trial, _)| trial.account == account).map(|(trial, _)| trial.clone())
    }

    /// Cancels a trial of an account. Returns whether it was running.
    pub fn cancel(&self, account: &str, id: &str) -> bool {
        let mut all = self.locked();
        let Some((trial, handle)) = all.get_mut(id).filter(|(trial, _)| trial.account == account) else {
            return false;
        };
        let was_running = trial.state == TrialState::Running;
        if was_running {
            trial.state = TrialState::Cancelled;
            // This ends the worker, too.
            handle.take().inspect(AbortHandle::abort);
        }
        was_running
    }
}

/// The candidate of a trial.
struct Candidate {
    file: PathBuf,
    own_file: String,
    /// True if the file was made for the trial: it is checked first, and removed afterwards.
    is_new: bool,
}

impl Contests {
    /// Starts a trial. Returns it.
    pub(super) async fn begin_trial(
        self: &Arc<Self>,
        account: String,
        contest: String,
        form: TrialForm,
    ) -> Result<Trial, Refusal> {
        let (caller, id) = (account.clone(), new_id());
        let name = id.clone();
        let (contest, candidate, opponents, all) =
            self.work(move |own| own.prepare_trial(&caller, &contest, &name, form)).await?;
        let trial = Trial {
            id: id.clone(),
            account,
            contest: contest.id.clone(),
            state: TrialState::Running,
            reason: None,
            done: 0,
            all,
            opponents: opponents.into_iter().map(|one| (one, TrialRecord::default())).collect(),
            made_at: now_ms(),
        };
        if let Err(err) = self.trials.add(trial.clone()) {
            if candidate.is_new {
                self.forget_upload(&id);
            }
            return Err(err);
        }
        let (own, begun) = (Arc::clone(self), trial.clone());
        let task = tokio::spawn(async move { own.run_trial(begun, contest, candidate).await });
        if let Some((_, handle)) = self.trials.locked().get_mut(&id) {
            *handle = Some(task.abort_handle());
        }
        Ok(trial)
    }

    fn prepare_trial(
        &self,
        account: &str,
        contest: &str,
        id: &str,
        form: TrialForm,
    ) -> Result<(Contest, Candidate, Vec<TrialOpponent>, u32), Refusal> {
        let seen = self.store.contest(Some(account), contest).map_err(refusal)?;
        if !seen.is_member {
            return Err(Refusal::unknown_address());
        }
        let setup = ContestSetup::of(&seen.contest)?;
        let (count, limits) = (form.opponents.len(), self.limits.of(account));
        if !(1..=OPPONENTS_MAX).contains(&count) || !(1..=limits.trial_matches).contains(&form.matches) {
            return Err(invalid(message!(
                "a trial has 1 to %{opponents} opponents and 1 to %{matches} matches",
                opponents = OPPONENTS_MAX,
                matches = limits.trial_matches
            )));
        }
        let opponent = |one: OpponentForm| self.trial_opponent(account, contest, &setup, one);
        let opponents = form.opponents.into_iter().map(opponent).collect::<Result<Vec<_>, _>>()?;
        let candidate = match form.hand_in {
            Some(hand_in) => {
                let (hand_in, is_others) = self.store.hand_in(account, &hand_in).map_err(refusal)?;
                let sha256 = hand_in.sha256.filter(|_| !is_others && hand_in.contest_id == contest);
                let file = self.files.blob(&sha256.ok_or_else(Refusal::unknown_address)?);
                Candidate { file, own_file: hand_in.own_file, is_new: false }
            }
            None => {
                let own_file = form.file.unwrap_or_else(|| setup.own_file.to_string());
                if !is_player_name(&own_file) {
                    return Err(invalid(message!("choose a Python file of your folder")));
                }
                let zip = workspace_zip(&self.files.workspace(account), &own_file, limits.upload_bytes())?;
                let file = self.files.incoming(id);
                super::files::write_durably(&file, &zip).map_err(|err| disk(&err))?;
                Candidate { file, own_file, is_new: true }
            }
        };
        Ok((seen.contest, candidate, opponents, form.matches))
    }

    fn trial_opponent(
        &self,
        account: &str,
        contest: &str,
        setup: &ContestSetup,
        one: OpponentForm,
    ) -> Result<TrialOpponent, Refusal> {
        let unknown = || invalid(message!("choose the opponents from the list"));
        match (one.hand_in, one.built_in) {
            (Some(id), None) => {
                let found = self.store.opponent(account, &id).map_err(|_| unknown())?;
                let sha256 = found.hand_in.sha256.filter(|_| found.hand_in.contest_id == contest);
                let zip = self.files.blob(&sha256.ok_or_else(unknown)?);
                let is_own = found.hand_in.account_id == account;
                Ok(TrialOpponent {
                    name: found.name,
                    own_version: is_own.then_some(found.hand_in.version),
                    is_built_in: false,
                    player: SeatPlayer::HandIn {
                        entry: found.hand_in.account_id,
                        zip,
                        own_file: found.hand_in.own_file,
                    },
                })
            }
            (None, Some(name)) if setup.info.built_in.iter().any(|known| known.name == name) => {
                let player = SeatPlayer::BuiltIn(name.clone());
                Ok(TrialOpponent { name, own_version: None, is_built_in: true, player })
            }
            _ => Err(unknown()),
        }
    }

    /// Checks the candidate and plays the matches of a trial, one after the other.
    async fn run_trial(self: Arc<Self>, trial: Trial, contest: Contest, candidate: Candidate) {
        let (id, is_new) = (trial.id.clone(), candidate.is_new);
        // Also when the trial is cancelled, no file stays.
        let _file = is_new.then(|| RemovedFile(candidate.file.clone()));
        let ended = self.play_trial(&trial, &contest, candidate).await;
        self.trials.change(&id, |trial| match ended {
            Ok(()) => trial.state = TrialState::Done,
            Err(reason) => (trial.state, trial.reason) = (TrialState::Failed, Some(bounded(reason))),
        });
        self.trial_changed(&trial);
    }

    async fn play_trial(
        self: &Arc<Self>,
        trial: &Trial,
        contest: &Contest,
        candidate: Candidate,
    ) -> Result<(), HandInReason> {
        let failed = |message: Message| HandInReason { message, file: None, line: None };
        let setup = ContestSetup::of(contest).map_err(|err| failed(err.sentence()))?;
        if candidate.is_new {
            let job = HandInCheck {
                account: trial.account.clone(),
                game: contest.game.clone(),
                own_file: candidate.own_file.clone(),
                upload: candidate.file.clone(),
                file_name: format!("{}.zip", candidate.own_file),
            };
            let checked = self.worker.check(job).await.map_err(|fault| failed(sentence(fault)))?;
            if let Some(reason) = checked.reason {
                return Err(reason);
            }
            let zip = checked.zip.ok_or_else(|| failed(message!("its files cannot be unpacked")))?;
            let file = candidate.file.clone();
            let written =
                self.work(move |_| super::files::write_durably(&file, &zip).map_err(|err| disk(&err)));
            written.await.map_err(|err| failed(err.sentence()))?;
        }
        let own = SeatPlayer::HandIn {
            entry: trial.account.clone(),
            zip: candidate.file,
            own_file: candidate.own_file,
        };
        let opponents: Vec<TrialOpponent> = trial.opponents.iter().map(|(one, _)| one.clone()).collect();
        for number in 0..trial.all {
            let one = TrialMatch::new(&setup, &opponents, number);
            let job = one.job(&setup, contest, trial, &own, &opponents);
            let played = match self.worker.trial(job.clone()).await {
                Err(WorkFault::Lost) => self.worker.trial(job).await,
                played => played,
            };
            let played = played.map_err(|fault| failed(sentence(fault)))?;
            if !self.trials.change(&trial.id, |trial| one.note(&played, trial)) {
                return Ok(());
            }
            self.trial_changed(trial);
        }
        Ok(())
    }

    fn trial_changed(&self, trial: &Trial) {
        self.events.publish(crate::host::Topic::Account(trial.account.clone()), "trial", &trial.id);
    }
}

/// A file that is removed when the value is dropped.
struct RemovedFile(PathBuf);

impl Drop for RemovedFile {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

/// A match of a trial.
struct TrialMatch {
    place: usize,
    seed: u64,
    /// The player of each seat; `None` is the candidate.
    seats: Vec<Option<usize>>,
    /// True if it is the last match of a group with one seed, in which everybody had each seat.
    ends_group: bool,
}

impl TrialMatch {
    /// Returns a match by its number, from 0. The players of a group take each seat once; the opponents and maps change from
    /// group to group.
    fn new(setup: &ContestSetup, opponents: &[TrialOpponent], number: u32) -> TrialMatch {
        let (group, turn) = (number as usize / setup.seats, number as usize % setup.seats);
        let others = (0..setup.seats - 1).map(|at| Some((group * (setup.seats - 1) + at) % opponents.len()));
        let mut seats: Vec<Option<usize>> = std::iter::once(None).chain(others).collect();
        seats.rotate_right(turn);
        TrialMatch {
            place: group % setup.places.len(),
            seed: group as u64 + 1,
            seats,
            ends_group: turn + 1 == setup.seats,
        }
    }

    fn job(
        &self,
        setup: &ContestSetup,
        contest: &Contest,
        trial: &Trial,
        own: &SeatPlayer,
        opponents: &[TrialOpponent],
    ) -> MatchJob {
        let player =
            |seat: &Option<usize>| seat.map_or_else(|| own.clone(), |at| opponents[at].player.clone());
        MatchJob {
            contest: contest.id.clone(),
            game: contest.game.clone(),
            options: setup.places[self.place].options.clone(),
            seats: self.seats.iter().map(player).collect(),
            seed: self.seed,
            turn_seconds: setup.turn_seconds,
            is_final: false,
            match_seconds: setup.match_seconds,
            charged_to: trial.account.clone(),
        }
    }

    /// Counts the result. A void match counts for nobody.
    fn note(&self, played: &PlayedMatch, trial: &mut Trial) {
        trial.done += 1;
        let place = |seat: usize| played.seats.get(seat).map(|seat| seat.place);
        let own = self.seats.iter().position(Option::is_none).and_then(place);
        if let Some(own) = own.filter(|_| !played.void) {
            for (seat, opponent) in self.seats.iter().enumerate() {
                let (Some(opponent), Some(place)) = (opponent, place(seat)) else { continue };
                trial.opponents[*opponent].1.add(own.cmp(&place));
            }
        }
        if self.ends_group || trial.done == trial.all {
            trial.opponents.iter_mut().for_each(|(_, record)| record.end_group());
        }
    }
}

impl TrialRecord {
    fn add(&mut self, own_to_other: std::cmp::Ordering) {
        let (count, score) = match own_to_other {
            std::cmp::Ordering::Less => (&mut self.won, 1.0),
            std::cmp::Ordering::Equal => (&mut self.drawn, 0.5),
            std::cmp::Ordering::Greater => (&mut self.lost, 0.0),
        };
        *count += 1;
        self.group = (self.group.0 + score, self.group.1 + 1);
    }

    fn end_group(&mut self) {
        let (sum, count) = std::mem::take(&mut self.group);
        if count > 0 {
            self.sums.add(sum / f64::from(count));
        }
    }

    pub fn matches(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Returns the points: 1 for a win and 0.5 for a draw.
    pub fn score(&self) -> f64 {
        f64::from(self.won) + f64::from(self.drawn) / 2.0
    }
}

/// Returns the result against an opponent in words.
pub fn in_words(opponent: &TrialOpponent, record: &TrialRecord) -> Message {
    let name = match opponent.own_version {
        Some(version) => message!("your version %{version}", version),
        None => Message::from(opponent.name.as_str()),
    };
    let (matches, (low, high)) = (record.matches(), record.sums.interval());
    let score = format!("{}", record.score());
    match record.score() / f64::from(matches.max(1)) {
        _ if matches == 0 => message!("no match against %{name} yet", name),
        _ if low > 0.5 => {
            message!("better than %{name}: %{score} of %{matches}, surely", name, score, matches)
        }
        _ if high < 0.5 => {
            message!("worse than %{name}: %{score} of %{matches}, surely", name, score, matches)
        }
        share if share > 0.5 => {
            message!("perhaps better than %{name}: %{score} of %{matches}, not surely", name, score, matches)
        }
        share if share < 0.5 => {
            message!("perhaps worse than %{name}: %{score} of %{matches}, not surely", name, score, matches)
        }
        _ => message!("as good as %{name} so far: %{score} of %{matches}", name, score, matches),
    }
}

/// Returns the reason why a trial has no result.
fn sentence(fault: WorkFault) -> Message {
    match fault {
        WorkFault::Lost | WorkFault::Cancelled => message!("the server could not play this; try again"),
        WorkFault::QueueFull { seconds } => {
            message!("you have too many requests waiting; try again in %{seconds} s", seconds)
        }
        WorkFault::TooSlow => message!("a match took too long"),
        WorkFault::Refused(why) => why,
    }
}

fn invalid(sentence: Message) -> Refusal {
    Refusal::new(axum::http::StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("trial")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Ordering;

    fn opponent(own_version: Option<i64>) -> TrialOpponent {
        let player = SeatPlayer::BuiltIn("Noob".into());
        TrialOpponent { name: "Ben".into(), own_version, is_built_in: false, player }
    }

    #[test]
    fn the_words_say_what_is_certain() {
        let words = |won: u32, lost: u32, version| {
            let mut record = TrialRecord::default();
            for (count, order) in [(won, Ordering::Less), (lost, Ordering::Greater)] {
                for _ in 0..count {
                    record.add(order);
                    record.end_group();
                }
            }
            in_words(&opponent(version), &record).english()
        };
        assert_eq!(words(31, 9, Some(3)), "better than your version 3: 31 of 40, surely");
        assert_eq!(words(3, 30, None), "worse than Ben: 3 of 33, surely");
        assert_eq!(words(5, 3, None), "perhaps better than Ben: 5 of 8, not surely");
        assert_eq!(words(3, 5, None), "perhaps worse than Ben: 3 of 8, not surely");
        assert_eq!(words(4, 4, None), "as good as Ben so far: 4 of 8");
        assert_eq!(words(1, 0, None), "perhaps better than Ben: 1 of 1, not surely");
        assert_eq!(words(0, 0, None), "no match against Ben yet");
    }

    #[test]
    fn everybody_takes_each_seat_in_a_group() {
        let game = wag_games::first().info;
        let options = super::super::setup::ContestOptions::new();
        let (form, rule) = (wag_stats::forms::FormName::All, super::super::setup::FinalRule::default());
        let setup = ContestSetup::new(game.name, &options, form, rule, Default::default()).unwrap();
        let opponents = vec![opponent(None), opponent(Some(2))];
        let all: Vec<TrialMatch> = (0..8).map(|number| TrialMatch::new(&setup, &opponents, number)).collect();
        let own: Vec<usize> =
            all.iter().map(|one| one.seats.iter().position(Option::is_none).unwrap()).collect();
        assert_eq!((own, all[3].seed, all[4].seed), (vec![0, 1, 2, 3, 0, 1, 2, 3], 1, 2));
        assert_eq!(all.iter().filter(|one| one.ends_group).count(), 2);
        let met = |at: usize| all.iter().flat_map(|one| &one.seats).filter(|seat| **seat == Some(at)).count();
        assert_eq!((met(0), met(1)), (12, 12));
    }
}
