//! Positions and units in Python arguments. A position `(a, b)` stands for the cell `map[a][b]`.
//!
//! For a position outside the map, the functions of the package raise an error; the methods of tile maps ignore the
//! position.

use super::TileMapBase;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyTuple};
use wag_toolkit::grid::Square;
use wag_toolkit::passability_map::PassabilityMap;
use wag_toolkit::path::{PathOptions, Rectangle};
use wag_toolkit::shape::{Position, Shape};

/// The maximum length of a quotation in an error message, in characters.
const QUOTED_MAX: usize = 80;
/// The maximum strength of a source of influence. It ensures that sums fit into 64 bits.
const STRENGTH_MAX: i64 = 1_000_000_000;

/// Returns Python's `repr` of an object, shortened to [`QUOTED_MAX`] characters.
pub fn quoted(given: &Bound<'_, PyAny>) -> String {
    let shown =
        given.repr().map_or_else(|_| "something else".to_string(), |text| text.to_string_lossy().into());
    shown.chars().take(QUOTED_MAX).collect()
}

/// Reads an index. Numbers that do not fit into 64 bits become the largest possible index.
fn index(number: &Bound<'_, PyAny>) -> Option<i64> {
    number.extract().ok().or_else(|| number.is_instance_of::<PyInt>().then_some(i64::MAX))
}

/// Reads a pair of numbers, or the position of an object that has `getPosition()`, such as a unit.
fn coordinates(given: &Bound<'_, PyAny>) -> PyResult<(i64, i64)> {
    if let Ok(tuple) = given.cast::<PyTuple>()
        && tuple.len() == 2
        && let (Some(a), Some(b)) = (index(&tuple.get_item(0)?), index(&tuple.get_item(1)?))
    {
        return Ok((a, b));
    }
    let pair = match given.getattr_opt(pyo3::intern!(given.py(), "getPosition"))? {
        Some(method) => method.call0()?,
        None => given.clone(),
    };
    let item = |number: usize| index(&pair.get_item(number).ok()?);
    let found = pair.len().ok().filter(|len| *len == 2).and_then(|_| Some((item(0)?, item(1)?)));
    found.ok_or_else(|| {
        let shown = quoted(given);
        PyTypeError::new_err(format!("a position is two whole numbers, such as (3, 14), not {shown}"))
    })
}

/// Reads a position. Raises a `ValueError` if it is outside the map.
pub fn position(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Position> {
    if let Some(found) = plain_position(shape, given) {
        return Ok(found);
    }
    let (a, b) = coordinates(given)?;
    let inside = |index: i64, size: u32| u32::try_from(index).ok().filter(|index| *index < size);
    inside(a, shape.rows).zip(inside(b, shape.cols)).ok_or_else(|| {
        let (last_a, last_b) = (shape.rows - 1, shape.cols - 1);
        let shown = quoted(given);
        PyValueError::new_err(format!(
            "the position {shown} is outside the map: there are (0, 0) to ({last_a}, {last_b})"
        ))
    })
}

/// Reads a position like [`position`], but faster, in the usual case of a tuple of two small numbers.
fn plain_position(shape: Shape, given: &Bound<'_, PyAny>) -> Option<Position> {
    let tuple = given.cast_exact::<PyTuple>().ok().filter(|tuple| tuple.len() == 2)?;
    let index = |number: usize, size: u32| {
        let number = tuple.get_borrowed_item(number).ok()?;
        let number: u32 = number.cast_exact::<PyInt>().ok()?.extract().ok()?;
        (number < size).then_some(number)
    };
    Some((index(0, shape.rows)?, index(1, shape.cols)?))
}

/// Reads one position or several. Raises a `ValueError` if one of them is outside the map.
pub fn positions(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let first = match (given.cast::<PyTuple>(), given.cast::<PyList>()) {
        (Ok(tuple), _) if tuple.len() == 2 => tuple.get_item(0).ok(),
        (_, Ok(list)) if list.len() == 2 => list.get_item(0).ok(),
        _ => None,
    };
    let is_one = match first {
        Some(first) => first.is_instance_of::<PyInt>(),
        None if given.is_exact_instance_of::<PyList>() => false,
        None => given.hasattr(pyo3::intern!(given.py(), "getPosition"))?,
    };
    if is_one {
        return Ok(vec![position(shape, given)?]);
    }
    if let Ok(list) = given.cast_exact::<PyList>() {
        return list.iter().map(|given| position(shape, &given)).collect();
    }
    let items = given.try_iter().map_err(|_| {
        let shown = quoted(given);
        PyTypeError::new_err(format!("positions are one (a, b), or a list or set of them, not {shown}"))
    })?;
    items.map(|given| position(shape, &given?)).collect()
}

fn strength(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    if !given.is_instance_of::<PyInt>() {
        return Err(PyTypeError::new_err(format!("a strength is a whole number, not {}", quoted(given))));
    }
    let known = given.extract().ok().filter(|strength: &i64| strength.unsigned_abs() <= STRENGTH_MAX as u64);
    known
        .ok_or_else(|| PyValueError::new_err(format!("a strength is from -{STRENGTH_MAX} to {STRENGTH_MAX}")))
}

/// Reads sources of influence, given as a dict from positions to strengths.
pub fn sources(shape: Shape, given: &Bound<'_, PyAny>) -> PyResult<Vec<(Position, i64)>> {
    let dict = given.cast::<PyDict>().map_err(|_| {
        PyTypeError::new_err(format!("sources are a dict {{(a, b): strength}}, not {}", quoted(given)))
    })?;
    if given.is_exact_instance_of::<PyDict>() {
        let plain =
            |(at, given): (_, Bound<'_, PyAny>)| Some((plain_position(shape, &at)?, strength(&given).ok()?));
        if let Some(found) = dict.iter().map(plain).collect() {
            return Ok(found);
        }
    }
    // `items` is a copy: a `getPosition` method may change the dict.
    let read = |item: Bound<'_, PyAny>| {
        let (at, given): (Bound<'_, PyAny>, Bound<'_, PyAny>) = item.extract()?;
        let strength = strength(&given)?;
        Ok((position(shape, &at)?, strength))
    };
    dict.items().iter().map(read).collect()
}

/// Reads the square of a tile; `None` if the tile is beyond the edge of the map.
pub fn square(map: &PassabilityMap, tile: &Bound<'_, PyAny>) -> PyResult<Option<Square>> {
    let (row, col) = coordinates(tile)?;
    Ok(map.grid().square(row, col))
}

/// Reads the squares of tiles, leaving out tiles beyond the edge of the map. The map is not borrowed while Python
/// iterates.
pub fn squares(map: &Bound<'_, TileMapBase>, tiles: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    let read = tiles.try_iter()?.map(|tile| coordinates(&tile?)).collect::<PyResult<Vec<_>>>()?;
    let map = map.try_borrow()?;
    Ok(read.into_iter().filter_map(|(row, col)| map.map.grid().square(row, col)).collect())
}

/// Reads units, each given as a tile and an owner, leaving out units beyond the edge of the map.
pub fn units(map: &PassabilityMap, units: &Bound<'_, PyAny>) -> PyResult<Vec<(Square, u32)>> {
    let mut read = Vec::with_capacity(units.len().unwrap_or(0));
    for unit in units.try_iter()? {
        let wrong =
            |_| PyTypeError::new_err("a unit is ((row, col), player), the player a whole number from 0 on");
        let (tile, player): (Bound<'_, PyAny>, u32) = unit?.extract().map_err(wrong)?;
        read.extend(square(map, &tile)?.map(|at| (at, player)));
    }
    Ok(read)
}

/// Reads a limit. A negative number means no limit.
pub fn limit(limit: i64) -> Option<u32> {
    u32::try_from(limit.min(i64::from(u32::MAX))).ok()
}

/// The options of a path search as Python passes them: maximum cost, cost of each square, rectangle, maximum number of
/// squares.
#[derive(FromPyObject)]
pub struct PyPathOptions<'py>(i64, Option<Bound<'py, PyBytes>>, Option<Bound<'py, PyAny>>, i64);

impl PyPathOptions<'_> {
    /// Converts the options. Returns `None` if the rectangle is empty.
    pub fn read(&self, map: &PassabilityMap) -> PyResult<Option<PathOptions<'_>>> {
        let PyPathOptions(cost_max, costs, rectangle, squares_max) = self;
        let costs = costs.as_ref().map(|costs| costs.as_bytes());
        if costs.is_some_and(|costs| costs.len() != map.grid().squares()) {
            return Err(PyValueError::new_err("the influence map has another size than the map"));
        }
        let mut options = PathOptions {
            costs,
            cost_max: limit(*cost_max),
            rectangle: None,
            squares_max: limit(*squares_max),
        };
        if let Some(rectangle) = rectangle {
            let corner = |number: usize| {
                let corner = rectangle.get_item(number).map_err(|_| {
                    PyTypeError::new_err(
                        "a rectangle is two tiles: the upper left and the lower right corner",
                    )
                })?;
                square(map, &corner)
            };
            let (Some(upper_left), Some(lower_right)) = (corner(0)?, corner(1)?) else { return Ok(None) };
            options.rectangle = Rectangle::between(map.grid(), upper_left, lower_right);
            if options.rectangle.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(options))
    }
}
