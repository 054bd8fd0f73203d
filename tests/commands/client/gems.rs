//! The gem duel from the page: options, programs as players, and a person.

use crate::common::http::{Client, NO_SANDBOX};
use crate::common::{Folder, project};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

const BOT: &str = "\
from gems import *

def choose_move(player, opponent, field):
    print('my life is', player[0])
    return legal_moves(field)[-1]
";

fn match_request(players: &[&str], map: &str) -> Value {
    json!({ "game": "gems", "players": players, "options": { "board": map }, "seed": 5 })
}

/// Adds a program to the folder that plays as `ref` does.
fn with_program(client: &Client, name: &str) {
    let target = client.folder.path().join(name);
    std::fs::copy(project().join("tests/gems/ref.sh"), &target).unwrap();
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o755)).unwrap();
}

fn new_board(client: &Client, name: &str) {
    let status =
        client.folder.command(&["make", "gems", "board", "-o", name, "--seed", "5"]).output().unwrap().status;
    assert!(status.success());
}

/// Returns the figures of both players at the end, and the winners.
fn end(client: &Client, run: &Value, game: usize) -> (Value, Value) {
    let head = client.get(&format!("/api/replays/{}", run["games"][game]["replay"].as_str().unwrap()));
    assert_eq!((&head["game"], &head["complete"]), (&json!("gems"), &json!(true)), "{head}");
    let figures: Vec<&Value> =
        head["players"].as_array().unwrap().iter().map(|player| &player["figures"]).collect();
    (json!(figures), head["winners"].clone())
}

#[test]
fn page_gets_the_options_of_each_game() {
    let client = Client::start(&[("bot.py", BOT), ("data.dat", "no board\n")]);
    new_board(&client, "b.dat");
    let start = client.get("/api/start?game=gems");
    assert_eq!(
        (&start["game"], &start["person"], &start["filler"]),
        (&json!("gems"), &json!("human"), &Value::Null)
    );
    assert_eq!(start["seats"], json!({ "least": 2, "most": 2 }));
    let names = |list: &Value| -> Vec<Value> {
        list.as_array().unwrap().iter().map(|thing| thing["name"].clone()).collect()
    };
    assert_eq!(names(&start["built_in"]), ["ref", "ref-columns", "greedy", "look-ahead"]);
    // Only boards are listed.
    assert_eq!(names(&start["options"]), ["board"]);
    assert_eq!(start["options"][0]["absent"], "new");
    assert_eq!(names(&start["options"][0]["files"]), ["new", "beispielfeld", "b.dat"]);
    assert_eq!((&start["stages"], &start["files"]), (&json!([]), &json!(["bot.py"])));
    let settings = json!({ "game": "gems", "players": ["human", "greedy"], "options": { "board": "new" }, "seed": null, "challenge": null });
    assert_eq!(start["settings"], settings);
    let first = client.get("/api/start");
    assert_eq!(
        (&first["game"], &first["person"], &first["filler"]),
        (&json!("warriors"), &Value::Null, &json!("Noob"))
    );
    let scene = client.get("/api/preview/board/b.dat?game=gems");
    assert_eq!((&scene["size"], &scene["preview"]["rows"][0]), (&json!(10), &json!("RBR13R3LYY")));
    assert_eq!(client.get("/api/preview/board/new?game=gems")["preview"], Value::Null);
    client
        .request("GET", "/api/preview/board/data.dat?game=gems", b"")
        .refused(400, "data.dat is not a valid board");
    client.request("GET", "/api/start?game=chess", b"").refused(400, "chess");
    // Settings are remembered for each game separately.
    client.post("/api/run", &match_request(&["bot.py", "ref"], "b.dat")).json(200);
    client.finished();
    assert_eq!(client.get("/api/start?game=gems")["settings"]["players"], json!(["bot.py", "ref"]));
    assert_eq!(client.get("/api/start")["settings"]["players"].as_array().unwrap().len(), 4);
}

#[test]
fn programs_play_a_game_and_the_page_has_its_replay() {
    let client = Client::start(&[("bot.py", BOT)]);
    new_board(&client, "b.dat");
    with_program(&client, "mine.sh");
    for players in [["mine.sh", "ref"], ["ref", "ref"]] {
        let run = client.post("/api/run", &match_request(&players, "b.dat")).json(200);
        assert_eq!(
            (&run["state"], &run["rounds"], &run["question"]),
            (&json!("running"), &json!(0), &Value::Null)
        );
        let run = client.finished();
        assert_eq!((&run["state"], &run["error"]), (&json!("done"), &Value::Null));
        let figures = json!([
            { "life": 3, "shield": 0, "red": 5, "yellow": 0, "green": 6, "lilac": 12 },
            { "life": 0, "shield": 0, "red": 0, "yellow": 13, "green": 3, "lilac": 0 }
        ]);
        // The same result as on the command line.
        assert_eq!(end(&client, &run, 0), (figures.clone(), json!([1])), "{players:?}");
        // The board is the same for both openers, so the second game mirrors the first.
        assert_eq!(end(&client, &run, 1), (json!([figures[1], figures[0]]), json!([2])), "{players:?}");
        let winners: Vec<&Value> = [0, 1].map(|game| &run["games"][game]["winners"]).into();
        assert_eq!((winners, &run["games"][1]["over"]), (vec![&json!([1]), &json!([2])], &json!(true)));
        assert_eq!(run["total"], json!({ "won": [1, 1], "winners": [1, 2] }));
        assert_eq!(run["replay"], run["games"][1]["replay"]);
    }
    client.post("/api/run", &match_request(&["bot.py", "mine.sh"], "b.dat")).json(200);
    let run = client.finished();
    assert_eq!((&run["state"], &run["seed"]), (&json!("done"), &json!(5)));
    assert!(client.folder.read("bot.log").contains("my life is 30\n"));
    let replay = run["games"][0]["replay"].as_str().unwrap();
    assert_eq!(client.get(&format!("/api/replays/{replay}"))["sources"]["1/bot.py"], BOT);
    let chunk = client.get(&format!("/api/replays/{replay}/chunks/0"));
    assert_eq!(chunk["turns"][0]["reports"][0]["output"], "my life is 30\n");
    // The same seed gives the same new board.
    let ends = [(); 2].map(|()| {
        client.post("/api/run", &match_request(&["bot.py", "greedy"], "new")).json(200);
        end(&client, &client.finished(), 0)
    });
    assert_eq!(ends[0], ends[1]);
    client.post("/api/run/again", &Value::Null).json(200);
    assert_eq!(end(&client, &client.finished(), 0), ends[0]);
    // The list distinguishes the two games of a match.
    let saves = client.get("/api/saves");
    let report = |number: u32| {
        let of_match = json!({ "number": number, "games": 2 });
        saves.as_array().unwrap().iter().filter(|save| save["of_match"] == of_match).count()
    };
    assert!(report(1) > 2 && report(1) == report(2), "{saves:#}");
}

#[test]
fn only_valid_answers_of_a_person_are_accepted() {
    let client = Client::start(&[]);
    new_board(&client, "b.dat");
    let give = |run: &Value, question: &Value, answer: &str| {
        client.post("/api/run/answer", &json!({ "run": run, "question": question, "answer": answer }))
    };
    give(&json!("1"), &json!(1), "1 0 1 1").refused(409, "no question is waiting for this answer");
    let id = client.post("/api/run", &match_request(&["human", "ref"], "b.dat")).json(200)["id"].clone();
    let answer = |question: &Value, answer: &str| give(&id, question, answer);
    let waiting_run = client.until(|run| !run["question"].is_null());
    let question = &waiting_run["question"];
    assert_eq!((&question["number"], &question["seat"]), (&json!(1), &json!(1)));
    let choices = question["choices"].as_array().unwrap();
    assert!(choices.contains(&json!("1 0 1 1")) && choices.len() > 3, "{choices:?}");
    // A waiting match can be watched: the board before the move is available.
    assert_eq!(waiting_run["ready"], true);
    let head = client.get(&format!("/api/replays/{}", waiting_run["replay"].as_str().unwrap()));
    assert_eq!((&head["rounds_played"], &head["complete"]), (&json!(0), &json!(false)));
    answer(&json!(2), "1 0 1 1").refused(409, "no question is waiting for this answer");
    answer(&json!(0), "1 0 1 1").refused(409, "no question is waiting for this answer");
    for wrong in ["0 0 5 5", "", "1 0 1 1 ", "resign"] {
        answer(&json!(1), wrong).refused(400, "not one of the possible moves");
    }
    for body in [
        json!({ "run": id, "question": 1 }),
        json!({ "run": id, "question": "x", "answer": "1 0 1 1" }),
        json!([]),
    ] {
        let status = client.post("/api/run/answer", &body).status;
        assert!((400..500).contains(&status), "{status} {body}");
    }
    assert_eq!(answer(&json!(1), "1 0 1 1").status, 204);
    let next = client.until(|run| run["question"]["number"].as_u64() > Some(1));
    assert_eq!((&next["id"], &next["question"]["number"], &next["round"]), (&id, &json!(2), &json!(2)));
    answer(&json!(1), "1 0 1 1").refused(409, "no question is waiting for this answer");
    // The replay has all moves so far.
    let head = client.get(&format!("/api/replays/{}", next["replay"].as_str().unwrap()));
    assert_eq!(head["rounds_played"], 2);
    // Play to the end, always with the first move.
    let mut now = next;
    while now["state"] == "running" {
        let question = now["question"].clone();
        assert_eq!(answer(&question["number"], question["choices"][0].as_str().unwrap()).status, 204);
        now = client.until(|run| {
            run["state"] != "running" || run["question"]["number"].as_u64() > question["number"].as_u64()
        });
    }
    assert_eq!(
        (&now["state"], &now["question"], &now["error"]),
        (&json!("done"), &Value::Null, &Value::Null)
    );
    // The person took part in both games.
    (0..2).for_each(|game| drop(end(&client, &now, game)));
}

#[test]
fn two_people_are_asked_in_turn_and_a_game_is_cancelled_while_it_waits() {
    let mut client = Client::start(&[]);
    client.post("/api/run", &match_request(&["human", "human"], "new")).json(200);
    let waiting_run = client.until(|run| !run["question"].is_null());
    assert_eq!(waiting_run["question"]["seat"], 1);
    let first = waiting_run["question"]["choices"][0].clone();
    assert_eq!(
        client
            .post("/api/run/answer", &json!({ "run": waiting_run["id"], "question": 1, "answer": first }))
            .status,
        204
    );
    let waiting_run = client.until(|run| run["question"]["number"] == 2);
    assert_eq!(waiting_run["question"]["seat"], 2);
    let cancelled = client.post("/api/run/cancel", &Value::Null).json(200);
    assert_eq!(
        (&cancelled["state"], &cancelled["question"], &cancelled["error"]),
        (&json!("cancelled"), &Value::Null, &Value::Null)
    );
    client
        .post("/api/run/answer", &json!({ "run": waiting_run["id"], "question": 2, "answer": "1 0 1 1" }))
        .refused(409, "no question is waiting for this answer");
    // Stopping the server does not wait for a person either.
    client.post("/api/run", &match_request(&["human", "greedy"], "new")).json(200);
    client.until(|run| !run["question"].is_null());
    assert_eq!(client.post("/api/stop", &Value::Null).status, 204);
    assert_eq!(client.ended(), (Some(0), NO_SANDBOX.to_string()));
}

#[test]
fn program_is_named_by_its_spec_and_reads_what_is_allowed() {
    let outside = Folder::with(&[("book.txt", "opening\n")]);
    let book = outside.path().join("book.txt").display().to_string();
    let reader = format!("#!/bin/sh\ncat {book} >&2\n");
    for (words, report) in [(vec![], false), (vec!["--readable", &book], true)] {
        let folder = Folder::with(&[("reader.sh", reader.as_str())]);
        let home = folder.path().join("home");
        let mut command: Command = folder.command(&["client", "--no-open"]);
        command.args(words).env("WAG_HOME", &home);
        let client = Client::of(command, folder, home);
        let file = client.folder.path().join("reader.sh");
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
        client.post("/api/run", &match_request(&["anna=reader.sh", "ref"], "new")).json(200);
        let run = client.finished();
        assert_eq!((&run["state"], &run["error"]), (&json!("done"), &Value::Null));
        assert_eq!(
            client.folder.read("anna.log").contains("opening"),
            report,
            "{}",
            client.folder.read("anna.log")
        );
    }
}

#[test]
fn unplayable_match_is_reported_in_one_sentence() {
    let outside = Folder::with(&[("bot.py", BOT)]);
    let client = Client::start(&[("bot.py", BOT), ("plain.txt", ""), ("broken.py", "x = = 1\n")]);
    new_board(&client, "b.dat");
    std::os::unix::fs::symlink(outside.path().join("bot.py"), client.folder.path().join("link.py")).unwrap();
    let elsewhere = outside.path().join("bot.py").display().to_string();
    let not_here = "not in the working folder";
    let mut chess = match_request(&["bot.py", "ref"], "new");
    chess["game"] = json!("chess");
    let cases = [
        (chess, "chess"),
        (match_request(&["bot.py"], "new"), "is for 2 players"),
        (match_request(&["bot.py", "ref", "ref"], "new"), "is for 2 players"),
        (match_request(&["bot.py", ""], "new"), "name a player for each seat"),
        (match_request(&[&elsewhere, "ref"], "new"), not_here),
        (match_request(&["../bot.py", "ref"], "new"), not_here),
        (match_request(&["link.py", "ref"], "new"), not_here),
        (match_request(&["ref", "/bin/sh"], "new"), not_here),
        (match_request(&["none.py", "ref"], "new"), "no file none.py"),
        (match_request(&["none", "ref"], "new"), "there is no program none"),
        (match_request(&["plain.txt", "ref"], "new"), "chmod +x plain.txt"),
        (match_request(&["bot.py", "ref"], "/etc/passwd"), not_here),
        (match_request(&["bot.py", "ref"], "../b.dat"), not_here),
        (match_request(&["bot.py", "ref"], "plain.txt"), "plain.txt is not a valid board"),
        (match_request(&["bot.py", "ref"], "none.dat"), "none.dat cannot be read"),
        (match_request(&["bot.py", "ref"], "none"), "there is no board \"none\""),
    ];
    for (match_request, words) in cases {
        client.post("/api/run", &match_request).refused(400, words);
    }
    assert_eq!(client.now(), Value::Null);
    client.post("/api/run", &match_request(&["ref", "broken.py"], "b.dat")).json(200);
    let run = client.finished();
    assert_eq!(run["state"], "failed");
    assert!(run["error"].as_str().unwrap().contains("broken.py\", line 1"), "{run}");
    // No match was played, and the log gives the reason.
    assert!(!client.folder.has("saves") && !client.folder.has("ref.log"), "{:?}", client.folder.names());
    assert!(client.folder.read("broken.log").contains("broken.py\", line 1"));
    assert_eq!(client.get("/api/saves"), json!([]));
}

#[test]
fn failing_or_spying_ai_only_loses_its_game() {
    let spy = "def choose_move(player, opponent, field):\n    return open('b.dat').read()\n";
    let folder = Folder::with(&[("spy.py", spy)]);
    let home = folder.path().join("home");
    // With the sandbox, which is the default of `wag client`.
    let mut command: Command = folder.command(&["client", "--no-open"]);
    command.env("WAG_HOME", &home);
    let client = Client::of(command, folder, home);
    new_board(&client, "b.dat");
    client.post("/api/run", &match_request(&["spy.py", "greedy"], "b.dat")).json(200);
    let run = client.finished();
    assert_eq!((&run["state"], &run["error"]), (&json!("done"), &Value::Null));
    assert_eq!([0, 1].map(|game| end(&client, &run, game).1), [json!([2]), json!([2])]);
    assert!(client.folder.read("spy.log").contains("PermissionError"), "{}", client.folder.read("spy.log"));
}
