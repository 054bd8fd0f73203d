//! Tests of `wag play --profile` from the command line.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run};

const BOT: &str = "
from classes import *
import helper

def fast():
    return 1

def slow(times):
    total = 0
    for number in range(times):
        total += number * number
    return total

fast()
helper.twice(slow)
if roundState.getRoundNumber() == 7:
    slow(600000)
";
const HELPER: &str = "
def twice(what):
    what(500)
    what(500)
";

fn play(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["play"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns the rows of the table whose heading begins like this.
fn rows(report: &str, head: &str) -> Vec<String> {
    let mut rows = report.lines().skip_while(|line| !line.trim_start().starts_with(head)).skip(2);
    let row = |line: &str| line.trim().to_string();
    std::iter::from_fn(|| rows.next().filter(|line| !line.starts_with('─')).map(row)).collect()
}

#[test]
fn functions_lines_and_rounds_that_took_the_time_come_first() {
    let folder = Folder::with(&[("bot.py", BOT), ("helper.py", HELPER)]);
    let run = play(&folder, "bot.py Noob --rounds 12 --seed 1 --profile=flames.svg");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let functions = rows(&run.out, "function");
    assert!(functions[0].starts_with("slow ") && functions[0].contains("bot.py:8"), "{functions:?}");
    assert!(functions[0].contains(" 25 "), "twelve times two calls, and one: {}", functions[0]);
    assert!(
        functions.iter().any(|row| row.starts_with("twice ") && row.contains("helper.py:2")),
        "{functions:?}"
    );
    let lines = rows(&run.out, "line");
    let of_loop =
        |row: &String| row.contains("total += number * number") || row.contains("for number in range");
    assert!(lines[..2].iter().all(of_loop), "{lines:?}");
    let slowest = run.out.lines().find(|line| line.starts_with("The slowest turns: ")).unwrap();
    assert!(slowest.starts_with("The slowest turns: round 7: "), "{slowest}");
    let picture = folder.read("flames.svg");
    assert!(picture.contains("<svg") && picture.trim_end().ends_with("</svg>"), "{picture}");
    assert!(picture.contains("slow (bot.py:8)") && picture.contains("twice (helper.py:2)"));
    assert!(!run.out.contains("Where Noob"), "built-in AIs are not looked at: {}", run.out);
}

#[test]
fn profiling_does_not_change_the_match() {
    let folder = Folder::with(&[
        (
            "bot.py",
            &(BOT.to_string()
                + "
import random, sys
print(random.random(), sys.gettrace(), sys.getprofile())
for unit in roundState.getUnits():
    unit.moveUnit(random.choice(['NORTH', 'EAST', 'SOUTH', 'WEST']))
roundState.getBase().createUnitGatherer()
"),
        ),
        ("helper.py", HELPER),
    ]);
    let without_times = |log: String| -> String {
        log.lines().filter(|line| !line.contains(" ms")).map(|line| format!("{line}\n")).collect()
    };
    let report = |words: &str| {
        // The time limit is so high that no turn comes close to it on a busy machine, which would add a note.
        let run = play(&folder, &format!("bot.py Noob --rounds 20 --seed 3 --turn-time 600 {words}"));
        assert_eq!(run.status, 0, "{}{}", run.out, run.err);
        without_times(folder.read("bot.log"))
    };
    let (with, without) = (report("--profile"), report(""));
    assert_eq!(with, without);
    assert!(with.contains("None None"), "{with}");
}

#[test]
fn profiling_raises_the_limit_for_slow_turn_notes() {
    // Profiled turns may take twenty times as long: 5 s here.
    let folder = Folder::with(&[("bot.py", "import time\ntime.sleep(0.3)\n")]);
    let run = play(&folder, "bot.py Noob --rounds 1 --seed 3 --turn-time 0.25 --profile");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert!(!run.out.contains("of the time limit"), "{}", run.out);
}

#[test]
fn failing_and_hanging_ais_are_profiled() {
    let folder = Folder::with(&[
        ("failing.py", "def f():\n    return nothing\nf()\n"),
        ("endless.py", "def f():\n    while True:\n        pass\nf()\n"),
    ]);
    let run = play(&folder, "failing.py Noob --rounds 3 --seed 1 --profile --lang de");
    assert!(
        run.status == 0 && rows(&run.out, "Funktion").iter().any(|row| row.starts_with("f ")),
        "{}",
        run.out
    );
    let run = play(&folder, "endless.py Noob --rounds 5 --seed 1 --turn-time 0.02 --profile");
    assert!(run.status == 0 && run.out.contains("There is no profile"), "{}", run.out);
}

#[test]
fn incompatible_options_are_refused() {
    let folder = Folder::with(&[("bot.py", BOT), ("helper.py", HELPER)]);
    let run = play(&folder, "bot.py Noob --rounds 2 --profile --quiet");
    assert_eq!(run.status, 2, "{}", run.out);
    // The profile would show how long a person looks at the debugger.
    let run = play(&folder, "bot.py Noob --rounds 2 --profile --debug --lang de");
    let names_both = ["--profile", "--debug"].iter().all(|option| run.err.contains(option));
    assert_eq!((run.status, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{}", run.err);
    assert!(names_both, "{}", run.err);
    let run = play(&folder, "bot.py Noob --rounds 2 --seed 1 --profile=flames.svg --json --quiet");
    let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let profile = &report["players"][0]["profile"];
    assert_eq!((run.status, profile["turns"].as_u64(), run.err.as_str()), (0, Some(2), ""));
    assert!(profile["functions"].as_array().unwrap().iter().any(|one| one["own_file"] == true), "{profile}");
    assert!(report["players"][1].get("profile").is_none() && folder.has("flames.svg"));
    let run = play(&folder, "bot.py Noob --rounds 2 --seed 1 --profile=missing/flames.svg");
    assert!(run.status == 2 && run.err.contains("missing/flames.svg cannot be written"), "{}", run.err);
}
