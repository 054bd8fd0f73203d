//! Counts the instructions of the engine's frequent operations with valgrind. The number is the same in each run,
//! however busy the machine is. The test fails if it exceeds the stored number by more than the tolerance, and does
//! nothing without valgrind.
//!
//! The counts include CPython and depend on the test build. With another compiler or Python, they are printed but not
//! compared.
//!
//!     cargo test --test instructions                          compares with benches/instructions.txt
//!     WAG_STORE_INSTRUCTIONS=1 cargo test --test instructions stores the counts there
#![allow(clippy::unwrap_used)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports))]

use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use wag_core::game::protocols::Times;
use wag_core::game::{Game, Seat};
use wag_games::warriors::orders::Orders;
use wag_games::warriors::rules::Rules;
use wag_games::warriors::state::State;
use wag_games::warriors::{PYTHON, PlayerSetup, Setup, Warriors, maps};
use wag_python::protocol::{Answered, Lifetime, Role, Start, take_frame};
use wag_python::worker::turn::rehearsal::{Rehearsal, frame};

/// The number of measured repetitions of each task, and of repetitions before the measurement.
const REPETITIONS: u32 = 40;
const WARM_UP: u32 = 10;
/// The allowed increase of a count, in percent.
const TOLERANCE: f64 = 10.0;

/// A measured task: it prepares itself, and returns the operation to repeat.
type Task = fn() -> Box<dyn FnMut()>;

/// The task whose operation a process can do only once.
const START: &str = "start of an empty AI";

const TASKS: [(&str, Task); 13] = [
    ("rules, 20x20", || rules("meadow")),
    ("rules, 100x100", || rules("garden")),
    ("view, 20x20", || view("meadow")),
    ("view, 100x100", || view("garden")),
    ("frame of an answer", answer),
    ("turn of an empty AI, 20x20", || turn("meadow", "\n", &[])),
    ("turn of an empty AI, 100x100", || turn("garden", "\n", &[])),
    ("turn with the classes", || turn("meadow", CLASSES, &[])),
    ("turn with a helper module", || {
        turn("meadow", &format!("{CLASSES}from helper import *\n"), &[("helper.py", 10)])
    }),
    ("turn with four modules in a package", || {
        turn("meadow", PACKAGE, &[("kit/a.py", 10), ("kit/b.py", 10), ("kit/c.py", 10), ("kit/d.py", 10)])
    }),
    (START, start_of_player),
    ("match of Straight, light cycles", || bots("tron", "Straight", 1000)),
    ("match of Sower, flower farm, 20 rounds", || bots("flowers", "Sower", 20)),
];

const CLASSES: &str = "from classes import *\n";
const PACKAGE: &str =
    "from classes import *\nfrom kit.a import *\nfrom kit.b import *\nfrom kit import c\nimport kit.d\n";

fn main() -> ExitCode {
    wag_python::set_bindings(wag_games::BINDINGS);
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let ["count", name] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        count(name, TASKS.iter().find(|(known, _)| *known == name).expect("a task").1);
        return ExitCode::SUCCESS;
    }
    let test = Trial::test("what is done again and again takes no more instructions", compare);
    let tests = Some(test).filter(|_| cfg!(target_os = "linux")).into_iter().collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// The function that valgrind measures. Its name is passed to valgrind.
#[unsafe(no_mangle)]
#[inline(never)]
fn counted_by_valgrind(task: &mut dyn FnMut(), repetitions: u32) {
    for _ in 0..repetitions {
        task();
    }
}

fn count(name: &str, task: Task) {
    let mut task = task();
    if name != START {
        (0..WARM_UP).for_each(|_| task());
    }
    counted_by_valgrind(&mut *task, repetitions(name));
}

fn repetitions(name: &str) -> u32 {
    if name == START { 1 } else { REPETITIONS }
}

fn compare() -> Result<(), Failed> {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("instructions are not counted: there is no valgrind (sudo apt install valgrind)");
        return Ok(());
    }
    let counts: Vec<(&str, u64)> = TASKS.iter().map(|(name, _)| (*name, instructions(name))).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/instructions.txt");
    if std::env::var_os("WAG_STORE_INSTRUCTIONS").is_some() {
        std::fs::write(path, stored(&counts)).unwrap();
        return Ok(());
    }
    let text = std::fs::read_to_string(path).unwrap();
    let (head, known) = read(&text);
    let is_comparable = head == machine();
    if !is_comparable {
        println!("the stored numbers are of {head}, this is {}: not compared", machine());
    }
    let mut is_more = false;
    for (name, now) in counts {
        let Some(&before) = known.get(name) else {
            println!("{name:<40} {now:>10} instructions (not stored yet)");
            continue;
        };
        let change = 100.0 * (now as f64 / before as f64 - 1.0);
        is_more |= is_comparable && change > TOLERANCE;
        println!("{name:<40} {now:>10} instructions ({change:+.1} %)");
    }
    if is_more {
        return Err(Failed::from(format!(
            "more than {TOLERANCE} % more than benches/instructions.txt says; if that has to be, store the new numbers:\n    \
             WAG_STORE_INSTRUCTIONS=1 cargo test --test instructions"
        )));
    }
    Ok(())
}

/// Returns the number of instructions per repetition.
fn instructions(name: &str) -> u64 {
    let out = tempfile::NamedTempFile::new().unwrap();
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no", "--toggle-collect=counted_by_valgrind"])
        .arg(format!("--callgrind-out-file={}", out.path().display()))
        .arg(std::env::current_exe().unwrap())
        .args(["count", name])
        .env("PYTHONHASHSEED", "0")
        .output()
        .unwrap();
    assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&run.stderr));
    let text = std::fs::read_to_string(out.path()).unwrap();
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")).expect("a total");
    let total = total.trim().parse::<u64>().unwrap();
    assert!(
        total > 0,
        "valgrind does not see the function in this program; link it with the system's linker"
    );
    total / u64::from(repetitions(name))
}

/// Returns the versions that the counts depend on.
fn machine() -> String {
    let compiler = Command::new("rustc").arg("--version").output().unwrap();
    let compiler = String::from_utf8(compiler.stdout).unwrap();
    let compiler = compiler.split(' ').nth(1).unwrap_or_default();
    format!("rustc {compiler}, Python {}, {}", wag_python::full_version(), std::env::consts::ARCH)
}

fn stored(counts: &[(&str, u64)]) -> String {
    let mut text = format!("{}\n", machine());
    for (name, count) in counts {
        writeln!(text, "{count:>10} {name}").unwrap();
    }
    text
}

fn read(text: &str) -> (&str, BTreeMap<&str, u64>) {
    let (head, rows) = text.split_once('\n').unwrap();
    let rows = rows.lines().filter_map(|row| {
        let (count, name) = row.trim().split_once(' ')?;
        Some((name, count.parse().unwrap()))
    });
    (head, rows.collect())
}

fn setup(map: &str) -> Setup {
    let players =
        ["a", "b", "c", "d"].map(|name| PlayerSetup { name: name.to_string(), starts_empty: false });
    Setup { board: maps::board_of(maps::find(map).unwrap()).into(), rules: Rules::default(), players }
}

/// Returns the match after some rounds without orders, so that there are resources.
fn state(setup: &Setup) -> State {
    let mut state = Warriors::start(setup, 1, &mut Vec::new());
    for _ in 0..100 {
        step(&mut state);
    }
    state
}

fn step(state: &mut State) {
    let seat = state.to_move().expect("the match goes on");
    Warriors::apply(state, &[(seat, Orders::default())], &mut Vec::new());
}

fn rules(map: &str) -> Box<dyn FnMut()> {
    let mut state = state(&setup(map));
    Box::new(move || step(black_box(&mut state)))
}

fn view(map: &str) -> Box<dyn FnMut()> {
    let (state, mut bytes) = (state(&setup(map)), Vec::new());
    Box::new(move || {
        bytes.clear();
        (PYTHON.encode_view)(&Warriors::view(black_box(&state), Seat(0)), &mut bytes);
        black_box(&bytes);
    })
}

fn answer() -> Box<dyn FnMut()> {
    Box::new(|| {
        let answered = postcard::to_stdvec(black_box(&Answered::default())).unwrap();
        let mut received = (answered.len() as u32).to_le_bytes().to_vec();
        received.extend(answered);
        let frame = take_frame(&mut received).unwrap().unwrap();
        black_box(postcard::from_bytes::<Answered>(&frame).unwrap());
    })
}

/// Returns the task of a turn of an AI with modules of this many functions each.
fn turn(map: &str, text: &str, modules: &[(&str, u32)]) -> Box<dyn FnMut()> {
    let setup = setup(map);
    let (mut state, mut ai) = (state(&setup), started(&setup, text, modules));
    Box::new(move || {
        step(&mut state);
        let mut bytes = Vec::new();
        (PYTHON.encode_view)(&Warriors::view(&state, Seat(0)), &mut bytes);
        ai.turn(&frame(&bytes)).unwrap();
    })
}

fn started(setup: &Setup, text: &str, modules: &[(&str, u32)]) -> Rehearsal {
    Rehearsal::prepare().unwrap();
    Rehearsal::start(&start(setup, text, modules)).unwrap()
}

fn start_of_player() -> Box<dyn FnMut()> {
    let start = start(&setup("meadow"), "\n", &[]);
    Rehearsal::prepare().unwrap();
    Box::new(move || drop(black_box(Rehearsal::start(&start).unwrap())))
}

/// Returns the task of a match between copies of a built-in player.
fn bots(game: &str, bot: &'static str, rounds: u32) -> Box<dyn FnMut()> {
    let mut play = wag_play::bot_match(wag_games::find(game).unwrap(), bot, rounds).unwrap();
    Box::new(move || play(7).unwrap())
}

fn start(setup: &Setup, text: &str, modules: &[(&str, u32)]) -> Start {
    let folder = write(text, modules);
    Start {
        game: Warriors::NAME.to_string(),
        setup: (PYTHON.encode_setup)(setup, Seat(0), Times::default()),
        file: folder.join("ai.py"),
        built_in: None,
        beside: Vec::new(),
        lifetime: Lifetime::Turn,
        role: Role::Player,
        entry: None,
        bounds: Default::default(),
        closed: Vec::new(),
        scratch: None,
        folder_word: String::new(),
        debugged: false,
        has_editor: false,
        stops_at_first_line: false,
        profiled: false,
        traced: None,
    }
}

fn write(text: &str, modules: &[(&str, u32)]) -> PathBuf {
    // The folder is in use until the process ends.
    let folder = tempfile::tempdir().unwrap().keep();
    for (name, functions) in modules {
        let functions: Vec<String> =
            (0..*functions).map(|n| format!("def f{n}(x):\n    return x\n")).collect();
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, functions.concat()).unwrap();
        if path.parent() != Some(&folder) {
            std::fs::write(path.with_file_name("__init__.py"), "").unwrap();
        }
    }
    std::fs::write(folder.join("ai.py"), text).unwrap();
    folder
}
