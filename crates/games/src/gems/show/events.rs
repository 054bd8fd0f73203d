//! The events of the gem duel in the JSON of a replay, which `super::json` writes.

use wag_core::game::{Events, event};

const SEAT: (&str, &str) = ("seat", "the player");

pub const EVENTS: &Events = &Events {
    notes: "A round is one move and has one turn. Positions are `[x, y]`, x to the right and y upward, both from 0. You can compute each \
            frame from the events. A credit adds its stones to the account: blue ones to the shield up to its maximum, bombs to none. \
            Cashing in and another turn subtract `threshold` of them. Stones above an emptied position fall down, then `refill` is placed \
            on top. `failed` sets life and shield to 0.",
    list: &[
        event("swapped", "A player swapped two stones", &[SEAT, ("from", ""), ("to", "")]),
        event(
            "refused",
            "A move was illegal",
            &[SEAT, ("given", "the four numbers, or null for an answer that names no move")],
        ),
        event("failed", "A player gave no answer and lost the game", &[SEAT]),
        event("credited", "A run of three or more vanished", &[SEAT, ("tiles", "letters"), ("places", "")]),
        event(
            "cashed_in",
            "Stones of a colour became damage",
            &[SEAT, ("colour", "a letter"), ("damage", "to the opponent")],
        ),
        event("hurt", "A player took damage", &[SEAT, ("damage", ""), ("left", "the account after it")]),
        event(
            "removed",
            "Positions were emptied at once",
            &[("places", ""), ("refill", "`[x, y, letter]` of the new stones from the stock")],
        ),
        event(
            "row_dropped",
            "No swap was left, so the lowest row was removed",
            &[("refill", "`[x, y, letter]` of the new stones from the stock")],
        ),
        event("another_turn", "A player moves again and has paid 15 lilac stones", &[SEAT]),
        event(
            "ended",
            "The game is over",
            &[("reason", "`life`, `stock` or `failure`"), ("winner", "null for a draw")],
        ),
    ],
};
