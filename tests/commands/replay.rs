//! Replays in `wag play` and `wag replay`: content, automatic saving, and invalid files.

use crate::common;

use common::{Folder, Run};
use serde_json::Value;
use std::fs;
use std::process::Stdio;

const AI: &str = "from classes import *\nimport helper\nbase = roundState.getBase()\nif base.getResources() >= 50:\n    base.createUnitGatherer()\nfor unit in roundState.getUnits():\n    helper.send(unit)\nprint('</script>\\x1b[31m', roundState.getRoundNumber())\nif roundState.getRoundNumber() == 3:\n    annotate(base, 'home', '#ff8800')\n    annotate_path([[0, 0], [1, 0]])\n    1 / 0\n";
const HELPER: &str = "from classes import Direction\n\ndef send(unit):\n    unit.moveUnit(Direction.SOUTH)\n";

fn folder() -> Folder {
    Folder::with(&[("ai.py", AI), ("helper.py", HELPER)])
}

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

/// Records a match of 40 rounds in `r.wag`.
fn recorded(folder: &Folder, words: &str) {
    let run =
        folder.play(&format!("ai.py Noob Dummy Dummy --rounds 40 --seed 5 --quiet --replay r.wag {words}"));
    assert_eq!((run.status, run.err.as_str()), (0, ""));
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn play_saves_a_replay_and_prints_its_path() {
    let folder = folder();
    let run = folder.play("ai.py Dummy Dummy Dummy --rounds 5");
    let line = run.out.lines().find_map(|line| line.strip_prefix("Replay: ")).unwrap();
    assert!(line.starts_with("saves/auto-") && folder.has(line), "{line}");
    let shown = wag(&folder, &format!("replay show {line}"));
    shown.tells(&["meadow", ", 5 rounds", "ai.py", "built in"]);
    assert_eq!(shown.status, 0);
    assert_eq!(folder.json("ai.py --rounds 2 --no-replay")["replay"], Value::Null);
    assert_eq!(fs::read_dir(folder.path().join("saves")).unwrap().count(), 1);
}

/// Checks which commands save replays, except for the client, which tests/commands/client/ covers.
#[test]
fn commands_save_the_documented_replays() {
    let cases = [
        ("play ai.py --rounds 2 --quiet", 1, 0),
        ("play gems ref ref --quiet", 2, 0),
        ("play ai.py --rounds 2 --quiet --no-replay", 0, 0),
        ("series ai.py --games 2 --rounds 2", 0, 0),
        ("series ai.py --games 2 --rounds 2 --replays kept", 0, 2),
        ("play SimpleNim Random Random --quiet", 1, 0),
    ];
    for (words, automatic, asked_for) in cases {
        let folder = folder();
        let run = wag(&folder, words);
        assert_eq!(run.status, 0, "{words}: {}", run.err);
        let count = |name| fs::read_dir(folder.path().join(name)).map_or(0, Iterator::count);
        assert_eq!((count("saves"), count("kept")), (automatic, asked_for), "{words}");
    }
}

#[test]
fn only_the_last_fifty_automatic_ones_stay() {
    let folder = folder();
    recorded(&folder, "");
    let replay = fs::read(folder.path().join("r.wag")).unwrap();
    for minute in 0..55 {
        folder.write(&format!("saves/auto-20200101-10{minute:02}00.wag"), &replay);
    }
    folder.write("saves/mine.wag", &replay);
    folder.play("ai.py --rounds 2 --quiet");
    assert_eq!(fs::read_dir(folder.path().join("saves")).unwrap().count(), 51);
    assert!(folder.has("saves/mine.wag") && !folder.has("saves/auto-20200101-100500.wag"));
    assert!(folder.has("saves/auto-20200101-100600.wag"));
}

#[test]
fn unwritable_folder_does_not_stop_a_match() {
    let folder = folder();
    folder.write("saves", "a file in the folder's place");
    let run = folder.play("ai.py Dummy Dummy Dummy --rounds 2");
    assert_eq!(run.status, 0);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    run.tells(&["no replay is saved", "saves/", "--no-replay", "wins"]);
    folder.play("ai.py --rounds 2 --replay saves/x.wag").is_user_error(&["saves/x.wag", "--replay"]);
}

#[test]
fn full_disk_is_reported_after_the_match() {
    let folder = folder();
    let run = folder.play("ai.py Dummy Dummy Dummy --rounds 40 --quiet --replay /dev/full");
    run.is_user_error(&["/dev/full", "cannot be written"]);
}

#[test]
fn a_match_that_can_not_begin_leaves_the_replay_that_is_there() {
    let folder = folder();
    folder.write("bad.py", "def");
    folder.write("old.wag", "old");
    assert_eq!(folder.play("bad.py --replay old.wag").status, 4);
    assert_eq!(folder.read("old.wag"), "old");
    assert_eq!(folder.play("bad.py --replay new.wag").status, 4);
    assert!(!folder.has("new.wag") && !folder.has("saves"));
}

#[test]
fn the_export_has_every_turn_with_lines_output_notes_and_faults() {
    let folder = folder();
    recorded(&folder, "--with-sources");
    let run = wag(&folder, "replay export r.wag --json");
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let lines = lines(&run.out);
    let header = &lines[0];
    assert_eq!((header["wag_frames"].as_u64(), header["seed"].as_u64()), (Some(1), Some(5)));
    assert_eq!((&header["complete"], &header["repeatable"]), (&true.into(), &true.into()));
    assert_eq!(header["players"][0]["sha256"].as_str().unwrap().len(), 64);
    assert_eq!(header["sources"]["1/helper.py"], HELPER);
    assert_eq!(header["scene"]["size"], 20);
    assert_eq!(lines[1]["frame"]["players"][0]["stock"], 200);
    let own: Vec<&Value> = lines[2..].iter().filter(|turn| turn["seats"][0] == 1).collect();
    assert_eq!(own.len(), 40);
    let list = &own[0]["orders"][0]["list"];
    assert_eq!(list[0], serde_json::json!({"create": "GATHERER", "at": "ai.py:5"}));
    assert_eq!(list[1]["at"], "helper.py:4");
    let report = &own[2]["reports"][0];
    assert_eq!(report["fault"]["kind"], "exception");
    assert_eq!(report["notes"][0]["color"], "#ff8800");
    assert_eq!(report["notes"][1]["fields"], serde_json::json!([[0, 0], [1, 0]]));
    assert!(report["output"].as_str().unwrap().starts_with("</script>\u{1b}[31m 3\n"));
}

#[test]
fn orders_are_kept_by_unit_with_the_line_of_each() {
    let ai = "for _ in range(4):\n    roundState.getBase().createUnitGatherer()\nunits = roundState.getUnits()\nfor unit in reversed(units):\n    if unit.getUnitId() % 2:\n        unit.moveUnit('NORTH')\n    else:\n        unit.moveUnit('STAY')\n";
    let folder = Folder::with(&[("ai.py", ai)]);
    folder.play("ai.py Dummy Dummy Dummy --rounds 2 --quiet --replay r.wag");
    let lines = lines(&wag(&folder, "replay export r.wag --json").out);
    let second = lines.iter().find(|turn| turn["round"] == 2 && turn["seats"][0] == 1).unwrap();
    let list = second["orders"][0]["list"].as_array().unwrap();
    assert_eq!(list.len(), 4);
    for (id, order) in list.iter().enumerate() {
        let (to, at) = if id % 2 == 1 { ("NORTH", "ai.py:6") } else { ("STAY", "ai.py:8") };
        assert_eq!(*order, serde_json::json!({"unit": id, "move": to, "at": at}));
    }
}

#[test]
fn a_long_match_of_the_busiest_ais_stays_small() {
    let folder = folder();
    let run = folder.play("Expert Expert Expert Expert --rounds 1000 --seed 7 --quiet --replay r.wag");
    assert_eq!(run.status, 0);
    assert!(fs::read(folder.path().join("r.wag")).unwrap().len() <= 72 << 10);
    wag(&folder, "replay export r.wag --html --output page.html");
    assert!(folder.read("page.html").len() <= 1_090_000);
    wag(&folder, "replay verify r.wag").tells(&["1000 rounds", "all the same"]);
}

#[test]
fn verify_re_simulates_the_match() {
    let folder = folder();
    recorded(&folder, "");
    let run = wag(&folder, "replay verify r.wag");
    assert_eq!(run.status, 0);
    run.tells(&["40 rounds", "all the same"]);
}

#[test]
fn a_round_is_shown_with_its_board() {
    let folder = folder();
    recorded(&folder, "");
    let run = wag(&folder, "replay show r.wag --round 3");
    run.tells(&["Before round 3", "| </script>[31m 3", "ZeroDivisionError", "1-4 base"]);
    assert!(!run.out.contains('\u{1b}'));
    wag(&folder, "replay show r.wag --round 41").is_user_error(&["r.wag", "41", "1 to 40"]);
}

#[test]
fn the_page_is_one_file() {
    let folder = folder();
    recorded(&folder, "");
    let run = wag(&folder, "replay export r.wag --html --output page.html");
    let nothing = "The page does not contain the source code of the AIs.\n";
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", nothing));
    let page = folder.read("page.html");
    assert!(page.contains("id=\"wag-data\"") && page.len() < 700_000);
    wag(&folder, "replay export r.wag --json --output r.wag").is_user_error(&["the replay file itself"]);
    wag(&folder, "replay export r.wag --json --output no/where.json").is_user_error(&["no/where.json"]);
}

#[test]
fn page_export_reports_whether_sources_are_included() {
    let folder = folder();
    recorded(&folder, "--with-sources");
    let run = wag(&folder, "replay export r.wag --html");
    assert!(run.status == 0 && run.out.starts_with("<!doctype html>"), "{}", &run.out[..100]);
    let printed = "The page contains the source code of the AIs, which anyone who receives the page can read: 1/ai.py 1/helper.py\n";
    assert_eq!(run.err, printed);
}

#[test]
fn games_of_a_match_are_distinguished() {
    let folder = folder();
    wag(&folder, "play gems ref ref --quiet --seed 5 --replay d.wag");
    wag(&folder, "replay show d-1.wag").tells(&["gems on ", ", game 1 of 2, "]);
    wag(&folder, "replay show d-2.wag").tells(&[", game 2 of 2, "]);
    let head = |file: &str| lines(&wag(&folder, &format!("replay export {file} --json")).out)[0].clone();
    assert_eq!(head("d-2.wag")["of_match"], serde_json::json!({ "number": 2, "games": 2 }));
    recorded(&folder, "");
    assert!(
        head("r.wag").get("of_match").is_none() && !wag(&folder, "replay show r.wag").out.contains("game 1")
    );
}

#[test]
fn a_killed_match_leaves_a_replay_that_can_be_read() {
    let folder = Folder::with(&[(
        "ai.py",
        "import os\nprint(roundState.getRoundNumber())\nif roundState.getRoundNumber() == 100:\n    open('sign', 'w').close()\n    while True: pass\n",
    )]);
    let mut child = folder.play_until("ai.py Dummy Dummy Dummy --replay r.wag", "sign");
    child.kill().unwrap();
    child.wait().unwrap();
    let run = wag(&folder, "replay export r.wag --json");
    assert_eq!(run.status, 0);
    let lines = lines(&run.out);
    assert_eq!(lines[0]["complete"], false);
    assert!(lines.last().unwrap()["round"].as_u64().unwrap() >= 99 - 16);
    wag(&folder, "replay show r.wag").tells(&["The replay is incomplete"]);
    wag(&folder, "replay verify r.wag").tells(&["all the same", "the match is incomplete"]);
}

#[test]
fn invalid_replay_is_reported_in_one_sentence() {
    let folder = folder();
    recorded(&folder, "");
    let replay = fs::read(folder.path().join("r.wag")).unwrap();
    folder.write("text.wag", "hello");
    folder.write("empty.wag", "");
    folder.write("short.wag", &replay[..50]);
    for command in ["replay show", "replay verify", "replay export --json", "replay export --html"] {
        let printed =
            |file: &str, words: &[&str]| wag(&folder, &format!("{command} {file}")).is_user_error(words);
        printed("text.wag", &["text.wag", "not a Wag replay"]);
        printed("empty.wag", &["empty"]);
        printed("short.wag", &["damaged"]);
        printed("gone.wag", &["gone.wag", "cannot be read"]);
        printed(".", &["folder"]);
    }
}

#[test]
fn export_ends_quietly_when_its_reader_stops() {
    let folder = folder();
    recorded(&folder, "");
    let mut command = folder.command(&["replay", "export", "r.wag", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn series_and_ladder_only_write_replays_on_request() {
    let folder = folder();
    wag(&folder, "series ai.py --games 1 --rounds 2 --quiet");
    assert!(!folder.has("saves"));
}

#[test]
fn highly_compressible_output_is_not_damage() {
    let folder = Folder::with(&[("loud.py", "print('x' * 900_000)\n")]);
    let words = "play loud.py loud.py --rounds 70 --seed 1 --replay loud.wag --quiet";
    assert_eq!(wag(&folder, words).status, 0);
    let shown = wag(&folder, "replay show --round 69 loud.wag");
    assert!(shown.status == 0 && shown.out.contains("xxxx"), "{}", shown.err);
}
