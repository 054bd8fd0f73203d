//! Tests with a program in place of `wag worker` that hangs, lies, or dies. The server answers with one sentence, and
//! nobody else notices.

use crate::disk::Disk;
use crate::work::{HandInCheck, JobTime, MatchJob, SeatPlayer, Work, WorkFault, WorkSettings, WorkTimes};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::Response;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A program that speaks as a worker does, until it does what `MODE` says. The worker of Ben is always honest.
const LIAR: &str = r#"#!/usr/bin/env python3
import json, os, socket, sys, time
MODE = "%MODE%"
LOG = "%LOG%"
own = sys.argv[sys.argv.index("--workspace") + 1].rsplit("/", 1)[1] if "--workspace" in sys.argv else "job"
mode = "honest" if own == "ben" else MODE
control, status = socket.socket(fileno=0), socket.socket(fileno=1)
if mode == "dies":
    sys.exit(1)
if mode == "silent":
    time.sleep(10_000)
if mode == "complains":
    status.sendall(b"F" + b"\x1b[2J" * 1_000_000)
    sys.exit(1)
status.sendall(b"R")

def requests():
    while True:
        byte, descriptors, _, _ = socket.recv_fds(control, 1, 6)
        if not byte:
            return
        yield socket.socket(fileno=descriptors[0])

def seat(place=1, **more):
    return {"place": place, "points": 3, "faults": 0, "first_fault": None, "cpu_ms": 5, **more}

def played(*seats, replay=b"", logs=None, **more):
    logs = [b""] * len(seats) if logs is None else logs
    line = {"seats": seats, "is_void": False, "replay": len(replay), "logs": [len(log) for log in logs], **more}
    return json.dumps({"Played": line}).encode() + b"\n" + replay + b"".join(logs)

ANSWERS = {
    "ends": b"",
    "half a line": b'{"Played":',
    "giant line": b"x" * (8 << 20),
    "not a number": played(seat(float("nan")), seat(2)),
    "infinite": played(seat(points=float("inf")), seat(2)),
    "no such place": played(seat(3), seat(2)),
    "wrong number of seats": played(seat()),
    "unknown member": played(seat(), seat(2), account="ben"),
    "no replay": played(seat(), seat(2), replay=b"text"),
    "giant replay": json.dumps({"Played": {"seats": [seat(), seat(2)], "is_void": False, "replay": 1 << 40, "logs": [0, 0]}}).encode() + b"\n",
    "giant log": played(seat(), seat(2), logs=[b"x" * (3 << 20), b""]),
    "a check": json.dumps({"Checked": {"zip": None, "reason": None, "prints": {}}}).encode() + b"\n",
}
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
REPLIES = {
    "no answer": b"",
    "a page": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<script>1",
    "another place": b"HTTP/1.1 302 Found\r\nLocation: https://example.org/\r\nContent-Length: 0\r\n\r\n",
    "giant head": HEAD + b"X: " + b"y" * (8 << 20) + b"\r\n\r\n",
    "giant body": HEAD + b"Content-Length: 99999999999\r\n\r\n",
    "no HTTP": b"\x00\xff" * 100 + b"\r\n\r\n",
    "a cookie": HEAD + b"Set-Cookie: __Host-wag=x\r\nX-Accel-Redirect: /wag.db\r\nContent-Length: 2\r\n\r\n{}",
}

def answer(connection):
    if own == "job":
        job = connection.makefile("rb").readline()
        if mode == "hangs":
            time.sleep(10_000)
        if mode == "computes":
            while True:
                pass
        if mode.startswith("replay of "):
            replay = open(mode[len("replay of "):], "rb").read()
            connection.sendall(played(seat(2), seat(1), replay=replay))
        else:
            connection.sendall(ANSWERS[mode])
        sys.exit()
    head = b""
    while b"\r\n\r\n" not in head:
        head += connection.recv(65536)
    if mode == "hangs":
        time.sleep(10_000)
    if b"POST /api/run " in head:
        with open(LOG, "a") as log:
            log.write(own + "\n")
        began = time.process_time()
        while time.process_time() - began < 0.02:
            pass
    if b"/worker/" in head:
        reply = b"HTTP/1.1 204 No Content\r\n\r\n"
    elif mode == "honest":
        reply = HEAD + b"Content-Length: 2\r\n\r\n{}"
    else:
        reply = REPLIES[mode]
    try:
        connection.sendall(reply)
    except OSError:
        pass
    connection.close()

for connection in requests():
    answer(connection)
"#;

/// A server whose workers are liars.
struct Server {
    folder: tempfile::TempDir,
    work: Work,
}

impl Server {
    fn new(mode: &str, change: impl FnOnce(&mut WorkSettings)) -> Server {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("liar");
        let log = folder.path().join("log");
        let text = LIAR.replace("%MODE%", mode).replace("%LOG%", log.to_str().unwrap());
        std::fs::write(&program, text).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).unwrap();
        let mut settings = WorkSettings {
            slots: 1,
            program: Some(program),
            disk: Disk::measured_by(|| None),
            ..WorkSettings::of_folder(folder.path())
        };
        change(&mut settings);
        Server { work: Work::new(settings).unwrap(), folder }
    }

    async fn play(&self) -> Result<usize, WorkFault> {
        let noob = || SeatPlayer::BuiltIn("Noob".to_string());
        let job = MatchJob {
            contest: "contest".to_string(),
            game: "warriors".to_string(),
            options: BTreeMap::new(),
            seats: vec![noob(), noob()],
            seed: 7,
            turn_seconds: None,
            match_seconds: None,
            is_final: false,
            charged_to: "contest".to_string(),
        };
        self.work.play(job).await.map(|played| played.seats.len())
    }

    async fn check(&self) -> Result<bool, WorkFault> {
        let upload = self.folder.path().join("upload");
        std::fs::write(&upload, "x = 1\n").unwrap();
        let job = HandInCheck {
            account: "anna".to_string(),
            game: "warriors".to_string(),
            own_file: "yourAI.py".to_string(),
            upload,
            file_name: "yourAI.py".to_string(),
        };
        self.work.check_hand_in(job).await.map(|checked| checked.reason.is_none())
    }

    async fn send(&self, account: &str, method: &str, address: &str) -> Response {
        let request = Request::builder().method(method).uri(address).body(Body::empty()).unwrap();
        self.work.forward(account, request).await
    }

    /// Returns the status of a response, and the code of its error.
    async fn answer(&self, account: &str, method: &str, address: &str) -> (u16, String) {
        let response = self.send(account, method, address).await;
        let status = response.status().as_u16();
        let body = to_bytes(response.into_body(), 1 << 20).await.unwrap_or_default();
        let body: serde_json::Value = serde_json::from_slice(&body).unwrap_or_default();
        (status, body["error"]["code"].as_str().unwrap_or_default().to_string())
    }

    /// Waits until all processes have ended.
    async fn wait_until_empty(&self) {
        while std::fs::read_dir(self.folder.path().join("jobs")).unwrap().count() > 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// Limits that a liar which hangs reaches soon.
fn short() -> WorkTimes {
    let time = Duration::from_millis(300);
    let hour = Duration::from_secs(3600);
    WorkTimes { answer: time, contest: JobTime { computed: hour, passed: time }, ..WorkTimes::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_lies_about_a_job_is_lost() {
    let lies = [
        "ends",
        "half a line",
        "giant line",
        "not a number",
        "infinite",
        "no such place",
        "wrong number of seats",
        "unknown member",
        "no replay",
        "giant replay",
        "giant log",
        "a check",
    ];
    for lie in lies {
        let server = Server::new(lie, |_| ());
        assert_eq!(server.play().await, Err(WorkFault::Lost), "{lie}");
        assert!(server.work.queue().jobs.is_empty(), "{lie}");
        server.wait_until_empty().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_does_not_start_is_lost() {
    for lie in ["dies", "complains", "silent"] {
        let start = Duration::from_millis(if lie == "silent" { 300 } else { 60_000 });
        let limits = WorkTimes { start, ..short() };
        let server = Server::new(lie, |settings| settings.times = limits);
        assert_eq!(server.play().await, Err(WorkFault::Lost), "{lie}");
        assert_eq!(server.check().await, Err(WorkFault::Lost), "{lie}");
        assert_eq!(server.answer("anna", "GET", "/api/start").await.0, 503, "{lie}");
        server.wait_until_empty().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_hangs_or_computes_for_ever_is_stopped() {
    let hour = Duration::from_secs(3600);
    let passed = short();
    let contest = JobTime { computed: Duration::from_millis(300), passed: hour };
    for (mode, limits) in [("hangs", passed), ("computes", WorkTimes { contest, ..passed })] {
        let server = Server::new(mode, |settings| settings.times = limits);
        assert_eq!(server.play().await, Err(WorkFault::TooSlow), "{mode}");
        server.wait_until_empty().await;
    }
    let long = passed.contest;
    let server = Server::new("hangs", |settings| settings.times = WorkTimes { long, ..passed });
    assert_eq!(server.answer("anna", "GET", "/api/start").await, (503, "too_slow".to_string()));
    assert_eq!(server.answer("anna", "POST", "/api/run").await, (503, "too_slow".to_string()));
    assert!(server.work.queue().jobs.is_empty());
    assert_eq!(server.answer("ben", "GET", "/api/start").await.0, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_that_lies_to_pages_costs_only_its_own_account() {
    for lie in ["no answer", "a page", "another place", "giant head", "giant body", "no HTTP"] {
        let server = Server::new(lie, |_| ());
        assert_eq!(
            server.answer("anna", "GET", "/api/start").await,
            (503, "interrupted".to_string()),
            "{lie}"
        );
        assert_eq!(
            server.answer("anna", "POST", "/api/run").await,
            (503, "interrupted".to_string()),
            "{lie}"
        );
        assert!(server.work.queue().jobs.is_empty(), "{lie}");
        assert_eq!(server.answer("ben", "POST", "/api/run").await.0, 200, "{lie}");
    }
    let server = Server::new("a cookie", |_| ());
    let response = server.send("anna", "GET", "/api/start").await;
    let names: Vec<&str> = response.headers().keys().map(|name| name.as_str()).collect();
    assert_eq!(names, ["content-type", "content-length", "x-content-type-options"]);
}

/// A replay of a match with other results than the worker says is not stored.
#[tokio::test(flavor = "multi_thread")]
async fn a_replay_of_another_match_or_result_is_a_lie() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/before_call_chains.wag");
    let mode = format!("replay of {}", folder.canonicalize().unwrap().display());
    let server = Server::new(&mode, |_| ());
    assert_eq!(server.play().await, Err(WorkFault::Lost));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_one_account_delays_thirty_others_by_at_most_one_job() {
    let server = Arc::new(Server::new("honest", |_| ()));
    let run = |account: String| {
        let server = Arc::clone(&server);
        tokio::spawn(async move { server.answer(&account, "POST", "/api/run").await })
    };
    let flood: Vec<_> = (0..1_000).map(|_| run("flood".to_string())).collect();
    let honest: Vec<_> = (0..30).map(|number| run(format!("pupil{number}"))).collect();
    for one in honest {
        assert_eq!(one.await.unwrap().0, 200);
    }
    let mut refused = 0;
    for one in flood {
        match one.await.unwrap() {
            (200, _) => {}
            answer => {
                assert_eq!(answer, (StatusCode::TOO_MANY_REQUESTS.as_u16(), "queue_full".to_string()));
                refused += 1;
            }
        }
    }
    assert!(refused >= 900, "{refused}");
    let order = std::fs::read_to_string(server.folder.path().join("log")).unwrap();
    let order: Vec<&str> = order.lines().collect();
    let last = order.iter().rposition(|account| *account != "flood").unwrap();
    assert_eq!(order[..=last].iter().filter(|account| **account != "flood").count(), 30);
    assert!(last <= 30, "one job of the flood is before the last of the others: {order:?}");
}

/// A request whose body does not arrive has no slot; others are played, and it is refused in the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_body_that_does_not_arrive_holds_no_slot() {
    let body = Duration::from_millis(300);
    let server = Arc::new(Server::new("honest", |settings| {
        settings.times = WorkTimes { body, ..WorkTimes::default() }
    }));
    let (started, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let slow = |path: &str| {
        let started = started.clone();
        let stream = futures_util::stream::once(async move {
            started.send(()).unwrap();
            std::future::pending::<Result<Vec<u8>, std::io::Error>>().await
        });
        let request = Request::builder().method("POST").uri(path).body(Body::from_stream(stream)).unwrap();
        let server = Arc::clone(&server);
        tokio::spawn(async move { server.work.forward("anna", request).await.status() })
    };
    let slow: Vec<_> = ["/api/run", "/api/turn", "/api/course/check", "/api/losses"].map(slow).into();
    for _ in 0..slow.len() {
        begins.recv().await.unwrap();
    }
    assert!(server.work.queue().jobs.is_empty());
    assert_eq!(server.answer("ben", "POST", "/api/run").await.0, 200);
    for one in slow {
        assert_eq!(one.await.unwrap(), StatusCode::REQUEST_TIMEOUT);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_idle_worker_ends_by_itself() {
    let idle = Duration::from_millis(20);
    let server =
        Server::new("honest", |settings| settings.times = WorkTimes { idle, ..WorkTimes::default() });
    assert_eq!(server.answer("anna", "GET", "/api/start").await.0, 200);
    server.wait_until_empty().await;
    // The next request starts another one.
    assert_eq!(server.answer("anna", "GET", "/api/start").await.0, 200);
    server.wait_until_empty().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_played_on_a_full_disk_but_pages_go_on() {
    let free = Arc::new(AtomicU64::new(0));
    let measured = Arc::clone(&free);
    let disk = Disk::measured_by(move || Some(measured.load(Ordering::Relaxed)));
    let server = Server::new("honest", |settings| settings.disk = disk);
    for address in ["/api/run", "/api/turn", "/api/course/check", "/api/files/a.py/check", "/api/losses"] {
        assert_eq!(server.answer("anna", "POST", address).await, (507, "disk_full".to_string()), "{address}");
    }
    for (method, address) in [("GET", "/api/start"), ("PUT", "/api/files/a.py"), ("GET", "/api/replays/1")] {
        assert_eq!(server.answer("anna", method, address).await.0, 200, "{address}");
    }
    free.store(2 << 30, Ordering::Relaxed);
    assert_eq!(server.answer("anna", "POST", "/api/run").await.0, 200);
}

/// The folder of a worker that could not be started does not stay.
#[test]
fn nothing_stays_of_a_worker_that_cannot_be_started() {
    let folder = tempfile::tempdir().unwrap();
    let program = Some(PathBuf::from("/nonexistent/worker"));
    let work = Work::new(WorkSettings { program, ..WorkSettings::of_folder(folder.path()) }).unwrap();
    assert!(work.try_out().is_err());
    assert_eq!(std::fs::read_dir(folder.path().join("jobs")).unwrap().count(), 0);
}
