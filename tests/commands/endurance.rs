//! The engine is killed, stopped or starved: earlier saved files remain intact, an unfinished replay is readable, and
//! no process is left (docs/contributors/sandbox-tests.md).
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run, unlocked_home};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A slow AI, which leaves time for an interruption.
const SLOW: &str = "
import time
print('round', roundState.getRoundNumber())
roundState.getBase().createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit('EAST')
time.sleep(0.002)
";

fn slow_ones() -> Folder {
    Folder::with(&[("a/a.py", SLOW), ("b/b.py", SLOW)])
}

fn start(folder: &Folder, words: &str) -> Child {
    let words: Vec<&str> = words.split_whitespace().collect();
    folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("wag starts")
}

fn signal(child: &Child, signal: Signal) {
    let _ = kill_process(Pid::from_child(child), signal);
}

/// Waits until the match has reached this round.
fn until_round(round: u32, folder: &Folder) {
    let head = format!("=== Round {round} ");
    while !folder.has("a.log") || !folder.read("a.log").contains(&head) {
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Pseudorandom durations, the same in every run.
struct RandomDelays(u64);

impl RandomDelays {
    fn next(&mut self, below_ms: u64) -> Duration {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        Duration::from_micros((self.0 >> 33) % (below_ms * 1000))
    }
}

/// Returns the processes of AIs whose folder is below this one.
fn workers_in(folder: &Path) -> Vec<i32> {
    let folder = folder.canonicalize().expect("the folder");
    let processes = fs::read_dir("/proc").expect("the processes").flatten();
    let ours = processes.filter(|process| {
        fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(&folder) && cwd != folder)
    });
    ours.filter_map(|process| process.file_name().to_str()?.parse().ok()).collect()
}

#[track_caller]
fn check_no_process_is_left(folder: &Folder) {
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(300) {
        if workers_in(folder.path()).is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("left behind: {:?}", workers_in(folder.path()));
}

#[test]
fn a_hundred_workers_are_killed_and_every_match_ends() {
    let mut delays = RandomDelays(1);
    let mut killed = 0;
    while killed < 100 {
        let folder = slow_ones();
        let child = start(
            &folder,
            "play a/a.py Noob b/b.py Dummy --rounds 60 --seed 3 --json --quiet --no-replay --log plain",
        );
        until_round(3, &folder);
        for _ in 0..8 {
            std::thread::sleep(delays.next(40));
            let workers = workers_in(folder.path());
            let Some(victim) = workers.get(killed % workers.len().max(1)) else { continue };
            let victim = Pid::from_raw(*victim).expect("a process");
            killed += usize::from(kill_process(victim, Signal::KILL).is_ok());
        }
        let run = Run::of(child.wait_with_output().expect("an end"));
        assert_eq!(run.status, 0, "{}", run.err);
        let result: Value = serde_json::from_str(&run.out).expect("the result");
        for player in result["players"].as_array().expect("players") {
            let is_victim = player["name"] == "a" || player["name"] == "b";
            assert!(is_victim || player["faults_total"] == 0, "{player}");
            for fault in player["faults"].as_array().expect("faults") {
                assert_eq!(fault["kind"], "crash");
            }
        }
        assert!(folder.read("Noob.log").contains("=== Round 60 ("));
        check_no_process_is_left(&folder);
    }
}

#[test]
fn a_hundred_engines_are_killed_and_nothing_is_lost() {
    let mut delays = RandomDelays(2);
    let mut readable = 0;
    // A hundred tries, and on a busy machine up to a hundred more, which are killed later.
    for number in 0..200 {
        if number >= 100 && readable > 10 {
            break;
        }
        let folder = slow_ones();
        let mut child =
            start(&folder, "play a/a.py Noob b/b.py Dummy --seed 3 --replay r.wag --quiet --log plain");
        std::thread::sleep(delays.next(if number < 100 { 150 } else { 1500 }));
        signal(&child, Signal::KILL);
        child.wait().expect("an end");
        check_no_process_is_left(&folder);
        if !folder.has("r.wag") || fs::metadata(folder.path().join("r.wag")).expect("its size").len() == 0 {
            continue;
        }
        let run = Run::of(folder.command(&["replay", "show", "r.wag"]).output().expect("wag starts"));
        let logged = folder.read("a.log").matches("=== Round ").count();
        match run.status {
            0 => {
                readable += 1;
                let verified =
                    Run::of(folder.command(&["replay", "verify", "r.wag"]).output().expect("wag starts"));
                assert_eq!(verified.status, 0, "{}{}", verified.out, verified.err);
            }
            // It was killed before the first rounds were written.
            _ => assert!(logged <= 17, "{logged} rounds are lost: {}", run.err),
        }
    }
    assert!(readable > 10, "{readable}");
}

#[test]
fn wins_survive_the_end_of_the_engine() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = Folder::with_your_ai();
    folder.write("yourAI.py", include_str!("../climbers/noob.py"));
    let ladder = |words: &[&str]| {
        let mut command = folder.command(words);
        command.env("WAG_HOME", home.path()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let wins = || {
        let progress = fs::read_to_string(home.path().join("progress.json")).ok()?;
        let progress: Value = serde_json::from_str(&progress).expect("a whole file");
        progress["stages"]["NOOB"]["wins"].as_u64()
    };
    let mut delays = RandomDelays(3);
    for _ in 0..3 {
        let before = wins();
        let mut child = ladder(&["ladder", "play", "--matches", "20"]).spawn().expect("wag starts");
        while wins() <= before.max(Some(0)) {
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(delays.next(20));
        let saved = wins();
        signal(&child, Signal::KILL);
        child.wait().expect("an end");
        assert!(wins() >= saved && saved > before, "{before:?}, {saved:?}, {:?}", wins());
    }
    let run = Run::of(ladder(&["ladder"]).output().expect("wag starts"));
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
}

#[test]
fn signals_that_end_a_session_end_a_match_properly() {
    for ending in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = slow_ones();
        let child = start(&folder, "play a/a.py b/b.py Dummy Dummy --seed 3 --replay r.wag");
        until_round(3, &folder);
        signal(&child, ending);
        let run = Run::of(child.wait_with_output().expect("an end"));
        assert_eq!(run.status, 130, "{ending:?}: {}", run.err);
        assert!(
            folder.read("a.log").lines().last().expect("a line").starts_with("=== Interrupted after round ")
        );
        let shown = Run::of(folder.command(&["replay", "show", "r.wag"]).output().expect("wag starts"));
        assert_eq!(shown.status, 0, "{}", shown.err);
        check_no_process_is_left(&folder);
    }
}

#[test]
fn closed_terminal_leaves_no_process() {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    let folder = slow_ones();
    let terminal =
        openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("its other end");
    let name = ptsname(&terminal, Vec::new()).expect("its name").into_string().expect("UTF-8");
    let open = || fs::OpenOptions::new().read(true).write(true).open(&name).expect("its other end");
    let mut command = folder.command(&["play", "a/a.py", "b/b.py", "Dummy", "Dummy", "--no-replay"]);
    let mut child = command.stdout(open()).stderr(open()).spawn().expect("wag starts");
    until_round(3, &folder);
    // From here on, all its writes fail. A shell would send SIGHUP.
    drop(terminal);
    signal(&child, Signal::HUP);
    let ended = child.wait().expect("an end");
    assert!(ended.code().is_some(), "{ended}");
    assert!(folder.read("a.log").contains("=== Interrupted after round "));
    check_no_process_is_left(&folder);
}

#[test]
fn suspended_match_loses_no_turn() {
    suspended(false);
}

/// As when a computer sleeps.
#[test]
fn who_was_suspended_with_the_engine_loses_no_turn() {
    suspended(true);
}

/// Suspends the engine for some seconds, as with Ctrl+Z, or the engine with its workers; no player may lose a turn.
fn suspended(with_workers: bool) {
    let folder = slow_ones();
    let words =
        "play a/a.py b/b.py Dummy Dummy --rounds 300 --seed 3 --turn-time 1.5 --json --quiet --no-replay";
    let child = start(&folder, words);
    until_round(20, &folder);
    signal(&child, Signal::STOP);
    let workers = if with_workers { workers_in(folder.path()) } else { Vec::new() };
    let tell = |signal: Signal| {
        for worker in &workers {
            let _ = kill_process(Pid::from_raw(*worker).expect("a process"), signal);
        }
    };
    tell(Signal::STOP);
    // Longer than anybody may take, even on a busy machine.
    std::thread::sleep(Duration::from_secs(8));
    tell(Signal::CONT);
    signal(&child, Signal::CONT);
    let run = Run::of(child.wait_with_output().expect("an end"));
    let result: Value = serde_json::from_str(&run.out).expect("the result");
    for player in result["players"].as_array().expect("players") {
        assert_eq!(player["faults_total"], 0, "{player}");
    }
    assert_eq!(result["rounds"], 300);
}

/// Runs a shell script in a private mount namespace, if this machine allows one.
fn run_in_private_namespace(folder: &Folder, script: &str) -> Option<Run> {
    for own in [&["unshare", "-m"][..], &["unshare", "-rm"]] {
        let is_allowed = |words: &[&str]| {
            let mut command = Command::new(words[0]);
            command.args(&words[1..]).args(["sh", "-c", "mount -t tmpfs none /mnt"]);
            command.output().is_ok_and(|output| output.status.success())
        };
        if is_allowed(own) {
            let mut command = common::in_english(own[0]);
            command.args(&own[1..]).args(["sh", "-c", script]).current_dir(folder.path());
            command.env("WAG_HOME", unlocked_home()).env("WAG", env!("CARGO_BIN_EXE_wag"));
            return Some(Run::of(command.output().expect("a shell")));
        }
    }
    eprintln!("this machine lets nobody mount anything: not tested");
    None
}

#[test]
fn full_disk_only_loses_new_data() {
    let folder = slow_ones();
    folder.write("loud.py", "print('x' * 3000)\n");
    fs::create_dir(folder.path().join("full")).expect("a folder");
    let script = "mount -t tmpfs -o size=100k none full && cp loud.py full && cd full && \
                  \"$WAG\" play loud.py Noob Dummy Dummy --rounds 100 --seed 3 --replay r.wag; status=$?; \
                  echo STATUS $status; \"$WAG\" replay show r.wag; head -c 300 loud.log";
    let Some(run) = run_in_private_namespace(&folder, script) else { return };
    assert!(run.out.contains("STATUS 0") && run.out.contains(", 100 rounds"), "{}\n{}", run.out, run.err);
    assert!(run.err.contains("the log ./loud.log is incomplete: No space left"), "{}", run.err);
    assert!(run.out.contains("=== Round 1 ==="), "{}", run.out);
    check_no_process_is_left(&folder);
}

#[test]
fn read_only_folder_is_reported_in_one_sentence() {
    let folder = Folder::with(&[("a.py", "pass\n")]);
    let script = "mount --bind . . && mount -o remount,ro,bind . && cd \"$PWD\" && \"$WAG\" play a.py --rounds 3; echo STATUS $?";
    let Some(run) = run_in_private_namespace(&folder, script) else { return };
    assert!(run.out.contains("STATUS 2"), "{}\n{}", run.out, run.err);
    assert!(run.err.contains("Read-only file system") && run.err.contains("--log-dir"), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}
