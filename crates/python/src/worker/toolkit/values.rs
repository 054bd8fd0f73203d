//! The result of `spread_influence`. It is as large as the map and mostly zeros, so a row becomes a list only on first
//! access.

use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::pyclass::CompareOp;
use pyo3::types::{PyList, PySlice, PyTuple, PyType};
use pyo3::{IntoPyObjectExt, PyTraverseError, PyVisit};
use wag_toolkit::padded_grid::{PaddedGrid, Sums};

/// Whole numbers by cell: values[a][b]. It behaves like a list of lists; each row is a list, made on first access.
#[pyclass(immutable_type, module = "aitools")]
pub struct Values {
    cols: usize,
    /// The columns that sources have reached, row by row, each with its value.
    entries: Vec<(u32, i64)>,
    /// The index of each row's first entry, then the number of all entries.
    begins: Vec<usize>,
    /// The rows that have been accessed. The player may change them.
    rows: Vec<Option<Py<PyList>>>,
}

impl Values {
    /// Creates the values from the sums in the buffer, which is emptied.
    pub fn new(grid: &PaddedGrid, sums: &mut Sums) -> Values {
        let shape = grid.shape();
        let (mut entries, mut begins) = (Vec::new(), Vec::with_capacity(shape.rows as usize + 1));
        begins.push(0);
        grid.take(sums, |(row, col), value| {
            // Rows without entries end where they begin.
            begins.resize(row as usize + 1, entries.len());
            entries.push((col, value));
        });
        begins.resize(shape.rows as usize + 1, entries.len());
        let rows = (0..shape.rows).map(|_| None).collect();
        Values { cols: shape.cols as usize, entries, begins, rows }
    }

    fn row<'py>(&mut self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyList>> {
        if let Some(known) = &self.rows[number] {
            return Ok(known.bind(py).clone());
        }
        // Repetition makes all zeros at once.
        let row = PyList::new(py, [0])?.into_sequence().repeat(self.cols)?.cast_into::<PyList>()?;
        for (col, value) in &self.entries[self.begins[number]..self.begins[number + 1]] {
            row.set_item(*col as usize, *value)?;
        }
        self.rows[number] = Some(row.clone().unbind());
        Ok(row)
    }

    fn lists<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = (0..self.rows.len()).map(|number| self.row(py, number)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, rows)
    }
}

#[pymethods]
impl Values {
    fn __len__(&self) -> usize {
        self.rows.len()
    }

    fn __getitem__<'py>(&mut self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = index.py();
        let size = self.rows.len() as isize;
        if let Ok(slice) = index.cast::<PySlice>() {
            let part = slice.indices(size)?;
            let numbers = (0..part.slicelength).map(|step| part.start + step as isize * part.step);
            let rows = numbers.map(|number| self.row(py, number as usize)).collect::<PyResult<Vec<_>>>()?;
            return PyList::new(py, rows);
        }
        let index: isize = index
            .extract()
            .map_err(|_| PyTypeError::new_err("the index of values is a whole number or a slice"))?;
        let number = if index < 0 { index + size } else { index };
        match (0..size).contains(&number) {
            true => self.row(py, number as usize),
            false => Err(PyIndexError::new_err(format!("there are rows from 0 to {}", size - 1))),
        }
    }

    fn __iter__<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(self.lists(py)?.try_iter()?.into_any())
    }

    fn __reversed__<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let lists = self.lists(py)?;
        lists.reverse()?;
        Ok(lists.try_iter()?.into_any())
    }

    /// Compares as a list of lists does, with other values or with a list of lists.
    fn __richcmp__<'py>(
        slf: &Bound<'py, Self>,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let lists = slf.borrow_mut().lists(py)?;
        match other.cast::<Values>() {
            Ok(other) => {
                let other = other.borrow_mut().lists(py)?;
                lists.rich_compare(other, op)
            }
            Err(_) if other.is_instance_of::<PyList>() => lists.rich_compare(other, op),
            Err(_) => py.NotImplemented().into_bound_py_any(py),
        }
    }

    fn __repr__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let lists = slf.borrow_mut().lists(slf.py())?;
        Ok(lists.repr()?.into_any())
    }

    /// Makes Python copy and pickle the values as a list of lists.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyType>, Bound<'py, PyTuple>)> {
        let lists = slf.borrow_mut().lists(slf.py())?;
        Ok((slf.py().get_type::<PyList>(), PyTuple::new(slf.py(), [lists])?))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.rows.iter().flatten().try_for_each(|row| visit.call(row))
    }

    fn __clear__(&mut self) {
        self.rows.iter_mut().for_each(|row| *row = None);
    }
}
