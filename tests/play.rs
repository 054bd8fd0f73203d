//! `wag play`, as a user runs it: names, options, results, logs.

mod common;

use common::{Folder, Run, count, everything_open, project, without_times};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::path::Path;

/// Creates a gatherer, and says so.
const CREATOR: &str = "
from classes import *
if roundState.getRoundNumber() == 1:
    roundState.getBase().createUnitGatherer()
    print('created')
";
/// Stays in the game and does nothing.
const IDLER: &str = "from classes import *\n";
/// Moves about by chance, so that the seed shows.
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

mod line_up {
    use super::*;

    #[test]
    fn without_words_your_ai_plays_against_three_others() {
        let folder = Folder::with_your_ai();
        let run = folder.play("--rounds 60 --seed 1");
        assert_eq!(run.status, 0);
        run.tells(&["Noob3", "on meadow, 60 rounds", "./yourAI.log", "./Noob1.log", "--seed 1"]);
        assert_eq!(folder.names().iter().filter(|name| name.ends_with(".log")).count(), 4);
    }

    #[test]
    fn equal_names_are_numbered_in_seat_order() {
        let folder = Folder::with(&[("a.py", IDLER)]);
        let result = folder.json("a.py Dummy a.py Dummy --rounds 2");
        assert_eq!(names(&result), ["a1", "Dummy1", "a2", "Dummy2"]);
        for log in ["a1.log", "a2.log", "Dummy1.log", "Dummy2.log"] {
            assert!(folder.has(log), "{log}");
        }
    }

    #[test]
    fn files_of_one_name_in_two_folders_are_called_after_them_and_see_their_own_helpers() {
        let ai = "from classes import *\nimport helper\nprint(helper.NAME)\n";
        let folder = Folder::with(&[
            ("x/a.py", ai),
            ("x/helper.py", "NAME = 'from x'"),
            ("y/a.py", ai),
            ("y/helper.py", "NAME = 'from y'"),
        ]);
        let result = folder.json("x/a.py y/a.py --rounds 2");
        assert_eq!(names(&result)[..2], ["x", "y"]);
        assert!(folder.read("x.log").contains("from x"));
        assert!(folder.read("y.log").contains("from y"));
    }

    #[test]
    fn a_name_may_be_given() {
        let folder = Folder::with(&[("a.py", IDLER)]);
        let result = folder.json("anna=a.py bob=Dummy a.py Dummy --rounds 2");
        assert_eq!(names(&result), ["anna", "bob", "a", "Dummy"]);
        assert!(folder.has("anna.log"));
    }

    #[test]
    fn a_path_with_blanks_and_umlauts_plays() {
        let folder = Folder::with(&[("mein Ordner/Tüftler.py", IDLER)]);
        let run = folder.command(&["play", "mein Ordner/Tüftler.py", "--rounds", "2"]).output().unwrap();
        let run = Run::of(run);
        assert_eq!(run.status, 0);
        run.tells(&["Tüftler", "'mein Ordner/Tüftler.py'"]);
        assert!(folder.has("Tüftler.log"));
    }
}

mod options {
    use super::*;

    #[test]
    fn json_has_the_documented_fields_and_nothing_else() {
        let folder =
            Folder::with(&[("a.py", "from classes import *\nif roundState.getRoundNumber() == 2: x\n")]);
        let result = folder.json("a.py --rounds 4 --seed 12");
        let fields = [
            "game",
            "interrupted",
            "map",
            "notes",
            "players",
            "repeatable",
            "replay",
            "rounds",
            "seed",
            "wall_s",
            "winners",
        ];
        assert_eq!(keys(&result), fields);
        assert_eq!(
            (&result["seed"], &result["map"], &result["rounds"]),
            (&json!(12), &json!("meadow"), &json!(4))
        );
        assert_eq!((&result["repeatable"], &result["interrupted"]), (&json!(true), &json!(false)));
        assert_eq!(result["winners"], json!(["a"]));
        assert!(result["wall_s"].as_f64().unwrap() > 0.0);
        for (seat, player) in result["players"].as_array().unwrap().iter().enumerate() {
            let fields = [
                "faults",
                "faults_total",
                "kills",
                "losses",
                "name",
                "place",
                "refused",
                "seat",
                "stock",
                "turn_ms_max",
                "turn_ms_mean",
                "units",
                "unseeded",
            ];
            assert_eq!(keys(player), fields);
            assert_eq!(player["seat"], json!(seat + 1));
            for whole in ["place", "stock", "units", "kills", "losses", "faults_total"] {
                assert!(player[whole].is_u64(), "{whole}: {}", player[whole]);
            }
            assert!(player["turn_ms_mean"].as_f64() <= player["turn_ms_max"].as_f64());
        }
        let message = "NameError: name 'x' is not defined (a.py, line 2)";
        let faults = json!([{"kind": "exception", "round": 2, "message": message}]);
        assert_eq!(player(&result, "a")["faults"], faults);
    }

    #[test]
    fn every_field_of_the_json_is_documented() {
        let text = std::fs::read_to_string(project().join("docs/json.md")).unwrap();
        let folder = Folder::with(&[("a.py", "x\n")]);
        let result = folder.json("a.py --rounds 1");
        let player = &result["players"][0];
        for key in [keys(&result), keys(player), keys(&player["faults"][0])].concat() {
            assert!(text.contains(&format!("`{key}`")), "{key}");
        }
    }

    #[test]
    fn the_first_hundred_faults_are_told_and_all_are_counted() {
        let folder = Folder::with(&[("a.py", "x\n")]);
        let a = &folder.json("a.py --rounds 130")["players"][0];
        assert_eq!((a["faults"].as_array().unwrap().len(), &a["faults_total"]), (100, &json!(130)));
    }

    #[test]
    fn quiet_prints_nothing() {
        let folder = Folder::with(&[("a.py", "x\n")]);
        let run = folder.play("a.py --rounds 5 --quiet");
        assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (0, "", ""));
    }

    #[test]
    fn one_seed_is_one_match() {
        let play = |seed: u32| {
            let folder = Folder::with(&[("w.py", WALKER)]);
            let mut result = folder.json(&format!("w.py w.py w.py w.py --rounds 80 --seed {seed}"));
            for player in result["players"].as_array_mut().unwrap() {
                player["turn_ms_mean"].take();
                player["turn_ms_max"].take();
            }
            let logs = ["w1.log", "w2.log", "w3.log", "w4.log"].map(|log| without_times(&folder.read(log)));
            (result["players"].take(), result["winners"].take(), logs)
        };
        assert_eq!(play(5), play(5));
        assert_ne!(play(5), play(6));
    }

    #[test]
    fn the_command_that_is_printed_plays_the_same_match() {
        let folder = Folder::with(&[("w.py", WALKER), ("my rules.json", r#"{"start_stock": 150}"#)]);
        let words = [
            "play",
            "w.py",
            "w.py",
            "--rules",
            "my rules.json",
            "--map",
            "spring",
            "--rounds",
            "50",
            "--turn-time",
            "7.5",
            "--log-dir",
            "logs",
        ];
        let run = Run::of(folder.command(&words).output().unwrap());
        let line = |run: &Run, start: &str| {
            run.out
                .lines()
                .find(|line| line.starts_with(start))
                .unwrap_or_else(|| panic!("{run:?}"))
                .to_string()
        };
        let command = line(&run, "Again: ").replacen("Again: ", "", 1);
        let log = without_times(&folder.read("logs/w1.log"));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &command]).current_dir(folder.path()).env("WAG_HOME", everything_open());
        let again = Run::of(shell.output().unwrap());
        assert_eq!(again.status, 0, "{command}: {}", again.err);
        assert_eq!(line(&again, "Again: ").replacen("Again: ", "", 1), command);
        assert_eq!(without_times(&folder.read("logs/w1.log")), log);
        let wins = |run: &Run| {
            run.out.lines().find(|line| line.contains("wins") || line.contains("tie")).map(str::to_string)
        };
        assert!(wins(&run).is_some());
        assert_eq!(wins(&run), wins(&again));
    }

    #[test]
    fn rounds_come_from_the_option_then_from_the_rules() {
        let folder = Folder::with(&[("a.py", IDLER), ("r.json", r#"{"rounds": 7, "start_stock": 123}"#)]);
        let from_rules = folder.json("a.py --rules r.json");
        assert_eq!((&from_rules["rounds"], &player(&from_rules, "a")["stock"]), (&json!(7), &json!(123)));
        assert_eq!(folder.json("a.py --rules r.json --rounds 3")["rounds"], json!(3));
    }

    #[test]
    fn a_map_is_a_name_or_a_file() {
        let own = std::fs::read_to_string(project().join("maps/warriors/spring.map")).unwrap();
        let folder = Folder::with(&[("w.py", WALKER), ("own.map", &own)]);
        let mut stocks = Vec::new();
        for map in ["spring", "own.map", "./own.map"] {
            let result = folder.json(&format!("w.py w.py --map {map} --rounds 40 --seed 3"));
            assert_eq!(result["map"], json!(map));
            stocks.push(player(&result, "w1")["stock"].clone());
        }
        assert_eq!((&stocks[0], &stocks[0]), (&stocks[1], &stocks[2]));
    }

    #[test]
    fn logs_go_where_they_are_wanted() {
        let folder = Folder::with(&[("a.py", CREATOR)]);
        folder.json("a.py --rounds 3 --log-dir deep/logs");
        assert!(folder.read("deep/logs/a.log").contains("created"));
        assert!(!folder.has("a.log"));
    }

    #[test]
    fn no_replay_is_accepted() {
        let folder = Folder::with(&[("a.py", IDLER)]);
        assert_eq!(folder.play("a.py --rounds 3 --no-replay").status, 0);
    }

    #[test]
    fn an_answer_that_nobody_can_read_is_one_sentence() {
        let full = Path::new("/dev/full");
        if !full.exists() {
            return;
        }
        let folder = Folder::with(&[("a.py", IDLER)]);
        let mut command = folder.command(&["play", "a.py", "--rounds", "3"]);
        let out = std::fs::File::options().write(true).open(full).unwrap();
        let run = Run::of(command.stdout(out).output().unwrap());
        assert_eq!(run.status, 1);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    }
}

mod logs {
    use super::*;

    #[test]
    fn every_round_has_a_header_and_the_output_as_it_was_printed() {
        let ai = "
from classes import *
import sys
print('to stdout', roundState.getRoundNumber(), '\\tä')
print('to stderr', file=sys.stderr)
print('no newline', end='')
";
        let folder = Folder::with(&[("a.py", ai)]);
        folder.json("a.py --rounds 2");
        let log = without_times(&folder.read("a.log"));
        let round = |n| format!("=== Round {n} ===\nto stdout {n} \tä\nto stderr\nno newline\n");
        assert_eq!(log, format!("{}{}", round(1), round(2)));
        assert!(!folder.read("a.log").contains("=== Round 1 ==="), "the header tells the time");
    }

    #[test]
    fn a_match_begins_with_empty_logs() {
        let folder = Folder::with(&[("a.py", IDLER), ("a.log", "old and long\n"), ("Noob1.log", "old\n")]);
        folder.json("a.py --rounds 1");
        assert!(!folder.read("a.log").contains("old") && !folder.read("Noob1.log").contains("old"));
    }

    #[test]
    fn a_traceback_shows_the_own_frames_only() {
        let helper = "import json\ndef load():\n    return json.loads('nonsense')\n";
        let ai = "from classes import *\nfrom helper import load\nload()\n";
        let folder = Folder::with(&[("a.py", ai), ("helper.py", helper)]);
        let result = folder.json("a.py --rounds 1");
        let log = folder.read("a.log");
        for words in [
            "Traceback (most recent call last)",
            "a.py\", line 3",
            "helper.py\", line 3",
            "json.loads('nonsense')",
            "JSONDecodeError",
        ] {
            assert!(log.contains(words), "{words} is not in {log}");
        }
        assert!(!log.contains("decoder.py") && !log.contains("json/__init__.py"), "{log}");
        assert_eq!(count(&log, "  File "), 2, "{log}");
        assert!(
            player(&result, "a")["faults"][0]["message"].as_str().unwrap().ends_with("(helper.py, line 3)")
        );
    }

    #[test]
    fn orders_given_before_an_exception_stand() {
        let folder = Folder::with(&[("a.py", &format!("{CREATOR}1 / 0\n"))]);
        let result = folder.json("a.py --rounds 3");
        let a = player(&result, "a");
        assert_eq!((&a["units"], &a["stock"], &a["faults_total"]), (&json!(1), &json!(150), &json!(3)));
    }

    #[test]
    fn who_is_out_is_told_so_once_and_its_log_ends_there() {
        let folder = Folder::with(&[("a.py", IDLER)]);
        folder.json("a.py Dummy --rounds 10");
        let log = folder.read("Dummy.log");
        assert_eq!((log.lines().count(), count(&log, "Out of the game")), (1, 1), "{log}");
        assert_eq!(count(&folder.read("a.log"), "=== Round "), 10);
    }

    #[test]
    fn three_turns_without_an_end_are_lost_and_then_the_units_stand_still() {
        let endless = format!("{CREATOR}print('thinking', flush=True)\nwhile True: pass\n");
        let folder = Folder::with(&[("slow.py", &endless), ("a.py", CREATOR)]);
        let result = folder.json("slow.py a.py --rounds 8 --turn-time 0.05");
        let slow = player(&result, "slow");
        let rounds: Vec<&Value> =
            slow["faults"].as_array().unwrap().iter().map(|fault| &fault["round"]).collect();
        assert_eq!(rounds, [1, 2, 3]);
        assert!(slow["faults"].as_array().unwrap().iter().all(|fault| fault["kind"] == "timeout"));
        assert_eq!((&slow["units"], &slow["stock"]), (&json!(0), &json!(200)), "a lost turn creates nothing");
        assert_eq!(result["repeatable"], json!(false));
        let log = folder.read("slow.log");
        assert_eq!((count(&log, "*** Turn lost (timeout)"), count(&log, "thinking")), (3, 3), "{log}");
        let (log, notes) = log.split_once("=== Notes ===\n").unwrap();
        assert!(log.lines().last().unwrap().contains("from round 4 on your units stand still"), "{log}");
        assert!(notes.starts_with("- 3 turns were lost, first in round 1: no answer"), "{notes}");
        assert_eq!(count(&folder.read("a.log"), "=== Round "), 8, "the others go on");
        assert_eq!(player(&result, "a")["units"], json!(1));
    }

    #[test]
    fn a_turn_that_kills_its_process_is_lost_and_told() {
        let exit = "import os\nprint('going')\nos._exit(3)\n";
        let fault = "import ctypes\nprint('falling')\nctypes.string_at(0)\n";
        let folder = Folder::with(&[("exit.py", exit), ("fault.py", fault), ("a.py", CREATOR)]);
        let run = folder.play("exit.py fault.py a.py --rounds 6 --json");
        let result: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((run.status, &result["repeatable"]), (0, &json!(true)));
        for (name, words, said) in [("exit", "exit status: 3", "going"), ("fault", "SIGSEGV", "falling")] {
            let faults = player(&result, name)["faults"].as_array().unwrap();
            assert_eq!(faults.len(), 3, "{name}");
            assert!(faults.iter().all(|fault| fault["kind"] == "crash"), "{name}");
            assert!(faults[0]["message"].as_str().unwrap().contains(words), "{}", faults[0]);
            let log = folder.read(&format!("{name}.log"));
            assert_eq!((count(&log, "*** Turn lost (crash)"), count(&log, said)), (3, 3), "{log}");
            assert_eq!(count(&log, "stand still"), 1);
        }
        assert_eq!(count(&folder.read("a.log"), "=== Round "), 6);
    }

    #[test]
    fn the_table_tells_who_failed_how_often_and_where_first() {
        let folder =
            Folder::with(&[("a.py", "from classes import *\nif roundState.getRoundNumber() > 2: x\n")]);
        let run = folder.play("a.py --rounds 5");
        run.tells(&["a failed 3 times, first in round 3: NameError: name 'x' is not defined (a.py, line 2)"]);
    }
}

mod interruption {
    use super::*;

    fn interrupt(child: std::process::Child) -> Run {
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        Run::of(child.wait_with_output().unwrap())
    }

    #[test]
    fn ctrl_c_ends_a_match_with_logs_and_table() {
        let ai = "
from classes import *
print('in round', roundState.getRoundNumber())
if roundState.getRoundNumber() == 5:
    print('looking for an end', flush=True)
    open('sign', 'w').close()
    while True: pass
";
        let folder = Folder::with(&[("a.py", ai), ("b.py", IDLER)]);
        let run = interrupt(folder.play_until("b.py a.py --turn-time 100", "sign"));
        assert_eq!(run.status, 130);
        run.tells(&["interrupted after ", " of 1000 rounds", "nobody has won", "Logs: ", "Again: "]);
        let log = folder.read("a.log");
        let (_, tail) = log.split_once("=== Round 5 (interrupted) ===\n").unwrap();
        assert!(tail.starts_with("in round 5\nlooking for an end\n*** Turn not finished after "), "{log}");
        assert!(
            tail.contains(" s: interrupted in its turn (a.py, line 7) ***\n=== Interrupted after round "),
            "{log}"
        );
        assert!(run.err.contains("a, round 5, after ") && run.err.contains("(a.py, line 7)"), "{}", run.err);
        let other = folder.read("b.log");
        assert!(other.lines().last().unwrap().starts_with("=== Interrupted after round "), "{other}");
    }

    #[test]
    fn json_says_that_it_was_interrupted() {
        let ai = "open('sign', 'w').close()\nwhile True: pass\n";
        let folder = Folder::with(&[("a.py", ai)]);
        let run = interrupt(folder.play_until("a.py --json --quiet", "sign"));
        let result: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((run.status, run.err.as_str()), (130, ""));
        assert_eq!((&result["interrupted"], &result["repeatable"]), (&json!(true), &json!(false)));
        assert_eq!(player(&result, "a")["faults_total"], json!(0), "Ctrl+C is no fault of the AI");
    }
}

mod bad_input {
    use super::*;

    fn folder() -> Folder {
        Folder::with(&[("a.py", IDLER)])
    }

    #[test]
    fn unknown_ais() {
        let folder = folder();
        folder.play("nobody").is_mistake(&["\"nobody\"", "Dummy", "nobody.py"]);
        folder.play("a").is_mistake(&["\"a\"", "write a.py"]);
        folder.play("no.py").is_mistake(&["there is no file no.py", "wag new"]);
        assert_eq!(folder.names(), ["a.py"], "no log is begun");
    }

    #[test]
    fn files_that_can_not_be_read() {
        let folder = folder();
        folder.write("folder.py/x", "");
        folder.play("folder.py").is_mistake(&["folder.py is a folder", "folder.py/yourAI.py"]);
        folder.play("/dev/zero").is_mistake(&["/dev/zero is no regular file"]);
        // Who may read everything can't try this.
        if !rustix::process::geteuid().is_root() {
            use std::os::unix::fs::PermissionsExt;
            folder.write("secret.py", "");
            let path = folder.path().join("secret.py");
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o0)).unwrap();
            folder.play("secret.py").is_mistake(&["secret.py can't be read", "ermission"]);
        }
    }

    /// Status 2; file, line and caret in the terminal and in this player's log; the other logs untouched.
    fn is_rejected(file: &str, text: &[u8], words: &[&str]) {
        let folder = folder();
        folder.write("a.log", "of an earlier match\n");
        folder.write(file, text);
        let run = folder.play(&format!("a.py bad={file}"));
        assert_eq!((run.status, run.out.as_str()), (2, ""));
        run.tells(words);
        let log = folder.read("bad.log");
        for word in words {
            assert!(log.contains(word), "{word} is not in {log}");
        }
        assert_eq!(folder.read("a.log"), "of an earlier match\n");
        assert!(!folder.has("Noob1.log"));
    }

    #[test]
    fn a_syntax_error() {
        let words = ["s.py\", line 2", "x = (", "^", "SyntaxError: '(' was never closed"];
        is_rejected("s.py", b"from classes import *\nx = (\n", &words);
    }

    #[test]
    fn bytes_that_are_no_python() {
        is_rejected("zero.py", b"a = 1\nb\0c\n", &["zero.py\", line 2", "SyntaxError", "null bytes"]);
        is_rejected("latin.py", b"a = '\xff'\n", &["latin.py", "SyntaxError"]);
    }

    #[test]
    fn a_missing_module() {
        let words = ["m.py\", line 2", "import nowhere", "^^^^^^^", "No module named 'nowhere'"];
        is_rejected("m.py", b"from classes import *\nimport nowhere\n", &words);
    }

    #[test]
    fn a_syntax_error_in_a_file_that_is_imported() {
        let folder = Folder::with(&[("a.py", "import helper\n"), ("helper.py", "def f(:\n")]);
        let run = folder.play("a.py");
        assert_eq!(run.status, 2);
        run.tells(&["helper.py\", line 1", "def f(:", "^", "SyntaxError"]);
        assert!(folder.read("a.log").contains("helper.py\", line 1"));
    }

    #[test]
    fn maps() {
        let folder = folder();
        folder.play("a.py --map atlantis").is_mistake(&["\"atlantis\"", "meadow", "ring", "atlantis.map"]);
        folder
            .play("a.py --map no.map")
            .is_mistake(&["the map no.map can't be read", "wag games warriors map"]);
        folder.write("bad.map", "mapVersion=3\n20\nName\n0\nX?\n");
        folder.play("a.py --map bad.map").is_mistake(&["bad.map is no map", "line 5"]);
        folder.write("empty.map", "");
        folder.play("a.py --map empty.map").is_mistake(&["empty.map", "line 1"]);
        folder.write("binary.map", [0xff, 0xfe, 0, 1]);
        folder.play("a.py --map binary.map").is_mistake(&["binary.map"]);
        folder.play("a.py --map .").is_mistake(&["can't be read"]);
        folder.play("a.py --map /dev/zero").is_mistake(&["/dev/zero", "bytes"]);
        assert_eq!(folder.names().iter().filter(|name| name.ends_with(".log")).count(), 0);
    }

    #[test]
    fn rules() {
        let folder = folder();
        folder
            .play("a.py --rules no.json")
            .is_mistake(&["the rules no.json can't be read", "wag games warriors rules"]);
        for (text, words) in [
            ("{\"rounds\": ", "line 1"),
            ("[]", "JSON object"),
            ("{\"roundz\": 3}", "unknown field `roundz`"),
            ("{\"rounds\": 0}", "\"rounds\" is 0"),
            ("{\"rounds\": \"3\"}", "u32"),
            ("{\"warrior\": {\"cost\": -3}}", "-3"),
            ("{\"spawn_probability\": 1.5}", "\"spawn_probability\" is 1.5"),
            ("", "line 1"),
        ] {
            folder.write("r.json", text);
            folder
                .play("a.py --rules r.json")
                .is_mistake(&["r.json is no rules of Warriors & Gatherers: ", words]);
        }
        folder.write("r.json", [0xff]);
        folder.play("a.py --rules r.json").is_mistake(&["r.json", "UTF-8"]);
    }

    #[test]
    fn too_many_ais_and_equal_names() {
        let folder = folder();
        folder.play("a.py a.py a.py a.py a.py").is_mistake(&["5 players are too many", "leave 1 out"]);
        folder.play("a.py a.py a1=a.py").is_mistake(&["player 1 and player 3", "a1", "NAME=FILE"]);
        folder.play("x=a.py X=a.py X1=a.py").is_mistake(&["X1", "NAME=FILE"]);
        folder.play("=a.py").is_mistake(&["\"\" is no name", "NAME=FILE"]);
        folder.play("a:b=a.py").is_mistake(&["\"a:b\"", "':'", "NAME=FILE"]);
    }

    #[test]
    fn logs_that_can_not_be_written() {
        let folder = folder();
        folder.play("a.py --log-dir a.py/logs").is_mistake(&["a.py/logs", "--log-dir"]);
        folder.write("logs/a.log", "of an earlier match\n");
        folder.write("logs/Noob2.log/x", "a folder in the log's place");
        folder.play("a.py --log-dir logs").is_mistake(&["logs/Noob2.log can't be written", "--log-dir"]);
        assert_eq!(folder.read("logs/a.log"), "of an earlier match\n");
        assert!(!folder.has("logs/Noob1.log"), "nothing half written is left");
    }

    #[test]
    fn a_log_that_fails_in_the_middle_leaves_the_others_whole() {
        if !Path::new("/dev/full").exists() {
            return;
        }
        let folder = Folder::with(&[("a.py", CREATOR), ("b.py", CREATOR)]);
        std::os::unix::fs::symlink("/dev/full", folder.path().join("a.log")).unwrap();
        let run = folder.play("a.py b.py --rounds 4");
        assert_eq!(run.status, 0);
        assert!(run.err.contains("a.log is not complete"), "{}", run.err);
        assert_eq!(count(&folder.read("b.log"), "=== Round "), 4);
    }

    #[test]
    fn numbers() {
        let folder = folder();
        folder.play("a.py --rounds 0").tells(&["--rounds", "1..=1000000"]);
        for words in [
            "--rounds 0",
            "--rounds x",
            "--seed 1.5",
            "--turn-time 0",
            "--turn-time x",
            "--turn-time nan",
            "--speed 3",
        ] {
            let run = folder.play(&format!("a.py {words}"));
            assert_eq!((run.status, run.out.as_str()), (2, ""), "{words}");
            run.tells(&[words.split(' ').next().unwrap(), "--help"]);
        }
        assert_eq!(folder.names(), ["a.py"]);
    }
}

mod readme {
    use super::*;

    /// The first Python in the README.
    fn first_ai() -> String {
        let text = std::fs::read_to_string(project().join("README.md")).unwrap();
        let (_, rest) = text.split_once("```python\n").expect("there is Python in the README");
        rest.split_once("```").unwrap().0.to_string()
    }

    #[test]
    fn every_file_it_leads_to_is_there() {
        let text = std::fs::read_to_string(project().join("README.md")).unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let files: Vec<&str> = links.filter(|link| !link.starts_with("http")).collect();
        assert!(files.len() > 5, "{files:?}");
        for link in files {
            let file = link.split('#').next().unwrap();
            assert!(project().join(file).is_file(), "{link}");
        }
    }

    #[test]
    fn the_first_ai_has_ten_lines_and_gathers() {
        let ai = first_ai();
        assert_eq!(ai.lines().filter(|line| !line.trim().is_empty()).count(), 10);
        let folder = Folder::with(&[("first.py", &ai)]);
        for seed in 1..=3 {
            let result = folder.json(&format!("first.py --rounds 200 --seed {seed}"));
            let first = player(&result, "first");
            assert!(first["stock"].as_u64().unwrap() > 500, "{first}");
            assert_eq!(first["faults_total"], json!(0), "{}", folder.read("first.log"));
        }
    }
}
