//! Reads a replay by turn, also one that breaks off, is damaged, or is still growing.

use super::block::{self, BLOCK_MAGIC, HEAD_BYTES, Head, Kind, MAGIC};
use super::header::{Ended, Header};
use super::recorder::{INDEX_MAGIC, Opening};
use super::source::Source;
use super::turns::{Turn, TurnReader};
use super::{CHUNK_ROUNDS, ROUNDS_MAX, ReplayError, chunk_of};
use serde::Deserialize;
use std::ops::RangeInclusive;
use wag_core::game::Show;
use wag_i18n::t;

/// The most turns that are believed of one chunk.
const TURNS_MAX: usize = 1 << 16;

/// The most orders and events together that are believed of one chunk: more than all units of the largest board have.
/// A few bytes may stand for any number of them.
const DEEDS_MAX: usize = 1 << 21;

/// Limits of a whole file for unpacked bytes, turns, and orders and events: a base, and an addition for each byte of its length.
///
/// True replays stay below them: output of one repeated letter shrinks ten thousand times, and `--match-output` allows each of ten
/// players 64 MB of it.
const RAW_OF_FILE: Allowance = Allowance { base: 1 << 30, per_byte: 1024 };
const TURNS_OF_FILE: Allowance = Allowance { base: 1 << 17, per_byte: 4 };
const DEEDS_OF_FILE: Allowance = Allowance { base: 8 * DEEDS_MAX as u64, per_byte: 64 };

/// The most that a file may stand for.
struct Allowance {
    base: u64,
    per_byte: u64,
}

impl Allowance {
    fn of(&self, bytes: u64) -> u64 {
        self.base.saturating_add(self.per_byte.saturating_mul(bytes))
    }
}

/// The longest frame at the beginning of a block, in bytes.
const FRAME_MAX: usize = 8 << 20;

/// A replay of a known game. Nothing but heads is kept in memory.
pub struct Reader<G: Show> {
    file: Blocks,
    setup: G::Setup,
    opening: Option<Opening<G::Event>>,
}

/// A replay's blocks, whatever the game.
pub struct Blocks {
    source: Box<dyn Source>,
    pub header: Header,
    pub ended: Option<Ended>,
    /// Whether a block that tells the end has been read. There is one at most: reading a damaged one again and again for
    /// each of thousands would take minutes.
    has_end: bool,
    opening: Option<Place>,
    /// Blocks of turns, in their order.
    turns: Vec<Place>,
    /// The unpacked bytes and the turns of these blocks, as their heads have them.
    raw_total: u64,
    turns_total: u64,
    /// As far as the file has been looked through.
    seen: u64,
    /// Whether something between the blocks is no block.
    is_damaged: bool,
}

/// Where a block is.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    head: Head,
}

/// Some rounds in a row.
pub struct Stretch<G: Show> {
    /// The moment before the first of them.
    pub frame: G::Frame,
    pub turns: Vec<Turn<G>>,
    /// The rounds that can't be read, if there are any; they come after `turns`.
    pub damaged: Option<(u32, u32)>,
}

impl Blocks {
    /// Looks through a file: its index if it has one, else all its heads.
    pub fn open(source: Box<dyn Source>) -> Result<Blocks, ReplayError> {
        let length = source.length()?;
        if length == 0 {
            return Err(ReplayError::Empty);
        }
        let mut magic = [0; MAGIC.len()];
        source.read_at(0, &mut magic).map_err(|_| ReplayError::Foreign)?;
        if magic[..7] != MAGIC[..7] {
            return Err(ReplayError::Foreign);
        }
        if magic != MAGIC {
            return Err(ReplayError::OtherFormat(magic[7]));
        }
        let start = MAGIC.len() as u64;
        let head = block::head_at(&*source, start).filter(|head| head.kind == Kind::Header);
        let head = head.ok_or(ReplayError::NoHeader)?;
        let body = block::body(&*source, start, &head)?.ok_or(ReplayError::NoHeader)?;
        let header = Header::read(&body).ok_or(ReplayError::NoHeader)?;
        Self::after(source, header, start + HEAD_BYTES as u64 + u64::from(head.packed))
    }

    /// Looks through what comes after the header, which ends at `seen`.
    pub(super) fn after(source: Box<dyn Source>, header: Header, seen: u64) -> Result<Blocks, ReplayError> {
        let length = source.length()?;
        let mut blocks = Blocks {
            source,
            header,
            ended: None,
            has_end: false,
            opening: None,
            turns: Vec::new(),
            raw_total: 0,
            turns_total: 0,
            seen,
            is_damaged: false,
        };
        if blocks.use_index(length).is_none() {
            (blocks.seen, blocks.opening, blocks.ended, blocks.has_end) = (seen, None, None, false);
            blocks.turns.clear();
            (blocks.raw_total, blocks.turns_total) = (0, 0);
            blocks.refresh()?;
        }
        Ok(blocks)
    }

    /// Takes the places from the index; `None` when there is none, or one that is not right.
    fn use_index(&mut self, length: u64) -> Option<()> {
        let mut footer = [0; 16];
        self.source.read_at(length.checked_sub(16)?, &mut footer).ok()?;
        let (offset, magic) = footer.split_first_chunk()?;
        if *magic != INDEX_MAGIC {
            return None;
        }
        let offset = u64::from_le_bytes(*offset);
        let head = block::head_at(&*self.source, offset).filter(|head| head.kind == Kind::Index)?;
        // A place is a byte at least, and leads to a whole block.
        if u64::from(head.raw) > length {
            return None;
        }
        let body = block::body(&*self.source, offset, &head).ok()??;
        let places: Vec<u64> = postcard::from_bytes(&body).ok()?;
        for (number, offset) in places.into_iter().enumerate() {
            let head = block::head_at(&*self.source, offset)?;
            if head.number as usize != number {
                return None;
            }
            self.take(Place { offset, head });
        }
        self.seen = length;
        self.ended.is_some().then_some(())
    }

    /// Takes in what has been written since.
    pub fn refresh(&mut self) -> Result<(), ReplayError> {
        let length = self.source.length()?;
        while self.ended.is_none() && self.seen + HEAD_BYTES as u64 <= length {
            let offset = self.seen;
            match block::head_at(&*self.source, offset) {
                Some(head) => {
                    let end = offset + HEAD_BYTES as u64 + u64::from(head.packed);
                    if end > length {
                        return Ok(());
                    }
                    self.seen = end;
                    self.take(Place { offset, head });
                }
                None => {
                    self.is_damaged = true;
                    match self.next_head(offset + 1, length)? {
                        Some(next) => self.seen = next,
                        None => return Ok(()),
                    }
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, place: Place) {
        match place.head.kind {
            Kind::Opening => self.opening = Some(place),
            Kind::Frame | Kind::Turns => {
                let last = self.turns.last().map_or(0, |last| last.head.last_round);
                let head = &place.head;
                let is_sound = head.last_round >= head.first_round && head.last_round <= ROUNDS_MAX;
                if is_sound && head.first_round >= last.max(1) {
                    match self.is_allowed(head) {
                        true => {
                            self.raw_total += u64::from(head.raw);
                            self.turns_total += u64::from(head.turns);
                            self.turns.push(place);
                        }
                        false => self.is_damaged = true,
                    }
                }
            }
            Kind::Ended if self.has_end => {}
            Kind::Ended => {
                self.has_end = true;
                let body = block::body(&*self.source, place.offset, &place.head).ok().flatten();
                self.ended = body.and_then(|body| serde_json::from_slice(&body).ok());
            }
            Kind::Header | Kind::Index => {}
        }
    }

    /// Whether the file may stand for one more block: a few bytes of zstd may stand for gigabytes.
    fn is_allowed(&self, head: &Head) -> bool {
        let bytes = self.source.length().unwrap_or(0);
        let raw = self.raw_total.saturating_add(head.raw.into());
        let turns = self.turns_total.saturating_add(head.turns.into());
        raw <= RAW_OF_FILE.of(bytes) && turns <= TURNS_OF_FILE.of(bytes)
    }

    /// The most orders and events of the blocks of a chunk: their part of what the file may stand for.
    fn deeds_max(&self, places: &[Place]) -> usize {
        let bytes: u64 = places.iter().map(|place| HEAD_BYTES as u64 + u64::from(place.head.packed)).sum();
        let share = Allowance { base: DEEDS_OF_FILE.base / u64::from(self.chunks().max(1)), ..DEEDS_OF_FILE };
        usize::try_from(share.of(bytes)).unwrap_or(usize::MAX).min(DEEDS_MAX)
    }

    /// Where the next block begins after something that is none.
    fn next_head(&self, from: u64, length: u64) -> Result<Option<u64>, ReplayError> {
        const WINDOW: usize = 1 << 16;
        let mut buffer = vec![0; WINDOW];
        let mut at = from;
        while at + HEAD_BYTES as u64 <= length {
            let count = WINDOW.min((length - at) as usize);
            self.source.read_at(at, &mut buffer[..count])?;
            for (step, bytes) in buffer[..count].windows(BLOCK_MAGIC.len()).enumerate() {
                let place = at + step as u64;
                if bytes == BLOCK_MAGIC && block::head_at(&*self.source, place).is_some() {
                    return Ok(Some(place));
                }
            }
            at += (count - BLOCK_MAGIC.len() + 1) as u64;
        }
        Ok(None)
    }

    /// Whether the match was played to its end and all of it is here.
    pub fn is_complete(&self) -> bool {
        !self.is_damaged && self.ended.as_ref().is_some_and(|ended| !ended.interrupted)
    }

    /// Rounds, from and to, that a damaged block keeps from being read: those after it in its chunk, too.
    pub fn damaged(&self) -> Vec<(u32, u32)> {
        let is_whole =
            |place: &Place| matches!(block::packed(&*self.source, place.offset, &place.head), Ok(Some(_)));
        let lost = self.turns.iter().filter(|place| !is_whole(place)).map(|place| {
            let first = place.head.first_round;
            let last = chunk_of(first).saturating_add(1).saturating_mul(CHUNK_ROUNDS);
            (first, last.min(self.rounds()))
        });
        let mut lost: Vec<_> = lost.collect();
        lost.dedup_by_key(|(_, last)| *last);
        lost
    }

    /// The last round of which anything is there.
    pub fn rounds(&self) -> u32 {
        self.turns.last().map_or(0, |last| last.head.last_round)
    }

    /// How many chunks there are; a match that has begun has one.
    pub fn chunks(&self) -> u32 {
        if self.rounds() == 0 { u32::from(self.opening.is_some()) } else { chunk_of(self.rounds()) + 1 }
    }

    /// The blocks of a chunk, as far as none is missing in between.
    fn of_chunk(&self, chunk: u32) -> &[Place] {
        let from = self.turns.partition_point(|place| chunk_of(place.head.first_round) < chunk);
        let to = self.turns.partition_point(|place| chunk_of(place.head.first_round) <= chunk);
        &self.turns[from..to]
    }
}

impl<G: Show> Reader<G> {
    pub fn open(source: impl Source + 'static) -> Result<Self, ReplayError> {
        Self::of(Blocks::open(Box::new(source))?)
    }

    /// A reader of blocks that are this game's.
    pub fn of(file: Blocks) -> Result<Self, ReplayError> {
        if file.header.game != G::NAME {
            return Err(ReplayError::UnknownGame(file.header.game));
        }
        let setup = G::Setup::deserialize(&file.header.setup).map_err(|_| ReplayError::NoHeader)?;
        if !G::is_sound(&setup) || file.header.players.len() != G::seats(&setup) {
            return Err(ReplayError::NoHeader);
        }
        Self::with(file, setup)
    }

    /// A reader of blocks whose header has been found to be sound.
    pub(super) fn with(file: Blocks, setup: G::Setup) -> Result<Self, ReplayError> {
        let mut reader = Reader { file, setup, opening: None };
        reader.read_opening()?;
        Ok(reader)
    }

    pub fn file(&self) -> &Blocks {
        &self.file
    }

    pub fn header(&self) -> &Header {
        &self.file.header
    }

    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// What happened before round 1.
    pub fn opening(&self) -> Option<&Opening<G::Event>> {
        self.opening.as_ref()
    }

    /// Takes in what has been written since.
    pub fn refresh(&mut self) -> Result<(), ReplayError> {
        self.file.refresh()?;
        self.read_opening()
    }

    fn read_opening(&mut self) -> Result<(), ReplayError> {
        if let (None, Some(place)) = (&self.opening, self.file.opening) {
            let body = block::body(&*self.file.source, place.offset, &place.head)?;
            let opening = body.and_then(|body| postcard::from_bytes(&body).ok());
            self.opening = opening.filter(|opening| self.is_possible(opening));
        }
        Ok(())
    }

    fn is_possible(&self, opening: &Opening<G::Event>) -> bool {
        opening.events.iter().all(|event| G::is_possible(&self.setup, event))
            && opening.notices.iter().all(|(seat, _)| seat.index() < G::seats(&self.setup))
    }

    /// The rounds `chunk * 32 + 1` to `(chunk + 1) * 32`, as far as they are there.
    pub fn chunk(&self, chunk: u32) -> Result<Stretch<G>, ReplayError> {
        let last = chunk.saturating_add(1).saturating_mul(CHUNK_ROUNDS);
        let rounds = (last.saturating_sub(CHUNK_ROUNDS - 1), last.min(self.file.rounds().max(1)));
        let damaged = || ReplayError::Damaged { first: rounds.0, last: rounds.1 };
        if chunk >= self.file.chunks() {
            return Err(self.no_round(rounds.0));
        }
        let places = self.file.of_chunk(chunk);
        let opening = self.opening.as_ref().filter(|_| chunk == 0);
        let mut stretch: Stretch<G> = match (opening, places.first()) {
            (Some(opening), _) => {
                let frame = G::read_frame(&self.setup, &opening.frame).ok_or_else(damaged)?;
                Stretch { frame, turns: Vec::new(), damaged: None }
            }
            (None, Some(_)) => Stretch {
                frame: self.first_frame(places).ok_or_else(damaged)?,
                turns: Vec::new(),
                damaged: None,
            },
            (None, None) => return Err(damaged()),
        };
        let mut frame = stretch.frame.clone();
        let (mut number, mut deeds_left) = (None, self.file.deeds_max(places));
        for place in places {
            let follows = number.is_none_or(|number| place.head.number == number + 1);
            number = Some(place.head.number);
            if !follows || self.add_turns(place, &mut frame, &mut stretch.turns, &mut deeds_left)?.is_none() {
                let first = stretch.turns.last().map_or(rounds.0, |turn| turn.round);
                stretch.damaged = Some((first, rounds.1));
                break;
            }
        }
        Ok(stretch)
    }

    fn no_round(&self, round: u32) -> ReplayError {
        let has = match self.file.rounds() {
            0 => t!("it has none at all"),
            last => t!("it has 1 to %{last}", last),
        };
        ReplayError::NoRound { round, has }
    }

    fn first_frame(&self, places: &[Place]) -> Option<G::Frame> {
        let place = places.first().filter(|place| place.head.kind == Kind::Frame)?;
        let body = block::body(&*self.file.source, place.offset, &place.head).ok()??;
        let (frame, _) = split_frame(&body)?;
        G::read_frame(&self.setup, frame)
    }

    /// Reads a block's turns; `Ok(None)` when it is damaged. What could be read is kept. `deeds_left` counts
    /// the orders and events that are left to the chunk.
    fn add_turns(
        &self,
        place: &Place,
        frame: &mut G::Frame,
        turns: &mut Vec<Turn<G>>,
        deeds_left: &mut usize,
    ) -> Result<Option<()>, ReplayError> {
        let Some(body) = block::body(&*self.file.source, place.offset, &place.head)? else { return Ok(None) };
        let body = match place.head.kind {
            Kind::Frame => split_frame(&body).map(|(_, rest)| rest),
            _ => Some(body.as_slice()),
        };
        let reader = body
            .and_then(TurnReader::of::<G>)
            .filter(|_| place.head.turns as usize <= TURNS_MAX - turns.len());
        let Some(mut reader) = reader else { return Ok(None) };
        for _ in 0..place.head.turns {
            let Some(turn) = reader.next(&self.setup, frame) else { return Ok(None) };
            if !(place.head.first_round..=place.head.last_round).contains(&turn.round) {
                return Ok(None);
            }
            let deeds =
                turn.events.len() + turn.orders.iter().map(|(_, own)| G::count_orders(own)).sum::<usize>();
            *deeds_left = match deeds_left.checked_sub(deeds) {
                Some(left) => left,
                None => return Ok(None),
            };
            turns.push(turn);
        }
        Ok(Some(()))
    }

    /// The moment before a round, and its turns.
    pub fn round(&self, round: u32) -> Result<Stretch<G>, ReplayError> {
        if round == 0 || round > self.file.rounds() {
            return Err(self.no_round(round));
        }
        let mut stretch = self.chunk(chunk_of(round))?;
        let at = stretch.turns.partition_point(|turn| turn.round < round);
        let rest = stretch.turns.split_off(at);
        for turn in &stretch.turns {
            G::follow(&self.setup, &mut stretch.frame, &turn.seats(), &turn.events);
        }
        stretch.turns = rest.into_iter().take_while(|turn| turn.round == round).collect();
        let is_hit = |(first, last): &(u32, u32)| (*first..=*last).contains(&round);
        match stretch.damaged.filter(is_hit) {
            Some((first, last)) if stretch.turns.is_empty() => Err(ReplayError::Damaged { first, last }),
            _ => Ok(stretch),
        }
    }

    /// All chunks, one after the other.
    pub fn all_chunks(&self) -> impl Iterator<Item = Result<Stretch<G>, ReplayError>> + '_ {
        (0..self.file.chunks()).map(|chunk| self.chunk(chunk))
    }

    /// The rounds of a chunk, whether they are there or not.
    pub fn rounds_of(chunk: u32) -> RangeInclusive<u32> {
        chunk * CHUNK_ROUNDS + 1..=(chunk + 1) * CHUNK_ROUNDS
    }
}

/// A frame's bytes and what comes after them.
fn split_frame(body: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = body.split_first_chunk()?;
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at_checked(length).filter(|_| length <= FRAME_MAX)
}
