//! A file that lives for the whole match: it runs once, then what it defines is called in each turn.
//!
//! It runs when the first turn comes, and not before: only then are there dice for it, a clock that runs, and a round that
//! its output belongs to. From then on everything stays as the file leaves it: its module and those it imports, `sys.path`,
//! the dice, the current directory, the environment. What the engine itself needs is put right before each turn: the streams
//! of `sys` and the functions that print there. The built-ins are Python's while it is not the file's turn.

use super::folder;
use super::interruption;
use super::py_bindings::PyBindings;
use crate::restore::builtins::Constants;
use crate::restore::dict_snapshot::DictSnapshot;
use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyModule};

/// What is kept of it from turn to turn.
#[derive(Default)]
pub struct Living {
    /// From the first turn on.
    module: Option<Py<PyModule>>,
    /// Whether the file has run, and there is something to call.
    has_begun: bool,
    /// The built-ins as it has left them, if they are no more Python's.
    builtins: Option<DictSnapshot>,
}

impl Living {
    /// The module in which it lives; `None` before the first turn.
    pub fn module(&self) -> Option<&Py<PyModule>> {
        self.module.as_ref()
    }

    /// It lives in this module from now on.
    pub fn keep(&mut self, module: &Bound<'_, PyModule>) {
        self.module = Some(module.clone().unbind());
    }

    /// Plays a turn. All of it is the file's own time.
    pub fn run(
        &mut self,
        code: &Bound<'_, PyCode>,
        face: &mut dyn PyBindings,
        constants: &mut Constants,
        namespace: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let py = namespace.py();
        if let Some(builtins) = self.builtins.take() {
            builtins.put_back(py)?;
        }
        let played = interruption::run(py, || self.play(code, face, namespace));
        flush(py);
        self.builtins = constants.changed_builtins(py);
        played
    }

    fn play(
        &mut self,
        code: &Bound<'_, PyCode>,
        face: &mut dyn PyBindings,
        namespace: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        if !self.has_begun {
            let run = folder::run(code, namespace);
            if let Err(ended) = run
                && !face.begins(namespace.py(), &ended)
            {
                return Err(ended);
            }
            face.begin_match(namespace)?;
            self.has_begun = true;
        }
        face.call_entry(namespace)
    }

    /// Whether there is nothing to call any more after a turn that ended so.
    pub fn is_over(&self, py: Python<'_>, fault: Option<&PyErr>) -> bool {
        !self.has_begun || fault.is_some_and(|fault| fault.is_instance_of::<PySystemExit>(py))
    }
}

/// What waits in streams of the file's own belongs to the turn in which it was written.
fn flush(py: Python<'_>) {
    let Ok(sys) = py.import(pyo3::intern!(py, "sys")) else { return };
    for name in [pyo3::intern!(py, "stdout"), pyo3::intern!(py, "stderr")] {
        let _ = sys.getattr(name).and_then(|stream| stream.call_method0(pyo3::intern!(py, "flush")));
    }
}
