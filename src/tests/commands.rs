//! Runs all commands with a test game that needs no Python and has an option of each kind.

use crate::cli::args::{Args, with_short_forms};
use crate::cli::{ExitStatus, carry_out, expand_aliases, read};
use clap::CommandFactory;
use serde_json::json;
use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use wag_replay::{SeedJson, Verdict};

/// Runs a command line. Its arguments are separated by spaces, and `DIR` stands for the folder of the test.
fn wag(folder: &Path, words: &str) -> Result<ExitStatus, String> {
    let words = words.replace("DIR", &folder.display().to_string());
    let words = ["wag"].into_iter().chain(words.split(' ')).map(OsString::from).collect();
    let args = read(words).map_err(|err| err.to_string())?;
    carry_out(&args.command.expect("a command is given")).map_err(|err| format!("{err:#}"))
}

const MATCH: &str = "play fives Sharp Slow --rounds 9 --pace slow --second --count ten --seed 4 --quiet --log-dir DIR --log plain";

fn played(folder: &Path) -> std::path::PathBuf {
    assert_eq!(wag(folder, &format!("{MATCH} --replay DIR/x.wag")), Ok(ExitStatus::Success));
    folder.join("x.wag")
}

#[test]
fn a_match_is_played_with_its_options_and_leaves_logs_and_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    let json_replay = wag_games::json_replay(File::open(played(folder.path())).unwrap()).unwrap();
    let header = json_replay.header().unwrap();
    assert_eq!(
        (header.game.as_str(), header.map.as_str(), header.seed),
        ("fives", "ten", SeedJson::Number(4))
    );
    assert_eq!((header.rounds, &header.scene["rounds"]), (18, &json!(18)));
    let first = json_replay.chunk(0).unwrap();
    assert_eq!((&first.frame["count"], &first.turns[0].seats), (&json!(10), &vec![2]));
    let log = std::fs::read_to_string(folder.path().join("Sharp.log")).unwrap();
    assert!(log.starts_with("=== Round 1 ("), "{log}");
}

#[test]
fn its_replay_is_shown_verified_exported_and_watched() {
    let folder = tempfile::tempdir().unwrap();
    let file = played(folder.path());
    for words in ["replay show DIR/x.wag", "replay show DIR/x.wag --round 2", "replay verify DIR/x.wag"] {
        assert_eq!(wag(folder.path(), words), Ok(ExitStatus::Success), "{words}");
    }
    assert_eq!(wag(folder.path(), "replay export DIR/x.wag --html -o DIR/x.html"), Ok(ExitStatus::Success));
    let text_replay = wag_games::text_replay(File::open(file).unwrap()).unwrap();
    assert!(matches!(text_replay.verify(), Ok(Verdict::Same { turns }) if turns > 3));
    let round_view = text_replay.round_view(1).unwrap();
    assert_eq!(round_view.sight.width, 10);
    assert!(round_view.events.iter().any(|event| event.words == "Slow counted"), "{:?}", round_view.events);
    let page = std::fs::read_to_string(folder.path().join("x.html")).unwrap();
    assert!(page.contains("fives"));
}

#[test]
fn series_new_files_challenges_and_lists_serve_it() {
    let folder = tempfile::tempdir().unwrap();
    for words in [
        "series fives Sharp Slow Sleepy --games 4 --count zero --count ten --seed 1 --jobs 2 --replays DIR/all --quiet",
        "make fives count --seed 3 -o DIR/my.txt",
        "play fives Slow Sharp --count DIR/my.txt --quiet --no-replay --log-dir DIR",
        "games fives",
        "games fives count",
        "games fives count ten",
        "play fives Sleepy Sleepy --rounds 2 --debug --no-replay --log-dir DIR",
    ] {
        assert_eq!(wag(folder.path(), words), Ok(ExitStatus::Success), "{words}");
    }
    // Three pairs, two places and four matches each make 24 matches.
    assert_eq!(std::fs::read_dir(folder.path().join("all")).unwrap().count(), 24);
    assert_eq!(std::fs::read_to_string(folder.path().join("my.txt")).unwrap(), "3\n");
}

#[test]
fn bench_without_files_measures_only_rules() {
    let figures = wag_play::measure(wag_games::find("fives").unwrap(), 1, 3).unwrap();
    assert!(figures.files.is_none() && figures.rules_turns_per_s.is_some_and(|figure| figure > 1.0));
}

#[test]
fn unsupported_commands_are_user_errors() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "").unwrap();
    for (words, part) in [
        (
            "play fives Sharp",
            "Fives is for 2 players, but only 1 is named; name 1 more, such as: wag play fives human Slow",
        ),
        ("play fives Sharp Slow Slow", "too many players (3): Fives has 2 seats; leave 1 out"),
        ("play fives DIR/a.py Slow", "Fives cannot be played by Python files"),
        ("play fives Shrap Slow", "did you mean Sharp?"),
        ("play fives Sharp Slow --count 99", "there is no count \"99\""),
        (
            "play fives Sharp Slow --count DIR/a.py",
            "is not a valid count file for Fives: a number below 30 belongs there",
        ),
        (
            "play fives Sharp Slow --board x",
            "error: --board is an option of Gem duel and Flower farm, not of Fives; see `wag games fives`",
        ),
        ("play fives Sharp Slow --bored x", "unexpected argument '--bored'"),
        ("play --second", "--second is an option of Fives, not of Warriors"),
        ("play fives Sharp Slow --pace slwo", "possible values: quick, slow"),
        ("play --rounds 3 gems greedy", "gems is a game, so it must come first: wag play gems ..."),
        ("play gmes greedy", "did you mean the game: wag play gems ...?"),
        ("play fives Sharper Slow", "the AI Sharper is locked"),
        ("series fives human Slow", "cannot play in a series"),
        ("games fivs", "did you mean fives?"),
        ("new fives DIR/x", "Fives does not support this command; see `wag games fives`"),
        ("ladder gems", "Gem duel does not support this command"),
    ] {
        let message = wag(folder.path(), words).unwrap_err();
        assert!(message.contains(part), "{words}: {message}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is written");
}

#[test]
fn aliases_are_expanded() {
    let full = |words: &str| {
        let words = words.split(' ').map(OsString::from).collect();
        expand_aliases(words).join(&OsString::from(" ")).into_string().unwrap()
    };
    assert_eq!(full("wag maps ring"), "wag games warriors map ring");
    assert_eq!(full("wag maps generate --size 9"), "wag make warriors map --size 9");
    assert_eq!(full("wag rules"), "wag games warriors rules usual");
    assert_eq!(full("wag play maps"), "wag play maps");
}

#[test]
fn short_forms_have_their_own_help() {
    let help = |words: &str| read(words.split(' ').map(OsString::from).collect()).unwrap_err().to_string();
    for (words, usage) in [
        ("wag maps --help", "Usage: wag maps [OPTIONS] [FILE]"),
        ("wag maps ring -h", "Usage: wag maps [OPTIONS] [FILE]"),
        ("wag rules --help", "Usage: wag rules [OPTIONS]"),
        ("wag maps generate --help", "Usage: wag make warriors map"),
    ] {
        let help = help(words);
        assert!(help.contains(usage), "{words}: {help}");
        assert!(!help.contains("GAME"), "{words}: {help}");
    }
    let all = help("wag --help");
    assert!(all.contains("\n  maps ") && all.contains("\n  rules "), "{all}");
}

#[test]
fn the_commands_fit_together() {
    Args::command().debug_assert();
}

/// Checks the help of a command and of its subcommands. `path` is the command line that leads to it.
fn check_help(command: &clap::Command, path: &str, wrong: &mut Vec<String>) {
    let text = command.clone().bin_name(path).term_width(100).render_long_help().to_string();
    for line in text.lines() {
        if line.chars().count() > 100 {
            wrong.push(format!("{path}: over 100 columns: {line}"));
        }
        if line.contains("The arguments of") {
            wrong.push(format!("{path}: a comment of the source: {line}"));
        }
        if line.trim_start().strip_prefix("Usage: ").is_some_and(|usage| !usage.starts_with(path)) {
            wrong.push(format!("{path}: the usage of another command: {line}"));
        }
    }
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    if about.is_empty() || about.ends_with('.') || about.starts_with('`') {
        wrong.push(format!("{path}: what the command does: {about:?}"));
    }
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
        check_help(sub, &format!("{path} {}", sub.get_name()), wrong);
    }
}

#[test]
fn every_help_describes_its_own_command_within_100_columns() {
    let mut command = with_short_forms(Args::command());
    let declared: Vec<(String, String)> = command
        .get_subcommands()
        .map(|sub| (sub.get_name().to_string(), sub.get_about().map(ToString::to_string).unwrap_or_default()))
        .collect();
    command.build();
    let mut wrong = Vec::new();
    for (name, about) in declared {
        let now = command.find_subcommand(&name).and_then(|sub| sub.get_about()).map(ToString::to_string);
        if now.as_ref() != Some(&about) {
            wrong.push(format!("wag {name}: {now:?} instead of {about:?}"));
        }
    }
    check_help(&command, "wag", &mut wrong);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
