//! The answer of a player: one action with a list of entries, as JSON.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The maximum length of an answer, in bytes.
pub const ANSWER_MAX: usize = 64 * 1024;
/// The maximum depth to which brackets may be nested in an answer.
pub const DEPTH_MAX: usize = 8;

/// The answer of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Orders {
    /// The player gave no answer.
    #[default]
    Missed,
    /// The player gave no answer and will never give one again.
    Gone,
    /// The player deliberately does nothing.
    Pass,
    /// The answer is not an action, and so has no effect.
    Unread(Unread),
    Act(Action),
}

/// The reason why an answer is not an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unread {
    TooLong,
    TooDeep,
    NoJson,
    /// The type of the action is none of the seven letters.
    NoLetter,
    /// An entry is not an object, or a number in it is invalid.
    NoEntry,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Action {
    pub letter: Letter,
    /// The entries of the action. Empty also if the answer has no list of entries.
    pub entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Letter {
    Water,
    Land,
    Plant,
    Cards,
    Fertilizer,
    Mole,
    Harvest,
}

/// An entry of an action, not checked against the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    pub x: i64,
    pub y: i64,
    pub card: i64,
    pub amount: i64,
}

/// A card. Cards are everything that a player can own besides land and gold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Card {
    Water,
    Mole,
    Fertilizer,
    Anemone,
    BlueJazz,
    Crocus,
    Tulip,
}

impl Card {
    pub const ALL: [Card; 7] =
        [Card::Water, Card::Mole, Card::Fertilizer, Card::Anemone, Card::BlueJazz, Card::Crocus, Card::Tulip];
    pub const SEEDS: [Card; 4] = [Card::Anemone, Card::BlueJazz, Card::Crocus, Card::Tulip];

    pub fn of(id: i64) -> Option<Card> {
        usize::try_from(id).ok().and_then(|id| Card::ALL.get(id).copied())
    }

    pub const fn id(self) -> usize {
        self as usize
    }

    pub fn is_seed(self) -> bool {
        Card::SEEDS.contains(&self)
    }
}

impl Letter {
    pub const ALL: [Letter; 7] = [
        Letter::Water,
        Letter::Land,
        Letter::Plant,
        Letter::Cards,
        Letter::Fertilizer,
        Letter::Mole,
        Letter::Harvest,
    ];

    pub const fn sign(self) -> char {
        match self {
            Letter::Water => 'W',
            Letter::Land => 'L',
            Letter::Plant => 'P',
            Letter::Cards => 'C',
            Letter::Fertilizer => 'F',
            Letter::Mole => 'M',
            Letter::Harvest => 'H',
        }
    }

    pub fn of(sign: char) -> Option<Letter> {
        Letter::ALL.into_iter().find(|letter| letter.sign() == sign)
    }
}

impl Orders {
    /// Parses a player's answer. The time is proportional to its length, whatever it contains.
    pub fn read(text: &[u8]) -> Orders {
        if text.len() > ANSWER_MAX {
            return Orders::Unread(Unread::TooLong);
        }
        if depth(text) > DEPTH_MAX {
            return Orders::Unread(Unread::TooDeep);
        }
        match serde_json::from_slice::<Value>(text) {
            Ok(Value::Object(object)) if object.is_empty() => Orders::Pass,
            Ok(Value::Object(object)) => Orders::of(&object),
            _ => Orders::Unread(Unread::NoJson),
        }
    }

    fn of(object: &Map<String, Value>) -> Orders {
        let sign = member(object, "actiontype").and_then(Value::as_str).and_then(|word| word.chars().next());
        let Some(letter) = sign.and_then(Letter::of) else { return Orders::Unread(Unread::NoLetter) };
        let entries = member(object, "properties").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        match entries.iter().map(Entry::of).collect() {
            Some(entries) => Orders::Act(Action { letter, entries }),
            None => Orders::Unread(Unread::NoEntry),
        }
    }
}

impl Entry {
    fn of(value: &Value) -> Option<Entry> {
        let object = value.as_object()?;
        let number = |key| member(object, key).map_or(Some(0), number);
        Some(Entry { x: number("x")?, y: number("y")?, card: number("cardid")?, amount: number("amount")? })
    }
}

/// Returns the value of this key, ignoring case. If several keys match, the last one counts.
fn member<'v>(object: &'v Map<String, Value>, key: &str) -> Option<&'v Value> {
    object.iter().rev().find(|(name, _)| name.eq_ignore_ascii_case(key)).map(|(_, value)| value)
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Null => Some(0),
        Value::String(digits) => digits.parse().ok(),
        value => value.as_i64(),
    }
}

/// Returns how deeply brackets are nested in a text. Brackets in strings do not count.
fn depth(text: &[u8]) -> usize {
    let (mut open, mut deepest, mut in_string, mut is_escaped) = (0_usize, 0, false, false);
    for byte in text {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_string => is_escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => open += 1,
            b'}' | b']' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Orders {
        Orders::read(text.as_bytes())
    }

    fn act(letter: Letter, entries: &[[i64; 4]]) -> Orders {
        let entry = |[x, y, card, amount]: &[i64; 4]| Entry { x: *x, y: *y, card: *card, amount: *amount };
        Orders::Act(Action { letter, entries: entries.iter().map(entry).collect() })
    }

    #[test]
    fn an_action_is_read_however_its_keys_and_numbers_are_written() {
        let plant = r#"{"ActionType":"P","Properties":[{"X":0,"Y":1,"CardId":5,"Amount":0}]}"#;
        assert_eq!(read(plant), act(Letter::Plant, &[[0, 1, 5, 0]]));
        let odd =
            r#" {"actionType": "Planting", "z": [1], "PROPERTIES": [{"y": "1", "Cardid": 5, "w": {}}, {}]} "#;
        assert_eq!(read(odd), act(Letter::Plant, &[[0, 1, 5, 0], [0; 4]]));
        assert_eq!(read(r#"{"ActionType":"L","Properties":null}"#), act(Letter::Land, &[]));
        assert_eq!(read(r#"{"ActionType":"H"}"#), act(Letter::Harvest, &[]));
        assert_eq!(
            read(r#"{"ActionType":"W","Properties":[{"X":-9,"Amount":null}]}"#),
            act(Letter::Water, &[[-9, 0, 0, 0]])
        );
    }

    #[test]
    fn invalid_actions_are_distinguished() {
        for text in ["{}", " {\n} "] {
            assert_eq!(read(text), Orders::Pass);
        }
        for (text, why) in [
            ("", Unread::NoJson),
            ("hello", Unread::NoJson),
            ("[]", Unread::NoJson),
            ("{} {}", Unread::NoJson),
            (r#"{"ActionType":"X"}"#, Unread::NoLetter),
            (r#"{"ActionType":"w"}"#, Unread::NoLetter),
            (r#"{"ActionType":7}"#, Unread::NoLetter),
            (r#"{"x":1}"#, Unread::NoLetter),
            (r#"{"ActionType":"L","Properties":[1]}"#, Unread::NoEntry),
            (r#"{"ActionType":"L","Properties":[{"X":1.5}]}"#, Unread::NoEntry),
            (r#"{"ActionType":"L","Properties":[{"X":"one"}]}"#, Unread::NoEntry),
            (r#"{"ActionType":"L","Properties":[{"X":99999999999999999999}]}"#, Unread::NoEntry),
        ] {
            assert_eq!(read(text), Orders::Unread(why), "{text}");
        }
        assert_eq!(read(&"[".repeat(5000)), Orders::Unread(Unread::TooDeep));
        assert_eq!(read(&" ".repeat(ANSWER_MAX + 1)), Orders::Unread(Unread::TooLong));
        assert_eq!(read(r#"{"ActionType":"H","a":"[[[[[[[[[[[[\"[[[["}"#), act(Letter::Harvest, &[]));
    }
}
