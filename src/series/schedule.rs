//! Which matches a series consists of.

/// A series as it is asked for.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// How many play in a match.
    pub seats: usize,
    /// Matches per map.
    pub games: u32,
    pub maps: usize,
    /// The seed of the first match; the others follow from it.
    pub seed: u64,
    /// Whether everybody keeps the seat of the line-up.
    pub fixed_seats: bool,
}

/// One match of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Which of the maps.
    pub map: usize,
    pub seed: u64,
    /// So many seats further on than in the line-up everybody sits.
    pub rotation: usize,
}

impl Fixture {
    /// Which entrant of the line-up sits on a seat.
    pub fn entrant_at(&self, seat: usize, seats: usize) -> usize {
        (seat + seats - self.rotation) % seats
    }
}

impl Schedule {
    /// All matches. The rotations of one seed follow each other, so that luck is shared out evenly.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let rotations = if self.fixed_seats { 1 } else { self.seats };
        let game = |map: usize, number: u32| Fixture {
            map,
            seed: self.seed.wrapping_add(u64::from(number) / rotations as u64),
            rotation: number as usize % rotations,
        };
        (0..self.maps).flat_map(|map| (0..self.games).map(move |number| game(map, number))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_sits_everywhere_with_each_seed() {
        let schedule = Schedule { seats: 4, games: 8, maps: 2, seed: 10, fixed_seats: false };
        let fixtures = schedule.fixtures();
        assert_eq!(fixtures.len(), 16);
        for four in fixtures.chunks(4) {
            assert!(four.iter().all(|fixture| fixture.seed == four[0].seed && fixture.map == four[0].map));
            for entrant in 0..4 {
                let mut seats: Vec<usize> = four
                    .iter()
                    .map(|fixture| (0..4).find(|seat| fixture.entrant_at(*seat, 4) == entrant).unwrap())
                    .collect();
                seats.sort_unstable();
                assert_eq!(seats, [0, 1, 2, 3]);
            }
        }
    }

    #[test]
    fn fixed_seats_take_a_new_seed_each_time() {
        let schedule = Schedule { seats: 4, games: 3, maps: 1, seed: 5, fixed_seats: true };
        let seeds: Vec<u64> = schedule.fixtures().iter().map(|fixture| fixture.seed).collect();
        assert_eq!(seeds, [5, 6, 7]);
        assert!(schedule.fixtures().iter().all(|fixture| fixture.entrant_at(2, 4) == 2));
    }
}
