//! Work that runs in its own thread, so that the caller's thread stays as it is: it keeps its processors, lets other
//! Python threads run, and reacts to Ctrl+C.

use crate::errors;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wag_play::PlayError;
use wag_series::SeriesEvent;

/// The time between two checks for Ctrl+C.
const SIGNAL_CHECK: Duration = Duration::from_millis(20);

/// The messages from the work to the caller.
pub struct Progress {
    sender: Sender<String>,
    /// Setting this flag stops the work early.
    pub stop: Arc<AtomicBool>,
}

impl Progress {
    /// Passes a message to the caller's function.
    pub fn report(&self, message: &Value) {
        // After the end nobody receives the message.
        _ = self.sender.send(message.to_string());
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

/// Runs `work` in its own thread, and returns its result, which is JSON. Calls `on_progress`, a Python function or
/// `None`, with each message. If the caller is interrupted or its function raises an exception, the work is stopped
/// first; nothing of it is left running.
pub fn run(
    py: Python<'_>,
    on_progress: &Bound<'_, PyAny>,
    work: impl FnOnce(&Progress) -> Result<String, PlayError> + Send + 'static,
) -> PyResult<String> {
    let (sender, messages) = channel();
    let messages = Mutex::new(messages);
    let stop = Arc::new(AtomicBool::new(false));
    let progress = Progress { sender, stop: Arc::clone(&stop) };
    let thread = std::thread::Builder::new().name("wag".into()).spawn(move || work(&progress))?;
    let mut interrupted = None;
    loop {
        let message =
            py.detach(|| messages.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(SIGNAL_CHECK));
        let reacted = match &message {
            Ok(message) if !on_progress.is_none() => on_progress.call1((message,)).map(|_| ()),
            Err(RecvTimeoutError::Disconnected) => break,
            _ => Ok(()),
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
        (None, Err(_)) => Err(errors::defect(py, "an internal error; please report it with the text above")),
    }
}
