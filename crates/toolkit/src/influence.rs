//! Influence maps: the points of each player on each square. Points become fewer from turn to turn.

use super::components::components;
use super::grid::{Direction, Square};
use super::padded_grid::PaddedGrid;
use super::passability_map::PassabilityMap;
use super::shape::Position;
use std::collections::VecDeque;

/// The value of `decay` at which old points are kept completely. A decay is given in thousandths.
pub const DECAY_UNIT: u32 = 1000;

/// The points that a unit gives to the squares around it.
#[derive(Clone, Debug)]
pub struct Weights {
    /// The points for the unit's own square.
    pub center: i32,
    /// The rings from the inside out, each with a squared radius and points. A square gets the points of the first ring
    /// within whose radius a flood reaches it.
    pub rings: Vec<(u64, i32)>,
    /// Whether a flood ends at the first square beyond the radius. Otherwise such squares are skipped.
    pub first_beyond: bool,
}

/// The influence of all players.
#[derive(Clone, Debug)]
pub struct Influence {
    squares: usize,
    weights: Weights,
    /// The fraction of old points that is kept in each turn, in thousandths.
    decay: u32,
    /// The points of each player on all squares. Players are in ascending order.
    grids: Vec<(u32, Vec<i32>)>,
}

impl Influence {
    pub fn new(map: &PassabilityMap, weights: Weights, decay: u32, units: &[(Square, u32)]) -> Influence {
        let mut influence = Influence {
            squares: map.grid().squares(),
            weights,
            decay: decay.min(DECAY_UNIT),
            grids: Vec::new(),
        };
        influence.add(map, units, DECAY_UNIT);
        influence
    }

    /// Reduces the old points to the fraction `decay`, and adds the remaining fraction of the units' points.
    pub fn update(&mut self, map: &PassabilityMap, units: &[(Square, u32)]) {
        let (decay, whole) = (i64::from(self.decay), i64::from(DECAY_UNIT));
        for (_, grid) in &mut self.grids {
            grid.iter_mut().for_each(|value| *value = (i64::from(*value) * decay / whole) as i32);
        }
        self.add(map, units, DECAY_UNIT - self.decay);
    }

    fn add(&mut self, map: &PassabilityMap, units: &[(Square, u32)], part: u32) {
        let part_of =
            |value: i32| ((value.max(0) as u64 * u64::from(part)).div_ceil(u64::from(DECAY_UNIT))) as i32;
        let (center, rings) = (part_of(self.weights.center), self.weights.rings.clone());
        let rings: Vec<(u64, i32)> =
            rings.into_iter().map(|(radius2, value)| (radius2, part_of(value))).collect();
        let mut flood = Flood::new(map, self.weights.first_beyond);
        for (at, player) in units {
            let grid = self.grid_of(*player);
            grid[*at as usize] = grid[*at as usize].saturating_add(center);
            flood.begin(*at);
            for (radius2, value) in &rings {
                flood.fill(*radius2, |square| {
                    grid[square as usize] = grid[square as usize].saturating_add(*value);
                });
            }
        }
    }

    fn grid_of(&mut self, player: u32) -> &mut Vec<i32> {
        let index = match self.grids.binary_search_by_key(&player, |(whose, _)| *whose) {
            Ok(index) => index,
            Err(index) => {
                self.grids.insert(index, (player, vec![0; self.squares]));
                index
            }
        };
        &mut self.grids[index].1
    }

    pub fn players(&self) -> impl Iterator<Item = u32> {
        self.grids.iter().map(|(player, _)| *player)
    }

    pub fn grid(&self, player: u32) -> Option<&[i32]> {
        let index = self.grids.binary_search_by_key(&player, |(whose, _)| *whose).ok()?;
        Some(&self.grids[index].1)
    }

    pub fn value(&self, at: Square, player: u32) -> i64 {
        self.grid(player).map_or(0, |grid| i64::from(grid[at as usize]))
    }

    pub fn others(&self, at: Square, player: u32) -> i64 {
        let others = self.grids.iter().filter(|(whose, _)| *whose != player);
        others.map(|(_, grid)| i64::from(grid[at as usize])).sum()
    }

    pub fn total(&self, player: u32) -> i64 {
        self.grid(player).map_or(0, |grid| grid.iter().map(|value| i64::from(*value)).sum())
    }

    /// Returns the player's own points on a square minus those of all other players.
    pub fn safety(&self, at: Square, player: u32) -> i64 {
        self.value(at, player) - self.others(at, player)
    }

    /// Returns the sum of the points of all players on a square.
    pub fn tension(&self, at: Square) -> i64 {
        self.grids.iter().map(|(_, grid)| i64::from(grid[at as usize])).sum()
    }

    /// Returns the safety of each square for a player.
    pub fn safeties(&self, player: u32) -> Vec<i64> {
        let mut safeties = vec![0; self.squares];
        for (whose, grid) in &self.grids {
            let sign = if *whose == player { 1 } else { -1 };
            safeties.iter_mut().zip(grid).for_each(|(sum, value)| *sum += sign * i64::from(*value));
        }
        safeties
    }

    /// Returns the path cost of each square for a player, at most 255.
    pub fn costs(&self, player: u32) -> Vec<u8> {
        self.safeties(player).into_iter().map(|safety| path_cost(safety).min(255) as u8).collect()
    }

    /// Returns the squares on which both the player and others have points, which are not safe, and which are next to a
    /// safe square.
    pub fn front_line(&self, map: &PassabilityMap, player: u32) -> Vec<Square> {
        let safeties = self.safeties(player);
        let is_front = |at: &Square| {
            let is_disputed = self.value(*at, player) > 0 && self.others(*at, player) > 0;
            let mut neighbour = map.grid().neighbours(*at);
            is_disputed
                && safeties[*at as usize] <= 0
                && neighbour.any(|neighbour| safeties[neighbour as usize] > 0)
        };
        map.all().filter(is_front).collect()
    }

    /// Returns groups of connected squares on which both the player and the others have at least `points_min` points.
    /// The group with the highest total tension comes first.
    pub fn conflict_zones(&self, map: &PassabilityMap, player: u32, points_min: i64) -> Vec<Vec<Square>> {
        let is_disputed = |(row, col): Position| {
            let at = row * map.grid().cols + col;
            self.value(at, player).min(self.others(at, player)) >= points_min.max(1)
        };
        let grid = PaddedGrid::from_rule(map.grid().shape(), is_disputed);
        let mut zones = components(&grid).squares(map.grid().shape());
        zones.sort_by_key(|zone| -zone.iter().map(|at| self.tension(*at)).sum::<i64>());
        zones
    }
}

/// Returns the cost of entering a square with the given safety.
pub fn path_cost(safety: i64) -> i64 {
    // Integer division rounds towards zero.
    (1 + (200 - safety) * 5 / 400).max(1)
}

/// A flood around one center after another, with growing radii. Each square is reported once per center.
struct Flood<'g> {
    map: &'g PassabilityMap,
    first_beyond: bool,
    center: Square,
    /// The number of the flood that last reached each square.
    reached: Vec<u32>,
    /// The number of the center for which each square was last reported.
    reported: Vec<u32>,
    flood: u32,
    centers: u32,
    /// The squared distance of each row from the center.
    down2: Vec<u64>,
    /// The squared distance of each column from the center.
    right2: Vec<u64>,
    /// The queue of the flood: squares with their rows and columns.
    queue: VecDeque<(Square, u32, u32)>,
}

impl<'g> Flood<'g> {
    fn new(map: &'g PassabilityMap, first_beyond: bool) -> Flood<'g> {
        let none = vec![0; map.grid().squares()];
        Flood {
            map,
            first_beyond,
            center: 0,
            reached: none.clone(),
            reported: none,
            flood: 0,
            centers: 0,
            down2: vec![0; map.grid().rows as usize],
            right2: vec![0; map.grid().cols as usize],
            queue: VecDeque::new(),
        }
    }

    fn begin(&mut self, center: Square) {
        let grid = self.map.grid();
        self.center = center;
        self.centers += 1;
        self.reported[center as usize] = self.centers;
        let (row, col) = grid.position(center);
        measure(&mut self.down2, row, grid.is_torus);
        measure(&mut self.right2, col, grid.is_torus);
    }

    /// Floods in the same way as [`super::breadth::Breadth`], and reports the squares that have not been reported yet
    /// for this center.
    fn fill(&mut self, radius2: u64, mut report: impl FnMut(Square)) {
        let grid = self.map.grid();
        self.flood += 1;
        self.reached[self.center as usize] = self.flood;
        self.queue.clear();
        let (row, col) = grid.position(self.center);
        self.queue.push_back((self.center, row, col));
        while let Some((at, row, col)) = self.queue.pop_front() {
            if self.first_beyond && self.down2[row as usize] + self.right2[col as usize] > radius2 {
                return;
            }
            if self.reported[at as usize] != self.centers {
                self.reported[at as usize] = self.centers;
                report(at);
            }
            for direction in Direction::ALL {
                let Some(neighbour) = grid.neighbour(at, direction) else { continue };
                if self.reached[neighbour as usize] == self.flood || !self.map.is_passable(neighbour) {
                    continue;
                }
                let (row, col) = match direction {
                    Direction::North => (before(row, grid.rows), col),
                    Direction::South => (after(row, grid.rows), col),
                    Direction::West => (row, before(col, grid.cols)),
                    Direction::East => (row, after(col, grid.cols)),
                };
                if self.first_beyond || self.down2[row as usize] + self.right2[col as usize] <= radius2 {
                    self.reached[neighbour as usize] = self.flood;
                    self.queue.push_back((neighbour, row, col));
                }
            }
        }
    }
}

/// Computes the squared distances of all rows (or columns) from the row (or column) `from`.
fn measure(squared: &mut [u64], from: u32, is_torus: bool) {
    let size = squared.len() as u64;
    for (index, squared) in squared.iter_mut().enumerate() {
        let straight = (index as u64).abs_diff(u64::from(from));
        let by = if is_torus { straight.min(size - straight) } else { straight };
        *squared = by * by;
    }
}

fn before(index: u32, size: u32) -> u32 {
    if index == 0 { size - 1 } else { index - 1 }
}

fn after(index: u32, size: u32) -> u32 {
    if index + 1 == size { 0 } else { index + 1 }
}

#[cfg(test)]
mod tests {
    use super::super::tests as boards;
    use super::*;

    fn weights(first_beyond: bool) -> Weights {
        Weights { center: 100, rings: vec![(5, 50), (10, 30), (55, 10)], first_beyond }
    }

    fn row(influence: &Influence, from: usize, count: usize) -> Vec<i32> {
        influence.grid(0).unwrap()[from..from + count].to_vec()
    }

    #[test]
    fn points_of_a_unit_match_the_figures_of_the_thesis() {
        let map = boards::random(true, 31, 31, u64::MAX, 1);
        let one = Influence::new(&map, weights(false), 100, &[(480, 0)]);
        assert_eq!(one.total(0), 2980);
        assert_eq!(row(&one, 480, 9), [100, 50, 50, 30, 10, 10, 10, 10, 0]);
        assert_eq!(Influence::new(&map, weights(true), 100, &[(480, 0)]).total(0), 1940);
        let two = Influence::new(&map, weights(false), 100, &[(480, 0), (482, 0)]);
        assert_eq!(row(&two, 480, 6), [150, 100, 150, 80, 60, 40]);
    }

    #[test]
    fn update_keeps_a_part_of_the_old_values() {
        let map = boards::random(true, 31, 31, u64::MAX, 1);
        let mut influence = Influence::new(&map, weights(false), 100, &[(480, 0), (7, 3)]);
        influence.update(&map, &[(480, 0)]);
        assert_eq!(row(&influence, 480, 5), [100, 50, 50, 30, 10], "10 + 90, 5 + 45, 3 + 27, 1 + 9");
        influence.update(&map, &[]);
        assert_eq!(row(&influence, 480, 5), [10, 5, 5, 3, 1]);
        assert_eq!(influence.value(7, 3), 1);
        assert_eq!(influence.players().collect::<Vec<_>>(), [0, 3]);
    }

    #[test]
    fn sums_saturate() {
        let map = boards::random(true, 31, 31, u64::MAX, 1);
        let heavy = Weights { center: i32::MAX, rings: vec![(5, i32::MAX)], first_beyond: false };
        let mut influence = Influence::new(&map, heavy, DECAY_UNIT / 2, &[(480, 0), (481, 0)]);
        influence.update(&map, &[(480, 0); 5]);
        assert_eq!(influence.value(480, 0), i64::from(i32::MAX));
    }

    #[test]
    fn water_blocks_influence() {
        let map = boards::parse(false, &["..%..", "..%..", "..%.."]);
        let influence = Influence::new(&map, weights(false), 100, &[(6, 0)]);
        assert_eq!(influence.grid(0).unwrap(), [50, 50, 0, 0, 0, 50, 100, 0, 0, 0, 50, 50, 0, 0, 0]);
    }

    #[test]
    fn paths_cost_more_where_enemies_dominate() {
        assert_eq!([-400, -200, -80, 0, 40, 41, 120, 200, 900].map(path_cost), [8, 6, 4, 3, 3, 2, 2, 1, 1]);
        let map = boards::random(true, 31, 31, u64::MAX, 1);
        let influence = Influence::new(&map, weights(false), 100, &[(480, 0), (484, 1)]);
        assert_eq!(influence.safety(482, 0), 0);
        assert_eq!((influence.safety(480, 0), influence.safety(480, 1)), (90, -90));
        assert_eq!(influence.tension(482), 100);
        assert_eq!(influence.costs(0)[484], 4);
        let front = influence.front_line(&map, 0);
        assert!(front.contains(&482) && !front.contains(&481) && !front.contains(&484));
        assert_eq!(influence.conflict_zones(&map, 0, 50), [vec![451, 482, 513]]);
    }
}
