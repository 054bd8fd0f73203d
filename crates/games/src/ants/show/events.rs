//! The events of Ants in the JSON of a replay.

use wag_core::game::{Events, event};

const SEAT: (&str, &str) = ("seat", "the player");

pub const EVENTS: &Events = &Events {
    notes: "All players move at the same time, so a turn of the contest is one line. Fields are `[row, col]` from the top left, as in the \
            contest; the board is a torus.",
    list: &[
        event("turn", "A turn begins", &[]),
        event("removed", "A player left the match", &[SEAT, ("why", "`crashed`, `timeout` or `invalid`")]),
        event("refused", "An order was refused", &[SEAT, ("order", ""), ("why", "")]),
        event(
            "moved",
            "Ants moved",
            &[("moves", "`[row, col, direction]`, the field that an ant left and `n`, `e`, `s` or `w`")],
        ),
        event(
            "died",
            "Ants died",
            &[("ants", "`[row, col, seat]`"), ("fought", "false if they met on one field")],
        ),
        event(
            "razed",
            "A hill was razed",
            &[("hill", "its index in `hills` of the scene"), ("seat", "the player that razed it")],
        ),
        event("born", "Ants were born", &[("ants", "`[row, col, seat]`")]),
        event(
            "gathered",
            "Food was gathered",
            &[("food", "`[row, col, seat]`; the seat is null if the food was lost")],
        ),
        event("food", "New food appeared", &[("food", "`[row, col]`")]),
        event("eliminated", "A player has lost its last ant", &[SEAT]),
        event(
            "over",
            "The match is over",
            &[("cutoff", "the reason"), ("bonus", "the bonus points of each player")],
        ),
        event(
            "counted",
            "The points of a recorded match, where they differ from today's rules",
            &[("scores", ""), ("hives", "")],
        ),
        event("drawn", "A player drew something", &[SEAT, ("lines", "of the drawing")]),
    ],
};
