//! Tracks which party has held nearly all ants and food, and for how many turns. Such a match can end early.

use super::position::Position;
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// Incidents of a turn that affect for how many turns a party has dominated.
#[derive(Clone, Copy, Debug, Default)]
pub struct TurnIncidents {
    /// A hill was razed, so counting starts again.
    pub razed: bool,
    /// An ant died on a standing hill of a player that does not dominate, so the turn does not count.
    pub fought_at_home: bool,
}

/// The dominating party, if there is one, and the number of turns for which it has dominated.
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

    /// Updates the count after a turn. A player's strength is the number of its ants, plus the food in its hive once
    /// for each of its standing hills.
    pub fn update(&mut self, position: &Position, percent: u32, incidents: TurnIncidents) {
        let mut parties: Vec<(Party, u64)> = Vec::new();
        for (seat, ants) in Seat::all(position.players.len()).zip(position.counts()) {
            let hive = u64::from(position.players[seat.index()].hive) * position.standing_of(seat) as u64;
            parties.push((Party::Player(seat), u64::from(ants) + hive));
        }
        parties.push((Party::Food, position.food.len() as u64));
        let total: u64 = parties.iter().map(|(_, size)| size).sum();
        let first = parties.into_iter().find(|(_, size)| 100 * size >= u64::from(percent) * total);
        let party = first.map(|(party, _)| party);
        if incidents.razed {
            self.turns = 0;
        }
        self.turns = match party {
            None => 0,
            same if same == self.party => self.turns + u32::from(!incidents.fought_at_home),
            _ => 1,
        };
        self.party = party;
    }
}
