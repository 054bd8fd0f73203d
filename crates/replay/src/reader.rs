//! A reader that reads replays turn by turn: complete, truncated, damaged and growing files.

use super::block::{self, HEAD_BYTES, Head, HeadReader, Kind, MAGIC};
use super::header::{Ended, Header};
use super::recorder::{INDEX_MAGIC, Opening};
use super::source::Source;
use super::turns::{Turn, TurnReader};
use super::{CHUNK_ROUNDS, ROUNDS_MAX, ReplayError, chunk_of};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wag_core::game::{FrameArrays, Show};
use wag_core::problem::unrepeatable_in_words;
use wag_core::text::printable;
use wag_i18n::{Message, t};

/// The maximum number of turns in one chunk.
const TURNS_MAX: usize = 1 << 16;

/// The maximum number of orders and events in one chunk, more than all units of the largest board produce. A limit is
/// needed because a few bytes may stand for any number of them.
const ACTIONS_MAX: usize = 1 << 21;

/// The limit for a whole file's uncompressed bytes. It is a base plus an amount per byte of the file.
///
/// Real replays stay below it: as a whole, they unpack to at most ten times their length. The worst one contains the output of ten players that print one letter again and again,
/// which is compressed by a factor of ten thousand: with the default of `--match-output`, 640 MB, less than the base.
const RAW_OF_FILE: Allowance = Allowance { base: 1 << 30, per_byte: 32 };
/// The limit for the number of turns of a whole file.
const TURNS_OF_FILE: Allowance = Allowance { base: 1 << 17, per_byte: 4 };
/// The limit for the number of orders and events of a whole file.
const ACTIONS_OF_FILE: Allowance = Allowance { base: 8 * ACTIONS_MAX as u64, per_byte: 64 };

/// A limit that grows with the length of a file: a base, plus an amount per byte.
struct Allowance {
    base: u64,
    per_byte: u64,
}

impl Allowance {
    fn of(&self, bytes: u64) -> u64 {
        self.base.saturating_add(self.per_byte.saturating_mul(bytes))
    }
}

/// The maximum size of a match as arrays, in bytes: ten times that of the longest match on the largest board.
const ARRAYS_MAX: u64 = 4 << 30;

/// The numbers of turns and of orders and events that a chunk may still contain.
struct Left {
    turns: usize,
    actions: usize,
}

/// The maximum length of a frame at the beginning of a block, in bytes.
const FRAME_MAX: usize = 8 << 20;

/// A replay of a known game. It keeps only the headers of blocks in memory.
pub struct Reader<G: Show> {
    file: Blocks,
    setup: G::Setup,
    opening: Option<Opening<G::Event>>,
}

/// The blocks of a replay of any game.
pub struct Blocks {
    source: Arc<dyn Source>,
    pub header: Header,
    pub ended: Option<Ended>,
    /// Whether the block about the end of the match has been read. Only the first such block counts, because thousands
    /// of damaged ones would take minutes to read.
    has_end: bool,
    opening: Option<Place>,
    /// The blocks that contain turns, in order.
    turns: Vec<Place>,
    /// The number that the block about the end of the match has; `None` as long as no block after the turns was found.
    end_number: Option<u32>,
    /// The total uncompressed length of these blocks, in bytes, according to their headers.
    raw_total: u64,
    /// The total number of turns in these blocks, according to their headers.
    turns_total: u64,
    /// The offset up to which the file has been scanned.
    seen: u64,
    /// Whether there are bytes between blocks that do not belong to any block.
    is_damaged: bool,
    /// The offsets of blocks that turned out to contain nothing readable. They are not unpacked again, because an export
    /// reads a file several times.
    unreadable: Mutex<BTreeSet<u64>>,
}

/// A block's offset and header.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    head: Head,
}

/// The first and the last round of a range.
type Rounds = (u32, u32);

/// A sequence of consecutive rounds.
pub struct Stretch<G: Show> {
    /// The frame at the beginning of the first round.
    pub frame: G::Frame,
    pub turns: Vec<Turn<G>>,
    /// The range of rounds that cannot be read, if any. They come after `turns`.
    pub damaged: Option<(u32, u32)>,
}

/// The beginning of a chunk.
struct Start<G: Show> {
    frame: G::Frame,
    /// The chunk's first and last round.
    rounds: Rounds,
    /// The body of the chunk's first block, if it was unpacked for the frame.
    body: Option<Vec<u8>>,
}

/// The frames before and after the turns of a chunk.
struct Walk<G: Show> {
    first: G::Frame,
    last: G::Frame,
    /// The range of rounds that cannot be read, if any.
    damaged: Option<Rounds>,
}

impl Blocks {
    /// Returns false if something in the match depended on more than its seed and its players.
    pub fn is_repeatable(&self) -> bool {
        self.ended.as_ref().and_then(|ended| ended.repeatable) != Some(false)
    }

    /// Returns a sentence for each thing that makes the match not repeatable; none in older files.
    pub fn why_unrepeatable(&self) -> Vec<Message> {
        let noted = self.ended.iter().flat_map(|ended| &ended.unrepeatable);
        let sentences = noted.flat_map(|noted| {
            let seat = noted.seat.and_then(|seat| usize::from(seat).checked_sub(1));
            let player = seat.and_then(|seat| self.header.players.get(seat)).map(|player| &player.name);
            let name = printable(player.map_or(self.header.game_name(), String::as_str));
            noted.sources.iter().filter_map(move |source| unrepeatable_in_words(&name, source))
        });
        sentences.collect()
    }

    /// Opens a file and finds its blocks: through the index if there is one, otherwise by reading all block headers.
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

    /// Finds the blocks after the header. The header ends at the offset `seen`.
    pub(super) fn after(source: Box<dyn Source>, header: Header, seen: u64) -> Result<Blocks, ReplayError> {
        let length = source.length()?;
        let mut blocks = Blocks {
            source: source.into(),
            header,
            ended: None,
            has_end: false,
            opening: None,
            turns: Vec::new(),
            end_number: None,
            raw_total: 0,
            turns_total: 0,
            seen,
            is_damaged: false,
            unreadable: Mutex::default(),
        };
        if blocks.use_index(length).is_none() {
            (blocks.seen, blocks.opening, blocks.ended, blocks.has_end) = (seen, None, None, false);
            blocks.turns.clear();
            (blocks.end_number, blocks.is_damaged) = (None, false);
            (blocks.raw_total, blocks.turns_total) = (0, 0);
            blocks.refresh()?;
        }
        Ok(blocks)
    }

    /// Takes the blocks from the index; `None` if there is no valid index.
    fn use_index(&mut self, length: u64) -> Option<()> {
        let mut footer = [0; 16];
        self.source.read_at(length.checked_sub(16)?, &mut footer).ok()?;
        let (offset, magic) = footer.split_first_chunk()?;
        if *magic != INDEX_MAGIC {
            return None;
        }
        let offset = u64::from_le_bytes(*offset);
        let head = block::head_at(&*self.source, offset).filter(|head| head.kind == Kind::Index)?;
        // Each entry takes at least one byte and refers to a complete block.
        if u64::from(head.raw) > length {
            return None;
        }
        let body = block::body(&*self.source, offset, &head).ok()??;
        let places: Vec<u64> = postcard::from_bytes(&body).ok()?;
        let source = Arc::clone(&self.source);
        let mut heads = HeadReader::new(&*source).ok()?;
        for (number, offset) in places.into_iter().enumerate() {
            let head = heads.head_at(offset)?;
            if head.number as usize != number {
                return None;
            }
            self.take(Place { offset, head }, length);
        }
        self.seen = length;
        self.ended.is_some().then_some(())
    }

    /// Reads the blocks written since the last call.
    pub fn refresh(&mut self) -> Result<(), ReplayError> {
        let source = Arc::clone(&self.source);
        let mut heads = HeadReader::new(&*source)?;
        let length = heads.length;
        while self.ended.is_none() && self.seen + HEAD_BYTES as u64 <= length {
            let offset = self.seen;
            match heads.head_at(offset) {
                Some(head) => {
                    let end = offset + HEAD_BYTES as u64 + u64::from(head.packed);
                    if end > length {
                        return Ok(());
                    }
                    self.seen = end;
                    self.take(Place { offset, head }, length);
                }
                None => {
                    self.is_damaged = true;
                    // A block may begin in the last bytes and not be written yet.
                    self.seen = heads.next(offset + 1).unwrap_or(length + 1 - HEAD_BYTES as u64);
                }
            }
        }
        Ok(())
    }

    /// Takes a block of a file of this length.
    fn take(&mut self, place: Place, length: u64) {
        match place.head.kind {
            Kind::Opening => self.opening = Some(place),
            Kind::Frame | Kind::Turns => {
                let last = self.turns.last().map_or(0, |last| last.head.last_round);
                let head = &place.head;
                let is_sound =
                    head.turns > 0 && head.last_round >= head.first_round && head.last_round <= ROUNDS_MAX;
                if is_sound && head.first_round >= last.max(1) {
                    match self.is_allowed(head, length) {
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
                self.end_number = Some(place.head.number);
                let body = block::body(&*self.source, place.offset, &place.head).ok().flatten();
                self.ended = body.and_then(|body| serde_json::from_slice(&body).ok());
                self.is_damaged |= self.ended.is_none();
            }
            Kind::Index => {
                self.end_number.get_or_insert(place.head.number.saturating_sub(1));
            }
            Kind::Header => {}
        }
    }

    /// Returns whether the file stays within its limits with one more block. This is checked because a few bytes of
    /// zstd may expand to gigabytes.
    fn is_allowed(&self, head: &Head, bytes: u64) -> bool {
        let raw = self.raw_total.saturating_add(head.raw.into());
        let turns = self.turns_total.saturating_add(head.turns.into());
        raw <= RAW_OF_FILE.of(bytes) && turns <= TURNS_OF_FILE.of(bytes)
    }

    /// Returns the maximum number of orders and events in the blocks of a chunk, which is their part of the file's
    /// limit.
    fn actions_max(&self, places: &[Place]) -> usize {
        let bytes: u64 = places.iter().map(|place| HEAD_BYTES as u64 + u64::from(place.head.packed)).sum();
        let share =
            Allowance { base: ACTIONS_OF_FILE.base / u64::from(self.chunks().max(1)), ..ACTIONS_OF_FILE };
        usize::try_from(share.of(bytes)).unwrap_or(usize::MAX).min(ACTIONS_MAX)
    }

    /// Returns whether the match was played to its end and the replay is complete.
    pub fn is_complete(&self) -> bool {
        !self.is_damaged && self.ended.as_ref().is_some_and(|ended| !ended.interrupted)
    }

    /// Returns an error if the end of the match is lost: its result and its notes.
    pub fn check_end(&self) -> Result<(), ReplayError> {
        let is_lost = self.ended.is_none() && (self.is_damaged || self.end_number.is_some());
        if is_lost { Err(ReplayError::DamagedEnd) } else { Ok(()) }
    }

    /// Returns an error for everything that cannot be read because blocks are missing or damaged.
    pub fn damage(&self) -> Vec<ReplayError> {
        let rounds = self.damaged().into_iter().map(|(first, last)| ReplayError::Damaged { first, last });
        rounds.chain(self.check_end().err()).collect()
    }

    /// Returns the ranges of rounds that cannot be read because blocks are missing or damaged. Reading goes on with the next
    /// chunk.
    pub fn damaged(&self) -> Vec<(u32, u32)> {
        merged((0..self.chunks()).filter_map(|chunk| self.damaged_in(chunk)))
    }

    /// Returns the rounds of a chunk that cannot be read because a block is missing or damaged.
    fn damaged_in(&self, chunk: u32) -> Option<Rounds> {
        let is_whole =
            |place: &Place| matches!(block::packed(&*self.source, place.offset, &place.head), Ok(Some(_)));
        let rounds = self.rounds_in(chunk);
        let places = self.of_chunk(chunk);
        let has_start = match chunk {
            0 => self.opening.as_ref().is_some_and(is_whole),
            _ => places.first().is_some_and(|place| place.head.kind == Kind::Frame && is_whole(place)),
        };
        let (places, missing) = self.without_gap(chunk, places);
        let damaged = places.iter().find(|place| !is_whole(place)).map(|place| place.head.first_round);
        let first = if has_start { damaged.or(missing)? } else { rounds.0 };
        Some((first, rounds.1))
    }

    /// Returns the blocks of a chunk up to the first missing block, and the first round that may lack turns because of it.
    fn without_gap<'p>(&self, chunk: u32, places: &'p [Place]) -> (&'p [Place], Option<u32>) {
        let (mut round, end) = self.rounds_in(chunk);
        let opening = self.opening.as_ref().filter(|_| chunk == 0);
        let mut last = opening.map(|place| place.head.number);
        for (at, place) in places.iter().enumerate() {
            if last.is_some_and(|last| last.checked_add(1) != Some(place.head.number)) {
                return (&places[..at], Some(round));
            }
            (last, round) = (Some(place.head.number), place.head.last_round.min(end));
        }
        let Some(last) = last else { return (places, None) };
        let later = self.turns.partition_point(|place| chunk_of(place.head.first_round) <= chunk);
        let next = self.turns.get(later);
        let next_chunk = chunk.saturating_add(1);
        // Otherwise the missing blocks may all belong to later chunks.
        let belongs_here = round < end
            || match next {
                Some(next) => next.head.kind == Kind::Frame && chunk_of(next.head.first_round) == next_chunk,
                None => next_chunk >= self.chunks(),
            };
        let number = next.map(|next| next.head.number).or(self.end_number);
        let has_gap = number.is_some_and(|number| last.checked_add(1) != Some(number));
        (places, (has_gap && belongs_here).then_some(round))
    }

    /// Returns the last round with any data, or with data that are lost before the end of the match.
    pub fn rounds(&self) -> u32 {
        let last = self.turns.last().map_or(0, |last| last.head.last_round);
        let number = self.turns.last().or(self.opening.as_ref()).map_or(0, |place| place.head.number);
        let is_lost = self.end_number.is_some_and(|end| number.checked_add(1) != Some(end));
        let ended = self.ended.as_ref().filter(|_| is_lost).map_or(0, |ended| ended.rounds.min(ROUNDS_MAX));
        last.max(ended)
    }

    /// Returns the first and the last round of a chunk.
    fn rounds_in(&self, chunk: u32) -> Rounds {
        let last = chunk.saturating_add(1).saturating_mul(CHUNK_ROUNDS);
        (last.saturating_sub(CHUNK_ROUNDS - 1), last.min(self.rounds().max(1)))
    }

    /// Returns the number of chunks. A match that has begun has at least one chunk.
    pub fn chunks(&self) -> u32 {
        if self.rounds() == 0 { u32::from(self.opening.is_some()) } else { chunk_of(self.rounds()) + 1 }
    }

    /// Unpacks a block; `None` if it is damaged.
    fn body(&self, place: &Place) -> Result<Option<Vec<u8>>, ReplayError> {
        match self.unreadable().contains(&place.offset) {
            true => Ok(None),
            false => Ok(block::body(&*self.source, place.offset, &place.head)?),
        }
    }

    fn unreadable(&self) -> MutexGuard<'_, BTreeSet<u64>> {
        self.unreadable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the blocks of a chunk.
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

    /// Creates a reader. Returns an error if the blocks belong to another game.
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

    /// Creates a reader of blocks with a valid header.
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

    /// Returns the events before round 1.
    pub fn opening(&self) -> Option<&Opening<G::Event>> {
        self.opening.as_ref()
    }

    /// Returns an error if the events before round 1 are lost.
    pub fn check_opening(&self) -> Result<(), ReplayError> {
        if self.opening.is_none() && self.file.chunks() > 0 { self.start(0).map(drop) } else { Ok(()) }
    }

    /// Reads the blocks written since the last call.
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

    /// Reads the rounds from `chunk * 32 + 1` to `(chunk + 1) * 32`, as far as they are available.
    pub fn chunk(&self, chunk: u32) -> Result<Stretch<G>, ReplayError> {
        let mut turns = Vec::new();
        let Walk { first, damaged, .. } = self.walk(chunk, |_, _| {}, |turn| turns.push(turn))?;
        Ok(Stretch { frame: first, turns, damaged })
    }

    /// Reads the rounds of a chunk as [`Reader::chunk`] does. Calls `before` with the round of each turn and the frame
    /// before it, and `after` with the turn.
    fn walk(
        &self,
        chunk: u32,
        mut before: impl FnMut(u32, &G::Frame),
        mut after: impl FnMut(Turn<G>),
    ) -> Result<Walk<G>, ReplayError> {
        let Start { frame: first, rounds, mut body } = self.start(chunk)?;
        let (places, missing) = self.file.without_gap(chunk, self.file.of_chunk(chunk));
        let mut walk = Walk { last: first.clone(), first, damaged: missing.map(|first| (first, rounds.1)) };
        let mut left = Left { turns: TURNS_MAX, actions: self.file.actions_max(places) };
        for place in places {
            let mut last_round = None;
            let after = |turn: Turn<G>| {
                last_round = Some(turn.round);
                after(turn);
            };
            let body = match body.take() {
                None => self.file.body(place)?,
                body => body,
            };
            let read = body.and_then(|body| {
                self.read_turns(place, &body, &mut walk.last, &mut left, &mut before, after)
            });
            if read.is_none() {
                // A block with a frame is needed for its frame.
                if last_round.is_none() && place.head.kind == Kind::Turns {
                    self.file.unreadable().insert(place.offset);
                }
                walk.damaged = Some((last_round.unwrap_or(place.head.first_round), rounds.1));
                break;
            }
        }
        Ok(walk)
    }

    /// Returns the beginning of a chunk.
    fn start(&self, chunk: u32) -> Result<Start<G>, ReplayError> {
        let rounds = self.file.rounds_in(chunk);
        if chunk >= self.file.chunks() {
            return Err(self.no_round(rounds.0));
        }
        let start = match self.opening.as_ref().filter(|_| chunk == 0) {
            Some(opening) => G::read_frame(&self.setup, &opening.frame).map(|frame| (frame, None)),
            None => self.first_frame(self.file.of_chunk(chunk)),
        };
        let (frame, body) = start.ok_or(ReplayError::Damaged { first: rounds.0, last: rounds.1 })?;
        Ok(Start { frame, rounds, body })
    }

    fn no_round(&self, round: u32) -> ReplayError {
        let has = match self.file.rounds() {
            0 => t!("it has no rounds at all"),
            last => t!("it has rounds 1 to %{last}", last),
        };
        ReplayError::NoRound { round, has }
    }

    /// Returns the frame at the beginning of the first block, and the body of that block.
    fn first_frame(&self, places: &[Place]) -> Option<(G::Frame, Option<Vec<u8>>)> {
        let place = places.first().filter(|place| place.head.kind == Kind::Frame)?;
        let body = self.file.body(place).ok()??;
        let frame = split_frame(&body).and_then(|(frame, _)| G::read_frame(&self.setup, frame));
        if frame.is_none() {
            self.file.unreadable().insert(place.offset);
        }
        Some((frame?, Some(body)))
    }

    /// Reads a block's turns, and calls `before` and `after` as [`Reader::walk`] does. Returns `None` if the block is
    /// damaged; the turns before the damage are passed.
    fn read_turns(
        &self,
        place: &Place,
        body: &[u8],
        frame: &mut G::Frame,
        left: &mut Left,
        mut before: impl FnMut(u32, &G::Frame),
        mut after: impl FnMut(Turn<G>),
    ) -> Option<()> {
        let body = match place.head.kind {
            Kind::Frame => split_frame(body).map(|(_, rest)| rest)?,
            _ => body,
        };
        left.turns = left.turns.checked_sub(place.head.turns as usize)?;
        let mut reader = TurnReader::of::<G>(body)?;
        for _ in 0..place.head.turns {
            let turn = reader.next(&self.setup, frame, &mut before)?;
            if !(place.head.first_round..=place.head.last_round).contains(&turn.round) {
                return None;
            }
            let actions =
                turn.events.len() + turn.orders.iter().map(|(_, own)| G::count_orders(own)).sum::<usize>();
            left.actions = left.actions.checked_sub(actions)?;
            after(turn);
        }
        Some(())
    }

    /// Returns the turns of a round, and the frame before these turns.
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

    /// Returns the positions after all rounds as arrays. Returns an error if any round cannot be read.
    pub fn frame_arrays(&self) -> Result<FrameArrays, ReplayError> {
        let mut arrays = G::frame_arrays(&self.setup);
        let mut last = self.start(0)?.frame;
        for chunk in 0..self.file.chunks() {
            let add_frames = |round, frame: &G::Frame| {
                // Rounds without turns have frames, too.
                while arrays.frames() < round && arrays.size() <= ARRAYS_MAX {
                    G::add_frame(&self.setup, frame, &mut arrays);
                }
            };
            let walk = self.walk(chunk, add_frames, drop)?;
            if let Some((first, last)) = walk.damaged {
                return Err(ReplayError::Damaged { first, last });
            }
            if arrays.size() > ARRAYS_MAX {
                return Err(ReplayError::TooLarge);
            }
            last = walk.last;
        }
        G::add_frame(&self.setup, &last, &mut arrays);
        Ok(arrays)
    }

    /// Iterates over all chunks.
    pub fn all_chunks(&self) -> impl Iterator<Item = Result<Stretch<G>, ReplayError>> + '_ {
        (0..self.file.chunks()).map(|chunk| self.chunk(chunk))
    }

    /// Returns the numbers of the rounds of a chunk, whether the rounds exist or not.
    pub fn rounds_of(chunk: u32) -> RangeInclusive<u32> {
        chunk * CHUNK_ROUNDS + 1..=(chunk + 1) * CHUNK_ROUNDS
    }
}

/// Merges ranges of rounds that follow each other.
pub(super) fn merged(ranges: impl IntoIterator<Item = Rounds>) -> Vec<Rounds> {
    let mut merged: Vec<Rounds> = Vec::new();
    for (first, last) in ranges {
        match merged.last_mut() {
            Some((_, before)) if first <= before.saturating_add(1) => *before = last.max(*before),
            _ => merged.push((first, last)),
        }
    }
    merged
}

/// Splits a body into the bytes of its frame and the bytes after it.
fn split_frame(body: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = body.split_first_chunk()?;
    let length = u32::from_le_bytes(*length) as usize;
    rest.split_at_checked(length).filter(|_| length <= FRAME_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forge::{self, Forged};
    use std::io;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// A file that counts how often it is read.
    struct CountedFile(Vec<u8>, Arc<AtomicUsize>);

    impl Source for CountedFile {
        fn length(&self) -> io::Result<u64> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.length()
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.read_at(offset, buffer)
        }
    }

    #[test]
    fn unreadable_block_is_unpacked_once() {
        let block =
            Forged { kind: Kind::Frame as u8, first_round: 1, last_round: 1, turns: 1, ..Forged::default() };
        let block = forge::file([Forged { body: vec![0; 1000].into(), ..block }]);
        let (file, _) = opened(&block[MAGIC.len()..]);
        let place = file.turns[0];
        assert!(file.body(&place).unwrap().is_some());
        file.unreadable().insert(place.offset);
        assert!(file.body(&place).unwrap().is_none());
    }

    /// Opens a file whose header is followed by these bytes. Returns it with the number of reads.
    fn opened(rest: &[u8]) -> (Blocks, usize) {
        let header = Forged { body: b"{}".as_slice().into(), ..Forged::default() };
        let bytes = [forge::file([header]).as_slice(), rest].concat();
        let reads = Arc::<AtomicUsize>::default();
        let blocks = Blocks::open(Box::new(CountedFile(bytes, Arc::clone(&reads)))).unwrap();
        (blocks, reads.load(Ordering::Relaxed))
    }

    #[test]
    fn file_of_tiny_blocks_is_read_in_pieces() {
        let block = Forged { kind: Kind::Turns as u8, first_round: 1, last_round: 1, ..Forged::default() };
        let blocks = forge::file(std::iter::repeat_n(block, 20_000));
        let (file, reads) = opened(&blocks[MAGIC.len()..]);
        assert_eq!((file.rounds(), file.chunks()), (0, 0), "a block without turns does not count");
        assert!(reads < 1000, "{reads}");
        let (mut file, reads) = opened(&b"wBLK".repeat(250_000));
        assert!(reads < 1000 && !file.is_complete(), "{reads}");
        // The damaged part is not read again.
        let seen = file.seen;
        file.refresh().unwrap();
        assert!(file.seen == seen && seen > 999_000, "{seen}");
    }

    #[test]
    fn missing_and_damaged_blocks_are_damaged_rounds() {
        let block = |kind: Kind, rounds: (u32, u32), body: &'static [u8]| Forged {
            kind: kind as u8,
            first_round: rounds.0,
            last_round: rounds.1,
            turns: 1,
            body: body.into(),
        };
        let blocks = [
            block(Kind::Header, (0, 0), b"{}"),
            block(Kind::Opening, (0, 0), b"x"),
            block(Kind::Turns, (1, 16), b"x"),
            block(Kind::Turns, (17, 32), b"x"),
            block(Kind::Frame, (33, 48), b"x"),
            block(Kind::Turns, (49, 64), b"x"),
            block(Kind::Frame, (65, 80), b"x"),
            block(Kind::Ended, (0, 0), b"{\"rounds\": 80}"),
            block(Kind::Index, (0, 0), b"x"),
        ];
        let whole = forge::file(blocks);
        let heads: Vec<usize> =
            (0..whole.len()).filter(|at| whole[*at..].starts_with(&block::BLOCK_MAGIC)).collect();
        let open = |flipped: &[usize]| {
            let mut bytes = whole.clone();
            flipped.iter().for_each(|at| bytes[*at] ^= 0x5a);
            Blocks::open(Box::new(bytes)).unwrap()
        };
        let cases: [(&[usize], &[Rounds]); 9] = [
            (&[1], &[(1, 32)]),
            (&[2], &[(1, 32)]),
            (&[3], &[(16, 32)]),
            (&[4], &[(33, 64)]),
            (&[5], &[(48, 64)]),
            (&[6], &[(65, 80)]),
            (&[3, 4], &[(16, 64)]),
            (&[4, 5], &[(33, 64)]),
            (&[5, 6], &[(48, 80)]),
        ];
        for (missing, rounds) in cases {
            let flipped: Vec<usize> = missing.iter().map(|block| heads[*block] + 10).collect();
            let file = open(&flipped);
            assert_eq!(file.damaged(), rounds, "{missing:?}");
            assert!(!file.is_complete() && file.check_end().is_ok(), "{missing:?}");
        }
        for (damaged, rounds) in [(1, (1, 32)), (2, (1, 32)), (3, (17, 32)), (4, (33, 64)), (5, (49, 64))] {
            assert_eq!(open(&[heads[damaged] + HEAD_BYTES]).damaged(), [rounds], "{damaged}");
        }
        for at in [heads[7] + 10, heads[7] + HEAD_BYTES] {
            let file = open(&[at]);
            assert!(file.damaged().is_empty() && file.check_end().is_err());
        }
        assert!(open(&[]).damage().is_empty() && open(&[]).is_complete());
    }

    #[test]
    fn block_after_damage_is_found_wherever_a_piece_ends() {
        let block = Forged {
            kind: Kind::Turns as u8,
            first_round: 1,
            last_round: 7,
            turns: 1,
            body: b"x".as_slice().into(),
        };
        let block = forge::file([block]);
        for length in (4000..4200).chain([1, 2, 39, 40, 41]) {
            let (file, _) = opened(&[&b"wBLx".repeat(2000)[..length], &block[MAGIC.len()..]].concat());
            assert_eq!(file.rounds(), 7, "{length}");
            assert!(file.is_damaged);
        }
    }
}
