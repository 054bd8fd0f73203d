//! Cluster graphs for hierarchical path search (HPA-star).

use super::positions::{self, PyPathOptions, limit};
use super::{TileMapBase, tiles};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use wag_toolkit::cluster::{Clustering, Crossing, SIZE_MIN};
use wag_toolkit::hierarchy::Hierarchy;

/// The clusters of a map. Each method takes the map, which is always the same.
#[pyclass(immutable_type, module = "_aitools")]
pub struct Clusters {
    hierarchy: Hierarchy,
}

#[pymethods]
impl Clusters {
    #[new]
    fn new(map: &Bound<'_, TileMapBase>, size: i64, is_corner: bool) -> PyResult<Clusters> {
        let crossing = if is_corner { Crossing::Corner } else { Crossing::Centered };
        let size = u32::try_from(size).unwrap_or(0);
        let clustering = Clustering::new(map.try_borrow()?.map.grid(), size, crossing).ok_or_else(|| {
            PyValueError::new_err(format!("the side of a cluster is at least {SIZE_MIN} tiles"))
        })?;
        Ok(Clusters { hierarchy: Hierarchy::new(clustering) })
    }

    fn update(&mut self, map: &Bound<'_, TileMapBase>, clusters_max: i64) -> PyResult<usize> {
        let clusters_max = limit(clusters_max).map_or(usize::MAX, |most| most as usize);
        Ok(self.hierarchy.update(&map.try_borrow()?.map, clusters_max))
    }

    fn search<'py>(
        &self,
        map: &Bound<'py, TileMapBase>,
        start: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        options: PyPathOptions<'py>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let found = {
            let mut held = map.try_borrow_mut()?;
            let TileMapBase { map, scratch, .. } = &mut *held;
            let ends = positions::square(map, start)?.zip(positions::square(map, goal)?);
            ends.zip(options.read(map)?).and_then(|((start, goal), options)| {
                self.hierarchy.search(map, scratch, start, goal, &options)
            })
        };
        found.map(|path| tiles(map, &path)).transpose()
    }

    fn vertices<'py>(&self, map: &Bound<'py, TileMapBase>) -> PyResult<Bound<'py, PyList>> {
        tiles(map, self.hierarchy.graph().squares())
    }

    /// Returns the stored paths between crossings.
    fn paths<'py>(&self, map: &Bound<'py, TileMapBase>) -> PyResult<Vec<Bound<'py, PyList>>> {
        self.hierarchy.graph().paths().iter().map(|path| tiles(map, path)).collect()
    }
}
