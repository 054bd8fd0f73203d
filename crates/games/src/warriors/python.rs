//! Python bindings: the module `classes` (manual 5), for one seat of one match.
//!
//! Objects are created once and updated each turn. They report the state at the start of the turn, except the player's
//! own base and units, which also change during the turn. A worker plays one seat of one match, so the AI's orders can
//! be collected in one module, [`ledger`].

mod base;
mod configuration;
mod constants;
mod field;
mod ledger;
mod notes;
mod practice;
mod round_state;
mod unit;
mod unit_type;

use super::SEATS;
use super::board::{FieldIndex, FieldType};
use super::state::Unit as UnitRow;
use super::wire::{SeatSetup, Snapshot};
use base::Base;
use configuration::GameConfiguration;
use field::Field;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString};
use round_state::RoundState;
use std::sync::Arc;
use unit::Unit;
use unit_type::UnitType;
use wag_core::game::Seat;
use wag_python::worker::toolkit;
use wag_python::worker::turn::py_bindings::{Describe, PyBindings, TurnOutput};

/// Name of the Python module.
pub const MODULE: &str = "classes";

/// Adds all names to the module. `import *` does not import the names that are only for tests.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("__doc__", "The classes of Warriors & Gatherers. Use them with: from classes import *")?;
    module.add_class::<constants::Direction>()?;
    module.add_class::<UnitType>()?;
    module.add_class::<Unit>()?;
    module.add_class::<RoundState>()?;
    module.add_class::<constants::FieldType>()?;
    module.add_class::<Field>()?;
    toolkit::register_cell_class(&module.py().get_type::<Field>(), Field::CELL_READER);
    toolkit::register_map_class(&module.py().get_type::<RoundState>(), RoundState::own_board);
    module.add_class::<Base>()?;
    module.add_class::<GameConfiguration>()?;
    module.add_function(pyo3::wrap_pyfunction!(notes::annotate, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(notes::annotate_path, module)?)?;
    module.setattr("board", pyo3::wrap_pyfunction!(practice::board, module)?)?;
    module.setattr("configuration", pyo3::wrap_pyfunction!(practice::configuration, module)?)
}

/// Strings and unit types that all objects of a match share.
struct SharedValues {
    owners: [Py<PyString>; SEATS],
    directions: [Py<PyString>; 5],
    unit_types: [Py<UnitType>; 2],
}

/// Name of the class or function that defines an AI for version 1.2 of the game.
const ENTRY: &str = "BattleClient";

/// The Python bindings of a seat.
struct WarriorsBindings {
    seat: Seat,
    side: u32,
    shared: Arc<SharedValues>,
    fields: Arc<Vec<Py<Field>>>,
    /// Images of all units, by seat and in ascending order of their ids.
    images: [Vec<Py<Unit>>; SEATS],
    bases: [Py<Base>; SEATS],
    own_units: Vec<Py<Unit>>,
    own_base: Py<Base>,
    round_state: Py<RoundState>,
    configuration: Py<GameConfiguration>,
    snapshot: Snapshot,
    /// Fields whose objects currently report resources, and the reported amounts.
    lying: Vec<(FieldIndex, u64)>,
    /// Fields whose objects currently report a unit.
    occupied: Vec<FieldIndex>,
}

/// Creates the bindings of a seat. `setup` is encoded by [`super::wire`].
pub fn make_bindings(py: Python<'_>, setup: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    let setup: SeatSetup =
        postcard::from_bytes(setup).map_err(|_| PyValueError::new_err("the setup can't be read"))?;
    Ok(Box::new(WarriorsBindings::new(py, &setup)?))
}

impl WarriorsBindings {
    fn new(py: Python<'_>, setup: &SeatSetup) -> PyResult<Self> {
        let board = &setup.board;
        let shared = Arc::new(SharedValues::new(py, setup)?);
        let base = |seat: Seat, is_live| {
            let position = board.position(board.base(seat));
            Py::new(py, Base::new(seat, position, is_live, &shared, &setup.rules))
        };
        let bases =
            [base(Seat(0), false)?, base(Seat(1), false)?, base(Seat(2), false)?, base(Seat(3), false)?];
        let fields = (0..board.fields().len() as u32)
            .map(FieldIndex)
            .map(|at| {
                let kind = board.field(at);
                let base = match kind {
                    FieldType::Base(seat) => Some(bases[seat.index()].clone_ref(py)),
                    _ => None,
                };
                Py::new(py, Field::new(py, board.position(at), kind, base, setup.seat))
            })
            .collect::<PyResult<Vec<_>>>()?;
        let fields = Arc::new(fields);
        let own_base = base(setup.seat, true)?;
        let name = shared.owners[setup.seat.index()].clone_ref(py);
        let round_state = RoundState::new(name, own_base.clone_ref(py), Arc::clone(&fields), board.side());
        Ok(WarriorsBindings {
            seat: setup.seat,
            side: board.side(),
            shared,
            fields,
            images: Default::default(),
            bases,
            own_units: Vec::new(),
            own_base,
            round_state: Py::new(py, round_state)?,
            configuration: Py::new(py, GameConfiguration::new(&setup.rules))?,
            snapshot: Snapshot::default(),
            lying: Vec::new(),
            occupied: Vec::new(),
        })
    }

    /// Updates all Python objects to the state in the snapshot.
    fn apply_snapshot(&mut self, py: Python<'_>) -> PyResult<()> {
        self.update_players(py)?;
        self.update_resources(py);
        self.update_units(py);
        self.round_state.get().update(py, self.snapshot.round);
        Ok(())
    }

    /// Updates the field objects whose amount of resources has changed.
    fn update_resources(&mut self, py: Python<'_>) {
        let tell = |at: FieldIndex, amount: u64| {
            if let Some(field) = self.fields.get(at.index()) {
                field.get().set_resources(py, amount);
            }
        };
        // This runs in every turn, and iterators would add calls across codegen units.
        let mut old = self.lying.as_slice();
        for &(at, amount) in &self.snapshot.resources {
            while let [(gone, _), rest @ ..] = old
                && *gone < at
            {
                tell(*gone, 0);
                old = rest;
            }
            let mut before = 0;
            if let [(same, lay), rest @ ..] = old
                && *same == at
            {
                (before, old) = (*lay, rest);
            }
            if before != amount {
                tell(at, amount);
            }
        }
        old.iter().for_each(|(gone, _)| tell(*gone, 0));
        std::mem::swap(&mut self.lying, &mut self.snapshot.resources);
    }

    /// Updates which unit each field object reports.
    fn update_units(&mut self, py: Python<'_>) {
        for at in self.occupied.drain(..) {
            self.fields[at.index()].get().set_unit(py, None);
        }
        for (images, player) in self.images.iter().zip(&self.snapshot.players) {
            for (image, row) in images.iter().zip(&player.units) {
                if let Some(field) = self.fields.get(row.at.index()) {
                    field.get().set_unit(py, Some(image));
                    self.occupied.push(row.at);
                }
            }
        }
    }

    /// Updates bases and units: the images of all players, and the live objects of the AI's own seat.
    fn update_players(&mut self, py: Python<'_>) -> PyResult<()> {
        for seat in Seat::all(SEATS) {
            let player = &self.snapshot.players[seat.index()];
            let images = &mut self.images[seat.index()];
            update(py, images, &player.units, seat, self.side, &self.shared, false)?;
            self.bases[seat.index()].get().update(py, player, images);
        }
        let own = &self.snapshot.players[self.seat.index()];
        update(py, &mut self.own_units, &own.units, self.seat, self.side, &self.shared, true)?;
        self.own_base.get().update(py, own, &self.own_units);
        Ok(())
    }
}

/// Updates a list of unit objects to match the rows of a snapshot. Both lists are in ascending order of the ids.
fn update(
    py: Python<'_>,
    units: &mut Vec<Py<Unit>>,
    rows: &[UnitRow],
    owner: Seat,
    side: u32,
    shared: &Arc<SharedValues>,
    is_live: bool,
) -> PyResult<()> {
    let mut old = std::mem::take(units).into_iter().peekable();
    units.reserve(rows.len());
    for row in rows {
        while let Some(gone) = old.next_if(|unit| unit.get().id() < row.id) {
            gone.get().mark_dead(py);
        }
        let unit = match old.next_if(|unit| unit.get().id() == row.id) {
            Some(unit) => unit,
            None => Py::new(py, Unit::new(owner, row, shared, is_live))?,
        };
        unit.get().update(py, row, side);
        units.push(unit);
    }
    old.for_each(|gone| gone.get().mark_dead(py));
    Ok(())
}

impl PyBindings for WarriorsBindings {
    fn module_name(&self) -> &'static str {
        MODULE
    }

    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        fill(module)
    }

    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        if self.snapshot.decode(view).is_none() {
            return Err(PyValueError::new_err("the view can't be read"));
        }
        ledger::clear(py);
        self.apply_snapshot(py)
    }

    fn set_globals(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let py = namespace.py();
        namespace.set_item(pyo3::intern!(py, "roundState"), &self.round_state)?;
        namespace.set_item(pyo3::intern!(py, "gameConfiguration"), &self.configuration)
    }

    fn entries(&self) -> &'static [&'static str] {
        &[ENTRY]
    }

    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        let entry = namespace.get_item(pyo3::intern!(namespace.py(), ENTRY))?;
        if let Some(entry) = entry.filter(|entry| entry.is_callable()) {
            entry.call1((&self.round_state, &self.configuration))?;
        }
        Ok(())
    }

    fn describe(&self) -> Describe {
        |value| {
            let py = value.py();
            let unit = value.cast_exact::<Unit>().ok().map(|unit| unit.get().describe(py));
            unit.or_else(|| value.cast_exact::<Field>().ok().map(|field| field.get().describe(py)))
                .or_else(|| value.cast_exact::<Base>().ok().map(|base| base.get().describe(py)))
                .or_else(|| value.cast_exact::<RoundState>().ok().map(|state| state.get().describe(py)))
                .or_else(|| value.cast_exact::<UnitType>().ok().map(|kind| kind.get().describe()))
        }
    }

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        // The next snapshot contains the units created in this turn.
        ledger::take(py)
    }
}

impl SharedValues {
    fn new(py: Python<'_>, setup: &SeatSetup) -> PyResult<Self> {
        use super::orders;
        let unit_type = |kind| Py::new(py, UnitType::new(kind, setup.rules.unit(kind)));
        Ok(SharedValues {
            owners: setup.names.each_ref().map(|name| PyString::new(py, name).unbind()),
            directions: orders::Direction::ALL
                .map(|direction| PyString::intern(py, direction.name()).unbind()),
            unit_types: [unit_type(orders::UnitType::Warrior)?, unit_type(orders::UnitType::Gatherer)?],
        })
    }
}

/// Returns the `repr` of an object. The address in it is made from `number`, so the text is the same in every run.
fn repr(class: &str, number: u64) -> String {
    format!("<classes.{class} object at {:#x}>", 0x7f51_0000_0000_u64 + number * 0x30)
}

fn no_constructor<T>(class: &str, instead: &str) -> PyResult<T> {
    Err(PyTypeError::new_err(format!("{class} objects come from the game and cannot be created: {instead}")))
}

fn no_attributes(class: &str, name: &str, instead: &str) -> PyResult<()> {
    Err(PyAttributeError::new_err(format!(
        "can't set {name:?}: a {class} of the game keeps no attributes of yours; {instead}"
    )))
}
