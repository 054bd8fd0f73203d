//! The end of the client: nothing is left, however it is stopped.

use crate::common::http::{Client, NO_SANDBOX, SLOW};
use crate::common::{Folder, Run};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::path::Path;

/// Returns a client with a running match, and the process of the AI.
fn playing() -> (Client, String) {
    let client = Client::start(&[("slow.py", SLOW)]);
    client.run(["slow.py", "", "", ""], 5000);
    client.until(|run| run["round"].as_u64() > Some(1));
    let worker = client.folder.read("pid");
    assert!(Path::new("/proc").join(&worker).exists());
    (client, worker)
}

#[track_caller]
fn is_over(mut client: Client, worker: &str) {
    let (status, err) = client.ended();
    assert_eq!((status, err.as_str()), (Some(0), NO_SANDBOX));
    assert!(!Path::new("/proc").join(worker).exists(), "no worker is left");
    assert!(client.folder.read("slow.log").contains("=== Interrupted after round"));
}

#[test]
fn a_page_stops_it_in_the_middle_of_a_match() {
    let (client, worker) = playing();
    let mut page = client.events();
    assert_eq!(client.post("/api/stop", &Value::Null).status, 204);
    while page.next("run").is_some() {}
    is_over(client, &worker);
}

#[test]
fn ctrl_c_and_sigterm_stop_it() {
    for signal in [Signal::INT, Signal::TERM] {
        let (client, worker) = playing();
        kill_process(Pid::from_child(&client.process), signal).unwrap();
        is_over(client, &worker);
    }
}

#[test]
fn silent_connection_does_not_delay_the_stop() {
    let (client, worker) = playing();
    let silent = std::net::TcpStream::connect(("127.0.0.1", client.port)).unwrap();
    client.post("/api/stop", &Value::Null);
    is_over(client, &worker);
    drop(silent);
}

#[test]
fn nothing_survives_when_it_is_killed() {
    let (mut client, worker) = playing();
    client.process.kill().unwrap();
    client.ended();
    for _ in 0..30_000 {
        if !Path::new("/proc").join(&worker).exists() {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    panic!("the worker {worker} is still there");
}

#[test]
fn wag_alone_prints_its_help_where_there_is_no_terminal() {
    let run = Run::of(Folder::with(&[]).command(&[]).output().unwrap());
    assert_eq!((run.status, run.out.as_str()), (2, ""));
    run.tells(&["Usage: wag", "client", "ladder"]);
}

#[test]
fn missing_browser_is_reported_in_one_sentence() {
    let folder = Folder::with(&[("bin/xdg-open", "#!/bin/sh\necho 'no method available' >&2\nexit 3\n")]);
    let opener = folder.path().join("bin/xdg-open");
    std::fs::set_permissions(&opener, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    for path in ["bin", "none"] {
        let home = folder.path().join("home");
        let mut command = folder.command(&["client"]);
        // The message has neither the opener's own output nor a list of attempts.
        command.env("WAG_HOME", &home).env("PATH", folder.path().join(path)).env_remove("BROWSER");
        let other = Folder::with(&[]);
        let mut client = Client::of(command, other, home);
        client.get("/api/start");
        client.post("/api/stop", &Value::Null);
        let (status, err) = client.ended();
        let message = "wag: no browser was found; open the address above yourself\n";
        assert_eq!((status, err.as_str()), (Some(0), message), "PATH {path}");
    }
}

/// Returns how often the threads of a process have woken up.
fn wakings(process: u32) -> u64 {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).unwrap();
    let of_task = |task: std::fs::DirEntry| {
        let status = std::fs::read_to_string(task.path().join("status")).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        line.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0)
    };
    tasks.flatten().map(of_task).sum()
}

#[test]
fn idle_client_uses_no_processor_time() {
    let mut client = Client::start(&[]);
    let process = client.process.id();
    // It may take a few seconds to start. Polling would show in every second.
    let second = || {
        let before = wakings(process);
        std::thread::sleep(std::time::Duration::from_secs(1));
        wakings(process) - before
    };
    let mut seconds = (0..10).map(|_| second());
    assert!(seconds.any(|wakings| wakings <= 5), "it wakes up all the time");
    kill_process(Pid::from_child(&client.process), Signal::INT).unwrap();
    assert_eq!(client.ended().0, Some(0), "a signal still ends it");
}
