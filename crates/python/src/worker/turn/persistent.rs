//! A persistent file. It runs once, in the first turn, and the engine calls its functions in each turn.
//!
//! The file does not run before the first turn, because only a turn has a random seed, a clock and a round to which its
//! output belongs. Everything stays as the file leaves it: its module and the modules it imports, `sys.path`, the state
//! of `random`, the current directory and the environment. Before each turn, the engine restores only what it needs
//! itself: the streams of `sys` and the functions that print there. Between the turns, the built-ins are Python's own.

use crate::restore::builtins::Constants;
use crate::restore::dict_snapshot::DictSnapshot;
use crate::worker::modules::folder;
use crate::worker::process::interruption;
use crate::worker::turn::py_bindings::PyBindings;
use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyModule};

/// The state of a persistent file between turns.
#[derive(Default)]
pub struct PersistentFile {
    /// The file's module; `None` before the first turn.
    module: Option<Py<PyModule>>,
    /// True once the file has run and the game's bindings have found what they call in it.
    has_begun: bool,
    /// The built-ins as the file has left them; `None` if they are the same as Python's.
    builtins: Option<DictSnapshot>,
}

impl PersistentFile {
    /// Returns the file's module; `None` before the first turn.
    pub fn module(&self) -> Option<&Py<PyModule>> {
        self.module.as_ref()
    }

    /// Stores the module for the whole match.
    pub fn keep(&mut self, module: &Bound<'_, PyModule>) {
        self.module = Some(module.clone().unbind());
    }

    /// Plays a turn. All the time that this takes counts as the file's time.
    pub fn run(
        &mut self,
        code: &Bound<'_, PyCode>,
        bindings: &mut dyn PyBindings,
        constants: &mut Constants,
        namespace: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        let py = namespace.py();
        if let Some(builtins) = self.builtins.take() {
            builtins.put_back(py)?;
        }
        let played = interruption::run(py, || self.play(code, bindings, namespace));
        flush(py);
        self.builtins = constants.changed_builtins(py);
        played
    }

    fn play(
        &mut self,
        code: &Bound<'_, PyCode>,
        bindings: &mut dyn PyBindings,
        namespace: &Bound<'_, PyDict>,
    ) -> PyResult<()> {
        if !self.has_begun {
            let run = folder::run(code, namespace);
            if let Err(ended) = run
                && !bindings.begins(namespace.py(), &ended)
            {
                return Err(ended);
            }
            bindings.begin_match(namespace)?;
            self.has_begun = true;
        }
        bindings.call_entry(namespace)
    }

    /// Returns true if the file has ended for good, because it did not finish its first run or because the turn ended
    /// with `SystemExit`.
    pub fn is_over(&self, py: Python<'_>, err: Option<&PyErr>) -> bool {
        !self.has_begun || err.is_some_and(|err| err.is_instance_of::<PySystemExit>(py))
    }
}

/// Flushes `sys.stdout` and `sys.stderr`, which the file may have replaced, so that buffered output appears in the turn
/// to which it belongs.
fn flush(py: Python<'_>) {
    let Ok(sys) = py.import(pyo3::intern!(py, "sys")) else { return };
    for name in [pyo3::intern!(py, "stdout"), pyo3::intern!(py, "stderr")] {
        let _ = sys.getattr(name).and_then(|stream| stream.call_method0(pyo3::intern!(py, "flush")));
    }
}
