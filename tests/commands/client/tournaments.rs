//! Tournaments from the page: started, watched, stopped and resumed, in the page and in the terminal.

use crate::common::http::Client;
use crate::common::{Folder, Run};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const IDLER: &str = "from classes import *\n";
const SLOW: &str = "import time\ntime.sleep(0.02)\n";
const PATIENCE: Duration = Duration::from_secs(300);

/// A class of three, each with a folder.
fn class() -> [(&'static str, &'static str); 4] {
    [
        ("class/anna/yourAI.py", "from yourFunctions import *\n"),
        ("class/anna/yourFunctions.py", "from classes import *\n"),
        ("class/bob/yourAI.py", IDLER),
        ("class/cleo/yourAI.py", "x = (\n"),
    ]
}

fn tournament_request(players: &[&str], rounds: u32, games: u32) -> Value {
    json!({ "game": "warriors", "players": players, "options": { "rounds": rounds.to_string() }, "games": games, "seed": 5 })
}

fn now(client: &Client) -> Value {
    client.get("/api/tournaments?game=warriors")["now"].clone()
}

/// Waits until the tournament meets the condition.
fn until(client: &Client, is_so: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let now = now(client);
        if is_so(&now) {
            return now;
        }
        assert!(began.elapsed() < PATIENCE, "{now}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn tournament(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

#[test]
fn tournament_is_played_and_pages_get_events() {
    let client = Client::start(&class());
    let mut events = client.events();
    let players = ["class/anna/yourAI.py", "class/bob/yourAI.py", "class/cleo/yourAI.py", "Noob"];
    let begun = client.post("/api/tournaments", &tournament_request(&players, 10, 8)).json(200);
    assert_eq!((&begun["state"], &begun["file"]), (&json!("running"), &json!("tournament.db")));
    assert_eq!((&begun["played"], &begun["planned"]), (&json!(0), &json!(8)));
    let done = loop {
        let message = events.next("tournament").unwrap();
        if message["state"] != "running" {
            break message;
        }
    };
    assert_eq!((&done["state"], &done["played"], &done["error"]), (&json!("done"), &json!(8), &Value::Null));
    let rows = done["table"]["players"].as_array().unwrap();
    let mut names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(
        (names[3], rows[3]["place"].as_u64()),
        ("cleo", Some(4)),
        "whoever fails in every turn takes the last place"
    );
    names.sort_unstable();
    assert_eq!(names, ["Noob", "anna", "bob", "cleo"], "players are called after their folders");
    let cleo = rows.iter().find(|row| row["name"] == "cleo").unwrap();
    assert_eq!((&cleo["faults"], &cleo["first_fault_kind"]), (&json!(8), &json!("start")));
    assert!(cleo["first_fault"].as_str().unwrap().starts_with("SyntaxError: "), "{cleo}");
    assert!(done["warnings"][0].as_str().unwrap().starts_with("cleo cannot play"), "{}", done["warnings"]);
    assert_eq!(done["table"]["versus"][3], json!([[0.0, 8], [0.0, 8], [0.0, 8], null]));
    // The command shows the same.
    let shown = tournament(&client.folder, "show tournament.db --json");
    let shown: Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(shown["players"], done["table"]["players"]);
    let fields = |object: &Value, without: &[&str]| -> Vec<String> {
        let names = object.as_object().unwrap().keys();
        names.filter(|name| !without.contains(&name.as_str())).cloned().collect()
    };
    let of_pages = ["options", "games", "seats", "replays", "versus"];
    assert_eq!(fields(&shown, &["played"]), fields(&done["table"], &of_pages));
    assert_eq!(shown["played"][0]["replay"], "saves/tournament/0001.wag");
}

#[test]
fn matches_of_a_cell_are_listed_and_open_their_replays() {
    let client = Client::start(&class());
    let played = tournament(&client.folder, "class Noob Dummy --rounds 4 --games 4 --seed 1 --into old.db");
    // A player cannot start.
    assert_eq!(played.status, 4, "{}", played.err);
    client
        .post(
            "/api/tournaments",
            &tournament_request(&["class/anna/yourAI.py", "class/bob/yourAI.py", "Dummy"], 4, 4),
        )
        .json(200);
    until(&client, |now| now["state"] == "done");
    let all = client.get("/api/tournaments/tournament.db/matches");
    assert_eq!((&all["count"], all["replays"].as_array().unwrap().len()), (&json!(4), 4));
    let both = client.get("/api/tournaments/tournament.db/matches?player=anna&against=bob");
    let first = &both["matches"][0];
    let names: Vec<&Value> = first["standings"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert!(names.contains(&&json!("anna")) && names.contains(&&json!("bob")), "{first}");
    assert_eq!(first["standings"][0]["figures"][0][0], "stock");
    assert_eq!(
        (&first["index"], &first["kept"], &first["map"]),
        (&json!(1), &json!("here"), &json!("meadow"))
    );
    let head = client.get(&format!("/api/replays/{}", first["replay"].as_str().unwrap()));
    assert_eq!(
        (&head["game"], &head["complete"], &head["seed"]),
        (&json!("warriors"), &json!(true), &json!(5))
    );
    assert_eq!(client.get("/api/tournaments/tournament.db/matches?player=nobody")["count"], 0);
    // A tournament from the terminal has no replays.
    let old = client.get("/api/tournaments/old.db/matches?player=anna&against=bob");
    assert!(old["count"].as_u64().unwrap() > 0);
    assert_eq!((&old["matches"][0]["kept"], &old["matches"][0]["replay"]), (&json!("none"), &Value::Null));
    client.request("GET", "/api/replays/1@old.db", b"").refused(400, "no replay of match 1 was saved");
    std::fs::remove_file(client.folder.path().join("saves/tournament/0002.wag")).unwrap();
    client
        .request("GET", "/api/replays/2@tournament.db", b"")
        .refused(400, "the replay of match 2 no longer exists");
    let all = client.get("/api/tournaments/tournament.db/matches");
    assert_eq!(all["matches"][1]["kept"], "gone");
    assert_eq!(all["replays"], json!(["1@tournament.db", "3@tournament.db", "4@tournament.db"]));
    let listed = client.get("/api/tournaments?game=warriors")["files"].clone();
    let files: Vec<&Value> = listed.as_array().unwrap().iter().map(|entry| &entry["file"]).collect();
    assert_eq!(files, ["tournament.db", "old.db"]);
    assert_eq!(listed[1]["players"], json!(["anna", "bob", "cleo", "Noob", "Dummy"]));
    assert_eq!(client.get("/api/tournaments?game=tron")["files"], json!([]));
}

#[test]
fn player_can_be_removed_and_a_missing_file_continues_from_its_copy() {
    let client = Client::start(&[("a.py", IDLER), ("b.py", IDLER), ("c.py", IDLER), ("d.py", IDLER)]);
    client
        .post("/api/tournaments", &tournament_request(&["a.py", "b.py", "c.py", "d.py", "Dummy"], 4, 4))
        .json(200);
    let before = until(&client, |now| now["state"] == "done");
    std::fs::remove_file(client.folder.path().join("b.py")).unwrap();
    let more = json!({ "file": "tournament.db", "games": 8, "without": ["a"] });
    client.post("/api/tournaments", &more).json(200);
    let after = until(&client, |now| now["state"] == "done");
    let row = |now: &Value, name: &str| {
        let rows = now["table"]["players"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == name).cloned().unwrap_or_else(|| panic!("{name}: {now}"))
    };
    assert_eq!(
        (&row(&after, "a")["games"], &row(&after, "a")["current"]),
        (&row(&before, "a")["games"], &json!(false))
    );
    assert!(row(&after, "b")["games"].as_u64() >= Some(8), "{after}");
    let warnings = after["warnings"].to_string();
    assert!(
        warnings.contains("the files of b are missing; the tournament's copy of them plays"),
        "{warnings}"
    );
    let nobody = json!({ "file": "tournament.db", "without": ["zoe"] });
    client.post("/api/tournaments", &nobody).refused(400, "--without zoe: there is no such player");
}

#[test]
fn tournament_can_be_stopped_and_resumed_here_and_in_the_terminal() {
    let client = Client::start(&[("slow.py", SLOW), ("other.py", IDLER)]);
    let players = ["slow.py", "other.py", "Dummy", "Noob"];
    client.post("/api/tournaments", &tournament_request(&players, 10, 24)).json(200);
    client
        .post("/api/tournaments", &tournament_request(&players, 10, 24))
        .refused(409, "the tournament in tournament.db is running");
    tournament(&client.folder, "--resume tournament.db")
        .is_user_error(&["another wag is playing the tournament in tournament.db"]);
    until(&client, |now| now["played"].as_u64() >= Some(2));
    let stopped = client.post("/api/tournaments/stop", &Value::Null).json(200);
    let before = stopped["played"].as_u64().unwrap();
    assert_eq!(stopped["state"], "cancelled");
    assert!((2..24).contains(&before), "{before}");
    assert_eq!(client.get("/api/tournaments/tournament.db")["matches"], stopped["played"]);
    client.post("/api/tournaments", &json!({ "file": "tournament.db" })).json(200);
    until(&client, |now| now["played"].as_u64() >= Some(before + 2));
    client.post("/api/tournaments/stop", &Value::Null).json(200);
    let resumed = tournament(&client.folder, "--resume tournament.db --json");
    let resumed: Value = serde_json::from_str(&resumed.out).unwrap();
    assert_eq!((&resumed["matches"], &resumed["matches_planned"]), (&json!(24), &json!(24)));
    assert!(resumed["played"].as_array().unwrap().iter().all(|row| row["replay"].is_string()), "{resumed}");
    // A new tournament gets a new file. Resuming a finished one ends at once.
    let second = client.post("/api/tournaments", &tournament_request(&["Dummy", "Noob"], 2, 4)).json(200);
    assert_eq!(second["file"], "tournament-2.db");
    until(&client, |now| now["state"] == "done");
    client.post("/api/tournaments", &json!({ "file": "tournament.db" })).json(200);
    assert_eq!(until(&client, |now| now["state"] == "done")["played"], 24);
}

#[test]
fn ctrl_c_ends_it_and_no_match_is_lost() {
    let mut client = Client::start(&[("slow.py", SLOW)]);
    client.post("/api/tournaments", &tournament_request(&["slow.py", "Dummy"], 10, 400)).json(200);
    let before = until(&client, |now| now["played"].as_u64() >= Some(2))["played"].as_u64().unwrap();
    let pid = client.process.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let (status, err) = client.ended();
    assert_eq!(status, Some(0), "{err}");
    let shown = tournament(&client.folder, "show tournament.db --json");
    let shown: Value = serde_json::from_str(&shown.out).unwrap();
    assert!((before..400).contains(&shown["matches"].as_u64().unwrap()), "{shown}");
    assert!(!client.folder.has("saves/tournament/.unfinished"));
}

#[test]
fn unplayable_match_is_reported_in_one_sentence() {
    let client = Client::start(&[
        ("bot.py", IDLER),
        ("a/fast.py", IDLER),
        ("b/fast.py", SLOW),
        ("no.db", "no database"),
    ]);
    let outside = Folder::with(&[("far.py", IDLER)]);
    let far = outside.path().join("far.py").display().to_string();
    let asked = |players: &[&str]| client.post("/api/tournaments", &tournament_request(players, 4, 4));
    asked(&["bot.py"]).refused(400, "at least two players, but only bot takes part");
    asked(&["bot.py", "bot.py"]).refused(400, "would have the same name, bot");
    asked(&["bot.py", "none.py"]).refused(400, "there is no file none.py");
    asked(&["bot.py", &far]).refused(400, "is not in the working folder");
    asked(&["bot.py", "../x.py"]).refused(400, "is not in the working folder");
    asked(&["bot.py", "Expert"]).refused(400, "is locked");
    let mut many = tournament_request(&["bot.py", "Noob"], 4, 4);
    many["games"] = json!(0);
    client.post("/api/tournaments", &many).refused(400, "1 to 10000 matches");
    many["games"] = json!(4);
    many["places"] = json!(["../x.map"]);
    client.post("/api/tournaments", &many).refused(400, "is not in the working folder");
    assert!(!client.folder.has("tournament.db"));
    for file in ["none.db", "../tournament.db", "no.db", "bot.py"] {
        let tournament_request = json!({ "file": file });
        let message =
            if file == "no.db" { "no.db is not an SQLite database" } else { "there is no tournament" };
        client.post("/api/tournaments", &tournament_request).refused(400, message);
        let path = format!("/api/tournaments/{}", file.replace('/', "%2F"));
        client.request("GET", &path, b"").refused(400, message);
    }
    client.post("/api/tournaments/stop", &Value::Null).refused(409, "no tournament is running");
    assert_eq!(
        client.get("/api/tournaments?game=warriors")["files"],
        json!([]),
        "what is none is not listed"
    );
    // Files of the same name are distinguished by their folders.
    asked(&["a/fast.py", "b/fast.py"]).json(200);
    let done = until(&client, |now| now["state"] == "done");
    let names: Vec<&str> = done["table"]["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"a-fast") && names.contains(&"b-fast"), "{names:?}");
}

#[test]
fn a_file_may_not_allow_more_than_the_client_does() {
    let folder = Folder::with(&[("bot.py", IDLER)]);
    let elsewhere = Folder::with(&[("far.py", IDLER)]);
    let far = elsewhere.path().join("far.py").display().to_string();
    let begun = [
        ("free.db", "bot.py Noob --rounds 2 --games 2 --no-limits --into free.db".to_string()),
        ("far.db", format!("{far} Noob --rounds 2 --games 2 --into far.db")),
        ("own.db", "bot.py Noob --rounds 2 --games 2 --into own.db --replays kept".to_string()),
    ];
    for (file, words) in &begun {
        let run = tournament(&folder, words);
        assert_eq!(run.status, 0, "{file}: {}", run.err);
    }
    let run = Run::of(
        elsewhere
            .command(&["tournament", "far.py", "Noob", "--rounds", "2", "--games", "2", "--into"])
            .arg(folder.path().join("begun.db"))
            .output()
            .unwrap(),
    );
    assert_eq!(run.status, 0, "{}", run.err);
    let client = Client::start_in(folder, None);
    let go_on = |file: &str| client.post("/api/tournaments", &json!({ "file": file }));
    let free = go_on("free.db").json(200);
    let warning = free["warnings"][0].as_str().unwrap();
    assert!(
        warning.contains("was started with --no-limits, but these options are not read from its file"),
        "{warning}"
    );
    assert_eq!(until(&client, |now| now["state"] == "done")["error"], Value::Null);
    go_on("far.db").refused(400, "is not in the working folder");
    go_on("begun.db").refused(400, "this tournament was started in ");
    go_on("own.db").json(200);
    assert_eq!(until(&client, |now| now["state"] == "done")["error"], Value::Null);
    assert_eq!(client.get("/api/replays/1@own.db")["complete"], true);
    // A replay outside of the working folder is not shown, even if the database names it.
    let file = rusqlite::Connection::open(client.folder.path().join("own.db")).unwrap();
    let other = elsewhere.path().join("x.wag");
    std::fs::copy(client.folder.path().join("kept/0001.wag"), &other).unwrap();
    file.execute("UPDATE matches SET replay = ?1 WHERE id = 1", [other.display().to_string()]).unwrap();
    client.request("GET", "/api/replays/1@own.db", b"").refused(400, "is not in the working folder");
    assert_eq!(client.get("/api/tournaments/own.db/matches")["matches"][0]["kept"], "elsewhere");
    file.execute_batch("PRAGMA user_version = 99").unwrap();
    go_on("own.db").refused(400, "another version of wag (format 99");
    let listed = client.get("/api/tournaments?game=warriors")["files"].clone();
    let own = listed.as_array().unwrap().iter().find(|entry| entry["file"] == "own.db").unwrap();
    assert!(own["error"].as_str().unwrap().contains("another version of wag"), "{own}");
}

#[test]
fn changed_file_continues_from_its_copy() {
    let client = Client::start(&[("bot.py", SLOW)]);
    client.post("/api/tournaments", &tournament_request(&["bot.py", "Dummy"], 10, 12)).json(200);
    until(&client, |now| now["played"].as_u64() >= Some(1));
    client.folder.write("bot.py", IDLER);
    let done = until(&client, |now| now["state"] != "running");
    assert_eq!((&done["state"], &done["played"]), (&json!("done"), &done["planned"]));
    client.post("/api/tournaments", &json!({ "file": "tournament.db" })).json(200);
    let now = until(&client, |now| now["state"] == "done");
    assert!(now["warnings"][0].as_str().unwrap().contains("bot@2 plays from now on"), "{}", now["warnings"]);
    assert!(now["played"].as_u64() > done["played"].as_u64(), "what was played is kept");
}

#[test]
fn later_player_plays_missing_matches() {
    let client = Client::start(&[("bot.py", IDLER), ("late.py", SLOW)]);
    client.post("/api/tournaments", &tournament_request(&["bot.py", "Dummy"], 4, 4)).json(200);
    until(&client, |now| now["state"] == "done");
    let late = json!({ "file": "tournament.db", "players": ["late.py"], "games": 8 });
    let begun = client.post("/api/tournaments", &late).json(200);
    assert_eq!((&begun["played"], &begun["file"]), (&json!(4), &json!("tournament.db")));
    assert!(begun["warnings"][0].as_str().unwrap().contains("are already in the tournament"), "{begun}");
    let done = until(&client, |now| now["state"] == "done");
    let rows = done["table"]["players"].as_array().unwrap();
    let games = |name: &str| rows.iter().find(|row| row["name"] == name).unwrap()["games"].as_u64();
    assert!(games("late") >= Some(8) && games("bot") >= Some(8), "{rows:?}");
    assert_eq!(client.get("/api/tournaments?game=warriors")["files"].as_array().unwrap().len(), 1);
}

#[test]
fn full_disk_is_reported_and_earlier_data_stays() {
    let folder = Folder::with(&[]);
    let home = folder.path().join("home");
    let wag = env!("CARGO_BIN_EXE_wag");
    // The signal is ignored, so that exceeding the limit is a write error, as on a full disk.
    let mut command = crate::common::in_english("bash");
    command.args(["-c", &format!("trap '' XFSZ; ulimit -f 32; exec {wag} client --no-open --no-sandbox")]);
    command.current_dir(folder.path()).env("WAG_HOME", &home);
    let client = Client::of(command, folder, home);
    let tournament_request =
        json!({ "game": "tron", "players": ["Straight", "Roomy"], "games": 100, "seats": 2, "seed": 1 });
    client.post("/api/tournaments", &tournament_request).json(200);
    let failed = until(&client, |now| now["state"] != "running");
    assert_eq!(failed["state"], "failed");
    let error = failed["error"].as_str().unwrap();
    assert!(
        error.contains("tournament.db cannot be written")
            && error.contains("its previous contents are unchanged"),
        "{error}"
    );
    let before = failed["played"].as_u64().unwrap();
    assert!((1..100).contains(&before), "{before}");
    let resumed = tournament(&client.folder, "--resume tournament.db --json");
    let resumed: Value = serde_json::from_str(&resumed.out).unwrap();
    assert_eq!(resumed["matches"], 100);
}

#[test]
fn forged_file_with_many_players_is_refused_and_takes_no_memory() {
    let client = Client::start(&[("bot.py", IDLER)]);
    client.post("/api/tournaments", &tournament_request(&["bot.py", "Dummy"], 4, 4)).json(200);
    until(&client, |now| now["state"] == "done");
    let path = client.folder.path().join("forged.db");
    std::fs::copy(client.folder.path().join("tournament.db"), &path).unwrap();
    let file = rusqlite::Connection::open(&path).unwrap();
    let players = "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
        INSERT INTO players SELECT i, 'p' || i, 1, 'x.py', '', 0, 1 FROM n";
    file.execute_batch(players).unwrap();
    drop(file);
    for path in ["", "/matches", "/final"] {
        let answer = client.request("GET", &format!("/api/tournaments/forged.db{path}"), b"");
        answer.refused(400, "at most 2000 players");
    }
    let listed = client.get("/api/tournaments?game=warriors")["files"].clone();
    let forged = listed.as_array().unwrap().iter().find(|entry| entry["file"] == "forged.db").unwrap();
    assert!(forged["error"].as_str().unwrap().contains("at most 2000 players"), "{forged}");
    let go_on = client.post("/api/tournaments", &json!({ "file": "forged.db" }));
    go_on.refused(400, "at most 2000 players");
    let many = json!({ "players": vec!["Dummy"; 2001] });
    client.post("/api/tournaments", &many).refused(400, "at most 2000 players");
}

#[test]
fn final_lists_best_matches_first_and_missing_replays() {
    let client = Client::start(&[]);
    let tournament_request = json!({ "game": "tron", "players": ["Straight", "Roomy", "b=Straight", "c=Straight"], "games": 9, "seats": 2, "seed": 3 });
    client.post("/api/tournaments", &tournament_request).json(200);
    until(&client, |now| now["state"] == "done");
    let all = client.get("/api/tournaments/tournament.db/matches")["matches"].clone();
    let table = client.get("/api/tournaments/tournament.db");
    let place = |name: &Value| {
        let rows = table["players"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == *name).unwrap()["place"].as_u64().unwrap()
    };
    let names = |id: &Value| -> Vec<String> {
        let number: u64 = id.as_str().unwrap().split('@').next().unwrap().parse().unwrap();
        let found = all.as_array().unwrap().iter().find(|one| one["index"] == number).unwrap();
        let standings = found["standings"].as_array().unwrap().iter();
        let mut names: Vec<String> = standings.map(|one| one["name"].as_str().unwrap().to_string()).collect();
        names.sort();
        names
    };
    let best = client.get("/api/tournaments/tournament.db/final");
    let line_ups: Vec<Vec<String>> = best["replays"].as_array().unwrap().iter().map(names).collect();
    let sums: Vec<u64> =
        line_ups.iter().map(|names| names.iter().map(|name| place(&json!(name))).sum()).collect();
    assert!(sums.len() > 3 && sums.len() <= 10 && sums.is_sorted(), "{sums:?}");
    assert!(sums[0] < *sums.last().unwrap(), "the best players come first: {sums:?}");
    for one in &line_ups {
        let often = line_ups.iter().filter(|other| *other == one).count();
        assert!(often <= 2, "{one:?} meet {often} times");
    }
    let first = client.folder.path().join("saves/tournament");
    for entry in std::fs::read_dir(&first).unwrap().flatten().skip(1) {
        std::fs::remove_file(entry.path()).unwrap();
    }
    let left = client.get("/api/tournaments/tournament.db/matches");
    assert_eq!(
        (left["replays"].as_array().unwrap().len(), left["count"].as_u64()),
        (1, Some(all.as_array().unwrap().len() as u64))
    );
    let best = client.get("/api/tournaments/tournament.db/final");
    assert!(best["replays"].as_array().unwrap().len() <= 1 && best["count"].as_u64() > Some(3), "{best}");
}

#[test]
fn programs_of_another_user_are_not_started() {
    let folder = Folder::with(&[("bot", "#!/bin/sh\nwhile read line; do echo left; done\n")]);
    let bot = folder.path().join("bot");
    std::fs::set_permissions(&bot, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let begun = tournament(&folder, "tron ./bot Roomy --seats 2 --games 2 --seed 1");
    assert_eq!(begun.status, 0, "{}", begun.err);
    // The client's user has another home folder than the user who started the tournament.
    let client = Client::start_in(folder, None);
    let go_on = || client.post("/api/tournaments", &json!({ "file": "tournament.db", "games": 4 }));
    go_on().refused(400, "it runs programs (bot: ./bot); check them, then allow them: `wag tournament --resume tournament.db --trust-programs`");
    let mut allow = client.folder.command(&["tournament", "--resume", "tournament.db", "--trust-programs"]);
    let allowed = Run::of(allow.env("WAG_HOME", &client.home).output().unwrap());
    assert_eq!(allowed.status, 0, "{}", allowed.err);
    go_on().json(200);
    assert_eq!(until(&client, |now| now["state"] == "done")["played"], 4);
}
