//! Content and format of the logs.

use super::*;

#[test]
fn every_round_of_a_plain_log_has_a_header_and_the_output_as_it_was_printed() {
    let ai = "
from classes import *
import sys
print('to stdout', roundState.getRoundNumber(), '\\tä')
print('to stderr', file=sys.stderr)
print('no newline', end='')
";
    let folder = Folder::with(&[("a.py", ai)]);
    folder.json("a.py --rounds 2 --log plain");
    let log = without_times(without_notes(&folder.read("a.log")));
    let round = |n| format!("=== Round {n} ===\nto stdout {n} \tä\nto stderr\nno newline\n");
    assert_eq!(log, format!("{}{}", round(1), round(2)));
    assert!(!folder.read("a.log").contains("=== Round 1 ==="), "the header tells the time");
}

/// An AI that creates a gatherer, sends it into the edge of the board once, and prints in round 4.
const CURIOUS: &str = "
from classes import *
number = roundState.getRoundNumber()
if number == 1:
    roundState.getBase().createUnitGatherer()
if number == 2:
    for unit in roundState.getUnits():
        unit.moveUnit(Direction.NORTH)
if number == 4:
    print('*** I print this *** ')
";

/// Returns a log up to its last line about the times, which ends it, without the times.
fn story(log: &str) -> String {
    let lines: Vec<&str> = without_notes(log).lines().collect();
    let (last, rest) = lines.split_last().expect("a line about the times");
    assert!(last.starts_with("=== Turns: ") && last.ends_with(") ==="), "{last}");
    rest.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_log_has_the_output_and_the_events_of_the_player_and_no_empty_rounds() {
    let folder = Folder::with(&[
        ("a.py", CURIOUS),
        ("mute.py", IDLER),
        ("tiny.map", "mapVersion=3\n5\nTiny\n0\n1.R.2\n.....\nR.X.R\n.....\n4.R.3\n"),
    ]);
    folder.json("a.py mute.py Dummy Dummy --rounds 30 --map tiny.map --seed 1");
    assert_eq!(
        story(&folder.read("a.log")),
        "=== Round 1 ===\n\
         *** a creates gatherer 0 ***\n\
         === Round 2 ===\n\
         *** unit 0 cannot go NORTH: the edge is in the way ***\n\
         === Round 4 ===\n\
         *** I print this *** \n"
    );
    assert_eq!(story(&folder.read("mute.log")), "", "nothing happens to it");
    folder.json("a.py mute.py Dummy Dummy --rounds 30 --map tiny.map --seed 1 --log plain");
    assert_eq!(
        without_times(without_notes(&folder.read("mute.log"))),
        (1..=30).map(|round| format!("=== Round {round} ===\n")).collect::<String>()
    );
}

#[test]
fn the_command_for_the_same_match_repeats_the_form_of_the_logs() {
    let folder = Folder::with(&[("a.py", IDLER)]);
    let again = |words: &str| folder.play(words).out.lines().last().unwrap().ends_with(" --log plain");
    assert!(again("a.py --rounds 1 --log plain"));
    assert!(!again("a.py --rounds 1"));
    assert_eq!(folder.play("a.py --rounds 1 --log long").status, 2);
}

#[test]
fn a_match_begins_with_empty_logs() {
    let folder = Folder::with(&[("a.py", IDLER), ("a.log", "old and long\n"), ("Noob1.log", "old\n")]);
    folder.json("a.py --rounds 1");
    assert!(!folder.read("a.log").contains("old") && !folder.read("Noob1.log").contains("old"));
}

#[test]
fn a_traceback_shows_the_own_frames_only() {
    let helper = "import json\ndef load():\n    return json.loads('nonsense')\n";
    let ai = "from classes import *\nfrom helper import load\nload()\n";
    let folder = Folder::with(&[("a.py", ai), ("helper.py", helper)]);
    let result = folder.json("a.py --rounds 1");
    let log = folder.read("a.log");
    for words in [
        "Traceback (most recent call last)",
        "a.py\", line 3",
        "helper.py\", line 3",
        "json.loads('nonsense')",
        "JSONDecodeError",
    ] {
        assert!(log.contains(words), "{words} is not in {log}");
    }
    assert!(!log.contains("decoder.py") && !log.contains("json/__init__.py"), "{log}");
    assert_eq!(count(&log, "  File "), 2, "{log}");
    assert!(player(&result, "a")["faults"][0]["message"].as_str().unwrap().ends_with("(helper.py, line 3)"));
}

#[test]
fn orders_given_before_an_exception_stand() {
    let folder = Folder::with(&[("a.py", &format!("{CREATOR}1 / 0\n"))]);
    let result = folder.json("a.py --rounds 3");
    let a = player(&result, "a");
    assert_eq!((&a["units"], &a["stock"], &a["faults_total"]), (&json!(1), &json!(150), &json!(3)));
}

#[test]
fn elimination_is_logged_once_and_ends_the_log() {
    let folder = Folder::with(&[("a.py", IDLER)]);
    folder.json("a.py Dummy --rounds 10 --log plain");
    let log = folder.read("Dummy.log");
    assert_eq!((log.lines().count(), count(&log, "Out of the game")), (1, 1), "{log}");
    assert_eq!(count(&folder.read("a.log"), "=== Round "), 10);
}

#[test]
fn three_turns_without_an_end_are_lost_and_then_the_units_stand_still() {
    let endless = format!("{CREATOR}print('thinking', flush=True)\nwhile True: pass\n");
    let folder = Folder::with(&[("slow.py", &endless), ("a.py", CREATOR)]);
    let result = folder.json("slow.py a.py --rounds 8 --turn-time 0.05 --log plain");
    let slow = player(&result, "slow");
    let rounds: Vec<&Value> =
        slow["faults"].as_array().unwrap().iter().map(|fault| &fault["round"]).collect();
    assert_eq!(rounds, [1, 2, 3]);
    assert!(slow["faults"].as_array().unwrap().iter().all(|fault| fault["kind"] == "timeout"));
    assert_eq!((&slow["units"], &slow["stock"]), (&json!(0), &json!(200)), "a lost turn creates nothing");
    assert_eq!(result["repeatable"], json!(false));
    let log = folder.read("slow.log");
    assert_eq!((count(&log, "*** Turn lost (timeout)"), count(&log, "thinking")), (3, 3), "{log}");
    let (log, notes) = log.split_once("=== Notes ===\n").unwrap();
    assert!(log.lines().last().unwrap().contains("your units stand still from round 4 on"), "{log}");
    assert!(notes.starts_with("- 3 turns were lost, first in round 1: no answer"), "{notes}");
    assert_eq!(count(&folder.read("a.log"), "=== Round "), 8, "the others go on");
    assert_eq!(player(&result, "a")["units"], json!(1));
}

#[test]
fn turn_that_kills_its_process_is_lost_and_reported() {
    let exit = "import os\nprint('going')\nos._exit(3)\n";
    let fault = "import ctypes\nprint('falling')\nctypes.string_at(0)\n";
    let folder = Folder::with(&[("exit.py", exit), ("fault.py", fault), ("a.py", CREATOR)]);
    let run = folder.play("exit.py fault.py a.py --rounds 6 --json --log plain");
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &result["repeatable"]), (0, &json!(true)));
    for (name, words, said) in [("exit", "exit status: 3", "going"), ("fault", "SIGSEGV", "falling")] {
        let faults = player(&result, name)["faults"].as_array().unwrap();
        assert_eq!(faults.len(), 3, "{name}");
        assert!(faults.iter().all(|fault| fault["kind"] == "crash"), "{name}");
        assert!(faults[0]["message"].as_str().unwrap().contains(words), "{}", faults[0]);
        let log = folder.read(&format!("{name}.log"));
        assert_eq!((count(&log, "*** Turn lost (crash)"), count(&log, said)), (3, 3), "{log}");
        assert_eq!(count(&log, "stand still"), 1);
    }
    assert_eq!(count(&folder.read("a.log"), "=== Round "), 6);
}

#[test]
fn table_shows_faults_and_their_first_position() {
    let folder = Folder::with(&[("a.py", "from classes import *\nif roundState.getRoundNumber() > 2: x\n")]);
    let run = folder.play("a.py --rounds 5");
    run.tells(&["a failed 3 times, first in round 3: NameError: name 'x' is not defined (a.py, line 2)"]);
}
