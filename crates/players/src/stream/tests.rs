//! Tests with well-behaved and misbehaving persistent programs. They use the `wag` that was built last, so run `cargo
//! build` first.

use super::*;
use crate::Idle;
use rustix::process::Pid;
use std::path::Path;
use std::sync::atomic::Ordering;
use wag_core::arena::Match;
use wag_core::game::tiny::Fives;
use wag_core::game::tiny::fives::{LINES, Orders, Setup, State};
use wag_core::problem::FaultKind;
use wag_sandbox::{Limits, group};

const SETUP: Setup = Setup { rounds: 30, first: Seat(0), count: 0 };
/// The beginning of a script, which reads the greeting.
const BEGIN: &str = "read hello;";

type TestPlayer = StreamPlayer<Fives>;

fn state() -> State {
    Fives::start(&SETUP, 0, &mut Vec::new())
}

fn limits() -> Limits {
    Limits { turn_time: Some(Duration::from_secs(300)), ..Limits::default() }
}

/// Returns short limits, for tests that use up the time.
fn short() -> Limits {
    Limits { turn_time: Some(Duration::from_secs(2)), ..Limits::default() }
}

fn with(protocol: &'static Lines<Fives>, program: &[&str], limits: &Limits) -> TestPlayer {
    let program = Program {
        file: program[0].into(),
        arguments: program[1..].iter().map(Into::into).collect(),
        path: std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect(),
        ..Program::default()
    };
    let stop = Arc::new(AtomicBool::new(false));
    let confinement = Confinement { limits, closed: &[], keep: None, shelf: &Rc::default() };
    let (player, warnings) =
        TestPlayer::new(protocol, &SETUP, Seat(0), &program, confinement, &stop).unwrap();
    assert_eq!(warnings, Vec::<String>::new());
    player
}

/// Creates a player whose program is this script, with [`BEGIN`] before it.
fn shell(script: &str, limits: &Limits) -> TestPlayer {
    with(&LINES, &["/bin/sh", "-c", &format!("{BEGIN} {script}")], limits)
}

fn python(script: &str, limits: &Limits) -> TestPlayer {
    with(&LINES, &["/usr/bin/python3", "-uc", script], limits)
}

/// Waits until the program has created this file in its folder.
fn wait_for_file(player: &TestPlayer, name: &str) {
    wait_until_there(&player.sandbox.scratch.path().join(name));
}

fn wait_until_there(file: &std::path::Path) {
    let began = Instant::now();
    while !file.exists() {
        assert!(began.elapsed() < Duration::from_secs(300), "{} does not exist", file.display());
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn turn(player: &mut TestPlayer) -> Answer<Orders> {
    player.ask(Ask { round: 1, random_seed: 0 }, &state());
    player.answer(&state())
}

/// Plays a turn after which the program must have been ended for good. Returns its fault and report.
fn last_turn(player: &mut TestPlayer) -> (FaultKind, String, TurnReport) {
    let Answer { orders, report } = turn(player);
    assert_eq!(orders.step, None);
    assert!(report.is_gone, "{report:?}");
    let fault = report.fault.clone().unwrap();
    assert_eq!(player.failure(), Some(&fault));
    let again = turn(player);
    assert!(again.report.is_gone && again.report.fault == Some(fault.clone()));
    (fault.kind, fault.message.english(), report)
}

fn crash_of(script: &str) -> String {
    let (kind, message, _) = last_turn(&mut shell(script, &limits()));
    assert_eq!(kind, FaultKind::Crash, "{message}");
    message
}

/// Returns the ids of the processes of a player's program. In its own namespace, the program sees other ids.
fn processes(player: &TestPlayer) -> Vec<u32> {
    let below = group::members(player.sandbox.supervisor.pid(), usize::MAX, usize::MAX).pids;
    // The first process of the namespace does not belong to the program.
    let is_ours = |pid: &i32| {
        std::fs::read_to_string(format!("/proc/{pid}/comm")).is_ok_and(|name| !name.starts_with("wag"))
    };
    below.into_iter().filter(is_ours).map(|pid| pid as u32).collect()
}

fn runs(process: u32) -> bool {
    Path::new(&format!("/proc/{process}")).exists()
}

#[test]
fn program_plays_a_match() {
    let answer = "while read -r round count; do echo $round $count >&2; echo $((5 - count % 5 > 3 ? 3 : 5 - count % 5)); done";
    let player = shell(answer, &limits());
    let mut players: [Box<dyn Player<Fives>>; 2] = [Box::new(player), Box::new(Idle)];
    let stop = AtomicBool::new(false);
    let played = Match {
        setup: &SETUP,
        seed: 0,
        reseeds: &[],
        players: &mut players,
        observers: &mut [],
        at_once: usize::MAX,
        stop: &stop,
    }
    .play();
    assert!(played.seats.iter().all(|seat| seat.faults.is_empty()), "{:?}", played.seats[0].faults);
    assert_eq!(Fives::standings(&played.state)[0].figures, [("points", 6)]);
    // Two steps to each multiple of five, in one turn each: twelve turns.
    assert_eq!((played.rounds, played.seats[0].turns), (7, 12));
}

#[test]
fn greeting_turn_and_end_are_sent() {
    let limits = Limits { end_wait: Duration::from_secs(20), ..limits() };
    let mut player = shell("echo $hello >&2; read a; echo $a >&2; echo 2; read end; echo $end >&2", &limits);
    let answer = turn(&mut player);
    assert_eq!(answer.orders.step, Some(2));
    let printed = String::from_utf8(answer.report.output).unwrap();
    assert_eq!(printed, "fives 30 1\n1 0\n");
    let report = player.end(&state(), Seat(0)).unwrap();
    assert_eq!((String::from_utf8(report.output).unwrap().as_str(), report.fault), ("end 0\n", None));
    assert!(player.end(&state(), Seat(0)).is_none(), "it is told once");
}

#[test]
fn program_is_ended_at_once_without_end_wait() {
    let mut player = shell("read a; echo 2; sleep 60", &limits());
    assert_eq!(turn(&mut player).orders.step, Some(2));
    let process = processes(&player)[0];
    assert!(player.end(&state(), Seat(0)).is_some_and(|report| report.fault.is_none()));
    assert!(!runs(process));
}

#[test]
fn comments_and_crlf_are_accepted() {
    let mut player =
        shell("while read a; do echo '# thinking'; sleep 0.01; printf '3\\r\\n'; done", &limits());
    for _ in 0..3 {
        let answer = turn(&mut player);
        assert_eq!((answer.orders.step, answer.report.fault), (Some(3), None));
    }
}

#[test]
fn waiting_for_others_is_not_charged() {
    let mut player = shell("while read a; do echo 3; done", &limits());
    let began = Instant::now();
    player.ask(Ask { round: 1, random_seed: 0 }, &state());
    // The match waits for another seat meanwhile.
    std::thread::sleep(Duration::from_millis(20));
    let waited = began.elapsed();
    let Answer { orders, report } = player.answer(&state());
    assert_eq!((orders.step, report.fault), (Some(3), None));
    assert!(report.think <= began.elapsed() - waited, "{:?}", report.think);
}

#[test]
fn invalid_lines_are_left_to_the_game() {
    let mut player = shell("while read a; do echo nonsense; done", &limits());
    for _ in 0..3 {
        let answer = turn(&mut player);
        assert_eq!((answer.orders.step, answer.report.fault), (None, None));
    }
}

#[test]
fn output_is_kept_up_to_limit() {
    let limits = Limits { turn_output: 8, game_output: 12, ..limits() };
    let mut player = with(
        &LINES,
        &["/bin/sh", "-c", "read hello; while read a; do echo 123456789 >&2; echo 1; done"],
        &limits,
    );
    for (stored, dropped) in [("12345678", 2), ("1234", 6), ("", 10)] {
        let report = turn(&mut player).report;
        assert_eq!((report.output.as_slice(), report.output_dropped), (stored.as_bytes(), dropped));
    }
}

#[test]
fn endless_output_is_a_time_out() {
    let mut player = shell("while :; do echo words; done >&2", &short());
    let (kind, _, report) = last_turn(&mut player);
    assert_eq!(kind, FaultKind::Timeout);
    assert!(report.output.len() <= limits().turn_output && processes(&player).is_empty());
}

#[test]
fn time_out_ends_all_processes() {
    for script in ["sleep 60 & sleep 60", "sleep 60 & while :; do :; done"] {
        let mut player = shell(script, &short());
        let began = Instant::now();
        let (kind, message, report) = last_turn(&mut player);
        // On a busy machine, a program that computes may take up to four times as long.
        assert!(kind == FaultKind::Timeout && message.starts_with("no answer within "), "{message}");
        assert!(report.think >= Duration::from_millis(1900) && began.elapsed() < Duration::from_secs(50));
        assert!(processes(&player).is_empty(), "{script}");
    }
}

#[test]
fn missing_line_end_is_reported() {
    let hint = "it said \"1\" without a line end: end each line, and flush the output";
    let (kind, message, _) = last_turn(&mut shell("printf 1; sleep 60", &short()));
    assert_eq!((kind, message), (FaultKind::Timeout, format!("no answer within 2 s; {hint}")));
    let (kind, message, _) = last_turn(&mut shell("printf 1; exit 3", &limits()));
    assert!(kind == FaultKind::Crash && message.ends_with(&format!("; {hint}")), "{message}");
}

#[test]
fn game_time_limit_holds() {
    let limits = Limits { game_time: Some(Duration::from_millis(3500)), ..limits() };
    let mut player = shell("while read a; do sleep 1.5; echo 1; done", &limits);
    let mut turns = 0;
    let fault = loop {
        match turn(&mut player).report.fault {
            None => turns += 1,
            Some(fault) => break fault,
        }
    };
    assert_eq!(fault, Fault::timeout("the total time of 3.5 s for the whole game is used up".into()));
    assert!((1..=2).contains(&turns), "{turns}");
}

#[test]
fn exit_status_is_reported() {
    assert_eq!(crash_of("exit 3"), "the program ended with exit status: 3");
    assert_eq!(crash_of("read a; exit 0"), "the program ended with exit status: 0");
    assert_eq!(crash_of("read a; kill -SEGV $$"), "the program ended with signal: 11 (SIGSEGV)");
}

#[test]
fn answer_before_exit_counts() {
    let mut player = shell("read a; echo 1", &limits());
    assert_eq!(turn(&mut player).orders.step, Some(1));
    assert_eq!(last_turn(&mut player).1, "the program ended with exit status: 0");
}

#[test]
fn closed_stream_ends_program() {
    assert_eq!(crash_of("exec >&-; sleep 60"), "the program closed its standard output");
    let mut deaf = shell("read a; exec <&-; echo 1; sleep 60", &limits());
    assert_eq!(turn(&mut deaf).orders.step, Some(1));
    assert_eq!(last_turn(&mut deaf).1, "the program closed its standard input");
}

#[test]
fn overlong_answer_ends_program() {
    let words = "the program's answer is longer than 100 bytes";
    for script in [
        "read a; while :; do echo '#'; done",
        "read a; while :; do printf 1; done",
        "read a; printf '%0200d\\n' 1; sleep 60",
        // The last line exceeds the length limit.
        "read a; printf '#%099d\\n1\\n' 1; sleep 60",
    ] {
        assert_eq!(crash_of(script), words, "{script}");
    }
    let mut longest = shell("read a; printf '#%096d\\n1\\n' 1; sleep 60", &limits());
    assert_eq!(turn(&mut longest).orders.step, Some(1));
}

#[test]
fn early_answer_ends_program() {
    let mut player = shell("echo 1; : > said; while read a; do echo 2; done", &limits());
    wait_for_file(&player, "said");
    assert_eq!(last_turn(&mut player).1, "the program printed \"1\\n\" before it was asked for an answer");
}

#[test]
fn second_answer_ends_program() {
    let message = crash_of("read a; printf '1\\n2\\n'; read a; echo 3");
    assert_eq!(message, "the program printed \"2\\n\" after its answer");
    let script = "while read a; do echo 1; sleep 0.1; echo 2; : > said; sleep 60; done";
    let mut later = shell(script, &pondering());
    assert_eq!(turn(&mut later).orders.step, Some(1));
    wait_for_file(&later, "said");
    assert_eq!(last_turn(&mut later).1, "the program printed \"2\\n\" before it was asked for an answer");
    // The program is frozen before it can write, and writes when it continues, without having read the request.
    let mut frozen = shell(script, &limits());
    assert_eq!(turn(&mut frozen).orders.step, Some(1));
    assert_eq!(last_turn(&mut frozen).1, "the program printed \"2\\n\" before it was asked for an answer");
}

fn pondering() -> Limits {
    Limits { pondering: true, ..limits() }
}

/// Returns the letter that stands for a process's state, and how many clock ticks the process has computed.
fn state_of(process: u32) -> (char, u64) {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let words: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
    (words[0].chars().next().unwrap(), words[11].parse::<u64>().unwrap() + words[12].parse::<u64>().unwrap())
}

/// Waits until `is_so` returns true, at most a minute. Returns whether it did.
fn becomes(is_so: impl Fn() -> bool) -> bool {
    let began = Instant::now();
    while !is_so() && began.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(1));
    }
    is_so()
}

/// A program that starts two processes which compute forever, and answers at once.
const BUSY: &str = "for i in 1 2; do while :; do :; done & done; while read a; do echo 1; done";

#[test]
fn all_processes_are_frozen_after_answer() {
    let mut player = shell(BUSY, &limits());
    for _ in 0..2 {
        let answer = turn(&mut player);
        assert_eq!((answer.orders.step, answer.report.fault), (Some(1), None));
        let all = processes(&player);
        assert_eq!(all.len(), 3);
        assert!(becomes(|| all.iter().all(|pid| state_of(*pid).0 == 'T')), "{all:?}");
        let computed = || all.iter().map(|pid| state_of(*pid).1).collect::<Vec<_>>();
        let before = computed();
        std::thread::sleep(Duration::from_millis(100));
        assert_eq!(computed(), before);
    }
}

#[test]
fn pondering_program_is_not_frozen() {
    let mut player = shell(BUSY, &pondering());
    assert_eq!(turn(&mut player).orders.step, Some(1));
    let busy = *processes(&player).last().unwrap();
    let before = state_of(busy).1;
    assert!(becomes(|| state_of(busy).1 > before + 1), "{:?}", state_of(busy));
}

#[test]
fn program_runs_until_match_begins() {
    let mut player = shell(BUSY, &limits());
    assert!(becomes(|| processes(&player).len() == 3));
    Player::<Fives>::begin(&mut player);
    let all = processes(&player);
    assert!(becomes(|| all.iter().all(|process| state_of(*process).0 == 'T')));
    assert_eq!(turn(&mut player).orders.step, Some(1));
}

#[test]
fn program_is_frozen_while_match_waits_for_others() {
    let mut slow = shell("while read a; do until [ -e go ]; do sleep 0.01; done; echo 2; done", &limits());
    let mut quick = shell(BUSY, &limits());
    let go = slow.sandbox.scratch.path().join("go");
    let quick_pid = processes(&quick)[0];
    for player in [&mut slow, &mut quick] {
        player.ask(Ask { round: 1, random_seed: 0 }, &state());
    }
    let watcher = std::thread::spawn(move || {
        let is_frozen = becomes(|| state_of(quick_pid).0 == 'T');
        std::fs::write(go, "").unwrap();
        is_frozen
    });
    assert_eq!((slow.answer(&state()).orders.step, quick.answer(&state()).orders.step), (Some(2), Some(1)));
    assert!(watcher.join().unwrap());
}

#[test]
fn own_signals_do_not_thaw() {
    let script = "import ctypes, os, signal, threading\ninput()\ninput()\nrefused = 0\n\
for send in (lambda s: os.kill(0, s), lambda s: os.kill(os.getpid(), s), \
             lambda s: signal.pthread_kill(threading.get_ident(), s)):\n \
try: send(signal.SIGCONT)\n except PermissionError: refused += 1\n\
signal.signal(signal.SIGUSR1, lambda *_: None)\nos.kill(os.getpid(), signal.SIGUSR1)\n\
c = ctypes.CDLL(None, use_errno=True)\n\
event = (ctypes.c_int * 16)(0, 0, signal.SIGCONT, 0)\n\
refused += c.timer_create(1, event, (ctypes.c_int * 2)()) == -1\n\
stack = ctypes.create_string_buffer(9999)\n\
refused += c.syscall(56, int(signal.SIGCONT), 0, 0, 0, 0) == -1\nprint(refused)";
    let mut player = python(script, &limits());
    assert_eq!(turn(&mut player).orders.step, Some(5));
}

#[test]
fn time_out_while_sleeping_is_not_doubtful() {
    let mut player = shell("sleep 60", &short());
    player.ask(Ask { round: 1, random_seed: 0 }, &state());
    let report = player.answer(&state()).report;
    assert_eq!(report.fault.unwrap().kind, FaultKind::Timeout);
    assert!(!report.is_doubtful);
}

/// A protocol with requests that do not fit into a pipe's buffer.
const LONG: Lines<Fives> =
    Lines { hello: |_, _, _| String::new(), turn: |_, _| format!("{}\n", "x".repeat(1 << 20)), ..LINES };

#[test]
fn long_request_is_sent_while_it_is_read() {
    let script = "while True:\n  line = input(); print(len(line) // 2**19)";
    let mut player = with(&LONG, &["/usr/bin/python3", "-uc", script], &limits());
    for _ in 0..5 {
        assert_eq!(turn(&mut player).orders.step, Some(2));
    }
}

#[test]
fn program_that_does_not_read_does_not_block() {
    let mut player = with(&LONG, &["/bin/sh", "-c", "sleep 60"], &short());
    let began = Instant::now();
    player.ask(Ask { round: 1, random_seed: 0 }, &state());
    assert!(began.elapsed() < Duration::from_millis(1900));
    let report = player.answer(&state()).report;
    assert_eq!(report.fault.unwrap().message, "no answer within 2 s");
    let answers = "import os, time; os.read(0, 9); print(1); time.sleep(60)";
    let mut player = with(&LONG, &["/usr/bin/python3", "-uc", answers], &limits());
    assert_eq!(last_turn(&mut player).1, "the program answered before it had read its input");
}

#[test]
fn overfull_folder_is_a_fault() {
    let mut limits = limits();
    limits.bounds.file_size = Some(1 << 20);
    let fill = "for i in range(5): open(str(i), 'wb').write(b'1' * 2**20)";
    let waits = format!("input()\ninput()\n{fill}\nimport time; time.sleep(0.2); print(1); time.sleep(60)");
    for script in [waits, format!("input()\n{fill}\nwhile True: input(); print(1)")] {
        let mut player = python(&script, &limits);
        // A quick turn may pass before the next check.
        let fault = (0..1000).find_map(|_| {
            std::thread::sleep(Duration::from_millis(1));
            turn(&mut player).report.fault
        });
        let fault = fault.unwrap();
        let words = "the player's writable folder held more than 4000 files or 4 MB in its turn";
        assert_eq!((fault.kind, fault.message.english().as_str()), (FaultKind::Memory, words));
        assert_eq!(std::fs::read_dir(player.sandbox.scratch.path()).unwrap().count(), 0);
    }
}

#[test]
fn too_many_processes_end_program() {
    let limits = Limits { processes: 3, ..limits() };
    let mut player = shell("for i in 1 2 3 4 5 6; do sleep 60 & done; sleep 60", &limits);
    assert_eq!(last_turn(&mut player).1, "the program had more than 3 processes at once");
}

/// A protocol in which the program says when it is ready.
const READY: Lines<Fives> = Lines { answers_hello: true, is_last: |line| line.len() < 6, ..LINES };

#[test]
fn greeting_can_be_answered() {
    let script =
        "echo 'My program 1.0'; read hello; echo 'loading...'; echo ready; while read a; do echo 1; done";
    let mut player = with(&READY, &["/bin/sh", "-c", script], &limits());
    assert_eq!(player.failure(), None);
    assert_eq!(turn(&mut player).orders.step, Some(1));
}

#[test]
fn unanswered_greeting_ends_program() {
    let limits = Limits { start_time: Some(Duration::from_secs(3)), ..limits() };
    let mut player = with(&READY, &["/bin/sh", "-c", "sleep 60"], &limits);
    let words = "no answer within 3 s, before its first turn";
    assert_eq!(player.failure(), Some(&Fault::timeout(words.into())));
    assert_eq!(last_turn(&mut player).1, words);
    let mut player = with(&READY, &["/bin/sh", "-c", "echo no board >&2; exit 1"], &limits);
    let (_, message, report) = last_turn(&mut player);
    assert_eq!(message, "the program ended with exit status: 1, before its first turn");
    assert_eq!(report.output, b"no board\n");
}

#[test]
fn failed_start_is_reported() {
    let mut player = with(&LINES, &["/dev/null/none"], &limits());
    let message = last_turn(&mut player).1;
    assert!(message.starts_with("cannot start the program: "), "{message}");
}

#[test]
fn a_match_can_be_stopped_while_it_thinks() {
    let mut player = shell(": > begun; sleep 60", &Limits::unlimited());
    let stop = Arc::clone(&player.sandbox.stop);
    let begun = player.sandbox.scratch.path().join("begun");
    let stopper = std::thread::spawn(move || {
        wait_until_there(&begun);
        stop.store(true, Ordering::Relaxed);
    });
    let report = turn(&mut player).report;
    stopper.join().unwrap();
    assert_eq!(report.fault, Some(Fault::crash("interrupted in its turn".into())));
    assert!(!report.is_gone && processes(&player).is_empty());
}

#[test]
fn all_processes_end_with_player() {
    let mut player = shell("(sleep 60 &) & wait; read a; echo 1; sleep 60", &limits());
    let answer = turn(&mut player);
    assert_eq!(answer.orders.step, Some(1));
    let (processes, folder) = (processes(&player), player.sandbox.scratch.path().to_path_buf());
    assert!(processes.len() >= 2 && folder.exists());
    drop(player);
    assert!(!processes.into_iter().any(runs) && !folder.exists());
}

/// Needs a system with PID namespaces. Before the check, each process leaves its session if it can.
#[test]
fn all_processes_end_with_killed_supervisor() {
    let script = "for i in 1 2; do (sleep 300 & (sleep 300 &) &) & done; wait; read a; echo 1; sleep 300";
    let mut player = shell(script, &limits());
    assert_eq!(turn(&mut player).orders.step, Some(1));
    let all = processes(&player);
    assert!(all.len() >= 4, "{all:?}");
    let namespace = |process: &str| std::fs::read_link(format!("/proc/{process}/ns/pid")).unwrap();
    if namespace("self") == namespace(&all[0].to_string()) {
        return;
    }
    // Neither the supervisor nor the engine can act: this thread only observes.
    let supervisor = Pid::from_raw(player.sandbox.supervisor.pid()).unwrap();
    rustix::process::kill_process(supervisor, rustix::process::Signal::KILL).unwrap();
    assert!(becomes(|| !all.iter().any(|process| runs(*process))), "{all:?}");
}

#[test]
fn writes_outside_scratch_are_refused() {
    let outside = tempfile::tempdir().unwrap();
    let forbidden = outside.path().join("made");
    let script = format!("read a; echo 1 > note; echo 1 > {} || cat note; sleep 60", forbidden.display());
    let mut player = shell(&script, &limits());
    assert_eq!(turn(&mut player).orders.step, Some(1));
    assert!(!forbidden.exists());
}

#[test]
fn memory_of_all_processes_is_summed() {
    let mut limits = limits();
    limits.bounds.memory = Some(64 << 20);
    let script = "import mmap, os, time; os.fork(); os.fork(); held = mmap.mmap(-1, 24 << 20); held.write(bytes(24 << 20)); time.sleep(1000)";
    let (kind, message, _) = last_turn(&mut python(script, &limits));
    assert_eq!(kind, FaultKind::Memory, "{message}");
    assert!(message.starts_with("the program's processes used "), "{message}");
    assert!(message.ends_with(" MB of memory in total; 64 MB are allowed"), "{message}");
}
