//! Tests of contests with a worker that decides by the content of files, so that nothing depends on Python.

mod bad_input;
mod compare;
mod hand_ins;
mod matches;
mod results;
mod trial_runs;

use super::*;
use crate::host_limits::HostLimits;
use crate::work::{
    CheckedHandIn, HandInCheck, HandInReason, MatchJob, PlayedMatch, PlayedSeat, SeatPlayer, WorkFault,
};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use axum::response::IntoResponse;
use futures_util::future::BoxFuture;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use wag_store::contests::{ContestSettings, ContestState, ContestStep, EntryChange, Finalist, Part};
use wag_store::hand_ins::HandInState;
use wag_store::{Store, values};

/// A worker whose players are numbers: the greater one wins. A file that is no number is invalid.
#[derive(Default)]
struct Double {
    /// Each seed and line-up that was played, in order.
    played: Mutex<Vec<(u64, Vec<String>)>>,
    /// The number of matches and checks that are still lost.
    lost: AtomicUsize,
    /// While true, matches do not end.
    holds: AtomicBool,
    lies: AtomicBool,
    /// Whether workers of a cluster play: `honest` the first match, and then `liar`, who turns round each result but the first one.
    has_cluster: AtomicBool,
    /// The number of matches that the cluster has played.
    of_cluster: AtomicUsize,
    excluded: Mutex<Vec<String>>,
}

impl Double {
    fn is_excluded(&self, worker: &str) -> bool {
        self.excluded.lock().unwrap().iter().any(|one| one == worker)
    }

    fn is_lost(&self) -> bool {
        self.lost.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_ok()
    }
}

fn number_in(path: &std::path::Path) -> Option<i64> {
    String::from_utf8(std::fs::read(path).ok()?).ok()?.trim().parse().ok()
}

impl ContestWorker for Double {
    fn play_here(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        self.played_by(job, None)
    }

    fn exclude(&self, worker: &str, _why: &wag_i18n::Message) {
        self.excluded.lock().unwrap().push(worker.into());
    }

    fn check(&self, job: HandInCheck) -> BoxFuture<'_, Result<CheckedHandIn, WorkFault>> {
        Box::pin(async move {
            if self.is_lost() {
                return Err(WorkFault::Lost);
            }
            let bytes = std::fs::read(&job.upload).map_err(|_| WorkFault::Lost)?;
            let reason = number_in(&job.upload).is_none().then(|| HandInReason {
                message: "SyntaxError: expected ':'".into(),
                file: Some("yourAI.py".into()),
                line: Some(16),
            });
            Ok(CheckedHandIn { zip: Some(bytes), sha256: "a lie".into(), reason, prints: Default::default() })
        })
    }

    fn trial(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        self.play(job)
    }

    fn play(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        if !self.has_cluster.load(Ordering::SeqCst) {
            return self.played_by(job, None);
        }
        let number = self.of_cluster.fetch_add(1, Ordering::SeqCst);
        let is_liar = number > 0 && !self.is_excluded("liar");
        self.played_by(job, Some((if is_liar { "liar" } else { "honest" }, is_liar && number > 1)))
    }
}

impl Double {
    fn played_by(
        &self,
        job: MatchJob,
        worker: Option<(&'static str, bool)>,
    ) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        Box::pin(async move {
            while self.holds.load(Ordering::SeqCst) {
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            }
            if self.is_lost() {
                return Err(WorkFault::Lost);
            }
            let strength = |seat: &SeatPlayer| match seat {
                SeatPlayer::HandIn { zip, .. } => number_in(zip).unwrap_or(-1),
                SeatPlayer::BuiltIn(_) => 0,
            };
            let name = |seat: &SeatPlayer| match seat {
                SeatPlayer::HandIn { entry, .. } => entry.clone(),
                SeatPlayer::BuiltIn(name) => name.clone(),
            };
            self.played.lock().unwrap().push((job.seed, job.seats.iter().map(name).collect()));
            let mut strengths: Vec<i64> = job.seats.iter().map(strength).collect();
            if worker.is_some_and(|(_, is_lie)| is_lie) {
                strengths.reverse();
            }
            let place = |own: &i64| 1 + strengths.iter().filter(|other| *other > own).count() as i64;
            let is_lie = self.lies.load(Ordering::SeqCst);
            let seat = |own: &i64| PlayedSeat {
                place: if is_lie { 7 } else { place(own) },
                points: *own,
                faults: 1,
                first_fault: Some(HandInReason { message: "canary".into(), file: None, line: None }),
                cpu_ms: 3,
            };
            Ok(PlayedMatch {
                seats: strengths.iter().map(seat).collect(),
                replay: b"replay".to_vec(),
                logs: job.seats.iter().map(|seat| format!("log of {}", name(seat))).collect(),
                void: false,
                cpu_ms: 9,
                repeatable: Some(true),
                worker: worker.map(|(name, _)| name.to_string()),
            })
        })
    }
}

/// A server with a class in a folder.
struct Class {
    contests: Arc<Contests>,
    worker: Arc<Double>,
    folder: Arc<tempfile::TempDir>,
    contest: String,
    events: Arc<Events>,
    loops: Vec<tokio::task::JoinHandle<()>>,
}

fn folder() -> Arc<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    for part in ["blobs", "replays", "logs", "incoming", "workspaces"] {
        std::fs::create_dir(folder.path().join(part)).unwrap();
    }
    Arc::new(folder)
}

/// A disk with much free space.
fn roomy() -> Disk {
    Disk::measured_by(|| None)
}

/// Opens the store of a folder and starts everything on it, as a server does.
fn started(folder: Arc<tempfile::TempDir>, contest: String) -> Class {
    started_with(folder, contest, |_| ())
}

fn started_with(
    folder: Arc<tempfile::TempDir>,
    contest: String,
    change: impl FnOnce(&mut Contests),
) -> Class {
    let store = Arc::new(Store::open(&folder.path().join("wag.db")).unwrap());
    let worker = Arc::new(Double::default());
    let events = Arc::new(Events::default());
    let mut contests = Contests::new(
        store,
        Arc::clone(&worker) as _,
        (folder.path().into(), roomy(), HostLimits::default().into()),
        Arc::clone(&events),
    );
    change(&mut contests);
    let contests = Arc::new(contests);
    Class { contests, worker, folder, contest, events, loops: Vec::new() }
}

async fn class() -> Class {
    class_with(|_| ()).await
}

async fn class_with(change: impl FnOnce(&mut Contests)) -> Class {
    let mut class = class_at_rest(change);
    class.start();
    class
}

/// Returns a class whose contest nobody works for: nothing is checked or played by itself.
fn class_at_rest(change: impl FnOnce(&mut Contests)) -> Class {
    let mut class = started_with(folder(), String::new(), change);
    let store = &class.contests.store;
    store
        .db
        .write(|w| w.run("INSERT INTO classes (id, name, created_at) VALUES ('7b', '7b', 0)", &[]))
        .unwrap();
    for (id, role) in [("teacher", "teacher"), ("anna", "pupil"), ("ben", "pupil"), ("cleo", "pupil")] {
        let account = "INSERT INTO accounts (id, display_name, created_at) VALUES ($1, $1, 0)";
        let member = "INSERT INTO members (class_id, account_id, role, name_key, joined_at, confirmed_at)
            VALUES ('7b', $1, $2, $1, 0, 0)";
        store.db.write(|w| w.run(account, values![id])).unwrap();
        store.db.write(|w| w.run(member, values![id, role])).unwrap();
    }
    let new = ContestSettings {
        name: Some("cup".into()),
        game: Some(game_for_two().into()),
        ..ContestSettings::default()
    };
    class.contest = store.make_contest("teacher", "7b", &new, 1).unwrap().id;
    store.step_contest("teacher", &class.contest, ContestStep::Open, 2).unwrap();
    class
}

/// Returns the name of a game for two with built-in players.
fn game_for_two() -> &'static str {
    let is_for_two = |game: &wag_games::KnownGame| {
        *game.info.seats.start() == 2 && game.info.built_in.len() > 1 && game.info.own_player().is_some()
    };
    wag_games::all().find(is_for_two).unwrap().info.name
}

impl Class {
    fn start(&mut self) {
        self.contests.continue_after_start().unwrap();
        self.loops = vec![
            tokio::spawn(Arc::clone(&self.contests).run_checks()),
            tokio::spawn(Arc::clone(&self.contests).run_matches()),
        ];
    }

    /// Ends the loops, so that nothing is checked or played.
    fn abort_loops(&self) {
        self.loops.iter().for_each(tokio::task::JoinHandle::abort);
    }

    /// Ends everything at once, as a kill does, and starts again on the same folder.
    fn killed(self) -> Class {
        self.abort_loops();
        let mut again = started(Arc::clone(&self.folder), self.contest.clone());
        again.start();
        again
    }

    /// Waits until a condition holds, which is asked again after each event.
    async fn until(&self, holds: impl Fn(&Contests) -> bool) {
        let (mut events, _) = self.events.listen(None);
        while !holds(&self.contests) {
            // Not every change has an event.
            let _ = timeout(Duration::from_millis(200), events.recv()).await;
        }
    }

    async fn send(&self, account: &str, request: Request<Body>) -> Result<(String, bool), StatusCode> {
        let received = self.contests.receive(account.into(), self.contest.clone(), request).await;
        received.map(|(hand_in, is_new)| (hand_in.id, is_new)).map_err(|err| err.into_response().status())
    }

    async fn upload(&self, account: &str, text: &str, key: &str) -> String {
        self.send(account, upload(text, key)).await.unwrap().0
    }

    fn state_of(&self, account: &str, id: &str) -> HandInState {
        self.contests.store.hand_in(account, id).unwrap().0.state
    }

    /// Hands in a number, and waits until it is checked.
    async fn checked(&self, account: &str, text: &str) -> String {
        let id = self.upload(account, text, &format!("{account} {text}")).await;
        let is_checked = |state: HandInState| state == HandInState::Valid || state == HandInState::Invalid;
        self.until(|own| is_checked(own.store.hand_in(account, &id).unwrap().0.state)).await;
        id
    }

    /// Hands in these numbers one after the other, each when the one before is checked.
    async fn checked_all(&self, hand_ins: &[(&str, &str)]) {
        for (account, text) in hand_ins {
            self.checked(account, text).await;
        }
    }

    fn contest_state(&self) -> ContestState {
        self.contests.store.contest_for_server(&self.contest).unwrap().state
    }

    fn freeze(&self) {
        self.contests.store.step_contest("teacher", &self.contest, ContestStep::Freeze, 50).unwrap();
    }

    /// Freezes the contest, and waits until no match of the ladder runs.
    async fn freeze_and_wait(&self) {
        self.freeze();
        self.until(|own| own.store.unfinished_matches().unwrap() == 0).await;
    }

    fn begin_final(&self) {
        let plan = |contest: &_, seed, finalists: &[Finalist]| {
            let setup = setup::ContestSetup::of(contest).unwrap();
            let finalists = plan::seeded(finalists.to_vec(), &[]);
            Ok::<_, StoreError>(plan::first_stage(&setup, seed, &finalists).unwrap())
        };
        self.contests.store.begin_final("teacher", &self.contest, plan, 60).unwrap();
        self.contests.matches_wait.notify_one();
    }

    fn shown(&self, caller: Option<&str>) -> Vec<(String, usize)> {
        let seen = self.contests.store.contest(caller, &self.contest).unwrap();
        let table =
            self.contests.table((&seen.contest, Part::Final), seen.sees_final(), seen.can_teach).unwrap();
        let rows = serde_json::to_value(&table.rows).unwrap();
        let row = |row: &serde_json::Value| {
            (row["name"].as_str().unwrap().to_string(), row["matches"].as_u64().unwrap() as usize)
        };
        rows.as_array().unwrap().iter().map(row).collect()
    }
}

/// Returns the request of a form with a file.
fn upload(text: &str, key: &str) -> Request<Body> {
    let form = format!(
        "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"yourAI.py\"\r\n\r\n{text}\r\n--b--\r\n"
    );
    let request = Request::builder().header(header::CONTENT_TYPE, "multipart/form-data; boundary=b");
    request.header("idempotency-key", key).body(Body::from(form)).unwrap()
}

fn json(text: &str) -> Request<Body> {
    Request::builder()
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(text.to_string()))
        .unwrap()
}
