//! A board, players of `tests/gems`, and checks for left-over processes and files.

#![allow(dead_code)] // Not every test program uses all of it.

use crate::common::{Folder, Run, project};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// Creates a folder with a board and an empty folder for temporary files.
pub fn table() -> Folder {
    let folder = Folder::with(&[("tmp/x", "")]);
    fs::remove_file(folder.path().join("tmp/x")).unwrap();
    let run = run(&folder, &["make", "gems", "board", "--output", "b.dat", "--seed", "5"]);
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

/// Returns a command for `wag` with these words.
pub fn command(folder: &Folder, words: &[&str]) -> Command {
    let mut command = folder.command(words);
    command.env("TMPDIR", folder.path().join("tmp")).env("WAG_TEST_SECRET", "not for programs");
    command
}

pub fn run(folder: &Folder, words: &[&str]) -> Run {
    Run::of(command(folder, words).output().unwrap())
}

/// Returns the arguments of a match on the board.
pub fn match_of<'w>(first: &'w str, second: &'w str, more: &[&'w str]) -> Vec<&'w str> {
    [&["play", "gems", first, second, "--board", "b.dat", "--log", "plain"], more].concat()
}

/// Plays on the board, and checks that nothing is left.
pub fn play(folder: &Folder, first: &str, second: &str, more: &[&str]) -> Run {
    let run = run(folder, &match_of(first, second, more));
    nothing_is_left(folder);
    run
}

/// Checks that no processes and no temporary files are left.
#[track_caller]
pub fn nothing_is_left(folder: &Folder) {
    let names: Vec<_> = fs::read_dir(folder.path().join("tmp")).unwrap().flatten().collect();
    assert!(names.is_empty(), "{names:?}");
    assert_eq!(processes_in(folder.path()), Vec::<String>::new());
}

/// Returns the command lines of processes whose working folder is or was in this folder.
pub fn processes_in(folder: &Path) -> Vec<String> {
    let root = folder.canonicalize().unwrap();
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let ours = processes
        .filter(|process| fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(&root)));
    ours.map(|process| fs::read_to_string(process.path().join("cmdline")).unwrap_or_default()).collect()
}

pub fn results(run: &Run) -> Vec<String> {
    run.out.lines().filter(|line| line.starts_with("RESULT ")).map(str::to_string).collect()
}

/// Returns the names and used times, in seconds, of players in each game, from `Time used: bot 0.25 s, ref 0.02 s.`
pub fn total_times(run: &Run) -> Vec<(String, f64)> {
    let lines = run.out.lines().filter_map(|line| line.strip_prefix("Time used: ")?.strip_suffix(" s."));
    let times = lines.flat_map(|line| line.split(" s, ")).map(|time| time.rsplit_once(' ').unwrap());
    times.map(|(name, seconds)| (name.to_string(), seconds.parse().unwrap())).collect()
}

/// Checks that the reported time of the player is in this range in both games.
#[track_caller]
pub fn takes_time(run: &Run, name: &str, seconds: std::ops::Range<f64>) {
    let own: Vec<f64> =
        total_times(run).into_iter().filter(|(other, _)| other == name).map(|(_, time)| time).collect();
    assert!(own.len() == 2 && own.iter().all(|time| seconds.contains(time)), "{}", run.out);
}

/// Copies a program of `tests/gems` into the folder, and compiles it if it is written in C.
pub fn put(folder: &Folder, source: &str, name: &str) -> String {
    let (source, target) = (project().join("tests/gems").join(source), folder.path().join(name));
    fs::create_dir_all(target.parent().unwrap()).unwrap();
    if source.extension().is_some_and(|ending| ending == "c") {
        let mut compiler = Command::new("cc");
        let status = compiler.args(["-O1", "-o"]).arg(&target).arg(&source).status().unwrap();
        assert!(status.success());
    } else {
        fs::copy(&source, &target).unwrap();
        fs::set_permissions(&target, fs::Permissions::from_mode(0o755)).unwrap();
    }
    format!("./{name}")
}
