//! Tests of an AI's functions without a match, and of `breakpoint()` during one.

use crate::common;
use crate::common::terminal;

use common::{Folder, Run};
use terminal::Session;

fn python(folder: &Folder, words: &[&str]) -> Run {
    let words = [&["python"], words].concat();
    Run::of(folder.command(&words).output().unwrap())
}

#[test]
fn the_tests_that_new_writes_pass_and_find_a_mistake() {
    let folder = Folder::with(&[]);
    assert!(folder.command(&["new", "."]).status().unwrap().success());
    let run = python(&folder, &["-m", "unittest"]);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.err.contains("Ran 5 tests") && run.err.contains("\nOK\n"), "{}", run.err);

    let wrong = folder
        .read("yourFunctions.py")
        .replace("best is None or distance(here, there) < distance(here, best)", "True");
    folder.write("yourFunctions.py", wrong);
    let run = python(&folder, &["test_yourFunctions.py"]);
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.err.contains("AssertionError: Lists differ: [4, 2] != [2, 4]"), "{}", run.err);
}

#[test]
fn pytest_runs_the_tests_or_gets_an_install_hint() {
    let folder = Folder::with(&[]);
    assert!(folder.command(&["new", "."]).status().unwrap().success());
    let run = python(&folder, &["-m", "pytest", "-q"]);
    match run.status {
        0 => assert!(run.out.contains("5 passed"), "{}", run.out),
        _ => run.is_user_error(&[
            "pytest is not installed",
            "-m pip install pytest",
            "`wag python -m unittest`",
        ]),
    }
    python(&folder, &["-m", "nosuchmodule"]).is_user_error(&["there is no module nosuchmodule"]);
    python(&folder, &["-m"]).is_user_error(&["name a module after -m"]);
    python(&folder, &["none.py"]).is_user_error(&["none.py: there is no such file"]);
}

#[test]
fn drawing_works_as_a_game_state() {
    let script = r#"
import runpy, sys
import classes
from classes import *

assert "board" not in globals(), "import * leaves it out"
state = classes.board("""
    1 . $ R
    G . w .
    . W # ~
    4 . . 3
""", resources={(0, 0): 70, (2, 0): 7, (0, 1): 30, (2, 1): 9}, round=12)
board, base = state.getMap(), state.getBase()
assert [[field.getFieldType() for field in column] for column in board][2] == ["RESOURCE", "LAND", "WALL", "LAND"]
assert (base.getResources(), base.getPosition(), state.getRoundNumber()) == (70, [0, 0], 12)
assert [(unit.getString(), unit.getPosition(), unit.getResources()) for unit in state.getUnits()] == [
    ("GATHERER", [0, 1], 30), ("WARRIOR", [1, 2], 0)]
assert (board[2][0].getResources(), board[3][0].getResources()) == (7, 0)
enemy = board[2][1].getUnitOnField()
assert (enemy.getOwner(), enemy.getString(), enemy.getResources()) == ("player2", "WARRIOR", 9)
assert (board[3][3].getBase().getOwner(), board[3][3].getBase().getResources()) == ("player3", 200)
gatherer, warrior = state.getUnits()
assert gatherer.moveUnit(Direction.NORTH) is None and gatherer.getLastMove() == "NORTH"
assert warrior.moveUnit("up") is False and warrior.getLastMove() == "STAY"
base.createUnitWarrior()
base.createUnitWarrior()
assert len(state.getUnits()) == 3 and base.getResources() == 10
assert classes.board("1").getMap()[0][0].getBase().getOwner() == state.getOwnName() == "player1"
runpy.run_path("ai.py", {"roundState": classes.board("1 $ \n . G"), "gameConfiguration": classes.configuration()})
for wrong in ["", "1 ?\n. .", "1 .", "..\n.."]:
    try:
        classes.board(wrong)
    except ValueError as fault:
        print(fault)
try:
    classes.board("1 .\n. .", resources={(1, 1): 5})
except ValueError as fault:
    print(fault)
"#;
    let ai = "from classes import *\nunit = roundState.getUnits()[0]\nunit.moveUnit(Direction.NORTH)\n\
              print('turn', unit.getLastMove(), gameConfiguration.getRounds())\n";
    let folder = Folder::with(&[
        ("script.py", script),
        ("ai.py", ai),
        ("classes.py", "raise SystemExit('not this one')\n"),
    ]);
    let run = python(&folder, &["script.py"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[..3], ["Wrong Direction!", "Not enough resources for warrior!", "turn NORTH 1000"]);
    for (line, message) in lines[3..].iter().zip([
        "the drawing is empty; use these characters: `.` land",
        "unknown character '?' at [1, 0]; use these: `.` land",
        "row 0 has 2 fields, but needs 1: the board is a square of 1",
        "your base is missing: draw a 1",
        "resources are given for (1, 1), where",
    ]) {
        assert!(line.starts_with(message), "{line}");
    }
    assert_eq!(lines.len(), 8);
}

#[test]
fn other_games_have_test_positions() {
    let script = r#"
import ast, gems, tron
for module in gems, tron:
    stub = ast.parse(open(module.__name__ + ".pyi").read())
    brought = [ast.literal_eval(node.value) for node in stub.body if isinstance(node, ast.Assign)]
    assert brought == [list(module.__all__)], (brought, module.__all__)
tron.draw("""
    . . 1 .
    2 A 1 .
    2 2 . B
""")
assert (tron.getPosition(), tron.getPositions()) == ([1, 1], [[1, 1], [3, 2], None, None])
assert tron.isFree(1, 0) and not tron.isFree(2, 1) and tron.getBoard()[0] == [0, 2, 2]
assert tron.moved() is None
tron.move(tron.NORTH)
assert tron.moved() == "NORTH"
field = gems.field("RYGBL12345\n" * 5 + "1 2 3 4 5 R Y G B L\n" * 5)
assert field[0] == ["1"] * 5 + ["R"] * 5 and field[9][0] == "L"
print(len(gems.legal_moves(field)))
for call in [lambda: gems.field("RY"), lambda: tron.draw("..")]:
    try:
        call()
    except ValueError as fault:
        print(fault)
"#;
    let folder = Folder::with(&[("script.py", script)]);
    for (game, folder_of_its_own) in [("gems", "g"), ("tron", "t")] {
        assert!(folder.command(&["new", game, folder_of_its_own]).status().unwrap().success());
        let mut tests = folder.command(&["python", "-m", "unittest"]);
        let run = Run::of(tests.current_dir(folder.path().join(folder_of_its_own)).output().unwrap());
        assert!(run.err.contains("\nOK\n"), "{}", run.err);
        folder.write(&format!("{game}.pyi"), folder.read(&format!("{folder_of_its_own}/{game}.pyi")));
    }
    let run = python(&folder, &["script.py"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.contains("a field is drawn as 10 rows of 10 letters"), "{}", run.out);
    assert!(run.out.ends_with("your cycle is missing: draw an A\n"), "{}", run.out);
}

#[test]
fn drawings_are_refused_in_a_match() {
    let ai =
        "import classes\ntry:\n    classes.board('1')\nexcept RuntimeError as fault:\n    print(fault)\n";
    let folder = Folder::with(&[("ai.py", ai)]);
    folder.json("ai.py Dummy Dummy Dummy --rounds 1 --no-replay");
    assert!(
        folder
            .read("ai.log")
            .contains("classes.board is for tests (`wag python -m unittest`) and does not work in a match")
    );
}

const STOPS: &str = "from classes import *

def double(number):
    return 2 * number

number = roundState.getRoundNumber()
breakpoint()
twice = double(number)
print('twice is', twice)
";

fn debugged(folder: &Folder, rounds: &str) -> Session {
    let words =
        ["play", "--debug", "stops.py", "Dummy", "Dummy", "Dummy", "--rounds", rounds, "--turn-time", "0.3"];
    Session::of(folder, &words, (40, 120))
}

/// Types a line, and waits for the next prompt and these words on the screen.
#[track_caller]
fn type_and_see(session: &mut Session, line: &str, words: &str) {
    let prompts = common::count(&session.text(), "(Pdb)");
    session.press(&format!("{line}\n"));
    session.until(|screen| {
        common::count(&screen.contents(), "(Pdb)") > prompts && screen.contents().contains(words)
    });
}

#[test]
fn breakpoint_stops_with_file_line_and_variables_and_goes_on() {
    let folder = Folder::with(&[("stops.py", STOPS)]);
    let mut session = debugged(&folder, "2");
    session.shows("(Pdb)");
    session.shows("stops.py(");
    // Longer than the turn time limit.
    std::thread::sleep(std::time::Duration::from_millis(450));
    type_and_see(&mut session, "p 'number is %d' % number", "'number is 1'");
    type_and_see(&mut session, "n", "twice = double(number)");
    type_and_see(&mut session, "n", "print('twice is', twice)");
    type_and_see(&mut session, "p twice + 40", "42");
    type_and_see(&mut session, "w", "stops.py(9)<module>()");
    type_and_see(&mut session, "c", "twice is 2");
    type_and_see(&mut session, "p number + 100", "102");
    session.press("c\n");
    session.shows("Again: ");
    assert_eq!(session.ended(), Some(0));
    let log = folder.read("stops.log");
    assert!(log.contains("twice is 2\n") && log.contains("twice is 4\n") && !log.contains("lost"), "{log}");
}

#[test]
fn quitting_the_debugger_ends_the_match() {
    let folder = Folder::with(&[("stops.py", STOPS)]);
    let mut session = debugged(&folder, "1000");
    session.shows("(Pdb)");
    session.press("q\n");
    session.shows("interrupted");
    assert_eq!(session.ended(), Some(130));
    assert!(folder.read("stops.log").contains("=== Interrupted"), "{}", folder.read("stops.log"));
}

#[test]
fn breakpoint_elsewhere_gives_a_hint() {
    let folder = Folder::with(&[("stops.py", STOPS)]);
    for words in ["stops.py --rounds 2", "--debug stops.py --rounds 2"] {
        let run = folder.play(words);
        assert_eq!(run.status, 0, "{}", run.err);
        let message =
            "RuntimeError: breakpoint() stops only at a terminal, in `wag debug REPLAY FILE --round R --pdb`";
        assert!(run.out.contains(message) && run.out.contains("(stops.py, line 7)"), "{}", run.out);
    }
}

#[test]
fn progress_bar_shows_the_slow_player() {
    let folder = Folder::with(&[("endless.py", "while True: pass\n")]);
    let words = ["play", "endless.py", "Dummy", "Dummy", "Dummy", "--no-limits", "--no-replay"];
    let mut session = Session::of(&folder, &words, (24, 80));
    let seconds = |text: &str| {
        let (_, rest) = text.split_once("endless has been thinking for ")?;
        rest.split(' ').next()?.parse::<u32>().ok()
    };
    session.shows("endless has been thinking for");
    session.shows("round 1/");
    let before = seconds(&session.text());
    session.until(|screen| seconds(&screen.contents()) > before);
    session.press("\u{3}");
    session.ended();
    assert!(session.text().contains("endless.py, line 1"), "{}", session.text());
}
