//! The end of a turn of a file that lives, without the end of the file: at a signal of the engine's its code is interrupted
//! where it is. Whoever does not let itself be interrupted is ended by the engine.

use crate::protocol::INTERRUPT_SIGNAL;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

pyo3::create_exception!(wag, TimeUp, PyBaseException, "The time for this turn is up.");

/// Whether the file's own code runs.
static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// From now on the signal is heard.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let handler = pyo3::wrap_pyfunction!(interrupt, py)?;
    py.import("_signal")?.call_method1("signal", (INTERRUPT_SIGNAL, handler))?;
    Ok(())
}

/// Runs the file's own code, which can be interrupted meanwhile.
pub fn run<T>(py: Python<'_>, code: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // A signal that came when the turn before had just ended is heard now, and interrupts nothing.
    py.check_signals()?;
    IS_RUNNING.store(true, Ordering::Relaxed);
    let done = code();
    IS_RUNNING.store(false, Ordering::Relaxed);
    done
}

#[pyfunction]
fn interrupt(_signal: i32, _frame: &Bound<'_, PyAny>) -> PyResult<()> {
    match IS_RUNNING.swap(false, Ordering::Relaxed) {
        true => Err(TimeUp::new_err("the time for this turn is up")),
        false => Ok(()),
    }
}
