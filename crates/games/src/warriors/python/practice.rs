//! `classes.board` and `classes.configuration` create situations from drawings, for testing an AI's functions without a
//! match. They raise an error during a match, because orders to the objects they create would have no effect.

use super::configuration::GameConfiguration;
use super::round_state::RoundState;
use super::{WarriorsBindings, ledger};
use crate::warriors::board::{FieldIndex, FieldType};
use crate::warriors::drawing::{Drawing, YOU, parse};
use crate::warriors::orders::{Direction, UnitId};
use crate::warriors::rules::Rules;
use crate::warriors::state::Unit;
use crate::warriors::wire::{PlayerSnapshot, SeatSetup, Snapshot};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use wag_core::game::Seat;
use wag_python::only_in_scripts;

/// Amounts of resources by [x, y].
type Amounts = BTreeMap<(u32, u32), u64>;

/// For tests of your functions, without a match: draws a board with everything on it and returns its roundState.
///
/// Characters: . land, R resource field, $ resources, # or Y wall, ~ or X water, 1 your base, 2 to 4 the other bases, G
/// and W your gatherer and warrior, g and w those of player 2. Blanks between the characters are ignored.
///
/// resources sets amounts by (x, y): on a field, carried by a unit, or in a base. By default $ is 100, a base has 200,
/// and units carry nothing. Units get their ids row by row. After an accepted order unit.getLastMove() returns its
/// direction.
#[pyfunction]
#[pyo3(signature = (drawing, resources=None, round=1))]
pub fn board(
    py: Python<'_>,
    drawing: &str,
    resources: Option<Amounts>,
    round: u32,
) -> PyResult<Py<RoundState>> {
    only_in_scripts("classes.board")?;
    let drawing = parse(drawing).map_err(|err| PyValueError::new_err(err.to_string()))?;
    let rules = Rules::default();
    let snapshot = snapshot(&drawing, &rules, &resources.unwrap_or_default(), round)?;
    let names = std::array::from_fn(|seat| format!("player{}", seat + 1));
    let setup = SeatSetup { board: drawing.board, rules, names, seat: YOU };
    ledger::clear(py);
    let mut bindings = WarriorsBindings::new(py, &setup)?;
    bindings.snapshot = snapshot;
    bindings.apply_snapshot(py)?;
    Ok(bindings.round_state)
}

/// For tests of your functions, without a match: the default numbers of the game, like gameConfiguration.
#[pyfunction]
pub fn configuration() -> PyResult<GameConfiguration> {
    only_in_scripts("classes.configuration")?;
    Ok(GameConfiguration::new(&Rules::default()))
}

fn snapshot(drawing: &Drawing, rules: &Rules, amounts: &Amounts, round: u32) -> PyResult<Snapshot> {
    let amounts = by_field(drawing, amounts)?;
    let given = |at: FieldIndex| amounts.get(&at).copied();
    let mut snapshot = Snapshot { round, ..Snapshot::default() };
    for (seat, player) in Seat::all(snapshot.players.len()).zip(&mut snapshot.players) {
        let base = drawing.board.base(seat);
        let is_drawn = drawing.board.field(base) == FieldType::Base(seat);
        player.stock = if is_drawn { given(base).unwrap_or(rules.start_stock) } else { 0 };
    }
    for &(seat, kind, at) in &drawing.units {
        let player: &mut PlayerSnapshot = &mut snapshot.players[seat.index()];
        let (id, cargo) = (UnitId(player.next_id), given(at).unwrap_or(0));
        player.units.push(Unit { id, kind, at, cargo, last_move: Direction::Stay });
        player.next_id += 1;
    }
    let lying = drawing.resources.iter().map(|at| (*at, given(*at).unwrap_or(rules.spawn_amount)));
    snapshot.resources = lying.collect();
    Ok(snapshot)
}

/// Returns the amounts by field. Raises an error for a field without resources, unit or base.
fn by_field(drawing: &Drawing, amounts: &Amounts) -> PyResult<BTreeMap<FieldIndex, u64>> {
    let field = |(&(x, y), &amount): (&(u32, u32), &u64)| {
        let has_amount = |at: &FieldIndex| {
            drawing.resources.contains(at)
                || drawing.units.iter().any(|unit| unit.2 == *at)
                || matches!(drawing.board.field(*at), FieldType::Base(_))
        };
        let at = drawing.at((x, y)).filter(has_amount).ok_or_else(|| {
            PyValueError::new_err(format!(
                "resources are given for ({x}, {y}), where the drawing has no $, no unit and no base"
            ))
        })?;
        Ok((at, amount))
    };
    amounts.iter().map(field).collect()
}
