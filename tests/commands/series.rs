//! Tests of `wag series` from the command line.

use crate::common;

use common::unlocked_home;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const GATHERER: &str = "
from classes import *
import random
base = roundState.getBase()
base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit(random.choice([Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST]))
";

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn series(folder: &Path, words: &str) -> Command {
    let mut command = crate::common::wag();
    command.current_dir(folder).env("WAG_HOME", unlocked_home()).arg("series").args(words.split(' '));
    command
}

fn json(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Returns the rows without times, which depend on the machine.
fn without_times(output: &Output) -> Vec<serde_json::Value> {
    let mut rows = json(output)["rows"].as_array().unwrap().clone();
    for row in &mut rows {
        let row = row.as_object_mut().unwrap();
        let times = ["turn_ms_mean", "turn_ms_max", "cpu_ms_mean", "cpu_ms_max"];
        assert!(times.into_iter().all(|name| row.remove(name).unwrap().is_number()));
    }
    rows
}

#[test]
fn the_result_does_not_depend_on_the_number_of_cores() {
    let folder = folder(&[("walker.py", GATHERER)]);
    let words = "walker.py walker.py --games 6 --map meadow --map spring --rounds 60 --seed 4 --json";
    let one = series(folder.path(), &format!("{words} --jobs 1")).output().unwrap();
    let two = series(folder.path(), &format!("{words} --jobs 2")).output().unwrap();
    assert_eq!(without_times(&one), without_times(&two));
    let result = json(&one);
    assert_eq!((result["seed"].as_u64(), result["matches"].as_u64()), (Some(4), Some(12)));
    assert_eq!(result["places"], serde_json::json!(["meadow", "spring"]));
    let rows = result["rows"].as_array().unwrap();
    assert_eq!(
        (rows[0]["name"].as_str(), rows[0]["seat"].as_u64(), rows[0]["games"].as_u64()),
        (Some("walker1"), Some(0), Some(12))
    );
    assert_eq!(rows.len(), 4 + 16);
    let played = result["played"].as_array().unwrap();
    let report = |number: usize| {
        let row = &played[number];
        (row["index"].as_u64(), row["seed"].as_u64(), row["map"].as_str(), row["replay"].is_null())
    };
    assert_eq!(report(0), (Some(1), Some(4), Some("meadow"), true));
    assert_eq!((report(11), played.len()), ((Some(12), Some(5), Some("spring"), true), 12));
    assert_eq!(played[1]["seats"], serde_json::json!(["Noob2", "walker1", "walker2", "Noob1"]));
    assert_eq!(json(&two)["played"], result["played"], "matches that end earlier do not come first");
    assert!(
        fs::read_dir(folder.path()).unwrap().all(|entry| entry.unwrap().file_name() == "walker.py"),
        "no logs"
    );
}

#[test]
fn rotations_distribute_the_seats_unless_fixed() {
    let folder = folder(&[("walker.py", GATHERER)]);
    let rotated = series(folder.path(), "walker.py --games 4 --rounds 5 --seed 1 --json").output().unwrap();
    let of_walker = |rows: Vec<serde_json::Value>| rows.iter().filter(|row| row["name"] == "walker").count();
    assert_eq!(of_walker(without_times(&rotated)), 5);
    let fixed = series(folder.path(), "walker.py --games 4 --rounds 5 --seed 1 --json --fixed-seats")
        .output()
        .unwrap();
    assert_eq!(of_walker(without_times(&fixed)), 2);
}

#[test]
fn ai_that_cannot_start_is_a_fault() {
    let folder = folder(&[("walker.py", GATHERER), ("broken.py", "def f(:\n")]);
    let output = series(folder.path(), "walker.py broken.py --games 4 --rounds 5 --json").output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = result["rows"].as_array().unwrap().clone();
    let overall =
        |name: &str| rows.iter().find(|row| row["name"] == name && row["seat"] == 0).unwrap().clone();
    let broken = overall("broken");
    let message = broken["first_fault"].as_str().unwrap();
    assert!(message.starts_with("SyntaxError: ") && message.ends_with(" (broken.py, line 1)"), "{message}");
    assert_eq!((broken["first_fault_kind"].as_str(), broken["faults"].as_u64()), (Some("start"), Some(4)));
    assert_eq!(overall("walker")["games"], 4);
}

#[test]
fn a_table_has_a_row_per_match_with_the_columns_of_a_tournament() {
    let folder = folder(&[("right.py", RIGHT), ("walker.py", GATHERER)]);
    let words = "right.py walker.py --map meadow --map spring --games 6 --rounds 5 --seed 9 --replays kept";
    let printed = series(folder.path(), &format!("{words} --csv")).output().unwrap();
    let report = json(&series(folder.path(), &format!("{words} --json")).output().unwrap());
    let mut table = csv::Reader::from_reader(printed.stdout.as_slice());
    let head: Vec<String> = table.headers().unwrap().iter().map(str::to_string).collect();
    assert_eq!(head.join(","), "index,seed,map,seats,places,figures,errors,first_errors,replay");
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let played = report["played"].as_array().unwrap();
    assert_eq!(rows.len(), played.len());
    let mut failed = 0;
    for (cells, played) in rows.iter().zip(played) {
        let cells: Vec<&str> = cells.iter().collect();
        let joined = |name: &str, by: &str| {
            let all = played[name].as_array().unwrap().iter();
            let shown = |value: &serde_json::Value| match value {
                serde_json::Value::String(text) => text.clone(),
                serde_json::Value::Array(all) => {
                    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
                }
                value => value.to_string(),
            };
            all.map(shown).collect::<Vec<_>>().join(by)
        };
        assert_eq!(cells[..2], [played["index"].to_string(), played["seed"].to_string()]);
        assert_eq!(
            (cells[2], cells[8]),
            (played["map"].as_str().unwrap(), played["replay"].as_str().unwrap())
        );
        assert_eq!(cells[3..7], ["seats", "places", "figures", "errors"].map(|name| joined(name, ";")));
        let seat = played["seats"].as_array().unwrap().iter().position(|name| name == "right").unwrap();
        let error = cells[7].split(';').nth(seat).unwrap();
        let has_failed = !played["first_errors"][seat].is_null();
        failed += usize::from(has_failed);
        let expected_fault =
            "exception in round 3: NameError: name 'nothing' is not defined (right.py, line 4)";
        assert!(if has_failed { error == expected_fault } else { error.is_empty() }, "{cells:?}");
    }
    assert!(failed > 0 && failed < played.len(), "{failed}");
}

/// Fails in round 3 on the seats on the right.
const RIGHT: &str = "
from classes import *
if roundState.getRoundNumber() == 3 and roundState.getBase().getPosition()[0] > 10:
    nothing
";

#[test]
fn first_fault_of_each_player_is_reported_with_a_command_to_reproduce_it() {
    let folder = folder(&[("right.py", RIGHT), ("walker.py", GATHERER)]);
    let words = "right.py walker.py --games 8 --rounds 5 --seed 9";
    let output = series(folder.path(), words).output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    let place = "NameError: name 'nothing' is not defined (right.py, line 4)";
    let line = format!("right failed 4 times, first in round 3 of match 2: {place} [exception]");
    let mut lines = report.lines().skip_while(|report| *report != line).skip(1);
    let again = lines.next().unwrap_or_else(|| panic!("{report}")).strip_prefix("Watch it again: ").unwrap();
    assert!(
        lines.next().is_some_and(|hint| hint.starts_with("  Hint: nothing is not known in right.py")),
        "{report}"
    );
    assert_eq!(lines.next(), None, "nobody else has failed: {report}");
    assert!(
        again.ends_with(" play Noob right.py walker.py Noob --map meadow --rounds 5 --seed 9"),
        "{again}"
    );

    let again = again.split_once(" play ").unwrap().1;
    let mut play = crate::common::wag();
    play.current_dir(folder.path()).env("WAG_HOME", unlocked_home()).arg("play").args(again.split(' '));
    let played = String::from_utf8(play.output().unwrap().stdout).unwrap();
    assert!(played.contains(&format!("right failed once, first in round 3: {place}")), "{played}");

    let rows = without_times(
        &series(folder.path(), &format!("{words} --json --jobs 2 --replays kept")).output().unwrap(),
    );
    let first = |name: &str| rows.iter().find(|row| row["name"] == name && row["seat"] == 0).unwrap();
    assert_eq!(first("right")["first_fault"], place);
    let numbers =
        ["match", "seed", "round"].map(|what| first("right")[format!("first_fault_{what}")].as_u64());
    assert_eq!(numbers, [Some(2), Some(9), Some(3)]);
    assert!(first("right")["first_fault_again"].as_str().unwrap().ends_with(again), "{rows:?}");
    assert!(first("walker")["first_fault"].is_null());
}

#[test]
fn ctrl_c_prints_finished_matches() {
    let folder = folder(&[("slow.py", "import time\ntime.sleep(0.01)\n")]);
    let child = series(folder.path(), "slow.py --games 100000 --rounds 5 --json --jobs 1 --replays kept")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The third replay exists as soon as the second match is over.
    while !folder.path().join("kept/0003.wag").exists() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let (played, planned) =
        (result["matches"].as_u64().unwrap(), result["matches_planned"].as_u64().unwrap());
    assert!(played > 0 && played < planned, "{played} of {planned}");
}

#[test]
fn user_errors_are_reported_before_any_match() {
    let folder = folder(&[("walker.py", GATHERER)]);
    for (words, report) in [
        ("nobody.py", "there is no file nobody.py"),
        ("walker.py --map nowhere", "there is no map \"nowhere\""),
        ("walker.py --games 0", "--games"),
        ("walker.py --rounds 0", "--rounds"),
    ] {
        let output = series(folder.path(), words).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(report), "{words}: {output:?}");
    }
}

#[test]
fn a_player_that_can_not_start_forfeits_and_comes_last() {
    // A player that does nothing keeps its stock, and would win such a short match.
    let folder = folder(&[("broken.py", "x = = 1\n"), ("failing.py", "nothing\n"), ("walker.py", GATHERER)]);
    let words = "broken.py failing.py walker.py walker.py --games 2 --rounds 10 --seed 4 --replays kept";
    let output = series(folder.path(), &format!("{words} --json")).output().unwrap();
    assert_eq!(output.status.code(), Some(4), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    for played in report["played"].as_array().unwrap() {
        let seats: Vec<&str> =
            played["seats"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
        for (seat, name) in seats.iter().enumerate() {
            let has_played = name.starts_with("walker");
            assert_eq!(played["forfeits"][seat], !has_played, "{played}");
            let place = played["places"][seat].as_u64().unwrap();
            assert!(if has_played { place <= 2 } else { place == 4 }, "{played}");
            assert!(has_played || played["figures"][seat][0].as_u64() == Some(200), "{played}");
        }
    }
    let rows = report["rows"].as_array().unwrap();
    let forfeits: Vec<_> = rows[..4].iter().map(|row| row["forfeits"].as_u64().unwrap()).collect();
    assert_eq!(forfeits, [2, 2, 0, 0]);
    assert_eq!((rows[0]["wins"].as_u64(), rows[1]["ties"].as_u64()), (Some(0), Some(0)));
    let words = series(folder.path(), words).output().unwrap();
    let words = String::from_utf8(words.stdout).unwrap();
    assert!(words.contains("broken (did not play)"), "{words}");
    assert!(words.contains("broken did not play in 2 of 2 matches"), "{words}");
    let mut show = crate::common::wag();
    let shown = show.current_dir(folder.path()).args(["replay", "show", "kept/0001.wag"]).output().unwrap();
    let shown = String::from_utf8(shown.stdout).unwrap();
    let why = "broken did not play and takes last place: SyntaxError: invalid syntax (broken.py, line 1)";
    assert!(shown.contains(why) && shown.contains("failing (did not play)"), "{shown}");
    let mut export = crate::common::wag();
    let export = export.current_dir(folder.path()).args(["replay", "export", "--json", "kept/0001.wag"]);
    let export = export.output().unwrap();
    let first = String::from_utf8(export.stdout).unwrap();
    let header: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!(header["players"][0]["forfeit"], "SyntaxError: invalid syntax (broken.py, line 1)");
    assert_eq!(header["players"][1]["place"], 4);
    assert!(header["winners"].as_array().unwrap().iter().all(|seat| seat.as_u64() > Some(2)), "{header}");
}
