//! Computes what each player sees, whom it has met, and the numbers by which it knows other players. The cost of an
//! update depends only on the changes.

use super::map::Map;
use super::position::{Ant, Position};
use super::torus::{At, Shifts, Torus};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wag_core::game::Seat;

/// The squares within the radiuses of a match.
#[derive(Debug, Serialize, Deserialize)]
pub struct Reach {
    pub attack: Shifts,
    pub spawn: Shifts,
    /// Includes the center.
    pub view: Shifts,
    /// The squares that come into view by a step, for each direction.
    pub crescents: [Shifts; 4],
}

/// The vision of all players.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Vision {
    size: Torus,
    reach: Arc<Reach>,
    /// In seat order.
    eyes: Vec<PlayerVision>,
}

/// The vision of one player.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PlayerVision {
    /// For each square, the number of own ants that see it.
    counts: Vec<u16>,
    /// True for squares that were in view at the end of a turn.
    known: Vec<bool>,
    /// Unknown squares that came into view in this turn, possibly several times. Since an ant that dies in the turn
    /// reveals nothing, the end of the turn decides which of them become known.
    fresh: Vec<At>,
    /// Water that is seen for the first time.
    new_water: Vec<At>,
    /// Players in the order in which it met them, its own seat first.
    met: Vec<Seat>,
    /// The length of `met` before it met the owners of hills and of dead ants in this turn.
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

    pub fn reach(&self) -> &Reach {
        &self.reach
    }

    pub fn sees(&self, seat: Seat, at: At) -> bool {
        self.eyes[seat.index()].counts[self.size.index(at)] > 0
    }

    /// Returns whether the square was in view at the end of any turn.
    pub fn knows(&self, seat: Seat, at: At) -> bool {
        self.eyes[seat.index()].known[self.size.index(at)]
    }

    /// Returns the water seen for the first time, row by row.
    pub fn new_water(&self, seat: Seat) -> &[At] {
        &self.eyes[seat.index()].new_water
    }

    /// Returns the number by which a player knows another one.
    pub fn number(&self, seat: Seat, other: Seat) -> Option<usize> {
        self.eyes[seat.index()].met.iter().position(|met| *met == other)
    }

    /// Returns the players that a player had met by sight at the end of this turn, in the order of their numbers.
    pub fn met(&self, seat: Seat) -> &[Seat] {
        let eyes = &self.eyes[seat.index()];
        &eyes.met[..eyes.met_by_sight]
    }

    /// Adds the view of a new ant.
    pub fn open(&mut self, at: At, owner: Seat) {
        let reach = Arc::clone(&self.reach);
        self.eyes[owner.index()].gain(self.size, at, &reach.view);
    }

    /// Removes the view of a dead ant.
    pub fn close(&mut self, at: At, owner: Seat) {
        let reach = Arc::clone(&self.reach);
        self.eyes[owner.index()].lose(self.size, at, &reach.view);
    }

    /// Moves the view of an ant that has moved.
    pub fn follow(&mut self, ant: &Ant) {
        let Some(way) = ant.went else { return };
        let reach = Arc::clone(&self.reach);
        let eyes = &mut self.eyes[ant.owner.index()];
        eyes.gain(self.size, self.size.step(ant.at, way.opposite()), &reach.crescents[way as usize]);
        eyes.lose(self.size, ant.at, &reach.crescents[way.opposite() as usize]);
    }

    /// Ends a turn after all moves and deaths. Each player learns what is in view, and meets the owners of ants in view
    /// first, then those of hills and of dead ants.
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
    fn gain(&mut self, size: Torus, at: At, shifts: &Shifts) {
        for shift in shifts {
            let seen = size.shifted(at, *shift);
            let index = size.index(seen);
            self.counts[index] = self.counts[index].saturating_add(1);
            if !self.known[index] {
                self.fresh.push(seen);
            }
        }
    }

    /// Marks as known the squares that came into view and still are.
    fn learn(&mut self, map: &Map) {
        self.new_water.clear();
        for at in self.fresh.drain(..) {
            let index = map.size.index(at);
            if self.counts[index] > 0 && !self.known[index] {
                self.known[index] = true;
                if map.water[index] {
                    self.new_water.push(at);
                }
            }
        }
        self.new_water.sort_unstable();
    }

    fn lose(&mut self, size: Torus, at: At, shifts: &Shifts) {
        for shift in shifts {
            let index = size.index(size.shifted(at, *shift));
            self.counts[index] = self.counts[index].saturating_sub(1);
        }
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
            attack: size.disc(attack),
            spawn: size.disc(spawn),
            view: seen,
            crescents: size.crescents(view),
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
                let way = Direction::ALL[rng.below(4) as usize];
                ant = Ant { at: map.size.step(ant.at, way), went: Some(way), ..ant };
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
