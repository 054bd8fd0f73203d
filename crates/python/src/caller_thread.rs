//! The thread of a Python program that has called the engine. The functions of that program run there, so that
//! breakpoints, trace functions, Ctrl+C, thread-local values and context variables behave as in any other call.

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

/// A call of Python code in the caller's thread. The error is an exception that ends the caller's call of the engine.
pub struct Call(Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>);

impl Call {
    /// Runs the code.
    pub fn run(self, py: Python<'_>) -> PyResult<()> {
        (self.0)(py)
    }
}

/// A handle with which the engine's threads run Python code in the caller's thread.
#[derive(Clone)]
pub struct CallerThread(Arc<dyn Fn(Call) + Send + Sync>);

impl CallerThread {
    /// Returns a handle that passes calls with `send`. It may drop a call, such as after the end of the caller's call.
    pub fn new(send: impl Fn(Call) + Send + Sync + 'static) -> CallerThread {
        CallerThread(Arc::new(send))
    }

    /// Runs `code` in the caller's thread and waits for its result. Returns `None` if the call was dropped, or if the
    /// code has returned an error, which ends the caller's call.
    pub fn run<T: Send + 'static>(
        &self,
        code: impl FnOnce(Python<'_>) -> PyResult<T> + Send + 'static,
    ) -> Option<T> {
        let (reply, result) = sync_channel(1);
        (self.0)(Call(Box::new(move |py| {
            let value = code(py)?;
            // The engine's thread waits for the value.
            _ = reply.send(value);
            Ok(())
        })));
        result.recv().ok()
    }
}

impl fmt::Debug for CallerThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallerThread")
    }
}

/// Returns whether an exception ends the caller's program, or a part of it, instead of being an error of the code that
/// raised it: `KeyboardInterrupt`, `SystemExit` and their like, and the `BdbQuit` of a debugger that is left.
pub fn ends_program(py: Python<'_>, err: &PyErr) -> bool {
    let is_quit = || {
        let debugger = py.import("sys")?.getattr("modules")?.get_item("bdb")?;
        Ok::<bool, PyErr>(err.is_instance(py, &debugger.getattr("BdbQuit")?))
    };
    !err.is_instance_of::<PyException>(py) || is_quit().unwrap_or(false)
}
