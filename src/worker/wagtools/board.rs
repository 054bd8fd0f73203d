//! A map that was read once, and the searches on it.

use super::cells::{self, Rule};
use super::positions::{self, Maker};
use crate::toolkit::breadth::{self, FAR};
use crate::toolkit::grid::Grid;
use crate::toolkit::ground::Ground;
use crate::toolkit::path::{self, Scratch, Terms};
use crate::toolkit::spread::spread;
use crate::worker::gil::Gil;
use crate::worker::toolkit;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use std::borrow::Cow;

/// A map that was read once, for several searches. What changes in the map afterwards is not seen.
#[pyclass(frozen, immutable_type, module = "wagtools")]
pub struct Board {
    ground: Ground,
    scratch: Gil<Option<Box<Scratch>>>,
}

/// The board of a map, which may be one already.
pub fn of<'py>(
    map: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Bound<'py, Board>> {
    match map.cast::<Board>() {
        Ok(board) => whole(passable, torus).map(|()| board.clone()),
        Err(_) => Bound::new(map.py(), Board::new(map, passable, torus)?),
    }
}

/// What has been read knows what is passable.
fn whole(passable: Option<&Bound<'_, PyAny>>, torus: Option<bool>) -> PyResult<()> {
    match (passable, torus) {
        (None, None) => Ok(()),
        _ => Err(PyTypeError::new_err(
            "passable and torus are said when a board is made, not when it is searched",
        )),
    }
}

impl Board {
    fn grid(&self) -> &Grid {
        self.ground.grid()
    }

    /// A list of lists of the map's shape.
    fn rows<'py, 'v, V, P: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        values: &'v [V],
        shown: impl Fn(&'v V) -> P,
    ) -> PyResult<Bound<'py, PyList>> {
        let rows = values.chunks(self.grid().cols as usize);
        let rows = rows.map(|row| PyList::new(py, row.iter().map(&shown)));
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// The ground with a start on which one may stand, whatever it is.
    fn ground_from(&self, start: u32) -> Cow<'_, Ground> {
        if self.ground.is_passable(start) {
            return Cow::Borrowed(&self.ground);
        }
        let mut ground = self.ground.clone();
        ground.set_passable(start, true);
        Cow::Owned(ground)
    }
}

#[pymethods]
impl Board {
    /// Reads a map.
    #[new]
    #[pyo3(signature = (map, passable=None, *, torus=None))]
    fn new<'py>(
        map: &Bound<'py, PyAny>,
        passable: Option<&Bound<'py, PyAny>>,
        torus: Option<bool>,
    ) -> PyResult<Board> {
        let known = match map.cast::<Board>() {
            Ok(board) => Some(board.get().ground.clone()),
            Err(_) => toolkit::ground(map)?,
        };
        let ground = match known {
            Some(ground) => whole(passable, torus).map(|()| ground)?,
            None => read(map, passable, torus)?,
        };
        Ok(Board { ground, scratch: Gil::new(None) })
    }

    /// (len(map), len(map[0])).
    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.grid().rows, self.grid().cols)
    }

    /// Whether whoever leaves the map on one side comes back on the other.
    #[getter]
    fn torus(&self) -> bool {
        self.grid().is_torus
    }

    /// Whether one can go to a position.
    fn is_passable(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.ground.is_passable(positions::square(self.grid(), position)?))
    }

    /// Like the function distances.
    pub fn distances<'py>(&self, sources: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = sources.py();
        let sources = positions::squares(self.grid(), sources)?;
        let steps = breadth::steps(&self.ground, &sources);
        let most = steps.iter().filter(|steps| **steps != FAR).max().copied();
        // Each number is made once, and None stands behind them.
        let numbers = (0..most.map_or(0, |most| most + 1)).map(|steps| steps.into_bound_py_any(py));
        let mut numbers = numbers.collect::<PyResult<Vec<_>>>()?;
        numbers.push(py.None().into_bound(py));
        let none = numbers.len() - 1;
        self.rows(py, &steps, |steps| &numbers[none.min(*steps as usize)])
    }

    /// Like the function path.
    pub fn path<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = start.py();
        let (start, goal) = (positions::square(self.grid(), start)?, positions::square(self.grid(), goal)?);
        let mut scratch = self.scratch.replace(py, None).unwrap_or_default();
        let found = path::a_star(&self.ground_from(start), &mut scratch, start, goal, &Terms::default());
        self.scratch.replace(py, Some(scratch));
        Maker::new(py, self.grid())?.positions(&found.unwrap_or_default())
    }

    /// Like the function nearest.
    pub fn nearest<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let (starts, targets) =
            (positions::squares(self.grid(), start)?, positions::squares(self.grid(), targets)?);
        let Some((start_, target, steps)) = breadth::nearest_goal(&self.ground, &starts, &targets) else {
            return Ok(None);
        };
        let place = |at| self.grid().place(at);
        (place(start_), place(target), steps).into_pyobject(start.py()).map(Some)
    }

    /// Like the function components.
    pub fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let maker = Maker::new(py, self.grid())?;
        let groups = breadth::components(&self.ground, |at| self.ground.is_passable(at));
        let groups = groups.iter().map(|group| maker.positions(group));
        PyList::new(py, groups.collect::<PyResult<Vec<_>>>()?)
    }

    /// Like the function influence.
    #[pyo3(signature = (sources, *, fade=1))]
    pub fn influence<'py>(&self, sources: &Bound<'py, PyAny>, fade: i64) -> PyResult<Bound<'py, PyList>> {
        let fade = u32::try_from(fade).ok().filter(|fade| *fade > 0);
        let fade = fade.ok_or_else(|| {
            PyValueError::new_err("fade is at least 1: what a strength loses with each step")
        })?;
        let py = sources.py();
        let values = spread(&self.ground, &positions::sources(self.grid(), sources)?, fade);
        let (least, most) = (values.iter().min().copied(), values.iter().max().copied());
        let (least, most) = (least.unwrap_or(0), most.unwrap_or(0));
        if most - least >= values.len() as i64 {
            return self.rows(py, &values, |value| *value);
        }
        let numbers =
            (least..=most).map(|value| value.into_bound_py_any(py)).collect::<PyResult<Vec<_>>>()?;
        self.rows(py, &values, |value| &numbers[(value - least) as usize])
    }

    fn __repr__(&self) -> String {
        let torus = if self.grid().is_torus { ", torus" } else { "" };
        format!("<wagtools.Board {}x{}{torus}>", self.grid().rows, self.grid().cols)
    }
}

/// The ground of a list of lists, or of an object that answers its map, what is impassable there, and whether it is a torus.
fn read<'py>(
    map: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Ground> {
    let Some(board) = map.getattr_opt(pyo3::intern!(map.py(), "__board__"))? else {
        return cells::ground(map, Rule::of(passable)?, torus.unwrap_or(false));
    };
    let (map, impassable, is_torus): (Bound<'py, PyAny>, Option<Bound<'py, PyAny>>, bool) =
        board.call0()?.extract()?;
    let rule = match impassable {
        Some(impassable) if passable.is_none() => Rule::NoneOf(impassable),
        _ => Rule::of(passable)?,
    };
    cells::ground(&map, rule, torus.unwrap_or(is_torus))
}
