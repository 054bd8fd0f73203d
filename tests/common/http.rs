//! The `wag client` under test, and a plain HTTP client that sends any bytes.

use crate::common::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The remark on standard error of a command with `--no-sandbox`.
pub const NO_SANDBOX: &str =
    "--no-sandbox: what you have named runs outside the sandbox, with your permissions\n";

/// An AI that does nothing but print a line each turn.
/// An AI that does nothing but print a line each turn.
pub const TALKER: &str = "from classes import *\nprint('round', roundState.getRoundNumber())\n";
/// An AI that is slow, and writes its process id to a file.
pub const SLOW: &str = "import os, time
if not os.path.exists('pid'): open('pid', 'w').write(str(os.getpid()))
time.sleep(0.02)
";

/// Returns a request for a match of Warriors & Gatherers, as the pages send it.
pub fn match_request(players: &[&str], map: &str, rounds: u32) -> Value {
    json!({ "players": players, "options": { "map": map, "rounds": rounds.to_string() } })
}

/// A running `wag client`, killed when it is dropped.
pub struct Client {
    pub folder: Folder,
    pub home: PathBuf,
    pub process: Child,
    pub port: u16,
    pub token: String,
}

/// An HTTP response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Client {
    /// Starts a client for a learner without any progress.
    pub fn start(files: &[(&str, &str)]) -> Client {
        Client::start_in(Folder::with(files), None)
    }

    pub fn start_in(folder: Folder, home: Option<&Path>) -> Client {
        let home = home.map_or_else(|| folder.path().join("home"), Path::to_path_buf);
        let mut command = folder.command(&["client", "--no-open", "--no-sandbox"]);
        command.env("WAG_HOME", &home);
        Client::of(command, folder, home)
    }

    /// Starts a client with this time limit per turn, in seconds.
    pub fn with_turn_time(seconds: &str, files: &[(&str, &str)]) -> Client {
        let folder = Folder::with(files);
        let home = folder.path().join("home");
        let mut command = folder.command(&["client", "--no-open", "--no-sandbox", "--turn-time", seconds]);
        command.env("WAG_HOME", &home);
        Client::of(command, folder, home)
    }

    /// Starts a client with this command.
    pub fn of(mut command: Command, folder: Folder, home: PathBuf) -> Client {
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let (_, rest) = line.trim().split_once("http://127.0.0.1:").expect("an address is printed");
        let (port, token) = rest.split_once("/?token=").expect("with a token");
        let (port, token) = (port.parse().unwrap(), token.to_string());
        Client { folder, home, process, port, token }
    }

    /// Sends these bytes and reads the complete response.
    pub fn raw(&self, bytes: &[u8]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // A server that refuses a long body need not read it.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body: answer[end + 4..].to_vec() }
    }

    /// Sends a request with only these headers and `Connection`.
    pub fn with(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut bytes = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n").into_bytes();
        for (name, value) in headers {
            bytes.extend(format!("{name}: {value}\r\n").into_bytes());
        }
        bytes.extend(format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes());
        bytes.extend(body);
        self.raw(&bytes)
    }

    pub fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Sends a request as the pages do.
    pub fn request(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let headers = [
            ("Host", self.host()),
            ("X-Wag-Token", self.token.clone()),
            ("Content-Type", "application/json".into()),
        ];
        let headers: Vec<(&str, &str)> =
            headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.with(method, path, &headers, body)
    }

    pub fn get(&self, path: &str) -> Value {
        self.request("GET", path, b"").json(200)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path, body.to_string().as_bytes())
    }

    /// Starts a match of four players on the meadow.
    pub fn run(&self, players: [&str; 4], rounds: u32) -> Value {
        let mut match_request = match_request(&players, "meadow", rounds);
        match_request["seed"] = json!(7);
        self.post("/api/run", &match_request).json(200)
    }

    /// Returns the current run.
    pub fn now(&self) -> Value {
        self.get("/api/start")["run"].clone()
    }

    /// Waits until the run is over, and returns it.
    pub fn finished(&self) -> Value {
        self.until(|run| run["state"] != "running")
    }

    /// Waits until the run meets the condition, and returns it.
    pub fn until(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let run = self.now();
            if is_so(&run) {
                return run;
            }
            assert!(began.elapsed() < PATIENCE, "{run}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Opens the event stream of runs. Reading from it blocks until the next event.
    pub fn events(&self) -> Events {
        self.events_at("/api/run/events")
    }

    pub fn events_at(&self, path: &str) -> Events {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (host, token) = (self.host(), &self.token);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nX-Wag-Token: {token}\r\n\r\n").unwrap();
        Events { lines: BufReader::new(stream) }
    }

    /// Waits for the end of the process. Returns its status and its output.
    pub fn ended(&mut self) -> (Option<i32>, String) {
        let began = Instant::now();
        while self.process.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < PATIENCE, "it does not end");
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut err = String::new();
        self.process.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.process.wait().unwrap().code(), err)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Answer {
    #[track_caller]
    pub fn json(&self, status: u16) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        assert_eq!(self.status, status, "{text}");
        serde_json::from_str(&text).unwrap_or_else(|err| panic!("{err}: {text}"))
    }

    /// Checks for this status and a one-line error that contains these words.
    #[track_caller]
    pub fn refused(&self, status: u16, words: &str) {
        let error = self.json(status)["error"].as_str().unwrap().to_string();
        assert!(error.contains(words), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// A stream of server-sent events.
pub struct Events {
    lines: BufReader<TcpStream>,
}

impl Events {
    /// Returns the events of a stream whose request has been sent. Waits until the server has answered.
    pub fn of(stream: TcpStream) -> Events {
        let mut lines = BufReader::new(stream);
        let mut line = String::new();
        lines.read_line(&mut line).unwrap();
        assert!(line.contains(" 200 "), "{line}");
        Events { lines }
    }

    /// Returns the next event of this name, or `None` at the end of the stream.
    pub fn next(&mut self, name: &str) -> Option<Value> {
        let mut is_it = false;
        loop {
            let mut line = String::new();
            if self.lines.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if let Some(event) = line.trim().strip_prefix("event: ") {
                is_it = event == name;
            }
            if let Some(data) = line.trim().strip_prefix("data: ").filter(|_| is_it) {
                return serde_json::from_str(data).ok();
            }
        }
    }
}
