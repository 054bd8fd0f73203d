//! The command that plays a match of a series or comparison again.

use crate::Plan;
use wag_play::{Again, LimitOptions, RawOptions, is_object_spec};

/// Returns the command that plays a match of a plan again; `None` if a player is an object of this process. `spec`
/// returns the player spec of an entrant.
pub fn again(
    plan: &Plan,
    number: usize,
    spec: impl Fn(usize) -> String,
    options: &RawOptions,
    limits: &LimitOptions,
) -> Option<String> {
    let fixture = &plan.fixtures[number];
    let place = &plan.places[fixture.place];
    let players: Vec<String> = fixture.seats.iter().map(|entrant| spec(*entrant)).collect();
    if players.iter().any(|spec| is_object_spec(spec)) {
        return None;
    }
    let again = Again {
        info: plan.game.info,
        players: &players,
        options,
        game_options: &place.game_options,
        place: &place.word,
        seed: fixture.seed,
        limits,
        more: &[],
    };
    Some(again.command())
}
