//! Tests of tournaments in stages: `wag tournament --form`.

use crate::common;

use common::{Folder, Run};
use serde_json::Value;
use std::collections::BTreeSet;

/// A player that drives into a wall after this number of rounds.
fn player(rounds: u32) -> String {
    format!(
        "from tron import *
x, y = getPosition()
steps = {{NORTH: (0, -1), EAST: (1, 0), SOUTH: (0, 1), WEST: (-1, 0)}}
free = [word for word, (right, down) in steps.items() if isFree(x + right, y + down)]
own = sum(column.count(getBoard()[x][y]) for column in getBoard())
move(free[0] if own <= {rounds} and free else next(word for word in steps if word not in free))
"
    )
}

fn field(count: u32) -> Folder {
    let files: Vec<(String, String)> =
        (1..=count).map(|number| (format!("p{number}.py"), player(number))).collect();
    Folder::with(&files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect::<Vec<_>>())
}

fn run(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Plays a tournament of these players. Returns its JSON.
fn played(folder: &Folder, count: u32, words: &str) -> Value {
    let names: Vec<String> = (1..=count).map(|number| format!("p{number}.py")).collect();
    let run = run(folder, &format!("tron {} --games 2 --seed 3 --json {words}", names.join(" ")));
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

/// Returns the pairs that have met.
fn pairs(report: &Value) -> BTreeSet<Vec<String>> {
    let names = |one: &Value| {
        let seats = one["seats"].as_array().unwrap().iter();
        let mut names: Vec<String> = seats.map(|name| name.as_str().unwrap().to_string()).collect();
        names.sort();
        names
    };
    report["played"].as_array().unwrap().iter().map(names).collect()
}

#[test]
fn in_a_gauntlet_only_the_first_player_meets_the_others() {
    let folder = field(5);
    let report = played(&folder, 5, "--form gauntlet");
    assert_eq!((report["matches"].as_u64(), pairs(&report).len()), (Some(8), 4));
    assert!(pairs(&report).iter().all(|pair| pair.contains(&"p1".to_string())));
}

#[test]
fn bracket_ends_with_certain_places() {
    let folder = field(4);
    let report = played(&folder, 4, "--form bracket");
    let rows = report["players"].as_array().unwrap();
    let places: Vec<u64> = rows.iter().map(|row| row["place"].as_u64().unwrap()).collect();
    assert_eq!(places, [1, 2, 3, 3]);
    assert_eq!((rows[0]["place_best"].as_u64(), rows[0]["place_worst"].as_u64()), (Some(1), Some(1)));
}

#[test]
fn swiss_tournament_is_resumed_and_takes_players_who_come_later() {
    let folder = field(7);
    let report = played(&folder, 6, "--form swiss");
    assert!(pairs(&report).len() >= 12, "{report}");
    let again = run(&folder, "--resume tournament.db --json");
    assert_eq!(
        (again.status, serde_json::from_str::<Value>(&again.out).unwrap()["matches"].clone()),
        (0, report["matches"].clone())
    );
    let names = "p1.py p2.py p3.py p4.py p5.py p6.py";
    let first =
        run(&folder, &format!("plan tron {names} --form swiss --games 2 --seed 3 --into late.db --json"));
    assert_eq!(first.status, 0, "{}", first.err);
    let late = run(&folder, "tron p7.py --into late.db --json");
    let late: Value = serde_json::from_str(&late.out).unwrap();
    assert_eq!(late["matches"].as_u64(), Some(30), "{late}");
    assert!(pairs(&late).iter().any(|pair| pair.contains(&"p7".to_string())));
}

#[test]
fn players_of_a_tournament_in_stages_do_not_change() {
    let folder = field(5);
    played(&folder, 4, "--form bracket");
    let fixed = "a tournament of the form bracket has begun, so its players and their files cannot change; start another one with --into";
    for words in ["tron p5.py", "tron --without p1 --resume tournament.db"] {
        let run = run(&folder, words);
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        run.tells(&[fixed]);
    }
    run(&folder, "tron p1.py p2.py --form swiss").is_user_error(&["started with other settings"]);
    run(&folder, "tron p1.py p2.py --form swiss --seats 3 --into other.db")
        .is_user_error(&["a match of the form swiss has 2 players, not 3; leave out --seats"]);
    let unknown = run(&folder, "tron p1.py p2.py --form knockout --into other.db");
    assert_eq!(unknown.status, 2);
    unknown.tells(&["knockout", "all", "swiss", "bracket"]);
}
