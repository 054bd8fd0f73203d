//! The ant war as a user plays it: built-in players, programs in several languages, good ones and bad ones, maps, and what the docs promise.
#![cfg(target_os = "linux")]

mod common;

use common::{Folder, Run, project};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn source(name: &str) -> String {
    fs::read_to_string(project().join("tests/ants").join(name)).unwrap()
}

/// A Python that is no script of a version manager, which would read what no player may.
fn python() -> String {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
    String::from_utf8(asked.stdout).unwrap().trim().to_string()
}

/// The result of a match of this program against the one that holds.
fn against_hold(folder: &Folder, program: &str, more: &str) -> Value {
    let words = ["play", "ants", program, "Hold", "--seed", "5", "--no-replay", "--json", "--quiet"];
    let words: Vec<&str> = words.into_iter().chain(more.split_whitespace()).collect();
    let run = Run::of(folder.command(&words).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

fn figures(result: &Value) -> Vec<[Option<i64>; 4]> {
    let players = result["players"].as_array().unwrap();
    players
        .iter()
        .map(|player| ["score", "ants", "hills", "hive"].map(|name| player[name].as_i64()))
        .collect()
}

#[test]
fn a_match_is_played_kept_and_played_again() {
    let folder = Folder::with(&[]);
    let run = folder.play("ants Hunter Forager --seed 7 --turns 120 --replay a.wag");
    assert_eq!(run.status, 0, "{}", run.err);
    for words in [&["replay", "verify", "a.wag"][..], &["replay", "show", "a.wag"]] {
        let run = Run::of(folder.command(words).output().unwrap());
        assert_eq!(run.status, 0, "{words:?}: {}", run.err);
    }
}

/// The same way of walking in four languages plays the same match.
#[test]
fn programs_in_any_language_play_the_same_match() {
    let names = ["walker.py", "walker.js", "walker.c", "Walker.java"];
    let texts = names.map(source);
    let files: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    let folder = Folder::with(&files);
    let build = |command: &[&str]| {
        let made = Command::new(command[0]).args(&command[1..]).current_dir(folder.path()).status();
        made.is_ok_and(|status| status.success())
    };
    let first = against_hold(&folder, &format!("{} walker.py", python()), "--turns 60");
    assert_eq!(first["players"][0]["faults_total"], 0, "{first}");
    assert!(figures(&first)[0][1].unwrap() > 1, "it has gathered: {first}");
    let mut others = Vec::new();
    if build(&["cc", "-O1", "-o", "walker", "walker.c"]) {
        others.push("./walker".to_string());
    }
    if build(&["javac", "Walker.java"]) {
        others.push(format!("java -Xmx200m -cp {} Walker", folder.path().display()));
    }
    if build(&["node", "--check", "walker.js"]) {
        others.push("node walker.js".to_string());
    }
    for program in others {
        let result = against_hold(&folder, &program, "--turns 60 --start-time 60 --turn-time 20");
        assert_eq!(result["players"][0]["faults_total"], 0, "{program}: {result}");
        assert_eq!(figures(&result), figures(&first), "{program}");
    }
}

/// Answers `go` to whatever ends with `ready` or `go`, and does `BODY` in each turn.
const BOT: &str = "\
import os, sys, time
turns = 0
for line in sys.stdin:
    if line.strip() == 'ready':
        READY
        print('go', flush=True)
    elif line.strip() == 'go':
        turns += 1
        BODY
        print('go', flush=True)
";

fn bot(ready: &str, body: &str, more: &str) -> (Folder, Value) {
    let folder = Folder::with(&[("p.py", &BOT.replace("READY", ready).replace("BODY", body))]);
    let result = against_hold(&folder, &format!("{} p.py", python()), more);
    (folder, result)
}

#[test]
fn whoever_ends_is_removed() {
    let (folder, result) = bot("pass", "if turns == 3: os._exit(7)", "");
    assert_eq!(figures(&result).iter().map(|player| player[0]).collect::<Vec<_>>(), [Some(0), Some(3)]);
    assert_eq!(result["players"][0]["faults"][0]["kind"], "crash", "{result}");
    assert!(folder.read("p.log").contains("exit status: 7"));
    let (_, result) = bot("pass", "time.sleep(9)", "--turn-time 0.2");
    assert_eq!(result["players"][0]["faults"][0]["kind"], "timeout", "{result}");
    assert_eq!(figures(&result)[1][0], Some(3));
    let (_, result) = bot("pass", "print('o 0 0 n\\n' * 400000)", "");
    assert_eq!(result["players"][0]["faults"][0]["kind"], "crash", "it says too much: {result}");
}

#[test]
fn whoever_is_not_ready_is_told() {
    let folder = Folder::with(&[("p.py", "pass\n")]);
    let words = ["play", "ants", &format!("{} p.py", python()), "Hold"];
    Run::of(folder.command(&words).output().unwrap()).is_mistake(&["before its first turn"]);
}

#[test]
fn what_is_not_allowed_is_told_and_costs_a_strict_match() {
    let orders = "print('hello'); print('o 1 1'); print('o 0 0 n')";
    let (folder, result) = bot("pass", orders, "--turns 2");
    for line in ["hello # unknown action", "o 1 1 # incorrectly formatted order", "o 0 0 n # not player ant"]
    {
        assert!(folder.read("p.log").contains(line), "{}", folder.read("p.log"));
    }
    assert_eq!(figures(&result)[0][0], Some(1));
    let (_, result) = bot("pass", orders, "--strict");
    assert_eq!((figures(&result)[0][0], figures(&result)[1][0]), (Some(0), Some(3)), "{result}");
}

/// A thread of it computes all the time, while the other one sleeps.
#[test]
fn a_program_is_stopped_outside_its_turns() {
    let ready = "import threading; threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start(); ended = [0]";
    let body = "print('computed', time.process_time() - ended[0], file=sys.stderr, flush=True); ended[0] = time.process_time()";
    let asleep = BOT.replace("READY", "pass").replace("BODY", "time.sleep(0.4)");
    let busy = BOT.replace("READY", ready).replace("BODY", body);
    let folder = Folder::with(&[("busy.py", &busy), ("asleep.py", &asleep)]);
    let python = python();
    let (busy, asleep) = (format!("{python} busy.py"), format!("{python} asleep.py"));
    let words = ["play", "ants", &busy, &asleep, "--turns", "5", "--no-replay", "--quiet", "--threads", "1"];
    let run = Run::of(folder.command(&words).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    let log = folder.read("busy.log");
    let computed: Vec<f64> =
        log.lines().filter_map(|line| line.strip_prefix("computed ")?.parse().ok()).collect();
    assert_eq!(computed.len(), 5, "{log}");
    assert!(computed[2..].iter().all(|seconds| *seconds < 0.2), "{log}");
}

#[test]
fn what_follows_an_answer_counts_for_the_next_one() {
    let (folder, result) = bot("pass", "print('go\\no 0 0 n' if turns == 1 else '')", "--turns 3");
    let log = folder.read("p.log");
    assert_eq!(result["players"][0]["faults_total"], 0, "{log}");
    let second = log.split("=== Round 2 ").nth(1).unwrap();
    assert!(second.contains("o 0 0 n # not player ant"), "{log}");
    assert!(!log.split("=== Round 2 ").next().unwrap().contains("o 0 0 n"), "{log}");
}

#[test]
fn players_think_one_after_the_other_if_asked_to() {
    let told = |more: &str| {
        let folder = Folder::with(&[]);
        let run =
            folder.play(&format!("ants Hunter Random --seed 3 --turns 30 --json --quiet --no-replay {more}"));
        figures(&serde_json::from_str(&run.out).unwrap())
    };
    assert_eq!(told("--serial 1"), told(""));
}

#[test]
fn a_wrong_map_is_told_with_its_place() {
    let folder = Folder::with(&[
        ("short.map", "rows 2\ncols 2\nplayers 2\nm 0.\n"),
        (
            "odd.map",
            "rows 6\ncols 6\nplayers 2\nm 0....%\nm ......\nm ......\nm ......\nm ..1...\nm ......\n",
        ),
    ]);
    folder.play("ants Hold Hold --map short.map").is_mistake(&["short.map", "line 4", "`rows` says 2"]);
    folder.play("ants Hold Hold --map odd.map").is_mistake(&["odd.map is not symmetric", "--food none"]);
    assert_eq!(folder.play("ants Hold Hold --map odd.map --food none --turns 3").status, 0);
    folder.play("ants Hold Hold Hold").is_mistake(&["for 2 players"]);
    folder.play("ants Hold Hold --map none.map").is_mistake(&["none.map"]);
}

#[test]
fn every_example_of_the_documentation_works() {
    let folder = Folder::with(&[]);
    let page = fs::read_to_string(project().join("docs/ants.md")).unwrap();
    let programs = Path::new(env!("CARGO_BIN_EXE_wag")).parent().unwrap().to_str().unwrap();
    let python = python();
    let python = Path::new(&python).parent().unwrap().to_str().unwrap();
    let path = format!("{programs}:{python}:{}", std::env::var("PATH").unwrap());
    let mut commands = 0;
    for block in page.split("```").skip(1).step_by(2) {
        let (fence, text) = block.split_once('\n').unwrap();
        match fence.split(' ').collect::<Vec<_>>().as_slice() {
            ["sh"] => {
                for line in text.lines() {
                    let mut shell = Command::new("sh");
                    shell
                        .args(["-c", line])
                        .current_dir(folder.path())
                        .env("PATH", &path)
                        .stdin(Stdio::null());
                    let run = Run::of(shell.output().unwrap());
                    assert_eq!(run.status, 0, "{line}: {}{}", run.out, run.err);
                    commands += 1;
                }
            }
            [_, "file", name] => folder.write(name, text),
            _ => {}
        }
    }
    assert!(commands >= 5);
    assert!(
        !folder.read("first.log").contains(" # "),
        "its orders are all taken: {}",
        folder.read("first.log")
    );
}
