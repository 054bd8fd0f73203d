//! The course of games for two at the terminal: `wag python` runs what a learner writes as Python itself would.

#[path = "common/mod.rs"]
mod common;

use common::{Folder, Run};
use rustix::process::{Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

/// The Python that is embedded.
const PYTHON: &str = env!("WAG_PYTHON_EXECUTABLE");

/// The game of the course: Alice is asked, Bob follows his list.
const COURSE: &str = "\
from two_player_games import *

class Scripted(Player):
    moves = [2, 1, 2, 1, 3, 1, 1]
    def select_move(self):
        return self.moves.pop(0)

SimpleNim(Human('Alice'), Scripted('Bob'), 21).play()
";
const COUNTS: [u32; 15] = [21, 19, 17, 16, 15, 13, 11, 10, 9, 7, 4, 3, 2, 1, 0];
const TYPED: [&str; 7] = ["2", "1", "2", "1", "2", "1", "1"];

/// The transcript of the course: `after_prompt` stands where Alice types.
fn transcript(after_prompt: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for (turn, count) in COUNTS[..14].iter().enumerate() {
        let name = if turn % 2 == 0 { "Alice" } else { "Bob" };
        text += &format!("{count}\tmatches, {name}'s turn\n");
        if turn % 2 == 0 {
            text += &format!("Your choice: {}", after_prompt(TYPED[turn / 2]));
        }
    }
    text + "0\tmatches, Alice won\n"
}

/// Runs a command while these lines come from a pipe.
fn with_input(mut command: Command, input: &str) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Run::of(child.wait_with_output().unwrap())
}

/// Runs a command at a terminal and types a line at each prompt. Answers what the terminal shows, and the exit status.
fn at_a_terminal(mut command: Command, prompt: &str, lines: &[&str]) -> (String, std::process::ExitStatus) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&person).and_then(|()| unlockpt(&person)).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    let open = || File::options().read(true).write(true).open(&name).unwrap();
    command.stdin(open()).stdout(open()).stderr(open());
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut person = File::from(person);
    let mut shown = String::new();
    let mut lines = lines.iter();
    let mut answered = 0;
    let mut bytes = [0; 1024];
    // The terminal is closed when the program has ended: an error here.
    while let Ok(length @ 1..) = person.read(&mut bytes) {
        shown += &String::from_utf8_lossy(&bytes[..length]);
        while shown.matches(prompt).count() > answered {
            answered += 1;
            person.write_all(lines.next().unwrap_or(&"\u{4}").as_bytes()).unwrap();
        }
    }
    (shown.replace("\r\n", "\n"), child.wait().unwrap())
}

#[test]
fn a_person_plays_through_a_pipe() {
    let folder = Folder::with(&[("course.py", COURSE)]);
    let run = with_input(folder.command(&["python", "course.py"]), &(TYPED.join("\n") + "\n"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    assert_eq!(run.out, transcript(|_| String::new()));
}

#[test]
fn a_person_plays_at_a_terminal() {
    let folder = Folder::with(&[("course.py", COURSE)]);
    // The first answers are wrong, and only repeat the prompt.
    let lines: Vec<String> =
        ["0", "4", "x", ""].iter().chain(&TYPED).map(|line| format!("{line}\n")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (shown, status) = at_a_terminal(folder.command(&["python", "course.py"]), "Your choice: ", &lines);
    assert!(status.success(), "{shown}");
    let wrong = "0\nYour choice: 4\nYour choice: x\nYour choice: \nYour choice: ";
    let expected = transcript(|typed| format!("{typed}\n"));
    assert_eq!(shown, expected.replacen("Your choice: ", &format!("Your choice: {wrong}"), 1));
}

#[test]
fn the_end_of_the_input_resigns() {
    let folder = Folder::with(&[("course.py", COURSE)]);
    let (shown, status) = at_a_terminal(folder.command(&["python", "course.py"]), "Your choice: ", &["2\n"]);
    assert_eq!(status.code(), Some(1));
    assert!(shown.ends_with("two_player_games.Resigned: Alice resigned\n"), "{shown}");
}

/// Whatever a script does, it is as if Python itself had run it.
#[test]
fn a_script_runs_as_python_runs_it() {
    let scripts = [
        (
            "plain",
            "import sys\nprint('hello', __name__, sys.argv, sys.path[0])\nprint('err', file=sys.stderr)\n",
        ),
        ("status", "import sys\nsys.exit(7)\n"),
        ("words", "import sys\nsys.exit('this went wrong')\n"),
        ("exit", "exit(3)\n"),
        ("failing", "def f(x):\n    return 1 / x\n\nprint('before')\nf(0)\n"),
        ("chained", "try:\n    {}['a']\nexcept KeyError:\n    raise ValueError('no') from None\n"),
        ("syntax", "print('a'\nx = = 1\n"),
        ("indent", "if 1:\nprint(1)\n"),
        ("reading", "import sys\nprint(input('? ') + sys.stdin.read())\n"),
        ("eof", "while True:\n    input()\n"),
        ("helper", "import helper\nprint(helper.x)\nhelper.fail()\n"),
        (
            "late",
            "import atexit, threading\natexit.register(print, 'bye')\nthreading.Thread(target=print).start()\n",
        ),
        ("main", "import __main__\nx = 3\nprint(__main__.x, __file__, __spec__, __builtins__)\n"),
        ("latin", "# coding: latin-1\nprint('\u{e4}')\n"),
        ("random", "import random\nrandom.seed(1)\nprint(random.random(), sorted({1, 2, 3}))\n"),
    ];
    let helper = ("helper.py", "x = 5\ndef fail():\n    raise RuntimeError('helped')\n");
    for (name, text) in scripts {
        let folder = Folder::with(&[helper, ("script.py", text)]);
        let mut python = Command::new(PYTHON);
        python.current_dir(folder.path());
        let words = ["script.py", "one", "--two", "-h", "--", "three"];
        let mut wag = folder.command(&["python"]);
        for command in [&mut python, &mut wag] {
            command.args(words).env("PYTHONDONTWRITEBYTECODE", "1");
        }
        let (theirs, ours) = (with_input(python, "4\n5\n"), with_input(wag, "4\n5\n"));
        assert_eq!((ours.status, ours.out, ours.err), (theirs.status, theirs.out, theirs.err), "{name}");
    }
}

#[test]
fn what_can_not_be_run_is_told_in_a_sentence() {
    let folder = Folder::with(&[]);
    let run = |words: &[&str]| Run::of(folder.command(words).output().unwrap());
    run(&["python", "missing.py"]).is_mistake(&["missing.py", "there is no such file"]);
    run(&["python", "no/folder/a.py", "x"]).is_mistake(&["no/folder/a.py"]);
}

#[test]
fn without_a_file_python_reads_what_is_typed() {
    let folder = Folder::with(&[]);
    let run =
        with_input(folder.command(&["python"]), "from two_player_games import *\nprint(Player('Ada'))\n");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "Ada\n", ""));
}

#[test]
fn a_file_named_like_the_module_comes_first() {
    let script = "import two_player_games\nprint(two_player_games.mine)\n";
    let folder = Folder::with(&[("a/two_player_games.py", "mine = 5\n"), ("a/script.py", script)]);
    let run = Run::of(folder.command(&["python", "a/script.py"]).output().unwrap());
    assert_eq!((run.status, run.out.as_str()), (0, "5\n"), "{}", run.err);
}

#[test]
fn the_module_can_be_looked_into() {
    let script = "import inspect, two_player_games as t\nprint(inspect.getsource(t.Player), end='')\n\
                  t.SimpleNim(t.Player('A'), t.Player('B'), 1).play()\n";
    let folder = Folder::with(&[("script.py", script)]);
    let run = Run::of(folder.command(&["python", "script.py"]).output().unwrap());
    assert!(run.out.starts_with("class Player:\n"), "{}", run.out);
    let told = "AttributeError: 'Player' object has no attribute 'select_move'\n";
    assert!(run.err.contains("<wag>/two_player_games.py") && run.err.ends_with(told), "{}", run.err);
    assert!(!folder.has("__pycache__"));
}

#[test]
fn an_interrupt_ends_a_script_as_it_ends_python() {
    let script = "import time\nprint('ready', flush=True)\ntime.sleep(60)\n";
    let folder = Folder::with(&[("script.py", script)]);
    let mut command = folder.command(&["python", "script.py"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut ready = [0; 6];
    child.stdout.as_mut().unwrap().read_exact(&mut ready).unwrap();
    kill_process(rustix::process::Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(Signal::INT.as_raw()));
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("KeyboardInterrupt\n"));
}

/// All that the tests in Python say of the module, with the Python that is embedded.
#[test]
fn the_module_passes_its_own_tests() {
    let tests = common::project().join("tests/two_player");
    let mut command = Command::new(PYTHON);
    command.args(["-m", "unittest", "discover", "-s"]).arg(tests).env_remove("WAG_SLOW_TESTS");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
