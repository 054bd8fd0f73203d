//! Tests of `wag tune` from the command line.

use crate::common;

use common::unlocked_home;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Saves more resources the less often it builds, since no unit brings any.
const SAVER: &str = "
from classes import *
import helper
PARAMS = {
    'every': (10, 1, 60),  # rounds
}
if roundState.getRoundNumber() % PARAMS['every'][0] == 0:
    helper.build(roundState.getBase())
";
const HELPER: &str = "def build(base):\n    base.createUnitGatherer()\n";

fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bot.py"), text).unwrap();
    fs::write(folder.path().join("helper.py"), HELPER).unwrap();
    folder
}

fn command(folder: &Path, words: &str) -> Command {
    let mut command = crate::common::wag();
    command.current_dir(folder).env("WAG_HOME", unlocked_home()).arg("tune").args(words.split_whitespace());
    command
}

fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn tuning_improves_numbers_and_writes_the_file() {
    let folder = folder(SAVER);
    let words = "bot.py --rounds 60 --pairs 60 --check 12 --seed 5";
    let report =
        json(&command(folder.path(), &format!("{words} --json --output better.py")).output().unwrap());
    let param = &report["params"][0];
    assert_eq!((param["name"].as_str(), param["default"].as_f64()), (Some("every"), Some(10.0)));
    let best = param["best"].as_i64().expect("a whole number, and no 9.0");
    assert!(best > 20 && [&param["low"], &param["high"]].iter().all(|one| one.is_i64()), "{report}");
    assert!(report["check"]["interval"][0].as_f64().unwrap() > 0.5, "{report}");
    assert_eq!((report["trials"].as_u64(), report["trials_planned"].as_u64()), (Some(15), Some(15)));
    let written = fs::read_to_string(folder.path().join("better.py")).unwrap();
    assert_eq!(written, SAVER.replace("(10,", &format!("({best},")));
    let kept: Value = serde_json::from_slice(&fs::read(folder.path().join("tune.json")).unwrap()).unwrap();
    let trials = kept["trials"].as_array().unwrap();
    assert_eq!((trials.len(), kept["best"]["every"].as_i64()), (15, Some(best)));
    for (trial, score) in trials.iter().zip(kept["scores"].as_array().unwrap()) {
        assert!(trial["new"]["every"].is_i64() && trial["old"]["every"].is_i64(), "{trial}");
        assert_eq!((&trial["score"], trial["pairs"].as_u64()), (score, Some(4)));
    }
    assert_eq!(fs::read_to_string(folder.path().join("bot.py")).unwrap(), SAVER);
    // Once more: nothing of the search is played again, and with one core the check is the same.
    let again = command(folder.path(), &format!("{words} --jobs 1 --json")).output().unwrap();
    assert_eq!(json(&again), report);
}

#[test]
fn interrupted_search_resumes() {
    let folder = folder(SAVER);
    let words = "bot.py --rounds 30 --pairs 24 --check 2 --json";
    let kept = folder.path().join("tune.json");
    let mut first = command(folder.path(), words).stdout(Stdio::null()).spawn().unwrap();
    while !kept.exists() {
        assert!(first.try_wait().unwrap().is_none(), "it ended before anything was kept");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let scores = |path: &Path| {
        let file: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
        file["scores"].as_array().unwrap().clone()
    };
    let before = scores(&kept);
    assert!(!before.is_empty() && before.len() < 6);
    let resumed = json(&command(folder.path(), words).output().unwrap());
    assert_eq!(scores(&kept)[..before.len()], before[..]);
    // With one core the search is the same.
    let whole =
        json(&command(folder.path(), &format!("{words} --jobs 1 --into whole.json")).output().unwrap());
    assert_eq!(resumed, whole);
}

#[test]
fn successive_halving_keeps_the_default_unless_something_is_better() {
    let folder = folder(SAVER);
    let words = "bot.py --method halving --rounds 60 --pairs 48 --check 6 --json --against Noob";
    let report = json(&command(folder.path(), words).output().unwrap());
    assert_eq!(report["trials"], report["trials_planned"]);
    assert!(report["params"][0]["best"].as_f64().unwrap() >= 10.0, "{report}");
}

#[test]
fn untunable_file_is_reported_in_one_sentence() {
    let refused = |text: &str, words: &str, why: &str| {
        let folder = folder(text);
        fs::write(folder.path().join("notes.json"), "{}").unwrap();
        let output = command(folder.path(), words).output().unwrap();
        let report = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), report.contains(why)), (Some(2), true), "{words}: {report}");
    };
    refused("print(1)\n", "bot.py", "no line starts with PARAMS");
    refused("PARAMS = {'a': (1, 5, 2)}\n", "bot.py", "line 1: a must have low < high");
    refused(SAVER, "missing.py", "missing.py cannot be read");
    refused(SAVER, "bot.py --into notes.json", "notes.json does not contain a search");
    refused(SAVER, "bot.py --against human", "cannot be played by people");
    refused(SAVER, "bot.py --pairs 1", "--pairs");
}

#[test]
fn an_ai_that_can_not_start_is_not_tuned() {
    let folder = folder("PARAMS = {'a': (1, 0, 2)}\nx = = 1\n");
    let output = command(folder.path(), "bot.py --rounds 3 --pairs 4 --check 2").output().unwrap();
    let report = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(4), 0), "{report}");
    assert!(
        report.contains("cannot play") && report.contains("line 2") && report.contains("SyntaxError"),
        "{report}"
    );
    assert!(!folder.path().join("tune.json").exists());
}

#[test]
fn failing_ai_is_reported() {
    let folder = folder("PARAMS = {'a': (1, 0, 2)}\nnothing\n");
    let output = command(folder.path(), "bot.py --rounds 3 --pairs 4 --check 2 --lang de").output().unwrap();
    let report = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success()
            && report.contains("NameError: name 'nothing' is not defined (bot.py, Zeile 2) [Fehler]"),
        "{report}"
    );
}
