//! A worker's life after the fork: take over the file descriptors, start the session, play turn by turn.

use super::frames::{FrameReader, write_frame};
use super::output::SharedOutput;
use super::printing;
use super::protocol::{Start, Started};
use super::session::Session;
use pyo3::prelude::*;
use rustix::fd::{AsRawFd, BorrowedFd, OwnedFd};

/// What a worker needs to talk to the engine.
pub struct WorkerFds {
    pub requests: OwnedFd,
    pub answers: OwnedFd,
    /// The shared memory for what the AI prints.
    pub output: OwnedFd,
    /// Where file descriptors 1 and 2 lead: what a C library prints.
    pub spill: OwnedFd,
}

/// Plays until the engine is gone. Ends without Python's own clean-up: nothing is left to be saved.
pub fn run(control: BorrowedFd<'_>, fds: WorkerFds, warnings: &[String]) -> ! {
    die_with_parent();
    let _ = rustix::process::setpgid(None, None);
    // SAFETY: the descriptor is the nursery's copy, and nothing in this process uses it from here on.
    unsafe { libc::close(control.as_raw_fd()) };
    let ended_well = play(fds, warnings).is_some();
    // SAFETY: ends this process at once.
    unsafe { libc::_exit(if ended_well { 0 } else { 1 }) }
}

/// Nobody outlives the engine, however it ends.
pub fn die_with_parent() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

fn play(fds: WorkerFds, warnings: &[String]) -> Option<()> {
    let WorkerFds { requests, answers, output, spill } = fds;
    rustix::stdio::dup2_stdout(&spill).ok()?;
    rustix::stdio::dup2_stderr(&spill).ok()?;
    drop(spill);
    let shared = SharedOutput::map(&output).ok()?;
    drop(output);

    let mut requests = FrameReader::new(requests);
    let start: Start = postcard::from_bytes(requests.receive()?).ok()?;
    Python::attach(|py| {
        let printing = printing::begin(py, shared).ok()?;
        let (started, session) = match Session::start(py, &start, printing) {
            Ok(session) => (Started::Ready { warnings: warnings.to_vec() }, Some(session)),
            Err(rejection) => (Started::Rejected { report: rejection.report(py) }, None),
        };
        say_to(&answers, &started)?;
        let mut session = session?;
        while let Some(turn) = requests.receive() {
            let answered = session.turn(py, turn)?;
            say_to(&answers, &answered)?;
        }
        Some(())
    })
}

fn say_to(answers: &OwnedFd, message: &impl serde::Serialize) -> Option<()> {
    let bytes = postcard::to_stdvec(message).ok()?;
    write_frame(answers, &bytes).then_some(())
}
