//! Plays a game without a drawing module over HTTP. The server runs in its own process, because a process has only one
//! current folder.

use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use wag_play::LimitOptions;
use wag_server::{Options, Workspace};

/// The environment variable that is set in the process started by the test.
const ALONE: &str = "WAG_TEST_ALONE";
/// A program that plays the test game: it moves to each multiple of five that it can reach.
const COUNTER: &str = "#!/bin/sh
read hello
while read round count; do
    step=$((5 - count % 5))
    [ \"$round\" = end ] || echo $((step > 3 ? 3 : step))
done
";
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn game_without_drawing_can_be_played_from_the_pages() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--exact", "tests::pages::plays_fives", "--ignored", "--nocapture"];
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(words).current_dir(folder.path()).env(ALONE, "1");
    let output = command.env("WAG_HOME", folder.path().join("home")).output().unwrap();
    let texts = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success() && texts[0].contains("1 passed"), "{}\n{}", texts[0], texts[1]);
}

#[test]
#[ignore = "the test above starts it in a folder of its own"]
fn plays_fives() {
    if std::env::var_os(ALONE).is_none() {
        return;
    }
    let folder = std::env::current_dir().unwrap().canonicalize().unwrap();
    std::fs::write("seven.txt", "7\n").unwrap();
    std::fs::write("words.txt", "seven\n").unwrap();
    std::fs::write("counter", COUNTER).unwrap();
    std::fs::set_permissions("counter", std::fs::Permissions::from_mode(0o755)).unwrap();
    let limits = LimitOptions {
        rights: wag_play::Rights { no_sandbox: true, ..Default::default() },
        ..LimitOptions::default()
    };
    let workspace = Workspace { folder: folder.clone(), limits, is_hosted: false, warn: |_| () };
    let stop = Arc::new(AtomicBool::new(false));
    let options = Options { port: 0, workspace, home: Some(folder.join("home")), shown: None, stop };
    let (tell, address) = mpsc::channel();
    let server = std::thread::spawn(move || {
        let served = wag_server::serve(options, |address| {
            tell.send(address.to_string()).unwrap();
            None
        });
        served.unwrap();
    });
    let page = Page::at(&address.recv_timeout(PATIENCE).unwrap());
    is_offered(&page);
    challenge(&page);
    one_match(&page, &folder);
    with_a_person(&page);
    page.ask("POST", "/api/stop", "{}");
    server.join().unwrap();
}

fn is_offered(page: &Page) {
    let start = page.get("/api/start?game=fives");
    assert_eq!((&start["title"], &start["person"]), (&json!("Fives"), &json!("human")));
    assert_eq!((&start["seats"], &start["filler"]), (&json!({ "least": 2, "most": 2 }), &Value::Null));
    let options = start["options"].as_array().unwrap();
    let kinds: Vec<_> = options.iter().map(|option| option["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["number", "choice", "flag", "file"]);
    let files: Vec<_> =
        options[3]["files"].as_array().unwrap().iter().map(|file| (&file["name"], &file["title"])).collect();
    let words = ["zero", "from 0", "ten", "from 10", "seven.txt", "from 7"]
        .map(|word| Value::String(word.to_string()));
    let pairs: Vec<_> = words.chunks(2).map(|pair| (&pair[0], &pair[1])).collect();
    assert_eq!(files, pairs, "what is no count is left out");
    let usual = json!({ "rounds": "30", "pace": "quick", "count": "zero" });
    assert_eq!((&start["settings"]["game"], &start["settings"]["options"]), (&json!("fives"), &usual));
    let scene = page.get("/api/preview/count/seven.txt?game=fives");
    assert_eq!((&scene["rounds"], &scene["preview"]["count"]), (&json!(30), &json!(7)));
    let sharp = json!({ "game": "fives", "players": ["Sharper", "Slow"] });
    let (status, answer) = page.ask("POST", "/api/run", &sharp.to_string());
    assert!(
        status == 400 && answer["error"].as_str().unwrap().contains("the AI Sharper is locked"),
        "{answer}"
    );
}

/// Wins a challenge with a program of the user, and checks that this unlocks a built-in player.
fn challenge(page: &Page) {
    let run = page.played(&json!({ "game": "fives", "players": ["counter", ""], "challenge": "FIRST" }));
    let verdict = &run["verdict"];
    assert_eq!((&run["state"], &verdict["mastered"]), (&json!("done"), &json!(true)), "{run}");
    assert_eq!((&verdict["unlocked"], &verdict["source"]), (&json!(["Sharper"]), &Value::Null));
    let start = page.get("/api/start?game=fives");
    assert_eq!(start["stages"][0]["state"], "mastered");
}

fn one_match(page: &Page, folder: &Path) {
    let options = json!({ "rounds": "20", "pace": "slow", "second": "yes", "count": "seven.txt" });
    let wanted = json!({ "game": "fives", "players": ["Sharp", "Slow"], "options": options, "seed": 5 });
    let run = page.played(&wanted);
    assert_eq!((&run["state"], &run["error"]), (&json!("done"), &Value::Null));
    assert_eq!((&run["seed"], &run["rounds"]), (&json!(5), &json!(40)), "at the slow pace twice as many");
    let replay = format!("/api/replays/{}", run["replay"].as_str().unwrap());
    let head = page.get(&replay);
    assert_eq!(
        (&head["game"], &head["complete"], &head["map"]),
        (&json!("fives"), &json!(true), &json!("seven.txt"))
    );
    let players = head["players"].as_array().unwrap();
    let names: Vec<_> = players.iter().map(|player| player["name"].as_str().unwrap()).collect();
    assert_eq!((names, &head["winners"]), (vec!["Sharp", "Slow"], &json!([1])), "{head}");
    assert_eq!(players[0]["figures"], json!({ "points": 5 }));
    let chunk = page.get(&format!("{replay}/chunks/0"));
    let turns = chunk["turns"].as_array().unwrap();
    // The second player starts, at seven.
    assert_eq!((&turns[0]["seats"], &turns[0]["round"]), (&json!([2]), &json!(1)), "{chunk}");
    assert_eq!(turns[0]["events"], json!([{ "type": "counted", "seat": 2 }]));
    assert_eq!(turns[1]["seats"], json!([1]));
    let overview = page.get(&format!("{replay}/overview"));
    assert!(!overview["rounds"].as_array().unwrap().is_empty(), "{overview}");
    let remembered = page.get("/api/start?game=fives");
    assert_eq!(remembered["settings"]["options"], options);
    assert!(folder.join("Sharp.log").exists());
    let saves = page.get("/api/saves");
    assert_eq!(saves.as_array().unwrap().len(), 2);
}

fn with_a_person(page: &Page) {
    let wanted = json!({ "game": "fives", "players": ["human", "Slow"] });
    let (_, run) = page.ask("POST", "/api/run", &wanted.to_string());
    let state = page.until(|run| !run["question"].is_null());
    let question =
        json!({ "number": 1, "seat": 1, "choices": ["1", "2", "3"], "composes": false, "fault": null });
    assert_eq!(state["question"], question);
    let answer = json!({ "run": run["id"], "question": 1, "answer": "2" });
    assert_eq!(page.ask("POST", "/api/run/answer", &answer.to_string()).0, 204);
    page.until(|run| run["question"]["number"] == 2);
    let (_, cancelled) = page.ask("POST", "/api/run/cancel", "{}");
    assert_eq!(cancelled["state"], "cancelled");
}

/// A client that sends requests as the pages do.
struct Page {
    host: String,
    token: String,
}

impl Page {
    fn at(address: &str) -> Page {
        let (host, token) = address.strip_prefix("http://").unwrap().split_once("/?token=").unwrap();
        Page { host: host.to_string(), token: token.to_string() }
    }

    /// Sends a request, and returns the status and the JSON of the response.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let Page { host, token } = self;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nX-Wag-Token: {token}\r\nConnection: close\r\n\
            Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + body).as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    fn get(&self, path: &str) -> Value {
        let (status, answer) = self.ask("GET", path, "");
        assert_eq!(status, 200, "{path}: {answer}");
        answer
    }

    fn until(&self, is_so: impl Fn(&Value) -> bool) -> Value {
        let began = Instant::now();
        loop {
            let run = self.get("/api/start?game=fives")["run"].clone();
            if is_so(&run) {
                return run;
            }
            assert!(began.elapsed() < PATIENCE, "{run}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Starts a match and waits until it has ended.
    fn played(&self, wanted: &Value) -> Value {
        let (status, run) = self.ask("POST", "/api/run", &wanted.to_string());
        assert_eq!(status, 200, "{run}");
        self.until(|run| run["state"] != "running")
    }
}
