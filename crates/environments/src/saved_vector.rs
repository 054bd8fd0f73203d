//! Copies of vectors.

use crate::lane::Lane;
use crate::vector::Vector;
use std::any::Any;
use wag_core::game::Playable;

/// A copy of all matches of a vector.
pub struct SavedVector(Content);

enum Content {
    Lanes(Box<dyn SavedLanes>),
    Bytes(Vec<u8>),
}

/// The matches of one game.
trait SavedLanes: Any + Send {
    fn bytes(&self) -> Vec<u8>;
}

struct Lanes<G: Playable> {
    /// The seed of the vector.
    seed: u64,
    lanes: Vec<SavedLane<G>>,
}

struct SavedLane<G: Playable> {
    seed: Option<u64>,
    episode: u64,
    lane: Lane<G>,
}

impl SavedVector {
    /// Returns a copy of the matches of a vector.
    pub(crate) fn of<G: Playable>(vector: &Vector<G>) -> SavedVector {
        let lanes = vector.lanes.iter().map(|one| SavedLane {
            seed: one.seed,
            episode: one.episode,
            lane: one.lane.clone(),
        });
        SavedVector(Content::Lanes(Box::new(Lanes { seed: vector.shared.seed, lanes: lanes.collect() })))
    }

    /// Returns the copy as bytes for another process. They do not contain what opponents remember.
    pub fn bytes(&self) -> Vec<u8> {
        match &self.0 {
            Content::Lanes(lanes) => lanes.bytes(),
            Content::Bytes(bytes) => bytes.clone(),
        }
    }

    /// Returns the copy that [`SavedVector::bytes`] wrote.
    pub fn from_bytes(bytes: Vec<u8>) -> SavedVector {
        SavedVector(Content::Bytes(bytes))
    }

    /// Lets a vector continue from this copy. Returns false, and changes nothing, if the copy does not fit.
    pub(crate) fn load_into<G: Playable>(&self, vector: &mut Vector<G>) -> bool {
        let read;
        let saved = match &self.0 {
            Content::Lanes(lanes) => (lanes.as_ref() as &dyn Any).downcast_ref::<Lanes<G>>(),
            Content::Bytes(bytes) => {
                read = Lanes::read(vector, bytes);
                read.as_ref()
            }
        };
        let fits = |saved: &&Lanes<G>| {
            saved.lanes.len() == vector.lanes.len()
                && saved.lanes.iter().zip(&vector.lanes).all(|(one, own)| {
                    one.lane.played.seats() == own.lane.played.seats()
                        && G::spaces(one.lane.played.setup()) == vector.shared.agents.spaces
                })
        };
        let Some(saved) = saved.filter(fits) else { return false };
        vector.shared.seed = saved.seed;
        for (lane, saved) in vector.lanes.iter_mut().zip(&saved.lanes) {
            (lane.seed, lane.episode, lane.failure) = (saved.seed, saved.episode, None);
            // Functions and processes keep their own memory, unless others take their seats.
            let is_new = lane.lane.is_new || saved.lane.line_up != lane.lane.line_up;
            lane.lane = saved.lane.clone();
            lane.lane.is_new = is_new;
        }
        true
    }
}

impl<G: Playable> SavedLanes for Lanes<G> {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_number(&mut bytes, self.seed);
        for one in &self.lanes {
            write_number(&mut bytes, one.seed.is_some().into());
            write_number(&mut bytes, one.seed.unwrap_or_default());
            write_number(&mut bytes, one.episode);
            let lane = one.lane.bytes();
            write_number(&mut bytes, lane.len() as u64);
            bytes.extend(lane);
        }
        bytes
    }
}

impl<G: Playable> Lanes<G> {
    /// Returns the matches in these bytes, with bots that remember nothing; `None` if they are no matches of this game.
    fn read(vector: &Vector<G>, mut bytes: &[u8]) -> Option<Lanes<G>> {
        let seed = read_number(&mut bytes)?;
        let mut lanes = Vec::new();
        for own in &vector.lanes {
            let has_seed = read_number(&mut bytes)? == 1;
            let seed = Some(read_number(&mut bytes)?).filter(|_| has_seed);
            let episode = read_number(&mut bytes)?;
            let length = usize::try_from(read_number(&mut bytes)?).ok()?;
            let (saved, rest) = bytes.split_at_checked(length)?;
            bytes = rest;
            lanes.push(SavedLane { seed, episode, lane: own.lane.read(&vector.shared.setups, saved)? });
        }
        bytes.is_empty().then_some(Lanes { seed, lanes })
    }
}

fn write_number(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend(number.to_le_bytes());
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*number))
}
