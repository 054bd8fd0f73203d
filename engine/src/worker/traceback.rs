//! What an AI's author sees of an exception: Python's own words, cut to the AI's own frames.

use pyo3::exceptions::{PyBaseException, PySyntaxError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::collections::HashSet;
use std::path::Path;

/// So many exceptions that caused each other are cut.
const CHAIN_MAX: usize = 1000;
/// The longest message kept for the result, in characters.
const MESSAGE_MAX: usize = 300;

/// Writes the exception to `sys.stderr` and answers one sentence with its place.
pub fn tell(py: Python<'_>, fault: &PyErr, libraries: &[String]) -> String {
    let shown = with_traceback(py, fault);
    cut_chain(shown.value(py).as_any(), libraries);
    shown.display(py);
    summary(py, &shown)
}

/// Before Python 3.12 the traceback is not at the exception itself until this puts it there.
pub fn with_traceback(py: Python<'_>, fault: &PyErr) -> PyErr {
    PyErr::from_value(fault.clone_ref(py).into_value(py).into_bound(py).into_any())
}

/// `NameError: name 'x' is not defined (yourAI.py, line 3)`.
pub fn summary(py: Python<'_>, fault: &PyErr) -> String {
    let name = fault.get_type(py).name().map_or_else(|_| "Exception".to_string(), |name| name.to_string());
    let value = fault.value(py);
    let text = if fault.is_instance_of::<PySyntaxError>(py) {
        value.getattr("msg").and_then(|message| message.extract::<String>()).unwrap_or_default()
    } else {
        value.str().map_or_else(
            |_| "(its text can't be shown)".to_string(),
            |text| text.to_string_lossy().into_owned(),
        )
    };
    let shortened = |text: &str| text.chars().take(MESSAGE_MAX).collect::<String>();
    let (name, text) = (shortened(&name), shortened(text.lines().next().unwrap_or("")));
    let said = if text.is_empty() { name } else { format!("{name}: {text}") };
    match place(py, fault) {
        Some((file, line)) => format!("{said} ({}, line {line})", shortened(&file)),
        None => said,
    }
}

/// The innermost place that the traceback shows, or the one a syntax error tells.
fn place(py: Python<'_>, fault: &PyErr) -> Option<(String, usize)> {
    let value = fault.value(py);
    let (file, line): (String, usize) = if fault.is_instance_of::<PySyntaxError>(py) {
        (value.getattr("filename").ok()?.extract().ok()?, value.getattr("lineno").ok()?.extract().ok()?)
    } else {
        let mut at = value.getattr("__traceback__").ok().filter(|tb| !tb.is_none())?;
        while let Some(next) = at.getattr("tb_next").ok().filter(|next| !next.is_none()) {
            at = next;
        }
        (file_of(&at)?, at.getattr("tb_lineno").ok()?.extract().ok()?)
    };
    let name =
        Path::new(&file).file_name().map_or_else(|| file.clone(), |name| name.to_string_lossy().into_owned());
    Some((name, line))
}

/// An exception without the first lines of its traceback, as far as they are of files that begin so.
pub fn without_first_frames(py: Python<'_>, err: PyErr, files: &str) -> PyErr {
    let value = err.into_value(py).into_bound(py).into_any();
    let mut at = value.getattr("__traceback__").ok();
    while let Some(entry) =
        at.as_ref().filter(|entry| file_of(entry).is_some_and(|file| file.starts_with(files)))
    {
        at = entry.getattr("tb_next").ok();
    }
    if let Some(rest) = at {
        let _ = value.setattr("__traceback__", rest);
    }
    PyErr::from_value(value)
}

fn file_of(traceback: &Bound<'_, PyAny>) -> Option<String> {
    traceback.getattr("tb_frame").ok()?.getattr("f_code").ok()?.getattr("co_filename").ok()?.extract().ok()
}

/// Cuts the traceback of an exception, of those it came from, and of those in a group.
fn cut_chain(exception: &Bound<'_, PyAny>, libraries: &[String]) {
    let mut waiting = vec![exception.clone()];
    let mut seen = HashSet::new();
    while let Some(exception) = waiting.pop() {
        let is_new = exception.is_instance_of::<PyBaseException>() && seen.insert(exception.as_ptr());
        if !is_new || seen.len() > CHAIN_MAX {
            continue;
        }
        if let Ok(traceback) = exception.getattr("__traceback__") {
            let kept = cut(&traceback, libraries);
            let _ = exception.setattr("__traceback__", kept.unwrap_or(traceback));
        }
        waiting.extend(["__cause__", "__context__"].iter().filter_map(|name| exception.getattr(*name).ok()));
        if let Ok(group) = exception.getattr("exceptions").and_then(|group| Ok(group.cast_into::<PyTuple>()?))
        {
            waiting.extend(group.iter());
        }
    }
}

/// Links the AI's own entries of a traceback to each other; `None` when there are none.
fn cut<'py>(traceback: &Bound<'py, PyAny>, libraries: &[String]) -> Option<Bound<'py, PyAny>> {
    let mut own = Vec::new();
    let mut at = Some(traceback.clone()).filter(|tb| !tb.is_none());
    while let Some(entry) = at {
        at = entry.getattr("tb_next").ok().filter(|next| !next.is_none());
        if file_of(&entry).is_some_and(|file| !is_library(&file, libraries)) {
            own.push(entry);
        }
    }
    let none = traceback.py().None().into_bound(traceback.py());
    let mut next = none;
    for entry in own.iter().rev() {
        // Setting it walks to the end, so it is only done where something is left out.
        if !entry.getattr("tb_next").is_ok_and(|now| now.is(&next)) {
            entry.setattr("tb_next", &next).ok()?;
        }
        next = entry.clone();
    }
    own.first().cloned()
}

pub(super) fn is_library(file: &str, libraries: &[String]) -> bool {
    file.starts_with("<frozen ")
        || libraries.iter().any(|folder| {
            !folder.is_empty()
                && file.strip_prefix(folder.as_str()).is_some_and(|rest| rest.starts_with(['/', '\\']))
        })
}
