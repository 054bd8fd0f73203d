//! Removal of the players' files from a replay, for a replay that is to be published. All other blocks stay as they
//! are.

use super::block::{self, HEAD_BYTES, Kind, MAGIC, Packer};
use super::header::Header;
use super::recorder::{INDEX_MAGIC, LEVEL};
use super::{ReplayError, Source};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::io;

/// The length of the footer of a complete file: the offset of the index, and [`INDEX_MAGIC`].
const FOOTER_BYTES: usize = 16;

/// Returns a copy of a replay without the players' source files.
pub fn without_sources(file: Vec<u8>) -> Result<Vec<u8>, ReplayError> {
    let start = MAGIC.len() as u64;
    let head = block::head_at(&file, start).filter(|head| head.kind == Kind::Header);
    let head = head.ok_or(ReplayError::NoHeader)?;
    let body = block::body(&file, start, &head)?.ok_or(ReplayError::NoHeader)?;
    let header = Header::read(&body).ok_or(ReplayError::NoHeader)?;
    if !has_sources(&body) {
        return Ok(file);
    }
    let header = Header { sources: Default::default(), ..header };
    let json = serde_json::to_vec(&header).map_err(io::Error::other)?;
    let mut fresh = file[..MAGIC.len()].to_vec();
    fresh.extend(Packer::new(LEVEL)?.block(Kind::Header, (0, 0), 0, &json, &[])?);
    let begin = MAGIC.len() + HEAD_BYTES + head.packed as usize;
    // The new header is usually shorter, but zstd may make a tiny header longer.
    let (old, new) = (begin as u64, fresh.len() as u64);
    match index(&file) {
        Some((place, places, number)) if place >= begin => {
            fresh.extend(&file[begin..place]);
            let moved = |at: u64| if at < old { at } else { (at - old).saturating_add(new) };
            let places: Vec<u64> = places.into_iter().map(moved).collect();
            let body = postcard::to_stdvec(&places).map_err(io::Error::other)?;
            let place = fresh.len() as u64;
            fresh.extend(Packer::numbered(LEVEL, number)?.block(Kind::Index, (0, 0), 0, &body, &[])?);
            fresh.extend(place.to_le_bytes());
            fresh.extend(INDEX_MAGIC);
        }
        // The replay of a killed match has no index.
        _ => fresh.extend(&file[begin..]),
    }
    Ok(fresh)
}

/// Returns whether a header's JSON contains files, also such that a reader leaves out.
fn has_sources(json: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Part {
        sources: Option<IgnoredAny>,
    }
    serde_json::from_slice::<Part>(json).is_ok_and(|part| part.sources.is_some())
}

/// Finds the index. Returns its offset, its entries and its block number.
fn index(file: &Vec<u8>) -> Option<(usize, Vec<u64>, u32)> {
    let footer = file.get(file.len().checked_sub(FOOTER_BYTES)?..)?;
    let (place, magic) = footer.split_first_chunk()?;
    if *magic != INDEX_MAGIC {
        return None;
    }
    let place = u64::from_le_bytes(*place);
    let head = block::head_at(file, place).filter(|head| head.kind == Kind::Index)?;
    // Each entry takes at least one byte.
    if u64::from(head.raw) > file.length().ok()? {
        return None;
    }
    let body = block::body(file, place, &head).ok()??;
    Some((usize::try_from(place).ok()?, postcard::from_bytes(&body).ok()?, head.number))
}
