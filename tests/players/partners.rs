//! Persistent players from the user's point of view: programs with the line protocol and TCP clients. The test partners
//! are honest, slow, silent, flooding, dying or lying.

use crate::common;

use common::{Folder, Run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

/// A program with the line protocol for light cycles: it goes to a free square, counts its turns, and runs `BODY`
/// before it answers.
const PROGRAM: &str = "\
import os, sys, time

def read():
    line = sys.stdin.readline()
    if not line or line.startswith('end'):
        sys.stderr.write(f'{line.strip()} after {turns} turns\\n')
        sys.exit()
    return line.strip()

turns = 0
_, width, height, players, you = read().split()
width, height, players, you = int(width), int(height), int(players), int(you)
while True:
    read()
    places = [read() for _ in range(players)]
    rows = [read() for _ in range(height)]
    x, y = map(int, places[you - 1].split())
    turns += 1
    ways = {'NORTH': (x, y - 1), 'EAST': (x + 1, y), 'SOUTH': (x, y + 1), 'WEST': (x - 1, y)}
    free = [way for way, (a, b) in ways.items() if 0 <= a < width and 0 <= b < height and rows[b][a] == '.']
    way = free[0] if free else 'NORTH'
    BODY
    print(way, flush=True)
";

fn folder(body: &str) -> Folder {
    Folder::with(&[("p.py", &PROGRAM.replace("BODY", body))])
}

/// Returns a Python executable that is not the script of a version manager, which would read files that players may
/// not.
fn python() -> &'static str {
    static PYTHON: LazyLock<String> = LazyLock::new(|| {
        let asked =
            Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
        String::from_utf8(asked.stdout).unwrap().trim().to_string()
    });
    &PYTHON
}

/// Plays against the built-in player that goes straight. Returns the first player's result.
fn played(folder: &Folder, more: &[&str]) -> Value {
    let program = format!("{} p.py", python());
    let mut words = vec!["play", "tron", &program, "Straight", "--width", "9", "--height", "9"];
    words.extend(["--json", "--quiet"]);
    words.extend(more);
    let run = Run::of(folder.command(&words).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str::<Value>(&run.out).unwrap()["players"][0].clone()
}

/// Checks that a player that is gone has only this fault.
#[track_caller]
fn only_fault(player: &Value, kind: &str, words: &str) {
    let faults = player["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "it is asked no more: {player}");
    assert_eq!(faults[0]["kind"], kind, "{player}");
    assert!(faults[0]["message"].as_str().unwrap().contains(words), "{player}");
}

#[test]
fn honest_program_keeps_state_and_gets_the_end_message() {
    let folder = folder("sys.stderr.write(f'turn {turns}\\n'); sys.stderr.flush()");
    let player = played(&folder, &[]);
    assert_eq!(player["faults_total"], json!(0), "{player}");
    let log = folder.read("p.log");
    assert!(log.contains("turn 1\n") && log.contains("turn 5\n"), "{log}");
    assert!(player["rounds"].as_u64().unwrap() > 5, "{player}");
}

#[test]
fn a_slow_or_silent_program_is_ended_for_good() {
    for body in ["time.sleep(60)", "sys.stdin.read()"] {
        only_fault(&played(&folder(body), &["--turn-time", "0.3"]), "timeout", "");
    }
    let slow_later = folder("time.sleep(0.2)");
    only_fault(&played(&slow_later, &["--game-time", "0.5"]), "timeout", "");
}

#[test]
fn flooding_program_is_ended_and_its_output_truncated() {
    only_fault(&played(&folder("print('x' * 1000000)"), &[]), "crash", "");
    let talks = folder("sys.stderr.write('x' * 5000000)");
    let player = played(&talks, &["--turn-output", "1"]);
    assert_eq!(player["faults_total"], json!(0), "{player}");
    assert!(talks.read("p.log").contains("more bytes, which were discarded"));
}

#[test]
fn dying_program_is_gone_and_its_status_logged() {
    let died = folder("if turns == 3: os._exit(7)");
    only_fault(&played(&died, &[]), "crash", "exit status: 7");
    assert!(died.read("p.log").contains("takes no further part in the game"), "{}", died.read("p.log"));
    only_fault(&played(&folder("os.abort()"), &[]), "crash", "SIGABRT");
    only_fault(&played(&folder("sys.stdout.close(); os.close(1)"), &[]), "crash", "");
}

#[test]
fn a_lying_program_gains_nothing() {
    // An invalid answer is not a direction: the cycle goes straight on, and the player gets a message.
    let nonsense = folder("way = 'UP'");
    assert_eq!(played(&nonsense, &[])["faults_total"], json!(0));
    // Answers before the first request do not count.
    only_fault(&played(&folder("print('NORTH\\nNORTH\\nNORTH', flush=True)"), &[]), "crash", "");
}

#[test]
fn invalid_program_is_reported_in_one_sentence() {
    let folder = folder("pass");
    folder.write("p", "no program\n");
    let none = [("./none", "there is no program ./none"), ("lines:nowhere", "Light cycles has no player")];
    for (word, part) in none.into_iter().chain([("./p", "cannot start ./p: the file is not executable")]) {
        let run = Run::of(folder.command(&["play", "tron", word, "Straight"]).output().unwrap());
        run.is_user_error(&[part]);
    }
    assert_eq!(folder.names(), ["p", "p.py"], "nothing is written");
    folder.write("windows.sh", "#!/bin/sh\r\necho NORTH\r\n");
    let all = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path().join("windows.sh"), all).unwrap();
    let run = Run::of(folder.command(&["play", "tron", "./windows.sh", "Straight"]).output().unwrap());
    run.is_user_error(&[
        "./windows.sh cannot be started: its first line has a Windows line ending",
        "/bin/sh",
        "sed -i",
    ]);
}

/// Starts a match that waits for a client. Returns its process and its address.
fn waiting(folder: &Folder, more: &[&str]) -> (Child, String) {
    let mut words = vec!["play", "tron", "tcp", "Straight", "--width", "9", "--height", "9", "--json"];
    words.extend(more);
    let mut child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit(' ').next().unwrap().to_string();
    assert!(line.starts_with("client: waiting for a connection at 127.0.0.1:"), "{line}");
    (child, address)
}

/// Waits for the end of a match. Returns the first player's result.
fn ended(mut child: Child) -> Value {
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success());
    serde_json::from_str::<Value>(&text).unwrap()["players"][0].clone()
}

struct Client {
    lines: BufReader<TcpStream>,
}

impl Client {
    fn of(address: &str) -> Client {
        let stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        Client { lines: BufReader::new(stream) }
    }

    /// Returns the next message, or `None` when the server has closed the connection.
    fn receive(&mut self) -> Option<Value> {
        let mut line = String::new();
        self.lines.read_line(&mut line).ok().filter(|count| *count > 0)?;
        Some(serde_json::from_str(&line).unwrap())
    }

    fn send(&mut self, text: &str) {
        let _ = self.lines.get_mut().write_all(text.as_bytes());
    }

    /// Plays to the end with `answer` in each turn. Returns the last message.
    fn play(&mut self, mut answer: impl FnMut(&Value) -> String) -> Option<Value> {
        let mut last = None;
        while let Some(message) = self.receive() {
            if message["type"] == "turn" {
                let text = answer(&message);
                self.send(&text);
            }
            last = Some(message);
        }
        last
    }
}

/// Returns an answer that goes to a free square.
fn honest(turn: &Value) -> String {
    let rows: Vec<&str> =
        turn["view"]["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    let at = &turn["view"]["cycles"][0]["at"];
    let (x, y) = (at[0].as_i64().unwrap(), at[1].as_i64().unwrap());
    let is_free = |(x, y): (i64, i64)| {
        (0..9).contains(&x) && (0..9).contains(&y) && rows[y as usize].as_bytes()[x as usize] == b'.'
    };
    let ways = [("NORTH", (x, y - 1)), ("EAST", (x + 1, y)), ("SOUTH", (x, y + 1)), ("WEST", (x - 1, y))];
    let way = ways.into_iter().find(|(_, place)| is_free(*place)).map_or("NORTH", |(way, _)| way);
    format!("{}\n", json!({ "turn": turn["turn"], "orders": { "move": way } }))
}

#[test]
fn an_honest_client_plays_and_a_second_one_is_refused() {
    let folder = Folder::with(&[]);
    let (child, address) = waiting(&folder, &[]);
    let mut client = Client::of(&address);
    let start = client.receive().unwrap();
    assert_eq!(
        (&start["type"], &start["game"], &start["seat"]),
        (&json!("start"), &json!("tron"), &json!(1))
    );
    let mut second = Client::of(&address);
    let last = client.play(honest).unwrap();
    assert_eq!(last["type"], "end", "{last}");
    assert!(last["result"]["place"].is_u64(), "{last}");
    assert_eq!(second.receive().map(|refusal| refusal["type"].clone()), Some(json!("refused")));
    let player = ended(child);
    assert_eq!(player["faults_total"], json!(0), "{player}");
}

#[test]
fn a_silent_client_loses_turns_and_a_vanished_one_is_gone() {
    let folder = Folder::with(&[]);
    let (child, address) = waiting(&folder, &["--turn-time", "1"]);
    let mut client = Client::of(&address);
    client.play(|_| String::new());
    let player = ended(child);
    assert_eq!(player["faults"].as_array().unwrap().len(), 3, "three lost turns: {player}");
    assert_eq!(player["faults"][0]["kind"], "timeout");

    let (child, address) = waiting(&folder, &[]);
    let mut client = Client::of(&address);
    client.receive();
    client.receive();
    drop(client);
    only_fault(&ended(child), "crash", "");
}

#[test]
fn a_lying_or_flooding_client_gains_nothing() {
    let folder = Folder::with(&[]);
    let deep = "[".repeat(100_000);
    for answer in
        ["no JSON\n".to_string(), format!("{deep}\n"), "{\"turn\": 99, \"orders\": {}}\n".to_string()]
    {
        let (child, address) = waiting(&folder, &["--turn-time", "5"]);
        let mut client = Client::of(&address);
        client.play(|_| answer.clone());
        let player = ended(child);
        assert!(player["faults_total"].as_u64().unwrap() >= 1, "{player}");
    }
    let (child, address) = waiting(&folder, &[]);
    let mut client = Client::of(&address);
    client.play(|_| "x".repeat(3 << 20));
    only_fault(&ended(child), "crash", "");
}

#[test]
fn missing_client_is_reported_and_nothing_is_written() {
    let folder = Folder::with(&[]);
    let run = Run::of(
        folder.command(&["play", "tron", "tcp", "Straight", "--start-time", "0.3"]).output().unwrap(),
    );
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(run.err.contains("no client connected to 127.0.0.1:"), "{}", run.err);
    assert_eq!(folder.names(), Vec::<String>::new());
}

#[test]
fn port_in_use_is_reported_in_one_sentence() {
    let folder = Folder::with(&[]);
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let word = format!("tcp:{}", taken.local_addr().unwrap().port());
    let run = Run::of(folder.command(&["play", "tron", &word, "Straight"]).output().unwrap());
    run.is_user_error(&[&taken.local_addr().unwrap().port().to_string()]);
    assert_eq!(folder.names(), Vec::<String>::new());
}
