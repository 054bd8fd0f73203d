//! The worker process: it confines itself, and then answers requests about one workspace, or does one job.
//!
//! The engine in it is the same as that of `wag client`, and its players have the same sandbox. The socket that it inherits
//! is its only connection to anybody.

mod job;
mod opponents;
mod serve;

pub use opponents::opponent;
pub use serve::{AT_REST, IDLE};

use crate::host_limits::HostLimits;
use crate::work::process::{DO_JOB, FAILED, READY, SERVE};
use rustix::fd::OwnedFd;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use wag_i18n::Message;
use wag_sandbox::confine::{Niceness, ServicePlaces, enter_service, library_folders};
use wag_sandbox::{cgroup, descriptors, own_program, process};

/// The folders of a worker, as the server names them.
#[derive(Clone, Debug, Default)]
pub struct WorkerOptions {
    /// The workspace; `None` for a worker that does one job.
    pub workspace: Option<PathBuf>,
    /// The worker's own folder.
    pub private: PathBuf,
    /// The control group; `None` without groups.
    pub group: Option<PathBuf>,
    /// The owner's limits, as JSON.
    pub limits: String,
    /// Whether a person waits for the worker.
    pub is_awaited: bool,
}

/// Runs this process as a worker until the server closes the control socket, which is the standard input. Standard output
/// is the socket on which the worker says whether it is ready.
pub fn run_worker(options: &WorkerOptions) -> io::Result<()> {
    let control = descriptors::take_control()?;
    let limits: HostLimits = serde_json::from_str(&options.limits)?;
    let mut status = UnixStream::from(rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdout(), 200)?);
    let nothing = rustix::fs::open("/dev/null", rustix::fs::OFlags::RDWR, rustix::fs::Mode::empty())?;
    rustix::stdio::dup2_stdout(&nothing)?;
    match confine(options) {
        Ok(()) => status.write_all(&[READY])?,
        Err(err) => {
            let reason = serde_json::to_vec(&Message::of_io(&err)).unwrap_or_default();
            status.write_all(&[&[FAILED][..], &reason].concat())?;
            return Err(err);
        }
    }
    drop(status);
    match &options.workspace {
        Some(_) => serve::serve(&limits, || connection(&control, SERVE)),
        None => match connection(&control, DO_JOB) {
            Some(stream) => {
                std::thread::spawn(move || end_with_server(&control));
                job::run(stream, &limits)
            }
            None => Ok(()),
        },
    }
}

fn confine(options: &WorkerOptions) -> io::Result<()> {
    if let Some(group) = &options.group {
        cgroup::enter(group)?;
    }
    let program = own_program()?;
    let mut readable = library_folders();
    readable.extend(program.launcher_files());
    readable.push(program.file().clone());
    let places = ServicePlaces {
        workspace: options.workspace.as_deref(),
        private: &options.private,
        readable: &readable,
        niceness: if options.is_awaited { Niceness::Person } else { Niceness::Background },
    };
    enter_service(&places)
}

/// Ends this process when the server does. The signal for the death of a parent would come too early: when the thread of the
/// server ends that has started this process.
fn end_with_server(control: &OwnedFd) {
    while connection(control, DO_JOB).is_some() {}
    process::leave(false);
}

/// Waits for the next connection from the server; `None` if there is none any more.
fn connection(control: &OwnedFd, expected: u8) -> Option<UnixStream> {
    loop {
        let (request, descriptors) = descriptors::receive(control)?;
        match descriptors.into_iter().next() {
            Some(connection) if request == expected => return Some(UnixStream::from(connection)),
            _ => log::warn!("the server has sent an unknown request"),
        }
    }
}
