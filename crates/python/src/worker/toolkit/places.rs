//! What Python says of squares: `(row, col)`, or anything else that has two whole numbers.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use wag_toolkit::grid::Square;
use wag_toolkit::passability_map::PassabilityMap;
use wag_toolkit::path::{Rectangle, Terms};

/// Row and column, wherever that is.
pub fn place(tile: &Bound<'_, PyAny>) -> PyResult<(i64, i64)> {
    let read = || -> PyResult<(i64, i64)> {
        if let Ok(tile) = tile.cast::<PyTuple>()
            && tile.len() == 2
        {
            return Ok((tile.get_borrowed_item(0)?.extract()?, tile.get_borrowed_item(1)?.extract()?));
        }
        match tile.len()? {
            2 => Ok((tile.get_item(0)?.extract()?, tile.get_item(1)?.extract()?)),
            _ => Err(PyTypeError::new_err(())),
        }
    };
    read().map_err(|_| {
        let given = tile.repr().map_or_else(|_| "something else".to_string(), |text| text.to_string());
        let given: String = given.chars().take(80).collect();
        PyTypeError::new_err(format!("a tile is (row, col), two whole numbers, not {given}"))
    })
}

/// The square there; `None` beyond the edge.
pub fn square(ground: &PassabilityMap, tile: &Bound<'_, PyAny>) -> PyResult<Option<Square>> {
    let (row, col) = place(tile)?;
    Ok(ground.grid().square(row, col))
}

/// Those that are on the board.
pub fn squares(ground: &PassabilityMap, tiles: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    let mut squares = Vec::with_capacity(tiles.len().unwrap_or(0));
    for tile in tiles.try_iter()? {
        squares.extend(square(ground, &tile?)?);
    }
    Ok(squares)
}

/// Units that are on the board: each a tile, and whose it is.
pub fn units(ground: &PassabilityMap, units: &Bound<'_, PyAny>) -> PyResult<Vec<(Square, u32)>> {
    let mut read = Vec::with_capacity(units.len().unwrap_or(0));
    for unit in units.try_iter()? {
        let unit = unit?;
        let wrong =
            |_| PyTypeError::new_err("a unit is ((row, col), player), the player a whole number from 0 on");
        let (tile, player): (Bound<'_, PyAny>, u32) = unit.extract().map_err(wrong)?;
        if let Some(at) = square(ground, &tile)? {
            read.push((at, player));
        }
    }
    Ok(read)
}

/// A limit: none below 0.
pub fn limit(most: i64) -> Option<u32> {
    u32::try_from(most.min(i64::from(u32::MAX))).ok()
}

/// A squared radius: none below 0.
pub fn radius(radius2: i64) -> Option<u64> {
    u64::try_from(radius2).ok()
}

fn no_rectangle(_: PyErr) -> PyErr {
    PyTypeError::new_err("a rectangle is two tiles, its upper left and its lower right one")
}

/// What a path has to keep to, as Python says it.
#[derive(FromPyObject)]
pub struct Asked<'py>(i64, Option<Bound<'py, PyBytes>>, Option<Bound<'py, PyAny>>, i64);

impl Asked<'_> {
    /// `None` when nothing can lie in the rectangle.
    pub fn terms(&self, ground: &PassabilityMap) -> PyResult<Option<Terms<'_>>> {
        let Asked(cost_max, costs, rectangle, squares_max) = self;
        let costs = costs.as_ref().map(|costs| costs.as_bytes());
        if costs.is_some_and(|costs| costs.len() != ground.grid().squares()) {
            return Err(PyValueError::new_err("the influence is that of a map of another size"));
        }
        let mut terms =
            Terms { costs, cost_max: limit(*cost_max), rectangle: None, squares_max: limit(*squares_max) };
        if let Some(rectangle) = rectangle {
            let corner = |number: usize| rectangle.get_item(number).map_err(no_rectangle);
            let corners = [square(ground, &corner(0)?)?, square(ground, &corner(1)?)?];
            let [Some(upper_left), Some(lower_right)] = corners else { return Ok(None) };
            terms.rectangle = Rectangle::between(ground.grid(), upper_left, lower_right);
            if terms.rectangle.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(terms))
    }
}
