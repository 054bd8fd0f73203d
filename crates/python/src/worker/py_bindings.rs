//! What a game shows to Python: a module of classes, the globals of an AI's file, and orders that come back.

use super::entry::Definitions;
use super::origin::{self, Origin};
use super::own_library;
use super::refusals;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule};
use serde::Serialize;
use wag_core::arena::{Note, OrderSources};
use wag_core::game::{Refusal, plain};
use wag_i18n::Message;

/// Makes the face of a seat, from the game's own bytes of a setup.
pub type Make = fn(Python<'_>, &[u8]) -> PyResult<Box<dyn PyBindings>>;

/// Puts everything into a game's module, once.
pub type Fill = fn(&Bound<'_, PyModule>) -> PyResult<()>;

/// A game's module of this name. What `fill` has added is for `import *`; what it has only set is not.
pub fn module<'py>(
    py: Python<'py>,
    name: &str,
    fill: impl FnOnce(&Bound<'py, PyModule>) -> PyResult<()>,
) -> PyResult<Bound<'py, PyModule>> {
    let module = PyModule::new(py, name)?;
    fill(&module)?;
    // A tuple, since the modules of all turns share it.
    module.setattr("__all__", module.index()?.to_tuple())?;
    Ok(module)
}

/// What an AI has left of its turn.
pub struct TurnOutput {
    /// As the game's own bytes.
    pub orders: Vec<u8>,
    /// For whoever watches.
    pub notes: Vec<Note>,
    pub origins: OrderSources,
    /// The first ones, and how many there were.
    pub refused: Vec<Refusal>,
    pub refused_total: u32,
    /// See [`refusals::slip`].
    pub slip: Option<Refusal>,
}

impl TurnOutput {
    /// Orders without notes, and of each single one the line that gave it; those that were not taken go with them.
    pub fn of(py: Python<'_>, orders: &impl Serialize, places: Vec<Option<Origin>>) -> TurnOutput {
        let (refused, refused_total) = refusals::take(py);
        let slip = refusals::take_slip(py);
        let origins = origin::take(py, places);
        TurnOutput { orders: plain::write(orders), notes: Vec::new(), origins, refused, refused_total, slip }
    }
}

/// One game's side of a worker, for one seat and one match.
pub trait PyBindings {
    /// The name of the game's module, which is always the engine's own whatever lies in the AI's folder.
    fn module_name(&self) -> &'static str;

    /// Puts everything into that module, once.
    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()>;

    /// What that module holds, all of it for `import *`; a fresh module gets a copy every turn, or once when the
    /// AI's file lives.
    fn module_items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let make = || module(py, self.module_name(), |module| self.fill_module(module));
        Ok(own_library::run(py, make)?.dict())
    }

    /// What the AI's author should know before the match of the functions and classes of the file: that the one the game
    /// calls is missing.
    fn warning(&self, _definitions: &Definitions) -> Option<Message> {
        None
    }

    /// Whether players commonly bring a copy of the game's module along, as bots of its contest do: it needs no warning.
    fn has_common_copies(&self) -> bool {
        false
    }

    /// Takes in what the seat sees this turn.
    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()>;

    /// Puts the game's globals into the namespace of the AI's file, before it runs.
    fn set_globals(&self, _namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    /// Whether a file that lives has ended its run with this to let the match begin.
    fn begins(&self, _py: Python<'_>, _ended: &PyErr) -> bool {
        false
    }

    /// Finds, or makes, what is to be called in each turn of a file that lives for the whole match: called once, after the
    /// file has run. For a file that is run afresh each turn it is never called, so a face knows by it that its file lives.
    fn begin_match(&mut self, _namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    /// What the file may define to be called, by the name; for notes on code that nothing calls.
    fn entries(&self) -> &'static [&'static str] {
        &[]
    }

    /// Calls what the file may define to be called after it has run; of a file that lives, in each turn.
    fn call_entry(&self, _namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    /// What the turn has come to.
    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput;
}
