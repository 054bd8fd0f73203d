//! Map generator: a random piece of land in one of four styles, repeated once for each player. The map is a pure
//! function of the request and the seed.

use super::check::{check, steps_from};
use super::map::Map;
use super::torus::{At, Torus, Way};
use wag_core::game::{RandomStream, Seat};

/// The number of discarded drafts after which generation fails.
const TRIES: u64 = 400;
/// The minimum number of rows and columns of a piece.
pub const PIECE_MIN: u16 = 10;

/// The style of the land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Open,
    Caves,
    Maze,
    Cells,
}

impl Style {
    pub const NAMES: [&'static str; 4] = ["open", "caves", "maze", "cells"];

    pub fn of(word: &str) -> Option<Style> {
        let styles = [Style::Open, Style::Caves, Style::Maze, Style::Cells];
        Style::NAMES.iter().zip(styles).find(|(name, _)| **name == word).map(|(_, style)| style)
    }
}

/// The request for a map.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub players: u8,
    pub style: Style,
    pub rows: u16,
    pub cols: u16,
    /// Number of hills per player.
    pub hills: u16,
}

/// The arrangement of adjacent pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeat {
    /// Each piece is the same as the one before.
    Shift,
    /// Every other piece in a row is rotated by 180 degrees.
    Turn,
    /// Every other piece is mirrored at the line between the two.
    Mirror,
}

/// A piece, and where its images are placed.
#[derive(Clone, Copy, Debug)]
struct Plan {
    piece: Torus,
    /// Number of pieces beside each other.
    across: u16,
    repeat: Repeat,
}

/// Returns a map for this seed, or `None` if no fair one was found.
pub fn generate(wish: Wish, seed: u64) -> Option<Map> {
    let plans = plans(wish);
    if plans.is_empty() {
        return None;
    }
    (1..=TRIES).find_map(|number| {
        let mut luck = RandomStream::new(seed, number);
        let plan = luck.pick(&plans);
        let map = draw(wish, plan, &mut luck)?;
        check(&map, true).is_empty().then_some(map)
    })
}

/// Returns all ways to cut the board into equal pieces, limited to the most nearly square ones, which come first.
fn plans(wish: Wish) -> Vec<Plan> {
    let players = u16::from(wish.players);
    let mut cuts: Vec<(u16, u16)> = (1..=players)
        .filter(|down| players.is_multiple_of(*down))
        .map(|down| (down, players / down))
        .collect();
    cuts.retain(|(down, across)| wish.rows.is_multiple_of(*down) && wish.cols.is_multiple_of(*across));
    cuts.retain(|(down, across)| (wish.rows / down).min(wish.cols / across) >= PIECE_MIN);
    let shape = |(down, across): (u16, u16)| (wish.rows / down).abs_diff(wish.cols / across);
    let Some(best) = cuts.iter().map(|cut| shape(*cut)).min() else { return Vec::new() };
    cuts.retain(|cut| shape(*cut) <= best + 10);
    let plan = |(down, across): (u16, u16)| {
        let piece = Torus { rows: wish.rows / down, cols: wish.cols / across };
        let even = |count: u16| count == 1 || count.is_multiple_of(2);
        let mut repeats = vec![Repeat::Shift];
        if even(down) && even(across) {
            repeats.push(Repeat::Mirror);
        }
        if (down == 1 || across == 1) && players.is_multiple_of(2) {
            repeats.push(Repeat::Turn);
        }
        repeats.into_iter().map(move |repeat| Plan { piece, across, repeat })
    };
    cuts.into_iter().flat_map(plan).collect()
}

impl Plan {
    /// Returns where a square of the first piece is in the piece of this player.
    fn image(self, at: At, player: u16) -> At {
        let (down, across) = (player / self.across, player % self.across);
        let Torus { rows, cols } = self.piece;
        let (odd_row, odd_col) = (down % 2 == 1, across % 2 == 1);
        let (flip_row, flip_col) = match self.repeat {
            Repeat::Shift => (false, false),
            Repeat::Turn => (odd_row || odd_col, odd_row || odd_col),
            Repeat::Mirror => (odd_row, odd_col),
        };
        let flip =
            |place: u16, size: u16, is_flipped: bool| if is_flipped { size - 1 - place } else { place };
        At::new(down * rows + flip(at.row, rows, flip_row), across * cols + flip(at.col, cols, flip_col))
    }
}

fn draw(wish: Wish, plan: Plan, luck: &mut RandomStream) -> Option<Map> {
    let piece = match wish.style {
        Style::Open => open(plan.piece, luck),
        Style::Caves => caves(plan.piece, luck),
        Style::Maze => maze(plan.piece, luck),
        Style::Cells => cells(plan.piece, luck),
    };
    let size = Torus { rows: wish.rows, cols: wish.cols };
    let mut map = Map {
        size,
        players: wish.players,
        water: vec![false; size.area()],
        hills: Vec::new(),
        ants: Vec::new(),
        food: Vec::new(),
    };
    for player in 0..u16::from(wish.players) {
        for at in plan.piece.squares() {
            map.water[size.index(plan.image(at, player))] = piece[plan.piece.index(at)];
        }
    }
    place_hills(&mut map, wish, plan, luck)?;
    drown(&mut map);
    Some(map)
}

/// Places the hills on squares surrounded by land, at a distance from each other. Returns `None` if there is no room.
fn place_hills(map: &mut Map, wish: Wish, plan: Plan, luck: &mut RandomStream) -> Option<()> {
    let is_free = |map: &Map, at: At| {
        (-1..=1).all(|down| (-1..=1).all(|right| !map.is_water(map.size.away(at, (down, right)))))
    };
    for _ in 0..wish.hills {
        let spot = (0..40).find_map(|_| {
            let at = At::new(below(luck, plan.piece.rows), below(luck, plan.piece.cols));
            let is_lonely = map.hills.iter().all(|(hill, _)| map.size.distance2(*hill, at) > 100);
            (is_free(map, at) && is_lonely).then_some(at)
        })?;
        map.hills.extend(Seat::all(wish.players.into()).map(|seat| (plan.image(spot, seat.0.into()), seat)));
    }
    map.hills.sort_unstable();
    Some(())
}

/// Turns land that cannot be reached into water.
fn drown(map: &mut Map) {
    let steps = steps_from(map, map.hills[0].0);
    map.water.iter_mut().zip(steps).filter(|(_, steps)| steps.is_none()).for_each(|(water, _)| *water = true);
}

fn below(luck: &mut RandomStream, count: u16) -> u16 {
    luck.below(count.into()) as u16
}

/// Returns open land with a few ponds.
fn open(size: Torus, luck: &mut RandomStream) -> Vec<bool> {
    let mut water: Vec<bool> = (0..size.area()).map(|_| luck.below(100) < 37).collect();
    (0..3).for_each(|_| water = smoothed(size, &water, 5));
    water
}

fn caves(size: Torus, luck: &mut RandomStream) -> Vec<bool> {
    let mut water: Vec<bool> = (0..size.area()).map(|_| luck.below(100) < 43).collect();
    (0..4).for_each(|_| water = smoothed(size, &water, 5));
    water
}

/// Returns a smoothed map: a square is water if at least `least` of the nine squares around and including it were.
fn smoothed(size: Torus, water: &[bool], least: usize) -> Vec<bool> {
    let around =
        |at: At| (-1..=1).flat_map(move |down| (-1..=1).map(move |right| size.away(at, (down, right))));
    size.squares().map(|at| around(at).filter(|near| water[size.index(*near)]).count() >= least).collect()
}

/// Returns corridors about five squares wide between thin walls: a tree of rooms, with a fifth of the other walls
/// opened.
fn maze(size: Torus, luck: &mut RandomStream) -> Vec<bool> {
    let rooms = Torus { rows: (size.rows / 6).max(1), cols: (size.cols / 6).max(1) };
    let edge =
        |number: u16, rooms: u16, side: u16| (u32::from(number) * u32::from(side) / u32::from(rooms)) as u16;
    let mut is_open = vec![[false; 2]; rooms.area()];
    // Connect rooms until all belong to one tree.
    let mut country: Vec<usize> = (0..rooms.area()).collect();
    let mut walls: Vec<(At, usize)> = rooms.squares().flat_map(|room| [(room, 0), (room, 1)]).collect();
    luck.shuffle(&mut walls);
    for (room, side) in walls {
        let beyond = rooms.step(room, [Way::East, Way::South][side]);
        let (here, there) = (country[rooms.index(room)], country[rooms.index(beyond)]);
        if here != there || luck.below(5) == 0 {
            is_open[rooms.index(room)][side] = true;
            country.iter_mut().filter(|number| **number == there).for_each(|number| *number = here);
        }
    }
    let mut water = vec![false; size.area()];
    for room in rooms.squares() {
        let (top, left) = (edge(room.row, rooms.rows, size.rows), edge(room.col, rooms.cols, size.cols));
        let (bottom, right) =
            (edge(room.row + 1, rooms.rows, size.rows), edge(room.col + 1, rooms.cols, size.cols));
        let [east, south] = is_open[rooms.index(room)];
        let mut wall = |row, col| water[size.index(At::new(row, col))] = true;
        wall(bottom - 1, right - 1);
        (top..bottom - 1).filter(|_| !east).for_each(|row| wall(row, right - 1));
        (left..right - 1).filter(|_| !south).for_each(|col| wall(bottom - 1, col));
    }
    water
}

/// Returns chambers around random points, with doors in more than half of their walls.
fn cells(size: Torus, luck: &mut RandomStream) -> Vec<bool> {
    let count = (size.area() / 200).max(3);
    let points: Vec<At> =
        (0..count).map(|_| At::new(below(luck, size.rows), below(luck, size.cols))).collect();
    let mut water = vec![false; size.area()];
    let nearest =
        |at: At| (0..count).min_by_key(|point| (size.distance2(points[*point], at), *point)).unwrap_or(0);
    let owner: Vec<usize> = size.squares().map(nearest).collect();
    let mut borders: Vec<((usize, usize), Vec<At>)> = Vec::new();
    for at in size.squares() {
        let here = owner[size.index(at)];
        let beyond = [Way::East, Way::South].map(|way| owner[size.index(size.step(at, way))]);
        let Some(there) = beyond.into_iter().find(|there| *there != here) else { continue };
        water[size.index(at)] = true;
        let pair = (here.min(there), here.max(there));
        match borders.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, squares)) => squares.push(at),
            None => borders.push((pair, vec![at])),
        }
    }
    for (_, squares) in borders.iter().filter(|(_, squares)| squares.len() >= 5) {
        if luck.below(10) < 6 {
            let door = luck.pick(squares);
            let around = (-2..=2).flat_map(|down| (-2..=2).map(move |right| size.away(door, (down, right))));
            around.for_each(|at| water[size.index(at)] = false);
        }
    }
    water
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sized(players: u8) -> (u16, u16) {
        match players {
            2 => (48, 60),
            3 => (40, 90),
            4 => (72, 72),
            5 => (45, 150),
            6 => (80, 96),
            7 => (45, 189),
            8 => (84, 120),
            9 => (105, 105),
            _ => (100, 110),
        }
    }

    #[test]
    fn every_style_gives_fair_maps_for_every_number_of_players() {
        for style in Style::NAMES {
            for players in 2..=10 {
                let (rows, cols) = sized(players);
                let hills = if players == 2 { 2 } else { 1 };
                let wish = Wish { players, style: Style::of(style).unwrap(), rows, cols, hills };
                let map = generate(wish, 1).unwrap_or_else(|| panic!("no {style} for {players}"));
                assert_eq!(check(&map, false), [] as [String; 0], "{style} for {players}");
                assert_eq!(
                    (map.hills.len(), map.size),
                    (usize::from(players) * usize::from(hills), Torus { rows, cols })
                );
            }
        }
    }

    #[test]
    fn seeds_differ_and_what_can_t_be_is_none() {
        let wish = Wish { players: 2, style: Style::Caves, rows: 48, cols: 60, hills: 1 };
        let maps: Vec<_> = (1..6).map(|seed| generate(wish, seed)).collect();
        assert_eq!(maps[0], generate(wish, 1));
        assert!(maps.iter().all(Option::is_some) && maps.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(generate(Wish { players: 7, ..wish }, 1), None);
        assert_eq!(generate(Wish { rows: 12, cols: 20, ..wish }, 1), None);
    }
}
