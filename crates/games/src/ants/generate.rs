//! Map generator: draws a random piece of land in one of four styles and repeats it, once for each player. The map
//! depends only on the request and the seed.

use super::check::{check, steps_from};
use super::map::Map;
use super::torus::{At, Direction, Torus};
use wag_core::game::{RandomStream, Seat};

/// The number of discarded drafts after which the generator gives up.
const ATTEMPTS_MAX: u64 = 400;
/// The minimum number of rows in a piece. It is also the minimum number of columns.
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

/// The desired properties of the map to generate.
#[derive(Clone, Copy, Debug)]
pub struct MapRequest {
    pub players: u8,
    pub style: Style,
    pub rows: u16,
    pub cols: u16,
    /// Number of hills per player.
    pub hills: u16,
}

/// The relation between adjacent pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Repeat {
    /// All pieces are the same.
    Shift,
    /// Every other piece in a row is rotated by 180 degrees.
    Turn,
    /// Every other piece is mirrored at the line that separates it from the one before.
    Mirror,
}

/// The size of a piece, and how its images are arranged on the board.
#[derive(Clone, Copy, Debug)]
struct PieceLayout {
    piece: Torus,
    /// Number of pieces side by side in a row.
    across: u16,
    repeat: Repeat,
}

/// Returns a map for this seed, or `None` if no fair map was found.
pub fn generate(request: MapRequest, seed: u64) -> Option<Map> {
    let layouts = layouts(request);
    if layouts.is_empty() {
        return None;
    }
    (1..=ATTEMPTS_MAX).find_map(|number| {
        let mut rng = RandomStream::new(seed, number);
        let layout = rng.pick(&layouts);
        let map = draw(request, layout, &mut rng)?;
        check(&map, true).is_empty().then_some(map)
    })
}

/// Returns all ways to cut the board into equal pieces. Leaves out pieces that are much more elongated than the best
/// ones.
fn layouts(request: MapRequest) -> Vec<PieceLayout> {
    let players = u16::from(request.players);
    let mut cuts: Vec<(u16, u16)> = (1..=players)
        .filter(|down| players.is_multiple_of(*down))
        .map(|down| (down, players / down))
        .collect();
    cuts.retain(|(down, across)| request.rows.is_multiple_of(*down) && request.cols.is_multiple_of(*across));
    cuts.retain(|(down, across)| (request.rows / down).min(request.cols / across) >= PIECE_MIN);
    let shape = |(down, across): (u16, u16)| (request.rows / down).abs_diff(request.cols / across);
    let Some(best) = cuts.iter().map(|cut| shape(*cut)).min() else { return Vec::new() };
    cuts.retain(|cut| shape(*cut) <= best + 10);
    let layout = |(down, across): (u16, u16)| {
        let piece = Torus { rows: request.rows / down, cols: request.cols / across };
        let even = |count: u16| count == 1 || count.is_multiple_of(2);
        let mut repeats = vec![Repeat::Shift];
        if even(down) && even(across) {
            repeats.push(Repeat::Mirror);
        }
        if (down == 1 || across == 1) && players.is_multiple_of(2) {
            repeats.push(Repeat::Turn);
        }
        repeats.into_iter().map(move |repeat| PieceLayout { piece, across, repeat })
    };
    cuts.into_iter().flat_map(layout).collect()
}

impl PieceLayout {
    /// Returns the square in this player's piece that is the image of a square in the first piece.
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

fn draw(request: MapRequest, layout: PieceLayout, rng: &mut RandomStream) -> Option<Map> {
    let piece = match request.style {
        Style::Open => open(layout.piece, rng),
        Style::Caves => caves(layout.piece, rng),
        Style::Maze => maze(layout.piece, rng),
        Style::Cells => cells(layout.piece, rng),
    };
    let size = Torus { rows: request.rows, cols: request.cols };
    let mut map = Map {
        size,
        players: request.players,
        water: vec![false; size.area()],
        hills: Vec::new(),
        ants: Vec::new(),
        food: Vec::new(),
    };
    for player in 0..u16::from(request.players) {
        for at in layout.piece.squares() {
            map.water[size.index(layout.image(at, player))] = piece[layout.piece.index(at)];
        }
    }
    place_hills(&mut map, request, layout, rng)?;
    remove_unreachable_land(&mut map);
    Some(map)
}

/// Places the hills at a distance from each other, on squares that are surrounded by land. Returns `None` if there is
/// no room.
fn place_hills(
    map: &mut Map,
    request: MapRequest,
    layout: PieceLayout,
    rng: &mut RandomStream,
) -> Option<()> {
    let is_free = |map: &Map, at: At| {
        (-1..=1).all(|down| (-1..=1).all(|right| !map.is_water(map.size.away(at, (down, right)))))
    };
    for _ in 0..request.hills {
        let spot = (0..40).find_map(|_| {
            let at = At::new(below(rng, layout.piece.rows), below(rng, layout.piece.cols));
            let is_far_from_others = map.hills.iter().all(|(hill, _)| map.size.distance2(*hill, at) > 100);
            (is_free(map, at) && is_far_from_others).then_some(at)
        })?;
        map.hills
            .extend(Seat::all(request.players.into()).map(|seat| (layout.image(spot, seat.0.into()), seat)));
    }
    map.hills.sort_unstable();
    Some(())
}

/// Turns land that cannot be reached into water.
fn remove_unreachable_land(map: &mut Map) {
    let steps = steps_from(map, map.hills[0].0);
    map.water.iter_mut().zip(steps).filter(|(_, steps)| steps.is_none()).for_each(|(water, _)| *water = true);
}

fn below(rng: &mut RandomStream, count: u16) -> u16 {
    rng.below(count.into()) as u16
}

/// Draws open land with a few ponds. Returns for each square whether it is water.
fn open(size: Torus, rng: &mut RandomStream) -> Vec<bool> {
    let mut water: Vec<bool> = (0..size.area()).map(|_| rng.below(100) < 37).collect();
    (0..3).for_each(|_| water = smoothed(size, &water, 5));
    water
}

fn caves(size: Torus, rng: &mut RandomStream) -> Vec<bool> {
    let mut water: Vec<bool> = (0..size.area()).map(|_| rng.below(100) < 43).collect();
    (0..4).for_each(|_| water = smoothed(size, &water, 5));
    water
}

/// Returns a smoothed map: a square becomes water if at least `least` squares of the nine in and around it were water.
fn smoothed(size: Torus, water: &[bool], least: usize) -> Vec<bool> {
    let around =
        |at: At| (-1..=1).flat_map(move |down| (-1..=1).map(move |right| size.away(at, (down, right))));
    size.squares().map(|at| around(at).filter(|near| water[size.index(*near)]).count() >= least).collect()
}

/// Draws corridors about five squares wide between thin walls. The rooms form a tree, and a fifth of the other walls
/// are opened as well. Returns for each square whether it is water.
fn maze(size: Torus, rng: &mut RandomStream) -> Vec<bool> {
    let rooms = Torus { rows: (size.rows / 6).max(1), cols: (size.cols / 6).max(1) };
    let edge =
        |number: u16, rooms: u16, side: u16| (u32::from(number) * u32::from(side) / u32::from(rooms)) as u16;
    let mut is_open = vec![[false; 2]; rooms.area()];
    // Connect rooms until all belong to one tree.
    let mut component: Vec<usize> = (0..rooms.area()).collect();
    let mut walls: Vec<(At, usize)> = rooms.squares().flat_map(|room| [(room, 0), (room, 1)]).collect();
    rng.shuffle(&mut walls);
    for (room, side) in walls {
        let beyond = rooms.step(room, [Direction::East, Direction::South][side]);
        let (here, there) = (component[rooms.index(room)], component[rooms.index(beyond)]);
        if here != there || rng.below(5) == 0 {
            is_open[rooms.index(room)][side] = true;
            component.iter_mut().filter(|number| **number == there).for_each(|number| *number = here);
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

/// Draws chambers around random points, with doors in more than half of their walls. Returns for each square whether it
/// is water.
fn cells(size: Torus, rng: &mut RandomStream) -> Vec<bool> {
    let count = (size.area() / 200).max(3);
    let points: Vec<At> = (0..count).map(|_| At::new(below(rng, size.rows), below(rng, size.cols))).collect();
    let mut water = vec![false; size.area()];
    let nearest =
        |at: At| (0..count).min_by_key(|point| (size.distance2(points[*point], at), *point)).unwrap_or(0);
    let owner: Vec<usize> = size.squares().map(nearest).collect();
    let mut borders: Vec<((usize, usize), Vec<At>)> = Vec::new();
    for at in size.squares() {
        let here = owner[size.index(at)];
        let beyond =
            [Direction::East, Direction::South].map(|direction| owner[size.index(size.step(at, direction))]);
        let Some(there) = beyond.into_iter().find(|there| *there != here) else { continue };
        water[size.index(at)] = true;
        let pair = (here.min(there), here.max(there));
        match borders.iter_mut().find(|(known, _)| *known == pair) {
            Some((_, squares)) => squares.push(at),
            None => borders.push((pair, vec![at])),
        }
    }
    for (_, squares) in borders.iter().filter(|(_, squares)| squares.len() >= 5) {
        if rng.below(10) < 6 {
            let door = rng.pick(squares);
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
                let request = MapRequest { players, style: Style::of(style).unwrap(), rows, cols, hills };
                let map = generate(request, 1).unwrap_or_else(|| panic!("no {style} for {players}"));
                assert_eq!(check(&map, false), [] as [String; 0], "{style} for {players}");
                assert_eq!(
                    (map.hills.len(), map.size),
                    (usize::from(players) * usize::from(hills), Torus { rows, cols })
                );
            }
        }
    }

    #[test]
    fn maps_differ_by_seed_and_impossible_requests_fail() {
        let request = MapRequest { players: 2, style: Style::Caves, rows: 48, cols: 60, hills: 1 };
        let maps: Vec<_> = (1..6).map(|seed| generate(request, seed)).collect();
        assert_eq!(maps[0], generate(request, 1));
        assert!(maps.iter().all(Option::is_some) && maps.windows(2).all(|pair| pair[0] != pair[1]));
        assert_eq!(generate(MapRequest { players: 7, ..request }, 1), None);
        assert_eq!(generate(MapRequest { rows: 12, cols: 20, ..request }, 1), None);
    }
}
