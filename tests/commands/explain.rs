//! `wag explain`: when a match was decided, and accounts that add up.
#![cfg(target_os = "linux")]

use crate::common;

#[path = "explain/losses.rs"]
mod losses;

use common::{Folder, Run};
use serde_json::Value;
use std::fs;

/// Times out in round 3, fails in round 5, and gives an invalid order in round 7.
const CLUMSY: &str = "from classes import *
number = roundState.getRoundNumber()
if number == 3:
    while True: pass
if number == 5:
    1 / 0
base = roundState.getBase()
if base.getResources() >= 50:
    base.createUnitGatherer()
if number == 7:
    roundState.getUnits()[0].moveUnit('nowhere')
";

fn wag(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = words.split_whitespace().collect();
    Run::of(folder.command(&words).env("COLUMNS", "100").output().unwrap())
}

/// Records a match of Warriors & Gatherers in `w.wag`.
fn recorded() -> Folder {
    let folder = Folder::with(&[("clumsy.py", CLUMSY)]);
    let run = folder.play(
        "clumsy.py Noob Noob Dummy --rounds 60 --seed 5 --turn-time 0.3 --quiet --replay w.wag --map meadow",
    );
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

fn json(folder: &Folder, words: &str) -> Value {
    let run = wag(folder, words);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    serde_json::from_str(&run.out).unwrap()
}

/// Returns a count of the first player.
fn count(explanation: &Value, name: &str) -> u64 {
    let counts = explanation["players"][0]["counts"].as_array().unwrap();
    counts.iter().find(|count| count["name"] == name).unwrap()["count"].as_u64().unwrap()
}

#[test]
fn accounts_and_counts_of_a_clumsy_ai() {
    let folder = recorded();
    let run = wag(&folder, "explain w.wag --player clumsy --account");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.tells(&[
        " took the lead in round ",
        "stock   ━ clumsy   ━ Noob",
        "paid for gatherers",
        "turns lost by time-outs",
    ]);
    let head: Vec<&str> = run.out.lines().filter(|line| line.starts_with(" stock ")).collect();
    assert_eq!(head.len(), 1);
    assert!(head[0].contains("clumsy") && !head[0].contains("Noob"), "{head:?}");

    let explanation = json(&folder, "explain w.wag --json --account");
    assert_eq!((&explanation["lead"], &explanation["rounds"]), (&"stock".into(), &60.into()));
    let counted = ["turns", "refused", "timeouts", "errors"].map(|name| count(&explanation, name));
    assert_eq!(counted, [60, 1, 1, 1], "{explanation}");
    assert!(count(&explanation, "idle") > 50 && count(&explanation, "moves") == 0, "its units never move");
    let header = json(&folder, "replay show w.wag --json");
    for (player, of_header) in
        explanation["players"].as_array().unwrap().iter().zip(header["players"].as_array().unwrap())
    {
        for account in player["accounts"].as_array().unwrap() {
            let entries = account["entries"].as_array().unwrap();
            let sum: i64 = entries.iter().map(|entry| entry["amount"].as_i64().unwrap()).sum();
            let [start, end] = ["start", "end"].map(|field| account[field].as_i64().unwrap());
            assert_eq!(start + sum, end, "{account}");
            assert_eq!(of_header["figures"][account["figure"].as_str().unwrap()], end);
        }
    }
    assert_eq!(
        json(&folder, "explain w.wag --json --account --player 2")["players"].as_array().unwrap().len(),
        1
    );
}

#[test]
fn every_game_is_explained() {
    for (game, players, file, lead) in [
        ("tron", "Straight Roomy", "r.wag", "fields in reach"),
        ("flowers --rounds 20", "Sower Estate", "r.wag", "points"),
        ("gems", "greedy ref", "r-1.wag", "life and shield"),
        ("ants --turns 30", "Hold Random", "r.wag", "ants and hills"),
    ] {
        let folder = Folder::with(&[]);
        let run = wag(&folder, &format!("play {game} {players} --seed 1 --quiet --replay r.wag"));
        assert_eq!(run.status, 0, "{game}: {}", run.err);
        let explanation = json(&folder, &format!("explain {file} --json"));
        assert_eq!(explanation["lead"], lead, "{game}");
        assert!(explanation["complete"] == true && explanation["remarks"] == Value::Array(Vec::new()));
        let run = wag(&folder, &format!("explain {file} --lang de"));
        run.tells(&["am Anfang", "am Ende", "Zählungen"]);
    }
}

#[test]
fn chart_has_a_line_for_each_player() {
    let folder = recorded();
    let run = wag(&folder, "explain w.wag --svg course.svg");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let svg = folder.read("course.svg");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("class=\"drawn\"").count(), 4);
    assert!(svg.contains("<title>clumsy</title>") && svg.contains("class=\"mark\""), "{svg}");
    wag(&folder, "explain w.wag --svg missing/course.svg")
        .is_user_error(&["missing/course.svg cannot be written"]);
}

#[test]
fn unfinished_replay_is_explained_as_far_as_it_goes() {
    let folder = recorded();
    let bytes = fs::read(folder.path().join("w.wag")).unwrap();
    folder.write("short.wag", &bytes[..bytes.len() * 2 / 3]);
    let run = wag(&folder, "explain short.wag");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.tells(&["The replay breaks off after round ", "The match is not over."]);
}

#[test]
fn unusable_input_is_one_sentence() {
    let folder = recorded();
    folder.write("text.wag", "no replay");
    wag(&folder, "explain nothing.wag").is_user_error(&["nothing.wag cannot be read"]);
    wag(&folder, "explain .").is_user_error(&["text.wag: the file is not a Wag replay"]);
    wag(&folder, "explain . --account").is_user_error(&[". is a folder"]);
    wag(&folder, "explain text.wag").is_user_error(&["text.wag: the file is not a Wag replay"]);
    wag(&folder, "explain w.wag --player bert").is_user_error(&["no player \"bert\"", "clumsy, Noob"]);
}

/// Three players spend everything; the fourth fails in each turn, keeps the most resources and takes last place.
#[test]
fn a_player_that_did_not_play_is_last_and_never_leads() {
    let spender = "from classes import *\nbase = roundState.getBase()\nwhile base.getResources() >= 50:\n    base.createUnitGatherer()\n";
    let folder = Folder::with(&[("fails.py", "x\n"), ("spends.py", spender)]);
    let words = "fails.py spends.py spends.py spends.py --rounds 4 --seed 1 --replay r.wag";
    let result = folder.json(words);
    let of_result: Vec<_> =
        result["players"].as_array().unwrap().iter().map(|player| &player["place"]).collect();
    assert_eq!(of_result, [4, 1, 1, 1]);
    assert_eq!(result["players"][0]["stock"], 200);
    let header = json(&folder, "replay show r.wag --json");
    assert_eq!(header["winners"], serde_json::json!([2, 3, 4]));
    let last = json(&folder, "replay show r.wag --round 4 --json");
    assert_eq!(last["round"], 4);
    let run = wag(&folder, "replay show r.wag --round 4");
    assert!(run.out.contains("The match is over\n") && !run.out.contains("over; "), "{}", run.out);
    let explanation = json(&folder, "explain r.wag --json");
    let places: Vec<_> =
        explanation["players"].as_array().unwrap().iter().map(|player| &player["place"]).collect();
    assert_eq!(places, [4, 1, 1, 1]);
    assert_eq!(explanation["decision"]["seat"], Value::Null);
    let mut moments = explanation["moments"].as_array().unwrap().iter();
    assert!(moments.all(|moment| moment["seat"] != 1 || moment["kind"] == "note"), "{explanation}");
    assert!(explanation["remarks"][0]["text"].as_str().unwrap().starts_with("fails did not play"));
}

/// A process that ends in a turn costs the turn; too many of them cost the match.
#[test]
fn players_that_fail_too_often_are_out_and_their_rounds_are_counted() {
    for (game, file, text, others) in [
        ("warriors --rounds 20", "r.wag", "import os\nos._exit(1)\n", "Noob Noob Noob"),
        ("flowers --rounds 20", "r.wag", "import os\ndef bot_input(dto):\n    os._exit(1)\n", "Sower"),
        ("gems", "r-1.wag", "import os\ndef choose_move(*args):\n    os._exit(1)\n", "greedy"),
    ] {
        let folder = Folder::with(&[("fails.py", text)]);
        let run = wag(&folder, &format!("play {game} fails.py {others} --seed 1 --quiet --replay r.wag"));
        assert_eq!(run.status, 0, "{game}: {}", run.err);
        let explanation = json(&folder, &format!("explain {file} --account --json"));
        let moments = explanation["moments"].as_array().unwrap();
        let of = |kind: &str| {
            let found = moments.iter().find(|moment| moment["kind"] == kind && moment["seat"] == 1);
            found.unwrap_or_else(|| panic!("{game}: no {kind} in {explanation}"))
        };
        assert_eq!(of("note")["round"], 1, "{game}");
        let out = of("out");
        if game.starts_with("warriors") {
            assert_eq!((&out["round"], &out["is_decisive"]), (&3.into(), &true.into()));
            assert_eq!(count(&explanation, "absent"), 17);
        }
    }
}
