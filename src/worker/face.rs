//! What a game shows to Python: a module of classes, the globals of an AI's file, and orders that come back.

use crate::arena::{Note, Origins};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Makes the face of a seat, from the game's own bytes of a setup.
pub type Make = fn(Python<'_>, &[u8]) -> PyResult<Box<dyn Face>>;

/// What an AI has left of its turn.
pub struct Taken {
    /// As the game's own bytes.
    pub orders: Vec<u8>,
    /// For whoever watches.
    pub notes: Vec<Note>,
    pub origins: Origins,
}

/// One game's side of a worker, for one seat and one match.
pub trait Face {
    /// The name of the game's module, which is always the engine's own whatever lies in the AI's folder.
    fn module_name(&self) -> &'static str;

    /// What that module holds; a fresh module gets a copy every turn.
    fn module_items<'py>(&self, py: Python<'py>) -> Bound<'py, PyDict>;

    /// Takes in what the seat sees this turn.
    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()>;

    /// Puts the game's globals into the namespace of the AI's file.
    fn set_globals(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()>;

    /// Calls what the file may define to be called after it has run.
    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()>;

    /// What the turn has come to.
    fn take_turn(&mut self, py: Python<'_>) -> Taken;
}
