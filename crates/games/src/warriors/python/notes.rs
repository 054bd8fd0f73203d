//! `annotate` and `annotate_path`: notes for spectators, which have no effect on the game.

use super::base::Base;
use super::field::Field;
use super::ledger;
use super::unit::Unit;
use crate::warriors::board::Position;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use wag_core::arena::Note;

/// Maximum length of a note's text, in characters.
const TEXT_MAX: usize = 200;
/// Maximum number of fields in a path.
const PATH_MAX: usize = 1000;

/// Leaves a note for spectators: a text at a unit, a field, a base or a position [x, y]. The color is a name or a code
/// such as '#ff8800'. Changes nothing in the game.
#[pyfunction]
#[pyo3(signature = (target, text, color=None))]
pub fn annotate(
    py: Python<'_>,
    target: &Bound<'_, PyAny>,
    text: &Bound<'_, PyAny>,
    color: Option<&str>,
) -> PyResult<()> {
    let fields = vec![position_of(target)?];
    let text = text.str()?.to_string_lossy().chars().take(TEXT_MAX).collect();
    ledger::note(py, Note { fields, text, color: shortened(color) });
    Ok(())
}

/// Leaves a path for spectators: a list of fields, units, bases or positions [x, y], in order. Changes nothing in the
/// game.
#[pyfunction]
#[pyo3(signature = (fields, color=None))]
pub fn annotate_path(py: Python<'_>, fields: &Bound<'_, PyAny>, color: Option<&str>) -> PyResult<()> {
    let fields = fields.try_iter()?.take(PATH_MAX);
    let fields = fields.map(|field| position_of(&field?)).collect::<PyResult<Vec<_>>>()?;
    ledger::note(py, Note { fields, text: String::new(), color: shortened(color) });
    Ok(())
}

fn shortened(color: Option<&str>) -> Option<String> {
    color.map(|color| color.chars().take(30).collect())
}

fn position_of(target: &Bound<'_, PyAny>) -> PyResult<(u32, u32)> {
    let Position { x, y } = if let Ok(unit) = target.cast::<Unit>() {
        unit.get().position(target.py())
    } else if let Ok(field) = target.cast::<Field>() {
        field.get().position()
    } else if let Ok(base) = target.cast::<Base>() {
        base.get().position()
    } else if let Ok([x, y]) = target.extract::<[u32; 2]>() {
        Position { x, y }
    } else if let Ok((x, y)) = target.extract::<(u32, u32)>() {
        Position { x, y }
    } else {
        let what = "a note belongs to a unit, a field, a base or a position [x, y]";
        return Err(PyTypeError::new_err(what));
    };
    Ok((x, y))
}
