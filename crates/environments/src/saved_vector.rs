//! Copies of vectors.

use crate::Setups;
use crate::lane::Lane;
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

/// A copy of the matches of a vector of one game.
pub(crate) struct Lanes<G: Playable> {
    /// The seed of the vector.
    pub seed: u64,
    pub lanes: Vec<SavedLane<G>>,
}

pub(crate) struct SavedLane<G: Playable> {
    pub seed: Option<u64>,
    pub episode: u64,
    pub lane: Lane<G>,
}

impl SavedVector {
    /// Returns a copy that consists of these matches.
    pub(crate) fn of<G: Playable>(lanes: Lanes<G>) -> SavedVector {
        SavedVector(Content::Lanes(Box::new(lanes)))
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

    /// Returns the matches, which may have other boards than `lane`; `None` if they are not `count` matches of this game.
    pub(crate) fn lanes<G: Playable>(
        &self,
        setups: &Setups<G>,
        lane: &Lane<G>,
        count: usize,
    ) -> Option<Lanes<G>> {
        let lanes = match &self.0 {
            Content::Lanes(lanes) => (lanes.as_ref() as &dyn Any).downcast_ref::<Lanes<G>>()?.clone(),
            Content::Bytes(bytes) => Lanes::read(setups, lane, count, bytes)?,
        };
        (lanes.lanes.len() == count).then_some(lanes)
    }
}

impl<G: Playable> Clone for Lanes<G> {
    fn clone(&self) -> Self {
        let copy =
            |one: &SavedLane<G>| SavedLane { seed: one.seed, episode: one.episode, lane: one.lane.clone() };
        Lanes { seed: self.seed, lanes: self.lanes.iter().map(copy).collect() }
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
    fn read(setups: &Setups<G>, like: &Lane<G>, count: usize, mut bytes: &[u8]) -> Option<Lanes<G>> {
        let seed = read_number(&mut bytes)?;
        let mut lanes = Vec::new();
        for _ in 0..count {
            let has_seed = read_number(&mut bytes)? == 1;
            let seed = Some(read_number(&mut bytes)?).filter(|_| has_seed);
            let episode = read_number(&mut bytes)?;
            let length = usize::try_from(read_number(&mut bytes)?).ok()?;
            let (saved, rest) = bytes.split_at_checked(length)?;
            bytes = rest;
            lanes.push(SavedLane { seed, episode, lane: like.read(setups, saved)? });
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
