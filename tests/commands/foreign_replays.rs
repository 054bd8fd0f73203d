//! Replays of strangers: they decide neither which files are played or copied nor where something is written.
#![cfg(target_os = "linux")]

use crate::common;
use crate::common::http::Client;

use common::{Folder, Run};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;
use wag_replay::{forge, sha256};

/// A file of the user that no replay may play or copy.
const CANARY: &str = "from classes import *\nprint('CANARY')\n";
const AI: &str = "from classes import *\nprint('round', roundState.getRoundNumber())\n";

/// Changes the header of a replay.
fn forge_header(replay: &Path, change: impl FnOnce(&mut Value)) {
    let mut blocks = forge::blocks(&fs::read(replay).unwrap());
    let mut header = serde_json::from_slice(&blocks[0].body).unwrap();
    change(&mut header);
    blocks[0].body = serde_json::to_vec(&header).unwrap().into();
    // The index would have the offsets of the blocks as they were.
    blocks.retain(|block| usize::from(block.kind) != forge::Kind::Index as usize);
    fs::write(replay, forge::file(blocks)).unwrap();
}

/// Records a match of 4 rounds in `game/r.wag`. Beside the folder `game` is a file of the user, `own.py`.
fn recorded() -> Folder {
    let folder = Folder::with(&[("game/ai.py", AI), ("own.py", CANARY)]);
    let run = folder.play("game/ai.py Dummy Dummy Dummy --rounds 4 --seed 5 --quiet --replay game/r.wag");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    fs::remove_file(folder.path().join("ai.log")).unwrap();
    folder
}

/// Runs a command in the folder `game`.
fn wag(folder: &Folder, words: &str) -> Run {
    let mut command = folder.command(&words.split_whitespace().collect::<Vec<_>>());
    Run::of(command.current_dir(folder.path().join("game")).output().unwrap())
}

/// Returns what `wag debug` and `wag fork` print, and the files in the fork's replay.
fn played(folder: &Folder) -> String {
    let debug = wag(folder, "debug r.wag --round 2 --player 1");
    let fork = wag(folder, "fork r.wag --from 2 --replay f.wag --with-sources --log-dir logs");
    let shown = wag(folder, "replay show f.wag --json");
    let logs = fs::read_dir(folder.path().join("game/logs")).into_iter().flatten().flatten();
    let logs: Vec<String> = logs.map(|log| fs::read_to_string(log.path()).unwrap()).collect();
    format!("{}{}{}{}{}{}", debug.out, debug.err, fork.out, fork.err, shown.out, logs.concat())
}

#[test]
fn files_elsewhere_are_neither_played_nor_copied() {
    let folder = recorded();
    let path = folder.path().join("game/r.wag");
    let original = fs::read(&path).unwrap();
    symlink(folder.path().join("own.py"), folder.path().join("game/link.py")).unwrap();
    symlink(folder.path(), folder.path().join("game/above")).unwrap();
    let own = folder.path().join("own.py").display().to_string();
    for file in [own.as_str(), "../own.py", "link.py", "above/own.py", "x/../../own.py"] {
        for hash in [Value::Null, json!(sha256(CANARY.as_bytes())), json!("00")] {
            for source in ["1/x.py", &format!("1/{file}"), "1/link.py"] {
                fs::write(&path, &original).unwrap();
                forge_header(&path, |header| {
                    header["players"][0]["file"] = json!(file);
                    header["players"][0]["path"] = json!(file);
                    header["players"][0]["sha256"] = hash.clone();
                    header["sources"] = json!({ source: "print('copy')" });
                });
                let text = played(&folder);
                assert!(!text.contains("CANARY"), "{file} {hash} {source}: {text}");
            }
        }
    }
    assert_eq!(folder.read("own.py"), CANARY);
}

#[test]
fn page_plays_no_file_elsewhere() {
    let folder = recorded();
    let own = folder.path().join("own.py").display().to_string();
    forge_header(&folder.path().join("game/r.wag"), |header| {
        header["players"][0]["file"] = json!(own);
        header["players"][0]["path"] = json!(own);
        header["players"][0]["sha256"] = json!(sha256(CANARY.as_bytes()));
        header["sources"] = json!({ "1/x.py": "print('copy')" });
    });
    let bytes = fs::read(folder.path().join("game/r.wag")).unwrap();
    let client = Client::start_in(folder, None);
    let id = client.request("POST", "/api/replays", &bytes).json(200)["id"].clone();
    let turn = client.post("/api/turn", &json!({ "replay": id, "seat": 1, "round": 2 }));
    turn.refused(400, "no file");
    let fork = json!({ "replay": id, "round": 2, "seat": null, "file": "" });
    client.post("/api/run", &json!({ "game": "", "players": [], "fork": fork })).json(200);
    let run = client.finished();
    let id = run["replay"].as_str().unwrap();
    let text = client.get(&format!("/api/replays/{id}")).to_string()
        + &client.get(&format!("/api/replays/{id}/chunks/0")).to_string();
    assert!(!text.contains("CANARY"), "{text}");
}

#[test]
fn changed_file_plays_only_if_it_is_named() {
    let folder = recorded();
    folder.write("game/ai.py", CANARY);
    for hash in [json!(sha256(AI.as_bytes())), Value::Null] {
        forge_header(&folder.path().join("game/r.wag"), |header| header["players"][0]["sha256"] = hash);
        wag(&folder, "debug r.wag --round 2 --player 1").is_user_error(&["ai.py", "name it in the command"]);
        let fork = wag(&folder, "fork r.wag --from 2 --no-replay --log-dir logs");
        assert_eq!((fork.status, fork.err.as_str()), (0, ""), "{}", fork.out);
        fork.tells(&["ai.py is not the file that played", "--with"]);
        assert!(!folder.read("game/logs/ai.log").contains("CANARY"));
        wag(&folder, "debug r.wag --round 2 --player 1 ai.py").tells(&["CANARY"]);
    }
}

#[test]
fn file_is_found_by_its_content_in_another_folder() {
    let folder = recorded();
    fs::create_dir_all(folder.path().join("game/bots/deep")).unwrap();
    fs::rename(folder.path().join("game/ai.py"), folder.path().join("game/bots/deep/new.py")).unwrap();
    let run = wag(&folder, "debug r.wag --round 2 --player 1");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    run.tells(&["| round 2", "all as recorded"]);
    // The folder of the replay counts, wherever the command runs.
    let run =
        Run::of(folder.command(&["debug", "game/r.wag", "--round", "2", "--player", "1"]).output().unwrap());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
}

#[test]
fn names_of_players_lead_to_no_other_folder() {
    let folder = recorded();
    let outside = folder.path().join("outside").display().to_string();
    forge_header(&folder.path().join("game/r.wag"), |header| {
        for (seat, name) in ["../../canary", outside.as_str(), "a/b", ".."].iter().enumerate() {
            header["players"][seat]["name"] = json!(name);
        }
    });
    let before = folder.names();
    let run = wag(&folder, "fork r.wag --from 2 --no-replay --log-dir logs");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(folder.names(), before);
    assert_eq!(fs::read_dir(folder.path().join("game/logs")).unwrap().count(), 4);
    let above = folder.path().parent().unwrap().join("canary.log");
    assert!(!above.exists());
}

#[test]
fn replay_starts_no_program() {
    let folder = recorded();
    let script = "#!/bin/sh\ntouch canary\n";
    folder.write("game/run.sh", script);
    folder.write("game/run.py", script);
    for name in ["run.sh", "run.py"] {
        let file = folder.path().join("game").join(name);
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let path = folder.path().join("game/r.wag");
    let original = fs::read(&path).unwrap();
    let script = sha256(script.as_bytes());
    for (file, is_program) in [
        ("run.sh", true),
        ("run.sh", false),
        ("run.py", true),
        ("program:./run.sh", false),
        ("./run.sh", true),
    ] {
        fs::write(&path, &original).unwrap();
        forge_header(&path, |header| {
            let player = &mut header["players"][0];
            (player["file"], player["sha256"]) = (json!(file), json!(script));
            player["path"] = json!(file);
            player["program"] = json!(is_program);
        });
        played(&folder);
        assert!(!folder.has("game/canary"), "{file}");
    }
}

#[test]
fn files_in_a_replay_have_the_limits_of_hand_ins() {
    let folder = recorded();
    let path = folder.path().join("game/r.wag");
    forge_header(&path, |header| {
        let files = (0..50_000).map(|number| (format!("1/{number}.py"), json!("")));
        header["sources"] = files.chain([("1/ai.py".to_string(), json!(AI))]).collect();
    });
    let (_, blocks) = wag_games::open_replay(fs::File::open(&path).unwrap()).unwrap();
    assert_eq!(blocks.header.sources.len(), 1000);
    // What a reader leaves out is not in a copy without source code either.
    let stripped = wag_replay::without_sources(fs::read(&path).unwrap()).unwrap();
    let header = String::from_utf8_lossy(&forge::blocks(&stripped)[0].body).into_owned();
    assert!(!header.contains("\"sources\""));
}

#[test]
fn saved_turn_plays_no_file_elsewhere() {
    let folder = recorded();
    let run = wag(&folder, "debug r.wag --round 2 --player 1 --save tests");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert_eq!(wag(&folder, "test tests").status, 0);
    let saved = "game/tests/r-ai-2.turn.json";
    let text = folder.read(saved);
    symlink(folder.path().join("own.py"), folder.path().join("game/link.py")).unwrap();
    for file in [folder.path().join("own.py").display().to_string().as_str(), "../own.py", "link.py"] {
        let mut turn: Value = serde_json::from_str(&text).unwrap();
        turn["file"] = json!(file);
        folder.write(saved, turn.to_string());
        let run = wag(&folder, "test tests");
        assert_eq!(run.status, 2, "{file}: {}{}", run.out, run.err);
        run.tells(&["--with"]);
        assert!(!run.out.contains("CANARY"), "{}", run.out);
    }
}

#[test]
fn turn_ends_when_the_page_gives_it_up() {
    let ai = "from classes import *\nimport os\nif os.path.exists('go'):\n    open('pid', 'w').write(str(os.getpid()))\n    \
              while True: pass\n";
    let client = Client::with_turn_time("86400", &[("ai.py", ai)]);
    let run = client.run(["ai.py", "Dummy", "Dummy", "Dummy"], 3);
    client.finished();
    client.folder.write("go", "");
    let body = json!({ "replay": run["replay"], "seat": 1, "round": 2 }).to_string();
    let mut page = TcpStream::connect(("127.0.0.1", client.port)).unwrap();
    let (host, token, length) = (client.host(), &client.token, body.len());
    write!(
        page,
        "POST /api/turn HTTP/1.1\r\nHost: {host}\r\nX-Wag-Token: {token}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let pid =
        until(|| fs::read_to_string(client.folder.path().join("pid")).ok().filter(|pid| !pid.is_empty()));
    let process = Path::new("/proc").join(pid);
    assert!(process.exists());
    drop(page);
    until(|| (!process.exists()).then_some(()));
}

/// Waits until there is a value.
fn until<T>(find: impl Fn() -> Option<T>) -> T {
    for _ in 0..30_000 {
        if let Some(found) = find() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("it does not happen");
}
