//! Python files that run for the whole match (`persistent:bot.py`): the state they keep, and the failures that end them.
//!
//! In the gem duel, a player without an answer loses. `persistent_player.rs` tests that a file continues after an
//! exception.
#![cfg(target_os = "linux")]

use crate::common;

use crate::common::gems::*;
use common::{Folder, Run, count};

/// Returns a file whose function runs `body`, then plays as `ref` does.
fn playing(before: &str, body: &str) -> String {
    let lines: String = body.lines().map(|line| format!("    {line}\n")).collect();
    format!("{before}\ndef choose_move(player, opponent, field):\n{lines}    {AS_REF}\n")
}

/// `ref` never begins in the top row or in the rightmost column.
const AS_REF: &str = "import gems; return next(m for m in gems.legal_moves(field) if m[0] < 9 and m[1] < 9)";

/// Plays this file as a persistent player against `ref`.
fn play_persistent(folder: &Folder, text: &str, more: &[&str]) -> Run {
    folder.write("bot.py", text);
    play(folder, "persistent:bot.py", "ref", &[&["--no-replay"], more].concat())
}

/// Returns the output of the file for each move of both games, without the headings of the log.
fn games(folder: &Folder) -> [Vec<String>; 2] {
    let log = folder.read("bot.log");
    let (first, second) = log.split_once("=== Game 2: ").expect("two games");
    [first, second].map(|game| {
        let lines = game.lines().filter(|line| !line.starts_with("==="));
        lines.filter(|line| !line.starts_with("player ")).map(str::to_string).collect()
    })
}

/// Checks that player 1 lost both games for this reason, and that its log says so and that it has ended.
#[track_caller]
fn is_gone(folder: &Folder, run: &Run, reason: &str, message: &[&str]) {
    assert_eq!(run.status, 0, "{}", run.err);
    assert_eq!(results(run).len(), 2, "{}", run.out);
    for result in results(run) {
        assert!(result.contains(" winner=2 ") && result.contains(&format!(" reason={reason} ")), "{result}");
    }
    run.tells(message);
    assert_eq!(count(&run.out, "; the player is not restarted; player 2 (ref) wins."), 2, "{}", run.out);
    let log = folder.read("bot.log");
    assert_eq!(count(&log, "=== The player ended in round "), 2, "{log}");
    assert_eq!(count(&log, " and takes no further part in the game ===\n"), 2, "{log}");
}

/// Checks that both games were played as `ref` plays them.
#[track_caller]
fn is_as_ref(folder: &Folder, run: &Run) {
    assert_eq!(
        results(run),
        results(&play(folder, "ref", "ref", &["--no-replay"])),
        "{}{}",
        run.err,
        run.out
    );
    let log = folder.read("bot.log");
    assert!(!log.contains("not restarted") && !log.contains("Traceback"), "{log}");
}

#[test]
fn state_persists_between_moves() {
    let folder = table();
    folder.write("helper.py", "print('helper runs')\nmoves = []\n");
    let before = "import helper, random, sys, os, gems, builtins
print('runs')
count = 0
sys.path.append('here')
sys.setrecursionlimit(777)
os.environ['MINE'] = 'kept'
gems.mine = builtins.mine = 'kept'
os.chdir('/')
first = random.random()";
    let body = "global count
count += 1
helper.moves.append(field)
import helper as same, sys as system
assert len(same.moves) == count and sys.path[-1] == 'here' and system.getrecursionlimit() == 777
assert sys.modules['gems'].mine is mine and os.environ['MINE'] == 'kept' and os.getcwd() == '/'
assert sys.modules['bot'].choose_move is choose_move
print('move', count)";
    let run = play_persistent(&folder, &playing(before, body), &[]);
    is_as_ref(&folder, &run);
    for game in games(&folder) {
        assert_eq!(game[..3], ["helper runs", "runs", "move 1"], "{game:?}");
        let moves: Vec<String> = (1..=game.len() - 2).map(|number| format!("move {number}")).collect();
        assert!(moves.len() > 5 && game[2..] == moves, "{game:?}");
    }
    // The output of running the file belongs to its first move.
    let log = folder.read("bot.log");
    assert!(log.contains("opens ===\n=== Round 1 (") && log.contains("opens ===\n=== Round 2 ("), "{log}");
    // The same file starts over when it is run for each move.
    let run = play(&folder, "bot.py", "ref", &["--no-replay"]);
    is_as_ref(&folder, &run);
    assert_eq!(
        count(&folder.read("bot.log"), "helper runs\nruns\nmove 1\n"),
        count(&folder.read("bot.log"), "=== Round ")
    );
}

#[test]
fn random_is_seeded_once_per_game() {
    let folder = table();
    let text = playing("import random\ndice = random.Random(7)", "print(random.random(), dice.random())");
    let seed = ["--seed", "5"];
    is_as_ref(&folder, &play_persistent(&folder, &text, &seed));
    let thrown = games(&folder);
    let same = play_persistent(&folder, &text, &seed);
    assert_eq!(games(&folder), thrown, "{}", same.out);
    for game in thrown {
        let mut different = game.clone();
        different.sort();
        different.dedup();
        assert!(game.len() > 5 && different.len() == game.len(), "{game:?}");
    }
    // When imported late, `random` has the numbers of the first move.
    let early = playing("import random", "print(random.random())");
    play_persistent(&folder, &early, &seed);
    let early = games(&folder);
    let late = playing(
        "calls = []",
        "calls.append(1)\nif len(calls) > 2:\n    import random\n    print(random.random())",
    );
    play_persistent(&folder, &late, &seed);
    assert_eq!(games(&folder).map(|game| game[0].clone()), early.map(|game| game[0].clone()));
}

#[test]
fn class_is_instantiated_once_and_called_each_move() {
    let folder = table();
    let class = format!(
        "class Player:
    made = 0
    def __init__(self):
        Player.made += 1
        self.moves = 0
    def choose_move(self, player, opponent, field):
        self.moves += 1
        print(Player.made, self.moves, len(player), len(opponent), len(field))
        {AS_REF}
"
    );
    // A class takes precedence over a function.
    let both = format!("{class}\ndef choose_move(player, opponent, field):\n    1 / 0\n");
    for text in [&class, &both] {
        is_as_ref(&folder, &play_persistent(&folder, text, &[]));
        for game in games(&folder) {
            let moves: Vec<String> = (1..=game.len()).map(|number| format!("1 {number} 6 6 10")).collect();
            assert!(game.len() > 5 && game == moves, "{game:?}");
        }
    }
    // A class without a move method is ignored.
    is_as_ref(&folder, &play_persistent(&folder, &playing("class Player:\n    pass", "pass"), &[]));
    // The same works on the other seat.
    let run = play(&folder, "ref", "persistent:bot.py", &["--no-replay"]);
    is_as_ref(&folder, &run);
}

#[test]
fn file_without_entry_point_gets_a_hint() {
    let folder = table();
    let message = "NameError: the file defines neither a class Player with a method \
                choose_move(self, player, opponent, field) nor a function choose_move(player, opponent, field)";
    for text in ["x = 1\n", "class Player:\n    pass\n", "Player = 5\n"] {
        let run = play_persistent(&folder, text, &[]);
        is_gone(&folder, &run, "failure", &[message, "fails on move 1: NameError"]);
    }
    // A file or a class that fails at the start leaves nothing to call.
    for (text, message) in [
        ("print('here')\n1 / 0\n", "ZeroDivisionError: division by zero (bot.py, line 2)"),
        (
            "class Player:\n    def __init__(self):\n        self.x\n    def choose_move(self): pass\n",
            "AttributeError",
        ),
        ("class Player:\n    def __init__(self, n): pass\n    def choose_move(self): pass\n", "TypeError"),
        ("import sys\nsys.exit()\n", "the AI exited: SystemExit (bot.py, line 2)"),
    ] {
        is_gone(&folder, &play_persistent(&folder, text, &[]), "failure", &[message]);
    }
    // Syntax errors are reported before the match starts.
    let run = play_persistent(&folder, "def choose_move(\n", &[]);
    assert_eq!((run.status, run.out.as_str()), (4, ""));
    run.tells(&["bot cannot play:", "SyntaxError"]);
    play(&folder, "persistent:none.py", "ref", &[]).is_user_error(&["there is no file none.py"]);
}

/// Returns a file that runs `what` in its third move.
fn third(what: &str) -> String {
    let body = format!("calls.append(1)\nprint('move', len(calls))\nif len(calls) == 3:\n    {what}");
    playing("import os, sys, time\ncalls = []", &body)
}

#[test]
fn late_answer_loses_the_move_and_hanging_ends_the_player() {
    let folder = table();
    for (what, line) in [("time.sleep(60)", 7), ("while True: pass", 7)] {
        let run = play_persistent(&folder, &third(what), &["--turn-time", "2"]);
        let message = format!("(bot.py, line {line}); player 2 (ref) wins.");
        assert!(
            results(&run).iter().all(|line| line.contains("winner=2") && line.contains("reason=timeout"))
        );
        run.tells(&["fails on move 5", "fails on move 6", &message]);
        let log = folder.read("bot.log");
        assert!(!log.contains("not restarted"), "{log}");
        assert_eq!(count(&log, "\n*** Turn lost (timeout): no answer within "), 2, "{log}");
        assert!(!log.contains("move 4"), "{log}");
    }
    // Running the file counts as part of the first move's time.
    let run =
        play_persistent(&folder, &playing("import time\ntime.sleep(60)", "pass"), &["--turn-time", "2"]);
    is_gone(
        &folder,
        &run,
        "timeout",
        &["fails on move 1: no answer within 2 s in its turn (bot.py, line 2)"],
    );
    let stubborn = third("while True:\n        try: time.sleep(60)\n        except BaseException: pass");
    let run = play_persistent(&folder, &stubborn, &["--turn-time", "2"]);
    is_gone(&folder, &run, "timeout", &["no answer within ", "(bot.py, line "]);
    // The time limit for the whole game applies as for other players.
    let slow = playing("import time", "time.sleep(0.5)");
    let run = play_persistent(&folder, &slow, &["--game-time", "2"]);
    assert!(results(&run).iter().all(|line| line.contains("winner=2") && line.contains("reason=timeout")));
    run.tells(&["which was all that was left of its 2 s for the whole game"]);
}

#[test]
fn exiting_ends_the_player() {
    let folder = table();
    let cases = [
        ("os._exit(3)", "failure", "the AI's process ended in its turn: "),
        ("os.abort()", "failure", "SIGABRT"),
        ("import ctypes; ctypes.string_at(0)", "failure", "SIGSEGV"),
        ("sys.exit()", "failure", "the AI exited: SystemExit (bot.py, line 7)"),
        ("sys.exit('enough')", "failure", "the AI exited: SystemExit: enough (bot.py, line 7)"),
        ("x = bytearray(10 ** 12)", "failure", "MemoryError"),
        ("os.closerange(3, 999)", "failure", "the AI's process ended in its turn"),
    ];
    for (what, reason, message) in cases {
        let run = play_persistent(&folder, &third(what), &[]);
        is_gone(&folder, &run, reason, &["fails on move 5", "fails on move 6", message]);
        let log = folder.read("bot.log");
        assert_eq!((count(&log, "move 3\n"), count(&log, "move 4\n")), (2, 0), "{what}: {log}");
    }
}

#[test]
fn exception_loses_the_move_and_reports_the_line() {
    let folder = table();
    let run = play_persistent(&folder, &third("field[99]"), &[]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(results(&run).iter().all(|line| line.contains("winner=2") && line.contains("reason=failure")));
    run.tells(&[
        "fails on move 5: IndexError: list index out of range (bot.py, line 7); player 2 (ref) wins.",
    ]);
    let log = folder.read("bot.log");
    assert_eq!(count(&log, "bot.py\", line 7, in choose_move\n"), 2, "{log}");
    // The player could have continued if this move had not lost the game.
    assert!(!log.contains("not restarted") && !run.out.contains("not restarted"), "{log}");
}

#[test]
fn invalid_move_costs_the_usual_damage() {
    let folder = table();
    let lying = "calls = []\ndef choose_move(player, opponent, field):\n    calls.append(1)\n    return 'move', len(calls)\n";
    let run = play_persistent(&folder, lying, &["--debug"]);
    assert_eq!(
        results(&run).iter().filter(|line| line.contains("winner=2") && line.contains("reason=life")).count(),
        2
    );
    run.tells(&[
        "Player 1 gives an answer that is not a move",
        "Player 1 takes 5 damage: life 30, shield 10",
    ]);
    let log = folder.read("bot.log");
    assert_eq!(count(&log, "choose_move answered ('move', 2): not four whole numbers"), 2, "{log}");
}

#[test]
fn flooding_output_is_truncated_and_the_player_continues() {
    let folder = table();
    let text = playing("print('x' * 3_000_000)", "print('y' * 2_000_000)");
    is_as_ref(&folder, &play_persistent(&folder, &text, &[]));
    let log = folder.read("bot.log");
    assert!(count(&log, "more bytes, which were discarded") > 10, "{}", log.len());
    assert!(log.len() < count(&log, "=== Round ") * ((1 << 20) + 200), "{}", log.len());
}

#[test]
fn written_files_stay_until_the_end_of_the_game() {
    let folder = table();
    let body = "path = os.path.join(tempfile.gettempdir(), 'notes')
with open(path, 'a') as notes:
    notes.write('.')
print('notes', os.path.getsize(path))";
    is_as_ref(&folder, &play_persistent(&folder, &playing("import os, tempfile", body), &[]));
    for game in games(&folder) {
        let notes: Vec<String> = (1..=game.len()).map(|number| format!("notes {number}")).collect();
        assert!(game.len() > 5 && game == notes, "{game:?}");
    }
    // Each move adds a file, until the limit of four files of the largest size.
    let body = "calls.append(1)
open(os.path.join(tempfile.gettempdir(), str(len(calls))), 'wb').write(b'x' * 16_000_000)";
    let text = playing("import os, tempfile\ncalls = []", body);
    let run = play_persistent(&folder, &text, &[]);
    is_gone(&folder, &run, "failure", &["the player's writable folder held more than 4000 files or 64 MB"]);
    assert!(
        results(&run).iter().all(|line| !line.contains("moves=1 ") && !line.contains("moves=2 ")),
        "{}",
        run.out
    );
}

#[test]
fn files_of_other_players_are_not_readable() {
    let folder = table();
    folder.write("theirs/bot.py", playing("secret = 'canary-one'", "pass"));
    folder.write("canary.txt", "canary-two");
    let spy = playing(
        "import os",
        "for name in ['../theirs/bot.py', '../canary.txt', '../b.dat', '../spy.log']:
    path = os.path.join(os.path.dirname(__file__), name)
    try:
        print(name, 'read', open(path).read())
    except OSError as fault:
        print(name, type(fault).__name__)
try:
    print('written', open(os.path.join(os.path.dirname(__file__), 'canary'), 'w'))
except OSError as fault:
    print('canary', type(fault).__name__)
try:
    print('forked', os.fork())
except OSError as fault:
    print('fork', type(fault).__name__)",
    );
    folder.write("ours/spy.py", spy);
    let run = play(&folder, "persistent:ours/spy.py", "persistent:theirs/bot.py", &["--no-replay"]);
    assert_eq!(results(&run), results(&play(&folder, "ref", "ref", &["--no-replay"])), "{}", run.err);
    let log = folder.read("spy.log");
    let moves = count(&log, "=== Round ");
    for refused in ["bot.py", "canary.txt", "b.dat", "spy.log", "canary", "fork"] {
        assert_eq!(count(&log, &format!("{refused} PermissionError\n")), moves, "{refused}: {log}");
    }
    assert!(moves > 10 && !log.contains("canary-"), "{log}");
    assert!(!folder.has("ours/canary"));
}

#[test]
fn output_of_own_streams_appears_in_its_move() {
    let folder = table();
    let before = "import builtins, sys
calls = []
class Late(list):
    write = list.append
    def flush(self):
        real.write(''.join(self))
        self.clear()
real = sys.stdout";
    let body = "calls.append(1)
assert sys.stdout is real
sys.stdout = Late()
print('move', len(calls))
builtins.print = lambda *words: sys.stdout.write('mine ' + ' '.join(map(str, words)) + '\\n')";
    is_as_ref(&folder, &play_persistent(&folder, &playing(before, body), &[]));
    let log = folder.read("bot.log");
    for number in 2..6 {
        assert_eq!(count(&log, &format!("ms) ===\nmine move {number}\n")), 2, "{log}");
    }
}
