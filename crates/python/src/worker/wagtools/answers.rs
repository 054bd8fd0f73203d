//! What is answered to Python: lists of numbers and of positions. Numbers and positions can't be changed, so each is made once
//! for all answers; the lists are new each time.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use wag_toolkit::padded_grid::{FAR, PaddedGrid};
use wag_toolkit::parts::Parts;
use wag_toolkit::shape::Place;

/// So many numbers are kept.
const NUMBERS_MAX: usize = 1 << 15;
/// So many positions are kept, and none whose row or column is as much as [`SIDE_MAX`].
const POSITIONS_MAX: usize = 1 << 16;
const SIDE_MAX: usize = 1 << 12;

/// What can be handed out again. Nothing of it says what an AI has asked: a number or a position looks the same, new or not.
#[derive(Default)]
pub struct Answers {
    /// None, then the numbers from 0.
    numbers: Vec<Py<PyAny>>,
    /// By row and column.
    positions: Vec<Vec<Option<Py<PyTuple>>>>,
    kept: usize,
}

impl Answers {
    /// None and the numbers up to the most.
    fn numbers(&mut self, py: Python<'_>, most: usize) -> PyResult<&[Py<PyAny>]> {
        if self.numbers.is_empty() {
            self.numbers.push(py.None());
        }
        for number in self.numbers.len() - 1..=most {
            self.numbers.push(number.into_pyobject(py)?.into_any().unbind());
        }
        Ok(&self.numbers)
    }

    /// Gives back what is too much to be kept.
    pub fn end(&mut self) {
        self.numbers.truncate(NUMBERS_MAX + 1);
    }

    /// The steps of a flood, as a list of lists of the map's shape; None where it has not come to.
    pub fn steps<'py>(
        &mut self,
        py: Python<'py>,
        lattice: &PaddedGrid,
        most: u32,
    ) -> PyResult<Bound<'py, PyList>> {
        let numbers = self.numbers(py, most as usize)?;
        let rows = lattice.shape().rows;
        let mut lists = Filling::new(py, rows as usize)?;
        for row in 0..rows {
            // What is far is 0 by this, which is None.
            let shown = lattice.row(row).iter().map(|mark| &numbers[(mark.wrapping_add(1) & FAR) as usize]);
            let mut list = Filling::new(py, shown.len())?;
            shown.for_each(|number| list.push(number.clone_ref(py)));
            lists.push(list.whole().into_any().unbind());
        }
        Ok(lists.whole())
    }

    /// A position as a tuple.
    pub fn position(&mut self, py: Python<'_>, (row, col): Place) -> PyResult<Py<PyTuple>> {
        let (at, to) = (row as usize, col as usize);
        if let Some(Some(known)) = self.positions.get(at).and_then(|row| row.get(to)) {
            return Ok(known.clone_ref(py));
        }
        let numbers = self.numbers(py, at.max(to))?;
        let made = PyTuple::new(py, [&numbers[at + 1], &numbers[to + 1]])?;
        // SAFETY: a tuple of numbers is part of no circle; the collector would leave it out as well, once it has met it.
        unsafe { ffi::PyObject_GC_UnTrack(made.as_ptr().cast()) };
        let made = made.unbind();
        if at.max(to) < SIDE_MAX && self.kept < POSITIONS_MAX {
            self.keep(at, to, made.clone_ref(py));
        }
        Ok(made)
    }

    fn keep(&mut self, at: usize, to: usize, made: Py<PyTuple>) {
        if self.positions.len() <= at {
            self.positions.resize_with(at + 1, Vec::new);
        }
        let row = &mut self.positions[at];
        if row.len() <= to {
            row.resize_with(to + 1, || None);
        }
        row[to] = Some(made);
        self.kept += 1;
    }

    /// A list of positions.
    pub fn path<'py>(
        &mut self,
        py: Python<'py>,
        places: impl ExactSizeIterator<Item = Place>,
    ) -> PyResult<Bound<'py, PyList>> {
        let mut list = Filling::new(py, places.len())?;
        for place in places {
            list.push(self.position(py, place)?.into_any());
        }
        Ok(list.whole())
    }

    /// The parts of a board, as lists of positions.
    pub fn parts<'py>(&mut self, py: Python<'py>, parts: &Parts) -> PyResult<Bound<'py, PyList>> {
        let mut lists: Vec<Filling<'py>> =
            parts.sizes.iter().map(|size| Filling::new(py, *size)).collect::<PyResult<_>>()?;
        for stretch in &parts.stretches {
            let list = &mut lists[stretch.part as usize];
            for col in stretch.from..stretch.to {
                list.push(self.position(py, (stretch.row, col))?.into_any());
            }
        }
        PyList::new(py, lists.into_iter().map(Filling::whole))
    }
}

/// A list that is made bit by bit. Nobody else sees it before it is whole.
struct Filling<'py> {
    list: Bound<'py, PyList>,
    size: usize,
    filled: usize,
}

impl<'py> Filling<'py> {
    fn new(py: Python<'py>, size: usize) -> PyResult<Filling<'py>> {
        // SAFETY: what is new is owned by nobody else, or null with an exception set. Without the collector nobody finds a list
        // whose items are missing yet.
        let list = unsafe {
            let list = Bound::from_owned_ptr_or_err(py, ffi::PyList_New(size as ffi::Py_ssize_t))?;
            ffi::PyObject_GC_UnTrack(list.as_ptr().cast());
            list.cast_into_unchecked()
        };
        Ok(Filling { list, size, filled: 0 })
    }

    fn push(&mut self, item: Py<PyAny>) {
        assert!(self.filled < self.size);
        // SAFETY: the list has room for so many, this one is empty yet, and the list takes over the reference.
        unsafe {
            ffi::PyList_SET_ITEM(self.list.as_ptr(), self.filled as ffi::Py_ssize_t, item.into_ptr());
        }
        self.filled += 1;
    }

    fn whole(self) -> Bound<'py, PyList> {
        // SAFETY: the list is not tracked since it was made.
        unsafe { ffi::PyObject_GC_Track(self.list.as_ptr().cast()) };
        self.list
    }
}
