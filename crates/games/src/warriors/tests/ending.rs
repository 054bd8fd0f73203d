//! The end of a match and its winners (manual 2: the player with the most resources wins).

use super::super::Warriors;
use super::super::event::Event;
use super::kit::{Scene, scene};
use wag_core::game::{Game, Phase, Seat};

const BOARD: &str = "1 . . . 2
                     . a100 . e100 .
                     . f . g .
                     . . . . .
                     4 . . . 3";

fn last_turn(stocks: [u64; 4]) -> Scene {
    let mut last = scene(BOARD).rules(|rules| rules.rounds = 1).player_to_move(4);
    for (player, stock) in (1..).zip(stocks) {
        last = last.stock(player, stock);
    }
    last.turn("")
}

fn places(scene: &Scene) -> Vec<u32> {
    Warriors::standings(&scene.state).iter().map(|standing| standing.place).collect()
}

/// The match ends with the last player's turn of the last round; nothing happens after it.
#[test]
fn the_last_turn_of_the_last_round_ends_the_match() {
    let mut play = scene(BOARD).rules(|rules| rules.rounds = 2);
    for turn in 0..8 {
        assert_ne!(Warriors::phase(&play.state), Phase::Over, "before turn {turn}");
        play = play.turn("");
    }
    assert_eq!(Warriors::phase(&play.state), Phase::Over);
    assert_eq!(play.events, [Event::Ended { winners: vec![Seat(0), Seat(1), Seat(2), Seat(3)] }]);

    let drawn = super::kit::draw(&play.state);
    Warriors::apply(&mut play.state, &[(Seat(0), Default::default())], &mut play.events);
    assert_eq!((super::kit::draw(&play.state), play.events.len()), (drawn, 1));
}

/// If the last seats of the last round are out, the match ends with the last turn that is taken.
#[test]
fn players_who_are_out_do_not_delay_the_end() {
    let play = scene(BOARD).rules(|rules| rules.rounds = 1).stock(3, 0).stock(4, 0).turn("").turn("");
    assert_eq!(Warriors::phase(&play.state), Phase::Over);
    play.has_events(
        "player 3 is out
         player 4 is out
         the match ends, won by player 1, 2",
    );
}

/// Manual 2: the player with the most resources at the end wins.
#[test]
fn the_highest_stock_wins() {
    let end = last_turn([10, 30, 20, 25]);
    assert_eq!(places(&end), [4, 1, 3, 2]);
    end.has_events("the match ends, won by player 2");
}

/// Only the stock counts for the ranking, not units and the resources that they carry.
#[test]
fn cargo_and_units_count_for_nothing() {
    assert_eq!(places(&last_turn([10, 10, 11, 9])), [2, 2, 1, 4]);
}

/// Players with equal stocks share a rank. All players who share the first rank win.
#[test]
fn equal_stocks_share_a_place() {
    let end = last_turn([50, 50, 20, 10]);
    assert_eq!(places(&end), [1, 1, 3, 4]);
    end.has_events("the match ends, won by player 1, 2");
    assert_eq!(places(&last_turn([0, 7, 7, 7])), [4, 1, 1, 1]);
}

/// A player who is out still has a rank.
#[test]
fn players_who_are_out_rank_by_their_empty_stock() {
    assert_eq!(places(&last_turn([10, 10, 0, 10])), [1, 1, 4, 1]);
}

/// The standings show these figures of a seat: first the stock, which decides the rank, then units, kills and losses.
#[test]
fn standings_tell_the_figures() {
    let end = scene(BOARD)
        .rules(|rules| rules.rounds = 1)
        .attackers_win()
        .stock(2, 30)
        .turn("")
        .turn("f north")
        .turn("")
        .turn("");
    let figures = |seat: usize| Warriors::standings(&end.state)[seat].figures.clone();
    assert_eq!(figures(0), [("stock", 200), ("units", 0), ("kills", 0), ("losses", 1)]);
    assert_eq!(figures(1), [("stock", 30), ("units", 3), ("kills", 1), ("losses", 0)]);
}
