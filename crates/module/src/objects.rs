//! Players that are functions, objects or policies of the caller's program.

use crate::task::{Progress, Task};
use pyo3::prelude::*;
use wag_play::{PlayError, PlayerObjects, with_objects};
use wag_python::PlayerObject;
use wag_python::caller_thread::CallerThread;

/// The objects that play in a call: the name of each in its player spec, the object, and the policy's game or `None`.
pub type Objects = Vec<(String, Py<PyAny>, Option<String>)>;

/// Returns the objects as players that run in this caller's thread.
pub fn players(objects: Objects, caller: &CallerThread) -> PlayerObjects {
    let player = |(name, object, game)| (name, PlayerObject::new(object, game, caller.clone()));
    objects.into_iter().map(player).collect()
}

/// Runs work as [`Task::run`] does. The player specs in it may name these objects.
pub fn run(
    py: Python<'_>,
    on_progress: &Bound<'_, PyAny>,
    objects: Objects,
    work: impl FnOnce(&Progress) -> Result<String, PlayError> + Send + 'static,
) -> PyResult<String> {
    let task = Task::new();
    let players = players(objects, &task.caller_thread());
    task.run(py, on_progress, move |progress| with_objects(players, || work(progress)))
}
