//! The game as Python sees it: the module `classes` (manual 5) for one seat of one match.
//!
//! Objects are made once and told each turn what has changed; what they answer is always the state at the start of the
//! turn, but for the player's own base and units, which are live. A worker plays one seat of one match, so what the AI
//! orders is collected in one place, [`ledger`].

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
use engine::game::Seat;
use engine::worker::py_bindings::{PyBindings, TurnOutput};
use engine::worker::toolkit;
use field::Field;
use pyo3::exceptions::{PyAttributeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString};
use round_state::RoundState;
use std::sync::Arc;
use unit::Unit;
use unit_type::UnitType;

/// The name of the module.
pub const MODULE: &str = "classes";

/// Puts everything into the module. What is for tests alone comes not with `import *`.
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

/// The words that all objects of a match answer with, made once.
struct Words {
    owners: [Py<PyString>; SEATS],
    directions: [Py<PyString>; 5],
    unit_types: [Py<UnitType>; 2],
}

/// The class or function that AIs written for version 1.2 of the game define.
const ENTRY: &str = "BattleClient";

/// The seat's face.
struct WarriorsFace {
    seat: Seat,
    side: u32,
    words: Arc<Words>,
    fields: Arc<Vec<Py<Field>>>,
    /// The units of each seat, as images, in ascending order of their ids.
    images: [Vec<Py<Unit>>; SEATS],
    bases: [Py<Base>; SEATS],
    own_units: Vec<Py<Unit>>,
    own_base: Py<Base>,
    round_state: Py<RoundState>,
    configuration: Py<GameConfiguration>,
    snapshot: Snapshot,
    /// What the fields say lies on them.
    lying: Vec<(FieldIndex, u64)>,
    /// The fields that say who stands on them.
    occupied: Vec<FieldIndex>,
}

/// Makes the face of a seat from what [`super::wire`] has encoded.
pub fn face(py: Python<'_>, setup: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    let setup: SeatSetup =
        postcard::from_bytes(setup).map_err(|_| PyValueError::new_err("the setup can't be read"))?;
    Ok(Box::new(WarriorsFace::new(py, &setup)?))
}

impl WarriorsFace {
    fn new(py: Python<'_>, setup: &SeatSetup) -> PyResult<Self> {
        let board = &setup.board;
        let words = Arc::new(Words::new(py, setup)?);
        let base = |seat: Seat, is_live| {
            let position = board.position(board.base(seat));
            Py::new(py, Base::new(seat, position, is_live, &words, &setup.rules))
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
        let name = words.owners[setup.seat.index()].clone_ref(py);
        let round_state = RoundState::new(name, own_base.clone_ref(py), Arc::clone(&fields), board.side());
        Ok(WarriorsFace {
            seat: setup.seat,
            side: board.side(),
            words,
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

    /// All objects are as the snapshot says.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        self.renew_players(py)?;
        self.lay_resources(py);
        self.place_units(py);
        self.round_state.get().renew(py, self.snapshot.round);
        Ok(())
    }

    /// Resources are where the snapshot says. Only fields on which something has changed are told.
    fn lay_resources(&mut self, py: Python<'_>) {
        let tell = |at: FieldIndex, amount: u64| {
            if let Some(field) = self.fields.get(at.index()) {
                field.get().set_resources(py, amount);
            }
        };
        // Of each turn: with iterators there would be calls across units of code.
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

    /// Units stand where the snapshot says.
    fn place_units(&mut self, py: Python<'_>) {
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

    /// Bases and units are what the snapshot says, as images and, for the own ones, live.
    fn renew_players(&mut self, py: Python<'_>) -> PyResult<()> {
        for seat in Seat::all(SEATS) {
            let player = &self.snapshot.players[seat.index()];
            let images = &mut self.images[seat.index()];
            renew(py, images, &player.units, seat, self.side, &self.words, false)?;
            self.bases[seat.index()].get().renew(py, player, images);
        }
        let own = &self.snapshot.players[self.seat.index()];
        renew(py, &mut self.own_units, &own.units, self.seat, self.side, &self.words, true)?;
        self.own_base.get().renew(py, own, &self.own_units);
        Ok(())
    }
}

/// Brings a list of unit objects in line with the rows of a snapshot; both are in ascending order of the ids.
fn renew(
    py: Python<'_>,
    units: &mut Vec<Py<Unit>>,
    rows: &[UnitRow],
    owner: Seat,
    side: u32,
    words: &Arc<Words>,
    is_live: bool,
) -> PyResult<()> {
    let mut old = std::mem::take(units).into_iter().peekable();
    units.reserve(rows.len());
    for row in rows {
        while let Some(gone) = old.next_if(|unit| unit.get().id() < row.id) {
            gone.get().die(py);
        }
        let unit = match old.next_if(|unit| unit.get().id() == row.id) {
            Some(unit) => unit,
            None => Py::new(py, Unit::new(owner, row, words, is_live))?,
        };
        unit.get().renew(py, row, side);
        units.push(unit);
    }
    old.for_each(|gone| gone.get().die(py));
    Ok(())
}

impl PyBindings for WarriorsFace {
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
        self.show(py)
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

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        // Units created in this turn are told anew by the next snapshot.
        ledger::take(py)
    }
}

impl Words {
    fn new(py: Python<'_>, setup: &SeatSetup) -> PyResult<Self> {
        use super::orders;
        let unit_type = |kind| Py::new(py, UnitType::new(kind, setup.rules.unit(kind)));
        Ok(Words {
            owners: setup.names.each_ref().map(|name| PyString::new(py, name).unbind()),
            directions: orders::Direction::ALL
                .map(|direction| PyString::intern(py, direction.name()).unbind()),
            unit_types: [unit_type(orders::UnitType::Warrior)?, unit_type(orders::UnitType::Gatherer)?],
        })
    }
}

/// The number that `repr` shows after `at`: the same in every run of the same match.
fn repr(class: &str, number: u64) -> String {
    format!("<classes.{class} object at {:#x}>", 0x7f51_0000_0000_u64 + number * 0x30)
}

fn no_constructor<T>(class: &str, instead: &str) -> PyResult<T> {
    Err(PyTypeError::new_err(format!("{class} objects come from the game and can't be made: {instead}")))
}

fn no_attributes(class: &str, name: &str, instead: &str) -> PyResult<()> {
    Err(PyAttributeError::new_err(format!(
        "can't set {name:?}: a {class} of the game keeps no attributes of yours; {instead}"
    )))
}
