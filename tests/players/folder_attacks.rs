//! Sandbox tests that need more than a single file: files in the player's folder, descriptors that the user's shell
//! left open, and computing outside of the measured time.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, unlocked_home};
use serde_json::Value;
use std::os::fd::AsRawFd;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::process::Command;

fn play(folder: &Folder, more: &[&str]) -> Command {
    let mut command = crate::common::wag();
    command.current_dir(folder.path()).env("WAG_HOME", unlocked_home());
    command.args(["play", "hostile/main.py", "Noob", "Noob", "Noob", "--seed", "7", "--json", "--quiet"]);
    if !more.contains(&"--replay") {
        command.arg("--no-replay");
    }
    command.args(more);
    command
}

/// Returns the result, and the log of the player.
fn played(folder: &Folder, mut command: Command) -> (Value, String) {
    let output = command.output().expect("wag starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (serde_json::from_slice(&output.stdout).expect("one object"), folder.read("main.log"))
}

#[test]
fn submitted_folder_only_gives_access_to_itself() {
    let reader = "\
import os
for name in ['data.txt', 'deep/data.txt', 'near', 'env/lib/python3/site-packages/.hidden.py', 'forged/lib/.hidden.py', 'secret', 'out/secret', 'deep/.env', 'deep/foe.log',
             'deep/old.wag', 'deep/saves/1.wag', 'deep/.ssh/key', 'deeper/../deep/foe.log']:
    try:
        print('read', name, open(name).read())
    except OSError as fault:
        print('closed', name, type(fault).__name__)
";
    let folder = Folder::with(&[
        ("outside/secret", "s"),
        ("hostile/main.py", reader),
        ("hostile/data.txt", "d"),
        ("hostile/deep/data.txt", "d"),
        ("hostile/deep/.env", "s"),
        ("hostile/deep/foe.log", "s"),
        ("hostile/deep/old.wag", "s"),
        ("hostile/deep/saves/1.wag", "s"),
        ("hostile/deep/.ssh/key", "s"),
        ("hostile/env/pyvenv.cfg", "home = /usr/bin\n"),
        ("hostile/env/lib/python3/site-packages/.hidden.py", "e"),
        ("hostile/forged/pyvenv.cfg", ""),
        ("hostile/forged/lib/.hidden.py", "s"),
    ]);
    symlink("../outside/secret", folder.path().join("hostile/secret")).unwrap();
    symlink("../outside", folder.path().join("hostile/out")).unwrap();
    symlink("deep/data.txt", folder.path().join("hostile/near")).unwrap();
    let (_, log) = played(&folder, play(&folder, &["--rounds", "1"]));
    let lines: Vec<&str> =
        log.lines().filter(|line| line.starts_with("read") || line.starts_with("closed")).collect();
    assert_eq!(
        lines[..4],
        [
            "read data.txt d",
            "read deep/data.txt d",
            "read near d",
            "read env/lib/python3/site-packages/.hidden.py e"
        ],
        "{log}"
    );
    assert!(lines.len() == 13 && lines[4..].iter().all(|line| line.starts_with("closed")), "{log}");
}

/// A folder in which nothing is closed is opened with one rule. What is beside it stays closed, and so do hidden files
/// and what the match writes into the folder.
#[test]
fn whole_folder_gives_access_to_nothing_else() {
    let reader = "\
for name in ['data.txt', 'deep/data.txt', 'near', '../other/plan.txt', '../secret', 'secret', 'out/secret', '.env',
             'deep/.env', 'main.log', 'Noob1.log', 'match.wag']:
    try:
        open(name, 'rb').read()
        print('read', name)
    except OSError as fault:
        print('closed', name, type(fault).__name__)
";
    let cases: [(&str, &[&str]); 5] = [
        ("", &[]),
        ("hostile/.env", &[]),
        ("hostile/deep/.env", &[]),
        ("", &["--log-dir", "hostile"]),
        ("", &["--replay", "hostile/match.wag"]),
    ];
    for (hidden, options) in cases {
        let folder = Folder::with(&[
            ("secret", "s"),
            ("other/plan.txt", "s"),
            ("hostile/main.py", reader),
            ("hostile/data.txt", "d"),
            ("hostile/deep/data.txt", "d"),
        ]);
        for (link, target) in [("secret", "../secret"), ("out", "../other"), ("near", "deep/data.txt")] {
            symlink(target, folder.path().join("hostile").join(link)).unwrap();
        }
        if !hidden.is_empty() {
            std::fs::write(folder.path().join(hidden), "s").unwrap();
        }
        let output = play(&folder, &[&["--rounds", "2"], options].concat()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let log = if options.contains(&"--log-dir") { "hostile/main.log" } else { "main.log" };
        let log = folder.read(log);
        let read: Vec<&str> = log.lines().filter_map(|line| line.strip_prefix("read ")).collect();
        let open = ["data.txt", "deep/data.txt", "near"];
        assert_eq!(read, [open, open].concat(), "{hidden} {options:?}: {log}");
    }
}

#[test]
fn players_do_not_inherit_the_shell_s_descriptors() {
    let reader = "\
import os
for number in range(3, 200):
    try:
        print('open', number, os.pread(number, 100, 0))
    except OSError:
        pass
";
    let folder = Folder::with(&[("secret", "canary"), ("hostile/main.py", reader)]);
    let secret = std::fs::File::open(folder.path().join("secret")).unwrap();
    let mut command = play(&folder, &["--rounds", "1"]);
    let number = secret.as_raw_fd();
    // SAFETY: The closure makes one system call between fork and exec.
    unsafe {
        command.pre_exec(move || {
            if libc::dup2(number, 77) == 77 { Ok(()) } else { Err(std::io::Error::last_os_error()) }
        });
    }
    let (_, log) = played(&folder, command);
    assert!(!log.contains("canary") && !log.contains("open 77"), "{log}");
}

#[test]
fn computing_outside_of_turns_is_charged() {
    let burner = "\
import time
class Burner:
    def __del__(self, clock=time.process_time):
        began = clock()
        while clock() < began + 0.05:
            pass
burner = Burner()
";
    let folder = Folder::with(&[("hostile/main.py", burner)]);
    let (result, log) = played(&folder, play(&folder, &["--rounds", "100", "--game-time", "1"]));
    let player = &result["players"][0];
    assert_eq!(player["faults"][0]["kind"], "timeout", "{log}");
    let round = player["faults"][0]["round"].as_u64().unwrap();
    assert!(round <= 21, "{round} rounds of 50 ms in one second");
}

/// Returns a folder prepared by an attacker, beside a user's file that must not change.
fn prepared(links: &[(&str, &str)]) -> Folder {
    let folder = Folder::with(&[("precious.rc", "mine"), ("hostile/main.py", "print('x')\n")]);
    for (link, target) in links {
        symlink(target, folder.path().join(link)).unwrap();
    }
    folder
}

#[test]
fn engine_does_not_write_through_links() {
    for (link, target, words) in [
        ("main.log", "precious.rc", &["main.log"][..]),
        ("main.log", "new.rc", &["main.log"]),
        ("main.log", "/dev/null", &["main.log"]),
        ("logs", ".", &["logs", "--log-dir", "logs"]),
        ("match.wag", "precious.rc", &["match.wag", "--replay", "match.wag"]),
    ] {
        let folder = prepared(&[(link, target)]);
        let output = play(&folder, &words[1..]).output().unwrap();
        let message = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(2), "{link} -> {target}: {message}");
        assert!(message.contains(words[0]) && message.contains("regular file"), "{message}");
        assert_eq!(folder.read("precious.rc"), "mine");
        assert!(!folder.has("new.rc"));
    }
}

#[test]
fn replays_are_not_written_through_links() {
    let folder = prepared(&[("saves", "elsewhere")]);
    std::fs::create_dir(folder.path().join("elsewhere")).unwrap();
    let mut command = folder.command(&["play", "hostile/main.py", "Noob", "--rounds", "2", "--quiet"]);
    let message = String::from_utf8(command.output().unwrap().stderr).unwrap();
    assert!(message.contains("no replay is saved") && message.contains("regular file"), "{message}");
    assert_eq!(std::fs::read_dir(folder.path().join("elsewhere")).unwrap().count(), 0);
}

#[test]
fn pipe_in_place_of_a_log_or_a_map_does_not_block() {
    let folder = prepared(&[]);
    for name in ["main.log", "pipe.map"] {
        let pipe = folder.path().join(name);
        assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
        let more: &[&str] = if name == "pipe.map" { &["--map", "pipe.map"] } else { &[] };
        let output = play(&folder, more).output().unwrap();
        let message = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.code() == Some(2) && message.contains(name), "{message}");
        std::fs::remove_file(folder.path().join(name)).unwrap();
    }
}

#[test]
fn replay_does_not_include_linked_files() {
    let folder = prepared(&[("hostile/helper2.py", "../precious.rc"), ("hostile/own.py", ".env.py")]);
    folder.write("hostile/.env.py", "hidden = 1");
    folder.write("hostile/main.py", "try:\n    import helper2, own\nexcept OSError:\n    pass\n");
    folder.write("precious.rc", "precious = 1");
    let run = folder.play("hostile/main.py Noob --rounds 1 --quiet --replay match.wag --with-sources");
    assert_eq!(run.status, 0, "{}", run.err);
    let export = ["replay", "export", "match.wag", "--html", "--output", "page.html"];
    assert!(folder.command(&export).status().unwrap().success());
    let page = folder.read("page.html");
    assert!(page.contains("import helper2, own"), "the player's own file is there");
    assert!(!page.contains("precious = 1") && !page.contains("hidden = 1"));
}
