//! Narrow places: lines of squares that close the only way to somewhere, and those that part the ground as it is.

use super::breadth::{Breadth, Reach};
use super::grid::{Square, Way};
use super::passability_map::PassabilityMap;

/// So many squares beyond those in view are looked at.
const LOOKED_AT: usize = 30;
/// Whoever comes this many squares further has got through.
const THROUGH: usize = 15;
/// So many lines before a barrier enemies may stand on, when numbers count.
const LINES_BEFORE: usize = 3;

/// A line of free squares with something impassable at both ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// From north to south, or from west to east.
    pub squares: Vec<Square>,
    /// Outward.
    pub way: Way,
}

/// Which of several barriers is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefer {
    /// The narrowest.
    Width,
    /// Where enemies have the least room before it, compared with those who stand on it.
    Numbers,
}

/// The best barrier around a square, outside its view.
pub fn barrier(
    ground: &PassabilityMap,
    protected: Square,
    view2: u64,
    width_max: usize,
    prefer: Prefer,
) -> Option<Barrier> {
    let reach = Reach { radius2: Some(view2), first_beyond: false };
    let in_view = Breadth::new(ground, protected, reach).count();
    let around: Vec<Square> =
        Breadth::new(ground, protected, Reach::default()).take(in_view + LOOKED_AT).collect();
    let mut tried: Vec<Vec<Square>> = Vec::new();
    let mut best: Option<((i64, i64), Barrier)> = None;
    for (number, at) in around.iter().enumerate().skip(in_view) {
        for [back, forth] in [[Way::North, Way::South], [Way::West, Way::East]] {
            let Some(line) = run(ground, *at, back, forth, width_max) else { continue };
            if tried.contains(&line) || line.contains(&protected) {
                continue;
            }
            let most = number + THROUGH;
            let mut search = Breadth::new(ground, protected, Reach::default()).without(&line);
            let is_closed = search.by_ref().take(most).count() < most;
            if is_closed && let Some(way) = outward(ground, &search, &line, forth) {
                let value = match prefer {
                    Prefer::Width => (line.len() as i64, 0),
                    Prefer::Numbers => (room(ground, &line, way) - line.len() as i64, line.len() as i64),
                };
                if best.as_ref().is_none_or(|(known, _)| value < *known) {
                    best = Some((value, Barrier { squares: line.clone(), way }));
                }
            }
            tried.push(line);
        }
    }
    best.map(|(_, barrier)| barrier)
}

/// The free squares in line with one, `None` if there are more than `most`, or no end to them.
fn run(ground: &PassabilityMap, at: Square, back: Way, forth: Way, most: usize) -> Option<Vec<Square>> {
    let grid = ground.grid();
    let is_free = |beside: &Square| ground.is_passable(*beside);
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

/// Away from what a search has reached from within.
fn outward(ground: &PassabilityMap, inside: &Breadth<'_>, line: &[Square], forth: Way) -> Option<Way> {
    let sides = if forth == Way::South { [Way::West, Way::East] } else { [Way::North, Way::South] };
    let reached = |way: Way| {
        let beside = line.iter().filter_map(|at| ground.grid().neighbour(*at, way));
        beside.filter(|at| ground.is_passable(*at) && inside.has_seen(*at)).count()
    };
    let free = |way: Way| {
        let beside = line.iter().filter_map(|at| ground.grid().neighbour(*at, way));
        beside.filter(|at| ground.is_passable(*at)).count()
    };
    let [one, other] = sides;
    match (reached(one), reached(other)) {
        (0, 0) => None,
        (_, 0) if free(other) > 0 => Some(other),
        (0, _) if free(one) > 0 => Some(one),
        _ => None,
    }
}

/// On how many squares of one line enemies can stand before a barrier, where they have the least room.
fn room(ground: &PassabilityMap, line: &[Square], way: Way) -> i64 {
    let (mut front, mut least) = (line.to_vec(), i64::MAX);
    for _ in 0..LINES_BEFORE {
        front = beyond(ground, &front, way);
        least = least.min(front.len() as i64);
    }
    least
}

/// All free squares of the next line that hang together with a line.
fn beyond(ground: &PassabilityMap, line: &[Square], way: Way) -> Vec<Square> {
    let grid = ground.grid();
    let is_free = |beside: &Square| ground.is_passable(*beside);
    let mut next: Vec<Square> =
        line.iter().filter_map(|at| grid.neighbour(*at, way)).filter(is_free).collect();
    let sides = match way {
        Way::North | Way::South => [Way::West, Way::East],
        Way::West | Way::East => [Way::North, Way::South],
    };
    let mut done = 0;
    while let Some(at) = next.get(done).copied() {
        done += 1;
        for side in sides {
            if let Some(beside) = grid.neighbour(at, side).filter(is_free)
                && !next.contains(&beside)
            {
                next.push(beside);
            }
        }
    }
    next
}

/// Narrow places of the ground: lines of at most so many free squares that are wider before and behind. Of a corridor as
/// wide all along it is the middle. The narrowest come first, among equals the first ones row by row.
pub fn choke_points(ground: &PassabilityMap, width_max: usize) -> Vec<Barrier> {
    let mut found: Vec<Barrier> = Vec::new();
    for [back, forth, before, behind] in
        [[Way::North, Way::South, Way::West, Way::East], [Way::West, Way::East, Way::North, Way::South]]
    {
        for at in ground.all() {
            let is_first = ground.is_passable(at)
                && ground.grid().neighbour(at, back).is_none_or(|before| !ground.is_passable(before));
            if let Some(line) = is_first.then(|| run(ground, at, back, forth, width_max)).flatten()
                && is_choke(ground, &line, before, behind)
            {
                found.push(Barrier { squares: line, way: behind });
            }
        }
    }
    found.sort_by_key(|barrier| (barrier.squares.len(), barrier.squares[0]));
    found
}

/// Whether a line is the middle of a corridor that opens at both ends.
fn is_choke(ground: &PassabilityMap, line: &[Square], before: Way, behind: Way) -> bool {
    let open_after = |way: Way| {
        let mut front = line.to_vec();
        for steps in 1..=ground.grid().squares() {
            front = beyond(ground, &front, way);
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
    use super::super::tests as drawn;
    use super::*;

    /// A room with one way out, to the east, three wide where it leaves and one wide further on.
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
    fn the_narrowest_line_closes_a_room() {
        let ground = drawn::ground(false, &ROOM);
        let found = barrier(&ground, 4 * 16 + 3, 9, 5, Prefer::Width).unwrap();
        assert_eq!((found.squares, found.way), (vec![3 * 16 + 8, 4 * 16 + 8, 5 * 16 + 8], Way::East));
        assert_eq!(barrier(&ground, 4 * 16 + 3, 9, 2, Prefer::Width), None);
    }

    #[test]
    fn both_axes_are_alike() {
        let turned: Vec<String> =
            (0..16).map(|col| ROOM.iter().map(|row| row.chars().nth(col).unwrap()).collect()).collect();
        let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
        let ground = drawn::ground(false, &turned);
        let found = barrier(&ground, 3 * 9 + 4, 9, 5, Prefer::Width).unwrap();
        assert_eq!((found.squares, found.way), (vec![8 * 9 + 3, 8 * 9 + 4, 8 * 9 + 5], Way::South));
    }

    #[test]
    fn numbers_prefer_to_meet_enemies_in_a_narrow_place() {
        let ground = drawn::ground(
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
        let width = barrier(&ground, 3 * 18 + 2, 9, 5, Prefer::Width).unwrap();
        let numbers = barrier(&ground, 3 * 18 + 2, 9, 5, Prefer::Numbers).unwrap();
        assert_eq!(width.squares.len(), 1);
        assert!(numbers.squares.len() > room(&ground, &numbers.squares, numbers.way) as usize, "{numbers:?}");
    }

    #[test]
    fn no_barrier_without_walls() {
        let ground = drawn::scattered(true, 40, 40, u64::MAX, 1);
        assert_eq!(barrier(&ground, 0, 55, 5, Prefer::Width), None);
        assert!(choke_points(&ground, 5).is_empty());
    }

    #[test]
    fn a_corridor_is_one_narrow_place() {
        let ground = drawn::ground(
            false,
            &["...%%%...", ".........", "...%%%...", "%%%%%%%%%", ".........", "...%%%%%%"],
        );
        let found = choke_points(&ground, 2);
        let lines: Vec<Vec<Square>> = found.into_iter().map(|barrier| barrier.squares).collect();
        assert_eq!(lines, [vec![9 + 4]], "not the dead end below");
    }
}
