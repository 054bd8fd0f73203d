//! The ladder from the learner's point of view: matches, progress, unlocked items and locks.

mod climbers;

use rustix::fd::OwnedFd;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::{TempDir, tempdir};

/// Reliably beats three Noobs.
const STRONG: &str = include_str!("../../python/opponents/Expert.py");
const NOOB: &str = include_str!("../../python/opponents/Noob.py");
/// Gathers nothing, so that its stock stays at 200.
const LAZY: &str = "pass\n";

/// A learner with a folder for AIs and a data directory.
struct Learner {
    folder: TempDir,
    home: PathBuf,
}

impl Learner {
    fn new(files: &[(&str, &str)]) -> Learner {
        let folder = tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let home = folder.path().join("home");
        Learner { folder, home }
    }

    /// Returns a learner with this number of wins in each stage.
    fn with_wins(files: &[(&str, &str)], wins: [u32; 4]) -> Learner {
        let learner = Learner::new(files);
        let names = ["NOOB", "INTERMEDIATE", "ADVANCED", "EXPERT"];
        let stages = names.iter().zip(wins).map(|(name, wins)| {
            let stage = json!({"wins": wins, "matches": wins + 2});
            (name.to_string(), stage)
        });
        let stages = Value::Object(stages.collect());
        let progress = json!({"version": 1, "unlocked_by_hand": false, "stages": stages});
        fs::create_dir(&learner.home).unwrap();
        fs::write(learner.file(), progress.to_string()).unwrap();
        learner
    }

    fn file(&self) -> PathBuf {
        self.home.join("progress.json")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn wag(&self, words: &str) -> Command {
        let mut command = crate::common::wag();
        command.current_dir(self.folder.path()).env("WAG_HOME", &self.home).env_remove("RUST_LOG");
        command.args(words.split(' ')).stdin(Stdio::null());
        command
    }

    fn run(&self, words: &str) -> Output {
        self.wag(words).output().unwrap()
    }

    /// Returns the output of a successful command.
    fn report(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(0), "{words}: {output:?}");
        text(&output.stdout)
    }

    /// Returns the error message of a refused command.
    fn refused(&self, words: &str) -> String {
        let output = self.run(words);
        assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
        assert_eq!(text(&output.stdout), "", "{words}");
        text(&output.stderr)
    }

    fn json(&self, words: &str) -> Value {
        serde_json::from_str(&self.report(words)).unwrap()
    }

    /// Returns the wins and matches of a stage.
    fn stage(&self, name: &str) -> (u64, u64) {
        let progress: Value = serde_json::from_slice(&fs::read(self.file()).unwrap()).unwrap();
        let number = |what: &str| progress["stages"][name][what].as_u64().unwrap();
        (number("wins"), number("matches"))
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("wag prints UTF-8")
}

/// Returns the row of a stage in `wag ladder`.
fn row(ladder: &str, stage: &str) -> String {
    let begins = |line: &&str| line.split_whitespace().next() == Some(stage);
    ladder.lines().find(begins).unwrap_or_else(|| panic!("{stage} in {ladder}")).to_string()
}

#[test]
fn the_ladder_shows_wins_and_what_is_locked() {
    let learner = Learner::new(&[]);
    let ladder = learner.report("ladder");
    assert!(row(&ladder, "NOOB").contains("0 of 10") && row(&ladder, "NOOB").contains("current"));
    assert!(row(&ladder, "NOOB").contains("Intermediate, ring, spring"), "{ladder}");
    assert!(row(&ladder, "EXPERT").contains("locked"));
    assert!(ladder.contains("\nOpen: Dummy, Noob, meadow\n"), "{ladder}");
    assert!(ladder.contains(&format!("Progress: {}", learner.file().display())));
    assert!(!learner.home.exists(), "looking writes nothing");

    let ladder = Learner::with_wins(&[], [12, 3, 0, 0]).report("ladder");
    assert!(row(&ladder, "NOOB").contains("10 of 10") && row(&ladder, "NOOB").contains("mastered"));
    assert!(row(&ladder, "INTERMEDIATE").contains("3 of 5"));
    assert!(ladder.contains("\nOpen: Dummy, Noob, Intermediate, meadow, ring, spring\n"), "{ladder}");
}

#[test]
fn only_a_single_winner_counts_and_every_match_has_its_own_seed() {
    let learner = Learner::new(&[("yourAI.py", STRONG)]);
    let result = learner.json("ladder play --matches 2 --json");
    let matches = result["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 2);
    for played in matches {
        assert_eq!(
            (&played["won"], &played["map"], &played["rounds"]),
            (&json!(true), &json!("meadow"), &json!(1000))
        );
        assert_eq!(played["winners"], json!(["yourAI"]));
    }
    assert_ne!(matches[0]["seed"], matches[1]["seed"]);
    assert_eq!(
        (&result["stage"], &result["wins"], &result["mastered"]),
        (&json!("NOOB"), &json!(2), &json!(false))
    );
    assert_eq!(learner.stage("NOOB"), (2, 2));

    let other = Learner::new(&[("mine.py", LAZY)]);
    let again = other.json("ladder play --ai mine.py --json");
    assert_eq!(again["matches"][0]["seed"], matches[0]["seed"], "the seed follows from the progress");
    assert_eq!((&again["matches"][0]["won"], &again["wins"]), (&json!(false), &json!(0)));
    assert_eq!(other.stage("NOOB"), (0, 1));
}

#[test]
fn last_win_unlocks_the_next_stage_and_writes_the_source() {
    let learner = Learner::with_wins(&[("yourAI.py", STRONG)], [9, 0, 0, 0]);
    let words = learner.refused("play yourAI.py Intermediate --rounds 2");
    assert!(
        words.contains("Intermediate is locked") && words.contains("challenge NOOB (9 of 10 wins)"),
        "{words}"
    );

    let report = learner.report("ladder play --matches 5");
    assert!(report.contains("Match 1: won, 10 of 10 wins; seed "), "{report}");
    assert!(report.contains("NOOB: 1 of 1 matches won, 10 of 10 wins."), "{report}");
    assert!(report.contains("mastered the challenge NOOB"), "{report}");
    assert!(
        report.contains("the challenge INTERMEDIATE; the AI Intermediate; the maps ring, spring"),
        "{report}"
    );
    assert!(report.contains("Next: INTERMEDIATE, against Intermediate"), "{report}");
    assert!(report.contains("Noob.py"), "{report}");
    assert_eq!(fs::read_to_string(learner.path("Noob.py")).unwrap(), NOOB);
    assert_eq!(learner.stage("NOOB").0, 10, "no match is played after the last one");
    learner.report("play yourAI.py Intermediate --rounds 2 --map ring");
    learner.report("play yourAI.py Noob.py --rounds 2");
}

#[test]
fn unlocked_source_overwrites_nothing() {
    let learner = Learner::with_wins(&[("yourAI.py", STRONG), ("Noob.py", "mine = 1\n")], [9, 0, 0, 0]);
    let result = learner.json("ladder play --json");
    assert_eq!(result["unlocked"], json!(["Intermediate", "ring", "spring"]));
    let source = learner.home.join("Noob.py");
    assert_eq!(result["source"], json!(source));
    assert_eq!(fs::read_to_string(source).unwrap(), NOOB);
    assert_eq!(fs::read_to_string(learner.path("Noob.py")).unwrap(), "mine = 1\n");
}

#[test]
fn completed_ladder_is_reported() {
    let learner = Learner::with_wins(&[("yourAI.py", LAZY)], [10, 5, 3, 1]);
    assert!(learner.report("ladder").contains("mastered every challenge"));
    assert!(learner.refused("ladder play").contains("mastered every challenge"));
}

#[test]
fn each_of_several_matches_has_a_line_and_a_replay() {
    let failing = "from classes import *\nif roundState.getRoundNumber() == 900:\n    nothing\n";
    let learner = Learner::new(&[("failing.py", failing)]);
    let report = learner.report("ladder play --ai failing.py --matches 2");
    let lines: Vec<&str> = report.lines().collect();
    assert_eq!(lines.len(), 7, "{report}");
    for (line, number) in lines.iter().zip(1..=2) {
        let begin = format!(
            "Match {number}: not won (another player is ahead: what counts is stock), 0 of 10 wins; seed "
        );
        assert!(line.starts_with(&begin) && line.contains(", 1 error, replay saves/auto-"), "{line}");
        assert!(learner.path(line.rsplit_once("replay ").unwrap().1).is_file(), "{line}");
    }
    assert_eq!(lines[2], "NOOB: 0 of 2 matches won, 0 of 10 wins.");
    let first = "failing made 2 errors, first in round 900 of match 1: NameError: name 'nothing' is not defined \
                 (failing.py, line 3) [exception]";
    assert_eq!(lines[3], first);
    let seed = lines[0].split_once("; seed ").unwrap().1.split(',').next().unwrap();
    let again = format!(" play failing.py Noob Noob Noob --map meadow --rounds 1000 --seed {seed}");
    assert!(lines[4].starts_with("Watch it again: ") && lines[4].ends_with(&again), "{report}");
    assert!(lines[5].trim_start().starts_with("Hint: nothing is not known in failing.py"), "{report}");
    assert!(lines[6].starts_with("Logs of the last match: ./failing.log "), "{report}");

    let words = learner.refused("ladder play --matches 2 --replay x.wag");
    assert!(words.contains("each match gets its own file in saves/"), "{words}");
    assert!(learner.report("ladder play --ai failing.py --replay one.wag").contains("Replay: one.wag"));
    assert!(learner.path("one.wag").is_file());
}

#[test]
fn lost_turn_costs_no_win_and_opponents_get_their_time() {
    let crash = format!("if roundState.getRoundNumber() == 7:\n    import os\n    os._exit(3)\n{STRONG}");
    let learner = Learner::new(&[("crash.py", &crash)]);
    let report = learner.report("ladder play --ai crash.py --log-dir logs");
    assert!(report.contains("crash wins.") && report.contains("NOOB: won, 1 of 10 wins."), "{report}");
    assert!(fs::read_to_string(learner.path("logs/crash.log")).unwrap().contains("Turn lost (crash)"));
    let words = learner.refused("ladder play --ai crash.py --turn-time 0.001");
    assert!(words.contains("at least 1 second"), "{words}");
    assert_eq!(learner.stage("NOOB"), (1, 1));
}

#[test]
fn ai_that_cannot_start_plays_no_match() {
    let learner = Learner::new(&[("broken.py", "def f(:\n"), ("classes.py", "")]);
    let output = learner.run("ladder play --ai broken.py --matches 3");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(4), 0), "{output:?}");
    let words = text(&output.stderr);
    assert!(words.contains("broken cannot play") && words.contains("line 1"), "{words}");
    assert!(words.contains("no match was played"), "{words}");
    assert!(learner.refused("ladder play").contains("there is no file yourAI.py"));
    assert!(learner.refused("ladder play --ai Noob").contains("--with needs your own file"));
    assert!(!learner.file().exists());
}

#[test]
fn concurrent_programs_lose_no_win() {
    let learner = Learner::new(&[("yourAI.py", STRONG)]);
    let start = |number: u32| {
        let words = format!("ladder play --matches 2 --json --log-dir logs{number}");
        learner.wag(&words).stdout(Stdio::piped()).spawn().unwrap()
    };
    let children: Vec<_> = (0..3).map(start).collect();
    let mut seeds = Vec::new();
    let mut won = 0;
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let result: Value = serde_json::from_slice(&output.stdout).unwrap();
        for played in result["matches"].as_array().unwrap() {
            seeds.push(played["seed"].as_u64().unwrap());
            won += u64::from(played["won"] == json!(true));
        }
    }
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 6, "nobody plays another one's seed");
    assert!(won >= 5, "{won} of 6");
    assert_eq!(learner.stage("NOOB"), (won, 6));
}

#[test]
fn killed_program_keeps_earlier_wins() {
    let learner = Learner::new(&[("yourAI.py", STRONG)]);
    let mut child = learner.wag("ladder play --matches 50 --json").stdout(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    let wins = || if learner.file().exists() { learner.stage("NOOB").0 } else { 0 };
    while wins() < 1 {
        assert!(began.elapsed() < Duration::from_secs(600), "a win is saved after its match");
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (wins, matches) = learner.stage("NOOB");
    assert!(wins >= 1 && matches <= wins + 1, "{wins} of {matches}");
    assert!(row(&learner.report("ladder"), "NOOB").contains(&format!("{wins} of 10")));
}

#[test]
fn ctrl_c_ends_a_match_that_is_not_won() {
    let learner = Learner::new(&[("slow.py", "import time\ntime.sleep(0.02)\n")]);
    let child = learner
        .wag("ladder play --ai slow.py --matches 9 --log plain")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let log = learner.path("slow.log");
    while !fs::read_to_string(&log).is_ok_and(|log| log.contains("=== Round 2 ")) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stdout).contains("not won (the match was interrupted)"), "{output:?}");
    assert_eq!(learner.stage("NOOB"), (0, 1));
}

#[test]
fn damaged_progress_file_is_kept_and_reported() {
    let damaged = ["{\"version\": 1, \"unlo", "{\"version\": 0}", "\u{fffd}"];
    let learner = Learner::with_wins(&[("yourAI.py", LAZY)], [0; 4]);
    for (number, damage) in damaged.iter().enumerate() {
        fs::write(learner.file(), damage).unwrap();
        let output = learner.run("ladder");
        assert_eq!(output.status.code(), Some(0));
        let kept = learner.home.join(format!("progress.damaged-{}.json", number + 1));
        let words = text(&output.stderr);
        assert!(words.contains(&format!("It has been renamed to {}", kept.display())), "{words}");
        assert_eq!(&fs::read_to_string(kept).unwrap(), damage);
        assert!(!learner.file().exists());
    }
    assert_eq!(text(&learner.run("ladder").stderr), "", "it is told once");
    fs::write(learner.file(), "nonsense").unwrap();
    let output = learner.run("play yourAI.py Expert");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("progress.damaged-4.json"), "{output:?}");
}

#[test]
fn a_newer_programs_progress_is_left_alone() {
    let learner = Learner::with_wins(&[("yourAI.py", LAZY)], [0; 4]);
    fs::write(learner.file(), "{\"version\": 99}").unwrap();
    let output = learner.run("ladder");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("was saved by a newer version of Wag and has not been changed"),
        "{output:?}"
    );
    assert_eq!(fs::read_to_string(learner.file()).unwrap(), "{\"version\": 99}");
}

#[test]
fn a_result_is_shown_although_nothing_can_be_saved() {
    let learner = Learner::new(&[("yourAI.py", STRONG), ("file", "")]);
    let home = learner.path("file").join("below");
    let output = learner.wag("ladder play").env("WAG_HOME", &home).output().unwrap();
    let (report, words) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{words}");
    assert!(
        report.contains("yourAI wins.") && report.contains("cannot be saved and does not count"),
        "{report}"
    );
    assert_eq!(words.lines().count(), 1, "{words}");
    assert!(words.contains("to use another folder, set WAG_HOME"), "{words}");

    for command in ["ladder", "unlock --all", "ladder reset --yes", "play yourAI.py Expert"] {
        let output = learner.wag(command).env("WAG_HOME", &home).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(text(&output.stderr).contains("WAG_HOME"), "{command}");
    }
    let output = learner.wag("play yourAI.py --rounds 2").env("WAG_HOME", &home).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "what is open needs no progress");
}

#[test]
fn locked_ais_and_maps_are_refused_but_files_are_allowed() {
    let learner = Learner::new(&[("yourAI.py", LAZY), ("MyExpert.py", STRONG), ("Expert.py", STRONG)]);
    let ring = Path::new(env!("CARGO_MANIFEST_DIR")).join("maps/warriors/ring.map");
    fs::copy(ring, learner.path("ring.map")).unwrap();
    for (words, thing, stage) in [
        ("play yourAI.py Intermediate", "the AI Intermediate", "NOOB"),
        ("play anna=Advanced", "the AI Advanced", "INTERMEDIATE"),
        ("play yourAI.py Noob Expert", "the AI Expert", "ADVANCED"),
        ("play yourAI.py --map garden", "the map garden", "EXPERT"),
        ("series yourAI.py Expert --games 1", "the AI Expert", "ADVANCED"),
        ("series yourAI.py --games 1 --map meadow --map canyons", "the map canyons", "ADVANCED"),
    ] {
        let report = learner.refused(words);
        let expected = format!("wag: {thing} is locked until you master the challenge {stage} (0 of ");
        assert!(report.starts_with(&expected), "{words}: {report}");
    }
    for words in [
        "play MyExpert.py Expert.py Noob Dummy --rounds 2",
        "play yourAI.py --map ring.map --rounds 2",
        "series Expert.py --games 1 --rounds 2",
        "maps garden",
        "maps",
    ] {
        learner.report(words);
    }
    assert!(!learner.home.exists());
}

#[test]
fn unlocking_everything_is_recorded_in_the_progress() {
    let learner = Learner::with_wins(&[("yourAI.py", LAZY)], [3, 0, 0, 0]);
    let output = learner.run("unlock");
    let words = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{words}");
    assert!(
        words.contains("`wag unlock --all` unlocks everything") && words.contains("Locked: Intermediate"),
        "{words}"
    );
    assert!(learner.report("ladder").contains("Locked:"), "nothing is opened");
    let report = learner.report("unlock --all");
    assert!(report.contains("marked as unlocked by hand"), "{report}");
    learner.report("play yourAI.py Expert --map garden --rounds 2");
    let ladder = learner.report("ladder");
    assert!(ladder.contains("Unlocked by hand") && !ladder.contains("Locked:"), "{ladder}");
    assert!(row(&ladder, "NOOB").contains("3 of 10") && row(&ladder, "NOOB").contains("current"));
}

#[test]
fn reset_without_a_terminal_requires_yes() {
    let learner = Learner::with_wins(&[], [10, 2, 0, 0]);
    assert!(learner.refused("ladder reset").contains("--yes"));
    assert_eq!(learner.stage("NOOB").0, 10);
    assert!(learner.report("ladder reset --yes").contains("The ladder starts again with NOOB"));
    assert_eq!(learner.stage("NOOB"), (0, 0));
}

/// Opens a pseudoterminal. Returns the person's side and the program's side.
fn terminal() -> (File, File) {
    let person: OwnedFd = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&person).unwrap();
    unlockpt(&person).unwrap();
    let name = ptsname(&person, Vec::new()).unwrap();
    let path = Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
    (person.into(), File::options().read(true).write(true).open(path).unwrap())
}

/// Answers the question of `wag ladder reset`. Returns the final message.
fn reset_with(learner: &Learner, answer: &str) -> String {
    let (mut person, program) = terminal();
    let mut command = learner.wag("ladder reset");
    command.stdin(program.try_clone().unwrap()).stderr(program).stdout(Stdio::piped());
    let child = command.spawn().unwrap();
    drop(command);
    let mut asked = String::new();
    let mut bytes = [0; 256];
    while !asked.contains("[y/N]") {
        let length = person.read(&mut bytes).unwrap();
        asked += &String::from_utf8_lossy(&bytes[..length]);
    }
    assert!(asked.contains("NOOB: 10 of 10 wins, INTERMEDIATE: 2 of 5 wins"), "{asked}");
    person.write_all(answer.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    text(&output.stdout)
}

#[test]
fn progress_is_available_as_json() {
    let learner = Learner::with_wins(&[], [12, 2, 0, 0]);
    let report: Value = serde_json::from_str(&learner.report("ladder --json")).unwrap();
    let states = report["stages"].as_array().unwrap().iter().map(|stage| &stage["state"]);
    assert_eq!(states.collect::<Vec<_>>(), ["mastered", "current", "locked", "locked"]);
    let stage = &report["stages"][1];
    assert_eq!(
        (&stage["stage"], &stage["wins"], &stage["wins_needed"]),
        (&json!("INTERMEDIATE"), &json!(2), &json!(5))
    );
    assert_eq!(report["stages"][0]["wins"], 10);
    assert_eq!(report["stages"][0]["unlocks"], json!(["Intermediate", "ring", "spring"]));
    assert!(report["open"].as_array().unwrap().contains(&json!("ring")));
    assert!(report["locked"].as_array().unwrap().contains(&json!("Expert")));
    assert_eq!(report["unlocked_by_hand"], false);
    assert_eq!(report["progress"], learner.file().to_string_lossy().as_ref());
    assert_eq!(learner.run("ladder --json play").status.code(), Some(2));
    learner.report("unlock --all");
    let report: Value = serde_json::from_str(&learner.report("ladder --json")).unwrap();
    assert_eq!((&report["unlocked_by_hand"], &report["locked"]), (&json!(true), &json!([])));
}

#[test]
fn at_a_terminal_reset_asks() {
    let learner = Learner::with_wins(&[], [10, 2, 0, 0]);
    let progress = fs::read(learner.file()).unwrap();
    // The last one is the end of the input (Ctrl+D).
    for answer in ["\n", "no\n", "yikes\n", "\u{4}"] {
        assert!(reset_with(&learner, answer).contains("The progress is unchanged"), "{answer:?}");
        assert_eq!(fs::read(learner.file()).unwrap(), progress);
    }
    assert!(reset_with(&learner, "Yes\n").contains("The ladder starts again with NOOB"));
    assert_eq!(learner.stage("INTERMEDIATE"), (0, 0));
}
