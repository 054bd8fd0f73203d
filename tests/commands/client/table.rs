//! Two-player games in the client: watching the learner's own game, a person as a player, faults, tournaments, and the
//! end.

use crate::common::http::{Client, Events};
use crate::common::{Folder, RACE};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;

/// Players that misbehave.
const BAD: &str = "\
import os
from two_player_games import *

class Endless(Player):
    def select_move(self):
        print('I think')
        while True:
            pass

class Stubborn(Player):
    def select_move(self):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass

class Fails(Player):
    def select_move(self):
        return self.nothing

class Exits(Player):
    def select_move(self):
        os._exit(3)

class Curious(Player):
    def select_move(self):
        for what in (lambda: open('made', 'w'), lambda: open('/etc/hostname'), os.fork):
            try:
                what()
                print('done')
            except OSError as fault:
                print('refused')
        for number in range(3, 1024):
            try:
                os.write(number, b'lies')
            except OSError:
                pass
        return 1

class Loud(Player):
    def select_move(self):
        print('x' * 10_000_000)
        print('\\udcff', '\\x00')
        return self.game.valid_moves()[0]

class Hangs(Game):
    def valid_moves(self):
        return [1]
    def has_ended(self):
        return False
    def make_move(self, move):
        while True:
            pass
    def winner(self):
        return None
";

/// Starts a client with the sandbox, which is the default.
fn client() -> Client {
    client_with(&[("bad.py", BAD)])
}

/// Starts a client with the sandbox, the game and these files.
pub fn client_with(files: &[(&str, &str)]) -> Client {
    let folder = Folder::with(&[&[("race.py", RACE)], files].concat());
    let home = folder.path().join("home");
    let mut command = folder.command(&["client", "--no-open"]);
    command.env("WAG_HOME", &home);
    Client::of(command, folder, home)
}

pub fn game_request(game: &str, players: &[&str]) -> Value {
    json!({ "game": game, "players": players, "seed": 7, "time_limit": 0.5 })
}

/// Plays to the end. Returns the table and its lines.
pub fn played(client: &Client, game_request: &Value) -> (Value, Vec<Value>) {
    let id = client.post("/api/table", game_request).json(200)["id"].clone();
    let mut watched = WatchedTable::of(client, id);
    while watched.table["state"] == "running" {
        watched.receive();
    }
    (watched.table, watched.lines)
}

/// Starts a game, and waits until the first position exists.
fn start_game(client: &Client, game_request: &Value) {
    let id = client.post("/api/table", game_request).json(200)["id"].clone();
    let mut watched = WatchedTable::of(client, id);
    while of_kind(&watched.lines, "position").is_empty() {
        watched.receive();
    }
}

/// The events of a table as received by a page.
struct WatchedTable {
    events: Events,
    id: Value,
    table: Value,
    lines: Vec<Value>,
}

impl WatchedTable {
    fn of(client: &Client, id: Value) -> WatchedTable {
        let events = client.events_at("/api/table/events");
        let mut watched = WatchedTable { events, id, table: Value::Null, lines: Vec::new() };
        watched.receive();
        watched
    }

    fn receive(&mut self) {
        let event = self.events.next("table").expect("the server tells more");
        if event["table"]["id"] == self.id {
            self.table = event["table"].clone();
            self.lines.extend(event["lines"].as_array().unwrap().iter().cloned());
        }
    }

    /// Returns the number of the next question, and its moves.
    fn question(&mut self) -> (u64, Vec<Value>) {
        loop {
            match self.lines.last() {
                Some(last) if last["line"]["kind"] == "ask" => {
                    let moves = last["line"]["moves"].as_array().unwrap().clone();
                    return (last["number"].as_u64().unwrap(), moves);
                }
                _ => self.receive(),
            }
        }
    }
}

pub fn of_kind<'l>(lines: &'l [Value], kind: &str) -> Vec<&'l Value> {
    lines.iter().map(|line| &line["line"]).filter(|line| line["kind"] == kind).collect()
}

/// Returns the number of processes with this working folder, without the program itself.
fn workers(client: &Client) -> usize {
    let pids = std::fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        let folder = std::fs::read_link(entry.path().join("cwd")).ok()?;
        folder.starts_with(client.folder.path().canonicalize().unwrap()).then_some(())
    });
    pids.count() - 1
}

#[test]
fn each_player_imports_from_its_own_folder() {
    let player = "from two_player_games import *\nimport utils, copy\nclass P(Player):\n    def select_move(self):\n        \
                  import late\n        print(utils.ME, late.ME)\n        return 1\n";
    let client = client_with(&[
        ("a/player.py", player),
        ("b/player.py", player),
        ("a/utils.py", "ME = 'a utils'\n"),
        ("b/utils.py", "ME = 'b utils'\n"),
        ("a/late.py", "ME = 'a late'\n"),
        ("b/late.py", "ME = 'b late'\n"),
        ("b/copy.py", ""),
    ]);
    let words = ["a/player.py:P", "b/player.py:P"];
    let (table, lines) = played(&client, &game_request("race.py:Race", &words));
    assert_eq!(table["state"], "done", "{table}");
    let printed: Vec<_> =
        of_kind(&lines, "position").iter().filter_map(|one| one["output"].as_str()).collect();
    assert_eq!(printed[..3], ["", "a utils a late\n", "b utils b late\n"]);
    let warnings = of_kind(&lines, "warning");
    assert!(
        warnings.iter().any(|one| one["text"].as_str().unwrap().starts_with("b/copy is imported")),
        "{lines:?}"
    );
    let mut order = game_request("race.py:Race", &words);
    order["rounds"] = json!(2);
    let (table, lines) = played(&client, &order);
    let printed: String = lines.iter().filter_map(|line| line["line"]["output"].as_str()).collect();
    assert_eq!(table["state"], "done", "{table}");
    assert!(printed.contains("a utils a late\n") && printed.contains("b utils b late\n"), "{printed}");
    assert!(!printed.contains("a utils b late") && !printed.contains("b utils a late"), "{printed}");
}

#[test]
fn a_game_with_the_four_methods_is_watched_move_by_move() {
    let client = client();
    let choices = client.get("/api/table")["choices"].clone();
    let own = |word: &str| json!({ "word": word, "arguments": [] });
    assert_eq!(choices["own_games"], json!([own("bad.py:Hangs"), own("race.py:Race")]));
    assert!(choices["own_players"].as_array().unwrap().contains(&own("bad.py:Endless")));
    let nim = json!({ "word": "SimpleNim", "arguments": [{ "name": "count", "usual": "21" }] });
    assert!(choices["games"].as_array().unwrap().contains(&nim), "{choices}");
    let (table, lines) = played(&client, &game_request("race.py:Race", &["Random", "Minimax:3"]));
    assert_eq!((&table["state"], &table["error"]), (&json!("done"), &Value::Null));
    let numbers: Vec<_> = lines.iter().map(|line| line["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, Vec::from_iter(0..lines.len() as u64));
    assert_eq!(of_kind(&lines, "start")[0]["players"], json!(["Random", "Minimax"]));
    let positions = of_kind(&lines, "position");
    assert_eq!(positions[0]["text"], "Random's turn");
    let total: u64 = positions.iter().filter_map(|one| one["move"].as_str()?.parse::<u64>().ok()).sum();
    assert_eq!(total, 10, "every move is told");
    assert_eq!(of_kind(&lines, "result")[0]["winner"], 1);
    // The same seed gives the same game.
    assert_eq!(played(&client, &game_request("race.py:Race", &["Random", "Minimax:3"])).1, lines);
    assert_eq!(workers(&client), 0);
}

#[test]
fn person_plays_and_only_current_questions_accept_answers() {
    let client = client();
    let table = client.post("/api/table", &game_request("TicTacToe", &["You", "Perfect"])).json(200);
    client
        .post("/api/table", &game_request("TicTacToe", &["You", "Perfect"]))
        .refused(409, "a game is already running");
    let mut page = WatchedTable::of(&client, table["id"].clone());
    let (question, moves) = page.question();
    assert_eq!(moves.len(), 9);
    let answer = |table: &Value, question: u64, answer: &str| {
        let body = json!({ "table": table, "question": question, "answer": answer });
        client.post("/api/table/answer", &body)
    };
    answer(&table["id"], question + 1, "1").refused(409, "no longer open");
    answer(&json!("t9"), question, "1").refused(409, "no longer open");
    answer(&table["id"], question, &"1".repeat(300)).refused(400, "too long");
    // Longer than the time limit for programs, which does not apply to people.
    std::thread::sleep(std::time::Duration::from_millis(800));
    assert_eq!(answer(&table["id"], question, "1").status, 204);
    answer(&table["id"], question, "1").refused(409, "no longer open");
    page.lines.clear();
    let (again, moves) = page.question();
    assert!(again > question && moves.len() == 7, "{moves:?}");
    // An invalid move repeats the question.
    assert_eq!(answer(&table["id"], again, "99").status, 204);
    page.lines.clear();
    let (third, _) = page.question();
    assert_eq!(answer(&table["id"], third, "resign").status, 204);
    while page.table["state"] == "running" {
        page.receive();
    }
    let result = of_kind(&page.lines, "result")[0].clone();
    assert_eq!((&result["winner"], &result["reason"]), (&json!(1), &json!("resigned")));
}

#[test]
fn faults_are_reported_with_their_position() {
    let client = client();
    for (player, reason, places, words) in [
        ("Endless", "time-out", "bad.py:7 bad.py:8", "thought longer than 0.5 seconds"),
        (
            "Stubborn",
            "time-out",
            "bad.py:12 bad.py:13 bad.py:14 bad.py:15",
            "thought longer than 0.5 seconds",
        ),
        ("Fails", "exception", "bad.py:21", "AttributeError"),
        ("Exits", "exception", "null", "ended the program"),
    ] {
        let (table, lines) =
            played(&client, &game_request("race.py:Race", &["Random", &format!("bad.py:{player}")]));
        assert_eq!(table["state"], "done", "{player}");
        let result = of_kind(&lines, "result")[0];
        assert_eq!((&result["winner"], &result["reason"]), (&json!(0), &json!(reason)), "{player}: {result}");
        let place = result["where"].as_str().unwrap_or("null");
        assert!(places.split(' ').any(|one| one == place), "{player}: {result}");
        assert!(result["explanation"].as_str().unwrap().contains(words), "{player}: {result}");
    }
    let (_, lines) = played(&client, &game_request("race.py:Race", &["bad.py:Fails", "Random"]));
    let printed = of_kind(&lines, "result")[0]["output"].as_str().unwrap();
    assert!(printed.contains("File \"bad.py\", line 21"), "{printed}");
    assert_eq!(workers(&client), 0);
}

#[test]
fn player_is_sandboxed_and_cannot_flood_the_page() {
    let client = client();
    let (table, lines) = played(&client, &game_request("race.py:Race", &["bad.py:Curious", "bad.py:Loud"]));
    assert_eq!(table["state"], "done", "{table}");
    let positions = of_kind(&lines, "position");
    assert_eq!(positions[1]["output"], "refused\nrefused\nrefused\n");
    assert!(!client.folder.path().join("made").exists());
    let printed = positions[2]["output"].as_str().unwrap();
    assert!(printed.len() < 20_000 && printed.contains("characters more"), "{}", printed.len());
    assert!(of_kind(&lines, "result")[0]["reason"] == "won", "{lines:?}");
}

#[test]
fn unplayable_game_is_reported() {
    let client = client();
    for (game, players, words) in [
        ("../race.py:Race", ["Random", "Random"], "not in the working folder"),
        ("TicTacToe", ["Random", "x=/tmp/a.py:A"], "not in the working folder"),
        ("none.py:Race", ["Random", "Random"], "there is no such file"),
        ("", ["Random", "Random"], "choose a game"),
    ] {
        client.post("/api/table", &game_request(game, &players)).refused(400, words);
    }
    let mut odd = game_request("TicTacToe", &["Random"]);
    client.post("/api/table", &odd).refused(400, "for two players");
    odd["rounds"] = json!(5);
    client.post("/api/table", &odd).refused(400, "2 to 16 players");
    odd["players"] = json!(["Random", "Ann=You"]);
    client.post("/api/table", &odd).refused(400, "only programs can take part in a tournament");
    odd["players"] = json!(["Random", "Perfect"]);
    odd["rounds"] = json!(1_000_000);
    client.post("/api/table", &odd).refused(400, "at most 20000 games");
    odd["time_limit"] = json!(0);
    odd["rounds"] = Value::Null;
    client.post("/api/table", &odd).refused(400, "must be 0.05 to 3600 seconds, not 0");
    for (game, player, words) in [
        ("Nope", "Random", "there is no game Nope"),
        ("TicTacToe", "race.py:None", "race.py has no class None"),
        ("bad.py:Hangs", "Random", "thought longer"),
    ] {
        let (table, lines) = played(&client, &game_request(game, &["Random", player]));
        let message =
            format!("{} {}", table["error"], of_kind(&lines, "result").first().unwrap_or(&&Value::Null));
        assert!(message.contains(words), "{game} {player}: {message}");
    }
    client.request("POST", "/api/table/cancel", b"{}").json(200);
}

#[test]
fn tournament_continues_after_killing_a_player() {
    let client = client();
    let mut game_request = game_request("race.py:Race", &["Random", "bad.py:Stubborn", "Perfect"]);
    game_request["rounds"] = json!(1);
    let (table, lines) = played(&client, &game_request);
    assert_eq!((&table["state"], &table["error"]), (&json!("done"), &Value::Null));
    let standings = of_kind(&lines, "standings")[0];
    assert_eq!(standings["played"], 6);
    assert_eq!(standings["rows"][2], json!(["Stubborn", 0, 0, 0, 4, 0]));
    // Each game can be opened, except for those that were ended by force.
    let games = of_kind(&lines, "game");
    let numbers: Vec<_> = games.iter().map(|game| game["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
    let reasons: Vec<_> = games.iter().map(|game| game["reason"].as_str().unwrap()).collect();
    assert_eq!(reasons, ["time-out", "time-out", "won", "won", "time-out", "time-out"]);
    assert_eq!(games[1]["players"], json!(["Stubborn", "Random"]));
    assert_eq!(games[1]["positions"], json!([]));
    let positions = games[2]["positions"].as_array().unwrap();
    assert_eq!(games[2]["players"], json!(["Random", "Perfect"]));
    assert_eq!(positions[0], json!(["Random's turn", null, 0]));
    let moves = positions.iter().filter_map(|position| position[1].as_str()?.parse::<u64>().ok());
    assert_eq!(moves.sum::<u64>(), 10);
    // The table is the same as the command's.
    let options = [
        "--players",
        "Random,bad.py:Stubborn,Perfect",
        "--seed",
        "7",
        "--time-limit",
        "0.5",
        "--rounds",
        "1",
    ];
    let mut command: Command = client.folder.command(&["two-player", "tournament", "race.py:Race"]);
    let printed = command.args(options).output().unwrap().stdout;
    let printed = String::from_utf8(printed).unwrap();
    let rows: Vec<Value> = printed.lines().skip(1).take(3).map(cells).collect();
    let message = standings["rows"].as_array().unwrap().iter().map(|row| json!(row.as_array().unwrap()[..5]));
    assert_eq!(rows, message.collect::<Vec<_>>(), "{printed}");
}

/// Returns the cells of a row of the command's table.
fn cells(line: &str) -> Value {
    let cells =
        line.split_whitespace().map(|cell| cell.parse::<u64>().map_or(json!(cell), |number| json!(number)));
    cells.collect()
}

#[test]
fn cancelled_game_leaves_nothing_behind() {
    let mut client = client();
    let mut game_request = game_request("race.py:Race", &["bad.py:Stubborn", "Random"]);
    game_request["time_limit"] = json!(60);
    start_game(&client, &game_request);
    assert_eq!(workers(&client), 1);
    assert_eq!(client.post("/api/table/cancel", &Value::Null).json(200)["state"], "cancelled");
    assert_eq!(workers(&client), 0);
    // Stopping the server ends a game that waits for a person.
    start_game(&client, &self::game_request("TicTacToe", &["You", "You"]));
    assert_eq!(workers(&client), 1);
    client.post("/api/stop", &Value::Null);
    let (status, err) = client.ended();
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert!(Path::new(client.folder.path()).exists());
}

#[test]
fn access_requires_the_token() {
    let client = client();
    let host = client.host();
    for (method, path) in [
        ("GET", "/api/table"),
        ("POST", "/api/table"),
        ("POST", "/api/table/answer"),
        ("POST", "/api/table/cancel"),
        ("GET", "/api/table/events"),
    ] {
        assert_eq!(client.with(method, path, &[("Host", &host)], b"{}").status, 401, "{path}");
    }
}
