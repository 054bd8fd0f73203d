//! Rules that say which cells of a map are passable: the game's rule, a set of values, or a function of the player.

use super::Board;
use super::positions::quoted;
use crate::worker::process::gil::Gil;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyType};
use wag_toolkit::padded_grid::PaddedGrid;
use wag_toolkit::shape::SQUARES_MAX;
use wag_toolkit::shape::Shape;

/// Functions that read cells of a game's class. Neither of them runs Python code, and both return `None` for other
/// objects.
#[derive(Clone, Copy)]
pub struct CellReader {
    /// Returns true if the cell is passable by the game's rule.
    pub is_passable: fn(&Bound<'_, PyAny>) -> Option<bool>,
    /// Returns the cell's value, which is compared with a set of passable values.
    pub value: for<'c, 'py> fn(&'c Bound<'py, PyAny>) -> Option<&'c Bound<'py, PyAny>>,
}

/// A function that returns the board of a game's own map, for maps whose passable cells stay the same for the whole
/// match.
pub type BoardOf = for<'py> fn(&Bound<'py, PyAny>) -> PyResult<Bound<'py, Board>>;

/// A table of values by Python class. Registered classes live for as long as the program.
struct Registry<T>(Gil<Vec<(Py<PyType>, T)>>);

static CELL_CLASSES: Registry<CellReader> = Registry(Gil::new(Vec::new()));
static MAP_CLASSES: Registry<BoardOf> = Registry(Gil::new(Vec::new()));

impl<T: Copy> Registry<T> {
    fn add(&self, class: &Bound<'_, PyType>, value: T) {
        if self.get(class).is_none() {
            self.0.push(class.py(), (class.clone().unbind(), value));
        }
    }

    fn get(&self, class: &Bound<'_, PyType>) -> Option<T> {
        let entries = self.0.replace(class.py(), Vec::new());
        let found = entries.iter().find(|(known, _)| known.is(class)).map(|(_, value)| *value);
        self.0.replace(class.py(), entries);
        found
    }
}

/// Registers the functions that read the cells of a class.
pub fn register_cell_class(class: &Bound<'_, PyType>, reader: CellReader) {
    CELL_CLASSES.add(class, reader);
}

/// Registers the function that returns the board of a map of this class.
pub fn register_map_class(class: &Bound<'_, PyType>, board_of: BoardOf) {
    MAP_CLASSES.add(class, board_of);
}

pub fn cell_reader(class: &Bound<'_, PyType>) -> Option<CellReader> {
    CELL_CLASSES.get(class)
}

/// Returns the board of a map; `None` if the map's class is not registered.
pub fn board_of<'py>(map: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, Board>>> {
    MAP_CLASSES.get(&map.get_type()).map(|board_of| board_of(map)).transpose()
}

/// A rule that says which cells are passable.
pub enum PassableRule<'py> {
    /// The game's rule. In plain lists, the cells that Python counts as true are passable.
    Default,
    AnyOf(Bound<'py, PyAny>),
    NoneOf(Bound<'py, PyAny>),
    Function(Bound<'py, PyAny>),
}

impl<'py> PassableRule<'py> {
    pub fn of(passable: Option<&Bound<'py, PyAny>>) -> PyResult<PassableRule<'py>> {
        match passable {
            None => Ok(PassableRule::Default),
            Some(function) if function.is_callable() => Ok(PassableRule::Function(function.clone())),
            Some(values) if values.hasattr(pyo3::intern!(values.py(), "__contains__"))? => {
                Ok(PassableRule::AnyOf(values.clone()))
            }
            Some(other) => Err(PyTypeError::new_err(format!(
                "passable is None, a set of values, or a function that takes a cell, not {}",
                quoted(other)
            ))),
        }
    }

    pub fn accepts(&self, cell: &Bound<'py, PyAny>) -> PyResult<bool> {
        match self {
            PassableRule::Default => cell.is_truthy(),
            PassableRule::AnyOf(values) => values.contains(cell),
            PassableRule::NoneOf(values) => Ok(!values.contains(cell)?),
            PassableRule::Function(function) => function.call1((cell,))?.is_truthy(),
        }
    }
}

/// The number of cached answers, a power of two.
pub const REMEMBERED: usize = 64;

/// Applies a rule to one cell after another. Recent answers are cached by cell object; the cache keeps the objects
/// alive.
struct CellJudge<'r, 'py> {
    rule: &'r PassableRule<'py>,
    answers: Vec<Option<(Bound<'py, PyAny>, bool)>>,
    /// The class of the last cell, and its reader.
    class: Option<(Bound<'py, PyType>, Option<CellReader>)>,
}

impl<'r, 'py> CellJudge<'r, 'py> {
    fn new(rule: &'r PassableRule<'py>) -> CellJudge<'r, 'py> {
        CellJudge { rule, answers: vec![None; REMEMBERED], class: None }
    }

    fn accepts(&mut self, cell: &Bound<'py, PyAny>) -> PyResult<bool> {
        let slot = (cell.as_ptr() as usize >> 4) % REMEMBERED;
        if let Some((known, answer)) = &self.answers[slot]
            && known.is(cell)
        {
            return Ok(*answer);
        }
        // Each cell of a game is its own object, but many cells share a value.
        match (self.reader(cell), self.rule) {
            (Some(reader), PassableRule::Default) => {
                if let Some(is_passable) = (reader.is_passable)(cell) {
                    return Ok(is_passable);
                }
            }
            (Some(reader), PassableRule::AnyOf(_) | PassableRule::NoneOf(_)) => {
                if let Some(value) = (reader.value)(cell) {
                    return self.accepts(value);
                }
            }
            _ => {}
        }
        let answer = self.rule.accepts(cell)?;
        self.answers[slot] = Some((cell.clone(), answer));
        Ok(answer)
    }

    fn reader(&mut self, cell: &Bound<'py, PyAny>) -> Option<CellReader> {
        let class = cell.get_type();
        match &self.class {
            Some((known, reader)) if known.is(&class) => *reader,
            _ => {
                let reader = cell_reader(&class);
                self.class = Some((class, reader));
                reader
            }
        }
    }
}

/// Reads any sequence of sequences as a map, running Python code if necessary.
pub fn read_map<'py>(
    map: &Bound<'py, PyAny>,
    rule: &PassableRule<'py>,
    is_torus: bool,
) -> PyResult<PaddedGrid> {
    let mut judge = CellJudge::new(rule);
    let (mut passable, mut rows, mut cols) = (Vec::new(), 0, 0);
    for row in map.try_iter().map_err(|_| no_map(map))? {
        let before = passable.len();
        read_row(&row?, &mut judge, &mut passable)?;
        let found = passable.len() - before;
        if rows == 0 {
            cols = found;
        } else if found != cols {
            return Err(PyValueError::new_err(format!(
                "all lists of a map have the same length: map[0] has {cols} cells, map[{rows}] has {found}"
            )));
        }
        if found == 0 || passable.len() > SQUARES_MAX {
            return Err(wrong_size());
        }
        rows += 1;
    }
    let shape = Shape::new(rows, cols, is_torus).ok_or_else(wrong_size)?;
    Ok(PaddedGrid::from_rule(shape, |at| passable[shape.number(at)]))
}

fn read_row<'py>(
    row: &Bound<'py, PyAny>,
    judge: &mut CellJudge<'_, 'py>,
    passable: &mut Vec<bool>,
) -> PyResult<()> {
    if let Ok(list) = row.cast_exact::<PyList>() {
        for cell in list.iter() {
            passable.push(judge.accepts(&cell)?);
        }
    } else if let Ok(tuple) = row.cast_exact::<PyTuple>() {
        for cell in tuple.iter_borrowed() {
            passable.push(judge.accepts(&cell)?);
        }
    } else {
        for cell in row.try_iter().map_err(|_| no_map(row))?.take(SQUARES_MAX + 1) {
            passable.push(judge.accepts(&cell?)?);
        }
    }
    Ok(())
}

fn no_map(given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!(
        "a map is a list of lists of cells, a Board, a tile map, or a game's object that has a map, not {}",
        quoted(given)
    ))
}

fn wrong_size() -> PyErr {
    PyValueError::new_err(format!("a map has at least one cell and at most {SQUARES_MAX}"))
}
