//! What the cells of a map say: whether one can go there, by a game's own rule, by their values, or as a function decides.

use super::positions::quoted;
use crate::toolkit::grid::{Grid, SQUARES_MAX};
use crate::toolkit::ground::Ground;
use crate::worker::gil::Gil;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};
use std::sync::Arc;

/// What a cell that is an object of a game says of itself.
pub struct Cell<'py> {
    /// What a set of passable values is asked for.
    pub value: Bound<'py, PyAny>,
    /// By the game's own rule.
    pub is_passable: bool,
}

/// How cells of a class are read.
pub type Look = for<'py> fn(&Bound<'py, PyAny>) -> Option<Cell<'py>>;

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

fn look_of(class: &Bound<'_, PyType>) -> Option<Look> {
    let looks = LOOKS.take(class.py());
    let found = looks.iter().find(|(known, _)| known.is(class)).map(|(_, look)| *look);
    LOOKS.replace(class.py(), looks);
    found
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

    fn passes(&self, cell: &Bound<'py, PyAny>) -> PyResult<bool> {
        match self {
            Rule::Own => cell.is_truthy(),
            Rule::AnyOf(values) => values.contains(cell),
            Rule::NoneOf(values) => Ok(!values.contains(cell)?),
            Rule::Asked(asked) => asked.call1((cell,))?.is_truthy(),
        }
    }
}

/// So many answers are remembered; a power of two.
const REMEMBERED: usize = 64;

/// Judges cell by cell. What was asked lately is not asked again for the very same object, which is kept meanwhile.
struct Judge<'py> {
    rule: Rule<'py>,
    answers: Vec<Option<(Bound<'py, PyAny>, bool)>>,
    /// The class of the last cell, and how such cells are read.
    class: Option<(Bound<'py, PyType>, Option<Look>)>,
}

impl<'py> Judge<'py> {
    fn new(rule: Rule<'py>) -> Judge<'py> {
        Judge { rule, answers: vec![None; REMEMBERED], class: None }
    }

    fn passes(&mut self, cell: &Bound<'py, PyAny>) -> PyResult<bool> {
        let slot = (cell.as_ptr() as usize >> 4) % REMEMBERED;
        if let Some((known, answer)) = &self.answers[slot]
            && known.is(cell)
        {
            return Ok(*answer);
        }
        if let Some(look) = self.look(cell)
            && !matches!(self.rule, Rule::Asked(_))
            && let Some(seen) = look(cell)
        {
            // Each of these objects is one cell; its value may be that of many.
            return match self.rule {
                Rule::Own => Ok(seen.is_passable),
                _ => self.passes(&seen.value),
            };
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

/// The ground of a list of lists.
pub fn ground(map: &Bound<'_, PyAny>, rule: Rule<'_>, is_torus: bool) -> PyResult<Ground> {
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
    let sides = u32::try_from(rows).ok().zip(u32::try_from(cols).ok());
    let grid = sides.and_then(|(rows, cols)| shape(map.py(), rows, cols, is_torus)).ok_or_else(wrong_size)?;
    Ok(Ground::of(grid, &passable))
}

/// The shape that was asked for last, which is most often the next one, too.
static SHAPE: Gil<Option<Arc<Grid>>> = Gil::new(None);

fn shape(py: Python<'_>, rows: u32, cols: u32, is_torus: bool) -> Option<Arc<Grid>> {
    let known = SHAPE
        .replace(py, None)
        .filter(|grid| (grid.rows, grid.cols, grid.is_torus) == (rows, cols, is_torus));
    let shape = match known {
        Some(known) => known,
        None => Arc::new(Grid::new(rows, cols, is_torus)?),
    };
    SHAPE.replace(py, Some(Arc::clone(&shape)));
    Some(shape)
}

/// Adds the cells of one of the lists.
fn read<'py>(row: &Bound<'py, PyAny>, judge: &mut Judge<'py>, passable: &mut Vec<bool>) -> PyResult<()> {
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
