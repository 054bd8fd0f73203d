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

    /// What that module holds; a fresh module gets a copy every turn, or once when the AI's file lives.
    fn module_items<'py>(&self, py: Python<'py>) -> Bound<'py, PyDict>;

    /// Takes in what the seat sees this turn.
    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()>;

    /// Puts the game's globals into the namespace of the AI's file, before it runs.
    fn set_globals(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()>;

    /// Finds, or makes, what is to be called in each turn of a file that lives for the whole match: called once, after the
    /// file has run. For a file that is run afresh each turn it is never called, so a face knows by it that its file lives.
    fn begin_match(&mut self, _namespace: &Bound<'_, PyDict>) -> PyResult<()> {
        Ok(())
    }

    /// Calls what the file may define to be called after it has run; of a file that lives, in each turn.
    fn call_entry(&self, namespace: &Bound<'_, PyDict>) -> PyResult<()>;

    /// What the turn has come to.
    fn take_turn(&mut self, py: Python<'_>) -> Taken;
}
