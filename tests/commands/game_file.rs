//! Commands with a game in a Python file: the same small file in all of them.

use crate::common;

use common::Folder;
use serde_json::Value;

const RACE: &str = include_str!("../fixtures/games/race.py");
const RUNNER: &str = include_str!("../fixtures/games/runner.py");

/// A player with a parameter for `wag tune`.
const TUNED: &str =
    "PARAMS = {'step': (2, 1, 3)}\n\ndef choose(view, moves):\n    return PARAMS['step'][0]\n";

/// The race, whose rules fail in round 3.
const BROKEN: &str = "\
from race import Race
from wag.game import Game


class Broken(Race, Game):
    title = 'Broken'

    def apply(self, state, orders, random):
        if state['round'] == 3:
            state['at'] = 1 // 0
        return super().apply(state, orders, random)
";

fn folder() -> Folder {
    Folder::with(&[("race.py", RACE), ("runner.py", RUNNER), ("tuned.py", TUNED), ("broken.py", BROKEN)])
}

fn json(folder: &Folder, words: &str) -> Value {
    let out = folder.succeeds(words);
    serde_json::from_str(&out).unwrap_or_else(|err| panic!("{words}: {err}: {out}"))
}

/// Returns the error of a command as JSON, and its exit status.
fn error(folder: &Folder, words: &str) -> (Value, i32) {
    let run = folder.wag(words);
    let object: Value =
        serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{words}: {err}: {run:?}"));
    (object["error"].clone(), run.status)
}

/// Returns a folder with the replay `r.wag`.
fn recorded() -> Folder {
    let folder = folder();
    folder.succeeds("play race.py runner.py Slow --seed 3 --quiet --replay r.wag");
    folder
}

#[test]
fn a_match_repeats_and_its_command_plays_it_again() {
    let folder = folder();
    let first = json(&folder, "play race.py runner.py Slow --seed 3 --length 20 --json");
    assert_eq!((first["game"].as_str(), first["repeatable"].as_bool()), (Some("race"), Some(true)));
    assert_eq!(first["winners"], serde_json::json!(["runner"]));
    assert!(first["again"].as_str().unwrap().contains(" play race.py runner.py Slow --length 20 --seed 3"));
    let again = json(&folder, "play race.py runner.py Slow --seed 3 --length 20 --json");
    assert_eq!(first["players"][0]["squares"], again["players"][0]["squares"]);
    assert_eq!(first["rounds"], again["rounds"]);
}

#[test]
fn games_are_found_by_file_class_and_name() {
    let folder = folder();
    folder.write("games/sprint.py", RACE);
    for word in ["race", "game:race", "race.py:Race", "game:race.py", "./race.py"] {
        assert_eq!(json(&folder, &format!("play {word} Fast Slow --seed 1 --json"))["rounds"], 4, "{word}");
    }
    let mut command = folder.command(&["play", "sprint", "Fast", "Slow", "--quiet"]);
    assert!(command.env("WAG_GAMES", folder.path().join("games")).output().unwrap().status.success());
    assert!(folder.succeeds("games race").contains("--length"));
    assert!(folder.succeeds("play race --help").contains("--length"));
}

#[test]
fn what_is_no_game_is_one_error() {
    let folder = folder();
    folder.write("two.py", format!("{RACE}\n\nclass Other(Game):\n    title = 'Other'\n"));
    folder.write("wrong.py", "class Wrong(Game):\n    x = = 1\n");
    folder.write("games/race.py", RACE);
    folder.write("flag.py", RACE.replace("Option.number(\"length\"", "Option.number(\"quiet\""));
    folder.write("plain.py", RACE.replace("class Race(Game)", "class Race"));
    for (word, named) in [
        ("flag.py", "--quiet"),
        ("plain.py", "plain.py has no game"),
        ("game:runner.py", "runner.py"),
        ("two.py", "Other"),
        ("wrong.py", "wrong.py"),
        ("race.py:Rase", "Rase"),
        ("game:rase", "race"),
        ("game:none.py", "none.py"),
    ] {
        let (error, status) = error(&folder, &format!("play {word} Fast Slow --json"));
        assert_eq!((error["kind"].as_str(), status), (Some("usage"), 2), "{error}");
        assert!(error["message"].as_str().unwrap().contains(named), "{word}: {error}");
    }
    let mut command = folder.command(&["play", "race", "Fast", "Slow", "--json"]);
    let output = command.env("WAG_GAMES", folder.path().join("games")).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "two files have the name");
}

#[test]
fn the_check_plays_as_all_commands_do() {
    let folder = folder();
    let beyond = "Board([[None]], pieces=[Piece(9, 0, 'x')])";
    let board = RACE.replace("Option, Over", "Board, Option, Over, Piece, Tile");
    let board = board.replace("return \"\\n\".join(", &format!("return {beyond} or ("))
        + "\n    tiles = {None: Tile('.')}\n";
    folder.write("beyond.py", board);
    let bot = |order: &str| RACE.replace("\"Slow\": slow", &format!("\"Slow\": lambda view: {order}"));
    folder.write("crashes.py", bot("'dance'"));
    // The rules take this order, but it is none of the legal moves.
    folder.write("illegal.py", bot("9 if view['wind'] else 1"));
    let checked = |file: &str| {
        let run = folder.wag(&format!("check {file} --json"));
        let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{err}: {run:?}"));
        (run.status, report["findings"].clone())
    };
    assert_eq!(checked("race.py"), (0, serde_json::json!([])));
    let found = |file: &str| {
        let (status, findings) = checked(file);
        let first = &findings[0];
        (status, first["check"].as_str().map(str::to_string), first["is_warning"].as_bool())
    };
    assert_eq!(found("beyond.py"), (1, Some("random play ends".to_string()), Some(false)));
    assert_eq!(found("crashes.py"), (1, Some("bots play".to_string()), Some(false)));
    assert_eq!(found("illegal.py"), (0, Some("bots play".to_string()), Some(true)));
}

#[test]
fn a_long_reason_of_a_refusal_does_not_flood_the_logs() {
    let folder = folder();
    let rules = RACE.replace("    def moves", "    def all_moves").replace("bots =", "others =");
    let rules = rules.replace("Option, Over", "Illegal, Option, Over");
    let rules = rules.replace(
        "events = []",
        "events = []\n        if any(orders.values()):\n            raise Illegal('x' * 10**6)",
    );
    folder.write("long.py", rules.replace("if max(", "if state['round'] > 3 or max("));
    folder.succeeds("play long.py runner.py runner.py --quiet --no-replay");
    let length = folder.read("runner1.log").len();
    assert!((500..5000).contains(&length), "{length}");
}

#[test]
fn a_person_at_the_terminal_sees_the_moves() {
    let folder = folder();
    let run = folder.wag("play race.py human Slow --length 5");
    assert!(
        run.err.contains("Moves: #0 1, #1 2, #2 3") || run.out.contains("Moves: #0 1, #1 2, #2 3"),
        "{run:?}"
    );
}

#[test]
fn a_match_whose_game_fails_is_void() {
    let folder = folder();
    let run = folder.wag("play broken.py runner.py Slow --seed 1 --json");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, report["winners"].as_array().unwrap().len()), (5, 0));
    let failed = &report["failed"];
    assert_eq!((failed["kind"].as_str(), failed["round"].as_u64()), (Some("game"), Some(3)), "{failed}");
    assert_eq!(failed["place"], serde_json::json!({ "file": "broken.py", "line": 10 }));
    for words in [
        "series broken.py runner.py Slow --games 20 --seed 1 --json",
        "compare broken.py runner.py Slow --games 20 --seed 1 --json",
        "evaluate broken.py runner.py --against Slow --games 4 --json",
        "tune broken.py tuned.py --against Slow --pairs 4 --json",
        "tournament broken.py runner.py Slow --games 4 --seed 1 --into broken.db --json",
        "check broken.py:Broken runner.py --json",
    ] {
        let (error, status) = error(&folder, words);
        assert_eq!((error["kind"].as_str(), status), (Some("game_failed"), 5), "{words}: {error}");
    }
    let table = json(&folder, "tournament show broken.db --json");
    assert!(table["matches"].as_array().is_none_or(|all| all.iter().all(|one| one["players"].is_null())));
}

#[test]
fn only_matches_that_end_count_in_a_series() {
    let folder = folder();
    // Fails where Slow has the first seat, which is every other match.
    let sometimes = BROKEN.replace("state['round'] == 3", "state['round'] == 3 and orders[0] == 1");
    folder.write("broken.py", sometimes);
    let report = json(&folder, "series broken.py Fast Slow --games 6 --seed 5 --jobs 1 --json");
    let counted = report["played"].as_array().unwrap().len();
    assert_eq!(counted, 3, "{report}");
}

#[test]
fn replays_contain_the_game() {
    let folder = recorded();
    std::fs::remove_file(folder.path().join("race.py")).unwrap();
    let verified = folder.succeeds("replay verify r.wag");
    assert!(verified.contains('9'), "{verified}");
    folder.write("race.py", RACE.replace("+= order", "+= 3"));
    let again = folder.succeeds("replay verify r.wag");
    assert!(again.starts_with(verified.trim_end()), "the recorded rules count: {again}");
    assert!(folder.succeeds("replay show r.wag").contains("Race"));
    assert_eq!(json(&folder, "explain r.wag --account --json")["rounds"], 9);
}

#[test]
fn recorded_turns_and_forks_use_the_recorded_game() {
    let folder = recorded();
    let turn = json(&folder, "debug r.wag --round 2 --json");
    assert!(turn["same"].as_bool().or(turn["turns"][0]["same"].as_bool()).unwrap_or(true), "{turn}");
    let fork = json(&folder, "fork r.wag --from 3 --json");
    assert_eq!(fork["rounds"], 9, "{fork}");
    folder.write("race.py", RACE.replace("+= order", "+= 3"));
    assert_eq!(json(&folder, "fork r.wag --from 3 --json")["rounds"], 9);
}

#[test]
fn many_matches_are_played() {
    let folder = folder();
    let series = json(&folder, "series race.py runner.py Slow Fast --games 4 --seed 1 --json");
    assert_eq!((series["game"].as_str(), series["matches"].as_u64()), (Some("race"), Some(4)));
    let words = "compare race.py Fast Slow --games 60 --seed 1 --json";
    assert_eq!(json(&folder, words)["verdict"], "better");
    let evaluation = json(&folder, "evaluate race.py runner.py --against Slow --games 4 --seed 1 --json");
    assert_eq!(evaluation["game"], "race");
    let tuned =
        json(&folder, "tune race.py tuned.py --against runner.py --pairs 8 --check 4 --seed 1 --json");
    assert_eq!(tuned["params"][0]["name"], "step");
    assert_eq!(json(&folder, "check race.py runner.py --json")["game"], "race");
}

#[test]
fn a_tournament_resumes_only_with_the_same_game() {
    let folder = folder();
    folder.succeeds("tournament race.py runner.py Slow --games 2 --seed 1 --quiet --into t.db");
    folder.succeeds("tournament --resume t.db --games 3 --quiet");
    folder.write("race.py", RACE.replace("+= order", "+= 3"));
    assert_eq!(folder.wag("tournament --resume t.db --games 4 --quiet").status, 2);
    assert_eq!(json(&folder, "tournament show t.db --json")["game"], "race", "the table needs no rules");
}
