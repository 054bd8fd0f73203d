//! A temporary folder with AIs, and runs of `wag` in it.

#![allow(dead_code)] // Not every test program uses all of it.

#[cfg(target_os = "linux")]
pub mod gems;
pub mod host;
pub mod http;
pub mod mistakes;
pub mod modules;
pub mod terminal;

use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::LazyLock;

/// A learner's own two-player game.
pub const RACE: &str = "\
from two_player_games import *

class Race(Game):
    def __init__(self, player1, player2):
        super().__init__(player1, player2)
        self.total = 0
    def valid_moves(self):
        return [step for step in (1, 2) if self.total + step <= 10]
    def make_move(self, step):
        self.total += step
    def has_ended(self):
        return self.total == 10
    def winner(self):
        return self.waiting_player
";

/// A temporary folder for one test.
pub struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    /// Creates a folder with these files. Names may contain folders.
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder { dir: tempfile::tempdir().unwrap() };
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    /// Creates a folder outside `/tmp`, wherever the project is.
    pub fn outside_tmp(files: &[(&str, &str)]) -> Folder {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let outside = if target.starts_with("/tmp") { Path::new("/var/tmp") } else { target };
        let folder = Folder { dir: tempfile::tempdir_in(outside).unwrap() };
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    /// Creates a folder with the project's own yourAI.py and yourFunctions.py.
    pub fn with_your_ai() -> Folder {
        let read = |name: &str| fs::read_to_string(project().join(name)).unwrap();
        Folder::with(&[("yourAI.py", &read("yourAI.py")), ("yourFunctions.py", &read("yourFunctions.py"))])
    }

    pub fn path(&self) -> &Path {
        self.dir.path()
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        let bytes = fs::read(self.path().join(name)).unwrap_or_else(|err| panic!("{name}: {err}"));
        String::from_utf8(bytes).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    /// Returns the names in the folder, sorted.
    pub fn names(&self) -> Vec<String> {
        names(self.path())
    }

    /// Returns a command for `wag` with these words.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = wag();
        command.current_dir(self.path()).env("WAG_HOME", unlocked_home()).args(words).stdin(Stdio::null());
        // The width of the current terminal must not matter.
        command.env_remove("COLUMNS");
        command
    }

    /// Returns the names in a folder of this folder, sorted.
    pub fn names_in(&self, name: &str) -> Vec<String> {
        names(&self.path().join(name))
    }

    /// Runs `wag` with these words, split at blanks.
    pub fn wag(&self, words: &str) -> Run {
        Run::of(self.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
    }

    /// Runs a command that succeeds, and returns its output.
    pub fn succeeds(&self, words: &str) -> String {
        let run = self.wag(words);
        assert_eq!(run.status, 0, "{words}: {}{}", run.out, run.err);
        run.out
    }

    /// Runs `wag play` with these words, split at blanks.
    pub fn play(&self, words: &str) -> Run {
        let words: Vec<&str> = ["play"].into_iter().chain(words.split_whitespace()).collect();
        Run::of(self.command(&words).output().unwrap())
    }

    /// Plays with `--json --quiet`. Returns the JSON object, which must be the only output.
    pub fn json(&self, words: &str) -> Value {
        let run = self.play(&format!("{words} --json --quiet"));
        assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
        assert_eq!(run.out.lines().count(), 1, "{}", run.out);
        serde_json::from_str(&run.out).unwrap()
    }

    /// Starts `wag play`, and returns when the AI has written this file.
    pub fn play_until(&self, words: &str, sign: &str) -> Child {
        let words: Vec<&str> = ["play", "--no-sandbox"].into_iter().chain(words.split_whitespace()).collect();
        let mut command = self.command(&words);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        for _ in 0..30_000 {
            if self.has(sign) {
                return child;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        child.kill().and_then(|()| child.wait()).unwrap();
        panic!("{sign} did not appear");
    }
}

fn names(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The output of a command, and its exit status.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: Output) -> Run {
        let run = Run {
            status: output.status.code().expect("not killed"),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        };
        assert!(!run.err.contains("panicked"), "{}", run.err);
        run
    }

    /// Checks for a user error: status 2, and as output only one sentence with all these words. With `--json`, the
    /// sentence is in the JSON of the error.
    #[track_caller]
    pub fn is_user_error(&self, words: &[&str]) {
        if let Ok(object) = serde_json::from_str::<Value>(&self.out) {
            assert_eq!((self.status, self.err.as_str()), (2, ""), "{}", self.out);
            assert_eq!(object["error"]["kind"], "usage", "{}", self.out);
            return self.tells(words);
        }
        assert_eq!((self.status, self.out.as_str()), (2, ""), "{}", self.err);
        assert!(self.err.starts_with("wag: "), "{}", self.err);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
        self.tells(words);
    }

    /// Checks that the output contains these words, in either stream.
    #[track_caller]
    pub fn tells(&self, words: &[&str]) {
        let all = format!("{}{}", self.out, self.err);
        for word in words {
            assert!(all.contains(word), "{word:?} is not in:\n{all}");
        }
    }
}

/// Returns a log without the notes at its end.
pub fn without_notes(log: &str) -> &str {
    log.split("=== Notes ===").next().unwrap_or(log)
}
/// Returns the data directory of a user with all AIs and maps unlocked.
pub fn unlocked_home() -> &'static Path {
    static HOME: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
        let home = tempfile::tempdir().unwrap();
        let progress = r#"{"version": 1, "unlocked_by_hand": true, "stages": {}}"#;
        fs::write(home.path().join("progress.json"), progress).unwrap();
        home
    });
    HOME.path()
}

/// Returns the folder of the project.
pub fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a log without the times in its headers.
pub fn without_times(log: &str) -> String {
    let line = |line: &str| match line.split_once(" (") {
        Some((head, rest)) if head.starts_with("=== Round") && rest.ends_with(" ms) ===") => {
            format!("{head} ===\n")
        }
        _ => format!("{line}\n"),
    };
    log.lines().filter(|line| !line.starts_with("=== Turns: ")).map(line).collect()
}

/// Returns how often a text contains another.
pub fn count(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Returns a command for `wag` in English, whatever the user's language is. The environment variable `WAG_TEST_PROGRAM`
/// names another program to test, such as the one of the Python module (scripts/test-python).
pub fn wag() -> Command {
    in_english(std::env::var_os("WAG_TEST_PROGRAM").unwrap_or_else(|| env!("CARGO_BIN_EXE_wag").into()))
}

/// Returns a command for `fm-game` in English.
pub fn fm_game() -> Command {
    in_english(env!("CARGO_BIN_EXE_fm-game"))
}

/// Returns a command for a program, with English as the system's language for it and its children, and
/// without the user's path of Python modules.
pub fn in_english(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.env("LC_ALL", "C.UTF-8").env_remove("PYTHONPATH");
    command
}
