//! Kernels that lack what AIs are confined with (docs/security.md): the match is played all the same, and the run says once
//! what is missing. A filter of the test's own takes it away from `wag` and all it starts.
#![cfg(target_os = "linux")]

mod common;

use common::{Folder, Run};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io;
use std::os::unix::process::CommandExt;

const FILES: &str = "This kernel can't keep AIs from your files";
const CALLS: &str = "This kernel can't keep AIs from its other services";

/// Calls that the kernel does not know, in this form.
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

/// Two AIs play three rounds against Dummies on such a kernel; answers what `wag` said besides the result.
fn played_without(missing: Missing) -> String {
    let folder = Folder::with(&[("one.py", "print('here')\n"), ("two.py", "roundState.getBase()\n")]);
    let fault = SeccompAction::Errno(libc::ENOSYS as u32);
    let machine = TargetArch::try_from(std::env::consts::ARCH).unwrap();
    let filter = SeccompFilter::new(missing, SeccompAction::Allow, fault, machine).unwrap();
    let filter: BpfProgram = filter.try_into().unwrap();
    let words = "play one.py two.py Dummy Dummy --map meadow --rounds 3 --no-replay --json --quiet";
    let mut command = folder.command(&words.split(' ').collect::<Vec<_>>());
    // SAFETY: between fork and exec only system calls are made: the program was compiled before.
    unsafe {
        command.pre_exec(move || seccompiler::apply_filter(&filter).map_err(|_| io::ErrorKind::Other.into()))
    };
    let run = Run::of(command.output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(result["rounds"], 3, "{result}");
    for player in result["players"].as_array().unwrap() {
        assert_eq!(player["faults_total"], 0, "{player}");
    }
    run.err
}

#[test]
fn without_landlock_the_run_says_once_that_files_are_open() {
    let told = played_without(without_landlock());
    assert_eq!((told.matches(FILES).count(), told.matches(CALLS).count()), (1, 0), "{told}");
    assert!(told.contains("it has no Landlock"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn without_seccomp_the_run_says_once_that_calls_are_open() {
    let told = played_without(without_seccomp());
    assert_eq!((told.matches(FILES).count(), told.matches(CALLS).count()), (0, 1), "{told}");
    assert!(told.contains("Function not implemented"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn without_both_the_run_says_each_once() {
    let told = played_without(without_landlock().into_iter().chain(without_seccomp()).collect());
    assert_eq!((told.matches(FILES).count(), told.matches(CALLS).count()), (1, 1), "{told}");
}
