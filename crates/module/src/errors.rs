//! The exceptions of the module, which `python/wag/errors.py` defines.

use pyo3::prelude::*;
use wag_core::text::sanitize;
use wag_play::PlayError;

/// Converts an error to the exception of its kind.
pub fn raise(py: Python<'_>, err: &PlayError) -> PyErr {
    match err {
        PlayError::UserError(what) => exception(py, "UsageError", &what.translated()),
        PlayError::GameFailed(_) => exception(py, "GameFailed", &err.to_string()),
        PlayError::CannotStart(unstarted) => exception(py, "CannotStart", &unstarted.to_string()),
        PlayError::Defect { .. } | PlayError::Io(_) => defect(py, &err.to_string()),
    }
}

/// Returns the exception for an error of the operating system or of the program itself.
pub fn defect(py: Python<'_>, what: &str) -> PyErr {
    exception(py, "EngineError", what)
}

/// Creates an exception of a class of `wag.errors`. Python prints its text to the terminal as it is.
pub fn exception(py: Python<'_>, class: &str, what: &str) -> PyErr {
    let what = String::from_utf8_lossy(&sanitize(what.as_bytes())).into_owned();
    let made = py.import("wag.errors").and_then(|module| module.getattr(class)?.call1((what,)));
    made.map_or_else(|err| err, PyErr::from_value)
}
