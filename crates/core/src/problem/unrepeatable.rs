//! Sentences about what makes a match not repeatable.

use wag_i18n::{Message, message};

/// The name of the source of a player that ran out of time, beside those of [`super::Unseeded`].
pub const TIME_OUT: &str = "time_out";

/// Returns a sentence that says what a player did that no seed determines; `None` if the source is unknown.
pub fn unrepeatable_in_words(player: &str, source: &str) -> Option<Message> {
    let name = player;
    Some(match source {
        "clock" => message!("%{name} read a clock, which the seed does not determine.", name),
        "processes" => message!("%{name} read its process ID, which the seed does not determine.", name),
        "machine" => {
            message!("%{name} read the state of the machine, which the seed does not determine.", name)
        }
        "addresses" => message!(
            "%{name} used the addresses of objects (such as the order of a set of functions), which the seed does not determine.",
            name
        ),
        TIME_OUT => message!("%{name} ran out of time, which may be different next time.", name),
        _ => return None,
    })
}
