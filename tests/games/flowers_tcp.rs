//! The flower farm's server with clients of the contest: good, slow, silent, flooding or lying ones.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::time::Duration;

/// A server with its own ports, and its output.
struct Server {
    folder: Folder,
    ports: Vec<u16>,
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

fn free_ports() -> Vec<u16> {
    let doors = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").unwrap());
    doors.iter().map(|door| door.local_addr().unwrap().port()).collect()
}

impl Server {
    /// Starts `wag serve flowers` with these words. The server is listening when this returns.
    fn start(words: &str) -> Server {
        let (folder, ports) = (Folder::with(&[]), free_ports());
        let arguments =
            format!("serve flowers --seed 1 --board picture {words} --ports {} {}", ports[0], ports[1]);
        let mut command =
            folder.command(&arguments.split(' ').filter(|word| !word.is_empty()).collect::<Vec<_>>());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        let mut server = Server { folder, ports, child, lines };
        let line = server.line();
        assert!(line.starts_with("Waiting for clients at 127.0.0.1:"), "{line}");
        server
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    fn client(&self, seat: usize) -> Client {
        let socket = TcpStream::connect(("127.0.0.1", self.ports[seat])).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        socket.set_nodelay(true).unwrap();
        Client { socket }
    }

    /// Connects both clients and sends their names.
    fn clients(&self) -> [Client; 2] {
        [0, 1].map(|seat| {
            let mut client = self.client(seat);
            client.send(["TEAM 1", "TEAM 2"][seat]);
            client
        })
    }

    /// Waits for the server, which must exit by itself with success.
    fn exits_successfully(mut self) {
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Client {
    socket: TcpStream,
}

impl Client {
    fn send(&mut self, text: &str) {
        self.socket.write_all(text.as_bytes()).unwrap();
    }

    /// Receives the next state like the contest's clients, with two single reads.
    fn state(&mut self) -> Value {
        let mut head = [0; 8];
        assert_eq!(self.socket.read(&mut head).unwrap(), 8);
        let length: usize = std::str::from_utf8(&head).unwrap().parse().unwrap();
        let mut body = vec![0; length];
        self.socket.read_exact(&mut body).unwrap();
        assert!(body.is_ascii() && !body.contains(&b' '));
        serde_json::from_slice(&body).unwrap()
    }

    /// Receives the state, then sends an action.
    fn act(&mut self, text: &str) -> Value {
        let state = self.state();
        self.send(text);
        state
    }

    /// Checks that the server has closed the connection without sending more.
    fn is_disconnected(&mut self) {
        let mut rest = Vec::new();
        // Unread data may reset the connection.
        let _ = self.socket.read_to_end(&mut rest);
        assert_eq!(String::from_utf8_lossy(&rest), "");
    }

    /// Checks that nothing arrives within 300 ms.
    fn receives_nothing(&mut self) {
        self.socket.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
        assert!(self.socket.read(&mut [0; 1]).is_err());
        self.socket.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
    }
}

const TULIP: &str = r#"{"ActionType":"C","Properties":[{"X":0,"Y":0,"CardId":6,"Amount":1}]}"#;

fn gold(state: &Value) -> i64 {
    state["source"]["gold"].as_i64().unwrap()
}

#[test]
fn two_clients_play_a_game_and_both_see_its_end() {
    let mut server = Server::start("--rounds 2 --games 1");
    let [mut one, mut two] = server.clients();
    let first = one.state();
    assert_eq!(first.to_string().len(), 8471, "the picture board's first state");
    one.send(TULIP);
    let second = two.act("{}\n");
    assert_eq!((second["enemy"]["gold"].as_i64(), gold(&second)), (Some(1400), 5000));
    assert_eq!(gold(&one.act("{}")), 1400);
    two.act("{}");
    for client in [&mut one, &mut two] {
        assert_eq!(client.state()["daysTillRain"], json!(7), "the last state");
    }
    assert_eq!(server.line().split("  ").next(), Some("Game 1: TEAM 1 0, TEAM 2 0; drawn after 2 rounds"));
    drop((one, two));
    assert!(server.folder.read("client1.log").contains("*** buys 1 Tulip ***"));
    server.exits_successfully();
}

#[test]
fn server_sends_nothing_before_both_names_arrive() {
    let server = Server::start("--games 1");
    let mut one = server.client(0);
    one.send("A name that is too long\n");
    one.receives_nothing();
    let mut two = server.client(1);
    two.receives_nothing();
    one.receives_nothing();
    two.send("B");
    one.state();
    two.receives_nothing();
}

#[test]
fn restart_drops_the_game_from_either_player_at_any_time() {
    let mut server = Server::start("--rounds 3");
    for (number, restarter) in [(1, 0), (2, 1)] {
        let [mut one, mut two] = server.clients();
        one.act(TULIP);
        two.act("{}");
        // It is player 1's turn.
        [&mut one, &mut two][restarter].send("restart");
        if restarter == 1 {
            one.state();
        }
        assert_eq!(server.line(), format!("Game {number} is discarded: a client has restarted"));
        if restarter == 1 {
            two.is_disconnected();
        }
    }
    // A restart after the end is possible, too. The result stays.
    let [mut one, mut two] = server.clients();
    for _ in 0..3 {
        assert_eq!(gold(&one.act("{}")), 5000, "a new game");
        two.act("{}");
    }
    let _ = (one.state(), two.state());
    assert!(server.line().starts_with("Game 3: TEAM 1 0, TEAM 2 0; drawn after 3 rounds"));
    two.send("restart");
    one.is_disconnected();
    two.is_disconnected();
    let [mut one, _two] = server.clients();
    one.state();
}

/// The clients behave like those of the contest: they send their names again after any failure, send a last action
/// without reading, and then both close.
#[test]
fn two_games_in_a_row_with_restart_between_them() {
    let mut server = Server::start("--games 2");
    let [mut one, mut two] = server.clients();
    for _ in 1..99 {
        one.act("{}");
        two.act("{}");
    }
    one.act("restart");
    two.is_disconnected();
    assert_eq!(server.line(), "Game 1 is discarded: a client has restarted");
    let [mut one, mut two] = server.clients();
    for _ in 1..99 {
        one.act("{}");
        two.act("{}");
    }
    one.state();
    two.send("{}");
    drop((one, two));
    let line = server.line();
    assert!(line.starts_with("Game 2: TEAM 1 0, TEAM 2 0; drawn after 99 rounds"), "{line}");
    server.exits_successfully();
}

#[test]
fn early_answers_are_discarded_and_joined_ones_split() {
    let server = Server::start("--rounds 5");
    let [mut one, mut two] = server.clients();
    // Sends both answers at once, the second one before its request.
    one.act(&format!("{TULIP}{TULIP}"));
    two.act("{}");
    let state = one.state();
    assert_eq!(gold(&state), 1400);
    one.send(r#"{"ActionType":"C","Properties":[{"CardId":0,"#);
    one.send(r#""Amount":"1"}]}"#);
    two.act("{}");
    assert_eq!(gold(&one.state()), 1200);
}

#[test]
fn invalid_json_is_a_pass() {
    let mut server = Server::start("--rounds 5 --games 1");
    let [mut one, mut two] = server.clients();
    let deep = format!("{{\"a\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
    for text in ["hello", "[[[[[[[[[[[[[[[[", "{\"ActionType\":\"X\"}", &deep, TULIP] {
        one.act(text);
        two.act("{}");
    }
    assert_eq!(gold(&one.state()), 1400);
    drop((one, two));
    assert!(server.line().ends_with(".wag"));
    let log = server.folder.read("client1.log");
    for words in [
        "the action is not a JSON object",
        "the ActionType of the action is not one of",
        "nested deeper than 8",
        "buys 1 Tulip",
    ] {
        assert!(log.contains(words), "{words}: {log}");
    }
    server.exits_successfully();
}

#[test]
fn silent_client_loses_with_its_third_missed_action() {
    let mut server = Server::start("--games 1 --turn-time 2");
    let [mut one, mut two] = server.clients();
    for _ in 0..2 {
        one.state();
        two.act("{}");
    }
    one.state();
    let _ = (one.state(), two.state());
    assert!(server.line().starts_with("Game 1: TEAM 1 0, TEAM 2 0; TEAM 2 wins after 3 rounds"));
}

/// Two missed actions in a row, an action, and a third missed one.
#[test]
fn missed_actions_are_never_forgotten() {
    let mut server = Server::start("--games 1 --turn-time 2");
    let [mut one, mut two] = server.clients();
    for round in 0..3 {
        match round {
            2 => one.act("{}"),
            _ => one.state(),
        };
        two.act("{}");
    }
    one.state();
    assert!(server.line().starts_with("Game 1: TEAM 1 0, TEAM 2 0; TEAM 2 wins after 4 rounds"));
}

#[test]
fn vanished_client_misses_every_action_without_delay() {
    let mut server = Server::start("--games 1");
    let [mut one, mut two] = server.clients();
    one.act("{}");
    two.act("{}");
    drop(one);
    two.act("{}");
    two.act("{}");
    assert!(server.line().starts_with("Game 1: TEAM 1 0, TEAM 2 0; TEAM 2 wins after 4 rounds"));
}

#[test]
fn flooding_client_is_disconnected_without_affecting_others() {
    let mut server = Server::start("--games 1");
    let [mut one, mut two] = server.clients();
    one.state();
    let flood = std::thread::spawn(move || while one.socket.write_all(&[b'{'; 1 << 16]).is_ok() {});
    for _ in 0..2 {
        two.act("{}");
    }
    assert!(server.line().starts_with("Game 1: TEAM 1 0, TEAM 2 0; TEAM 2 wins after 3 rounds"));
    let log = server.folder.read("client1.log");
    assert!(log.contains("the client sent more than 65536 bytes that are not a message"), "{log}");
    drop(two);
    drop(server);
    flood.join().unwrap();
}

#[test]
fn second_connection_waits_and_early_leaver_may_return() {
    let mut server = Server::start("");
    let mut early = server.client(0);
    early.send("EARLY");
    early.socket.shutdown(Shutdown::Both).unwrap();
    drop(early);
    let [mut one, mut two] = server.clients();
    let mut second = server.client(0);
    second.send("SECOND");
    one.state();
    second.receives_nothing();
    one.send("restart");
    assert_eq!(server.line(), "Game 1 is discarded: a client has restarted");
    two.is_disconnected();
    second.receives_nothing();
    let mut two = server.client(1);
    two.send("TWO");
    second.act("{}");
    two.state();
}

#[test]
fn a_client_plays_a_built_in_player_and_one_of_a_match() {
    let mut server = Server::start("--against Gardener --rounds 1 --games 1");
    let mut one = server.client(0);
    one.send("ONE");
    one.act("{}");
    one.state();
    drop(one);
    assert!(server.line().starts_with("Game 1: ONE 0, Gardener 0; drawn after 1 round"));
    server.exits_successfully();
    let (folder, ports) = (Folder::with(&[]), free_ports());
    let words = format!("play flowers Sower tcp:{} --rounds 4 --board picture --json --quiet", ports[1]);
    let mut command = folder.command(&words.split(' ').collect::<Vec<_>>());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let socket = loop {
        if let Ok(socket) = TcpStream::connect(("127.0.0.1", ports[1])) {
            break socket;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut two = Client { socket };
    two.send("TWO");
    for _ in 0..4 {
        two.act("{}");
    }
    two.state();
    two.is_disconnected();
    let run = Run::of(child.wait_with_output().unwrap());
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(result["players"][0]["points"], 2500, "{result}");
}

#[test]
fn user_errors_are_reported_in_one_sentence() {
    let door = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = door.local_addr().unwrap().port();
    let folder = Folder::with(&[]);
    let run = |words: &str| Run::of(folder.command(&words.split(' ').collect::<Vec<_>>()).output().unwrap());
    run(&format!("serve flowers --against Sower --ports {port}"))
        .is_user_error(&["in use by another program"]);
    run("serve flowers --against Nobody").is_user_error(&["Flower farm has no player \"Nobody\""]);
    let run = run("serve tron");
    assert_eq!(run.status, 2);
    run.tells(&["Light cycles does not support this command"]);
}

#[test]
fn the_skeleton_plays_as_the_same_file_does_in_a_match() {
    let mut server = Server::start("--against Sower --games 2");
    let folder = Folder::with(&[]);
    assert_eq!(Run::of(folder.command(&["flowers", "skeleton", "."]).output().unwrap()).status, 0);
    let settings = |name: &str, from: &str, to: &str| {
        let text = folder.read(name);
        assert!(text.contains(from), "{name}");
        folder.write(name, text.replace(from, to));
    };
    settings("bot.py", "AMOUNT_OF_GAMES = 10000", "AMOUNT_OF_GAMES = 2");
    settings("mysocket.py", "8081", &server.ports[0].to_string());
    let client = std::process::Command::new("python3").arg("mysocket.py").current_dir(folder.path()).output();
    let client = Run::of(client.unwrap());
    assert_eq!((client.status, client.err.as_str()), (0, ""));
    assert_eq!(server.line(), "Game 1 is discarded: a client has restarted");
    let line = server.line();
    let result = folder.json("flowers bot.py Sower --board picture --seed 1");
    let message_text = format!(
        "Game 2: TEAM 1 {}, Sower {};",
        result["players"][0]["points"], result["players"][1]["points"]
    );
    assert!(line.starts_with(&message_text), "{line} is not {message_text}");
    server.exits_successfully();
}
