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

    /// Returns commands with their exit statuses and what they print. `DIR` stands for the learner's folder, and the names
    /// of replays have no times.
    fn printed(&self, commands: &[&str]) -> String {
        let printed = |words: &&str| {
            let output = self.run(words);
            let text = [output.stdout, output.stderr].concat();
            let folder = self.path("").display().to_string();
            let text = String::from_utf8(text).unwrap().replace(&folder, "DIR/");
            let mut parts = text.split("saves/auto-");
            let mut text = parts.next().unwrap().to_string();
            for part in parts {
                text += &format!("saves/auto{}", &part[part.find(".wag").unwrap()..]);
            }
            format!("> {words} ({})\n{text}", output.status.code().unwrap())
        };
        commands.iter().map(printed).collect()
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
        let all: Value = serde_json::from_str(&self.read(".wag/course.json")).unwrap();
        all["lessons"][lesson].clone()
    }
}

#[test]
fn lesson_is_begun_checked_and_passed() {
    let learner = Learner::new();
    let mut printed = learner.printed(&["course", "course 1", "course check 1"]);
    fs::write(learner.path("lesson1.py"), "print('hello')\n").unwrap();
    printed += &learner.printed(&["course print"]);
    assert_eq!(learner.read("lesson1.py"), "print('hello')\n", "work is never overwritten");
    printed += &learner.printed(&["course check 1"]);
    assert_eq!(
        learner.progress("print"),
        json!({"checks": 2, "passed": true, "hints": 0, "solution": false})
    );
    printed += &learner.printed(&["course", "--lang de course check 1"]);
    insta::assert_snapshot!(printed);
}

#[test]
fn error_in_the_file_is_named_and_fails_the_lesson() {
    let learner = Learner::new();
    fs::write(learner.path("lesson1.py"), "print('hello')\nprint(hallo)\n").unwrap();
    let report = learner.json("course check 1 --json", 1);
    assert_eq!((&report["goals"][1]["reached"], &report["goals"][1]["count"]), (&json!(false), &json!(3)));
    let fault = &report["match"]["players"][0]["faults"][0];
    assert_eq!((&fault["round"], &fault["explanation"]["code"]), (&json!(1), &json!("print_text")));
    fs::write(learner.path("lesson1.py"), "print('hello'\n").unwrap();
    let error = learner.json("course check 1 --json", 4)["error"].clone();
    assert_eq!((&error["kind"], &error["players"][0]["seat"]), (&json!("cannot_start"), &json!(1)));
    assert_eq!(learner.progress("print")["checks"], 2);
    fs::write(learner.path("late.py"), "print(1)\nwhile True: pass\n").unwrap();
    let report = learner.json("course check 1 --ai late.py --turn-time 0.05 --json", 1);
    assert_eq!((&report["goals"][0]["reached"], &report["goals"][0]["count"]), (&json!(false), &json!(0)));
    assert_eq!(report["goals"][1]["reached"], false);
}

/// A file that fails in each turn buys nothing and loses no unit, which is no achievement.
#[test]
fn errors_reach_no_goal() {
    let learner = Learner::new();
    fs::write(learner.path("failing.py"), "print('hello')\nraise ValueError\n").unwrap();
    for lesson in learner.json("course --json", 0)["lessons"].as_array().unwrap() {
        let id = lesson["id"].as_str().unwrap();
        let report = learner.json(&format!("course check {id} --with failing.py --json"), 1);
        for goal in report["goals"].as_array().unwrap() {
            assert_eq!(goal["reached"], false, "{id}: {goal}");
        }
    }
}

#[test]
fn missed_goals_name_what_was_measured_and_the_match() {
    let learner = Learner::new();
    fs::write(learner.path("lesson5.py"), learner.report("course 5 --solution", 0).replace("x < 5", "x < 4"))
        .unwrap();
    let mut printed = learner.printed(&["course check 5", "--lang de course check 5"]);
    fs::write(learner.path("lesson13.py"), "pass\n").unwrap();
    printed += &learner.printed(&["course check 13"]);
    insta::assert_snapshot!(printed);
}

#[test]
fn a_lesson_says_how_long_its_match_is() {
    let learner = Learner::new();
    assert_eq!(learner.json("course 10 --json", 0)["rounds"], 11);
    assert_eq!(learner.json("course 13 --json", 0)["matches"], 3);
}

/// Several learners may use one account: each has a folder.
#[test]
fn progress_belongs_to_the_folder() {
    let (anna, ben) = (Learner::new(), Learner::new());
    fs::write(anna.path("lesson1.py"), "print('hello')\n").unwrap();
    anna.report("course check 1", 0);
    let passed = |learner: &Learner, home: &Path| {
        let output = wag()
            .current_dir(learner.folder.path())
            .env("WAG_HOME", home)
            .args(["course", "--json"])
            .output()
            .unwrap();
        let list: Value = serde_json::from_slice(&output.stdout).unwrap();
        list["lessons"][0]["progress"]["passed"].clone()
    };
    let home = anna.path("home");
    assert_eq!((passed(&anna, &home), passed(&ben, &home)), (json!(true), json!(false)));
    // Earlier versions kept the progress in the data directory: a folder with files of lessons takes it over.
    fs::create_dir_all(&home).unwrap();
    fs::copy(anna.path(".wag/course.json"), home.join("course.json")).unwrap();
    assert_eq!(passed(&ben, &home), json!(false), "a new folder begins anew");
    fs::write(ben.path("lesson1.py"), "").unwrap();
    assert_eq!(passed(&ben, &home), json!(true));
}

/// A folder that a stranger has prepared redirects no writes.
#[test]
fn links_in_the_folder_of_the_progress_lead_nowhere() {
    use std::os::unix::fs::symlink;
    let learner = Learner::new();
    let canary = learner.path("canary");
    fs::write(&canary, "unchanged").unwrap();
    fs::write(learner.path("lesson1.py"), "print('hello')\n").unwrap();
    fs::create_dir(learner.path(".wag")).unwrap();
    for name in ["course.json.new", "progress.lock", "course.json"] {
        symlink(&canary, learner.path(".wag").join(name)).unwrap();
    }
    learner.report("course check 1", 0);
    fs::remove_dir_all(learner.path(".wag")).unwrap();
    fs::create_dir(learner.path("elsewhere")).unwrap();
    symlink(learner.path("elsewhere"), learner.path(".wag")).unwrap();
    learner.report("course check 1", 0);
    assert_eq!(fs::read_to_string(&canary).unwrap(), "unchanged");
    assert_eq!(fs::read_dir(learner.path("elsewhere")).unwrap().count(), 0);
}

#[test]
fn hints_solution_and_reset() {
    let learner = Learner::new();
    let mut printed = learner.printed(&["course 2 --hint", "course 2 --hint"]);
    fs::write(learner.path("lesson2.py"), learner.report("course 2 --solution", 0)).unwrap();
    learner.report("course check 2", 0);
    let progress = json!({"checks": 1, "passed": true, "hints": 2, "solution": true});
    assert_eq!(learner.progress("unit"), progress);
    printed += &learner.printed(&["course 2 --reset"]);
    assert!(learner.read("lesson2-old1.py").contains("\nbase.createUnitGatherer()"));
    assert!(!learner.read("lesson2.py").contains("\nbase.createUnitGatherer()"));
    assert_eq!(learner.progress("unit"), Value::Null);
    learner.report("course 2 --reset", 0);
    assert!(learner.path("lesson2-old2.py").exists());
    printed += &learner.printed(&["course --reset", "course --reset --yes"]);
    insta::assert_snapshot!(printed);
    let all = learner.json("course --json", 0);
    assert_eq!(all["lessons"][1]["progress"]["hints"], 0);
    assert_eq!(all["lessons"][1]["file"], "lesson2.py");
    assert_eq!(learner.json("course 3 --json", 0)["written"], true);
}

#[test]
fn invalid_words_are_one_sentence() {
    let learner = Learner::new();
    let printed = learner.printed(&[
        "course 99",
        "course 0",
        "course nothing",
        "course --hint",
        "course tron",
        "course check 1",
        "course check 1 --ai Noob",
        "course check none.md",
        "course check none.md --ai none.py",
        "course check 1 --ai none.py",
    ]);
    insta::assert_snapshot!(printed);
    fs::create_dir(learner.path(".wag")).unwrap();
    fs::write(learner.path(".wag/course.json"), "{\"version\": 1, \"les").unwrap();
    learner.report("course", 0);
    assert!(learner.path(".wag/course.damaged-1.json").exists());
}

#[test]
fn teacher_checks_a_lesson() {
    let learner = Learner::new();
    let folder = project().join("python/course/warriors");
    let copy = |name: &str, change: &dyn Fn(String) -> String| {
        fs::write(learner.path(name), change(fs::read_to_string(folder.join(name)).unwrap())).unwrap();
    };
    let problems = |change: &dyn Fn(String) -> String| {
        copy("02-unit.md", change);
        learner.printed(&["course check 02-unit.md"])
    };
    let mut printed = String::new();
    for (old, new) in [
        ("", ""),
        ("event = \"moved\"", "event = \"flew\""),
        ("# Create a gatherer here.\n\n", "base.createUnitGatherer()\n"),
        ("event = \"moved\"", "figure = \"gold\""),
        ("X.2...3", "X.2...2"),
        ("\"Dummy\", \"Dummy\"]", "\"Dummy\", \"Yeti\"]"),
        ("rounds = 3", "rounds = \"many\""),
        ("minutes = 5", "minutes = "),
        ("createUnitWarrior", "createUnitGatherer"),
        ("[\"createUnitGatherer\", ", "[\"createUnit()\", "),
        ("goal = 1", "goal = 2"),
    ] {
        printed += &format!("{old:?} -> {new:?}\n{}", problems(&|text| text.replacen(old, new, 1)));
    }
    // A lesson of a stranger opens no file of the user.
    fs::write(learner.path("own.map"), fs::read(project().join("maps/warriors/meadow.map")).unwrap())
        .unwrap();
    for file in
        [learner.path("own.map").to_str().unwrap(), "own.map", "./own.map", "/etc/passwd", "/none.map"]
    {
        let setting = format!("rounds = 3, map = {file:?}");
        let report = problems(&|text| text.replace("rounds = 3", &setting));
        printed += &format!("map = {file:?}\n{report}").replace(learner.path("").to_str().unwrap(), "DIR/");
    }
    printed += &problems(&|text| text.replace("rounds = 3", "rounds = 3, map = \"meadow\""));
    printed += &problems(&|text| format!("\u{feff}{}", text.replace('\n', "\r\n")));
    fs::write(learner.path("02-unit.md"), b"+++\nid = \"\xff\"\n").unwrap();
    printed += &learner.printed(&["course check 02-unit.md"]);
    fs::write(learner.path("02-unit.md"), "+++\n".repeat(50_000)).unwrap();
    printed += &learner.printed(&["course check 02-unit.md"]);
    copy("02-unit.md", &|text| text);
    copy("02-unit.de.md", &|text| text.replace("## Hint", "## Start"));
    printed += &learner.printed(&["course check 02-unit.md"]);
    insta::assert_snapshot!(printed);
    copy("02-unit.de.md", &|text| text);
    fs::write(learner.path("mine.py"), "pass\n").unwrap();
    let report = learner.json("course check 02-unit.md --ai mine.py --json", 1);
    assert_eq!((&report["passed"], &report["goals"][0]["reached"]), (&json!(false), &json!(false)));
    let report = learner.json("course check 02-unit.md --json", 0);
    assert_eq!(report, json!({"lesson": "unit", "languages": ["en", "de"], "problems": []}));
}

/// Plays the solution, the code to start from and the wrong solutions of every lesson of a game, in every language.
#[test]
fn every_lesson_of_the_course_is_sound() {
    let learner = Learner::new();
    let folder = project().join("python/course/warriors");
    let is_lesson = |path: &Path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        !name.contains('.') && name != "00-course"
    };
    let mut files: Vec<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| is_lesson(path));
    files.sort();
    assert_eq!(files.len(), learner.json("course --json", 0)["lessons"].as_array().unwrap().len());
    for file in files {
        let report = learner.json(&format!("course check {} --json", file.display()), 0);
        assert_eq!(report["languages"], json!(["en", "de"]), "{}", file.display());
    }
}
