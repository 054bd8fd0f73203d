//! Clusters of a board for Python, and paths over them.

use super::places::{self, Asked, limit};
use super::{Board, tiles};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use wag_toolkit::cluster::{Clustering, Crossing, SIZE_MIN};
use wag_toolkit::hierarchy::Hierarchy;

/// A board's clusters. Each call is told the board, which is always the same.
#[pyclass(immutable_type, module = "_aitools")]
pub struct Clusters {
    hierarchy: Hierarchy,
}

#[pymethods]
impl Clusters {
    #[new]
    fn new(board: &Bound<'_, Board>, size: i64, is_corner: bool) -> PyResult<Clusters> {
        let crossing = if is_corner { Crossing::Corner } else { Crossing::Centered };
        let size = u32::try_from(size).unwrap_or(0);
        let clustering = Clustering::new(board.try_borrow()?.ground.grid(), size, crossing);
        let clustering = clustering
            .ok_or_else(|| PyValueError::new_err(format!("a cluster's side is at least {SIZE_MIN} tiles")))?;
        Ok(Clusters { hierarchy: Hierarchy::new(clustering) })
    }

    fn update(&mut self, board: &Bound<'_, Board>, most: i64) -> PyResult<usize> {
        let most = limit(most).map_or(usize::MAX, |most| most as usize);
        Ok(self.hierarchy.update(&board.try_borrow()?.ground, most))
    }

    fn search<'py>(
        &self,
        board: &Bound<'py, Board>,
        start: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        asked: Asked<'py>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let found = {
            let mut held = board.try_borrow_mut()?;
            let Board { ground, scratch, .. } = &mut *held;
            let ends = (places::square(ground, start)?, places::square(ground, goal)?);
            match (ends, asked.terms(ground)?) {
                ((Some(start), Some(goal)), Some(terms)) => {
                    self.hierarchy.search(ground, scratch, start, goal, &terms)
                }
                _ => None,
            }
        };
        found.map(|path| tiles(board, &path)).transpose()
    }

    fn vertices<'py>(&self, board: &Bound<'py, Board>) -> PyResult<Bound<'py, PyList>> {
        tiles(board, self.hierarchy.graph().squares())
    }

    /// The known ways between crossings, as tiles.
    fn paths<'py>(&self, board: &Bound<'py, Board>) -> PyResult<Vec<Bound<'py, PyList>>> {
        self.hierarchy.graph().paths().iter().map(|path| tiles(board, path)).collect()
    }
}
