//! The sequence in which a player's units move (manual 6.4). `plain_rule` tests it on random boards.

use super::kit::scene;

/// Manual 6.4's example: if two units have the same target, the one with the lower id moves there and the other one
/// stays.
#[test]
fn of_two_units_with_one_goal_the_lower_id_gets_it() {
    scene(
        "1 . . . 2
         . . . . .
         . . . c .
         . . b . .
         4 . . . 3",
    )
    .moved_before("c south")
    .turn("b north, c west")
    .becomes(
        "1 . . . 2
         . . . . .
         . . b c .
         . . . . .
         4 . . . 3",
    )
    .last_moves_are("b north, c stay");
}

/// Manual 6.4: the lower id goes first, in whatever sequence the orders were given.
#[test]
fn the_order_of_the_orders_does_not_matter() {
    scene(
        "1 . . . 2
         . . . . .
         . . . c .
         . . b . .
         4 . . . 3",
    )
    .turn("c west, b north")
    .becomes(
        "1 . . . 2
         . . . . .
         . . b c .
         . . . . .
         4 . . . 3",
    );
}

/// Manual 6.4: if b and d both want c's field and c leaves it, b moves there, although b had to wait; d stays.
#[test]
fn a_lower_id_that_had_to_wait_is_served_before_a_higher_one() {
    scene(
        "1 . . d 2
         . . b c .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("b east, c south, d south")
    .becomes(
        "1 . . d 2
         . . . b .
         . . . c .
         . . . . .
         4 . . . 3",
    );
}

/// A column advances in one turn, wherever in it the lowest id is.
#[test]
fn a_column_advances_in_one_turn() {
    let after = |first: &str| {
        format!(
            "1 . . . 2
             . . . . .
             . {first}
             . . . . .
             4 . . . 3"
        )
    };
    for (before, then) in [("a b c .", ". a b c"), ("c b a .", ". c b a"), ("b a c .", ". b a c")] {
        scene(&after(before)).turn("a east, b east, c east").becomes(&after(then));
    }
}

/// If the first unit of a column is blocked, all of its units stay.
#[test]
fn a_column_behind_a_wall_stays() {
    let board = "1 . . . 2
                 . . . . .
                 a b c Y .
                 . . . . .
                 4 . . . 3";
    scene(board).turn("a east, b east, c east").becomes(board).has_events(
        "1#2 is kept from going EAST by a wall
         1#0 is kept from going EAST by its own side's #1
         1#1 is kept from going EAST by its own side's #2",
    );
}

/// A column can move into its base.
#[test]
fn a_column_marches_into_the_base() {
    scene(
        "1 c a b 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a west, b west, c west")
    .becomes(
        "1c a b . 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    );
}

/// Two units of the same player that try to swap fields both stay.
#[test]
fn a_swap_stays() {
    let board = "1 . . . 2
                 . . . . .
                 . a b . .
                 . . . . .
                 4 . . . 3";
    scene(board).turn("a east, b west").becomes(board).last_moves_are("a stay, b stay");
}

/// Units that move in a closed ring all stay, and so do the units waiting for them.
#[test]
fn a_closed_ring_stays() {
    let board = "1 . . . 2
                 . a b . .
                 . d c . .
                 . . . . .
                 4 . . . 3";
    scene(board).turn("a east, b south, c west, d north").becomes(board);
}

/// Units of the same player can swap fields if one of the fields is their base, where units do not block each other.
#[test]
fn a_ring_through_the_base_turns() {
    scene(
        "1a b . . 2
         d c . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a east, b south, c west, d north")
    .becomes(
        "1d a . . 2
         c b . . .
         . . . . .
         . . . . .
         4 . . . 3",
    );
}

/// The field of a killed attacker is free in the same turn, even for a unit with a lower id.
#[test]
fn the_field_of_a_killed_attacker_is_free() {
    scene(
        "1 . . . 2
         . . . . .
         . a b E .
         . . c . .
         4 . . . 3",
    )
    .defenders_win()
    .turn("a east, b east, c north")
    .becomes(
        "1 . . . 2
         . . . . .
         . . a E .
         . . c . .
         4 . . . 3",
    );
}

/// The field that a victorious attacker leaves is free in the same turn.
#[test]
fn the_field_of_a_winning_attacker_is_free() {
    scene(
        "1 . . . 2
         . . . . .
         . a b E .
         . . . . .
         4 . . . 3",
    )
    .attackers_win()
    .turn("a east, b east")
    .becomes(
        "1 . . . 2
         . . . . .
         . . a b .
         . . . . .
         4 . . . 3",
    );
}

/// Any number of units may leave the base in one turn, as long as each one has an adjacent field to move to.
#[test]
fn units_leave_the_base_to_different_fields() {
    scene(
        "1abc . . . 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a east, b south, c south")
    .becomes(
        "1c a . . 2
         b . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .last_moves_are("a east, b south, c stay");
}
