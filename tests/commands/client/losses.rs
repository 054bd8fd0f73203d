//! The losses of a player, which a page finds in the background.

use crate::common::http::{Client, match_request};
use serde_json::{Value, json};

/// Gathers until round 20, and then gives orders that do not exist.
const STOPS: &str = "from classes import *
base = roundState.getBase()
if roundState.getRoundNumber() < 20:
    base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit('nord' if roundState.getRoundNumber() > 20 else Direction.NORTH)
";

/// Returns a client in which these players have played, and the replay.
fn played(files: &[(&str, &str)], players: &[&str], rounds: u32) -> (Client, String) {
    let client = Client::start(files);
    client.post("/api/run", &match_request(players, "meadow", rounds)).json(200);
    let replay = client.finished()["replay"].as_str().unwrap().to_string();
    (client, replay)
}

fn known(client: &Client, replay: &str, seat: u8) -> Value {
    client.get(&format!("/api/replays/{replay}/losses/{seat}"))
}

#[test]
fn losses_are_found_in_the_background_and_stored() {
    let (client, replay) = played(&[("yourAI.py", STOPS)], &["yourAI.py", "Noob", "Noob", "Noob"], 40);
    assert_eq!(known(&client, &replay, 1), Value::Null, "nothing is played without a request");
    let mut events = client.events();
    let begun = client.post("/api/losses", &json!({ "replay": replay, "seat": 1 })).json(200);
    assert_eq!((&begun["replay"], &begun["seat"]), (&json!(replay), &json!(1)));
    let mut changes = Vec::new();
    let last = loop {
        let now = events.next("losses").unwrap();
        changes.push(now["change"].as_u64().unwrap());
        if now["state"] != "running" {
            break now;
        }
        assert!(now["played"].as_u64() <= now["planned"].as_u64(), "{now}");
    };
    assert!(changes.is_sorted(), "{changes:?}");
    assert_eq!((&last["state"], &last["error"]), (&json!("done"), &Value::Null), "{last}");
    let report = &last["report"];
    assert_eq!((&report["player"], &report["curve"]["void"]), (&json!("yourAI"), &Value::Null));
    assert!(report["text"].is_string() && report["texts"]["de"].is_string(), "{report}");
    assert!(report["curve"]["futures"].as_u64() >= Some(28), "{report}");
    assert_eq!(known(&client, &replay, 1)["report"], *report);
}

#[test]
fn a_search_can_be_stopped_and_ends_with_the_server() {
    let slow = "import time\nfrom classes import *\nend = time.perf_counter() + 0.02\nwhile time.perf_counter() < end: pass\n";
    let (mut client, replay) =
        played(&[("yourAI.py", STOPS), ("slow.py", slow)], &["yourAI.py", "slow.py", "Noob", "Noob"], 100);
    let begin = || client.post("/api/losses", &json!({ "replay": replay, "seat": 1 })).json(200);
    let mut events = client.events();
    begin();
    assert_eq!(client.post("/api/losses/stop", &Value::Null).status, 204);
    let ended = loop {
        let now = events.next("losses").unwrap();
        if now["state"] != "running" {
            break now;
        }
    };
    assert_eq!(ended["state"], "cancelled", "{ended}");
    assert_ne!(ended["report"]["curve"]["complete"], true, "{ended}");
    begin();
    client.post("/api/stop", &Value::Null);
    assert_eq!(client.ended().0, Some(0));
}

#[test]
fn a_match_that_cannot_go_on_has_a_reason() {
    let files = [("yourAI.py", STOPS), ("other.py", "while True: pass\n")];
    let client = Client::with_turn_time("0.2", &files);
    client
        .post("/api/run", &match_request(&["yourAI.py", "other.py", "Noob", "Noob"], "meadow", 10))
        .json(200);
    let replay = client.finished()["replay"].as_str().unwrap().to_string();
    let known = known(&client, &replay, 1);
    let void = &known["report"]["curve"]["void"];
    assert_eq!((&void["reason"], &void["player"]), (&json!("stopped"), &json!("other")), "{known}");
    assert_eq!(known["report"]["cards"], json!([]));
}

#[test]
fn a_goal_is_saved_as_a_test_of_the_folder() {
    let (client, replay) = played(&[("yourAI.py", STOPS)], &["yourAI.py", "Dummy", "Dummy", "Dummy"], 30);
    let goal = |seat: u8, file: &str, least: f64| {
        let fork = json!({ "replay": replay, "round": 20, "seat": seat, "file": file });
        client.post("/api/goals", &json!({ "fork": fork, "at_least": least }))
    };
    let saved = goal(1, "yourAI.py", 1e6).json(200);
    assert_eq!(saved["folder"], "tests");
    let file = saved["file"].as_str().unwrap();
    assert!(file.ends_with("-yourAI-20.goal.json"), "{file}");
    let run = client.folder.wag("test tests --json");
    let tested: Value = serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{err}: {run:?}"));
    assert_eq!((run.status, &tested["goals"][0]["outcome"]), (1, &json!("missed")), "{tested}");
    goal(1, "yourAI.py", 0.0).json(200);
    client.folder.succeeds("test tests");
    goal(9, "yourAI.py", 1.0).refused(400, "9");
    goal(1, "gone.py", 1.0).refused(400, "gone.py");
    goal(1, "../yourAI.py", 1.0).refused(400, "../yourAI.py");
}

#[test]
fn bad_requests_for_losses_are_refused() {
    let (client, replay) = played(&[("yourAI.py", STOPS)], &["yourAI.py", "Dummy", "Dummy", "Dummy"], 5);
    let at = |path: &str| client.request("GET", &format!("/api/replays/{path}"), b"");
    at("none/losses/1").refused(404, "no such replay");
    at(&format!("{replay}/losses/9")).refused(400, "9");
    at(&format!("{replay}/losses/one")).refused(400, "the seat must be a number");
    client.post("/api/losses", &json!({ "replay": "../../x", "seat": 1 })).refused(404, "no such replay");
    client.post("/api/losses", &json!({ "replay": replay })).refused(422, "seat");
}
