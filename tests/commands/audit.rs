//! `wag audit`: recorded turns played again in new processes.
#![cfg(target_os = "linux")]

use crate::common;

use common::Folder;
use serde_json::Value;

/// Counts its turns in the name of a library's class, which is one of the ways that Wag does not restore.
const KEEPS: &str = "from tron import *
import fractions
turns = fractions.Fraction.__qualname__.removeprefix('Fraction')
fractions.Fraction.__qualname__ = 'Fraction' + turns + 'x'
move([NORTH, EAST][len(turns) % 2])
";

const HONEST: &str = "from tron import *
import random, secrets
move(random.choice([NORTH, EAST, SOUTH, WEST]) if secrets.randbelow(2) else EAST)
";

#[test]
fn a_file_that_keeps_something_is_named() {
    let folder = Folder::with(&[("keeps.py", KEEPS), ("honest.py", HONEST)]);
    folder.succeeds("play tron keeps.py honest.py Roomy --seed 3 --quiet --replay r.wag");
    let audit = |words: &str| {
        let run = folder.wag(words);
        let report: Value = serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{err}: {run:?}"));
        (run.status, report["replays"][0]["players"].clone())
    };
    let (status, players) = audit("audit r.wag --all --json");
    assert_eq!(status, 1, "{players}");
    let kept = |at: usize| players[at]["kept"].as_array().unwrap().len();
    // Every second turn is the same as in a new process.
    let turns = players[0]["turns"].as_u64().unwrap() as usize;
    assert!(turns > 1 && kept(0) == turns / 2, "{players}");
    assert_eq!(
        (kept(1), &players[1]["inexact"], &players[1]["skipped"]),
        (0, &0.into(), &Value::Null),
        "{players}"
    );
    assert_eq!(players.as_array().unwrap().len(), 2, "built-in players are not audited");
    let (status, players) = audit("audit r.wag --player honest --turns 2 --seed 1 --json");
    assert_eq!((status, &players[0]["player"]), (0, &"honest".into()));
}

#[test]
fn what_cannot_be_audited_is_said() {
    let folder = Folder::with(&[("ai.py", HONEST)]);
    folder.succeeds("play tron ai.py Roomy --seed 3 --quiet --replay r.wag");
    folder.write("ai.py", "from tron import *\nmove(NORTH)\n");
    let run = folder.wag("audit r.wag");
    assert_eq!(run.status, 2, "{run:?}");
    folder.succeeds("play tron Roomy Roomy --seed 3 --quiet --replay b.wag");
    assert_eq!(folder.wag("audit b.wag").status, 2);
    assert_eq!(folder.wag("audit r.wag --player nobody").status, 2);
}
