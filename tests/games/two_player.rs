//! The two-player course at the terminal: `wag python` runs a learner's script like Python itself.

use crate::common;

use common::{Folder, Run};
use rustix::process::{Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};

/// The game of the course: Alice is a person, Bob follows his list of moves.
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

/// Returns the transcript of the course. `after_prompt` returns the text after Alice's prompt.
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

/// Runs a command with this input from a pipe.
fn with_input(mut command: Command, input: &str) -> Run {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Run::of(child.wait_with_output().unwrap())
}

/// Runs a command at a terminal and types a line at each prompt. Returns the terminal's output, and the exit status.
fn at_a_terminal(mut command: Command, prompt: &str, lines: &[&str]) -> (String, std::process::ExitStatus) {
    let person = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&person).and_then(|()| unlockpt(&person)).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap().into_string().unwrap();
    let open = || File::options().read(true).write(true).open(&name).unwrap();
    // CPython 3.13 colors its tracebacks.
    command.stdin(open()).stdout(open()).stderr(open()).env("NO_COLOR", "1");
    let mut child = command.spawn().unwrap();
    drop(command);
    let mut person = File::from(person);
    let mut shown = String::new();
    let mut lines = lines.iter();
    let mut answered = 0;
    let mut bytes = [0; 1024];
    // When the program has ended, the terminal is closed, and reading fails.
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
    // The first answers are invalid, and only repeat the prompt.
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

/// Each script has the same effects as when Python runs it.
#[test]
fn script_runs_as_in_python() {
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
        let mut python = Command::new(wag_python::paths().0);
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
fn unrunnable_script_is_reported_in_one_sentence() {
    let folder = Folder::with(&[]);
    let run = |words: &[&str]| Run::of(folder.command(words).output().unwrap());
    run(&["python", "missing.py"]).is_user_error(&["missing.py", "there is no such file"]);
    run(&["python", "no/folder/a.py", "x"]).is_user_error(&["no/folder/a.py"]);
}

#[test]
fn without_a_file_python_reads_standard_input() {
    let folder = Folder::with(&[]);
    let run =
        with_input(folder.command(&["python"]), "from two_player_games import *\nprint(Player('Ada'))\n");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "Ada\n", ""));
}

#[test]
fn file_named_like_the_module_takes_precedence() {
    let script = "import two_player_games\nprint(two_player_games.mine)\n";
    let folder = Folder::with(&[("a/two_player_games.py", "mine = 5\n"), ("a/script.py", script)]);
    let run = Run::of(folder.command(&["python", "a/script.py"]).output().unwrap());
    assert_eq!((run.status, run.out.as_str()), (0, "5\n"), "{}", run.err);
}

#[test]
fn module_can_be_inspected() {
    let script = "import inspect, two_player_games as t\nprint(inspect.getsource(t.Player), end='')\n\
                  t.SimpleNim(t.Player('A'), t.Player('B'), 1).play()\n";
    let folder = Folder::with(&[("script.py", script)]);
    let run = Run::of(folder.command(&["python", "script.py"]).output().unwrap());
    assert!(run.out.starts_with("class Player:\n"), "{}", run.out);
    let report = "AttributeError: 'Player' object has no attribute 'select_move'\n";
    assert!(run.err.contains("<wag>/two_player_games.py") && run.err.ends_with(report), "{}", run.err);
    assert!(!folder.has("__pycache__"));
}

#[test]
fn interrupt_ends_a_script_as_in_python() {
    let script = "import time\nprint('ready', flush=True)\ntime.sleep(60)\n";
    let folder = Folder::with(&[("script.py", script)]);
    let mut command = folder.command(&["python", "script.py"]);
    // The signal may be ignored if the tests run in the background.
    // SAFETY: The closure only makes one call that is allowed between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            Ok(())
        });
    }
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut ready = [0; 6];
    child.stdout.as_mut().unwrap().read_exact(&mut ready).unwrap();
    kill_process(rustix::process::Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.signal(), Some(Signal::INT.as_raw()));
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("KeyboardInterrupt\n"));
}

#[test]
fn files_named_like_library_modules_do_not_stop_the_course() {
    let names = [
        "copy",
        "time",
        "inspect",
        "random",
        "json",
        "ast",
        "io",
        "os",
        "pkgutil",
        "runpy",
        "traceback",
        "signal",
    ];
    let own = "mine = 1\n";
    let folder = Folder::with(&[("script.py", COURSE)]);
    names.iter().for_each(|name| folder.write(&format!("{name}.py"), own));
    let run = with_input(folder.command(&["python", "script.py"]), "1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n");
    assert!(run.out.starts_with("21\tmatches, Alice's turn\n"), "{run:?}");
}

/// The former command names the one to use instead.
#[test]
fn former_command_names_its_replacement() {
    let folder = Folder::with(&[]);
    for (words, command) in [
        ("two-player --help", "wag play GAME PLAYER PLAYER"),
        ("two-player play SimpleNim:7 Human Nim --seed 3", "wag play SimpleNim human Nim --count 7 --seed 3"),
        ("two-player tournament Nim --players Random,Nim", "wag tournament Nim Random Nim"),
    ] {
        let words: Vec<&str> = words.split(' ').collect();
        let run = Run::of(folder.command(&words).output().unwrap());
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{words:?}");
        assert!(run.err.ends_with(&format!(": {command}\n")), "{}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
    // The command named is one that runs.
    let play =
        ["play", "SimpleNim", "Random", "Nim", "--count", "7", "--seed", "3", "--quiet", "--no-replay"];
    assert_eq!(Run::of(folder.command(&play).output().unwrap()).status, 0);
}

/// Runs the module's own tests with the embedded Python.
#[test]
fn the_module_passes_its_own_tests() {
    let tests = common::project().join("tests/two_player");
    let mut command = Command::new(wag_python::paths().0);
    command.args(["-m", "unittest", "discover", "-s"]).arg(tests).env_remove("WAG_SLOW_TESTS");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
