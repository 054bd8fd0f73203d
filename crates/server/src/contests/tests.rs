//! Tests of contests with a worker that decides by the content of files, so that nothing depends on Python.

mod bad_input;

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
pub(super) struct Double {
    /// Each seed and line-up that was played, in order.
    played: Mutex<Vec<(u64, Vec<String>)>>,
    /// The number of matches and checks that are still lost.
    lost: AtomicUsize,
    /// While true, matches do not end.
    holds: AtomicBool,
    lies: AtomicBool,
    /// True if workers of a cluster play: `honest` the first match, and then `liar`, who turns round each result but the first one.
    pub(super) has_cluster: AtomicBool,
    /// The number of matches that the cluster has played.
    pub(super) of_cluster: AtomicUsize,
    pub(super) excluded: Mutex<Vec<String>>,
}

impl Double {
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

    fn is_excluded(&self, worker: &str) -> bool {
        self.excluded.lock().unwrap().iter().any(|one| one == worker)
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
pub(super) struct Class {
    pub(super) contests: Arc<Contests>,
    pub(super) worker: Arc<Double>,
    folder: Arc<tempfile::TempDir>,
    pub(super) contest: String,
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

pub(super) async fn class() -> Class {
    class_with(|_| ()).await
}

async fn class_with(change: impl FnOnce(&mut Contests)) -> Class {
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
    class.start();
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
        self.contests.store.requeue_running().unwrap();
        self.loops = vec![
            tokio::spawn(Arc::clone(&self.contests).run_checks()),
            tokio::spawn(Arc::clone(&self.contests).run_matches()),
        ];
    }

    /// Ends everything at once, as a kill does, and starts again on the same folder.
    fn killed(self) -> Class {
        self.loops.iter().for_each(tokio::task::JoinHandle::abort);
        let mut again = started(Arc::clone(&self.folder), self.contest.clone());
        again.start();
        again
    }

    /// Waits until a condition holds, which is asked again after each event.
    pub(super) async fn until(&self, holds: impl Fn(&Contests) -> bool) {
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
    pub(super) async fn checked(&self, account: &str, text: &str) -> String {
        let id = self.upload(account, text, &format!("{account} {text}")).await;
        let is_checked = |state: HandInState| state == HandInState::Valid || state == HandInState::Invalid;
        self.until(|own| is_checked(own.store.hand_in(account, &id).unwrap().0.state)).await;
        id
    }

    pub(super) fn contest_state(&self) -> ContestState {
        self.contests.store.contest_for_server(&self.contest).unwrap().state
    }

    pub(super) fn freeze(&self) {
        self.contests.store.step_contest("teacher", &self.contest, ContestStep::Freeze, 50).unwrap();
    }

    pub(super) fn begin_final(&self) {
        let plan = |contest: &_, seed, finalists: &[Finalist]| {
            let setup = setup::ContestSetup::of(contest).unwrap();
            let finalists = plan::seeded(finalists.to_vec(), &[]);
            Ok::<_, StoreError>(plan::first_stage(&setup, seed, &finalists).unwrap())
        };
        self.contests.store.begin_final("teacher", &self.contest, plan, 60).unwrap();
        self.contests.matches_wait.notify_one();
    }

    pub(super) fn shown(&self, caller: Option<&str>) -> Vec<(String, usize)> {
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

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_in_is_checked_and_its_reason_names_the_line() {
    let class = class().await;
    let (good, bad) = (class.checked("anna", "5").await, class.checked("ben", "def f()").await);
    assert_eq!(
        (class.state_of("anna", &good), class.state_of("ben", &bad)),
        (HandInState::Valid, HandInState::Invalid)
    );
    let bad = shown::ShownHandIn::from(class.contests.store.hand_in("ben", &bad).unwrap().0);
    let bad = serde_json::to_value(&bad).unwrap();
    assert_eq!((bad["reason"]["line"].as_u64(), bad["active"].as_bool()), (Some(16), Some(false)));
    let good = class.contests.store.hand_in("anna", &good).unwrap().0;
    let sha256 = good.sha256.unwrap();
    assert_eq!((sha256.len(), class.contests.files.read_blob(&sha256).unwrap()), (64, b"5".to_vec()));
    assert!(good.is_active);
    assert_eq!(
        std::fs::read_dir(class.folder.path().join("incoming")).unwrap().count(),
        0,
        "no upload stays"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_upload_is_the_same_hand_in() {
    let class = class().await;
    let first = class.send("anna", upload("5", "key")).await.unwrap();
    let again = class.send("anna", upload("5", "key")).await.unwrap();
    assert_eq!((first.0.clone(), first.1, again), (first.0.clone(), true, (first.0, false)));
    let all = futures_util::future::join_all((0..6).map(|_| class.send("ben", upload("6", "same")))).await;
    let new = all.iter().filter(|sent| sent.as_ref().unwrap().1).count();
    assert_eq!((new, class.contests.store.hand_ins("ben", &class.contest).unwrap().len()), (1, 1));
}

/// Many uploads of one account that do not arrive keep nobody else out.
#[tokio::test(flavor = "multi_thread")]
async fn slow_uploads_of_one_account_keep_nobody_out() {
    let class = class().await;
    let (started, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let slow: Vec<_> = (0..40)
        .map(|number| {
            let started = started.clone();
            let stream = futures_util::stream::once(async move {
                started.send(()).unwrap();
                std::future::pending::<Result<Vec<u8>, std::io::Error>>().await
            });
            let request = Request::builder()
                .header(header::CONTENT_TYPE, "multipart/form-data; boundary=b")
                .header("idempotency-key", format!("slow{number}"))
                .body(Body::from_stream(stream))
                .unwrap();
            let (contests, contest) = (Arc::clone(&class.contests), class.contest.clone());
            tokio::spawn(async move { contests.receive("anna".to_string(), contest, request).await.is_ok() })
        })
        .collect();
    begins.recv().await.unwrap();
    assert!(class.send("ben", upload("6", "quick")).await.unwrap().1);
    assert!(begins.try_recv().is_err(), "one at a time");
    slow.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_no_hand_in_are_refused() {
    let class = class().await;
    let large = "1".repeat((HostLimits::default().upload_mb as usize * 1024 * 1024) + 1);
    let plain = Request::builder().header(header::CONTENT_TYPE, "text/plain").body(Body::from("5")).unwrap();
    let cut = Request::builder().header(header::CONTENT_TYPE, "multipart/form-data; boundary=b");
    let cut = cut
        .body(Body::from("--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.py\"\r\n\r\n5"))
        .unwrap();
    let cases = [
        (upload("", "1"), StatusCode::UNPROCESSABLE_ENTITY),
        (upload(&large, "2"), StatusCode::PAYLOAD_TOO_LARGE),
        (plain, StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (cut, StatusCode::BAD_REQUEST),
        (json("{\"from\":\"elsewhere\"}"), StatusCode::BAD_REQUEST),
        (json("{\"from\":\"workspace\",\"file\":\"../x.py\"}"), StatusCode::UNPROCESSABLE_ENTITY),
        (json("{\"from\":\"workspace\",\"file\":\"none.py\"}"), StatusCode::UNPROCESSABLE_ENTITY),
        (upload("5", &"k".repeat(101)), StatusCode::BAD_REQUEST),
    ];
    for (request, status) in cases {
        assert_eq!(class.send("anna", request).await, Err(status));
    }
    assert_eq!(class.send("nobody", upload("5", "3")).await, Err(StatusCode::NOT_FOUND));
    assert_eq!(class.contests.store.hand_ins("teacher", &class.contest).unwrap(), []);
    assert_eq!(std::fs::read_dir(class.folder.path().join("incoming")).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_in_comes_from_the_workspace() {
    let class = class().await;
    let workspace = class.folder.path().join("workspaces/anna");
    std::fs::create_dir(&workspace).unwrap();
    std::fs::write(workspace.join("mine.py"), "x = 1").unwrap();
    let (id, is_new) =
        class.send("anna", json("{\"from\":\"workspace\",\"file\":\"mine.py\"}")).await.unwrap();
    assert!(is_new);
    let hand_in = class.contests.store.hand_in("anna", &id).unwrap().0;
    assert_eq!((hand_in.own_file.as_str(), hand_in.file_name.as_str()), ("mine.py", "mine.py.zip"));
    assert_eq!(
        class.send("ben", json("{\"from\":\"workspace\",\"file\":\"mine.py\"}")).await,
        Err(StatusCode::UNPROCESSABLE_ENTITY)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ladder_places_new_versions_and_goes_on_after_a_kill() {
    let class = class().await;
    for (account, text) in [("anna", "1"), ("ben", "3"), ("anna", "5")] {
        class.checked(account, text).await;
    }
    let contest = |own: &Contests| own.store.contest_for_server(&class.contest).unwrap();
    let counts = |own: &Contests| -> Vec<(String, usize)> {
        let rows = own.rows(&contest(own), Part::Ladder).unwrap();
        rows.into_iter().map(|row| (row.entry, row.standing.map_or(0, |row| row.matches))).collect()
    };
    let are_placed = |own: &Contests| counts(own).iter().all(|(_, matches)| *matches >= 10);
    class.until(are_placed).await;
    assert_eq!(counts(&class.contests).len(), 2, "old versions leave the table");
    class.until(|own| counts(own)[0].0 == "anna").await;
    let state = class.contests.store.ladder(&class.contest).unwrap().unwrap();
    let meets_itself = |one: &wag_store::matches::Match| {
        let mut seats: Vec<_> = one.seats.iter().map(|seat| seat.seated.clone()).collect();
        seats.retain(|seated| matches!(seated, wag_store::matches::Seated::HandIn { account_id, .. } if account_id == "anna"));
        seats.len() > 1
    };
    assert!(!state.matches.iter().any(meets_itself));
    // A result is in the table as soon as it is stored, and every group is played in both orders.
    let of_seed = |seed| state.matches.iter().filter(|one| one.seed == seed).count();
    assert!(state.matches.iter().all(|one| of_seed(one.seed) <= 2));
    let before = state.matches.len();
    let contest_id = class.contest.clone();
    let class = class.killed();
    class.until(|own| own.store.ladder(&contest_id).unwrap().unwrap().matches.len() > before + 10).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_final_in_stages_goes_on_by_itself_also_after_a_kill() {
    let class = class().await;
    let change = ContestSettings { form: Some("bracket".into()), ..ContestSettings::default() };
    class.contests.store.change_contest("teacher", &class.contest, &change, 3).unwrap();
    for (account, text) in [("anna", "1"), ("ben", "2"), ("cleo", "3")] {
        class.checked(account, text).await;
    }
    class.freeze();
    class.until(|own| own.store.unfinished_matches().unwrap() == 0).await;
    class.worker.holds.store(true, Ordering::SeqCst);
    class.begin_final();
    let class = class.killed();
    let is_done =
        |own: &Contests| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done;
    class.until(is_done).await;
    let (stages, matches) = class.contests.store.final_stages(&class.contest).unwrap();
    assert_eq!((stages.len(), matches.len()), (2, 4), "two meetings of two matches, because the best rests");
    let names: Vec<String> = class.shown(Some("teacher")).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names[0], "cleo");
    check_places(&class);
}

#[tokio::test(flavor = "multi_thread")]
async fn points_decide_a_final_of_all_against_all() {
    let class = class().await;
    for (account, text) in [("anna", "1"), ("ben", "2"), ("cleo", "3")] {
        class.checked(account, text).await;
    }
    class.freeze();
    class.begin_final();
    let is_done =
        |own: &Contests| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done;
    class.until(is_done).await;
    check_places(&class);
}

/// Checks the places of a final that is over, here and in the exported tournament.
fn check_places(class: &Class) {
    let contest = class.contests.store.contest_for_server(&class.contest).unwrap();
    let rows = class.contests.rows(&contest, Part::Final).unwrap();
    assert_eq!(rows.iter().map(|row| row.places).collect::<Vec<_>>(), [(1, 1), (2, 2), (3, 3)]);
    let file = class.folder.path().join("contest.db");
    std::fs::write(&file, class.contests.tournament_file("teacher", &contest, Part::Final).unwrap()).unwrap();
    let exported = wag_tournament::TournamentFile::open(&file).unwrap();
    let report = wag_tournament::TournamentResults::of(&exported).report();
    let exported: Vec<(String, usize)> =
        report.summary.players.iter().map(|row| (row.name.clone(), row.place)).collect();
    let own: Vec<(String, usize)> = rows.iter().map(|row| (row.name.clone(), row.places.0)).collect();
    assert_eq!(exported, own, "commands for tournaments show the same places");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_final_goes_on_after_a_kill_and_its_results_are_revealed_from_the_last_place() {
    let class = class().await;
    for (account, text) in [("anna", "1"), ("ben", "2"), ("cleo", "3")] {
        class.checked(account, text).await;
    }
    class.freeze();
    class.until(|own| own.store.unfinished_matches().unwrap() == 0).await;
    class.worker.holds.store(true, Ordering::SeqCst);
    class.begin_final();
    let is_running = |one: wag_store::matches::Match| one.state == wag_store::matches::MatchState::Running;
    class.until(|own| own.store.next_match(&class.contest).unwrap().is_some_and(is_running)).await;
    let class = class.killed();
    class
        .until(|own| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done)
        .await;
    let played = class.contests.store.played(&class.contest, Part::Final).unwrap();
    let seed = played[0].seed;
    assert!(played.len() == 6 && played.iter().all(|one| one.seed == seed));
    assert_eq!(class.shown(Some("teacher")), [("cleo".into(), 4), ("ben".into(), 4), ("anna".into(), 4)]);
    assert_eq!(class.shown(Some("anna")), []);
    class.contests.store.reveal("teacher", &class.contest, 2, 80).unwrap();
    assert_eq!(class.shown(Some("anna")), [("ben".into(), 4), ("anna".into(), 4)]);
    class.contests.store.step_contest("teacher", &class.contest, ContestStep::Release, 90).unwrap();
    assert_eq!(class.shown(Some("anna")).len(), 3);
    let contest = class.contests.store.contest_for_server(&class.contest).unwrap();
    let file = class.folder.path().join("contest.db");
    std::fs::write(&file, class.contests.tournament_file("teacher", &contest, Part::Final).unwrap()).unwrap();
    let exported = wag_tournament::TournamentFile::open(&file).unwrap();
    let results = wag_tournament::TournamentResults::of(&exported).report();
    let names: Vec<&str> = results.summary.players.iter().map(|row| row.name.as_str()).collect();
    assert_eq!((names, results.summary.matches), (vec!["cleo", "ben", "anna"], 6));
    let one = &class.contests.store.matches(Some("anna"), &class.contest, Some("anna"), None).unwrap()[0];
    let names = shown::names_of(&class.contests.store.entries(&class.contest).unwrap());
    let text = |sees: &dyn Fn(&str) -> bool| {
        serde_json::to_string(&shown::ShownMatch::new(one, &names, sees)).unwrap()
    };
    assert_eq!(text(&|author| author == "anna").matches("canary").count(), 1, "of one seat");
    assert_eq!(text(&|_| false).matches("canary").count(), 0);
    // Of a hidden entry, only teachers and its author read name and account.
    let mut entries = class.contests.store.entries(&class.contest).unwrap();
    entries.iter_mut().for_each(|entry| entry.hidden_at = (entry.account_id == "anna").then_some(1));
    let shown_to = |account, can_teach| {
        let names = shown::names_for(&entries, account, can_teach);
        let text = serde_json::to_string(&shown::ShownMatch::new(one, &names, |_| false)).unwrap();
        text.contains("anna")
    };
    assert_eq!([shown_to(Some("ben"), false), shown_to(None, false)], [false; 2]);
    assert_eq!([shown_to(Some("anna"), false), shown_to(Some("t"), true)], [true; 2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_plays_a_file_against_chosen_opponents_and_tells_its_author_in_words() {
    let class = class().await;
    for (account, text) in [("anna", "1"), ("ben", "3")] {
        class.checked(account, text).await;
    }
    let workspace = class.folder.path().join("workspaces/anna");
    std::fs::create_dir(&workspace).unwrap();
    std::fs::write(workspace.join("mine.py"), "x = 1").unwrap();
    let opponents = class.contests.store.opponents("anna", &class.contest).unwrap();
    let id_of = |name: &str| opponents.iter().find(|one| one.name == name).unwrap().hand_in.id.clone();
    let form = |value: serde_json::Value| serde_json::from_value::<trials::TrialForm>(value).unwrap();
    let begin = async |value| {
        let begun = class.contests.begin_trial("anna".into(), class.contest.clone(), form(value)).await;
        begun.map(|trial| trial.id).map_err(|err| err.into_response().status())
    };
    let own = id_of("anna");
    let against = serde_json::json!([{ "hand_in": id_of("ben") }]);
    class.worker.holds.store(true, Ordering::SeqCst);
    let first =
        begin(serde_json::json!({ "hand_in": own, "opponents": against, "matches": 20 })).await.unwrap();
    let second = begin(serde_json::json!({ "hand_in": own, "opponents": against, "matches": 2 })).await;
    assert_eq!(second, Err(StatusCode::TOO_MANY_REQUESTS), "one at a time");
    assert!(class.contests.trials.of("ben", &first).is_none() && !class.contests.cancel_trial("ben", &first));
    class.worker.holds.store(false, Ordering::SeqCst);
    let state = |own: &Contests, id: &str| own.trials.of("anna", id).unwrap().state;
    class.until(|own| state(own, &first) != trials::TrialState::Running).await;
    let trial = class.contests.trials.of("anna", &first).unwrap();
    let (opponent, record) = &trial.opponents[0];
    assert_eq!((trial.done, record.lost), (20, 20));
    assert_eq!(trials::in_words(opponent, record).english(), "worse than ben: 0 of 20, surely");
    // A file that does not start fails with its line, and no file stays.
    let broken = serde_json::json!({ "file": "mine.py", "opponents": against, "matches": 2 });
    let broken = begin(broken).await.unwrap();
    class.until(|own| state(own, &broken) == trials::TrialState::Failed).await;
    assert_eq!(class.contests.trials.of("anna", &broken).unwrap().reason.unwrap().line, Some(16));
    assert!(!class.contests.files.incoming(&broken).exists());
    for (value, status) in [
        (serde_json::json!({ "hand_in": id_of("ben"), "opponents": against, "matches": 2 }), 404),
        (serde_json::json!({ "hand_in": own, "opponents": against, "matches": 41 }), 422),
        (serde_json::json!({ "hand_in": own, "opponents": [], "matches": 2 }), 422),
        (serde_json::json!({ "hand_in": own, "opponents": [{ "built_in": "no-such" }], "matches": 2 }), 422),
    ] {
        assert_eq!(begin(value.clone()).await.unwrap_err().as_u16(), status, "{value}");
    }
    class.worker.holds.store(true, Ordering::SeqCst);
    let cancelled =
        begin(serde_json::json!({ "hand_in": own, "opponents": against, "matches": 2 })).await.unwrap();
    assert!(
        class.contests.cancel_trial("anna", &cancelled) && !class.contests.cancel_trial("anna", &cancelled)
    );
    assert_eq!(state(&class.contests, &cancelled), trials::TrialState::Cancelled);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bracket_shows_only_the_first_meetings_before_the_release() {
    let class = class().await;
    let change = ContestSettings { form: Some("bracket".into()), ..ContestSettings::default() };
    class.contests.store.change_contest("teacher", &class.contest, &change, 3).unwrap();
    for (account, text) in [("anna", "1"), ("ben", "2"), ("cleo", "3")] {
        class.checked(account, text).await;
    }
    class.freeze();
    class.until(|own| own.store.unfinished_matches().unwrap() == 0).await;
    class.begin_final();
    let contest = |own: &Contests| own.store.contest_for_server(&class.contest).unwrap();
    class.until(|own| contest(own).state == ContestState::Done).await;
    let shown = |sees_final| {
        let names = shown::names_of(&class.contests.store.entries(&class.contest).unwrap());
        let bracket = class.contests.bracket(&contest(&class.contests), &names, sees_final).unwrap();
        serde_json::to_value(&bracket).unwrap()
    };
    let hidden = shown(false);
    assert_eq!((hidden["stages"].as_array().unwrap().len(), &hidden["places"]), (1, &serde_json::json!([])));
    let first = &hidden["stages"][0]["meetings"][0];
    assert_eq!(
        (&first["players"][0]["score"], &first["matches"]),
        (&serde_json::Value::Null, &serde_json::json!([]))
    );
    let all = shown(true);
    assert_eq!(all["places"], serde_json::json!([["cleo"], ["ben"], ["anna"]]));
    let last = &all["stages"][1]["meetings"][0];
    let leads: Vec<&str> = last["players"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|player| player["leads"] == true)
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert_eq!(
        (leads, last["open"].as_u64(), last["matches"].as_array().unwrap().len()),
        (vec!["cleo"], Some(0), 2)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_workers_and_lies_leave_a_match_void() {
    let class = class().await;
    class.worker.lost.store(2, Ordering::SeqCst);
    for (account, text) in [("anna", "1"), ("ben", "2")] {
        class.checked(account, text).await;
    }
    class.freeze();
    class.until(|own| own.store.unfinished_matches().unwrap() == 0).await;
    class.worker.lies.store(true, Ordering::SeqCst);
    class.begin_final();
    class
        .until(|own| own.store.contest_for_server(&class.contest).unwrap().state == ContestState::Done)
        .await;
    assert_eq!(class.contests.store.played(&class.contest, Part::Final).unwrap(), []);
    let seeds: BTreeMap<u64, usize> = class.worker.played.lock().unwrap().iter().rev().take(6).fold(
        BTreeMap::new(),
        |mut seeds, (seed, _)| {
            *seeds.entry(*seed).or_default() += 1;
            seeds
        },
    );
    assert_eq!(seeds.into_values().collect::<Vec<_>>(), [6], "three attempts of two matches with one seed");
}

#[tokio::test(flavor = "multi_thread")]
async fn late_versions_wait_for_a_teacher_and_a_withdrawn_entry_does_not_play() {
    let class = class().await;
    for (account, text) in [("anna", "1"), ("ben", "2")] {
        class.checked(account, text).await;
    }
    let store = &class.contests.store;
    store.step_contest("teacher", &class.contest, ContestStep::Freeze, now_ms()).unwrap();
    // A moment after the freeze, by the clock of the store.
    store.db.write(|w| w.run("UPDATE contests SET frozen_at = frozen_at - 1", &[])).unwrap();
    let late = class.checked("cleo", "9").await;
    let late = store.hand_in("cleo", &late).unwrap().0;
    assert_eq!((late.is_late, late.is_active, late.state), (true, false, HandInState::Valid));
    let change = EntryChange { is_withdrawn: Some(true), ..EntryChange::default() };
    store.change_entry("teacher", &class.contest, "ben", change, 5).unwrap();
    store.activate("teacher", &late.id, now_ms()).unwrap();
    let plan = |_: &_, _: i64, finalists: &[Finalist]| {
        let mut all: Vec<String> = finalists.iter().map(|one| one.account_id.clone()).collect();
        all.sort_unstable();
        assert_eq!(all, ["anna", "cleo"]);
        Ok::<_, StoreError>(wag_store::stages::NewStage::default())
    };
    store.begin_final("teacher", &class.contest, plan, now_ms()).unwrap();
    class.contests.continue_final(class.contest.clone()).await;
    assert_eq!(class.contest_state(), ContestState::Done);
}
