//! Forged replays: arbitrary content with valid lengths and checksums, for tests and `scripts/fuzz`.

use super::block::{self, HEAD_BYTES, Head, KINDS, MAGIC};
pub use super::block::{Kind, Packer};
use super::reader::{Blocks, Reader, Stretch};
use super::recorder::INDEX_MAGIC;
use super::{Header, ReplayError};
use serde_json::Value;
use std::borrow::Cow;
use wag_core::game::Show;

/// The content of a block before compression.
#[derive(Clone, Debug, Default)]
pub struct Forged<'b> {
    pub kind: u8,
    pub first_round: u32,
    pub last_round: u32,
    pub turns: u32,
    pub body: Cow<'b, [u8]>,
}

/// Builds a file from blocks. An index block is followed by the footer that refers to it.
pub fn file<'b>(blocks: impl IntoIterator<Item = Forged<'b>>) -> Vec<u8> {
    let mut file = MAGIC.to_vec();
    for (block, number) in blocks.into_iter().zip(0..) {
        let packed = stored(&block.body);
        let head = Head {
            kind: KINDS[usize::from(block.kind) % KINDS.len()],
            first_round: block.first_round,
            last_round: block.last_round,
            turns: block.turns,
            raw: block.body.len() as u32,
            packed: packed.len() as u32,
            check: crc32fast::hash(&packed),
            number,
        };
        let place = file.len() as u64;
        file.extend(head.write());
        file.extend(packed);
        if head.kind == Kind::Index {
            file.extend(place.to_le_bytes());
            file.extend(INDEX_MAGIC);
        }
    }
    file
}

/// Opens a file that consists of the header of another replay, which has already been read, and the given blocks.
pub fn after<'b, G: Show>(
    first: &Reader<G>,
    blocks: impl IntoIterator<Item = Forged<'b>>,
) -> Result<Reader<G>, ReplayError>
where
    G::Setup: Clone,
{
    // The setup is not needed again after the game has parsed it.
    let header = Header { setup: Value::Null, ..Header::clone(first.header()) };
    let head = Forged { body: [].as_slice().into(), ..Forged::default() };
    let file = file([head].into_iter().chain(blocks));
    let end = MAGIC.len() + HEAD_BYTES + stored(&[]).len();
    Reader::with(Blocks::after(Box::new(file), header, end as u64)?, first.setup().clone())
}

/// Returns the blocks of a valid file.
pub fn blocks(file: &[u8]) -> Vec<Forged<'static>> {
    let source = file.to_vec();
    let mut blocks = Vec::new();
    let mut at = MAGIC.len() as u64;
    while let Some(head) = block::head_at(&source, at) {
        let body = block::body(&source, at, &head).ok().flatten().unwrap_or_default();
        at += (HEAD_BYTES + head.packed as usize) as u64;
        let Head { kind, first_round, last_round, turns, .. } = head;
        blocks.push(Forged { kind: kind as u8, first_round, last_round, turns, body: body.into() });
    }
    blocks
}

/// Returns a zstd frame with uncompressed content, which takes no time to build.
fn stored(bytes: &[u8]) -> Vec<u8> {
    // No checksum, no dictionary, content length in four bytes.
    let mut packed = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
    packed.extend((bytes.len() as u32).to_le_bytes());
    let mut parts = bytes.chunks(1 << 17).peekable();
    if parts.peek().is_none() {
        packed.extend([1, 0, 0]);
    }
    while let Some(part) = parts.next() {
        let head = (part.len() as u32) << 3 | u32::from(parts.peek().is_none());
        packed.extend(&head.to_le_bytes()[..3]);
        packed.extend(part);
    }
    packed
}

/// Generates everything that a terminal would show of a stretch of rounds.
pub fn tell<G: Show>(reader: &Reader<G>, stretch: &Stretch<G>) {
    let names: Vec<String> = reader.header().players.iter().map(|player| player.name.clone()).collect();
    let _ = (G::picture(reader.setup(), &stretch.frame), G::sight(reader.setup(), &stretch.frame));
    for turn in &stretch.turns {
        turn.events.iter().for_each(|event| drop(G::tell(reader.setup(), event, &names).translated()));
    }
}
