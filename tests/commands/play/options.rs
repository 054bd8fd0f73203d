//! Options: rounds, seed, board, and result formats.

use super::*;

#[test]
fn debug_prints_a_heading_per_round_and_the_names_of_players() {
    let folder = Folder::with(&[("a.py", "print('hi')\n")]);
    let run = folder.play("Anna=a.py Dummy --rounds 2 --debug");
    let lines: Vec<&str> = run.out.lines().collect();
    let at = |line: &str| {
        lines.iter().position(|one| *one == line).unwrap_or_else(|| panic!("no {line}: {}", run.out))
    };
    assert!(at("Round 1") < at("Anna prints: hi") && at("Anna prints: hi") < at("Round 2"));
    assert_eq!(lines.iter().filter(|line| line.starts_with("Round ")).count(), 2, "{}", run.out);
}

#[test]
fn json_has_the_documented_fields_and_nothing_else() {
    let folder = Folder::with(&[("a.py", "from classes import *\nif roundState.getRoundNumber() == 2: x\n")]);
    let result = folder.json("a.py --rounds 4 --seed 12");
    let fields = [
        "again",
        "figures",
        "game",
        "interrupted",
        "logs",
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
            "cpu_ms_max",
            "cpu_ms_mean",
            "faults",
            "faults_total",
            "forfeit",
            "kills",
            "losses",
            "name",
            "place",
            "refused",
            "seat",
            "stock",
            "time_outs_doubtful",
            "turn_ms_max",
            "turn_ms_mean",
            "turns",
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
    let text = "x is not known in a.py: check the spelling, and whether it is set or imported further up";
    let explanation = json!({"code": "name_unknown", "text": text});
    let fault = &player(&result, "a")["faults"][0];
    let problem = &fault["problem"];
    assert_eq!(
        (&problem["place"], &problem["message"]["en"]),
        (&json!({"file": "a.py", "line": 2}), &json!(message))
    );
    let expected = json!({"kind": "exception", "round": 2, "message": message, "explanation": explanation, "problem": problem});
    assert_eq!(*fault, expected);
}

#[test]
fn every_field_of_the_json_is_documented() {
    let text = std::fs::read_to_string(project().join("docs/en/json.md")).unwrap();
    let folder = Folder::with(&[("a.py", "x\n")]);
    let result = folder.json("a.py --rounds 1");
    let player = &result["players"][0];
    for key in [keys(&result), keys(player), keys(&player["faults"][0])].concat() {
        assert!(text.contains(&format!("`{key}`")), "{key}");
    }
}

#[test]
fn first_hundred_faults_are_listed_and_all_are_counted() {
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
fn same_seed_gives_the_same_match() {
    let play = |seed: u32| {
        let folder = Folder::with(&[("w.py", WALKER)]);
        let mut result = folder.json(&format!("w.py w.py w.py w.py --rounds 80 --seed {seed}"));
        for player in result["players"].as_array_mut().unwrap() {
            player["turn_ms_mean"].take();
            player["turn_ms_max"].take();
            player["cpu_ms_mean"].take();
            player["cpu_ms_max"].take();
        }
        let logs = ["w1.log", "w2.log", "w3.log", "w4.log"].map(|log| without_times(&folder.read(log)));
        (result["players"].take(), result["winners"].take(), logs)
    };
    assert_eq!(play(5), play(5));
    assert_ne!(play(5), play(6));
}

#[test]
fn printed_command_reproduces_the_match() {
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
        run.out.lines().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{run:?}")).to_string()
    };
    let command = line(&run, "Again: ").replacen("Again: ", "", 1);
    let log = without_times(&folder.read("logs/w1.log"));
    let mut shell = crate::common::in_english("sh");
    shell.args(["-c", &command]).current_dir(folder.path()).env("WAG_HOME", unlocked_home());
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
fn logs_are_written_to_the_given_folder() {
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
fn unwritable_output_is_reported_in_one_sentence() {
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
