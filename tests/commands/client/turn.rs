//! Recorded turns that a page plays again.

use crate::common::Run;
use crate::common::http::Client;
use serde_json::{Value, json};

/// Has an object whose `__repr__` hangs, a statement of several lines, and a function in another file.
const AI: &str = "from classes import *
import helper

class Evil:
    def __repr__(self):
        while True: pass

evil = Evil()
big = 10 ** 5000
names = helper.doubled(
    range(3),
)
if big < 0:
    names = []
roundState.getBase().createUnitGatherer()
print('round', roundState.getRoundNumber(), names)
";
const HELPER: &str = "def doubled(numbers):
    found = []
    for number in numbers:
        found.append(2 * number)
    return found
";

fn played() -> (Client, String) {
    let client = Client::start(&[("ai.py", AI), ("helper.py", HELPER)]);
    let run = client.run(["ai.py", "Noob", "", ""], 12);
    client.finished();
    (client, run["replay"].as_str().unwrap().to_string())
}

fn turn(client: &Client, replay: &str, round: u32) -> Value {
    client.post("/api/turn", &json!({ "replay": replay, "seat": 1, "round": round })).json(200)
}

/// Returns the counts of the lines of a file, and the variables after the last recorded execution of a line.
fn lines(turn: &Value, file: usize) -> Vec<(u64, u64)> {
    let lines = turn["trace"]["files"][file]["lines"].as_array().unwrap();
    lines.iter().map(|line| (line["line"].as_u64().unwrap(), line["count"].as_u64().unwrap())).collect()
}

fn variables(turn: &Value, file: usize, line: u64) -> Vec<String> {
    let text = |index: &Value| {
        turn["trace"]["texts"][index.as_u64().unwrap() as usize].as_str().unwrap().to_string()
    };
    let lines = turn["trace"]["files"][file]["lines"].as_array().unwrap();
    let line = lines.iter().find(|one| one["line"] == line).unwrap();
    let sample = line["samples"].as_array().unwrap().last().unwrap();
    let changed = sample["changed"].as_u64().unwrap();
    let mark = |at: usize| if (at as u64) < changed { "*" } else { "" };
    let values = sample["values"].as_array().unwrap().iter().enumerate();
    values.map(|(at, pair)| format!("{}{}={}", mark(at), text(&pair[0]), text(&pair[1]))).collect()
}

#[test]
fn recorded_turn_is_played_again_with_its_lines_and_values() {
    let (client, replay) = played();
    let answer = turn(&client, &replay, 7);
    assert_eq!((&answer["same"], &answer["file"]), (&json!(true), &json!("ai.py")), "{answer}");
    assert_eq!(answer["now"]["output"], answer["recorded"]["output"]);
    // The terminal prints the same object, except for the trace.
    let saved = format!("saves/{}", client.folder.names_in("saves")[0]);
    let words = ["debug", &saved, "--round", "7", "--player", "1", "--json"];
    let printed = Run::of(client.folder.command(&words).output().unwrap());
    let printed: Value = serde_json::from_str(&printed.out).unwrap();
    let fields = |object: &Value| -> Vec<String> {
        let names = object.as_object().unwrap().keys().cloned();
        names.filter(|name| name != "trace").collect()
    };
    assert_eq!(fields(&printed), fields(&answer));
    for side in ["recorded", "now"] {
        assert_eq!(fields(&printed[side]), fields(&answer[side]));
        assert_eq!(printed[side]["orders"], answer[side]["orders"]);
    }
    assert_eq!(answer["trace"]["files"][1]["name"], "helper.py");
    assert_eq!(answer["trace"]["files"][1]["text"], HELPER);
    let counts = lines(&answer, 0);
    assert_eq!(
        counts.iter().map(|(line, _)| *line).collect::<Vec<_>>(),
        [1, 2, 4, 5, 6, 8, 9, 10, 13, 14, 15, 16]
    );
    assert!(counts.iter().all(|(line, count)| *count == u64::from(![6, 14].contains(line))), "{counts:?}");
    assert_eq!(lines(&answer, 1), [(1, 1), (2, 1), (3, 4), (4, 3), (5, 1)]);
    assert_eq!(variables(&answer, 1, 2), ["*found=[]", "numbers=range(0, 3)"]);
    assert_eq!(variables(&answer, 1, 4), ["*found=[0, 2, 4]", "numbers=range(0, 3)", "number=2"]);
    let main = variables(&answer, 0, 10);
    assert_eq!(main[0], "*names=[0, 2, 4]");
    for expected in ["evil=<Evil>", "big=int beyond 1e308", "roundState=<RoundState of round 7>"] {
        assert!(main.contains(&expected.to_string()), "{main:?}");
    }
    // A built-in player has no files of the user.
    let noob = client.post("/api/turn", &json!({ "replay": replay, "seat": 2, "round": 7 })).json(200);
    assert_eq!((&noob["same"], &noob["trace"]), (&json!(true), &Value::Null));
}

/// Each run of this player is different.
#[test]
fn trace_orders_and_output_are_from_the_same_run() {
    let ai = "import time
from classes import *
pick = time.perf_counter_ns() // 10 % 100000
print(pick)
";
    let client = Client::start(&[("ai.py", ai)]);
    let run = client.run(["ai.py", "", "", ""], 3);
    client.finished();
    let answer = turn(&client, run["replay"].as_str().unwrap(), 2);
    let printed = answer["now"]["output"].as_str().unwrap().trim().to_string();
    assert!(variables(&answer, 0, 3).contains(&format!("*pick={printed}")), "{answer}");
}

#[test]
fn changed_broken_and_missing_files_play_the_turn() {
    let (client, replay) = played();
    client.folder.write("ai.py", AI.replace("roundState.getBase().createUnitGatherer()", "1 / 0"));
    let answer = turn(&client, &replay, 7);
    assert_eq!(
        answer["now"]["problem"]["message"]["en"],
        "ZeroDivisionError: division by zero (ai.py, line 15)"
    );
    assert_eq!(answer["remark"], "ai.py differs from the file that played the match.");
    assert_eq!(lines(&answer, 0).last(), Some(&(16, 0)));
    client.folder.write("ai.py", "x = 1\ndef (");
    let rejected = &turn(&client, &replay, 7)["rejected"];
    assert_eq!(rejected["problem"]["place"], json!({ "file": "ai.py", "line": 2 }));
    assert_eq!(rejected["text"], "x = 1\ndef (");
    assert_eq!(rejected["problem"]["kind"], "start");
    client.folder.write("other.py", "from classes import *\nprint('other')\n");
    let request = json!({ "replay": replay, "seat": 1, "round": 7, "file": "other.py" });
    let answer = client.post("/api/turn", &request).json(200);
    assert_eq!((&answer["now"]["output"], &answer["file"]), (&json!("other\n"), &json!("other.py")));
    // Without the file, the copy in the replay plays.
    std::fs::remove_file(client.folder.path().join("ai.py")).unwrap();
    let answer = turn(&client, &replay, 7);
    assert_eq!(
        (&answer["same"], &answer["file"], &answer["remark"]),
        (&json!(true), &Value::Null, &Value::Null)
    );
}

#[test]
fn loop_without_end_shows_its_lines() {
    let client = Client::with_turn_time(
        "0.2",
        &[(
            "ai.py",
            "from classes import *\nif roundState.getRoundNumber() == 3:\n    i = 0\n    while True:\n        i += 1\n",
        )],
    );
    let run = client.run(["ai.py", "", "", ""], 4);
    client.finished();
    let answer = turn(&client, run["replay"].as_str().unwrap(), 3);
    assert_eq!(answer["now"]["problem"]["kind"], "timeout");
    assert_eq!((&answer["trace"]["is_late"], &answer["same"]), (&json!(true), &json!(true)));
    let counts = lines(&answer, 0);
    assert!(counts[4].0 == 5 && counts[4].1 > 100, "{counts:?}");
    assert!(variables(&answer, 0, 5)[0].starts_with("*i="));
}

/// A traced turn ends even if it never comes to another line.
#[test]
fn call_without_end_is_ended() {
    let client = Client::with_turn_time(
        "0.2",
        &[(
            "ai.py",
            "import time\nfrom classes import *\nif roundState.getRoundNumber() == 3:\n    time.sleep(10**6)\n",
        )],
    );
    let run = client.run(["ai.py", "", "", ""], 4);
    client.finished();
    let answer = turn(&client, run["replay"].as_str().unwrap(), 3);
    assert_eq!(answer["now"]["problem"]["kind"], "timeout");
}

#[test]
fn bad_requests_for_turns_are_refused() {
    let (client, replay) = played();
    let ask = |seat: u32, round: u32, file: Value| {
        client.post("/api/turn", &json!({ "replay": replay, "seat": seat, "round": round, "file": file }))
    };
    ask(9, 1, Value::Null).refused(400, "no seat 9");
    ask(0, 1, Value::Null).refused(400, "no seat 0");
    ask(1, 13, Value::Null).refused(400, "no round 13");
    ask(1, 1, json!("../x.py")).refused(400, "not in the working folder");
    ask(1, 1, json!("/etc/passwd")).refused(400, "not in the working folder");
    ask(1, 1, json!("gone.py")).refused(404, "no Python file gone.py");
    client
        .post("/api/turn", &json!({ "replay": "none", "seat": 1, "round": 1 }))
        .refused(404, "no such replay");
    client.post("/api/turn", &json!({ "replay": replay, "seat": 1 })).refused(422, "round");
}
