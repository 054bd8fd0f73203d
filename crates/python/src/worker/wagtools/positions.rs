//! What Python says of positions: `(a, b)` is the cell `map[a][b]`.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};
use wag_toolkit::shape::{Place, Shape};

/// So much of what is no position is quoted, in characters.
const QUOTED_MAX: usize = 80;
/// The greatest strength of a source, so that sums stay whole numbers of 64 bits.
const STRENGTH_MAX: i64 = 1_000_000_000;

/// How Python shows something, cut off if it is long.
pub fn quoted(given: &Bound<'_, PyAny>) -> String {
    let shown =
        given.repr().map_or_else(|_| "something else".to_string(), |text| text.to_string_lossy().into());
    shown.chars().take(QUOTED_MAX).collect()
}

/// The two items of a tuple or list that has two.
fn pair<'py>(given: &Bound<'py, PyAny>) -> Option<[Bound<'py, PyAny>; 2]> {
    if let Ok(tuple) = given.cast::<PyTuple>()
        && tuple.len() == 2
    {
        return Some([tuple.get_item(0).ok()?, tuple.get_item(1).ok()?]);
    }
    let list = given.cast::<PyList>().ok().filter(|list| list.len() == 2)?;
    Some([list.get_item(0).ok()?, list.get_item(1).ok()?])
}

/// The position of what has one: a unit, a base.
fn own<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let method = given.getattr_opt(pyo3::intern!(given.py(), "getPosition"))?;
    method.map(|method| method.call0()).transpose()
}

/// The square of a position, or of what has one.
pub fn square(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Place> {
    plain(shape, given).map_or_else(|| any_square(shape, given), Ok)
}

/// The square that two small numbers in a tuple name, the usual case.
fn plain(shape: Shape, given: &Bound<'_, PyAny>) -> Option<Place> {
    let tuple = given.cast_exact::<PyTuple>().ok().filter(|tuple| tuple.len() == 2)?;
    let index = |number: usize, size: u32| {
        let number = tuple.get_borrowed_item(number).ok()?;
        let number: u32 = number.cast_exact::<PyInt>().ok()?.extract().ok()?;
        (number < size).then_some(number)
    };
    Some((index(0, shape.rows)?, index(1, shape.cols)?))
}

fn any_square(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Place> {
    let found = match pair(given) {
        Some(found) => Some(found),
        None => own(given)?.and_then(|position| pair(&position)),
    };
    let whole = |number: &Bound<'_, PyAny>| number.is_instance_of::<PyInt>();
    let Some([a, b]) = found.filter(|found| found.iter().all(whole)) else {
        let what = format!(
            "a position is two whole numbers (a, b) that name the cell map[a][b], not {}",
            quoted(given)
        );
        return Err(PyTypeError::new_err(what));
    };
    let index =
        |number: &Bound<'_, PyAny>, size: u32| number.extract::<u32>().ok().filter(|index| *index < size);
    match (index(&a, shape.rows), index(&b, shape.cols)) {
        (Some(a), Some(b)) => Ok((a, b)),
        _ => {
            let (last, other) = (shape.rows - 1, shape.cols - 1);
            let what = format!(
                "the position {} is outside the map: there are (0, 0) to ({last}, {other})",
                quoted(given)
            );
            Err(PyValueError::new_err(what))
        }
    }
}

/// The squares of one position, or of several.
pub fn squares(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Vec<Place>> {
    let is_one = match pair(given) {
        Some([first, _]) => first.is_instance_of::<PyInt>(),
        None if given.is_exact_instance_of::<PyList>() => false,
        None => given.hasattr(pyo3::intern!(given.py(), "getPosition"))?,
    };
    if is_one {
        return Ok(vec![square(shape, given)?]);
    }
    if let Ok(list) = given.cast_exact::<PyList>() {
        return list.iter().map(|position| square(shape, &position)).collect();
    }
    let items = given.try_iter().map_err(|_| {
        PyTypeError::new_err(format!(
            "positions are one (a, b), or a list or set of them, not {}",
            quoted(given)
        ))
    })?;
    items.map(|position| square(shape, &position?)).collect()
}

/// A number that is a strength.
fn strength(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    if !given.is_instance_of::<PyInt>() {
        let what = format!("a strength is a whole number, not {}", quoted(given));
        return Err(PyTypeError::new_err(what));
    }
    let known = given.extract().ok().filter(|strength: &i64| strength.unsigned_abs() <= STRENGTH_MAX as u64);
    known
        .ok_or_else(|| PyValueError::new_err(format!("a strength is from -{STRENGTH_MAX} to {STRENGTH_MAX}")))
}

/// Sources of influence: a dict of strengths by position.
pub fn sources(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Vec<(Place, i64)>> {
    let dict = given.cast::<PyDict>().map_err(|_| {
        PyTypeError::new_err(format!("sources are a dict {{(a, b): strength}}, not {}", quoted(given)))
    })?;
    let usual: Option<Vec<_>> = match given.is_exact_instance_of::<PyDict>() {
        true => {
            dict.iter().map(|(place, given)| Some((plain(shape, &place)?, strength(&given).ok()?))).collect()
        }
        false => None,
    };
    if let Some(usual) = usual {
        return Ok(usual);
    }
    // A copy: what has a position of its own may change the dict when it is asked.
    let read = |item: Bound<'_, PyAny>| {
        let (position, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let strength = strength(&given)?;
        Ok((square(shape, &position)?, strength))
    };
    dict.items().iter().map(read).collect()
}
