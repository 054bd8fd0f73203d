//! An observer that writes a replay during the match.

mod redact;

pub use redact::Redaction;

use super::block::{Kind, MAGIC, Packer};
use super::header::{Ended, FinalStanding, Header, Unrepeatable};
use super::turns::{TurnParts, Writer};
use super::{BLOCK_ROUNDS, chunk_of};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use wag_core::arena::{Ending, Observer, TurnRecord, TurnReport};
use wag_core::game::{Advice, Notice, Seat, Show, Standing};
use wag_core::problem::{Fault, FaultKind, Problem, TIME_OUT, Unseeded};
use wag_i18n::Message;

/// The compression level. A high level makes small bodies much smaller, and takes little time because there is only one
/// block per 16 rounds.
pub(super) const LEVEL: i32 = 12;

/// The recorder finishes a block once the block has this length, in bytes.
const BLOCK_BYTES: usize = 1 << 20;

/// The interval after which spectators of a slow match receive new turns.
const STEP: Duration = Duration::from_millis(500);

/// The last bytes of a complete file, after the offset of the index.
pub const INDEX_MAGIC: [u8; 8] = *b"WAGINDEX";

/// What is known about a match only after its last turn.
#[derive(Clone, Debug, Default)]
pub struct Closing {
    /// For each seat, the reason why its player forfeits; `None` if it does not. The list may be empty if nobody forfeits.
    pub forfeits: Vec<Option<Message>>,
    /// Notes for the players, most important first.
    pub advice: Vec<Advice>,
}

/// An observer that writes a replay. A write error ends the recording, never the match. After the match,
/// [`Recorder::close`] completes the replay.
pub struct Recorder<G: Show> {
    setup: G::Setup,
    frame: Option<G::Frame>,
    recording: RecordingFile,
}

/// The part of a recorder that does not depend on the game: the file and its state.
struct RecordingFile {
    out: Box<dyn Write>,
    packer: Packer,
    turns: Writer,
    block: Block,
    body: Vec<u8>,
    /// The offset of the next block.
    offset: u64,
    index: Vec<u64>,
    /// The sources of nondeterminism that each player has used, as far as this is known, and whether it ran out of time.
    /// `None` stands for the game.
    seats: BTreeMap<Option<Seat>, (Unseeded, bool)>,
    written: Instant,
    /// The interval after which collected turns are written.
    step: Duration,
    failure: Option<io::Error>,
}

/// The block that is being written: the data for its header, and its first frame.
#[derive(Default)]
struct Block {
    first_round: u32,
    last_round: u32,
    turns: u32,
    /// The frame at the beginning of the block; `None` if the block does not start a chunk.
    frame: Option<Vec<u8>>,
}

/// The data before round 1: the events and the first frame.
#[derive(Serialize, Deserialize)]
pub struct Opening<E> {
    pub events: Vec<E>,
    pub notices: Vec<(Seat, bool)>,
    pub frame: Vec<u8>,
}

impl<G: Show> Recorder<G> {
    /// Creates a recorder and writes the header at once, so that a write error is reported before the match.
    pub fn new(out: impl Write + 'static, header: &Header, setup: G::Setup) -> io::Result<Self> {
        Ok(Recorder {
            setup,
            frame: None,
            recording: RecordingFile::begin(Box::new(out), header, Writer::of::<G>())?,
        })
    }

    /// Makes the recorder write every turn immediately, for a spectator who is waiting for it.
    pub fn at_once(&mut self) {
        self.recording.step = Duration::ZERO;
    }

    /// Writes the end of the match.
    pub fn close(&mut self, state: &G::State, ending: &Ending, closing: &Closing) {
        self.recording.note(None, G::unseeded(state), false);
        self.recording.close(ending, G::standings(state), G::failure(state), closing);
    }

    /// Returns the error that made the replay incomplete, if any.
    pub fn failure(&self) -> Option<&io::Error> {
        self.recording.failure.as_ref()
    }

    fn add(&mut self, turn: &TurnRecord<'_, G>) -> io::Result<()> {
        let (Some(frame), recording) = (&mut self.frame, &mut self.recording) else { return Ok(()) };
        recording.add_turn(&self.setup, frame, &TurnParts::of_record(turn))?;
        debug_assert!(*frame == G::frame(turn.state), "a frame follows the events");
        if recording.written.elapsed() >= recording.step { recording.finish_step() } else { Ok(()) }
    }
}

impl RecordingFile {
    fn begin(out: Box<dyn Write>, header: &Header, turns: Writer) -> io::Result<RecordingFile> {
        let mut recording = RecordingFile {
            out,
            packer: Packer::new(LEVEL)?,
            turns,
            block: Block::default(),
            body: Vec::new(),
            offset: 0,
            index: Vec::new(),
            seats: BTreeMap::new(),
            written: Instant::now(),
            step: STEP,
            failure: None,
        };
        recording.put(&MAGIC)?;
        recording.put_block(Kind::Header, (0, 0), 0, &serde_json::to_vec(header)?, &[])?;
        Ok(recording)
    }

    /// Adds a turn, and advances `frame` to its end.
    fn add_turn<G: Show>(
        &mut self,
        setup: &G::Setup,
        frame: &mut G::Frame,
        turn: &TurnParts<'_, G>,
    ) -> io::Result<()> {
        let last_round = self.block.last_round;
        if self.begins_chunk(turn.round)? {
            // Continue from the decoded frame, exactly as a reader does that starts here.
            let encoded = G::write_frame(setup, frame);
            *frame = G::read_frame(setup, &encoded).ok_or(io::ErrorKind::InvalidData)?;
            self.block.frame = Some(encoded);
        }
        self.block.last_round = turn.round.max(last_round);
        self.block.turns += 1;
        self.turns.add(setup, frame, turn);
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(bytes)?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    fn put_block(
        &mut self,
        kind: Kind,
        rounds: (u32, u32),
        turns: u32,
        raw: &[u8],
        cuts: &[usize],
    ) -> io::Result<()> {
        let block = self.packer.block(kind, rounds, turns, raw, cuts)?;
        self.index.push(self.offset);
        self.put(&block)?;
        self.written = Instant::now();
        self.out.flush()
    }

    /// Runs an operation on the file, unless an earlier operation failed. If the operation fails, stores its error.
    fn attempt(&mut self, done: impl FnOnce(&mut Self) -> io::Result<()>) {
        if self.failure.is_none() {
            self.failure = done(self).err();
        }
    }

    /// Records the time-outs and the sources of nondeterminism in these reports.
    fn look_at(&mut self, reports: &[(Seat, TurnReport)]) {
        let timed_out = |fault: &Fault| fault.kind == FaultKind::Timeout;
        for (seat, report) in reports {
            self.note(Some(*seat), report.unseeded, report.fault.as_ref().is_some_and(timed_out));
        }
    }

    fn note(&mut self, seat: Option<Seat>, unseeded: Unseeded, has_timed_out: bool) {
        let known = self.seats.entry(seat).or_default();
        *known = (known.0.and(unseeded), known.1 | has_timed_out);
    }

    /// Returns who used what that makes the match not repeatable.
    fn unrepeatable(&self) -> Vec<Unrepeatable> {
        let seats = self.seats.iter().map(|(seat, (unseeded, has_timed_out))| Unrepeatable {
            seat: seat.map(Seat::number),
            sources: unseeded.names().chain(has_timed_out.then_some(TIME_OUT)).map(str::to_string).collect(),
        });
        seats.filter(|one| !one.sources.is_empty()).collect()
    }

    fn repeatable(&self, ending: &Ending) -> Option<bool> {
        if ending.interrupted || !self.unrepeatable().is_empty() {
            return Some(false);
        }
        let is_unwatched = self.seats.values().any(|(unseeded, _)| unseeded.is_unwatched());
        (!is_unwatched).then_some(true)
    }

    fn close(
        &mut self,
        ending: &Ending,
        standings: Vec<Standing>,
        failed: Option<&Problem>,
        closing: &Closing,
    ) {
        let ended = Ended {
            rounds: ending.rounds,
            interrupted: ending.interrupted,
            repeatable: self.repeatable(ending),
            unrepeatable: self.unrepeatable(),
            advice: closing.advice.clone(),
            failed: failed.cloned(),
            standings: FinalStanding::ranked(standings, &closing.forfeits),
        };
        self.attempt(|recording| recording.end(&ended));
    }

    /// Writes the collected turns as a block.
    fn finish_block(&mut self) -> io::Result<()> {
        if self.block.turns == 0 {
            return Ok(());
        }
        let Block { first_round, last_round, turns, frame } = std::mem::take(&mut self.block);
        let mut body = std::mem::take(&mut self.body);
        body.clear();
        let kind = match frame {
            None => Kind::Turns,
            Some(frame) => {
                body.extend((frame.len() as u32).to_le_bytes());
                body.extend(frame);
                Kind::Frame
            }
        };
        let cuts = self.turns.finish(&mut body);
        let written = self.put_block(kind, (first_round, last_round), turns, &body, &cuts);
        self.body = body;
        written
    }

    /// Prepares for a turn of the given round. Returns whether the turn starts a new chunk.
    fn begins_chunk(&mut self, round: u32) -> io::Result<bool> {
        let begins_chunk = chunk_of(round) != chunk_of(self.block.last_round.max(1));
        let is_full = round >= self.block.first_round + BLOCK_ROUNDS || self.turns.len() > BLOCK_BYTES;
        if is_full || begins_chunk {
            self.finish_block()?;
        }
        if self.block.turns == 0 {
            self.block.first_round = round;
        }
        Ok(begins_chunk)
    }

    /// Writes the turns collected so far. The next block continues from there.
    fn finish_step(&mut self) -> io::Result<()> {
        let last_round = self.block.last_round;
        self.finish_block()?;
        self.block.last_round = last_round;
        Ok(())
    }

    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        self.finish_block()?;
        self.put_block(Kind::Ended, (0, 0), 0, &serde_json::to_vec(ended)?, &[])?;
        let place = self.offset;
        let index = postcard::to_stdvec(&self.index).map_err(io::Error::other)?;
        self.put_block(Kind::Index, (0, 0), 0, &index, &[])?;
        self.put(&[&place.to_le_bytes()[..], &INDEX_MAGIC].concat())?;
        self.out.flush()
    }
}

impl<G: Show> Observer<G> for Recorder<G> {
    fn started(&mut self, state: &G::State, events: &[G::Event], notices: &[(Seat, Notice)]) {
        let frame = G::frame(state);
        let opening = Opening {
            events: events.to_vec(),
            notices: notices.iter().map(|(seat, what)| (*seat, *what == Notice::StandsStill)).collect(),
            frame: G::write_frame(&self.setup, &frame),
        };
        self.frame = Some(frame);
        let body = postcard::to_stdvec(&opening).map_err(io::Error::other);
        self.recording.attempt(|recording| recording.put_block(Kind::Opening, (0, 0), 0, &body?, &[]));
    }

    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        self.recording.look_at(turn.reports);
        if self.recording.failure.is_none() {
            self.recording.failure = self.add(turn).err();
        }
    }
}
