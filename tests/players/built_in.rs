//! The built-in AIs as players: they come from the executable, and files in the working folder do not affect them.

use crate::common;

use common::unlocked_home;
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

/// Returns a folder with modules that would break every AI that imports them.
fn folder() -> TempDir {
    let folder = tempdir().unwrap();
    for name in ["random.py", "collections.py", "classes.py", "heapq.py", "Noob.py"] {
        fs::write(folder.path().join(name), "raise RuntimeError('not the real one')\n").unwrap();
    }
    folder
}

fn play(folder: &Path, words: &str) -> serde_json::Value {
    let output = crate::common::wag()
        .args(["play", "--json"])
        .args(words.split(' '))
        .current_dir(folder)
        .env("WAG_HOME", unlocked_home())
        .env("PYTHONPATH", folder)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn built_in_ais_import_no_modules_from_the_folder() {
    let folder = folder();
    let result = play(folder.path(), "Noob Intermediate Advanced Expert --rounds 120 --seed 3");
    for player in result["players"].as_array().unwrap() {
        assert_eq!(player["faults"], serde_json::json!([]), "{player}");
        assert!(player["stock"] != 200, "it plays: {player}");
    }
}

#[test]
fn a_file_of_the_same_name_is_another_player() {
    let folder = folder();
    let result = play(folder.path(), "Noob.py Noob Dummy anna=Noob --rounds 5");
    let players = result["players"].as_array().unwrap();
    let faults: Vec<(&str, u64)> = players
        .iter()
        .map(|player| (player["name"].as_str().unwrap(), player["faults_total"].as_u64().unwrap()))
        .collect();
    assert_eq!(faults, [("Noob1", 5), ("Noob2", 0), ("Dummy", 0), ("anna", 0)]);
    assert_eq!(players[2]["stock"], 0, "Dummy starts with nothing");
}

#[test]
fn a_match_of_built_in_ais_is_the_same_in_every_folder() {
    let line_up = "Expert Advanced Intermediate Noob --rounds 120 --seed 11 --map spring";
    let stocks = |result: serde_json::Value| {
        let players = result["players"].as_array().unwrap().clone();
        players.into_iter().map(|player| player["stock"].clone()).collect::<Vec<_>>()
    };
    let (one, other) = (folder(), tempdir().unwrap());
    assert_eq!(stocks(play(one.path(), line_up)), stocks(play(other.path(), line_up)));
}

#[test]
fn default_player_is_noob() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("ai.py"), "").unwrap();
    let result = play(folder.path(), "ai.py --rounds 2");
    let names: Vec<&str> =
        result["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["ai", "Noob1", "Noob2", "Noob3"]);
}

/// As the manual says, Dummy is removed at once, and no resources appear in its place in the turn order. An empty file
/// waits instead.
#[test]
fn single_player_gathers_more_with_idle_files_than_with_dummies() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("nobody.py"), "").unwrap();
    let alone = |other: &str| {
        let results = (1..=3).map(|seed| {
            play(
                folder.path(),
                &format!("Noob {other} {other} {other} --rounds 300 --seed {seed} --no-replay"),
            )
        });
        results.map(|result| result["players"].as_array().unwrap().clone()).collect::<Vec<_>>()
    };
    let (beside_files, beside_dummies) = (alone("nobody.py"), alone("Dummy"));
    for players in &beside_files {
        assert!(players[1..].iter().all(|player| player["stock"] == 200), "{players:?}");
    }
    let log = fs::read_to_string(folder.path().join("Dummy1.log")).unwrap();
    assert!(log.starts_with("=== Out of the game"), "{log}");
    let earned = |all: &[Vec<serde_json::Value>]| {
        all.iter().map(|players| players[0]["stock"].as_u64().unwrap()).sum::<u64>()
    };
    assert!(earned(&beside_files) > earned(&beside_dummies) * 11 / 10);
}
