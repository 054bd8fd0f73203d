//! Ctrl+C in the middle of a match.

use super::*;

fn interrupt(child: std::process::Child) -> Run {
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    Run::of(child.wait_with_output().unwrap())
}

#[test]
fn ctrl_c_ends_a_match_with_logs_and_table() {
    let ai = "
from classes import *
print('in round', roundState.getRoundNumber())
if roundState.getRoundNumber() == 5:
    print('looking for an end', flush=True)
    while not open('sign', 'w').close(): pass
";
    let folder = Folder::with(&[("a.py", ai), ("b.py", IDLER)]);
    let run = interrupt(folder.play_until("b.py a.py --turn-time 100", "sign"));
    assert_eq!(run.status, 130);
    run.tells(&["interrupted after ", " of 1000 rounds", "nobody has won", "Logs: ", "Again: "]);
    let log = folder.read("a.log");
    let (_, tail) = log.split_once("=== Round 5 (interrupted) ===\n").unwrap();
    assert!(tail.starts_with("in round 5\nlooking for an end\n*** Turn not finished after "), "{log}");
    assert!(
        tail.contains(" s: interrupted in its turn (a.py, line 6) ***\n=== Turns: 4, ")
            && tail.contains(" ===\n=== Interrupted after round "),
        "{log}"
    );
    assert!(run.err.contains("a, round 5, after ") && run.err.contains("(a.py, line 6)"), "{}", run.err);
    let other = folder.read("b.log");
    assert!(
        without_notes(&other).lines().last().unwrap().starts_with("=== Interrupted after round "),
        "{other}"
    );
}

#[test]
fn json_says_that_it_was_interrupted() {
    let ai = "open('sign', 'w').close()\nwhile True: pass\n";
    let folder = Folder::with(&[("a.py", ai)]);
    let run = interrupt(folder.play_until("a.py --json --quiet", "sign"));
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, run.err.as_str()), (130, ""));
    assert_eq!((&result["interrupted"], &result["repeatable"]), (&json!(true), &json!(false)));
    assert_eq!(player(&result, "a")["faults_total"], json!(0), "Ctrl+C is no fault of the AI");
}
