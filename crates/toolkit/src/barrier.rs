//! Narrow parts of a map: barriers that close the only way to a square, and choke points.

use super::breadth::{Breadth, Reach};
use super::grid::{Direction, Square};
use super::passability_map::PassabilityMap;

/// The number of squares outside the visible area that are considered for a barrier. They are the nearest ones.
const LOOKED_AT: usize = 30;
/// A line is no barrier if a search from inside reaches this number of further squares without crossing the line.
const THROUGH: usize = 15;
/// The number of lines in front of a barrier that [`Preference::Numbers`] considers.
const LINES_BEFORE: usize = 3;

/// A line of passable squares between two impassable ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// The squares from north to south, or from west to east.
    pub squares: Vec<Square>,
    /// The direction that points outwards.
    pub direction: Direction,
}

/// The criterion by which the best barrier is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The narrowest barrier is the best.
    Width,
    /// The best barrier is the one with the least room for enemies in front of it, compared with its own width.
    Numbers,
}

/// Returns the best barrier around a square, outside the area that is visible from the square.
pub fn barrier(
    map: &PassabilityMap,
    protected: Square,
    view2: u64,
    width_max: usize,
    preference: Preference,
) -> Option<Barrier> {
    let reach = Reach { radius2: Some(view2), first_beyond: false };
    let in_view = Breadth::new(map, protected, reach).count();
    let around: Vec<Square> =
        Breadth::new(map, protected, Reach::default()).take(in_view + LOOKED_AT).collect();
    let mut tried: Vec<Vec<Square>> = Vec::new();
    let mut best: Option<((i64, i64), Barrier)> = None;
    for (number, at) in around.iter().enumerate().skip(in_view) {
        for [back, forth] in [[Direction::North, Direction::South], [Direction::West, Direction::East]] {
            let Some(line) = run(map, *at, back, forth, width_max) else { continue };
            if tried.contains(&line) || line.contains(&protected) {
                continue;
            }
            let most = number + THROUGH;
            let mut search = Breadth::new(map, protected, Reach::default()).without(&line);
            let is_closed = search.by_ref().take(most).count() < most;
            if is_closed && let Some(direction) = outward(map, &search, &line, forth) {
                let value = match preference {
                    Preference::Width => (line.len() as i64, 0),
                    Preference::Numbers => {
                        (room(map, &line, direction) - line.len() as i64, line.len() as i64)
                    }
                };
                if best.as_ref().is_none_or(|(known, _)| value < *known) {
                    best = Some((value, Barrier { squares: line.clone(), direction }));
                }
            }
            tried.push(line);
        }
    }
    best.map(|(_, barrier)| barrier)
}

/// Returns the line of passable squares in a row or column through a square; `None` if it has more than `most` squares
/// or no ends.
fn run(
    map: &PassabilityMap,
    at: Square,
    back: Direction,
    forth: Direction,
    most: usize,
) -> Option<Vec<Square>> {
    let grid = map.grid();
    let is_free = |neighbour: &Square| map.is_passable(*neighbour);
    let mut first = at;
    for _ in 0..most {
        match grid.neighbour(first, back).filter(is_free) {
            Some(before) => first = before,
            None => break,
        }
    }
    let mut line = vec![first];
    while let Some(next) = grid.neighbour(line[line.len() - 1], forth).filter(is_free) {
        line.push(next);
        if line.len() > most {
            return None;
        }
    }
    let is_whole = line.contains(&at) && grid.neighbour(first, back).is_none_or(|before| !is_free(&before));
    is_whole.then_some(line)
}

/// Returns the direction away from the squares that a search from inside has reached.
fn outward(
    map: &PassabilityMap,
    inside: &Breadth<'_>,
    line: &[Square],
    forth: Direction,
) -> Option<Direction> {
    let sides = if forth == Direction::South {
        [Direction::West, Direction::East]
    } else {
        [Direction::North, Direction::South]
    };
    let reached = |direction: Direction| {
        let neighbour = line.iter().filter_map(|at| map.grid().neighbour(*at, direction));
        neighbour.filter(|at| map.is_passable(*at) && inside.has_seen(*at)).count()
    };
    let free = |direction: Direction| {
        let neighbour = line.iter().filter_map(|at| map.grid().neighbour(*at, direction));
        neighbour.filter(|at| map.is_passable(*at)).count()
    };
    let [one, other] = sides;
    match (reached(one), reached(other)) {
        (0, 0) => None,
        (_, 0) if free(other) > 0 => Some(other),
        (0, _) if free(one) > 0 => Some(one),
        _ => None,
    }
}

/// Returns the number of squares in the smallest of the lines in front of a barrier.
fn room(map: &PassabilityMap, line: &[Square], direction: Direction) -> i64 {
    let (mut front, mut least) = (line.to_vec(), i64::MAX);
    for _ in 0..LINES_BEFORE {
        front = beyond(map, &front, direction);
        least = least.min(front.len() as i64);
    }
    least
}

/// Returns those passable squares of the next line that are connected to the given line.
fn beyond(map: &PassabilityMap, line: &[Square], direction: Direction) -> Vec<Square> {
    let grid = map.grid();
    let is_free = |neighbour: &Square| map.is_passable(*neighbour);
    let mut next: Vec<Square> =
        line.iter().filter_map(|at| grid.neighbour(*at, direction)).filter(is_free).collect();
    let sides = match direction {
        Direction::North | Direction::South => [Direction::West, Direction::East],
        Direction::West | Direction::East => [Direction::North, Direction::South],
    };
    let mut done = 0;
    while let Some(at) = next.get(done).copied() {
        done += 1;
        for side in sides {
            if let Some(neighbour) = grid.neighbour(at, side).filter(is_free)
                && !next.contains(&neighbour)
            {
                next.push(neighbour);
            }
        }
    }
    next
}

/// Returns lines of up to `width_max` passable squares with more room on both sides. For a corridor, this is the line
/// in the middle. The narrowest lines come first; lines of equal width are sorted row by row.
pub fn choke_points(map: &PassabilityMap, width_max: usize) -> Vec<Barrier> {
    let mut found: Vec<Barrier> = Vec::new();
    for [back, forth, before, behind] in [
        [Direction::North, Direction::South, Direction::West, Direction::East],
        [Direction::West, Direction::East, Direction::North, Direction::South],
    ] {
        for at in map.all() {
            let is_first = map.is_passable(at)
                && map.grid().neighbour(at, back).is_none_or(|before| !map.is_passable(before));
            if let Some(line) = is_first.then(|| run(map, at, back, forth, width_max)).flatten()
                && is_choke(map, &line, before, behind)
            {
                found.push(Barrier { squares: line, direction: behind });
            }
        }
    }
    found.sort_by_key(|barrier| (barrier.squares.len(), barrier.squares[0]));
    found
}

/// Returns whether a line is the middle of a corridor that opens at both ends.
fn is_choke(map: &PassabilityMap, line: &[Square], before: Direction, behind: Direction) -> bool {
    let open_after = |direction: Direction| {
        let mut front = line.to_vec();
        for steps in 1..=map.grid().squares() {
            front = beyond(map, &front, direction);
            if front.is_empty() || front.len() < line.len() || front.contains(&line[0]) {
                return None;
            }
            if front.len() > line.len() {
                return Some(steps);
            }
        }
        None
    };
    match (open_after(before), open_after(behind)) {
        (Some(before), Some(behind)) => before == behind || before == behind + 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests as boards;
    use super::*;

    /// A room with one exit in the east, which is first three squares wide and then one square.
    const ROOM: [&str; 9] = [
        "%%%%%%%%%%%%%%%%",
        "%.......%%......",
        "%.......%%......",
        "%..........%....",
        "%...............",
        "%..........%....",
        "%.......%%......",
        "%.......%%......",
        "%%%%%%%%%%%%%%%%",
    ];

    #[test]
    fn the_narrowest_line_is_the_barrier_of_a_room() {
        let map = boards::parse(false, &ROOM);
        let found = barrier(&map, 4 * 16 + 3, 9, 5, Preference::Width).unwrap();
        assert_eq!(
            (found.squares, found.direction),
            (vec![3 * 16 + 8, 4 * 16 + 8, 5 * 16 + 8], Direction::East)
        );
        assert_eq!(barrier(&map, 4 * 16 + 3, 9, 2, Preference::Width), None);
    }

    #[test]
    fn barriers_are_found_along_both_axes() {
        let turned: Vec<String> =
            (0..16).map(|col| ROOM.iter().map(|row| row.chars().nth(col).unwrap()).collect()).collect();
        let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
        let map = boards::parse(false, &turned);
        let found = barrier(&map, 3 * 9 + 4, 9, 5, Preference::Width).unwrap();
        assert_eq!(
            (found.squares, found.direction),
            (vec![8 * 9 + 3, 8 * 9 + 4, 8 * 9 + 5], Direction::South)
        );
    }

    #[test]
    fn preference_numbers_takes_a_line_with_little_room_in_front() {
        let map = boards::parse(
            false,
            &[
                "%%%%%%%%%%%%%%%%%%",
                "%....%........%...",
                "%....%%%%%%%%.%...",
                "%.............%...",
                "%.................",
                "%....%%%%%%%%%%...",
                "%....%........%...",
                "%%%%%%%%%%%%%%%%%%",
            ],
        );
        let width = barrier(&map, 3 * 18 + 2, 9, 5, Preference::Width).unwrap();
        let numbers = barrier(&map, 3 * 18 + 2, 9, 5, Preference::Numbers).unwrap();
        assert_eq!(width.squares.len(), 1);
        assert!(
            numbers.squares.len() > room(&map, &numbers.squares, numbers.direction) as usize,
            "{numbers:?}"
        );
    }

    #[test]
    fn open_land_has_no_barrier() {
        let map = boards::random(true, 40, 40, u64::MAX, 1);
        assert_eq!(barrier(&map, 0, 55, 5, Preference::Width), None);
        assert!(choke_points(&map, 5).is_empty());
    }

    #[test]
    fn a_corridor_is_one_choke_point() {
        let map = boards::parse(
            false,
            &["...%%%...", ".........", "...%%%...", "%%%%%%%%%", ".........", "...%%%%%%"],
        );
        let found = choke_points(&map, 2);
        let lines: Vec<Vec<Square>> = found.into_iter().map(|barrier| barrier.squares).collect();
        assert_eq!(lines, [vec![9 + 4]], "not the dead end below");
    }
}
