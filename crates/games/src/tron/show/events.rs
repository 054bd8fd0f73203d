//! The events of light cycles in the JSON of a replay.

use wag_core::game::{Events, event};

const SEAT: (&str, &str) = ("seat", "the player");

pub const EVENTS: &Events = &Events {
    notes: "All cycles move at the same time, so a round has one turn. Positions are `[x, y]` from the top left.",
    list: &[
        event("refused", "An answer is no direction; the cycle goes straight on", &[SEAT]),
        event("moved", "A cycle went to the next field", &[SEAT, ("to", "")]),
        event(
            "crashed",
            "A cycle crashed",
            &[
                SEAT,
                ("at", "the field"),
                ("wall_of", "the seat whose wall it hit, or null for the edge or another cycle"),
            ],
        ),
    ],
};
