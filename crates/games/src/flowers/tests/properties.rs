//! Properties that hold whatever orders the players give.

use super::*;
use proptest::prelude::*;

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let entry = (-1..9_i64, -1..9_i64, -1..9_i64, prop_oneof![-1..6_i64, Just(i64::MAX), Just(100_001)]);
    let entry = entry.prop_map(|(x, y, card, amount)| Entry { x, y, card, amount });
    // Most entries are on the board.
    let usual = (0..4_i64, 0..4_i64, 0..7_i64, 0..4_i64);
    let usual = usual.prop_map(|(x, y, card, amount)| Entry { x, y, card, amount });
    proptest::collection::vec(prop_oneof![1 => entry, 12 => usual], 0..6)
}

fn actions() -> impl Strategy<Value = Vec<Orders>> {
    let action = (0..7_usize, entries())
        .prop_map(|(letter, entries)| Orders::Act(Action { letter: Letter::ALL[letter], entries }));
    let orders = prop_oneof![30 => action, 3 => Just(Orders::Pass), 1 => Just(Orders::Missed)];
    proptest::collection::vec(orders, 1..80)
}

fn setups() -> impl Strategy<Value = Setup> {
    let rich = r#"{"gold": 100000, "tulip": {"owned": 9}, "water": {"owned": 20}, "mole": {"owned": 2}}"#;
    let of = move |(original, is_rich): (bool, bool)| {
        let rules = if original { "original" } else { "seed" };
        setup(&[("board", "picture"), ("rules", rules), ("numbers", if is_rich { rich } else { "{}" })])
    };
    any::<(bool, bool)>().prop_map(of)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn gold_stays_nonnegative_points_never_fall_and_void_actions_change_nothing(setup in setups(), actions in actions()) {
        let mut state = State::new(&setup);
        for orders in &actions {
            let (before, seat) = (state.clone(), state.mover);
            let events = state.play(orders);
            Flowers::check(&state);
            for (player, earlier) in state.players.iter().zip(&before.players) {
                let has_lost = player.misses >= 3;
                prop_assert!(player.points >= earlier.points || has_lost);
            }
            let is_void = matches!(events[..], [Event::Void { .. }]);
            if is_void && seat == Seat(0) {
                prop_assert_eq!(&state, &State { mover: Seat(1), ..before.clone() });
            }
            let worth = |state: &State| state.players.iter().map(|player| player.worth(&setup)).sum::<i64>();
            let is_trade = events.iter().any(|event| matches!(event, Event::Bought { .. } | Event::Paid { .. }));
            if is_trade {
                prop_assert_eq!(worth(&state), worth(&before), "what is bought is worth its price");
            }
            if state.end.is_some() {
                break;
            }
        }
    }

    #[test]
    fn the_same_orders_make_the_same_game(setup in setups(), actions in actions()) {
        let play = || {
            let mut state = State::new(&setup);
            let events: Vec<_> = actions.iter().map(|orders| state.play(orders)).collect();
            (state, events)
        };
        prop_assert_eq!(play(), play());
    }

    #[test]
    fn any_text_can_be_parsed(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let orders = Orders::read(&bytes);
        let mut state = plain("seed");
        state.play(&orders);
        Flowers::check(&state);
    }

    /// The board is symmetric: each player sees the same board from its own corner.
    #[test]
    fn the_board_is_the_same_for_both(seed in any::<u64>()) {
        let special = board::drawn(seed).next().unwrap();
        prop_assert!(board::is_fair(special));
        for tile in Tile::all() {
            prop_assert_eq!(special.contains(tile), special.contains(tile.mirrored()));
        }
    }
}
