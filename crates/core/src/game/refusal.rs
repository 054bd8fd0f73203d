//! Refused orders and the reasons for refusing them. Each game defines its own reasons and their sentences.
//!
//! A worker's messages are untrusted; [`Refusal::bounded`] limits their size.

use serde::{Deserialize, Serialize};
use wag_i18n::{Message, message};

/// One refused order, described for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The game's code word for the reason, such as `no_direction`.
    pub kind: String,
    /// The number of the player's piece that received the order; `None` if the order was not for a piece.
    pub of: Option<u32>,
    /// The values for the sentence, by name: `given` is the order as written in the player's code, `meant` the nearest
    /// valid order.
    pub values: Vec<(String, String)>,
    /// The location in the player's code that gave the order, as an index into the turn's list of call stacks.
    pub chain: Option<u32>,
}

/// The maximum length of a kind or of a value's name, in characters.
const KIND_MAX: usize = 40;
/// The maximum number of values of a refusal.
const VALUES_MAX: usize = 8;
/// The maximum length of a value's text, in characters.
const VALUE_MAX: usize = 100;

impl Refusal {
    /// The maximum number of refusals stored for one turn. Refusals beyond it are only counted.
    pub const STORED_MAX: usize = 100;

    pub fn new(kind: &str, values: &[(&str, &str)]) -> Refusal {
        let values = values.iter().filter(|(_, text)| !text.is_empty());
        let values = values.map(|(name, text)| (name.to_string(), shortened(text))).collect();
        Refusal { kind: kind.to_string(), values, ..Refusal::default() }
    }

    /// Returns everything except the piece. Refusals for which these parts are equal are reported once.
    pub fn reason(&self) -> (&str, &[(String, String)], Option<u32>) {
        (&self.kind, &self.values, self.chain)
    }

    /// Returns the refused order without the line that gave it. The addresses of objects, which differ in each process, are
    /// left out of its values.
    pub fn order(&self) -> (&str, Option<u32>, Vec<(&str, String)>) {
        let values = self.values.iter().map(|(name, text)| (name.as_str(), without_addresses(text)));
        (&self.kind, self.of, values.collect())
    }

    /// Returns the value named `name`, or an empty string if there is none.
    pub fn value(&self, name: &str) -> &str {
        self.values.iter().find(|(known, _)| known == name).map_or("", |(_, text)| text)
    }

    /// Truncates the refusal to the maximum lengths. Removes the index of its call stack unless the index is less than
    /// `chains`.
    pub fn bounded(mut self, chains: usize) -> Refusal {
        self.kind = self.kind.chars().take(KIND_MAX).collect();
        self.values.truncate(VALUES_MAX);
        for (name, text) in &mut self.values {
            (*name, *text) = (name.chars().take(KIND_MAX).collect(), shortened(text));
        }
        self.chain = self.chain.filter(|chain| (*chain as usize) < chains);
        self
    }

    /// Returns a sentence such as `"north" is not a direction; did you mean Direction.NORTH?`. `what` is the kind of
    /// value that was expected, here `direction`. If there is no similar valid value, the sentence ends with `instead`.
    pub fn none_of(&self, what: Message, instead: Message) -> Message {
        let given = self.value("given");
        match self.value("meant") {
            "" => message!("%{given} is not a %{what}; %{instead}", given, what, instead),
            meant => message!("%{given} is not a %{what}; did you mean %{meant}?", given, what, meant),
        }
    }
}

/// Returns a text without the addresses of objects, such as in `<Unit object at 0x7f3a>`.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split(" at 0x");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| part.trim_start_matches(|letter: char| letter.is_ascii_hexdigit()));
    std::iter::once(first).chain(rest).collect()
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
    fn sentence_contains_given_and_suggested_values() {
        let slip = Refusal::new("no_direction", &[("given", "\"north\""), ("meant", "NORTH")]);
        assert_eq!(
            slip.none_of("direction".into(), "x".into()),
            "\"north\" is not a direction; did you mean NORTH?"
        );
        let nonsense = Refusal::new("no_direction", &[("given", "7"), ("meant", "")]);
        assert_eq!(
            nonsense.none_of("direction".into(), "say NORTH".into()),
            "7 is not a direction; say NORTH"
        );
    }

    #[test]
    fn untrusted_refusals_are_bounded() {
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
