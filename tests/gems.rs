//! `wag gems` as a user calls it.

mod common;

use common::{Folder, Run};

fn gems(folder: &Folder, words: &str) -> Run {
    let words: Vec<&str> = ["gems"].into_iter().chain(words.split_whitespace()).collect();
    Run::of(folder.command(&words).output().unwrap())
}

fn with_board() -> Folder {
    let folder = Folder::with(&[]);
    let run = gems(&folder, "create b.dat --seed 5");
    assert_eq!(run.status, 0, "{}", run.err);
    folder
}

#[test]
fn a_board_is_written_once_and_the_same_for_a_seed() {
    let folder = with_board();
    let text = folder.read("b.dat");
    assert_eq!(text.lines().count(), 1000);
    assert!(text.lines().all(|line| line.len() == 20 && line.ends_with(' ')));
    gems(&folder, "create b.dat").is_mistake(&["b.dat exists already"]);
    gems(&folder, "create c.dat --seed 5");
    assert_eq!(folder.read("c.dat"), text);
}

#[test]
fn two_games_are_played_and_told_for_programs_too() {
    let folder = with_board();
    let run = gems(&folder, "play b.dat --ai1 ref --ai2 ref");
    let results: Vec<&str> = run.out.lines().filter(|line| line.starts_with("RESULT ")).collect();
    let [first, second] = results[..] else { panic!("{}", run.out) };
    let part = |line: &str, name: &str| {
        line.split(' ').find_map(|word| word.strip_prefix(name).map(str::to_string)).unwrap()
    };
    // The same player on both sides: whoever opens fares the same.
    assert_eq!((part(first, "game="), part(second, "game=")), ("1".to_string(), "2".to_string()));
    for (own, other) in [("p1=", "p2="), ("p2=", "p1=")] {
        assert_eq!(part(first, own), part(second, other));
    }
    assert_eq!(part(first, "moves="), part(second, "moves="));
    let number = |line| part(line, "winner=").parse::<u32>().unwrap();
    assert_eq!(number(first) + number(second), 3);
    let told = gems(&folder, "play b.dat --ai1 ref --ai2 greedy --debug").out;
    for words in ["  | 0 1 2 3 4 5 6 7 8 9", "Player 1 swaps (", " is credited ", "Shield   15  15"] {
        assert!(told.contains(words), "{words}");
    }
}

#[test]
fn bad_boards_are_one_sentence() {
    let folder = Folder::with(&[("short.dat", "R Y G\n"), ("odd.dat", &"R ".repeat(101))]);
    gems(&folder, "play none.dat --ai1 ref --ai2 ref").is_mistake(&["none.dat", "wag gems create"]);
    gems(&folder, "play short.dat --ai1 ref --ai2 ref").is_mistake(&["short.dat is no board", "3 tiles"]);
    gems(&folder, "play odd.dat --ai1 ref --ai2 ref").is_mistake(&["odd.dat is no board", "101 tiles"]);
}

#[test]
fn a_league_is_a_table() {
    let folder = Folder::with(&[]);
    let run = gems(&folder, "league ref greedy --boards 3");
    assert_eq!(run.status, 0, "{}", run.err);
    let places: Vec<&str> =
        run.out.lines().filter(|line| line.contains("greedy") || line.contains("ref")).collect();
    assert!(places[0].contains("greedy") && places[0].contains(" 9 "), "{}", run.out);
}
