//! The engine's side of the nursery: starts it, asks it for workers, and to bury them.

use super::process::WorkerProcess;
use crate::players::cores;
use crate::players::patience::{is_for_a_moment, patiently};
use crate::worker::output::{FILE_BYTES, SharedOutput};
use crate::worker::protocol::{REAP, SPAWN};
use crate::worker::{NURSERY_ARGUMENT, descriptors, full_version, own_program};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The environment variables that AIs may see; all others stay with the engine.
const PASSED_ON: [&str; 5] = ["PATH", "HOME", "TZ", "TMPDIR", "VIRTUAL_ENV"];

/// A running nursery. When the value is dropped, the nursery and all its workers end.
pub struct Nursery {
    control: UnixStream,
    child: Child,
    /// How many nurseries there were before; a worker belongs to one of them.
    generation: u32,
    /// Whether it has ever forked a worker: one that never could would not the next time either.
    has_worked: bool,
    /// How many workers' matches were over.
    dismissed: usize,
}

/// A nursery answers within milliseconds, and within a second or two when Python is read from a slow disk for the first
/// time. One that an AI has stopped never does.
const PATIENCE: Duration = Duration::from_secs(10);

impl Nursery {
    /// Starts one. It is ready when the first worker is.
    pub fn start() -> io::Result<Nursery> {
        Nursery::of_generation(0)
    }

    fn of_generation(generation: u32) -> io::Result<Nursery> {
        let (control, theirs) = UnixStream::pair()?;
        control.set_read_timeout(Some(PATIENCE))?;
        control.set_write_timeout(Some(PATIENCE))?;
        let mut command = Command::new(own_program()?);
        command
            .arg(NURSERY_ARGUMENT)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .process_group(0)
            .env_clear()
            .envs(std::env::vars_os().filter(|(name, _)| PASSED_ON.iter().any(|passed| name == passed)));
        begin_at_large(&mut command);
        let child = patiently(|| command.spawn())?;
        log::debug!("process {} starts CPython {} and forks the AIs' processes", child.id(), full_version());
        Ok(Nursery { control, child, generation, has_worked: false, dismissed: 0 })
    }

    /// Forks a worker, which gets this way to a terminal; if the nursery is dead or does not answer, a new one does.
    pub(super) fn spawn(&mut self, terminal: Option<BorrowedFd<'_>>) -> io::Result<WorkerProcess> {
        match self.try_spawn(terminal) {
            // The nursery is there, and so are its workers: it is the system that has no room.
            Err(fault) if self.has_worked && !is_for_a_moment(&fault) => {
                log::debug!(
                    "process {}, which forks, is gone ({fault}): another one begins",
                    self.child.id()
                );
                *self = Nursery::of_generation(self.generation + 1)?;
                self.try_spawn(terminal)
            }
            result => result,
        }
    }

    fn try_spawn(&mut self, terminal: Option<BorrowedFd<'_>>) -> io::Result<WorkerProcess> {
        let began = Instant::now();
        let (their_requests, requests) = pipe_with(PipeFlags::CLOEXEC)?;
        let (answers, their_answers) = pipe_with(PipeFlags::CLOEXEC)?;
        for own in [&requests, &answers] {
            rustix::io::ioctl_fionbio(own, true)?;
        }
        let output = shared_memory(FILE_BYTES as u64)?;
        let (spill, trace) = (nameless_file()?, nameless_file()?);

        let theirs = [&their_requests, &their_answers, &output, &spill, &trace].map(AsFd::as_fd);
        let theirs: Vec<BorrowedFd<'_>> = theirs.into_iter().chain(terminal).collect();
        let pid = patiently(|| self.fork(&theirs))?;
        let output = SharedOutput::map(&output)?;
        self.has_worked = true;
        let ms = began.elapsed().as_secs_f64() * 1e3;
        log::debug!(
            "process {} was forked for an AI, {ms:.1} ms after it was asked for",
            pid.as_raw_nonzero()
        );
        let generation = self.generation;
        let (is_here, witness, is_touched, received) = (false, None, true, Vec::new());
        Ok(WorkerProcess {
            pid,
            generation,
            requests,
            answers,
            output,
            spill,
            trace,
            is_here,
            witness,
            looks: 0,
            is_touched,
            received,
        })
    }

    /// The process of a worker that has got these descriptors.
    fn fork(&mut self, theirs: &[BorrowedFd<'_>]) -> io::Result<Pid> {
        descriptors::send(&self.control, SPAWN, theirs)?;
        match self.receive()? {
            fault @ ..0 => Err(io::Error::from_raw_os_error(fault.wrapping_neg())),
            pid => Pid::from_raw(pid).ok_or_else(|| io::Error::other("no such process")),
        }
    }

    fn receive(&mut self) -> io::Result<i32> {
        let mut number = [0; 4];
        self.control.read_exact(&mut number).map_err(|fault| match fault.kind() {
            // It was waited for long enough.
            io::ErrorKind::WouldBlock => io::Error::from(io::ErrorKind::TimedOut),
            _ => fault,
        })?;
        Ok(i32::from_le_bytes(number))
    }

    /// Kills a worker, and does not wait for its end; whether it is one of this nursery.
    fn kill(&self, worker: &WorkerProcess) -> bool {
        // The number of another one may be somebody else's by now.
        let is_ours = worker.generation == self.generation;
        if is_ours {
            // One that is dead already has its own reason, which killing it again does not hide.
            worker.kill();
        }
        is_ours
    }

    /// Kills a worker whose match is over, and does not wait for its end: to give back its memory takes longer than a turn, so every
    /// other one does it on another core than the engine's.
    pub(super) fn dismiss(&mut self, worker: &WorkerProcess) {
        self.dismissed += 1;
        if self.dismissed.is_multiple_of(2) {
            cores::elsewhere(worker.pid);
        }
        self.kill(worker);
    }

    /// Kills a worker; answers how it ended. When this returns, it writes nothing any more.
    pub(super) fn end(&mut self, worker: &WorkerProcess) -> Ended {
        if !self.kill(worker) {
            return Ended::WithItsNursery;
        }
        let mut request = vec![REAP];
        request.extend(worker.pid.as_raw_nonzero().get().to_le_bytes());
        match self.control.write_all(&request).and_then(|()| self.receive()) {
            Ok(status) => Ended::Alone(in_words(status)),
            Err(_) => {
                // Dead, or stopped by an AI: the next worker comes from a new one.
                let _ = self.child.kill();
                Ended::WithItsNursery
            }
        }
    }
}

/// How a worker ended.
pub(super) enum Ended {
    /// In words: `exit status: 3`, `signal: 11 (SIGSEGV)`.
    Alone(String),
    /// The nursery was gone, and all its workers with it: any player's AI may have killed it.
    WithItsNursery,
}

impl Drop for Nursery {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A file that is only added to, gone with its last descriptor. No memory: the system does not tell who writes there.
fn nameless_file() -> io::Result<OwnedFd> {
    let file = OwnedFd::from(tempfile::tempfile()?);
    let flags = rustix::fs::fcntl_getfl(&file)?;
    rustix::fs::fcntl_setfl(&file, flags | rustix::fs::OFlags::APPEND)?;
    Ok(file)
}

/// Memory to be shared, as a file that can't be cut short under the engine's feet.
#[cfg(target_os = "linux")]
fn shared_memory(bytes: u64) -> io::Result<OwnedFd> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
    let file = memfd_create("output", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    ftruncate(&file, bytes)?;
    fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
    Ok(file)
}

#[cfg(not(target_os = "linux"))]
fn shared_memory(bytes: u64) -> io::Result<OwnedFd> {
    let file = tempfile::tempfile()?;
    file.set_len(bytes)?;
    Ok(file.into())
}

/// Addresses, which an AI may print or sort by, are the same in every run; workers get ready on all cores.
#[cfg(target_os = "linux")]
fn begin_at_large(command: &mut Command) {
    let cores = cores::before();
    // SAFETY: between fork and exec only two system calls are made.
    unsafe {
        command.pre_exec(move || {
            // Where one is not allowed the match is played all the same.
            libc::personality(libc::ADDR_NO_RANDOMIZE as libc::c_ulong);
            if let Some(cores) = &cores {
                let _ = rustix::thread::sched_setaffinity(None, cores);
            }
            Ok(())
        });
    }
}

#[cfg(not(target_os = "linux"))]
fn begin_at_large(_command: &mut Command) {}

/// A wait status, for people: `exit status: 3`, `signal: 11 (SIGSEGV)`.
fn in_words(status: i32) -> String {
    ExitStatus::from_raw(status).to_string()
}
