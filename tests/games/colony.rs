//! The ant war bot based on `aitools`: it plays on every map, the same match for the same seed, and its folder is
//! public.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run, project};
use serde_json::Value;
use std::fs;

/// Returns the result of a match without faults and without caught internal errors.
fn played(folder: &Folder, words: &str) -> Value {
    let result = folder.json(&format!("ants {words} --no-replay"));
    for player in result["players"].as_array().unwrap() {
        assert_eq!(player["faults_total"], 0, "{words}: {player}");
        let name = player["name"].as_str().unwrap();
        let log = folder.read(&format!("{name}.log"));
        let failed = log.lines().find(|line| line.contains("has failed") || line.contains("Error"));
        assert_eq!(failed, None, "{words}: {log}");
    }
    result
}

/// Returns the built-in maps, each with its number of players.
fn maps() -> Vec<(String, usize)> {
    let mut maps: Vec<(String, usize)> = fs::read_dir(project().join("maps/ants"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let players = text.lines().find_map(|line| line.strip_prefix("players ")).unwrap();
            (path.file_stem().unwrap().to_str().unwrap().to_string(), players.parse().unwrap())
        })
        .collect();
    maps.sort();
    maps
}

#[test]
fn colony_plays_on_every_map() {
    let folder = Folder::with(&[]);
    for (map, players) in maps() {
        let line_up = [vec!["Colony"], vec!["Hunter"; players - 1]].concat().join(" ");
        let result = played(&folder, &format!("{line_up} --map {map} --seed 3 --turns 14"));
        assert!(result["players"][0]["ants"].as_u64().unwrap() > 0, "{result}");
    }
}

#[test]
fn fights_cause_no_fault_and_are_repeatable() {
    let folder = Folder::with(&[]);
    let words = "Colony Hunter --map troop --scenario --seed 5 --turns 45";
    let (mut one, mut other) = (played(&folder, words), played(&folder, words));
    for result in [&mut one, &mut other] {
        assert_eq!(result["repeatable"], true, "it looks at no clock");
        for player in result["players"].as_array_mut().unwrap() {
            player.as_object_mut().unwrap().retain(|key, _| !key.contains("ms"));
        }
    }
    assert_eq!(one["players"], other["players"]);
}

#[test]
fn every_profile_and_sparring_bot_plays() {
    let folder = Folder::with(&[]);
    played(
        &folder,
        "Colony-aggressive Colony-defensive Colony-expansive Colony-aggressive2 --map quarters --turns 12",
    );
    played(&folder, "Colony-defensive2 Colony-expansive2 --map defend --turns 12");
    for (bots, more) in [
        ("AttackOnly DefendOnly", "--map tutorial --scenario"),
        ("AttackHill DefendHill", "--map attack --scenario"),
        ("Concentrate Flock", "--map troop --scenario"),
        ("Swarm Hold", "--map swarm --scenario"),
    ] {
        played(&folder, &format!("{bots} {more} --seed 2 --turns 25"));
    }
}

#[test]
fn its_files_can_be_copied_with_new() {
    let folder = Folder::with(&[]);
    let run = Run::of(folder.command(&["new", "ants", "mine", "--of", "Colony"]).output().unwrap());
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.tells(&["(the player is default.py)", "cd mine && wag play ants default.py Hunter"]);
    let tests =
        folder.command(&["python", "-m", "unittest"]).current_dir(folder.path().join("mine")).output();
    let tests = Run::of(tests.unwrap());
    assert!(tests.status == 0 && tests.err.contains("OK"), "{}", tests.err);

    let words = |player: &str| format!("{player} Hold --map tutorial --seed 4 --turns 20");
    let (built_in, copied) = (played(&folder, &words("Colony")), played(&folder, &words("mine/default.py")));
    for figure in ["score", "ants", "hills", "hive"] {
        assert_eq!(built_in["players"][0][figure], copied["players"][0][figure], "{figure}");
    }
}

#[test]
fn invalid_profile_is_reported_with_its_line_and_a_fix() {
    let folder = Folder::with(&[]);
    Run::of(folder.command(&["new", "ants", "mine", "--of", "Colony"]).output().unwrap());
    folder.write("mine/profiles/default.profile", "# mine\nexplore.forceGian = 0.5\n");
    let result = folder.json("ants mine/default.py Hold --turns 5 --no-replay");
    assert_eq!(result["players"][0]["faults_total"], 1, "{result}");
    let log = folder.read("default.log");
    let message = "profiles/default.profile, line 2: no parameter is called 'explore.forceGian'; did you mean explore.forceGain?";
    assert!(log.contains(message), "{log}");
}

#[test]
fn only_players_with_files_can_be_exported() {
    let folder = Folder::with(&[]);
    let copy = |game: &str, player: &str| {
        Run::of(folder.command(&["new", game, "mine", "--of", player]).output().unwrap())
    };
    copy("ants", "Hunter").is_user_error(&[
        "Ants has no built-in player \"Hunter\" whose files you can edit",
        "Swarm",
        "Colony-aggressive",
    ]);
    copy("tron", "Hunter").is_user_error(&["Light cycles has no built-in player whose files you can edit"]);
    assert!(!folder.has("mine"));
}
