//! `wag.Replay`: a replay of any game.

use crate::errors::{self, exception};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use serde::Serialize;
use std::fs::File;
use std::path::{Path, PathBuf};
use wag_core::game::{FrameArray, Layout, Seat};
use wag_inspect::trajectory::trajectory;
use wag_replay::{ReplayError, ReplayJson};
use wag_server::pages;

/// A replay's file.
#[pyclass(frozen)]
pub struct ReplayFile {
    path: PathBuf,
    file: File,
    json: Box<dyn ReplayJson>,
}

/// An array: its name, meaning, layout (`"constant"`, `"per_frame"` or `"table"`), axes or columns, numpy type, shape and
/// numbers in C order. Tables have a column `round` in front.
type Array<'py> = (
    &'static str,
    &'static str,
    &'static str,
    Vec<&'static str>,
    String,
    Vec<usize>,
    Bound<'py, PyByteArray>,
);

/// A trajectory: the numpy type and the shape of an observation, the shape of an action, the observations, the masks, the
/// actions, whether each is exact, the rewards, the rounds, and whether the match was played to its end.
type PyTrajectory<'py> = (
    &'static str,
    [usize; 3],
    Vec<usize>,
    Bound<'py, PyByteArray>,
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<f32>>,
    Bound<'py, PyArray1<u32>>,
    bool,
);

#[pymethods]
impl ReplayFile {
    /// Opens a replay.
    #[new]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<ReplayFile> {
        let opened = py.detach(|| {
            let file = wag_play::recorded::open(&path).map_err(|err| err.to_string())?;
            let json = file.try_clone().map_err(ReplayError::from).and_then(wag_games::json_replay);
            Ok((file, json.map_err(|err| describe(&path, &err))?))
        });
        let (file, json) = opened.map_err(|err: String| exception(py, "ReplayError", &err))?;
        Ok(ReplayFile { path, file, json })
    }

    /// Returns the header as JSON, as docs/en/json.md describes it.
    fn header(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, || to_json(&self.json.header()?))
    }

    /// Returns the explanation of the match as JSON, as docs/en/json.md describes it.
    fn explanation(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, || to_json(&self.json.explain()?))
    }

    /// Returns the number of chunks.
    fn chunks(&self) -> u32 {
        self.json.chunks()
    }

    /// Returns a chunk as JSON, as docs/en/json.md describes it.
    fn chunk(&self, py: Python<'_>, number: u32) -> PyResult<String> {
        self.read(py, || {
            let chunk = self.json.chunk(number)?;
            match chunk.damaged {
                Some((first, last)) => Err(ReplayError::Damaged { first, last }),
                None => to_json(&chunk),
            }
        })
    }

    /// Returns the positions as arrays.
    fn frames<'py>(&self, py: Python<'py>) -> PyResult<Vec<Array<'py>>> {
        let arrays = self.read(py, || wag_games::frame_arrays(self.file.try_clone()?))?;
        Ok(arrays.into_arrays().into_iter().map(|array| convert(py, &array)).collect())
    }

    /// Returns what the player on a seat, counted from 0, has seen and done.
    fn trajectory<'py>(&self, py: Python<'py>, seat: u8) -> PyResult<PyTrajectory<'py>> {
        let played = py.detach(|| {
            let file = self.file.try_clone().map_err(ReplayError::from);
            let opened = file.and_then(wag_games::open_replay);
            let (game, blocks) = wag_play::recorded::named(&self.path, opened)?;
            trajectory(game, blocks, &self.path, Seat(seat))
        });
        let played = played.map_err(|err| errors::raise(py, &err))?;
        Ok((
            played.dtype,
            [played.spaces.planes.len(), played.spaces.rows, played.spaces.columns],
            played.spaces.actions.shape,
            PyByteArray::new(py, &played.observations),
            PyArray1::from_vec(py, played.masks),
            PyArray1::from_vec(py, played.actions),
            PyArray1::from_vec(py, played.exact),
            PyArray1::from_vec(py, played.rewards),
            PyArray1::from_vec(py, played.rounds),
            played.is_complete,
        ))
    }

    /// Returns a complete HTML page that shows the replay, without the source code of the players.
    fn page(&self, py: Python<'_>) -> PyResult<String> {
        self.read(py, || pages::page_with_replay(&*self.json, false))
    }
}

impl ReplayFile {
    /// Reads something while other Python threads run.
    fn read<T: Send>(
        &self,
        py: Python<'_>,
        read: impl FnOnce() -> Result<T, ReplayError> + Send,
    ) -> PyResult<T> {
        py.detach(read).map_err(|err| exception(py, "ReplayError", &describe(&self.path, &err)))
    }
}

fn to_json(value: &impl Serialize) -> Result<String, ReplayError> {
    serde_json::to_string(value).map_err(|err| std::io::Error::from(err).into())
}

fn describe(path: &Path, err: &ReplayError) -> String {
    format!("{}: {err}", path.display())
}

fn convert<'py>(py: Python<'py>, array: &FrameArray) -> Array<'py> {
    let info = array.info;
    let (layout, names) = match info.layout {
        Layout::Constant(axes) => ("constant", axes.to_vec()),
        Layout::PerFrame(axes) => ("per_frame", [&["round"], axes].concat()),
        Layout::Table(columns) => {
            ("table", ["round"].into_iter().chain(columns.iter().map(|column| column.name)).collect())
        }
    };
    let numbers = PyByteArray::new(py, array.bytes());
    (info.name, info.meaning, layout, names, info.number.name().to_string(), array.shape(), numbers)
}
