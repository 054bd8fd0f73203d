//! Matches on the workers of a Dask cluster. `python/wag/_dask.py` talks to Dask; this module connects it with the
//! runner, on the machine that distributes the matches and on the workers.

use crate::errors;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wag::cli::executor_args::ExecutorArgs;
use wag_runner::remote::{self, RemoteExecutor, TaskOutcome, TaskReport, Transport, Waited};
use wag_runner::{Executor, LocalPool, PlayError};

/// An object of the class `wag._dask.Transport`.
struct PyTransport(Py<PyAny>);

/// A report of the Python class: task, worker, results, replays, and the reason if the task has failed.
type PyReport = (u64, String, Option<String>, Vec<Vec<u8>>, Option<String>);

impl PyTransport {
    /// Calls a method.
    fn call<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
    ) -> Result<Bound<'py, PyAny>, PlayError> {
        let arguments = arguments.into_pyobject(py).map_err(|err| play_error(py, &err))?;
        self.0.bind(py).call_method1(method, arguments).map_err(|err| play_error(py, &err))
    }
}

impl Transport for PyTransport {
    fn add_files(&mut self, hash: &str, bundle: &[u8]) -> Result<(), PlayError> {
        Python::attach(|py| self.call(py, "add_files", (hash, PyBytes::new(py, bundle))).map(|_| ()))
    }

    fn submit(
        &mut self,
        task: u64,
        batch: &str,
        bundles: &[String],
        avoid: Option<&str>,
    ) -> Result<(), PlayError> {
        Python::attach(|py| self.call(py, "submit", (task, batch, bundles, avoid)).map(|_| ()))
    }

    fn wait(&mut self, time: Duration) -> Result<Waited, PlayError> {
        Python::attach(|py| {
            let waited = self.call(py, "wait", (time.as_secs_f64(),))?;
            let waited: PyResult<(Vec<PyReport>, Vec<String>, usize, usize)> = waited.extract();
            let (reports, messages, workers, threads) = waited.map_err(|err| play_error(py, &err))?;
            Ok(Waited { reports: reports.into_iter().map(report).collect(), messages, workers, threads })
        })
    }

    fn exclude(&mut self, worker: &str, why: &str) {
        _ = Python::attach(|py| self.call(py, "exclude", (worker, why)).map(|_| ()));
    }

    fn cancel(&mut self, tasks: &[u64]) {
        _ = Python::attach(|py| self.call(py, "cancel", (tasks,)).map(|_| ()));
    }
}

impl Drop for PyTransport {
    fn drop(&mut self) {
        _ = Python::attach(|py| self.0.bind(py).call_method0("close").map(|_| ()));
    }
}

fn report((task, worker, results, replays, failed): PyReport) -> TaskReport {
    let outcome = match (results, failed) {
        (Some(results), None) => TaskOutcome::Played { results, replays },
        (_, why) => TaskOutcome::Failed(why.unwrap_or_default()),
    };
    TaskReport { task, worker, outcome }
}

/// Converts an exception to an error of its kind.
fn play_error(py: Python<'_>, err: &PyErr) -> PlayError {
    let usage = py.import("wag.errors").and_then(|module| module.getattr("UsageError"));
    let text = err.value(py).to_string();
    match usage {
        Ok(usage) if err.is_instance(py, &usage) => PlayError::UserError(text),
        _ => PlayError::Io(std::io::Error::other(text)),
    }
}

/// Returns the executor of a call: that of a transport, or the cores of this machine.
pub fn executor(transport: Option<Bound<'_, PyAny>>, jobs: Option<usize>) -> PyResult<Arc<dyn Executor>> {
    let Some(transport) = transport else { return Ok(LocalPool::executor(jobs)) };
    let allow_unsandboxed = transport.getattr("allow_unsandboxed")?.extract()?;
    Ok(Arc::new(RemoteExecutor::new(PyTransport(transport.unbind()), allow_unsandboxed)))
}

/// Connects to the cluster that the command line names.
pub fn connect(options: &ExecutorArgs) -> Result<Arc<dyn Executor>, PlayError> {
    Python::attach(|py| {
        let arguments = (&options.dask, options.jobs, options.allow_unsandboxed);
        let transport = py.import("wag._dask").and_then(|module| module.call_method1("connect", arguments));
        let executor = transport.and_then(|transport| executor(Some(transport), None));
        executor.map_err(|err| play_error(py, &err))
    })
}

/// Plays a batch on a worker. Returns the results as JSON, and the replays.
#[pyfunction]
pub fn play_batch<'py>(
    py: Python<'py>,
    batch: &str,
    files: PathBuf,
) -> PyResult<(String, Vec<Bound<'py, PyBytes>>)> {
    let played = py.detach(|| remote::play_batch(batch, &files));
    let (results, replays) = played.map_err(|err| errors::raise(py, &err))?;
    Ok((results, replays.iter().map(|replay| PyBytes::new(py, replay)).collect()))
}

/// Unpacks a bundle of files on a worker.
#[pyfunction]
pub fn store_files(py: Python<'_>, folder: PathBuf, hash: &str, bundle: &[u8]) -> PyResult<()> {
    let stored = py.detach(|| remote::store_bundle(&folder, hash, bundle));
    stored.map_err(|err| PyOSError::new_err(err.to_string()))
}
