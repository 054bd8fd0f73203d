//! A unit's last move (manual 5.3 and 6.4).

use super::kit::scene;

const BOARD: &str = "1 . . . 2
                     . . . . .
                     . a Y b .
                     . . c d .
                     4 . . . 3";

/// Manual 5.3: the last move of a unit that has moved is the direction in which it moved.
#[test]
fn a_move_is_remembered() {
    scene(BOARD).turn("a north, b east, c west, d south").last_moves_are("a north, b east, c west, d south");
}

/// Manual 6.4: a unit without an order has the last move STAY.
#[test]
fn a_turn_without_an_order_is_a_stay() {
    scene(BOARD).moved_before("a north, b west").turn("b stay").last_moves_are("a stay, b stay");
}

/// Manual 5.3: a unit blocked by a wall or by a unit of its own player has the last move STAY.
#[test]
fn a_bump_is_a_stay() {
    scene(BOARD)
        .moved_before("a north, c north")
        .turn("a east, c east")
        .becomes(BOARD)
        .last_moves_are("a stay, c stay");
}

/// Manual 5.3: a unit blocked by a foreign base has the last move STAY.
#[test]
fn a_bump_into_a_foreign_base_is_a_stay() {
    scene(
        "1 . . a 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .moved_before("a north")
    .turn("a east")
    .last_moves_are("a stay");
}

/// A successful attack counts as a move.
#[test]
fn an_attack_survived_is_a_move() {
    scene(
        "1 . . . 2
         . . . . .
         . A e . .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .turn("a east")
    .last_moves_are("a east");
}

/// A defender keeps the last move of its own turn.
#[test]
fn a_defender_keeps_its_last_move() {
    scene(
        "1 . . . 2
         . . . . .
         . A e . .
         . . . . .
         4 . . . 3",
    )
    .moved_before("e west")
    .defenders_win()
    .turn("a east")
    .last_moves_are("e west");
}

/// Entering the base is a move like any other.
#[test]
fn entering_the_base_is_a_move() {
    scene(
        "1 a . . 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a west")
    .last_moves_are("a west");
}

/// The turns of other players do not change the last move.
#[test]
fn the_last_move_lasts_until_the_owners_next_turn() {
    scene(BOARD)
        .turn("a north")
        .turn("")
        .turn("")
        .turn("")
        .last_moves_are("a north")
        .turn("")
        .last_moves_are("a stay");
}
