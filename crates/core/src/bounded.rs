//! Lists from untrusted sources. A decoded list takes several times its encoded size in memory, so only the entries
//! that are needed are kept.

use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// Deserializes a list and keeps its first `MAX` entries; for `#[serde(deserialize_with = "at_most::<_, _, 100>")]`.
pub fn at_most<'de, D, T, const MAX: usize>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct First<T, const MAX: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for First<T, MAX> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = list.next_element()? {
                if entries.len() < MAX {
                    entries.push(entry);
                }
            }
            Ok(entries)
        }
    }

    from.deserialize_seq(First::<T, MAX>(PhantomData))
}
