//! The events of Warriors & Gatherers in the JSON of a replay, which `super::json` writes.

use wag_core::game::{Events, event};

/// The keys that name a unit.
const OF_UNIT: (&str, &str) = ("id", "the unit");
const SEAT: (&str, &str) = ("seat", "the player");
const AT: (&str, &str) = ("at", "the field");

pub const EVENTS: &Events = &Events {
    notes: "You can compute each frame from the events. Before the events of a turn, set `last` of the seat's units to `STAY`. A \
            created unit costs its price in the rules. The loser of a fight disappears and leaves `dropped` on the field.",
    list: &[
        event("created", "A unit was created", &[SEAT, OF_UNIT, ("unit", "`WARRIOR` or `GATHERER`")]),
        event(
            "creation_refused",
            "A unit was not created, because the stock did not suffice",
            &[SEAT, ("unit", "`WARRIOR` or `GATHERER`")],
        ),
        event(
            "move_refused",
            "The unit does not exist, or has an order already",
            &[SEAT, OF_UNIT, ("direction", "")],
        ),
        event("moved", "A unit went to the next field", &[SEAT, OF_UNIT, ("from", ""), ("to", "")]),
        event(
            "blocked",
            "A unit could not move",
            &[
                SEAT,
                OF_UNIT,
                ("direction", ""),
                ("by", "`edge`, `water`, `wall`, `base` or `unit`"),
                ("blocker", "only for a base or a unit: its `seat`, and the `id` of the unit"),
            ],
        ),
        event(
            "fought",
            "Two units fought",
            &[
                ("attacker", "`seat` and `id`"),
                ("defender", "`seat` and `id`"),
                AT,
                ("odds", "those of the attacker"),
                ("attacker_won", ""),
                ("dropped", "what the loser left on the field"),
            ],
        ),
        event("picked_up", "A unit picked up resources", &[SEAT, OF_UNIT, AT, ("amount", "")]),
        event("delivered", "A unit delivered its cargo to its base", &[SEAT, OF_UNIT, ("amount", "")]),
        event("spawned", "Resources appeared", &[AT, ("amount", "")]),
        event("out", "A player is out of the game", &[SEAT]),
        event(
            "ended",
            "The game is over",
            &[("winners", "the players with the most resources, including players that forfeited")],
        ),
    ],
};
