//! Work that runs in its own thread, so that the caller's thread stays as it is: it keeps its processors, lets other
//! Python threads run, reacts to Ctrl+C, and runs the functions that play.

use crate::errors;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wag_play::PlayError;
use wag_python::caller_thread::{Call, CallerThread};
use wag_series::SeriesEvent;

/// The time between two checks for Ctrl+C.
const SIGNAL_CHECK: Duration = Duration::from_millis(20);

/// A message from the work to the caller's thread.
enum Message {
    /// A message for the caller's function, as JSON.
    Progress(String),
    /// Python code that runs in the caller's thread.
    Call(Call),
}

/// The messages from the work to the caller.
pub struct Progress {
    sender: Sender<Message>,
    /// Setting this flag stops the work early.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Passes a message to the caller's function.
    pub fn report(&self, message: &Value) {
        // After the end nobody receives the message.
        _ = self.sender.send(Message::Progress(message.to_string()));
    }

    /// Reports how much of the work is done. `total` is `None` if it is unknown, and `workers` without a cluster.
    pub fn done(&self, done: usize, total: Option<usize>, workers: Option<usize>) {
        self.report(&json!({ "done": done, "total": total, "workers": workers }));
    }

    /// Returns a reader that reports the events of many matches.
    pub fn series_events(&self) -> impl FnMut(SeriesEvent<'_>) {
        let mut planned = None;
        move |event| match event {
            SeriesEvent::Planned { total } => planned = Some(total),
            SeriesEvent::Message { text } => self.message(text),
            SeriesEvent::Done { done, workers } => self.done(done, planned, workers),
            SeriesEvent::Compared { comparison, workers } => {
                let (least, most) = comparison.terms().bounds();
                self.report(&json!({
                    "done": 2 * comparison.pairs.len(),
                    "total": null,
                    "workers": workers,
                    "log_likelihood_ratio": comparison.log_ratio(),
                    "bounds": [least, most],
                }));
            }
        }
    }

    /// Reports a sentence of the engine.
    pub fn message(&self, text: &str) {
        self.report(&json!({ "message": text }));
    }
}

/// Work that is about to run in its own thread.
pub struct Task {
    progress: Progress,
    messages: Mutex<Receiver<Message>>,
}

impl Task {
    pub fn new() -> Task {
        let (sender, messages) = channel();
        Task { progress: Progress { sender, stop: Arc::default() }, messages: Mutex::new(messages) }
    }

    /// Returns a handle with which the work runs Python code in the caller's thread.
    pub fn caller_thread(&self) -> CallerThread {
        let sender = self.progress.sender.clone();
        CallerThread::new(move |call| _ = sender.send(Message::Call(call)))
    }

    /// Runs `work` in its own thread, and returns its result, which is JSON. Calls `on_progress`, a Python function or
    /// `None`, with each message, and runs the code that the work sends to this thread. If the caller is interrupted,
    /// or its function or that code raises an exception, the work is stopped first; nothing of it is left running.
    pub fn run(
        self,
        py: Python<'_>,
        on_progress: &Bound<'_, PyAny>,
        work: impl FnOnce(&Progress) -> Result<String, PlayError> + Send + 'static,
    ) -> PyResult<String> {
        let Task { progress, messages } = self;
        let stop = Arc::clone(&progress.stop);
        let thread = std::thread::Builder::new().name("wag".into()).spawn(move || work(&progress))?;
        let mut interrupted = None;
        loop {
            let received = py.detach(|| {
                let messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
                let first = messages.recv_timeout(SIGNAL_CHECK)?;
                // Players that wait for the same policy are asked together.
                Ok(std::iter::once(first).chain(messages.try_iter()).collect::<Vec<_>>())
            });
            let reacted = match received {
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) if thread.is_finished() => break,
                Err(RecvTimeoutError::Timeout) => Ok(()),
                // After an exception, no code of the caller runs any more.
                Ok(_) if interrupted.is_some() => Ok(()),
                Ok(received) => react(py, received, on_progress),
            };
            if let Err(err) = reacted.and_then(|()| py.check_signals()) {
                stop.store(true, Ordering::Relaxed);
                interrupted.get_or_insert(err);
            }
        }
        let result = py.detach(|| thread.join());
        match (interrupted, result) {
            (Some(err), _) => Err(err),
            (None, Ok(result)) => result.map_err(|err| errors::raise(py, &err)),
            (None, Err(_)) => {
                Err(errors::defect(py, "an internal error; please report it with the text above"))
            }
        }
    }
}

/// Passes messages to the caller's function, and runs the calls among them.
fn react(py: Python<'_>, messages: Vec<Message>, on_progress: &Bound<'_, PyAny>) -> PyResult<()> {
    let mut calls = Vec::new();
    for message in messages {
        match message {
            Message::Call(call) => calls.push(call),
            Message::Progress(text) if !on_progress.is_none() => drop(on_progress.call1((text,))?),
            Message::Progress(_) => {}
        }
    }
    Call::run_all(py, calls)
}

/// Runs work that needs no functions of the caller: see [`Task::run`].
pub fn run(
    py: Python<'_>,
    on_progress: &Bound<'_, PyAny>,
    work: impl FnOnce(&Progress) -> Result<String, PlayError> + Send + 'static,
) -> PyResult<String> {
    Task::new().run(py, on_progress, work)
}
