//! The ant war from the user's point of view: built-in players, good and bad programs in several languages, maps, and
//! the examples of the documents.
#![cfg(target_os = "linux")]

use crate::common;

use common::{Folder, Run, project, without_notes, without_times};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

fn source(name: &str) -> String {
    fs::read_to_string(project().join("tests/ants").join(name)).unwrap()
}

/// Returns a Python executable that is not the script of a version manager, which would read files that players may
/// not.
fn python() -> String {
    let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output().unwrap();
    String::from_utf8(asked.stdout).unwrap().trim().to_string()
}

/// Plays a match of these players, with more arguments.
fn played(folder: &Folder, players: &[&str], more: &str) -> Run {
    let words: Vec<&str> =
        ["play", "ants"].into_iter().chain(players.iter().copied()).chain(more.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns the result of a match of this program against `Hold`.
fn against_hold(folder: &Folder, program: &str, more: &str) -> Value {
    let run = played(folder, &[program, "Hold"], &format!("--seed 5 --no-replay --json --quiet {more}"));
    assert_eq!(run.status, 0, "{}", run.err);
    serde_json::from_str(&run.out).unwrap()
}

fn figures(result: &Value) -> Vec<[Option<i64>; 4]> {
    let players = result["players"].as_array().unwrap();
    players
        .iter()
        .map(|player| ["score", "ants", "hills", "hive"].map(|name| player[name].as_i64()))
        .collect()
}

#[test]
fn match_is_played_saved_and_verified() {
    let folder = Folder::with(&[]);
    let run = folder.play("ants Hunter Forager --seed 7 --turns 120 --replay a.wag");
    assert_eq!(run.status, 0, "{}", run.err);
    for words in [&["replay", "verify", "a.wag"][..], &["replay", "show", "a.wag"]] {
        let run = Run::of(folder.command(words).output().unwrap());
        assert_eq!(run.status, 0, "{words:?}: {}", run.err);
    }
}

/// The same walking bot in four languages plays the same match.
#[test]
fn programs_in_any_language_play_the_same_match() {
    let names = ["walker.py", "walker.js", "walker.c", "Walker.java"];
    let texts = names.map(source);
    let files: Vec<(&str, &str)> = names.into_iter().zip(texts.iter().map(String::as_str)).collect();
    let folder = Folder::with(&files);
    let build = |command: &[&str]| {
        let made = Command::new(command[0]).args(&command[1..]).current_dir(folder.path()).status();
        made.is_ok_and(|status| status.success())
    };
    let first = against_hold(&folder, &format!("{} walker.py", python()), "--turns 60");
    assert_eq!(first["players"][0]["faults_total"], 0, "{first}");
    assert!(figures(&first)[0][1].unwrap() > 1, "it has gathered: {first}");
    let mut others = Vec::new();
    if build(&["cc", "-O1", "-o", "walker", "walker.c"]) {
        others.push("./walker".to_string());
    }
    if build(&["javac", "Walker.java"]) {
        others.push(format!("java -Xmx200m -cp {} Walker", folder.path().display()));
    }
    if build(&["node", "--check", "walker.js"]) {
        others.push("node walker.js".to_string());
    }
    for program in others {
        let result = against_hold(&folder, &program, "--turns 60 --start-time 60 --turn-time 20");
        assert_eq!(result["players"][0]["faults_total"], 0, "{program}: {result}");
        assert_eq!(figures(&result), figures(&first), "{program}");
    }
}

/// Answers `go` to everything that ends with `ready` or `go`, and runs `BODY` in each turn.
const BOT: &str = "\
import os, sys, time
turns = 0
for line in sys.stdin:
    if line.strip() == 'ready':
        READY
        print('go', flush=True)
    elif line.strip() == 'go':
        turns += 1
        BODY
        print('go', flush=True)
";

fn bot(ready: &str, body: &str, more: &str) -> (Folder, Value) {
    let folder = Folder::with(&[("p.py", &BOT.replace("READY", ready).replace("BODY", body))]);
    let result = against_hold(&folder, &format!("{} p.py", python()), more);
    (folder, result)
}

#[test]
fn exiting_player_is_removed() {
    let (folder, result) = bot("pass", "if turns == 3: os._exit(7)", "");
    assert_eq!(figures(&result).iter().map(|player| player[0]).collect::<Vec<_>>(), [Some(0), Some(3)]);
    assert_eq!(result["players"][0]["faults"][0]["kind"], "crash", "{result}");
    assert!(folder.read("p.log").contains("exit status: 7"));
    let (_, result) = bot("pass", "time.sleep(9)", "--turn-time 0.2");
    assert_eq!(result["players"][0]["faults"][0]["kind"], "timeout", "{result}");
    assert_eq!(figures(&result)[1][0], Some(3));
    let (_, result) = bot("pass", "print('o 0 0 n\\n' * 400000)", "");
    assert_eq!(result["players"][0]["faults"][0]["kind"], "crash", "it says too much: {result}");
}

#[test]
fn player_that_is_not_ready_is_reported() {
    let folder = Folder::with(&[("p.py", "pass\n"), ("bad.py", "def\n")]);
    let program = format!("{} p.py", python());
    let run = played(&folder, &[&program, "Hold", "Hold"], "--map thirds --turns 5 --json");
    assert!(run.status == 4 && run.err.contains("before its first turn"), "{}", run.err);
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(result["players"][0]["faults_total"], 1, "{result}");
    let scores: Vec<_> = figures(&result).iter().map(|player| player[0]).collect();
    assert_eq!((&result["rounds"], scores), (&5.into(), vec![Some(0), Some(1), Some(1)]), "{result}");
    let run = Run::of(folder.command(&["play", "ants", "bad.py", "Hold"]).output().unwrap());
    assert!(
        run.status == 4 && run.err.contains("SyntaxError") && run.out.is_empty(),
        "{}{}",
        run.out,
        run.err
    );
}

#[test]
fn invalid_order_is_reported_and_costs_a_strict_match() {
    let orders = "print('hello'); print('o 1 1'); print('o 0 0 n')";
    let (folder, result) = bot("pass", orders, "--turns 2");
    for line in ["hello # unknown action", "o 1 1 # incorrectly formatted order", "o 0 0 n # not player ant"]
    {
        assert!(folder.read("p.log").contains(line), "{}", folder.read("p.log"));
    }
    assert_eq!(figures(&result)[0][0], Some(1));
    let (_, result) = bot("pass", orders, "--strict");
    assert_eq!((figures(&result)[0][0], figures(&result)[1][0]), (Some(0), Some(3)), "{result}");
}

/// A map on which the ant of player 1 is between those of players 0 and 2, which are out of each other's reach.
const BETWEEN: &str = "\
rows 10
cols 10
players 3
m 0........2
m ..........
m ..........
m ..........
m ..a.b.c...
m ..........
m ..........
m ..........
m ..........
m .........1
";

/// Prints the messages at the end of the match.
const TELLER: &str = "\
import sys
ends = False
for line in sys.stdin:
    ends |= line == 'end\\n'
    if ends:
        print(line, end='', file=sys.stderr, flush=True)
    if line in ('go\\n', 'ready\\n'):
        if ends:
            break
        print('go', flush=True)
";

const LAST_WORDS: &str = "\
end
players 3
score 1 1 1
status eliminated survived survived
playerturns 1 1 1
d 4 4 0
go
";

#[test]
fn eliminated_player_gets_the_end_message_and_may_print() {
    let folder = Folder::with(&[("between.map", BETWEEN), ("p.py", TELLER)]);
    let program = format!("{} p.py", python());
    let words =
        "--map between.map --scenario --food none --turns 9 --seed 1 --no-replay --json --end-wait 20";
    let run = played(&folder, &["Hold", &program, "Hold"], words);
    assert_eq!(run.status, 0, "{}", run.err);
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(result["players"][1]["faults_total"], 0, "{result}");
    assert_eq!(result["rounds"], 9, "{result}");
    let log = folder.read("p.log");
    let (_, end) = log.split_once("=== After the match ===\n").unwrap_or_else(|| panic!("{log}"));
    assert_eq!(without_times(without_notes(end)), LAST_WORDS);
}

/// Checks all files that the contest's engine would write.
#[test]
fn log_folder_gets_the_contest_s_logs() {
    let orders = "print('hello'); print('O 4 2 e'); print('o 4 2 w'); turns < 3 and print('careful', file=sys.stderr, flush=True)";
    let script = BOT.replace("READY", "pass").replace("BODY", orders);
    let folder = Folder::with(&[("between.map", BETWEEN), ("p.py", &script)]);
    let program = format!("{} p.py", python());
    let words = "--map between.map --scenario --food none --turns 2 --seed 1 --no-replay --log-dir out --capture-errors --random python3";
    let run = played(&folder, &[&program, "Hold", "Hold"], words);
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.contains("out/0.replay"), "{}", run.out);
    let read = |name: &str| folder.read(&format!("out/{name}"));
    let output = "# turn 1\no 4 2 e\nhello # unknown action\no 4 2 w # duplicate order\n\
                  # turn 2\nhello # unknown action\no 4 2 e # not player ant\no 4 2 w # not player ant\n";
    assert_eq!(read("0.bot0.output"), output);
    let error = "careful\nturn    1 bot 0 invalid actions:\nhello # unknown action\no 4 2 w # duplicate order\n\
                 careful\nturn    2 bot 0 invalid actions:\nhello # unknown action\no 4 2 e # not player ant\no 4 2 w # not player ant\n";
    assert_eq!(read("0.bot0.error"), error);
    assert_eq!(read("0.bot2.output"), "# turn 1\n# turn 2\n");
    let input = read("0.bot1.input");
    assert!(input.starts_with("turn 0\nloadtime 20000\nturntime 1000\nrows 10\n"), "{input}");
    assert!(input.contains("\nready\nturn 1\n") && input.ends_with("\ngo\n"), "{input}");
    let replay: Value = serde_json::from_str(&read("0.replay")).unwrap();
    assert_eq!(replay["errors"], serde_json::json!(["careful\ncareful\n", "", ""]));
    assert_eq!(replay["playernames"], serde_json::json!(["p", "Hold1", "Hold2"]));
    let run = Run::of(folder.command(&["ants", "verify", "out/0.replay"]).output().unwrap());
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
}

/// One of its threads computes all the time, while the other player sleeps.
#[test]
fn a_program_is_stopped_outside_its_turns() {
    let ready = "import threading; threading.Thread(target=lambda: [None for _ in iter(int, 1)], daemon=True).start(); ended = [0]";
    let body = "print('computed', time.process_time() - ended[0], file=sys.stderr, flush=True); ended[0] = time.process_time()";
    let asleep = BOT.replace("READY", "pass").replace("BODY", "time.sleep(0.8)");
    let busy = BOT.replace("READY", ready).replace("BODY", body);
    let folder = Folder::with(&[("busy.py", &busy), ("asleep.py", &asleep)]);
    let python = python();
    let (busy, asleep) = (format!("{python} busy.py"), format!("{python} asleep.py"));
    let words = [
        "play",
        "ants",
        &busy,
        &asleep,
        "--turns",
        "5",
        "--no-replay",
        "--quiet",
        "--threads",
        "1",
        "--turn-time",
        "30",
    ];
    let run = Run::of(folder.command(&words).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    let log = folder.read("busy.log");
    // Output after the match does not belong to a turn.
    let log = log.split("=== After the match").next().unwrap();
    let computed: Vec<f64> =
        log.lines().filter_map(|line| line.strip_prefix("computed ")?.parse().ok()).collect();
    assert_eq!(computed.len(), 5, "{log}");
    assert!(computed[2..].iter().all(|seconds| *seconds < 0.4), "{log}");
}

#[test]
fn lines_after_an_answer_belong_to_the_next_one() {
    let (folder, result) = bot("pass", "print('go\\no 0 0 n' if turns == 1 else '')", "--turns 3");
    let log = folder.read("p.log");
    assert_eq!(result["players"][0]["faults_total"], 0, "{log}");
    let second = log.split("=== Round 2 ").nth(1).unwrap();
    assert!(second.contains("o 0 0 n # not player ant"), "{log}");
    assert!(!log.split("=== Round 2 ").next().unwrap().contains("o 0 0 n"), "{log}");
}

#[test]
fn players_take_turns_computing_on_request() {
    let printed = |more: &str| {
        let folder = Folder::with(&[]);
        let run =
            folder.play(&format!("ants Hunter Random --seed 3 --turns 30 --json --quiet --no-replay {more}"));
        figures(&serde_json::from_str(&run.out).unwrap())
    };
    assert_eq!(printed("--serial 1"), printed(""));
}

#[test]
fn map_error_is_reported_with_its_position() {
    let folder = Folder::with(&[
        ("short.map", "rows 2\ncols 2\nplayers 2\nm 0.\n"),
        (
            "odd.map",
            "rows 6\ncols 6\nplayers 2\nm 0....%\nm ......\nm ......\nm ......\nm ..1...\nm ......\n",
        ),
    ]);
    folder.play("ants Hold Hold --map short.map").is_user_error(&["short.map", "line 4", "`rows` says 2"]);
    folder.play("ants Hold Hold --map odd.map").is_user_error(&["odd.map is not symmetric", "--food none"]);
    assert_eq!(folder.play("ants Hold Hold --map odd.map --food none --turns 3").status, 0);
    folder.play("ants Hold Hold Hold").is_user_error(&["for 2 players"]);
    folder.play("ants Hold Hold --map none.map").is_user_error(&["none.map"]);
}

fn wag(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = words.split_whitespace().collect();
    Run::of(folder.command(&words).output().unwrap())
}

#[test]
fn match_is_exported_in_the_contest_s_format_and_verified() {
    let folder = Folder::with(&[]);
    let played = "ants Hunter Random A=Hunter B=Forager --map quarters --random python2 --seed 7 --turns 60 --turn-time 0.5";
    assert_eq!(folder.play(&format!("{played} --replay a.wag")).status, 0);
    let run = wag(&folder, "replay export a.wag --as contest --output a.json");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let printed = wag(&folder, "replay export a.wag --as contest");
    assert_eq!(printed.out, folder.read("a.json"));
    let file: Value = serde_json::from_str(&printed.out).unwrap();
    assert_eq!(file["playernames"], serde_json::json!(["Hunter", "Random", "A", "B"]));
    assert_eq!((&file["game_length"], &file["challenge"]), (&60.into(), &"ants".into()));
    let data = &file["replaydata"];
    let numbers = ["engine_seed", "turntime", "loadtime"].map(|name| data[name].as_u64().unwrap());
    assert_eq!(numbers, [7, 500, 20_000]);
    assert_eq!(file["wag"]["random"], "python2");
    let run = wag(&folder, "ants verify a.json");
    assert_eq!(
        (run.status, run.out.as_str(), run.err.as_str()),
        (0, "60 turns re-simulated: no differences\n", "")
    );
    let run = wag(&folder, "verify ants a.json --lang de");
    assert_eq!((run.status, run.out.as_str()), (0, "60 Züge nachgespielt: keine Unterschiede\n"));
}

/// Returns the message of turn 0, and the contest's replay.
fn as_the_contest(words: &str) -> (String, Value) {
    let folder = Folder::with(&[]);
    let run = folder.play(&format!("ants Hunter Hold --seed 7 --turns 3 --no-replay --log-dir out {words}"));
    assert_eq!(run.status, 0, "{}", run.err);
    let input = folder.read("out/0.bot1.input");
    let start = input.split_once("ready\n").unwrap().0.to_string();
    (start, serde_json::from_str(&folder.read("out/0.replay")).unwrap())
}

#[test]
fn contest_s_defaults_are_an_option() {
    let (start, replay) = as_the_contest("--contest");
    let expected = "turn 0\nloadtime 3000\nturntime 1000\nrows 48\ncols 48\nturns 3\nviewradius2 77\n\
                    attackradius2 5\nspawnradius2 1\nplayer_seed 42\n";
    assert_eq!(start, expected);
    assert_eq!(
        (&replay["wag"]["random"], &replay["replaydata"]["player_seed"]),
        (&"python2".into(), &42.into())
    );
    let (start, replay) = as_the_contest("--contest --player-seed 9 --random python3 --start-time 5");
    assert!(start.contains("loadtime 5000\n") && start.ends_with("player_seed 9\n"), "{start}");
    assert_eq!(replay["wag"]["random"], "python3");
    let (start, replay) = as_the_contest("");
    assert!(start.contains("loadtime 20000\n") && !start.ends_with("player_seed 42\n"), "{start}");
    assert_eq!(replay["wag"]["random"], "wag");
}

#[test]
fn players_are_seated_and_matches_counted_as_by_the_contest_s_command() {
    let folder = Folder::with(&[]);
    let words = "ants Hunter Hold --fill --position 2 --map quarters --turns 5";
    let played = |more: &str| -> Value {
        let run = folder.play(&format!("{words} --json --quiet {more}"));
        assert_eq!(run.status, 0, "{}", run.err);
        serde_json::from_str(&run.out).unwrap()
    };
    let both = played("--rounds 2 --seed 7 --log-dir out --replay r.wag");
    let names: Vec<&str> = both["games"][0]["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Hold1", "Hold2", "Hunter", "Hold3"]);
    assert_eq!([&both["games"][0]["seed"], &both["games"][1]["seed"]], [7, 8]);
    let seeds = ["out/0.replay", "out/1.replay"].map(|file| {
        serde_json::from_str::<Value>(&folder.read(file)).unwrap()["replaydata"]["engine_seed"].clone()
    });
    assert_eq!(seeds, [7, 8]);
    assert!(folder.read("out/Hunter.log").contains("=== Match 2, seed 8 ==="));
    let second = played("--seed 8 --replay one.wag");
    assert_eq!(figures(&both["games"][1]), figures(&second));
    wag(&folder, "replay verify r-2.wag").tells(&["Re-simulated ", ": all the same."]);
    let run = folder.play(&format!("{words} --games 2 --seed 7 --no-replay"));
    run.tells(&["--seed 7 --fill --position 2 --games 2\n"]);
    folder.play("ants Hunter --fill --turns 2").tells(&["Hunter1", "Hunter2"]);
    folder.play("ants Hunter Hold --position 2").is_user_error(&["--position 2", "the last seat is 1"]);
}

/// A file of the contest from before the change of its engine, with a score that today's rules do not give.
#[test]
fn a_match_by_older_rules_can_be_watched() {
    let folder = Folder::with(&[]);
    assert_eq!(folder.play("ants Hunter Forager --seed 5 --turns 40 --replay a.wag").status, 0);
    assert_eq!(wag(&folder, "replay export a.wag --as contest --output a.json").status, 0);
    let mut file: Value = serde_json::from_str(&folder.read("a.json")).unwrap();
    file.as_object_mut().unwrap().remove("wag");
    file["date"] = "2011-11-05 10:00:00".into();
    file["playernames"] = serde_json::json!([null, "B"]);
    file["score"][0] = 7.into();
    for turn in 12..=40 {
        file["replaydata"]["scores"][0][turn] = 7.into();
    }
    folder.write("older.html", format!("<html><script>show({file});</script></html>"));
    let run = wag(&folder, "ants verify older.html");
    assert_eq!(run.status, 1, "{}", run.err);
    assert!(run.out.starts_with("older rules: ") && run.out.contains("turn 12: scores"), "{}", run.out);
    let run = wag(&folder, "replay import ants older.html --output b.wag");
    assert!(run.status == 0 && run.err.contains("from turn 12 on"), "{}", run.err);
    let run = wag(&folder, "replay show b.wag");
    assert!(run.status == 0 && run.out.contains("P0"), "{}{}", run.out, run.err);
    wag(&folder, "replay verify b.wag").tells(&["Re-simulated 40 turns of 40 rounds: all the same."]);
    let run = wag(&folder, "replay export b.wag --as contest");
    let shown: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(shown["score"], file["score"]);
    assert_eq!(shown["replaydata"]["scores"], file["replaydata"]["scores"]);
    assert_eq!(shown["replaydata"]["ants"], file["replaydata"]["ants"]);
}

#[test]
fn a_contest_s_replay_becomes_one_of_ours() {
    let folder = Folder::with(&[]);
    let played = "ants Hunter A=Hunter Forager --map thirds --seed 9 --turns 70 --cutoff-turn 60";
    assert_eq!(folder.play(&format!("{played} --replay a.wag")).status, 0);
    assert_eq!(wag(&folder, "replay export a.wag --as contest --output a.json").status, 0);
    let run = wag(&folder, "replay import ants a.json --output b.wag");
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""));
    wag(&folder, "replay verify b.wag").tells(&["Re-simulated 70 turns of 70 rounds: all the same."]);
    let run = wag(&folder, "replay show b.wag");
    run.tells(&["on a.json", "Hunter", "Forager"]);
    assert!(!run.out.contains("built in"), "{}", run.out);
    assert_eq!(wag(&folder, "replay show b.wag --round 60").status, 0);
    assert_eq!(wag(&folder, "replay export b.wag --html --output b.html").status, 0);
    assert_eq!(wag(&folder, "replay export b.wag --as contest --output b.json").status, 0);
    let [one, other] =
        ["a.json", "b.json"].map(|name| -> Value { serde_json::from_str(&folder.read(name)).unwrap() });
    for name in ["ants", "food", "hills", "scores", "hive_history", "viewradius2", "cutoff", "ranking_turn"] {
        assert_eq!(one["replaydata"][name], other["replaydata"][name], "{name}");
    }
    for name in ["playernames", "status", "playerturns", "score", "rank", "game_length"] {
        assert_eq!(one[name], other[name], "{name}");
    }
    let mut file = one;
    file["score"][0] = 99.into();
    folder.write("c.json", file.to_string());
    wag(&folder, "replay import ants c.json --output c.wag").is_user_error(&["c.json: ", "wag verify ants"]);
    wag(&folder, "replay import ants a.wag --output c.wag").is_user_error(&["a.wag: line 1"]);
    wag(&folder, "replay import ants a.json --output no/c.wag").is_user_error(&["no/c.wag"]);
    wag(&folder, "replay import ants a.json --output ./a.json").is_user_error(&["is the replay file itself"]);
    assert!(!folder.has("c.wag") && folder.read("a.json").starts_with('{'));
}

#[test]
fn differences_and_damage_in_a_contest_replay_are_reported() {
    let folder = Folder::with(&[]);
    assert_eq!(folder.play("ants Hunter Forager --seed 3 --turns 40 --replay a.wag").status, 0);
    assert_eq!(wag(&folder, "replay export a.wag --as contest --out a.json").status, 0);
    let mut file: Value = serde_json::from_str(&folder.read("a.json")).unwrap();
    let score = file["replaydata"]["scores"][1][20].take().as_i64().unwrap();
    file["replaydata"]["scores"][1][20] = 77.into();
    folder.write("b.json", file.to_string());
    let run = wag(&folder, "ants verify b.json");
    let printed = format!(
        "The first difference is in turn 20: scores\n  replay:       player 1: 77\n  re-simulated: player 1: {score}\n"
    );
    assert_eq!((run.status, run.out), (1, printed));
    file["replaydata"]["scores"][1] = Value::Null;
    folder.write("b.json", serde_json::to_string_pretty(&file).unwrap());
    wag(&folder, "ants verify b.json").is_user_error(&["b.json: line ", "column ", "null"]);
    file["replaydata"]["scores"] = serde_json::json!([[1]]);
    folder.write("b.json", file.to_string());
    wag(&folder, "ants verify b.json")
        .is_user_error(&["b.json: replaydata.scores: there are 1 values for 2 players"]);
    wag(&folder, "ants verify a.wag").is_user_error(&["a.wag: line 1, column 1"]);
    wag(&folder, "ants verify none.json").is_user_error(&["none.json"]);
    wag(&folder, "ants verify .").is_user_error(&["cannot be read"]);
}

#[test]
fn games_without_contest_replays_are_reported() {
    let folder = Folder::with(&[]);
    assert_eq!(folder.play("tron Straight Roomy --seed 1 --replay t.wag").status, 0);
    wag(&folder, "replay export t.wag --as contest --output t.json")
        .is_user_error(&["t.wag: Light cycles has no contest replay format", "--json"]);
    assert!(!folder.has("t.json"), "nothing is written");
    assert_eq!(wag(&folder, "verify tron t.wag").status, 2);
    assert_eq!(folder.play("ants Hunter Forager --seed 3 --turns 40 --replay a.wag").status, 0);
    let whole = fs::read(folder.path().join("a.wag")).unwrap();
    folder.write("cut.wag", &whole[..whole.len() / 2]);
    wag(&folder, "replay export cut.wag --as contest")
        .is_user_error(&["cut.wag: the match in the replay is not finished"]);
    assert_eq!(wag(&folder, "replay export a.wag --as contest --json").status, 2);
    assert_eq!(wag(&folder, "replay export a.wag --as film").status, 2);
}

#[test]
fn every_example_of_the_documentation_works() {
    let folder = Folder::with(&[]);
    let mut page = fs::read_to_string(project().join("docs/en/ants.md")).unwrap();
    if ["cc", "javac"].into_iter().all(|name| Command::new(name).arg("--version").output().is_ok()) {
        page += &fs::read_to_string(project().join("docs/en/contest.md")).unwrap();
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_wag")).parent().unwrap().to_str().unwrap();
    let python = python();
    let python = Path::new(&python).parent().unwrap().to_str().unwrap();
    let path = format!("{programs}:{python}:{}", std::env::var("PATH").unwrap());
    let mut commands = 0;
    for block in page.split("```").skip(1).step_by(2) {
        let (fence, text) = block.split_once('\n').unwrap();
        match fence.split(' ').collect::<Vec<_>>().as_slice() {
            ["sh"] => {
                for line in text.lines() {
                    let mut shell = crate::common::in_english("sh");
                    shell
                        .args(["-c", line])
                        .current_dir(folder.path())
                        .env("PATH", &path)
                        .stdin(Stdio::null());
                    let run = Run::of(shell.output().unwrap());
                    assert_eq!(run.status, 0, "{line}: {}{}", run.out, run.err);
                    commands += 1;
                }
            }
            [_, "file", name] => folder.write(name, text),
            _ => {}
        }
    }
    assert!(commands >= 5);
    assert!(
        !folder.read("first.log").contains(" # "),
        "its orders are all taken: {}",
        folder.read("first.log")
    );
}

#[test]
fn a_report_sums_up_the_replays_of_a_folder() {
    let folder = Folder::with(&[("m/bad.json", "{"), ("m/other.json", "{\"challenge\": \"tron\"}")]);
    wag(&folder, "series ants Hunter Hold --games 4 --turns 40 --seed 3 --replays m --quiet");
    wag(
        &folder,
        "play ants Hunter Forager Hold Random --map quarters --turns 30 --seed 4 --log-dir m/four --replay m/x.wag",
    );
    wag(&folder, "play tron Straight Roomy --replay m/tron.wag");
    let whole = fs::read(folder.path().join("m/0001.wag")).unwrap();
    fs::write(folder.path().join("m/cut.wag"), &whole[..whole.len() / 2]).unwrap();
    let run = wag(&folder, "ants report m");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(run.out.starts_with("5 matches; the report is in m\n"), "{}", run.out);
    for printed in [
        "bad.json: line ",
        "other.json: ",
        "tron.wag: ",
        "cut.wag: ",
        "x.wag: the same match as four/0.replay",
    ] {
        assert!(run.err.contains(&format!("skipped: {printed}")), "{printed}: {}", run.err);
    }
    assert_eq!(run.err.matches("skipped: ").count(), 5, "{}", run.err);
    let report = folder.read("m/Testreport.csv");
    assert_eq!(report.lines().count(), 1 + 4 * 2 + 4, "{report}");
    assert!(
        report.starts_with("game,file,seat,player,rank,score,status,turns,game_turns\n1,0001.wag,1,Hunter,"),
        "{report}"
    );
    assert!(report.contains("\n5,four/0.replay,4,Random,"), "{report}");
    let summary = folder.read("m/Summary.csv");
    assert!(
        summary.starts_with("player,wins,draws,losses,points_won,points_lost,survived,games\nHunter,"),
        "{summary}"
    );
    let hunter: Vec<&str> = summary.lines().nth(1).unwrap().split(',').collect();
    let number = |at: usize| hunter[at].parse::<i64>().unwrap();
    assert_eq!((number(1) + number(2) + number(3), number(7)), (5, 5), "{summary}");
    assert!(
        folder.read("m/Summary.md").starts_with(
            "5 matches\n\n| player | wins | draws | losses | points | survived | games |\n|---|"
        )
    );

    let again = wag(&folder, "report ants m --output m/told --lang de");
    assert!(again.out.starts_with("5 Spiele; der Bericht liegt in m/told\n"), "{}", again.out);
    assert_eq!(folder.read("m/told/Testreport.csv"), report, "what a report has written is no replay");
    folder.write("empty/a.txt", "");
    wag(&folder, "ants report empty")
        .is_user_error(&["empty contains no replay of a complete match", "--replays empty"]);
    wag(&folder, "ants report nowhere").is_user_error(&["nowhere cannot be read"]);
    let run = wag(&folder, "ants report m --output m/bad.json/x");
    assert!(run.status == 2 && run.err.contains("choose another folder with --output"), "{}", run.err);
    assert_eq!(wag(&folder, "report tron m").status, 2);
}

#[test]
fn maps_are_made_and_checked() {
    let folder = Folder::with(&[]);
    let made = |words: &[&str]| {
        Run::of(folder.command(&[&["make", "ants", "map"], words].concat()).output().unwrap())
    };
    let four = ["--players", "4", "--style", "caves", "--rows", "80", "--cols", "80", "--seed", "3"];
    let text = made(&four).out;
    assert!(text.starts_with(
        "# wag make ants map --players 4 --style caves --rows 80 --cols 80 --hills 1 --seed 3\nrows 80\n"
    ));
    assert_eq!(text, made(&four).out, "the seed decides");
    folder.write("four.map", &text);
    let checked =
        |words: &[&str]| Run::of(folder.command(&[&["ants", "check"], words].concat()).output().unwrap());
    let good = checked(&["four.map"]);
    assert_eq!((good.status, good.out.as_str()), (0, "four.map: no problems found\n"));

    let none = made(&["--players", "7", "--rows", "60", "--cols", "60", "--seed", "1"]);
    assert_eq!((none.status, none.out.as_str()), (2, ""));
    assert!(none.err.contains("could not find a fair map of 60 x 60 fields for 7 players"), "{}", none.err);

    let rows = |hill: usize| {
        (0..30).map(move |row| {
            if row == hill {
                format!("m .....0{}1{}\n", ".".repeat(29), ".".repeat(24))
            } else {
                format!("m {}\n", ".".repeat(60))
            }
        })
    };
    folder.write("small.map", format!("rows 30\ncols 60\nplayers 2\n{}", rows(9).collect::<String>()));
    let cut = text.lines().map(|line| line.replacen("m .", "m %", 1)).collect::<Vec<_>>().join("\n");
    folder.write("lopsided.map", &cut);
    let bad = checked(&["lopsided.map"]);
    assert_eq!(bad.status, 1);
    assert!(bad.out.contains("lopsided.map: the map does not look the same to all players\n"), "{}", bad.out);
    let broken = checked(&["small.map", "--small"]);
    assert_eq!((broken.status, broken.out.as_str()), (0, "small.map: no problems found\n"));
    folder.write("broken.map", "rows 2\ncols 2\nplayers 2\nm ..\nm .x\n");
    let broken = checked(&["broken.map"]);
    assert_eq!((broken.status, broken.out.as_str()), (2, ""));
    assert!(
        broken.err.contains("broken.map: line 5, column 4: 'x' is not allowed on a map"),
        "{}",
        broken.err
    );
    assert_eq!(checked(&["nowhere.map"]).status, 2);
}
