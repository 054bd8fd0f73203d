//! Breadth first: the squares around one, the nearest first, among equals north, south, west, east.

use super::grid::Square;
use super::passability_map::PassabilityMap;
use std::collections::VecDeque;

/// How far a search goes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// Straight, squared; no limit if `None`.
    pub radius2: Option<u64>,
    /// Whether the first square beyond ends the search, instead of being left out.
    pub first_beyond: bool,
}

/// The squares that can be reached from a centre, one by one. The centre is none of them, and need not be passable.
pub struct Breadth<'g> {
    ground: &'g PassabilityMap,
    center: Square,
    reach: Reach,
    seen: Vec<bool>,
    waiting: VecDeque<Square>,
    /// The last one that was told, from which the search has not gone on yet.
    last: Option<Square>,
}

impl<'g> Breadth<'g> {
    pub fn new(ground: &'g PassabilityMap, center: Square, reach: Reach) -> Breadth<'g> {
        let mut seen = vec![false; ground.grid().squares()];
        seen[center as usize] = true;
        Breadth { ground, center, reach, seen, waiting: VecDeque::new(), last: Some(center) }
    }

    /// The search does not enter these.
    pub fn without(mut self, blocked: &[Square]) -> Breadth<'g> {
        blocked.iter().for_each(|at| self.seen[*at as usize] = true);
        self
    }

    /// The search does not go on from the one that was told last.
    pub fn stop_here(&mut self) {
        self.last = None;
    }

    /// Whether the search has been there or will be.
    pub fn has_seen(&self, at: Square) -> bool {
        self.seen[at as usize]
    }

    fn is_beyond(&self, at: Square) -> bool {
        self.reach.radius2.is_some_and(|radius2| self.ground.grid().squared(self.center, at) > radius2)
    }
}

impl Iterator for Breadth<'_> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if let Some(last) = self.last.take() {
            for beside in self.ground.grid().neighbours(last) {
                let is_new = self.ground.is_passable(beside) && !self.seen[beside as usize];
                if is_new && (self.reach.first_beyond || !self.is_beyond(beside)) {
                    self.seen[beside as usize] = true;
                    self.waiting.push_back(beside);
                }
            }
        }
        let next = self.waiting.pop_front()?;
        if self.reach.first_beyond && self.is_beyond(next) {
            self.waiting.clear();
            return None;
        }
        self.last = Some(next);
        Some(next)
    }
}

/// How many steps each square is from the nearest source, and which source that is; `None` where none leads.
pub fn nearest(
    ground: &PassabilityMap,
    sources: &[Square],
    steps_max: Option<u32>,
) -> Vec<Option<(u32, Square)>> {
    let mut found = vec![None; ground.grid().squares()];
    let mut reached = Vec::new();
    for source in sources {
        if found[*source as usize].is_none() {
            found[*source as usize] = Some((0, *source));
            reached.push(*source);
        }
    }
    let mut done = 0;
    while let Some(at) = reached.get(done).copied() {
        done += 1;
        let Some((steps, source)) = found[at as usize] else { continue };
        if steps_max.is_some_and(|most| steps >= most) {
            break;
        }
        for beside in ground.grid().neighbours(at) {
            if ground.is_passable(beside) && found[beside as usize].is_none() {
                found[beside as usize] = Some((steps + 1, source));
                reached.push(beside);
            }
        }
    }
    found
}

/// Groups of squares that hang together, of those that are meant; each row by row, in the order of their first squares.
pub fn components(ground: &PassabilityMap, is_meant: impl Fn(Square) -> bool) -> Vec<Vec<Square>> {
    // The number of each square's group, from 1.
    let mut group_of = vec![0_u32; ground.grid().squares()];
    let mut groups: Vec<Vec<Square>> = Vec::new();
    let mut reached = Vec::new();
    for first in ground.all() {
        if group_of[first as usize] != 0 || !is_meant(first) {
            continue;
        }
        let (number, mut done) = (groups.len() as u32 + 1, 0);
        group_of[first as usize] = number;
        reached.clear();
        reached.push(first);
        while let Some(at) = reached.get(done).copied() {
            done += 1;
            for beside in ground.grid().neighbours(at) {
                if group_of[beside as usize] == 0 && is_meant(beside) {
                    group_of[beside as usize] = number;
                    reached.push(beside);
                }
            }
        }
        groups.push(Vec::with_capacity(reached.len()));
    }
    for (number, at) in group_of.into_iter().zip(ground.all()).filter(|(number, _)| *number != 0) {
        groups[number as usize - 1].push(at);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::tests as drawn;
    use super::*;

    #[test]
    fn open_land_is_filled_as_the_figures_have_it() {
        let ground = drawn::scattered(true, 31, 31, u64::MAX, 1);
        let count = |radius2, first_beyond| {
            Breadth::new(&ground, 480, Reach { radius2: Some(radius2), first_beyond }).count()
        };
        assert_eq!([3, 9, 13, 20, 25].map(|radius2| count(radius2, false)), [8, 28, 44, 68, 80]);
        assert_eq!([3, 9, 13, 20, 25].map(|radius2| count(radius2, true)), [4, 24, 24, 40, 60]);
    }

    #[test]
    fn the_order_is_north_south_west_east_and_walls_are_gone_round() {
        let ground = drawn::ground(false, &[".%.", "...", ".%."]);
        let told: Vec<Square> = Breadth::new(&ground, 4, Reach::default()).collect();
        assert_eq!(told, [3, 5, 0, 6, 2, 8]);
        let mut breadth = Breadth::new(&ground, 4, Reach::default());
        assert_eq!(breadth.next(), Some(3));
        breadth.stop_here();
        assert_eq!(breadth.collect::<Vec<_>>(), [5, 2, 8]);
    }

    #[test]
    fn the_nearest_source_is_known_for_each_square() {
        let ground = drawn::ground(false, &["..%..", "..%.."]);
        let found = nearest(&ground, &[0, 4], None);
        assert_eq!(found[6], Some((2, 0)));
        assert_eq!((found[3], found[2]), (Some((1, 4)), None));
        assert_eq!(nearest(&ground, &[0], Some(1))[6], None);
    }

    #[test]
    fn what_hangs_together_is_one_group() {
        let ground = drawn::ground(true, &[".%.%", "%%%%", ".%%."]);
        let groups = components(&ground, |at| ground.is_passable(at));
        assert_eq!(groups, [vec![0, 8, 11], vec![2]]);
    }
}
