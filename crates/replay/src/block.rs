//! The blocks of a replay file: a block header of 40 bytes and a body compressed with zstd. All lengths are checked
//! before use.

use super::source::Source;
use std::io::{self, Read};
use zstd::stream::raw::{Encoder, InBuffer, Operation, OutBuffer};

/// The first bytes of every replay: a byte that never occurs in text, a name, line breaks that a faulty text conversion
/// would change, and the number of the format version.
pub const MAGIC: [u8; 8] = *b"\x89WAG\r\n\x1a\x02";

/// The first bytes of every block.
pub const BLOCK_MAGIC: [u8; 4] = *b"wBLK";

pub const HEAD_BYTES: usize = 40;

/// The maximum length of an uncompressed body, in bytes.
pub const RAW_MAX: u32 = 64 << 20;

/// The kind of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Header,
    /// The events before round 1.
    Opening,
    /// A frame, followed by the turns after it.
    Frame,
    /// Turns that continue where the previous block ends.
    Turns,
    Ended,
    Index,
}

pub const KINDS: [Kind; 6] =
    [Kind::Header, Kind::Opening, Kind::Frame, Kind::Turns, Kind::Ended, Kind::Index];

/// The header of a block: the data that can be read without the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub kind: Kind,
    /// The first of the rounds whose turns are in the block. The last of these rounds may continue in the next block.
    pub first_round: u32,
    /// The last of these rounds.
    pub last_round: u32,
    /// The number of turns.
    pub turns: u32,
    /// The length of the uncompressed body, in bytes.
    pub raw: u32,
    /// The length of the compressed body, in bytes.
    pub packed: u32,
    /// The checksum of the compressed body.
    pub check: u32,
    /// The number of the block, counted from 0. A gap in these numbers shows that a block is missing.
    pub number: u32,
}

impl Kind {
    /// Returns the maximum length of an uncompressed body of this kind, in bytes. The decoded data may take about fifty
    /// times as much memory.
    fn raw_max(self) -> u32 {
        match self {
            Kind::Header | Kind::Frame | Kind::Turns | Kind::Index => RAW_MAX,
            Kind::Opening => 4 << 20,
            Kind::Ended => 1 << 20,
        }
    }
}

impl Head {
    pub fn write(&self) -> [u8; HEAD_BYTES] {
        let mut bytes = [0; HEAD_BYTES];
        bytes[..4].copy_from_slice(&BLOCK_MAGIC);
        bytes[4] = self.kind as u8;
        let rounds = [self.first_round, self.last_round, self.turns];
        let numbers = rounds.into_iter().chain([self.raw, self.packed, self.check, self.number]);
        for (place, number) in bytes[8..36].chunks_exact_mut(4).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        let check = crc32fast::hash(&bytes[..36]);
        bytes[36..].copy_from_slice(&check.to_le_bytes());
        bytes
    }

    /// Parses a block header; `None` if the bytes are not a block header or are damaged.
    pub fn read(bytes: &[u8; HEAD_BYTES]) -> Option<Head> {
        let number = |at: usize| bytes[at..].first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
        let kind = *KINDS.get(usize::from(bytes[4]))?;
        let is_sound = bytes.starts_with(&BLOCK_MAGIC) && number(36) == crc32fast::hash(&bytes[..36]);
        let head = Head {
            kind,
            first_round: number(8),
            last_round: number(12),
            turns: number(16),
            raw: number(20),
            packed: number(24),
            check: number(28),
            number: number(32),
        };
        (is_sound && head.raw <= head.kind.raw_max() && head.packed <= RAW_MAX + 1024).then_some(head)
    }
}

/// A compressor of blocks, which uses the same zstd context for all of them.
pub struct Packer {
    zstd: Encoder<'static>,
    number: u32,
}

impl Packer {
    pub fn new(level: i32) -> io::Result<Packer> {
        Packer::numbered(level, 0)
    }

    /// Creates a packer whose first block has the given number.
    pub fn numbered(level: i32, number: u32) -> io::Result<Packer> {
        Ok(Packer { zstd: Encoder::new(level)?, number })
    }

    /// Returns a complete block: header and compressed body. The parts between `cuts` are compressed separately.
    pub fn block(
        &mut self,
        kind: Kind,
        rounds: (u32, u32),
        turns: u32,
        raw: &[u8],
        cuts: &[usize],
    ) -> io::Result<Vec<u8>> {
        let packed = self.pack(raw, cuts)?;
        let head = Head {
            kind,
            first_round: rounds.0,
            last_round: rounds.1,
            turns,
            raw: raw.len() as u32,
            packed: packed.len() as u32,
            check: crc32fast::hash(&packed),
            number: self.number,
        };
        self.number += 1;
        let mut block = head.write().to_vec();
        block.extend(packed);
        Ok(block)
    }
}

impl Packer {
    fn pack(&mut self, raw: &[u8], cuts: &[usize]) -> io::Result<Vec<u8>> {
        self.zstd.reinit()?;
        // The known length lets zstd choose tables of the right size.
        self.zstd.set_pledged_src_size(Some(raw.len() as u64))?;
        // With room for the whole result, including the cost of the cuts, one call per part is enough.
        let room = zstd::zstd_safe::compress_bound(raw.len()) + 64 * (cuts.len() + 2);
        let mut packed = vec![0; room];
        let mut out = OutBuffer::around(packed.as_mut_slice());
        let mut start = 0;
        for end in cuts.iter().copied().chain([raw.len()]) {
            let mut part = InBuffer::around(raw.get(start..end).unwrap_or_default());
            while part.pos() < part.src.len() {
                self.zstd.run(&mut part, &mut out)?;
            }
            let left = if end < raw.len() { self.zstd.flush(&mut out)? } else { 0 };
            if left > 0 {
                return Err(io::Error::other("zstd needs more room than it says"));
            }
            start = end;
        }
        if self.zstd.finish(&mut out, true)? > 0 {
            return Err(io::Error::other("zstd needs more room than it says"));
        }
        let length = out.pos();
        packed.truncate(length);
        Ok(packed)
    }
}

/// Reads the header of the block at this offset; `None` if there is none.
pub fn head_at(source: &dyn Source, offset: u64) -> Option<Head> {
    let mut bytes = [0; HEAD_BYTES];
    source.read_at(offset, &mut bytes).ok()?;
    Head::read(&bytes)
}

/// Reads the headers of many blocks. It reads the file in pieces, because a file may consist of a million tiny blocks.
pub struct HeadReader<'s> {
    source: &'s dyn Source,
    /// The length of the file.
    pub length: u64,
    /// The bytes of the file from the offset `start` on.
    piece: Vec<u8>,
    start: u64,
}

/// The length of a piece of the file, in bytes.
const PIECE: u64 = 4096;

impl<'s> HeadReader<'s> {
    pub fn new(source: &'s dyn Source) -> io::Result<HeadReader<'s>> {
        Ok(HeadReader { length: source.length()?, source, piece: Vec::new(), start: 0 })
    }

    /// Reads the header of the block at this offset; `None` if there is none.
    pub fn head_at(&mut self, offset: u64) -> Option<Head> {
        let in_piece = |reader: &Self| {
            let at = usize::try_from(offset.checked_sub(reader.start)?).ok()?;
            reader.piece.get(at..)?.first_chunk().copied()
        };
        let bytes = match in_piece(self) {
            Some(bytes) => bytes,
            None => {
                let count = self.length.checked_sub(offset)?.min(PIECE);
                self.piece.resize(count as usize, 0);
                self.start = offset;
                if self.source.read_at(offset, &mut self.piece).is_err() {
                    self.piece.clear();
                }
                in_piece(self)?
            }
        };
        Head::read(&bytes)
    }

    /// Finds the next block from this offset on; `None` if there is none.
    pub fn next(&mut self, mut offset: u64) -> Option<u64> {
        while offset + HEAD_BYTES as u64 <= self.length {
            if self.head_at(offset).is_some() {
                return Some(offset);
            }
            // The piece contains at least the bytes of a header at this offset, if they can be read.
            let at = usize::try_from(offset.checked_sub(self.start)?).ok()?;
            let rest = self.piece.get(at + 1..)?;
            let found = rest.windows(BLOCK_MAGIC.len()).position(|bytes| bytes == BLOCK_MAGIC);
            let step = found.unwrap_or_else(|| rest.len().saturating_sub(BLOCK_MAGIC.len() - 1));
            offset += 1 + step as u64;
        }
        None
    }
}

/// Reads the compressed body of the block at this offset; `None` if it is damaged.
pub fn packed(source: &dyn Source, offset: u64, head: &Head) -> io::Result<Option<Vec<u8>>> {
    let start = offset + HEAD_BYTES as u64;
    if start + u64::from(head.packed) > source.length()? {
        return Ok(None);
    }
    let mut packed = vec![0; head.packed as usize];
    source.read_at(start, &mut packed)?;
    Ok((crc32fast::hash(&packed) == head.check).then_some(packed))
}

/// Reads and decompresses the body of the block at this offset; `None` if it is damaged. The memory used grows with the
/// actual data, not with the length given in the block header.
pub fn body(source: &dyn Source, offset: u64, head: &Head) -> io::Result<Option<Vec<u8>>> {
    let Some(packed) = packed(source, offset, head)? else { return Ok(None) };
    let Ok(decoder) = zstd::stream::read::Decoder::with_buffer(packed.as_slice()) else { return Ok(None) };
    let mut raw = Vec::new();
    let read = decoder.take(u64::from(head.raw) + 1).read_to_end(&mut raw);
    Ok((read.is_ok() && raw.len() == head.raw as usize).then_some(raw))
}
