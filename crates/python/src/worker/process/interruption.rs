//! Interruption of a persistent file whose time is up. A signal from the engine interrupts the file's code without
//! ending the file. If the file does not react, the engine ends it.

use crate::protocol::INTERRUPT_SIGNAL;
use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

pyo3::create_exception!(wag, TimeUp, PyBaseException, "The time for this turn is up.");

/// True while the file's own code runs.
static IS_RUNNING: AtomicBool = AtomicBool::new(false);

/// Installs the signal handler.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let handler = pyo3::wrap_pyfunction!(interrupt, py)?;
    py.import("_signal")?.call_method1("signal", (INTERRUPT_SIGNAL, handler))?;
    Ok(())
}

/// Runs the file's own code, which the signal can interrupt.
pub fn run<T>(py: Python<'_>, code: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    // A signal that arrived just after the last turn is handled here, and interrupts nothing.
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
