//! Replays with flipped bytes: every command reports the damage, and none takes it for other rules or other turns.

use crate::common;
use crate::common::http::Client;
use crate::common::terminal::Session;

use common::{Folder, Run};
use serde_json::json;
use std::fs;
use wag_replay::block::{HEAD_BYTES, Kind, head_at};

const AI: &str = "from classes import *\nprint('round', roundState.getRoundNumber())\n";

/// What is damaged: the byte that is flipped is in the head or in the body of a block.
struct Damage {
    /// The kind of the block, and a round of its turns.
    block: (Kind, u32),
    in_body: bool,
    /// The rounds that cannot be read.
    rounds: (u32, u32),
}

const DAMAGES: [Damage; 6] = [
    Damage { block: (Kind::Opening, 0), in_body: true, rounds: (1, 32) },
    Damage { block: (Kind::Opening, 0), in_body: false, rounds: (1, 32) },
    Damage { block: (Kind::Turns, 1), in_body: false, rounds: (1, 32) },
    Damage { block: (Kind::Turns, 49), in_body: true, rounds: (49, 64) },
    // The turns of a block without a head may begin in the last round before it.
    Damage { block: (Kind::Turns, 49), in_body: false, rounds: (48, 64) },
    Damage { block: (Kind::Frame, 65), in_body: false, rounds: (65, 80) },
];

/// Returns a copy of a replay in which a byte of a block is flipped.
fn flipped(replay: &[u8], Damage { block: (kind, round), in_body, .. }: &Damage) -> Vec<u8> {
    let source = replay.to_vec();
    let mut at = wag_replay::MAGIC.len();
    while let Some(head) = head_at(&source, at as u64) {
        if head.kind == *kind && (head.first_round..=head.last_round).contains(round) {
            let mut damaged = replay.to_vec();
            damaged[at + if *in_body { HEAD_BYTES + 20 } else { 10 }] ^= 0x5a;
            return damaged;
        }
        at += HEAD_BYTES + head.packed as usize;
    }
    panic!("no such block");
}

/// Records a match of 80 rounds, in blocks of 16 rounds.
fn recorded() -> Folder {
    let folder = Folder::with(&[("ai.py", AI)]);
    let run = folder.play("ai.py Dummy Dummy Dummy --rounds 80 --seed 5 --quiet --replay r.wag");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    folder
}

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

#[test]
fn every_command_reports_damaged_rounds() {
    let folder = recorded();
    let replay = fs::read(folder.path().join("r.wag")).unwrap();
    for damage in &DAMAGES {
        let (first, last) = damage.rounds;
        folder.write("d.wag", flipped(&replay, damage));
        let lost = (first + last).div_ceil(2);
        let commands = [
            ("replay show d.wag".to_string(), 0),
            (format!("replay show d.wag --round {lost}"), 2),
            (format!("replay show d.wag --round {lost} --json"), 2),
            ("replay verify d.wag".to_string(), 2),
            ("replay export d.wag --json".to_string(), 1),
            ("replay export d.wag --html --output d.html".to_string(), 1),
            ("explain d.wag".to_string(), 0),
            ("explain d.wag --json".to_string(), 0),
            (format!("debug d.wag --round {lost}"), 2),
            ("debug d.wag --slowest 3".to_string(), 2),
            (format!("fork d.wag --from {lost} --no-replay --log-dir logs"), 2),
            ("regress d.wag --with ai.py".to_string(), 2),
            ("diff r.wag d.wag".to_string(), 2),
            ("diff d.wag r.wag".to_string(), 2),
        ];
        for (command, status) in commands {
            let run = wag(&folder, &command);
            let all = format!("{}{}", run.out, run.err);
            assert_eq!(run.status, status, "{first}: {command}: {all}");
            assert!(all.contains(&format!("{first} to {last}")), "{first}: {command}: {all}");
        }
        if first > 2 {
            let run = wag(&folder, "fork d.wag --from 2 --replay f.wag --log-dir logs");
            assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
            run.tells(&[&format!("{first} to {last}")]);
        }
    }
}

#[test]
fn lost_end_is_reported_as_damage() {
    let folder = recorded();
    let replay = fs::read(folder.path().join("r.wag")).unwrap();
    for in_body in [true, false] {
        folder.write("d.wag", flipped(&replay, &Damage { block: (Kind::Ended, 0), in_body, rounds: (0, 0) }));
        for (command, status) in [
            ("replay show d.wag", 0),
            ("replay verify d.wag", 2),
            ("replay export d.wag --json", 1),
            ("replay export d.wag --html --output d.html", 1),
            ("explain d.wag --account", 0),
            ("explain d.wag --account --json", 0),
        ] {
            let run = wag(&folder, command);
            assert_eq!(run.status, status, "{command}: {}{}", run.out, run.err);
            run.tells(&["he end of the replay is damaged"]);
        }
        for command in ["debug d.wag --round 70", "regress d.wag --with ai.py", "diff r.wag d.wag"] {
            assert_eq!(wag(&folder, command).status, 0, "{command}");
        }
    }
}

#[test]
fn page_and_terminal_name_damaged_rounds() {
    let folder = recorded();
    let damage = &DAMAGES[4];
    let replay = flipped(&fs::read(folder.path().join("r.wag")).unwrap(), damage);
    folder.write("d.wag", &replay);
    let mut session = Session::of(&folder, &["watch", "d.wag"], (40, 120));
    session.until(|screen| screen.contents().contains("Round 0"));
    for _ in 0..5 {
        session.press("\x1b[6~");
    }
    session.until(|screen| screen.contents().contains("48 to 64"));
    session.press("q");
    let client = Client::start_in(folder, None);
    let id = client.request("POST", "/api/replays", &replay).json(200)["id"].clone();
    let id = id.as_str().unwrap();
    let chunk = client.get(&format!("/api/replays/{id}/chunks/1"));
    assert_eq!(chunk["damaged"], json!([48, 64]));
    let explanation = client.get(&format!("/api/replays/{id}/explanation"));
    assert_eq!(explanation["remarks"].as_array().unwrap().len(), 1);
    let turn = client.post("/api/turn", &json!({ "replay": id, "seat": 1, "round": 60 }));
    turn.refused(400, "48 to 64");
    let fork = json!({ "replay": id, "round": 60, "seat": null, "file": "" });
    client.post("/api/run", &json!({ "game": "", "players": [], "fork": fork })).refused(400, "48 to 64");
}
