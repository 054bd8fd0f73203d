//! The thread of a Python program that has called the engine. The functions of that program run there, so that
//! breakpoints, trace functions, Ctrl+C, thread-local values and context variables behave as in any other call.

use crate::policy::PolicyCall;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;

/// A call of Python code in the caller's thread.
pub enum Call {
    /// Code of one player. The error is an exception that ends the caller's call of the engine.
    Code(Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>),
    /// Questions to policies.
    Policies(Vec<PolicyCall>),
}

impl Call {
    /// Runs all of these calls. Questions to the same policy become one call of it. The error is an exception that
    /// ends the caller's call of the engine; the remaining calls are dropped.
    pub fn run_all(py: Python<'_>, calls: impl IntoIterator<Item = Call>) -> PyResult<()> {
        let mut questions = Vec::new();
        for call in calls {
            match call {
                Call::Code(code) => code(py)?,
                Call::Policies(some) => questions.extend(some),
            }
        }
        PolicyCall::answer_all(py, questions)
    }

    /// Runs the call in this thread.
    pub fn run_here(self) -> Result<(), Raised> {
        Python::attach(|py| Call::run_all(py, [self])).map_err(Raised)
    }
}

/// An exception of the caller's program, which ends its call of the engine.
#[derive(Debug)]
pub struct Raised(pub PyErr);

/// A handle with which the engine's threads run Python code in the caller's thread.
#[derive(Clone)]
pub struct CallerThread(Arc<dyn Fn(Call) + Send + Sync>);

impl CallerThread {
    /// Returns a handle that passes calls with `send`. It may drop a call, such as after the end of the caller's call.
    pub fn new(send: impl Fn(Call) + Send + Sync + 'static) -> CallerThread {
        CallerThread(Arc::new(send))
    }

    /// Returns a handle that drops all calls, for a thread that is not known yet.
    pub fn unknown() -> CallerThread {
        CallerThread::new(drop)
    }

    /// Sends a call to the caller's thread.
    pub fn send(&self, call: Call) {
        (self.0)(call);
    }

    /// Runs `code` in the caller's thread and waits for its result. Returns `None` if the call was dropped, or if the
    /// code has returned an error, which ends the caller's call.
    pub fn run<T: Send + 'static>(
        &self,
        code: impl FnOnce(Python<'_>) -> PyResult<T> + Send + 'static,
    ) -> Option<T> {
        let (reply, result) = sync_channel(1);
        self.send(Call::Code(Box::new(move |py| {
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
