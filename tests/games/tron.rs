//! Light cycles from the user's point of view: good and bad Python AIs, and the examples of the documents.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, project};
use std::fs;

/// Goes around a square of four squares, and crashes into its own wall.
const CIRCLES: &str = "\
from tron import *
ways = [EAST, SOUTH, WEST, NORTH]
x, y = getPosition()
walls = sum(row.count(getBoard()[x][y]) for row in getBoard())
print('walls', walls, 'at', getPosition(), 'of', getPositions())
move(ways[(walls - 1) % 4])
";

/// Tries several invalid directions, then goes straight on.
const WRONG: &str = "\
from tron import *
for word in ('UP', '', None, 7, ['NORTH']):
    try:
        move(word)
    except ValueError as fault:
        print(fault)
move('west')
move('north')
";

fn first_ai() -> String {
    fs::read_to_string(project().join("python/tron/bot.py")).unwrap()
}

#[test]
fn first_ai_plays_to_the_end_and_has_a_log() {
    let folder = Folder::with(&[("bot.py", &first_ai()), ("circles.py", CIRCLES)]);
    let result = folder.json("tron bot.py circles.py --width 10 --height 8");
    let place = |seat: usize| result["players"][seat]["place"].as_u64();
    assert_eq!((place(0), place(1)), (Some(1), Some(2)), "{result}");
    assert!(folder.read("bot.log").contains("free squares ahead"));
    assert!(folder.read("circles.log").contains("walls 1 at [7, 5] of [[2, 2], [7, 5]]"));
}

#[test]
fn invalid_direction_is_an_error_with_a_suggestion() {
    let folder = Folder::with(&[("wrong.py", WRONG), ("circles.py", CIRCLES)]);
    let run = folder.play("tron wrong.py circles.py --width 10 --height 8");
    assert_eq!(run.status, 0, "{}", run.err);
    let log = folder.read("wrong.log");
    for given in ["'UP'; did you mean \"NORTH\"?", "''", "None", "7", "['NORTH']"] {
        let message = format!("move takes \"NORTH\", \"EAST\", \"SOUTH\" or \"WEST\", not {given}");
        assert!(log.contains(&message), "{message}: {log}");
    }
}

#[test]
fn failing_player_goes_straight_on_in_a_match_of_four() {
    let fails = "from tron import *\nraise RuntimeError('no idea')\n";
    let folder = Folder::with(&[("bot.py", &first_ai()), ("fails.py", fails)]);
    let result = folder.json("tron bot.py fails.py Straight Roomy");
    assert_eq!(result["players"].as_array().map(Vec::len), Some(4), "{result}");
    assert!(folder.read("fails.log").contains("no idea"));
}

#[test]
fn numbers_of_players_and_sides_have_limits() {
    let folder = Folder::with(&[("bot.py", &first_ai())]);
    folder.play("tron bot.py").is_user_error(&["2"]);
    folder.play("tron bot.py bot.py bot.py bot.py bot.py").is_user_error(&["4"]);
    for (words, limit) in [("--width 4", "5..=100"), ("--height 101", "5..=100"), ("--rounds 5", "--rounds")]
    {
        let run = folder.play(&format!("tron bot.py Straight {words}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{words}");
        run.tells(&[words.split(' ').next().unwrap(), limit]);
    }
}
