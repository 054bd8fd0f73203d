//! Results of searches as Python objects: lists of numbers and of positions.
//!
//! Numbers and positions cannot be changed, so each object is created once and shared by all results. The lists are
//! always new.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use wag_toolkit::components::Components;
use wag_toolkit::padded_grid::{PaddedGrid, UNREACHED};
use wag_toolkit::shape::Position;

/// The maximum number of cached numbers.
const NUMBERS_MAX: usize = 1 << 15;
/// The maximum number of cached positions. Their rows and columns are below [`SIDE_MAX`].
const POSITIONS_MAX: usize = 1 << 16;
const SIDE_MAX: usize = 1 << 12;

/// Objects for numbers and positions that are used again. They reveal nothing about earlier searches, because a new
/// object would look the same.
#[derive(Default)]
pub struct AnswerCache {
    /// The object `None`, then the numbers from 0.
    numbers: Vec<Py<PyAny>>,
    /// The position objects, by row and column.
    positions: Vec<Vec<Option<Py<PyTuple>>>>,
    position_count: usize,
}

impl AnswerCache {
    /// Returns the object `None` and the numbers from 0 to `last`.
    fn numbers(&mut self, py: Python<'_>, last: usize) -> PyResult<&[Py<PyAny>]> {
        if self.numbers.is_empty() {
            self.numbers.push(py.None());
        }
        for number in self.numbers.len() - 1..=last {
            self.numbers.push(number.into_pyobject(py)?.into_any().unbind());
        }
        Ok(&self.numbers)
    }

    /// Drops the numbers beyond [`NUMBERS_MAX`].
    pub fn shrink(&mut self) {
        self.numbers.truncate(NUMBERS_MAX + 1);
    }

    /// Returns the number of steps to each cell of a flooded grid as a list of lists, with `unreached` for cells that
    /// were not reached.
    pub fn steps<'py>(
        &mut self,
        py: Python<'py>,
        grid: &PaddedGrid,
        farthest: u32,
        unreached: Py<PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        self.numbers(py, farthest as usize)?;
        let none = std::mem::replace(&mut self.numbers[0], unreached);
        let lists = self.number_lists(py, grid);
        self.numbers[0] = none;
        lists
    }

    fn number_lists<'py>(&self, py: Python<'py>, grid: &PaddedGrid) -> PyResult<Bound<'py, PyList>> {
        let rows = grid.shape().rows;
        let mut lists = ListBuilder::new(py, rows as usize)?;
        for row in 0..rows {
            // The addition turns `UNREACHED` into 0, the first index.
            let cells =
                grid.row(row).iter().map(|mark| &self.numbers[(mark.wrapping_add(1) & UNREACHED) as usize]);
            let mut list = ListBuilder::new(py, cells.len())?;
            cells.for_each(|number| list.push(number.clone_ref(py)));
            lists.push(list.finish().into_any().unbind());
        }
        Ok(lists.finish())
    }

    /// Returns a position as a tuple.
    pub fn position(&mut self, py: Python<'_>, (row, col): Position) -> PyResult<Py<PyTuple>> {
        let (row, col) = (row as usize, col as usize);
        if let Some(Some(known)) = self.positions.get(row).and_then(|cols| cols.get(col)) {
            return Ok(known.clone_ref(py));
        }
        let numbers = self.numbers(py, row.max(col))?;
        let made = PyTuple::new(py, [&numbers[row + 1], &numbers[col + 1]])?;
        // SAFETY: a tuple of numbers cannot be part of a cycle; the collector untracks such tuples, too, once it has seen them.
        unsafe { ffi::PyObject_GC_UnTrack(made.as_ptr().cast()) };
        let made = made.unbind();
        if row.max(col) < SIDE_MAX && self.position_count < POSITIONS_MAX {
            self.store(row, col, made.clone_ref(py));
        }
        Ok(made)
    }

    fn store(&mut self, row: usize, col: usize, made: Py<PyTuple>) {
        if self.positions.len() <= row {
            self.positions.resize_with(row + 1, Vec::new);
        }
        let cols = &mut self.positions[row];
        if cols.len() <= col {
            cols.resize_with(col + 1, || None);
        }
        cols[col] = Some(made);
        self.position_count += 1;
    }

    /// Returns a list of positions.
    pub fn path<'py>(
        &mut self,
        py: Python<'py>,
        positions: impl ExactSizeIterator<Item = Position>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut list = ListBuilder::new(py, positions.len())?;
        for position in positions {
            list.push(self.position(py, position)?.into_any());
        }
        Ok(list.finish())
    }

    /// Returns connected components as lists of positions.
    pub fn components<'py>(
        &mut self,
        py: Python<'py>,
        components: &Components,
    ) -> PyResult<Bound<'py, PyList>> {
        let sizes = components.sizes.iter();
        let mut lists = sizes.map(|size| ListBuilder::new(py, *size)).collect::<PyResult<Vec<_>>>()?;
        for run in &components.runs {
            let list = &mut lists[run.component as usize];
            for col in run.from..run.to {
                list.push(self.position(py, (run.row, col))?.into_any());
            }
        }
        PyList::new(py, lists.into_iter().map(ListBuilder::finish))
    }
}

/// A list that is filled item by item. Python does not see it before it is complete.
struct ListBuilder<'py> {
    list: Bound<'py, PyList>,
    size: usize,
    filled: usize,
}

impl<'py> ListBuilder<'py> {
    fn new(py: Python<'py>, size: usize) -> PyResult<ListBuilder<'py>> {
        // SAFETY: the new list is owned here, or null with an exception set. Untracked, it cannot be found through the collector
        // while items are missing.
        let list = unsafe {
            let list = Bound::from_owned_ptr_or_err(py, ffi::PyList_New(size as ffi::Py_ssize_t))?;
            ffi::PyObject_GC_UnTrack(list.as_ptr().cast());
            list.cast_into_unchecked()
        };
        Ok(ListBuilder { list, size, filled: 0 })
    }

    fn push(&mut self, item: Py<PyAny>) {
        assert!(self.filled < self.size);
        // SAFETY: the index is within the size of the list, the slot is still empty, and the list takes over the reference.
        unsafe {
            ffi::PyList_SET_ITEM(self.list.as_ptr(), self.filled as ffi::Py_ssize_t, item.into_ptr());
        }
        self.filled += 1;
    }

    fn finish(self) -> Bound<'py, PyList> {
        // SAFETY: the list has been untracked since it was made.
        unsafe { ffi::PyObject_GC_Track(self.list.as_ptr().cast()) };
        self.list
    }
}
