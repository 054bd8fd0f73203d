//! A game's Python bindings: a module with classes, the globals of an AI's file, and the orders of a turn.

use crate::worker::debugging::origin::{self, Origin};
use crate::worker::explaining::entry::Definitions;
use crate::worker::modules::own_library;
use crate::worker::turn::refusals;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule};
use serde::Serialize;
use wag_core::arena::{Note, OrderSources};
use wag_core::game::{Refusal, plain};
use wag_i18n::Message;

/// A function that creates a seat's bindings from a setup as the game encodes it.
pub type Make = fn(Python<'_>, &[u8]) -> PyResult<Box<dyn PyBindings>>;

/// A function that fills a game's module. It is called once per module.
pub type Fill = fn(&Bound<'_, PyModule>) -> PyResult<()>;

/// A function that describes an object of the game for people who debug an AI, such as `<Unit 3 at [6, 5]>`. It runs no
/// Python code. Returns `None` for other objects.
pub type Describe = fn(&Bound<'_, PyAny>) -> Option<String>;

/// Creates a game's module. `import *` imports the names that `fill` adds to the module, but not those that it only
/// sets.
pub fn module<'py>(
    py: Python<'py>,
    name: &str,
    fill: impl FnOnce(&Bound<'py, PyModule>) -> PyResult<()>,
) -> PyResult<Bound<'py, PyModule>> {
    let module = PyModule::new(py, name)?;
    fill(&module)?;
    // A tuple, because the modules of all turns share it.
    module.setattr("__all__", module.index()?.to_tuple())?;
    Ok(module)
}

/// The result of an AI's turn.
pub struct TurnOutput {
    /// The orders as the game encodes them.
    pub orders: Vec<u8>,
    /// Notes for spectators.
    pub notes: Vec<Note>,
    pub origins: OrderSources,
    /// The first orders that were refused.
    pub refused: Vec<Refusal>,
    /// The number of all refused orders.
    pub refused_total: u32,
    /// A likely mistake that breaks no rule; see [`refusals::slip`].
    pub slip: Option<Refusal>,
}

impl TurnOutput {
    /// Collects the orders, the line that gave each of them, and the turn's refused orders. The result has no notes.
    pub fn of(py: Python<'_>, orders: &impl Serialize, places: Vec<Option<Origin>>) -> TurnOutput {
        let (refused, refused_total) = refusals::take(py);
        let slip = refusals::take_slip(py);
        let origins = origin::take(py, places);
        TurnOutput { orders: plain::write(orders), notes: Vec::new(), origins, refused, refused_total, slip }
    }
}

/// The part of a worker that depends on the game, for one seat and one match.
pub trait PyBindings: Send {
    /// Returns the name of the game's module, which no file in the AI's folder can replace.
    fn module_name(&self) -> &'static str;

    /// Fills the game's module. Called once.
    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()>;

    /// Returns the contents of the game's module, all of them part of `import *`. A new module receives a copy of them
    /// in every turn, or only once for a persistent AI.
    fn module_items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let make = || module(py, self.module_name(), |module| self.fill_module(module));
        Ok(own_library::run(py, make)?.dict())
    }

    /// Returns a warning before the match if the file does not define the function or class that the game calls.
    fn warning(&self, _definitions: &Definitions) -> Option<Message> {
        None
    }

    /// Returns true if players commonly have a copy of the game's module in their folder, as the bots of its contest
    /// do. There is then no warning about the copy.
    fn has_common_copies(&self) -> bool {
        false
    }

    /// Decodes the seat's view of the turn that begins.
    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()>;

    /// Puts the game's globals into the namespace of the AI's file, before it runs.
    fn set_globals(&self, _namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    /// Tells the bindings which class of a persistent file plays, and with which arguments: `CLASS:3`.
    fn set_entry(&mut self, _entry: &str) {}

    /// Returns true if the match can begin although this exception has ended the first run of a persistent file.
    fn begins(&self, _py: Python<'_>, _ended: &PyErr) -> bool {
        false
    }

    /// Finds or creates the object whose methods are called in each turn of a persistent file. Called once, after the
    /// file has run. Never called for a file that is run from the beginning in each turn, so the call tells the
    /// bindings that the file is persistent.
    fn begin_match(&mut self, _namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    /// Returns the names in the file that the game calls, if the file defines them. They are used for warnings about
    /// code that nothing calls.
    fn entries(&self) -> &'static [&'static str] {
        &[]
    }

    /// Calls the entry function of the file after the file has run. For a persistent file, this happens in each turn.
    fn call_entry(&self, _namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    /// Tells the bindings to call this object in each turn, instead of one that a file defines. Returns false if the
    /// object is passed to [`call_entry`](Self::call_entry) in the namespace, like a function of a file.
    fn begin_with(&mut self, _player: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(false)
    }

    /// Returns whether [`begin_with`](Self::begin_with) has stored an object.
    fn is_given_object(&self) -> bool {
        false
    }

    /// Returns the function that describes the game's objects.
    fn describe(&self) -> Describe {
        |_| None
    }

    /// Returns the result of the turn.
    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput;
}
