//! Checks whether a map meets the contest's requirements: it must be large enough, fair, and passable everywhere.

use super::map::Map;
use super::rng::Kind;
use super::symmetry;
use super::torus::{At, Direction, Torus};
use std::collections::VecDeque;
use wag_i18n::t;

const SIDE_MAX: u16 = 200;
const AREA_MAX: usize = 25_000;
/// The minimum and maximum area per player, in squares. `AREA_PER_HILL` is the minimum area per hill.
const AREA_PER_PLAYER: [usize; 2] = [900, 5000];
const AREA_PER_HILL: usize = 500;
/// The minimum path length between hills of different players, and the maximum between any two hills, in steps.
const STEPS: [u32; 2] = [20, 150];
/// The minimum squared distance between two hills.
const NEAR2: u32 = 25;

/// Returns all problems of a map, as sentences without a full stop. `may_be_small` allows small maps for experiments.
pub fn check(map: &Map, may_be_small: bool) -> Vec<String> {
    let mut problems = sides(map.size);
    if !may_be_small {
        problems.extend(area(map));
    }
    if let Some(seat) = map.homeless() {
        problems.push(t!("player %{seat} has no hill", seat = seat.0));
        return problems;
    }
    if symmetry::combinations(map, &map.hills, &[], Kind::Wag).is_empty() {
        problems.push(t!("the map does not look the same to all players"));
    }
    problems.extend(land(map));
    problems.extend(hills(map));
    problems.extend(narrow_passages(map));
    problems
}

fn spot(at: At) -> String {
    format!("({}, {})", at.row, at.col)
}

fn sides(size: Torus) -> Vec<String> {
    let long = [size.rows, size.cols].into_iter().any(|side| side > SIDE_MAX);
    let problem = long.then(|| {
        t!(
            "the board is %{cols} x %{rows}, but a side may have at most %{most} fields",
            rows = size.rows,
            cols = size.cols,
            most = SIDE_MAX
        )
    });
    problem.into_iter().collect()
}

fn area(map: &Map) -> Option<String> {
    let (area, players) = (map.size.area(), usize::from(map.players));
    let [least, most] = AREA_PER_PLAYER.map(|squares| squares * players);
    let (least, most) = (least.max(AREA_PER_HILL * map.hills.len()), most.min(AREA_MAX));
    (!(least..=most).contains(&area)).then(|| {
        let hills = map.hills.len();
        t!("the board has %{area} fields; with %{players} players and %{hills} hills it must have %{least} to %{most}", area, players, hills, least, most)
    })
}

/// Reports a square of land that cannot be reached from the first hill.
fn land(map: &Map) -> Option<String> {
    let steps = steps_from(map, map.hills[0].0);
    let lost: Vec<At> =
        map.size.squares().filter(|at| !map.is_water(*at) && steps[map.size.index(*at)].is_none()).collect();
    lost.first().map(|first| {
        t!("%{n} fields of land cannot be reached, such as %{first}", n = lost.len(), first = spot(*first))
    })
}

/// Reports hills that are too close to each other or too far apart.
fn hills(map: &Map) -> Vec<String> {
    let mut problems = Vec::new();
    for (number, (one, owner)) in map.hills.iter().enumerate() {
        let steps = steps_from(map, *one);
        for (other, whose) in &map.hills[number + 1..] {
            let Some(steps) = steps[map.size.index(*other)] else { continue };
            let (one, other, near2) = (spot(*one), spot(*other), map.size.distance2(*one, *other));
            if owner != whose && steps < STEPS[0] {
                problems.push(t!("the hills %{one} and %{other} of two players are %{steps} steps apart; they must be at least %{least} apart", one, other, steps, least = STEPS[0]));
            } else if near2 <= NEAR2 {
                problems.push(t!(
                    "the hills %{one} and %{other} are less than %{least} fields apart",
                    one,
                    other,
                    least = NEAR2.isqrt() + 1
                ));
            } else if steps > STEPS[1] {
                problems.push(t!(
                    "the hills %{one} and %{other} are %{steps} steps apart; they may be at most %{most} apart",
                    one,
                    other,
                    steps,
                    most = STEPS[1]
                ));
            }
        }
    }
    problems
}

/// Reports a hill that can be reached only through a narrow passage: a block of 3x3 squares does not fit through any way
/// over land from the first hill.
fn narrow_passages(map: &Map) -> Option<String> {
    let size = map.size;
    let block = |middle: At| {
        (-1..=1).flat_map(move |down| (-1..=1).map(move |right| size.away(middle, (down, right))))
    };
    let fits = |middle: At| block(middle).all(|at| !map.is_water(at));
    let first = block(map.hills[0].0).filter(|middle| fits(*middle));
    // Two positions of the block at the same hill may not be connected, so a single start must reach all hills.
    let reached = first.map(|middle| {
        let steps = steps_over(size, middle, &fits);
        let covers = |hill: At| block(hill).any(|middle| steps[size.index(middle)].is_some());
        map.hills.iter().map(|(hill, _)| *hill).find(|hill| !covers(*hill))
    });
    let mut missed = reached.collect::<Vec<_>>();
    missed.sort_unstable();
    match missed.first() {
        Some(None) => None,
        Some(Some(hill)) => Some(t!(
            "a block of 3x3 fields cannot be moved over land from %{first} to the hill %{hill}",
            first = spot(map.hills[0].0),
            hill = spot(*hill)
        )),
        None => Some(t!(
            "there is no room on land for a block of 3x3 fields that covers the hill %{hill}",
            hill = spot(map.hills[0].0)
        )),
    }
}

/// Returns the number of steps over land from one square to each square, or `None` for squares that cannot be reached.
pub fn steps_from(map: &Map, from: At) -> Vec<Option<u32>> {
    steps_over(map.size, from, &|at| !map.is_water(at))
}

fn steps_over(size: Torus, from: At, is_open: &dyn Fn(At) -> bool) -> Vec<Option<u32>> {
    let mut steps = vec![None; size.area()];
    steps[size.index(from)] = Some(0);
    let mut edge = VecDeque::from([(from, 0)]);
    while let Some((at, far)) = edge.pop_front() {
        for next in Direction::ALL.map(|direction| size.step(at, direction)) {
            if steps[size.index(next)].is_none() && is_open(next) {
                steps[size.index(next)] = Some(far + 1);
                edge.push_back((next, far + 1));
            }
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use wag_core::game::Seat;

    /// Returns a map that consists of two equal halves side by side, each with this number of rows and columns. `water`
    /// returns whether a square of the left half is water.
    fn halves(rows: u16, cols: u16, hills: &[(u16, u16)], water: impl Fn(u16, u16) -> bool) -> Map {
        let size = Torus { rows, cols: 2 * cols };
        let water = size.squares().map(|at| water(at.row, at.col % cols)).collect();
        let mut hills: Vec<(At, Seat)> = hills
            .iter()
            .flat_map(|(row, col)| [(At::new(*row, *col), Seat(0)), (At::new(*row, *col + cols), Seat(1))])
            .collect();
        hills.sort_unstable();
        Map { size, players: 2, water, hills, ants: Vec::new(), food: Vec::new() }
    }

    fn reported(map: &Map) -> Vec<String> {
        check(map, false)
    }

    #[test]
    fn each_violation_has_a_message() {
        let open = |_, _| false;
        assert_eq!(reported(&halves(40, 30, &[(20, 10)], open)), [] as [String; 0]);
        let cases: Vec<(Map, &str)> = vec![
            (
                halves(201, 20, &[(20, 10)], open),
                "the board is 40 x 201, but a side may have at most 200 fields",
            ),
            (
                halves(110, 50, &[(20, 10)], open),
                "the board has 11000 fields; with 2 players and 2 hills it must have 1800 to 10000",
            ),
            (halves(20, 40, &[(9, 10)], open), "the board has 1600 fields"),
            (
                halves(30, 60, &[(5, 10), (15, 10), (25, 10), (20, 40)], open),
                "the board has 3600 fields; with 2 players and 8 hills it must have 4000 to 10000",
            ),
            (
                halves(90, 15, &[(20, 7)], open),
                "the hills (20, 7) and (20, 22) of two players are 15 steps apart; they must be at least 20 apart",
            ),
            (
                halves(40, 30, &[(20, 10), (20, 14)], open),
                "the hills (20, 10) and (20, 14) are less than 6 fields apart",
            ),
            (
                halves(40, 30, &[(20, 10)], |row, col| {
                    (5..8).contains(&row) && (5..8).contains(&col) && (row, col) != (6, 6)
                }),
                "2 fields of land cannot be reached, such as (6, 6)",
            ),
            (
                halves(40, 30, &[(20, 10)], |row, col| {
                    row == 2 && col % 2 == 0 || [0, 29].contains(&col) && row % 3 != 0
                }),
                "a block of 3x3 fields cannot be moved over land from (20, 10) to the hill (20, 40)",
            ),
            (
                halves(40, 30, &[(20, 10)], |row, col| {
                    [19, 21].contains(&row) && col % 2 == 0 || row == 20 && [9, 11].contains(&col)
                }),
                "there is no room on land for a block of 3x3 fields that covers the hill (20, 10)",
            ),
        ];
        for (map, start) in cases {
            let reported = reported(&map);
            assert!(
                !reported.is_empty() && reported.iter().any(|problem| problem.starts_with(start)),
                "{start}: {reported:?}"
            );
        }
    }

    #[test]
    fn too_long_paths_are_reported() {
        // Corridors from side to side, each with a door to the next one as far away as possible.
        let winding = |row: u16, col: u16| {
            row.is_multiple_of(4) && !(if row.is_multiple_of(8) { 0..4 } else { 20..24 }).contains(&col)
        };
        let map = halves(64, 40, &[(2, 10), (30, 10)], winding);
        assert!(
            reported(&map)
                .iter()
                .any(|problem| problem.ends_with("steps apart; they may be at most 150 apart")),
            "{:?}",
            reported(&map)
        );
    }

    #[test]
    fn unfair_maps_are_reported_and_small_ones_can_be_allowed() {
        let mut map = halves(40, 30, &[(20, 10)], |_, _| false);
        map.water[0] = true;
        assert_eq!(reported(&map), ["the map does not look the same to all players"]);
        let small = halves(20, 40, &[(9, 10)], |_, _| false);
        assert_eq!(check(&small, true), [] as [String; 0]);
        map.hills.pop();
        assert_eq!(reported(&map), ["player 1 has no hill"]);
    }
}
