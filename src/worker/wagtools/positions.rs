//! What Python says of positions: `(a, b)` is the cell `map[a][b]`.

use crate::toolkit::grid::{Grid, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList, PyTuple};

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
pub fn square(grid: &Grid, given: &Bound<'_, PyAny>) -> PyResult<Square> {
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
    match (index(&a, grid.rows), index(&b, grid.cols)) {
        (Some(a), Some(b)) => Ok(a * grid.cols + b),
        _ => {
            let (last, other) = (grid.rows - 1, grid.cols - 1);
            let what = format!(
                "the position {} is outside the map: there are (0, 0) to ({last}, {other})",
                quoted(given)
            );
            Err(PyValueError::new_err(what))
        }
    }
}

/// The squares of one position, or of several.
pub fn squares(grid: &Grid, given: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    let is_one = match pair(given) {
        Some([first, _]) => first.is_instance_of::<PyInt>(),
        None => given.hasattr(pyo3::intern!(given.py(), "getPosition"))?,
    };
    if is_one {
        return Ok(vec![square(grid, given)?]);
    }
    let items = given.try_iter().map_err(|_| {
        PyTypeError::new_err(format!(
            "positions are one (a, b), or a list or set of them, not {}",
            quoted(given)
        ))
    })?;
    items.map(|position| square(grid, &position?)).collect()
}

/// Sources of influence: a dict of strengths by position.
pub fn sources(grid: &Grid, given: &Bound<'_, PyAny>) -> PyResult<Vec<(Square, i64)>> {
    let dict = given.cast::<PyDict>().map_err(|_| {
        PyTypeError::new_err(format!("sources are a dict {{(a, b): strength}}, not {}", quoted(given)))
    })?;
    let read = |(position, strength): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        if !strength.is_instance_of::<PyInt>() {
            let what = format!("a strength is a whole number, not {}", quoted(&strength));
            return Err(PyTypeError::new_err(what));
        }
        let known =
            strength.extract().ok().filter(|strength: &i64| strength.unsigned_abs() <= STRENGTH_MAX as u64);
        let known = known.ok_or_else(|| {
            PyValueError::new_err(format!("a strength is from -{STRENGTH_MAX} to {STRENGTH_MAX}"))
        })?;
        Ok((square(grid, &position)?, known))
    };
    // A copy: what has a position of its own may change the dict when it is asked.
    dict.items().iter().map(|item| read(item.extract()?)).collect()
}

/// Makes positions for Python; each number is made once.
pub struct Maker<'py> {
    py: Python<'py>,
    numbers: Vec<Bound<'py, PyInt>>,
    cols: u32,
}

impl<'py> Maker<'py> {
    pub fn new(py: Python<'py>, grid: &Grid) -> PyResult<Maker<'py>> {
        let numbers = (0..grid.rows.max(grid.cols)).map(|number| number.into_pyobject(py));
        Ok(Maker { py, numbers: numbers.collect::<Result<_, _>>()?, cols: grid.cols })
    }

    pub fn position(&self, at: Square) -> PyResult<Bound<'py, PyTuple>> {
        let number = |number: u32| &self.numbers[number as usize];
        PyTuple::new(self.py, [number(at / self.cols), number(at % self.cols)])
    }

    pub fn positions(&self, squares: &[Square]) -> PyResult<Bound<'py, PyList>> {
        let positions: Vec<_> = squares.iter().map(|at| self.position(*at)).collect::<PyResult<_>>()?;
        PyList::new(self.py, positions)
    }
}
