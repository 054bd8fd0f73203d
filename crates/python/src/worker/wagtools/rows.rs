//! Maps of plain lists, read where they lie: no reference is counted and no Python runs, so nothing can change meanwhile.

use super::cells::{Look, REMEMBERED, Rule, look_of};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use std::ptr;
use wag_toolkit::early_exit_search::Land;
use wag_toolkit::padded_grid::PaddedGrid;
use wag_toolkit::shape::{Place, Shape};

/// So many passable values are looked through, to see whether comparing them runs Python.
const VALUES_MAX: usize = 64;

/// The items of a list or tuple. They lie there as long as no Python runs.
fn items<'a>(row: &'a Bound<'_, PyAny>) -> Option<&'a [*mut ffi::PyObject]> {
    if let Ok(list) = row.cast_exact::<PyList>() {
        let first = row.as_ptr().cast::<ffi::PyListObject>();
        return Some(match list.len() {
            0 => &[],
            // SAFETY: it is a list and the GIL is held; an empty one, which has no items to point to, is treated above.
            size => unsafe { std::slice::from_raw_parts((*first).ob_item, size) },
        });
    }
    let tuple = row.cast_exact::<PyTuple>().ok()?;
    let first = row.as_ptr().cast::<ffi::PyTupleObject>();
    // SAFETY: it is a tuple, whose items stand in it.
    Some(unsafe { std::slice::from_raw_parts((&raw const (*first).ob_item).cast(), tuple.len()) })
}

/// The shape that a map of lists seems to have.
pub fn shape(map: &Bound<'_, PyAny>, is_torus: bool) -> Option<Shape> {
    let rows = items(map)?;
    // SAFETY: a list's item lives while the list holds it, and nothing runs here that could change that.
    let first = unsafe { Bound::ref_from_ptr(map.py(), rows.first()?) };
    Shape::new(rows.len(), items(first)?.len(), is_torus)
}

/// What comparing and hashing runs no Python for.
fn is_simple(value: &Bound<'_, PyAny>) -> bool {
    value.is_exact_instance_of::<PyInt>()
        || value.is_exact_instance_of::<PyBool>()
        || value.is_exact_instance_of::<PyString>()
        || value.is_none()
        || value.is_exact_instance_of::<PyFloat>()
        || value.is_exact_instance_of::<PyBytes>()
}

/// Whether a simple value can be looked for without running Python.
fn is_quiet(values: &Bound<'_, PyAny>) -> bool {
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

/// What is known of a class of cells.
#[derive(Clone, Copy)]
enum Kind {
    Simple,
    Game(Look),
    /// Only Python knows.
    Other,
}

/// The rows of a map. Whoever has one must not run Python until it is gone.
pub struct Rows<'r, 'py> {
    rule: &'r Rule<'py>,
    rows: Vec<&'r [*mut ffi::PyObject]>,
    shape: Shape,
    answers: [(*mut ffi::PyObject, bool); REMEMBERED],
    class: *mut ffi::PyTypeObject,
    kind: Kind,
    /// Whether a cell was met that only Python can judge. What was found is worth nothing then.
    is_in_doubt: bool,
    py: Python<'py>,
}

impl<'r, 'py> Rows<'r, 'py> {
    /// `None` if these are no plain lists, all as long, or if it takes Python to say what is passable.
    pub fn of(map: &'r Bound<'py, PyAny>, rule: &'r Rule<'py>, shape: Shape) -> Option<Rows<'r, 'py>> {
        match rule {
            Rule::Asked(_) => return None,
            Rule::AnyOf(values) | Rule::NoneOf(values) if !is_quiet(values) => return None,
            _ => {}
        }
        let py = map.py();
        let lists = items(map).filter(|lists| lists.len() == shape.rows as usize)?;
        let row = |list: &'r *mut ffi::PyObject| {
            // SAFETY: a list's item lives while the list holds it, and no Python runs that could take it out.
            let list = unsafe { Bound::ref_from_ptr(py, list) };
            items(list).filter(|cells| cells.len() == shape.cols as usize)
        };
        let rows = lists.iter().map(row).collect::<Option<Vec<_>>>()?;
        let answers = [(ptr::null_mut(), false); REMEMBERED];
        let (class, kind) = (ptr::null_mut(), Kind::Other);
        Some(Rows { rule, rows, shape, answers, class, kind, is_in_doubt: false, py })
    }

    pub fn is_in_doubt(&self) -> bool {
        self.is_in_doubt
    }

    #[inline]
    fn passes(&mut self, cell: *mut ffi::PyObject) -> bool {
        let (known, answer) = self.answers[(cell as usize >> 4) % REMEMBERED];
        if ptr::eq(known, cell) { answer } else { self.judge(cell) }
    }

    fn judge(&mut self, cell: *mut ffi::PyObject) -> bool {
        // SAFETY: the cell is in its list, which nothing changes meanwhile.
        let (class, bound) = unsafe { (ffi::Py_TYPE(cell), Bound::ref_from_ptr(self.py, &cell)) };
        if !ptr::eq(class, self.class) {
            let named = bound.get_type();
            self.class = class;
            self.kind = match look_of(&named) {
                Some(look) => Kind::Game(look),
                None if is_simple(bound) => Kind::Simple,
                None => Kind::Other,
            };
        }
        let found = match (self.kind, self.rule) {
            (Kind::Game(look), Rule::Own) => {
                return (look.is_passable)(bound).unwrap_or_else(|| self.doubt());
            }
            (Kind::Game(look), _) => match (look.value)(bound) {
                Some(value) if is_simple(value) => return self.value_passes(value),
                _ => None,
            },
            (Kind::Simple, rule) => rule.passes(bound).ok(),
            (Kind::Other, _) => None,
        };
        let Some(answer) = found else { return self.doubt() };
        self.answers[(cell as usize >> 4) % REMEMBERED] = (cell, answer);
        answer
    }

    /// The value of a cell is remembered, rather than the cell.
    fn value_passes(&mut self, value: &Bound<'py, PyAny>) -> bool {
        let slot = (value.as_ptr() as usize >> 4) % REMEMBERED;
        if ptr::eq(self.answers[slot].0, value.as_ptr()) {
            return self.answers[slot].1;
        }
        let Ok(answer) = self.rule.passes(value) else { return self.doubt() };
        self.answers[slot] = (value.as_ptr(), answer);
        answer
    }

    fn doubt(&mut self) -> bool {
        self.is_in_doubt = true;
        false
    }

    /// Reads all of it; whether that has been possible.
    pub fn read_all(&mut self, lattice: &mut PaddedGrid) -> bool {
        lattice.begin(self.shape);
        let (mut yes, mut no) = (ptr::null_mut(), ptr::null_mut());
        for row in 0..self.shape.rows {
            let cells = self.rows[row as usize];
            // Most rows are of the two objects that were met last. To look first is quicker than to do both at once.
            let is_strange = |strange, cell: &*mut _| strange | (!ptr::eq(*cell, yes) & !ptr::eq(*cell, no));
            if !cells.iter().fold(false, is_strange) {
                lattice.set_row(row, cells.iter().map(|cell| ptr::eq(*cell, yes)));
                continue;
            }
            let judged = cells.iter().map(|cell| {
                let is_passable = self.passes(*cell);
                *(if is_passable { &mut yes } else { &mut no }) = *cell;
                is_passable
            });
            lattice.set_row(row, judged);
            if self.is_in_doubt {
                return false;
            }
        }
        true
    }
}

impl Land for Rows<'_, '_> {
    #[inline]
    fn is_passable(&mut self, (row, col): Place) -> bool {
        self.passes(self.rows[row as usize][col as usize])
    }

    fn read(&mut self, lattice: &mut PaddedGrid) {
        self.read_all(lattice);
    }
}
