//! The schedule of a comparison: pairs of matches.

use crate::series::{Fixture, MatchResult};

/// The parameters of a comparison.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The number of players in a match.
    pub seats: usize,
    pub places: usize,
    /// The number of opponents other than the two versions. If it is 0, the two versions play each other, each on half
    /// of the seats.
    pub opponents: usize,
    /// The seed of the first pair. Each further pair has a seed that is one higher.
    pub seed: u64,
}

/// The role of a player in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    New,
    Old,
    /// The opponent with this index.
    Opponent(usize),
}

/// Two matches with the same seed on the same map. In the second match, the old version takes the seats of the new one.
/// If the two versions play each other, the new version also takes the seats of the old one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    pub place: usize,
    pub seed: u64,
    /// The index of the player on each seat, in the first and in the second match.
    pub matches: [Vec<usize>; 2],
}

impl Schedule {
    /// Returns how many times each version is in the list of players.
    fn copies(&self) -> usize {
        if self.opponents == 0 { self.seats / 2 } else { 1 }
    }

    /// Returns how many times each opponent is in the list of players.
    fn copies_of_opponents(&self) -> usize {
        (self.seats - 1).div_ceil(self.opponents.max(1))
    }

    /// Returns the roles of all players. The pairs refer to players by their index in this list.
    pub fn entrants(&self) -> Vec<Role> {
        let of = |role: Role, copies: usize| std::iter::repeat_n(role, copies);
        let opponents =
            (0..self.opponents).flat_map(|which| of(Role::Opponent(which), self.copies_of_opponents()));
        of(Role::New, self.copies()).chain(of(Role::Old, self.copies())).chain(opponents).collect()
    }

    /// Returns the number of pairs after which every combination of map, seating and opponents has occurred once.
    pub fn cycle(&self) -> usize {
        let seatings = match self.opponents {
            0 => halves(self.seats).len(),
            opponents => self.seats * opponents,
        };
        self.places * seatings
    }

    /// Returns the pair with the given number, counted from 0. From one pair to the next, the map changes most often,
    /// then the seats, then the opponents.
    pub fn pair(&self, number: usize) -> Pair {
        let seating = number / self.places;
        let matches = match self.opponents {
            0 => self.face_to_face(seating),
            _ => self.against_others(seating),
        };
        Pair { place: number % self.places, seed: self.seed.wrapping_add(number as u64), matches }
    }

    fn face_to_face(&self, seating: usize) -> [Vec<usize>; 2] {
        let halves = halves(self.seats);
        let half = &halves[seating % halves.len()];
        let seated = |is_new: &dyn Fn(usize) -> bool| {
            let mut next = [0, self.copies()];
            let sit = |seat: usize| {
                let next = &mut next[usize::from(!is_new(seat))];
                *next += 1;
                *next - 1
            };
            (0..self.seats).map(sit).collect()
        };
        [seated(&|seat| half.contains(&seat)), seated(&|seat| !half.contains(&seat))]
    }

    fn against_others(&self, seating: usize) -> [Vec<usize>; 2] {
        let (own, first) = (seating % self.seats, seating / self.seats);
        let seated = |compared: usize| {
            let mut others = (0..self.seats - 1).map(|at| {
                let which = (first + at) % self.opponents;
                2 + which * self.copies_of_opponents() + at / self.opponents
            });
            let sit = |seat: usize| if seat == own { compared } else { others.next().unwrap_or(compared) };
            (0..self.seats).map(sit).collect()
        };
        [seated(0), seated(1)]
    }

    /// Returns the matches of the first `pairs` pairs. The two matches of a pair are adjacent.
    pub fn fixtures(&self, pairs: usize) -> Vec<Fixture> {
        let of_pair = |group: usize| {
            let Pair { place, seed, matches } = self.pair(group);
            matches.map(|seats| Fixture { place, seed, seats, group })
        };
        (0..pairs).flat_map(of_pair).collect()
    }
}

/// Returns all choices of half of the seats that include the first seat.
fn halves(seats: usize) -> Vec<Vec<usize>> {
    let masks = 0..1_usize << seats;
    let of = |mask: usize| (0..seats).filter(|seat| mask >> seat & 1 == 1).collect::<Vec<_>>();
    masks.map(of).filter(|half| half.len() == seats / 2 && half.first() == Some(&0)).collect()
}

/// The measure of a player's success in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// The fraction of its opponents that the player beats by rank.
    #[default]
    Places,
    /// The value of the figure that decides the game's result.
    Figure,
}

/// Returns the fraction of a seat's opponents that the seat beats by rank. An opponent with the same rank counts as
/// half beaten.
pub fn share(played: &MatchResult, seat: usize, is_opponent: impl Fn(usize) -> bool) -> f64 {
    let own = played.seats[seat].place;
    let opponents = played.seats.iter().filter(|other| other.seat != seat && is_opponent(other.entrant));
    let (mut beaten, mut count) = (0.0, 0.0);
    for other in opponents {
        count += 1.0;
        beaten += match own.cmp(&other.place) {
            std::cmp::Ordering::Less => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 0.0,
        };
    }
    if count > 0.0 { beaten / count } else { 0.5 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Role::{New, Old, Opponent};

    #[test]
    fn two_players_swap_seats_within_a_pair() {
        let schedule = Schedule { seats: 2, places: 2, opponents: 0, seed: 7 };
        assert_eq!(schedule.entrants(), [New, Old]);
        let pairs: Vec<Pair> = (0..3).map(|number| schedule.pair(number)).collect();
        assert!(pairs.iter().all(|pair| pair.matches == [vec![0, 1], vec![1, 0]]));
        assert_eq!(
            pairs.iter().map(|pair| (pair.place, pair.seed)).collect::<Vec<_>>(),
            [(0, 7), (1, 8), (0, 9)]
        );
    }

    #[test]
    fn four_seats_use_every_two_against_two_seating() {
        let schedule = Schedule { seats: 4, places: 1, opponents: 0, seed: 0 };
        let roles = schedule.entrants();
        assert_eq!(roles, [New, New, Old, Old]);
        assert_eq!(schedule.cycle(), 3);
        let mut seen = std::collections::BTreeSet::new();
        for number in 0..schedule.cycle() {
            for seats in schedule.pair(number).matches {
                let mut sorted = seats.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, [0, 1, 2, 3], "everybody sits once");
                seen.insert(seats.iter().map(|entrant| roles[*entrant] == New).collect::<Vec<_>>());
            }
        }
        assert_eq!(seen.len(), 6, "all ways to sit two against two");
    }

    #[test]
    fn opponents_take_turns_and_both_sit_on_every_seat() {
        let schedule = Schedule { seats: 4, places: 1, opponents: 2, seed: 0 };
        let roles = schedule.entrants();
        assert_eq!(roles, [New, Old, Opponent(0), Opponent(0), Opponent(1), Opponent(1)]);
        assert_eq!(schedule.cycle(), 8);
        let of = |number: usize| {
            let [first, second] = schedule.pair(number).matches;
            let as_old = first.iter().map(|entrant| if *entrant == 0 { 1 } else { *entrant });
            assert_eq!(as_old.collect::<Vec<_>>(), second);
            first
        };
        let roles_of = |seats: Vec<usize>| seats.iter().map(|entrant| roles[*entrant]).collect::<Vec<_>>();
        assert_eq!(roles_of(of(0)), [New, Opponent(0), Opponent(1), Opponent(0)]);
        assert_eq!(roles_of(of(1)), [Opponent(0), New, Opponent(1), Opponent(0)]);
        assert_eq!(roles_of(of(4)), [New, Opponent(1), Opponent(0), Opponent(1)]);
        for number in 0..8 {
            let mut seats = of(number);
            seats.sort_unstable();
            seats.dedup();
            assert_eq!(seats.len(), 4, "nobody sits twice");
        }
    }
}
