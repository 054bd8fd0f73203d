//! Databases of tournaments that a stranger has written, as commands and the client meet them.

mod common;

use common::{Folder, Run};
use rusqlite::Connection;

const IDLER: &str = "from classes import *\n";

fn run(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// A tournament that has been played, as `t.db`.
fn played(words: &str) -> Folder {
    let folder = Folder::with(&[("bot.py", IDLER)]);
    let run = run(&folder, &format!("{words} --into t.db --quiet"));
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

fn change(folder: &Folder, change: &str) {
    Connection::open(folder.path().join("t.db")).unwrap().execute_batch(change).unwrap();
}

#[test]
fn forged_databases_end_every_command_with_a_sentence() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
    let view = format!("DROP TABLE players; CREATE VIEW players AS {endless} SELECT i AS id FROM n");
    let trigger =
        format!("CREATE TRIGGER more AFTER UPDATE ON matches BEGIN {endless} SELECT count(*) FROM n; END");
    let many = "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
        INSERT INTO players SELECT i, 'p' || i, 1, 'x.py', '', 0, 1 FROM n";
    for (forgery, told) in [
        (view.as_str(), "is damaged"),
        (trigger.as_str(), "is damaged"),
        (many, "at most 2000 players"),
        ("UPDATE matches SET seats = '[0,99]' WHERE id = 1", "is damaged"),
        ("UPDATE matches SET place = 99", "is damaged"),
        ("UPDATE players SET name = '../../x' WHERE id = 1", "is damaged"),
    ] {
        let folder = played("tron Straight Roomy --seats 2 --games 2 --seed 1");
        change(&folder, forgery);
        for words in [
            "show t.db",
            "show t.db --json",
            "show t.db --html out.html",
            "--resume t.db",
            "tron bot.py Roomy --into t.db",
        ] {
            run(&folder, words).is_mistake(&[told]);
        }
        assert_eq!(folder.names(), ["bot.py", "t.db"], "{forgery}");
    }
    // A number of games without end, and a map more than there are: only who goes on is concerned.
    for (forgery, told) in [
        (r#"replace(json, '"games":2', '"games":1000000')"#, "at most 100000 matches"),
        (r#"replace(json, '"words":["', '"words":["a","')"#, "is damaged"),
    ] {
        let folder = played("tron Straight Roomy --seats 2 --games 2 --seed 1");
        change(&folder, &format!("UPDATE settings SET json = {forgery}; UPDATE matches SET result = NULL"));
        run(&folder, "--resume t.db").is_mistake(&[told]);
    }
}

#[test]
fn figures_without_measure_are_shown() {
    let folder = played("tron Straight Roomy --seats 2 --games 2 --seed 1 --replays kept");
    change(
        &folder,
        "UPDATE matches SET result = (SELECT json_group_array(json_set(value,
            '$.figures', json_array(CASE key WHEN 0 THEN -9223372036854775808 ELSE 9223372036854775807 END),
            '$.place', 4294967295, '$.faults', 4294967295, '$.think_ms_max', 1e308)) FROM json_each(result))",
    );
    for words in
        ["show t.db", "show t.db --html out.html", "show t.db --reports out", "--resume t.db --games 3"]
    {
        let run = run(&folder, words);
        assert_eq!(run.status, 0, "{words}: {}", run.err);
    }
}

#[test]
fn a_pipe_in_the_place_of_a_replay_is_not_waited_for() {
    let folder = played("tron Straight Roomy --seats 2 --games 2 --seed 1 --replays kept");
    let replay = folder.path().join("kept/0001.wag");
    std::fs::remove_file(&replay).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&replay).status().unwrap().success());
    for words in ["show t.db --html out.html", "show t.db --reports out"] {
        let run = run(&folder, words);
        assert_eq!(run.status, 0, "{words}: {}", run.err);
    }
}
