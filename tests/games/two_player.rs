//! The two-player course at the terminal: `wag python` runs a learner's script like Python itself.

use crate::common;

use common::{Folder, Run};
use rustix::process::{Signal, kill_process, kill_process_group};
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

const OWN: &str = "\
import os, sys, time
from two_player_games import *

class Clever(PerfectPlayer):
    pass

class Chatty(Player):
    def select_move(self):
        print('I see', self.game.count, end='')
        return 1

class Sleepy(Player):
    def select_move(self):
        time.sleep(100)

class Stuck(Player):
    def select_move(self):
        return sum(range(10 ** 13))

class Gone(Player):
    def select_move(self):
        os._exit(1)

class Failing(Player):
    def select_move(self):
        return 1 / 0

class Race(Game):
    def __init__(self, player1, player2, goal=10):
        super().__init__(player1, player2)
        self.total, self.goal = 0, goal
    def valid_moves(self):
        return [step for step in (1, 2) if self.total + step <= self.goal]
    def make_move(self, step):
        self.total += step
    def has_ended(self):
        return self.total == self.goal
    def winner(self):
        return self.waiting_player

class Endless(SimpleNim):
    def make_move(self, number):
        pass

class Silent(SimpleNim):
    def __str__(self):
        return 1 / 0
";

fn two_player(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["two-player"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns the output of a successful command.
#[track_caller]
fn report(folder: &Folder, words: &str) -> String {
    let run = two_player(folder, words);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    run.out
}

#[test]
fn own_games_and_players_work() {
    let folder = Folder::with(&[("own.py", OWN)]);
    let out = report(&folder, "play own.py:Race:4 own.py:Clever Ada=Random --seed 1");
    assert!(out.starts_with("Clever's turn\nAda's turn\n") && out.ends_with("Clever won\n"), "{out}");
    assert_eq!(out, report(&folder, "play own.py:Race:4 own.py:Clever Ada=Random --seed 1"));
    let chat = "3\tmatches, Chatty's turn\n    | I see 3\n2\tmatches, Nim's turn\n\
                1\tmatches, Chatty's turn\n    | I see 1\n0\tmatches, Nim won\n";
    assert_eq!(report(&folder, "play SimpleNim:3 own.py:Chatty NimPlayer"), chat);
    let out = report(&folder, "play SimpleNim:3 own.py:Chatty Nim --log chat.txt");
    assert!(!out.contains("I see"), "{out}");
    assert_eq!(folder.read("chat.txt"), "I see 3I see 1");
}

#[test]
fn every_game_and_player_can_be_named() {
    let folder = Folder::with(&[]);
    for game in ["SimpleNim", "SimpleNim:7", "Nim", "Nim:1,2,3", "Nim:[2,2]", "Nim:4"] {
        report(&folder, &format!("play {game} Nim Random"));
    }
    for game in ["TicTacToe", "ConnectFour", "VierGewinnt:5,4,3", "Reversi:4", "Reversi"] {
        let out = report(&folder, &format!("play {game} Minimax:1 AlphaBetaPlayer:1"));
        assert!(out.trim_end().ends_with("won") || out.trim_end().ends_with("draw"), "{out}");
    }
    assert!(report(&folder, "play SimpleNim:1 Random Random").contains("Random (2) won"));
}

#[test]
fn player_that_overruns_fails_or_exits_loses() {
    let folder = Folder::with(&[("own.py", OWN)]);
    let ends = [
        ("Sleepy", "Random won: Sleepy thought longer than 1 seconds\n"),
        ("Stuck", "Random won: Stuck thought longer than 1 seconds\n"),
        ("Gone", "Random won: Gone ended the program (exit status: 1)\n"),
        ("Failing", "Random won: Failing failed with ZeroDivisionError: division by zero\n"),
    ];
    for (name, end) in ends {
        let out = report(&folder, &format!("play SimpleNim:5 own.py:{name} Random --time-limit 1"));
        assert!(out.ends_with(end), "{out}");
    }
    let out = report(&folder, "play own.py:Endless:5 Random Random");
    assert!(out.ends_with("void: Endless has not ended after 10000 moves\n"));
}

#[test]
fn tournament_continues_after_a_player_exits() {
    let folder = Folder::with(&[("own.py", OWN)]);
    let players = "Nim,own.py:Stuck,own.py:Gone,own.py:Chatty";
    let words = format!("tournament SimpleNim:20 --players {players} --time-limit 1 --log log.txt");
    let out = report(&folder, &words);
    let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1], ["Nim", "18", "6", "0", "0"], "{out}");
    assert_eq!(lines[2], ["Chatty", "12", "4", "0", "2"], "{out}");
    assert_eq!(lines[3..5].iter().map(|line| line[1]).collect::<Vec<_>>(), ["3", "3"], "{out}");
    assert!(out.contains("Chatty won: Stuck thought longer than 1 seconds\n"), "{out}");
    let log = folder.read("log.txt");
    assert_eq!(log.lines().filter(|line| line.contains("===")).count(), 12, "{log}");
    assert!(log.contains("=== Nim against Chatty\nI see "), "{log}");
}

#[test]
fn the_same_seed_is_the_same_tournament() {
    let folder = Folder::with(&[]);
    let play = |seed| {
        report(
            &folder,
            &format!("tournament SimpleNim:21 --players A=Random,B=Random --rounds 20 --seed {seed}"),
        )
    };
    assert_eq!(play(3), play(3));
    assert!((4..8).any(|seed| play(seed) != play(3)));
}

#[test]
fn a_person_plays_against_a_program() {
    let folder = Folder::with(&[]);
    let command =
        || folder.command(&["two-player", "play", "SimpleNim:6", "Human", "Nim", "--time-limit", "0.001"]);
    let (shown, status) = at_a_terminal(command(), "Your choice: ", &["9\n", "1\n", "3\n"]);
    assert!(status.success(), "{shown}");
    let begin = "6\tmatches, Human's turn\nYour choice: 9\nYour choice: 1\n5\tmatches, Nim's turn\n";
    assert!(shown.starts_with(begin) && shown.ends_with("0\tmatches, Human won\n"), "{shown}");
    let (shown, status) = at_a_terminal(command(), "Your choice: ", &["\u{4}"]);
    assert!(status.success() && shown.ends_with("Nim won: Human resigned\n"), "{shown}");
}

/// Starts a game as a terminal does, and presses Ctrl+C when this text has been printed.
fn interrupted(folder: &Folder, words: &[&str], until: &str) -> (String, Option<i32>) {
    let mut command = folder.command(&["two-player", "play"]);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child = command.spawn().unwrap();
    let mut out = child.stdout.take().unwrap();
    let mut shown = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&shown).contains(until) {
        assert_eq!(out.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&shown));
        shown.push(byte[0]);
    }
    // The player is asked shortly afterwards.
    std::thread::sleep(std::time::Duration::from_millis(300));
    kill_process_group(rustix::process::Pid::from_child(&child), Signal::INT).unwrap();
    out.read_to_end(&mut shown).unwrap();
    (String::from_utf8(shown).unwrap(), child.wait().unwrap().code())
}

#[test]
fn an_interrupt_is_a_persons_resignation_and_ends_other_games() {
    let folder = Folder::with(&[("own.py", OWN)]);
    let (shown, status) = interrupted(&folder, &["SimpleNim:6", "Human", "Nim"], "Your choice: ");
    assert!(status == Some(0) && shown.ends_with("Nim won: Human resigned\n"), "{status:?} {shown}");
    let (shown, status) = interrupted(&folder, &["SimpleNim:6", "own.py:Sleepy", "Nim"], "Sleepy's turn\n");
    assert_eq!((status, shown.lines().count()), (Some(130), 1), "{shown}");
}

#[test]
fn ending_the_command_ends_the_players() {
    let script = "import os\nfrom two_player_games import *\nclass Stuck(Player):\n    def select_move(self):\n        \
                  open('pid', 'w').write(str(os.getpid()) + ' ')\n        return sum(range(10 ** 13))\n";
    let folder = Folder::with(&[("own.py", script)]);
    let mut command =
        folder.command(&["two-player", "play", "SimpleNim", "own.py:Stuck", "Nim", "--time-limit", "60"]);
    let mut child = command.stdout(Stdio::null()).spawn().unwrap();
    let wait_for = |what: &dyn Fn() -> bool| {
        (0..30_000).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(10));
            what()
        })
    };
    assert!(wait_for(&|| folder.has("pid") && folder.read("pid").ends_with(' ')));
    let pid = rustix::process::Pid::from_raw(folder.read("pid").trim().parse().unwrap()).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    // A killed process may be a zombie until its new parent reaps it.
    let is_gone = || {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero()));
        status.map_or(true, |status| status.contains(") Z "))
    };
    assert!(!cfg!(target_os = "linux") || wait_for(&is_gone));
}

#[test]
fn errors_in_names_and_files_are_reported() {
    let files = [("own.py", OWN), ("bad.py", "x = = 1\n"), ("worse.py", "def f():\n    1 / 0\nf()\n")];
    let folder = Folder::with(&files);
    let user_errors: [(&str, &[&str]); 18] = [
        ("play Chess Random Random", &["there is no game Chess", "TicTacToe"]),
        ("play SimpleNim Random Clever", &["there is no player Clever", "AlphaBeta", "my_file.py:Clever"]),
        ("play SimpleNim Random own.py", &["own.py is a file", "own.py:Clever"]),
        ("play SimpleNim Random own.py:Nobody", &["own.py has no class Nobody"]),
        ("play SimpleNim Random no.py:Clever", &["no.py", "there is no such file"]),
        ("play SimpleNim:x Random Random", &["SimpleNim:x", "numbers"]),
        ("play TicTacToe:3 Random Random", &["cannot create TicTacToe:3"]),
        ("play Reversi:5 Random Random", &["an even number"]),
        (
            "play Reversi:1000000 Random Random",
            &["the side of the board must be", "from 4 to 100, not 1000000"],
        ),
        ("play SimpleNim:-5 Random Random", &["the number of matches must be", "from 0 to 10000, not -5"]),
        ("play SimpleNim:2.5 Random Random", &["not 2.5"]),
        ("play Nim:1000000000 Random Random", &["in a heap must be", "from 0 to 1000, not 1000000000"]),
        ("play Nim:600,600 Random Random", &["in all heaps must be", "not 1200"]),
        ("play SimpleNim Random Minimax:0", &["at least one move deep"]),
        ("play SimpleNim Random Random --log no/folder/x", &["no/folder/x"]),
        ("tournament SimpleNim --players Random", &["at least two"]),
        ("tournament SimpleNim --players Random,Human", &["wag two-player play"]),
        ("tournament SimpleNim --players Random,Nim --log no/folder/x", &["no/folder/x"]),
    ];
    for (words, report) in user_errors {
        let run = two_player(&folder, words);
        let sentence = run.err.lines().last().unwrap_or_default();
        assert!(run.status == 2 && sentence.starts_with("wag: "), "{words}: {run:?}");
        assert!(report.iter().all(|word| sentence.contains(word)), "{words}: {sentence}");
        assert!(
            !run.err.contains("<wag>")
                || ["Reversi", "Minimax", "Nim:"].iter().any(|name| words.contains(name)),
            "{run:?}"
        );
    }
    let run = two_player(&folder, "play SimpleNim Random bad.py:A");
    assert!(
        run.status == 2 && run.err.contains("SyntaxError: invalid syntax\nwag: cannot use bad.py"),
        "{run:?}"
    );
    let run = two_player(&folder, "play SimpleNim Random worse.py:A");
    assert!(
        run.err.starts_with("Traceback (most recent call last):\n  File \"") && run.err.contains("in f"),
        "{run:?}"
    );
    assert!(!run.err.contains("_wag_two_player"), "{run:?}");
    let run = two_player(&folder, "play own.py:Silent:3 Random Random");
    assert!(
        run.status == 2 && run.err.contains("wag: the game cannot continue: ZeroDivisionError"),
        "{run:?}"
    );
}

/// Wag's messages are in German. The games' own output is not translated.
#[test]
fn results_and_errors_are_in_german() {
    let folder = Folder::with(&[("own.py", OWN)]);
    let german = |words: &str| two_player(&folder, &format!("--lang de {words}"));
    let ends = [
        ("own.py:Gone Random", "Random gewinnt: Gone hat das Programm beendet (Exit-Status 1)\n"),
        (
            "own.py:Failing Random",
            "Random gewinnt: Failing ist mit ZeroDivisionError: division by zero gescheitert\n",
        ),
        (
            "own.py:Sleepy Random --time-limit 1",
            "Random gewinnt: Sleepy hat länger als 1 Sekunden überlegt\n",
        ),
    ];
    for (players, end) in ends {
        let out = german(&format!("play SimpleNim:5 {players}")).out;
        assert!(out.starts_with("5\tmatches, ") && out.ends_with(end), "{out}");
    }
    let out = german("play own.py:Endless:5 Random Random").out;
    assert!(out.ends_with("\nungültig: Endless ist nach 10000 Zügen nicht zu Ende\n"), "{out}");
    let out = german("tournament SimpleNim:5 --players Nim,own.py:Failing").out;
    assert_eq!(
        out,
        "Spieler  Punkte  gewonnen  unentschieden  verloren\n\
         Nim           6         2              0         0\n\
         Failing       0         0              0         2\n\
         Nim gewinnt: Failing ist mit ZeroDivisionError: division by zero gescheitert\n"
    );
    let user_errors = [
        ("play Chess Random Random", "es gibt kein Spiel Chess; die eingebauten Spiele sind SimpleNim, "),
        ("play SimpleNim Random own.py:Nobody", "own.py hat keine Klasse Nobody"),
        (
            "play SimpleNim Random Random --log no/x",
            "no/x lässt sich nicht schreiben: Datei oder Ordner nicht gefunden (Systemfehler 2)",
        ),
        ("tournament SimpleNim --players Random,Human", "an einem Turnier können nur Programme teilnehmen"),
        (
            "play own.py:Silent:3 Random Random",
            "die Partie kann nicht fortgesetzt werden: ZeroDivisionError: division by zero",
        ),
    ];
    for (words, report) in user_errors {
        let run = german(words);
        let sentence = run.err.lines().last().unwrap_or_default();
        assert!(run.status == 2 && sentence.contains(report), "{words}: {run:?}");
    }
}

#[test]
fn own_module_beside_the_files_is_imported() {
    let module = "class Player:\n    mine = True\n    def __init__(self, name):\n        self.name = name\n    \
                  def set_game(self, game):\n        self.game = game\n    def __str__(self):\n        return self.name\n";
    let player = "from two_player_games import Player\nclass First(Player):\n    def select_move(self):\n        \
                  return self.game.valid_moves()[0] if self.mine else None\n";
    let folder = Folder::with(&[("a/two_player_games.py", module), ("a/first.py", player)]);
    let out = report(&folder, "play SimpleNim:3 a/first.py:First Perfect");
    assert!(out.ends_with("0\tmatches, Perfect won\n"), "{out}");
}

/// A game and two players, each with modules of the same names in its folder.
const ROOTS: [(&str, &str); 11] = [
    ("a/player.py", ROOTED_PLAYER),
    ("b/player.py", ROOTED_PLAYER),
    ("a/utils.py", "ME = 'a utils'\n"),
    ("b/utils.py", "ME = 'b utils'\n"),
    ("a/late.py", "ME = 'a late'\n"),
    ("b/late.py", "ME = 'b late'\n"),
    ("a/later.py", "ME = 'a later'\n"),
    ("b/later.py", "ME = 'b later'\n"),
    ("a/copy.py", "ME = 'a copy'\n"),
    ("g/utils.py", "ME = 'g utils'\n"),
    ("g/race.py", ROOTED_GAME),
];
const ROOTED_PLAYER: &str = "\
import importlib
from two_player_games import *
import utils, copy
from race import Race

class P(Player):
    def select_move(self):
        import late
        later = importlib.import_module('later')
        print('I am', utils.ME, late.ME, later.ME, getattr(copy, 'ME', 'library copy'), isinstance(self.game, Race))
        return self.game.valid_moves()[0]
";
const ROOTED_GAME: &str = "\
from two_player_games import *

class Race(Game):
    def __init__(self, player1, player2):
        super().__init__(player1, player2)
        self.total = 0
    def __str__(self):
        import utils
        return f'{utils.ME} {self.total}'
    def valid_moves(self):
        return [1, 2]
    def make_move(self, step):
        self.total += step
    def has_ended(self):
        return self.total >= 4
    def winner(self):
        return self.waiting_player
";
const A_IS: &str = "I am a utils a late a later a copy True\n";
const B_IS: &str = "I am b utils b late b later library copy True\n";

#[test]
fn each_folder_is_an_import_root_of_its_own() {
    let folder = Folder::with(&ROOTS);
    let run = two_player(&folder, "play g/race.py:Race a/player.py:P b/player.py:P");
    let game: String = [(0, A_IS), (1, B_IS), (2, A_IS), (3, B_IS)]
        .iter()
        .map(|(total, player)| format!("g utils {total}\n    | {player}"))
        .collect();
    assert_eq!((run.status, run.out), (0, game + "g utils 4\n"), "{}", run.err);
    let warning = "a/copy is imported in place of Python's own module copy; rename it if that is not meant";
    assert_eq!(run.err.matches(warning).count(), 1, "{}", run.err);

    let words = "tournament g/race.py:Race --players a/player.py:P,b/player.py:P,Random --log log --rounds 2";
    two_player(&folder, words);
    let log = folder.read("log");
    let lines = log.split_inclusive('\n').filter(|line| line.starts_with("I am"));
    let (of_a, others): (Vec<&str>, Vec<&str>) = lines.partition(|line| *line == A_IS);
    assert!(of_a.len() > 4 && others.len() > 4 && others.iter().all(|line| *line == B_IS), "{log}");

    // A player cannot import another one's modules.
    folder.write("b/only.py", "");
    folder.write("a/asks.py", "import only\n");
    let run = two_player(&folder, "play SimpleNim:3 a/asks.py:P b/player.py:P");
    assert!(run.err.contains("ModuleNotFoundError: No module named 'only'"), "{}", run.err);
    assert!(!run.err.contains("<wag>"), "{}", run.err);
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
    let folder = Folder::with(&[("own.py", OWN), ("script.py", COURSE)]);
    names.iter().for_each(|name| folder.write(&format!("{name}.py"), own));
    let run = two_player(&folder, "play SimpleNim:5 own.py:Failing Perfect");
    assert!(
        run.status == 0 && run.out.contains("Perfect won: Failing failed with ZeroDivisionError"),
        "{run:?}"
    );
    let run = two_player(&folder, "tournament TicTacToe --players Random,Perfect");
    assert_eq!(run.status, 0, "{run:?}");
    let run = with_input(folder.command(&["python", "script.py"]), "1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n");
    assert!(run.out.starts_with("21\tmatches, Alice's turn\n"), "{run:?}");
}

/// Runs the commands of the course.
#[test]
fn the_commands_of_the_course_do_what_it_says() {
    let page = std::fs::read_to_string(common::project().join("docs/two-player.md")).unwrap();
    let folder = Folder::with(&[]);
    let mut blocks: Vec<(&str, &str)> = Vec::new();
    for (number, part) in page.split("```").enumerate() {
        if number % 2 == 1 && !part.contains('`') {
            blocks.extend(part.split_once('\n'));
        }
    }
    let mut calls = 0;
    for (index, (kind, text)) in blocks.iter().enumerate() {
        if let Some(name) = kind.strip_prefix("python file ") {
            folder.write(name, text);
        } else if *kind == "sh" {
            let words = text.trim().strip_prefix("wag two-player ").expect(text);
            assert_eq!(blocks[index + 1], ("text prints", report(&folder, words).as_str()), "{words}");
            calls += 1;
        }
    }
    assert!(calls >= 2);
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
