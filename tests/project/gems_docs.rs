//! Runs all examples of docs/en/gems.md in order, in one folder.
//!
//! | fence | effect |
//! |---|---|
//! | `sh` | every line is run, and must succeed |
//! | `python file NAME` | is saved under this name |
//! | `text log NAME` | lines that the file must contain, in this sequence |
#![cfg(target_os = "linux")]

use crate::common;

use crate::common::gems::*;
use common::{Folder, Run, project};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Stdio;

/// Returns the code blocks of the text: the info string of the fence, and the content.
fn blocks(text: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = text.split("```").collect();
    assert!(parts.len() % 2 == 1, "a block is open");
    parts.iter().skip(1).step_by(2).map(|block| block.split_once('\n').unwrap()).collect()
}

fn run(folder: &Folder, line: &str) {
    let programs = Path::new(env!("CARGO_BIN_EXE_wag")).parent().unwrap().to_str().unwrap();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap());
    // Many boards take a while, and on one of many boards the reference player overlooks a move and fails.
    let short = line.replace("--games 200", "--games 2");
    // Shell scripts are slow on a busy machine.
    let short = short.replace("--turn-time 10 --game-time 60", "--turn-time 1000 --game-time 6000");
    let short = match line.contains("--board") || line.contains("--seed") {
        true => short,
        false => short.replace("wag play gems ", "wag play gems --seed 1 "),
    };
    let mut shell = crate::common::in_english("sh");
    shell.args(["-c", &short]).current_dir(folder.path()).env("PATH", &path).stdin(Stdio::null());
    let run = Run::of(shell.env("TMPDIR", folder.path().join("tmp")).output().unwrap());
    assert_eq!(run.status, 0, "{line}: {}", run.err);
    // No person is there to answer.
    let loses = line.contains(" human ");
    assert_eq!(run.out.contains("reason=failure"), loses, "{line}: {}", run.out);
    assert!(!run.out.contains("reason=timeout"), "{line}: {}", run.out);
}

#[test]
fn every_example_of_the_documentation_works() {
    let folder = table();
    symlink(project().join("tests"), folder.path().join("tests")).unwrap();
    let text = fs::read_to_string(project().join("docs/en/gems.md")).unwrap();
    let mut commands = 0;
    for (fence, text) in blocks(&text) {
        match fence.split(' ').collect::<Vec<_>>().as_slice() {
            ["sh"] => {
                text.lines().for_each(|line| run(&folder, line));
                commands += text.lines().count();
            }
            ["python", "file", name] => folder.write(name, text),
            ["text", "log", name] => {
                let log = folder.read(name);
                let mut lines = log.lines();
                for line in text.lines() {
                    assert!(lines.any(|other| other == line), "{line:?} is not in {name}:\n{log}");
                }
            }
            _ => panic!("```{fence}: nothing tests this block"),
        }
    }
    assert!(commands > 20, "{commands}");
    nothing_is_left(&folder);
}
