//! Games in Python files from the page: listed without running them, opened, played, and failed.

use crate::common::Folder;
use crate::common::http::Client;
use serde_json::{Value, json};
use std::os::unix::fs::symlink;

const COUNTDOWN: &str = r#"
from wag.game import Ask, Game, Option, Over


class Countdown(Game):
    title = "Count <b>down</b>"
    about = "who takes the last one wins"
    seats = 2
    options = [Option.number("count", 5, 1, 50)]

    def start(self, options, seats, random):
        return {"left": options["count"], "turn": 0, "won": [0, 0]}

    def phase(self, state):
        return Ask(1 + sum(state["won"]), [state["turn"]]) if state["left"] > 0 else Over()

    def view(self, state, seat):
        return {"left": state["left"]}

    def moves(self, state, seat):
        return list(range(1, min(3, state["left"]) + 1))

    def apply(self, state, orders, random):
        seat = state["turn"]
        state["left"] -= orders[seat] or 1
        if state["left"] <= 0:
            state["won"][seat] = 1
        state["turn"] = 1 - seat

    def board(self, state):
        return "x" * state["left"]

    def standings(self, state):
        return state["won"]
"#;

const TAKER: &str = "def choose(view):\n    return 1\n";

/// A file that would leave a trace if it ran.
const TRAP: &str = "open('ran', 'w')\nfrom wag.game import Game\nclass Trap(Game):\n    pass\n";

fn request(players: &[&str], options: Value) -> Value {
    json!({ "game": "countdown.py", "players": players, "options": options, "seed": 3 })
}

#[test]
fn games_are_listed_and_nothing_runs() {
    let folder = Folder::with(&[
        ("countdown.py", COUNTDOWN),
        ("trap.py", TRAP),
        ("two.py", "class A(Game):\n    pass\nclass B(Game):\n    pass\n"),
        ("based.py", "class Base(Game):\n    pass\nclass Chess(Base):\n    pass\n"),
        ("two_player_games.py", "class Game:\n    pass\nclass Nim(Game):\n    pass\n"),
        ("test_countdown.py", COUNTDOWN),
        ("player.py", TAKER),
        ("<b>.py", "class Bold(Game):\n    pass\n"),
    ]);
    let games = Folder::with(&[("Far Off.py", COUNTDOWN)]);
    symlink(games.path().join("Far Off.py"), folder.path().join("link.py")).unwrap();
    let home = folder.path().join("home");
    let mut command = folder.command(&["client", "--no-open", "--no-sandbox"]);
    command.env("WAG_HOME", &home).env("WAG_GAMES", games.path());
    let client = Client::of(command, folder, home);
    let listed = client.get("/api/games");
    let of = |origin: &str| {
        let games = listed.as_array().unwrap().iter().filter(|game| game["origin"] == origin);
        games.map(|game| game["word"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(of("folder"), ["<b>.py", "based.py", "countdown.py", "trap.py", "two.py:A", "two.py:B"]);
    assert_eq!(of("games"), ["far_off"]);
    assert_eq!(of("course").len(), 6);
    assert!(!client.folder.has("ran"));
    assert_eq!(client.get("/api/start?game=far_off")["title"], "Count <b>down</b>");
}

#[test]
fn only_games_of_the_folder_are_opened() {
    let client = Client::start(&[("broken.py", "class Broken(Game:\n"), ("two.py", TWO)]);
    let outside = Folder::with(&[("countdown.py", COUNTDOWN)]);
    symlink(outside.path().join("countdown.py"), client.folder.path().join("link.py")).unwrap();
    let path = outside.path().join("countdown.py");
    let path = path.to_str().unwrap();
    for word in
        [path, &format!("game:{path}"), &format!("game:{path}:Countdown"), "link.py", "link.py:Countdown"]
    {
        let address = format!("/api/start?game={}", word.replace('/', "%2F"));
        client.request("GET", &address, b"").refused(400, "is not in the working folder");
    }
    client.request("GET", "/api/start?game=broken.py", b"").refused(400, "broken.py, line 1");
    client.request("GET", "/api/start?game=two.py", b"").refused(400, "two.py:A");
    client.request("GET", "/api/start?game=none.py", b"").refused(400, "none.py");
}

const TWO: &str = "from wag.game import Game\nclass A(Game):\n    pass\nclass B(Game):\n    pass\n";

#[test]
fn the_form_of_a_game_has_its_options_and_players() {
    let client = Client::start(&[
        ("countdown.py", COUNTDOWN),
        ("taker.py", TAKER),
        ("team.py", "class One:\n    def choose(self, view): ...\nclass Two(One):\n    pass\n"),
    ]);
    let start = client.get("/api/start?game=countdown.py");
    assert_eq!((&start["game"], &start["title"]), (&json!("countdown.py"), &json!("Count <b>down</b>")));
    assert_eq!(start["files"], json!(["taker.py", "team.py:One", "team.py:Two"]));
    assert_eq!(start["names"], json!(["taker", "One", "Two"]));
    assert_eq!((&start["options"][0]["name"], &start["options"][0]["usual"]), (&json!("count"), &json!(5)));
    assert_eq!((&start["person"], &start["seats"]), (&json!("human"), &json!({ "least": 2, "most": 2 })));
    let built_in: Vec<_> = start["built_in"].as_array().unwrap().iter().map(|bot| &bot["name"]).collect();
    assert_eq!(built_in, ["random", "greedy", "minimax", "mcts"]);
}

#[test]
fn a_match_of_a_game_file_is_played_shown_and_continued() {
    let client = Client::start(&[("countdown.py", COUNTDOWN), ("taker.py", TAKER)]);
    let words = ["taker.py", "minimax:2"];
    client.post("/api/run", &request(&words, json!({ "count": "9" }))).json(200);
    let run = client.finished();
    assert_eq!((&run["state"], &run["error"]), (&json!("done"), &Value::Null), "{run}");
    let id = run["replay"].as_str().unwrap();
    let head = client.get(&format!("/api/replays/{id}"));
    assert_eq!(
        (&head["game"], &head["game_file"]["word"]),
        (&json!("python"), &json!("countdown.py")),
        "{head}"
    );
    assert_eq!((&head["failed"], &head["complete"]), (&Value::Null, &json!(true)), "{head}");
    assert_eq!(client.get("/api/start?game=countdown.py")["settings"]["options"]["count"], "9");
    let page = client.request("GET", &format!("/api/replays/{id}/page"), b"");
    assert_eq!(page.status, 200);
    let fork = json!({ "game": "countdown.py", "players": [], "fork": { "replay": id, "round": 1, "seat": 1, "file": "random" } });
    client.post("/api/run", &fork).json(200);
    assert_eq!(client.finished()["state"], "done");
}

#[test]
fn a_person_plays_a_game_of_the_course() {
    let client = Client::start(&[]);
    let start = client.get("/api/start?game=SimpleNim");
    assert_eq!((&start["game"], &start["person"]), (&json!("SimpleNim"), &json!("human")));
    let players = json!({ "game": "SimpleNim", "players": ["human", "Nim"], "options": {}, "seed": 1 });
    client.post("/api/run", &players).json(200);
    loop {
        let run = client.until(|run| run["state"] != "running" || run["question"].is_object());
        if run["state"] != "running" {
            assert_eq!(run["state"], "done", "{run}");
            break;
        }
        let question = &run["question"];
        let answer =
            json!({ "run": run["id"], "question": question["number"], "answer": question["choices"][0] });
        // The same question may be answered only once.
        client.post("/api/run/answer", &answer);
    }
    let replay = client.now()["replay"].as_str().unwrap().to_string();
    let head = client.get(&format!("/api/replays/{replay}"));
    assert_eq!(head["game_file"]["word"], "SimpleNim", "{head}");
}

#[test]
fn a_changed_game_is_opened_again_and_a_broken_one_can_be_mended() {
    let client = Client::start(&[("countdown.py", COUNTDOWN), ("taker.py", TAKER)]);
    client.get("/api/start?game=countdown.py");
    client.folder.write("countdown.py", COUNTDOWN.replace("Count <b>down</b>", "Down"));
    assert_eq!(client.get("/api/start?game=countdown.py")["title"], "Down");
    client.folder.write("countdown.py", "class Countdown(Game:\n");
    client.request("GET", "/api/start?game=countdown.py", b"").refused(400, "countdown.py, line 1");
    let file = client.get("/api/files/countdown.py?game=countdown.py");
    assert_eq!(client.get("/api/files?game=countdown.py")["files"][0]["name"], "countdown.py");
    let check = client.post("/api/files/countdown.py/check?game=countdown.py", &Value::Null).json(200);
    assert!(
        check["problem"]["message"]["en"].as_str().unwrap().contains("(countdown.py, line 1)"),
        "{check}"
    );
    let body = json!({ "text": COUNTDOWN, "version": file["version"] }).to_string();
    client.request("PUT", "/api/files/countdown.py?game=countdown.py", body.as_bytes()).json(200);
    assert_eq!(client.get("/api/start?game=countdown.py")["title"], "Count <b>down</b>");
}

#[test]
fn a_failed_game_counts_for_nobody() {
    let bad = COUNTDOWN.replace(
        "        state[\"left\"] -=",
        "        if state[\"left\"] < 4:\n            1 / 0\n        state[\"left\"] -=",
    );
    let client = Client::start(&[("countdown.py", &bad), ("taker.py", TAKER)]);
    client.post("/api/run", &request(&["taker.py", "random"], json!({}))).json(200);
    let run = client.finished();
    let head = client.get(&format!("/api/replays/{}", run["replay"].as_str().unwrap()));
    assert_eq!(
        (&head["failed"]["place"]["file"], &head["winners"]),
        (&json!("countdown.py"), &json!([])),
        "{head}"
    );
    assert_eq!(head["failed"]["place"]["line"], 26, "{head}");
    assert_eq!(run["games"][0]["winners"], json!([]), "{run}");
}

#[test]
fn a_tournament_of_a_game_file_is_played_and_listed_under_its_game() {
    let client = Client::start(&[("countdown.py", COUNTDOWN), ("taker.py", TAKER)]);
    let form = json!({ "game": "countdown.py", "players": ["taker.py", "random"], "games": 2, "seed": 5 });
    let begun = client.post("/api/tournaments", &form).json(200);
    assert_eq!(begun["game"], "countdown.py");
    let mut events = client.events();
    let done = loop {
        let now = events.next("tournament").unwrap();
        if now["state"] != "running" {
            break now;
        }
    };
    assert_eq!((&done["state"], &done["played"]), (&json!("done"), &json!(2)), "{done}");
    let listed = client.get("/api/tournaments?game=countdown.py");
    assert_eq!(listed["files"][0]["file"], "tournament.db", "{listed}");
    assert_eq!(client.get("/api/tournaments?game=warriors")["files"], json!([]));
}
