//! Rounds, turns, and players who are out (manual 3.2).

use super::super::event::Event;
use super::super::rules::Rules;
use super::super::{SEATS, Setup, Warriors};
use super::kit::{Scene, map_of, quiet_rules, scene, setup};
use wag_core::game::{Game, Phase, Seat, SeatSet};

const EMPTY: &str = "1 . . . 2
                     . . . . .
                     . . . . .
                     . . . . .
                     4 . . . 3";

fn bare_setup(rules: Rules) -> Setup {
    setup(&map_of(&["1...2", ".....", "..R..", ".....", "4...3"]), rules)
}

fn start(setup: &Setup) -> Scene {
    let mut events = Vec::new();
    let state = Warriors::start(setup, 1, &mut events);
    Scene { state, events }
}

fn seat_to_move(scene: &Scene) -> (u32, Seat) {
    match Warriors::phase(&scene.state) {
        Phase::Ask { round, seats } => {
            assert_eq!(seats.len(), 1);
            (round, seats.iter().next().unwrap())
        }
        Phase::Over => panic!("the match is over"),
    }
}

/// Manual 3.2: in each round, the players take turns from 1 to 4. Rounds are counted from 1.
#[test]
fn players_act_in_order_round_by_round() {
    let mut play = start(&bare_setup(quiet_rules()));
    for round in 1..=3 {
        for seat in Seat::all(SEATS) {
            assert_eq!(seat_to_move(&play), (round, seat));
            play = play.turn("");
        }
    }
}

/// Manual 5.7's examples and 5.8: every base starts with 200 resources, no units and no kills.
#[test]
fn every_player_starts_alike() {
    let play = start(&bare_setup(quiet_rules()));
    for seat in Seat::all(SEATS) {
        let player = play.state.player(seat);
        assert_eq!((player.stock, player.units.len(), player.kills, player.losses), (200, 0, 0, 0));
        assert!(!Warriors::is_out(&play.state, seat));
    }
    assert!(play.events.is_empty());
}

/// Manual 3.2: one player's moves are complete before the next player's turn.
#[test]
fn the_next_player_finds_the_moves_done() {
    scene(
        "1 . . . 2
         . a . e .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .turn("a east")
    .turn("e west")
    .becomes(
        "1 . . . 2
         . . e . .
         . . . . .
         . . . . .
         4 . . . 3",
    );
}

/// In a turn, creations come first, then moves and fights, then new resources (manual 6).
#[test]
fn the_stages_of_a_turn_follow_each_other() {
    scene(
        "1 . . . 2
         . A e .  .
         . . . R  .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .rules(|rules| rules.spawn_probability = 1.0)
    .turn("a east, create gatherer")
    .has_events(
        "1#1 is created: GATHERER
         1#0 attacks 2#0 at [2,1] with odds 1.00 and wins
         1#0 moves from [1,1] to [2,1]
         100 appear at [3,2]",
    );
}

/// Manual 3.2: a player without units and resources is out. One event reports this, and the player gets no more turns.
#[test]
fn a_player_without_units_and_resources_is_out() {
    let play = scene(EMPTY).stock(2, 0).turn("");
    assert_eq!(seat_to_move(&play), (1, Seat(2)));
    assert!(Warriors::is_out(&play.state, Seat(1)));
    let play = play.has_events("player 2 is out").turn("").turn("");
    assert_eq!(seat_to_move(&play), (2, Seat(0)));
    let play = play.turn("").has_events("");
    assert_eq!(seat_to_move(&play), (2, Seat(2)));
}

/// Manual 3.2: a single resource, even if it pays for no unit, keeps a player in the match, and so does a single unit.
#[test]
fn a_little_stock_or_one_unit_keeps_a_player_in() {
    let play = scene(
        "1 . . . 2
         . . . . .
         . i . . .
         . . . . .
         4 . . . 3",
    )
    .stock(2, 1)
    .stock(3, 0)
    .turn("");
    assert_eq!(seat_to_move(&play), (1, Seat(1)));
    assert_eq!(seat_to_move(&play.turn("")), (1, Seat(2)));
}

/// Manual 3.2: a player whose last unit dies in another player's turn is out when its own turn comes.
#[test]
fn a_player_is_out_when_its_turn_comes() {
    let play = scene(
        "1 . . . 2
         . A i . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .stock(3, 0)
    .turn("a east");
    assert!(!Warriors::is_out(&play.state, Seat(2)));
    let play = play.turn("").has_events("player 3 is out");
    assert_eq!(seat_to_move(&play), (1, Seat(3)));
}

/// Manual 3.2: a player who spends everything and loses all units in one turn is out in the next round.
#[test]
fn a_player_may_bring_about_its_own_end() {
    let play = scene(
        "1 e . . 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .defenders_win()
    .stock(1, 50)
    .turn("create gatherer, a east")
    .turn("")
    .turn("")
    .turn("")
    .has_events("player 1 is out");
    assert_eq!(seat_to_move(&play), (2, Seat(1)));
}

/// A seat that starts without resources, as the built-in Dummy does, is out when its first turn comes. If it is the
/// first seat, that is before round 1.
#[test]
fn a_player_who_starts_empty_is_out_at_once() {
    let mut given = bare_setup(quiet_rules());
    given.players[0].starts_empty = true;
    given.players[1].starts_empty = true;
    let play = start(&given).has_events(
        "player 1 is out
         player 2 is out",
    );
    assert_eq!(seat_to_move(&play), (1, Seat(2)));
    assert_eq!(play.state.player(Seat(0)).stock, 0);
}

/// Orders of a seat that is not to move have no effect.
#[test]
fn only_the_seat_to_move_can_order() {
    let mut play = start(&bare_setup(quiet_rules()));
    Warriors::apply(&mut play.state, &[(Seat(2), Default::default())], &mut play.events);
    assert_eq!(seat_to_move(&play), (1, Seat(0)));
    assert!(play.events.is_empty());
}

/// A match always has all rounds, even if only one player remains.
#[test]
fn the_last_player_plays_on_alone() {
    let mut play = scene(EMPTY).rules(|rules| rules.rounds = 3).stock(2, 0).stock(3, 0).stock(4, 0);
    for round in 1..=3 {
        assert_eq!(seat_to_move(&play), (round, Seat(0)));
        play = play.turn("");
    }
    assert_eq!(Warriors::phase(&play.state), Phase::Over);
    assert_eq!(play.events.last(), Some(&Event::Ended { winners: vec![Seat(0)] }));
}

/// A match in which all players are out from the start is over at once.
#[test]
fn a_match_without_players_is_over_at_once() {
    let mut given = bare_setup(quiet_rules());
    given.players.iter_mut().for_each(|player| player.starts_empty = true);
    let play = start(&given).has_events(
        "player 1 is out
         player 2 is out
         player 3 is out
         player 4 is out
         the match ends, won by player 1, 2, 3, 4",
    );
    assert_eq!(Warriors::phase(&play.state), Phase::Over);
}

/// Other games may ask several seats for orders at once; this game always asks one.
#[test]
fn one_seat_is_asked_at_a_time() {
    let play = start(&bare_setup(quiet_rules()));
    let one = SeatSet::one(Seat(0));
    assert_eq!(Warriors::phase(&play.state), Phase::Ask { round: 1, seats: one });
}
