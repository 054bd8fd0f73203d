//! Serialization of byte strings as one block, for `#[serde(with = "flat::one")]`. Serde would write a `Vec<u8>` byte
//! by byte.

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A byte string.
struct Block(Vec<u8>);

/// A borrowed byte string.
struct Borrowed<'b>(&'b [u8]);

impl Serialize for Borrowed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(self.0)
    }
}

impl<'de> Deserialize<'de> for Block {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Block, D::Error> {
        struct Bytes;

        impl<'de> Visitor<'de> for Bytes {
            type Value = Vec<u8>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
                Ok(bytes.to_vec())
            }

            // JSON has no bytes.
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<u8>, A::Error> {
                let mut bytes = Vec::new();
                while let Some(byte) = list.next_element()? {
                    bytes.push(byte);
                }
                Ok(bytes)
            }
        }

        from.deserialize_bytes(Bytes).map(Block)
    }
}

/// A byte string.
pub mod one {
    use super::*;

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bytes(bytes)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        Block::deserialize(from).map(|block| block.0)
    }
}

/// A list of byte strings, of which the first `MAX` are read.
pub mod list {
    use super::*;
    use wag_core::arena::at_most;

    pub fn serialize<S: Serializer>(list: &[Vec<u8>], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(list.iter().map(|bytes| Borrowed(bytes)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>, const MAX: usize>(
        from: D,
    ) -> Result<Vec<Vec<u8>>, D::Error> {
        let blocks: Vec<Block> = at_most::<_, _, MAX>(from)?;
        Ok(blocks.into_iter().map(|block| block.0).collect())
    }
}

/// A list of byte strings, or `None`.
pub mod optional_list {
    use super::*;

    pub fn serialize<S: Serializer>(list: &Option<Vec<Vec<u8>>>, to: S) -> Result<S::Ok, S::Error> {
        let blocks: Option<Vec<Borrowed<'_>>> =
            list.as_ref().map(|list| list.iter().map(|bytes| Borrowed(bytes)).collect());
        blocks.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, const MAX: usize>(
        from: D,
    ) -> Result<Option<Vec<Vec<u8>>>, D::Error> {
        struct List<const MAX: usize>(Vec<Vec<u8>>);

        impl<'de, const MAX: usize> Deserialize<'de> for List<MAX> {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                super::list::deserialize::<D, MAX>(from).map(List)
            }
        }

        Ok(Option::<List<MAX>>::deserialize(from)?.map(|list| list.0))
    }
}
