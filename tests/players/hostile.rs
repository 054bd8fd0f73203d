//! AIs that hang, crash, use up resources, flood and lie (docs/contributors/sandbox-tests.md). The first line of each
//! file in `tests/hostile/` names the expected fault. The other players' games must be the same as with an idle AI in
//! its place.
#![cfg(target_os = "linux")]

use crate::common;

use common::unlocked_home;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The time limit for AIs that never end a turn. The other players have the same limit and must keep it on a busy
/// machine, too.
const TURN_TIME: &str = "1";
/// The time limit for all others, which do not need one.
const TIME_ENOUGH: &str = "30";
const ROUNDS: &str = "5";

/// An AI that prints all it can see of the game, so that any difference shows in its log.
const OBSERVER: &str = "\
board = roundState.getMap()
for column in board:
    for field in column:
        if field.getResources():
            print(field.getPosition(), field.getResources())
        if field.getBase():
            print(field.getPosition(), field.getBase().getResources())
            for unit in field.getBase().getUnits():
                print(unit.getPosition(), unit.getUnitType(), unit.getResources())
base = roundState.getBase()
base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit('EAST')
";

/// The results of a match.
struct Match {
    result: Value,
    logs: BTreeMap<String, String>,
    folder: tempfile::TempDir,
}

/// Plays a file on the second seat. `turn_time` is the limit of all players.
fn play(file: &Path, turn_time: &str) -> Match {
    let folder = tempfile::Builder::new().prefix("wag-hostile-").tempdir().expect("a folder");
    for name in ["witness", "hostile", "tmp"] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    let put = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).expect("a new file");
    put("witness/witness.py", OBSERVER.as_bytes());
    put("secret", b"not for AIs");
    let name = file.file_name().expect("a name").to_str().expect("UTF-8");
    put(&format!("hostile/{name}"), &fs::read(file).expect("the fixture"));
    put("hostile/sleeping_module.py", &fs::read(fixtures().join("sleeping_module.py")).expect("a module"));
    let output = crate::common::wag()
        .current_dir(&folder)
        .env("WAG_HOME", unlocked_home())
        .env("TMPDIR", folder.path().join("tmp"))
        .env("WAG_TEST_SECRET", "not for AIs")
        .args(["play", "Intermediate", &format!("hostile=hostile/{name}"), "witness/witness.py", "Noob"])
        .args(["--map", "meadow", "--seed", "7", "--rounds", ROUNDS, "--turn-time", turn_time])
        .args(["--json", "--quiet", "--no-replay", "--log-dir", "logs", "--log", "plain"])
        .output()
        .expect("wag starts");
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let logs = ["Intermediate", "hostile", "witness", "Noob"].map(|player| {
        let log = fs::read(folder.path().join(format!("logs/{player}.log"))).expect("a log");
        (player.to_string(), String::from_utf8_lossy(&log).into_owned())
    });
    let result = serde_json::from_slice(&output.stdout).expect("one object");
    Match { result, logs: logs.into(), folder }
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

impl Match {
    fn player(&self, name: &str) -> &Value {
        let players = self.result["players"].as_array().expect("players");
        players.iter().find(|player| player["name"] == name).expect("a player")
    }

    /// Returns everything that the other players saw, did and achieved, without times.
    fn of_the_others(&self) -> String {
        let mut text = String::new();
        for name in ["Intermediate", "witness", "Noob"] {
            let player = self.player(name);
            assert_eq!(player["faults_total"], 0, "{name}: {player}");
            // Places are left out, since they are better against a player that gives no orders.
            text += &format!("{name} {} {}\n", player["stock"], player["units"]);
            let log = &self.logs[name];
            let timeless = |line: &str| match line.starts_with("=== Round ") {
                true => line.split('(').next().unwrap_or("").to_string(),
                false => line.to_string(),
            };
            text.extend(log.lines().map(|line| timeless(line) + "\n"));
        }
        text
    }

    /// Returns the kinds and messages of the hostile player's faults.
    fn faults(&self) -> Vec<(String, String)> {
        let faults = self.player("hostile")["faults"].as_array().expect("faults");
        let text = |value: &Value| value.as_str().expect("text").to_string();
        faults.iter().map(|fault| (text(&fault["kind"]), text(&fault["message"]))).collect()
    }

    /// Checks that no processes and no new or changed files are left.
    fn check_nothing_is_left(&self) {
        let root = self.folder.path().canonicalize().expect("the folder");
        let names = |folder: &str| {
            let entries = fs::read_dir(root.join(folder)).expect("a folder");
            let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort();
            names
        };
        assert_eq!(names("tmp"), Vec::<std::ffi::OsString>::new());
        assert_eq!(names("hostile").len(), if names("hostile").len() == 1 { 1 } else { 2 });
        assert_eq!(names("witness"), ["witness.py"]);
        assert_eq!(names(""), ["hostile", "logs", "secret", "tmp", "witness"]);
        for process in fs::read_dir("/proc").expect("the processes").flatten() {
            let is_ours = fs::read_link(process.path().join("cwd")).is_ok_and(|cwd| cwd.starts_with(&root));
            assert!(!is_ours, "{:?} is left behind", process.path());
        }
    }
}

static CALM: LazyLock<String> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("calm.py");
    fs::write(&file, "pass\n").expect("a file");
    play(&file, TIME_ENOUGH).of_the_others()
});

/// Plays a fixture and checks all expectations.
fn check_fixture(name: &str) {
    let file = fixtures().join(format!("{name}.py"));
    let text = fs::read_to_string(&file).expect("a fixture");
    let expected = text.lines().next().and_then(|line| line.strip_prefix("# fault: ")).expect("its fault");
    let turn_time = if expected.contains("timeout") { TURN_TIME } else { TIME_ENOUGH };
    let played = play(&file, turn_time);
    let log = &played.logs["hostile"];
    assert_eq!(played.of_the_others(), *CALM, "the others have noticed\n{log}");
    assert_eq!(played.player("hostile")["units"], 0);
    assert!(!log.contains("KEPT"), "{log}");
    let faults = played.faults();
    let (kinds, place) = match expected.split_once(" (") {
        Some((kind, place)) => (kind, Some(format!("(hostile/{place}"))),
        None => (expected, None),
    };
    let is_expected = |kind: &str| kinds.split(' ').any(|allowed| allowed == kind);
    match faults.first() {
        None => assert!(is_expected("none"), "it goes unpunished\n{log}"),
        Some((kind, message)) => assert!(is_expected(kind), "{kind}: {message}\n{log}"),
    }
    if let Some(place) = place {
        assert!(faults[0].1.ends_with(&place), "{}", faults[0].1);
    }
    let timed_out = faults.iter().any(|(kind, _)| kind == "timeout");
    let asks_for_nothing = played.player("hostile")["unseeded"].as_array().is_some_and(Vec::is_empty);
    assert_eq!(played.result["repeatable"], !timed_out && asks_for_nothing);
    played.check_nothing_is_left();
}

macro_rules! fixtures {
    ($($name:ident)*) => {
        $(#[test] fn $name() { check_fixture(stringify!($name)); })*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

fixtures! {
    answers_byte_by_byte
    answers_twice
    computes_between_turns
    becomes_another_program
    builds_a_giant_string
    catches_everything
    closes_every_descriptor
    crashes
    eats_memory
    eats_memory_in_c
    escapes_its_limits
    exits
    fills_pipes_and_sockets
    fills_the_disk
    fills_the_disk_with_files
    floods_with_notes
    follows_a_link_out
    forges_a_module
    forges_an_answer
    forks
    gives_orders_that_are_none
    hangs
    hangs_in_a_c_library
    hangs_in_a_destructor
    hangs_in_a_pattern
    hangs_in_arithmetic
    hangs_in_c
    hangs_in_its_own_error
    holds_up_files
    imports_a_module_that_sleeps
    is_killed_by_its_own_alarm
    keeps_state_in_a_thread
    keeps_state_in_destructors
    keeps_state_in_files
    keeps_state_in_libraries
    keeps_state_in_settings
    keeps_state_in_the_builtins
    keeps_state_in_the_c_environment
    keeps_state_in_the_environment
    kills_others
    leaves_exit_handlers
    looks_around_in_memory
    makes_many_files
    masks_signals
    opens_many_files
    overwrites_memory
    patches_the_classes
    phones_home
    prints_a_gigabyte
    prints_ten_million_lines
    raises_in_destructors
    reads_secrets
    reads_the_next_request
    recurses
    reopens_the_channel
    replaces_its_streams
    replaces_the_environment
    shares_memory
    sleeps
    starts_a_bare_thread
    starts_a_program
    starts_processes_in_a_pool
    stops_itself
    switches_the_interpreter
    tampers_with_import
    tells_lies_in_colour
    traces_others
    traces_the_engine
    waits_for_ever
    writes_to_every_descriptor
}

#[test]
fn every_fixture_is_played() {
    let entries = fs::read_dir(fixtures()).expect("the fixtures");
    let mut files: Vec<String> = entries
        .map(|entry| {
            entry.expect("an entry").path().file_stem().expect("a name").to_string_lossy().into_owned()
        })
        .filter(|name| name != "sleeping_module")
        .collect();
    files.sort();
    let mut names: Vec<&str> = NAMES.to_vec();
    names.sort();
    assert_eq!(files, names);
}
