//! A checked datum as bytes: a value of plain data that crosses the engine without being decoded.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use std::fmt::{self, Debug, Formatter};
use wag_core::game::Datum;

/// A datum whose bytes are known to be valid.
#[derive(Clone, PartialEq, Eq)]
pub struct Item(Vec<u8>);

impl Item {
    pub fn new(datum: &Datum) -> Item {
        Item(datum.pack())
    }

    /// Returns `None` if the bytes are not a datum within the bounds.
    pub fn of_bytes(bytes: Vec<u8>) -> Option<Item> {
        Datum::unpack(&bytes).is_some().then_some(Item(bytes))
    }

    pub fn text(text: &str) -> Item {
        Item::new(&Datum::Text(text.to_string()))
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub fn datum(&self) -> Datum {
        Datum::unpack(&self.0).unwrap_or(Datum::None)
    }

    pub fn json(&self) -> Value {
        self.datum().to_json()
    }
}

impl Debug for Item {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.json())
    }
}

/// Flat bytes in formats of bytes, because nested data of strangers would be read with unbounded depth; JSON in JSON.
impl Serialize for Item {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => self.json().serialize(serializer),
            false => self.0.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Item, D::Error> {
        let item = match deserializer.is_human_readable() {
            true => Datum::from_json(&Value::deserialize(deserializer)?).map(|datum| Item::new(&datum)),
            false => Item::of_bytes(Vec::deserialize(deserializer)?),
        };
        item.ok_or_else(|| D::Error::custom("not plain data"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wag_core::game::plain;

    #[test]
    fn items_survive_both_formats_and_invalid_bytes_are_rejected() {
        let item = Item::new(&Datum::List(vec![Datum::Int(-3), Datum::Text("ä".into()), Datum::None]));
        assert_eq!(plain::read::<Item>(&plain::write(&item)).as_ref(), Some(&item));
        assert_eq!(serde_json::from_value::<Item>(serde_json::to_value(&item).unwrap()).unwrap(), item);
        assert_eq!(plain::read::<Item>(&plain::write(&vec![9_u8, 9])), None);
    }
}
