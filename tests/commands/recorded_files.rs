//! The files of recorded players: how a replay describes them, and how every command finds them again.
#![cfg(target_os = "linux")]

use crate::common;
use crate::common::http::Client;

use common::{Folder, Run};
use serde_json::{Value, json};
use std::fs;
use wag_replay::{Header, forge, sha256};

const HELPER: &str = "def words():\n    return open(FOLDER + '/data/words.txt').read().strip()\n";

/// Returns an AI that prints a word.
fn ai(word: &str) -> String {
    format!("from classes import *\nprint('{word}', roundState.getRoundNumber())\n")
}

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

fn succeeds(folder: &Folder, words: &str) -> Run {
    let run = wag(folder, words);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{words}: {}", run.out);
    run
}

/// Plays 4 rounds and writes the replay `r.wag`.
fn record(folder: &Folder, players: &str) {
    succeeds(folder, &format!("play {players} --rounds 4 --seed 5 --quiet --replay r.wag --log-dir logs"));
}

/// Returns the header of a replay as it is stored.
fn stored(folder: &Folder, replay: &str) -> Value {
    let blocks = forge::blocks(&fs::read(folder.path().join(replay)).unwrap());
    serde_json::from_slice(&blocks[0].body).unwrap()
}

/// Changes the header of `r.wag`.
fn forge_header(folder: &Folder, change: impl FnOnce(&mut Value)) {
    let mut blocks = forge::blocks(&fs::read(folder.path().join("r.wag")).unwrap());
    let mut header = serde_json::from_slice(&blocks[0].body).unwrap();
    change(&mut header);
    blocks[0].body = serde_json::to_vec(&header).unwrap().into();
    blocks.retain(|block| usize::from(block.kind) != forge::Kind::Index as usize);
    folder.write("r.wag", forge::file(blocks));
}

#[test]
fn path_is_recorded_relative_to_the_starting_folder_or_the_replay() {
    let folder =
        Folder::with(&[("game/ais/my.py", &ai("MY")), ("out/own.py", &ai("OWN")), ("far.py", &ai("FAR"))]);
    let mut command = folder.command(&["play", "ais/my.py", "../out/own.py", "../far.py", "Dummy"]);
    command.args([
        "--rounds",
        "2",
        "--seed",
        "5",
        "--quiet",
        "--replay",
        "../out/r.wag",
        "--log-dir",
        "logs",
    ]);
    let run = Run::of(command.current_dir(folder.path().join("game")).output().unwrap());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let header = stored(&folder, "out/r.wag");
    let paths: Vec<&Value> = (0..4).map(|seat| &header["players"][seat]["path"]).collect();
    assert_eq!(paths, [&json!("ais/my.py"), &json!("own.py"), &Value::Null, &Value::Null]);
    let machine = folder.path().display().to_string();
    assert!(!header.to_string().contains(&machine), "{header}");
}

#[test]
fn built_in_players_alone_are_recorded_as_before() {
    let folder = Folder::with(&[]);
    record(&folder, "Noob Intermediate Dummy Dummy");
    let header = stored(&folder, "r.wag");
    let mut keys: Vec<&String> = header.as_object().unwrap().keys().collect();
    keys.sort();
    let known = [
        "automatic",
        "created",
        "game",
        "game_version",
        "map",
        "options",
        "players",
        "python",
        "rounds",
        "seed",
        "setup",
        "times",
        "wag",
    ];
    assert_eq!(keys, known);
    for seat in 0..4 {
        let mut keys: Vec<&String> = header["players"][seat].as_object().unwrap().keys().collect();
        keys.sort();
        assert_eq!(keys, ["built_in", "file", "name", "sha256"]);
    }
}

/// A third file with the same name, other code and another helper is in the current folder.
#[test]
fn files_of_the_same_name_are_found_by_their_paths() {
    let bot = "from classes import *\nimport which\nprint(which.NAME, roundState.getRoundNumber())\n";
    let folder = Folder::with(&[
        ("a/bot.py", bot),
        ("a/which.py", "NAME = 'A'\n"),
        ("b/bot.py", &bot.replace("print", "print('second',)\nprint")),
        ("b/which.py", "NAME = 'B'\n"),
    ]);
    record(&folder, "a/bot.py b/bot.py Dummy Dummy");
    folder.write("bot.py", bot);
    folder.write("which.py", "NAME = 'C'\n");
    succeeds(&folder, "debug r.wag --round 2 --player 1").tells(&["| A 2"]);
    succeeds(&folder, "debug r.wag --round 2 --player 2").tells(&["| B 2"]);
    succeeds(&folder, "fork r.wag --from 2 --replay f.wag --log-dir forked");
    let json = succeeds(&folder, "replay export f.wag --json").out;
    assert!(json.contains("A 3") && json.contains("B 3") && !json.contains("C 3"), "{json}");
    // A changed file is the one at the recorded path, and it plays only if it is named.
    folder.write("a/bot.py", ai("CHANGED"));
    folder.write("bot.py", ai("THIRD"));
    wag(&folder, "debug r.wag --round 2 --player 1").is_user_error(&["a/bot.py"]);
    let fork = succeeds(&folder, "fork r.wag --from 2 --no-replay --log-dir forked --with a/bot.py");
    fork.tells(&["plays a/bot.py"]);
}

#[test]
fn file_in_a_folder_is_found_by_every_command() {
    let folder = Folder::with(&[("ais/my.py", &ai("MY"))]);
    record(&folder, "ais/my.py Dummy Dummy Dummy");
    let saved = wag(&folder, "debug r.wag --round 2 --save tests");
    assert_eq!(saved.status, 0, "{}{}", saved.out, saved.err);
    succeeds(&folder, "test tests");
    let fork: Value = serde_json::from_str(
        &succeeds(&folder, "fork r.wag --from 2 --json --no-replay --log-dir forked").out,
    )
    .unwrap();
    assert_eq!(fork["fork"]["remarks"], json!([]), "{fork}");
    succeeds(&folder, "regress r.wag --with ais/my.py");
    succeeds(&folder, "explain r.wag --player my");
    let replay = fs::read(folder.path().join("r.wag")).unwrap();
    let client = Client::start_in(folder, None);
    let id = client.request("POST", "/api/replays", &replay).json(200)["id"].clone();
    let turn = client.post("/api/turn", &json!({ "replay": id, "seat": 1, "round": 2 })).json(200);
    assert_eq!((&turn["file"], &turn["same"]), (&json!("ais/my.py"), &json!(true)), "{turn}");
}

#[test]
fn built_in_player_under_another_name_goes_on_in_a_fork() {
    let folder = Folder::with(&[]);
    let play = "play tron anna=Roomy Straight=Roomy Roomy --seed 5 --quiet --replay r.wag --log-dir logs";
    succeeds(&folder, play);
    let header = stored(&folder, "r.wag");
    let players: Vec<&Value> = (0..3).map(|seat| &header["players"][seat]["built_in_player"]).collect();
    assert_eq!(players, [&json!("Roomy"), &json!("Roomy"), &Value::Null]);
    let fork: Value = serde_json::from_str(
        &succeeds(&folder, "fork r.wag --from 2 --json --replay f.wag --log-dir forked").out,
    )
    .unwrap();
    assert_eq!(fork["fork"]["remarks"], json!([]), "{fork}");
    assert_eq!(fork["fork"]["same_as_parent"], true, "{fork}");
    succeeds(&folder, "debug r.wag --round 2 --player anna");
}

#[test]
fn missing_and_changed_helpers_come_from_the_replay() {
    let helper = "NAME = 'helped'\n";
    let folder = Folder::with(&[
        ("ai.py", "from classes import *\nimport helper\nprint(helper.NAME, roundState.getRoundNumber())\n"),
        ("helper.py", helper),
    ]);
    record(&folder, "ai.py Dummy Dummy Dummy --with-sources");
    folder.write("helper.py", "NAME = 'other'\n");
    succeeds(&folder, "debug r.wag --round 2").tells(&["| helped 2", "helper.py"]);
    fs::remove_file(folder.path().join("helper.py")).unwrap();
    succeeds(&folder, "debug r.wag --round 2").tells(&["| helped 2", "helper.py"]);
    succeeds(&folder, "fork r.wag --from 2 --replay f.wag --log-dir forked");
    assert!(succeeds(&folder, "replay export f.wag --json").out.contains("helped 4"));
    // Without a copy, the turn says which file differs.
    forge_header(&folder, |header| header["sources"] = json!({}));
    wag(&folder, "debug r.wag --round 2").tells(&["helper"]);
}

#[test]
fn data_files_are_recorded_and_compared() {
    let ai = "from classes import *\nimport helper\nprint(helper.words(), roundState.getRoundNumber())\n";
    let folder = Folder::with(&[
        ("ai.py", ai),
        ("data/words.txt", "first"),
        ("data/unused.txt", "x"),
        ("words.log", ""),
    ]);
    let here = folder.path().display().to_string();
    folder.write("helper.py", HELPER.replace("FOLDER", "__file__.rsplit('/', 1)[0]"));
    record(&folder, "ai.py Dummy Dummy Dummy --with-sources");
    let header = stored(&folder, "r.wag");
    assert_eq!(header["players"][0]["data"], json!({ "data/words.txt": sha256(b"first") }));
    assert!(!header.to_string().contains(&here));
    let run = succeeds(&folder, "debug r.wag --round 2");
    run.tells(&["| first 2"]);
    assert!(!run.out.contains("words.txt"), "{}", run.out);
    // The copy of the code in the replay also gets the data.
    folder.write("helper.py", "changed = 1\n");
    succeeds(&folder, "debug r.wag --round 2").tells(&["| first 2"]);
    folder.write("helper.py", HELPER.replace("FOLDER", "__file__.rsplit('/', 1)[0]"));
    folder.write("data/words.txt", "second");
    wag(&folder, "debug r.wag --round 2").tells(&["| second 2", "data/words.txt"]);
    fs::remove_file(folder.path().join("data/words.txt")).unwrap();
    wag(&folder, "debug r.wag --round 2").tells(&["data/words.txt"]);
}

#[test]
fn other_limits_are_recorded_and_the_tighter_ones_apply() {
    let hungry = "from classes import *\nif roundState.getRoundNumber() == 2:\n    x = bytearray(300 << 20)\nprint('ok')\n";
    let folder = Folder::with(&[("ai.py", hungry)]);
    record(&folder, "ai.py Dummy Dummy Dummy");
    assert_eq!(stored(&folder, "r.wag")["limits"], Value::Null);
    record(&folder, "ai.py Dummy Dummy Dummy --memory 200 --threads 2 --no-sandbox");
    let header = stored(&folder, "r.wag");
    assert_eq!(header["limits"], json!({ "memory_mib": 200, "threads": 2 }));
    succeeds(&folder, "replay show r.wag").tells(&["memory_mib 200, threads 2"]);
    let turn = |words: &str| -> Value {
        serde_json::from_str(&wag(&folder, &format!("debug r.wag --round 2 --json {words}")).out).unwrap()
    };
    assert_ne!(turn("")["now"]["fault"], Value::Null);
    assert_eq!(turn("--no-limits")["now"]["fault"], Value::Null);
    // A replay loosens no limit.
    forge_header(&folder, |header| {
        header["limits"] = json!({ "memory_mib": 1_u64 << 40, "open_files": null })
    });
    assert_ne!(turn("--memory 200")["now"]["fault"], Value::Null);
}

#[test]
fn texts_of_a_header_cannot_look_like_lines() {
    let folder = Folder::with(&[("ai.py", &ai("MY"))]);
    record(&folder, "ai.py Dummy Dummy Dummy");
    let fake = "x\nFAKE: all tests passed";
    forge_header(&folder, |header| {
        for field in ["map", "wag", "python", "created"] {
            header[field] = json!(fake);
        }
        header["fork"] = json!({ "parent": fake, "round": 2 });
        for field in ["name", "file", "path"] {
            header["players"][0][field] = json!(fake);
        }
        header["players"][1]["built_in_player"] = json!(fake);
        header["sources"] = json!({ format!("1/{fake}.py"): "" });
        header["limits"] = json!({ fake: 1 });
    });
    for command in [
        "replay show r.wag",
        "replay show r.wag --round 2",
        "replay verify r.wag",
        "explain r.wag",
        "diff r.wag r.wag",
        "debug r.wag --round 2 --player 1",
        "debug r.wag --slowest 2",
        "replay export r.wag --html --output r.html",
        "fork r.wag --from 2 --no-replay --log-dir logs",
        "regress r.wag --with ai.py",
    ] {
        let run = wag(&folder, command);
        let all = format!("{}{}", run.out, run.err);
        assert!(!all.lines().any(|line| line.trim_start().starts_with("FAKE")), "{command}: {all}");
    }
}

#[test]
fn header_with_very_many_seeds_is_refused_before_they_are_parsed() {
    let reseeds = |count: u64| {
        let changes: Vec<Value> =
            (0..count).map(|round| json!({ "round": round, "seed": u64::MAX })).collect();
        serde_json::to_vec(&json!({ "game": "warriors", "reseeds": changes })).unwrap()
    };
    assert_eq!(Header::read(&reseeds(1000)).unwrap().reseeds.len(), 1000);
    assert!(Header::read(&reseeds(10_000)).is_none());
}

#[test]
fn replays_of_the_same_seed_are_compared_whatever_the_files_are_called() {
    let folder = Folder::with(&[("ai.py", &ai("MY")), ("other.py", &ai("MY"))]);
    record(&folder, "ai.py Dummy Dummy Dummy");
    fs::rename(folder.path().join("r.wag"), folder.path().join("a.wag")).unwrap();
    record(&folder, "other.py Dummy Dummy Dummy");
    succeeds(&folder, "diff a.wag r.wag");
    // Another setup is described by what differs.
    succeeds(
        &folder,
        "play other.py Dummy Dummy Dummy --rounds 6 --seed 5 --quiet --replay b.wag --log-dir logs",
    );
    let diff: Value = serde_json::from_str(&wag(&folder, "diff a.wag b.wag --json").out).unwrap();
    assert_eq!(
        (&diff["first"]["kind"], &diff["first"]["a"], &diff["first"]["b"]),
        (&json!("setup"), &json!(["rounds 4"]), &json!(["rounds 6"])),
        "{diff}"
    );
}
