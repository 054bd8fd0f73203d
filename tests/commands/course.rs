//! The course from the learner's and the teacher's point of view: lessons, checks, hints, progress.

use crate::common::{project, wag};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use tempfile::{TempDir, tempdir};

/// A learner with a folder and a data directory.
struct Learner {
    folder: TempDir,
}

impl Learner {
    fn new() -> Learner {
        Learner { folder: tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn run(&self, words: &str) -> Output {
        let mut command = wag();
        command.current_dir(self.folder.path()).env("WAG_HOME", self.path("home")).env_remove("RUST_LOG");
        command.args(words.split(' ')).stdin(Stdio::null()).output().unwrap()
    }

    /// Returns what a command prints; it must end with this exit status.
    fn report(&self, words: &str, status: i32) -> String {
        let output = self.run(words);
        let text =
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{words}: {text}");
        text
    }

    fn json(&self, words: &str, status: i32) -> Value {
        serde_json::from_slice(&self.run_ok(words, status).stdout).unwrap()
    }

    fn run_ok(&self, words: &str, status: i32) -> Output {
        let output = self.run(words);
        assert_eq!(
            output.status.code(),
            Some(status),
            "{words}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        output
    }

    fn progress(&self, lesson: &str) -> Value {
        let all: Value = serde_json::from_str(&self.read("home/course.json")).unwrap();
        all["lessons"][lesson].clone()
    }
}

#[test]
fn lesson_is_begun_checked_and_passed() {
    let learner = Learner::new();
    assert!(learner.report("course", 0).contains("Next: wag course 1"));
    let lesson = learner.report("course 1", 0);
    assert!(lesson.contains("First words") && lesson.contains("lesson1.py is written"), "{lesson}");
    let report = learner.report("course check 1", 1);
    assert!(report.contains("✗ Your AI prints something."), "{report}");
    assert!(
        report.contains("✓ The file runs without errors.") && report.contains("Not passed yet"),
        "{report}"
    );
    fs::write(learner.path("lesson1.py"), "print('hello')\n").unwrap();
    let again = learner.report("course print", 0);
    assert!(again.contains("lesson1.py is the file of this lesson"), "{again}");
    assert_eq!(learner.read("lesson1.py"), "print('hello')\n", "work is never overwritten");
    let report = learner.report("course check 1", 0);
    assert!(
        report.contains("✓ Your AI prints something.") && report.contains("Next: wag course 2"),
        "{report}"
    );
    assert_eq!(
        learner.progress("print"),
        json!({"checks": 2, "passed": true, "hints": 0, "solution": false})
    );
    assert!(learner.report("course", 0).contains("passed"));
    assert!(learner.report("--lang de course check 1", 0).contains("✓ Deine KI gibt etwas aus."));
}

#[test]
fn error_in_the_file_is_named_and_fails_the_lesson() {
    let learner = Learner::new();
    fs::write(learner.path("lesson1.py"), "print('hello')\nprint(hallo)\n").unwrap();
    let report = learner.report("course check 1", 1);
    assert!(report.contains("✗ The file runs without errors. (3; at most: 0)"), "{report}");
    assert!(report.contains("first in round 1") && report.contains("hallo"), "{report}");
    fs::write(learner.path("lesson1.py"), "print('hello'\n").unwrap();
    assert!(learner.report("course check 1", 4).contains("SyntaxError"));
    assert_eq!(learner.progress("print")["checks"], 2);
    fs::write(learner.path("late.py"), "print(1)\nwhile True: pass\n").unwrap();
    let report = learner.json("course check 1 --ai late.py --turn-time 0.05 --json", 1);
    assert_eq!(
        report["goals"][0],
        json!({"text": "Your AI prints something.", "reached": true, "count": 3, "at_least": 1, "at_most": null})
    );
    assert_eq!(report["goals"][1]["reached"], false);
}

#[test]
fn hints_solution_and_reset() {
    let learner = Learner::new();
    assert!(!learner.report("course 2 --hint", 0).contains("Hint 2"));
    assert!(learner.report("course 2 --hint", 0).contains("Hint 2 of 3"));
    fs::write(learner.path("lesson2.py"), learner.report("course 2 --solution", 0)).unwrap();
    learner.report("course check 2", 0);
    let progress = json!({"checks": 1, "passed": true, "hints": 2, "solution": true});
    assert_eq!(learner.progress("unit"), progress);
    let report = learner.report("course 2 --reset", 0);
    assert!(report.contains("your file is now lesson2-old1.py"), "{report}");
    assert!(learner.read("lesson2-old1.py").contains("\nbase.createUnitGatherer()"));
    assert!(!learner.read("lesson2.py").contains("\nbase.createUnitGatherer()"));
    assert_eq!(learner.progress("unit"), Value::Null);
    learner.report("course 2 --reset", 0);
    assert!(learner.path("lesson2-old2.py").exists());
    assert!(learner.report("course --reset", 2).contains("add --yes"));
    assert!(learner.report("course --reset --yes", 0).contains("starts again with lesson 1"));
    let all = learner.json("course --json", 0);
    assert_eq!(all["lessons"][1]["progress"]["hints"], 0);
    assert_eq!(all["lessons"][1]["file"], "lesson2.py");
    assert_eq!(learner.json("course 3 --json", 0)["written"], true);
}

#[test]
fn invalid_words_are_one_sentence() {
    let learner = Learner::new();
    for (words, message) in [
        ("course 99", "there is no lesson \"99\""),
        ("course 0", "there is no lesson \"0\""),
        ("course nothing", "there is no lesson \"nothing\""),
        ("course --hint", "name a lesson, such as: wag course 1"),
        ("course tron", "Light cycles does not support this command"),
        ("course check 1", "there is no lesson1.py; `wag course 1` writes it"),
        ("course check 1 --ai Noob", "a lesson needs your own Python file"),
        ("course check none.md", "none.md cannot be read"),
        ("course check none.md --ai none.py", "none.md cannot be read"),
        ("course check 1 --ai none.py", "none.py"),
    ] {
        let report = learner.report(words, 2);
        assert!(report.contains(message), "{words}: {report}");
    }
    fs::create_dir(learner.path("home")).unwrap();
    fs::write(learner.path("home/course.json"), "{\"version\": 1, \"les").unwrap();
    let report = learner.report("course", 0);
    assert!(
        report.contains("cannot be used") && learner.path("home/course.damaged-1.json").exists(),
        "{report}"
    );
}

#[test]
fn teacher_checks_a_lesson() {
    let learner = Learner::new();
    let folder = project().join("python/course/warriors");
    let copy = |name: &str, change: &dyn Fn(String) -> String| {
        fs::write(learner.path(name), change(fs::read_to_string(folder.join(name)).unwrap())).unwrap();
    };
    let problems = |change: &dyn Fn(String) -> String, status| {
        copy("02-unit.md", change);
        learner.report("course check 02-unit.md", status)
    };
    assert!(problems(&|text| text, 0).contains("02-unit.md is a lesson (en)"));
    let report = problems(&|text| text.replace("event = \"moved\"", "event = \"flew\""), 1);
    assert!(report.contains("(en) does not reach goal 2: it counts 0 in the match with seed 1"), "{report}");
    let report =
        problems(&|text| text.replace("# Create a gatherer here.\n\n", "base.createUnitGatherer()\n"), 1);
    assert!(report.contains("below ## Start (en) reaches all goals already"), "{report}");
    let report = problems(&|text| text.replace("event = \"moved\"", "figure = \"gold\""), 1);
    assert!(report.contains("there is no figure \"gold\"; choose one of stock, units"), "{report}");
    let report = problems(&|text| text.replace("X.2...3", "X.2...2"), 2);
    assert!(report.contains("the lesson's map: line 5, column 7: base 2 appears a second time"), "{report}");
    let report = problems(&|text| text.replace("\"Dummy\", \"Dummy\"]", "\"Dummy\", \"Yeti\"]"), 2);
    assert!(report.contains("there is no opponent \"Yeti\""), "{report}");
    let report = problems(&|text| text.replace("rounds = 3", "rounds = \"many\""), 2);
    assert!(report.contains("\"many\" is not a whole number"), "{report}");
    let report = problems(&|text| text.replace("minutes = 5", "minutes = "), 2);
    assert!(report.contains("02-unit.md: line 3: "), "{report}");
    // A lesson of a stranger opens no file of the user.
    fs::write(learner.path("own.map"), fs::read(project().join("maps/warriors/meadow.map")).unwrap())
        .unwrap();
    for file in
        [learner.path("own.map").to_str().unwrap(), "own.map", "./own.map", "/etc/passwd", "/none.map"]
    {
        let setting = format!("rounds = 3, map = {file:?}");
        let report = problems(&|text| text.replace("rounds = 3", &setting), 2);
        assert!(report.contains("the lesson names the file"), "{file}: {report}");
    }
    assert!(problems(&|text| text.replace("rounds = 3", "rounds = 3, map = \"meadow\""), 0).contains("(en)"));
    assert!(
        problems(&|text| format!("\u{feff}{}", text.replace('\n', "\r\n")), 0).contains("is a lesson (en)")
    );
    fs::write(learner.path("02-unit.md"), b"+++\nid = \"\xff\"\n").unwrap();
    assert!(
        learner
            .report("course check 02-unit.md", 2)
            .contains("02-unit.md cannot be read: the file is not UTF-8")
    );
    fs::write(learner.path("02-unit.md"), "+++\n".repeat(50_000)).unwrap();
    assert!(learner.report("course check 02-unit.md", 2).contains("the file is longer than 65536 bytes"));
    copy("02-unit.md", &|text| text);
    copy("02-unit.de.md", &|text| text.replace("## Hint", "## Start"));
    assert!(
        learner.report("course check 02-unit.md", 2).contains("below Start there must be one block of code")
    );
    copy("02-unit.de.md", &|text| text);
    fs::write(learner.path("mine.py"), "pass\n").unwrap();
    let report = learner.report("course check 02-unit.md --ai mine.py", 1);
    assert!(report.contains("✗ You create a gatherer.") && report.contains("Not passed yet"), "{report}");
    let report = learner.json("course check 02-unit.md --json", 0);
    assert_eq!(report, json!({"lesson": "unit", "languages": ["en", "de"], "problems": []}));
}

/// Plays the solution and the code to start from of every lesson of a game, in every language.
#[test]
fn every_lesson_of_the_course_is_sound() {
    let learner = Learner::new();
    let folder = project().join("python/course/warriors");
    let is_lesson = |path: &Path| !path.file_stem().unwrap().to_string_lossy().contains('.');
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| is_lesson(path));
    files.sort();
    assert_eq!(files.len(), learner.json("course --json", 0)["lessons"].as_array().unwrap().len());
    for file in files {
        let report = learner.json(&format!("course check {} --json", file.display()), 0);
        assert_eq!(report["languages"], json!(["en", "de"]), "{}", file.display());
    }
}
