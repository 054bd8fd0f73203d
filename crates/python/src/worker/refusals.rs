//! The orders of a turn that were not taken: a face says why, with what was given, and the line is found here.

use super::gil::Gil;
use super::origin;
use pyo3::prelude::*;
use wag_core::game::Refusal;

static REFUSED: Gil<Vec<Refusal>> = Gil::new(Vec::new());
static TOTAL: Gil<u32> = Gil::new(0);
static SLIP: Gil<Option<Refusal>> = Gil::new(None);
static HAS_SLIP: Gil<bool> = Gil::new(false);

/// An order was not taken that the running line has given.
pub fn refuse(py: Python<'_>, refusal: Refusal) {
    let is_kept = count(py);
    if is_kept {
        REFUSED.push(py, Refusal { chain: origin::here(py), ..refusal });
    }
}

/// What this function has answered was not taken.
pub fn refuse_answer(function: &Bound<'_, PyAny>, refusal: Refusal) {
    if count(function.py()) {
        REFUSED.push(function.py(), Refusal { chain: origin::of_function(function), ..refusal });
    }
}

/// The running line did something that it cannot have meant, although it broke no rule. The first of a turn is kept.
pub fn slip(py: Python<'_>, slip: impl FnOnce() -> Refusal) {
    if !HAS_SLIP.get(py) {
        HAS_SLIP.set(py, true);
        let chain = origin::here(py);
        SLIP.replace(py, Some(Refusal { chain, ..slip() }));
    }
}

/// That of the turn.
pub fn take_slip(py: Python<'_>) -> Option<Refusal> {
    HAS_SLIP.set(py, false);
    SLIP.replace(py, None)
}

/// Whether this one is kept.
fn count(py: Python<'_>) -> bool {
    TOTAL.set(py, TOTAL.get(py).saturating_add(1));
    REFUSED.len(py) < Refusal::KEPT
}

/// Those of the turn, and how many there were.
pub fn take(py: Python<'_>) -> (Vec<Refusal>, u32) {
    (REFUSED.take(py), TOTAL.replace(py, 0))
}

/// A value as the AI's author has written it.
pub fn given(value: &Bound<'_, PyAny>) -> String {
    let shown = value.repr().map(|text| text.to_string_lossy().into_owned());
    let shown = shown.unwrap_or_else(|_| "a value that can't be shown".to_string());
    // As the documents write texts.
    match shown.strip_prefix('\'').and_then(|shown| shown.strip_suffix('\'')) {
        Some(text) if !text.contains(['"', '\\']) => format!("\"{text}\""),
        _ => shown,
    }
}
