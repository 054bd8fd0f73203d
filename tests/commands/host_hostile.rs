//! Hostile AIs as the files of a pupil, through the server: as runs, checks, hand-ins and matches. A word that nobody else
//! may read is in every folder, in the database, in the environment, and in the AI of a classmate.

use super::host_contest::{Class, class, text, until};
use crate::common::host::{Host, Person};
use crate::common::{Folder, project};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

const CANARY: &str = "canary7f3a";

/// The files in `tests/hostile/` that reach for something outside of their own process.
const REACHING: [&str; 12] = [
    "reads_secrets",
    "follows_a_link_out",
    "looks_around_in_memory",
    "kills_others",
    "traces_others",
    "traces_the_engine",
    "phones_home",
    "shares_memory",
    "forges_an_answer",
    "starts_a_program",
    "escapes_its_limits",
    "tells_lies_in_colour",
];

/// A classmate's AI, which has the canary wherever an AI can have it.
const SECRETIVE: &str = r#"from classes import *
# canary7f3a
canary7f3a = "canary7f3a"
print("canary7f3a", canary7f3a)
annotate(roundState.getBase(), "canary7f3a", color="red")
def canary7f3a_function():
    raise ValueError("canary7f3a")
if roundState.getRoundNumber() % 2 == 0:
    canary7f3a_function()
"#;

/// An AI that looks into places, and prints what it finds.
const SPY: &str = r#"from classes import *
import os
for path in PLACES:
    try:
        with open(path, "rb") as file:
            print("KEPT", path, file.read(100))
    except Exception:
        pass
    try:
        print("KEPT", path, os.listdir(path))
    except Exception:
        pass
print("looked around", dict(os.environ))
"#;

/// Returns an AI that looks into all folders of the server, and into those of its own worker.
fn spy(school: &Path) -> String {
    // The names in the account's own folders can be listed, but hidden files cannot be read.
    let inside = [
        "/mnt",
        "/mnt/workspace/.wag/runs.json",
        "/mnt/workspace/.wag/last_match.json",
        "/proc/1/environ",
        "/proc/1/cmdline",
        "/etc/shadow",
        "/root",
        "/run",
    ];
    let outside =
        ["", "wag.db", "host.toml", "workspaces", "jobs", "blobs", "logs", "replays", "incoming", "backups"];
    let outside = outside.map(|name| school.join(name).display().to_string());
    let places: Vec<String> = inside.map(str::to_string).into_iter().chain(outside).collect();
    SPY.replace("PLACES", &format!("{places:?}"))
}

fn save(person: &Person<'_>, name: &str, code: &str) {
    let body = json!({ "text": code, "version": null });
    let saved = person.send_json("PUT", &format!("/api/files/{name}"), &body);
    assert_eq!(saved.status, 200, "{name}: {}", String::from_utf8_lossy(&saved.body));
}

/// Everything that a person has read.
#[derive(Default)]
struct Answers(String);

impl Answers {
    fn read(&mut self, person: &Person<'_>, path: &str) -> Value {
        let answer = person.get(path);
        self.0 += &answer.head;
        self.0 += &String::from_utf8_lossy(&answer.body);
        serde_json::from_slice(&answer.body).unwrap_or_default()
    }

    fn post(&mut self, person: &Person<'_>, path: &str, body: &Value) -> u16 {
        let answer = person.post(path, body);
        self.0 += &String::from_utf8_lossy(&answer.body);
        answer.status
    }

    /// Reads a replay in all the ways that the pages have, and as text.
    fn replay(&mut self, person: &Person<'_>, id: &str) {
        for part in ["", "/overview", "/chunks/0", "/explanation", "/page"] {
            self.read(person, &format!("/api/replays/{id}{part}"));
        }
        let file = person.get(&format!("/api/replays/{id}/file"));
        self.exported(&file.body);
    }

    fn exported(&mut self, replay: &[u8]) {
        let folder = Folder::with(&[]);
        folder.write("match.wag", replay);
        let exported = folder.command(&["replay", "export", "match.wag", "--json"]).output().unwrap();
        assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
        self.0 += &String::from_utf8_lossy(&exported.stdout);
    }

    #[track_caller]
    fn check(&self, what: &str) {
        let at = self.0.find(CANARY);
        let found = at.map(|at| &self.0[at.saturating_sub(300)..(at + 100).min(self.0.len())]);
        assert_eq!(found, None, "{what}");
    }
}

#[test]
fn hostile_files_of_a_pupil_find_nothing_and_disturb_nobody() {
    let host = Host::start_with(Folder::with(&[]), &["--slots", "2"], ("WAG_TEST_SECRET", CANARY));
    let class = class(&host);
    let school = host.folder.path().canonicalize().unwrap().join("school");
    let (anna, ben) = (class.pupil(&host, "Anna"), class.pupil(&host, "Ben"));
    save(&ben, "secret.py", SECRETIVE);
    assert_eq!(class.hand_in(&ben, SECRETIVE, "b1")["state"], "valid");
    for place in ["logs/canary", "replays/canary", "incoming/canary", "jobs/canary"] {
        fs::create_dir_all(school.join(place)).unwrap();
        fs::write(school.join(place).join(CANARY), CANARY).unwrap();
    }
    let mut answers = Answers::default();
    let opponents = answers.read(&anna, &class.at("/opponents"));
    let opponent = format!("hand-in:{}", text(&opponents[0]["hand_in"]));
    plays(&host, &class, &opponent, &mut answers);
    checks_a_lesson(&host, &class, &mut answers);
    hands_in(&host, &class, &mut answers);
    answers.check("an answer to Anna");
    let own = files_below(&school.join("workspaces").join(&class.pupils[0].1));
    Answers(own).check("a file of Anna");

    // Ben's files are as they were, and his AI plays.
    let ben_folder = school.join("workspaces").join(&class.pupils[1].1);
    assert_eq!(fs::read_to_string(ben_folder.join("secret.py")).unwrap(), SECRETIVE);
    let run = run(&ben, &["secret.py", "Noob", "Noob", "Noob"], &mut Answers::default());
    assert_eq!(run["state"], "done", "{run}");
}

/// Plays the files of Anna against each other and a classmate, and checks them.
fn plays(host: &Host, class: &Class, opponent: &str, answers: &mut Answers) {
    let anna = class.pupil(host, "Anna");
    let school = host.folder.path().canonicalize().unwrap().join("school");
    save(&anna, "spy.py", &spy(&school));
    for name in REACHING {
        let code = fs::read_to_string(project().join(format!("tests/hostile/{name}.py"))).unwrap();
        save(&anna, &format!("{name}.py"), &code);
    }
    let names: Vec<String> = ["spy"].iter().chain(&REACHING).map(|name| format!("{name}.py")).collect();
    for group in names.chunks(3) {
        let mut players: Vec<&str> = group.iter().map(String::as_str).collect();
        players.push(opponent);
        players.resize(4, "Noob");
        let run = run(&anna, &players, answers);
        assert_eq!(run["state"], "done", "{group:?}: {run}");
        answers.replay(&anna, &text(&run["replay"]));
        // The files print `KEPT` when they have found something.
        let own = school.join("workspaces").join(&class.pupils[0].1);
        for name in group {
            let log = fs::read_to_string(own.join(name.replace(".py", ".log"))).unwrap();
            assert!(!log.contains("KEPT"), "{name}: {log}");
        }
    }
    for name in &names {
        assert_eq!(answers.post(&anna, &format!("/api/files/{name}/check"), &json!({})), 200, "{name}");
    }
    for path in ["/api/start", "/api/files", "/api/saves", "/api/course", "/api/jobs", "/api/me"] {
        answers.read(&anna, path);
    }
}

/// Plays a match of two rounds, and waits for its end.
fn run(person: &Person<'_>, players: &[&str], answers: &mut Answers) -> Value {
    let form = json!({ "players": players, "options": { "rounds": "2" } });
    let asked = person.post("/api/run", &form);
    assert_eq!(asked.status, 200, "{players:?}: {}", String::from_utf8_lossy(&asked.body));
    let run = until(|| person.get("/api/start").json(200)["run"].clone(), |run| run["state"] != "running");
    answers.0 += &run.to_string();
    run
}

/// Puts files in the place of the first lesson's, and has the lesson checked.
fn checks_a_lesson(host: &Host, class: &Class, answers: &mut Answers) {
    let anna = class.pupil(host, "Anna");
    let school = host.folder.path().canonicalize().unwrap().join("school");
    let lesson = answers.read(&anna, "/api/course")["lessons"][0]["id"].clone();
    let asked = json!({ "lesson": lesson });
    let file = text(&anna.post("/api/course/begin", &asked).json(200)["file"]);
    let address = format!("/api/files/{file}");
    for name in ["kills_others", "reads_secrets", "follows_a_link_out", "spy"] {
        let code = fs::read_to_string(project().join(format!("tests/hostile/{name}.py")));
        let code = code.unwrap_or_else(|_| spy(&school));
        let version = anna.get(&address).json(200)["version"].clone();
        let saved = anna.send_json("PUT", &address, &json!({ "text": code, "version": version }));
        assert_eq!(saved.status, 200, "{name}");
        assert_eq!(answers.post(&anna, "/api/course/check", &asked), 200, "{name}");
        answers.read(&anna, "/api/course");
        let logs = logs_below(&school.join("workspaces").join(&class.pupils[0].1));
        // The names of files in the pupil's own folder are no secret; what is in them is.
        let is_name = |line: &&str| line.starts_with("KEPT /mnt/workspace/.wag ['");
        let found: Vec<&str> = logs.lines().filter(|line| line.contains("KEPT") && !is_name(line)).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

/// Hands in some of the files, and reads the matches of the ladder in which they play.
fn hands_in(host: &Host, class: &Class, answers: &mut Answers) {
    let anna = class.pupil(host, "Anna");
    let school = host.folder.path().canonicalize().unwrap().join("school");
    for (number, name) in ["kills_others", "reads_secrets", "spy"].iter().enumerate() {
        let file = project().join(format!("tests/hostile/{name}.py"));
        let code = fs::read_to_string(file).unwrap_or_else(|_| spy(&school));
        let checked = class.hand_in(&anna, &code, &format!("a{number}"));
        assert_eq!(checked["state"], "valid", "{name}: {checked}");
        answers.0 += &checked.to_string();
    }
    let id = &class.pupils[0].1;
    let address = class.at(&format!("/matches?entry={id}"));
    let matches =
        until(|| anna.get(&address).json(200), |now| !now["matches"].as_array().unwrap().is_empty());
    answers.0 += &matches.to_string();
    let address = format!("/api/matches/{}", text(&matches["matches"][0]["id"]));
    answers.exported(&anna.get(&format!("{address}/replay")).body);
    let log = String::from_utf8(anna.get(&format!("{address}/log")).body).unwrap();
    assert!(!log.is_empty() && !log.contains("KEPT"), "{log}");
    answers.0 += &log;
    for path in ["/table", "/hand-ins", ""] {
        answers.read(&anna, &class.at(path));
    }
}

/// Returns the contents of all logs below a folder.
fn logs_below(folder: &Path) -> String {
    let mut found = String::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match entry.is_dir() {
            true => found += &logs_below(&entry),
            false if entry.extension().is_some_and(|end| end == "log") => {
                found += &String::from_utf8_lossy(&fs::read(entry).unwrap());
            }
            false => {}
        }
    }
    found
}

/// Returns the names and contents of all files below a folder.
fn files_below(folder: &Path) -> String {
    let mut found = String::new();
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
        found += &entry.path().display().to_string();
        match entry.file_type().unwrap().is_dir() {
            true => found += &files_below(&entry.path()),
            false => found += &String::from_utf8_lossy(&fs::read(entry.path()).unwrap()),
        }
    }
    found
}
