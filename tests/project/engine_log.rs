//! Tests the engine's own log, enabled by `RUST_LOG=wag=debug`.

use crate::common;
use crate::common::http;

use common::{Folder, Run};
use http::Client;

const LATE: &str =
    "from classes import *\nif roundState.getRoundNumber() == 2:\n    import time; time.sleep(60)\n";

fn debugged(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = words.split(' ').collect();
    Run::of(folder.command(&words).env("RUST_LOG", "wag=debug").output().unwrap())
}

#[test]
fn match_logs_processes_limits_sandbox_files_and_kills() {
    let folder = Folder::with(&[("late.py", LATE)]);
    let run = debugged(&folder, "play late.py Dummy Dummy Dummy --rounds 3 --seed 5 --turn-time 2");
    assert_eq!(run.status, 0, "{}", run.err);
    for message in [
        "limits of each player: turn 2 s, game none, start 20 s, memory 1024 MB",
        "what holds players back: ",
        "forks the AIs' processes",
        "was forked for an AI",
        "late.py",
        "is ready",
        "the logs are written to .",
        "the replay is written to saves/auto-",
        "Warriors & Gatherers begins: seed 5, 3 rounds planned, players late, Dummy1, Dummy2, Dummy3",
        "is ended in turn 2: no answer within 2 s in its turn (late.py, line 3) [timeout]",
        "is over after round 3",
    ] {
        assert!(run.err.contains(message), "{message:?} is not in:\n{}", run.err);
    }
    let unconfined = debugged(&folder, "play late.py --rounds 1 --no-sandbox --no-limits");
    assert!(unconfined.err.contains("what holds players back: nothing"), "{}", unconfined.err);
    assert!(unconfined.err.contains("limits of each player: turn none"), "{}", unconfined.err);
}

#[test]
fn nothing_is_logged_by_default() {
    let folder = Folder::with(&[("late.py", LATE)]);
    let run = folder.play("late.py --rounds 1");
    assert_eq!(run.err, "");
}

#[test]
fn client_logs_each_request_but_never_the_token() {
    let folder = Folder::with(&[]);
    let home = folder.path().join("home");
    let mut command = folder.command(&["client", "--no-open"]);
    command.env("RUST_LOG", "wag=debug").env("WAG_HOME", &home);
    let mut client = Client::of(command, folder, home);
    let visit = format!("/?token={}", client.token);
    assert_eq!(client.request("GET", &visit, b"").status, 303);
    assert_eq!(client.request("GET", "/api/start", b"").status, 200);
    assert_eq!(client.request("GET", "/api/nowhere?token=no", b"").status, 404);
    assert_eq!(client.post("/api/stop", &serde_json::Value::Null).status, 204);
    let (_, message) = client.ended();
    for line in
        ["GET / is answered 303", "GET /api/start is answered 200", "GET /api/nowhere is answered 404"]
    {
        assert!(message.contains(line), "{line:?} is not in:\n{message}");
    }
    assert!(!message.contains(&client.token) && !message.contains("token="), "{message}");
}
