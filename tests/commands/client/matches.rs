//! Matches from the page: completed, cancelled, repeated, and as challenges; remembered settings and watched files.

use crate::common::http::{Client, SLOW, TALKER, match_request};
use crate::common::{Folder, without_notes};
use serde_json::{Value, json};

const STRONG: &str = include_str!("../../../python/opponents/Expert.py");

#[test]
fn page_gets_the_options() {
    let client =
        Client::start(&[("yourAI.py", ""), ("bots/b.py", ""), ("own.map", OWN_MAP), ("broken.map", "no")]);
    client.folder.write("own.json", r#"{ "rounds": 300 }"#);
    client.folder.write("notes.json", "[]");
    let outside = Folder::with(&[("far.map", OWN_MAP)]);
    let link = client.folder.path().join("link.map");
    std::os::unix::fs::symlink(outside.path().join("far.map"), link).unwrap();
    let start = client.get("/api/start");
    assert_eq!(start["files"], json!(["yourAI.py", "bots/b.py"]));
    assert_eq!(start["names"], json!(["yourAI", "b"]));
    assert_eq!((&start["game"], &start["title"]), (&json!("warriors"), &json!("Warriors & Gatherers")));
    assert_eq!(
        (&start["seats"], &start["filler"], &start["person"]),
        (&json!({ "least": 4, "most": 4 }), &json!("Noob"), &Value::Null)
    );
    let dummy =
        json!({ "name": "Dummy", "about": "gives no orders and starts with nothing", "locked": null });
    assert_eq!(start["built_in"][0], dummy);
    assert!(
        start["built_in"][4]["locked"]
            .as_str()
            .unwrap()
            .contains("locked until you master the challenge ADVANCED")
    );
    let options = start["options"].as_array().unwrap();
    let kinds: Vec<_> = options.iter().map(|option| (&option["name"], &option["kind"])).collect();
    let words = ["map", "file", "rounds", "number", "rules", "file"].map(|word| json!(word));
    assert_eq!(kinds, [(&words[0], &words[1]), (&words[2], &words[3]), (&words[4], &words[5])]);
    let rounds = &options[1];
    assert_eq!(
        (&rounds["least"], &rounds["most"], &rounds["usual"]),
        (&json!(1), &json!(1_000_000), &Value::Null)
    );
    assert_eq!((&options[0]["usual"], &options[0]["preview"]), (&json!("meadow"), &json!(true)));
    assert_eq!((&options[2]["usual"], &options[2]["preview"]), (&json!("usual"), &json!(false)));
    let maps = options[0]["files"].as_array().unwrap();
    assert_eq!(maps[0].as_object().unwrap().len(), 5);
    assert!(maps[0]["about"].as_str().unwrap().starts_with("open and gentle"), "{}", maps[0]);
    assert_eq!(
        (&maps[0]["name"], &maps[0]["title"], &maps[0]["size"], &maps[0]["locked"]),
        (&json!("meadow"), &json!("Meadow"), &json!([20, 20]), &Value::Null)
    );
    assert!(maps[1]["locked"].as_str().unwrap().contains("the map ring is locked"), "{}", maps[1]);
    // Files that are not maps, and maps elsewhere, are not listed.
    assert_eq!(maps.len(), 9);
    let own = json!({ "name": "own.map", "title": "Own <b>", "about": "", "size": [5, 5], "locked": null });
    assert_eq!(maps[8], own);
    let rules: Vec<_> = options[2]["files"].as_array().unwrap().iter().map(|file| &file["name"]).collect();
    assert_eq!(rules, ["usual", "own.json"]);
    let stages = start["stages"].as_array().unwrap();
    let states: Vec<&str> = stages.iter().map(|stage| stage["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["current", "locked", "locked", "locked"]);
    assert_eq!((&stages[0]["wins"], &stages[0]["wins_needed"]), (&json!(0), &json!(10)));
    assert_eq!(stages[0]["opponents"], json!(["Noob", "Noob", "Noob"]));
    assert_eq!(stages[0]["options"], json!({ "map": "meadow", "rounds": "1000" }));
    assert_eq!(start["settings"]["players"], json!(["yourAI.py", "Noob", "Noob", "Noob"]));
    assert_eq!(start["run"], Value::Null);
    let scene = client.get("/api/preview/map/own.map");
    assert_eq!((&scene["size"], &scene["rows"][0]), (&json!(5), &json!("1.R.2")));
    client.request("GET", "/api/preview/map/broken.map", b"").refused(400, "broken.map");
    client.request("GET", "/api/preview/map/none.map", b"").refused(400, "none.map");
}

#[test]
fn answer_only_counts_for_its_match() {
    let client = Client::start(&[]);
    let mut match_request = client.get("/api/start?game=gems")["settings"].clone();
    match_request["players"] = json!(["human", "greedy"]);
    let begin = || {
        client.post("/api/run", &match_request).json(200);
        client.until(|run| run["question"].is_object())
    };
    let answer = |run: &Value, asked: &Value| {
        let question = &asked["question"];
        let body = json!({ "run": run, "question": question["number"], "answer": question["choices"][0] });
        client.post("/api/run/answer", &body)
    };
    let first = begin();
    client.post("/api/run/cancel", &Value::Null).json(200);
    answer(&first["id"], &first).refused(409, "no question is waiting for this answer");
    let second = begin();
    assert_eq!(first["question"]["number"], second["question"]["number"]);
    answer(&first["id"], &second).refused(409, "no question is waiting for this answer");
    let nameless = json!({ "question": 1, "answer": "0" });
    client.post("/api/run/answer", &nameless).refused(422, "`run`");
    assert_eq!(answer(&second["id"], &second).status, 204);
    client.until(|run| run["question"].is_object() && run["question"] != second["question"]);
    client.post("/api/run/cancel", &Value::Null).json(200);
}

#[test]
fn players_are_named_after_folders_and_helpers_are_not_listed() {
    let own = "from yourFunctions import *\n";
    let client = Client::start(&[
        ("s10/yourAI.py", "from yourFunctions import *\nimport maps\n"),
        ("s10/yourFunctions.py", ""),
        ("s10/maps.py", ""),
        ("s2/yourAI.py", own),
        ("s2/yourFunctions.py", ""),
        ("s2/test_yourAI.py", "import yourAI\n"),
        ("yourFunctions.py", ""),
    ]);
    let start = client.get("/api/start");
    assert_eq!(start["files"], json!(["s2/yourAI.py", "s10/yourAI.py"]));
    assert_eq!(start["names"], json!(["s2", "s10"]));
    let run = client.run(["s2/yourAI.py", "s10/yourAI.py", "s2/yourAI.py", ""], 2);
    let done = client.finished();
    assert_eq!(done["state"], "done", "{done}");
    let head = client.get(&format!("/api/replays/{}", run["replay"].as_str().unwrap()));
    let names: Vec<_> = head["players"].as_array().unwrap().iter().map(|player| &player["name"]).collect();
    assert_eq!(names, ["s2-1", "s10", "s2-2", "Noob"]);
    assert!(client.folder.has("s10.log"));
}

#[test]
fn empty_folder_gets_a_first_player() {
    let client = Client::start(&[]);
    let start = client.get("/api/start");
    assert_eq!((&start["first"], &start["settings"]["players"][0]), (&json!("yourAI.py"), &json!("Noob")));
    assert_eq!(client.post("/api/first", &json!({ "game": "warriors" })).status, 204);
    let start = client.get("/api/start");
    assert_eq!((&start["first"], &start["files"]), (&Value::Null, &json!(["yourAI.py"])));
    assert_eq!(start["settings"]["players"], json!(["yourAI.py", "Noob", "Noob", "Noob"]));
    client.folder.write("yourAI.py", "mine");
    client.post("/api/first", &json!({ "game": "warriors" })).refused(400, "yourAI.py already exists");
    assert_eq!(client.folder.read("yourAI.py"), "mine");
    client.post("/api/first", &json!({ "game": "chess" })).refused(400, "chess");
}

/// Starts a client with this time limit for AIs.
fn with_turn_time(files: &[(&str, &str)], seconds: &str) -> Client {
    let folder = Folder::with(files);
    let home = folder.path().join("home");
    let mut command = folder.command(&["client", "--no-open", "--no-sandbox", "--turn-time", seconds]);
    command.env("WAG_HOME", &home);
    Client::of(command, folder, home)
}

const ENDLESS: &str = "n = 1\nprint('I count')\nwhile n:\n    n += 1\n";

#[test]
fn endless_turn_is_reported_live_and_its_line_on_cancel() {
    let client = with_turn_time(&[("endless.py", ENDLESS)], "1000");
    let mut events = client.events();
    client.run(["Noob", "endless.py", "", ""], 60);
    let run = loop {
        let run = events.next("run").unwrap();
        if run["turn"].is_object() {
            break run;
        }
    };
    let turn = &run["turn"];
    assert_eq!(
        (&turn["player"], &turn["seat"], &turn["round"]),
        (&json!("endless"), &json!(2), &json!(1)),
        "{run}"
    );
    assert_eq!(run["round"], 1, "the round that is being played");
    assert!(turn["seconds"].as_f64() >= Some(1.0) && turn["words"].is_null(), "{run}");
    let run = client.post("/api/run/cancel", &Value::Null).json(200);
    assert_eq!((&run["state"], &run["turn"]), (&json!("cancelled"), &Value::Null));
    let (cut, words) = (&run["cut"], run["cut"]["words"]["en"].as_str().unwrap());
    assert_eq!((&cut["player"], &cut["round"]), (&json!("endless"), &json!(1)), "{run}");
    assert!(words.contains("(endless.py, line 3)") || words.contains("(endless.py, line 4)"), "{run}");
    let log = client.folder.read("endless.log");
    assert!(log.starts_with("=== Round 1 (interrupted) ===\nI count\n*** Turn not finished after "), "{log}");
    assert!(log.contains("(endless.py, line "), "{log}");
}

#[test]
fn lost_turn_is_reported_with_its_line() {
    let client = with_turn_time(&[("endless.py", ENDLESS)], "0.2");
    client.run(["endless.py", "", "", ""], 5);
    let run = client.finished();
    let lost = &run["lost"];
    assert_eq!(
        (&run["state"], &lost["player"], &lost["round"]),
        (&json!("done"), &json!("endless"), &json!(3))
    );
    assert!(lost["words"]["en"].as_str().unwrap().contains("(endless.py, line "), "{run}");
    assert_eq!((&run["turn"], &run["cut"]), (&Value::Null, &Value::Null));
}

/// Returns a request for a challenge match. Its options have no effect.
fn challenge(players: &[&str], map: &str, rounds: u32, stage: &str) -> Value {
    let mut match_request = match_request(players, map, rounds);
    match_request["challenge"] = json!(stage);
    match_request
}

const OWN_MAP: &str = "mapVersion=3\n5\nOwn <b>\n0\n1.R.2\n.....\nR.X.R\n.....\n4.R.3\n";

#[test]
fn match_is_played_to_its_end_and_pages_get_events() {
    let client = Client::start(&[("ai.py", TALKER)]);
    let mut events = client.events();
    let run = client.run(["ai.py", "Noob", "", "Dummy"], 40);
    assert_eq!((&run["state"], &run["rounds"]), (&json!("running"), &json!(40)));
    let last = loop {
        let run = events.next("run").unwrap();
        if run["state"] != "running" {
            break run;
        }
    };
    assert_eq!((&last["state"], &last["round"], &last["seed"]), (&json!("done"), &json!(40), &json!(7)));
    assert_eq!((&last["error"], &last["verdict"]), (&Value::Null, &Value::Null));
    assert!(client.folder.read("ai.log").contains("=== Round 40"));
    assert!(client.folder.has("Noob2.log"), "an empty seat is the filler's");
    // A page that opens now gets the same event at once.
    assert_eq!(client.events().next("run").unwrap(), last);
}

#[test]
fn one_match_at_a_time_and_cancelling_ends_it_cleanly() {
    let client = Client::start(&[("slow.py", SLOW)]);
    client.post("/api/run/cancel", &Value::Null).refused(409, "no match");
    client.post("/api/run/again", &Value::Null).refused(409, "nothing has been played");
    client.run(["slow.py", "", "", ""], 5000);
    client.until(|run| run["round"].as_u64() > Some(3));
    let other = match_request(&["slow.py", "", "", ""], "meadow", 5);
    client.post("/api/run", &other).refused(409, "cancel it first");
    let cancelled = client.post("/api/run/cancel", &Value::Null).json(200);
    assert_eq!((&cancelled["state"], &cancelled["error"]), (&json!("cancelled"), &Value::Null));
    assert!(without_notes(&client.folder.read("slow.log")).ends_with("===\n"));
    let worker = client.folder.read("pid");
    assert!(!std::path::Path::new("/proc").join(&worker).exists(), "no worker is left");
    client.post("/api/run", &other).json(200);
    assert_eq!(client.finished()["state"], "done");
}

#[test]
fn again_plays_the_same_match() {
    let client = Client::start(&[("ai.py", "import random\nprint(random.random())\n")]);
    let match_request = match_request(&["ai.py", "Noob", "Noob", "Noob"], "meadow", 30);
    client.post("/api/run", &match_request).json(200);
    let (first, log) = (client.finished(), client.folder.read("ai.log"));
    let run = client.post("/api/run/again", &Value::Null).json(200);
    assert_ne!(run["id"], first["id"]);
    let second = client.finished();
    assert_eq!(second["seed"], first["seed"]);
    let without_times = crate::common::without_times;
    assert_eq!(without_times(&client.folder.read("ai.log")), without_times(&log));
}

#[test]
fn unplayable_match_is_reported_in_one_sentence() {
    let client = Client::start(&[("ai.py", ""), ("broken.py", "x = = 1\n")]);
    let cases = [
        (match_request(&["none.py", "", "", ""], "meadow", 5), "no file none.py"),
        (match_request(&["Nobody", "", "", ""], "meadow", 5), "Nobody"),
        (match_request(&["ai.py", "", ""], "meadow", 5), "is for 4 players"),
        (match_request(&["ai.py"; 5], "meadow", 5), "is for 4 players"),
        (match_request(&["ai.py", "human", "", ""], "meadow", 5), "cannot be played by people"),
        (
            json!({ "players": ["ai.py", "", "", ""], "options": { "mpa": "meadow" } }),
            "has no option \"mpa\"",
        ),
        (match_request(&["ai.py", "", "", ""], "meadow", 0), "rounds"),
        (match_request(&["ai.py", "", "", ""], "atlantis", 5), "atlantis"),
        (match_request(&["ai.py", "", "", ""], "ring", 5), "the map ring is locked"),
        (match_request(&["ai.py", "Expert", "", ""], "meadow", 5), "the AI Expert is locked"),
        (challenge(&["ai.py", "", "", ""], "x", 5, "GURU"), "GURU"),
        (challenge(&["ai.py", "", "", ""], "x", 5, "EXPERT"), "locked"),
        (challenge(&["Noob", "", "", ""], "x", 5, "NOOB"), "needs your own AI file"),
    ];
    for (match_request, words) in cases {
        client.post("/api/run", &match_request).refused(400, words);
    }
    assert_eq!(client.now(), Value::Null);
    client.run(["broken.py", "", "", ""], 5);
    let run = client.finished();
    assert_eq!(run["state"], "failed");
    assert!(run["error"].as_str().unwrap().contains("broken.py\", line 1"), "{run}");
}

#[test]
fn a_challenge_counts_as_in_the_ladder_but_not_a_second_time() {
    let home = tempfile::tempdir().unwrap();
    let nine = r#"{"version": 1, "unlocked_by_hand": false, "stages": {"NOOB": {"wins": 9, "matches": 9}}}"#;
    std::fs::write(home.path().join("progress.json"), nine).unwrap();
    let client = Client::start_in(Folder::with(&[("strong.py", STRONG)]), Some(home.path()));
    let match_request = challenge(&["strong.py", "", "", ""], "garden", 3, "NOOB");
    assert_eq!(client.post("/api/run", &match_request).json(200)["rounds"], 1000, "the stage's own");
    let run = client.finished();
    let verdict = &run["verdict"];
    assert_eq!(
        (&verdict["won"], &verdict["mastered"], &verdict["wins"]),
        (&json!(true), &json!(true), &json!(10)),
        "{run}"
    );
    assert_eq!(verdict["unlocked"], json!(["Intermediate", "ring", "spring"]));
    assert!(!verdict["text"].as_str().unwrap().contains('\u{1b}'));
    assert!(client.folder.has("Noob.py"), "the prize");
    let start = client.get("/api/start");
    assert_eq!(
        (&start["stages"][0]["state"], &start["stages"][1]["state"]),
        (&json!("mastered"), &json!("current"))
    );
    let ring = &start["options"][0]["files"][1];
    assert_eq!((&ring["name"], &ring["locked"]), (&json!("ring"), &Value::Null));

    client.post("/api/run/again", &Value::Null).json(200);
    let again = client.finished();
    assert_eq!(again["seed"], run["seed"]);
    assert_eq!(
        (&again["verdict"]["won"], &again["verdict"]["counted"]),
        (&json!(true), &json!(false)),
        "{again}"
    );
    let progress: Value =
        serde_json::from_slice(&std::fs::read(home.path().join("progress.json")).unwrap()).unwrap();
    assert_eq!(progress["stages"]["NOOB"], json!({ "wins": 10, "matches": 10 }));
}

#[test]
fn manual_unlock_applies_to_the_client() {
    let client = Client::start(&[("ai.py", "")]);
    let match_request = match_request(&["ai.py", "Expert", "", ""], "ring", 3);
    client.post("/api/run", &match_request).refused(400, "locked");
    let mut unlock = client.folder.command(&["unlock", "--all"]);
    assert_eq!(unlock.env("WAG_HOME", &client.home).output().unwrap().status.code(), Some(0));
    let start = client.get("/api/start");
    for list in [&start["built_in"], &start["options"][0]["files"]] {
        let list = list.as_array().unwrap();
        assert!(list.len() > 4);
        assert!(list.iter().all(|thing| thing["locked"].is_null()), "{list:?}");
    }
    client.post("/api/run", &match_request).json(200);
    assert_eq!(client.finished()["state"], "done");
}

#[test]
fn a_mastered_stage_is_practice_and_changes_no_progress() {
    let home = tempfile::tempdir().unwrap();
    let ten = r#"{"version": 1, "unlocked_by_hand": false, "stages": {"NOOB": {"wins": 10, "matches": 12}}}"#;
    let progress = home.path().join("progress.json");
    std::fs::write(&progress, ten).unwrap();
    let client = Client::start_in(Folder::with(&[("strong.py", STRONG), ("lazy.py", "")]), Some(home.path()));
    for (ai, result) in [("strong.py", "won"), ("lazy.py", "beaten")] {
        let match_request = challenge(&[ai, "", "", ""], "x", 3, "NOOB");
        client.post("/api/run", &match_request).json(200);
        let run = client.finished();
        let verdict = &run["verdict"];
        assert_eq!((&verdict["stage"], &verdict["result"]), (&json!("NOOB"), &json!(result)), "{run}");
        assert_eq!((&verdict["counted"], &verdict["why_not_counted"]), (&json!(false), &json!("practice")));
        assert_eq!((&verdict["mastered"], &verdict["wins"]), (&json!(false), &json!(10)));
        assert!(verdict["text"].as_str().unwrap().contains("practice and does not count"), "{verdict}");
        assert_eq!(std::fs::read_to_string(&progress).unwrap(), ten, "untouched");
    }
    assert!(!client.folder.has("Noob.py"), "no prize a second time");
}

#[test]
fn large_seeds_stay_exact_all_the_way() {
    let client = Client::start(&[
        ("ai.py", "import helper\nhelper.go(roundState.getBase())\n"),
        ("helper.py", HELPER),
    ]);
    let seed = "18446744073709551615";
    let match_request = json!({ "game": "", "players": ["ai.py", "", "", ""], "options": { "map": "meadow", "rounds": "3" }, "seed": seed });
    client.post("/api/run", &match_request).json(200);
    let run = client.finished();
    assert_eq!((&run["state"], &run["seed"]), (&json!("done"), &json!(seed)));
    let head = client.get(&format!("/api/replays/{}", run["replay"].as_str().unwrap()));
    assert_eq!(head["seed"], seed);
    assert_eq!(client.get("/api/start")["settings"]["seed"], seed);
    assert_eq!(client.post("/api/run/again", &Value::Null).json(200)["state"], "running");
    assert_eq!(client.finished()["seed"], seed);
    let (name, page) = (run["replay"].as_str().unwrap(), "page");
    let page = client.request("GET", &format!("/api/replays/{name}/{page}"), b"");
    assert!(String::from_utf8(page.body).unwrap().contains(&format!("\"seed\":\"{seed}\"")));
    // A request for the origin of an order returns the line.
    assert_eq!(
        head["sources"],
        json!({ "1/ai.py": "import helper\nhelper.go(roundState.getBase())\n", "1/helper.py": HELPER })
    );
    let chunk = client.get(&format!("/api/replays/{name}/chunks/0"));
    let turn = chunk["turns"].as_array().unwrap().iter().find(|turn| turn["seats"][0] == 1).unwrap();
    assert_eq!(turn["orders"][0]["list"][0]["at"], "helper.py:2", "{turn}");
    let python = head["python"].as_str().unwrap();
    assert_eq!(python.split('.').count(), 3, "{python}");
}

const HELPER: &str = "def go(base):\n    base.createUnitGatherer()\n";

#[test]
fn settings_are_remembered_for_the_next_time() {
    let mut client = Client::start(&[("ai.py", "")]);
    client.run(["ai.py", "", "Noob", "Dummy"], 17);
    client.finished();
    client.post("/api/stop", &Value::Null);
    client.ended();
    let folder = std::mem::replace(&mut client.folder, Folder::with(&[]));
    let next = Client::start_in(folder, Some(&client.home));
    let settings = next.get("/api/start")["settings"].clone();
    let match_request = json!({ "game": "warriors", "players": ["ai.py", "", "Noob", "Dummy"], "options": { "map": "meadow", "rounds": "17" }, "seed": 7, "challenge": null });
    assert_eq!(settings, match_request);
    // A request without a game means the first one.
    assert_eq!(next.get("/api/start?game=warriors")["settings"], match_request);
}

#[test]
fn a_page_chooses_the_content_of_the_logs() {
    let client = Client::start(&[("ai.py", "print('hi')\n")]);
    let mut request = match_request(&["ai.py", "", "", ""], "meadow", 2);
    request["log"] = json!("none");
    client.post("/api/run", &request).refused(422, "none");
    for (form, heading) in [("plain", "=== Round 1 ("), ("events", "=== Round 1 ===")] {
        request["log"] = json!(form);
        client.post("/api/run", &request).json(200);
        client.finished();
        let log = client.folder.read("ai.log");
        assert!(log.starts_with(heading), "{form}: {log}");
        assert_eq!(client.get("/api/start")["settings"]["log"] == "plain", form == "plain");
    }
}

#[test]
fn page_gets_file_change_events() {
    let client = Client::start(&[
        ("ai.py", "import helper\n"),
        ("helper.py", ""),
        ("pack/__init__.py", ""),
        ("notes.txt", ""),
    ]);
    let mut events = client.events();
    client.run(["ai.py", "", "", ""], 3);
    client.finished();
    client.folder.write("notes.txt", "no module");
    client.folder.write("helper.py", "x = 1\n");
    assert_eq!(events.next("files").unwrap(), json!({ "changed": ["helper.py"] }));
    client.folder.write("pack/__init__.py", "x = 2\n");
    assert_eq!(events.next("files").unwrap(), json!({ "changed": ["pack/__init__.py"] }));
    // The file is written under another name and then renamed, as some editors do.
    client.folder.write("ai.tmp", "import helper\nprint(1)\n");
    std::fs::rename(client.folder.path().join("ai.tmp"), client.folder.path().join("ai.py")).unwrap();
    assert_eq!(events.next("files").unwrap(), json!({ "changed": ["ai.py"] }));
}

#[test]
fn several_pages_and_a_second_client_do_no_harm() {
    let client = Client::start(&[("ai.py", TALKER)]);
    let pages: Vec<_> = (0..5).map(|_| client.events()).collect();
    let mut command = client.folder.command(&["client", "--no-open", "--port", &client.port.to_string()]);
    let taken = crate::common::Run::of(command.env("WAG_HOME", &client.home).output().unwrap());
    assert_eq!(taken.status, 2, "{}", taken.err);
    assert!(taken.err.contains("--port"), "{}", taken.err);
    let second = Client::start_in(Folder::with(&[("ai.py", TALKER)]), Some(&client.home));
    assert_ne!((second.port, &second.token), (client.port, &client.token));
    client.run(["ai.py", "", "", ""], 20);
    second.run(["ai.py", "", "", ""], 20);
    assert_eq!((&client.finished()["state"], &second.finished()["state"]), (&json!("done"), &json!("done")));
    for mut page in pages {
        while page.next("run").unwrap()["state"] != "done" {}
    }
}
