//! Tests of `wag compare` from the command line.

use crate::common;

use common::unlocked_home;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

/// Goes in the direction with the most room.
const FURTHEST: &str = "
from tron import *
x, y = getPosition()
steps = {NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}
def room(direction, ahead=1):
    right, down = steps[direction]
    return ahead if not isFree(x + ahead * right, y + ahead * down) else room(direction, ahead + 1)
move(max(steps, key=room))
";

/// Always fails.
const BROKEN: &str = "from tron import *\nnothing\n";

/// Moves randomly.
const WALKER: &str = "
from classes import *
import random
base = roundState.getBase()
base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit(random.choice([Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST]))
";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [("furthest.py", FURTHEST), ("broken.py", BROKEN), ("walker.py", WALKER)] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn compare(folder: &Path, words: &str) -> Output {
    let mut command = crate::common::wag();
    command
        .current_dir(folder)
        .env("WAG_HOME", unlocked_home())
        .arg("compare")
        .args(words.split_whitespace());
    command.output().unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|err| panic!("{err}: {output:?}"))
}

fn words(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the result without times, which depend on the machine.
fn without_times(mut report: Value) -> Value {
    for side in report["sides"].as_array_mut().unwrap() {
        let side = side.as_object_mut().unwrap();
        let times = ["turn_ms_mean", "turn_ms_max", "cpu_ms_mean", "cpu_ms_max"]
            .map(|name| side.remove(name).unwrap());
        assert!(times.iter().all(Value::is_number));
    }
    report
}

#[test]
fn better_player_is_found_and_sets_the_exit_status() {
    let folder = folder();
    let better = compare(folder.path(), "tron furthest.py broken.py --seed 3");
    assert_eq!(better.status.code(), Some(0), "{better:?}");
    let report = words(&better);
    assert!(report.starts_with("furthest.py is better than broken.py: 100 % ("), "{report}");
    assert!(
        report.contains("broken.py failed") && report.contains("NameError: name 'nothing' is not defined"),
        "{report}"
    );
    let worse = compare(folder.path(), "tron broken.py furthest.py --seed 3 --losses lost --lang de");
    assert_eq!(worse.status.code(), Some(1), "{worse:?}");
    let report = words(&worse);
    assert!(report.starts_with("broken.py ist nicht besser als furthest.py: 0 % ("), "{report}");
    let kept = folder.path().join("lost/0001.wag");
    assert!(report.contains("lost/0001.wag") && kept.exists(), "{report}");
    let quiet = compare(folder.path(), "tron furthest.py broken.py --seed 3 --quiet");
    assert_eq!((quiet.status.code(), quiet.stdout.len()), (Some(0), 0));
}

#[test]
fn player_that_cannot_start_is_an_error_and_never_better() {
    let folder = folder();
    fs::write(folder.path().join("unread.py"), "x = = 1\n").unwrap();
    fs::write(folder.path().join("unstarted.sh"), "#!/no/such/interpreter\n").unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path().join("unstarted.sh"), executable).unwrap();
    let refused = |words: &str, why: &str| {
        let output = compare(folder.path(), words);
        let report = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(4), 0), "{words}: {report}");
        assert!(report.contains(why), "{words}: {report}");
    };
    // A player that does nothing keeps its stock.
    refused("unread.py walker.py --rounds 10", "SyntaxError: invalid syntax");
    refused("walker.py unread.py --rounds 10", "SyntaxError: invalid syntax");
    refused("walker.py Noob --against unread.py --rounds 10 --quiet", "SyntaxError: invalid syntax");
    refused("gems ./unstarted.sh greedy", "the interpreter that its first line names is not there");
    // A player that fails later is not better either, since it gives no orders.
    fs::write(folder.path().join("nothing.py"), "nothing\n").unwrap();
    let failing = compare(folder.path(), "nothing.py walker.py --rounds 10 --seed 2");
    assert_eq!(failing.status.code(), Some(1), "{failing:?}");
    let report = words(&failing);
    assert!(report.starts_with("nothing.py is not better than walker.py: 0 % ("), "{report}");
    assert!(report.contains("nothing.py did not play in "), "{report}");
}

#[test]
fn ties_are_decided_by_figures() {
    let folder = folder();
    // Neither player gathers anything, but one keeps more of its stock.
    let build = |count: u32| {
        format!(
            "from classes import *\nbase = roundState.getBase()\nif len(roundState.getUnits()) < {count}:\n    base.createUnitGatherer()\n"
        )
    };
    fs::write(folder.path().join("one.py"), build(1)).unwrap();
    fs::write(folder.path().join("many.py"), build(4)).unwrap();
    let words = "one.py many.py --against Noob --rounds 20 --seed 1 --games 60";
    let by_places = compare(folder.path(), &format!("{words} --json"));
    let by_places = json(&by_places);
    assert_eq!(by_places["by"], "places");
    assert_eq!(by_places["figure"], "stock");
    let by_score = json(&compare(folder.path(), &format!("{words} --by score --json")));
    assert_eq!((by_score["verdict"].as_str(), by_score["by"].as_str()), (Some("better"), Some("score")));
    assert!(by_score["margin"].as_f64().unwrap() > 0.0, "{by_score}");
    assert!(by_score["margin_interval"][0].as_f64().unwrap() > 0.0, "{by_score}");
    let level = compare(folder.path(), "Noob Noob --against one.py,many.py --rounds 5 --games 20 --seed 1");
    let report = String::from_utf8(level.stdout).unwrap();
    assert!(
        report.contains("places say little about these two. --by score compares their stock."),
        "{report}"
    );
    assert!(report.contains("Difference in stock: 0.0 (0.0 to 0.0) on the same seat"), "{report}");
}

#[test]
fn copy_is_not_better_and_determinism_is_reported() {
    let folder = folder();
    let output = compare(folder.path(), "tron Roomy Roomy --seed 1");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let report = words(&output);
    assert!(
        report.contains(" is not better than ") && report.contains("they involve no randomness"),
        "{report}"
    );
}

#[test]
fn result_depends_neither_on_cores_nor_on_timing() {
    let folder = folder();
    let words = "walker.py Noob --map meadow --map ring --rounds 40 --games 24 --seed 7 --json";
    let one = compare(folder.path(), &format!("{words} --jobs 1"));
    let two = compare(folder.path(), &format!("{words} --jobs 2"));
    assert_eq!(one.status.code(), two.status.code());
    let (one, two) = (without_times(json(&one)), without_times(json(&two)));
    assert_eq!(one, two);
    assert_eq!(one["places"].as_array().unwrap().len(), 2);
    assert_eq!(one["seats"].as_array().unwrap().len(), 4);
    assert!(one["pairs"].as_u64().unwrap() <= 12);
}

#[test]
fn too_few_matches_are_undecided() {
    let folder = folder();
    let output = compare(folder.path(), "walker.py walker.py --rounds 20 --games 4 --seed 7 --json");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = json(&output);
    assert_eq!((report["verdict"].as_str(), report["games"].as_u64()), (Some("undecided"), Some(4)));
    let interval: Vec<f64> =
        report["interval"].as_array().unwrap().iter().map(|one| one.as_f64().unwrap()).collect();
    assert!(interval[0] < 0.5 && interval[1] > 0.5);
}

#[test]
fn both_play_against_the_same_opponents() {
    let folder = folder();
    let words = "walker.py Noob --against Noob,walker.py --rounds 20 --games 8 --seed 7 --json";
    let report = json(&compare(folder.path(), words));
    let opponents = report["opponents"].as_array().unwrap();
    assert_eq!(
        opponents.iter().map(|one| one["opponent"].as_str().unwrap()).collect::<Vec<_>>(),
        ["Noob", "walker.py"]
    );
    assert_eq!(opponents[0]["pairs"], report["pairs"]);
    let tron =
        json(&compare(folder.path(), "tron furthest.py broken.py --against Straight --games 40 --json"));
    assert_eq!(tron["verdict"], "better", "{tron}");
}

#[test]
fn incomparable_players_are_reported_in_one_sentence() {
    let folder = folder();
    let refused = |words: &str, why: &str| {
        let output = compare(folder.path(), words);
        let report = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), report.contains(why)), (Some(2), true), "{words}: {report}");
    };
    refused("tron Roomy human", "people and TCP clients are not supported here");
    refused("tron Roomy missing.py", "missing.py");
    refused("tron Roomy Straight --elo0 5 --elo1 5", "--elo0 must be less than --elo1");
    refused("tron Roomy Straight --alpha 0.7", "from 0.0001 to 0.4");
    refused("tron Roomy Straight --games 1", "--games");
    refused("tron Roomy", "OLD");
}
