//! `wag fork` and `wag diff`: matches that are continued from a round of a replay.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run};
use serde_json::Value;
use std::fs;

/// Uses random numbers, and prints what it does.
const AI: &str = "from classes import *
import random
base = roundState.getBase()
if base.getResources() >= 50:
    base.createUnitGatherer()
for unit in reversed(roundState.getUnits()):
    if random.random() < 0.9:
        unit.moveUnit(random.choice([Direction.NORTH, Direction.SOUTH, Direction.EAST, Direction.WEST]))
print('round', roundState.getRoundNumber())
";

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

fn succeeds(folder: &Folder, words: &str) -> Run {
    let run = wag(folder, words);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{words}: {}", run.out);
    run
}

fn json(folder: &Folder, words: &str) -> Value {
    let run = wag(folder, words);
    serde_json::from_str(&run.out).unwrap_or_else(|err| panic!("{words}: {err}: {}{}", run.out, run.err))
}

/// Records a match of 40 rounds in `r.wag`.
fn recorded(more: &str) -> Folder {
    let folder = Folder::with(&[("ai.py", AI)]);
    succeeds(
        &folder,
        &format!("play ai.py Noob Dummy Dummy --rounds 40 --seed 5 --quiet --replay r.wag {more}"),
    );
    folder.write("still.py", AI.replace("< 0.9", "< 0.0"));
    folder
}

#[test]
fn unchanged_fork_equals_its_parent_in_every_game() {
    let folder = recorded("");
    for (game, replay, round) in [
        ("gems greedy ref --seed 3", "r-1.wag", 6),
        ("tron Roomy Straight Roomy --seed 2", "r.wag", 9),
        ("ants Hunter Random --turns 40 --seed 2", "r.wag", 20),
        ("flowers Sower Estate --rounds 5 --seed 1", "r.wag", 3),
        ("warriors ai.py Noob Intermediate Dummy --rounds 40 --seed 5", "r.wag", 25),
    ] {
        succeeds(&folder, &format!("play {game} --quiet --replay r.wag"));
        let run = succeeds(&folder, &format!("fork {replay} --from {round} --replay f.wag"));
        run.tells(&[&format!("The fork is the same as {replay}.")]);
        succeeds(&folder, &format!("diff {replay} f.wag")).tells(&["The replays are equal: "]);
        succeeds(&folder, "replay verify f.wag").tells(&["all the same"]);
        // The reports are the same, too, except for the times.
        let output = |file: &str| {
            let text = succeeds(&folder, &format!("replay export {file} --json")).out;
            let lines = text.lines().skip(1).filter_map(|line| serde_json::from_str::<Value>(line).ok());
            let turns = lines.filter_map(|line| line["turns"].as_array().cloned()).flatten();
            let reports = turns.filter_map(|turn| turn["reports"].as_array().cloned()).flatten();
            reports.map(|report| (report["output"].clone(), report["fault"].clone())).collect::<Vec<_>>()
        };
        assert_eq!(output(replay), output("f.wag"), "{game}");
    }
}

#[test]
fn changed_file_plays_from_the_round_on() {
    let folder = recorded("");
    let run = succeeds(&folder, "fork r.wag --from 30 --with still.py --replay f.wag");
    run.tells(&["Continues r.wag from round 30", "ai plays still.py", "Replay: f.wag"]);
    run.tells(&["First difference to r.wag: round 30, ai, orders.", "Compare: wag diff r.wag f.wag"]);
    let run = wag(&folder, "diff r.wag f.wag");
    assert_eq!(run.status, 1);
    run.tells(&["First difference: round 30, ai, orders", "f.wag:\n  (nothing)", " round ", " end "]);
    let diff = json(&folder, "diff r.wag f.wag --json");
    assert_eq!((&diff["first"]["round"], &diff["first"]["seat"]), (&30.into(), &1.into()));
    assert_eq!((&diff["first"]["kind"], &diff["equal"]), (&"orders".into(), &false.into()));
    let is_equal = |pair: &Value| pair["a"] == pair["b"] || pair["round"].as_u64() >= Some(30);
    assert!(diff["scores"].as_array().unwrap().iter().all(is_equal));
    let shown = succeeds(&folder, "replay show f.wag");
    shown.tells(&["Continues r.wag from round 30; other files: ai"]);
    let header = json(&folder, "replay show f.wag --json");
    assert_eq!(header["fork"]["parent"], "r.wag");
    assert_eq!(header["fork"]["changed"], serde_json::json!([1]));
    assert_eq!(header["players"][0]["file"], "still.py");
    // The player keeps its name, and its turns of the fork can be played again.
    assert_eq!(header["players"][0]["name"], "ai");
    succeeds(&folder, "debug f.wag --round 35 --player ai");
    wag(&folder, "debug f.wag --round 25 --player ai").tells(&["those of r.wag", "are missing (-)"]);
    let result = json(&folder, "fork r.wag --from 30 --player 1 --with still.py --json --no-replay");
    assert_eq!(result["fork"]["changed"][0]["file"], "still.py");
    assert_eq!(result["fork"].get("first_difference"), None, "there is no replay to compare");
}

#[test]
fn fork_of_a_fork_with_other_random_numbers_can_be_verified() {
    let folder = recorded("");
    succeeds(&folder, "fork r.wag --from 20 --seed 9 --replay f.wag --quiet");
    succeeds(&folder, "replay verify f.wag").tells(&["all the same"]);
    succeeds(&folder, "replay show f.wag").tells(&["from round 20; other random numbers"]);
    assert!(json(&folder, "diff r.wag f.wag --json")["first"]["round"].as_u64() >= Some(20));
    succeeds(&folder, "debug f.wag --round 25 --player ai");
    succeeds(&folder, "fork f.wag --from 30 --replay g.wag --quiet");
    succeeds(&folder, "diff f.wag g.wag");
    succeeds(&folder, "fork f.wag --from 10 --seed 1 --replay g.wag --quiet");
    succeeds(&folder, "replay verify g.wag").tells(&["all the same"]);
}

#[test]
fn many_forks_give_win_rates_with_and_without_the_change() {
    let folder = Folder::with(&[]);
    folder.write(
        "ai.py",
        "from tron import *\nimport random\nmove(random.choice([NORTH, EAST, SOUTH, WEST]))\n",
    );
    folder.write("new.py", "from tron import *\nmove(NORTH)\n");
    succeeds(&folder, "play tron Roomy ai.py --seed 4 --quiet --replay r.wag");
    let result = json(&folder, "fork r.wag --from 1 --with new.py --games 4 --json");
    for key in ["with", "without"] {
        let own = &result[key][1];
        assert_eq!((&own["player"], &own["games"]), (&"ai".into(), &4.into()), "{result}");
        let (low, high) = (own["interval"][0].as_f64().unwrap(), own["interval"][1].as_f64().unwrap());
        assert!(low <= own["share"].as_f64().unwrap() && own["share"].as_f64().unwrap() <= high);
    }
    assert_eq!(result["played"], 8);
    let means = ["with", "without"].map(|key| result[key][1]["mean"].as_f64().unwrap());
    let gain = &result["with"][1]["gain"];
    assert!((gain["mean"].as_f64().unwrap() - (means[0] - means[1])).abs() < 1e-9, "{result}");
    assert_eq!((&gain["pairs"], &result["without"][1]["gain"]), (&4.into(), &Value::Null));
    // The result does not depend on the number of cores.
    let again = json(&folder, "fork r.wag --from 1 --with new.py --games 4 --jobs 1 --json --replays forks");
    assert_eq!(again, result);
    succeeds(&folder, "replay verify forks/0008.wag").tells(&["all the same"]);
    let run = succeeds(&folder, "fork r.wag --from 1 --with new.py --games 2");
    run.tells(&["With the change ai wins ", " of 2 (", "from here; without it "]);
    // The same file is no change.
    let run = succeeds(&folder, "fork r.wag --from 1 --with ai.py --games 1");
    run.tells(&["The match was not played without the change"]);
}

#[test]
fn a_goal_is_saved_and_played_as_a_test() {
    let folder = recorded("");
    folder
        .write("new.py", fs::read_to_string(folder.path().join("ai.py")).unwrap() + "\n# the same orders\n");
    let run = wag(&folder, "fork r.wag --from 20 --player ai --with new.py --games 3 --save goals --quiet");
    assert_eq!(run.status, 0, "{run:?}");
    let goal = fs::read_dir(folder.path().join("goals")).unwrap().flatten().map(|entry| entry.path());
    let goal = { goal }.find(|path| path.to_string_lossy().ends_with(".goal.json")).unwrap();
    let saved: Value = serde_json::from_str(&fs::read_to_string(&goal).unwrap()).unwrap();
    assert_eq!(
        (&saved["round"], &saved["futures"], &saved["file"]),
        (&20.into(), &3.into(), &"new.py".into())
    );
    let tested = json(&folder, "test goals --json");
    assert_eq!(tested["goals"][0]["outcome"], "reached", "{tested}");
    // A file that does less misses the goal, until its mean is accepted.
    let more = |least: f64| {
        let mut goal_of_more = saved.clone();
        goal_of_more["at_least"] = (tested["goals"][0]["mean"].as_f64().unwrap() + least).into();
        fs::write(&goal, goal_of_more.to_string()).unwrap();
    };
    more(1.0);
    let run = wag(&folder, "test goals");
    assert_eq!(run.status, 1, "{run:?}");
    assert_eq!(wag(&folder, "test goals --accept").status, 0);
    assert_eq!(wag(&folder, "test goals").status, 0);
    // Goals of strangers name no files or replays elsewhere, and ask for no endless work.
    for (key, value) in [
        ("replay", "../r.wag".into()),
        ("file", "/etc/passwd.py".into()),
        ("futures", Value::from(4_000_000)),
    ] {
        let mut hostile = saved.clone();
        hostile[key] = value;
        fs::write(&goal, hostile.to_string()).unwrap();
        assert_eq!(wag(&folder, "test goals").status, 2, "{key}");
        assert_eq!(json(&folder, "test goals --json")["goals"][0]["outcome"], "not_played", "{key}");
    }
}

#[test]
fn persistent_player_is_caught_up_with_the_recorded_views() {
    // The answer depends on the number of the turn, which only a file that has seen all turns knows.
    let counting = "from gems import legal_moves
turns = 0
def choose_move(player, opponent, field):
    global turns
    turns += 1
    moves = legal_moves(field)
    return moves[turns * 7 % len(moves)]
";
    let folder = Folder::with(&[("count.py", counting)]);
    succeeds(&folder, "play gems persistent:count.py greedy --seed 3 --quiet --replay r.wag");
    let run = succeeds(&folder, "fork r-1.wag --from 9 --replay f.wag");
    run.tells(&["The fork is the same as r-1.wag."]);
    folder.write("new.py", counting.replace("turns = 0", "turns = 2"));
    let run = succeeds(&folder, "fork r-1.wag --from 9 --player count --with new.py --replay f.wag");
    run.tells(&["count answers a recorded view with other orders than the recorded ones, first in round 1"]);
    folder.write("new.py", counting.replace("turns += 1", "turns += 1\n    if turns == 2: exit()"));
    let run = wag(&folder, "fork r-1.wag --from 9 --player count --with new.py --replay f.wag");
    run.tells(&["count ended in round ", "while it was shown the recorded views"]);
}

#[test]
fn player_without_code_follows_its_record_as_long_as_its_view_is_the_same() {
    let folder = recorded("");
    let code = folder.read("ai.py");
    fs::remove_file(folder.path().join("ai.py")).unwrap();
    let run = succeeds(&folder, "fork r.wag --from 20 --replay f.wag");
    run.tells(&["There is no code for ai: it gives its recorded orders", "The fork is the same as r.wag."]);
    succeeds(&folder, "replay show f.wag").tells(&["recorded orders: ai"]);
    let run = succeeds(&folder, "fork r.wag --from 20 --player Noob --with Dummy --replay f.wag");
    run.tells(&["ai stopped following its record in round 21"]);
    let result = json(&folder, "fork r.wag --from 20 --player Noob --with Dummy --no-replay --json");
    assert_eq!(result["fork"]["stopped"][0]["player"], "ai");
    // With other random numbers, the record is of no use.
    wag(&folder, "fork r.wag --from 20 --games 2").is_user_error(&["there is no code for ai", "--with"]);
    folder.write("else.py", code);
    let run = succeeds(&folder, "fork r.wag --from 20 --player ai --with else.py --replay f.wag");
    run.tells(&["The fork is the same as r.wag."]);
}

#[test]
fn files_in_the_replay_play_the_fork() {
    let folder = recorded("--with-sources");
    folder.write("ai.py", "1 / 0");
    let run = succeeds(&folder, "fork r.wag --from 20 --replay f.wag");
    run.tells(&["ai.py has changed since the match; the copy in the replay plays.", "is the same as r.wag"]);
}

#[test]
fn bad_input_gets_one_sentence() {
    let folder = recorded("");
    wag(&folder, "fork r.wag --from 41").is_user_error(&["r.wag has no round 41", "rounds 1 to 40"]);
    wag(&folder, "fork r.wag --from 3 --player ana --with ai.py").is_user_error(&["no player \"ana\""]);
    wag(&folder, "fork r.wag --from 3 --with gone.py").is_user_error(&["there is no file gone.py"]);
    wag(&folder, "fork r.wag --from 3 --with human --player 1")
        .is_user_error(&["cannot be played by people"]);
    let twice = "fork r.wag --from 3 --player 1 --with ai.py --player ai --with ai.py";
    wag(&folder, twice).is_user_error(&["ai has two files"]);
    let unpaired = "fork r.wag --from 3 --player 1 --player 2 --with ai.py";
    wag(&folder, unpaired).is_user_error(&["each --player needs a --with"]);
    wag(&folder, "fork ai.py --from 3").is_user_error(&["ai.py", "not a Wag replay"]);
    wag(&folder, "fork gone.wag --from 3").is_user_error(&["gone.wag cannot be read"]);
    folder.write("broken.py", "def (");
    let run = wag(&folder, "fork r.wag --from 4 --with broken.py --quiet");
    assert_eq!(run.status, 4, "{}", run.err);
    run.tells(&["ai cannot play", "SyntaxError"]);
    folder.write("north.py", "from tron import *\nmove(NORTH)\n");
    succeeds(&folder, "play tron north.py Roomy Roomy --seed 1 --quiet --replay t.wag");
    let run = wag(&folder, "fork t.wag --from 20 --player north --with north.py");
    run.is_user_error(&["north has no turn from round 20 on", "its last turn is in round 6"]);
    wag(&folder, "diff r.wag t.wag").is_user_error(&["Warriors & Gatherers", "Light cycles"]);
    wag(&folder, "diff r.wag gone.wag").is_user_error(&["gone.wag cannot be read"]);
}

#[test]
fn match_that_is_not_repeatable_says_so() {
    let timed = "import time\nfrom classes import *\nbase = roundState.getBase()\n\
                 if int(time.time() * 1e9) // 3 % 7: base.createUnitGatherer()\n";
    let folder = Folder::with(&[("ai.py", timed)]);
    succeeds(&folder, "play ai.py Dummy --rounds 6 --quiet --replay r.wag");
    wag(&folder, "fork r.wag --from 3 --no-replay").tells(&["The match is not repeatable"]);
}
