//! Compares random numbers bit by bit with Python's, on boards where the contest's engine placed food.

use super::super::symmetry;
use super::*;

/// Returns a map for two players whose halves are the same after a rotation by 180 degrees.
fn halves() -> Map {
    let size = super::super::torus::Torus { rows: 20, cols: 20 };
    let mut water = vec![false; 400];
    for (row, col) in [(8, 3), (8, 4), (8, 5), (9, 5), (2, 10), (3, 10), (7, 12)] {
        water[size.index(At::new(row, col))] = true;
        water[size.index(At::new(19 - row, 19 - col))] = true;
    }
    let hills = vec![(At::new(4, 5), Seat(0)), (At::new(15, 14), Seat(1))];
    Map { size, players: 2, water, hills, ants: Vec::new(), food: Vec::new() }
}

/// Returns a map for four players whose quarters are the same.
fn quarters() -> Map {
    let size = super::super::torus::Torus { rows: 24, cols: 24 };
    let mut water = vec![false; size.area()];
    let corners = [(0, 0), (0, 12), (12, 0), (12, 12)];
    for (row, col) in [(1, 6), (2, 6), (3, 6), (8, 2), (8, 3), (9, 9)] {
        for (down, right) in corners {
            water[size.index(At::new(row + down, col + right))] = true;
        }
    }
    let hills =
        (0..).zip(corners).map(|(seat, (row, col))| (At::new(row + 4, col + 4), Seat(seat))).collect();
    Map { size, players: 4, water, hills, ants: Vec::new(), food: Vec::new() }
}

fn new_food(war: &War) -> Vec<(u16, u16)> {
    let food = war.events.iter().filter_map(|event| match event {
        Event::Food(food) => Some(food),
        _ => None,
    });
    food.flatten().map(|at| (at.row, at.col)).collect()
}

fn rates(war: &War) -> [u32; 4] {
    let rates = war.state.rates;
    [rates.rate, rates.turn, rates.start, rates.visible]
}

/// Plays this many turns. Returns the turns in which food appears, and the new food of each.
fn grown(war: &mut War, turns: u32) -> Vec<(u32, Vec<(u16, u16)>)> {
    let grown = (1..=turns).map(|turn| (turn, new_food(war.turn(""))));
    grown.filter(|(_, food)| !food.is_empty()).collect()
}

#[test]
fn squares_that_look_alike_are_found() {
    for (map, orientation, sets, visible) in [(halves(), 3, 199, 183), (quarters(), 0, 143, 137)] {
        for kind in [Kind::Wag, Kind::Python3, Kind::Python2] {
            let found = symmetry::combinations(&map, &map.hills, &[], kind);
            assert_eq!((found.len(), found[0][1].orientation), (1, orientation));
            let [all, seen] = symmetry::sets(&map, &found[0], 77, kind);
            assert_eq!((all.len(), seen.len()), (sets, visible));
        }
    }
}

#[test]
fn python_3_places_food_there() {
    let mut war = War::with(halves(), Numbers::default(), Kind::Python3, 2011);
    assert_eq!(rates(&war), [9, 36, 155, 3]);
    assert_eq!(new_food(&war), [(0, 14), (2, 2), (3, 17), (16, 2), (17, 17), (19, 5)]);
    let expected = [(8, vec![(0, 19), (19, 0)]), (12, vec![(6, 14), (13, 5)]), (16, vec![(9, 18), (10, 1)])];
    assert_eq!(grown(&mut war, 16), expected);
}

#[test]
fn python_2_places_food_there() {
    let mut war = War::with(halves(), Numbers::default(), Kind::Python2, 2011);
    assert_eq!(rates(&war), [8, 36, 100, 3]);
    assert_eq!(new_food(&war), [(0, 10), (2, 14), (3, 6), (16, 13), (17, 5), (19, 9)]);
    let expected = [(5, vec![(4, 9), (15, 10)]), (9, vec![(6, 14), (13, 5)]), (14, vec![(1, 9), (18, 10)])];
    assert_eq!(grown(&mut war, 14), expected);
}

#[test]
fn a_seed_and_its_opposite_are_the_same_to_python() {
    for seed in [7, -7] {
        let mut war = War::with(quarters(), Numbers::default(), Kind::Python3, seed);
        assert_eq!((rates(&war), new_food(&war).len()), ([7, 23, 125, 5], 20));
        assert_eq!(grown(&mut war, 4), [(4, vec![(8, 11), (8, 23), (20, 11), (20, 23)])]);
        let mut war = War::with(quarters(), Numbers::default(), Kind::Python2, seed);
        assert_eq!((rates(&war), new_food(&war).len()), ([7, 21, 140, 3], 12));
        assert_eq!(grown(&mut war, 3), [(3, vec![(1, 5), (1, 17), (13, 5), (13, 17)])]);
    }
}

#[test]
fn unfair_map_is_not_symmetric() {
    let mut map = halves();
    map.water[0] = true;
    assert!(symmetry::combinations(&map, &map.hills, &[], Kind::Wag).is_empty());
}

/// A map with three hills per player, some of which are in view of each other.
const SIX_HILLS: &str = "\
rows 20
cols 20
players 2
m %%...%%%0.....%.%...
m .%.......%...%%.%..%
m ....%.0...%....%....
m .....%.......%..%...
m %...%%%..........%..
m %%........%.......%.
m ..%.%...%....%%.%...
m %....1.%.........%%%
m .%...%.%......%.%...
m %%.%..%.%%%.......%.
m .%.......%%%.%..%.%%
m ...%.%......%.%...%.
m %%%.........%.0....%
m ...%.%%....%...%.%..
m .%.......%........%%
m ..%..........%%%...%
m ...%..%.......%.....
m ....%....%...1.%....
m %..%.%%...%.......%.
m ...%.%.....1%%%...%%
";

/// The expected values come from a second implementation of the contest's rules. It runs in Python 2.7 and 3.11 and uses
/// their dictionaries, sets and random numbers. It places other food if a set is visible only by its first square, and
/// also if visible sets are listed by their first square instead of their first square in sight.
#[test]
fn food_comes_where_the_contest_places_it_for_several_hills_per_player() {
    let numbers = Numbers { view_radius2: 30, ..Numbers::default() };
    let map = Map::parse(SIX_HILLS.as_bytes()).unwrap();
    let python2 = [(0, 13), (2, 3), (2, 11), (5, 2), (7, 16), (12, 3), (14, 17), (17, 8), (17, 16), (19, 6)];
    let python3 = [(0, 12), (1, 6), (7, 9), (12, 10), (18, 13), (19, 7)];
    let python2_grown = [(7, vec![(9, 13), (10, 6)])];
    let python3_grown =
        [(5, vec![(1, 10), (18, 9)]), (10, vec![(2, 3), (17, 16)]), (15, vec![(8, 12), (11, 7)])];
    /// A test case: the kind of random numbers, the first hill, the number of visible sets, the squares with food at the
    /// start, and the food that appears in each turn.
    type Case<'c> = (Kind, At, usize, &'c [(u16, u16)], &'c [(u32, Vec<(u16, u16)>)]);
    let cases: [Case<'_>; 2] = [
        (Kind::Python2, At::new(2, 6), 102, &python2, &python2_grown),
        (Kind::Python3, At::new(0, 8), 100, &python3, &python3_grown),
    ];
    for (kind, anchor, visible, start, later) in cases {
        let found = symmetry::combinations(&map, &map.hills, &[], kind);
        assert_eq!((found.len(), found[0][0].hill), (1, anchor));
        assert_eq!(symmetry::sets(&map, &found[0], 30, kind).map(|family| family.len()), [197, visible]);
        let mut war = War::with(map.clone(), numbers.clone(), kind, 8);
        assert_eq!(new_food(&war), start);
        assert_eq!(grown(&mut war, 15), later);
    }
    let found = symmetry::combinations(&map, &map.hills, &[], Kind::Wag);
    assert_eq!(symmetry::sets(&map, &found[0], 30, Kind::Wag)[1].len(), 106, "each hill sees all it can");
}
