//! The thread of a Python program that has called the engine. The functions of that program run there, so that
//! breakpoints, trace functions, Ctrl+C, thread-local values and context variables behave as in any other call.

use crate::policy::{PolicyAnswer, PolicyRows, RowOrigin};
use pyo3::exceptions::{PyException, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Instant;
use wag_core::game::InvalidAction;

/// A call of Python code in the caller's thread.
pub enum Call {
    /// Code of one player. The error is an exception that ends the caller's call of the engine.
    Code(Box<dyn FnOnce(Python<'_>) -> PyResult<()> + Send>),
    /// Questions to policies.
    Policies(Vec<PolicyCall>),
}

impl Call {
    /// Runs all of these calls. Questions to the same policy become one call of it. The error is an exception that
    /// ends the caller's call of the engine; the remaining calls are dropped.
    pub fn run_all(py: Python<'_>, calls: impl IntoIterator<Item = Call>) -> PyResult<()> {
        let mut questions = Vec::new();
        for call in calls {
            match call {
                Call::Code(code) => code(py)?,
                Call::Policies(some) => questions.extend(some),
            }
        }
        PolicyCall::answer_all(py, questions)
    }

    /// Runs the call in this thread.
    pub fn run_here(self) -> Result<(), Raised> {
        Python::attach(|py| Call::run_all(py, [self])).map_err(Raised)
    }
}

/// An exception of the caller's program, which ends its call of the engine.
#[derive(Debug)]
pub struct Raised(pub PyErr);

/// A handle with which the engine's threads run Python code in the caller's thread.
#[derive(Clone)]
pub struct CallerThread(Arc<dyn Fn(Call) + Send + Sync>);

impl CallerThread {
    /// Returns a handle that passes calls with `send`. It may drop a call, such as after the end of the caller's call.
    pub fn new(send: impl Fn(Call) + Send + Sync + 'static) -> CallerThread {
        CallerThread(Arc::new(send))
    }

    /// Returns a handle that drops all calls, for a thread that is not known yet.
    pub fn unknown() -> CallerThread {
        CallerThread::new(drop)
    }

    /// Sends a call to the caller's thread.
    pub fn send(&self, call: Call) {
        (self.0)(call);
    }

    /// Runs `code` in the caller's thread and waits for its result. Returns `None` if the call was dropped, or if the
    /// code has returned an error, which ends the caller's call.
    pub fn run<T: Send + 'static>(
        &self,
        code: impl FnOnce(Python<'_>) -> PyResult<T> + Send + 'static,
    ) -> Option<T> {
        let (reply, result) = sync_channel(1);
        self.send(Call::Code(Box::new(move |py| {
            let value = code(py)?;
            // The engine's thread waits for the value.
            _ = reply.send(value);
            Ok(())
        })));
        result.recv().ok()
    }
}

impl fmt::Debug for CallerThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CallerThread")
    }
}

/// Returns whether an exception ends the caller's program, or a part of it, instead of being an error of the code that
/// raised it: `KeyboardInterrupt`, `SystemExit` and their like, and the `BdbQuit` of a debugger that is left.
pub fn ends_program(py: Python<'_>, err: &PyErr) -> bool {
    let is_quit = || {
        let debugger = py.import("sys")?.getattr("modules")?.get_item("bdb")?;
        Ok::<bool, PyErr>(err.is_instance(py, &debugger.getattr("BdbQuit")?))
    };
    !err.is_instance_of::<PyException>(py) || is_quit().unwrap_or(false)
}

/// A Python function or object that plays in this process.
#[derive(Clone, Debug)]
pub struct PlayerObject {
    object: Arc<Py<PyAny>>,
    caller: CallerThread,
    /// The name of the policy's game; `None` for other functions and objects.
    policy_game: Option<String>,
}

impl PlayerObject {
    /// Returns a player that runs in the caller's thread. With the name of its game, the object is a policy, of the class
    /// `wag.Policy`.
    pub fn new(object: Py<PyAny>, policy_game: Option<String>, caller: CallerThread) -> PlayerObject {
        PlayerObject { object: Arc::new(object), caller, policy_game }
    }

    /// Returns the same player, which runs in another caller's thread.
    #[must_use]
    pub fn with_caller(&self, caller: CallerThread) -> PlayerObject {
        PlayerObject { caller, ..self.clone() }
    }

    /// Returns the name of the policy's game; `None` if the player is no policy.
    pub fn policy_game(&self) -> Option<&str> {
        self.policy_game.as_deref()
    }

    /// Asks the policy for the actions of these rows. Questions of this thread are sent together, when it waits for the
    /// first answer.
    pub fn ask(&self, rows: PolicyRows) -> PendingAnswer {
        PolicyCall::prepare(self, rows, self.caller.clone())
    }

    /// Returns the thread in which the player runs.
    pub(crate) fn caller(&self) -> &CallerThread {
        &self.caller
    }

    pub(crate) fn shared_object(&self) -> Arc<Py<PyAny>> {
        Arc::clone(&self.object)
    }

    pub(crate) fn object<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.object.bind(py)
    }
}

impl PartialEq for PlayerObject {
    fn eq(&self, other: &PlayerObject) -> bool {
        Arc::ptr_eq(&self.object, &other.object)
    }
}

impl Eq for PlayerObject {}

thread_local! {
    /// The questions of the players of this thread that have not been sent yet. A match asks all its players before it
    /// waits for the first one, so that they are sent together.
    static UNSENT: RefCell<Vec<PolicyCall>> = const { RefCell::new(Vec::new()) };
}

/// An answer that a policy will give.
pub struct PendingAnswer {
    answer: Receiver<PolicyAnswer>,
    caller: CallerThread,
}

impl PendingAnswer {
    /// Sends the questions of this thread, and waits for the answer. Returns `None` if the caller's call of the engine has
    /// ended.
    pub fn wait(self) -> Option<PolicyAnswer> {
        let questions = UNSENT.take();
        if !questions.is_empty() {
            self.caller.send(Call::Policies(questions));
        }
        self.answer.recv().ok()
    }
}

/// A question to a policy, which is answered in the caller's thread.
pub struct PolicyCall {
    policy: PlayerObject,
    rows: PolicyRows,
    reply: SyncSender<PolicyAnswer>,
}

impl PolicyCall {
    /// Prepares a question, which is sent to the caller's thread when this thread waits for an answer.
    pub(crate) fn prepare(policy: &PlayerObject, rows: PolicyRows, caller: CallerThread) -> PendingAnswer {
        let (reply, answer) = sync_channel(1);
        UNSENT.with_borrow_mut(|unsent| unsent.push(PolicyCall { policy: policy.clone(), rows, reply }));
        PendingAnswer { answer, caller }
    }

    /// Returns whether the policy can answer both questions at once.
    fn fits(&self, other: &PolicyCall) -> bool {
        self.policy == other.policy && self.rows.spaces == other.rows.spaces
    }

    /// Answers all questions: calls each policy once with all rows that have the same spaces.
    pub(crate) fn answer_all(py: Python<'_>, mut calls: Vec<PolicyCall>) -> PyResult<()> {
        while let Some(first) = calls.pop() {
            let (mut same, others): (Vec<_>, Vec<_>) = calls.into_iter().partition(|call| call.fits(&first));
            same.push(first);
            let rows: Vec<&PolicyRows> = same.iter().map(|call| &call.rows).collect();
            for (answer, call) in answer(py, &same[0].policy, &rows)?.into_iter().zip(&same) {
                // A match that was stopped does not wait any more.
                _ = call.reply.send(answer);
            }
            calls = others;
        }
        Ok(())
    }
}

/// Calls a policy in this thread, once with all of these rows. Returns an answer for each of the lists.
pub fn answer_here(policy: &PlayerObject, rows: &[&PolicyRows]) -> Result<Vec<PolicyAnswer>, Raised> {
    Python::attach(|py| answer(py, policy, rows)).map_err(Raised)
}

/// Calls a policy once with all of these rows, which have the same spaces. Returns an answer for each of the lists.
fn answer(py: Python<'_>, policy: &PlayerObject, lists: &[&PolicyRows]) -> PyResult<Vec<PolicyAnswer>> {
    let Some(first) = lists.first() else { return Ok(Vec::new()) };
    let (policy, spaces) = (policy.object(py), &first.spaces);
    let count: usize = lists.iter().map(|rows| rows.len()).sum();
    let joined = |part: fn(&PolicyRows) -> &[u8]| {
        let len = lists.iter().map(|rows| part(rows).len()).sum();
        PyByteArray::new_with(py, len, |out| {
            let mut rest = out;
            for rows in lists {
                let (own, after) = std::mem::take(&mut rest).split_at_mut(part(rows).len());
                own.copy_from_slice(part(rows));
                rest = after;
            }
            Ok(())
        })
    };
    let shape = (count, spaces.planes.len(), spaces.rows, spaces.columns);
    let (observations, masks) = (joined(|rows| &rows.observations)?, joined(|rows| &rows.masks)?);
    let began = Instant::now();
    let arguments = (observations, first.dtype, shape, masks, &spaces.actions.shape);
    let actions = policy.call_method1("_answer", arguments)?;
    let time_per_row = began.elapsed() / u32::try_from(count).unwrap_or(u32::MAX).max(1);
    let numbers = actions.cast::<PyBytes>()?.as_bytes().chunks_exact(size_of::<i32>());
    let actions: Vec<i32> =
        numbers.map(|bytes| i32::from_ne_bytes(bytes.try_into().unwrap_or_default())).collect();
    let action_len = spaces.actions.choices.len();
    if actions.len() != count * action_len {
        return Err(PyValueError::new_err("the answer of a policy has another length"));
    }
    let origins = lists.iter().flat_map(|rows| &rows.origins);
    for ((row, action), origin) in actions.chunks_exact(action_len).enumerate().zip(origins) {
        if let Some(invalid) = spaces.actions.find_invalid(action) {
            policy.call_method1("_refuse", (refusal(invalid, row, count, *origin),))?;
        }
    }
    let mut rest = actions.as_slice();
    let part = |rows: &&PolicyRows| {
        let (own, after) = rest.split_at(rows.len() * action_len);
        rest = after;
        PolicyAnswer { actions: own.to_vec(), time_per_row }
    };
    Ok(lists.iter().map(part).collect())
}

/// Describes an action that is out of range.
fn refusal(invalid: InvalidAction, row: usize, rows: usize, origin: RowOrigin) -> String {
    let InvalidAction { entry, number, choices } = invalid;
    let lane = origin.lane.map_or_else(String::new, |lane| format!("match {lane}, "));
    let (seat, round, most) = (origin.seat.number(), origin.round, choices - 1);
    format!(
        "the number {number} at {entry} in row {row} of {rows} ({lane}seat {seat}, round {round}) is out of range; choose 0 to {most}"
    )
}
