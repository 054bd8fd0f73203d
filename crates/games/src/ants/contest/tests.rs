//! Tests with matches in the contest's format, invalid files, and re-simulated matches.

use super::super::View;
use super::super::event::Event;
use super::super::map::Map;
use super::super::numbers::Numbers;
use super::super::orders::Orders;
use super::super::{Ants, Setup, rng};
use super::*;
use serde_json::{Value, json};
use std::sync::Arc;
use wag_core::game::conformance::RandomPlay;
use wag_core::game::protocols::Times;
use wag_core::game::{Game, Kind, Phase, Playable, RandomStream, Seat, turn_seed};

const SEED: u64 = 11;

/// Plays a match and returns its contest replay.
fn file_of(setup: &Setup, seed: u64, mut orders: impl FnMut(&View<'_>, u32) -> Orders) -> String {
    let mut events = Vec::new();
    let mut state = Ants::start(setup, seed, &mut events);
    while let Phase::Ask { round, seats } = Ants::phase(&state) {
        let given: Vec<_> =
            seats.iter().map(|seat| (seat, orders(&View { state: &state, seat }, round))).collect();
        Ants::apply(&mut state, &given, &mut events);
    }
    write(&record(setup, seed, events))
}

fn record(setup: &Setup, seed: u64, events: Vec<Event>) -> Record<'_, Ants> {
    let names = Seat::all(setup.map.players.into()).map(|seat| format!("P{seat}")).collect();
    Record { setup, seed, times: Times { start: Some(3000), turn: None }, names, events, printed: Vec::new() }
}

fn setup(map: Map, numbers: Numbers) -> Setup {
    Setup { map: Arc::new(map), numbers, random: rng::Kind::Wag, player_seed: 5, given: None }
}

fn drawn(players: u8, rows: [&str; 8]) -> Map {
    let rows: String = rows.iter().map(|row| format!("m {row}\n")).collect();
    Map::parse(format!("rows 8\ncols 10\nplayers {players}\n{rows}").as_bytes()).unwrap()
}

fn scenario(turns: u32) -> Numbers {
    Numbers { turns, attack_radius2: 1, food: false, scenario: true, ..Numbers::default() }
}

/// Returns a replay in which two ants gather food and new ants are born.
fn small() -> Value {
    let map = drawn(
        2,
        [
            "0.........",
            "..........",
            "..........",
            "....a.*...",
            ".....%....",
            "..........",
            ".*.......1",
            ".b........",
        ],
    );
    let orders = |view: &View<'_>, round| match (view.seat.0, round) {
        (0, 1) => Orders::read(b"o 3 4 e"),
        (0, 3) => Orders::read(b"o 3 5 n\no 0 0 s"),
        _ => Orders::default(),
    };
    serde_json::from_str(&file_of(&setup(map, scenario(4)), SEED, orders)).unwrap()
}

fn verified(file: &Value) -> Result<PlayedAgain, String> {
    verify(file.to_string().as_bytes())
}

fn is_same(file: &str) -> bool {
    matches!(verify(file.as_bytes()).unwrap(), PlayedAgain::Same(_))
}

#[test]
fn match_is_written_in_the_contest_s_format() {
    let mut file = small();
    let data = &file["replaydata"];
    let ants = json!([
        [3, 4, 0, 5, 0, "e-n-"],
        [7, 1, 0, 5, 1, "----"],
        [0, 0, 2, 5, 0, "s-"],
        [6, 9, 2, 5, 1, "--"]
    ]);
    assert_eq!(data["ants"], ants);
    assert_eq!(data["food"], json!([[3, 6, 0, 1, 0], [6, 1, 0, 1, 1]]));
    assert_eq!(data["hive_history"], json!([[0, 1, 0, 0, 0], [0, 1, 0, 0, 0]]));
    let numbers = Numbers::default().draw_rates(&mut Rng::new(rng::Kind::Wag, SEED));
    let rest = json!({
        "revision": 3, "players": 2, "loadtime": 3000, "turntime": 1_000_000_000, "turns": 4,
        "viewradius2": 77, "attackradius2": 1, "spawnradius2": 1, "engine_seed": 11, "player_seed": 5,
        "food_rate": numbers.rate, "food_turn": numbers.turn, "food_start": numbers.start,
        "cutoff": "turn limit reached", "winning_turn": 1, "ranking_turn": 1, "bonus": [0, 0],
        "map": {"rows": 8, "cols": 10, "data": [
            "0.........", "a.........", ".....a....", "..........", ".....%....", "..........", ".........B", ".b........",
        ]},
        "hills": [[0, 0, 0, 5], [6, 9, 1, 5]],
        "scores": [[1, 1, 1, 1, 1], [1, 1, 1, 1, 1]],
    });
    let mut data = file["replaydata"].take();
    for name in ["ants", "food", "hive_history"] {
        data.as_object_mut().unwrap().remove(name);
    }
    assert_eq!(data, rest);
    let outer = json!({
        "challenge": "ants", "replayformat": "json", "game_id": 0, "location": "localhost", "game_length": 4,
        "playernames": ["P1", "P2"], "status": ["survived", "survived"], "playerturns": [4, 4], "score": [1, 1],
        "rank": [0, 0], "replaydata": null,
        "wag": {"seed": 11, "random": "wag", "cutoff_turn": 150, "cutoff_percent": 85},
    });
    assert_eq!(file, outer);
}

/// A board has the ants, the food and the standing hills of the last turn.
#[test]
fn board_is_that_of_the_end() {
    let rows = [
        "0.......*.",
        "..........",
        "..........",
        "....c.....",
        "..........",
        "..........",
        "..2.....a1",
        "..........",
    ];
    let orders = |view: &View<'_>, round| match (view.seat.0, round) {
        (0, 1) => Orders::read(b"o 6 8 e"),
        _ => Orders::default(),
    };
    let setup = setup(drawn(3, rows), scenario(1));
    let file: Value = serde_json::from_str(&file_of(&setup, SEED, orders)).unwrap();
    let board = json!([
        "0.......*.",
        "..........",
        "..........",
        "....c.....",
        "..........",
        "..........",
        "..2......a",
        "..........",
    ]);
    assert_eq!(file["replaydata"]["map"]["data"], board);
    assert!(is_same(&file.to_string()));
}

/// The history of an eliminated player ends, unless its score changes: then it continues to that turn.
#[test]
fn histories_end_with_elimination_unless_the_score_changes() {
    let map = drawn(
        3,
        [
            "0.........",
            "..........",
            "..b.......",
            "..........",
            "....1.....",
            "..........",
            ".c...2..2a",
            "..........",
        ],
    );
    let setup = setup(map, scenario(5));
    let orders = |view: &View<'_>, round| match (view.seat.0, round) {
        (1, 2) => Ants::absent(wag_core::game::Absence { is_late: true, at_start: false }),
        (0, 4) => Orders::read(b"o 6 9 w"),
        _ => Orders::default(),
    };
    let file: Value = serde_json::from_str(&file_of(&setup, SEED, orders)).unwrap();
    assert_eq!(file["status"], json!(["survived", "timeout", "survived"]));
    assert_eq!((&file["playerturns"], &file["score"]), (&json!([5, 2, 5]), &json!([3, 0, 0])));
    let scores = json!([[1, 1, 1, 1, 3, 3], [1, 1, 0], [1, 1, 1, 1, 0, 0]]);
    assert_eq!(file["replaydata"]["scores"], scores);
    assert_eq!(file["replaydata"]["hive_history"], json!([[0, 0, 0, 0, 0, 0], [0, 0], [0, 0, 0, 0, 0, 0]]));
    assert_eq!((&file["replaydata"]["winning_turn"], &file["rank"]), (&json!(4), &json!([0, 1, 1])));
    assert!(is_same(&file.to_string()));
}

#[test]
fn unready_player_is_out_in_turn_0() {
    let unready = |view: &View<'_>, _| match view.seat.0 {
        0 => Ants::absent(wag_core::game::Absence { is_late: true, at_start: true }),
        _ => Orders::default(),
    };
    let rows = [
        "0.........",
        "..........",
        "..........",
        "....1.....",
        "..........",
        "..........",
        ".....%....",
        "..........",
    ];
    let file: Value =
        serde_json::from_str(&file_of(&setup(drawn(2, rows), scenario(5)), SEED, unready)).unwrap();
    let outer = ["game_length", "status", "playerturns", "score"].map(|name| &file[name]);
    assert_eq!(outer, [&json!(0), &json!(["timeout", "survived"]), &json!([0, 0]), &json!([0, 3])]);
    let data = ["scores", "bonus", "cutoff"].map(|name| &file["replaydata"][name]);
    assert_eq!(data, [&json!([[1], [1]]), &json!([0, 2]), &json!("lone survivor")]);
    let since = ["winning_turn", "ranking_turn"].map(|name| &file["replaydata"][name]);
    assert_eq!(since, [&json!(0), &json!(0)], "there is no turn 1");
    assert_eq!(file["replaydata"]["ants"], json!([[0, 0, 0, 1, 0, ""], [3, 4, 0, 1, 1, ""]]));
    assert!(is_same(&file.to_string()));
    let rows = [
        "0.........",
        "..........",
        "..........",
        "....1.....",
        "..........",
        "..........",
        "..2..%....",
        "..........",
    ];
    let file: Value =
        serde_json::from_str(&file_of(&setup(drawn(3, rows), scenario(5)), SEED, unready)).unwrap();
    assert_eq!((&file["game_length"], &file["playerturns"]), (&json!(5), &json!([0, 5, 5])));
    assert_eq!(file["replaydata"]["scores"][0], json!([1, 0]));
    assert!(is_same(&file.to_string()));
}

#[test]
fn matches_of_built_in_players_re_simulate_identically() {
    let Kind::File { built_in, .. } = &Ants::INFO.options[0].kind else { panic!("the map comes first") };
    assert!(built_in.len() >= 4);
    for (file, seed) in built_in.iter().zip(1..) {
        let map = Map::parse((file.text)().as_bytes()).unwrap();
        let setup = setup(map.clone(), Numbers { turns: 100, ..Numbers::default() });
        let names = ["Hunter", "Forager", "Random", "Hunter"].into_iter().cycle().skip(seed as usize % 4);
        let mut bots: Vec<_> =
            names.take(map.players.into()).filter_map(|name| Ants::bot(&Ants::INFO, name)).collect();
        let text = file_of(&setup, seed, |view, round| {
            bots[view.seat.index()](view, turn_seed(seed, view.seat, round.into()))
        });
        assert!(is_same(&text), "{}, seed {seed}: {:?}", file.name, verify(text.as_bytes()));
    }
}

/// The matches include removed players, invalid orders, births at hills of equal priority, and every kind of end.
#[test]
fn matches_of_random_players_re_simulate_identically() {
    let mut ends = std::collections::BTreeSet::new();
    for (number, setup) in Ants::setups().iter().enumerate() {
        for seed in 0..40 {
            let mut rng = RandomStream::new(seed, number as u64);
            let text = file_of(setup, seed, |view, _| match rng.below(12) {
                0 => Ants::nonsense(view, &mut rng),
                _ => Ants::legal_orders(view, &mut rng),
            });
            assert!(is_same(&text), "setup {number}, seed {seed}: {:?}", verify(text.as_bytes()));
            let file: Value = serde_json::from_str(&text).unwrap();
            ends.insert(file["replaydata"]["cutoff"].to_string());
            ends.extend(file["status"].as_array().unwrap().iter().map(Value::to_string));
        }
    }
    for end in ["lone survivor", "rank stabilized", "crashed", "invalid", "eliminated", "survived"] {
        assert!(ends.contains(&format!("{end:?}")), "{ends:?}");
    }
}

#[test]
fn first_difference_is_reported() {
    let cases: &[(&str, Value, &str, &str, &str)] = &[
        ("ants/1/5", json!("n---"), "turn 1: ants", "an ant of player 1 on (6, 1)", "no ant on (6, 1)"),
        ("ants/0/5", json!("es--"), "turn 2: ants", "no ant on (3, 5)", "an ant of player 0 on (3, 5)"),
        (
            "ants/0/5",
            json!("--n-"),
            "turn 1: food",
            "player 0 gathers the food on (3, 6)",
            "no food is gathered on (3, 6)",
        ),
        (
            "ants/2",
            json!([5, 5, 2, 5, 0, "--"]),
            "turn 2: ants",
            "no ant on (0, 0)",
            "an ant of player 0 on (0, 0)",
        ),
        (
            "ants/2/4",
            json!(1),
            "turn 2: ants",
            "an ant of player 1 on (0, 0)",
            "an ant of player 0 on (0, 0)",
        ),
        (
            "food/0/4",
            json!(1),
            "turn 1: food",
            "player 1 gathers the food on (3, 6)",
            "player 0 gathers the food on (3, 6)",
        ),
        (
            "food/0",
            json!([3, 6, 0, 1]),
            "turn 1: food",
            "nobody gets the food on (3, 6)",
            "player 0 gathers the food on (3, 6)",
        ),
        ("food/1", json!([7, 1, 2, 5]), "turn 1: hives", "player 1: 1", "player 1: 0"),
        ("hills/0/3", json!(3), "turn 3: hills", "the hill on (0, 0) is razed", "no hill is razed on (0, 0)"),
        ("scores/0/2", json!(9), "turn 2: scores", "player 0: 9", "player 0: 1"),
        ("scores/1", json!([1, 1]), "turn 4: scores", "player 1: 2 values", "player 1: 5 values"),
        ("hive_history/1/3", json!(7), "turn 3: hives", "player 1: 7", "player 1: 0"),
        ("bonus/1", json!(2), "turn 4: bonus", "player 1: 2", "player 1: 0"),
        (
            "cutoff",
            json!("rank stabilized"),
            "turn 4: the end",
            "the match is over: rank stabilized",
            "the match is over: turn limit reached",
        ),
        ("turns", json!(9), "turn 4: the end", "the match is over: turn limit reached", "the match goes on"),
        ("winning_turn", json!(2), "turn 4: the turn from which the same players lead", "2", "1"),
        ("ranking_turn", json!(3), "turn 4: the turn from which the ranks are the same", "3", "1"),
        ("../score/0", json!(5), "turn 4: scores", "player 0: 5", "player 0: 1"),
        ("../rank/1", json!(1), "turn 4: ranks", "player 1: 1", "player 1: 0"),
        (
            "../status/1",
            json!("eliminated"),
            "turn 4: the status of the players",
            "player 1: eliminated",
            "player 1: survived",
        ),
        ("../status/1", json!("crashed"), "turn 4: scores", "player 1: 1", "player 1: 0"),
        ("../status/1", json!("invalid"), "turn 4: scores", "player 1: 1", "player 1: 0"),
        ("../playerturns/0", json!(3), "turn 4: the last turn of each player", "player 0: 3", "player 0: 4"),
    ];
    for (place, value, when, file, again) in cases {
        let mut changed = small();
        *at(&mut changed, place) = value.clone();
        match verified(&changed).unwrap() {
            PlayedAgain::Same(_) => panic!("{place}"),
            PlayedAgain::Differs(words) => {
                let lines: Vec<&str> = words.lines().collect();
                assert!(lines[0].contains(when), "{place}: {words}");
                assert_eq!(lines[1], format!("  replay:       {file}"), "{place}");
                assert_eq!(lines[2], format!("  re-simulated: {again}"), "{place}");
            }
        }
    }
}

/// Returns the value at a path in the file. The path starts at `replaydata`, or at the root if it begins with `../`.
fn at<'v>(file: &'v mut Value, place: &str) -> &'v mut Value {
    let path = match place.strip_prefix("../") {
        Some(outer) => format!("/{outer}"),
        None => format!("/replaydata/{place}"),
    };
    file.pointer_mut(&path).unwrap_or_else(|| panic!("{path} is there"))
}

#[test]
fn match_that_ends_too_late_is_reported() {
    let mut file = small();
    *at(&mut file, "../wag") = json!({"cutoff_turn": 2, "cutoff_percent": 25});
    let PlayedAgain::Differs(words) = verified(&file).unwrap() else { panic!("it is over in turn 2") };
    assert_eq!(
        words,
        "The first difference is in turn 2: the end\n  replay:       the match goes on\n  re-simulated: the match is over: ants not razing hills\n"
    );
}

/// Files that look like public replays, without Wag's fields and with many others, can be read.
#[test]
fn replays_of_other_software_are_read() {
    let mut file = small();
    let outer = file.as_object_mut().unwrap();
    for name in ["wag", "playernames", "location", "replayformat"] {
        outer.remove(name);
    }
    outer.insert("user_ids".to_string(), json!([7, null]));
    outer.insert("game_id".to_string(), json!("abc"));
    let data = file["replaydata"].as_object_mut().unwrap();
    for name in
        ["hive_history", "bonus", "cutoff", "winning_turn", "ranking_turn", "food_rate", "player_seed"]
    {
        data.remove(name);
    }
    data.insert("antvalue".to_string(), json!(1));
    file["replaydata"]["map"]["data"][0] = json!("a*........");
    assert!(is_same(&file.to_string()));
}

#[test]
fn damage_is_reported_with_its_position() {
    let cases: &[(&str, Value, &str)] = &[
        ("../challenge", json!("tron"), "challenge: this is a replay of \"tron\""),
        ("revision", json!(2), "replaydata.revision: 2 is not supported; only revision 3 is"),
        ("players", json!(11), "replaydata.players: 11 is not from 2 to 10"),
        ("turns", json!(3), "game_length: 4 is not from 0 to 3"),
        ("../wag/cutoff_turn", json!(0), "wag.cutoff_turn: 0 is not from 1 to"),
        ("attackradius2", json!(16), "replaydata.attackradius2: the board is too small"),
        ("map/data/2", json!("..."), "replaydata.map.data[2]: this row has 3 characters, but `cols` says 10"),
        ("map/rows", json!(9), "replaydata.map.data: there are 8 rows, but `rows` says 9"),
        ("map/cols", json!(0), "replaydata.map.cols: 0 is not from 1 to 1000"),
        ("../status", json!(["survived"]), "status: there are 1 values for 2 players"),
        ("../status/1", json!("asleep"), "status[1]: \"asleep\" is not a player status"),
        ("../playernames", json!(["a"]), "playernames: there are 1 values for 2 players"),
        ("../playerturns/1", json!(5), "playerturns[1]: 5 is not from 0 to 4"),
        ("bonus", json!([0, 0, 0]), "replaydata.bonus: there are 3 values for 2 players"),
        ("scores", json!([[1]]), "replaydata.scores: there are 1 values for 2 players"),
        ("scores/1", json!([]), "replaydata.scores[1]: there are no values"),
        (
            "hive_history/0",
            json!([0, 0, 0, 0, 0, 0]),
            "replaydata.hive_history[0]: there are 6 values for turns 0 to 4",
        ),
        ("ants/2/2", json!(5), "replaydata.ants[2]: the end in turn 5 is not after the beginning in turn 5"),
        ("ants/2/3", json!(6), "replaydata.ants[2]: the end in turn 6 is long after the match"),
        ("ants/2/5", json!("s--"), "replaydata.ants[2]: there are 3 moves in 2 turns"),
        ("ants/2/5", json!("sx"), "replaydata.ants[2]: \"x\" is not a move"),
        ("ants/2/4", json!(2), "replaydata.ants[2]: there is no player 2"),
        ("ants/2/0", json!(8), "replaydata.ants[2]: (8, 0) is outside the board"),
        ("ants/0", json!([4, 5, 0, 5, 0, "----"]), "replaydata.ants[0]: (4, 5) is water"),
        (
            "ants/0",
            json!([7, 1, 0, 5, 0, "----"]),
            "replaydata.ants[1]: another object is already on (7, 1) when the match starts",
        ),
        (
            "food/0",
            json!([3, 4, 0, 1, 0]),
            "replaydata.food[0]: another object is already on (3, 4) when the match starts",
        ),
        ("food/1/3", json!(0), "replaydata.food[1]: the end in turn 0 is not after the beginning in turn 0"),
        ("food/1/3", json!(5), "replaydata.food[1]: a player gathered the food, but only after the match"),
        ("food/1", json!([70000, 0, 0, 1]), "replaydata.food[1]: (65535, 0) is outside the board"),
        ("food/1/4", json!(300), "replaydata.food[1]: there is no player 255"),
        (
            "hills/1",
            json!([0, 0, 1, 5]),
            "replaydata.hills[1]: another object is already on (0, 0) when the match starts",
        ),
        ("hills/1/3", json!(0), "replaydata.hills[1]: the end in turn 0 is not after the beginning"),
    ];
    for (place, value, error_of) in cases {
        let mut changed = small();
        *at(&mut changed, place) = value.clone();
        let words = verified(&changed).unwrap_err();
        assert!(words.starts_with(error_of), "{place}: {words}");
    }
}

#[test]
fn invalid_json_is_reported_with_its_line() {
    let error_of = |text: &str| verify(text.as_bytes()).unwrap_err();
    assert_eq!(error_of(""), "line 1, column 0: EOF while parsing a value");
    assert_eq!(
        error_of("{\n\"challenge\": 7}"),
        "line 2, column 14: invalid type: integer `7`, expected a string"
    );
    assert!(error_of("{}").starts_with("line 1, column 2: missing field `challenge`"));
    assert!(error_of("rows 8").starts_with("line 1, column 1: expected value"));
    let cases: &[(&str, Value, &str)] = &[
        ("ants/2", json!([0, 0, 2]), "invalid length 3"),
        ("ants/2/1", json!(-1), "invalid value: integer `-1`, expected u16"),
        ("food/1", json!([1, 2, 3]), "a food entry must have 4 or 5 numbers, not 3"),
        ("hills", json!({}), "invalid type: map, expected a sequence"),
    ];
    for (place, value, words) in cases {
        let mut changed = small();
        *at(&mut changed, place) = value.clone();
        let text = serde_json::to_string_pretty(&changed).unwrap();
        let error = error_of(&text);
        assert!(
            error.contains(words) && error.starts_with("line ") && !error.starts_with("line 1,"),
            "{error}"
        );
    }
}

/// Whatever number is put into a file, the file is either rejected, or read and played to the end of the match.
#[test]
fn no_number_in_a_file_causes_a_panic() {
    let text = small().to_string();
    let is_digit = |byte: u8| byte.is_ascii_digit();
    let numbers: Vec<usize> = (1..text.len())
        .filter(|at| is_digit(text.as_bytes()[*at]) && !is_digit(text.as_bytes()[at - 1]))
        .collect();
    let mut rng = RandomStream::new(1, 0);
    let (mut read, mut refused) = (0, 0);
    for _ in 0..3000 {
        let at = numbers[rng.below(numbers.len() as u32) as usize];
        let end = at + text[at..].bytes().take_while(|byte| is_digit(*byte)).count();
        let number = ["0", "1", "2", "3", "5", "9", "255", "65535", "4294967295"][rng.below(9) as usize];
        let changed = format!("{}{number}{}", &text[..at], &text[end..]);
        match verify(changed.as_bytes()) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(read > 300 && refused > 300, "{read} {refused}");
}

#[test]
fn truncated_file_is_reported() {
    let text = small().to_string();
    for end in 0..text.len() - 1 {
        assert!(verify(&text.as_bytes()[..end]).is_err(), "{end}");
    }
}

#[test]
fn players_without_a_name_are_numbered() {
    let mut file = small();
    file["playernames"] = json!([null, "B"]);
    let text = file.to_string();
    assert!(is_same(&text));
    let names = result(text.as_bytes()).unwrap().players.into_iter().map(|player| player.name);
    assert_eq!(names.collect::<Vec<_>>(), ["P0", "B"]);
    assert_eq!(read(text.as_bytes()).unwrap().names, ["P0", "B"]);
    file.as_object_mut().unwrap().remove("playernames");
    assert_eq!(read(file.to_string().as_bytes()).unwrap().names, ["P0", "P1"]);
}

#[test]
fn unknown_revision_is_reported() {
    let revision_2 = json!({"challenge": "ants", "replaydata": {"revision": 2, "players": 2, "ants": [[1, 2, 0, 0, 1, 3, "n"]]}});
    let words = verified(&revision_2).unwrap_err();
    assert_eq!(words, "replaydata.revision: 2 is not supported; only revision 3 is");
    let words = verified(&json!({"challenge": "planetwars", "playback": "..."})).unwrap_err();
    assert_eq!(words, "challenge: this is a replay of \"planetwars\"");
}

#[test]
fn a_cutoff_may_be_written_without_blanks() {
    let mut file = small();
    *at(&mut file, "cutoff") = json!("turnlimitreached");
    assert!(is_same(&file.to_string()));
    *at(&mut file, "cutoff") = json!("rankstabilized");
    let PlayedAgain::Differs(words) = verified(&file).unwrap() else { panic!("it ends otherwise") };
    assert!(words.contains("the match is over: rank stabilized"), "{words}");
}

#[test]
fn a_replay_in_a_page_is_verified() {
    let text = small().to_string();
    let string = serde_json::to_string(&text).unwrap();
    for replay in [string, text] {
        assert!(is_same(&format!("<!DOCTYPE html>\n<script>visualizer.loadReplayData({replay});</script>")));
    }
    let words = verify(b"<html>{\"challenge\": \"ants\"}</html>").unwrap_err();
    assert_eq!(words, "this page contains no replay of the contest");
}

/// Returns a match that today's rules would play differently: two ants fight and survive.
fn by_older_rules() -> Value {
    let mut file = small();
    let outer = file.as_object_mut().unwrap();
    outer.remove("wag");
    outer.insert("date".to_string(), json!("2011-11-05 10:00:00"));
    *at(&mut file, "attackradius2") = json!(8);
    *at(&mut file, "ants/1") = json!([4, 4, 0, 5, 1, "----"]);
    *at(&mut file, "food") = json!([[3, 6, 0, 1, 0]]);
    *at(&mut file, "hive_history") = json!([[0, 1, 0, 0, 0], [0, 0, 0, 2, 2]]);
    *at(&mut file, "scores") = json!([[1, 1, 1, 1, 1], [1, 1, 4, 4, 4]]);
    file["score"] = json!([1, 5]);
    file
}

#[test]
fn older_rules_are_reported() {
    let words = |file: &Value| match verified(file).unwrap() {
        PlayedAgain::Differs(words) => words,
        PlayedAgain::Same(_) => panic!("they are not today's"),
    };
    let mut file = by_older_rules();
    assert!(words(&file).starts_with("older rules: the match was played before 16 November 2011"));
    assert!(words(&file).contains("\nThe first difference is in turn 1: ants\n"));
    file["date"] = json!("2011-12-01");
    assert!(words(&file).starts_with("The first difference is in turn 1: ants\n"));
    file.as_object_mut().unwrap().remove("date");
    assert!(words(&file).starts_with("possibly older rules: the file does not say when"));
    file["replaydata"].as_object_mut().unwrap().remove("bonus");
    assert!(words(&file).starts_with("older rules: the match"));
}

#[test]
fn match_by_older_rules_is_shown_as_recorded() {
    let text = by_older_rules().to_string();
    let file = check::read(text.as_bytes()).unwrap();
    let script = read(text.as_bytes()).unwrap();
    assert!(script.warning.as_ref().unwrap().contains("from turn 1 on"), "{:?}", script.warning);
    assert!(script.setup.is_sound());
    let shown = again::play_script(&file, script);
    let (data, own) = (&file.replaydata, &shown.replaydata);
    assert_eq!(
        (&shown.score, &own.scores, &own.hive_history),
        (&file.score, &data.scores, &data.hive_history)
    );
    assert_eq!((&own.ants, &own.food, &own.hills), (&data.ants, &data.food, &data.hills));
    assert_eq!((&own.cutoff, &shown.status), (&data.cutoff, &file.status));
}

/// If a match by today's rules is shown as recorded, it is the same as the original, down to the last hive.
#[test]
fn recorded_match_is_followed_exactly() {
    for (number, setup) in Ants::setups().iter().enumerate() {
        for seed in 0..20 {
            let mut rng = RandomStream::new(seed, number as u64);
            let text = file_of(setup, seed, |view, _| match rng.below(12) {
                0 => Ants::nonsense(view, &mut rng),
                _ => Ants::legal_orders(view, &mut rng),
            });
            let file = check::read(text.as_bytes()).unwrap();
            let recorded = again::recorded(&file);
            assert!(recorded.setup.is_sound());
            let difference = differ::first(&file, &again::play_script(&file, recorded));
            assert!(difference.is_none(), "setup {number}, seed {seed}: {}", difference.unwrap());
        }
    }
}

/// No recorded outcome in an untrusted replay breaks the rules, and the match ends.
#[test]
fn truncated_record_ends_with_the_last_turn() {
    let file = check::read(by_older_rules().to_string().as_bytes()).unwrap();
    let script = again::recorded(&file);
    let mut given = script.setup.given.as_deref().unwrap().clone();
    given.truncate(2);
    let setup = Setup { given: Some(Arc::new(given)), ..script.setup.clone() };
    let mut events = Vec::new();
    let mut state = Ants::start(&setup, 0, &mut events);
    while let Phase::Ask { .. } = Ants::phase(&state) {
        Ants::apply(&mut state, &[], &mut events);
    }
    assert_eq!((state.position.turn, state.position.end), (4, Some(super::super::event::End::Unrecorded)));
    let turn = |event| super::super::Given { outcome: Some(vec![event]), ..Default::default() };
    for event in [Event::Turn, Event::Razed(9, Seat(0)), Event::Counted { scores: vec![1], hives: vec![0] }] {
        let setup = Setup { given: Some(Arc::new(vec![turn(event.clone())])), ..script.setup.clone() };
        assert!(!setup.is_sound(), "{event:?}");
    }
}

#[test]
fn turn_0_of_earlier_versions_is_no_difference() {
    let mut file = small();
    *at(&mut file, "winning_turn") = json!(0);
    *at(&mut file, "ranking_turn") = json!(0);
    assert!(is_same(&file.to_string()));
    file.as_object_mut().unwrap().remove("wag");
    assert!(!is_same(&file.to_string()), "the contest writes 1");
}

#[test]
fn logs_keep_the_sequence_of_the_answer() {
    let rows = [
        "0.....%...",
        "......a...",
        "..........",
        "....a.....",
        "....*.....",
        "..........",
        "a........1",
        ".....a...b",
    ];
    let setup = setup(drawn(2, rows), scenario(3));
    let mut events = Vec::new();
    let mut state = Ants::start(&setup, SEED, &mut events);
    events.clear();
    let answer =
        "o 7 5 n\no 9 9 n\no 3 4 s\no 6 0 e\nhop\no 1 6 n\no 1 6 w\no 0 3 e\no 7 5 n\no 3 4 e\no 1 6 w\n";
    let orders = Orders::read(answer.as_bytes());
    Ants::apply(&mut state, &[(Seat(0), orders.clone())], &mut events);
    let log = logs::of_turn(&state, Seat(0), &orders, &events);
    let accepted = "o 7 5 n\no 6 0 e\no 1 6 w\no 3 4 e\n";
    let ignored = "o 3 4 s # move blocked\no 1 6 n # move blocked\n";
    let invalid = "hop # unknown action\no 9 9 n # out of bounds\no 0 3 e # not player ant\n\
                   o 7 5 n # duplicate order\no 1 6 w # duplicate order\n";
    assert_eq!(log.output, format!("# turn 1\n{accepted}{ignored}{invalid}"));
    let error =
        format!("turn    1 bot 0 ignored actions:\n{ignored}turn    1 bot 0 invalid actions:\n{invalid}");
    assert_eq!(log.error, error);
}
