//! Serialization of seeds for the pages: as a number, or as text if JavaScript cannot represent the number exactly.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use wag_i18n::t;
use wag_replay::SeedJson;

pub fn serialize<S: Serializer>(seed: &Option<u64>, to: S) -> Result<S::Ok, S::Error> {
    seed.map(SeedJson::for_pages).serialize(to)
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let none = || D::Error::custom(t!("the seed must be a whole number from 0 to %{most}", most = u64::MAX));
    match Option::<SeedJson>::deserialize(from).map_err(|_| none())? {
        None => Ok(None),
        Some(SeedJson::Number(seed)) => Ok(Some(seed)),
        Some(SeedJson::Text(text)) => text.parse().map(Some).map_err(|_| none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    struct Request(#[serde(with = "super")] Option<u64>);

    #[test]
    fn large_seeds_are_text() {
        for (json, seed) in [("null", None), ("7", Some(7)), ("\"18446744073709551615\"", Some(u64::MAX))] {
            assert_eq!(serde_json::from_str::<Request>(json).unwrap(), Request(seed));
            assert_eq!(serde_json::to_string(&Request(seed)).unwrap(), json);
        }
        for bad in ["-1", "\"x\"", "\"18446744073709551616\"", "1.5", "{}"] {
            let err = serde_json::from_str::<Request>(bad).unwrap_err().to_string();
            assert!(err.contains("the seed must be a whole number"), "{bad}: {err}");
        }
    }
}
