//! Picking up and delivering resources (manual 6.2).

use super::kit::scene;

/// Manual 6.2: a unit that moves onto a field with resources picks them up automatically.
#[test]
fn a_unit_picks_up_what_lies_where_it_goes() {
    scene(
        "1 . . . 2
         . a R100 . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . a100R . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .has_events(
        "1#0 moves from [1,1] to [2,1]
         1#0 picks up 100 at [2,1]",
    );
}

/// Manual 6.2: resources that a unit cannot carry stay on the field; a warrior carries 30, a gatherer 100 (manual 5.8).
#[test]
fn a_unit_picks_up_as_much_as_it_can_carry() {
    scene(
        "1 . . . 2
         . A R100 . .
         . b70 R100 . .
         . c20 .50 . .
         4 D30 .40 . 3",
    )
    .turn("a east, b east, c east, d east")
    .becomes(
        "1 . . . 2
         . . A30R70 . .
         . . b100R70 . .
         . . c70 . .
         4 . D30.40 . 3",
    );
}

/// Manual 6.2: a full unit that stays on a field with resources takes no more of them, and none are lost.
#[test]
fn a_full_unit_stands_on_resources_without_effect() {
    let board = "1 . . . 2
                 . . A30R70 . .
                 . . . . .
                 . . . . .
                 4 . . . 3";
    scene(board).turn("a stay").becomes(board).has_events("");
}

/// Manual 6.2: resources dropped on plain land are picked up like any others.
#[test]
fn resources_on_land_are_gathered_too() {
    scene(
        "1 . . . 2
         . a .40 . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a east")
    .becomes(
        "1 . . . 2
         . . a40 . .
         . . . . .
         . . . . .
         4 . . . 3",
    );
}

/// Manual 6.2: a unit that enters its base delivers its whole cargo.
#[test]
fn a_unit_in_its_base_delivers_everything() {
    scene(
        "1 a70 . . 2
         B30 . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a west, b north")
    .becomes(
        "1aB . . . 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .has_stock(1, 300)
    .has_events(
        "1#0 moves from [1,0] to [0,0]
         1#0 delivers 70
         1#1 moves from [0,1] to [0,0]
         1#1 delivers 30",
    );
}

/// Manual 6.2: a unit without cargo delivers nothing.
#[test]
fn nothing_is_delivered_by_an_empty_unit() {
    scene(
        "1 a . . 2
         . . . . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a west")
    .has_stock(1, 200)
    .has_events("1#0 moves from [1,0] to [0,0]");
}

/// Manual 6.2: only a unit's own base accepts resources.
#[test]
fn a_foreign_base_takes_nothing() {
    let board = "1 . . a70 2
                 . . . . .
                 . . . . .
                 . . . . .
                 4 . . . 3";
    scene(board).turn("a east").becomes(board).has_stock(1, 200).has_stock(2, 200);
}

/// Cargo does not count as stock until it is delivered.
#[test]
fn cargo_is_not_stock() {
    scene(
        "1 . . . 2
         . a R100 . .
         . . . . .
         . . . . .
         4 . . . 3",
    )
    .turn("a east")
    .has_stock(1, 200);
}
