//! The output of a game in a Python file, and the failure of such a game, in the log of the match.

use crate::common::{Folder, Run};

const RACE: &str = include_str!("../fixtures/games/race.py");
const RUNNER: &str = include_str!("../fixtures/games/runner.py");

/// The race, which prints at the start and before it applies orders.
fn loud(apply: &str) -> String {
    let start = "        print('started', seats)\n        return {\"length\"";
    let race = RACE.replace("        return {\"length\"", start);
    race.replace("        events = []\n", &format!("        {apply}\n        events = []\n"))
}

fn folder(apply: &str) -> Folder {
    Folder::with(&[("race.py", RACE), ("loud.py", &loud(apply)), ("runner.py", RUNNER)])
}

fn play(folder: &Folder, words: &str) -> Run {
    folder.play(&format!("{words} --seed 1 --no-replay"))
}

#[test]
fn what_a_game_prints_stands_in_its_log_with_the_round() {
    let folder = folder("print('apply \\x1b[31m', state['round'])");
    let run = play(&folder, "loud.py Fast Slow");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("./game.log"), "{}", run.out);
    let log = folder.read("game.log");
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!((lines[0], lines[1], lines[3]), ("started 2", "=== Round 1 ===", "=== Round 2 ==="), "{log}");
    assert_eq!((lines.len(), log.contains('\u{1b}')), (9, false), "{log}");
    // A silent game leaves no log, and nothing of an earlier one.
    assert_eq!(play(&folder, "race.py Fast Slow").status, 0);
    assert_eq!(folder.read("game.log"), "");
    std::fs::remove_file(folder.path().join("game.log")).unwrap();
    assert_eq!(play(&folder, "race.py Fast Slow").status, 0);
    assert!(!folder.has("game.log"));
}

#[test]
fn a_player_with_the_name_game_has_a_log_of_its_own() {
    let folder = folder("print('apply')");
    let report = folder.json("loud.py game=runner.py Slow --seed 1 --no-replay");
    assert_eq!(
        (report["logs"][0].as_str(), report["game_log"].as_str()),
        (Some("./game.log"), Some("./game2.log"))
    );
    assert!(folder.read("game2.log").contains("apply") && !folder.read("game.log").contains("apply"));
}

#[test]
fn a_step_prints_at_most_a_mebibyte() {
    let folder = folder("print('x' * 3_000_000)");
    assert_eq!(play(&folder, "loud.py Fast Slow --length 5").status, 0);
    let log = folder.read("game.log");
    assert!(log.len() > 1 << 20 && log.len() < 3 << 20, "{}", log.len());
    assert!(log.contains("more bytes, which were discarded"));
}

#[test]
fn the_failure_of_a_game_stands_in_its_log_below_its_output() {
    let folder = folder("print('apply', state['round']); state['round'] < 3 or 1 / 0");
    let run = play(&folder, "loud.py Fast Slow --length 20");
    assert_eq!(run.status, 5, "{}", run.out);
    let log = folder.read("game.log");
    let last = log.split("=== Round 3 ===\n").nth(1).unwrap();
    assert!(last.starts_with("apply 3\nTraceback"), "{log}");
    assert!(last.contains("ZeroDivisionError") && last.contains("*** The game failed. ***"), "{log}");

    let folder = self::folder("pass");
    folder.write("loud.py", loud("pass").replace("'started', seats)", "'started')\n        1 / 0"));
    assert_eq!(play(&folder, "loud.py Fast Slow").status, 5);
    assert!(folder.read("game.log").starts_with("started\nTraceback"), "{}", folder.read("game.log"));
}

#[test]
fn the_debugger_shows_what_a_game_prints_as_it_shows_a_player() {
    let folder = folder("print('apply', state['round'])");
    let run = play(&folder, "loud.py runner.py Slow --debug");
    assert_eq!(run.status, 0, "{}", run.err);
    let all = run.out + &run.err;
    assert!(
        all.contains("The game prints: started 2\n") && all.contains("The game prints: apply 2\n"),
        "{all}"
    );
}
