//! The searches on whatever has a map: on plain lists as they lie there, on all else once it is read.

use super::Board;
use super::answers::Answers;
use super::cells::{self, Rule};
use super::positions;
use super::rows::{self, Rows};
use super::values::Values;
use crate::worker::gil::Gil;
use crate::worker::toolkit;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use wag_toolkit::early_exit_search::{EarlyExitSearch, Land};
use wag_toolkit::padded_grid::{PaddedGrid, Values as Sums};
use wag_toolkit::parts::parts;
use wag_toolkit::shape::{Place, Shape};

/// What searches write on, and what answers are made of.
#[derive(Default)]
struct Workshop {
    lattice: PaddedGrid,
    waiting: Vec<u32>,
    sums: Sums,
    glance: EarlyExitSearch,
    answers: Answers,
}

/// What is written on for boards of more squares is given back after each search.
const KEPT_MAX: usize = 1 << 17;

/// It is used again: to make it anew takes longer than a small search.
static WORKSHOP: Gil<Option<Box<Workshop>>> = Gil::new(None);

/// Lends the workshop. Python code that runs meanwhile, such as a finalizer, gets one of its own.
fn lend<A>(py: Python<'_>, shape: Shape, used: impl FnOnce(&mut Workshop) -> A) -> A {
    let mut workshop = WORKSHOP.replace(py, None).unwrap_or_default();
    let answer = used(&mut workshop);
    workshop.answers.end();
    if shape.squares() > KEPT_MAX {
        *workshop = Workshop { answers: std::mem::take(&mut workshop.answers), ..Workshop::default() };
    }
    WORKSHOP.replace(py, Some(workshop));
    answer
}

/// A question that may be answered before all of the map is read.
trait Question {
    type Answer;

    fn ask(&self, glance: &mut EarlyExitSearch, shape: Shape, land: &mut impl Land) -> Self::Answer;
}

struct Way(Place, Place);

impl Question for Way {
    type Answer = Vec<Place>;

    fn ask(&self, glance: &mut EarlyExitSearch, shape: Shape, land: &mut impl Land) -> Vec<Place> {
        glance.path(shape, land, self.0, self.1)
    }
}

struct Nearest {
    starts: Vec<Place>,
    targets: Vec<Place>,
}

impl Question for Nearest {
    type Answer = Option<(Place, Place, u32)>;

    fn ask(&self, glance: &mut EarlyExitSearch, shape: Shape, land: &mut impl Land) -> Self::Answer {
        let (start, target, steps) = glance.nearest(shape, land, &self.starts, &self.targets)?;
        Some((start, self.targets[target], steps))
    }
}

/// A map, and what is passable there.
pub struct Lists<'py> {
    map: Bound<'py, PyAny>,
    rule: Rule<'py>,
    is_torus: bool,
}

/// Whatever has a map.
pub enum Searched<'b, 'py> {
    Read(&'b PaddedGrid),
    /// A game's own.
    Held(Bound<'py, Board>),
    /// A map of aitools.
    Made(PaddedGrid),
    Lists(Lists<'py>),
}

impl<'b, 'py> Searched<'b, 'py> {
    pub fn of(
        map: &'b Bound<'py, PyAny>,
        passable: Option<&Bound<'py, PyAny>>,
        torus: Option<bool>,
    ) -> PyResult<Searched<'b, 'py>> {
        let lists = |map: Bound<'py, PyAny>, rule, is_torus| Searched::Lists(Lists { map, rule, is_torus });
        if map.is_exact_instance_of::<PyList>() {
            return Ok(lists(map.clone(), Rule::of(passable)?, torus.unwrap_or(false)));
        }
        let known = match map.cast::<Board>() {
            Ok(board) => Some(Searched::Read(board.get().lattice())),
            Err(_) => toolkit::lattice(map)?.map(Searched::Made),
        };
        if let Some(known) = known {
            return match (passable, torus) {
                (None, None) => Ok(known),
                _ => Err(PyTypeError::new_err(
                    "passable and torus are said when a board is made, not when it is searched",
                )),
            };
        }
        if passable.is_none()
            && torus.is_none()
            && let Some(own) = cells::own_board(map)?
        {
            return Ok(Searched::Held(own));
        }
        let Some(board) = map.getattr_opt(pyo3::intern!(map.py(), "__board__"))? else {
            return Ok(lists(map.clone(), Rule::of(passable)?, torus.unwrap_or(false)));
        };
        // The map, what is impassable there, and whether it is a torus.
        let (map, impassable, is_torus): (_, Option<Bound<'py, PyAny>>, bool) = board.call0()?.extract()?;
        let rule = match impassable {
            Some(impassable) if passable.is_none() => Rule::NoneOf(impassable),
            _ => Rule::of(passable)?,
        };
        Ok(lists(map, rule, torus.unwrap_or(is_torus)))
    }

    /// All of it, read.
    pub fn lattice(self) -> PyResult<PaddedGrid> {
        match self {
            Searched::Read(lattice) => Ok(lattice.clone()),
            Searched::Held(board) => Ok(board.get().lattice().clone()),
            Searched::Made(lattice) => Ok(lattice),
            Searched::Lists(lists) => {
                let mut lattice = PaddedGrid::default();
                let rows = lists.shape().and_then(|shape| lists.rows(shape));
                match rows.is_some_and(|mut rows| rows.read_all(&mut lattice)) {
                    true => Ok(lattice),
                    false => lists.read(),
                }
            }
        }
    }

    /// What has been read, or what has not.
    fn known(&self) -> Result<&PaddedGrid, &Lists<'py>> {
        match self {
            Searched::Read(lattice) => Ok(lattice),
            Searched::Held(board) => Ok(board.get().lattice()),
            Searched::Made(lattice) => Ok(lattice),
            Searched::Lists(lists) => Err(lists),
        }
    }

    /// Asks a question, whose positions are read when the map's shape is known.
    fn ask<Q: Question>(
        &self,
        py: Python<'py>,
        question: impl FnOnce(Shape) -> PyResult<Q>,
    ) -> PyResult<Q::Answer> {
        let on = |lattice: &PaddedGrid, question: &Q| {
            let shape = lattice.shape();
            lend(py, shape, |workshop| question.ask(&mut workshop.glance, shape, &mut &*lattice))
        };
        let lists = match self.known() {
            Ok(lattice) => return Ok(on(lattice, &question(lattice.shape())?)),
            Err(lists) => lists,
        };
        let Some(shape) = lists.shape() else {
            let lattice = lists.read()?;
            return Ok(on(&lattice, &question(lattice.shape())?));
        };
        let question = question(shape)?;
        if let Some(mut rows) = lists.rows(shape) {
            let answer = lend(py, shape, |workshop| question.ask(&mut workshop.glance, shape, &mut rows));
            if !rows.is_in_doubt() {
                return Ok(answer);
            }
        }
        let lattice = lists.read()?;
        same(&lattice, shape)?;
        Ok(on(&lattice, &question))
    }

    /// Searches all of the map. What is asked is read when the map's shape is known.
    fn search<G, A>(
        &self,
        py: Python<'py>,
        given: impl FnOnce(Shape) -> PyResult<G>,
        search: impl Fn(&mut Workshop, G) -> PyResult<A>,
    ) -> PyResult<A> {
        let copied = |lattice: &PaddedGrid, given: G| {
            lend(py, lattice.shape(), |workshop| {
                workshop.lattice.clone_from(lattice);
                search(workshop, given)
            })
        };
        let lists = match self.known() {
            Ok(lattice) => return copied(lattice, given(lattice.shape())?),
            Err(lists) => lists,
        };
        let Some(shape) = lists.shape() else {
            let lattice = lists.read()?;
            return copied(&lattice, given(lattice.shape())?);
        };
        let given = given(shape)?;
        let is_read = lend(py, shape, |workshop| {
            lists.rows(shape).is_some_and(|mut rows| rows.read_all(&mut workshop.lattice))
        });
        if is_read {
            return lend(py, shape, |workshop| search(workshop, given));
        }
        let lattice = lists.read()?;
        same(&lattice, shape)?;
        copied(&lattice, given)
    }
}

/// What is asked while the map is read may change the map.
fn same(lattice: &PaddedGrid, shape: Shape) -> PyResult<()> {
    match lattice.shape() == shape {
        true => Ok(()),
        false => Err(PyValueError::new_err("the map has changed its size while it was read")),
    }
}

impl<'py> Lists<'py> {
    /// `None` if only reading all of it tells.
    fn shape(&self) -> Option<Shape> {
        rows::shape(&self.map, self.is_torus)
    }

    fn rows(&self, shape: Shape) -> Option<Rows<'_, 'py>> {
        Rows::of(&self.map, &self.rule, shape)
    }

    /// All of it, by asking Python.
    fn read(&self) -> PyResult<PaddedGrid> {
        cells::lattice(&self.map, &self.rule, self.is_torus)
    }
}

impl<'py> Searched<'_, 'py> {
    pub fn distances(&self, sources: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = sources.py();
        self.search(
            py,
            |shape| positions::squares(shape, sources),
            |workshop, sources| {
                let most = workshop.lattice.flood(&sources, &mut workshop.waiting);
                workshop.answers.steps(py, &workshop.lattice, most)
            },
        )
    }

    pub fn path(&self, start: &Bound<'py, PyAny>, goal: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = start.py();
        let mut shape = Shape::default();
        let way = self.ask(py, |known| {
            shape = known;
            Ok(Way(positions::square(known, start)?, positions::square(known, goal)?))
        })?;
        lend(py, shape, |workshop| workshop.answers.path(py, way.into_iter().rev()))
    }

    pub fn nearest(
        &self,
        start: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = start.py();
        let found = self.ask(py, |shape| {
            let (starts, targets) = (positions::squares(shape, start)?, positions::squares(shape, targets)?);
            Ok(Nearest { starts, targets })
        })?;
        found.map(|found| found.into_pyobject(py)).transpose()
    }

    pub fn components(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.search(py, |_| Ok(()), |workshop, ()| workshop.answers.parts(py, &parts(&workshop.lattice)))
    }

    pub fn influence(&self, sources: &Bound<'py, PyAny>, fade: i64) -> PyResult<Values> {
        let fade = u32::try_from(fade).ok().filter(|fade| *fade > 0);
        let fade = fade.ok_or_else(|| {
            PyValueError::new_err("fade is at least 1: what a strength loses with each step")
        })?;
        self.search(
            sources.py(),
            |shape| positions::sources(shape, sources),
            |Workshop { lattice, sums, waiting, .. }, sources| {
                lattice.spread(&sources, fade, sums, waiting);
                Ok(Values::new(lattice, sums))
            },
        )
    }
}
