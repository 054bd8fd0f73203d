//! Random play with valid and invalid orders, and checks that every state is consistent.

use super::super::board::Board;
use super::super::event::{Event, UnitName};
use super::super::maps;
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::rules::Rules;
use super::super::state::State;
use super::super::{SEATS, Setup, View, Warriors};
use super::kit::{map_of, setup};
use std::collections::BTreeMap;
use std::sync::Arc;
use wag_core::game::conformance::RandomPlay;
use wag_core::game::{RandomStream, Seat};

impl RandomPlay for Warriors {
    const HAS_CHANCE: bool = true;

    fn setups() -> Vec<Setup> {
        let crowded = setup(&map_of(&["1.R.2", ".RXR.", "R...R", ".RYR.", "4.R.3"]), lively_rules(40));
        let mut with_dummies = crowded.clone();
        with_dummies.players[0].starts_empty = true;
        with_dummies.players[3].starts_empty = true;
        let mut nobody = crowded.clone();
        nobody.players.iter_mut().for_each(|player| player.starts_empty = true);
        let mut meadow = crowded.clone();
        meadow.board =
            Arc::new(maps::board_of(maps::find(maps::DEFAULT).expect("the default map is built in")));
        meadow.rules = Rules { rounds: 30, ..Rules::default() };
        vec![crowded, with_dummies, nobody, meadow]
    }

    fn asks_max(setup: &Setup) -> usize {
        setup.rules.rounds as usize * SEATS
    }

    fn legal_orders(view: &View<'_>, luck: &mut RandomStream) -> Orders {
        let player = view.state.player(view.seat);
        let mut stock = player.stock;
        let mut creations = Vec::new();
        let mut ids: Vec<UnitId> = player.units.iter().map(|unit| unit.id).collect();
        while luck.below(2) == 0 {
            let kind = any_of(luck, &UnitType::ALL);
            let Some(left) = stock.checked_sub(view.state.rules.unit(kind).cost) else { break };
            stock = left;
            ids.push(UnitId(player.next_id.0 + creations.len() as u32));
            creations.push(kind);
        }
        let ordered = ids.into_iter().filter(|_| luck.below(8) > 0).collect::<Vec<_>>();
        let moves = ordered.into_iter().map(|id| (id, any_of(luck, &Direction::ALL))).collect();
        Orders { creations, moves }
    }

    fn nonsense(view: &View<'_>, luck: &mut RandomStream) -> Orders {
        let mut orders = Warriors::legal_orders(view, luck);
        for _ in 0..luck.below(12) {
            orders.creations.push(any_of(luck, &UnitType::ALL));
            let ids = [UnitId(0), UnitId(luck.below(40)), UnitId(u32::MAX)];
            orders.moves.push((any_of(luck, &ids), any_of(luck, &Direction::ALL)));
        }
        orders
    }

    fn is_refusal(event: &Event) -> bool {
        matches!(event, Event::CreationRefused { .. } | Event::MoveRefused { .. })
    }

    fn check(state: &State) {
        check_ids(state);
        check_places(state);
        check_loads(state);
    }
}

fn any_of<T: Copy>(luck: &mut RandomStream, choices: &[T]) -> T {
    choices[luck.below(choices.len() as u32) as usize]
}

/// Returns rules that cause many events on a small board.
pub fn lively_rules(rounds: u32) -> Rules {
    Rules { rounds, spawn_probability: 0.3, spawn_decay: 1.0, ..Rules::default() }
}

/// Checks that ids are in ascending order and that the next id is above all of them.
fn check_ids(state: &State) {
    for player in &state.players {
        let ids: Vec<UnitId> = player.units.iter().map(|unit| unit.id).collect();
        assert!(ids.is_sorted_by(|one, next| one < next), "{ids:?}");
        assert!(ids.last().is_none_or(|last| *last < player.next_id));
    }
}

/// Checks that every unit is on a field it may enter, that only bases hold several units, and that `occupants` matches
/// the units.
fn check_places(state: &State) {
    let board: &Board = &state.board;
    let mut standing = BTreeMap::new();
    for owner in Seat::all(SEATS) {
        for unit in &state.player(owner).units {
            if unit.at == board.base(owner) {
                continue;
            }
            assert!(board.field(unit.at).is_open(), "{unit:?} stands on {:?}", board.field(unit.at));
            let before = standing.insert(unit.at.index(), UnitName { owner, id: unit.id });
            assert_eq!(before, None, "two units on {:?}", board.position(unit.at));
        }
    }
    let known = state.occupants.iter().enumerate().filter_map(|(at, who)| who.map(|who| (at, who)));
    assert_eq!(standing, known.collect());
}

/// Checks the cargo of units and the resources on fields. No unit carries too much, units in a base carry nothing, and
/// units on resources are full. Only open fields have resources, and the set of fields with resources is right.
fn check_loads(state: &State) {
    for owner in Seat::all(SEATS) {
        for unit in &state.player(owner).units {
            let most = state.rules.unit(unit.kind).max_resources;
            assert!(unit.cargo <= most, "{unit:?}");
            assert!(unit.at != state.board.base(owner) || unit.cargo == 0, "{unit:?}");
            assert!(state.resources(unit.at) == 0 || unit.cargo == most, "{unit:?} stands among resources");
        }
    }
    for (field, &lying) in state.board.fields().iter().zip(state.all_resources()) {
        assert!(lying == 0 || field.is_open(), "{lying} lie on {field:?}");
    }
    let with_resources = state.all_resources().iter().filter(|amount| **amount > 0).count();
    assert_eq!(state.lying.count() as usize, with_resources);
}
