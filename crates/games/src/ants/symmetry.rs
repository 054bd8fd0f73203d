//! Map symmetry: in what ways a map looks the same to all players, and which squares are images of each other. Fair
//! food depends on it.

use super::map::Map;
use super::rng::{Kind, Purpose, Rng};
use super::table;
use super::torus::{At, Torus};
use std::collections::VecDeque;
use wag_core::game::Seat;

/// The maximum number of symmetries to examine. A map with any water has a few dozen at most.
const COMBINATIONS_MAX: usize = 20_000;

/// The content of a square at the beginning of a match.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Square {
    Land,
    Water,
    Food,
    Ant(Seat),
}

/// The map as it looks from a hill: rotated, mirrored, and with other owners of ants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapView {
    pub hill: At,
    /// The number of one of the eight orientations, from 0.
    pub orientation: u8,
    /// For each owner of ants in the view from the first hill, the owner of the corresponding ants in this view.
    owners: Vec<Option<Seat>>,
}

/// A symmetry of a map: one view per player, all of which look the same.
pub type Combination = Vec<MapView>;

const fn turned((row, col): (i32, i32), orientation: u8) -> (i32, i32) {
    match orientation {
        0 => (row, col),
        1 => (-row, col),
        2 => (row, -col),
        3 => (-row, -col),
        4 => (col, row),
        5 => (-col, row),
        6 => (col, -row),
        _ => (-col, -row),
    }
}

impl MapView {
    fn image(&self, size: Torus, offset: (i32, i32)) -> At {
        size.away(self.hill, turned(offset, self.orientation))
    }
}

/// The board in turn 0, prepared for the search for symmetries.
struct Board {
    size: Torus,
    squares: Vec<Square>,
    /// The squares and owners of the hills, in the sequence in which they are tried.
    hills: Vec<(At, Seat)>,
    /// The first hill of player 0, with which other hills are compared.
    anchor: At,
}

impl Board {
    fn new(map: &Map, ants: &[(At, Seat)], food: &[At], kind: Kind) -> Option<Board> {
        let water = |wet: &bool| if *wet { Square::Water } else { Square::Land };
        let mut squares: Vec<Square> = map.water.iter().map(water).collect();
        food.iter().for_each(|at| squares[map.size.index(*at)] = Square::Food);
        ants.iter().for_each(|(at, owner)| squares[map.size.index(*at)] = Square::Ant(*owner));
        let hills = table::hills(kind, map);
        let (anchor, _) = *hills.iter().find(|(_, owner)| *owner == Seat(0))?;
        Some(Board { size: map.size, squares, hills, anchor })
    }

    fn at(&self, at: At) -> Square {
        self.squares[self.size.index(at)]
    }

    /// Returns the view of the map from this player's hill, or `None` if it does not look like the one from the first
    /// hill. `known` has the owners of ants in the view, if they are fixed already.
    fn look(
        &self,
        owner: Seat,
        hill: At,
        orientation: u8,
        known: Option<&[Option<Seat>]>,
    ) -> Option<MapView> {
        let mut look = MapView { hill, orientation, owners: vec![None; 32] };
        for offset in self.size.squares().map(|at| (i32::from(at.row), i32::from(at.col))) {
            let here = self.at(self.size.away(self.anchor, offset));
            let there = self.at(look.image(self.size, offset));
            match (here, there) {
                (Square::Ant(one), Square::Ant(other)) => {
                    let fits = match known {
                        Some(owners) => owners[one.index()] == Some(other),
                        None => (one == Seat(0)) == (other == owner),
                    };
                    if !fits {
                        return None;
                    }
                    look.owners[one.index()] = Some(other);
                }
                _ if here == there => {}
                _ => return None,
            }
        }
        Some(look)
    }

    fn combinations(&self, players: usize) -> Vec<Combination> {
        let first: Combination = self.look(Seat(0), self.anchor, 0, None).into_iter().collect();
        let mut all = vec![first];
        for player in Seat::all(players).skip(1) {
            let mut next = Vec::new();
            for (hill, _) in self.hills.iter().filter(|(_, owner)| *owner == player) {
                for look in (0..8).filter_map(|orientation| self.look(player, *hill, orientation, None)) {
                    let room = COMBINATIONS_MAX.saturating_sub(next.len());
                    next.extend(
                        all.iter()
                            .take(room)
                            .map(|before| [before.as_slice(), std::slice::from_ref(&look)].concat()),
                    );
                }
            }
            all = next;
        }
        all
    }

    /// Returns whether the symmetry still holds after food is added near each of its hills.
    fn is_valid(&mut self, combination: &Combination) -> bool {
        let marks: Vec<usize> =
            combination.iter().map(|look| self.size.index(look.image(self.size, (1, 2)))).collect();
        let before: Vec<Square> = marks.iter().map(|mark| self.squares[*mark]).collect();
        marks.iter().for_each(|mark| self.squares[*mark] = Square::Food);
        let players = Seat::all(combination.len()).zip(combination);
        let valid = players.into_iter().all(|(player, look)| {
            self.look(player, look.hill, look.orientation, Some(&look.owners)).is_some()
        });
        for (mark, square) in marks.iter().zip(before).rev() {
            self.squares[*mark] = square;
        }
        valid
    }
}

/// Returns all symmetries of the map. The list is empty if the map is not symmetric.
pub fn combinations(map: &Map, ants: &[(At, Seat)], food: &[At], kind: Kind) -> Vec<Combination> {
    let Some(mut board) = Board::new(map, ants, food, kind) else { return Vec::new() };
    let mut found = board.combinations(map.players.into());
    found.retain(|combination| board.is_valid(combination));
    found
}

/// A set of squares that are images of each other and get food together.
pub type SymmetricSet = Vec<At>;

/// Returns two lists of sets: all sets, and those of which a player sees a square from the start. In both, sets are
/// sorted by their first eligible square, row by row. `combination` must have been found for the same `kind`.
pub fn sets(map: &Map, combination: &Combination, view_radius2: u32, kind: Kind) -> [Vec<SymmetricSet>; 2] {
    let seen = from_hills(map, view_radius2, kind);
    let all = sets_of(map, combination, kind, |_| true);
    let mut visible = sets_of(map, combination, kind, |at| seen[map.size.index(at)]);
    visible.retain(|set| set.len() == combination.len());
    [all, visible]
}

/// Returns the sets that contain an eligible square.
fn sets_of(
    map: &Map,
    combination: &Combination,
    kind: Kind,
    is_eligible: impl Fn(At) -> bool,
) -> Vec<SymmetricSet> {
    let size = map.size;
    let mut visited = vec![false; size.area()];
    map.hills.iter().for_each(|(at, _)| visited[size.index(*at)] = true);
    let mut sets = Vec::new();
    for at in size.squares().filter(|at| is_eligible(*at)) {
        if visited[size.index(at)] {
            continue;
        }
        let set = images(size, combination, at, kind);
        if !are_too_near(size, &set, kind) {
            set.iter().for_each(|image| visited[size.index(*image)] = true);
            sets.push(set);
        }
    }
    sets
}

/// Returns the images of a square in the views of all players, each once.
fn images(size: Torus, combination: &Combination, at: At, kind: Kind) -> SymmetricSet {
    let anchor = combination[0].hill;
    let offset = (i32::from(at.row) - i32::from(anchor.row), i32::from(at.col) - i32::from(anchor.col));
    let mut set: SymmetricSet = Vec::new();
    for image in combination.iter().map(|look| look.image(size, offset)) {
        if !set.contains(&image) {
            set.push(image);
        }
    }
    if kind == Kind::Wag { set } else { table::ordered(kind, &set) }
}

/// Returns whether two squares of a set are adjacent. The contest's engine only compares the first square with the
/// others.
fn are_too_near(size: Torus, set: &SymmetricSet, kind: Kind) -> bool {
    let firsts = if kind == Kind::Wag { set.len() } else { 1 };
    set.iter().take(firsts).any(|one| set.iter().any(|other| size.distance2(*one, *other) == 1))
}

/// Returns for each square whether it can be reached from a hill without leaving the hill's view. The contest's engine
/// marks reached squares for all hills together, so the search from a hill stops where earlier searches have been.
fn from_hills(map: &Map, view_radius2: u32, kind: Kind) -> Vec<bool> {
    let size = map.size;
    let mut seen = vec![false; size.area()];
    let mut known = vec![false; size.area()];
    for (hill, _) in table::hills(kind, map) {
        if kind == Kind::Wag {
            known.fill(false);
        }
        known[size.index(hill)] = true;
        let mut edge = VecDeque::from([hill]);
        while let Some(at) = edge.pop_front() {
            seen[size.index(at)] = true;
            for next in super::torus::Direction::ALL.map(|direction| size.step(at, direction)) {
                let index = size.index(next);
                if !known[index] && !map.water[index] && size.distance2(hill, next) <= view_radius2 {
                    known[index] = true;
                    edge.push_back(next);
                }
            }
        }
    }
    seen
}

/// Chooses one of the symmetries of the map at random.
pub fn drawn(combinations: &[Combination], rng: &mut Rng) -> Combination {
    let at = rng.below(Purpose::Symmetry, combinations.len() as u32);
    combinations[at as usize].clone()
}
