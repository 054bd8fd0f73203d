//! The schedule of a series.

/// The parameters of a series.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The number of players in the series. If there are more players than seats, every possible line-up plays.
    pub entrants: usize,
    /// The number of players in a match.
    pub seats: usize,
    /// The number of matches per map and line-up.
    pub games: u32,
    pub places: usize,
    /// The seed of the first match, from which the other seeds are derived.
    pub seed: u64,
    /// Whether all players keep their seats.
    pub fixed_seats: bool,
}

/// A planned match of a series or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The index of the map or board on which the match is played.
    pub place: usize,
    pub seed: u64,
    /// The index of the player on each seat.
    pub seats: Vec<usize>,
    /// A number that is the same for all matches of the same players with the same seed on the same map.
    pub group: usize,
}

impl Schedule {
    /// Returns all matches. The rotations with one seed are adjacent, so that the advantages of seats are evenly
    /// distributed at any time.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let rotations = if self.fixed_seats { 1 } else { self.seats as u32 };
        let line_ups = line_ups(self.entrants, self.seats.min(self.entrants));
        let (mut fixtures, mut group) = (Vec::new(), 0);
        for place in 0..self.places {
            for round in 0..self.games.div_ceil(rotations) {
                for line_up in &line_ups {
                    let left = self.games - round * rotations;
                    let seed = self.seed.wrapping_add(u64::from(round));
                    fixtures.extend((0..rotations.min(left)).map(|rotation| {
                        let mut seats = line_up.clone();
                        seats.rotate_right(rotation as usize);
                        Fixture { place, seed, seats, group }
                    }));
                    group += 1;
                }
            }
        }
        fixtures
    }
}

/// Returns all combinations of `seats` players, in ascending order.
fn line_ups(entrants: usize, seats: usize) -> Vec<Vec<usize>> {
    if seats == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        let mut smaller = line_ups(last, seats - 1);
        smaller.iter_mut().for_each(|line_up| line_up.push(last));
        smaller
    };
    (seats - 1..entrants).flat_map(with_last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_four(games: u32, fixed_seats: bool) -> Schedule {
        Schedule { entrants: 4, seats: 4, games, places: 1, seed: 5, fixed_seats }
    }

    #[test]
    fn every_player_takes_every_seat_with_each_seed() {
        let fixtures = Schedule { places: 2, seed: 10, ..of_four(8, false) }.fixtures();
        assert_eq!(fixtures.len(), 16);
        for four in fixtures.chunks(4) {
            assert!(
                four.iter()
                    .all(|one| (one.seed, one.place, one.group)
                        == (four[0].seed, four[0].place, four[0].group))
            );
            for entrant in 0..4 {
                let seat =
                    |fixture: &Fixture| fixture.seats.iter().position(|other| *other == entrant).unwrap();
                let mut seats: Vec<usize> = four.iter().map(seat).collect();
                seats.sort_unstable();
                assert_eq!(seats, [0, 1, 2, 3]);
            }
        }
        assert_eq!(fixtures[1].seats, [3, 0, 1, 2]);
    }

    #[test]
    fn fixed_seats_take_a_new_seed_each_time() {
        let fixtures = of_four(3, true).fixtures();
        assert_eq!(fixtures.iter().map(|fixture| fixture.seed).collect::<Vec<_>>(), [5, 6, 7]);
        assert!(fixtures.iter().all(|fixture| fixture.seats == [0, 1, 2, 3]));
    }

    #[test]
    fn surplus_players_meet_in_all_line_ups() {
        let schedule = Schedule { entrants: 3, seats: 2, games: 2, ..of_four(2, false) };
        let seats: Vec<Vec<usize>> = schedule.fixtures().into_iter().map(|fixture| fixture.seats).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(Schedule { games: 3, ..schedule }.fixtures().len(), 9, "what is asked for, not more");
    }
}
