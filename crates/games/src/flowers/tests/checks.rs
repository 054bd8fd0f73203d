//! Checks that were also run on a model of the contest's server, and the examples in the contest's rule text.

use super::*;
use crate::flowers::event::RefusalReason;
use crate::flowers::protocols::PERSON;
use crate::flowers::wire::Dto;
use wag_core::game::Standing;

fn land_and_gold(state: &State) -> (usize, i64) {
    (state.players[0].tiles.len(), state.players[0].gold)
}

/// Plays an action by today's rules and by the contest's original rules. Returns a value of each resulting state.
fn by_both_rules<T>(given: impl Fn(&mut State), text: &str, value_of: impl Fn(&State) -> T) -> [T; 2] {
    ["seed", "original"].map(|rules| {
        let mut state = plain(rules);
        given(&mut state);
        act(&mut state, text);
        value_of(&state)
    })
}

#[test]
fn land_is_bought_in_the_order_of_the_entries() {
    let rich = |state: &mut State| state.players[0].gold = 20000;
    assert_eq!(by_both_rules(rich, "L 1,1 2,1 3,1", land_and_gold), [(4, 5000); 2]);
    assert_eq!(by_both_rules(rich, "L 3,1 1,1 2,1", land_and_gold), [(3, 10000); 2]);
    assert_eq!(
        by_both_rules(|state| state.players[0].gold = 9000, "L 1,1 2,2", land_and_gold),
        [(1, 9000), (2, 4000)]
    );
}

#[test]
fn void_action_changes_nothing() {
    for rules in ["seed", "original"] {
        for text in [
            "L 1,0 8,0",
            r#"{"ActionType": "L", "Properties": null}"#,
            "L",
            "C 0:-1",
            "M 4,5 1,5",
            "C 0:100001",
            r#"{"ActionType": "C", "Properties": [{"X": 9, "CardId": 0, "Amount": 1}]}"#,
            "W 0,0:-1",
        ] {
            let mut state = plain(rules);
            give(&mut state, Card::Mole, 2);
            give(&mut state, Card::Water, 2);
            let before = State { mover: Seat(1), ..state.clone() };
            let events = act(&mut state, text);
            assert!(matches!(events[..], [Event::Void { .. }]), "{text}: {events:?}");
            assert_eq!(state, before, "{text}");
        }
    }
}

#[test]
fn cards_are_bought_together_or_entry_by_entry() {
    let value_of = |state: &State| {
        let player = &state.players[0];
        (player.owned(Card::Tulip), player.owned(Card::Water), player.gold)
    };
    assert_eq!(by_both_rules(|_| {}, "C 6:1 0:8", value_of), [(0, 0, 5000), (1, 0, 1400)]);
    assert_eq!(by_both_rules(|_| {}, "C 0:5 8:1", value_of), [(0, 0, 5000), (0, 5, 4000)]);
    assert_eq!(by_both_rules(|_| {}, "C 0:5 0:2", value_of), [(0, 7, 3600); 2]);
}

#[test]
fn plants_need_own_land_a_seed_and_a_bare_tile() {
    let seeds = |state: &mut State| give(state, Card::Tulip, 3);
    let value_of = |state: &State| {
        (state.plant(Tile::at(0, 0)).map(|plant| plant.card), state.players[0].owned(Card::Tulip))
    };
    assert_eq!(by_both_rules(seeds, "P 0,0:6 3,3:6", value_of), [(None, 3), (Some(Card::Tulip), 2)]);
    assert_eq!(by_both_rules(seeds, "P 0,0:6 0,0:6", value_of), [(Some(Card::Tulip), 2); 2]);
    assert_eq!(by_both_rules(seeds, "P 0,0:2", value_of), [(None, 3); 2]);
}

/// The example in the contest's rule text: there are seeds for the first three tiles, but not for the other ones.
#[test]
fn seeds_that_are_missing_are_skipped() {
    let mut state = plain("seed");
    let tiles = [(1, 4), (1, 5), (1, 6), (2, 3), (2, 4)];
    tiles.iter().for_each(|(x, y)| own(&mut state, 0, *x, *y));
    give(&mut state, Card::Tulip, 3);
    let events = act(&mut state, "P 1,4:6 1,5:6 1,6:6 2,3:3 2,4:3");
    let grown = tiles.map(|(x, y)| state.plant(Tile::at(x, y)).map(|plant| plant.card));
    assert_eq!(grown, [Some(Card::Tulip), Some(Card::Tulip), Some(Card::Tulip), None, None]);
    let skipped = |entry, x, y| Event::Skipped {
        seat: Seat(0),
        entry,
        tile: Some(Tile::at(x, y)),
        why: RefusalReason::NoneLeft,
    };
    assert_eq!(events[1..], [skipped(4, 2, 3), skipped(5, 2, 4)]);
}

#[test]
fn water_is_poured_together_or_entry_by_entry() {
    let value_of = |state: &State| {
        (state.plant(Tile::at(0, 0)).is_some_and(Plant::is_ripe), state.players[0].owned(Card::Water))
    };
    let two = |state: &mut State| {
        own(state, 0, 0, 1);
        set(state, 0, 0, Card::Anemone);
        set(state, 0, 1, Card::Anemone);
        give(state, Card::Water, 3);
    };
    assert_eq!(by_both_rules(two, "W 0,0:2 0,1:2", value_of), [(false, 3), (true, 1)]);
    let one = |state: &mut State| {
        own(state, 0, 0, 1);
        set(state, 0, 0, Card::Anemone);
        give(state, Card::Water, 5);
    };
    assert_eq!(by_both_rules(one, "W 0,0:2 5,5:1", value_of), [(false, 5), (true, 3)]);
    assert_eq!(by_both_rules(one, "W 0,0:2 0,1:2", value_of), [(true, 3); 2]);
}

#[test]
fn a_mole_takes_the_enemys_tile_even_the_last_one() {
    for rules in ["seed", "original"] {
        let mut state = plain(rules);
        give(&mut state, Card::Mole, 2);
        let left = |state: &State| (state.players[0].owned(Card::Mole), state.players[1].tiles.len());
        alone(&mut state, &["M 6,6"]);
        assert_eq!(left(&state), (2, 1));
        set(&mut state, 7, 7, Card::Tulip);
        alone(&mut state, &["M 7,7"]);
        assert_eq!(left(&state), (1, 0));
        assert_eq!(state.players[0].tiles, [Tile::at(0, 0), Tile::at(7, 7)]);
        assert_eq!(state.plant(Tile::at(7, 7)), None);
    }
}

/// Returns the state after player 1 has played these actions from round `from` on, with enough seeds and water.
fn grown(from: u32, special: &str, actions: &[&str]) -> State {
    let mut state = State::new(&setup(&[("board", special)]));
    state.players[0].cards = [20, 0, 3, 1, 1, 1, 1];
    wait_for(&mut state, from);
    alone(&mut state, actions);
    state
}

fn harvested(from: u32, actions: &[&str]) -> (i64, i64, Option<i64>) {
    let state = grown(from, "()", actions);
    let player = &state.players[0];
    (player.gold, player.points, state.plant(Tile::at(0, 0)).map(|plant| plant.needed))
}

#[test]
fn plants_ripen_and_die_by_water_age_and_rain() {
    let (tulip, anemone, crocus) = ("P 0,0:6", "P 0,0:3", "P 0,0:5");
    assert_eq!(harvested(1, &[tulip, "W 0,0:1", "H"]), (13000, 8000, None));
    assert_eq!(harvested(1, &[tulip, "W 0,0:1", "pass"]), (5000, 0, Some(-1)));
    assert_eq!(harvested(1, &[tulip, "W 0,0:1", "pass", "H"]), (5000, 0, None));
    assert_eq!(harvested(1, &[tulip, "W 0,0:2"]), (5000, 0, Some(-1)));
    assert_eq!(harvested(1, &[tulip, "W 0,0:2", "H"]), (5000, 0, None));
    assert_eq!(harvested(1, &[anemone, "W 0,0:2", "W 0,0:1", "H"]), (5000, 0, None));
    assert_eq!(harvested(1, &[anemone, "W 0,0:2", "W 0,0:0", "H"]), (7000, 2000, None));
    assert_eq!(harvested(1, &[crocus, "W 0,0:2", "W 0,0:3", "H"]), (10000, 5000, None));
    assert_eq!(harvested(9, &[anemone, "H"]), (7000, 2000, None));
    assert_eq!(harvested(8, &[crocus, "W 0,0:3", "H"]), (10000, 5000, None));
    assert_eq!(harvested(8, &[tulip, "W 0,0:1"]), (5000, 0, Some(-1)));
    assert_eq!(harvested(8, &[tulip, "W 0,0:1", "H"]), (5000, 0, None));
    assert_eq!(harvested(10, &[anemone]), (5000, 0, Some(2)));
    let waits = |rounds: usize| grown(1, "()", &[&[anemone][..], &vec!["pass"; rounds]].concat());
    let is_dead = |state: &State| state.plant(Tile::at(0, 0)).is_some_and(Plant::is_dead);
    assert_eq!((waits(3).round, is_dead(&waits(3))), (5, false));
    assert_eq!((waits(4).round, is_dead(&waits(4))), (6, true));
}

#[test]
fn dead_plant_blocks_its_tile_until_harvest_and_uses_water() {
    let mut state = grown(1, "()", &["P 0,0:6", "W 0,0:2", "P 0,0:3", "W 0,0:5"]);
    assert_eq!(state.players[0].cards, [13, 0, 3, 1, 1, 1, 0]);
    assert_eq!(state.plant(Tile::at(0, 0)).map(|plant| plant.needed), Some(-1));
    alone(&mut state, &["H", "P 0,0:3"]);
    assert_eq!(state.plant(Tile::at(0, 0)).map(|plant| plant.needed), Some(2));
}

#[test]
fn fertilizer_works_in_the_next_rounds_and_adds_up() {
    let mut state = plain("seed");
    give(&mut state, Card::Fertilizer, 2);
    let mut seen = Vec::new();
    for action in ["F", "F", "pass", "pass", "pass", "pass", "pass", "pass"] {
        seen.push(Dto::of(&View { state: &state, seat: Seat(0) }).source.fertilizer_active);
        alone(&mut state, &[action]);
    }
    assert_eq!(seen, [0, 2, 4, 3, 2, 1, 0, 0]);
    let events = act(&mut state, "F");
    assert_eq!(events, [Event::Fertilized { seat: Seat(0), works: false }]);
}

/// Special tiles and fertilizer each double a harvest. A corner cannot be special, so the test uses the tile next to
/// it.
#[test]
fn special_tiles_and_fertilizer_double() {
    let points = |actions: &[&str]| {
        let mut state = State::new(&setup(&[("board", "(0,1) (7,6)")]));
        state.players[0].cards = [20, 0, 3, 1, 1, 1, 1];
        own(&mut state, 0, 0, 1);
        alone(&mut state, actions);
        state.players[0].points
    };
    assert_eq!(points(&["P 0,1:6", "W 0,1:1", "H"]), 16000);
    assert_eq!(points(&["F", "P 0,1:6", "W 0,1:1", "H"]), 16000);
    assert_eq!(points(&["F", "F", "P 0,1:6", "W 0,1:1", "H"]), 32000);
    assert_eq!(points(&["F", "F", "P 0,0:6", "W 0,0:1", "H"]), 16000);
}

#[test]
fn rain_is_announced() {
    let mut state = plain("seed");
    let days: Vec<u32> = [1, 9, 10, 11]
        .into_iter()
        .map(|round| {
            wait_for(&mut state, round);
            Dto::of(&View { state: &state, seat: state.mover }).days_till_rain
        })
        .collect();
    assert_eq!(days, [9, 1, 10, 9]);
}

#[test]
fn the_first_state_is_as_long_as_the_server_s_was() {
    let length = |board: &str| {
        let state = State::new(&setup(&[("board", board)]));
        Dto::of(&View { state: &state, seat: Seat(0) }).text().len()
    };
    assert_eq!([length("()"), length("picture")], [8485, 8471]);
}

#[test]
fn only_the_kind_of_enemy_plants_is_visible() {
    let mut state = plain("seed");
    set(&mut state, 0, 0, Card::Tulip);
    let dto = |seat| serde_json::to_value(Dto::of(&View { state: &state, seat: Seat(seat) })).unwrap();
    let (own, enemy) = (dto(0), dto(1));
    let full = serde_json::json!({"plantId": 6, "goldWorth": 8000, "waterNeeded": 1, "daysToRot": 3});
    let kind = serde_json::json!({"plantId": 6, "goldWorth": 0, "waterNeeded": 0, "daysToRot": 0});
    assert_eq!(own["source"]["tiles"][0]["plantDTO"], full);
    for seen in [&own["tiles"][0], &enemy["tiles"][0], &enemy["enemy"]["tiles"][0]] {
        assert_eq!((&seen["plantDTO"], &seen["bIsPlanted"]), (&kind, &serde_json::json!(true)));
    }
    let text = Dto::of(&View { state: &state, seat: Seat(0) }).text();
    let head = r#"{"tiles":[{"x":0,"y":0,"bIsPlanted":true,"bIsSpecial":false,"plantDTO":{"plantId":6,"goldWorth":0,"#;
    assert!(text.starts_with(head) && text.is_ascii() && !text.contains(' '));
    let cards = r#""cards":[{"cardId":2,"owned":0},{"cardId":1,"owned":0},{"cardId":0,"owned":0},{"cardId":3,"owned":0},"#;
    assert!(text.contains(cards) && text.ends_with(r#""daysTillRain":9}"#));
    assert!(text.contains(r#""source":{"points":0,"gold":5000,"fertilizerActive":0,"tiles":["#));
}

#[test]
fn the_third_missed_action_loses_whatever_the_other_one_has() {
    for actions in [["-", "-", "-", "-"], ["-", "-", "pass", "-"]] {
        let mut state = plain("seed");
        state.players[0].points = 9000;
        for action in actions {
            if state.end.is_none() {
                alone(&mut state, &[action]);
            }
        }
        assert_eq!((state.end, state.players[0].points), (Some(End::Misses(Seat(0))), 0));
        let places: Vec<u32> = Flowers::standings(&state).iter().map(|standing| standing.place).collect();
        assert_eq!(places, [2, 1]);
    }
}

/// After a player's third missed action, the other player acts once more. Then points are counted.
#[test]
fn the_original_counts_points_after_the_third_missed_action() {
    let mut state = plain("original");
    alone(&mut state, &["-", "-"]);
    act(&mut state, "-");
    assert_eq!((state.end, state.mover), (None, Seat(1)));
    act(&mut state, "pass");
    assert_eq!(state.end, Some(End::Points));
    assert!(Flowers::standings(&state).iter().all(Standing::has_won));
}

#[test]
fn when_both_are_gone_the_game_is_abandoned_with_the_points_so_far() {
    let mut state = plain("seed");
    state.players[1].points = 7;
    let mut play = |orders: Orders| {
        let mover = state.mover;
        Flowers::apply(&mut state, &[(mover, orders)], &mut Vec::new());
        state.clone()
    };
    assert_eq!(play(Orders::Gone).end, None);
    let state = play(Orders::Gone);
    assert_eq!((state.end, state.round, state.players[1].points), (Some(End::Abandoned), 1, 7));
    assert_eq!(Flowers::phase(&state), Phase::Over);
}

#[test]
fn game_length_follows_the_options() {
    let rounds = |words: &[(&'static str, &str)]| {
        let mut state = State::new(&setup(words));
        while state.end.is_none() {
            act(&mut state, "pass");
        }
        state.round - 1
    };
    assert_eq!(rounds(&[]), 100);
    assert_eq!(rounds(&[("rules", "original")]), 99);
    assert_eq!(rounds(&[("rules", "original"), ("rounds", "100")]), 100);
    assert_eq!(rounds(&[("numbers", r#"{"rounds": 7}"#)]), 7);
    assert_eq!(rounds(&[("numbers", r#"{"rounds": 7}"#), ("rounds", "5"), ("rules", "original")]), 5);
}

#[test]
fn draws_are_replayed_then_decided_by_worth() {
    let mut state = State::new(&setup(&[("decide", ""), ("rounds", "10"), ("board", "picture")]));
    let first = state.special;
    let mut lengths = Vec::new();
    let mut boards = vec![first];
    while state.end.is_none() {
        let before = state.round;
        // In the last game player 2 spends gold, which does not count.
        let action = if state.game == 3 && state.mover == Seat(1) && before == 1 { "L 6,6" } else { "pass" };
        if act(&mut state, action).iter().any(|event| matches!(event, Event::Again { .. })) {
            lengths.push(before);
            boards.push(state.special);
        }
    }
    assert_eq!((lengths, state.round - 1), (vec![10, 10, 10], 15));
    assert!(boards.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(state.end, Some(End::Worth));
    assert!(Flowers::standings(&state).iter().all(Standing::has_won), "land is worth its price");
}

/// Orders have no effect if it is not the player's turn, or if the seat does not exist.
#[test]
fn out_of_turn_orders_are_ignored() {
    let mut state = plain("seed");
    let before = state.clone();
    let mut events = Vec::new();
    Flowers::apply(&mut state, &[(Seat(1), order("L 6,6")), (Seat(9), order("H"))], &mut events);
    assert_eq!((state, events), (before, vec![]));
}

#[test]
fn invalid_setups_are_refused() {
    let seated = [Seated { name: "x", built_in: None }; 3];
    let draw = Draw { seed: 1, game: 0 };
    let error_of = |words: &[(&'static str, &str)]| {
        Flowers::setup(&Flowers::INFO, &game_options(words), &seated[..2], draw).unwrap_err().to_string()
    };
    assert!(error_of(&[("board", "(1,1)")]).contains("(6,6) is not"));
    assert!(error_of(&[("numbers", r#"{"gold": -5}"#)]).contains("gold must be a whole number from 0"));
    assert!(Flowers::setup(&Flowers::INFO, &GameOptions::default(), &seated, draw).is_err());
    let boards: Vec<Tiles> = (0..9)
        .map(|seed| {
            Flowers::setup(&Flowers::INFO, &GameOptions::default(), &seated[..2], Draw { seed, game: 0 })
                .unwrap()
                .boards[0]
        })
        .collect();
    assert!(boards.windows(2).all(|pair| pair[0] != pair[1]), "each seed has its board");
}

#[test]
fn training_games_are_cut_off_except_the_last() {
    let mut options = game_options(&[("rounds", "10")]);
    options.values.insert("training", Choice::Number(3));
    options.values.insert("until", Choice::Number(4));
    let seated = [Seated { name: "x", built_in: None }; 2];
    let setup = Flowers::setup(&Flowers::INFO, &options, &seated, Draw { seed: 1, game: 0 }).unwrap();
    assert_eq!(Flowers::rounds(&setup), 3 + 3 + 10);
    let mut state = State::new(&setup);
    let mut ends = Vec::new();
    // The second game ends by missed actions, which the next game forgets.
    while state.end.is_none() {
        let missed = state.game == 1 && state.mover == Seat(1);
        let (before, events) = (state.round, act(&mut state, if missed { "-" } else { "pass" }));
        if events.iter().any(|event| matches!(event, Event::Again { .. })) {
            ends.push((before, state.players[1].misses));
        }
    }
    assert_eq!((ends, state.round - 1, state.end), (vec![(3, 0), (3, 0)], 10, Some(End::Points)));
}

#[test]
fn person_is_warned_and_can_insist_on_a_void_action() {
    let mut state = plain("seed");
    let view = View { state: &state, seat: Seat(0) };
    let answer = |word: &str| (PERSON.orders)(&view, word);
    for word in ["L 8,0", "C 6:2", "M 7,7", r#"{"ActionType":"L"}"#] {
        assert!(
            answer(word).unwrap_err().english().starts_with("This action would have no effect: "),
            "{word}"
        );
        assert_eq!(answer(&format!("{word}!")), Ok(order(word)));
    }
    assert!(answer("X!").is_err());
    let before = state.clone();
    assert!(matches!(act(&mut state, "C 6:2")[..], [Event::Void { why: RefusalReason::TooDear, .. }]));
    assert_eq!((state.players, state.mover), (before.players, Seat(1)));
}

#[test]
fn person_only_sees_the_kind_of_enemy_plants() {
    let mut state = plain("seed");
    for (x, y) in [(0, 0), (7, 7)] {
        set(&mut state, x, y, Card::Tulip);
        state.plants[Tile::at(x, y).index()].as_mut().unwrap().needed = 0;
    }
    let seen = |seat: Seat| (PERSON.show)(&View { state: &state, seat }, seat);
    for seat in [Seat(0), Seat(1)] {
        let (own, other) = (format!("T{}", seat.number()), format!("t{}", 3 - seat.number()));
        assert!(seen(seat).contains(&own) && seen(seat).contains(&other), "{}", seen(seat));
    }
}
