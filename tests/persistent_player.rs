//! Tests of a Python file that runs for the whole match, in a game that continues after a lost turn. No command offers
//! this combination yet, so the tests call the arena directly.
//!
//! Workers are started from the running executable, so this is a program of its own, without the standard test harness.
#![allow(clippy::unwrap_used)]
#![cfg_attr(not(target_os = "linux"), allow(dead_code, unused_imports))]

use libtest_mimic::{Arguments, Trial};
use rustix::process::{Pid, Signal, kill_process};
use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wag_core::arena::{Ask, Match, Observer, Player, TurnRecord, TurnReport};
use wag_core::game::protocols::Times;
use wag_core::game::{Game, Notice, Seat};
use wag_core::problem::FaultKind;
use wag_games::warriors::rules::Rules;
use wag_games::warriors::{PYTHON, PlayerSetup, Setup, Warriors, maps};
use wag_players::Idle;
use wag_python::host::{ForkServer, PythonPlayer, StartOutcome, ViewExchange};
use wag_python::protocol::{Lifetime, Role, Start};
use wag_sandbox::Limits;

const ROUNDS: u32 = 6;
const TESTS: [(&str, fn()); 10] = [
    ("an exception costs no state and no orders", an_exception_costs_no_state_and_no_orders),
    ("whoever is late is interrupted and plays on", late_file_is_interrupted_and_continues),
    ("a late signal interrupts no other turn", a_late_signal_interrupts_no_other_turn),
    ("whoever ends is not asked again", exited_file_is_not_asked_again),
    ("a file that fails at once is gone", a_file_that_fails_at_once_is_gone),
    ("who exits has its orders", orders_before_an_exit_stand),
    ("who is run afresh comes back", file_that_is_run_each_turn_comes_back),
    (
        "who was asked of a fork server that dies comes from another",
        workers_requested_from_a_dead_fork_server_come_from_another,
    ),
    ("whoever has answered is frozen with its threads", threads_are_frozen_after_the_answer),
    ("who is not waited for leaves nothing", dropped_player_leaves_no_worker),
];

fn main() -> ExitCode {
    wag_python::set_bindings(wag_games::BINDINGS);
    let arguments: Vec<_> = std::env::args_os().collect();
    if let Some(status) = wag_python::run_as_helper(&arguments) {
        return ExitCode::from(status);
    }
    let mut arguments = Arguments::from_args();
    // The tests measure time, so they run one at a time.
    arguments.test_threads = Some(1);
    let tests = TESTS.iter().filter(|_| cfg!(target_os = "linux"));
    let tests = tests
        .map(|(name, test)| {
            Trial::test(*name, || {
                test();
                Ok(())
            })
        })
        .collect();
    libtest_mimic::run(&arguments, tests).exit_code()
}

/// The report of a turn of the first seat.
struct Turn {
    round: u32,
    /// The number of units it creates.
    created: usize,
    report: TurnReport,
}

impl Turn {
    fn fault(&self) -> (FaultKind, String) {
        let fault = self.report.fault.as_ref().expect("a fault");
        (fault.kind, fault.message.english())
    }

    fn printed(&self) -> String {
        String::from_utf8(self.report.output.clone()).unwrap()
    }
}

#[derive(Default)]
struct MatchObserver {
    turns: Vec<Turn>,
    notices: Vec<(u32, Notice)>,
}

impl Observer<Warriors> for MatchObserver {
    fn turn(&mut self, turn: &TurnRecord<'_, Warriors>) {
        let of_first = |seat: &Seat| *seat == Seat(0);
        let orders = turn.orders.iter().find(|(seat, _)| of_first(seat));
        let created = orders.map_or(0, |(_, orders)| orders.creations.len());
        for (_, report) in turn.reports.iter().filter(|(seat, _)| of_first(seat)) {
            self.turns.push(Turn { round: turn.round, created, report: report.clone() });
        }
        let notices = turn.notices.iter().filter(|(seat, _)| of_first(seat));
        self.notices.extend(notices.map(|(_, notice)| (turn.round, *notice)));
    }
}

fn setup() -> Setup {
    Setup {
        board: maps::board_of(maps::find(maps::DEFAULT).unwrap()).into(),
        rules: Rules { rounds: ROUNDS, ..Rules::default() },
        players: ["a", "b", "c", "d"]
            .map(|name| PlayerSetup { name: name.to_string(), starts_empty: name != "a" }),
    }
}

type SharedNursery = Rc<RefCell<ForkServer>>;

fn fork_server() -> SharedNursery {
    Rc::new(RefCell::new(ForkServer::start().unwrap()))
}

/// Returns the player of the first seat, with this text as its file in this folder.
fn player(
    text: &str,
    lifetime: Lifetime,
    folder: &Path,
    fork_server: &SharedNursery,
    stop: &Arc<AtomicBool>,
) -> PythonPlayer<Warriors> {
    player_with(text, lifetime, folder, fork_server, stop, limits())
}

fn limits() -> Limits {
    Limits { turn_time: Some(Duration::from_secs(2)), ..Limits::default() }
}

fn player_with(
    text: &str,
    lifetime: Lifetime,
    folder: &Path,
    fork_server: &SharedNursery,
    stop: &Arc<AtomicBool>,
    limits: Limits,
) -> PythonPlayer<Warriors> {
    let file = folder.canonicalize().unwrap().join("bot.py");
    fs::write(&file, text).unwrap();
    let setup = setup();
    let start = Start {
        game: Warriors::NAME.to_string(),
        setup: (PYTHON.encode_setup)(&setup, Seat(0), Times::default()),
        file,
        built_in: None,
        beside: Vec::new(),
        debugged: false,
        has_editor: false,
        stops_at_first_line: false,
        profiled: false,
        traced: None,
        lifetime,
        role: Role::Player,
        entry: None,
        bounds: limits.bounds.clone(),
        closed: Vec::new(),
        scratch: None,
        folder_word: String::new(),
    };
    PythonPlayer::new(
        Box::new(ViewExchange(&PYTHON)),
        Rc::clone(fork_server),
        start,
        limits,
        Arc::clone(stop),
    )
}

/// Plays a match with this file on the first seat.
fn play(text: &str, lifetime: Lifetime) -> MatchObserver {
    let folder = tempfile::tempdir().unwrap();
    let (setup, stop) = (setup(), Arc::new(AtomicBool::new(false)));
    let mut player = player(text, lifetime, folder.path(), &fork_server(), &stop);
    player.begin_start().unwrap();
    player.arrive().unwrap();
    let (outcome, _) = player.finish_start();
    assert!(matches!(outcome, StartOutcome::Ready { .. }), "{outcome:?}");
    let mut players: Vec<Box<dyn Player<Warriors>>> = vec![Box::new(player)];
    players.extend((1..4).map(|_| Box::new(Idle) as Box<dyn Player<Warriors>>));
    let mut observer = MatchObserver::default();
    let (setup, players) = (&setup, &mut players);
    Match {
        setup,
        seed: 5,
        reseeds: &[],
        players,
        observers: &mut [&mut observer],
        at_once: usize::MAX,
        stop: &stop,
    }
    .play();
    observer
}

/// Returns a file that creates a unit, runs `what` in its third turn, and prints its count of turns.
fn third(what: &str) -> String {
    format!(
        "\
print('runs')
turns = 0
def BattleClient(state, configuration):
    global turns
    turns += 1
    print('turn', turns)
    state.getBase().createUnitGatherer()
    if turns == 3:
        {what}
"
    )
}

/// The file has a thread that computes all the time. It is frozen after its first answer unless pondering is allowed.
fn threads_are_frozen_after_the_answer() {
    let busy = "import threading\ndef compute():\n    while True: pass\n\
threading.Thread(target=compute, daemon=True).start()\ndef BattleClient(state, configuration): pass\n";
    let is_frozen = |pondering: bool| {
        let folder = tempfile::tempdir().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let mut limits = limits();
        (limits.bounds.threads, limits.pondering) = (1, pondering);
        let mut player = player_with(busy, Lifetime::Match, folder.path(), &fork_server(), &stop, limits);
        player.begin_start().unwrap();
        player.arrive().unwrap();
        assert!(matches!(player.finish_start().0, StartOutcome::Ready { .. }));
        let (setup, mut states) = (setup(), Vec::new());
        let state = Warriors::start(&setup, 0, &mut Vec::new());
        for _ in 0..2 {
            player.ask(Ask { round: 1, random_seed: 0 }, Warriors::view(&state, Seat(0)));
            let view = Warriors::view(&state, Seat(0));
            assert!(player.answer(view).report.fault.is_none());
            let stat = || fs::read_to_string(format!("/proc/{}/stat", player.process_id().unwrap())).unwrap();
            // The process stops when it is next scheduled.
            let began = Instant::now();
            let stops = || stat().rsplit_once(") ").unwrap().1.starts_with('T');
            while !pondering && !stops() && began.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(1));
            }
            states.push(stops());
        }
        states
    };
    assert_eq!((is_frozen(false), is_frozen(true)), (vec![true; 2], vec![false; 2]));
}

fn an_exception_costs_no_state_and_no_orders() {
    let observer = play(&third("1 / 0"), Lifetime::Match);
    assert_eq!(observer.turns.len(), ROUNDS as usize);
    for (turn, number) in observer.turns.iter().zip(1..) {
        let runs = if number == 1 { "runs\n" } else { "" };
        assert!(turn.printed().starts_with(&format!("{runs}turn {number}\n")), "{}", turn.printed());
        assert_eq!((turn.report.is_gone, turn.round), (false, number));
        assert_eq!(turn.report.fault.is_some(), number == 3);
        // It creates units until it has no resources left.
        assert_eq!(turn.created, usize::from(number <= 4));
    }
    let what = "ZeroDivisionError: division by zero (bot.py, line 9)";
    assert_eq!(observer.turns[2].fault(), (FaultKind::Exception, what.to_string()));
    assert!(observer.turns[2].printed().contains("bot.py\", line 9, in BattleClient"));
    assert_eq!(observer.turns[2].report.origins.places, observer.turns[3].report.origins.places);
    assert_eq!(
        observer.turns[2].report.origins.stack(observer.turns[2].report.origins.places[0]),
        "bot.py:7"
    );
    assert_eq!(observer.notices, []);
}

fn late_file_is_interrupted_and_continues() {
    let cases = [
        ("while True: pass", "TimeUp: the time for this turn is up"),
        ("import time; time.sleep(60)", "time.sleep(60)"),
        // An answer after the time limit does not count.
        (
            "\n        import time\n        try: time.sleep(60)\n        except BaseException: print('caught')",
            "caught",
        ),
    ];
    for (what, message_text) in cases {
        let observer = play(&third(what), Lifetime::Match);
        assert_eq!(observer.turns.len(), ROUNDS as usize, "{what}");
        let late = &observer.turns[2];
        let (kind, message) = late.fault();
        assert_eq!(kind, FaultKind::Timeout, "{what}: {message}");
        assert!(message.starts_with("no answer within ") && message.contains("(bot.py, line "), "{message}");
        assert!(
            message.ends_with(')') && late.printed().contains(message_text),
            "{message}: {}",
            late.printed()
        );
        assert_eq!((late.created, late.report.is_gone), (0, false));
        let next = &observer.turns[3];
        assert_eq!((next.printed().as_str(), next.created), ("turn 4\n", 1), "{what}");
        assert!(observer.turns.iter().all(|turn| turn.round == 3 || turn.report.fault.is_none()), "{what}");
        assert_eq!(observer.notices, []);
    }
    // After the third time-out, the engine stops asking it.
    let observer =
        play("turns = 0\ndef BattleClient(state, configuration):\n    while True: pass\n", Lifetime::Match);
    assert_eq!(observer.notices, [(3, Notice::StandsStill)]);
}

/// A file that sends itself the engine's signal gets an exception. A file that blocks the signal gets the exception
/// when it unblocks it.
fn a_late_signal_interrupts_no_other_turn() {
    let observer = play(&third("import os; os.kill(os.getpid(), 51)"), Lifetime::Match);
    let (kind, message) = observer.turns[2].fault();
    assert_eq!(kind, FaultKind::Exception);
    assert!(message.starts_with("wag.TimeUp: ") || message.starts_with("TimeUp: "), "{message}");
    let blocked =
        "import os, signal; signal.pthread_sigmask(signal.SIG_BLOCK, [51]); os.kill(os.getpid(), 51)";
    let unblocked = "\n    if turns == 4: signal.pthread_sigmask(signal.SIG_UNBLOCK, [51])";
    let observer = play(&(third(blocked) + unblocked + "\nimport signal\n"), Lifetime::Match);
    let faults = observer.turns.iter().filter(|turn| turn.report.fault.is_some()).map(|turn| turn.round);
    assert_eq!(faults.collect::<Vec<_>>(), [4]);
}

fn exited_file_is_not_asked_again() {
    let cases = [
        ("import os; os._exit(0)", FaultKind::Crash, "the AI's process ended in its turn: "),
        ("import os; os.abort()", FaultKind::Crash, "SIGABRT"),
        (
            "\n        import time\n        while True:\n            try: time.sleep(60)\n            except BaseException: pass",
            FaultKind::Timeout,
            "(bot.py, line ",
        ),
        (
            "import signal; signal.signal(51, signal.SIG_IGN)\n        while True: pass",
            FaultKind::Timeout,
            "line 10); the player",
        ),
        ("sum(range(10 ** 15))", FaultKind::Timeout, "(bot.py, line 9); the player is"),
        ("x = bytearray(10 ** 12)", FaultKind::Memory, "MemoryError"),
    ];
    for (what, kind, message_text) in cases {
        let observer = play(&third(what), Lifetime::Match);
        assert_eq!(observer.turns.len(), 3, "{what}");
        let last = &observer.turns[2];
        let (of, message) = last.fault();
        assert!(of == kind && message.contains(message_text), "{what}: {message}");
        assert!(message.ends_with("; the player is not restarted"), "{message}");
        assert!(last.report.is_gone && last.created == 0 && last.printed().starts_with("turn 3\n"));
        assert!(observer.turns[..2].iter().all(|turn| !turn.report.is_gone && turn.report.fault.is_none()));
        assert_eq!(observer.notices, [(3, Notice::Gone)]);
    }
}

fn a_file_that_fails_at_once_is_gone() {
    let observer = play("roundState.getBase().createUnitGatherer()\nprint('runs')\n1 / 0\n", Lifetime::Match);
    let message_text = "ZeroDivisionError: division by zero (bot.py, line 3); the player is not restarted";
    assert_eq!(
        (observer.turns.len(), observer.turns[0].fault()),
        (1, (FaultKind::Exception, message_text.to_string()))
    );
    assert!(observer.turns[0].printed().starts_with("runs\nTraceback"), "{}", observer.turns[0].printed());
    // Orders stand as in any turn that ends in an exception.
    assert_eq!(observer.turns[0].created, 1);
    assert_eq!(observer.notices, [(1, Notice::Gone)]);
}

fn orders_before_an_exit_stand() {
    let observer = play(&third("import sys; sys.exit('enough')"), Lifetime::Match);
    let message_text = "the AI exited: SystemExit: enough (bot.py, line 9); the player is not restarted";
    assert_eq!(
        (observer.turns.len(), observer.turns[2].fault()),
        (3, (FaultKind::Exception, message_text.to_string()))
    );
    assert_eq!((observer.turns[2].created, observer.turns[2].printed().as_str()), (1, "turn 3\nenough\n"));
    assert_eq!(observer.notices, [(3, Notice::Gone)]);
}

fn file_that_is_run_each_turn_comes_back() {
    let observer = play("print('turn')\nimport os\nos._exit(3)\n", Lifetime::Turn);
    // Up to three turns may be lost. A new worker starts after each.
    assert_eq!(observer.turns.iter().map(Turn::printed).collect::<Vec<_>>(), ["turn\n"; 3]);
    assert!(
        observer.turns.iter().all(|turn| !turn.report.is_gone && !turn.fault().1.contains("not restarted"))
    );
    assert_eq!(observer.notices, [(3, Notice::StandsStill)]);
    let observer = play("import sys\nsys.exit()\n", Lifetime::Turn);
    assert!(
        observer.turns.len() == ROUNDS as usize
            && observer.turns.iter().all(|turn| turn.report.fault.is_none())
    );
}

/// Returns the parent of a process.
fn parent_of(process: i32) -> Option<i32> {
    let about = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    about.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn children_of(process: i32) -> Vec<i32> {
    let all =
        fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    all.filter(|child| parent_of(*child) == Some(process)).collect()
}

fn signal(process: i32, signal: Signal) {
    kill_process(Pid::from_raw(process).unwrap(), signal).unwrap();
}

/// Returns a player that is ready, and the fork server that forked its worker.
fn ready(
    folder: &Path,
    fork_server: &SharedNursery,
    stop: &Arc<AtomicBool>,
) -> (PythonPlayer<Warriors>, i32) {
    let mut player = player("", Lifetime::Turn, folder, fork_server, stop);
    player.begin_start().unwrap();
    player.arrive().unwrap();
    assert!(matches!(player.finish_start().0, StartOutcome::Ready { .. }));
    let parent = parent_of(player.process_id().unwrap()).unwrap();
    (player, parent)
}

/// The fork server is killed with two unread requests. Both players still get a worker, from one new fork server.
fn workers_requested_from_a_dead_fork_server_come_from_another() {
    let (folder, fork_server, stop) = (tempfile::tempdir().unwrap(), fork_server(), Arc::default());
    let (_first, old) = ready(folder.path(), &fork_server, &stop);
    signal(old, Signal::STOP);
    let mut others = [(); 2].map(|()| player("", Lifetime::Turn, folder.path(), &fork_server, &stop));
    for player in &mut others {
        player.begin_start().unwrap();
    }
    signal(old, Signal::KILL);
    for player in &mut others {
        player.arrive().unwrap();
    }
    let mut parents = Vec::new();
    for player in &mut others {
        assert!(matches!(player.finish_start().0, StartOutcome::Ready { .. }));
        parents.push(parent_of(player.process_id().unwrap()).unwrap());
    }
    assert!(parents[0] != old && parents[0] == parents[1], "{old}, {parents:?}");
}

/// A player that is dropped before its worker has started ends that worker. The other player's worker continues.
fn dropped_player_leaves_no_worker() {
    let (folder, fork_server, stop) = (tempfile::tempdir().unwrap(), fork_server(), Arc::default());
    let (first, parent) = ready(folder.path(), &fork_server, &stop);
    let mut second = player("", Lifetime::Turn, folder.path(), &fork_server, &stop);
    second.begin_start().unwrap();
    drop(second);
    assert_eq!(children_of(parent), [first.process_id().unwrap()]);
}
