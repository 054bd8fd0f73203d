//! Temporary folders: other users cannot read them, and those of a killed run are removed by the next one.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);
const SLOW: &str = "open('started', 'w').close()\nimport time\ntime.sleep(1000)\n";

/// Returns the permission bits of everything below a folder, by path relative to it.
fn modes(folder: &Path) -> Vec<(String, u32)> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(next) = waiting.pop() {
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let about = entry.path().symlink_metadata().unwrap();
            let name = entry.path().strip_prefix(folder).unwrap().to_string_lossy().into_owned();
            found.push((name, about.permissions().mode() & 0o777));
            if about.is_dir() {
                waiting.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

fn in_tmp<'c>(folder: &Folder, command: &'c mut Command) -> &'c mut Command {
    command.env("TMPDIR", folder.path().join("tmp"))
}

/// Waits until `is_so` returns true.
fn wait_for(is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn folders_of_a_killed_run_are_removed_by_the_next_one() {
    let folder = Folder::with(&[("ai/slow.py", SLOW), ("quick.py", ""), ("tmp/precious/canary", "mine")]);
    let tmp = folder.path().join("tmp");
    // These are named like temporary folders, but are none.
    symlink("precious", tmp.join(".wag-tmp-link")).unwrap();
    fs::write(tmp.join(".wag-tmp-file"), "mine").unwrap();
    let words = ["play", "ai/slow.py", "--no-replay", "--no-sandbox", "--turn-time", "1000"];
    let mut child = in_tmp(&folder, &mut folder.command(&words)).spawn().unwrap();
    wait_for(|| folder.has("ai/started"));
    let left = || {
        let names = modes(&tmp).into_iter().filter(|(name, _)| !name.contains('/') && name != "precious");
        names.filter(|(name, _)| name != ".wag-tmp-link" && name != ".wag-tmp-file").collect::<Vec<_>>()
    };
    assert!(!left().is_empty(), "the player has a scratch folder");
    assert!(
        left().iter().all(|(name, mode)| name.starts_with(".wag-tmp-") && *mode == 0o700),
        "{:?}",
        left()
    );
    // A folder in use is not removed.
    let quick = ["play", "quick.py", "--rounds", "1", "--no-replay", "--quiet"];
    let run = |words: &[&str]| Run::of(in_tmp(&folder, &mut folder.command(words)).output().unwrap());
    let before = left();
    assert_eq!(run(&quick).status, 0);
    assert_eq!(left(), before);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(left(), before, "nobody has removed it yet");
    // The worker, which has the folder open, ends with the engine, but some time later.
    wait_for(|| run(&quick).status == 0 && left().is_empty());
    assert_eq!(folder.read("tmp/precious/canary"), "mine");
    assert!(tmp.join(".wag-tmp-link").is_symlink() && tmp.join(".wag-tmp-file").is_file());
}

/// Other users must not read the files that players have handed in, whatever the umask is.
#[test]
fn copies_of_submissions_are_closed_to_other_users() {
    let folder =
        Folder::with(&[("class/anna/yourAI.py", "1"), ("class/bert/yourAI.py", "2"), ("tmp/.keep", "")]);
    let words = ["tournament", "class/", "--into", "t.db", "--rounds", "2", "--quiet"];
    let mut command = folder.command(&words);
    let run = Run::of(in_tmp(&folder, &mut command).output().unwrap());
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    let players = folder.path().join(".t.players");
    assert_eq!(players.metadata().unwrap().permissions().mode() & 0o777, 0o700);
    assert_eq!(modes(&folder.path().join("tmp")).len(), 1, "only .keep is left");
}
