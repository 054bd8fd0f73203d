//! Computes what each player sees, which players it has met, and by which numbers it knows them. The cost of an update
//! depends only on the number of changes.

use super::map::Map;
use super::position::{Ant, Position};
use super::torus::{At, Shifts, Torus};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wag_core::game::Seat;

/// Offsets of the squares within the radiuses of a match.
#[derive(Debug, Serialize, Deserialize)]
pub struct Reach {
    pub attack: Shifts,
    pub spawn: Shifts,
    /// Offsets of the squares in view, including the center.
    pub view: Shifts,
    /// For each direction, offsets of the squares that come into view by a step in it.
    pub crescents: [Shifts; 4],
}

/// The squares that each player sees and has seen, and the players that it has met.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Vision {
    size: Torus,
    reach: Arc<Reach>,
    /// The vision of each player, in seat order.
    eyes: Vec<PlayerVision>,
}

/// The squares that one player sees and has seen, and the players that it has met.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PlayerVision {
    /// For each square, the number of own ants that see it. It may wrap during a turn, but not at its end, when each ant
    /// has a square of its own: fewer squares than 2^16 are within the largest view radius.
    counts: Vec<u16>,
    /// For each square, true if it was in view at the end of a turn.
    known: Vec<bool>,
    /// The indices of unknown squares that came into view in this turn. A square may occur several times. Which of them
    /// become known is decided at the end of the turn, because an ant that dies in the turn reveals nothing.
    fresh: Vec<u32>,
    /// Squares of water that are seen for the first time in this turn.
    new_water: Vec<At>,
    /// The players that this player has met, in the sequence in which it met them. Its own seat comes first.
    met: Vec<Seat>,
    /// The length of `met` in this turn, before the owners of hills and of dead ants were added.
    met_by_sight: usize,
}

impl Vision {
    pub fn new(map: &Map, reach: Arc<Reach>) -> Vision {
        let area = map.size.area();
        let eyes = |seat| PlayerVision {
            counts: vec![0; area],
            known: vec![false; area],
            fresh: Vec::new(),
            new_water: Vec::new(),
            met: vec![seat],
            met_by_sight: 1,
        };
        Vision { size: map.size, reach, eyes: Seat::all(map.players.into()).map(eyes).collect() }
    }

    pub fn sees(&self, seat: Seat, at: At) -> bool {
        self.eyes[seat.index()].counts[self.size.index(at)] > 0
    }

    /// Returns whether any other player sees the square.
    pub fn is_seen_by_others(&self, seat: Seat, at: At) -> bool {
        let index = self.size.index(at);
        let mut others = (0..).zip(&self.eyes).filter(|(number, _)| *number != seat.index());
        others.any(|(_, eyes)| eyes.counts[index] > 0)
    }

    /// Returns whether the square was in view at the end of any turn.
    pub fn knows(&self, seat: Seat, at: At) -> bool {
        self.eyes[seat.index()].known[self.size.index(at)]
    }

    /// Returns for each square whether it was in view at the end of any turn.
    pub fn known(&self, seat: Seat) -> &[bool] {
        &self.eyes[seat.index()].known
    }

    /// Returns for each square the number of the player's ants that see it.
    pub fn counts(&self, seat: Seat) -> &[u16] {
        &self.eyes[seat.index()].counts
    }

    /// Returns the squares of water that this player sees for the first time in this turn, row by row.
    pub fn new_water(&self, seat: Seat) -> &[At] {
        &self.eyes[seat.index()].new_water
    }

    /// Returns the number by which `seat` knows the player `other`, or `None` if it has not met that player.
    pub fn number(&self, seat: Seat, other: Seat) -> Option<usize> {
        self.eyes[seat.index()].met.iter().position(|met| *met == other)
    }

    /// Returns the players whose ants this player has seen by the end of this turn, in the order of their numbers.
    pub fn met(&self, seat: Seat) -> &[Seat] {
        let eyes = &self.eyes[seat.index()];
        &eyes.met[..eyes.met_by_sight]
    }

    /// Adds what a new ant sees to its owner's view.
    pub fn open(&mut self, at: At, owner: Seat) {
        self.eyes[owner.index()].gain(at, &self.reach.view);
    }

    /// Removes what a dead ant saw from its owner's view.
    pub fn close(&mut self, at: At, owner: Seat) {
        self.eyes[owner.index()].lose(at, &self.reach.view);
    }

    /// Updates the view of an ant's owner after the ant has moved.
    pub fn follow(&mut self, ant: &Ant) {
        let Some(direction) = ant.went else { return };
        let (eyes, back) = (&mut self.eyes[ant.owner.index()], direction.opposite());
        eyes.gain(self.size.step(ant.at, back), &self.reach.crescents[direction as usize]);
        eyes.lose(ant.at, &self.reach.crescents[back as usize]);
    }

    /// Ends a turn after all moves and deaths. Each player gets to know the squares in view. It meets first the owners
    /// of ants in view, then those of hills and of dead ants.
    pub fn close_turn(&mut self, map: &Map, position: &Position, dead: &[(At, Seat)]) {
        let (size, players) = (self.size, position.players.len());
        for (seat, eyes) in Seat::all(players).zip(&mut self.eyes) {
            eyes.learn(map);
            eyes.meet(size, players, position.ants.iter().map(|ant| (ant.at, ant.owner)));
            eyes.met_by_sight = eyes.met.len();
            eyes.meet(size, players, position.standing().map(|hill| (hill.at, hill.owner)));
            eyes.meet(size, players, dead.iter().copied().filter(|(_, owner)| *owner != seat));
        }
    }
}

impl PlayerVision {
    /// Adds an ant to those that see the squares at these offsets.
    fn gain(&mut self, at: At, shifts: &Shifts) {
        let (counts, known) = (self.counts.as_mut_slice(), self.known.as_slice());
        shifts.each_from(at, |index| {
            let count = &mut counts[index];
            *count = count.wrapping_add(1);
            // A square that was in view already is known, or among the fresh ones.
            if *count == 1 && !known[index] {
                self.fresh.push(index as u32);
            }
        });
    }

    /// Marks the squares as known that came into view in this turn and are still in view.
    fn learn(&mut self, map: &Map) {
        self.new_water.clear();
        for index in self.fresh.drain(..).map(|index| index as usize) {
            if self.counts[index] > 0 && !self.known[index] {
                self.known[index] = true;
                if map.water[index] {
                    self.new_water.push(map.size.at(index));
                }
            }
        }
        self.new_water.sort_unstable();
    }

    /// Removes an ant from those that see the squares at these offsets.
    fn lose(&mut self, at: At, shifts: &Shifts) {
        let counts = self.counts.as_mut_slice();
        shifts.each_from(at, |index| counts[index] = counts[index].wrapping_sub(1));
    }

    fn meet(&mut self, size: Torus, players: usize, those: impl Iterator<Item = (At, Seat)>) {
        if self.met.len() == players {
            return;
        }
        for (at, owner) in those {
            if self.counts[size.index(at)] > 0 && !self.met.contains(&owner) {
                self.met.push(owner);
            }
        }
    }
}

impl Reach {
    pub fn new(size: Torus, [attack, spawn, view]: [u32; 3]) -> Reach {
        let mut seen = size.disc(view);
        seen.push((0, 0));
        Reach {
            attack: Shifts::new(size, &size.disc(attack)),
            spawn: Shifts::new(size, &size.disc(spawn)),
            view: Shifts::new(size, &seen),
            crescents: size.crescents(view).map(|crescent| Shifts::new(size, &crescent)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::torus::Direction;
    use super::*;
    use wag_core::game::RandomStream;

    #[test]
    fn incremental_vision_matches_distances() {
        let text = format!("rows 9\ncols 12\nplayers 2\n{}", "m ....%.......\n".repeat(9));
        let map = Map::parse(text.as_bytes()).unwrap();
        for radius2 in [0, 1, 5, 20, 77] {
            let mut vision = Vision::new(&map, Arc::new(Reach::new(map.size, [1, 1, radius2])));
            let mut ant = Ant { at: At::new(3, 3), owner: Seat(1), went: None };
            vision.open(ant.at, ant.owner);
            let mut rng = RandomStream::new(1, radius2.into());
            for _ in 0..200 {
                let direction = Direction::ALL[rng.below(4) as usize];
                ant = Ant { at: map.size.step(ant.at, direction), went: Some(direction), ..ant };
                vision.follow(&ant);
                for at in map.size.squares() {
                    assert_eq!(vision.sees(Seat(1), at), map.size.distance2(ant.at, at) <= radius2);
                }
            }
            assert!(map.size.squares().all(|at| !vision.sees(Seat(0), at)));
            vision.close(ant.at, ant.owner);
            assert!(map.size.squares().all(|at| !vision.sees(Seat(1), at)));
        }
    }
}
