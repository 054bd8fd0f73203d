//! Who has had nearly all ants and food, and for how long: such a match need not go on.

use super::position::Position;
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// What a turn has had of things that matter at its end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fuss {
    /// A hill has been razed.
    pub razed: bool,
    /// An ant has died on a standing hill of somebody who does not dominate.
    pub fought_at_home: bool,
}

/// Who has had nearly all there is, and for how long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dominance {
    party: Option<Party>,
    pub turns: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Party {
    Player(Seat),
    Food,
}

impl Dominance {
    pub const fn party(&self) -> Option<Party> {
        self.party
    }

    pub fn is_of(&self, seat: Seat) -> bool {
        self.party == Some(Party::Player(seat))
    }

    /// A player has its ants, and what is in its hive once per hill that stands.
    pub fn update(&mut self, position: &Position, percent: u32, fuss: Fuss) {
        let mut parties: Vec<(Party, u64)> = Vec::new();
        for (seat, ants) in Seat::all(position.players.len()).zip(position.counts()) {
            let hive = u64::from(position.players[seat.index()].hive) * position.standing_of(seat) as u64;
            parties.push((Party::Player(seat), u64::from(ants) + hive));
        }
        parties.push((Party::Food, position.food.len() as u64));
        let total: u64 = parties.iter().map(|(_, size)| size).sum();
        let first = parties.into_iter().find(|(_, size)| 100 * size >= u64::from(percent) * total);
        let party = first.map(|(party, _)| party);
        if fuss.razed {
            self.turns = 0;
        }
        self.turns = match party {
            None => 0,
            same if same == self.party => self.turns + u32::from(!fuss.fought_at_home),
            _ => 1,
        };
        self.party = party;
    }
}
