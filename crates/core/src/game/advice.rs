//! Notes after a match: a player's costliest problems, and where to look for them.
//!
//! A note has a kind and values, from which the display builds a sentence. The sentences of the general kinds are in
//! `crates/play/src/advice.rs`, those of a game's own kinds in [`super::Playable::advice`].

use super::{Game, Seat};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_i18n::Message;

/// A note about one problem of a player.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Advice {
    pub seat: Seat,
    /// The kind, such as `refused`; each game also defines its own.
    pub kind: String,
    /// The values for the sentence, by name.
    pub values: BTreeMap<String, String>,
    /// The number of turns or orders that were lost. Notes with the highest cost come first.
    pub cost: u64,
    /// The round in which the problem can be seen.
    pub round: Option<u32>,
    /// The position on the board as `x` and `y`, counted from the top left corner; `None` if the problem has none.
    pub at: Option<(u32, u32)>,
    /// The lines of the player's code, the outermost call first.
    pub lines: Vec<String>,
    /// The English sentence, without a full stop.
    pub text: String,
    /// The sentence as a message, which can be translated; `None` in replays of older versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

impl Advice {
    /// The maximum number of notes shown for a match, or for one player.
    pub const SHOWN_MAX: usize = 5;

    pub fn new(seat: Seat, kind: &str, cost: u64) -> Advice {
        Advice { seat, kind: kind.to_string(), cost, ..Advice::default() }
    }

    pub fn with(mut self, name: &str, value: impl ToString) -> Advice {
        self.values.insert(name.to_string(), value.to_string());
        self
    }

    /// Returns the note with this message as its sentence.
    #[must_use]
    pub fn with_message(self, message: Message) -> Advice {
        Advice { text: message.english(), message: Some(message), ..self }
    }

    /// Returns the sentence in the user's language.
    pub fn translated(&self) -> String {
        self.message.as_ref().map_or_else(|| self.text.clone(), Message::translated)
    }

    /// Returns the value of this name; an empty text if there is none.
    pub fn value(&self, name: &str) -> &str {
        self.values.get(name).map_or("", String::as_str)
    }

    /// Sorts notes by cost, the highest first; notes of equal cost by seat and round.
    pub fn sort(advice: &mut [Advice]) {
        advice.sort_by_key(|one| (std::cmp::Reverse(one.cost), one.seat, one.round, one.kind.clone()));
    }
}

/// An observer of a game that notes what its players could have done better. The notes depend only on the events and
/// states of the match.
pub trait Critic<G: Game> {
    fn turn(&mut self, round: u32, events: &[G::Event], state: &G::State);
    /// Returns the notes. The engine calls this after the last round in which anything happened.
    fn advice(&self, rounds: u32, state: &G::State) -> Vec<Advice>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_costliest_comes_first() {
        let mut advice =
            [Advice::new(Seat(1), "b", 3), Advice::new(Seat(0), "a", 3), Advice::new(Seat(3), "c", 9)];
        Advice::sort(&mut advice);
        assert_eq!(advice.map(|one| one.kind), ["c", "a", "b"]);
    }
}
