//! Tests of games in Python with players of all kinds, from the command line.

use crate::common::{Folder, Run, project};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::time::Duration;

const PERSISTENT: &str = "turns = 0\ndef choose(view, moves):\n    global turns\n    turns += 1\n    print('turn', turns, view.left)\n    return moves[-1]\n";
const OF_VIEW: &str = "def choose(view):\n    return {'take': 1, 'from': [view.cell[0], 0]}\n";
const CLASS: &str = "class Half:\n    def __init__(self, least=1):\n        self.least = least\n    def choose(self, view, moves):\n        return moves[max(self.least, len(moves) // 2) - 1]\n";
const FRESH: &str = "from game import view, moves, order, seat, names, options, round\nprint(seat, names, options, round)\norder(moves()[view.left % len(moves())])\n";
const PROGRAM: &str = "import json, sys\nfor line in sys.stdin:\n    said = json.loads(line)\n    if said['type'] == 'turn':\n        print(json.dumps({'move': len(said['moves']) - 1}), flush=True)\n";

fn fixture(name: &str) -> String {
    fs::read_to_string(project().join("tests/fixtures/games").join(name)).unwrap()
}

fn folder() -> Folder {
    Folder::with(&[
        ("heap.py", &fixture("heap.py")),
        ("nim_course.py", &fixture("nim_course.py")),
        ("persistent.py", PERSISTENT),
        ("of_view.py", OF_VIEW),
        ("half.py", CLASS),
        ("fresh.py", FRESH),
        ("program.py", PROGRAM),
    ])
}

/// Plays a match with a replay. Returns what it printed.
fn play(folder: &Folder, words: &str) -> Run {
    let run = folder.play(&format!("{words} --seed 5 --replay m.wag --quiet"));
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{words}: {}", run.out);
    run
}

fn replay(folder: &Folder, words: &[&str]) -> String {
    let output = folder.command(&[&["replay"], words].concat()).output().unwrap();
    let run = Run::of(output);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{words:?}: {}", run.out);
    run.out
}

#[test]
fn players_of_each_kind_play_and_their_matches_verify() {
    let folder = folder();
    for players in [
        "persistent.py of_view.py",
        "fresh.py persistent.py",
        "half.py half.py:Half:2",
        "random greedy",
        "minimax:2 mcts:20",
        "minimax fresh.py",
        "lines:'python3 program.py' random",
    ] {
        if players.contains('\'') {
            let words =
                ["play", "heap.py", "lines:python3 program.py", "random", "--seed", "5", "--replay", "m.wag"];
            let run = Run::of(folder.command(&words).output().unwrap());
            assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        } else {
            play(&folder, &format!("heap.py {players}"));
        }
        replay(&folder, &["verify", "m.wag"]);
        fs::remove_file(folder.path().join("m.wag")).unwrap();
    }
    assert!(!folder.read("persistent.log").contains("refused"), "{}", folder.read("persistent.log"));
}

#[test]
fn a_searching_player_wins_a_won_game() {
    let folder = folder();
    for players in ["minimax:9 persistent.py", "mcts:300 persistent.py"] {
        let ended = folder.json(&format!("heap.py {players} --stones 5 --seed 1 --no-replay"));
        assert_eq!(ended["players"][0]["place"], 1, "{players}: {ended}");
    }
}

#[test]
fn a_replay_needs_no_game_file_and_a_changed_file_changes_nothing() {
    let folder = folder();
    play(&folder, "heap.py persistent.py greedy");
    folder.write("heap.py", fixture("heap.py").replace("range(1, min(3", "range(2, min(4"));
    replay(&folder, &["verify", "m.wag"]);
    fs::remove_file(folder.path().join("heap.py")).unwrap();
    replay(&folder, &["verify", "m.wag"]);
    replay(&folder, &["show", "m.wag", "--round", "1"]);
}

#[test]
fn illegal_orders_and_no_data_are_reported_in_the_log() {
    let folder = folder();
    folder.write("illegal.py", "def choose(view):\n    return {'take': 9}\n");
    folder.write("no_data.py", "def choose(view):\n    return {1, 2}\n");
    play(&folder, "heap.py illegal.py no_data.py --stones 2");
    assert!(folder.read("illegal.log").contains("is not a legal move"), "{}", folder.read("illegal.log"));
    assert!(
        folder.read("no_data.log").contains("choose(...) is of type set"),
        "{}",
        folder.read("no_data.log")
    );
}

#[test]
fn players_of_the_course_have_copies_of_the_game_and_cheats_change_nothing() {
    let folder = folder();
    let won = |words: &str| {
        let ended = folder.json(&format!("nim_course.py {words} --seed 3 --no-replay"));
        [0, 1].map(|seat| ended["players"][seat]["place"].as_u64().unwrap())
    };
    assert_eq!(won("nim_course.py:Clever nim_course.py:Fixed:2"), [1, 2]);
    assert_eq!(won("nim_course.py:Clever Minimax:2"), [1, 2]);
    assert_eq!(won("nim_course.py:Clever nim_course.py:Cheat"), [1, 2]);
    play(&folder, "nim_course.py Random AlphaBeta:4");
    replay(&folder, &["verify", "m.wag"]);
}

/// A game in which the first search takes longer than a step of a game may.
const SLOW: &str = r#"
import sys
import time
from two_player_games import SimpleNim

searches = []


class Slow(SimpleNim):
    def valid_moves(self):
        frame = sys._getframe()
        while frame and type(frame.f_locals.get("self")).__name__ != "MinimaxPlayer":
            frame = frame.f_back
        if frame and not searches:
            searches.append(1)
            time.sleep(2.5)
        return super().valid_moves()
"#;

#[test]
fn a_search_has_more_time_than_the_game() {
    let folder = Folder::with(&[("slow.py", SLOW)]);
    let ended = folder.json("game:slow.py Minimax:2 Random --count 9 --seed 1 --no-replay");
    assert_eq!(ended["players"][0]["place"], 1, "{ended}");
}

#[test]
fn an_invalid_move_loses_a_game_of_the_course_at_once() {
    let folder = folder();
    folder.write(
        "wrong.py",
        "from two_player_games import Player\nclass Wrong(Player):\n    def select_move(self):\n        return 7\n",
    );
    let ended = folder.json("nim_course.py wrong.py nim_course.py:Fixed --no-replay");
    assert_eq!((&ended["players"][1]["place"], &ended["rounds"]), (&1.into(), &1.into()), "{ended}");
}

#[test]
fn a_failed_game_fails_in_the_same_way_when_its_replay_is_verified() {
    let folder = folder();
    folder.write(
        "bad.py",
        fixture("heap.py").replace(
            "        state[\"turn\"]",
            "        if state[\"left\"] < 4:\n            1 / 0\n        state[\"turn\"]",
        ),
    );
    let run = folder.play("bad.py random greedy --seed 3 --replay m.wag --quiet");
    assert_ne!(run.status, 0);
    replay(&folder, &["verify", "m.wag"]);
}

#[test]
fn a_person_may_write_the_keys_of_an_order_in_any_sequence() {
    let folder = folder();
    let mut command = folder.command(&["play", "heap.py", "human", "random", "--seed", "4", "--no-replay"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let typed = "{\"take\": 1, \"from\": [0, 0]}\n".repeat(9);
    // The match ends before the last lines are read.
    let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
    let run = Run::of(child.wait_with_output().unwrap());
    assert!(run.status == 0 && !run.out.contains("is not a legal move"), "{}{}", run.out, run.err);
}

/// A game whose deciding figure says whether it could read the files of its players.
const SPY: &str = r#"
from wag.game import Ask, Game, Over


class Spy(Game):
    title = "Spy"
    seats = 2

    def start(self, options, seats, random):
        folder = __file__.rsplit("/", 1)[0]
        seen = 0
        for name in ("secret.py", "secret1.log", "notes.txt"):
            try:
                seen = 10 * seen + len(open(f"{folder}/{name}").read())
            except OSError:
                seen = 10 * seen
        return {"seen": seen, "turn": 0}

    def phase(self, state):
        return Over() if state["turn"] else Ask(1, [0, 1])

    def view(self, state, seat):
        return None

    def apply(self, state, orders, random):
        state["turn"] = 1

    def standings(self, state):
        return [state["seen"]] * 2
"#;

#[test]
fn a_game_reads_its_folder_but_neither_the_files_nor_the_logs_of_its_players() {
    let player = "def choose(view):\n    return None\n";
    let folder = Folder::with(&[
        ("spy.py", SPY),
        ("secret.py", player),
        ("secret1.log", "of the match before"),
        ("notes.txt", "1234"),
    ]);
    let ended = folder.json("spy.py secret.py secret.py --seed 1 --no-replay");
    assert_eq!(ended["players"][0]["points"], 4, "{ended}");
}

#[test]
fn a_client_plays_over_tcp() {
    let folder = folder();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let client = format!("tcp:{port}");
    let words = ["play", "heap.py", &client, "random", "--seed", "5", "--no-replay", "--json", "--quiet"];
    let child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let socket = loop {
        if let Ok(socket) = TcpStream::connect(("127.0.0.1", port)) {
            break socket;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut answers = socket.try_clone().unwrap();
    let mut kinds = Vec::new();
    for line in BufReader::new(socket).lines().map_while(Result::ok) {
        let said: Value = serde_json::from_str(&line).unwrap();
        let kind = said["type"].as_str().unwrap_or_default().to_string();
        if kind == "turn" {
            writeln!(answers, "{}", json!({"turn": said["turn"], "orders": {"move": 0}})).unwrap();
        }
        kinds.push(kind);
    }
    let run = Run::of(child.wait_with_output().unwrap());
    let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{err}: {run:?}"));
    assert_eq!((run.status, &report["players"][0]["faults_total"]), (0, &0.into()), "{kinds:?} {report}");
    assert!(kinds.iter().any(|kind| kind == "turn"), "{kinds:?}");
}
