//! Serialization of lists of byte strings as blocks. Serde would write each `Vec<u8>` byte by byte.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_bytes::{ByteBuf, Bytes};

/// A list of byte strings, of which the first `MAX` are read.
pub mod list {
    use super::*;
    use wag_core::arena::at_most;

    pub fn serialize<S: Serializer>(list: &[Vec<u8>], to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(list.iter().map(|bytes| Bytes::new(bytes)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>, const MAX: usize>(
        from: D,
    ) -> Result<Vec<Vec<u8>>, D::Error> {
        let blocks: Vec<ByteBuf> = at_most::<_, _, MAX>(from)?;
        Ok(blocks.into_iter().map(ByteBuf::into_vec).collect())
    }
}

/// A list of byte strings, or `None`.
pub mod optional_list {
    use super::*;

    pub fn serialize<S: Serializer>(list: &Option<Vec<Vec<u8>>>, to: S) -> Result<S::Ok, S::Error> {
        let blocks: Option<Vec<&Bytes>> =
            list.as_ref().map(|list| list.iter().map(|bytes| Bytes::new(bytes)).collect());
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
