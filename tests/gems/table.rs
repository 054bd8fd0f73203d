//! A board, players of `tests/gems`, and a look at what they leave behind.

#![allow(dead_code)] // Not every test program uses all of it.

use crate::common::{Folder, Run, project};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// A folder with a board, and one for temporary files.
pub fn table() -> Folder {
    let folder = Folder::with(&[("tmp/x", "")]);
    fs::remove_file(folder.path().join("tmp/x")).unwrap();
    let run = gems(&folder, &["create", "b.dat", "--seed", "5"]);
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

pub fn command(folder: &Folder, words: &[&str]) -> Command {
    let mut command = folder.command(&[&["gems"], words].concat());
    command.env("TMPDIR", folder.path().join("tmp")).env("WAG_TEST_SECRET", "not for programs");
    command
}

pub fn gems(folder: &Folder, words: &[&str]) -> Run {
    Run::of(command(folder, words).output().unwrap())
}

/// Plays on the board, and sees to it that nothing is left.
pub fn play(folder: &Folder, first: &str, second: &str, more: &[&str]) -> Run {
    let words = [&["play", "b.dat", "--ai1", first, "--ai2", second], more].concat();
    let run = gems(folder, &words);
    nothing_is_left(folder);
    run
}

/// Neither processes nor files.
#[track_caller]
pub fn nothing_is_left(folder: &Folder) {
    let names: Vec<_> = fs::read_dir(folder.path().join("tmp")).unwrap().flatten().collect();
    assert!(names.is_empty(), "{names:?}");
    assert_eq!(processes_in(folder.path()), Vec::<String>::new());
}

/// Whose working folder is there, or was.
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

/// Copies a program of `tests/gems` into the folder; compiles it if it is one in C.
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
