//! Breadth-first search: returns the squares around a center, the nearest first, and squares at the same distance in
//! the order north, south, west, east.

use super::grid::Square;
use super::passability_map::PassabilityMap;
use std::collections::VecDeque;

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reach {
    /// The maximum squared straight-line distance from the center; `None` means no limit.
    pub radius2: Option<u64>,
    /// Whether the search ends at the first square beyond the radius. Otherwise such squares are skipped.
    pub first_beyond: bool,
}

/// An iterator over the squares that can be reached from a center. The center itself is not returned and need not be
/// passable.
pub struct Breadth<'g> {
    map: &'g PassabilityMap,
    center: Square,
    reach: Reach,
    seen: Vec<bool>,
    queue: VecDeque<Square>,
    /// The square that was returned last. Its neighbors are not in the queue yet.
    last: Option<Square>,
}

impl<'g> Breadth<'g> {
    pub fn new(map: &'g PassabilityMap, center: Square, reach: Reach) -> Breadth<'g> {
        let mut seen = vec![false; map.grid().squares()];
        seen[center as usize] = true;
        Breadth { map, center, reach, seen, queue: VecDeque::new(), last: Some(center) }
    }

    /// Makes the search avoid the given squares.
    pub fn without(mut self, blocked: &[Square]) -> Breadth<'g> {
        blocked.iter().for_each(|at| self.seen[*at as usize] = true);
        self
    }

    /// Makes the search skip the neighbors of the square that was returned last.
    pub fn stop_here(&mut self) {
        self.last = None;
    }

    /// Returns whether the square has been reached or is in the queue.
    pub fn has_seen(&self, at: Square) -> bool {
        self.seen[at as usize]
    }

    fn is_beyond(&self, at: Square) -> bool {
        self.reach.radius2.is_some_and(|radius2| self.map.grid().squared(self.center, at) > radius2)
    }
}

impl Iterator for Breadth<'_> {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        if let Some(last) = self.last.take() {
            for neighbour in self.map.grid().neighbours(last) {
                let is_new = self.map.is_passable(neighbour) && !self.seen[neighbour as usize];
                if is_new && (self.reach.first_beyond || !self.is_beyond(neighbour)) {
                    self.seen[neighbour as usize] = true;
                    self.queue.push_back(neighbour);
                }
            }
        }
        let next = self.queue.pop_front()?;
        if self.reach.first_beyond && self.is_beyond(next) {
            self.queue.clear();
            return None;
        }
        self.last = Some(next);
        Some(next)
    }
}

/// Returns for each square the number of steps from the nearest source, and that source; `None` for a square to which
/// no path leads.
pub fn nearest_sources(
    map: &PassabilityMap,
    sources: &[Square],
    steps_max: Option<u32>,
) -> Vec<Option<(u32, Square)>> {
    let mut found = vec![None; map.grid().squares()];
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
        for neighbour in map.grid().neighbours(at) {
            if map.is_passable(neighbour) && found[neighbour as usize].is_none() {
                found[neighbour as usize] = Some((steps + 1, source));
                reached.push(neighbour);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::tests as boards;
    use super::*;

    #[test]
    fn floods_of_open_land_match_the_figures_of_the_thesis() {
        let map = boards::random(true, 31, 31, u64::MAX, 1);
        let count = |radius2, first_beyond| {
            Breadth::new(&map, 480, Reach { radius2: Some(radius2), first_beyond }).count()
        };
        assert_eq!([3, 9, 13, 20, 25].map(|radius2| count(radius2, false)), [8, 28, 44, 68, 80]);
        assert_eq!([3, 9, 13, 20, 25].map(|radius2| count(radius2, true)), [4, 24, 24, 40, 60]);
    }

    #[test]
    fn squares_come_in_order_and_walls_are_avoided() {
        let map = boards::parse(false, &[".%.", "...", ".%."]);
        let found: Vec<Square> = Breadth::new(&map, 4, Reach::default()).collect();
        assert_eq!(found, [3, 5, 0, 6, 2, 8]);
        let mut breadth = Breadth::new(&map, 4, Reach::default());
        assert_eq!(breadth.next(), Some(3));
        breadth.stop_here();
        assert_eq!(breadth.collect::<Vec<_>>(), [5, 2, 8]);
    }

    #[test]
    fn each_square_has_its_nearest_source() {
        let map = boards::parse(false, &["..%..", "..%.."]);
        let found = nearest_sources(&map, &[0, 4], None);
        assert_eq!(found[6], Some((2, 0)));
        assert_eq!((found[3], found[2]), (Some((1, 4)), None));
        assert_eq!(nearest_sources(&map, &[0], Some(1))[6], None);
    }
}
