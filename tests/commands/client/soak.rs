//! A client in use for a whole course: thousands of matches, hundreds of page loads, tournaments, and invalid files.
//! Its memory at the end must be bounded.

use crate::common::http::Client;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The maximum memory at the end, in MB.
const MEMORY_MB_MAX: u64 = 150;
/// The time limit for a match or a tournament.
const PATIENCE: Duration = Duration::from_secs(120);

/// The number of each operation. `WAG_SOAK_PERCENT=10` runs a tenth of it.
struct Amounts {
    matches: usize,
    loads: usize,
    tournaments: usize,
    malformed: usize,
}

impl Amounts {
    fn wanted() -> Amounts {
        let percent =
            std::env::var("WAG_SOAK_PERCENT").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
        let part = |whole: usize| (whole * percent).div_ceil(100);
        Amounts { matches: part(2000), loads: part(200), tournaments: part(50), malformed: part(100) }
    }
}

/// Returns the current and the maximum memory of the process, in MB.
fn memory(client: &Client) -> (u64, u64) {
    let status = fs::read_to_string(format!("/proc/{}/status", client.process.id())).unwrap();
    let value = |name: &str| -> u64 {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.split_whitespace().next().unwrap().parse().unwrap()
    };
    (value("VmRSS:") / 1024, value("VmHWM:") / 1024)
}

#[test]
#[ignore = "takes minutes: make test-slow"]
fn memory_is_bounded_after_long_use() {
    let client = Client::start(&[("idle.py", "from classes import *\n")]);
    let amounts = Amounts::wanted();
    let message = |what: &str| {
        let (now, most) = memory(&client);
        println!("{what}: {now} MB, {most} MB at most");
    };
    message("at the start");
    (0..amounts.matches).for_each(|number| play(&client, number));
    message("after the matches");
    (0..amounts.loads).for_each(|_| load(&client));
    message("after the page loads");
    (0..amounts.tournaments).for_each(|number| tournament(&client, number));
    message("after the tournaments");
    malformed(&client, amounts.malformed);
    message("at the end");
    let (now, _) = memory(&client);
    assert!(now < MEMORY_MB_MAX, "{now} MB");
}

/// Plays a match, mostly a short one.
fn play(client: &Client, number: usize) {
    let wanted = match number % 20 {
        0 => {
            json!({ "game": "warriors", "players": ["idle.py", "Noob", "Noob", "Noob"], "options": { "rounds": "20" } })
        }
        _ => json!({ "game": "tron", "players": ["Straight", "Roomy"] }),
    };
    client.post("/api/run", &wanted).json(200);
    client.finished();
}

/// Requests the resources that a page with the last match loads.
fn load(client: &Client) {
    for path in ["/", "/web/style.css", "/web/main.js", "/web/shell/app.js", "/web/docs/en/warriors.md"] {
        assert_eq!(client.request("GET", path, b"").status, 200, "{path}");
    }
    let run = client.events().next("run").expect("the last run is told at once");
    let replay = run["replay"].as_str().unwrap();
    for part in ["", "/overview", "/chunks/0", "/file", "/page"] {
        let path = format!("/api/replays/{replay}{part}");
        assert_eq!(client.request("GET", &path, b"").status, 200, "{path}");
    }
    client.get("/api/start?game=warriors");
    client.get("/api/saves");
    client.get("/api/tournaments?game=tron");
}

fn tournament(client: &Client, number: usize) {
    let wanted =
        json!({ "game": "tron", "players": ["Straight", "Roomy"], "games": 10, "seats": 2, "seed": number });
    let file = client.post("/api/tournaments", &wanted).json(200)["file"].as_str().unwrap().to_string();
    let began = Instant::now();
    while client.get("/api/tournaments?game=tron")["now"]["state"] == "running" {
        assert!(began.elapsed() < PATIENCE, "{file} does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    client.get(&format!("/api/tournaments/{file}"));
    client.get(&format!("/api/tournaments/{file}/matches"));
}

/// Uploads truncated, changed or made-up replays and tournaments. Each must be refused, or shown as far as possible.
fn malformed(client: &Client, count: usize) {
    let replay = newest(&client.folder.path().join("saves"));
    let database = fs::read(client.folder.path().join("tournament.db")).unwrap();
    for number in 0..count {
        let bytes = damaged(if number % 2 == 0 { &replay } else { &database }, number);
        let answer = client.request("POST", "/api/replays", &bytes);
        if answer.status == 200 {
            let id = answer.json(200)["id"].as_str().unwrap().to_string();
            for part in ["", "/overview", "/chunks/0"] {
                client.request("GET", &format!("/api/replays/{id}{part}"), b"");
            }
        }
        client.folder.write("forged.db", &bytes);
        client.folder.write("forged.map", &bytes);
        for path in
            ["/api/tournaments?game=tron", "/api/tournaments/forged.db", "/api/tournaments/forged.db/matches"]
        {
            assert_ne!(client.request("GET", path, b"").status, 500, "{path}");
        }
        client.request("GET", "/api/preview/map/forged.map?game=warriors", b"");
        let body: Value = json!({ "players": vec!["x".repeat(number); number * 50] });
        assert_ne!(client.post("/api/tournaments", &body).status, 500);
    }
}

fn newest(folder: &Path) -> Vec<u8> {
    let files = fs::read_dir(folder).unwrap().flatten().map(|entry| entry.path());
    let replays = files.filter(|path| path.extension().is_some_and(|ending| ending == "wag"));
    fs::read(replays.max().expect("there are replays")).unwrap()
}

/// Returns damaged bytes, the same for the same number: truncated, with some changed bytes, or long and random.
fn damaged(whole: &[u8], number: usize) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    match number / 2 % 3 {
        0 => bytes.truncate(bytes.len() * (number + 1) / 128),
        1 => (0..40).for_each(|step| {
            let at = (number * 7919 + step * 104_729) % bytes.len();
            bytes[at] ^= 1 << (step % 8);
        }),
        _ => bytes.extend(std::iter::repeat_n(b'9', 4 << 20)),
    }
    bytes
}
