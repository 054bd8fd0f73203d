//! Environments for reinforcement learning: `wag.env` and `wag.vector_env`.

use crate::errors::{self, exception};
use crate::games::game;
use crate::objects::{self, Objects};
use numpy::{PyReadonlyArrayDyn, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ThreadId;
use wag_core::arena::Rewards;
use wag_core::game::{Dtype, GameInfo, Observation, Seat, Spaces, Standing};
use wag_core::problem::Problem;
use wag_environments::{
    AnyMatch, AnyVector, EnvironmentPlan, EnvironmentRequest, OutsideError, SavedMatch, SavedVector,
    StepError, VectorBuffers,
};
use wag_games::KnownGame;
use wag_play::{PlayError, RawOptions, with_objects};
use wag_python::caller_thread::{CallerThread, Raised};

/// The arguments of `wag.env` and `wag.vector_env`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    game: String,
    players: Option<usize>,
    opponents: Vec<String>,
    /// The weights of the opponents, if each match draws one of them.
    weights: Option<Vec<f64>>,
    /// The possible seats of the learner; `None` for all.
    seats: Option<Vec<usize>>,
    rewards: RewardRule,
    options: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum RewardRule {
    Figure,
    Win,
}

impl Request {
    fn plan(self, objects: Objects) -> Result<(KnownGame, EnvironmentPlan), PlayError> {
        let game = game(&self.game)?;
        let options: RawOptions = self.options.into_iter().collect();
        let rewards = match self.rewards {
            RewardRule::Figure => Rewards::Figure,
            RewardRule::Win => Rewards::Win,
        };
        let request = EnvironmentRequest {
            options: &options,
            players: self.players,
            opponents: &self.opponents,
            weights: self.weights.as_deref(),
            learner_seats: self.seats.as_deref(),
            rewards,
        };
        let players = objects::players(objects, &CallerThread::unknown());
        with_objects(players, || Ok((game, EnvironmentPlan::new(game.info, &request)?)))
    }
}

/// A value that can be closed. It is only locked while Python's global lock is released, or a thread that holds one of
/// the two locks could wait for the other one forever.
struct Closable<T> {
    value: Mutex<Option<T>>,
    /// The thread that uses the value.
    user: Mutex<Option<ThreadId>>,
}

impl<T: Send> Closable<T> {
    fn new(value: T) -> Closable<T> {
        Closable { value: Mutex::new(Some(value)), user: Mutex::new(None) }
    }

    /// Calls `with` without Python's global lock. The result is an exception if the value was closed, or if a function of
    /// the caller that plays in the environment uses it.
    fn with<R: Send>(&self, py: Python<'_>, with: impl FnOnce(&mut T) -> R + Send) -> PyResult<R> {
        self.check_unused(py)?;
        let result = py.detach(|| {
            let mut value = self.lock();
            self.set_user(Some(std::thread::current().id()));
            let result = value.as_mut().map(with);
            self.set_user(None);
            result
        });
        result
            .ok_or_else(|| exception(py, "EnvironmentClosed", "the environment is closed; create a new one"))
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.check_unused(py)?;
        py.detach(|| drop(self.lock().take()));
        Ok(())
    }

    /// Returns an exception if this thread uses the value already.
    fn check_unused(&self, py: Python<'_>) -> PyResult<()> {
        let user = *self.user.lock().unwrap_or_else(PoisonError::into_inner);
        if user == Some(std::thread::current().id()) {
            let what = "a player cannot use the environment that waits for its action";
            return Err(exception(py, "UsageError", what));
        }
        Ok(())
    }

    fn set_user(&self, user: Option<ThreadId>) {
        *self.user.lock().unwrap_or_else(PoisonError::into_inner) = user;
    }

    fn lock(&self) -> MutexGuard<'_, Option<T>> {
        self.value.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A match that is played step by step.
#[pyclass(frozen, module = "wag._wag")]
pub struct Environment {
    played: Closable<Box<dyn AnyMatch>>,
    info: &'static GameInfo,
}

#[pymethods]
impl Environment {
    #[new]
    fn new(py: Python<'_>, request: &str, objects: Objects) -> PyResult<Environment> {
        let request: Request = crate::parse(py, request)?;
        let opened = py.detach(|| {
            let (game, plan) = request.plan(objects)?;
            Ok((game.info, wag_environments::open(game, plan)?))
        });
        let (info, played) = opened.map_err(|err: PlayError| errors::raise(py, &err))?;
        Ok(Environment { played: Closable::new(played), info })
    }

    /// Returns the declaration of the spaces, as JSON.
    fn spaces(&self, py: Python<'_>) -> PyResult<String> {
        let info = self.info;
        self.played.with(py, |played| {
            declaration(info, played.spaces(), played.dtype(), played.agents()).to_string()
        })
    }

    /// Raises `UsageError` if a player that the environment waits for calls this.
    fn check_unused(&self, py: Python<'_>) -> PyResult<()> {
        self.played.check_unused(py)
    }

    /// Starts the match. Returns whether it is already over.
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<bool> {
        let reset = self.played.with(py, |played| played.reset(seed).map(|()| played.round().is_none()))?;
        reset.map_err(|err| raise_outside(py, err))
    }

    /// Plays a step, and writes the rewards. Returns whether the match is over.
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i32>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
    ) -> PyResult<bool> {
        let (actions, rewards) = (actions.as_slice()?, rewards.as_slice_mut()?);
        let step = self.played.with(py, |played| {
            let step = played.step(actions).and_then(|()| {
                played.take_rewards(rewards)?;
                Ok((played.round().is_none(), played.failure()))
            });
            step.map_err(|err| (err, played.take_error()))
        })?;
        match step.map_err(|err| raise_all(py, err))? {
            (_, Some(problem)) => Err(errors::raise(py, &PlayError::GameFailed(Box::new(problem)))),
            (is_over, None) => Ok(is_over),
        }
    }

    /// Writes the observations, the masks, and which agents act.
    fn observe(
        &self,
        py: Python<'_>,
        observations: ObservationArray<'_>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        mut acting: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let mut observations = observations;
        let observations = observations.buffer()?;
        let (masks, acting) = (masks.as_slice_mut()?, acting.as_slice_mut()?);
        let observed = self.played.with(py, |played| {
            played.observe(observations)?;
            played.mask(masks)?;
            played.acting(acting)
        })?;
        observed.map_err(|err| raise(py, &err))
    }

    /// Returns the place and the figures of each seat, as JSON. The figures are pairs, the deciding one first.
    fn standings(&self, py: Python<'_>) -> PyResult<String> {
        let standings = self.played.with(py, |played| played.standings())?;
        let seat = |(seat, standing): (usize, &Standing)| json!({ "seat": seat + 1, "place": standing.place, "figures": standing.figures });
        Ok(standings.iter().enumerate().map(seat).collect::<Value>().to_string())
    }

    fn picture(&self, py: Python<'_>) -> PyResult<String> {
        self.played.with(py, |played| played.picture())
    }

    /// Returns the width of the board, and for each square its kind and its owner: the seat from 1, or 0.
    fn sight<'py>(&self, py: Python<'py>) -> PyResult<(usize, Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let sight = self.played.with(py, |played| played.sight())?;
        let tones: Vec<u8> = sight.cells.iter().map(|cell| cell.tone as u8).collect();
        let owners: Vec<u8> = sight.cells.iter().map(|cell| cell.owner.map_or(0, Seat::number)).collect();
        Ok((sight.width, PyBytes::new(py, &tones), PyBytes::new(py, &owners)))
    }

    /// Returns the seats of the agents, from 1.
    fn seats(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.played.with(py, |played| played.agents().iter().map(|seat| seat.number()).collect())
    }

    fn save(&self, py: Python<'_>) -> PyResult<Saved> {
        Ok(Saved(Mutex::new(self.played.with(py, |played| played.save())?)))
    }

    fn load(&self, py: Python<'_>, saved: &Saved) -> PyResult<()> {
        let loaded = self
            .played
            .with(py, |played| played.load(&saved.0.lock().unwrap_or_else(PoisonError::into_inner)))?;
        match loaded.map_err(|err| raise_outside(py, err))? {
            true => Ok(()),
            false => Err(exception(
                py,
                "UsageError",
                "the match was saved by an environment of another game or board",
            )),
        }
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.played.close(py)
    }
}

/// A copy of a match. It can be pickled.
#[pyclass(frozen, module = "wag._wag")]
pub struct Saved(Mutex<SavedMatch>);

#[pymethods]
impl Saved {
    #[new]
    fn new(bytes: Vec<u8>) -> Saved {
        Saved(Mutex::new(SavedMatch::from_bytes(bytes)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        let bytes = slf.get().0.lock().unwrap_or_else(PoisonError::into_inner).bytes();
        (slf.get_type(), (PyBytes::new(slf.py(), &bytes),))
    }

    // Nothing changes a saved match, so copies are the same object, which has the memory of built-in opponents.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// A copy of the matches of a vector. It can be pickled.
#[pyclass(frozen, module = "wag._wag")]
pub struct SavedMatches(Mutex<SavedVector>);

#[pymethods]
impl SavedMatches {
    #[new]
    fn new(bytes: Vec<u8>) -> SavedMatches {
        SavedMatches(Mutex::new(SavedVector::from_bytes(bytes)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        let bytes = slf.get().0.lock().unwrap_or_else(PoisonError::into_inner).bytes();
        (slf.get_type(), (PyBytes::new(slf.py(), &bytes),))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
}

/// Many matches that are played step by step.
#[pyclass(frozen, module = "wag._wag")]
pub struct VectorEnvironment {
    vector: Closable<Box<dyn AnyVector>>,
    info: &'static GameInfo,
}

impl VectorEnvironment {
    /// Plays, and raises the error or the failure of a game.
    fn play(
        &self,
        py: Python<'_>,
        play: impl FnOnce(&mut dyn AnyVector) -> Result<(), StepError> + Send,
    ) -> PyResult<()> {
        let played = self.vector.with(py, |vector| {
            let played = play(vector.as_mut()).map_err(|err| (err, vector.take_error()));
            played.map(|()| vector.failure().cloned())
        })?;
        raise_failure(py, played)
    }
}

/// Returns the arrays of a caller as the buffers of a vector.
fn borrow<'b>(
    observations: &'b mut ObservationArray<'_>,
    masks: &'b mut PyReadwriteArrayDyn<'_, i8>,
    rewards: &'b mut PyReadwriteArrayDyn<'_, f32>,
    terminations: &'b mut PyReadwriteArrayDyn<'_, u8>,
    acting: &'b mut PyReadwriteArrayDyn<'_, u8>,
) -> PyResult<VectorBuffers<'b>> {
    Ok(VectorBuffers {
        observations: observations.buffer()?,
        masks: masks.as_slice_mut()?,
        rewards: rewards.as_slice_mut()?,
        terminations: terminations.as_slice_mut()?,
        acting: acting.as_slice_mut()?,
    })
}

#[pymethods]
impl VectorEnvironment {
    #[new]
    fn new(
        py: Python<'_>,
        request: &str,
        objects: Objects,
        count: usize,
        threads: usize,
        restarts: bool,
    ) -> PyResult<VectorEnvironment> {
        let request: Request = crate::parse(py, request)?;
        let opened = py.detach(|| {
            let (game, plan) = request.plan(objects)?;
            Ok((game.info, wag_environments::open_vector(game, &plan, count, threads, restarts)?))
        });
        let (info, vector) = opened.map_err(|err: PlayError| errors::raise(py, &err))?;
        Ok(VectorEnvironment { vector: Closable::new(vector), info })
    }

    /// Returns the declaration of the spaces, as JSON.
    fn spaces(&self, py: Python<'_>) -> PyResult<String> {
        let info = self.info;
        self.vector.with(py, |vector| {
            declaration(info, vector.spaces(), vector.dtype(), vector.agents()).to_string()
        })
    }

    /// Raises `UsageError` if a player that the environment waits for calls this.
    fn check_unused(&self, py: Python<'_>) -> PyResult<()> {
        self.vector.check_unused(py)
    }

    /// Starts all matches, and fills the buffers.
    #[allow(clippy::too_many_arguments)]
    fn reset(
        &self,
        py: Python<'_>,
        seed: u64,
        mut observations: ObservationArray<'_>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut terminations: PyReadwriteArrayDyn<'_, u8>,
        mut acting: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let buffers = borrow(&mut observations, &mut masks, &mut rewards, &mut terminations, &mut acting)?;
        self.play(py, |vector| vector.reset(seed, buffers))
    }

    /// Plays a step of all matches, and fills the buffers.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArrayDyn<'_, i32>,
        mut observations: ObservationArray<'_>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut terminations: PyReadwriteArrayDyn<'_, u8>,
        mut acting: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let actions = actions.as_slice()?;
        let buffers = borrow(&mut observations, &mut masks, &mut rewards, &mut terminations, &mut acting)?;
        self.play(py, |vector| vector.step(actions, buffers))
    }

    /// Starts the matches again whose termination is 1, and writes what their agents see.
    #[allow(clippy::too_many_arguments)]
    fn restart(
        &self,
        py: Python<'_>,
        seeds: Vec<u64>,
        mut observations: ObservationArray<'_>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut terminations: PyReadwriteArrayDyn<'_, u8>,
        mut acting: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let buffers = borrow(&mut observations, &mut masks, &mut rewards, &mut terminations, &mut acting)?;
        self.play(py, |vector| vector.restart(&seeds, buffers))
    }

    /// Writes what the agents see.
    fn observe(
        &self,
        py: Python<'_>,
        mut observations: ObservationArray<'_>,
        mut masks: PyReadwriteArrayDyn<'_, i8>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut terminations: PyReadwriteArrayDyn<'_, u8>,
        mut acting: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let buffers = borrow(&mut observations, &mut masks, &mut rewards, &mut terminations, &mut acting)?;
        let observed = self.vector.with(py, |vector| vector.observe(buffers))?;
        observed.map_err(|err| raise(py, &err))
    }

    fn save(&self, py: Python<'_>) -> PyResult<SavedMatches> {
        Ok(SavedMatches(Mutex::new(self.vector.with(py, |vector| vector.save())?)))
    }

    fn load(&self, py: Python<'_>, saved: &SavedMatches) -> PyResult<()> {
        let loaded = self.vector.with(py, |vector| {
            let saved = saved.0.lock().unwrap_or_else(PoisonError::into_inner);
            vector.load(&saved).map_err(|err| (err, vector.take_error()))
        })?;
        match loaded.map_err(|err| raise_all(py, err))? {
            true => Ok(()),
            false => Err(exception(
                py,
                "UsageError",
                "the matches were saved by a vector of another game, board or number of matches",
            )),
        }
    }

    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.vector.close(py)
    }

    /// Returns the seat of each agent, from 1, one match after the other.
    fn seats(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.vector.with(py, |vector| vector.seats().into_iter().map(Seat::number).collect())
    }
}

/// An array for observations, of one of their types.
#[derive(FromPyObject)]
enum ObservationArray<'py> {
    #[pyo3(transparent, annotation = "an array of uint8")]
    U8(PyReadwriteArrayDyn<'py, u8>),
    #[pyo3(transparent, annotation = "an array of uint16")]
    U16(PyReadwriteArrayDyn<'py, u16>),
    #[pyo3(transparent, annotation = "an array of float32")]
    F32(PyReadwriteArrayDyn<'py, f32>),
}

impl ObservationArray<'_> {
    fn buffer(&mut self) -> PyResult<Observation<'_>> {
        Ok(match self {
            ObservationArray::U8(array) => Observation::U8(array.as_slice_mut()?),
            ObservationArray::U16(array) => Observation::U16(array.as_slice_mut()?),
            ObservationArray::F32(array) => Observation::F32(array.as_slice_mut()?),
        })
    }
}

/// Returns the spaces in the form that `python/wag/environments.py` reads.
fn declaration(info: &GameInfo, spaces: &Spaces, dtype: Dtype, agents: &[Seat]) -> Value {
    let plane = |plane: &wag_core::game::Plane| json!({ "name": plane.name, "meaning": plane.meaning, "most": plane.most });
    json!({
        "game": info.name,
        "simultaneous": info.simultaneous,
        "agents": agents.iter().map(|seat| seat.0).collect::<Vec<_>>(),
        "planes": spaces.planes.iter().map(plane).collect::<Vec<_>>(),
        "rows": spaces.rows,
        "columns": spaces.columns,
        "dtype": dtype.name(),
        "action_shape": spaces.actions.shape,
        "choices": spaces.actions.choices,
        "action_meanings": spaces.actions.meanings,
    })
}

/// An error of a step, and the reason if another player has failed.
type FailedStep = (StepError, Option<OutsideError>);

/// Raises the error of a step of many matches, or the failure of a game in it.
fn raise_failure(py: Python<'_>, step: Result<Option<Problem>, FailedStep>) -> PyResult<()> {
    match step.map_err(|err| raise_all(py, err))? {
        Some(problem) => Err(errors::raise(py, &PlayError::GameFailed(Box::new(problem)))),
        None => Ok(()),
    }
}

fn raise_all(py: Python<'_>, (err, other): FailedStep) -> PyErr {
    match other {
        Some(other) => raise_outside(py, other),
        None => raise(py, &err),
    }
}

/// Returns the exception of a function of the caller, or that for another error of a player.
fn raise_outside(py: Python<'_>, err: OutsideError) -> PyErr {
    match err {
        OutsideError::Raised(Raised(err)) => err,
        OutsideError::Play(err) => errors::raise(py, &err),
    }
}

/// Converts an error of a step to an exception.
fn raise(py: Python<'_>, err: &StepError) -> PyErr {
    match err {
        StepError::Over => exception(py, "ResetNeeded", "the match is over or has not begun; call reset()"),
        StepError::WrongLength { what, needed, given } => exception(
            py,
            "UsageError",
            &format!("{what} must have {needed} elements of the right type, not {given}"),
        ),
        StepError::Outside => errors::defect(py, "a player has failed"),
        StepError::Threads => errors::defect(py, "the system provides no more threads"),
        StepError::Invalid { index, agent, invalid } => exception(
            py,
            "InvalidAction",
            &format!(
                "match {index}, agent {agent}: the number {} at {} is out of range; choose 0 to {}",
                invalid.number,
                invalid.entry,
                invalid.choices - 1
            ),
        ),
    }
}
