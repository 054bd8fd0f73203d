//! The gem duel from the user's point of view.

use crate::common;

use common::{Folder, Run};
use std::fs::File;
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

fn wag(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = words.split_whitespace().collect();
    Run::of(folder.command(&words).output().unwrap())
}

fn with_board() -> Folder {
    let folder = Folder::with(&[]);
    let run = wag(&folder, "make gems board --output b.dat --seed 5");
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

#[test]
fn a_board_is_written_once_and_the_same_for_a_seed() {
    let folder = with_board();
    let text = folder.read("b.dat");
    assert_eq!(text.lines().count(), 1000);
    assert!(text.lines().all(|line| line.len() == 20 && line.ends_with(' ')));
    wag(&folder, "make gems board --output b.dat").is_user_error(&["b.dat already exists"]);
    wag(&folder, "make gems board --output c.dat --seed 5");
    assert_eq!(folder.read("c.dat"), text);
}

#[test]
fn two_games_are_played_with_machine_readable_results() {
    let folder = with_board();
    let run = wag(&folder, "play gems ref ref --board b.dat");
    let results: Vec<&str> = run.out.lines().filter(|line| line.starts_with("RESULT ")).collect();
    let [first, second] = results[..] else { panic!("{}", run.out) };
    let part = |line: &str, name: &str| {
        line.split(' ').find_map(|word| word.strip_prefix(name).map(str::to_string)).unwrap()
    };
    // The same player is on both sides, so both games go the same way.
    assert_eq!((part(first, "game="), part(second, "game=")), ("1".to_string(), "2".to_string()));
    for (own, other) in [("p1=", "p2="), ("p2=", "p1=")] {
        assert_eq!(part(first, own), part(second, other));
    }
    assert_eq!(part(first, "moves="), part(second, "moves="));
    let number = |line| part(line, "winner=").parse::<u32>().unwrap();
    assert_eq!(number(first) + number(second), 3);
    let report = wag(&folder, "play gems ref greedy --board b.dat --debug").out;
    for words in ["  | 0 1 2 3 4 5 6 7 8 9", "Player 1 swaps (", " is credited ", "Shield   15  15"] {
        assert!(report.contains(words), "{words}");
    }
}

#[test]
fn result_of_each_game_is_printed_before_the_next_one() {
    let folder = with_board();
    let report = wag(&folder, "play gems ref greedy --board b.dat --debug").out;
    let (first, second) = report.split_once("RESULT game=1 ").unwrap();
    for game in [first, second] {
        assert!(game.contains("\nMove 1: player ") && game.contains("\n  | 0 1 2 3 4 5 6 7 8 9\n"), "{game}");
    }
    assert!(second.contains("RESULT game=2 ") && second.contains("Again: "), "{second}");
}

#[test]
fn without_a_board_the_seed_determines_it() {
    let folder = with_board();
    let results = |words: &str| {
        let run = wag(&folder, words);
        run.tells(&[if words.contains("b.dat") {
            "Gem duel on b.dat, "
        } else {
            "Gem duel on a new board, "
        }]);
        run.out.lines().filter(|line| line.starts_with("RESULT ")).map(str::to_string).collect::<Vec<_>>()
    };
    let on_it = results("play gems greedy ref --board b.dat");
    assert_eq!((results("play gems greedy ref --seed 5"), on_it.len()), (on_it, 2));
}

#[test]
fn options_are_listed() {
    let folder = Folder::with(&[]);
    for command in ["play", "series", "new"] {
        let help = wag(&folder, &format!("{command} gems --help"));
        assert!(help.out.starts_with("Gem duel: two players swap stones"), "{}", help.out);
    }
    wag(&folder, "games gems").tells(&["look-ahead", "--board", "persistent:FILE.py", "wag make gems board"]);
    wag(&folder, "games gems board").tells(&[
        "beispielfeld",
        "wag play gems human greedy --board beispielfeld",
        "--board FILE.dat",
    ]);
}

#[test]
fn user_errors_are_one_sentence() {
    let folder = with_board();
    for (words, report) in [
        ("ref", "Gem duel is for 2 players, but only 1 is named"),
        ("ref ref ref", "too many players (3): "),
        ("ref gredy", "did you mean greedy?"),
        ("ref none.py", "there is no file none.py; `wag new gems .` creates a first AI here"),
        ("ref lines:./x", "Gem duel cannot be played by persistent programs"),
        ("ref tcp", "Gem duel cannot be played by TCP clients"),
        ("ref human --json", "--quiet and --json cannot be used with a human player"),
        ("ref human --quiet", "--quiet and --json cannot be used with a human player"),
    ] {
        wag(&folder, &format!("play gems {words}")).is_user_error(&[report]);
    }
    wag(&folder, "play gemz ref ref").is_user_error(&["did you mean the game: wag play gems ...?"]);
    let other_games = wag(&folder, "play gems ref ref --map meadow");
    assert_eq!((other_games.status, other_games.out.as_str()), (2, ""));
    assert_eq!(folder.names(), ["b.dat"]);
}

#[test]
fn invalid_boards_are_reported_in_one_sentence() {
    let folder = Folder::with(&[("short.dat", "R Y G\n"), ("odd.dat", &"R ".repeat(101))]);
    wag(&folder, "play gems ref ref --board none.dat").is_user_error(&["none.dat", "wag make gems board"]);
    wag(&folder, "play gems ref ref --board short.dat").is_user_error(&[
        "short.dat is not a valid board",
        "line 1, column 6",
        "3 stones",
    ]);
    wag(&folder, "play gems ref ref --board odd.dat").is_user_error(&[
        "odd.dat is not a valid board",
        "line 1, column 21",
        "101 stones",
    ]);
}

#[test]
fn league_prints_a_table() {
    let folder = Folder::with(&[]);
    let run = wag(&folder, "series gems ref greedy --games 6");
    assert_eq!(run.status, 0, "{}", run.err);
    let places: Vec<&str> =
        run.out.lines().filter(|line| line.contains("greedy") || line.contains("ref")).collect();
    assert!(places[0].contains("greedy") && places[0].contains(" 9 "), "{}", run.out);
    // Totals of both seats come first, then each seat. Better players are listed first.
    let first_words: Vec<Vec<&str>> =
        places.iter().map(|line| line.split_whitespace().take(2).collect()).collect();
    let expected =
        [["greedy", "all"], ["ref", "all"], ["greedy", "1"], ["greedy", "2"], ["ref", "1"], ["ref", "2"]];
    assert_eq!(first_words, expected, "{}", run.out);
    run.tells(&["6 of 6 matches on a new board, seed ", "points", "damage", "time-outs"]);
}

/// Returns the letters of a board as `--debug` prints it, row by row from the top.
fn field(lines: &[&str]) -> Vec<Vec<char>> {
    let rows = lines.iter().filter_map(|line| line.split_once(" | "));
    rows.map(|(_, row)| row.chars().filter(|letter| !letter.is_whitespace()).collect()).collect()
}

#[test]
fn every_field_follows_from_the_one_before() {
    let folder = with_board();
    let report = wag(&folder, "play gems greedy ref --board b.dat --debug").out;
    let game = report.split("Game 1:").next().unwrap();
    let lines: Vec<&str> = game.lines().collect();
    let heads = (0..lines.len()).filter(|at| lines[*at] == "  | 0 1 2 3 4 5 6 7 8 9");
    let fields: Vec<(usize, Vec<Vec<char>>)> = heads.map(|at| (at, field(&lines[at + 1..at + 11]))).collect();
    let (mut swaps, mut steps) = (0, 0);
    for pair in fields.windows(2) {
        let [(_, before), (at, after)] = pair else { panic!() };
        assert!(after.len() == 10 && after.iter().all(|row| row.len() == 10));
        let words = lines[at - 1];
        let numbers: Vec<usize> =
            words.chars().filter_map(|letter| letter.to_digit(10)).map(|digit| digit as usize).collect();
        if words.contains(" swaps ") {
            let [_, x1, y1, x2, y2] = numbers[..] else { panic!("{words}") };
            let mut expected = before.clone();
            (expected[9 - y1][x1], expected[9 - y2][x2]) = (before[9 - y2][x2], before[9 - y1][x1]);
            assert_eq!(&expected, after, "{words}");
            swaps += 1;
        } else {
            assert!(words.ends_with(" stones vanish") || words.ends_with("is dropped"), "{words}");
            assert_ne!(before, after);
            steps += 1;
        }
    }
    let moves = game.lines().filter(|line| line.starts_with("Move ")).count();
    assert!(swaps == moves && steps > swaps, "{moves} {swaps} {steps}");
}

#[test]
fn lines_that_are_piped_in_at_once_are_all_read() {
    let folder = with_board();
    let report = || folder.read("told");
    let mut child = folder
        .command(&["play", "gems", "human", "human", "--board", "b.dat"])
        .stdin(Stdio::piped())
        .stdout(File::create(folder.path().join("told")).unwrap())
        .spawn()
        .unwrap();
    // The pipe stays open.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"1\n2\n3\n").unwrap();
    let began = Instant::now();
    while report().matches("Enter four numbers from 0 to 9").count() < 3 {
        assert!(began.elapsed() < Duration::from_secs(300), "{}", report());
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
    assert!(
        report().contains("player 1 (human) gives no answer in move 1; player 2 (human) wins."),
        "{}",
        report()
    );
}
