//! Tests of `wag play` from the command line: names, options, results, logs.

use crate::common;

mod bad_input;
mod interruption;
mod line_up;
mod logs;
mod options;
mod readme;

use common::{Folder, Run, count, project, unlocked_home, without_notes, without_times};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::path::Path;

/// Creates a gatherer, and prints that.
const CREATOR: &str = "
from classes import *
if roundState.getRoundNumber() == 1:
    roundState.getBase().createUnitGatherer()
    print('created')
";
/// Stays in the game and does nothing.
const IDLER: &str = "from classes import *\n";
/// Moves randomly, so that the seed shows.
const WALKER: &str = "
import random
from classes import *
base = roundState.getBase()
if base.getResources() >= 50:
    base.createUnitGatherer()
for unit in roundState.getUnits():
    unit.moveUnit(random.choice([Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST]))
print(base.getResources(), [unit.getPosition() for unit in roundState.getUnits()])
";

fn names(result: &Value) -> Vec<&str> {
    result["players"].as_array().unwrap().iter().map(|player| player["name"].as_str().unwrap()).collect()
}

fn player<'r>(result: &'r Value, name: &str) -> &'r Value {
    let players = result["players"].as_array().unwrap();
    players.iter().find(|player| player["name"] == name).unwrap()
}

fn keys(object: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = object.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}
