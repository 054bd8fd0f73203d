//! The JSON of a game, as the pages receive it. The snapshot shows how a change of the format would affect them.

use super::super::*;
use crate::gems::create::create;
use crate::gems::reference::{Order, first_swap};
use serde_json::json;
use std::collections::BTreeSet;
use std::fmt::Write;
use wag_core::game::{Game, Phase};

/// Prints the scene, the first frame, and each move in which some kind of event occurs for the first time.
#[test]
fn a_game_as_json() {
    let setup = Setup { board: create(5), opener: Seat(0), rules: Default::default() };
    let mut text =
        format!("{}\n{}\n", Gems::scene(&setup), frame_of(&Gems::start(&setup, 0, &mut Vec::new())));
    // An answer that is no swap, then an illegal move, then two players that play like the contest's reference player.
    write_new_events(&setup, &[Orders::Nonsense, Orders::Swap([0, 0, 5, -5])], &mut text);
    write_new_events(&setup, &[Orders::Nothing], &mut text);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("a_game_as_json", text);
    });
}

fn frame_of(state: &State) -> Value {
    json::frame(&Gems::frame(state))
}

fn write_new_events(setup: &Setup, first: &[Orders], text: &mut String) {
    let (mut events, mut seen_kinds) = (Vec::new(), BTreeSet::new());
    let mut state = Gems::start(setup, 0, &mut events);
    let mut given = first.iter().cloned();
    while let Phase::Ask { round, seats } = Gems::phase(&state) {
        let seat = seats.iter().next().expect("somebody is asked");
        let swap = || first_swap(&state.board, Order::Rows).expect("there is a move");
        let orders = given.next().unwrap_or_else(|| Orders::Swap(swap().numbers()));
        events.clear();
        Gems::apply(&mut state, &[(seat, orders.clone())], &mut events);
        let shown: Vec<Value> = events.iter().map(json::event).collect();
        let kinds = shown.iter().filter_map(|event| event["type"].as_str().map(str::to_string));
        // No `any()`: every kind has to be inserted.
        let is_new = kinds.filter(|kind| seen_kinds.insert(kind.clone())).count() > 0;
        if is_new {
            writeln!(text, "\nmove {round}, player {seat}: {}", json!(json::orders(&orders))).unwrap();
            shown.iter().for_each(|event| writeln!(text, "  {event}").unwrap());
        }
    }
    writeln!(text, "{}", frame_of(&state)).unwrap();
}
