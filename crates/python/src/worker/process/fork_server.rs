//! The process that starts Python once and forks a worker per seat.
//!
//! It has one thread, runs no AI's code, and serves the engine over the socket at its standard input: see
//! [`crate::protocol::SPAWN`] and [`crate::protocol::REAP`]. When the engine ends, the fork server and its workers end
//! as well.

use crate::protocol;
use crate::protocol::{REAP, SPAWN, SPAWN_FDS};
use crate::restore::library;
use crate::worker::explaining::check;
use crate::worker::game;
use crate::worker::process::child::{self, WorkerFds};
use crate::worker::process::interpreter::{self, Prepared};
use pyo3::ffi;
use pyo3::prelude::*;
use rustix::fd::{AsFd, OwnedFd};
use rustix::net::{RecvFlags, SendFlags, recv, send};
use rustix::process::{Pid, WaitOptions, waitpid};
use wag_sandbox::descriptors;
use wag_sandbox::descriptors::retry;
use wag_sandbox::orphans;

/// Serves the engine until the engine closes the socket. `has_games` says whether the workers run games.
pub fn run(has_games: bool) -> u8 {
    descriptors::close_inherited();
    ignore_signals();
    wag_sandbox::process::die_with_parent();
    orphans::adopt();
    let Ok(control) = descriptors::take_control() else {
        eprintln!("wag: this is an inner command of wag itself; run `wag --help`");
        return 2;
    };
    let prepared = match interpreter::start().and_then(|()| prepare(has_games)) {
        Ok(prepared) => prepared,
        Err(reason) => {
            eprintln!("wag: {reason}; `wag doctor` looks into it");
            return 1;
        }
    };
    let mut workers = 0;
    while let Some(request) = receive(&control) {
        let answer = match request {
            Request::Spawn(fds) => {
                let pid = spawn(&control, fds, &prepared);
                workers += i32::from(pid > 0);
                pid
            }
            Request::Reap(pid) => {
                let status = reap(pid);
                workers -= i32::from(status >= 0);
                if workers == 0 {
                    orphans::end();
                }
                status
            }
        };
        if send(&control, &answer.to_le_bytes(), SendFlags::empty()).is_err() {
            break;
        }
    }
    0
}

/// Ignores signals: the engine handles Ctrl+C, and a write to a closed pipe or beyond the file size limit results in an
/// error instead of killing the process.
fn ignore_signals() {
    for signal in [libc::SIGINT, libc::SIGXFSZ, libc::SIGPIPE] {
        // SAFETY: ignoring a signal installs no handler.
        unsafe { libc::signal(signal, libc::SIG_IGN) };
    }
}

fn prepare(has_games: bool) -> Result<Prepared, String> {
    Python::attach(|py| {
        let prepared = interpreter::prepare(py)?;
        library::prepare(py)?;
        check::prepare(py)?;
        if has_games {
            game::prepare(py)?;
        }
        // These objects stay for good: freezing them spares the collector work and keeps their memory shared with the
        // workers.
        py.import("gc")?.call_method0("freeze")?;
        Ok(prepared)
    })
    .map_err(|err: PyErr| format!("Python starts but is not complete: {err}"))
}

enum Request {
    Spawn(WorkerFds),
    Reap(i32),
}

/// Receives the next request. Returns `None` if the engine has closed the socket.
fn receive(control: &OwnedFd) -> Option<Request> {
    match descriptors::receive(control)? {
        (SPAWN, mut fds) => {
            let terminal = (fds.len() == SPAWN_FDS).then(|| fds.pop()).flatten();
            let [requests, answers, output, spill, trace] = fds.try_into().ok()?;
            Some(Request::Spawn(WorkerFds { requests, answers, output, spill, trace, terminal }))
        }
        (REAP, _) => {
            let mut pid = [0u8; 4];
            retry(|| recv(control, pid.as_mut_slice(), RecvFlags::WAITALL))?;
            Some(Request::Reap(i32::from_le_bytes(pid)))
        }
        _ => None,
    }
}

/// Forks a worker. Returns its process id, or an error number with a minus sign.
fn spawn(control: &OwnedFd, fds: WorkerFds, prepared: &Prepared) -> i32 {
    // SAFETY: the fork server has one thread, holds the GIL, and calls CPython's hooks around the fork as os.fork() does.
    unsafe {
        ffi::PyOS_BeforeFork();
        let pid = libc::fork();
        if pid == 0 {
            ffi::PyOS_AfterFork_Child();
            child::run(control.as_fd(), fds, prepared)
        }
        let err = std::io::Error::last_os_error();
        ffi::PyOS_AfterFork_Parent();
        if pid < 0 { -err.raw_os_error().unwrap_or(libc::EAGAIN) } else { pid }
    }
}

/// Waits for a worker to end. Returns its wait status, or -1 on an error.
fn reap(pid: i32) -> i32 {
    let Some(pid) = Pid::from_raw(pid) else { return -1 };
    match retry(|| waitpid(Some(pid), WaitOptions::empty())) {
        Some(Some((_, status))) => status.as_raw(),
        _ => -1,
    }
}

const _: () = assert!(protocol::SPAWN != protocol::REAP);
