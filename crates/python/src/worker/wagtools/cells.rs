//! What the cells of a map say: whether one can go there, by a game's own rule, by their values, or as a function decides.

use super::Board;
use super::positions::quoted;
use crate::worker::gil::Gil;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};
use wag_toolkit::grid::SQUARES_MAX;
use wag_toolkit::padded_grid::PaddedGrid;
use wag_toolkit::shape::Shape;

/// How cells of a class of a game are read. Neither runs Python; `None` for what is no such cell.
#[derive(Clone, Copy)]
pub struct Look {
    /// By the game's own rule.
    pub is_passable: fn(&Bound<'_, PyAny>) -> Option<bool>,
    /// What a set of passable values is asked for.
    pub value: for<'c, 'py> fn(&'c Bound<'py, PyAny>) -> Option<&'c Bound<'py, PyAny>>,
}

/// The classes of cells that games have told of. A class is there as long as the program.
static LOOKS: Gil<Vec<(Py<PyType>, Look)>> = Gil::new(Vec::new());

/// From now on cells of this class are read so.
pub fn know(class: &Bound<'_, PyType>, look: Look) {
    let py = class.py();
    let mut looks = LOOKS.take(py);
    if !looks.iter().any(|(known, _)| known.is(class)) {
        looks.push((class.clone().unbind(), look));
    }
    LOOKS.replace(py, looks);
}

pub fn look_of(class: &Bound<'_, PyType>) -> Option<Look> {
    let looks = LOOKS.take(class.py());
    let found = looks.iter().find(|(known, _)| known.is(class)).map(|(_, look)| *look);
    LOOKS.replace(class.py(), looks);
    found
}

/// How the board of a game's own map is told, by the game's own rule, where it stays the same for the whole match.
pub type Own = for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, Board>>;

/// The classes of maps that games have told of.
static OWN: Gil<Vec<(Py<PyType>, Own)>> = Gil::new(Vec::new());

/// From now on maps of this class tell their board so.
pub fn know_map(class: &Bound<'_, PyType>, own: Own) {
    let py = class.py();
    let mut known = OWN.take(py);
    if !known.iter().any(|(known, _)| known.is(class)) {
        known.push((class.clone().unbind(), own));
    }
    OWN.replace(py, known);
}

/// The board that a map tells by itself.
pub fn own_board<'py>(map: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Board>>> {
    let (py, class) = (map.py(), map.get_type());
    let classes = OWN.take(py);
    let found = classes.iter().find(|(known, _)| known.is(&class)).map(|(_, own)| *own);
    OWN.replace(py, classes);
    found.map(|own| own(map)).transpose()
}

/// Which cells are passable.
pub enum Rule<'py> {
    /// By the game's own rule; else those that count as true.
    Own,
    AnyOf(Bound<'py, PyAny>),
    NoneOf(Bound<'py, PyAny>),
    Asked(Bound<'py, PyAny>),
}

impl<'py> Rule<'py> {
    pub fn of(passable: Option<&Bound<'py, PyAny>>) -> PyResult<Rule<'py>> {
        match passable {
            None => Ok(Rule::Own),
            Some(asked) if asked.is_callable() => Ok(Rule::Asked(asked.clone())),
            Some(values) if values.hasattr(pyo3::intern!(values.py(), "__contains__"))? => {
                Ok(Rule::AnyOf(values.clone()))
            }
            Some(other) => Err(PyTypeError::new_err(format!(
                "passable is None, a set of values, or a function that is asked for a cell, not {}",
                quoted(other)
            ))),
        }
    }

    pub fn passes(&self, cell: &Bound<'py, PyAny>) -> PyResult<bool> {
        match self {
            Rule::Own => cell.is_truthy(),
            Rule::AnyOf(values) => values.contains(cell),
            Rule::NoneOf(values) => Ok(!values.contains(cell)?),
            Rule::Asked(asked) => asked.call1((cell,))?.is_truthy(),
        }
    }
}

/// So many answers are remembered; a power of two.
pub const REMEMBERED: usize = 64;

/// Judges cell by cell. What was asked lately is not asked again for the very same object, which is kept meanwhile.
struct Judge<'r, 'py> {
    rule: &'r Rule<'py>,
    answers: Vec<Option<(Bound<'py, PyAny>, bool)>>,
    /// The class of the last cell, and how such cells are read.
    class: Option<(Bound<'py, PyType>, Option<Look>)>,
}

impl<'r, 'py> Judge<'r, 'py> {
    fn new(rule: &'r Rule<'py>) -> Judge<'r, 'py> {
        Judge { rule, answers: vec![None; REMEMBERED], class: None }
    }

    fn passes(&mut self, cell: &Bound<'py, PyAny>) -> PyResult<bool> {
        let slot = (cell.as_ptr() as usize >> 4) % REMEMBERED;
        if let Some((known, answer)) = &self.answers[slot]
            && known.is(cell)
        {
            return Ok(*answer);
        }
        // Each cell of a game is an object of its own; its value may be that of many.
        match (self.look(cell), self.rule) {
            (Some(look), Rule::Own) => {
                if let Some(is_passable) = (look.is_passable)(cell) {
                    return Ok(is_passable);
                }
            }
            (Some(look), Rule::AnyOf(_) | Rule::NoneOf(_)) => {
                if let Some(value) = (look.value)(cell) {
                    return self.passes(value);
                }
            }
            _ => {}
        }
        let answer = self.rule.passes(cell)?;
        self.answers[slot] = Some((cell.clone(), answer));
        Ok(answer)
    }

    fn look(&mut self, cell: &Bound<'py, PyAny>) -> Option<Look> {
        let class = cell.get_type();
        match &self.class {
            Some((known, look)) if known.is(&class) => *look,
            _ => {
                let look = look_of(&class);
                self.class = Some((class, look));
                look
            }
        }
    }
}

/// The board of anything that goes like a list of lists.
pub fn lattice<'py>(map: &Bound<'py, PyAny>, rule: &Rule<'py>, is_torus: bool) -> PyResult<PaddedGrid> {
    let mut judge = Judge::new(rule);
    let (mut passable, mut rows, mut cols) = (Vec::new(), 0, 0);
    for row in map.try_iter().map_err(|_| no_map(map))? {
        let row = row?;
        let before = passable.len();
        read(&row, &mut judge, &mut passable)?;
        let found = passable.len() - before;
        if rows == 0 {
            cols = found;
        } else if found != cols {
            let what =
                format!("all lists of a map are as long: map[0] has {cols} cells, map[{rows}] has {found}");
            return Err(PyValueError::new_err(what));
        }
        if found == 0 || passable.len() > SQUARES_MAX {
            return Err(wrong_size());
        }
        rows += 1;
    }
    let mut lattice = PaddedGrid::new(Shape::new(rows, cols, is_torus).ok_or_else(wrong_size)?);
    for (row, passable) in passable.chunks(cols).enumerate() {
        lattice.set_row(row as u32, passable.iter().copied());
    }
    Ok(lattice)
}

/// Adds the cells of one of the lists.
fn read<'py>(row: &Bound<'py, PyAny>, judge: &mut Judge<'_, 'py>, passable: &mut Vec<bool>) -> PyResult<()> {
    if let Ok(list) = row.cast_exact::<PyList>() {
        for cell in list.iter() {
            passable.push(judge.passes(&cell)?);
        }
    } else if let Ok(tuple) = row.cast_exact::<PyTuple>() {
        for cell in tuple.iter_borrowed() {
            passable.push(judge.passes(&cell)?);
        }
    } else {
        for cell in row.try_iter().map_err(|_| no_map(row))?.take(SQUARES_MAX + 1) {
            passable.push(judge.passes(&cell?)?);
        }
    }
    Ok(())
}

fn no_map(given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "a map is a list of lists of cells, a Board, or an object of a game that has a map; {} is none",
        quoted(given)
    ))
}

fn wrong_size() -> PyErr {
    PyValueError::new_err(format!("a map has at least one cell, and at most {SQUARES_MAX}"))
}
