//! Games in Python in their workers: what the engine asks them, and games that fail, lie or attack.

use std::path::Path;
use std::time::Duration;
use wag_core::game::{Datum, Seat};
use wag_python::host::{GameProcess, GameStart, game_limits};
use wag_python::protocol::game::{GameAnswer, GameCall, GameProblem, MatchSetup, Step};
use wag_sandbox::Limits;

/// A game for two in which each seat names a number, and the numbers are added.
const SUMS: &str = "\
from wag.game import Ask, Game, Over

class Sums(Game):
    title, seats, figures = \"Sums\", 2, [\"points\"]

    def start(self, options, seats, random):
        return {\"round\": 1, \"sums\": [0, 0], \"secret\": random.randrange(1000)}

    def phase(self, state):
        return Over() if state[\"round\"] > 3 else Ask(state[\"round\"], [0, 1])

    def view(self, state, seat):
        return {\"sums\": state[\"sums\"], \"seat\": seat, \"secret\": state[\"secret\"]}

    def apply(self, state, orders, random):
        for seat, order in orders.items():
            state[\"sums\"][seat] += order or 0
        state[\"round\"] += 1
        state[\"secret\"] = random.randrange(1000)
        print(\"round\", state[\"round\"])
        return [{\"type\": \"added\", \"numbers\": list(state[\"sums\"])}]

    def standings(self, state):
        return state[\"sums\"]
";

struct Running {
    _folder: tempfile::TempDir,
    process: GameProcess,
}

impl Running {
    fn new(text: &str) -> Result<Running, GameProblem> {
        Running::with(text, &game_limits())
    }

    fn with(text: &str, limits: &Limits) -> Result<Running, GameProblem> {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("rules.py"), text).unwrap();
        let process = GameProcess::start(&start_in(folder.path()), limits)?;
        Ok(Running { _folder: folder, process })
    }

    fn call(&mut self, call: GameCall) -> Result<GameAnswer, GameProblem> {
        self.process.call(call)
    }

    fn step(&mut self, call: GameCall) -> Step {
        match self.call(call) {
            Ok(GameAnswer::Stepped(step)) => *step,
            other => panic!("{other:?}"),
        }
    }
}

fn start_in(folder: &Path) -> GameStart {
    GameStart { file: folder.canonicalize().unwrap().join("rules.py"), ..GameStart::default() }
}

fn setup() -> MatchSetup {
    MatchSetup { names: vec!["a".into(), "b".into()], bots: vec![None, None], ..MatchSetup::default() }
}

fn started(to: u64, seed: u64) -> GameCall {
    GameCall::Start { to, setup: setup(), seed }
}

fn applied(on: u64, to: u64, step: u64) -> GameCall {
    let order = |number: i64| Some(Datum::Int(number).pack());
    let orders = vec![(Seat(0), order(5)), (Seat(1), order(-2))];
    GameCall::Apply { on, to, seed: 7, step, orders }
}

fn view(step: &Step, seat: usize) -> Datum {
    Datum::unpack(&step.seats[seat].as_ref().unwrap().view).unwrap()
}

#[test]
fn game_declares_starts_applies_saves_and_loads() {
    let mut game = Running::new(SUMS).unwrap();
    let Ok(GameAnswer::Declared(declared)) = game.call(GameCall::Declare) else { panic!() };
    assert_eq!(
        (declared.class.as_str(), declared.seats, &declared.figures[..]),
        ("Sums", (2, 2), &["points".into()][..])
    );
    assert_eq!(declared.imported, ["rules.py"]);
    let first = game.step(started(1, 7));
    assert_eq!((first.round, first.ask.len(), first.figures.clone()), (1, 2, vec![vec![0], vec![0]]));
    let second = game.step(applied(1, 2, 1));
    assert_eq!(second.figures, [[5], [-2]]);
    let event = Datum::unpack(&second.events[0]).unwrap();
    assert_eq!(event.get("type").and_then(Datum::as_text), Some("added"));
    assert_eq!(String::from_utf8(game.process.output().0).unwrap(), "round 2\n");
    // The first state is unchanged, so the same orders lead to the same step, with the same random numbers.
    assert_eq!(game.step(applied(1, 3, 1)), second);
    game.process.release(vec![1]);
    let Ok(GameAnswer::Saved(pickle)) = game.call(GameCall::Save { on: 3 }) else { panic!() };
    let mut other = Running::new(SUMS).unwrap();
    let loaded = other.call(GameCall::Load { to: 9, setup: setup(), pickle });
    assert!(matches!(loaded, Ok(GameAnswer::Loaded)), "{loaded:?}");
    assert_eq!(other.step(applied(9, 9, 2)), game.step(applied(2, 2, 2)));
    assert_eq!(view(&first, 1).get("seat"), Some(&Datum::Int(1)));
}

/// Returns a game for two that runs `lines` in a method, and `top` when the file is loaded.
fn game_with(top: &str, method: &str, lines: &str) -> String {
    let body: String = lines.lines().map(|line| format!("        {line}\n")).collect();
    let text = SUMS.replace("class Sums", &format!("{top}\n\nclass Sums"));
    let (before, after) = text.split_once(&format!("    def {method}(")).unwrap();
    let (head, after) = after.split_once('\n').unwrap();
    format!("{before}    def {method}({head}\n{body}{after}")
}

/// Limits with which a test does not wait long for a game that hangs.
fn short() -> Limits {
    Limits { turn_time: Some(Duration::from_millis(200)), ..game_limits() }
}

/// Returns the problem of the first step or of the step after it.
fn problem_of(text: &str) -> GameProblem {
    let mut game = Running::with(text, &short()).unwrap();
    let first = game.call(started(1, 7));
    match first.and_then(|_| game.call(applied(1, 1, 1))) {
        Err(problem) => problem,
        Ok(answer) => panic!("{answer:?}"),
    }
}

/// Returns what a problem says, with its place.
fn said(problem: &GameProblem) -> (String, Option<(String, u32)>) {
    let place = problem.place.clone().map(|place| (place.file, place.line));
    (problem.message.english(), place)
}

fn at(line: u32) -> Option<(String, u32)> {
    Some(("rules.py".to_string(), line))
}

fn line_of(text: &str, part: &str) -> u32 {
    1 + text.lines().position(|line| line.contains(part)).unwrap() as u32
}

#[test]
fn exception_has_its_method_line_explanation_and_traceback() {
    let text = game_with("", "apply", "1 / 0");
    let problem = problem_of(&text);
    assert_eq!(
        said(&problem),
        ("apply(...) raised ZeroDivisionError: division by zero".into(), at(line_of(&text, "1 / 0")))
    );
    assert_eq!(problem.explanation.unwrap().code, "division_by_zero");
    let report = problem.report.unwrap().english();
    assert!(
        report.starts_with("Traceback")
            && report.contains("  File \"rules.py\"")
            && !report.contains("frozen"),
        "{report}"
    );
}

#[test]
fn game_with_an_exception_plays_on_in_the_next_match() {
    let mut game = Running::new(&game_with("", "apply", "if state['round'] == 2: 1 / 0")).unwrap();
    game.step(started(1, 7));
    game.step(applied(1, 1, 1));
    assert!(game.call(applied(1, 1, 2)).is_err() && !game.process.is_over());
    assert_eq!(game.step(started(2, 7)).round, 1);
}

#[test]
fn game_that_hangs_is_ended_with_its_line() {
    for (method, lines) in [("apply", "while True: pass"), ("view", "import time\nwhile True: time.sleep(1)")]
    {
        let text = game_with("", method, lines);
        let mut game =
            Running::with(&text, &Limits { start_time: Some(Duration::from_secs(1)), ..short() }).unwrap();
        let problem = game.call(started(1, 7)).and_then(|_| game.call(applied(1, 1, 1))).unwrap_err();
        assert_eq!(
            problem.place.map(|place| place.line),
            at(line_of(&text, "while True")).map(|(_, line)| line)
        );
        assert_eq!(problem.explanation.map(|explanation| explanation.code).as_deref(), Some("endless"));
        assert!(game.process.is_over());
        assert_eq!(said(&game.call(started(2, 7)).unwrap_err()).0, "the game's process has ended");
    }
}

#[test]
fn game_that_crashes_is_over() {
    let cases = [
        ("import os; os._exit(3)", "the game's process ended: exit status: 3"),
        ("import os; os.abort()", "the game's process ended: signal: 6 (SIGABRT)"),
    ];
    for (lines, expected) in cases {
        let mut game = Running::with(&game_with("", "apply", lines), &short()).unwrap();
        game.step(started(1, 7));
        let problem = game.call(applied(1, 1, 1)).unwrap_err();
        assert_eq!(problem.message.english().split(" (core dumped)").next(), Some(expected));
        assert!(game.process.is_over());
    }
}

#[test]
fn game_that_exhausts_its_memory_says_so() {
    let problem = problem_of(&game_with("", "apply", "state['x'] = 'a' * (1 << 34)"));
    assert!(problem.is_out_of_memory && problem.place.is_some(), "{problem:?}");
}

#[test]
fn output_is_limited_per_step() {
    let mut game = Running::new(&game_with("", "apply", "for _ in range(3000): print('x' * 999)")).unwrap();
    game.step(started(1, 7));
    game.process.output();
    game.step(applied(1, 1, 1));
    let (output, dropped) = game.process.output();
    assert_eq!((output.len(), dropped), (1 << 20, 3_000_000 + "round 2\n".len() as u64 - (1 << 20)));
    game.step(applied(1, 1, 2));
    assert_eq!(game.process.output().0.len(), 1 << 20);
}

#[test]
fn game_is_in_the_sandbox() {
    let secret = tempfile::NamedTempFile::new().unwrap();
    let secret = secret.path().display().to_string();
    let forbidden = [
        "import os; os.fork()".to_string(),
        format!("open({secret:?}).read()"),
        "open('canary', 'w')".to_string(),
        "import socket; socket.socket()".to_string(),
        "import subprocess; subprocess.run(['/bin/true'])".to_string(),
        "import threading; threading.Thread(target=print).start()".to_string(),
    ];
    for lines in forbidden {
        let problem = problem_of(&game_with("", "apply", &lines));
        let (message, place) = said(&problem);
        assert!(
            message.contains("PermissionError") || message.contains("RuntimeError"),
            "{lines}: {message}"
        );
        assert!(place.is_some(), "{lines}");
    }
}

#[test]
fn game_cannot_read_the_players_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("helper.py"), "size = 3\n").unwrap();
    std::fs::write(folder.path().join("player.py"), "plan = 'secret'\n").unwrap();
    let reads = "import helper\nassert helper.size == 3\nopen('player.py').read()";
    std::fs::write(folder.path().join("rules.py"), game_with("", "apply", reads)).unwrap();
    let start = start_in(folder.path());
    let closed = vec![start.file.with_file_name("player.py")];
    let mut game = GameProcess::start(&GameStart { closed, ..start }, &game_limits()).unwrap();
    game.call(started(1, 7)).unwrap();
    let message = said(&game.call(applied(1, 1, 1)).unwrap_err()).0;
    assert!(message.starts_with("apply(...) raised PermissionError"), "{message}");
}

#[test]
fn game_cannot_forge_an_answer() {
    // The engine's own descriptors are high numbers, and writing to them from Python is forbidden.
    let writes = "import os\nfor fd in range(3, 1024):\n    try: os.write(fd, b'\\4\\0\\0\\0abcd')\n    except OSError: pass";
    let mut game = Running::with(&game_with("", "apply", writes), &short()).unwrap();
    game.step(started(1, 7));
    match game.call(applied(1, 1, 1)) {
        Ok(GameAnswer::Stepped(step)) => assert_eq!(step.figures, [[5], [-2]]),
        other => assert!(other.is_err() && game.process.is_over(), "{other:?}"),
    }
}

#[test]
fn values_that_are_no_plain_data_are_reported_with_their_path() {
    let nested = "x = 1\nfor _ in range(40): x = [x]\nreturn x";
    let cases = [
        ("return {'hand': [1, 2, {3}]}", "view(...)[\"hand\"][2] is of type set"),
        ("return {'a': (1 << 63,)}", "view(...)[\"a\"][0] is a number of more than 64 bits"),
        ("return [float('nan')]", "view(...)[0] is NaN"),
        (nested, "view(...)"),
        ("return 'x' * 300000", "view(...) takes more than 256 KiB"),
        ("return '\\ud800'", "view(...) contains half of a surrogate pair"),
        ("return self", "view(...) is of type Sums"),
    ];
    for (lines, expected) in cases {
        let text = game_with("", "view", lines);
        let (message, place) = said(&problem_of(&text));
        assert!(message.starts_with(expected), "{message}");
        assert_eq!(place, at(line_of(&text, "def view")));
    }
}

#[test]
fn dataclasses_enumerations_and_named_tuples_are_plain_data() {
    let top = "import collections, dataclasses, enum\n\
        Pair = collections.namedtuple('Pair', 'x y')\n\
        class Color(enum.IntEnum):\n    RED = 4\n\
        @dataclasses.dataclass\nclass Seen:\n    color: Color\n    at: Pair\n";
    let mut game = Running::new(&game_with(top, "view", "return Seen(Color.RED, Pair(1, 2))")).unwrap();
    let step = game.step(started(1, 7));
    let expected = Datum::Dict(vec![
        (Datum::Text("color".into()), Datum::Int(4)),
        (Datum::Text("at".into()), Datum::Tuple(vec![Datum::Int(1), Datum::Int(2)])),
    ]);
    assert_eq!(view(&step, 0), expected);
}

#[test]
fn files_that_are_no_game_are_reported_with_their_line() {
    let cases = [("class Sums(:\n", Some(1)), ("import no_such_module\n", Some(1))];
    for (text, line) in cases {
        let Err(problem) = Running::new(text) else { panic!("{text}") };
        assert_eq!(problem.place.map(|place| place.line), line, "{text}");
    }
    let problem = Running::new("x = 1\n1 / 0\n").unwrap().call(GameCall::Declare).unwrap_err();
    assert_eq!(said(&problem), ("ZeroDivisionError: division by zero".into(), at(2)));
}

#[test]
fn random_numbers_depend_on_seed_and_step_only() {
    let lines = "import random as module\n\
        drawn = [random.random(), random.getrandbits(100), random.gauss(0, 1), random.choice('abc'), module.random()]\n\
        state['sums'] = [0, 0]\n\
        return [{'type': 'drawn', 'numbers': [str(number) for number in drawn]}]";
    let mut game = Running::new(&game_with("", "apply", lines)).unwrap();
    game.step(started(1, 7));
    let first = game.step(applied(1, 2, 1)).events;
    assert_eq!(game.step(applied(1, 3, 1)).events, first);
    assert_ne!(game.step(applied(1, 4, 2)).events, first);
    assert!(game.process.take_unseeded().is_empty());
    let refused = [
        "random.seed(3)",
        "random.setstate(None)",
        "random.getstate()",
        "state['r'] = random\nimport copy; copy.deepcopy(state)",
    ];
    for lines in refused {
        assert!(
            said(&problem_of(&game_with("", "apply", lines))).0.starts_with("apply(...) raised ValueError"),
            "{lines}"
        );
    }
}

#[test]
fn clocks_make_a_match_not_repeatable() {
    let mut game =
        Running::new(&game_with("", "apply", "import os, time\nos.urandom(8)\ntime.time()")).unwrap();
    game.step(started(1, 7));
    assert!(game.process.take_unseeded().is_empty());
    game.step(applied(1, 1, 1));
    assert_eq!(game.process.take_unseeded().names().collect::<Vec<_>>(), ["clock"]);
}

#[test]
fn game_moves_between_threads_and_outlives_the_one_that_started_it() {
    let thread = std::thread::spawn(|| {
        let mut game = Running::new(SUMS).unwrap();
        game.step(started(1, 7));
        game
    });
    let mut game = thread.join().unwrap();
    assert_eq!(game.step(applied(1, 1, 1)).figures, [[5], [-2]]);
}

/// Returns the state of a process, such as `T` for a frozen one; `None` if it does not exist.
#[cfg(target_os = "linux")]
fn state_of(process: i32) -> Option<char> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    stat.rsplit_once(") ")?.1.chars().next()
}

#[cfg(target_os = "linux")]
#[test]
fn game_is_frozen_between_requests_and_leaves_no_process() {
    let mut game = Running::new(SUMS).unwrap();
    game.step(started(1, 7));
    let process = game.process.process_id().unwrap();
    let becomes = |expected: Option<char>| {
        let began = std::time::Instant::now();
        while state_of(process) != expected {
            assert!(began.elapsed() < Duration::from_secs(60), "{:?}", state_of(process));
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    becomes(Some('T'));
    game.step(applied(1, 1, 1));
    becomes(Some('T'));
    drop(game);
    becomes(None);
}
