//! Matches on the workers of a Dask cluster. `python/wag/_dask.py` talks to Dask; this module connects it with
//! `wag_series`, on the machine that distributes the matches and on the workers.

use crate::errors;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use wag::cli::executor_args::ExecutorArgs;
use wag_play::PlayError;
use wag_series::remote::{self, Answer, RemoteExecutor, TaskOutcome, TaskReport, Transport, Waited};
use wag_series::{Executor, LocalPool};

/// An object of the class `wag._dask.Transport`.
struct PyTransport(Py<PyAny>);

/// A report of the Python class: task, worker, answer, and the reason if the task has failed.
type PyReport<'py> = (u64, String, Option<Bound<'py, PyBytes>>, Option<String>);

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

    fn remove_files(&mut self, hashes: &[String]) {
        _ = Python::attach(|py| self.call(py, "remove_files", (hashes,)).map(|_| ()));
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

    fn worker_of(&mut self, task: u64) -> Option<String> {
        Python::attach(|py| self.call(py, "worker_of", (task,)).ok()?.extract().ok()?)
    }

    fn deliver(&mut self, task: u64, bundles: &[String]) -> Result<(), PlayError> {
        Python::attach(|py| self.call(py, "deliver", (task, bundles)).map(|_| ()))
    }

    fn wait(&mut self, time: Duration) -> Result<Waited, PlayError> {
        Python::attach(|py| {
            let waited = self.call(py, "wait", (time.as_secs_f64(),))?;
            let waited: PyResult<(Vec<PyReport<'_>>, usize, usize)> = waited.extract();
            let (reports, workers, threads) = waited.map_err(|err| play_error(py, &err))?;
            Ok(Waited { reports: reports.into_iter().map(report).collect(), workers, threads })
        })
    }

    fn exclude(&mut self, worker: &str, why: &str) {
        _ = Python::attach(|py| self.call(py, "exclude", (worker, why)).map(|_| ()));
    }

    fn allow(&mut self, worker: &str) {
        _ = Python::attach(|py| self.call(py, "allow", (worker,)).map(|_| ()));
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

fn report((task, worker, answer, failed): PyReport<'_>) -> TaskReport {
    let outcome = match (answer, failed) {
        (Some(answer), None) => TaskOutcome::Answered(answer.as_bytes().to_vec()),
        (_, why) => TaskOutcome::Failed(why.unwrap_or_default()),
    };
    TaskReport { task, worker, outcome }
}

/// Converts an exception to an error of its kind.
fn play_error(py: Python<'_>, err: &PyErr) -> PlayError {
    let usage = py.import("wag.errors").and_then(|module| module.getattr("UsageError"));
    let text = err.value(py).to_string();
    match usage {
        Ok(usage) if err.is_instance(py, &usage) => PlayError::UserError(text.into()),
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
    let allow_unsandboxed = options.allow_unsandboxed || options.dask.as_deref() == Some("local");
    let transport = opened("connect", (&options.dask, options.jobs, options.allow_unsandboxed))?;
    Ok(Arc::new(RemoteExecutor::new(transport, allow_unsandboxed)))
}

/// Connects a server for classes to the cluster with this address.
pub fn connect_server(address: &str) -> Result<Box<dyn Transport>, PlayError> {
    Ok(Box::new(opened("connect_server", (address,))?))
}

/// Calls a function of `wag._dask` that returns a transport.
fn opened(
    function: &str,
    arguments: impl for<'py> IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> Result<PyTransport, PlayError> {
    Python::attach(|py| {
        let arguments = arguments.into_pyobject(py).map_err(|err| play_error(py, &err))?;
        let transport = py.import("wag._dask").and_then(|module| module.call_method1(function, arguments));
        Ok(PyTransport(transport.map_err(|err| play_error(py, &err))?.unbind()))
    })
}

/// Does the job of a server for classes on a worker. Returns its answer.
#[pyfunction]
pub fn do_job<'py>(py: Python<'py>, job: &str, files: PathBuf) -> PyResult<Bound<'py, PyBytes>> {
    let answer =
        py.detach(|| wag_server::work::do_job(job, &files)).map_err(|err| errors::raise(py, &err))?;
    bytes(py, &answer)
}

/// Plays a batch on a worker. Returns its answer.
#[pyfunction]
pub fn play_batch<'py>(py: Python<'py>, batch: &str, files: PathBuf) -> PyResult<Bound<'py, PyBytes>> {
    let answer = py.detach(|| remote::play_batch(batch, &files)).map_err(|err| errors::raise(py, &err))?;
    bytes(py, &answer)
}

/// Returns the answer of a worker that does not play: its kind, and the reason or the missing bundles.
#[pyfunction]
pub fn answer<'py>(py: Python<'py>, kind: &str, text: &str) -> PyResult<Bound<'py, PyBytes>> {
    let answer =
        Answer::of_kind(kind, text).ok_or_else(|| PyValueError::new_err("unknown kind of answer"))?;
    bytes(py, &answer)
}

fn bytes<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyBytes>> {
    let bytes = answer.to_bytes().map_err(|err| PyValueError::new_err(err.to_string()))?;
    Ok(PyBytes::new(py, &bytes))
}

/// Unpacks a bundle of files on a worker.
#[pyfunction]
pub fn store_files(py: Python<'_>, folder: PathBuf, hash: &str, bundle: &[u8]) -> PyResult<()> {
    let stored = py.detach(|| remote::store_bundle(&folder, hash, bundle));
    stored.map_err(|err| PyOSError::new_err(err.to_string()))
}
