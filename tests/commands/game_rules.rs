//! Games in Python files whose rules change, fail or differ between processes, in the commands that meet them.

use crate::common::{Folder, Run};
use serde_json::Value;

const RACE: &str = include_str!("../fixtures/games/race.py");
const RUNNER: &str = include_str!("../fixtures/games/runner.py");
const COURSE: &str = include_str!("../fixtures/games/nim_course.py");

/// Players of any game of the course.
const FIRST: &str = "\
from two_player_games import Player


class First(Player):
    def select_move(self):
        return self.game.valid_moves()[0]


class Liar(First):
    def select_move(self):
        self.game.valid_moves = lambda: [1, 1, 1, 1, 1, 1, 1]
        return 1
";

/// A game of the course whose moves depend on more than the moves.
const NOISE: &str = "\
import os
from two_player_games import Game


class Noise(Game):
    def __init__(self, player1, player2):
        super().__init__(player1, player2)
        self.turn = 0
        self.extra = 0

    def __str__(self):
        return str(self.turn)

    def has_ended(self):
        return self.turn == 6

    def make_move(self, number):
        self.turn += 1
        self.extra = int.from_bytes(os.urandom(2), 'little') % 5000

    def winner(self):
        return self.waiting_player

    def valid_moves(self):
        return list(range(1, 2 + self.extra))
";

/// The race, whose rules fail in round 3.
fn broken() -> String {
    RACE.replace("        events = []\n", "        events = [] if state['round'] < 3 else 1 // 0\n")
}

fn folder() -> Folder {
    Folder::with(&[("race.py", RACE), ("runner.py", RUNNER), ("broken.py", &broken()), ("first.py", FIRST)])
}

fn json(folder: &Folder, words: &str) -> Value {
    let run = folder.wag(words);
    serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{words}: {err}: {run:?}"))
}

#[test]
fn verifying_names_changed_files_and_compares_with_other_rules() {
    let folder = folder();
    folder.write("race.py", RACE.replace("+= order", "+= order * helper.ONE") + "\nimport helper\n");
    folder.write("helper.py", "ONE = 1\n");
    folder.succeeds("play race.py Fast Slow --seed 3 --quiet --replay r.wag");
    let verify = |words: &str| folder.wag(&format!("replay verify r.wag {words}"));
    let same = verify("");
    assert!(same.status == 0 && !same.out.contains("helper.py"), "{}", same.out);
    assert_eq!(verify("--rules race.py").status, 0);
    folder.write("helper.py", "ONE = 2\n");
    let changed = verify("");
    assert!(changed.status == 0 && changed.out.contains(": helper.py."), "{}", changed.out);
    let other = verify("--rules race.py");
    assert!(other.status == 1 && other.out.contains("round 1"), "{}", other.out);
    assert!(!other.out.contains("helper.py"), "{}", other.out);
    assert_eq!(verify("--rules tron").status, 2);
    assert_eq!(verify("--rules none.py").status, 2);
    std::fs::remove_file(folder.path().join("race.py")).unwrap();
    assert_eq!(verify("").out, same.out, "no game to compare with");
}

#[test]
fn turns_and_forks_use_the_recorded_rules() {
    let folder = folder();
    folder.succeeds("play race.py runner.py Slow --seed 3 --quiet --replay r.wag");
    let turns = |folder: &Folder| {
        (
            json(folder, "debug r.wag --round 2 --json"),
            json(folder, "fork r.wag --from 3 --no-replay --json")["rounds"].clone(),
            folder.succeeds("regress r.wag --with runner.py --json"),
        )
    };
    let (_, rounds, _) = turns(&folder);
    folder.write("race.py", RACE.replace("+= order", "+= 3"));
    assert_eq!(turns(&folder).1, rounds);
    std::fs::remove_file(folder.path().join("race.py")).unwrap();
    assert_eq!(turns(&folder).1, rounds);
}

#[test]
fn a_game_of_the_program_wins_over_a_file_of_its_name() {
    let folder = folder();
    folder.write("tron.py", RACE);
    let run = folder.wag("play tron Straight Straight --seed 1 --no-replay --json");
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["figures"], serde_json::json!(["rounds"]));
    assert!(run.err.contains("game:./tron.py"), "{}", run.err);
    let run = folder.wag("play game:./tron.py Fast Slow --seed 1 --no-replay --json");
    assert_eq!(serde_json::from_str::<Value>(&run.out).unwrap()["figures"], serde_json::json!(["squares"]));
    folder.write("python.py", RACE);
    let run = folder.wag("play python.py Fast Slow --json");
    assert_eq!(
        (run.status, json(&folder, "play python.py Fast Slow --json")["error"]["kind"].as_str()),
        (2, Some("usage"))
    );
    assert_eq!(json(&folder, "play game:python Fast Slow --json")["error"]["kind"], "usage");
}

#[test]
fn a_class_that_derives_from_a_game_of_the_course_is_a_game() {
    let folder = folder();
    folder
        .write("three.py", "from two_player_games import TicTacToe\n\n\nclass Three(TicTacToe):\n    pass\n");
    let report = json(&folder, "play three.py Random first.py:First --seed 1 --no-replay --json");
    assert_eq!(report["game"], "three");
}

#[test]
fn a_game_that_differs_in_a_players_copy_fails_and_a_player_that_lies_loses() {
    let folder = folder();
    folder.write("noise.py", NOISE);
    folder.write("nim_course.py", COURSE);
    let void = json(&folder, "play noise.py first.py:First first.py:First --seed 1 --no-replay --json");
    assert_eq!(
        (&void["failed"]["kind"], &void["failed"]["place"]["file"]),
        (&"game".into(), &"noise.py".into()),
        "{void}"
    );
    assert_eq!(void["winners"].as_array().unwrap().len(), 0);
    let lie =
        json(&folder, "play nim_course.py first.py:Liar nim_course.py:Fixed --seed 1 --no-replay --json");
    assert_eq!((lie["failed"].is_null(), &lie["players"][0]["place"]), (true, &2.into()), "{lie}");
}

#[test]
fn a_game_of_the_course_has_no_hidden_information() {
    let folder = folder();
    folder.write(
        "secret.py",
        COURSE.replace("class Heaps(Game):\n", "class Heaps(Game):\n    hidden = True\n\n"),
    );
    let run = folder.wag("play secret.py Random Random --json");
    let error: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, error["error"]["kind"].as_str()), (2, Some("usage")), "{error}");
}

#[test]
fn scripts_and_tests_import_the_module_for_games() {
    let folder = folder();
    folder.succeeds("new game coins");
    let run = |words: &[&str]| {
        let mut command = folder.command(words);
        Run::of(command.current_dir(folder.path().join("coins")).output().unwrap())
    };
    let tests = run(&["python", "-m", "unittest"]);
    assert_eq!(tests.status, 0, "{}{}", tests.out, tests.err);
    let script = run(&["python", "mygame.py"]);
    assert_eq!(script.status, 0, "{}{}", script.out, script.err);
    assert_eq!(run(&["test", "."]).status, 0);
}

#[test]
fn the_replay_of_a_failed_game_says_that_the_match_is_void() {
    let folder = folder();
    assert_eq!(folder.wag("play broken.py runner.py Slow --seed 1 --quiet --replay r.wag").status, 5);
    let explained = json(&folder, "explain r.wag --account --json");
    let decision = &explained["decision"];
    assert_eq!((&decision["round"], &decision["seat"]), (&Value::Null, &Value::Null), "{decision}");
    assert!(decision["text"].as_str().unwrap().contains("broken.py, line"), "{decision}");
    let mut counts: Vec<&str> = explained["players"][0]["counts"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|count| count["name"].as_str())
        .collect();
    let all = counts.len();
    counts.sort_unstable();
    counts.dedup();
    assert_eq!(counts.len(), all, "{counts:?}");
    let shown = json(&folder, "replay show r.wag --json");
    assert_eq!((shown["winners"].as_array().unwrap().len(), &shown["failed"]["kind"]), (0, &"game".into()));
    assert!(folder.succeeds("replay show r.wag").contains("broken.py, line"));
    assert!(folder.succeeds("replay show r.wag --round 3").contains("broken.py, line"));
}

#[test]
fn boards_are_drawn_only_if_somebody_looks() {
    let folder = folder();
    // A board after the start raises an exception.
    let board = "    def board(self, state):\n        1 // (state['round'] < 2)\n";
    folder.write("drawn.py", RACE.replace("    def board(self, state):\n", board));
    let series = "series drawn.py runner.py Slow --games 4 --seed 1 --json";
    assert_eq!(json(&folder, series)["matches"], 4);
    assert_eq!(folder.wag(&format!("{series} --replays d")).status, 5);
    assert_eq!(folder.wag("play drawn.py Fast Slow --seed 1 --no-replay --quiet").status, 0);
    assert_eq!(folder.wag("play drawn.py Fast Slow --seed 1 --quiet --replay r.wag").status, 5);
}

#[test]
fn void_matches_are_listed_with_their_reason() {
    let folder = folder();
    // Fails where Slow has the first seat, which is every other match.
    let sometimes = "        events = [] if state['round'] < 3 or orders[0] != 1 else 1 // 0\n";
    folder.write("broken.py", RACE.replace("        events = []\n", sometimes));
    folder.write("three.py", "def choose(view, moves):\n    return 3\n");
    let listed = |words: &str| {
        let report = json(&folder, words);
        let void = report["void"].as_array().unwrap_or_else(|| panic!("{words}: {report}")).clone();
        assert!(
            void.iter().all(|one| one["problem"]["kind"] == "game" && one["seed"].is_number()),
            "{void:?}"
        );
        void.len()
    };
    assert_eq!(listed("series broken.py Fast Slow --games 6 --seed 5 --jobs 1 --json"), 3);
    assert_eq!(listed("evaluate broken.py three.py --against Slow --games 4 --seed 5 --jobs 1 --json"), 2);
    assert!(listed("compare broken.py Fast Slow --games 20 --seed 5 --jobs 1 --json") > 0);
    let report = json(&folder, "series race.py Fast Slow --games 2 --seed 5 --json");
    assert!(report.get("void").is_none());
}
