//! Influence maps with one grid per player.

use super::{TileMapBase, positions, tiles};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use wag_toolkit::grid::Square;
use wag_toolkit::influence::{self, DECAY_UNIT, Weights};

/// The influence of all players on a map. Methods take the map, which is always the same.
#[pyclass(immutable_type, module = "_aitools")]
pub struct Influence {
    influence: influence::Influence,
}

/// Returns the value of a tile; 0 for a tile beyond the edge of the map.
fn value_at(
    map: &Bound<'_, TileMapBase>,
    tile: &Bound<'_, PyAny>,
    value: impl Fn(Square) -> i64,
) -> PyResult<i64> {
    Ok(positions::square(&map.try_borrow()?.map, tile)?.map_or(0, value))
}

/// Returns values row by row as a list of lists.
fn rows<'py>(
    map: &Bound<'py, TileMapBase>,
    values: impl Iterator<Item = i64>,
) -> PyResult<Bound<'py, PyList>> {
    let cols = map.try_borrow()?.map.grid().cols as usize;
    let values: Vec<i64> = values.collect();
    PyList::new(map.py(), values.chunks(cols).map(<[i64]>::to_vec).collect::<Vec<_>>())
}

#[pymethods]
impl Influence {
    /// Creates influence from these values: `center` for a unit's own tile, a squared radius and a value for each ring,
    /// and `decay` in thousandths.
    #[new]
    fn new(
        map: &Bound<'_, TileMapBase>,
        center: i32,
        rings: Vec<(i64, i32)>,
        first_beyond: bool,
        decay: u32,
        units: &Bound<'_, PyAny>,
    ) -> PyResult<Influence> {
        if decay > DECAY_UNIT {
            return Err(PyValueError::new_err("decay is a number from 0 to 1"));
        }
        let map = &map.try_borrow()?.map;
        let units = positions::units(map, units)?;
        let rings = rings.into_iter().map(|(radius2, value)| (radius2.max(0) as u64, value)).collect();
        let weights = Weights { center, rings, first_beyond };
        Ok(Influence { influence: influence::Influence::new(map, weights, decay, &units) })
    }

    fn update(&mut self, map: &Bound<'_, TileMapBase>, units: &Bound<'_, PyAny>) -> PyResult<()> {
        let map = &map.try_borrow()?.map;
        let units = positions::units(map, units)?;
        self.influence.update(map, &units);
        Ok(())
    }

    fn players(&self) -> Vec<u32> {
        self.influence.players().collect()
    }

    fn value(&self, map: &Bound<'_, TileMapBase>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        value_at(map, tile, |at| self.influence.value(at, player))
    }

    fn others(&self, map: &Bound<'_, TileMapBase>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        value_at(map, tile, |at| self.influence.others(at, player))
    }

    fn safety(&self, map: &Bound<'_, TileMapBase>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        value_at(map, tile, |at| self.influence.safety(at, player))
    }

    fn path_cost(&self, map: &Bound<'_, TileMapBase>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        Ok(influence::path_cost(self.safety(map, tile, player)?))
    }

    fn tension(&self, map: &Bound<'_, TileMapBase>, tile: &Bound<'_, PyAny>) -> PyResult<i64> {
        value_at(map, tile, |at| self.influence.tension(at))
    }

    fn total(&self, player: u32) -> i64 {
        self.influence.total(player)
    }

    fn costs<'py>(&self, py: Python<'py>, player: u32) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.influence.costs(player))
    }

    fn grid<'py>(&self, map: &Bound<'py, TileMapBase>, player: u32) -> PyResult<Bound<'py, PyList>> {
        let all = map.try_borrow()?.map.all();
        rows(map, all.map(|at| self.influence.value(at, player)))
    }

    fn safety_grid<'py>(&self, map: &Bound<'py, TileMapBase>, player: u32) -> PyResult<Bound<'py, PyList>> {
        rows(map, self.influence.safeties(player).into_iter())
    }

    fn tension_grid<'py>(&self, map: &Bound<'py, TileMapBase>) -> PyResult<Bound<'py, PyList>> {
        let all = map.try_borrow()?.map.all();
        rows(map, all.map(|at| self.influence.tension(at)))
    }

    fn front_line<'py>(&self, map: &Bound<'py, TileMapBase>, player: u32) -> PyResult<Bound<'py, PyList>> {
        let found = self.influence.front_line(&map.try_borrow()?.map, player);
        tiles(map, &found)
    }

    fn conflict_zones<'py>(
        &self,
        map: &Bound<'py, TileMapBase>,
        player: u32,
        points_min: i64,
    ) -> PyResult<Vec<Bound<'py, PyList>>> {
        let zones = self.influence.conflict_zones(&map.try_borrow()?.map, player, points_min);
        zones.iter().map(|zone| tiles(map, zone)).collect()
    }
}
