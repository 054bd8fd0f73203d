//! Tests of `wag maps generate` from the command line.

use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;

fn wag() -> Command {
    Command::from_std(crate::common::wag())
}

#[test]
fn a_map_is_printed() {
    let out = wag().args(["maps", "generate", "--seed", "4", "--size", "12"]).assert().success();
    let text = String::from_utf8(out.get_output().stdout.clone()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[1], lines.len()), ("mapVersion=3", "12", 16));
    assert!(out.get_output().stderr.is_empty());
}

#[test]
fn a_map_of_a_drawn_seed_can_be_made_again() {
    let out = wag().args(["maps", "generate", "--size", "9"]).assert().success();
    let message = String::from_utf8(out.get_output().stderr.clone()).unwrap();
    let words: Vec<&str> = message.split_whitespace().collect();
    let seed = words[words.iter().position(|word| *word == "--seed").unwrap() + 1];
    let again = wag().args(["maps", "generate", "--seed", seed, "--size", "9"]).assert().success();
    assert_eq!(again.get_output().stdout, out.get_output().stdout);
}

#[test]
fn a_file_is_written_once_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let generate = |seed: &str| {
        let mut command = wag();
        command
            .current_dir(&folder)
            .args(["maps", "generate", "--size", "20", "--output", "my.map", "--seed", seed]);
        command
    };
    generate("7")
        .assert()
        .success()
        .stdout("")
        .stderr(predicate::str::contains("wag play yourAI.py --map my.map"));
    let written = fs::read(folder.path().join("my.map")).unwrap();
    let refusal = "wag: my.map already exists; move it away, or choose another file name\n";
    generate("8").assert().code(2).stderr(refusal);
    assert_eq!(fs::read(folder.path().join("my.map")).unwrap(), written);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
    let mut play = wag();
    play.current_dir(&folder).args([
        "play",
        "Dummy",
        "--map",
        "my.map",
        "--rounds",
        "2",
        "--seed",
        "1",
        "--no-replay",
    ]);
    play.assert().success();
}

#[test]
fn impossible_requests_are_reported() {
    let size = |size: &'static str| wag().args(["maps", "generate", "--size", size]).assert().code(2);
    size("4").stderr(predicate::str::contains("5..=200"));
    size("201").stderr(predicate::str::contains("5..=200"));
    let missing = ["maps", "generate", "--output", "no/such/folder/my.map"];
    wag().args(missing).assert().code(2).stderr(predicate::str::contains("cannot be written"));
    let folder = tempfile::tempdir().unwrap();
    wag()
        .args(["maps", "generate", "--output"])
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(predicate::str::contains("is a folder"));
}
