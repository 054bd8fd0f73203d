//! Maps of plain lists, read directly from the lists: no Python code runs and no reference is counted, so the lists
//! cannot change in the meantime.

use super::cell_rules::{CellReader, PassableRule, REMEMBERED, cell_reader};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use std::ptr;
use wag_toolkit::early_exit_search::Terrain;
use wag_toolkit::padded_grid::PaddedGrid;
use wag_toolkit::shape::{Position, Shape};

/// The maximum size of a collection of passable values that counts as simple.
const VALUES_MAX: usize = 64;

/// Returns the items of a list or tuple. The slice is valid as long as no Python code runs.
fn items<'a>(row: &'a Bound<'_, PyAny>) -> Option<&'a [*mut ffi::PyObject]> {
    if let Ok(list) = row.cast_exact::<PyList>() {
        let first = row.as_ptr().cast::<ffi::PyListObject>();
        return Some(match list.len() {
            0 => &[],
            // SAFETY: the object is a list that is not empty, so it has an array of items, and the GIL is held.
            size => unsafe { std::slice::from_raw_parts((*first).ob_item, size) },
        });
    }
    let tuple = row.cast_exact::<PyTuple>().ok()?;
    let first = row.as_ptr().cast::<ffi::PyTupleObject>();
    // SAFETY: the object is a tuple, which contains its items.
    Some(unsafe { std::slice::from_raw_parts((&raw const (*first).ob_item).cast(), tuple.len()) })
}

/// Returns the shape of a map of lists. The length of the first row is the width of the map.
pub fn shape(map: &Bound<'_, PyAny>, is_torus: bool) -> Option<Shape> {
    let rows = items(map)?;
    // SAFETY: the list holds a reference to the item, and no Python code runs here that could release it.
    let first = unsafe { Bound::ref_from_ptr(map.py(), rows.first()?) };
    Shape::new(rows.len(), items(first)?.len(), is_torus)
}

/// Returns true if comparing and hashing a value runs no Python code.
fn is_simple(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyString>()
        || value.is_none()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBytes>()
}

/// Returns true if looking up a simple value in a collection runs no Python code.
fn is_simple_collection(values: &Bound<'_, PyAny>) -> bool {
    if values.is_exact_instance_of::<PyString>() {
        return true;
    }
    if let Ok(tuple) = values.cast_exact::<PyTuple>() {
        return tuple.len() <= VALUES_MAX && tuple.iter_borrowed().all(|value| is_simple(&value));
    }
    let is_known = values.is_exact_instance_of::<PySet>()
        || values.is_exact_instance_of::<PyFrozenSet>()
        || values.is_exact_instance_of::<PyList>()
        || values.is_exact_instance_of::<PyDict>();
    is_known
        && values.len().is_ok_and(|len| len <= VALUES_MAX)
        && values.try_iter().is_ok_and(|mut all| all.all(|value| value.is_ok_and(|value| is_simple(&value))))
}

/// The way in which cells of a class are judged.
#[derive(Clone, Copy)]
enum CellKind {
    Simple,
    Game(CellReader),
    /// Cells that can only be judged by running Python code.
    Other,
}

/// The rows of a map of lists. No Python code may run while this value exists.
pub struct ListRows<'r, 'py> {
    rule: &'r PassableRule<'py>,
    rows: Vec<&'r [*mut ffi::PyObject]>,
    shape: Shape,
    answers: [(*mut ffi::PyObject, bool); REMEMBERED],
    class: *mut ffi::PyTypeObject,
    kind: CellKind,
    /// True if a cell was found that can only be judged by running Python code. The results are then worthless.
    is_in_doubt: bool,
    py: Python<'py>,
}

impl<'r, 'py> ListRows<'r, 'py> {
    /// Returns `None` if the map is not a list of lists of equal length, or if the rule runs Python.
    pub fn of(
        map: &'r Bound<'py, PyAny>,
        rule: &'r PassableRule<'py>,
        shape: Shape,
    ) -> Option<ListRows<'r, 'py>> {
        match rule {
            PassableRule::Function(_) => return None,
            PassableRule::AnyOf(values) | PassableRule::NoneOf(values) if !is_simple_collection(values) => {
                return None;
            }
            _ => {}
        }
        let py = map.py();
        let lists = items(map).filter(|lists| lists.len() == shape.rows as usize)?;
        let row = |list: &'r *mut ffi::PyObject| {
            // SAFETY: the outer list holds a reference to the item, and no Python code runs that could release it.
            let list = unsafe { Bound::ref_from_ptr(py, list) };
            items(list).filter(|cells| cells.len() == shape.cols as usize)
        };
        let rows = lists.iter().map(row).collect::<Option<Vec<_>>>()?;
        let answers = [(ptr::null_mut(), false); REMEMBERED];
        let (class, kind) = (ptr::null_mut(), CellKind::Other);
        Some(ListRows { rule, rows, shape, answers, class, kind, is_in_doubt: false, py })
    }

    pub fn is_in_doubt(&self) -> bool {
        self.is_in_doubt
    }

    #[inline]
    fn accepts(&mut self, cell: *mut ffi::PyObject) -> bool {
        let (known, answer) = self.answers[(cell as usize >> 4) % REMEMBERED];
        if ptr::eq(known, cell) { answer } else { self.judge(cell) }
    }

    fn judge(&mut self, cell: *mut ffi::PyObject) -> bool {
        // SAFETY: the cell is in its list, which does not change meanwhile.
        let (class, bound) = unsafe { (ffi::Py_TYPE(cell), Bound::ref_from_ptr(self.py, &cell)) };
        if !ptr::eq(class, self.class) {
            self.class = class;
            self.kind = match cell_reader(&bound.get_type()) {
                Some(reader) => CellKind::Game(reader),
                None if is_simple(bound) => CellKind::Simple,
                None => CellKind::Other,
            };
        }
        let found = match (self.kind, self.rule) {
            (CellKind::Game(reader), PassableRule::Default) => {
                return (reader.is_passable)(bound).unwrap_or_else(|| self.doubt());
            }
            (CellKind::Game(reader), _) => match (reader.value)(bound) {
                Some(value) if is_simple(value) => return self.accepts_value(value),
                _ => None,
            },
            (CellKind::Simple, rule) => rule.accepts(bound).ok(),
            (CellKind::Other, _) => None,
        };
        let Some(answer) = found else { return self.doubt() };
        self.answers[(cell as usize >> 4) % REMEMBERED] = (cell, answer);
        answer
    }

    /// Judges a cell by its value. The answer is cached for the value, which many cells share.
    fn accepts_value(&mut self, value: &Bound<'py, PyAny>) -> bool {
        let slot = (value.as_ptr() as usize >> 4) % REMEMBERED;
        if ptr::eq(self.answers[slot].0, value.as_ptr()) {
            return self.answers[slot].1;
        }
        let Ok(answer) = self.rule.accepts(value) else { return self.doubt() };
        self.answers[slot] = (value.as_ptr(), answer);
        answer
    }

    fn doubt(&mut self) -> bool {
        self.is_in_doubt = true;
        false
    }

    /// Reads the whole map. Returns false if a cell can only be judged by running Python code.
    pub fn read_all(&mut self, grid: &mut PaddedGrid) -> bool {
        grid.reset(self.shape);
        let (mut yes, mut no) = (ptr::null_mut(), ptr::null_mut());
        for row in 0..self.shape.rows {
            let cells = self.rows[row as usize];
            // Most rows consist of the two objects seen last. Checking that first is faster than judging cell by cell.
            let is_new = |is_new, cell: &*mut _| is_new | (!ptr::eq(*cell, yes) & !ptr::eq(*cell, no));
            if !cells.iter().fold(false, is_new) {
                grid.set_row(row, cells.iter().map(|cell| ptr::eq(*cell, yes)));
                continue;
            }
            let judged = cells.iter().map(|cell| {
                let is_passable = self.accepts(*cell);
                *(if is_passable { &mut yes } else { &mut no }) = *cell;
                is_passable
            });
            grid.set_row(row, judged);
            if self.is_in_doubt {
                return false;
            }
        }
        true
    }
}

impl Terrain for ListRows<'_, '_> {
    #[inline]
    fn is_passable(&mut self, (row, col): Position) -> bool {
        self.accepts(self.rows[row as usize][col as usize])
    }

    fn read_all(&mut self, grid: &mut PaddedGrid) {
        ListRows::read_all(self, grid);
    }
}
