//! Plays a two-player game for the web pages, as `wag two-player` does, but without a terminal and in the sandbox.
//!
//! The user's code is untrusted, like an AI: none of it runs before the process has entered the sandbox, its output
//! goes only to the pages, and it cannot write to the pipes itself.

use crate::protocol::frames::{FrameReader, write_frame};
use crate::worker::process::interpreter::{self, Prepared};
use crate::worker::scripts::script;
use pyo3::exceptions::{PyBrokenPipeError, PyValueError};
use pyo3::prelude::*;
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::io::fcntl_dupfd_cloexec;
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use wag_sandbox::Bounds;
use wag_sandbox::confine;
use wag_sandbox::confine::{Channel, Places};
use wag_sandbox::descriptors::OWN_FDS_FROM;
use wag_sandbox::descriptors::close_inherited;
use wag_sandbox::process::{die_with_parent, keep_from_children, leave};

/// The maximum length of a line to the engine, in bytes.
pub const LINE_MAX: usize = 256 * 1024;
/// The name of the Python module that plays the game.
const TABLE: &str = "_wag_table";

/// The part of the request that concerns the sandbox; the Python module reads the rest.
#[derive(Deserialize)]
struct Setting {
    /// The folders of the user's files.
    folders: Vec<PathBuf>,
    bounds: Bounds,
}

/// Plays the game that the engine requests on standard input, and reports on standard output.
pub fn run() -> u8 {
    close_inherited();
    die_with_parent();
    let Ok((requests, answers)) = take_channel() else {
        eprintln!("wag: this is an inner command of wag itself; run `wag --help`");
        return 2;
    };
    leave(play(requests, answers).is_ok())
}

/// Takes over the pipes from standard input and output, and replaces standard input and output with `/dev/null`.
fn take_channel() -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    let requests = fcntl_dupfd_cloexec(rustix::stdio::stdin(), OWN_FDS_FROM)?;
    let answers = fcntl_dupfd_cloexec(rustix::stdio::stdout(), OWN_FDS_FROM)?;
    let nothing = rustix::fs::open("/dev/null", rustix::fs::OFlags::RDWR, rustix::fs::Mode::empty())?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    keep_from_children(&requests, &answers)?;
    Ok((requests, answers))
}

fn play(requests: OwnedFd, answers: OwnedFd) -> Result<(), String> {
    let channel = Channel { requests: requests.as_raw_fd(), answers: answers.as_raw_fd() };
    let mut requests = FrameReader::new(requests);
    let order = requests.receive().map(<[u8]>::to_vec).ok_or("the engine is gone")?;
    let order = String::from_utf8(order).map_err(|err| err.to_string())?;
    let setting: Setting = serde_json::from_str(&order).map_err(|err| err.to_string())?;
    interpreter::start()?;
    Python::attach(|py| {
        let prepared = interpreter::prepare(py)?;
        script::offer_modules(py)?;
        let table = py.import(TABLE)?;
        let engine = Engine { requests: Mutex::new(requests), answers };
        for warning in confine(&setting, &prepared, channel) {
            let line = serde_json::json!({ "line": { "kind": "warning", "text": warning } });
            engine.tell(&line.to_string())?;
        }
        table.getattr("main")?.call1((order, engine))?;
        Ok(())
    })
    .map_err(|err: PyErr| err.to_string())
}

/// Confines this process before the user's code runs. Returns the restrictions that the system could not apply.
fn confine(setting: &Setting, prepared: &Prepared, channel: Channel) -> Vec<String> {
    let (mut readable, mut listable) = (prepared.places.clone(), Vec::new());
    for folder in &setting.folders {
        let opened = confine::open_folder(folder, &[]);
        readable.extend(opened.readable);
        listable.extend(opened.listable);
    }
    let places = Places { readable: &readable, listable: &listable, scratch: None };
    confine::enter(&setting.bounds, &places, Some(channel))
}

/// The connection to the engine, which the Python module uses.
#[pyclass(frozen)]
struct Engine {
    requests: Mutex<FrameReader>,
    answers: OwnedFd,
}

#[pymethods]
impl Engine {
    fn tell(&self, line: &str) -> PyResult<()> {
        if line.len() > LINE_MAX {
            return Err(PyValueError::new_err("the line is too long"));
        }
        match write_frame(&self.answers, line.as_bytes()) {
            true => Ok(()),
            false => Err(PyBrokenPipeError::new_err("the engine is gone")),
        }
    }

    /// Waits for the person's answer. Returns `None` if the engine has closed the pipe.
    fn hear(&self) -> Option<String> {
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        requests.receive().map(|answer| String::from_utf8_lossy(answer).into_owned())
    }
}
