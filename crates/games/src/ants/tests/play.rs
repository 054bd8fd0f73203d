//! Random play, and properties that every match has.

use super::super::orders::Order;
use super::super::state::Square;
use super::super::torus::{Direction, Torus};
use super::super::{View, check, symmetry};
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;
use wag_core::game::RandomStream;
use wag_core::game::conformance::RandomPlay;

/// Returns a small board with two players side by side and some water.
fn small() -> Map {
    let half = ["......", "..%...", ".0....", "...%%.", "......", ".%....", "......", "....%."];
    let row = |row: &str| format!("m {row}{}\n", row.replace('0', "1"));
    let text: String = half.iter().map(|line| row(line)).collect();
    Map::parse(format!("rows 8\ncols 12\nplayers 2\n{text}").as_bytes()).unwrap()
}

fn setup(map: Map, numbers: Numbers, random: Kind) -> Setup {
    Setup { map: Arc::new(map), numbers, random, player_seed: 1, given: None }
}

impl RandomPlay for Ants {
    const HAS_CHANCE: bool = true;

    fn setups() -> Vec<Setup> {
        let much = Numbers { turns: 60, food_rate: [40, 40], food_start: [8, 8], ..Numbers::default() };
        let drawn = map(3, "h2 5,5 a 2,2 2,3 3,3 b 4,4 4,5 c 7,7 7,2 f 1,1 6,6 w 5,6");
        vec![
            setup(small(), much.clone(), Kind::Wag),
            setup(small(), Numbers { strict: true, view_radius2: 10, ..much.clone() }, Kind::Python3),
            setup(drawn, Numbers { turns: 30, ..scenario(5) }, Kind::Python2),
        ]
    }

    fn asks_max(setup: &Setup) -> usize {
        setup.numbers.turns as usize
    }

    fn legal_orders(view: &View<'_>, rng: &mut RandomStream) -> Orders {
        let size = view.state.position.size;
        let own = view.state.position.ants.iter().filter(|ant| ant.owner == view.seat);
        let moves = own.filter_map(|ant| {
            let direction = Direction::ALL[rng.below(4) as usize];
            let is_free =
                ![Square::WATER, Square::FOOD].contains(&view.state.square(size.step(ant.at, direction)));
            (is_free && rng.below(5) > 0).then_some((ant.at, direction))
        });
        let moves: Vec<_> = moves.collect();
        let drawing = (!view.state.setup.numbers.strict && rng.below(3) == 0)
            .then(|| format!("v tile {} 0", rng.below(8)));
        Orders::of(moves, drawing)
    }

    fn nonsense(_: &View<'_>, rng: &mut RandomStream) -> Orders {
        match rng.below(40) {
            0 => Orders::Gone { cause: Cause::Crashed, at_start: rng.below(2) == 0 },
            1 => Orders::read(&[0xff, b'\n', b'o']),
            _ => {
                let number = |rng: &mut RandomStream| rng.below(14) as i32 - 2;
                let order = |rng: &mut RandomStream| Order::Go {
                    row: number(rng),
                    col: number(rng),
                    direction: Direction::ALL[rng.below(4) as usize],
                };
                // Not in the order of parsed orders.
                Orders::Given((0..rng.below(9)).map(|_| order(rng)).collect())
            }
        }
    }

    fn is_refusal(event: &Event) -> bool {
        matches!(event, Event::Refused { why, .. } if why.is_invalid())
    }

    fn check(state: &State) {
        let position = &state.position;
        let size = position.size;
        let standing: BTreeSet<At> = position.ants.iter().map(|ant| ant.at).collect();
        assert_eq!(standing.len(), position.ants.len(), "one ant a square");
        for at in size.squares() {
            let ant = position.ant_at(at).map(|ant| ant.owner);
            assert_eq!(state.square(at).owner(), ant);
            assert_eq!(state.square(at) == Square::FOOD, position.food.contains(&at));
            assert_eq!(
                state.square(at) == Square::WATER,
                state.setup.map.is_water(at),
                "nothing is on water"
            );
        }
        for (at, seat) in
            size.squares().flat_map(|at| Seat::all(position.players.len()).map(move |seat| (at, seat)))
        {
            let near = |ant: &super::super::position::Ant| {
                ant.owner == seat && size.distance2(ant.at, at) <= state.setup.numbers.view_radius2
            };
            assert_eq!(state.vision.sees(seat, at), position.ants.iter().any(near));
        }
    }
}

/// Returns the map with everything on it moved by an offset. Also swaps the owners if `swapped` is true.
fn moved(map: &Map, by: (i32, i32), swapped: bool) -> Map {
    let place = |at: At| map.size.away(at, by);
    let owner = |seat: Seat| if swapped { Seat(1 - seat.0) } else { seat };
    let mut water = vec![false; map.size.area()];
    map.size.squares().filter(|at| map.is_water(*at)).for_each(|at| water[map.size.index(place(at))] = true);
    let list = |list: &[(At, Seat)]| {
        let mut list: Vec<(At, Seat)> = list.iter().map(|(at, seat)| (place(*at), owner(*seat))).collect();
        list.sort_unstable();
        list
    };
    let mut food: Vec<At> = map.food.iter().map(|at| place(*at)).collect();
    food.sort_unstable();
    Map { water, hills: list(&map.hills), ants: list(&map.ants), food, ..map.clone() }
}

fn armies() -> impl Strategy<Value = Map> {
    let size = Torus { rows: 9, cols: 11 };
    prop::collection::btree_map(0..99usize, 0..2u8, 2..40).prop_map(move |ants| {
        let at = |index: usize| At::new((index / 11) as u16, (index % 11) as u16);
        let hills = vec![(at(0), Seat(0)), (at(98), Seat(1))];
        let ants = ants.into_iter().map(|(index, owner)| (at(index), Seat(owner))).collect();
        Map { size, players: 2, water: vec![false; 99], hills, ants, food: Vec::new() }
    })
}

/// Returns the squares and owners of the ants that survive a battle in which no ant moves.
fn left(map: Map) -> BTreeSet<(At, Seat)> {
    let mut events = Vec::new();
    let mut state = State::new(&setup(map, Numbers { turns: 9, ..scenario(5) }, Kind::Wag), 1, &mut events);
    Ants::apply(&mut state, &[], &mut events);
    state.position.ants.iter().map(|ant| (ant.at, ant.owner)).collect()
}

/// Returns the squares and owners of the survivors, computed exactly as the rule is worded.
fn left_by_the_book(map: &Map) -> BTreeSet<(At, Seat)> {
    let enemies = |(at, owner): (At, Seat)| {
        let near = move |(other, whose): &&(At, Seat)| *whose != owner && map.size.distance2(at, *other) <= 5;
        map.ants.iter().filter(near).copied().collect::<Vec<_>>()
    };
    let dies = |ant: (At, Seat)| enemies(ant).iter().any(|enemy| enemies(*enemy).len() <= enemies(ant).len());
    map.ants.iter().copied().filter(|ant| !dies(*ant)).collect()
}

proptest! {
    #[test]
    fn battles_follow_the_rule(map in armies(), down in 0..9i32, right in 0..11i32) {
        let expected = left_by_the_book(&map);
        let both_live = [Seat(0), Seat(1)].iter().all(|seat| map.ants.iter().any(|(_, owner)| owner == seat));
        prop_assume!(both_live);
        prop_assert_eq!(left(map.clone()), expected.clone());
        for swapped in [false, true] {
            let there = moved(&map, (down, right), swapped);
            let owner = |seat: Seat| if swapped { Seat(1 - seat.0) } else { seat };
            let expected: BTreeSet<_> = expected.iter().map(|(at, seat)| (map.size.away(*at, (down, right)), owner(*seat))).collect();
            prop_assert_eq!(left(there), expected);
        }
    }
}

#[test]
fn food_is_equally_near_to_all_players() {
    let map = small();
    let found = symmetry::combinations(&map, &map.hills, &[], Kind::Wag);
    assert_eq!(found.len(), 1);
    let war = War::with(map.clone(), Numbers::default(), Kind::Wag, 3);
    let near = |seat: u8| {
        let hill = map.hills_of(Seat(seat)).next().unwrap();
        let mut far: Vec<u32> =
            war.state.position.food.iter().map(|at| map.size.distance2(hill, *at)).collect();
        far.sort_unstable();
        far
    };
    assert_eq!(near(0), near(1));
    assert!(!near(0).is_empty());
}

/// Plays a match of built-in players on a built-in map. Returns the rank of each player.
fn match_of(names: &[&str], map: &str, seed: u64) -> Vec<u32> {
    use wag_core::game::{Kind, Playable};
    let Kind::File { built_in, .. } = &Ants::INFO.options[0].kind else { panic!("the map comes first") };
    let text = (built_in.iter().find(|file| file.name == map).unwrap().text)();
    let setup = setup(Map::parse(text.as_bytes()).unwrap(), Numbers::default(), super::Kind::Wag);
    let mut bots: Vec<_> = names
        .iter()
        .map(|name| Ants::bot(&Ants::INFO, name).unwrap_or_else(|| Box::new(|_, _| Orders::default())))
        .collect();
    let mut state = State::new(&setup, seed, &mut Vec::new());
    let mut turn = 0;
    while let Phase::Ask { seats, .. } = Ants::phase(&state) {
        turn += 1;
        let orders: Vec<_> = seats
            .iter()
            .map(|seat| {
                (
                    seat,
                    bots[seat.index()](
                        &View { state: &state, seat },
                        wag_core::game::turn_seed(seed, seat, turn),
                    ),
                )
            })
            .collect();
        Ants::apply(&mut state, &orders, &mut Vec::new());
    }
    state.position.standings().iter().map(|standing| standing.place).collect()
}

#[test]
fn built_in_maps_meet_contest_requirements_or_are_for_experiments() {
    use wag_core::game::{Kind, Playable};
    let Kind::File { built_in, .. } = &Ants::INFO.options[0].kind else { panic!("the map comes first") };
    let mut players = Vec::new();
    for file in *built_in {
        let map = Map::parse((file.text)().as_bytes()).unwrap();
        let is_arena = file.about.starts_with("test map");
        assert_eq!(check::check(&map, is_arena), [] as [String; 0], "{}", file.name);
        let size = format!("{}x{}", map.size.cols, map.size.rows);
        assert!(file.about.contains(&size), "{}: {size}", file.name);
        if !is_arena {
            players.push(map.players);
        }
    }
    players.sort_unstable();
    assert_eq!(players, [2, 2, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8]);
}

#[test]
fn hunter_beats_hold() {
    assert_eq!(match_of(&["Hunter", "Hold"], "ponds", 1), [1, 2]);
    assert_eq!(match_of(&["Hold", "Hunter"], "hedges", 2), [2, 1]);
}

/// Plays a turn, and returns its moves and the seats without orders as in an exported page.
fn folded(war: &mut War, orders: [&str; 2], is_first: bool) -> (serde_json::Value, Vec<Seat>) {
    use wag_core::game::Show;
    let frame = Ants::frame(&war.state);
    let orders = [0, 1].map(|seat| (Seat(seat), Orders::read(orders[usize::from(seat)].as_bytes())));
    let mut events = Vec::new();
    Ants::apply(&mut war.state, &orders, &mut events);
    let plain: Vec<(Seat, &Orders)> = orders.iter().map(|(seat, orders)| (*seat, orders)).collect();
    let folded = Ants::fold_turn(&war.state.setup, &frame, &plain, &events, is_first).expect("ants move");
    assert_eq!(folded.events.len(), events.len());
    let moved = folded.events.into_iter().find(|event| event["type"] == "moved");
    (moved.expect("ants move"), folded.seats)
}

/// `web/tests/unit/ants.test.js` restores the same turns.
#[test]
fn exported_pages_have_a_letter_for_each_ant_and_no_orders_that_follow_from_them() {
    let mut war = War::new(1, 2, "a 4,4 6,6 b 8,1");
    let refused_order = folded(&mut war, ["o 6 6 n\no 4 4 e", "o 8 1 n\no 8 1 s"], true);
    assert_eq!(
        refused_order,
        (serde_json::json!({"type": "moved", "ways": "enn", "seats": [1]}), vec![Seat(0)])
    );
    let holding = folded(&mut war, ["o 4 5 e\no 5 6 w", ""], false);
    let moved = serde_json::json!({"type": "moved", "ways": "=w-", "seats": [1, 2]});
    assert_eq!(holding, (moved, vec![Seat(0), Seat(1)]));
}
