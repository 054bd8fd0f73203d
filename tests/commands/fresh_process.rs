//! Tests of `--fresh-process`: a new process for each turn of an AI, so that no state can survive it.

use crate::common;

use common::{Folder, Run};

/// Prints its process id.
const KEEPER: &str = "import os
print('process', os.getpid())
";

/// Returns the processes of an AI's turns.
fn processes(folder: &Folder, words: &str) -> Vec<String> {
    let result = folder.json(words);
    assert_eq!(result["players"][0]["faults_total"], 0);
    let log = folder.read("keeper.log");
    log.lines().filter_map(|line| line.strip_prefix("process ")).map(str::to_string).collect()
}

#[test]
fn each_turn_has_a_process_of_its_own() {
    let folder = Folder::with(&[("keeper.py", KEEPER)]);
    let mut usual = processes(&folder, "keeper.py --rounds 4");
    usual.dedup();
    assert_eq!(usual.len(), 1);
    let mut fresh = processes(&folder, "keeper.py --rounds 4 --fresh-process");
    fresh.sort();
    fresh.dedup();
    assert_eq!(fresh.len(), 4);
}

#[test]
fn persistent_player_cannot_have_fresh_processes() {
    let folder = Folder::with(&[("bot.py", "def choose_move(player, opponent, field): return None\n")]);
    let words = ["play", "gems", "persistent:bot.py", "ref", "--fresh-process", "--quiet"];
    let run = Run::of(folder.command(&words).output().unwrap());
    run.is_user_error(&[
        "the AI bot is persistent, so it needs one process for the whole match",
        "leave --fresh-process out",
    ]);
}
