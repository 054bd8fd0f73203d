//! Searches on the map of any game. Maps of plain lists are read only as far as needed; other maps are read completely
//! before the search.

use super::answer_cache::AnswerCache;
use super::cell_rules::{self, PassableRule};
use super::list_rows::{self, ListRows};
use super::values::Values;
use super::{Board, TileMapBase, positions};
use crate::worker::process::gil::Gil;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};
use wag_toolkit::components::components;
use wag_toolkit::early_exit_search::{EarlyExitSearch, Terrain};
use wag_toolkit::padded_grid::{PaddedGrid, Sums};
use wag_toolkit::shape::{Position, Shape};

/// Memory for searches and objects for their results. It is reused, because allocating it takes longer than a small
/// search.
#[derive(Default)]
struct SearchBuffers {
    grid: PaddedGrid,
    queue: Vec<u32>,
    sums: Sums,
    early_exit: EarlyExitSearch,
    answers: AnswerCache,
}

/// The maximum number of squares of a map for which the memory of a search is kept. For larger maps, it is freed after
/// each search.
const KEPT_SQUARES_MAX: usize = 1 << 17;

static BUFFERS: Gil<Option<Box<SearchBuffers>>> = Gil::new(None);

/// Runs a function with the shared buffers. Python code that runs in the meantime, such as a finalizer, gets new
/// buffers.
fn with_buffers<A>(py: Python<'_>, shape: Shape, run: impl FnOnce(&mut SearchBuffers) -> A) -> A {
    let mut buffers = BUFFERS.replace(py, None).unwrap_or_default();
    let answer = run(&mut buffers);
    buffers.answers.shrink();
    if shape.squares() > KEPT_SQUARES_MAX {
        let answers = std::mem::take(&mut buffers.answers);
        *buffers = SearchBuffers { answers, ..SearchBuffers::default() };
    }
    BUFFERS.replace(py, Some(buffers));
    answer
}

/// A search that may finish before the whole map has been read.
trait Query {
    type Answer;

    fn run(&self, search: &mut EarlyExitSearch, shape: Shape, terrain: &mut impl Terrain) -> Self::Answer;
}

struct PathQuery(Position, Position);

impl Query for PathQuery {
    type Answer = Vec<Position>;

    fn run(&self, search: &mut EarlyExitSearch, shape: Shape, terrain: &mut impl Terrain) -> Vec<Position> {
        search.path(shape, terrain, self.0, self.1)
    }
}

struct NearestQuery {
    starts: Vec<Position>,
    targets: Vec<Position>,
}

impl Query for NearestQuery {
    type Answer = Option<(Position, Position, u32)>;

    fn run(&self, search: &mut EarlyExitSearch, shape: Shape, terrain: &mut impl Terrain) -> Self::Answer {
        let (start, target, steps) = search.nearest(shape, terrain, &self.starts, &self.targets)?;
        Some((start, self.targets[target], steps))
    }
}

/// A map of lists, or of objects that behave like lists, and the rule for its cells.
pub struct ListMap<'py> {
    map: Bound<'py, PyAny>,
    rule: PassableRule<'py>,
    is_torus: bool,
}

impl<'py> ListMap<'py> {
    /// Returns the shape; `None` if it is only known after the whole map has been read.
    fn shape(&self) -> Option<Shape> {
        list_rows::shape(&self.map, self.is_torus)
    }

    fn rows(&self, shape: Shape) -> Option<ListRows<'_, 'py>> {
        ListRows::of(&self.map, &self.rule, shape)
    }

    /// Reads the whole map by running Python code.
    fn read(&self) -> PyResult<PaddedGrid> {
        cell_rules::read_map(&self.map, &self.rule, self.is_torus)
    }

    /// Reads the whole map like [`Self::read`], and checks its shape, which Python code may have changed in the
    /// meantime.
    fn read_again(&self, shape: Shape) -> PyResult<PaddedGrid> {
        let grid = self.read()?;
        match grid.shape() == shape {
            true => Ok(grid),
            false => Err(PyValueError::new_err("the map has changed its size while it was read")),
        }
    }
}

/// A map to search.
pub enum MapSource<'b, 'py> {
    Grid(&'b PaddedGrid),
    Board(Bound<'py, Board>),
    /// A grid that was converted from a tile map.
    Converted(PaddedGrid),
    Lists(ListMap<'py>),
}

impl<'b, 'py> MapSource<'b, 'py> {
    pub fn of(
        map: &'b Bound<'py, PyAny>,
        passable: Option<&Bound<'py, PyAny>>,
        torus: Option<bool>,
    ) -> PyResult<MapSource<'b, 'py>> {
        let lists =
            |map: Bound<'py, PyAny>, rule, is_torus| MapSource::Lists(ListMap { map, rule, is_torus });
        if map.is_exact_instance_of::<PyList>() {
            return Ok(lists(map.clone(), PassableRule::of(passable)?, torus.unwrap_or(false)));
        }
        let ready = match (map.cast::<Board>(), map.cast::<TileMapBase>()) {
            (Ok(board), _) => Some(MapSource::Grid(board.get().grid())),
            (_, Ok(tiles)) => Some(MapSource::Converted(PaddedGrid::of(&tiles.try_borrow()?.map))),
            _ => None,
        };
        if let Some(ready) = ready {
            return match (passable, torus) {
                (None, None) => Ok(ready),
                _ => Err(PyTypeError::new_err(
                    "passable and torus are set when a Board or tile map is made, not when it is searched",
                )),
            };
        }
        if passable.is_none()
            && torus.is_none()
            && let Some(board) = cell_rules::board_of(map)?
        {
            return Ok(MapSource::Board(board));
        }
        let Some(method) = map.getattr_opt(pyo3::intern!(map.py(), "__board__"))? else {
            return Ok(lists(map.clone(), PassableRule::of(passable)?, torus.unwrap_or(false)));
        };
        let (map, impassable, is_torus): (_, Option<Bound<'py, PyAny>>, bool) = method.call0()?.extract()?;
        let rule = match impassable {
            Some(impassable) if passable.is_none() => PassableRule::NoneOf(impassable),
            _ => PassableRule::of(passable)?,
        };
        Ok(lists(map, rule, torus.unwrap_or(is_torus)))
    }

    /// Reads the whole map.
    pub fn into_grid(self) -> PyResult<PaddedGrid> {
        match self {
            MapSource::Grid(grid) => Ok(grid.clone()),
            MapSource::Board(board) => Ok(board.get().grid().clone()),
            MapSource::Converted(grid) => Ok(grid),
            MapSource::Lists(lists) => {
                let mut grid = PaddedGrid::default();
                let rows = lists.shape().and_then(|shape| lists.rows(shape));
                match rows.is_some_and(|mut rows| rows.read_all(&mut grid)) {
                    true => Ok(grid),
                    false => lists.read(),
                }
            }
        }
    }

    /// Returns the grid, or the lists if they have not been read yet.
    fn grid(&self) -> Result<&PaddedGrid, &ListMap<'py>> {
        match self {
            MapSource::Grid(grid) => Ok(grid),
            MapSource::Board(board) => Ok(board.get().grid()),
            MapSource::Converted(grid) => Ok(grid),
            MapSource::Lists(lists) => Err(lists),
        }
    }

    /// Runs a query. Calls `query`, which reads the positions, once the shape of the map is known.
    fn query<Q: Query>(
        &self,
        py: Python<'py>,
        query: impl FnOnce(Shape) -> PyResult<Q>,
    ) -> PyResult<Q::Answer> {
        let on = |grid: &PaddedGrid, query: &Q| {
            let shape = grid.shape();
            with_buffers(py, shape, |buffers| query.run(&mut buffers.early_exit, shape, &mut &*grid))
        };
        let lists = match self.grid() {
            Ok(grid) => return Ok(on(grid, &query(grid.shape())?)),
            Err(lists) => lists,
        };
        let Some(shape) = lists.shape() else {
            let grid = lists.read()?;
            return Ok(on(&grid, &query(grid.shape())?));
        };
        let query = query(shape)?;
        if let Some(mut rows) = lists.rows(shape) {
            let answer =
                with_buffers(py, shape, |buffers| query.run(&mut buffers.early_exit, shape, &mut rows));
            if !rows.is_in_doubt() {
                return Ok(answer);
            }
        }
        Ok(on(&lists.read_again(shape)?, &query))
    }

    /// Runs a search on a copy of the whole map. `arguments` reads the search's arguments once the shape of the map is
    /// known.
    fn search<G, A>(
        &self,
        py: Python<'py>,
        arguments: impl FnOnce(Shape) -> PyResult<G>,
        search: impl Fn(&mut SearchBuffers, G) -> PyResult<A>,
    ) -> PyResult<A> {
        let on_copy = |grid: &PaddedGrid, arguments: G| {
            with_buffers(py, grid.shape(), |buffers| {
                buffers.grid.clone_from(grid);
                search(buffers, arguments)
            })
        };
        let lists = match self.grid() {
            Ok(grid) => return on_copy(grid, arguments(grid.shape())?),
            Err(lists) => lists,
        };
        let Some(shape) = lists.shape() else {
            let grid = lists.read()?;
            return on_copy(&grid, arguments(grid.shape())?);
        };
        let arguments = arguments(shape)?;
        let is_read = with_buffers(py, shape, |buffers| {
            lists.rows(shape).is_some_and(|mut rows| rows.read_all(&mut buffers.grid))
        });
        if is_read {
            return with_buffers(py, shape, |buffers| search(buffers, arguments));
        }
        on_copy(&lists.read_again(shape)?, arguments)
    }

    pub fn distances(
        &self,
        sources: &Bound<'py, PyAny>,
        max_steps: Option<i64>,
        unreached: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = sources.py();
        let unreached = unreached.map_or_else(|| py.None(), Bound::unbind);
        let steps_max = max_steps.and_then(positions::limit).unwrap_or(u32::MAX);
        self.search(
            py,
            |shape| positions::positions(shape, sources),
            |buffers, sources| {
                let farthest = buffers.grid.flood(&sources, steps_max, &mut buffers.queue);
                buffers.answers.steps(py, &buffers.grid, farthest, unreached.clone_ref(py))
            },
        )
    }

    pub fn path(&self, start: &Bound<'py, PyAny>, goal: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = start.py();
        let mut shape = Shape::default();
        let backward = self.query(py, |known| {
            shape = known;
            Ok(PathQuery(positions::position(known, start)?, positions::position(known, goal)?))
        })?;
        with_buffers(py, shape, |buffers| buffers.answers.path(py, backward.into_iter().rev()))
    }

    pub fn nearest(
        &self,
        start: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = start.py();
        let found = self.query(py, |shape| {
            let starts = positions::positions(shape, start)?;
            Ok(NearestQuery { starts, targets: positions::positions(shape, targets)? })
        })?;
        found.map(|found| found.into_pyobject(py)).transpose()
    }

    pub fn components(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.search(py, |_| Ok(()), |buffers, ()| buffers.answers.components(py, &components(&buffers.grid)))
    }

    pub fn spread_influence(&self, sources: &Bound<'py, PyAny>, fade: i64) -> PyResult<Values> {
        let fade = u32::try_from(fade).ok().filter(|fade| *fade > 0);
        let fade = fade.ok_or_else(|| {
            PyValueError::new_err("fade is at least 1: the strength that is lost with each step")
        })?;
        self.search(
            sources.py(),
            |shape| positions::sources(shape, sources),
            |SearchBuffers { grid, sums, queue, .. }, sources| {
                grid.spread(&sources, fade, sums, queue);
                Ok(Values::new(grid, sums))
            },
        )
    }
}
