//! The refused orders of a turn. A game's bindings give the reason and the value, and this module finds the line.

use crate::worker::debugging::origin;
use crate::worker::process::gil::Gil;
use pyo3::prelude::*;
use wag_core::game::Refusal;

static REFUSED: Gil<Vec<Refusal>> = Gil::new(Vec::new());
static TOTAL: Gil<u32> = Gil::new(0);
static SLIP: Gil<Option<Refusal>> = Gil::new(None);
static HAS_SLIP: Gil<bool> = Gil::new(false);

/// Records that an order given by the line that is running was refused.
pub fn refuse(py: Python<'_>, refusal: Refusal) {
    let is_kept = count(py);
    if is_kept {
        REFUSED.push(py, Refusal { chain: origin::here(py), ..refusal });
    }
}

/// Records that the return value of this function was refused.
pub fn refuse_answer(function: &Bound<'_, PyAny>, refusal: Refusal) {
    if count(function.py()) {
        REFUSED.push(function.py(), Refusal { chain: origin::of_function(function), ..refusal });
    }
}

/// Records that the line that is running did something that breaks no rule but is surely not intended (a slip). Only
/// the first slip of a turn is stored.
pub fn slip(py: Python<'_>, slip: impl FnOnce() -> Refusal) {
    if !HAS_SLIP.get(py) {
        HAS_SLIP.set(py, true);
        let chain = origin::here(py);
        SLIP.replace(py, Some(Refusal { chain, ..slip() }));
    }
}

/// Returns the turn's slip, and clears it.
pub fn take_slip(py: Python<'_>) -> Option<Refusal> {
    HAS_SLIP.set(py, false);
    SLIP.replace(py, None)
}

/// Counts a refused order. Returns true if it is among the first ones, which are stored.
fn count(py: Python<'_>) -> bool {
    TOTAL.set(py, TOTAL.get(py).saturating_add(1));
    REFUSED.len(py) < Refusal::STORED_MAX
}

/// Returns the turn's stored refusals and the number of all refusals, and clears both.
pub fn take(py: Python<'_>) -> (Vec<Refusal>, u32) {
    (REFUSED.take(py), TOTAL.replace(py, 0))
}

/// Returns a value as the AI's author would write it in code.
pub fn source_text(value: &Bound<'_, PyAny>) -> String {
    let shown = value.repr().map(|text| text.to_string_lossy().into_owned());
    let shown = shown.unwrap_or_else(|_| "a value that cannot be shown".to_string());
    // The documentation writes strings with double quotes.
    match shown.strip_prefix('\'').and_then(|shown| shown.strip_suffix('\'')) {
        Some(text) if !text.contains(['"', '\\']) => format!("\"{text}\""),
        _ => shown,
    }
}
