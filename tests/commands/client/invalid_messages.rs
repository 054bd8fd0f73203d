//! Two-player games in the client with players that send invalid lines to the page and the engine.

use super::table::{client_with, game_request, of_kind, played};
use serde_json::{Value, json};

/// Players that find the engine's end of the pipe in an outer stack frame.
const FORGERS: &str = "\
import json, sys
from two_player_games import *

def tell(event):
    frame = sys._getframe()
    while 'engine' not in frame.f_locals:
        frame = frame.f_back
    frame.f_locals['engine'].tell(event if isinstance(event, str) else json.dumps(event))

def result(number):
    return {'result': {'number': number, 'winner': 0, 'reason': 'x' * 100_000, 'explanation': 'y' * 100_000}}

class Winner(Player):
    def select_move(self):
        for number in range(1000):
            tell(result(number))

class Twice(Player):
    def select_move(self):
        tell(result(0))
        return 1

class Slow(Player):
    def select_move(self):
        while True:
            tell({'thinking': {'number': 0, 'mover': 'x', 'other': 'y', 'winner': 0, 'limit': None}})

class Asks(Player):
    def select_move(self):
        tell({'ask': {'kind': 'ask', 'moves': ['wait'], 'count': 1}})

class Odd(Player):
    def select_move(self):
        tell('{\"line\": {\"text\": \"\\\\ud800\"}}')
";

/// Players whose texts are too long or invalid.
const WORDY: &str = "\
from two_player_games import *

class Long(Player):
    def __str__(self):
        return 'x' * 300_000
    def select_move(self):
        raise ValueError('y' * 300_000)

class Half(Player):
    def select_move(self):
        print('\\ud800')
        raise ValueError('half \\ud800')

class Nameless(Player):
    def __str__(self):
        return self.nothing
    def select_move(self):
        return 'z' * 300_000
";

const WORDY_PLAYERS: [&str; 4] = ["wordy.py:Long", "wordy.py:Half", "wordy.py:Nameless", "Random"];

#[test]
fn out_of_turn_message_ends_the_game() {
    let client = client_with(&[("forgers.py", FORGERS)]);
    for (player, rounds, words) in [
        ("Winner", Value::Null, "more was reported than the results of one game"),
        ("Winner", json!(3), "more was reported than the results of 6 games"),
        ("Slow", Value::Null, "move 0 was reported out of order"),
        ("Slow", json!(1), "move 0 was reported out of order"),
        ("Twice", json!(2), "game 1 reported its result while game 2 was being played"),
        ("Asks", json!(1), "the game's process sent invalid data"),
        ("Odd", Value::Null, "the game's process sent invalid data"),
    ] {
        let mut game_request = game_request("race.py:Race", &[&format!("forgers.py:{player}"), "Random"]);
        game_request["rounds"] = rounds;
        let (table, _) = played(&client, &game_request);
        let error = table["error"].as_str().unwrap_or_default();
        assert!(table["state"] == "failed" && error.contains(words), "{player}: {table}");
    }
}

#[test]
fn odd_texts_of_a_player_only_lose_its_games() {
    let client = client_with(&[("wordy.py", WORDY)]);
    let mut game_request = game_request("race.py:Race", &WORDY_PLAYERS);
    game_request["rounds"] = json!(1);
    let (table, lines) = played(&client, &game_request);
    assert_eq!((&table["state"], &table["error"]), (&json!("done"), &Value::Null));
    let standings = of_kind(&lines, "standings")[0];
    assert_eq!(standings["played"], 12);
    let rows = standings["rows"].as_array().unwrap();
    assert!(rows.contains(&json!(["Random", 18, 6, 0, 0, 0])), "{rows:?}");
    // Of two such players, the one that begins loses.
    for name in ["Long", "Half", "Nameless"] {
        assert!(rows.contains(&json!([name, 6, 2, 0, 4, 0])), "{rows:?}");
    }
    let is_half =
        |game: &Value| game["explanation"].as_str().unwrap().ends_with("failed with ValueError: half ?");
    assert!(of_kind(&lines, "game").iter().any(|game| is_half(game)));
    for player in WORDY_PLAYERS {
        let (table, lines) = played(&client, &self::game_request("race.py:Race", &[player, "wordy.py:Half"]));
        assert_eq!(table["state"], "done", "{player}: {table}");
        assert_eq!(of_kind(&lines, "result").len(), 1, "{player}");
    }
}

#[test]
fn command_prints_odd_texts() {
    let client = client_with(&[("wordy.py", WORDY)]);
    let run = |words: &[&str]| {
        let mut command = client.folder.command(&["two-player"]);
        let output = command.args(words).args(["--seed", "7", "--log", "log.txt"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let players = WORDY_PLAYERS.join(",");
    let text = run(&["tournament", "race.py:Race", "--players", &players, "--rounds", "1"]);
    assert!(text.contains("\nRandom        18    6      0     0\n"), "{text}");
    assert!(text.contains("failed with ValueError: half ?\n"), "{text}");
    let text = run(&["play", "race.py:Race", "wordy.py:Half", "Random"]);
    assert!(text.ends_with("Random won: Half failed with ValueError: half ?\n"), "{text}");
    assert!(client.folder.read("log.txt").starts_with("\\ud800\n"));
}
