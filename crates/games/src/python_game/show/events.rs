//! The events of games in Python in the JSON of a replay.

use wag_core::game::{Events, event};

pub const EVENTS: &Events = &Events {
    notes: "A game in Python reports its own events as `said`; `changed` says how its board and figures change.",
    list: &[
        event("said", "The game reports an event", &[("event", "as the game wrote it")]),
        event("refused", "The game refused an answer", &[("seat", "the player"), ("why", "")]),
        event(
            "changed",
            "The position changed; values that stay the same are missing",
            &[
                ("cells", ""),
                ("round", ""),
                ("pieces", ""),
                ("walls", ""),
                ("text", ""),
                ("figures", "of each player"),
                ("places", "of each player"),
                ("out", "the seats that are out"),
            ],
        ),
        event("failed", "The game itself could not go on", &[("message", ""), ("file", ""), ("line", "")]),
    ],
};
