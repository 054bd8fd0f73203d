//! Tests of results and errors for programs: `wag evaluate`, `wag check`, and the JSON of other commands.

use crate::common::{Folder, Run};
use serde_json::{Value, json};

/// A player that fails in every second round, after it has printed something.
const FAULTY: &str = "\
from classes import *
print('round', roundState.getRoundNumber())
def deeper():
    return missing
if roundState.getRoundNumber() % 2 == 0:
    deeper()
";

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

/// Runs a command that must have this status. Returns the JSON object, which must be its only line of output.
#[track_caller]
fn object(folder: &Folder, words: &str, status: i32) -> Value {
    let run = wag(folder, words);
    assert_eq!((run.status, run.out.lines().count()), (status, 1), "{words}: {}{}", run.out, run.err);
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn evaluation_has_a_verdict_per_opponent_and_the_first_fault_of_each_kind() {
    let folder = Folder::with(&[("bot.py", FAULTY)]);
    let words = "evaluate bot.py --against Dummy,Noob --games 3 --rounds 4 --seed 7 --json --quiet";
    let report = object(&folder, words, 0);
    assert_eq!((&report["wag_evaluate"], &report["status"]), (&json!(1), &json!("played")));
    assert_eq!(
        (&report["games"], &report["games_planned"], &report["seed"]),
        (&json!(6), &json!(6), &json!(7))
    );
    let opponents = report["opponents"].as_array().unwrap();
    assert_eq!(
        opponents.iter().map(|one| one["opponent"].as_str().unwrap()).collect::<Vec<_>>(),
        ["Dummy", "Noob"]
    );
    for opponent in opponents {
        let score = opponent["score"].as_f64().unwrap();
        let [low, high] = [0, 1].map(|at| opponent["interval"][at].as_f64().unwrap());
        assert!((low..=high).contains(&score) && opponent["games"] == 3, "{opponent}");
    }
    let [fault] = report["faults"].as_array().unwrap().as_slice() else { panic!("{report}") };
    assert_eq!(
        (&fault["kind"], &fault["file"], &fault["line"]),
        (&json!("exception"), &json!("bot.py"), &json!(4))
    );
    assert_eq!((&fault["round"], &fault["match"], &fault["count"]), (&json!(2), &json!(1), &json!(12)));
    assert_eq!(fault["output"], "round 2\n");
    let traceback = fault["traceback"].as_str().unwrap();
    assert!(traceback.starts_with("Traceback ") && traceback.contains("in deeper"), "{traceback}");
    assert_eq!(report["faults_total"], 12);
    assert_eq!(report["repeatable"], true);
    assert_eq!(report["played"].as_array().unwrap().len(), 6);
    let again = object(&folder, &format!("{words} --jobs 1"), 0);
    assert_eq!(again["opponents"], report["opponents"], "the number of jobs does not matter");
}

#[test]
fn status_of_an_evaluation_tells_whether_the_player_plays() {
    let folder = Folder::with(&[("never.py", "nothing\n"), ("broken.py", "def f(:\n")]);
    let of = |player: &str, status: i32| {
        object(&folder, &format!("evaluate {player} --games 1 --rounds 3 --json --quiet"), status)
    };
    assert_eq!(of("never.py", 1)["status"], "no_completed_turn");
    let report = of("broken.py", 4);
    assert_eq!((&report["status"], &report["faults"][0]["kind"]), (&json!("cannot_start"), &json!("start")));
    assert_eq!(
        (&report["faults"][0]["line"], &report["faults"][0]["file"]),
        (&json!(1), &json!("broken.py"))
    );
    assert!(report["faults"][0]["traceback"].as_str().unwrap().contains("SyntaxError"), "{report}");
    let error = of("missing.py", 2);
    assert_eq!(error["error"]["kind"], "usage");
    let error = object(&folder, "evaluate never.py --against broken.py --games 1 --rounds 3 --json -q", 4);
    assert_eq!(error["error"]["kind"], "cannot_start");
    let run = wag(&folder, "evaluate never.py --games 1 --rounds 3");
    run.tells(&["never never completed a turn.", "Noob", "NameError: name 'nothing' is not defined"]);
}

#[test]
fn error_in_json_is_english_and_has_a_kind() {
    let folder = Folder::with(&[("a.py", "pass\n"), ("broken.py", "def f(:\n")]);
    for (words, kind, status, part) in [
        ("play none.py --json --lang de", "usage", 2, "there is no file none.py"),
        ("--lang de play a.py --json --fast", "usage", 2, "unexpected argument --fast"),
        ("play a.py --json --json", "usage", 2, "--json is given twice"),
        ("series a.py --json --games 0 --lang=de", "usage", 2, "it must be from 1 to 1000000"),
        ("play broken.py --json --lang de", "cannot_start", 4, "broken cannot play"),
        ("compare broken.py a.py --json --lang de", "cannot_start", 4, "broken"),
        ("games nothing --json --lang de", "usage", 2, "there is no game"),
        ("tournament show none.db --json --lang de", "usage", 2, "there is no tournament file none.db"),
        ("replay show none.wag --json --lang de", "usage", 2, "none.wag cannot be read"),
        ("play a.py --json --lang xx", "usage", 2, "there is no language \"xx\""),
    ] {
        let error = object(&folder, words, status)["error"].clone();
        let message = error["message"].as_str().unwrap();
        assert_eq!(error["kind"], kind, "{words}: {message}");
        assert!(message.contains(part), "{words}: {message}");
    }
    let run = wag(&folder, "play none.py --lang de");
    assert!(run.out.is_empty() && run.err.contains("none.py"), "without --json, errors are for people");
}

#[test]
fn player_that_cannot_start_has_the_same_status_everywhere() {
    let folder = Folder::with(&[
        ("broken.py", "def f(:\n"),
        ("a.py", "pass\n"),
        ("class/anna/yourAI.py", "def f(:\n"),
    ]);
    for words in [
        "play broken.py --rounds 2",
        "series broken.py a.py --games 1 --rounds 2",
        "compare broken.py a.py --rounds 2",
        "tournament broken.py a.py --games 1 --rounds 2",
        "tournament check class",
        "evaluate broken.py --games 1 --rounds 2",
        "check broken.py",
    ] {
        let run = wag(&folder, words);
        assert_eq!(run.status, 4, "{words}: {}{}", run.out, run.err);
    }
}

#[test]
fn check_says_what_a_player_lacks() {
    let folder = Folder::with(&[
        ("good.py", "from classes import *\n"),
        ("module.py", "import nowhere\n"),
        ("late.py", "from classes import *\nif roundState.getRoundNumber() == 2:\n    missing\n"),
    ]);
    let good = object(&folder, "check good.py --json", 0);
    assert_eq!((&good["wag_check"], &good["verdict"]), (&json!(1), &json!("plays")));
    let late = object(&folder, "check late.py --json", 1);
    assert_eq!((&late["verdict"], &late["faults"][0]["count"]), (&json!("fails"), &json!(1)));
    assert!(late["message"].as_str().unwrap().contains("(late.py, line 3)"), "{late}");
    assert!(late["report"].as_str().unwrap().contains("Traceback"), "{late}");
    wag(&folder, "check good.py").tells(&["good plays: 3 turns without an error"]);
    let lacking = wag(&folder, "check module.py");
    lacking.tells(&["module", "nowhere"]);
    assert_ne!(lacking.status, 0);
    wag(&folder, "check none.py").is_user_error(&["there is no file none.py"]);
}

#[test]
fn environment_unlocks_everything() {
    let folder = Folder::with(&[("a.py", "pass\n")]);
    let home = folder.path().join("home");
    let run = |value: Option<&str>| {
        let mut command = folder.command(&["play", "a.py", "Expert", "--rounds", "2", "--no-replay"]);
        command.env("WAG_HOME", &home);
        if let Some(value) = value {
            command.env("WAG_UNLOCK", value);
        }
        Run::of(command.output().unwrap())
    };
    run(None).is_user_error(&["the AI Expert is locked"]);
    run(Some("")).is_user_error(&["the AI Expert is locked"]);
    run(Some("yes")).is_user_error(&["WAG_UNLOCK is \"yes\"", "`all`"]);
    assert_eq!(run(Some("all")).status, 0);
    assert!(!home.join("progress.json").exists(), "nothing is saved");
}

#[test]
fn compare_has_a_row_per_pair() {
    let folder = Folder::with(&[("a.py", "pass\n")]);
    let words = "compare a.py Noob --against Dummy --games 4 --rounds 3 --seed 1 --json --quiet";
    let run = wag(&folder, words);
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let played = report["played"].as_array().unwrap();
    assert_eq!(played.len() as u64, report["pairs"].as_u64().unwrap());
    let first = &played[0];
    assert_eq!(
        (&first["pair"], &first["seed"], first["matches"].as_array().unwrap().len()),
        (&json!(1), &json!(1), 2)
    );
    let roles = first["matches"][0]["roles"].as_array().unwrap();
    assert_eq!(roles.iter().filter(|role| **role == "new").count(), 1, "{first}");
    assert!(first["matches"][1]["roles"].as_array().unwrap().contains(&json!("old")), "{first}");
}

#[test]
fn games_are_described_as_json() {
    let folder = Folder::with(&[]);
    let games = object(&folder, "games --json --lang de", 0);
    let names: Vec<&str> =
        games["games"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap()).collect();
    assert!(names.len() >= 5 && names[0] == "warriors", "{names:?}");
    let tron = object(&folder, "games tron --json", 0);
    assert!(tron["figures"].is_array() && tron["seats"][0].as_u64() >= Some(2), "{tron}");
    let maps = object(&folder, "games warriors map --json", 0);
    let meadow =
        maps["files"].as_array().unwrap().iter().find(|map| map["name"] == "meadow").unwrap().clone();
    assert_eq!((&meadow["width"], &meadow["height"]), (&json!(20), &json!(20)));
    let map = object(&folder, "games warriors map meadow --json", 0);
    assert!(map["files"][0]["text"].as_str().unwrap().starts_with("mapVersion"), "{map}");
}

#[test]
fn replay_has_frames_and_a_summary_as_json() {
    let folder = Folder::with(&[]);
    for (match_of, every) in [
        ("tron Straight Roomy", 7),
        ("gems ref greedy", 5),
        ("warriors Noob Noob --rounds 70", 16),
        ("flowers Sower Sower --rounds 40", 3),
        ("ants Hunter Random --turns 40", 20),
    ] {
        let played = wag(&folder, &format!("play {match_of} --seed 3 --replay r.wag --quiet"));
        assert_eq!(played.status, 0, "{match_of}: {}", played.err);
        let file = if folder.has("r-1.wag") { "r-1.wag" } else { "r.wag" };
        let shown = object(&folder, &format!("replay show {file} --json"), 0);
        let rounds = shown["rounds_played"].as_u64().unwrap();
        let lines = |words: &str| -> Vec<Value> {
            let run = wag(&folder, &format!("replay export {file} --json {words}"));
            run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let (plain, with_frames) = (lines(""), lines(&format!("--frames {every}")));
        let is_frame = |line: &&Value| line.get("frame").is_some() && line.get("round").is_some();
        let turns: Vec<&Value> = with_frames.iter().filter(|line| !is_frame(line)).collect();
        assert_eq!(turns, plain.iter().collect::<Vec<_>>(), "{match_of}: the other lines are the same");
        let frames: Vec<u64> =
            with_frames.iter().filter(is_frame).map(|line| line["round"].as_u64().unwrap()).collect();
        let mut expected: Vec<u64> =
            (1..=rounds).filter(|round| *round > 1 && (round - 1) % every == 0).collect();
        expected.push(rounds + 1);
        assert_eq!(frames, expected, "{match_of}");
        let before = object(&folder, &format!("replay show {file} --round {} --json", every + 1), 0);
        let frame = with_frames.iter().find(|line| is_frame(line)).unwrap();
        assert_eq!(before["frame"], frame["frame"], "{match_of}");
        std::fs::remove_file(folder.path().join(file)).unwrap();
        let _ = std::fs::remove_file(folder.path().join("r-2.wag"));
    }
}

#[test]
fn tournament_is_planned_and_takes_in_results() {
    let folder = Folder::with(&[]);
    let words =
        "tournament plan tron Straight Roomy mine=Roomy --games 2 --seats 2 --seed 5 --width 9 --height 9";
    let plan = object(&folder, &format!("{words} --json"), 0);
    let matches = plan["matches"].as_array().unwrap();
    assert!(!matches.is_empty() && matches.iter().all(|one| one["played"] == false), "{plan}");
    assert!(plan["players"].as_array().unwrap().iter().any(|one| one["name"] == "mine"), "{plan}");
    let mut results = String::new();
    for one in matches {
        let arguments: Vec<&str> =
            one["arguments"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        let run = Run::of(folder.command(&arguments).output().unwrap());
        assert_eq!(run.status, 0, "{arguments:?}: {}{}", run.out, run.err);
        results += &run.out;
    }
    folder.write("results.jsonl", &results);
    let added = object(&folder, "tournament add results.jsonl --json", 0);
    assert_eq!((&added["added"], &added["matches_planned"]), (&json!(matches.len()), &json!(matches.len())));
    let again = object(&folder, "tournament add results.jsonl --json", 0);
    assert_eq!((&again["added"], &again["already_played"]), (&json!(0), &json!(matches.len())));
    let shown = object(&folder, "tournament show tournament.db --json", 0);
    assert_eq!(shown["matches"], shown["matches_planned"]);
    folder.write("wrong.json", results.replace("\"seed\":", "\"seed\":1"));
    wag(&folder, "tournament add wrong.json").is_user_error(&["result 1: the tournament has no match"]);
    folder.write("no.json", "{");
    wag(&folder, "tournament add no.json").is_user_error(&["the results are not JSON"]);
    assert_eq!(wag(&folder, "tournament add").status, 2);
}
