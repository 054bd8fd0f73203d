//! The examples of the commands' help run in a folder of `wag new`. They are on the page `commands`.

use crate::common::{Folder, Run, in_english, project, wag};
use std::fs;
use std::path::Path;

/// The beginnings of the examples that do not run here, each with the reason.
const NOT_RUN: [(&str, &str); 18] = [
    ("wag client", "it waits for a browser"),
    ("wag watch", "it needs a terminal"),
    ("wag serve", "it waits for clients"),
    ("wag host", "it is a server, and backups need one"),
    ("wag doctor host", "it needs a machine for a server"),
    ("wag debug match.wag --round 12 --pdb", "it waits for the keyboard"),
    ("wag compare", "it plays hundreds of matches"),
    ("wag evaluate", "it plays 20 matches"),
    ("wag ladder play", "it plays ten matches of 1000 rounds"),
    ("wag tune", "it needs a file with parameters"),
    ("wag train", "it needs the files of another game"),
    ("wag bench", "it measures for minutes"),
    ("wag explain", "it computes for a minute"),
    ("wag replay import", "it needs a file of a contest"),
    ("wag verify", "it needs a file of a contest"),
    ("wag report", "it needs files of a contest"),
    ("wag tournament add", "it needs results of a schedule"),
    ("wag man", "it writes to the home folder"),
];
/// Parts of examples that take long, and what stands in their place here.
const SHORTER: [(&str, &str); 6] = [
    ("yourAI.py Noob", "yourAI.py Noob --rounds 15"),
    ("--games 100", "--games 1"),
    ("--games 20", "--games 1"),
    ("check ais/", "check ais/ --rounds 5"),
    ("plan ais/", "plan ais/ --rounds 5 --into plan.db"),
    ("tournament ais/", "tournament ais/ --rounds 5"),
];

/// Returns a folder with the files that the examples name.
fn prepared() -> Folder {
    let folder = Folder::with(&[("script.py", "print(1)\n")]);
    run(&folder, "wag new .");
    for copy in ["new.py", "old.py", "ais/anna/yourAI.py", "ais/ben/yourAI.py"] {
        folder.write(copy, folder.read("yourAI.py"));
    }
    for copy in ["ais/anna/yourFunctions.py", "ais/ben/yourFunctions.py"] {
        folder.write(copy, folder.read("yourFunctions.py"));
    }
    run(&folder, "wag play yourAI.py Noob --rounds 15 --seed 1 --replay other.wag");
    run(&folder, "wag play yourAI.py Noob --rounds 15 --seed 2 --replay match.wag");
    run(&folder, "wag debug match.wag --round 12 --save tests");
    folder
}

/// Runs a line in a shell that finds `wag`. It must succeed.
fn run(folder: &Folder, line: &str) {
    let program = wag().get_program().to_os_string();
    let path =
        format!("{}:{}", Path::new(&program).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = in_english("sh");
    command
        .args(["-c", line])
        .current_dir(folder.path())
        .env("PATH", path)
        .env("WAG_HOME", folder.path().join("home"));
    let run = Run::of(command.stdin(std::process::Stdio::null()).output().unwrap());
    // A lesson that has only begun is not passed, and files that differ are an answer.
    let is_answer =
        run.status == 1 && ["wag course check", "wag diff"].iter().any(|begin| line.starts_with(begin));
    assert!(run.status == 0 || is_answer, "{line}: {}\n{}{}", run.status, run.out, run.err);
}

/// The lines between ```sh and ``` of the page.
fn examples() -> Vec<String> {
    let page = fs::read_to_string(project().join("docs/en/commands.md")).unwrap();
    let blocks = page.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.flat_map(str::lines).map(str::to_string).collect()
}

#[test]
fn examples_run() {
    let folder = prepared();
    let all = examples();
    for (begin, why) in NOT_RUN {
        assert!(all.iter().any(|line| line.starts_with(begin)), "{begin} ({why}) is no example");
    }
    let runs = |line: &&String| !NOT_RUN.iter().any(|(begin, _)| line.starts_with(begin));
    let mut lines: Vec<&String> = all.iter().filter(runs).collect();
    // The other commands take the newest replay, which is that of the lesson after its check.
    lines.sort_by_key(|line| line.starts_with("wag course"));
    assert!(lines.len() > 30, "{lines:?}");
    for line in lines {
        let short = SHORTER.iter().fold(line.clone(), |line, (long, short)| line.replace(long, short));
        run(&folder, &short);
    }
}
