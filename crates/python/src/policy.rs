//! The questions to policies, which are functions that answer many observations at once, and their answers.

use std::sync::Arc;
use std::time::Duration;
use wag_core::game::{Element, Environment, Seat, Spaces};

/// The observations and masks of seats that wait for a policy, one row for each seat. All rows have the same spaces.
#[derive(Clone, Debug)]
pub struct PolicyRows {
    pub(crate) spaces: Arc<Spaces>,
    /// The type of the numbers of an observation in numpy.
    pub(crate) dtype: &'static str,
    /// The bytes of the observations, in the machine's byte order, and of the masks.
    pub(crate) observations: Vec<u8>,
    pub(crate) masks: Vec<u8>,
    pub(crate) origins: Vec<RowOrigin>,
}

/// Where a row comes from, for messages.
#[derive(Clone, Copy, Debug)]
pub struct RowOrigin {
    /// The number of the match in its vector, from 0; `None` for a single match or a match of a series.
    pub lane: Option<usize>,
    pub seat: Seat,
    pub round: u32,
}

impl PolicyRows {
    pub fn new<G: Environment>(spaces: Arc<Spaces>) -> PolicyRows {
        let (observations, masks, origins) = (Vec::new(), Vec::new(), Vec::new());
        PolicyRows { spaces, dtype: G::Element::DTYPE.name(), observations, masks, origins }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.observations.clear();
        self.masks.clear();
        self.origins.clear();
    }

    /// Adds the row of a seat.
    pub fn push<E: Element>(&mut self, observation: &[E], mask: &[i8], origin: RowOrigin) {
        E::write(observation, &mut self.observations);
        self.masks.extend(mask.iter().map(|allowed| *allowed as u8));
        self.origins.push(origin);
    }

    /// Adds the rows of others, which have the same spaces.
    pub fn append(&mut self, others: &PolicyRows) {
        self.observations.extend_from_slice(&others.observations);
        self.masks.extend_from_slice(&others.masks);
        self.origins.extend_from_slice(&others.origins);
    }
}

/// The answer of a policy.
#[derive(Clone, Debug)]
pub struct PolicyAnswer {
    /// The actions of all rows. Each is in the action space.
    pub actions: Vec<i32>,
    /// The time of the policy's call, divided by the number of rows that it answered.
    pub time_per_row: Duration,
}
