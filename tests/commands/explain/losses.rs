//! `wag explain` for one player: where it lost and why, and the sentence if that is unknown.

use super::{json, wag};
use crate::common;
use common::{Folder, unlocked_home};
use serde_json::Value;
use std::fs;

const NOOB: &str = include_str!("../../../python/opponents/Noob.py");

/// Gives no orders.
const WAITS: &str = "number = 1\n";

/// Plays like Noob up to a round, and then orders nothing.
fn stops_in(round: u32) -> String {
    let body: String = NOOB.lines().map(|line| format!("    {line}\n")).collect();
    format!("from classes import *\nif roundState.getRoundNumber() < {round}:\n{body}")
}

/// Records a match of Warriors & Gatherers in `w.wag`.
fn match_of(files: &[(&str, &str)], words: &str) -> Folder {
    let folder = Folder::with(files);
    let run = folder.play(&format!("{words} --seed 5 --quiet --map meadow --replay w.wag"));
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

/// Returns the kind of the reason why there is no curve, after checking that a terminal shows the reason and the accounts.
fn void(folder: &Folder, words: &str) -> String {
    let report = json(folder, &format!("{words} --json"));
    assert_eq!((&report["cards"], &report["curve"]["points"]), (&Value::from([0; 0]), &Value::from([0; 0])));
    let void = &report["curve"]["void"];
    let run = wag(folder, &format!("{words} --lang de"));
    let sentence: String = void["texts"]["de"].as_str().unwrap().split_whitespace().collect();
    assert!(run.out.split_whitespace().collect::<String>().starts_with(&sentence), "{}", run.out);
    assert!(run.out.contains("Vorrat"), "{}", run.out);
    void["reason"].as_str().unwrap().to_string()
}

#[test]
fn a_player_that_stops_finds_the_round_and_the_cause() {
    let folder = match_of(&[("anna.py", &stops_in(61))], "anna.py Noob Noob Noob --rounds 160");
    let words = "explain w.wag --json --futures 28 --seed 3";
    let report = json(&folder, words);
    let (curve, card) = (&report["curve"], &report["cards"][0]);
    assert_eq!(
        (&curve["stand_in"], &curve["futures"], &curve["complete"]),
        (&"Noob".into(), &28.into(), &true.into())
    );
    assert_eq!(curve["points"].as_array().unwrap().last().unwrap()["mean"], curve["actual"]);
    assert_eq!((&card["onset"], &card["onset_source"]), (&61.into(), &"events".into()), "{report}");
    let cause = &card["causes"][0];
    assert_eq!((&cause["name"], &cause["stated"]), (&"idle".into(), &true.into()), "{report}");

    // The futures are kept beside the replay: the same question plays none, and has the same answer.
    let stored = fs::read(folder.path().join("w.wag.futures")).unwrap();
    let mut again = json(&folder, words);
    assert_eq!(fs::read(folder.path().join("w.wag.futures")).unwrap(), stored);
    again["curve"]["seconds"] = curve["seconds"].clone();
    assert_eq!(again, report);
    fs::remove_file(folder.path().join("w.wag.futures")).unwrap();
    let mut alone = json(&folder, &format!("{words} --jobs 1"));
    alone["curve"]["seconds"] = curve["seconds"].clone();
    assert_eq!(alone, report, "the result depends neither on the cores nor on the time");

    let run = wag(&folder, "explain w.wag --futures 28 --seed 3");
    run.tells(&["from your position in round 61 Noob would have ended with ", "The loss of "]);
}

#[test]
fn players_that_cannot_play_on_are_named() {
    // Another text than that of anna.py, which would be found in its place.
    let files = [("anna.py", WAITS), ("bob.py", "number = 2\n")];
    let folder = match_of(&files, "anna.py bob.py Noob Noob --rounds 8");
    fs::remove_file(folder.path().join("bob.py")).unwrap();
    assert_eq!(void(&folder, "explain w.wag --player anna"), "no_code");
    let report = json(&folder, "explain w.wag --player anna --json");
    assert_eq!(report["curve"]["void"]["player"], "bob");

    let hangs = "while True: pass\n";
    let folder = match_of(
        &[("anna.py", WAITS), ("bob.py", hangs)],
        "anna.py bob.py Noob Noob --rounds 8 --turn-time 0.1",
    );
    assert_eq!(void(&folder, "explain w.wag --player anna"), "stopped");
}

#[test]
fn short_unfinished_and_damaged_matches_have_no_curve() {
    let files = [("anna.py", WAITS)];
    let folder = match_of(&files, "anna.py Noob Noob Noob --rounds 2");
    assert_eq!(void(&folder, "explain w.wag"), "too_short");
    let folder = match_of(&files, "anna.py Noob Noob Noob --rounds 40");
    let bytes = fs::read(folder.path().join("w.wag")).unwrap();
    folder.write("short.wag", &bytes[..bytes.len() * 2 / 3]);
    assert_eq!(void(&folder, "explain short.wag"), "no_result");
}

#[test]
fn players_that_are_out_or_share_the_first_place_have_a_sentence() {
    let fails = "raise ValueError\n";
    let folder = match_of(&[("anna.py", fails)], "anna.py Noob Noob Noob --rounds 60");
    let report = json(&folder, "explain w.wag --json --futures 28");
    assert_eq!(report["curve"]["void"], Value::Null);
    assert_eq!(report["curve"]["points"].as_array().unwrap().last().unwrap()["futures"], 0);
    let files = [("a.py", WAITS), ("b.py", WAITS), ("c.py", WAITS), ("d.py", WAITS)];
    let folder = match_of(&files, "a.py b.py c.py d.py --rounds 20");
    let report = json(&folder, "explain w.wag --player a --json --futures 28");
    assert_eq!(report["curve"]["points"].as_array().unwrap().last().unwrap()["win"], 0.5);
}

#[test]
fn names_of_stand_ins_are_checked() {
    let folder = match_of(&[("anna.py", WAITS)], "anna.py Noob Noob Noob --rounds 12");
    wag(&folder, "explain w.wag --stand-in Nobody").is_user_error(&["\"Nobody\"", "Noob, Intermediate"]);
    let home = tempfile::tempdir().unwrap();
    assert_ne!(home.path(), unlocked_home());
    let mut command = folder.command(&["explain", "w.wag", "--stand-in", "Expert"]);
    let run = common::Run::of(command.env("WAG_HOME", home.path()).output().unwrap());
    run.is_user_error(&["Expert"]);
    let mut command = folder.command(&["explain", "w.wag", "--futures", "28", "--json"]);
    let run = common::Run::of(command.env("WAG_HOME", home.path()).output().unwrap());
    assert_eq!(run.status, 0, "the default is never locked: {}", run.err);
}

#[test]
fn several_python_files_have_accounts_until_one_is_chosen() {
    let files = [("a.py", WAITS), ("b.py", WAITS)];
    let folder = match_of(&files, "a.py b.py Noob Noob --rounds 10");
    let run = wag(&folder, "explain w.wag");
    run.tells(&["at the end", "counts"]);
    assert!(!folder.path().join("w.wag.futures").exists());
}

/// Rides into the border.
const STRAIGHT_NORTH: &str = "from tron import *\nmove(NORTH)\n";

#[test]
fn a_tournament_sums_losses_and_its_reports_show_them() {
    let folder = Folder::with(&[("anna.py", STRAIGHT_NORTH)]);
    folder.succeeds(
        "tournament tron anna.py Roomy --games 4 --seed 1 --into t.db --reports out --explain --quiet",
    );
    let sum = json(&folder, "explain t.db --player anna --json");
    let (matches, void) = (sum["matches"].as_u64().unwrap(), sum["void"].as_array().unwrap().len() as u64);
    assert_eq!(matches + void, 4, "{sum}");
    assert_eq!(json(&folder, "explain out/replays --player anna --json")["causes"], sum["causes"]);
    let (text, page) = (folder.read("out/anna.txt"), folder.read("out/anna.html"));
    let lost: Vec<&str> =
        text.split("What cost the most in match ").nth(1).expect("a part").lines().skip(2).collect();
    assert!(!lost[0].is_empty() && page.contains("What cost the most in match "), "{text}");
    wag(&folder, "explain t.db --player bert").is_user_error(&["t.db"]);
    folder.succeeds("tournament tron anna.py Roomy --games 2 --seed 1 --into u.db --quiet");
    wag(&folder, "explain u.db --player anna").is_user_error(&["u.db", "--replays DIR"]);
}

#[test]
fn an_evaluation_sums_the_losses_of_its_matches() {
    let folder = Folder::with(&[("anna.py", STRAIGHT_NORTH)]);
    let report = json(&folder, "evaluate tron anna.py --games 3 --seed 1 --explain kept --json --quiet");
    let losses = &report["losses"];
    assert_eq!(losses["player"], "anna", "{losses}");
    assert_eq!(folder.names_in("kept").iter().filter(|name| name.ends_with(".wag")).count(), 3);
    assert_eq!(&json(&folder, "explain kept --player anna --json"), losses);
    let without = json(&folder, "evaluate tron anna.py --games 3 --seed 1 --json --quiet");
    assert!(without["losses"].is_null());
}
