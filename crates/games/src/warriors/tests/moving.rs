//! Permitted and forbidden moves (manual 2 and 6.4). `queueing` tests the sequence of moves.

use super::kit::scene;

/// Manual 6.4: units move in the four directions; `[0, 0]` is at the top left and `y` grows southward.
#[test]
fn each_direction_leads_one_field_on() {
    scene(
        "1 . . . 2
         . a . b .
         . . . . .
         . c . d .
         4 . . . 3",
    )
    .turn("a north, b east, c south, d west")
    .becomes(
        "1 a . . 2
         . . . . b
         . . . . .
         . . d . .
         4 c . . 3",
    );
}

/// Manual 6.4: a unit stays with the order STAY or without an order.
#[test]
fn without_an_order_or_with_stay_a_unit_stays() {
    let board = "1 . . . 2
                 . a . b .
                 . . . . .
                 . . . . .
                 4 . . . 3";
    scene(board).turn("a stay").becomes(board).has_events("").last_moves_are("a stay, b stay");
}

/// Manual 2: each unit moves at most once a round. The first order counts, even STAY; a second one is refused.
#[test]
fn a_second_order_for_a_unit_is_refused() {
    scene(
        "1 . . . 2
         . a . b .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a east, a south, b stay, b south")
    .becomes(
        "1 . . . 2
         . . a b .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .has_events(
        "1#0 is refused the order SOUTH
         1#1 is refused the order SOUTH
         1#0 moves from [1,1] to [2,1]",
    );
}

/// Orders for units that never existed or no longer exist are refused.
#[test]
fn an_order_for_no_unit_is_refused() {
    scene(
        "1 . . . 2
         . b . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a east, c east, b east")
    .becomes(
        "1 . . . 2
         . . b . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .has_events(
        "1#0 is refused the order EAST
         1#2 is refused the order EAST
         1#1 moves from [1,1] to [2,1]",
    );
}

/// An order for an id never moves another player's unit with the same id.
#[test]
fn orders_move_only_the_own_units() {
    scene(
        "1 . . . 2
         . a . e .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a south")
    .becomes(
        "1 . . . 2
         . . . e .
         . a . . .
         . . . . .
         4 . . . 3",
    );
}

/// Manual 2: units move only on land, which includes resource fields (manual 6.1).
#[test]
fn units_walk_on_land_and_resource_fields() {
    scene(
        "1 . . . 2
         . a . . .
         . bR . . .
         . . R . .
         4 . . . 3",
    )
    .turn("a east, b east")
    .becomes(
        "1 . . . 2
         . . a . .
         . R b . .
         . . R . .
         4 . . . 3",
    )
    .turn("")
    .turn("")
    .turn("")
    .turn("b south")
    .becomes(
        "1 . . . 2
         . . a . .
         . R . . .
         . . bR . .
         4 . . . 3",
    );
}

/// Manual 2: units cannot enter walls, water and foreign bases; the edge of the board is like a wall.
#[test]
fn walls_water_edges_and_foreign_bases_stop_a_unit() {
    let board = "1 . . c 2
                 . a Y . .
                 . X . . .
                 . . . . .
                 4 b . . 3";
    scene(board)
        .turn("a east, b south, c east")
        .becomes(board)
        .has_events(
            "1#0 is kept from going EAST by a wall
             1#1 is kept from going SOUTH by the edge
             1#2 is kept from going EAST by the base of player 2",
        )
        .turn("")
        .turn("")
        .turn("")
        .turn("a south")
        .becomes(board)
        .has_events("1#0 is kept from going SOUTH by water");
}

/// The edge is closed on all four sides: the board does not wrap around.
#[test]
fn no_edge_leads_anywhere() {
    let board = "1 . a . 2
                 . . . . .
                 b . . . c
                 . . . . .
                 4 . d . 3";
    scene(board).turn("a north, b west, c east, d south").becomes(board);
}

/// Manual 2: a foreign base is closed even when its owner is out.
#[test]
fn the_base_of_a_player_who_is_out_stays_closed() {
    let board = "1 . . a 2
                 . . . . .
                 . . . . .
                 . . . . .
                 4 . . . 3";
    scene(board).stock(2, 0).turn("").turn("").turn("").turn("a east").becomes(board);
}

/// Manual 2: no unit enters a field with a unit of the same player, except its own base, which has room for all of
/// them.
#[test]
fn own_units_share_no_field_but_the_base() {
    scene(
        "1 a . . 2
         b . . . .
         c d . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a west, b north, d west")
    .becomes(
        "1ab . . . 2
         . . . . .
         c d . . .
         . . . . .
         4 . . . 3",
    )
    .has_events(
        "1#0 moves from [1,0] to [0,0]
         1#1 moves from [0,1] to [0,0]
         1#3 is kept from going WEST by its own side's #2",
    );
}
