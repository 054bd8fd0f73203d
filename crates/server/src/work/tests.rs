//! Tests with real worker processes, without a server: requests as the router would pass them on.

use crate::work::{
    ClusterSettings, HandInCheck, MatchJob, Opponents, SeatPlayer, Work, WorkFault, WorkSettings,
};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wag_core::game::Seat;
use wag_replay::Redaction;
use wag_tournament::intake::{IntakeLimits, canonical_zip, unpacked_player};

const ANNA: &str = "anna";
const GAME: &str = "warriors";

/// A server's folder, and the work in it.
pub(super) struct Server {
    folder: tempfile::TempDir,
    pub(super) work: Work,
}

impl Server {
    pub(super) fn new() -> Server {
        Server::with_cluster(None)
    }

    pub(super) fn with_cluster(cluster: Option<ClusterSettings>) -> Server {
        let folder = tempfile::tempdir().unwrap();
        Server::in_folder(folder, cluster)
    }

    fn in_folder(folder: tempfile::TempDir, cluster: Option<ClusterSettings>) -> Server {
        let settings = WorkSettings { slots: 2, cluster, ..WorkSettings::of_folder(folder.path()) };
        let work = Work::new(settings).unwrap();
        Server { folder, work }
    }

    /// Returns another server on the same folder.
    fn restarted(self) -> Server {
        let Server { folder, work } = self;
        drop(work);
        Server::in_folder(folder, None)
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        path
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    /// Writes a file of Anna's workspace.
    fn write_own(&self, name: &str, text: &str) {
        self.write(&format!("workspaces/{ANNA}/{name}"), text);
    }

    /// Writes a canonical ZIP with one file.
    pub(super) fn write_zip(&self, name: &str, text: &str) -> PathBuf {
        let file = self.write(&format!("incoming/{name}.py"), text);
        let zip =
            canonical_zip(&unpacked_player(&file, "yourAI.py", &IntakeLimits::default()).unwrap()).unwrap();
        let path = self.path(&format!("blobs/{name}.zip"));
        std::fs::write(&path, zip).unwrap();
        path
    }

    /// Sends a request of Anna. Returns the status, and the body as JSON or as a text.
    async fn send(&self, method: &str, address: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        let request = Request::builder().method(method).uri(address);
        let request = request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap();
        let response = self.work.forward(ANNA, request).await;
        let status = response.status().as_u16();
        let bytes = to_bytes(response.into_body(), 64 << 20).await.unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    async fn get(&self, address: &str) -> Value {
        let (status, body) = self.send("GET", address, &Value::Null).await;
        assert_eq!(status, 200, "{address}: {body}");
        body
    }

    /// Plays a match of Anna and waits for its end. Returns the run.
    async fn play(&self, players: &[&str], rounds: u32) -> Value {
        let mut players = players.to_vec();
        players.resize(4, "Noob");
        let request = json!({ "players": players, "options": { "rounds": rounds.to_string() } });
        let (status, run) = self.send("POST", "/api/run", &request).await;
        assert_eq!(status, 200, "{run}");
        self.ended_run().await
    }

    /// Waits for the end of a run of Anna, and returns it.
    async fn ended_run(&self) -> Value {
        loop {
            let run = self.get("/api/start").await["run"].clone();
            if run["state"] != "running" {
                assert_eq!(run["state"], "done", "{run}");
                return run;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }

    async fn check(
        &self,
        name: &str,
        text: &str,
    ) -> Result<(bool, Option<(String, String, Option<u32>)>), WorkFault> {
        let upload = self.write("incoming/upload", text);
        let job = HandInCheck {
            account: ANNA.to_string(),
            game: GAME.to_string(),
            own_file: "yourAI.py".to_string(),
            upload,
            file_name: name.to_string(),
        };
        let checked = self.work.check_hand_in(job).await?;
        let reason = checked
            .reason
            .map(|reason| (reason.message.english(), reason.file.unwrap_or_default(), reason.line));
        assert_eq!(checked.zip.is_some(), checked.sha256.len() == 64);
        Ok((checked.zip.is_some(), reason))
    }
}

/// Returns the names and contents of all files below a folder, as one text.
fn all_files(folder: &Path) -> String {
    let mut text = String::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        text += &format!("{}\n", entry.path().display());
        match entry.path().is_dir() {
            true => text += &all_files(&entry.path()),
            false => text += &String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()),
        }
    }
    text
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

const STILL: &str = "x = 1\n";

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_serves_its_workspace_and_ends() {
    let server = Server::new();
    server.write_own("yourAI.py", STILL);
    server.write("workspaces/ben/secret.py", "");
    let start = server.get("/api/start").await;
    assert_eq!((&start["folder"], &start["files"]), (&json!("workspace"), &json!(["yourAI.py"])));
    let written = json!({ "text": "x = 1\n", "version": null });
    assert_eq!(server.send("PUT", "/api/files/b.py", &written).await.0, 200);
    assert_eq!(std::fs::read(server.path("workspaces/anna/b.py")).unwrap(), b"x = 1\n");
    let run = server.play(&["yourAI.py", "Noob"], 5).await;
    let replay = run["replay"].as_str().unwrap();
    let head = server.get(&format!("/api/replays/{replay}")).await;
    assert_eq!(head["players"][0]["name"], "yourAI", "{head}");
    // What the rights of an account do not contain does not exist.
    for (method, address) in [("GET", "/api/tournaments"), ("POST", "/api/stop"), ("GET", "/")] {
        assert_eq!(server.send(method, address, &Value::Null).await.0, 404, "{address}");
    }
    let jobs = server.path("jobs/x");
    let jobs = jobs.parent().unwrap();
    assert_eq!(entries(jobs), 1);
    server.work.end_worker(ANNA).await;
    assert_eq!(entries(jobs), 0);
    // The next request starts a new worker.
    assert_eq!(server.get("/api/start").await["files"], json!(["b.py", "yourAI.py"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn runs_outlive_their_worker() {
    let server = Server::new();
    server.write_own("yourAI.py", STILL);
    let run = server.play(&["yourAI.py", "Noob"], 5).await;
    assert_eq!((&run["id"], &run["replay"]), (&json!("r1"), &json!("run-1")));
    let head = server.get("/api/replays/run-1").await;
    let jobs = server.path("jobs");
    let workers = &server.work.shared.workers;
    while !server.work.queue().jobs.is_empty() {
        tokio::task::yield_now().await;
    }
    workers.end_idle(std::time::Duration::from_secs(3600)).await;
    assert_eq!(entries(&jobs), 1, "it has not been idle for so long");
    // The job has given its slot back, and is about to give the worker back.
    while entries(&jobs) > 0 {
        workers.end_idle(std::time::Duration::ZERO).await;
        tokio::task::yield_now().await;
    }
    // Another server on the same folder goes on, too.
    let server = server.restarted();
    assert_eq!(server.get("/api/replays/run-1").await, head);
    server.get("/api/replays/run-1/overview").await;
    server.get("/api/replays/run-1/explanation").await;
    let turn = json!({ "replay": "run-1", "seat": 1, "round": 2 });
    let (status, turn) = server.send("POST", "/api/turn", &turn).await;
    assert_eq!((status, &turn["file"]), (200, &json!("yourAI.py")), "{turn}");
    let (status, again) = server.send("POST", "/api/run/again", &Value::Null).await;
    assert_eq!((status, &again["id"], &again["replay"]), (200, &json!("r2"), &json!("run-2")), "{again}");
    server.ended_run().await;
    assert_eq!(server.get("/api/replays/run-2").await["seed"], head["seed"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_go_on_after_the_death_of_a_worker() {
    let server = Server::new();
    server.write_own("yourAI.py", "while True:\n    pass\n");
    let request =
        json!({ "players": ["yourAI.py", "Noob", "Noob", "Noob"], "options": { "rounds": "1000" } });
    assert_eq!(server.send("POST", "/api/run", &request).await.0, 200);
    assert_eq!(server.work.queue().jobs.len(), 1);
    let worker = server.work.shared.workers.worker(ANNA).await.unwrap();
    let events = Request::builder().uri("/api/run/events").body(Body::empty()).unwrap();
    let events = server.work.forward(ANNA, events).await;
    assert_eq!(events.status(), 200);
    worker.process.end();
    // Its event stream ends, and the slot of its match is free.
    assert!(to_bytes(events.into_body(), 1 << 20).await.is_err());
    while !server.work.queue().jobs.is_empty() {
        tokio::task::yield_now().await;
    }
    let start = server.get("/api/start").await;
    assert_eq!(start["run"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_own_python_files_and_built_in_players_play_within_the_limits() {
    let server = Server::new();
    server.write_own("yourAI.py", STILL);
    server.write_own("tool.sh", "#!/bin/sh\n");
    server.write_own("own_game.py", "class Game:\n    pass\n");
    for player in
        ["tool.sh", "program:./tool.sh", "tcp:", "tcp:5000", "/etc/passwd", "../ben/a.py", "hand-in:1"]
    {
        let (status, body) =
            server.send("POST", "/api/run", &json!({ "players": [player, "Noob", "Noob", "Noob"] })).await;
        assert_eq!(status, 400, "{player}: {body}");
    }
    let (status, body) = server.send("GET", "/api/start?game=own_game.py", &Value::Null).await;
    assert_eq!(status, 400, "{body}");
    assert_eq!(server.get("/api/games").await, json!([]));
    let limits = json!({ "players": ["yourAI.py", "Noob", "Noob", "Noob"], "options": { "rounds": "1" }, "limits": { "turn_time": 60, "memory": 100_000 } });
    let (status, run) = server.send("POST", "/api/run", &limits).await;
    assert_eq!(status, 200, "{run}");
    while !server.work.queue().jobs.is_empty() {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let run = server.get("/api/start").await["run"].clone();
    assert_eq!(run["state"], "done", "{run}");
    let replay = run["replay"].as_str().unwrap();
    let file = server.send("GET", &format!("/api/replays/{replay}/file"), &Value::Null).await;
    assert_eq!(file.0, 200);
    let saved = all_files(&server.path("workspaces/anna/saves"));
    assert!(!saved.is_empty());
    let times = wag_games::open_replay(first_replay(&server)).unwrap().1.header.times;
    assert_eq!(times.turn, Some(500));
}

fn first_replay(server: &Server) -> Vec<u8> {
    let folder = server.path("workspaces/anna/saves");
    let file = std::fs::read_dir(folder.join("saves").parent().unwrap()).unwrap().flatten();
    let file = file.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|kind| kind == "wag"));
    std::fs::read(file.unwrap()).unwrap()
}

/// A hostile player, which tries to read files of the server and of others, to reach the network, and to stay.
const SPY: &str = r#"
import os
found = []
for path in PLACES:
    try:
        with open(path, "rb") as file:
            found.append(file.read(50))
    except Exception:
        pass
    try:
        found.append(os.listdir(path))
    except Exception:
        pass
try:
    import _socket
    _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    found.append("network")
except Exception:
    pass
try:
    open("/tmp/left", "w").write("left")
    open("left.py", "w").write("left")
except Exception:
    pass
print("found", found)
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_player_finds_nothing_of_the_server_or_of_others() {
    const CANARY: &str = "canary5b1c";
    let server = Server::new();
    let mut places = Vec::new();
    for name in [
        "workspaces/ben/secret.py",
        "blobs/ab/hand_in",
        "logs/m/1",
        "replays/m.wag",
        "incoming/x",
        "jobs/other/y",
        "wag.db",
        "host.toml",
    ] {
        places.push(server.write(name, CANARY).display().to_string());
    }
    for folder in ["", "workspaces", "workspaces/ben", "jobs", "blobs"] {
        places.push(server.folder.path().join(folder).display().to_string());
    }
    let inside = [
        "/mnt",
        "/tmp",
        "/mnt/workspace/.wag/progress.json",
        "/proc/1/environ",
        "/proc/self/environ",
        "/etc/shadow",
        "/root",
        "/home",
        "/run",
    ];
    places.extend(inside.iter().map(|place| (*place).to_string()));
    let spy = SPY.replace("PLACES", &format!("{places:?}"));
    server.write_own("yourAI.py", &spy);
    server.write_own(".wag/progress.json", CANARY);
    server.play(&["yourAI.py", "Noob"], 3).await;
    let log = std::fs::read_to_string(server.path("workspaces/anna/yourAI.log")).unwrap();
    assert!(log.contains("found []"), "{log}");
    assert!(!server.path("workspaces/anna/left.py").exists(), "it could write");
    // The same file as a player of a contest.
    let zip = server.write_zip("spy", &spy);
    let seat = SeatPlayer::HandIn { entry: "a".to_string(), zip, own_file: "yourAI.py".to_string() };
    let played = server.work.play(contest_match(vec![seat, noob()])).await.unwrap();
    assert!(played.logs[0].contains("found []"), "{}", played.logs[0]);
}

fn noob() -> SeatPlayer {
    SeatPlayer::BuiltIn("Noob".to_string())
}

pub(super) fn contest_match(mut seats: Vec<SeatPlayer>) -> MatchJob {
    seats.resize_with(4, noob);
    MatchJob {
        contest: "contest".to_string(),
        game: GAME.to_string(),
        options: BTreeMap::from([("rounds".to_string(), "5".to_string())]),
        seats,
        seed: 7,
        turn_seconds: Some(30.0),
        match_seconds: None,
        is_final: false,
        charged_to: "contest".to_string(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hand_ins_are_checked_with_line_and_reason() {
    let server = Server::new();
    assert_eq!(server.check("myAI.py", STILL).await, Ok((true, None)));
    let broken = format!("{}def turn()\n    pass\n", "x = 1\n".repeat(15));
    let (kept, reason) = server.check("yourAI.py", &broken).await.unwrap();
    let (message, file, line) = reason.unwrap();
    assert!(kept && message.contains("expected ':'"), "{message}");
    assert_eq!((file.as_str(), line), ("yourAI.py", Some(16)));
    let (kept, reason) = server.check("x.zip", "no zip").await.unwrap();
    assert!(!kept && reason.unwrap().0.starts_with("the ZIP file x.zip cannot be used"));
    let (kept, reason) = server.check("letter.docx", "text").await.unwrap();
    assert_eq!((kept, reason.unwrap().0.as_str()), (false, "no AI: it contains no Python file"));
    // The workers end behind the answers.
    while entries(server.path("jobs/x").parent().unwrap()) > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut seats = contest_match(Vec::new());
    seats.seats.truncate(1);
    assert!(matches!(server.work.play(seats).await, Err(WorkFault::Refused(_))));
}

/// A player whose file, output, notes and errors contain the canary.
const TALKATIVE: &str = r#"
# canary comment
canary_variable = "canary value"
print("canary output")
if roundState.getRoundNumber() % 2 == 0:
    raise ValueError("canary exception")
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_player_that_sleeps_loses_its_own_turns_and_not_the_match_of_all() {
    let server = Server::new();
    let zip = server.write_zip("sleeper", "import time\ntime.sleep(0.3)\n");
    let sleeper = SeatPlayer::HandIn { entry: "e1".to_string(), zip, own_file: "yourAI.py".to_string() };
    let options = BTreeMap::from([("rounds".to_string(), "200".to_string())]);
    // 200 turns would sleep for 60 s; the player has a fifth of 5 s.
    let job = MatchJob { options, match_seconds: Some(5.0), ..contest_match(vec![sleeper]) };
    let played = server.work.play(job).await.unwrap();
    assert!(!played.void);
    let (slept, others) = played.seats.split_first().unwrap();
    assert!(slept.faults > 0 && others.iter().all(|seat| seat.faults == 0), "{:?}", played.seats);
    let fault = slept.first_fault.clone().unwrap();
    assert!(fault.message.english().contains("1 s"), "{fault:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn contest_matches_are_played_and_redacted() {
    let server = Server::new();
    let zip = server.write_zip("canary_file", TALKATIVE);
    let seat = |entry: &str| SeatPlayer::HandIn {
        entry: entry.to_string(),
        zip: zip.clone(),
        own_file: "yourAI.py".to_string(),
    };
    let played = server.work.play(contest_match(vec![seat("e1"), seat("e2")])).await.unwrap();
    assert_eq!((played.seats.len(), played.logs.len(), played.void), (4, 4, false));
    assert!(played.seats[..2].iter().all(|seat| seat.faults > 0));
    let fault = played.seats[0].first_fault.clone().unwrap();
    assert!(fault.message.english().contains("canary exception"), "{fault:?}");
    assert_eq!((fault.file.as_deref(), fault.line), (Some("yourAI.py"), Some(6)));
    assert!(played.logs[..2].iter().all(|log| log.contains("canary output")), "{:?}", played.logs);
    let whole = said_by(&played.replay);
    assert!(whole.contains("canary output") && whole.contains("canary comment"), "{whole}");
    let names = vec![Some("Anna".to_string()), Some("Ben".to_string())];
    let none =
        wag_games::redacted(played.replay.clone(), &Redaction { kept: Vec::new(), names: names.clone() })
            .unwrap();
    let text = said_by(&none);
    assert!(!text.contains("canary") && !text.contains("yourAI.py"), "{text}");
    assert!(text.contains("\"Anna\"") && text.contains("\"Ben\""));
    let own = wag_games::redacted(played.replay.clone(), &Redaction { kept: vec![Seat(0)], names }).unwrap();
    let text = said_by(&own);
    assert!(
        text.contains("canary output") && text.contains("1/yourAI.py") && !text.contains("2/yourAI.py"),
        "{text}"
    );
    // The same seed and files give the same match, and the copy shows the same one.
    let again = server.work.play(contest_match(vec![seat("e1"), seat("e2")])).await.unwrap();
    let places = |played: &crate::work::PlayedMatch| {
        played.seats.iter().map(|seat| (seat.place, seat.points)).collect::<Vec<_>>()
    };
    assert_eq!(places(&again), places(&played));
    assert_eq!(boards(&none), boards(&played.replay));
}

/// Returns everything that the pages can read of a replay, as one text.
fn said_by(replay: &[u8]) -> String {
    let json = wag_games::json_replay(replay.to_vec()).unwrap();
    let (_, blocks) = wag_games::open_replay(replay.to_vec()).unwrap();
    let mut text = serde_json::to_string(&blocks.header).unwrap();
    text += &serde_json::to_string(&blocks.ended).unwrap();
    text += &serde_json::to_string(&json.header().unwrap()).unwrap();
    text += &serde_json::to_string(&json.overview().unwrap()).unwrap();
    text += &serde_json::to_string(&json.explain().unwrap()).unwrap();
    (0..json.chunks()).for_each(|chunk| text += &serde_json::to_string(&json.chunk(chunk).unwrap()).unwrap());
    text
}

/// Returns the boards of a replay.
fn boards(replay: &[u8]) -> String {
    let json = wag_games::json_replay(replay.to_vec()).unwrap();
    let frames = (0..json.chunks()).map(|chunk| json.frames(chunk, 1).unwrap());
    serde_json::to_string(&frames.collect::<Vec<_>>()).unwrap()
}

/// Lets Anna play against one hand-in.
struct OneHandIn(PathBuf);

impl Opponents for OneHandIn {
    fn zip_of(&self, account: &str, hand_in: &str) -> Option<(PathBuf, String, String)> {
        (account == ANNA && hand_in == "H1")
            .then(|| (self.0.clone(), "Ben".to_string(), "yourAI.py".to_string()))
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_of_an_opponent_is_in_any_answer() {
    let server = Server::new();
    let zip = server.write_zip("canary_file", TALKATIVE);
    server.work.set_opponents(Arc::new(OneHandIn(zip)));
    server.write_own("yourAI.py", "print('my own output')\n");
    let (status, body) = server
        .send("POST", "/api/run", &json!({ "players": ["yourAI.py", "hand-in:H2", "Noob", "Noob"] }))
        .await;
    assert_eq!(status, 400, "{body}");
    let events = Request::builder().uri("/api/run/events").body(Body::empty()).unwrap();
    let events = server.work.forward(ANNA, events).await;
    let run = server.play(&["yourAI.py", "hand-in:H1"], 6).await;
    let replay = run["replay"].as_str().unwrap().to_string();
    let mut answers = run.to_string();
    for address in ["", "/overview", "/explanation", "/chunks/0", "/file", "/page"] {
        let (status, body) =
            server.send("GET", &format!("/api/replays/{replay}{address}"), &Value::Null).await;
        assert_eq!(status, 200, "{address}: {body}");
        answers += &body.to_string();
    }
    for address in ["/api/start", "/api/files", "/api/saves", "/api/course"] {
        answers += &server.get(address).await.to_string();
    }
    for seat in [1, 2] {
        let turn = json!({ "replay": replay, "seat": seat, "round": 2 });
        answers += &server.send("POST", "/api/turn", &turn).await.1.to_string();
    }
    let losses = json!({ "replay": replay, "seat": 2 });
    answers += &server.send("POST", "/api/losses", &losses).await.1.to_string();
    answers += &said_by(&first_replay(&server));
    server.work.end_worker(ANNA).await;
    answers += &all_files(&server.path("workspaces/anna"));
    // The stream has ended with the worker.
    let mut parts = events.into_body().into_data_stream();
    while let Some(Ok(part)) = futures_util::StreamExt::next(&mut parts).await {
        answers += &String::from_utf8_lossy(&part);
    }
    assert!(answers.contains("Ben") && answers.contains("my own output"));
    let at = answers.find("canary").map(|at| &answers[at.saturating_sub(200)..(at + 100).min(answers.len())]);
    assert_eq!(at, None);
}

/// Returns the processes of a worker that were started with the folder of a server: the supervisor, the first process of its
/// namespace, and the worker.
fn processes_of(server: &Server) -> Vec<PathBuf> {
    let folder = server.folder().display().to_string();
    let all = std::fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let is_own = |path: &PathBuf| {
        let words = std::fs::read(path.join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&words).contains(&folder)
    };
    all.filter(is_own).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_sees_only_its_own_processes() {
    let unshare = ["--user", "--map-root-user", "--pid", "--fork", "--mount-proc", "true"];
    let supported = std::process::Command::new("unshare").args(unshare).status();
    if !supported.is_ok_and(|status| status.success()) {
        eprintln!("skipped: this system allows no PID namespace with its own /proc");
        return;
    }
    let server = Server::new();
    server.get("/api/start").await;
    let all = processes_of(&server);
    let namespace = |path: &Path| std::fs::read_link(path.join("ns/pid")).unwrap();
    let own = namespace(Path::new("/proc/self"));
    let inside: Vec<&PathBuf> = all.iter().filter(|path| namespace(path) != own).collect();
    assert_eq!(
        (all.len(), inside.len()),
        (3, 2),
        "a supervisor, and inside the first process and the worker"
    );
    // The worker has confined itself; the first process of the namespace does nothing but wait.
    let status = |path: &Path| std::fs::read_to_string(path.join("status")).unwrap();
    let worker = inside.iter().find(|path| status(path).contains("Seccomp:\t2")).unwrap();
    assert!(status(worker).contains("NoNewPrivs:\t1"));
    let seen = std::fs::read_dir(worker.join("root/proc")).unwrap().flatten();
    let seen: Vec<String> = seen.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let numbers = seen.iter().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit())).count();
    assert_eq!(numbers, 2, "{seen:?}");
    // Everything ends with it.
    server.work.end_worker(ANNA).await;
    assert_eq!(processes_of(&server), Vec::<PathBuf>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slot_is_free_while_a_person_thinks() {
    let server = Server::new();
    let human = json!({ "game": "gems", "players": ["human", "ref"] });
    let question = || async {
        loop {
            let run = server.get("/api/start?game=gems").await["run"].clone();
            assert_eq!(run["state"], "running", "{run}");
            if run["question"]["number"].is_u64() {
                return run;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    let free = || async {
        while !server.work.queue().jobs.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    };
    let (status, run) = server.send("POST", "/api/run", &human).await;
    assert_eq!(status, 200, "{run}");
    let run = question().await;
    free().await;
    let answer = json!({
        "run": run["id"], "question": run["question"]["number"], "answer": run["question"]["choices"][0],
    });
    let (status, body) = server.send("POST", "/api/run/answer", &answer).await;
    assert_eq!(status, 204, "{body}");
    assert_ne!(question().await["question"]["number"], run["question"]["number"]);
    free().await;
}
