//! The numeric settings of the game, with the contest's values as defaults.

use super::orders::Card;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_i18n::{json_error, t};

/// All numeric settings. A settings file is a JSON object with any of them; the others keep their defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    pub rounds: u32,
    /// The number of missed actions after which a player loses.
    pub misses: u32,
    /// The amount of gold that each player has at the start.
    pub gold: i64,
    pub points: i64,
    /// The price of a tile in gold.
    pub tile: i64,
    pub rain: Rain,
    pub water: Item,
    pub mole: Item,
    pub fertilizer: Item,
    pub anemone: Seed,
    pub blue_jazz: Seed,
    pub crocus: Seed,
    pub tulip: Seed,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rain {
    /// The number of rounds from one rain to the next.
    pub every: u32,
    /// The number of drops that each plant gets from a rain.
    pub drops: i64,
}

/// The settings of a card that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub price: i64,
    /// Number of these cards that each player has at the start.
    pub owned: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seed {
    pub price: i64,
    pub owned: i64,
    /// The number of drops that the plant needs to become ripe.
    pub drops: i64,
    /// The number of rounds that the plant lives, including the round of planting.
    pub life: u32,
    /// The gain of a harvest, both in gold and in points.
    pub worth: i64,
}

const fn item(price: i64) -> Item {
    Item { price, owned: 0 }
}

const fn seed(price: i64, drops: i64, life: u32, worth: i64) -> Seed {
    Seed { price, owned: 0, drops, life, worth }
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers {
            rounds: 100,
            misses: 3,
            gold: 5000,
            points: 0,
            tile: 5000,
            rain: Rain { every: 10, drops: 2 },
            water: item(200),
            mole: item(10_000),
            fertilizer: item(3000),
            anemone: seed(500, 2, 5, 2000),
            blue_jazz: seed(500, 2, 4, 2500),
            crocus: seed(1000, 5, 4, 5000),
            tulip: seed(3600, 1, 3, 8000),
        }
    }
}

/// The minimum and the maximum of each setting, by the last part of the setting's name.
const RANGES: [(&str, i64, i64); 11] = [
    ("rounds", 1, ROUNDS_MAX as i64),
    // The engine stops asking a player after three lost turns.
    ("misses", 1, 3),
    ("gold", 0, 1_000_000_000),
    ("points", 0, 1_000_000_000),
    ("tile", 0, 1_000_000),
    ("every", 1, 10_000),
    ("drops", 1, 1000),
    ("price", 0, 1_000_000),
    ("owned", 0, 1_000_000),
    ("life", 1, 10_000),
    ("worth", 0, 1_000_000),
];

pub const ROUNDS_MAX: u32 = 10_000;

impl Numbers {
    /// Parses a JSON object with any of the settings. The error is one sentence.
    pub fn read(bytes: &[u8]) -> Result<Numbers, String> {
        let given: Value = serde_json::from_slice(bytes).map_err(|err| json_error(&err).translated())?;
        if !given.is_object() {
            return Err(t!("the file is not a JSON object; write, for example, {\"gold\": 20000}"));
        }
        let mut whole = Numbers::default().as_json();
        merge(&mut whole, given, "")?;
        serde_json::from_value(whole).map_err(|err| json_error(&err).translated())
    }

    pub fn as_json(&self) -> Value {
        serde_json::to_value(self).expect("numbers can be written")
    }

    /// Returns whether every setting is in its range.
    pub fn is_sound(&self) -> bool {
        merge(&mut Numbers::default().as_json(), self.as_json(), "").is_ok()
    }

    pub fn price(&self, card: Card) -> i64 {
        match card {
            Card::Water => self.water.price,
            Card::Mole => self.mole.price,
            Card::Fertilizer => self.fertilizer.price,
            seed => self.seed(seed).price,
        }
    }

    /// Returns how many cards of each kind a player has at the start.
    pub fn owned(&self) -> [i64; Card::ALL.len()] {
        Card::ALL.map(|card| match card {
            Card::Water => self.water.owned,
            Card::Mole => self.mole.owned,
            Card::Fertilizer => self.fertilizer.owned,
            seed => self.seed(seed).owned,
        })
    }

    /// Returns the settings of a seed card.
    pub fn seed(&self, card: Card) -> &Seed {
        match card {
            Card::BlueJazz => &self.blue_jazz,
            Card::Crocus => &self.crocus,
            Card::Tulip => &self.tulip,
            _ => &self.anemone,
        }
    }
}

/// Replaces values in `whole` by the given ones, if they are valid. `place` is the name of `whole` in the settings
/// file, for error messages; it is empty for the whole file.
fn merge(whole: &mut Value, given: Value, place: &str) -> Result<(), String> {
    match (whole, given) {
        (Value::Object(whole), Value::Object(given)) => {
            let names: Vec<String> = whole.keys().cloned().collect();
            for (name, value) in given {
                let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                let Some(old) = whole.get_mut(&name) else {
                    return Err(t!(
                        "there is no number %{place}; use one of %{names}",
                        place,
                        names = names.join(", ")
                    ));
                };
                merge(old, value, &place)?;
            }
            Ok(())
        }
        (Value::Object(whole), _) => {
            let names: Vec<&str> = whole.keys().map(String::as_str).collect();
            Err(t!("%{place} must be an object with any of %{names}", place, names = names.join(", ")))
        }
        (whole, given) => {
            let name = place.rsplit('.').next().unwrap_or(place);
            let (_, least, most) =
                RANGES.into_iter().find(|(known, ..)| *known == name).unwrap_or(("", 0, 0));
            if !given.as_i64().is_some_and(|number| (least..=most).contains(&number)) {
                let given: String = given.to_string().chars().take(40).collect();
                return Err(t!(
                    "%{place} must be a whole number from %{least} to %{most}, not %{given}",
                    place,
                    least,
                    most,
                    given
                ));
            }
            *whole = given;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_any_part_of_the_numbers() {
        assert_eq!(Numbers::read(b"{}"), Ok(Numbers::default()));
        let numbers =
            Numbers::read(br#"{"gold": 20000, "tulip": {"owned": 3}, "rain": {"drops": 1}}"#).unwrap();
        assert_eq!((numbers.gold, numbers.rain.drops, numbers.rain.every), (20000, 1, 10));
        assert_eq!((numbers.owned(), numbers.price(Card::Tulip)), ([0, 0, 0, 0, 0, 0, 3], 3600));
        assert_eq!(numbers.owned()[Card::Tulip.id()], 3);
        assert!(numbers.is_sound());
    }

    #[test]
    fn invalid_numbers_are_reported_in_one_sentence() {
        let error_of = |text: &str| Numbers::read(text.as_bytes()).unwrap_err();
        assert_eq!(error_of(r#"{"gold": -1}"#), "gold must be a whole number from 0 to 1000000000, not -1");
        assert_eq!(
            error_of(r#"{"tulip": {"life": 0}}"#),
            "tulip.life must be a whole number from 1 to 10000, not 0"
        );
        assert_eq!(error_of(r#"{"water": 5}"#), "water must be an object with any of owned, price");
        assert_eq!(
            error_of(r#"{"rain": {"evry": 5}}"#),
            "there is no number rain.evry; use one of drops, every"
        );
        assert!(
            error_of(r#"{"gold": 1.5}"#).ends_with("not 1.5")
                && error_of("[]").starts_with("the file is not a JSON object")
        );
        assert!(error_of("{").contains("EOF"));
        assert!(!Numbers { gold: -1, ..Numbers::default() }.is_sound());
    }
}
