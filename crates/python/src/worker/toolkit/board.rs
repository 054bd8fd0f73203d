//! What Python asks a board: its ground, and the searches on it. `TileMap` and its kind inherit from it.

use super::goals::Test;
use super::places::{self, Asked, limit, radius};
use super::{Board, read, tile, tiles};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use wag_toolkit::barrier;
use wag_toolkit::barrier::{Barrier, Prefer};
use wag_toolkit::breadth;
use wag_toolkit::breadth::{Breadth, Reach};
use wag_toolkit::focus;
use wag_toolkit::grid::{Grid, SQUARES_MAX, Square, Way};
use wag_toolkit::passability_map::PassabilityMap;
use wag_toolkit::path;
use wag_toolkit::path::Scratch;

/// A source, a goal, and the steps between.
type Nearest<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, u32);

fn told<'py>(board: &Bound<'py, Board>, found: &Barrier) -> PyResult<Bound<'py, PyTuple>> {
    (tiles(board, &found.squares)?, found.way as usize).into_pyobject(board.py())
}

impl Board {
    fn at(&self, tile: &Bound<'_, PyAny>) -> PyResult<Option<Square>> {
        places::square(&self.ground, tile)
    }

    fn has(&self, tile: &Bound<'_, PyAny>, test: impl Fn(&PassabilityMap, Square) -> bool) -> PyResult<bool> {
        Ok(self.at(tile)?.is_some_and(|at| test(&self.ground, at)))
    }

    fn pair(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<(Square, Square)> {
        match (self.at(a)?, self.at(b)?) {
            (Some(a), Some(b)) => Ok((a, b)),
            _ => Err(PyValueError::new_err("the tile is beyond the edge of the map")),
        }
    }

    fn percent(&self, is_meant: impl Fn(&PassabilityMap, Square) -> bool) -> usize {
        100 * self.ground.count(is_meant) / self.ground.grid().squares()
    }
}

#[pymethods]
impl Board {
    /// A board of one square, until it is told more.
    #[new]
    #[pyo3(signature = (*_arguments, **_settings))]
    fn new(_arguments: &Bound<'_, PyTuple>, _settings: Option<&Bound<'_, PyDict>>) -> PyResult<Board> {
        let grid = Grid::new(1, 1, true).ok_or_else(too_large)?;
        Ok(Board {
            ground: PassabilityMap::new(grid, true),
            scratch: Scratch::default(),
            tiles: Vec::new(),
            tile_class: None,
        })
    }

    fn _begin(
        &mut self,
        rows: i64,
        cols: i64,
        is_torus: bool,
        is_explored: bool,
        tile_class: Py<PyAny>,
    ) -> PyResult<()> {
        let size = |side: i64| u32::try_from(side).ok();
        let grid = size(rows).zip(size(cols)).and_then(|(rows, cols)| Grid::new(rows, cols, is_torus));
        self.ground = PassabilityMap::new(grid.ok_or_else(too_large)?, is_explored);
        self.tiles = std::iter::repeat_with(|| None).take(self.ground.grid().squares()).collect();
        self.tile_class = Some(tile_class);
        Ok(())
    }

    #[getter]
    fn rows(&self) -> u32 {
        self.ground.grid().rows
    }

    #[getter]
    fn cols(&self) -> u32 {
        self.ground.grid().cols
    }

    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.rows(), self.cols())
    }

    #[getter]
    fn _is_torus(&self) -> bool {
        self.ground.grid().is_torus
    }

    #[getter]
    fn version(&self) -> u64 {
        self.ground.version()
    }

    fn tile<'py>(slf: &Bound<'py, Self>, row: i64, col: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let at = slf.try_borrow()?.ground.grid().square(row, col);
        at.map(|at| tile(slf, at)).transpose()
    }

    fn tiles<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let all: Vec<Square> = slf.try_borrow()?.ground.all().collect();
        tiles(slf, &all)
    }

    fn is_passable(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.has(tile, PassabilityMap::is_passable)
    }

    fn set_passable(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>, passable: bool) -> PyResult<()> {
        let squares = read(slf, tiles)?;
        let mut board = slf.try_borrow_mut()?;
        squares.into_iter().for_each(|at| board.ground.set_passable(at, passable));
        Ok(())
    }

    /// From a list of rows: a square is passable unless it has this value.
    fn _read_rows(slf: &Bound<'_, Self>, rows: &Bound<'_, PyAny>, impassable: i64) -> PyResult<()> {
        let mut values = Vec::new();
        for row in rows.try_iter()? {
            for value in row?.try_iter()? {
                values.push(value?.extract::<i64>()? != impassable);
            }
        }
        let mut board = slf.try_borrow_mut()?;
        if values.len() != board.ground.grid().squares() {
            return Err(PyValueError::new_err("the rows are those of a map of another size"));
        }
        for (at, is_passable) in values.into_iter().enumerate() {
            board.ground.set_passable(at as Square, is_passable);
        }
        Ok(())
    }

    fn is_visible(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.has(tile, PassabilityMap::is_visible)
    }

    fn set_visible(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let squares = read(slf, tiles)?;
        slf.try_borrow_mut()?.ground.see(&squares);
        Ok(())
    }

    fn see_from(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>, radius2: i64) -> PyResult<()> {
        let squares = read(slf, tiles)?;
        let eyes = if radius2 < 0 { &[] } else { squares.as_slice() };
        slf.try_borrow_mut()?.ground.see_from(eyes, radius2.unsigned_abs());
        Ok(())
    }

    fn is_explored(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.has(tile, PassabilityMap::is_explored)
    }

    fn explore(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let squares = read(slf, tiles)?;
        let mut board = slf.try_borrow_mut()?;
        squares.into_iter().for_each(|at| board.ground.explore(at));
        Ok(())
    }

    fn percent_visible(&self) -> usize {
        self.percent(PassabilityMap::is_visible)
    }

    fn percent_explored(&self) -> usize {
        self.percent(PassabilityMap::is_explored)
    }

    fn unexplored<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let found: Vec<Square> = {
            let board = slf.try_borrow()?;
            board.ground.all().filter(|at| !board.ground.is_explored(*at)).collect()
        };
        tiles(slf, &found)
    }

    fn manhattan(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<u32> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.ground.grid().manhattan(a, b))
    }

    fn squared(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<u64> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.ground.grid().squared(a, b))
    }

    fn _neighbour<'py>(
        slf: &Bound<'py, Self>,
        tile_: &Bound<'py, PyAny>,
        way: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let beside = {
            let board = slf.try_borrow()?;
            let way = Way::ALL.get(way).copied();
            board.at(tile_)?.zip(way).and_then(|(at, way)| board.ground.grid().neighbour(at, way))
        };
        beside.map(|beside| tile(slf, beside)).transpose()
    }

    /// As a number among all ways.
    fn _way(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let (Some(a), Some(b)) = (self.at(a)?, self.at(b)?) else { return Ok(None) };
        Ok(self.ground.grid().way(a, b).map(|way| way as usize))
    }

    fn _ways(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.ground.grid().ways(a, b).map(|way| way as usize).collect())
    }

    fn _principal_way(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.ground.grid().principal_way(a, b).map(|way| way as usize))
    }

    fn close(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let squares = read(slf, tiles)?;
        slf.try_borrow_mut()?.ground.close(&squares);
        Ok(())
    }

    #[getter]
    fn closed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let found: Vec<Square> = {
            let board = slf.try_borrow()?;
            board.ground.all().filter(|at| board.ground.is_closed(*at)).collect()
        };
        tiles(slf, &found)
    }

    fn successors<'py>(slf: &Bound<'py, Self>, tile: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        beside(slf, tile, PassabilityMap::is_passable)
    }

    fn path_successors<'py>(
        slf: &Bound<'py, Self>,
        tile: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        beside(slf, tile, PassabilityMap::is_open)
    }

    fn _search<'py>(
        slf: &Bound<'py, Self>,
        is_simple: bool,
        start: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        asked: Asked<'py>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let found = {
            let mut board = slf.try_borrow_mut()?;
            let Board { ground, scratch, .. } = &mut *board;
            let ends = (places::square(ground, start)?, places::square(ground, goal)?);
            match (ends, asked.terms(ground)?) {
                ((Some(start), Some(goal)), Some(terms)) if is_simple => {
                    path::simple(ground, start, goal, &terms)
                }
                ((Some(start), Some(goal)), Some(terms)) => {
                    path::a_star(ground, scratch, start, goal, &terms)
                }
                _ => None,
            }
        };
        found.map(|path| tiles(slf, &path)).transpose()
    }

    fn _smooth<'py>(
        slf: &Bound<'py, Self>,
        path: &Bound<'py, PyAny>,
        size: i64,
        recursive: bool,
        asked: Asked<'py>,
    ) -> PyResult<Bound<'py, PyList>> {
        let squares = read(slf, path)?;
        let size = usize::try_from(size).unwrap_or(0).min(SQUARES_MAX);
        let smoothed = {
            let mut board = slf.try_borrow_mut()?;
            let Board { ground, scratch, .. } = &mut *board;
            let costs = asked.terms(ground)?.and_then(|terms| terms.costs);
            path::smooth(ground, scratch, &squares, size, recursive, costs)
        };
        tiles(slf, &smoothed)
    }

    fn _cost(&self, path: &Bound<'_, PyAny>, asked: Asked<'_>) -> PyResult<u32> {
        let squares = places::squares(&self.ground, path)?;
        Ok(asked.terms(&self.ground)?.map_or(0, |terms| terms.cost(&squares)))
    }

    /// Breadth first: at most `hits` goals among at most `most` squares.
    #[expect(clippy::too_many_arguments, reason = "Python says all of it in one call")]
    fn _breadth<'py>(
        slf: &Bound<'py, Self>,
        center: &Bound<'py, PyAny>,
        hits: i64,
        most: i64,
        radius2: i64,
        goal: Option<&Bound<'py, PyAny>>,
        frontier: Option<&Bound<'py, PyAny>>,
        first_beyond: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        // A copy: what is asked may change the board meanwhile.
        let ground = slf.try_borrow()?.ground.clone();
        let none = Test::Some(vec![false; ground.grid().squares()]);
        let (goal, frontier) = (Test::of(&ground, goal, Test::All)?, Test::of(&ground, frontier, none)?);
        let (hits, mut left) = (limit(hits).map_or(usize::MAX, |hits| hits as usize), limit(most));
        let mut found = Vec::new();
        if let Some(center) = places::square(&ground, center)? {
            let mut search = Breadth::new(&ground, center, Reach { radius2: radius(radius2), first_beyond });
            while found.len() < hits && left != Some(0) {
                let Some(at) = search.next() else { break };
                left = left.map(|left| left - 1);
                if goal.passes(slf, at)? {
                    found.push(at);
                }
                if frontier.passes(slf, at)? {
                    search.stop_here();
                }
            }
        }
        tiles(slf, &found)
    }

    fn _distances<'py>(
        slf: &Bound<'py, Self>,
        sources: &Bound<'py, PyAny>,
        most: i64,
    ) -> PyResult<Bound<'py, PyList>> {
        let sources = read(slf, sources)?;
        let board = slf.try_borrow()?;
        let found = breadth::nearest(&board.ground, &sources, limit(most));
        let rows = found.chunks(board.ground.grid().cols as usize).map(|row| {
            row.iter().map(|found| found.map_or(-1, |(steps, _)| i64::from(steps))).collect::<Vec<i64>>()
        });
        PyList::new(slf.py(), rows.collect::<Vec<_>>())
    }

    fn _nearest_each<'py>(
        slf: &Bound<'py, Self>,
        sources: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        most: i64,
    ) -> PyResult<Vec<Nearest<'py>>> {
        let (sources, mut goals) = (read(slf, sources)?, read(slf, goals)?);
        let found = {
            let board = slf.try_borrow()?;
            goals.retain(|goal| board.ground.is_passable(*goal));
            breadth::nearest(&board.ground, &sources, limit(most))
        };
        goals.retain(|goal| found[*goal as usize].is_some());
        goals.sort_by_key(|goal| found[*goal as usize].map(|(steps, _)| steps));
        let nearest = goals.into_iter().filter_map(|goal| Some((found[goal as usize]?, goal)));
        nearest.map(|((steps, source), goal)| Ok((tile(slf, source)?, tile(slf, goal)?, steps))).collect()
    }

    fn _barrier<'py>(
        slf: &Bound<'py, Self>,
        protected: &Bound<'py, PyAny>,
        view2: i64,
        width_max: i64,
        by_numbers: bool,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let found = {
            let board = slf.try_borrow()?;
            let prefer = if by_numbers { Prefer::Numbers } else { Prefer::Width };
            let (view2, width_max) = (view2.max(0) as u64, usize::try_from(width_max).unwrap_or(0));
            board
                .at(protected)?
                .and_then(|at| barrier::barrier(&board.ground, at, view2, width_max.min(1000), prefer))
        };
        found.map(|found| told(slf, &found)).transpose()
    }

    fn _choke_points<'py>(slf: &Bound<'py, Self>, width_max: i64) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let width_max = usize::try_from(width_max).unwrap_or(0).min(1000);
        let found = barrier::choke_points(&slf.try_borrow()?.ground, width_max);
        found.iter().map(|found| told(slf, found)).collect()
    }

    /// Whether each unit dies.
    fn _focus(&self, units: &Bound<'_, PyAny>, radius2: i64) -> PyResult<Vec<bool>> {
        let units = places::units(&self.ground, units)?;
        Ok(focus::dead(self.ground.grid(), &units, radius2.max(0) as u64))
    }
}

fn too_large() -> PyErr {
    PyValueError::new_err(format!("a map has at least one row and column, and at most {SQUARES_MAX} tiles"))
}

fn beside<'py>(
    board: &Bound<'py, Board>,
    tile: &Bound<'py, PyAny>,
    test: impl Fn(&PassabilityMap, Square) -> bool,
) -> PyResult<Bound<'py, PyList>> {
    let found: Vec<Square> = {
        let held = board.try_borrow()?;
        let ground = &held.ground;
        let at = places::square(ground, tile)?;
        at.into_iter().flat_map(|at| ground.grid().neighbours(at)).filter(|at| test(ground, *at)).collect()
    };
    tiles(board, &found)
}
