//! Matches that a page continues from a round, and compares.

use crate::common::http::{Client, match_request};
use serde_json::{Value, json};

const GATHERS: &str = "from classes import *\nbase = roundState.getBase()\nbase.createUnitGatherer()\n\
                       for unit in roundState.getUnits():\n    unit.moveUnit(Direction.NORTH)\n";

fn fork(replay: &str, round: u32, seat: Value, file: &str) -> Value {
    json!({ "game": "", "players": [], "fork": { "replay": replay, "round": round, "seat": seat, "file": file } })
}

#[test]
fn a_match_is_continued_and_compared_with_its_original() {
    let client = Client::start(&[("yourAI.py", GATHERS), ("new.py", "")]);
    client
        .post("/api/run", &match_request(&["yourAI.py", "Dummy", "Dummy", "Dummy"], "meadow", 20))
        .json(200);
    let original = client.finished()["replay"].as_str().unwrap().to_string();
    let settings = client.get("/api/start")["settings"].clone();
    client.post("/api/run", &fork(&original, 9, json!(1), "new.py")).json(200);
    let run = client.finished();
    let id = run["replay"].as_str().unwrap().to_string();
    let header = client.get(&format!("/api/replays/{id}"));
    assert_eq!((&header["fork"]["round"], &header["fork"]["changed"]), (&json!(9), &json!([1])));
    assert_eq!(header["players"][0]["file"], "new.py");
    assert_eq!(client.get("/api/start")["settings"], settings, "a fork changes no settings");
    // The original may be in the list of runs or of saves.
    let parent = client.get(&format!("/api/replays/{id}/parent"))["id"].as_str().unwrap().to_string();
    let diff = client.get(&format!("/api/replays/{parent}/diff/{id}"));
    assert_eq!((&diff["first"]["round"], &diff["first"]["kind"]), (&json!(9), &json!("orders")));
    // Without a change, and played again, it is the same match.
    client.post("/api/run", &fork(&original, 9, Value::Null, "")).json(200);
    let same = client.finished()["replay"].as_str().unwrap().to_string();
    assert_eq!(client.get(&format!("/api/replays/{original}/diff/{same}"))["equal"], true);
    client.post("/api/run/again", &json!({})).json(200);
    let again = client.finished()["replay"].as_str().unwrap().to_string();
    assert_eq!(client.get(&format!("/api/replays/{original}/diff/{again}"))["equal"], true);
}

#[test]
fn a_fork_that_is_not_possible_is_refused() {
    let client = Client::start(&[("yourAI.py", GATHERS)]);
    client.post("/api/run", &match_request(&["yourAI.py", "Dummy", "Dummy", "Dummy"], "meadow", 5)).json(200);
    let id = client.finished()["replay"].as_str().unwrap().to_string();
    for (request, words) in [
        (fork(&id, 6, json!(1), "yourAI.py"), "no round 6"),
        (fork(&id, 0, json!(1), "yourAI.py"), "no round 0"),
        (fork(&id, 2, json!(9), "yourAI.py"), "no player"),
        (fork(&id, 2, json!(1), "gone.py"), "there is no file gone.py"),
        (fork(&id, 2, json!(1), "../yourAI.py"), "folder"),
        (fork(&id, 2, json!(1), "/bin/sh"), "folder"),
        (fork(&id, 2, json!(1), "Expert"), "locked"),
    ] {
        client.post("/api/run", &request).refused(400, words);
    }
    client.post("/api/run", &fork("../../r.wag", 2, json!(1), "yourAI.py")).refused(404, "no such replay");
    client.request("GET", &format!("/api/replays/{id}/diff/none"), b"").refused(404, "no such replay");
    client.request("GET", &format!("/api/replays/{id}/parent"), b"").refused(404, "continues no other one");
}
