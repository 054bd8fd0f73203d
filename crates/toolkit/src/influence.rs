//! Influence: how much each player's units have to say on each square, kept from turn to turn.

use super::breadth::components;
use super::grid::{Square, Way};
use super::passability_map::PassabilityMap;
use std::collections::VecDeque;

/// Old values are kept to so many parts of this.
pub const WHOLE: u32 = 1000;

/// What a unit gives to the squares around it.
#[derive(Clone, Debug)]
pub struct Weights {
    /// To its own square.
    pub center: i32,
    /// To what a flood within each squared radius reaches; the first one that does counts.
    pub rings: Vec<(u64, i32)>,
    /// Whether a flood ends at the first square beyond.
    pub first_beyond: bool,
}

/// The grids of all players.
#[derive(Clone, Debug)]
pub struct Influence {
    squares: usize,
    weights: Weights,
    /// How much of the old values is kept, of [`WHOLE`].
    decay: u32,
    /// By player, ascending.
    grids: Vec<(u32, Vec<i32>)>,
}

impl Influence {
    /// What the units have to say now.
    pub fn new(ground: &PassabilityMap, weights: Weights, decay: u32, units: &[(Square, u32)]) -> Influence {
        let mut influence = Influence {
            squares: ground.grid().squares(),
            weights,
            decay: decay.min(WHOLE),
            grids: Vec::new(),
        };
        influence.add(ground, units, WHOLE);
        influence
    }

    /// A part of what was, and the rest of what the units have to say now.
    pub fn update(&mut self, ground: &PassabilityMap, units: &[(Square, u32)]) {
        let (decay, whole) = (i64::from(self.decay), i64::from(WHOLE));
        for (_, grid) in &mut self.grids {
            grid.iter_mut().for_each(|value| *value = (i64::from(*value) * decay / whole) as i32);
        }
        self.add(ground, units, WHOLE - self.decay);
    }

    fn add(&mut self, ground: &PassabilityMap, units: &[(Square, u32)], part: u32) {
        let part_of =
            |value: i32| ((value.max(0) as u64 * u64::from(part)).div_ceil(u64::from(WHOLE))) as i32;
        let (center, rings) = (part_of(self.weights.center), self.weights.rings.clone());
        let rings: Vec<(u64, i32)> =
            rings.into_iter().map(|(radius2, value)| (radius2, part_of(value))).collect();
        let mut flood = Flood::new(ground, self.weights.first_beyond);
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
        let place = match self.grids.binary_search_by_key(&player, |(whose, _)| *whose) {
            Ok(place) => place,
            Err(place) => {
                self.grids.insert(place, (player, vec![0; self.squares]));
                place
            }
        };
        &mut self.grids[place].1
    }

    pub fn players(&self) -> impl Iterator<Item = u32> {
        self.grids.iter().map(|(player, _)| *player)
    }

    pub fn grid(&self, player: u32) -> Option<&[i32]> {
        let place = self.grids.binary_search_by_key(&player, |(whose, _)| *whose).ok()?;
        Some(&self.grids[place].1)
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

    /// Own points less those of all others.
    pub fn safety(&self, at: Square, player: u32) -> i64 {
        self.value(at, player) - self.others(at, player)
    }

    /// How much is at stake: the points of all.
    pub fn tension(&self, at: Square) -> i64 {
        self.grids.iter().map(|(_, grid)| i64::from(grid[at as usize])).sum()
    }

    /// Own points less those of all others, of all squares.
    pub fn safeties(&self, player: u32) -> Vec<i64> {
        let mut safeties = vec![0; self.squares];
        for (whose, grid) in &self.grids {
            let sign = if *whose == player { 1 } else { -1 };
            safeties.iter_mut().zip(grid).for_each(|(sum, value)| *sum += sign * i64::from(*value));
        }
        safeties
    }

    /// What paths cost, as far as a byte tells.
    pub fn costs(&self, player: u32) -> Vec<u8> {
        self.safeties(player).into_iter().map(|safety| path_cost(safety).min(255) as u8).collect()
    }

    /// The squares where both sides have something to say and which are not safe, next to a safe one.
    pub fn front_line(&self, ground: &PassabilityMap, player: u32) -> Vec<Square> {
        let safeties = self.safeties(player);
        let is_front = |at: &Square| {
            let is_disputed = self.value(*at, player) > 0 && self.others(*at, player) > 0;
            let mut beside = ground.grid().neighbours(*at);
            is_disputed && safeties[*at as usize] <= 0 && beside.any(|beside| safeties[beside as usize] > 0)
        };
        ground.all().filter(is_front).collect()
    }

    /// Connected squares where both sides have at least so many points, the most tense zone first.
    pub fn conflict_zones(&self, ground: &PassabilityMap, player: u32, points_min: i64) -> Vec<Vec<Square>> {
        let is_meant = |at: Square| self.value(at, player).min(self.others(at, player)) >= points_min.max(1);
        let mut zones = components(ground, is_meant);
        zones.sort_by_key(|zone| -zone.iter().map(|at| self.tension(*at)).sum::<i64>());
        zones
    }
}

/// What entering a square costs that is so safe.
pub fn path_cost(safety: i64) -> i64 {
    // A division of whole numbers leaves the fraction out, towards zero.
    (1 + (200 - safety) * 5 / 400).max(1)
}

/// Floods from one centre after another, each wider than the one before, that tell a square once.
struct Flood<'g> {
    ground: &'g PassabilityMap,
    first_beyond: bool,
    center: Square,
    /// In which flood a square was reached, and for which centre it was told.
    reached: Vec<u32>,
    told: Vec<u32>,
    flood: u32,
    centers: u32,
    /// How far each row and each column is from the centre, squared.
    down2: Vec<u64>,
    right2: Vec<u64>,
    /// Squares with their rows and columns.
    waiting: VecDeque<(Square, u32, u32)>,
}

impl<'g> Flood<'g> {
    fn new(ground: &'g PassabilityMap, first_beyond: bool) -> Flood<'g> {
        let none = vec![0; ground.grid().squares()];
        Flood {
            ground,
            first_beyond,
            center: 0,
            reached: none.clone(),
            told: none,
            flood: 0,
            centers: 0,
            down2: vec![0; ground.grid().rows as usize],
            right2: vec![0; ground.grid().cols as usize],
            waiting: VecDeque::new(),
        }
    }

    fn begin(&mut self, center: Square) {
        let grid = self.ground.grid();
        self.center = center;
        self.centers += 1;
        self.told[center as usize] = self.centers;
        let (row, col) = grid.place(center);
        measure(&mut self.down2, row, grid.is_torus);
        measure(&mut self.right2, col, grid.is_torus);
    }

    /// As [`super::breadth::Breadth`] goes, without what was told before.
    fn fill(&mut self, radius2: u64, mut tell: impl FnMut(Square)) {
        let grid = self.ground.grid();
        self.flood += 1;
        self.reached[self.center as usize] = self.flood;
        self.waiting.clear();
        let (row, col) = grid.place(self.center);
        self.waiting.push_back((self.center, row, col));
        while let Some((at, row, col)) = self.waiting.pop_front() {
            if self.first_beyond && self.down2[row as usize] + self.right2[col as usize] > radius2 {
                return;
            }
            if self.told[at as usize] != self.centers {
                self.told[at as usize] = self.centers;
                tell(at);
            }
            for way in Way::ALL {
                let Some(beside) = grid.neighbour(at, way) else { continue };
                if self.reached[beside as usize] == self.flood || !self.ground.is_passable(beside) {
                    continue;
                }
                let (row, col) = match way {
                    Way::North => (before(row, grid.rows), col),
                    Way::South => (after(row, grid.rows), col),
                    Way::West => (row, before(col, grid.cols)),
                    Way::East => (row, after(col, grid.cols)),
                };
                if self.first_beyond || self.down2[row as usize] + self.right2[col as usize] <= radius2 {
                    self.reached[beside as usize] = self.flood;
                    self.waiting.push_back((beside, row, col));
                }
            }
        }
    }
}

/// How far each place of an axis is from one, squared.
fn measure(squared: &mut [u64], from: u32, is_torus: bool) {
    let size = squared.len() as u64;
    for (place, squared) in squared.iter_mut().enumerate() {
        let straight = (place as u64).abs_diff(u64::from(from));
        let by = if is_torus { straight.min(size - straight) } else { straight };
        *squared = by * by;
    }
}

/// The place before one, the last before the first.
fn before(place: u32, size: u32) -> u32 {
    if place == 0 { size - 1 } else { place - 1 }
}

fn after(place: u32, size: u32) -> u32 {
    if place + 1 == size { 0 } else { place + 1 }
}

#[cfg(test)]
mod tests {
    use super::super::tests as drawn;
    use super::*;

    fn weights(first_beyond: bool) -> Weights {
        Weights { center: 100, rings: vec![(5, 50), (10, 30), (55, 10)], first_beyond }
    }

    fn row(influence: &Influence, from: usize, count: usize) -> Vec<i32> {
        influence.grid(0).unwrap()[from..from + count].to_vec()
    }

    #[test]
    fn a_unit_gives_what_the_figures_say() {
        let ground = drawn::scattered(true, 31, 31, u64::MAX, 1);
        let one = Influence::new(&ground, weights(false), 100, &[(480, 0)]);
        assert_eq!(one.total(0), 2980);
        assert_eq!(row(&one, 480, 9), [100, 50, 50, 30, 10, 10, 10, 10, 0]);
        assert_eq!(Influence::new(&ground, weights(true), 100, &[(480, 0)]).total(0), 1940);
        let two = Influence::new(&ground, weights(false), 100, &[(480, 0), (482, 0)]);
        assert_eq!(row(&two, 480, 6), [150, 100, 150, 80, 60, 40]);
    }

    #[test]
    fn a_part_of_the_old_values_is_kept() {
        let ground = drawn::scattered(true, 31, 31, u64::MAX, 1);
        let mut influence = Influence::new(&ground, weights(false), 100, &[(480, 0), (7, 3)]);
        influence.update(&ground, &[(480, 0)]);
        assert_eq!(row(&influence, 480, 5), [100, 50, 50, 30, 10], "10 + 90, 5 + 45, 3 + 27, 1 + 9");
        influence.update(&ground, &[]);
        assert_eq!(row(&influence, 480, 5), [10, 5, 5, 3, 1]);
        assert_eq!(influence.value(7, 3), 1);
        assert_eq!(influence.players().collect::<Vec<_>>(), [0, 3]);
    }

    #[test]
    fn there_is_no_end_to_what_units_may_weigh() {
        let ground = drawn::scattered(true, 31, 31, u64::MAX, 1);
        let heavy = Weights { center: i32::MAX, rings: vec![(5, i32::MAX)], first_beyond: false };
        let mut influence = Influence::new(&ground, heavy, WHOLE / 2, &[(480, 0), (481, 0)]);
        influence.update(&ground, &[(480, 0); 5]);
        assert_eq!(influence.value(480, 0), i64::from(i32::MAX));
    }

    #[test]
    fn water_stops_it() {
        let ground = drawn::ground(false, &["..%..", "..%..", "..%.."]);
        let influence = Influence::new(&ground, weights(false), 100, &[(6, 0)]);
        assert_eq!(influence.grid(0).unwrap(), [50, 50, 0, 0, 0, 50, 100, 0, 0, 0, 50, 50, 0, 0, 0]);
    }

    #[test]
    fn paths_cost_more_where_enemies_rule() {
        assert_eq!([-400, -200, -80, 0, 40, 41, 120, 200, 900].map(path_cost), [8, 6, 4, 3, 3, 2, 2, 1, 1]);
        let ground = drawn::scattered(true, 31, 31, u64::MAX, 1);
        let influence = Influence::new(&ground, weights(false), 100, &[(480, 0), (484, 1)]);
        assert_eq!(influence.safety(482, 0), 0);
        assert_eq!((influence.safety(480, 0), influence.safety(480, 1)), (90, -90));
        assert_eq!(influence.tension(482), 100);
        assert_eq!(influence.costs(0)[484], 4);
        let front = influence.front_line(&ground, 0);
        assert!(front.contains(&482) && !front.contains(&481) && !front.contains(&484));
        assert_eq!(influence.conflict_zones(&ground, 0, 50), [vec![451, 482, 513]]);
    }
}
