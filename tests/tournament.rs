//! `wag tournament`, as a user runs it.

mod common;

use common::{Folder, Run};
use rusqlite::Connection;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::Duration;

const GATHERER: &str = "
from classes import *
import random
base = roundState.getBase()
base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit(random.choice([Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST]))
";

const IDLER: &str = "from classes import *\n";

fn run(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// What `show --json` tells of a file, without what hangs on the machine.
fn shown(folder: &Folder, file: &str) -> Value {
    let run = run(folder, &format!("show {file} --json"));
    assert_eq!(run.status, 0, "{}", run.err);
    let mut told: Value = serde_json::from_str(&run.out).unwrap();
    for player in told["players"].as_array_mut().unwrap() {
        let player = player.as_object_mut().unwrap();
        let times = ["turn_ms_mean", "turn_ms_max"].map(|time| player.remove(time).unwrap());
        assert!(times.iter().all(Value::is_number));
        // Nobody knows them of an idle player.
        let times = ["cpu_ms_mean", "cpu_ms_max"].map(|time| player.remove(time).unwrap());
        assert!(times.iter().all(|time| time.is_number() || time.is_null()));
    }
    told.as_object_mut().unwrap().remove("file").unwrap();
    told
}

/// The row of a player.
fn row<'t>(told: &'t Value, name: &str) -> &'t Value {
    let rows = told["players"].as_array().unwrap();
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name} is not in {told}"))
}

fn class() -> Folder {
    Folder::with(&[
        ("class/anna/yourAI.py", GATHERER),
        ("class/anna/yourFunctions.py", "x = 1\n"),
        ("class/bob/yourAI.py", IDLER),
        ("class/cleo/yourAI.py", "nothing\n"),
        ("class/notes/plan.txt", "not a player\n"),
    ])
}

#[test]
fn each_folder_with_a_players_file_takes_part() {
    let folder = class();
    folder.write("class/dora/myAI.py", IDLER);
    let played = run(&folder, "class Noob --rounds 6 --games 4 --seed 1");
    assert_eq!(played.status, 0, "{}", played.err);
    let head = "Warriors & Gatherers: 4 of 4 matches on meadow, seed 1, kept in tournament.db";
    let fault = "cleo failed 24 times, first in round 1 of match 1: NameError: name 'nothing' is not defined (yourAI.py, line 1) [exception]";
    played.tells(&[head, "possible", "Weng-Lin", fault]);
    assert!(played.err.contains("class/dora has no yourAI.py and does not take part"), "{}", played.err);
    assert!(!played.err.contains("notes"), "{}", played.err);
    let told = shown(&folder, "tournament.db");
    let mut names: Vec<&str> =
        told["players"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Noob", "anna", "bob", "cleo"]);
    for name in names {
        let games = (row(&told, name)["games"].as_u64(), row(&told, name)["points_most"].as_u64());
        assert_eq!(games, (Some(4), Some(12)), "{name}");
    }
    assert_eq!(row(&told, "cleo")["faults"], 24);
    let csv = run(&folder, "show tournament.db --csv").out;
    assert!(
        csv.starts_with(
            "index,seed,map,seats,places,figures,errors,first_errors,replay\n1,1,meadow,anna;bob;cleo;Noob,"
        ),
        "{csv}"
    );
    let error = "exception in round 1: NameError: name 'nothing' is not defined (yourAI.py, line 1)";
    assert_eq!((csv.lines().count(), csv.matches(error).count()), (5, 4), "{csv}");
}

#[test]
fn the_table_does_not_depend_on_the_number_of_cores() {
    let folder = class();
    for jobs in [1, 2] {
        let words = format!(
            "class Noob Dummy --rounds 6 --games 4 --map meadow --map spring --seed 2 --jobs {jobs} --into {jobs}.db --quiet"
        );
        let played = run(&folder, &words);
        assert_eq!((played.status, played.out.as_str()), (0, ""), "{}", played.err);
    }
    let told = shown(&folder, "1.db");
    assert_eq!(told, shown(&folder, "2.db"));
    assert_eq!(told["places"], serde_json::json!(["meadow", "spring"]));
    assert_eq!(told["matches"], told["matches_planned"]);
}

/// Starts a tournament and kills it after a while; answers how many matches it had played.
fn killed(folder: &Folder, words: &str, file: &str) -> u64 {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    let mut child = folder.command(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    for _ in 0..1000 {
        std::thread::sleep(Duration::from_millis(20));
        let played = played(folder, file);
        if played >= 3 {
            break;
        }
    }
    // SIGKILL: nothing can be put in order.
    child.kill().and_then(|()| child.wait()).unwrap();
    played(folder, file)
}

fn played(folder: &Folder, file: &str) -> u64 {
    let Ok(all) = Connection::open(folder.path().join(file)) else { return 0 };
    all.query_row("SELECT count(*) FROM matches WHERE result IS NOT NULL", [], |row| row.get::<_, i64>(0))
        .unwrap_or(0) as u64
}

#[test]
fn who_is_killed_goes_on_and_ends_as_if_nothing_had_been() {
    let folder = class();
    let words = "class slow.py Noob --rounds 8 --games 12 --seed 3 --jobs 2";
    folder.write("slow.py", "import time\ntime.sleep(0.01)\n");
    let whole = run(&folder, &format!("{words} --into whole.db --quiet"));
    assert_eq!(whole.status, 0, "{}", whole.err);
    let before = killed(&folder, &format!("{words} --into killed.db --replays kept"), "killed.db");
    let planned = shown(&folder, "killed.db")["matches_planned"].as_u64().unwrap();
    assert!((3..planned).contains(&before), "{before} of {planned}");
    let elsewhere = Folder::with(&[]);
    let file = folder.path().join("killed.db").display().to_string();
    let resumed = run(&elsewhere, &format!("--resume {file} --jobs 1"));
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    let told = |file| {
        let mut told = shown(&folder, file);
        let played = told["played"].as_array_mut().unwrap();
        played.iter_mut().for_each(|row| row["replay"] = Value::Null);
        told
    };
    assert_eq!(told("whole.db"), told("killed.db"));
    let replays: Vec<_> = std::fs::read_dir(folder.path().join("kept")).unwrap().collect();
    assert_eq!(replays.len() as u64, planned, "one of each match, and nothing else");
    let again = run(&folder, "--resume killed.db --json");
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again["matches"].as_u64(), Some(planned));
    assert_eq!(again["played"][0]["replay"], "kept/0001.wag");
}

#[test]
fn ctrl_c_prints_what_is_finished_and_how_to_go_on() {
    let folder = Folder::with(&[("slow.py", "import time\ntime.sleep(0.01)\n")]);
    let words = ["tournament", "slow.py", "Noob", "--rounds", "5", "--games", "10000", "--jobs", "1"];
    let child = folder.command(&words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while played(&folder, "tournament.db") < 2 {
        std::thread::sleep(Duration::from_millis(20));
    }
    run(&folder, "--resume tournament.db").is_mistake(&["is being played by another wag"]);
    run(&folder, "show").tells(&["of 10000 matches"]);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.status, 130, "{}", run.err);
    run.tells(&["of 10000 matches", "`wag tournament --resume tournament.db` goes on from here"]);
}

#[test]
fn who_comes_later_plays_only_what_is_missing() {
    let folder = class();
    let first = run(&folder, "tron Straight Roomy --games 4 --seats 2 --seed 1");
    assert_eq!(first.status, 0, "{}", first.err);
    folder.write("late.py", "move(\"left\")\n");
    let before = shown(&folder, "tournament.db");
    assert_eq!(before["matches"], 4);
    let second = run(&folder, "tron late.py");
    assert_eq!(second.status, 0, "{}", second.err);
    second.tells(&["these are in the tournament already and take part, too: Straight, Roomy"]);
    let after = shown(&folder, "tournament.db");
    let games = |name| row(&after, name)["games"].as_u64().unwrap();
    assert_eq!(after["matches"], after["matches_planned"]);
    assert!(games("late") >= 4 && after["matches"].as_u64().unwrap() < 12, "{after}");
    let rows = |told: &Value| told["played"].as_array().unwrap()[..4].to_vec();
    assert_eq!(rows(&before), rows(&after), "what was played is not played again");
    assert_eq!(after["method"], "Glicko-2");
    let third = run(&folder, "tron late.py Roomy --seed 2");
    third.is_mistake(&["was begun with other settings: seed 1"]);
}

#[test]
fn who_has_changed_is_a_new_version() {
    let folder = class();
    let words = "class Noob --rounds 4 --games 4 --seed 5";
    assert_eq!(run(&folder, words).status, 0);
    folder.write("class/bob/yourAI.py", GATHERER);
    let again = run(&folder, words);
    assert_eq!(again.status, 0, "{}", again.err);
    again.tells(&[
        "the files of bob have changed: from now on bob@2 plays",
        "anna and bob have the same files",
    ]);
    let told = shown(&folder, "tournament.db");
    assert_eq!((told["matches"].as_u64(), told["matches_planned"].as_u64()), (Some(8), Some(8)));
    let games = |name| row(&told, name)["games"].as_u64();
    assert_eq!((games("bob"), games("bob@2"), games("anna")), (Some(4), Some(4), Some(8)));
    assert_eq!(
        (&row(&told, "bob")["current"], &row(&told, "bob@2")["current"]),
        (&false.into(), &true.into())
    );
}

#[test]
fn a_file_that_changes_in_between_is_noticed() {
    let folder = class();
    // Without a sandbox it may write: it changes its neighbour in its own third round, and only
    // once, as a file has other contents while it is being written.
    let vandal = "
from classes import *
import pathlib
bob = pathlib.Path(__file__).parent.parent.joinpath('bob', 'yourAI.py')
if roundState.getRoundNumber() == 3 and bob.read_text() != 'x = 1':
    bob.write_text('x = 1')
";
    folder.write("class/cleo/yourAI.py", vandal);
    let words = "class Noob --rounds 4 --games 8 --seed 5 --jobs 1 --no-sandbox";
    let stopped = run(&folder, words);
    assert_eq!(stopped.status, 2, "{}", stopped.err);
    stopped.tells(&[
        "0 of 8 matches",
        "the files of bob have changed while the tournament was running; match 1 does not count",
    ]);
    let resumed = run(&folder, "--resume tournament.db");
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    let told = shown(&folder, "tournament.db");
    assert_eq!(told["matches"], 8);
    assert_eq!(row(&told, "bob@2")["games"], 8);
}

#[test]
fn mistakes_are_told_before_anything_is_played() {
    let folder = class();
    folder.write("other/anna/yourAI.py", IDLER);
    folder.write("empty/x/readme.txt", "");
    folder.write("no.db", "no database, and longer than the head of one".repeat(50));
    folder.write("bot.py", IDLER);
    for (words, told) in [
        ("class other", "class/anna/yourAI.py and other/anna/yourAI.py would both be called anna"),
        ("bot.py bot.py", "bot.py and bot.py would both be called bot"),
        ("bot.py", "at least two players, and only bot takes part"),
        ("empty Noob", "no folder in empty holds a player: each is to have a file yourAI.py"),
        ("class Noob --into no.db", "no.db is no SQLite database"),
        ("class Noob --into class", "class is a folder"),
        ("class Noob --map nowhere", "no map is called \"nowhere\""),
        ("gems human greedy", "human can't play a tournament"),
        ("a@2=bot.py Noob", "contains @"),
        ("show none.db", "there is no file none.db"),
        ("--resume none.db", "there is no file none.db"),
    ] {
        run(&folder, words).is_mistake(&[told]);
        assert!(!folder.has("tournament.db"), "{words}");
    }
    assert!(folder.read("no.db").starts_with("no database"));
    assert_eq!(run(&folder, "tron Straight Roomy --games 2").status, 0);
    run(&folder, "bot.py Noob").is_mistake(&["tournament of tron, not of warriors"]);
    let all = Connection::open(folder.path().join("tournament.db")).unwrap();
    all.execute_batch("PRAGMA user_version = 99").unwrap();
    run(&folder, "--resume tournament.db").is_mistake(&["another version of wag (form 99"]);
    all.execute_batch("PRAGMA application_id = 0").unwrap();
    run(&folder, "show tournament.db").is_mistake(&["not that of a tournament"]);
}

#[test]
fn a_full_disk_is_told_and_what_was_there_stays() {
    let folder = Folder::with(&[]);
    let wag = env!("CARGO_BIN_EXE_wag");
    // The signal is ignored, so that the limit is an error, as a full disk is.
    let script = |limit| {
        let words = "tournament tron Straight Roomy --games 100 --seed 1 --jobs 1";
        format!("trap '' XFSZ; ulimit -f {limit}; exec {wag} {words}")
    };
    let run_within = |limit| {
        let mut command = Command::new("bash");
        command.args(["-c", &script(limit)]).current_dir(folder.path());
        Run::of(command.env("WAG_HOME", common::everything_open()).output().unwrap())
    };
    // Not even the plan finds room, then some matches do.
    for (limit, least) in [(4, 0), (32, 1)] {
        let stopped = run_within(limit);
        assert_eq!(stopped.status, 2, "{limit}: {} {}", stopped.out, stopped.err);
        stopped.tells(&["tournament.db can't be written", "what it held before is still there"]);
        let before = played(&folder, "tournament.db");
        assert!((least..100).contains(&before), "{limit}: {before}");
    }
    let before = shown(&folder, "tournament.db")["played"].as_array().unwrap().clone();
    let resumed = run(&folder, "--resume tournament.db --quiet");
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    let after = shown(&folder, "tournament.db");
    assert_eq!(after["matches"], 100);
    let rows = after["played"].as_array().unwrap();
    assert!(before.iter().all(|row| rows.contains(row)));
}

#[test]
fn it_is_told_in_german() {
    let folder = class();
    let played = run(&folder, "class Noob --rounds 3 --games 4 --seed 1 --lang de");
    played.tells(&["4 von 4 Spielen auf meadow", "Wertung nach Weng-Lin", "möglich"]);
}
