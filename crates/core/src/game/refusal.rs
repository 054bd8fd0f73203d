//! An order that was not taken, and why. Which reasons there are is each game's own affair, and so is the sentence.
//!
//! What a worker sends is a stranger's: [`Refusal::bounded`] keeps it short.

use serde::{Deserialize, Serialize};
use wag_i18n::{Message, message};

/// One order that was not taken: commentary for whoever watches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The game's word for the reason, such as `no_direction`.
    pub kind: String,
    /// Which of the player's pieces was to do it, by its number.
    pub of: Option<u32>,
    /// What the sentence needs, by name: `given`, as the player's code has it; `meant`, the nearest that is taken.
    pub values: Vec<(String, String)>,
    /// Where it was ordered: a number in the list of the turn's ways through the code.
    pub chain: Option<u32>,
}

/// The longest kind, the most values, and the longest of their names and texts, in characters.
const KIND_MAX: usize = 40;
const VALUES_MAX: usize = 8;
const VALUE_MAX: usize = 100;

impl Refusal {
    /// The most that are kept of one turn; all are counted.
    pub const KEPT: usize = 100;

    pub fn new(kind: &str, values: &[(&str, &str)]) -> Refusal {
        let values = values.iter().filter(|(_, text)| !text.is_empty());
        let values = values.map(|(name, text)| (name.to_string(), shortened(text))).collect();
        Refusal { kind: kind.to_string(), values, ..Refusal::default() }
    }

    /// What it has in common with others that need not be told again, whichever piece was to do it.
    pub fn reason(&self) -> (&str, &[(String, String)], Option<u32>) {
        (&self.kind, &self.values, self.chain)
    }

    /// The value of this name; empty if there is none.
    pub fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text)
    }

    /// Only so much of it, and no way that is not among `chains`.
    pub fn bounded(mut self, chains: usize) -> Refusal {
        self.kind = self.kind.chars().take(KIND_MAX).collect();
        self.values.truncate(VALUES_MAX);
        for (name, text) in &mut self.values {
            (*name, *text) = (name.chars().take(KIND_MAX).collect(), shortened(text));
        }
        self.chain = self.chain.filter(|chain| (*chain as usize) < chains);
        self
    }

    /// `"north" is no direction; did you mean Direction.NORTH?`, with `what` it is none of and `instead` if nothing is near.
    pub fn none_of(&self, what: Message, instead: Message) -> Message {
        let given = self.value("given");
        match self.value("meant") {
            "" => message!("%{given} is no %{what}; %{instead}", given, what, instead),
            meant => message!("%{given} is no %{what}; did you mean %{meant}?", given, what, meant),
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(VALUE_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_says_what_was_given_and_what_was_meant() {
        let slip = Refusal::new("no_direction", &[("given", "\"north\""), ("meant", "NORTH")]);
        assert_eq!(
            slip.none_of("direction".into(), "x".into()),
            "\"north\" is no direction; did you mean NORTH?"
        );
        let nonsense = Refusal::new("no_direction", &[("given", "7"), ("meant", "")]);
        assert_eq!(nonsense.none_of("direction".into(), "say NORTH".into()), "7 is no direction; say NORTH");
    }

    #[test]
    fn a_strangers_refusal_is_short() {
        let long = || "ä".repeat(5000);
        let values = vec![(long(), long()); 50];
        let bounded = Refusal { kind: long(), of: None, values, chain: Some(7) }.bounded(7);
        assert_eq!((bounded.kind.chars().count(), bounded.values.len(), bounded.chain), (40, 8, None));
        assert!(
            bounded
                .values
                .iter()
                .all(|(name, text)| name.chars().count() == 40 && text.chars().count() == 101)
        );
    }
}
