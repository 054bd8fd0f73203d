//! Creation of units (manual 5.7) and their ids (manual 5.3).

use super::super::orders::UnitId;
use super::kit::scene;
use wag_core::game::Seat;

const EMPTY: &str = "1 . . . 2
                     . . . . .
                     . . . . .
                     . . . . .
                     4 . . . 3";

/// Manual 5.7: units are created in the base and paid for, in the order of the creations, with ids from 0.
#[test]
fn creations_take_effect_in_the_order_given() {
    scene(EMPTY)
        .turn("create gatherer, create warrior, create gatherer")
        .becomes(
            "1aBc . . . 2
             . . . . .
             . . . . .
             . . . . .
             4 . . . 3",
        )
        .has_stock(1, 200 - 50 - 60 - 50)
        .last_moves_are("a stay, b stay, c stay");
}

/// Manual 5.7: a unit that costs more than the stock is not created; a cheaper one may still be.
#[test]
fn a_creation_beyond_the_stock_is_refused() {
    scene(EMPTY)
        .stock(1, 115)
        .turn("create warrior, create warrior, create gatherer, create gatherer")
        .becomes(
            "1Ab . . . 2
             . . . . .
             . . . . .
             . . . . .
             4 . . . 3",
        )
        .has_stock(1, 5)
        .has_events(
            "1#0 is created: WARRIOR
             player 1 can't pay for a WARRIOR
             1#1 is created: GATHERER
             player 1 can't pay for a GATHERER",
        );
}

/// Manual 5.7: a stock equal to the price is enough to create a unit.
#[test]
fn the_last_resource_can_be_spent() {
    scene(EMPTY).stock(1, 60).turn("create warrior").has_stock(1, 0).has_events("1#0 is created: WARRIOR");
    scene(EMPTY).stock(1, 49).turn("create gatherer").has_stock(1, 49);
}

/// Manual 5.3: ids are assigned in the order of creation. A refused creation uses no id, and the id of a dead unit is
/// not reused.
#[test]
fn ids_go_up_and_never_come_back() {
    let after = scene(
        "1 . . . 2
         . a E . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .defenders_win()
    .stock(1, 120)
    .turn("create warrior, a east")
    .turn("")
    .turn("")
    .turn("")
    .turn("create warrior, create warrior");
    let ids: Vec<UnitId> = after.state.player(Seat(0)).units.iter().map(|unit| unit.id).collect();
    assert_eq!(ids, [UnitId(1), UnitId(2)]);
    assert_eq!(after.state.player(Seat(0)).next_id, UnitId(3));
}

/// Manual 5.3: each player's ids are counted separately.
#[test]
fn every_player_counts_its_own_ids() {
    scene(EMPTY).turn("create gatherer").turn("create warrior").becomes(
        "1a . . . 2E
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    );
}

/// A unit created in this turn may take an order in this turn.
#[test]
fn a_new_unit_may_move_at_once() {
    scene(EMPTY)
        .turn("create gatherer, create warrior, a east, b south")
        .becomes(
            "1 a . . 2
             B . . . .
             . . . . .
             . . . . .
             4 . . . 3",
        )
        .last_moves_are("a east, b south");
}

/// A delivery pays for creations from the next turn on, because creations come first in a turn.
#[test]
fn a_delivery_pays_only_next_turn() {
    let after = scene(
        "1 a50 . . 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .stock(1, 0)
    .turn("create gatherer, a west")
    .has_events(
        "player 1 can't pay for a GATHERER
         1#0 moves from [1,0] to [0,0]
         1#0 delivers 50",
    );
    after.turn("").turn("").turn("").turn("create gatherer").has_events("1#1 is created: GATHERER");
}

/// Manual 5.8: the prices are those of the rules.
#[test]
fn prices_follow_the_rules() {
    scene(EMPTY)
        .rules(|rules| (rules.warrior.cost, rules.gatherer.cost) = (1, 199))
        .turn("create warrior, create gatherer")
        .has_stock(1, 0);
}
