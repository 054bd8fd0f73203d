//! The engine's side of the fork server: starts the fork server, and requests that it fork and reap workers.

use super::inbox::Inbox;
use super::process::{Inboxed, WorkerProcess};
use crate::protocol::output::{FILE_BYTES, SharedOutput};
use crate::protocol::{REAP, SPAWN};
use crate::{FORK_SERVER_ARGUMENT, GAMES_ARGUMENT, full_version};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::write;
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use wag_i18n::{Message, exit_status, message};
use wag_sandbox::clock::MeasuredProcess;
use wag_sandbox::cores;
use wag_sandbox::patience::{is_temporary, retry_start};
use wag_sandbox::{descriptors, own_program};

/// A running fork server. When the value is dropped, the fork server and all its workers end.
pub struct ForkServer {
    control: UnixStream,
    child: Child,
    /// The generation of this fork server, which is the number of earlier fork servers. Each worker belongs to one
    /// generation.
    generation: u32,
    has_games: bool,
    /// True if this fork server has ever forked a worker. If not, a new fork server would most likely fail as well.
    has_worked: bool,
    /// The number of workers requested so far.
    requested: u64,
    /// The number of answered requests.
    answered: u64,
    /// The answers that have not been used yet, by request number.
    answers: BTreeMap<u64, i32>,
    /// The number of workers whose matches are over.
    dismissed: usize,
}

thread_local! {
    static STARTING: Cell<Option<io::Result<ForkServer>>> = const { Cell::new(None) };
}

/// The time limit for an answer. A fork server answers within milliseconds, or within a second or two if Python is read
/// from a slow disk for the first time; on a busy machine at the lowest weight it may take half a minute. A fork server that
/// an AI has stopped never answers.
const PATIENCE: Duration = Duration::from_secs(60);

impl ForkServer {
    /// Starts a fork server, or takes the one that [`start_early`](ForkServer::start_early) has started. It is ready
    /// when its first worker is ready.
    pub fn start() -> io::Result<ForkServer> {
        STARTING.take().unwrap_or_else(|| ForkServer::of_generation(0, false))
    }

    /// Starts a fork server for games. It imports what their workers need, so that workers start faster.
    pub(super) fn start_for_games() -> io::Result<ForkServer> {
        ForkServer::of_generation(0, true)
    }

    /// Starts a fork server that this thread will probably need, so that it starts while the thread prepares other
    /// things. If this fails, [`start`](ForkServer::start) returns the error.
    pub fn start_early() {
        STARTING.set(Some(ForkServer::of_generation(0, false)));
    }

    fn of_generation(generation: u32, has_games: bool) -> io::Result<ForkServer> {
        let (control, theirs) = UnixStream::pair()?;
        control.set_read_timeout(Some(PATIENCE))?;
        control.set_write_timeout(Some(PATIENCE))?;
        let program = own_program()?;
        let mut command = program.command();
        command
            .arg(FORK_SERVER_ARGUMENT)
            .args(has_games.then_some(GAMES_ARGUMENT))
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::null())
            .process_group(0)
            .env_clear()
            .envs(program.environment_of_players());
        let child = retry_start(|| cores::beside(|| with_fixed_addresses(|| command.spawn())))?;
        log::debug!("process {} starts CPython {} and forks the AIs' processes", child.id(), full_version());
        let (requested, answered, answers) = (0, 0, BTreeMap::new());
        Ok(ForkServer {
            control,
            child,
            generation,
            has_games,
            has_worked: false,
            requested,
            answered,
            answers,
            dismissed: 0,
        })
    }

    /// Requests a worker without waiting for it, so that the engine can do other work while Python starts and workers
    /// are forked. If there is a terminal, the worker gets a socket to it. If the fork server is dead, requests the
    /// worker from a new one.
    pub(super) fn ask(&mut self, terminal: Option<BorrowedFd<'_>>) -> io::Result<PendingWorker> {
        match self.try_ask(terminal) {
            Err(err) if self.renew(self.generation, &err)? => self.try_ask(terminal),
            result => result,
        }
    }

    /// Returns the generation of this fork server, to which its workers belong.
    pub(super) fn generation(&self) -> u32 {
        self.generation
    }

    fn try_ask(&mut self, terminal: Option<BorrowedFd<'_>>) -> io::Result<PendingWorker> {
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
        let output = SharedOutput::map(&output)?;
        descriptors::send(&self.control, SPAWN, &theirs)?;
        self.requested += 1;
        let (number, generation) = (self.requested, self.generation);
        let unsent = Vec::new();
        Ok(PendingWorker { number, generation, began, requests, unsent, answers, output, spill, trace })
    }

    /// Waits for a requested worker. Also returns the bytes that are still to be sent to it.
    pub(super) fn arrive<I>(
        &mut self,
        requested_worker: PendingWorker,
    ) -> io::Result<(WorkerProcess<I>, Vec<u8>)>
    where
        I: From<RefCell<Inbox>>,
    {
        let PendingWorker { number, generation, began, requests, unsent, answers, output, spill, trace } =
            requested_worker;
        if generation != self.generation {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let pid = match self.answer_to(number)? {
            err @ ..0 => return Err(io::Error::from_raw_os_error(err.wrapping_neg())),
            pid => Pid::from_raw(pid)
                .ok_or_else(|| io::Error::other(message!("there is no such process").into_error()))?,
        };
        self.has_worked = true;
        let ms = began.elapsed().as_secs_f64() * 1e3;
        log::debug!(
            "process {} was forked for an AI, {ms:.1} ms after it was asked for",
            pid.as_raw_nonzero()
        );
        let (is_here, write_watcher, is_touched) = (false, None, true);
        let inbox = RefCell::new(Inbox::new(pid, answers)).into();
        let worker = WorkerProcess {
            pid,
            measured: MeasuredProcess::new(pid),
            generation,
            requests,
            inbox,
            output,
            spill,
            trace,
            is_here,
            write_watcher,
            check_count: 0,
            is_touched,
        };
        Ok((worker, unsent))
    }

    /// Replaces the fork server of this generation if it no longer works. Returns true if it has been replaced, by this
    /// call or an earlier one.
    pub(super) fn renew(&mut self, generation: u32, err: &io::Error) -> io::Result<bool> {
        if generation != self.generation {
            return Ok(true);
        }
        // If the fork server and its workers exist, the system has no room for more.
        if !self.has_worked || is_temporary(err) {
            return Ok(false);
        }
        log::debug!("process {}, which forks, is gone ({err}): another one begins", self.child.id());
        *self = ForkServer::of_generation(self.generation + 1, self.has_games)?;
        Ok(true)
    }

    /// Returns the answer to the request with this number: a process id, or an error number with a minus sign.
    fn answer_to(&mut self, number: u64) -> io::Result<i32> {
        loop {
            if let Some(answer) = self.answers.remove(&number) {
                return Ok(answer);
            }
            self.take_answer()?;
        }
    }

    fn take_answer(&mut self) -> io::Result<()> {
        let answer = self.receive()?;
        self.answered += 1;
        self.answers.insert(self.answered, answer);
        Ok(())
    }

    fn receive(&mut self) -> io::Result<i32> {
        let mut number = [0; 4];
        match self.control.read_exact(&mut number) {
            Ok(()) => Ok(i32::from_le_bytes(number)),
            Err(err) => {
                // Dead, or stopped by an AI: the next worker comes from a new one.
                let _ = self.child.kill();
                Err(match err.kind() {
                    // The time limit is over.
                    io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
                    _ => err,
                })
            }
        }
    }

    /// Kills a worker without waiting until it has ended. Returns false if the worker belongs to another fork server.
    fn kill<I: Inboxed>(&self, worker: &WorkerProcess<I>) -> bool {
        // The process id of an earlier fork server's worker may have been reused.
        let is_ours = worker.generation == self.generation;
        if is_ours {
            // Killing a dead worker again does not change its status.
            worker.kill();
        }
        is_ours
    }

    /// Kills a worker whose match is over, without waiting until it has ended. The system takes longer than a turn to
    /// release a worker's memory, so every other worker is first moved to a core that the engine does not use.
    pub(super) fn dismiss<I: Inboxed>(&mut self, worker: &WorkerProcess<I>) {
        self.dismissed += 1;
        if self.dismissed.is_multiple_of(2) {
            cores::elsewhere(worker.pid);
        }
        self.kill(worker);
    }

    /// Kills the fork server without waiting until it has ended.
    pub fn dismiss_all(&mut self) {
        let _ = self.child.kill();
    }

    /// Kills a worker and waits until it has ended and can no longer write anything. Returns how it ended.
    pub(super) fn end<I: Inboxed>(&mut self, worker: &WorkerProcess<I>) -> WorkerEnd {
        if !self.kill(worker) {
            return WorkerEnd::WithForkServer;
        }
        match self.reap(worker.pid) {
            Ok(status) => WorkerEnd::Alone(exit_status(ExitStatus::from_raw(status))),
            Err(_) => {
                let _ = self.child.kill();
                WorkerEnd::WithForkServer
            }
        }
    }

    /// Waits for a worker that is ending, and returns its wait status.
    fn reap(&mut self, worker: Pid) -> io::Result<i32> {
        // The fork server answers in order, so earlier answers come first.
        while self.answered < self.requested {
            self.take_answer()?;
        }
        let mut request = vec![REAP];
        request.extend(worker.as_raw_nonzero().get().to_le_bytes());
        self.control.write_all(&request)?;
        self.receive()
    }
}

/// A worker that was requested from a fork server and may not exist yet.
pub(super) struct PendingWorker {
    /// The number of the request to its fork server, from 1.
    number: u64,
    pub(super) generation: u32,
    began: Instant,
    requests: OwnedFd,
    /// The bytes that did not fit into the pipe to the worker.
    unsent: Vec<u8>,
    answers: OwnedFd,
    output: SharedOutput,
    spill: OwnedFd,
    trace: OwnedFd,
}

impl PendingWorker {
    /// Sends the part of a frame that fits into the pipe to the future worker.
    pub(super) fn tell(&mut self, mut frame: Vec<u8>) {
        let written = write(&self.requests, &frame).unwrap_or(0);
        self.unsent = frame.split_off(written);
    }
}

/// The way in which a worker ended.
pub(super) enum WorkerEnd {
    /// Only this worker has ended. The text says how, such as `exit status: 3` or `signal: 11 (SIGSEGV)`.
    Alone(Message),
    /// The fork server has ended, and all its workers with it. The AI of any player may have killed it.
    WithForkServer,
}

impl Drop for ForkServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Creates an append-only file without a name, which is deleted when its last descriptor is closed. The file is not in
/// memory, because the system does not report writes to files in memory.
fn nameless_file() -> io::Result<OwnedFd> {
    let file = OwnedFd::from(tempfile::tempfile()?);
    let flags = rustix::fs::fcntl_getfl(&file)?;
    rustix::fs::fcntl_setfl(&file, flags | rustix::fs::OFlags::APPEND)?;
    Ok(file)
}

/// Creates shared memory as a file that the other process cannot shrink.
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

/// Runs `start`, which starts a process, so that the process has the same memory addresses in every run: an AI may
/// print addresses or sort by them. Until `start` returns, the setting applies to this thread. Changing it between fork
/// and exec instead would require a copy of the engine's memory, which takes longer.
#[cfg(target_os = "linux")]
fn with_fixed_addresses<T>(start: impl FnOnce() -> T) -> T {
    use libc::{ADDR_NO_RANDOMIZE, personality};
    // SAFETY: the call only reads and sets the memory layout of programs that this thread starts; if it fails, the
    // match is played anyway.
    let layout = unsafe { personality(0xffff_ffff) };
    // SAFETY: the layout of running programs does not change.
    unsafe { personality((layout | ADDR_NO_RANDOMIZE) as libc::c_ulong) };
    let started = start();
    // SAFETY: as above.
    unsafe { personality(layout as libc::c_ulong) };
    started
}

#[cfg(not(target_os = "linux"))]
fn with_fixed_addresses<T>(start: impl FnOnce() -> T) -> T {
    start()
}
