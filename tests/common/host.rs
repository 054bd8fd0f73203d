//! The `wag host` under test, and people who use it through HTTP.

use crate::common::Folder;
use crate::common::http::{Answer, Events};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Long enough for a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running `wag host`, killed when it is dropped. Its folder is `school`.
pub struct Host {
    pub folder: Folder,
    pub process: Child,
    pub port: u16,
    /// The owner's code, if the server has printed one.
    pub owner_code: Option<String>,
    /// The class link, if the server has printed one.
    pub class_link: Option<String>,
    /// What the server has printed at its start.
    pub greeting: String,
}

/// Somebody with a browser: sends the cookies that were set.
pub struct Person<'h> {
    host: &'h Host,
    pub cookie: String,
}

impl Host {
    /// Starts a server on a new folder.
    pub fn start() -> Host {
        Host::start_in(Folder::with(&[]), &[])
    }

    /// Starts a server on the folder `school` in a folder, with more arguments.
    pub fn start_in(folder: Folder, arguments: &[&str]) -> Host {
        let command = command(&folder, arguments);
        Host::of(command, folder)
    }

    /// Starts a server that kills itself at a step, see `crates/store/src/crash.rs`.
    pub fn start_to_crash(folder: Folder, step: &str) -> Host {
        Host::start_with(folder, &[], ("WAG_CRASH_AT", step))
    }

    /// Starts a server with more arguments and an environment variable.
    pub fn start_with(folder: Folder, arguments: &[&str], (name, value): (&str, &str)) -> Host {
        let mut command = command(&folder, arguments);
        command.env(name, value);
        Host::of(command, folder)
    }

    /// Starts a server, and waits until it kills itself at a step that it takes without a request.
    pub fn crash(folder: Folder, step: &str) -> Folder {
        let mut command = command(&folder, &[]);
        let ended = command.env("WAG_CRASH_AT", step).stdout(Stdio::null()).status().unwrap();
        assert_eq!(ended.signal(), Some(9), "{step}: {ended}");
        folder
    }

    /// Waits until the server has killed itself, and returns its folder.
    #[track_caller]
    pub fn crashed(mut self) -> Folder {
        let ended = self.process.wait().unwrap();
        assert_eq!(ended.signal(), Some(9), "{ended}");
        std::mem::replace(&mut self.folder, Folder::with(&[]))
    }

    /// Kills the server, and returns its folder.
    pub fn stop(mut self) -> Folder {
        self.process.kill().unwrap();
        self.crashed()
    }

    /// Starts a server that logs as much as it can, into the file `log.txt` of its folder.
    pub fn start_logged() -> Host {
        let folder = Folder::with(&[]);
        let log = std::fs::File::create(folder.path().join("log.txt")).unwrap();
        let mut command = command(&folder, &[]);
        command.env("RUST_LOG", "debug").stderr(log);
        Host::of(command, folder)
    }

    /// Starts the server that a command describes, in the folder `school` of a folder.
    fn of(mut command: Command, folder: Folder) -> Host {
        let mut process = command.spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map(Result::unwrap);
        let (mut port, mut owner_code, mut class_link, mut greeting) = (0, None, None, String::new());
        for line in lines.by_ref() {
            if let Some((_, rest)) = line.split_once("http://127.0.0.1:") {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                port = digits.parse().unwrap();
            }
            owner_code = line.strip_prefix("Your code: ").map(str::to_string).or(owner_code);
            let link = line
                .split_once("scan this, or open ")
                .map(|(_, link)| link.trim_end_matches(':').to_string());
            class_link = link.or(class_link);
            greeting += &format!("{line}\n");
            if line.contains("Ctrl+C") {
                break;
            }
        }
        // The pipe stays open, so that the server can print.
        std::thread::spawn(move || lines.for_each(drop));
        Host { folder, process, port, owner_code, class_link, greeting }
    }

    /// Kills the server, and starts it again on its folder.
    pub fn restart(self) -> Host {
        self.restart_with(&[])
    }

    /// Kills the server, and starts it again on its folder with more arguments.
    pub fn restart_with(self, arguments: &[&str]) -> Host {
        Host::start_in(self.stop(), arguments)
    }

    pub fn visitor(&self) -> Person<'_> {
        Person { host: self, cookie: String::new() }
    }

    /// Returns somebody who has logged in with a code.
    #[track_caller]
    pub fn with_code(&self, code: &str) -> Person<'_> {
        let mut person = self.visitor();
        let answer = person.post("/api/login", &json!({ "code": code, "shared": false }));
        answer.json(200);
        person.take_cookie(&answer);
        person
    }

    #[track_caller]
    pub fn owner(&self) -> Person<'_> {
        self.with_code(self.owner_code.as_deref().expect("the first start prints the code"))
    }

    fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let usual = ["host", "school", "--port", "0", "--as-root", "--without-groups"];
    let mut command = folder.command(&[&usual, arguments].concat());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    command
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Person<'_> {
    /// Takes the cookie that an answer sets.
    pub fn take_cookie(&mut self, answer: &Answer) {
        if let Some(cookie) = answer.header("set-cookie") {
            self.cookie = cookie.split(';').next().unwrap_or_default().to_string();
        }
    }

    /// Sends a request as the pages do, with these headers in addition.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let answer = self.exchange(method, path, headers, body);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, body: body_of(&head, &answer[end + 4..]), head }
    }

    /// Sends a request, and returns the bytes of the answer; none if the server ends without one.
    pub fn exchange(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
        let origin = self.host.origin();
        let address = origin.trim_start_matches("http://");
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nHost: {address}\r\n");
        if method != "GET" {
            text += &format!("Origin: {origin}\r\nX-Wag: 1\r\n");
        }
        if !self.cookie.is_empty() {
            text += &format!("Cookie: {}\r\n", self.cookie);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text += &format!("Content-Length: {}\r\n\r\n", body.len());
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        // A server that refuses a long body need not read it.
        let _ = stream.write_all(&[text.as_bytes(), body].concat());
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    pub fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], b"")
    }

    /// Opens an event stream. Reading from it blocks until the next event.
    pub fn events(&self, path: &str) -> Events {
        let origin = self.host.origin();
        let address = origin.trim_start_matches("http://");
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {}\r\n\r\n", self.cookie).unwrap();
        Events::of(stream)
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.send_json("POST", path, body)
    }

    pub fn send_json(&self, method: &str, path: &str, body: &Value) -> Answer {
        self.send(method, path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    /// Sends a CSV file.
    pub fn post_csv(&self, path: &str, body: &[u8]) -> Answer {
        self.send("POST", path, &[("Content-Type", "text/csv")], body)
    }
}

/// Returns the body of a response, whose pieces are joined.
fn body_of(head: &str, bytes: &[u8]) -> Vec<u8> {
    if !head.to_lowercase().contains("transfer-encoding: chunked") {
        return bytes.to_vec();
    }
    let (mut body, mut rest) = (Vec::new(), bytes);
    while let Some(end) = rest.windows(2).position(|two| two == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).unwrap().trim(), 16).unwrap();
        if length == 0 {
            break;
        }
        body.extend(&rest[end + 2..end + 2 + length]);
        rest = &rest[end + 4 + length..];
    }
    body
}
