//! A match in a temporary folder, and its results.

use serde_json::Value;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Output;
use tempfile::TempDir;

/// The beginning of a log line about a refused order.
const REFUSED: [&str; 2] = ["*** Order refused: ", "*** Orders refused: "];

/// A board on which every base has land on two or three sides.
const MAP: &str = "mapVersion=3\n7\nTest\n0\n1R...R2\nR.....R\n..Y.X..\n...R...\n.......\nR.....R\n4R...R3\n";

/// A match to be played.
pub struct Case {
    folder: TempDir,
    ais: Vec<String>,
    options: Vec<OsString>,
    environment: Vec<(String, OsString)>,
    rounds: u32,
    turn_time: &'static str,
}

impl Case {
    /// Returns a match for two rounds with the AI `ai.py` on seat 1.
    pub fn new(ai: &str) -> Case {
        Case::of(&["ai.py"]).file("ai.py", ai)
    }

    /// Returns a match with these player specs. The other seats are Dummies that are out of reach.
    pub fn of(ais: &[&str]) -> Case {
        let case = Case {
            folder: tempfile::Builder::new().prefix("wag-test-").tempdir().expect("a temporary folder"),
            ais: ais.iter().map(|ai| ai.to_string()).collect(),
            options: Vec::new(),
            environment: Vec::new(),
            rounds: 2,
            turn_time: "30",
        };
        case.file("test.map", MAP)
    }

    /// Adds a file of this name, and its parent folders.
    pub fn file(self, name: &str, text: impl AsRef<[u8]>) -> Case {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("a new folder");
        std::fs::write(path, text).expect("a new file");
        self
    }

    /// Adds a second AI on seat 3.
    pub fn against(self, ai: &str) -> Case {
        let mut case = self.file("other/foe.py", ai);
        case.ais.extend(["Dummy".to_string(), "other/foe.py".to_string()]);
        case
    }

    pub fn rounds(mut self, rounds: u32) -> Case {
        self.rounds = rounds;
        self
    }

    pub fn turn_time(mut self, seconds: &'static str) -> Case {
        self.turn_time = seconds;
        self
    }

    pub fn option(mut self, name: &str, value: &str) -> Case {
        self.options.extend([name.into(), value.into()]);
        self
    }

    pub fn switch(mut self, name: &str) -> Case {
        self.options.push(name.into());
        self
    }

    /// Disables the sandbox.
    pub fn unconfined(self) -> Case {
        self.switch("--no-sandbox")
    }

    /// Uses the program's default time limit.
    pub fn without_turn_time(mut self) -> Case {
        self.turn_time = "";
        self
    }

    pub fn environment(mut self, name: &str, value: impl Into<OsString>) -> Case {
        self.environment.push((name.to_string(), value.into()));
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self) -> Output {
        crate::common::wag()
            .current_dir(&self.folder)
            .env_remove("VIRTUAL_ENV")
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .arg("play")
            .args(&self.ais)
            .args(vec!["Dummy"; 4 - self.ais.len()])
            .args([
                "--json",
                "--quiet",
                "--seed",
                "1",
                "--map",
                "test.map",
                "--log-dir",
                "logs",
                "--log",
                "plain",
            ])
            .args(["--rounds", &self.rounds.to_string()])
            .args(if self.turn_time.is_empty() { vec![] } else { vec!["--turn-time", self.turn_time] })
            .args(&self.options)
            .output()
            .expect("wag starts")
    }

    /// Plays the match, which must run to its end.
    #[track_caller]
    pub fn play(self) -> Played {
        let output = self.run();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{stderr}");
        let result = serde_json::from_slice(&output.stdout).expect("one JSON object");
        Played { folder: self.folder, result, stderr }
    }

    /// Plays the match, in which no player may have a fault. Returns it with the output of `ai` by round.
    #[track_caller]
    pub fn passes(self) -> Played {
        let played = self.play();
        for player in played.result["players"].as_array().expect("players") {
            let name = player["name"].as_str().expect("a name");
            assert_eq!(player["faults_total"], 0, "{name}: {:#}\n{}", player["faults"], played.log_of(name));
        }
        played
    }

    /// Tries to play the match, which must be refused because of an AI. Returns the terminal output and the log.
    #[track_caller]
    pub fn refused(self) -> (String, String) {
        let output = self.run();
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(4), "{stderr}");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(stdout.is_empty() || stdout.contains("\"kind\":\"cannot_start\""), "{stdout}");
        let log = std::fs::read(self.path("logs/ai.log")).unwrap_or_default();
        (stderr, String::from_utf8_lossy(&log).into_owned())
    }
}

/// A finished match.
pub struct Played {
    folder: TempDir,
    pub result: Value,
    pub stderr: String,
}

impl Played {
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn log_bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(&format!("logs/{name}.log"))).expect("a log")
    }

    pub fn log_of(&self, name: &str) -> String {
        String::from_utf8(self.log_bytes(name)).expect("UTF-8")
    }

    /// Returns the log of `ai`.
    pub fn log(&self) -> String {
        self.log_of("ai")
    }

    /// Returns the part of `ai`'s log about a round, without the header and the lines about refused orders.
    #[track_caller]
    pub fn round(&self, round: u32) -> String {
        let lines = self.round_of("ai", round);
        lines
            .split_inclusive('\n')
            .filter(|line| !REFUSED.iter().any(|start| line.starts_with(start)))
            .collect()
    }

    /// Returns the reasons of refused orders in `ai`'s log of a round.
    #[track_caller]
    pub fn refused(&self, round: u32) -> Vec<String> {
        let lines = self.round_of("ai", round);
        let reason = |line: &str| {
            let reason = REFUSED.iter().find_map(|start| line.strip_prefix(start))?;
            reason.strip_suffix(" ***").map(str::to_string)
        };
        lines.lines().filter_map(reason).collect()
    }

    #[track_caller]
    pub fn round_of(&self, name: &str, round: u32) -> String {
        let log = self.log_of(name);
        let head = format!("=== Round {round} (");
        let (_, rest) = log.split_once(&head).unwrap_or_else(|| panic!("no round {round} in\n{log}"));
        let (_, text) = rest.split_once(" ===\n").expect("the end of the header");
        text.split("=== ").next().expect("the first part").to_string()
    }

    pub fn player(&self, name: &str) -> &Value {
        let players = self.result["players"].as_array().expect("players");
        players.iter().find(|player| player["name"] == name).expect("a player of this name")
    }

    /// Returns the faults of a player as `kind round`, with their messages.
    pub fn faults(&self, name: &str) -> Vec<(String, String)> {
        let faults = self.player(name)["faults"].as_array().expect("faults");
        let text = |value: &Value| value.as_str().expect("text").to_string();
        faults
            .iter()
            .map(|fault| (format!("{} {}", text(&fault["kind"]), fault["round"]), text(&fault["message"])))
            .collect()
    }

    /// Returns the message of `ai`'s faults, which must be of this kind and the same in all rounds.
    #[track_caller]
    pub fn only_fault(&self, kind: &str) -> String {
        let faults = self.faults("ai");
        assert!(!faults.is_empty(), "no fault:\n{}", self.log());
        for (message_text, message) in &faults {
            assert!(message_text.starts_with(kind), "{message_text}: {message}\n{}", self.log());
        }
        faults[0].1.clone()
    }
}

/// Plays two rounds with the AI, which must not fail.
#[track_caller]
pub fn passes(ai: &str) -> Played {
    Case::new(ai).passes()
}

/// Plays one round with the AI, which must fail. Returns its log of the round.
#[track_caller]
pub fn fails(ai: &str) -> String {
    let played = Case::new(ai).rounds(1).play();
    played.only_fault("exception");
    played.round(1)
}

/// Returns the version of the embedded Python, such as `3.11`.
pub fn python_version() -> String {
    let output = crate::common::wag().arg("--version").output().expect("wag starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let (_, version) = text.split_once("(Python ").expect("the version of Python");
    version.trim_end().trim_end_matches(')').to_string()
}
