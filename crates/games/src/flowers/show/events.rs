//! The events of the flower farm in the JSON of a replay.

use wag_core::game::{Events, event};

const SEAT: (&str, &str) = ("seat", "the player");
const DEAD: (&str, &str) = ("dead", "the fields whose plants died");

pub const EVENTS: &Events = &Events {
    notes: "A turn is one action of one player. A field is a number, 8x + y, with x to the right and y upward from 0. A card is a number: \
            0 water, 1 mole, 2 fertilizer, 3 anemone, 4 blue jazz, 5 crocus, 6 tulip.",
    list: &[
        event("missed", "A player gave no answer", &[SEAT, ("gone", "whether it will never answer again")]),
        event("lost", "A player missed too many actions", &[SEAT]),
        event("passed", "A player passed", &[SEAT]),
        event("unread", "An answer is no action", &[SEAT, ("why", "")]),
        event(
            "void",
            "A whole action had no effect",
            &[SEAT, ("letter", "of the action"), ("why", ""), ("entry", "from 1, or null")],
        ),
        event(
            "skipped",
            "One entry of an action had no effect",
            &[SEAT, ("entry", "from 1"), ("tile", ""), ("why", "")],
        ),
        event("bought", "A player bought land", &[SEAT, ("tiles", "")]),
        event("paid", "A player bought cards", &[SEAT, ("cards", "pairs of card and amount")]),
        event("planted", "A player planted", &[SEAT, ("plants", "pairs of field and card")]),
        event("watered", "A player watered", &[SEAT, ("drops", "pairs of field and number")]),
        event("harvested", "A player harvested", &[SEAT, ("tiles", ""), ("gain", "in gold and in points")]),
        event(
            "fertilized",
            "A player fertilized",
            &[SEAT, ("works", "false if it had no fertilizer card, so nothing happened")],
        ),
        event(
            "dug",
            "A player used a mole",
            &[SEAT, ("tile", ""), ("fault", "why the player does not get the field, or null")],
        ),
        event("rained", "It rained", &[("ripe", "the fields whose plants became ripe"), DEAD]),
        event("round_over", "A round of the game is over, and plants have died of age", &[DEAD]),
        event(
            "again",
            "The next game begins",
            &[("special", "the special fields"), ("points", "of both players")],
        ),
        event("over", "The match is over", &[("end", "`points`, `worth`, `misses` or `abandoned`")]),
    ],
};
