//! Tests of `wag tournament --watch`, which takes in new and changed files.

use crate::common;

use common::Folder;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

/// The time after which a test gives up.
const PATIENCE: Duration = Duration::from_secs(120);

/// Players that go in one direction until they crash; the directions with more space win.
const GO: &str = "from tron import *\nmove(DIRECTION)\n";

fn bot(direction: &str) -> String {
    GO.replace("DIRECTION", direction)
}

/// A tournament that goes on, killed when this is dropped.
struct Watching(Child);

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn watching(folder: &Folder, words: &str) -> Watching {
    let words: Vec<&str> = "tournament tron bots --watch --into t.db --seed 3 --quiet"
        .split(' ')
        .chain(words.split_whitespace())
        .collect();
    Watching(folder.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
}

/// Returns the matches of each player version, once the file of the tournament satisfies a condition.
fn until(
    folder: &Folder,
    watching: &mut Watching,
    holds: impl Fn(&[(String, u64)]) -> bool,
) -> Vec<(String, u64)> {
    let begin = Instant::now();
    loop {
        let output = folder.command(&["tournament", "show", "t.db", "--json"]).output().unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let player = |row: &Value| Some((row["name"].as_str()?.to_string(), row["games"].as_u64()?));
        let players = report["players"].as_array().into_iter().flatten();
        let counts: Vec<(String, u64)> = players.filter_map(player).collect();
        if holds(&counts) {
            return counts;
        }
        assert!(begin.elapsed() < PATIENCE, "{counts:?}");
        assert_eq!(watching.0.try_wait().unwrap(), None, "it has ended");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn count(counts: &[(String, u64)], name: &str) -> u64 {
    counts.iter().find(|(own, _)| own == name).map_or(0, |(_, count)| *count)
}

fn write(folder: &Folder, name: &str, text: &str) {
    let own = folder.path().join("bots").join(name);
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("bot.py"), text).unwrap();
}

#[test]
fn new_and_changed_files_play_and_the_tournament_continues_later() {
    let folder = Folder::with(&[("bots/a/bot.py", &bot("NORTH")), ("bots/b/bot.py", &bot("SOUTH"))]);
    let mut first = watching(&folder, "");
    until(&folder, &mut first, |counts| count(counts, "a") >= 4 && count(counts, "b") >= 4);
    write(&folder, "c", &bot("EAST"));
    write(&folder, "a", &bot("WEST"));
    let counts = until(&folder, &mut first, |counts| count(counts, "c") >= 2 && count(counts, "a@2") >= 2);
    kill_process(Pid::from_child(&first.0), Signal::INT).unwrap();
    assert_eq!(first.0.wait().unwrap().code(), Some(130));
    // With enough matches for everybody, nobody plays until a file changes.
    let mut second = watching(&folder, "--games 12");
    let current = ["a@2", "b", "c"];
    let after = until(&folder, &mut second, |counts| current.iter().all(|name| count(counts, name) >= 12));
    assert_eq!(count(&after, "a"), count(&counts, "a"), "the old version plays no more");
    write(&folder, "d", &bot("EAST"));
    until(&folder, &mut second, |counts| count(counts, "d") >= 12);
}

#[test]
fn a_tournament_in_stages_is_not_watched() {
    let folder = Folder::with(&[("bots/a/bot.py", &bot("NORTH")), ("bots/b/bot.py", &bot("SOUTH"))]);
    let words = "tournament tron bots --form swiss --games 2 --into t.db --quiet";
    assert!(folder.command(&words.split(' ').collect::<Vec<_>>()).status().unwrap().success());
    let words = "tournament tron bots --watch --into t.db";
    let output = folder.command(&words.split(' ').collect::<Vec<_>>()).output().unwrap();
    let error = "wag: this tournament has the form swiss, whose matches cannot follow changes of files; choose another file with --into\n";
    assert_eq!((output.status.code(), String::from_utf8(output.stderr).unwrap().as_str()), (Some(2), error));
}
