//! `wag debug`: recorded turns that are played again.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run, project};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::process::Stdio;

/// Uses random numbers, a set, a float and a helper module.
const AI: &str = "from classes import *
import random, helper
base = roundState.getBase()
if base.getResources() >= 50:
    base.createUnitGatherer()
ways = {Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST}
for unit in reversed(roundState.getUnits()):
    if random.random() < 0.9:
        unit.moveUnit(helper.pick(sorted(ways), unit))
print('round', roundState.getRoundNumber(), {'a', 'b', 'c'}, 0.1 + random.gauss(0, 1))
";
const HELPER: &str = "import random

def pick(ways, unit):
    return random.choice(ways)
";

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

/// Records a match of 40 rounds in `r.wag`.
fn recorded(more: &str) -> Folder {
    let folder = Folder::with(&[("ai.py", AI), ("helper.py", HELPER)]);
    let run =
        folder.play(&format!("ai.py Noob Dummy Dummy --rounds 40 --seed 5 --quiet --replay r.wag {more}"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    folder
}

fn debug(folder: &Folder, words: &str) -> Run {
    wag(folder, &format!("debug r.wag {words}"))
}

#[test]
fn unchanged_file_gives_the_recorded_orders_and_output() {
    let folder = recorded("");
    let run = debug(&folder, "--round 17");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    run.tells(&["Round 17, ai: ", "  | round 17 {", "orders, all as recorded"]);
    assert!(!run.out.contains("output differs"), "{}", run.out);
    let run = debug(&folder, "--round 1");
    run.tells(&["  create a gatherer\n", "  unit 0, now at ["]);
    assert!(!run.out.contains("no longer alive"), "{}", run.out);
    // Built-in players can play their turns again, too.
    let run = debug(&folder, "--round 40 --player Noob");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(debug(&folder, "--round 40 --player 2").status, 0);
}

#[test]
fn changed_file_shows_the_orders_that_differ() {
    let folder = recorded("");
    folder.write("new.py", AI.replace("< 0.9", "< 0.0"));
    let run = debug(&folder, "new.py --round 30");
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    run.tells(&["new.py differs from the file that played the match.", "are missing (-)", "\n- "]);
    folder.write("new.py", AI.replace("print(", "1 / 0 #"));
    let run = debug(&folder, "new.py --round 30");
    assert_eq!(run.status, 0, "the orders before the exception count: {}", run.out);
    run.tells(&["ZeroDivisionError", "Recorded: no fault", "The output differs"]);
    folder.write("ai.py", AI.replace("< 0.9", "< 0.0"));
    debug(&folder, "--round 30").is_user_error(&["ai.py", "name it"]);
    assert_eq!(debug(&folder, "ai.py --round 30").status, 1);
}

#[test]
fn files_in_the_replay_are_used_if_the_file_has_changed() {
    let folder = recorded("--with-sources");
    folder.write("ai.py", "1 / 0");
    folder.write("helper.py", "1 / 0");
    let run = debug(&folder, "--round 20");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    run.tells(&["ai.py has changed since the match; the copy in the replay plays."]);
    fs::remove_file(folder.path().join("ai.py")).unwrap();
    let run = debug(&folder, "--round 20");
    assert_eq!((run.status, run.out.contains("changed")), (0, false), "{}", run.out);
}

#[test]
fn changed_helper_file_is_named() {
    let folder = recorded("");
    folder.write("helper.py", HELPER.replace("ways)", "ways[:1])"));
    let run = debug(&folder, "--round 20");
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    run.tells(&["Different from the recorded ones: helper.py.", "are new (+)"]);
}

#[test]
fn bad_input_gets_one_sentence() {
    let folder = recorded("");
    debug(&folder, "--round 41").is_user_error(&["no round 41", "rounds 1 to 40"]);
    debug(&folder, "--round 4 --player ana").is_user_error(&["no player \"ana\"", "ai, Noob"]);
    folder.write("north.py", "from tron import *\nmove(NORTH)\n");
    assert_eq!(folder.play("tron north.py Roomy Roomy --seed 1 --quiet --replay t.wag").status, 0);
    let run = wag(&folder, "debug t.wag --round 20 --player north");
    run.is_user_error(&["north has no turn in round 20", "its last turn before that is in round 6"]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    debug(&folder, &format!("ai.py --round 4 --debugpy {port}"))
        .is_user_error(&["cannot use port", "--debugpy"]);
    debug(&folder, "Noob --round 4 --debugpy").is_user_error(&["only debug a Python file"]);
    assert_eq!(debug(&folder, "--round 4 --debugpy ai.py").status, 2, "no port");
    assert_eq!(debug(&folder, "ai.py --round 4 --debugpy --require-sandbox").status, 2);
    debug(&folder, "--round 4 gone.py").is_user_error(&["there is no file gone.py"]);
    folder.write("broken.py", "def (");
    let run = debug(&folder, "--round 4 broken.py");
    assert_eq!((run.status, run.out.as_str()), (4, ""));
    run.tells(&["ai cannot play", "broken.py\", line 1", "SyntaxError"]);
    fs::remove_file(folder.path().join("ai.py")).unwrap();
    debug(&folder, "--round 4").is_user_error(&["no file ai.py", "--with-sources"]);
    wag(&folder, "debug helper.py --round 1").is_user_error(&["helper.py", "not a Wag replay"]);
    wag(&folder, "debug gone.wag --round 1").is_user_error(&["gone.wag cannot be read"]);
    assert_eq!(debug(&folder, "").status, 2, "a round is missing");
}

#[test]
fn clock_and_lost_turns_are_named_as_reasons() {
    // The reading of the clock is in an order, so that two turns are never the same.
    let timed = "import time\nfrom classes import *\nif roundState.getRoundNumber() == 2:\n    while True: pass\n\
                 roundState.getBase().createUnitGatherer()\n\
                 for unit in roundState.getUnits(): unit.moveUnit(str(time.time_ns()))\n";
    let folder = Folder::with(&[("ai.py", timed)]);
    let run = folder.play("ai.py Dummy --rounds 3 --turn-time 0.3 --quiet --replay r.wag");
    assert_eq!(run.status, 0, "{}", run.err);
    let run = debug(&folder, "--round 3");
    run.tells(&["Why: ai read a clock, which the seed does not determine."]);
    folder.write("ai.py", timed.replace("while True: pass", "roundState.getUnits()[0].moveUnit('STAY')"));
    let run = debug(&folder, "ai.py --round 2");
    assert_eq!(run.status, 1, "{}", run.out);
    run.tells(&["Recorded: timeout: ", "are new (+)"]);
    assert_eq!(reasons(&folder, "ai.py --round 2"), ["file", "clock", "time_out"]);
}

/// Returns the kinds of the reasons why a turn differs.
fn reasons(folder: &Folder, words: &str) -> Vec<String> {
    let run = debug(folder, &format!("{words} --json"));
    let turn: Value = serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{err}: {}", run.err));
    assert_eq!(run.status, i32::from(turn["same"] == json!(false)), "{turn}");
    let reasons = turn["reasons"].as_array().unwrap().iter();
    reasons.map(|reason| reason["kind"].as_str().unwrap().to_string()).collect()
}

/// The player creates what it cannot pay for, so that the order never reaches the rules.
const POOR: &str = "from classes import *
base = roundState.getBase()
while base.getResources() >= 20:
    base.createUnitGatherer()
base.createUnitGatherer()
";

#[test]
fn refused_orders_are_compared() {
    let folder = Folder::with(&[("ai.py", POOR)]);
    let play = |file: &str, replay: &str| {
        let run = folder.play(&format!("{file} Dummy --rounds 6 --seed 3 --quiet --replay {replay}"));
        assert_eq!(run.status, 0, "{}", run.err);
    };
    play("ai.py", "r.wag");
    assert_eq!(debug(&folder, "--round 3").status, 0);
    let other = POOR.strip_suffix("base.createUnitGatherer()\n").unwrap();
    folder.write("new.py", format!("{other}base.createUnitWarrior()\n"));
    let run = debug(&folder, "new.py --round 3 --json");
    let turn: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &turn["same"]), (1, &json!(false)), "{turn}");
    assert_eq!(turn["recorded"]["orders"], turn["now"]["orders"]);
    assert_eq!([&turn["refused_added"], &turn["refused_missing"]], [&json!([0]), &json!([0])]);
    debug(&folder, "new.py --round 3").tells(&["\n+ refused: a warrior", "\n- refused: a gatherer"]);
    let report: Value =
        serde_json::from_str(&wag(&folder, "regress r.wag --with new.py --json").out).unwrap();
    assert_eq!(report["changed"].as_array().unwrap().len(), 6);
    assert_eq!(report["changed"][0]["cause"], "refused");
    play("new.py", "n.wag");
    let diff: Value = serde_json::from_str(&wag(&folder, "diff r.wag n.wag --json").out).unwrap();
    assert_eq!((&diff["equal"], &diff["first"]["kind"]), (&json!(false), &json!("orders")), "{diff}");
    assert_eq!(diff["first"]["reasons"][0]["kind"], "file");
    let fork = wag(&folder, "fork r.wag --from 3 --with new.py --json");
    let fork: Value = serde_json::from_str(&fork.out).unwrap();
    assert_eq!(fork["fork"]["first_difference"]["round"], 3, "{fork}");
    assert_eq!(fork["fork"]["first_difference"]["reasons"][0]["player"], "ai", "{fork}");
    // A test that is saved expects the refused orders, too.
    assert_eq!(debug(&folder, "--round 3 --save t").status, 0);
    assert_eq!(wag(&folder, "test t --with ai.py").status, 0);
    assert_eq!(wag(&folder, "test t --with new.py").status, 1);
}

#[test]
fn reasons_name_the_player_and_what_differs() {
    let ai = "from classes import *
import helper
base = roundState.getBase()
n = int(open('data.txt').read()) + helper.N
big = None
try:
    big = bytearray(200 << 20)
except MemoryError:
    pass
for _ in range(n):
    base.createUnitGatherer()
if big is None:
    base.createUnitWarrior()
";
    let folder = Folder::with(&[("ai.py", ai), ("helper.py", "N = 0\n"), ("data.txt", "1")]);
    let run = folder.play("ai.py Dummy --rounds 3 --seed 1 --quiet --replay r.wag");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(reasons(&folder, "--round 1").is_empty());
    folder.write("data.txt", "0");
    assert_eq!(reasons(&folder, "--round 1"), ["data"]);
    folder.write("helper.py", "N = -1\n");
    assert_eq!(reasons(&folder, "--round 1"), ["helpers", "data"]);
    folder.write("helper.py", "N = 0\n");
    folder.write("data.txt", "1");
    assert_eq!(reasons(&folder, "--round 1 --memory 128"), ["limits"]);
}

#[test]
fn replay_names_the_players_because_of_whom_it_is_not_repeatable() {
    let folder = Folder::with(&[("ai.py", "import time\nfrom classes import *\nprint(time.time())\n")]);
    assert_eq!(folder.play("ai.py Dummy --rounds 3 --quiet --replay r.wag").status, 0);
    wag(&folder, "replay show r.wag").tells(&["ai read a clock"]);
    wag(&folder, "fork r.wag --from 2 --no-replay").tells(&["not repeatable", "ai read a clock"]);
}

/// The time is that of a turn in the middle of a match, which finds the modules loaded.
#[test]
fn turn_does_not_load_modules() {
    let folder = Folder::with(&[("ai.py", "from classes import *\nimport fractions\n")]);
    assert_eq!(folder.play("ai.py Dummy --rounds 3 --quiet --replay r.wag").status, 0);
    let run = debug(&folder, "--round 3 --profile");
    run.tells(&["Where ai spent its time, in 1 turns"]);
    assert!(!run.out.contains("_load_unlocked"), "{}", run.out);
}

#[test]
fn debugger_stops_at_the_first_line_and_at_breakpoints() {
    let folder = recorded("");
    folder.write("ai.py", AI.replace("print(", "breakpoint()\nprint("));
    let mut command = folder.command(&["debug", "r.wag", "ai.py", "--round", "30", "--pdb"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let words = b"p 'first', 'random' in globals()\nc\np 'second', len(ways)\nc\n";
    child.stdin.take().unwrap().write_all(words).unwrap();
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    run.tells(&["ai.py(1)", "('first', False)", "('second', 4)", "orders, all as recorded"]);
    let mut command = folder.command(&["debug", "r.wag", "ai.py", "--round", "30", "--pdb"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"q\n").unwrap();
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.status, 130, "{}", run.out);
    run.tells(&["The turn was ended before it was complete."]);
}

/// The first line has no calling frame, which Python's debugger takes for the end of the file.
#[test]
fn debugger_continues_to_a_breakpoint_and_has_a_console() {
    let folder = recorded("");
    let mut command = folder.command(&["debug", "r.wag", "--round", "30", "--pdb"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let input = b"b 9\nc\np 'line', ways == 0\ninteract\n6 * 7000\nexit()\np 'back', 1\ncl 1\nc\n";
    child.stdin.take().unwrap().write_all(input).unwrap();
    let run = Run::of(child.wait_with_output().unwrap());
    run.tells(&["('line', False)", "42000", "('back', 1)", "all as recorded"]);
    assert!(run.out.contains("ai.py(9)") && !run.out.contains("ai.py(2)"), "{}", run.out);
}

#[test]
fn profile_and_slowest_turns() {
    let folder = recorded("");
    let run = debug(&folder, "--round 30 --profile");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    run.tells(&["Where ai spent its time, in 1 turns", "pick ", "helper.py:3"]);
    let run = debug(&folder, "--slowest 3 --player ai");
    assert_eq!(
        (run.status, run.out.lines().filter(|line| line.contains(" ai ")).count()),
        (0, 3),
        "{}",
        run.out
    );
}

#[test]
fn persistent_player_is_replayed_from_round_1() {
    let bot = "import random\nfrom ants import *\nclass MyBot:\n    def do_setup(self, ants): self.seen = 0\n    def do_turn(self, ants):\n        \
               self.seen += len(ants.my_ants())\n        print('seen', self.seen)\n        breakpoint()\n        for ant in ants.my_ants():\n            \
               ants.issue_order((ant, random.choice('nesw')))\n";
    let folder = Folder::with(&[("bot.py", &bot.replace("        breakpoint()\n", ""))]);
    let run = folder.play("ants bot.py Hold --turns 12 --seed 3 --quiet --replay r.wag");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let run = debug(&folder, "--round 9 --player bot");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    run.tells(&["Round 9, bot", "  | seen ", "all as recorded"]);
    assert!(!run.out.contains("output differs"), "{}", run.out);
    folder.write("bot.py", bot);
    let mut command =
        folder.command(&["debug", "r.wag", "bot.py", "--round", "9", "--player", "bot", "--pdb"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"p 'turn', ants.turn\nc\n").unwrap();
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.status, 0, "{}", run.out);
    run.tells(&["('turn', 9)"]);
    assert_eq!(run.out.matches("(Pdb)").count(), 2, "{}", run.out);
}

#[test]
fn regress_lists_the_changed_turns_by_cause() {
    let folder = recorded("");
    let run = wag(&folder, "regress r.wag --with ai.py");
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    run.tells(&["Played 40 turns again with ai.py: 0 changed"]);
    let edited = AI.replace("< 0.9", "< 0.9 and not 10 <= roundState.getRoundNumber() <= 12");
    folder.write(
        "new.py",
        edited.replace("ways = {", "if roundState.getRoundNumber() == 20:\n    nothing\nways = {"),
    );
    let run = wag(&folder, "regress r.wag --with new.py");
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    run.tells(&[
        "fewer orders (3)",
        "r.wag, ai: rounds 10-12",
        "wag debug r.wag new.py --round 10 --player ai",
        "NameError",
        "r.wag, ai: rounds 20",
    ]);
    folder.write(
        "new.py",
        AI.replace("random.choice", "min").replace("helper.pick(sorted(ways), unit)", "Direction.STAY"),
    );
    let run = wag(&folder, "regress r.wag r.wag --with new.py --player 1");
    assert_eq!(run.status, 1, "{}", run.err);
    run.tells(&["Played 80 turns again", "other values of: move"]);
    folder.write("broken.py", "def (");
    assert_eq!(wag(&folder, "regress r.wag --with broken.py").status, 4);
    wag(&folder, "regress r.wag --with gone.py").is_user_error(&["gone.py"]);
    wag(&folder, "regress r.wag --with ai.py --player ana").is_user_error(&["no player \"ana\""]);
}

#[test]
fn regress_groups_time_outs_and_shortens_long_lists() {
    let folder = recorded("");
    folder.write("new.py", AI.replace("< 0.9", "< 0.9 and roundState.getRoundNumber() % 2"));
    wag(&folder, "regress r.wag --with new.py").tells(&["of 40 turns, first in round 2"]);
    let endless = "if roundState.getRoundNumber() == 3:\n    while True: pass\nif roundState.getRoundNumber() == 5:\n    while True: pass\n";
    folder.write("new.py", AI.replace("base = ", &format!("{endless}base = ")));
    let run = wag(&folder, "regress r.wag --with new.py --turn-time 0.3 --json");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    let groups = report["groups"].as_array().unwrap();
    assert!(
        groups.contains(&json!({"cause": "fault", "fields": [], "turns": 2, "only_random": null})),
        "{groups:?}"
    );
}

#[test]
fn regress_recognises_that_only_the_random_numbers_moved() {
    let folder = recorded("");
    let only_random = || {
        let report = wag(&folder, "regress r.wag --with new.py --json").out;
        let report: Value = serde_json::from_str(&report).unwrap();
        let groups = report["groups"].as_array().unwrap().clone();
        groups.iter().map(|group| group["only_random"].clone()).collect::<Vec<_>>()
    };
    folder.write("new.py", AI.replace("base = ", "random.random()\nbase = "));
    let found = only_random();
    assert!(!found.is_empty() && found.iter().all(|one| *one == json!(true)), "{found:?}");
    folder.write("new.py", AI.replace("< 0.9", "< 0.0"));
    assert_eq!(only_random(), [json!(false)]);
}

#[test]
fn regress_says_whether_the_change_is_better() {
    let folder = Folder::with(&[("ai.py", "from classes import *\n")]);
    assert_eq!(folder.play("ai.py Dummy --rounds 30 --seed 5 --quiet --replay r.wag").status, 0);
    folder.write("new.py", AI);
    folder.write("helper.py", HELPER);
    wag(&folder, "regress r.wag --with new.py --forks 3")
        .tells(&["more orders (from round 1)", "stock of ai"]);
}

#[test]
fn regress_skips_replays_that_cannot_be_played() {
    let folder = recorded("");
    folder.write("text.wag", "no replay");
    let run = wag(&folder, "regress text.wag r.wag --with ai.py");
    assert_eq!((run.status, run.err.as_str()), (2, ""), "{}", run.out);
    run.tells(&[
        "Played 40 turns again with ai.py: 0 changed",
        "Skipped: text.wag: the file is not a Wag replay",
    ]);
    wag(&folder, "regress text.wag --with ai.py").is_user_error(&["text.wag: the file is not a Wag replay"]);
    folder.write("new.py", AI.replace("< 0.9", "< 0.0"));
    let run = wag(&folder, "regress text.wag r.wag --with new.py --json");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(
        (run.status, &report["turns"], &report["skipped"][0]["replay"]),
        (1, &json!(40), &json!("text.wag"))
    );
    let first = &report["changed"][0];
    assert_eq!((&first["player"], &first["cause"]), (&json!("ai"), &json!("fewer_orders")));
    let [then, now] = ["recorded", "now"].map(|side| first[side]["orders"].as_array().unwrap().len());
    assert!(then > now, "{first}");
}

#[test]
fn saved_turns_are_tests() {
    let folder = recorded("--with-sources");
    let changed = AI.replace("< 0.9", "< 0.0");
    let run = debug(&folder, "--round 30 --save tests");
    assert_eq!(run.status, 0, "{}", run.err);
    run.tells(&["orders, all as recorded"]);
    assert!(run.err.contains("Saved tests/r-ai-30.turn.json"), "{}", run.err);
    let run = wag(&folder, "test tests");
    assert_eq!((run.status, run.out.as_str()), (0, "1 of 1 saved turns are as expected\n"), "{}", run.err);
    assert!(!fs::read_to_string(folder.path().join("tests/r.wag")).is_ok_and(|text| text.contains("gauss")));
    // The file that the turn names is read anew, and a turn whose orders differ fails.
    folder.write("ai.py", &changed);
    let run = wag(&folder, "test tests");
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    run.tells(&["tests/r-ai-30.turn.json: ai, round 30: fewer orders", "\n- ", "0 of 1 saved turns"]);
    let run = wag(&folder, "test tests --json");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &report["turns"][0]["cause"]), (1, &json!("fewer_orders")));
    assert_eq!(wag(&folder, "test tests --accept").status, 0);
    assert_eq!(wag(&folder, "test tests").status, 0);
    // `regress` saves the first turn of each group.
    folder.write("other.py", AI);
    let run = wag(&folder, "regress r.wag --with other.py --save more");
    assert_eq!(run.status, 0, "nothing has changed: {}", run.err);
    assert!(!folder.has("more"));
    assert_eq!(wag(&folder, "regress r.wag --with ai.py --save more").status, 1);
    assert_eq!(fs::read_dir(folder.path().join("more")).unwrap().count(), 2, "a turn and its replay");
    assert_eq!(wag(&folder, "test more").status, 0);
}

#[test]
fn python_tests_run_beside_saved_turns() {
    let folder = Folder::with(&[("functions.py", "def double(x): return 2 * x\n")]);
    folder.write(
        "tests/test_board.py",
        "import classes\nfrom functions import double\n\ndef test_units():\n    drawn = classes.board('1 . G \\n . . . \\n . . .')\n    \
         assert double(len(drawn.getUnits())) == 2\n",
    );
    let run = wag(&folder, "test tests");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    folder.write("functions.py", "def double(x): return 3 * x\n");
    let run = wag(&folder, "test tests --json");
    let report: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &report["python"]["passed"]), (1, &json!(false)));
    assert!(report["python"]["output"].as_str().unwrap().contains("AssertionError"), "{report}");
    wag(&folder, "test gone").is_user_error(&["gone cannot be read"]);
    folder.write("empty/readme.txt", "");
    wag(&folder, "test empty").is_user_error(&["no saved turns or goals and no files test_*.py"]);
    folder.write("bad/a.turn.json", "{}");
    let run = wag(&folder, "test bad");
    assert_eq!(run.status, 2, "{}", run.out);
    run.tells(&["bad/a.turn.json is not a saved turn"]);
    let elsewhere = r#"{"replay":"../r.wag","round":1,"seat":1,"player":"a","file":"a.py","orders":[],"sentences":[],"fault":null}"#;
    folder.write("bad/a.turn.json", elsewhere);
    let run = wag(&folder, "test bad");
    assert_eq!(run.status, 2, "{}", run.out);
    run.tells(&["is not a saved test: ../r.wag"]);
}

/// A player whose code would write `canary`, a file of the user outside its folder.
fn writes(canary: &std::path::Path) -> String {
    format!("try:\n    open({:?}, 'a').write('{{}}\\n'.format(__name__))\nexcept OSError: pass\n", canary)
}

/// Records a match of a stranger's `stranger/bot.py` in `stranger/saves/m.wag`. The player writes the canary wherever it
/// runs outside the sandbox.
fn stranger(canary: &std::path::Path, more: &str) -> Folder {
    let folder = Folder::with(&[]);
    folder.write(
        "stranger/bot.py",
        format!("{}{}", writes(canary), "from classes import *\nroundState.getBase()\n"),
    );
    let run = folder.play(&format!(
        "stranger/bot.py Noob --rounds 5 --seed 5 --quiet --replay stranger/saves/m.wag {more}"
    ));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    folder
}

#[test]
fn only_a_named_file_runs_outside_the_sandbox() {
    let users = tempfile::tempdir().unwrap();
    let canary = users.path().join("canary");
    for more in ["", "--with-sources"] {
        let folder = stranger(&canary, more);
        for port in ["--debugpy", "--debugpy 5678"] {
            let run = wag(&folder, &format!("debug stranger/saves/m.wag --round 3 {port}"));
            run.is_user_error(&[
                "only runs a file that you name",
                "debug stranger/saves/m.wag FILE --debugpy",
            ]);
        }
        for words in [
            "debug stranger/saves/m.wag --round 3 --no-sandbox",
            "debug stranger/saves/m.wag --round 3 --profile --no-sandbox",
            "fork stranger/saves/m.wag --from 3 --no-replay --no-sandbox",
            "fork stranger/saves/m.wag --from 3 --no-replay --no-sandbox --player Noob1 --with Advanced",
        ] {
            let run = wag(&folder, words);
            assert_eq!(run.status, 0, "{words}: {}{}", run.out, run.err);
            assert!(!canary.exists(), "{words}");
        }
        let run = wag(&folder, "debug stranger/saves/m.wag --round 3 --save stranger/turns");
        assert_eq!(run.status, 0, "{}", run.err);
        let run = wag(&folder, "test stranger/turns --no-sandbox");
        assert_eq!((run.status, canary.exists()), (0, false), "{}{}", run.out, run.err);
    }
    // The canary shows what would happen.
    let folder = stranger(&canary, "");
    let run = wag(&folder, "debug stranger/saves/m.wag stranger/bot.py --round 3 --no-sandbox");
    assert_eq!((run.status, canary.exists()), (0, true), "{}", run.err);
}

/// A module of a stranger's tests: it tries to write and read files of the user, to start a program, and to connect.
fn tries_everything(canary: &std::path::Path, port: u16) -> String {
    format!(
        "import os, socket\n\
         def attempt(what):\n    try: what()\n    except Exception: pass\n\
         canary = {canary:?}\n\
         attempt(lambda: open(canary, 'a').write('x'))\n\
         attempt(lambda: os.system('touch ' + canary))\n\
         attempt(lambda: os.mkdir(canary))\n\
         attempt(lambda: print('SECRET=' + open(os.path.join(os.path.dirname(canary), 'secret')).read()))\n\
         attempt(lambda: print('SECRET=' + os.environ['WAG_TEST_SECRET']))\n\
         def memory():\n    import ctypes\n    library = ctypes.CDLL(None)\n    library.getauxval.restype = ctypes.c_ulong\n\
         \x20   if b'WAG_TEST_SECRET' in ctypes.string_at(library.getauxval(31) - 6000, 6000): print('SECRET=memory')\n\
         attempt(memory)\n\
         attempt(lambda: socket.create_connection(('127.0.0.1', {port})).sendall(b'x'))\n\
         print('\\x1b[2J')\n"
    )
}

#[test]
fn tests_of_a_stranger_run_in_the_sandbox() {
    let users = tempfile::tempdir().unwrap();
    let canary = users.path().join("canary");
    fs::write(users.path().join("secret"), "opened").unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let attack = tries_everything(&canary, listener.local_addr().unwrap().port());
    let folder = Folder::with(&[]);
    for module in
        ["conftest", "json", "random", "pytest", "unittest", "functions", "sitecustomize", "debugpy"]
    {
        folder.write(&format!("stranger/{module}.py"), &attack);
    }
    for module in ["os", "typing", "importlib"] {
        folder.write(&format!("stranger/{module}/__init__.py"), &attack);
    }
    folder.write(
        "stranger/test_x.py",
        format!("{attack}\nimport functions\ndef test_x():\n    attempt(lambda: open(canary, 'w'))\n"),
    );
    let test = |words: &[&str]| {
        let mut command = folder.command(&[&["test", "stranger"], words].concat());
        let run = Run::of(command.env("WAG_TEST_SECRET", "opened").output().unwrap());
        assert!(!canary.exists(), "{words:?}: {}{}", run.out, run.err);
        assert!(!run.out.contains("SECRET=") && !run.out.contains('\x1b'), "{words:?}: {}", run.out);
        assert!(listener.accept().is_err(), "{words:?}");
        run
    };
    test(&[]);
    let report: Value = serde_json::from_str(&test(&["--json"]).out).unwrap();
    assert!(report["python"]["passed"].is_boolean(), "{report}");
    // From the stranger's folder, too.
    let mut command = folder.command(&["test", "."]);
    command.current_dir(folder.path().join("stranger")).output().unwrap();
    assert!(!canary.exists());
    let run = wag(&folder, "test stranger --no-sandbox");
    assert!(canary.exists(), "{}{}", run.out, run.err);
    assert!(run.err.contains("outside the sandbox"), "{}", run.err);
}

/// The main modules of the program run outside the sandbox, so no file replaces them.
#[test]
fn main_module_is_never_a_file_of_the_folder() {
    let users = tempfile::tempdir().unwrap();
    let canary = users.path().join("canary");
    let folder = Folder::with(&[]);
    for file in ["_wag_folder_tests.py", "_wag_folder_tests/__init__.py"] {
        folder.write(file, format!("open({:?}, 'w')", canary.display().to_string()));
    }
    folder.write("test_nothing.py", "def test_nothing():\n    pass\n");
    let run = wag(&folder, "test . --no-sandbox");
    assert_eq!((run.status, canary.exists()), (0, false), "{}{}", run.out, run.err);
}

#[test]
fn tests_can_use_their_folder_and_aitools() {
    let folder =
        Folder::with(&[("functions.py", "from pack.more import two\ndef double(x): return two * x\n")]);
    folder.write("pack/__init__.py", "");
    folder.write("pack/more.py", "two = 2\n");
    folder.write("tests/helper.py", "import functions\n");
    folder.write("tests/data/numbers.txt", "4");
    folder.write("tests/test_classes.py", "import unittest, helper\nclass Case(unittest.TestCase):\n    def test(self):\n        self.assertEqual(helper.functions.double(2), 4)\n");
    folder.write(
        "tests/test_files.py",
        "import os, tempfile\nimport aitools\n\ndef test_data():\n    text = open(os.path.join(os.path.dirname(__file__), 'data', 'numbers.txt')).read()\n    \
         assert text == '4'\n    with tempfile.TemporaryFile() as file:\n        file.write(b'x')\n",
    );
    let run = wag(&folder, "test tests");
    assert_eq!((run.status, run.err.contains("--no-sandbox")), (0, false), "{}{}", run.out, run.err);
    // What the sandbox refuses is explained, with the remedy.
    folder.write(
        "tests/test_more.py",
        "import subprocess\ndef test_program():\n    subprocess.run(['true'], check=True)\n",
    );
    let run = wag(&folder, "test tests");
    assert_eq!(run.status, 1, "{}", run.out);
    assert!(run.err.contains("wag test tests --no-sandbox"), "{}", run.err);
    let run = wag(&folder, "test tests --no-sandbox");
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
}

/// Every turn of recorded matches of all games gives the recorded orders.
#[test]
fn turns_of_all_games_are_as_recorded() {
    let file = |name: &str| fs::read_to_string(project().join("python").join(name)).unwrap();
    let ants = "import random\nfrom ants import *\nclass MyBot:\n    def do_turn(self, ants):\n        for ant in set(ants.my_ants()):\n            \
                ants.issue_order((ant, random.choice('nesw')))\n";
    let flowers = "import random, helper\ndef bot_input(dto):\n    return InputAction('C', [Action(cardId=helper.pick(range(7), dto), amount=1)])\n";
    let flowers = format!("from flowers import *\n{flowers}");
    let tron =
        file("tron/bot.py").replace("move(best)", "import random\nmove(random.choice([best, NORTH, EAST]))");
    let cases = [
        ("warriors ai.py Noob Expert Advanced --rounds 25", vec![("ai.py", AI.to_string())]),
        ("tron ai.py Roomy", vec![("ai.py", tron)]),
        ("gems ai.py ref", vec![("ai.py", file("gems/bot.py"))]),
        ("flowers ai.py Sower", vec![("ai.py", flowers)]),
        ("ants ai.py Hold --turns 20", vec![("ai.py", ants.to_string())]),
    ];
    for (words, files) in cases {
        let folder = Folder::with(&[("helper.py", HELPER)]);
        files.iter().for_each(|(name, text)| folder.write(name, text));
        let run = folder.play(&format!("{words} --seed 4 --quiet --replay r.wag"));
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{words}");
        let replay = if folder.has("r.wag") { "r.wag" } else { "r-1.wag" };
        let run = wag(&folder, &format!("regress {replay} --with ai.py --player 1"));
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{words}: {}", run.out);
        assert!(run.out.contains(": 0 changed"), "{words}: {}", run.out);
        for seat in [1, 2] {
            let run = wag(&folder, &format!("debug {replay} --round 1 --player {seat}"));
            let has_turn = !run.err.contains("has no turn in round");
            assert!(run.status == 0 || !has_turn, "{words} {seat}: {}{}", run.out, run.err);
            assert!(!run.out.contains("output differs"), "{words}: {}", run.out);
        }
    }
}
