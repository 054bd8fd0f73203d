//! Kernels without some of the sandbox's features (docs/en/sandbox.md): the match is still played, and the run reports
//! once what is missing. The test's own seccomp filter hides the features from `wag` and its children.
#![cfg(target_os = "linux")]

use crate::common;
mod other;

use common::{Folder, Run};
use other::{Answer, Call, run_on_simulated_kernel};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

const FILES: &str = "This kernel cannot protect your files from AIs";
const CALLS: &str = "This kernel cannot keep AIs from starting programs and using the network";

/// System calls that the kernel does not support with these arguments.
type Missing = BTreeMap<i64, Vec<SeccompRule>>;

fn without_landlock() -> Missing {
    Missing::from([(libc::SYS_landlock_create_ruleset, Vec::new())])
}

fn without_seccomp() -> Missing {
    let mode = libc::PR_SET_SECCOMP as u64;
    let by_prctl = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, mode).unwrap();
    let by_prctl = SeccompRule::new(vec![by_prctl]).unwrap();
    Missing::from([(libc::SYS_seccomp, Vec::new()), (libc::SYS_prctl, vec![by_prctl])])
}

/// Runs `wag` on such a kernel.
fn run_on_kernel_without(missing: Missing, command: &mut Command) -> Run {
    let fault = SeccompAction::Errno(libc::ENOSYS as u32);
    let filter = filter(missing, fault);
    // SAFETY: Only system calls are made between fork and exec, since the filter was compiled before.
    unsafe {
        command.pre_exec(move || seccompiler::apply_filter(&filter).map_err(|_| io::ErrorKind::Other.into()))
    };
    Run::of(command.output().unwrap())
}

fn filter(calls: Missing, answer: SeccompAction) -> BpfProgram {
    let machine = TargetArch::try_from(std::env::consts::ARCH).unwrap();
    SeccompFilter::new(calls, SeccompAction::Allow, answer, machine).unwrap().try_into().unwrap()
}

fn ais() -> Folder {
    Folder::with(&[("one.py", "print('here')\n"), ("two.py", "roundState.getBase()\n")])
}

/// Returns a folder with a shell program.
fn with_program(lines: &str) -> Folder {
    let folder = Folder::with(&[("bot.sh", &format!("#!/bin/sh\n{lines}\n"))]);
    let is_made = Command::new("chmod").arg("+x").arg(folder.path().join("bot.sh")).status();
    assert!(is_made.unwrap().success());
    folder
}

const MATCH: &str = "play one.py two.py Dummy Dummy --map meadow --rounds 3 --no-replay --json --quiet";

fn words(text: &str) -> Vec<&str> {
    text.split(' ').collect()
}

/// Plays three rounds with two AIs against Dummies on such a kernel. Returns `wag`'s output besides the result.
fn played_without(missing: Missing) -> String {
    let folder = ais();
    played(run_on_kernel_without(missing, &mut folder.command(&words(MATCH))))
}

fn played(run: Run) -> String {
    assert_eq!(run.status, 0, "{}", run.err);
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(result["rounds"], 3, "{result}");
    for player in result["players"].as_array().unwrap() {
        assert_eq!(player["faults_total"], 0, "{player}");
    }
    run.err
}

#[test]
fn missing_landlock_is_reported_once() {
    let report = played_without(without_landlock());
    assert_eq!((report.matches(FILES).count(), report.matches(CALLS).count()), (1, 0), "{report}");
    assert!(report.contains("it has no Landlock"), "{report}");
    assert_eq!(report.lines().count(), 1, "{report}");
}

#[test]
fn missing_seccomp_is_reported_once() {
    let report = played_without(without_seccomp());
    assert_eq!((report.matches(FILES).count(), report.matches(CALLS).count()), (0, 1), "{report}");
    assert!(report.contains("Function not implemented"), "{report}");
    assert_eq!(report.lines().count(), 1, "{report}");
}

#[test]
fn missing_landlock_and_seccomp_are_both_reported_once() {
    let report = played_without(without_landlock().into_iter().chain(without_seccomp()).collect());
    assert_eq!((report.matches(FILES).count(), report.matches(CALLS).count()), (1, 1), "{report}");
}

#[test]
fn required_sandbox_prevents_a_match_without_it() {
    let folder = ais();
    let required = format!("{MATCH} --require-sandbox");
    let run = |missing| run_on_kernel_without(missing, &mut folder.command(&words(&required)));
    for (missing, what) in [(without_landlock(), FILES), (without_seccomp(), CALLS)] {
        run(missing).is_user_error(&["--require-sandbox", what, "`wag doctor`"]);
    }
    // Nothing is missing.
    played(Run::of(folder.command(&words(&required)).output().unwrap()));
    let both = format!("{MATCH} --require-sandbox --no-sandbox");
    assert_eq!(Run::of(folder.command(&words(&both)).output().unwrap()).status, 2);
}

#[test]
fn ladder_accepts_require_sandbox() {
    let folder = ais();
    let words = ["ladder", "play", "--ai", "one.py", "--require-sandbox"];
    let run = run_on_kernel_without(without_landlock(), &mut folder.command(&words));
    assert_ne!(run.status, 0);
    run.tells(&["--require-sandbox", FILES]);
}

#[test]
fn a_program_is_not_even_started_where_the_sandbox_is_required_and_missing() {
    for (game, player) in [("gems", "./bot.sh"), ("tron", "lines:./bot.sh")] {
        let folder = with_program("touch \"$(dirname \"$0\")/started\"; exec sleep 1000");
        let words = ["play", game, player, player, "--require-sandbox", "--no-replay"];
        let run = run_on_kernel_without(without_landlock(), &mut folder.command(&words));
        run.is_user_error(&["--require-sandbox", FILES]);
        assert!(!folder.has("started"), "{}", run.err);
    }
}

#[test]
fn doctor_reports_missing_features() {
    let folder = ais();
    let said = |missing| run_on_kernel_without(missing, &mut folder.command(&["doctor"])).out;
    assert!(said(without_landlock()).contains("This kernel has no Landlock"));
    assert!(said(without_seccomp()).contains("This kernel has no seccomp"));
    let both = said(without_landlock().into_iter().chain(without_seccomp()).collect());
    assert!(both.contains("neither Landlock nor seccomp"), "{both}");
}

const EMPTIES: &str = "import os
try:
    os.open(os.path.dirname(__file__) + '/canary', os.O_RDONLY | os.O_TRUNC)
except PermissionError:
    pass
";

#[test]
fn older_landlock_allows_matches_and_is_reported_by_doctor() {
    let asks = Missing::from([(libc::SYS_landlock_create_ruleset, Vec::new())]);
    for version in 1..=6 {
        // A version query has no attributes. A request for a ruleset has them.
        let answer = move |call: &Call| match call.arguments[0] {
            0 => Answer::Value(version),
            _ => Answer::Kernel,
        };
        let folder = ais();
        // Before version 3, Landlock lets a process truncate any file that it may read.
        folder.write("canary", "whole");
        folder.write("two.py", EMPTIES);
        let required = format!("{MATCH} --require-sandbox");
        let run = run_on_simulated_kernel(&asks, answer, &mut folder.command(&words(&required)));
        assert_eq!(played(run), "", "version {version}");
        assert_eq!(folder.read("canary"), "whole", "version {version}");
        let said = run_on_simulated_kernel(&asks, answer, &mut folder.command(&["doctor"])).out;
        assert!(said.contains(&format!("Landlock (version {version}) protects your files")), "{said}");
        assert_eq!(said.contains("does not restrict signals"), version < 6, "{said}");
    }
}

/// Returns the calls that create a process, not a thread. `clone3` must seem unsupported, since its arguments are not
/// visible to a filter.
fn forks() -> Missing {
    let mut calls = Missing::from([(libc::SYS_clone, Vec::new()), (libc::SYS_clone3, Vec::new())]);
    #[cfg(target_arch = "x86_64")]
    calls.extend([(libc::SYS_fork, Vec::new()), (libc::SYS_vfork, Vec::new())]);
    calls
}

/// Returns answers that refuse the first `refused` of every five new processes with a temporary lack of resources.
fn without_room(refused: usize) -> impl FnMut(&Call) -> Answer + Send + 'static {
    let mut asked = 0;
    move |call| {
        let is_thread = call.number == libc::SYS_clone && call.arguments[0] & libc::CLONE_THREAD as u64 != 0;
        if call.number == libc::SYS_clone3 {
            return Answer::Fault(libc::ENOSYS);
        }
        if is_thread {
            return Answer::Kernel;
        }
        asked += 1;
        if asked % 5 < refused { Answer::Fault(libc::EAGAIN) } else { Answer::Kernel }
    }
}

#[test]
fn temporary_lack_of_processes_does_not_end_a_series() {
    let folder = ais();
    let series = "series one.py two.py Dummy Dummy --map meadow --rounds 2 --games 2 --json --quiet";
    let run = run_on_simulated_kernel(&forks(), without_room(3), &mut folder.command(&words(series)));
    assert_eq!(run.status, 0, "{}", run.err);
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert!(!run.out.contains("cannot play"), "{result}");
}

#[test]
fn temporary_lack_of_processes_costs_no_move() {
    let folder = with_program("echo 0 0 0 1 > result.dat");
    let words = ["play", "gems", "./bot.sh", "ref", "--no-replay", "--seed", "3"];
    let run = run_on_simulated_kernel(&forks(), without_room(2), &mut folder.command(&words));
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(!run.out.contains("cannot be started"), "{}", run.out);
}

#[test]
fn permanent_lack_of_processes_is_reported_in_one_sentence() {
    let folder = ais();
    let run = run_on_simulated_kernel(&forks(), without_room(5), &mut folder.command(&words(MATCH)));
    assert_ne!(run.status, 0);
    assert!(
        run.out.contains("the system did not allow another process to start, not even after 10 s"),
        "{} {}",
        run.out,
        run.err
    );
}
