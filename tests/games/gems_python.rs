//! Python AIs for the gem duel: good and bad ones, their logs and replays, and files they cannot read.
#![cfg(target_os = "linux")]

use crate::common;

use crate::common::gems::*;
use common::{Folder, Run, count, without_times};
use serde_json::{Value, json};

/// Plays the last of the legal moves, and prints its arguments.
const LAST: &str = "\
from gems import *

def choose_move(player, opponent, field):
    print('I have', player, 'and', opponent)
    moves = legal_moves(field)
    annotate(moves[-1][:2], 'this one', color='red')
    return moves[-1]
";

/// Returns a file whose function has this body.
fn answering(body: &str) -> String {
    let lines: String = body.lines().map(|line| format!("    {line}\n")).collect();
    format!("def choose_move(player, opponent, field):\n{lines}")
}

fn folder_with(files: &[(&str, &str)]) -> Folder {
    let folder = table();
    for (name, text) in files {
        folder.write(name, text);
    }
    folder
}

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

/// Checks that player 1 lost both games for this reason.
#[track_caller]
fn both_lost(run: &Run, reason: &str) {
    assert_eq!(run.status, 0, "{}", run.err);
    let results = results(run);
    assert_eq!(results.len(), 2, "{}", run.out);
    for result in results {
        assert!(result.contains(" winner=2 "), "{result}");
        assert!(result.contains(&format!(" reason={reason} ")), "{result}");
    }
}

#[test]
fn ai_plays_both_games_and_they_are_in_its_log() {
    let folder = folder_with(&[("bot.py", LAST)]);
    let run = play(&folder, "bot.py", "ref", &["--no-replay"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(results(&run).len(), 2);
    assert!(results(&run).iter().all(|line| line.contains("reason=life")), "{}", run.out);
    run.tells(&["player 1 (bot.py)", "player 2 (ref)"]);
    takes_time(&run, "bot", 0.0..5.0);
    let log = folder.read("bot.log");
    assert!(log.starts_with("=== Game 1: player 1 opens ===\n=== Round 1 ("), "{log}");
    let (first, second) = log.split_once("=== Game 2: player 2 opens ===\n=== Round 2 (").unwrap();
    for game in [first, second] {
        assert!(game.contains("I have [30, 15, 0, 0, 0, 0] and [30, 15, 0, 0, 0, 0]\n"), "{game}");
        assert!(game.contains("=== Round"));
    }
    let run = play(&folder, "anna=bot.py", "ref", &["--no-replay"]);
    run.tells(&["player 1 (anna)", "player 2 (ref)"]);
    assert_eq!(without_times(&folder.read("anna.log")), without_times(&log));
    // On the other seat, the first argument is also its own state. Its log has one entry per turn.
    play(&folder, "ref", "bot.py", &["--no-replay"]);
    let log = folder.read("bot.log");
    assert_eq!(count(&log, "I have "), count(&log, "=== Round "));
    assert!(!folder.has("saves"));
}

#[test]
fn ref_plays_the_first_legal_move() {
    let bot = "\
import gems
from gems import *
def choose_move(player, opponent, field):
    assert SIZE == 10 == len(field) == len(field[0]) and gems.__all__
    assert all(letter in 'RYGBL12345' for column in field for letter in column)
    # Ref never begins in the topmost row or in the rightmost column.
    return next(move for move in legal_moves(field) if move[0] < 9 and move[1] < 9)
";
    let folder = folder_with(&[("bot.py", bot)]);
    let of_ref = results(&play(&folder, "ref", "ref", &["--no-replay"]));
    for (first, second) in [("bot.py", "ref"), ("ref", "bot.py"), ("bot.py", "bot.py")] {
        let run = play(&folder, first, second, &["--no-replay"]);
        assert_eq!(results(&run), of_ref, "{first} {second} {}", run.err);
    }
    // The two players of the same file have separate logs.
    assert!(folder.read("bot1.log").contains("=== Round 1 "));
    assert!(folder.read("bot2.log").contains("=== Game 2: player 2 opens ===\n=== Round 1 "));
}

#[test]
fn invalid_move_costs_five_and_is_reported() {
    let folder = table();
    let cases = [
        ("return None", "None"),
        ("return 'x'", "'x'"),
        ("return '1011'", "'1011'"),
        ("return 1, 0, 1", "(1, 0, 1)"),
        ("return 1, 0, 1, 1, 1", "(1, 0, 1, 1, 1)"),
        ("return 1.0, 0.0, 1.0, 1.0", "(1.0, 0.0, 1.0, 1.0)"),
        ("return (1 / zero for zero in [0])", "<generator object"),
        ("return (1, 0, 1, 10 ** 30)", "(1, 0, 1, 1000"),
        ("import itertools\nreturn itertools.count()", "count(5)"),
    ];
    for (body, quoted) in cases {
        folder.write("bot.py", answering(body));
        let run = play(&folder, "bot.py", "ref", &["--no-replay", "--debug"]);
        both_lost(&run, "life");
        // Its output and all reports follow the heading of its move.
        run.tells(&["\nMove 1: player 1's turn\nbot prints: choose_move answered "]);
        run.tells(&[
            "Player 1 gives an answer that is not a move",
            "Player 1 takes 5 damage: life 30, shield 10",
        ]);
        let log = folder.read("bot.log");
        let line = format!("choose_move answered {quoted}");
        assert!(log.contains(&line) && log.contains("not four whole numbers"), "{body}: {log}");
        let refused = format!("*** Order refused: {quoted}");
        assert!(log.contains(&refused) && log.contains("x1 y1 x2 y2 (bot.py:1) ***"), "{body}: {log}");
    }
    // Numbers that are not a valid swap.
    for (body, message, why) in [
        ("return 0, 0, 5, 5", "may not swap (0, 0) and (5, 5)", "these fields are not next to each other"),
        (
            "return 1, 0, 1, -1",
            "may not swap (1, 0) and (1, -1)",
            "there is no such field; x and y must be 0 to 9",
        ),
        ("return [0] * 4", "may not swap (0, 0) and (0, 0)", "these fields are not next to each other"),
    ] {
        folder.write("bot.py", answering(body));
        let run = play(&folder, "bot.py", "ref", &["--no-replay", "--debug"]);
        both_lost(&run, "life");
        run.tells(&[message, "Player 1: 9 moves were not allowed."]);
        let numbers = message.trim_start_matches("may not swap ");
        assert_eq!(
            folder.read("bot.log").matches(&format!("*** Not allowed: {numbers}: {why} ***\n")).count(),
            18
        );
    }
}

#[test]
fn missing_answer_loses_and_is_reported() {
    let folder = table();
    let cases = [
        ("x = 1\n".to_string(), "the file defines no function choose_move(player, opponent, field)"),
        (
            answering("print('before')\nreturn field[99]"),
            "IndexError: list index out of range (bot.py, line 3)",
        ),
        ("choose_move = 5\n".to_string(), "TypeError"),
        ("def choose_move(player):\n    return player\n".to_string(), "TypeError"),
        ("1 / 0\n".to_string(), "ZeroDivisionError: division by zero (bot.py, line 1)"),
        (answering("import os\nos._exit(3)"), "3"),
        (answering("import os\nos.abort()"), "SIGABRT"),
        (answering("import gems\ngems.legal_moves([])"), "a field is a list of ten columns of ten letters"),
        (answering("import gems\ngems.annotate((10, 0), 'x')"), "a note belongs to a field"),
    ];
    for (text, message) in cases {
        folder.write("bot.py", &text);
        let run = play(&folder, "bot.py", "ref", &["--no-replay"]);
        both_lost(&run, "failure");
        run.tells(&["player 1 (bot.py) fails on move 1: ", "player 1 (bot.py) fails on move 2: ", message]);
    }
    // Exiting the program counts as no answer.
    folder.write("bot.py", answering("raise SystemExit('enough')"));
    let run = play(&folder, "bot.py", "ref", &["--no-replay"]);
    both_lost(&run, "failure");
    run.tells(&["player 1 (bot.py) gives no answer in move 1; player 2 (ref) wins."]);
    assert_eq!(count(&folder.read("bot.log"), "enough\n*** No valid answer: the game is lost ***\n"), 2);
    // The traceback is in its own log, but not in the other player's.
    folder.write("bot.py", answering("print('before')\nreturn field[99]"));
    let run = play(&folder, "bot.py", "ref", &["--no-replay"]);
    assert_eq!(count(&run.err, "player 1 printed: before"), 2);
    assert_eq!(count(&folder.read("bot.log"), "line 3, in choose_move"), 2);
    assert!(!folder.read("ref.log").contains("IndexError"));
}

#[test]
fn late_answer_loses() {
    let folder = folder_with(&[
        ("loop.py", &answering("while True:\n    pass")),
        (
            "slow.py",
            &answering("import time\ntime.sleep(0.5)\nimport gems\nreturn gems.legal_moves(field)[0]"),
        ),
    ]);
    let run = play(&folder, "loop.py", "ref", &["--turn-time", "0.5", "--no-replay"]);
    both_lost(&run, "timeout");
    // Within 0.5 s of its computing time, or on a busy machine within 2 s of wall time.
    run.tells(&["no answer within ", "(loop.py, line "]);
    assert_eq!(count(&folder.read("loop.log"), "*** Turn lost (timeout): no answer within "), 2);
    let run = play(&folder, "slow.py", "ref", &["--game-time", "2", "--no-replay"]);
    both_lost(&run, "timeout");
    run.tells(&[
        " s in its turn, which was all that was left of its 2 s for the whole game (slow.py, line 3)",
    ]);
    assert!(results(&run).iter().all(|line| !line.contains("moves=1 ")), "{}", run.out);
}

#[test]
fn ai_that_cannot_start_is_reported_once_and_old_files_stay() {
    let folder = folder_with(&[("bot.py", LAST), ("gems.py", LAST), ("other.py", "import numpie\n")]);
    play(&folder, "bot.py", "ref", &["--replay", "duel.wag"]);
    let (log, others) = (folder.read("bot.log"), folder.read("ref.log"));
    let replay = std::fs::read(folder.path().join("duel-1.wag")).unwrap();
    folder.write("bot.py", "def choose_move(\n");
    for more in [&["--replay", "duel.wag"][..], &["--replay", "new.wag"], &[]] {
        let run = play(&folder, "bot.py", "ref", more);
        assert_eq!((run.status, run.out.as_str()), (4, ""));
        assert!(run.err.starts_with("wag: bot cannot play:\n"), "{}", run.err);
        assert_eq!(count(&run.err, "SyntaxError"), 1, "{}", run.err);
        run.tells(&["bot.py\", line 1"]);
    }
    // Its own log gives the reason. Other existing files remain.
    assert_ne!(folder.read("bot.log"), log);
    assert!(folder.read("bot.log").starts_with("bot cannot play:\n"), "{}", folder.read("bot.log"));
    assert_eq!(folder.read("ref.log"), others);
    assert_eq!(std::fs::read(folder.path().join("duel-1.wag")).unwrap(), replay);
    assert!(!folder.has("new-1.wag") && !folder.has("saves"), "{:?}", folder.names());
    let run = play(&folder, "gems.py", "ref", &[]);
    assert_eq!(run.status, 4);
    run.tells(&["gems.py cannot be an AI: `gems` is the name of the engine's module; rename the file."]);
    let run = play(&folder, "ref", "other.py", &[]);
    assert_eq!(run.status, 4);
    run.tells(&["other cannot play", "numpie"]);
    assert!(!folder.has("saves") && folder.read("ref.log") == others);
}

#[test]
fn nothing_an_ai_changes_outlives_its_move() {
    let bot = "\
import helper, gems
state = []
def choose_move(player, opponent, field):
    print('clean' if not (state or helper.state or hasattr(gems, 'mine')) else 'kept', len(field), len(player))
    moves = gems.legal_moves(field)
    state.append(1); helper.state.append(1); gems.mine = 1; gems.legal_moves = None
    player.clear(); field.clear(); opponent[0] = 0
    return next(move for move in moves if move[0] < 9 and move[1] < 9)
";
    let folder = folder_with(&[("bot.py", bot), ("helper.py", "state = []\n")]);
    let of_ref = results(&play(&folder, "ref", "ref", &["--no-replay"]));
    let run = play(&folder, "bot.py", "ref", &["--no-replay"]);
    assert_eq!(results(&run), of_ref, "{}", run.err);
    let log = folder.read("bot.log");
    assert_eq!(count(&log, "clean 10 6\n"), count(&log, "=== Round "), "{log}");
}

#[test]
fn stock_is_not_readable() {
    let spy = "\
import os
from gems import *
def choose_move(player, opponent, field):
    for name in ['b.dat', 'duel-1.txt', 'duel-2.txt', 'saves/old.wag', 'bot.log', 'ref.log', 'notes.txt']:
        try:
            print(name, 'read', len(open(name, 'rb').read()))
        except OSError as fault:
            print(name, type(fault).__name__)
    return legal_moves(field)[0]
";
    let folder = folder_with(&[("bot.py", spy), ("saves/old.wag", "x"), ("notes.txt", "mine")]);
    let run = play(&folder, "bot.py", "ref", &["--replay", "duel.txt"]);
    assert_eq!(run.status, 0, "{}", run.err);
    let log = folder.read("bot.log");
    assert_eq!(count(&log, "notes.txt read 4\n"), count(&log, "=== Round "), "{log}");
    assert_eq!(count(&log, " read "), count(&log, "notes.txt read"), "{log}");
    assert!(
        count(&log, "b.dat PermissionError") > 2 && count(&log, "duel-1.txt PermissionError") > 2,
        "{log}"
    );
    // The same by any other path.
    std::os::unix::fs::symlink("b.dat", folder.path().join("link.dat")).unwrap();
    folder.write("bot.py", spy.replace("'duel-1.txt', 'duel-2.txt', ", "").replace("notes.txt", "link.dat"));
    let run = crate::common::gems::run(
        &folder,
        &["play", "gems", "bot.py", "ref", "--board", "link.dat", "--no-replay"],
    );
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(count(&folder.read("bot.log"), " read "), 0, "{}", folder.read("bot.log"));
    // Programs in other languages cannot read them either.
    folder.write("spy.sh", "cat ${0%/*}/b.dat && echo managed; cat ${0%/*}/notes.txt; sh ${0%/*}/ref.sh\n");
    put(&folder, "ref.sh", "ref.sh");
    let of_ref = results(&play(&folder, "ref", "ref", &["--no-replay"]));
    let run = play(&folder, "sh spy.sh", "ref", &["--no-replay", "--debug"]);
    assert_eq!(results(&run), of_ref, "{}", run.err);
    run.tells(&["spy prints: mine", "Permission denied"]);
    assert!(!run.out.contains("managed"), "{}", run.out);
}

#[test]
fn both_games_leave_a_replay() {
    let folder = folder_with(&[("bot.py", LAST)]);
    let run = play(&folder, "bot.py", "ref", &["--replay", "duel.wag"]);
    run.tells(&["Replay: duel-1.wag\n", "Replay: duel-2.wag\n"]);
    let run = play(&folder, "bot.py", "ref", &[]);
    let kept: Vec<&str> = run.out.lines().filter_map(|line| line.strip_prefix("Replay: ")).collect();
    assert!(kept.len() == 2 && kept.iter().all(|name| name.starts_with("saves/") && folder.has(name)));
    for file in ["duel-1.wag", "duel-2.wag", kept[0], kept[1]] {
        wag(&folder, &format!("replay show {file}")).tells(&[
            "gems on b.dat",
            "bot.py",
            "built in",
            "shield",
        ]);
        wag(&folder, &format!("replay verify {file}")).tells(&["all the same"]);
    }
    let shown = wag(&folder, "replay show duel-1.wag --round 1");
    shown.tells(&[
        "Before round 1",
        "  | 0 1 2 3 4 5 6 7 8 9",
        "  | I have [30, 15, 0, 0, 0, 0]",
        "bot swaps (",
    ]);
    let page = wag(&folder, "replay export duel-1.wag --html --output page.html");
    assert_eq!(
        (page.status, page.err.as_str()),
        (0, "The page does not contain the source code of the AIs.\n")
    );
    assert!(folder.read("page.html").contains("id=\"wag-data\""));
    wag(&folder, "replay show duel-1.wag --round 9999").is_user_error(&["duel-1.wag", "9999"]);
}

/// Returns the objects of an exported replay.
fn exported(folder: &Folder, file: &str) -> Vec<Value> {
    let run = wag(folder, &format!("replay export {file} --json"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_export_is_as_the_documentation_says() {
    let folder = folder_with(&[("bot.py", LAST), ("nonsense.py", &answering("return None"))]);
    play(&folder, "bot.py", "ref", &["--replay", "duel.wag", "--with-sources"]);
    let lines = exported(&folder, "duel-1.wag");
    let (header, first) = (&lines[0], &lines[2]);
    assert_eq!(
        (&header["game"], &header["rounds"], &header["complete"]),
        (&json!("gems"), &json!(0), &json!(true))
    );
    assert_eq!(header["sources"], json!({"1/bot.py": LAST}));
    let rules = json!({"life": 30, "shield": 15, "threshold": 15, "red_damage": 10, "yellow_damage": 6,
        "green_damage": 3, "illegal_damage": 5});
    assert_eq!(header["scene"], json!({"size": 10, "opener": 1, "rules": rules}));
    let account = json!({"life": 30, "shield": 15, "red": 0, "yellow": 0, "green": 0, "lilac": 0});
    let rows = [
        "RBR13R3LYY",
        "GBLYGGL2GR",
        "LRYLRRBYLB",
        "LBYGGYLBGG",
        "BRGBBLLYGB",
        "GB2GYRBGRR",
        "BRGGYBLG5Y",
        "RBB5LLYBY4",
        "BGBLYYBBGB",
        "RBLBBRYGYY",
    ];
    let frame = json!({"players": [account, account], "rows": rows, "mover": 1, "moves": 0, "over": false});
    assert_eq!(lines[1], json!({"frame": frame, "opening": []}));
    // The annotation is at the stone: rows of notes count from the top, those of moves from the bottom.
    let [[x1, y1], [x2, y2]]: [[u32; 2]; 2] =
        serde_json::from_value(first["orders"][0]["list"][0]["swap"].clone()).unwrap();
    let report = &first["reports"][0];
    assert_eq!(report["notes"], json!([{"fields": [[x1, 9 - y1]], "text": "this one", "color": "red"}]));
    assert_eq!(report["output"], "I have [30, 15, 0, 0, 0, 0] and [30, 15, 0, 0, 0, 0]\n");
    let swapped = json!({"type": "swapped", "seat": 1, "from": [x1, y1], "to": [x2, y2]});
    assert_eq!(first["events"][0], swapped);
    let ended = lines.last().unwrap()["events"].as_array().unwrap().last().unwrap();
    assert_eq!(*ended, json!({"type": "ended", "reason": "life", "winner": header["winners"][0]}));
    // The documentation lists every kind of event with its fields.
    play(&folder, "nonsense.py", "bot.py", &["--replay", "nonsense.wag"]);
    folder.write("failing.py", "");
    play(&folder, "failing.py", "ref", &["--replay", "failing.wag"]);
    let text = std::fs::read_to_string(common::project().join("docs/en/events.md")).unwrap();
    let chapter = text.split("## Gem duel").nth(1).unwrap().split("\n## ").next().unwrap();
    let rows: Vec<&str> = chapter.lines().filter(|line| line.starts_with("| `")).collect();
    let mut kinds = std::collections::BTreeSet::new();
    for file in ["duel-1.wag", "duel-2.wag", "nonsense-1.wag", "failing-1.wag"] {
        let lines = exported(&folder, file);
        for event in lines[2..].iter().flat_map(|turn| turn["events"].as_array().into_iter().flatten()) {
            let kind = event["type"].as_str().unwrap();
            kinds.insert(kind.to_string());
            let row = rows.iter().find(|row| row.starts_with(&format!("| `{kind}`")));
            let row = row.unwrap_or_else(|| panic!("{kind} is not in docs/en/events.md"));
            for field in event.as_object().unwrap().keys().filter(|field| *field != "type") {
                assert!(row.contains(&format!("`{field}`")), "{field} of {kind} is not in docs/en/events.md");
            }
        }
    }
    for kind in ["swapped", "refused", "failed", "credited", "cashed_in", "hurt", "removed", "ended"] {
        assert!(kinds.contains(kind), "{kind} did not happen: {kinds:?}");
    }
}
