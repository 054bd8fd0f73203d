//! Compares the fast implementation of the sequence of moves with one that follows the manual word for word.
//!
//! In each step, the unit with the lowest id moves, among those that have not moved and whose target is free of units
//! of their own player. When there is no such unit, the others stay.

use super::super::board::{Board, FieldIndex, FieldType};
use super::super::event::UnitName;
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::state::{State, Unit};
use super::super::{SEATS, Setup, Warriors};
use super::kit::{fixed_cases, quiet_rules};
use super::properties::any_setup;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use wag_core::game::{Game, RandomStream, Seat};

/// The parts of a state that the moves of units depend on. All fights end the same way.
#[derive(Debug, PartialEq)]
struct Plain {
    own: BTreeMap<UnitId, FieldIndex>,
    enemies: BTreeSet<FieldIndex>,
}

impl Plain {
    fn of(state: &State) -> Plain {
        let fields = |seat| state.player(seat).units.iter().map(|unit| unit.at);
        Plain {
            own: state.player(Seat(0)).units.iter().map(|unit| (unit.id, unit.at)).collect(),
            enemies: Seat::all(SEATS).skip(1).flat_map(fields).collect(),
        }
    }

    fn play(&mut self, board: &Board, mut pending: BTreeMap<UnitId, Direction>, attackers_win: bool) {
        let target = |at, direction| board.neighbour(at, direction).filter(|to| is_enterable(board, *to));
        while let Some((id, to)) = pending.iter().find_map(|(id, direction)| {
            let to = target(self.own[id], *direction);
            to.is_none_or(|to| !self.is_held(board, to)).then_some((*id, to))
        }) {
            pending.remove(&id);
            let Some(to) = to else { continue };
            if self.enemies.contains(&to) && !attackers_win {
                self.own.remove(&id);
            } else {
                self.enemies.remove(&to);
                self.own.insert(id, to);
            }
        }
    }

    fn is_held(&self, board: &Board, field: FieldIndex) -> bool {
        board.field(field).is_open() && self.own.values().any(|at| *at == field)
    }
}

fn is_enterable(board: &Board, at: FieldIndex) -> bool {
    board.field(at).is_open() || board.field(at) == FieldType::Base(Seat(0))
}

/// Creates a state with many units of player 1 and a few enemies at random positions and with random ids.
fn crowd(setup: &Setup, attackers_win: bool, luck: &mut RandomStream) -> State {
    let mut rules = quiet_rules();
    let chance = f64::from(u8::from(attackers_win));
    (rules.warrior.strength, rules.gatherer.strength, rules.equal_attack_probability) =
        (chance, chance, chance);
    let mut state = State::new(&Setup { rules, ..setup.clone() }, 0);
    for at in (0..setup.board.fields().len() as u32).map(FieldIndex) {
        let owner = Seat([0, 0, 0, 1, 2, 3][luck.below(6) as usize]);
        let home = setup.board.field(at) == FieldType::Base(owner);
        if (setup.board.field(at).is_open() || home) && luck.below(3) > 0 {
            add_unit(&mut state, UnitName { owner, id: UnitId(luck.bits()) }, at);
        }
    }
    state
}

fn add_unit(state: &mut State, name: UnitName, at: FieldIndex) {
    let unit = Unit { id: name.id, kind: UnitType::Gatherer, at, cargo: 0, last_move: Direction::Stay };
    let player = state.player_mut(name.owner);
    player.units.push(unit);
    player.units.sort_by_key(|unit| unit.id);
    if state.board.field(at).is_open() {
        state.occupants[at.index()] = Some(name);
    }
}

proptest! {
    #![proptest_config(fixed_cases(500))]

    #[test]
    fn units_move_as_the_plain_rule_says(setup in any_setup(), seed: u64, attackers_win: bool) {
        let mut luck = RandomStream::new(seed, 5);
        let mut state = crowd(&setup, attackers_win, &mut luck);
        let mut plain = Plain::of(&state);
        let moves: Vec<(UnitId, Direction)> = state.player(Seat(0)).units.iter()
            .map(|unit| (unit.id, Direction::ALL[luck.below(5) as usize]))
            .collect();
        let walking = moves.iter().copied().filter(|(_, direction)| *direction != Direction::Stay).collect();
        plain.play(&setup.board, walking, attackers_win);
        let orders = Orders { creations: Vec::new(), moves };
        Warriors::apply(&mut state, &[(Seat(0), orders)], &mut Vec::new());
        prop_assert_eq!(Plain::of(&state), plain);
    }
}
