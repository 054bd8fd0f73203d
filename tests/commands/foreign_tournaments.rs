//! Tournament databases that an attacker has written, opened by commands and the client.

use crate::common::{self, terminal};

use common::{Folder, Run};
use rusqlite::Connection;
use std::path::PathBuf;
use terminal::Session;

const IDLER: &str = "from classes import *\n";

fn run(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["tournament"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

/// Returns a folder with a finished tournament as `t.db`.
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
fn forged_databases_are_reported_in_one_sentence() {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)";
    let view = format!("DROP TABLE players; CREATE VIEW players AS {endless} SELECT i AS id FROM n");
    let trigger =
        format!("CREATE TRIGGER more AFTER UPDATE ON matches BEGIN {endless} SELECT count(*) FROM n; END");
    let many = "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
        INSERT INTO players SELECT i, 'p' || i, 1, 'x.py', '', 0, 1 FROM n";
    for (forgery, message) in [
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
            run(&folder, words).is_user_error(&[message]);
        }
        assert_eq!(folder.names(), ["bot.py", "t.db"], "{forgery}");
    }
    // An excessive number of games, and a map too many. They only matter when the tournament is resumed.
    for (forgery, message) in [
        (r#"replace(json, '"games":2', '"games":1000000')"#, "at most 100000 matches"),
        (r#"replace(json, '"words":["', '"words":["a","')"#, "is damaged"),
    ] {
        let folder = played("tron Straight Roomy --seats 2 --games 2 --seed 1");
        change(&folder, &format!("UPDATE settings SET json = {forgery}; UPDATE matches SET result = NULL"));
        run(&folder, "--resume t.db").is_user_error(&[message]);
    }
}

#[test]
fn huge_figures_are_shown() {
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
fn pipe_in_place_of_a_replay_does_not_block() {
    let folder = played("tron Straight Roomy --seats 2 --games 2 --seed 1 --replays kept");
    let replay = folder.path().join("kept/0001.wag");
    std::fs::remove_file(&replay).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&replay).status().unwrap().success());
    for words in ["show t.db --html out.html", "show t.db --reports out"] {
        let run = run(&folder, words);
        assert_eq!(run.status, 0, "{words}: {}", run.err);
    }
}

/// Converts the settings to the first version of the format, in which limits were command-line flags.
fn make_first_form(folder: &Folder, limits: &str) {
    let limits = format!("json_set(json, '$.limits', json('{limits}'))");
    change(folder, &format!("UPDATE settings SET json = {limits}; PRAGMA user_version = 1"));
}

/// Returns a tournament of an AI that tries to write a file elsewhere, the folder of that file, and its path.
fn vandals(limits: &str) -> (Folder, Folder, PathBuf) {
    let elsewhere = Folder::with(&[]);
    let canary = elsewhere.path().join("canary");
    let vandal =
        format!("pathlib = __import__('pathlib')\npathlib.Path({canary:?}).write_text('x')\nmove('left')\n");
    let folder = Folder::with(&[("vandal.py", &vandal)]);
    let run = run(&folder, "tron vandal.py Roomy --seats 2 --games 2 --seed 1 --into t.db --quiet");
    assert_eq!(run.status, 0, "{}", run.err);
    assert!(!canary.exists(), "in the sandbox nothing is written");
    make_first_form(&folder, limits);
    (folder, elsewhere, canary)
}

#[test]
fn database_cannot_disable_the_sandbox() {
    let flags =
        r#"["--no-sandbox", "--no-limits", "--readable", "/", "--keep-files", "/tmp/x", "--memory", "2000"]"#;
    let (folder, _elsewhere, canary) = vandals(flags);
    for words in ["--resume t.db --games 4", "tron vandal.py --into t.db --games 6"] {
        let resumed = run(&folder, words);
        assert_eq!(resumed.status, 0, "{}", resumed.err);
        resumed.tells(&["was started with --memory 2000 --no-limits --no-sandbox --readable --keep-files, but these options are not read from its file"]);
        assert!(!canary.exists(), "{words}");
    }
    // The database is converted to the current version, without any of the flags.
    let all = Connection::open(folder.path().join("t.db")).unwrap();
    let json: String = all.query_row("SELECT json FROM settings", [], |row| row.get(0)).unwrap();
    assert!(
        json.contains("\"memory_mib\":2000") && !json.contains("--") && !json.contains("/tmp/x"),
        "{json}"
    );
    assert_eq!(all.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0)).unwrap(), 2);
    // When the user repeats the option, it applies.
    let resumed = run(&folder, "--resume t.db --games 8 --no-sandbox");
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    assert!(canary.exists());
}

#[test]
fn limits_of_the_first_form_still_hold() {
    let (folder, ..) = vandals(r#"["--turn-time", "0.5", "--memory", "200"]"#);
    let resumed = run(&folder, "--resume t.db --games 4");
    assert_eq!((resumed.status, resumed.err.as_str()), (0, ""));
    run(&folder, "--resume t.db --memory 300")
        .is_user_error(&["was started with other settings: seed 1 --turn-time 0.5 --memory 200"]);
    assert_eq!(run(&folder, "--resume t.db --games 6 --memory 200").status, 0);
}

#[test]
fn replays_are_only_written_into_the_database_s_folder() {
    let elsewhere = Folder::with(&[("0001.wag", "precious")]);
    let out = elsewhere.path().display().to_string();
    let folder = played("tron Straight Roomy --seats 2 --games 2 --seed 1 --replays kept");
    std::os::unix::fs::symlink(elsewhere.path(), folder.path().join("link")).unwrap();
    for (games, forged) in [out.as_str(), "link", "link/deeper", "kept/../../x", "/"].iter().enumerate() {
        change(&folder, &format!("UPDATE settings SET json = json_set(json, '$.replays', '{forged}')"));
        let resumed = run(&folder, &format!("--resume t.db --games {}", 4 + 2 * games));
        assert_eq!(resumed.status, 0, "{forged}: {}", resumed.err);
        resumed.tells(&["which is not inside the folder of t.db; use --replays to choose a folder again"]);
    }
    assert_eq!((elsewhere.names(), elsewhere.read("0001.wag")), (vec!["0001.wag".into()], "precious".into()));
    let resumed = run(&folder, &format!("--resume t.db --games 14 --replays {out}"));
    assert_eq!((resumed.status, resumed.err.as_str()), (0, ""), "whoever names it may keep them there");
    assert!(elsewhere.names().len() > 1);
}

#[test]
fn database_cannot_choose_where_results_are_written() {
    let (folder, mine) = (played("tron Straight Roomy --seats 2 --games 2 --seed 1"), Folder::with(&[]));
    let precious = Folder::with(&[("out.html", "precious")]);
    let forged = format!("json_set(json, '$.folder', '{}')", precious.path().display());
    change(&folder, &format!("UPDATE settings SET json = {forged}"));
    let file = folder.path().join("t.db").display().to_string();
    let resumed =
        run(&mine, &format!("--resume {file} --html out.html --ranking out.csv --reports out --games 4"));
    assert_eq!(resumed.status, 0, "{}", resumed.err);
    assert_eq!((precious.names(), precious.read("out.html")), (vec!["out.html".into()], "precious".into()));
    assert_eq!(mine.names(), ["out", "out.csv", "out.html"]);
    assert!(mine.has("out/replays/0003.wag"));
}

const STEERS: &str = "while read line; do echo left; done\n";

/// Returns a tournament with a program, started by a user with this home folder.
fn with_program(home: &Folder) -> Folder {
    let folder = Folder::with(&[("bot.sh", STEERS)]);
    let words = [
        "tournament",
        "tron",
        "bot=sh bot.sh",
        "Roomy",
        "--seats",
        "2",
        "--games",
        "2",
        "--seed",
        "1",
        "--into",
        "t.db",
    ];
    let run = Run::of(folder.command(&words).env("WAG_HOME", home.path()).output().unwrap());
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

fn resume(folder: &Folder, home: &Folder, words: &str) -> Run {
    let words: Vec<&str> =
        ["tournament", "--resume", "t.db"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).env("WAG_HOME", home.path()).output().unwrap())
}

const ASKED: &str = "you did not start the tournament in t.db, and it runs programs (bot: sh bot.sh); check them, then allow them: `wag tournament --resume t.db --trust-programs`";

#[test]
fn programs_of_another_user_must_be_allowed_once() {
    let (theirs, mine) = (Folder::with(&[]), Folder::with(&[]));
    let folder = with_program(&theirs);
    // The user who started the tournament is not asked, and no user is asked about a player that is not a program.
    assert_eq!(resume(&folder, &theirs, "--games 4").status, 0);
    let refused = resume(&folder, &mine, "--games 6 --no-sandbox");
    assert_eq!(refused.status, 2);
    refused.tells(&[ASKED]);
    let other = Run::of(
        folder
            .command(&["tournament", "tron", "Straight", "--into", "t.db"])
            .env("WAG_HOME", mine.path())
            .output()
            .unwrap(),
    );
    assert_eq!((other.status, other.out.as_str()), (2, ""), "{}", other.err);
    other.tells(&["you did not start the tournament in t.db"]);
    assert_eq!(resume(&folder, &mine, "--games 6 --trust-programs").status, 0);
    assert_eq!(resume(&folder, &mine, "--games 8").status, 0);
    assert_eq!(resume(&folder, &mine, "--games 9 --without bot").status, 2, "one player is too few");
}

#[test]
fn new_programs_must_be_allowed() {
    let home = Folder::with(&[]);
    let folder = with_program(&home);
    let canary = folder.path().join("canary");
    change(
        &folder,
        &format!("UPDATE players SET word = 'sh -c \"touch {}\"' WHERE name = 'bot'", canary.display()),
    );
    let message = format!("and it runs programs (bot: sh -c \"touch {}\")", canary.display());
    let resumed = resume(&folder, &home, "--games 4 --no-sandbox");
    assert_eq!((resumed.status, resumed.out.as_str()), (2, ""), "{}", resumed.err);
    resumed.tells(&[&message]);
    // A mark with another path, an unknown mark and no mark at all prove nothing.
    std::fs::write(home.path().join("all.json"), r#"["sh bot.sh"]"#).unwrap();
    change(&folder, "UPDATE players SET word = 'sh bot.sh' WHERE name = 'bot'");
    for mark in [r#""../all""#, r#""0123456789abcdef0123456789abcdef""#, "null"] {
        change(&folder, &format!("UPDATE settings SET json = json_set(json, '$.mark', json('{mark}'))"));
        resume(&folder, &home, "--games 4").is_user_error(&[ASKED]);
    }
    assert!(!canary.exists());
}

#[test]
fn user_at_the_terminal_is_asked() {
    let folder = with_program(&Folder::with(&[]));
    for (key, status, message) in
        [("n", 2, "nothing was started"), ("y", 0, "Ratings by"), ("", 0, "Ratings by")]
    {
        let games = if key.is_empty() { "6" } else { "4" };
        let words = ["tournament", "--resume", "t.db", "--games", games];
        let mut session = Session::of(&folder, &words, (60, 160));
        if !key.is_empty() {
            session.shows("  bot: sh bot.sh");
            session.shows("Start them? [y/N]");
            session.press(&format!("{key}\n"));
        }
        assert_eq!(session.ended(), Some(status), "{}", session.text());
        session.shows(message);
        assert_eq!(session.text().contains("Start them?"), !key.is_empty());
    }
}

#[test]
fn database_cannot_make_a_command_wait() {
    for (word, why) in [
        ("human", "people and TCP clients cannot play in a tournament"),
        ("tcp:4000", "Gem duel cannot be played by TCP clients"),
    ] {
        let folder = played("gems greedy Noob=greedy Third=greedy --games 2 --seed 1");
        change(&folder, &format!("UPDATE players SET word = '{word}' WHERE name = 'greedy'"));
        let resumed = run(&folder, "--resume t.db --games 3");
        assert_eq!(resumed.status, 0, "{}", resumed.err);
        resumed.tells(&[&format!("greedy can no longer take part: {why}")]);
    }
}
