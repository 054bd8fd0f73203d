//! Policies of the caller's program: functions that answer many observations at once.

use crate::caller_thread::{Call, CallerThread, Raised};
use crate::worker::turn::in_process::PlayerObject;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use std::cell::RefCell;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};
use wag_core::game::{Element, Environment, InvalidAction, Seat, Spaces};

/// The observations and masks of seats that wait for a policy, one row for each seat. All rows have the same spaces.
#[derive(Clone, Debug)]
pub struct PolicyRows {
    spaces: Arc<Spaces>,
    /// The type of the numbers of an observation in numpy.
    dtype: &'static str,
    /// The bytes of the observations, in the machine's byte order, and of the masks.
    observations: Vec<u8>,
    masks: Vec<u8>,
    origins: Vec<RowOrigin>,
}

/// Where a row comes from, for messages.
#[derive(Clone, Copy, Debug)]
pub struct RowOrigin {
    /// The number of the match in its vector, from 0; `None` for a single match or a match of a series.
    pub lane: Option<usize>,
    pub seat: Seat,
    pub round: u32,
}

impl PolicyRows {
    pub fn new<G: Environment>(spaces: Arc<Spaces>) -> PolicyRows {
        let (observations, masks, origins) = (Vec::new(), Vec::new(), Vec::new());
        PolicyRows { spaces, dtype: G::Element::DTYPE.name(), observations, masks, origins }
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    pub fn is_empty(&self) -> bool {
        self.origins.is_empty()
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.observations.clear();
        self.masks.clear();
        self.origins.clear();
    }

    /// Adds the row of a seat.
    pub fn push<E: Element>(&mut self, observation: &[E], mask: &[i8], origin: RowOrigin) {
        E::write(observation, &mut self.observations);
        self.masks.extend(mask.iter().map(|allowed| *allowed as u8));
        self.origins.push(origin);
    }

    /// Adds the rows of others, which have the same spaces.
    pub fn append(&mut self, others: &PolicyRows) {
        self.observations.extend_from_slice(&others.observations);
        self.masks.extend_from_slice(&others.masks);
        self.origins.extend_from_slice(&others.origins);
    }
}

/// The answer of a policy.
#[derive(Clone, Debug)]
pub struct PolicyAnswer {
    /// The actions of all rows. Each is in the action space.
    pub actions: Vec<i32>,
    /// The time of the policy's call, divided by the number of rows that it answered.
    pub time_per_row: Duration,
}

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
