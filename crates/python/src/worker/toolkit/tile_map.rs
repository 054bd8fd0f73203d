//! The methods of `TileMapBase`: size, passability, visibility, distances, and searches.

use super::goal::Goal;
use super::positions::{self, PyPathOptions, limit, squares};
use super::{TileMapBase, tile, tiles};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use wag_toolkit::barrier::{self, Barrier, Preference};
use wag_toolkit::breadth::{self, Breadth, Reach};
use wag_toolkit::focus;
use wag_toolkit::grid::{Direction, Grid, Square};
use wag_toolkit::passability_map::PassabilityMap;
use wag_toolkit::path::{self, Scratch};
use wag_toolkit::shape::SQUARES_MAX;

/// The maximum width of a barrier that a caller may request, in squares.
const WIDTH_MAX: usize = 1000;

/// A source, a goal, and the number of steps between them.
type Nearest<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, u32);

fn too_large() -> PyErr {
    PyValueError::new_err(format!("a map has at least one row and column, and at most {SQUARES_MAX} tiles"))
}

/// Returns the tiles of a barrier and the number of the direction that the barrier faces.
fn barrier_tuple<'py>(map: &Bound<'py, TileMapBase>, found: &Barrier) -> PyResult<Bound<'py, PyTuple>> {
    (tiles(map, &found.squares)?, found.direction as usize).into_pyobject(map.py())
}

/// Returns the tiles that pass a test, row by row.
fn tiles_where<'py>(
    map: &Bound<'py, TileMapBase>,
    test: impl Fn(&PassabilityMap, Square) -> bool,
) -> PyResult<Bound<'py, PyList>> {
    let found: Vec<Square> = {
        let held = map.try_borrow()?;
        held.map.all().filter(|at| test(&held.map, *at)).collect()
    };
    tiles(map, &found)
}

/// Returns the neighboring tiles of a tile that pass a test.
fn neighbours_where<'py>(
    map: &Bound<'py, TileMapBase>,
    tile: &Bound<'py, PyAny>,
    test: impl Fn(&PassabilityMap, Square) -> bool,
) -> PyResult<Bound<'py, PyList>> {
    let found: Vec<Square> = {
        let held = map.try_borrow()?;
        let at = held.square(tile)?;
        let neighbours = at.into_iter().flat_map(|at| held.map.grid().neighbours(at));
        neighbours.filter(|neighbour| test(&held.map, *neighbour)).collect()
    };
    tiles(map, &found)
}

impl TileMapBase {
    fn square(&self, tile: &Bound<'_, PyAny>) -> PyResult<Option<Square>> {
        positions::square(&self.map, tile)
    }

    fn test(
        &self,
        tile: &Bound<'_, PyAny>,
        test: impl Fn(&PassabilityMap, Square) -> bool,
    ) -> PyResult<bool> {
        Ok(self.square(tile)?.is_some_and(|at| test(&self.map, at)))
    }

    fn pair(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<(Square, Square)> {
        let pair = self.square(a)?.zip(self.square(b)?);
        pair.ok_or_else(|| PyValueError::new_err("the tile is beyond the edge of the map"))
    }

    fn percent(&self, test: impl Fn(&PassabilityMap, Square) -> bool) -> usize {
        100 * self.map.count(test) / self.map.grid().squares()
    }
}

#[pymethods]
impl TileMapBase {
    /// Creates a map of one square. `_begin` sets the real size.
    #[new]
    #[pyo3(signature = (*_arguments, **_settings))]
    fn new(_arguments: &Bound<'_, PyTuple>, _settings: Option<&Bound<'_, PyDict>>) -> PyResult<TileMapBase> {
        let grid = Grid::new(1, 1, true).ok_or_else(too_large)?;
        Ok(TileMapBase {
            map: PassabilityMap::new(grid, true),
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
        self.map = PassabilityMap::new(grid.ok_or_else(too_large)?, is_explored);
        self.tiles = std::iter::repeat_with(|| None).take(self.map.grid().squares()).collect();
        self.tile_class = Some(tile_class);
        Ok(())
    }

    #[getter]
    fn rows(&self) -> u32 {
        self.map.grid().rows
    }

    #[getter]
    fn cols(&self) -> u32 {
        self.map.grid().cols
    }

    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.rows(), self.cols())
    }

    #[getter]
    fn _is_torus(&self) -> bool {
        self.map.grid().is_torus
    }

    #[getter]
    fn version(&self) -> u64 {
        self.map.version()
    }

    fn tile<'py>(slf: &Bound<'py, Self>, row: i64, col: i64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let at = slf.try_borrow()?.map.grid().square(row, col);
        at.map(|at| tile(slf, at)).transpose()
    }

    fn tiles<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        tiles_where(slf, |_, _| true)
    }

    fn is_passable(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.test(tile, PassabilityMap::is_passable)
    }

    fn set_passable(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>, passable: bool) -> PyResult<()> {
        let squares = squares(slf, tiles)?;
        let map = &mut slf.try_borrow_mut()?.map;
        squares.into_iter().for_each(|at| map.set_passable(at, passable));
        Ok(())
    }

    /// Reads the map from a list of rows of numbers. A square is passable unless its number is `impassable`.
    fn _read_rows(slf: &Bound<'_, Self>, rows: &Bound<'_, PyAny>, impassable: i64) -> PyResult<()> {
        let mut passable = Vec::new();
        for row in rows.try_iter()? {
            for value in row?.try_iter()? {
                passable.push(value?.extract::<i64>()? != impassable);
            }
        }
        let map = &mut slf.try_borrow_mut()?.map;
        if passable.len() != map.grid().squares() {
            return Err(PyValueError::new_err("the rows have another size than the map"));
        }
        for (at, is_passable) in passable.into_iter().enumerate() {
            map.set_passable(at as Square, is_passable);
        }
        Ok(())
    }

    fn is_visible(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.test(tile, PassabilityMap::is_visible)
    }

    fn set_visible(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let squares = squares(slf, tiles)?;
        slf.try_borrow_mut()?.map.set_visible(&squares);
        Ok(())
    }

    fn see_from(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>, radius2: i64) -> PyResult<()> {
        let squares = squares(slf, tiles)?;
        let viewers = if radius2 < 0 { &[] } else { squares.as_slice() };
        slf.try_borrow_mut()?.map.see_from(viewers, radius2.unsigned_abs());
        Ok(())
    }

    fn is_explored(&self, tile: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.test(tile, PassabilityMap::is_explored)
    }

    fn explore(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let squares = squares(slf, tiles)?;
        let map = &mut slf.try_borrow_mut()?.map;
        squares.into_iter().for_each(|at| map.explore(at));
        Ok(())
    }

    fn percent_visible(&self) -> usize {
        self.percent(PassabilityMap::is_visible)
    }

    fn percent_explored(&self) -> usize {
        self.percent(PassabilityMap::is_explored)
    }

    fn unexplored<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        tiles_where(slf, |map, at| !map.is_explored(at))
    }

    fn manhattan(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<u32> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.map.grid().manhattan(a, b))
    }

    fn squared(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<u64> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.map.grid().squared(a, b))
    }

    fn _neighbour<'py>(
        slf: &Bound<'py, Self>,
        of: &Bound<'py, PyAny>,
        direction: usize,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let neighbour = {
            let held = slf.try_borrow()?;
            let direction = Direction::ALL.get(direction).copied();
            let start = held.square(of)?.zip(direction);
            start.and_then(|(at, direction)| held.map.grid().neighbour(at, direction))
        };
        neighbour.map(|neighbour| tile(slf, neighbour)).transpose()
    }

    /// Returns the direction of a step from `a` to `b` as an index into `Direction::ALL`; `None` if it is not a step.
    fn _direction(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let step = self.square(a)?.zip(self.square(b)?);
        Ok(step.and_then(|(a, b)| self.map.grid().direction(a, b)).map(|direction| direction as usize))
    }

    fn _directions(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.map.grid().directions(a, b).map(|direction| direction as usize).collect())
    }

    fn _principal_direction(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<Option<usize>> {
        let (a, b) = self.pair(a, b)?;
        Ok(self.map.grid().principal_direction(a, b).map(|direction| direction as usize))
    }

    fn close(slf: &Bound<'_, Self>, tiles: &Bound<'_, PyAny>) -> PyResult<()> {
        let squares = squares(slf, tiles)?;
        slf.try_borrow_mut()?.map.close(&squares);
        Ok(())
    }

    #[getter]
    fn closed<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        tiles_where(slf, PassabilityMap::is_closed)
    }

    fn successors<'py>(slf: &Bound<'py, Self>, tile: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        neighbours_where(slf, tile, PassabilityMap::is_passable)
    }

    fn path_successors<'py>(
        slf: &Bound<'py, Self>,
        tile: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        neighbours_where(slf, tile, PassabilityMap::is_open)
    }

    fn _path<'py>(
        slf: &Bound<'py, Self>,
        is_simple: bool,
        start: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        options: PyPathOptions<'py>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let found = {
            let mut held = slf.try_borrow_mut()?;
            let TileMapBase { map, scratch, .. } = &mut *held;
            let ends = positions::square(map, start)?.zip(positions::square(map, goal)?);
            ends.zip(options.read(map)?).and_then(|((start, goal), options)| match is_simple {
                true => path::simple(map, start, goal, &options),
                false => path::a_star(map, scratch, start, goal, &options),
            })
        };
        found.map(|path| tiles(slf, &path)).transpose()
    }

    fn _smooth<'py>(
        slf: &Bound<'py, Self>,
        path: &Bound<'py, PyAny>,
        size: i64,
        recursive: bool,
        options: PyPathOptions<'py>,
    ) -> PyResult<Bound<'py, PyList>> {
        let squares = squares(slf, path)?;
        let size = usize::try_from(size).unwrap_or(0).min(SQUARES_MAX);
        let smoothed = {
            let mut held = slf.try_borrow_mut()?;
            let TileMapBase { map, scratch, .. } = &mut *held;
            let costs = options.read(map)?.and_then(|options| options.costs);
            path::smooth(map, scratch, &squares, size, recursive, costs)
        };
        tiles(slf, &smoothed)
    }

    fn _cost(slf: &Bound<'_, Self>, path: &Bound<'_, PyAny>, options: PyPathOptions<'_>) -> PyResult<u32> {
        let squares = squares(slf, path)?;
        Ok(options.read(&slf.try_borrow()?.map)?.map_or(0, |options| options.cost(&squares)))
    }

    /// Searches breadth first until `hits` goals are found or `squares_max` squares are tested.
    #[expect(clippy::too_many_arguments, reason = "one call from Python carries all options")]
    fn _breadth<'py>(
        slf: &Bound<'py, Self>,
        center: &Bound<'py, PyAny>,
        hits: i64,
        squares_max: i64,
        radius2: i64,
        goal: Option<&Bound<'py, PyAny>>,
        frontier: Option<&Bound<'py, PyAny>>,
        first_beyond: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        // A copy, because goal functions may change the map.
        let map = slf.try_borrow()?.map.clone();
        let read = |goal: Option<&Bound<'py, PyAny>>| goal.map(|goal| Goal::read(slf, goal)).transpose();
        let (goal, frontier) = (read(goal)?, read(frontier)?);
        let hits = limit(hits).map_or(usize::MAX, |hits| hits as usize);
        let squares_max = limit(squares_max).map_or(usize::MAX, |most| most as usize);
        let reach = Reach { radius2: u64::try_from(radius2).ok(), first_beyond };
        let mut found = Vec::new();
        if let Some(center) = positions::square(&map, center)? {
            let mut search = Breadth::new(&map, center, reach);
            let mut tested = 0;
            while found.len() < hits && tested < squares_max {
                let Some(at) = search.next() else { break };
                tested += 1;
                if goal.as_ref().map_or(Ok(true), |goal| goal.accepts(slf, at))? {
                    found.push(at);
                }
                if frontier.as_ref().map_or(Ok(false), |frontier| frontier.accepts(slf, at))? {
                    search.stop_here();
                }
            }
        }
        tiles(slf, &found)
    }

    fn _nearest_each<'py>(
        slf: &Bound<'py, Self>,
        sources: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        steps_max: i64,
    ) -> PyResult<Vec<Nearest<'py>>> {
        let (sources, goals) = (squares(slf, sources)?, squares(slf, goals)?);
        let mut found: Vec<(u32, Square, Square)> = {
            let map = &slf.try_borrow()?.map;
            let nearest = breadth::nearest_sources(map, &sources, limit(steps_max));
            let goals = goals.into_iter().filter(|goal| map.is_passable(*goal));
            goals
                .filter_map(|goal| nearest[goal as usize].map(|(steps, source)| (steps, source, goal)))
                .collect()
        };
        found.sort_by_key(|(steps, ..)| *steps);
        let nearest = found.into_iter();
        nearest.map(|(steps, source, goal)| Ok((tile(slf, source)?, tile(slf, goal)?, steps))).collect()
    }

    fn _barrier<'py>(
        slf: &Bound<'py, Self>,
        protected: &Bound<'py, PyAny>,
        view2: i64,
        width_max: i64,
        by_numbers: bool,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let found = {
            let held = slf.try_borrow()?;
            let preference = if by_numbers { Preference::Numbers } else { Preference::Width };
            let view2 = view2.max(0) as u64;
            let width_max = usize::try_from(width_max).unwrap_or(0).min(WIDTH_MAX);
            held.square(protected)?
                .and_then(|at| barrier::barrier(&held.map, at, view2, width_max, preference))
        };
        found.map(|found| barrier_tuple(slf, &found)).transpose()
    }

    fn _choke_points<'py>(slf: &Bound<'py, Self>, width_max: i64) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let width_max = usize::try_from(width_max).unwrap_or(0).min(WIDTH_MAX);
        let found = barrier::choke_points(&slf.try_borrow()?.map, width_max);
        found.iter().map(|found| barrier_tuple(slf, found)).collect()
    }

    /// Returns for each unit whether it dies in a battle.
    fn _focus(&self, units: &Bound<'_, PyAny>, radius2: i64) -> PyResult<Vec<bool>> {
        let units = positions::units(&self.map, units)?;
        Ok(focus::dead(self.map.grid(), &units, radius2.max(0) as u64))
    }
}
