//! Explanations of a unit's behavior: refused orders with their reason, the call stack of an order, and the notes after
//! a match.

use crate::common;

use common::{Folder, Run, count};
use serde_json::{Value, json};

/// Sends units through a helper, with errors.
const MAIN: &str = "from classes import *\nimport helper\nbase = roundState.getBase()\nif len(roundState.getUnits()) < 2:\n    base.createUnitGatherer\n    base.createUnitGatherer()\nfor unit in roundState.getUnits():\n    helper.send(unit)\n";
const HELPER: &str = "def send(unit):\n    go(unit)\n\ndef go(unit):\n    unit.moveUnit(\"north\")\n    unit.moveUnit(\"NORTH\")\n";

fn folder() -> Folder {
    Folder::with(&[("main.py", MAIN), ("helper.py", HELPER)])
}

fn wag(folder: &Folder, words: &str) -> Run {
    Run::of(folder.command(&words.split_whitespace().collect::<Vec<_>>()).output().unwrap())
}

fn note<'r>(result: &'r Value, kind: &str) -> &'r Value {
    let notes = result["notes"].as_array().unwrap();
    notes.iter().find(|note| note["kind"] == kind).unwrap_or_else(|| panic!("no {kind} in {notes:?}"))
}

#[test]
fn refused_order_is_in_the_log_and_in_the_result() {
    let folder = folder();
    let run = folder.play("main.py Dummy Dummy Dummy --rounds 5 --seed 3");
    let log = folder.read("main.log");
    let why =
        "\"north\" is not a direction; did you mean Direction.NORTH? (main.py:8 → helper.py:2 → helper.py:5)";
    assert!(log.contains("Wrong Direction!\n"), "{log}");
    assert!(log.contains(&format!("*** Order refused: unit 0: {why} ***\n")), "{log}");
    // Two units with the same reason share one line.
    assert_eq!(count(&log, &format!("*** Order refused: unit 0: {why}, 2 times ***\n")), 4, "{log}");
    run.tells(&["0 (9 refused orders)"]);
    run.tells(&[&format!("Note: main: 9 orders were refused, first in round 1: unit 0: {why}.")]);
    let (_, notes) = log.split_once("=== Notes ===\n").unwrap();
    assert!(notes.contains(&format!("- 9 orders were refused, first in round 1: unit 0: {why}\n")), "{log}");
}

#[test]
fn uncalled_methods_are_found_before_round_1() {
    let folder = folder();
    let result = folder.json("main.py Dummy Dummy Dummy --rounds 5 --seed 3");
    let uncalled = note(&result, "uncalled");
    let message =
        "base.createUnitGatherer is mentioned but not called (main.py:5): write base.createUnitGatherer()";
    assert_eq!((uncalled["text"].as_str(), &uncalled["calls"]), (Some(message), &json!(["main.py:5"])));
    // An uncalled method of another game is found in a second file. A name that the game does not define is ignored.
    let bot = "import tron\nimport side\nside.thing\nx = tron.getBoard\ntron.move(\"NORTH\")\n";
    let folder = Folder::with(&[("bot.py", bot), ("side.py", "import tron\nthing = 1\ntron.move\n")]);
    let result = folder.json("tron bot.py Roomy --width 8 --height 8 --no-replay");
    assert_eq!(note(&result, "uncalled")["calls"], json!(["side.py:3"]));
    assert_eq!(note(&result, "uncalled")["values"]["n"], "1");
}

#[test]
fn an_ai_that_never_gives_an_order_gets_a_note_however_short_the_match() {
    let class = "from classes import *\nclass Player:\n    def turn(self):\n        roundState.getBase().createUnitGatherer()\n";
    let guarded = "from classes import *\ndef main():\n    roundState.getBase().createUnitGatherer()\nif __name__ == \"__main__\":\n    main()\n";
    let function = "from classes import *\ndef turn():\n    roundState.getBase().createUnitGatherer()\n";
    let never = "from classes import *\nif roundState.getRoundNumber() > 500:\n    roundState.getBase().createUnitGatherer()\n";
    let client = "class BattleClient:\n    def __init__(self, roundState, gameConfiguration):\n        roundState.getBase().createUnitGatherer()\n";
    let message = |text: &str| {
        let folder = Folder::with(&[("main.py", text)]);
        let result = folder.json("main.py Dummy Dummy Dummy --rounds 1 --no-replay");
        let notes = result["notes"].as_array().unwrap();
        let found = notes.iter().find(|note| note["kind"] == "no_orders");
        found.map(|note| (note["values"]["cause"].as_str().map(str::to_string), note["calls"].clone()))
    };
    assert_eq!(message(class), Some((Some("class".to_string()), json!(["main.py:2"]))));
    assert_eq!(message(guarded), Some((Some("main_block".to_string()), json!(["main.py:4"]))));
    assert_eq!(message(function), Some((Some("function".to_string()), json!(["main.py:2"]))));
    assert_eq!(message(never), Some((None, Value::Null)));
    assert_eq!(message(client), None, "the game calls this class");
    assert_eq!(message("nothing\n"), None, "the error tells why");
    let folder = Folder::with(&[("main.py", class)]);
    folder.play("main.py Dummy Dummy Dummy --rounds 1 --no-replay --lang de").tells(&[
        "Hinweis: main: kein einziger Zug enthielt einen Befehl: class Player (main.py:2) wird nirgends benutzt",
    ]);
}

#[test]
fn a_unit_type_that_is_compared_with_a_text_gets_a_note() {
    let text = "from classes import *\nbase = roundState.getBase()\nif not roundState.getUnits():\n    base.createUnitGatherer()\nfor unit in roundState.getUnits():\n    assert not unit.getUnitType() == UnitType.GATHERER\n    assert UnitType.GATHERER != unit.getUnitType()\n    assert unit.getUnitType() == unit.getUnitType()\n    assert str(unit.getUnitType()) == UnitType.GATHERER\n";
    let folder = Folder::with(&[
        ("main.py", text),
        (
            "right.py",
            &text
                .replace("getUnitType() == UnitType", "getString() != UnitType")
                .replace("UnitType.GATHERER != unit.getUnitType()", "UnitType.GATHERER == unit.getString()"),
        ),
    ]);
    let result = folder.json("main.py right.py Dummy Dummy --rounds 4 --no-replay");
    assert_eq!(result["players"][0]["faults_total"], 0, "{result}");
    assert_eq!(result["players"][1]["faults_total"], 0, "{result}");
    let compared = note(&result, "type_compared");
    let why = "unit.getUnitType() was compared with UnitType.GATHERER (main.py:6), which is never equal: write str(unit.getUnitType()) == UnitType.GATHERER";
    assert_eq!(compared["text"].as_str(), Some(why));
    assert_eq!(
        (&compared["seat"], &compared["round"], &compared["values"]["n"]),
        (&json!(1), &json!(1), &json!("4"))
    );
    let all = result["notes"].as_array().unwrap();
    assert_eq!(all.iter().filter(|note| note["kind"] == "type_compared").count(), 1, "{all:?}");
}

#[test]
fn replay_has_the_call_stack_of_an_order() {
    let folder = folder();
    folder.json("main.py Dummy Dummy Dummy --rounds 40 --seed 3 --replay r.wag --with-sources");
    let exported = wag(&folder, "replay export r.wag --json");
    let lines: Vec<Value> = exported.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let turn = lines.iter().find(|line| line["round"] == 20 && line["seats"] == json!([1])).unwrap();
    let order = &turn["orders"][0]["list"][0];
    assert_eq!(order["at"], "helper.py:6");
    assert_eq!(order["calls"], json!(["main.py:8", "helper.py:2", "helper.py:6"]));
    let refused = &turn["reports"][0]["refused"][0];
    assert_eq!((&refused["kind"], &refused["of"]), (&json!("no_direction"), &json!(0)));
    assert_eq!(refused["values"], json!({"given": "\"north\"", "meant": "Direction.NORTH"}));
    assert_eq!(refused["calls"], json!(["main.py:8", "helper.py:2", "helper.py:5"]));
    assert!(
        lines[0]["notes"].as_array().unwrap().iter().any(|note| note["kind"] == "refused"),
        "{}",
        lines[0]
    );
    let shown = wag(&folder, "replay show r.wag --round 20");
    shown.tells(&[
        "2 orders from main.py:8 → helper.py:2 → helper.py:6",
        "refused: unit 0: \"north\" is not a direction",
    ]);
    wag(&folder, "replay show r.wag").tells(&["Note: main: ", "orders were refused"]);
    assert_eq!(wag(&folder, "replay verify r.wag").status, 0);
}

#[test]
fn deep_call_stacks_are_shortened_and_recursion_counts_once() {
    let deep = "from classes import *\nroundState.getBase().createUnitGatherer()\ndef a(n):\n    if n: b(n - 1)\n    else: go()\ndef b(n):\n    if n: a(n - 1)\n    else: go()\ndef again(n):\n    if n: again(n - 1)\n    else: go()\ndef go():\n    roundState.getUnits()[0].moveUnit(7)\na(40)\nagain(900)\n";
    let folder = Folder::with(&[("deep.py", deep)]);
    folder.json("deep.py Dummy Dummy Dummy --rounds 1");
    let log = folder.read("deep.log");
    let lines: Vec<&str> = log.lines().filter(|line| line.starts_with("*** Order refused: unit")).collect();
    let ways = lines.iter().map(|line| line.rsplit_once('(').unwrap().1.matches("deep.py").count());
    assert_eq!(ways.collect::<Vec<_>>(), [8, 3], "{log}");
    assert!(
        lines[0].contains("(deep.py:14 → ") && lines[0].contains(" → deep.py:5 → deep.py:13)"),
        "{}",
        lines[0]
    );
    assert!(lines[1].contains("(deep.py:10 → deep.py:11 → deep.py:13)"), "{}", lines[1]);
}

#[test]
fn units_before_an_obstacle_a_still_stock_and_resources_out_of_reach_are_noted() {
    let stuck = "from classes import *\nbase = roundState.getBase()\nif not roundState.getUnits():\n    base.createUnitGatherer()\nfor unit in roundState.getUnits():\n    unit.moveUnit(Direction.NORTH)\n";
    let map = "mapVersion=3\n9\nCell\n0\n         \n 1  Y  2 \n         \n    R    \n         \n         \n 3     4 \n         \n    R    \n";
    let folder =
        Folder::with(&[("stuck.py", stuck), ("cell.map", map), ("r.json", "{\"start_probability\": 1.0}")]);
    let words = "stuck.py Dummy Dummy Dummy --map cell.map --rules r.json --rounds 300 --seed 1";
    let result = folder.json(words);
    let blocked = note(&result, "blocked");
    assert_eq!((&blocked["round"], &blocked["field"]), (&json!(2), &json!([1, 0])), "{blocked}");
    let message = "unit 0 stood at [1, 0] for 299 rounds from round 2 on: it was sent NORTH, but the edge of the board was in the way";
    assert_eq!(blocked["text"], message);
    assert!(
        note(&result, "idle_stock")["text"]
            .as_str()
            .unwrap()
            .starts_with("the stock stayed at 150 from round 1 on")
    );
    assert_eq!(note(&result, "never_reached")["field"], json!([4, 3]));
    let costs: Vec<u64> =
        result["notes"].as_array().unwrap().iter().map(|note| note["cost"].as_u64().unwrap()).collect();
    assert!(costs.is_sorted_by(|one, other| one >= other), "{costs:?}");
    assert_eq!(folder.json(words)["notes"], result["notes"], "the same match has the same notes");
}

#[test]
fn built_in_and_faultless_players_get_no_notes() {
    let folder = Folder::with(&[]);
    let result = folder.json("Noob Noob Dummy Dummy --rounds 150 --seed 4 --no-replay");
    assert_eq!(result["notes"], json!([]));
    let run = folder.play("Noob Noob Dummy Dummy --rounds 150 --seed 4 --no-replay");
    assert!(!run.out.contains("refused") && !run.out.contains("Note:"), "{}", run.out);
}

#[test]
fn lost_turns_are_noted_with_the_first_of_them() {
    let slow = "from classes import *\nif roundState.getRoundNumber() == 2:\n    while True: pass\n";
    let folder = Folder::with(&[("slow.py", slow)]);
    let run = folder.play("slow.py Dummy Dummy Dummy --rounds 5 --turn-time 1");
    let note = run.out.lines().find(|line| line.starts_with("Note: ")).unwrap();
    assert!(note.starts_with("Note: slow: 1 turn was lost, first in round 2: no answer within "), "{note}");
    assert!(note.ends_with("(slow.py, line 3)."), "{note}");
}

#[test]
fn invalid_word_of_a_program_is_in_its_log() {
    let program = "#!/bin/sh\nwhile read line; do case $line in round*) echo noth;; esac; done\n";
    let folder = Folder::with(&[("p.sh", program)]);
    std::process::Command::new("chmod").arg("+x").arg(folder.path().join("p.sh")).status().unwrap();
    let result = folder.json("tron lines:./p.sh Roomy --width 8 --height 8 --no-replay");
    let log = folder.read("p.log");
    assert!(
        log.contains("*** Order refused: \"noth\" is not a direction; did you mean \"NORTH\"? ***\n"),
        "{log}"
    );
    assert_eq!(result["players"][0]["refused"], result["rounds"]);
    assert_eq!(note(&result, "refused")["values"]["meant"], "\"NORTH\"");
}

/// A replay of a version without call stacks and refused orders.
#[test]
fn older_replay_is_still_readable() {
    let folder = Folder::with(&[]);
    folder.write("old.wag", include_bytes!("../fixtures/before_call_chains.wag"));
    let shown = wag(&folder, "replay show old.wag --round 2");
    shown.tells(&["2 orders from helper.py:6", "1 order from main.py:6", "creates gatherer 1"]);
    let exported = wag(&folder, "replay export old.wag --json");
    let lines: Vec<Value> = exported.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[0]["notes"]), (5, &Value::Null));
    let order = &lines[3]["orders"][0]["list"][1];
    assert_eq!((&order["at"], &order["calls"]), (&json!("helper.py:6"), &Value::Null));
    assert_eq!(wag(&folder, "replay verify old.wag").status, 0);
}
