//! A worker process as the engine sees it: frames with time limits, the worker's output and its end.

use super::inbox::Inbox;
pub use super::inbox::Waited;
use super::write_watcher::WriteWatcher;
use crate::protocol::output::SharedOutput;
use crate::protocol::{INTERRUPT_SIGNAL, TRACE_SIGNAL};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::{Errno, pread, write};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_sandbox::clock::{Clock, MeasuredProcess};
use wag_sandbox::cores;
use wag_sandbox::limits::KEPT_PER_TURN;
use wag_sandbox::pending;
use wag_sandbox::scratch::Scratch;

/// A worker's process, with its pipes and files.
///
/// `I` owns the inbox: players share it with the list of pending players, a game has its own, so that it can move to
/// another thread.
pub struct WorkerProcess<I = Rc<RefCell<Inbox>>> {
    pub(super) pid: Pid,
    pub(super) measured: MeasuredProcess,
    /// The generation of the fork server that forked this worker.
    pub(super) generation: u32,
    pub(super) requests: OwnedFd,
    pub(super) inbox: I,
    pub(super) output: SharedOutput,
    pub(super) spill: OwnedFd,
    pub(super) trace: OwnedFd,
    /// The watcher of the worker's files. While there is none, all files count as changed.
    pub(super) write_watcher: Option<WriteWatcher>,
    /// True if the worker has moved to the engine's cores.
    pub(super) is_here: bool,
    /// The number of checks of the worker's files so far, one per turn.
    pub(super) check_count: u32,
    /// True if the spill, the trace or the scratch folder may have contents.
    pub(super) is_touched: bool,
}

/// The number of checks after which the files are watched instead of being checked.
const CHECKS_UNWATCHED: u32 = 16;

/// An owner of an inbox.
pub trait Inboxed: Deref<Target = RefCell<Inbox>> {}

impl<I: Deref<Target = RefCell<Inbox>>> Inboxed for I {}

impl<I: Inboxed> WorkerProcess<I> {
    /// Notes that the worker's files have been checked and emptied. The files of a worker that plays for longer are
    /// watched: starting and ending a watch takes a while, but saves a check in each turn.
    pub fn note_checked(&mut self, scratch: Option<&Scratch>) {
        self.check_count = self.check_count.saturating_add(1);
        if let Some(write_watcher) = self.write_watcher.as_ref().filter(|_| self.is_touched) {
            write_watcher.forget();
            self.is_touched = false;
        } else if let Some(scratch) = scratch.filter(|_| self.check_count == CHECKS_UNWATCHED) {
            // It counts as changed until the next check, because the AI may have written just now.
            self.write_watcher = WriteWatcher::of([&self.spill, &self.trace], scratch);
        }
    }

    /// Moves the worker to the engine's cores before its first turn. At its start, a worker may run on all cores.
    pub fn move_here(&mut self) {
        if !self.is_here {
            self.is_here = true;
            cores::here(self.pid);
        }
    }

    /// Sends a frame. Returns false if the worker did not read it in time.
    pub fn send(&mut self, frame: &[u8], clock: &mut Clock, stop: &AtomicBool) -> bool {
        let mut rest = frame;
        while !rest.is_empty() {
            match write(&self.requests, rest) {
                Ok(count) => rest = &rest[count..],
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => {
                    let is_taken = ready(&self.requests, PollFlags::OUT, clock.nap());
                    if !is_taken && (clock.is_up(&mut self.measured) || stop.load(Ordering::Relaxed)) {
                        return false;
                    }
                }
                Err(_) => return false,
            }
        }
        true
    }

    /// Waits for the next frame until the clock's time is up or `too_much` returns a text that describes an excess.
    pub fn wait(
        &mut self,
        clock: &mut Clock,
        stop: &AtomicBool,
        too_much: impl Fn() -> Option<wag_i18n::Message>,
    ) -> Waited {
        let mut looked = Instant::now();
        if let Some(outcome) = self.inbox.borrow_mut().outcome.take() {
            return outcome;
        }
        loop {
            if let Some(outcome) = self.inbox.borrow_mut().take() {
                return outcome;
            }
            if stop.load(Ordering::Relaxed) {
                return Waited::Stopped;
            }
            let (nap, before) = (clock.nap(), Instant::now());
            let is_ready = self.has_answer(nap);
            clock.slept(nap, before.elapsed());
            // An answer that has arrived counts, however late the engine itself is.
            if is_ready && let Some(outcome) = self.inbox.borrow_mut().read() {
                return outcome;
            }
            // Sending byte by byte must not extend the time.
            if !is_ready || looked.elapsed() >= nap {
                looked = Instant::now();
                if clock.is_up(&mut self.measured) {
                    return Waited::Timeout;
                }
                if let Some(what) = too_much() {
                    return Waited::Overfull(what);
                }
            }
        }
    }

    /// Waits until there is an answer to read, but at most `nap`. Returns true if there is one.
    fn has_answer(&mut self, nap: Duration) -> bool {
        let inbox = self.inbox.borrow();
        let mut waiting = vec![PollFd::new(&inbox.answers, PollFlags::IN)];
        // An event that has been seen already would end every further call at once.
        let write_watcher = self.write_watcher.as_ref().filter(|_| !self.is_touched);
        waiting.extend(
            write_watcher
                .map(|write_watcher| PollFd::from_borrowed_fd(write_watcher.descriptor(), PollFlags::IN)),
        );
        let events = pending::poll(&waiting, nap);
        self.is_touched |= events.get(1).is_some_and(|descriptor| *descriptor);
        events[0]
    }

    /// Freezes the worker, unless this worker is never frozen.
    pub fn freeze(&self) {
        self.inbox.borrow_mut().freezer.freeze();
    }

    /// Lets a frozen worker run again.
    pub fn thaw(&self) {
        self.inbox.borrow_mut().freezer.thaw();
    }

    /// Appends the output since the last call to `out`. Returns the number of dropped bytes.
    pub fn take_output(&self, out: &mut Vec<u8>) -> u64 {
        let dropped = self.output.take(out);
        if !self.is_touched {
            return dropped;
        }
        if rustix::fs::fstat(&self.trace).is_ok_and(|stat| stat.st_size > 0) {
            // Only the fault handler should write to the trace; an AI could use it to keep data between turns.
            let _ = rustix::fs::ftruncate(&self.trace, 0);
        }
        let spilled = rustix::fs::fstat(&self.spill).map_or(0, |stat| stat.st_size as u64);
        if spilled == 0 {
            return dropped;
        }
        let length = spilled.min(KEPT_PER_TURN as u64) as usize;
        let at = out.len();
        out.resize(at + length, 0);
        let count = pread(&self.spill, &mut out[at..], 0).unwrap_or(0);
        out.truncate(at + count);
        let _ = rustix::fs::ftruncate(&self.spill, 0);
        dropped.saturating_add(spilled - count as u64)
    }

    /// Returns the number of threads besides the main one. If there are more than allowed, first waits a moment for
    /// threads that are ending, because Python considers a thread ended slightly before the system does. Returns 0 if the
    /// system does not report threads.
    pub fn threads_beyond(&self, allowed: u32) -> u32 {
        let count = || {
            let tasks = std::fs::read_dir(format!("/proc/{}/task", self.pid.as_raw_nonzero()));
            tasks.map_or(0, |tasks| (tasks.count() as u32).saturating_sub(1))
        };
        let began = Instant::now();
        let mut threads = count();
        if threads > allowed {
            self.thaw();
        }
        while threads > allowed && began.elapsed() < THREADS_END {
            std::thread::sleep(Duration::from_millis(1));
            threads = count();
        }
        threads
    }

    /// Requests the process's current stack as text; returns an empty text if the process does not answer.
    pub fn request_stack(&self) -> String {
        // SAFETY: the call sends a signal; the process is a child of our fork server that has not been reaped.
        unsafe { libc::kill(self.pid.as_raw_nonzero().get(), TRACE_SIGNAL) };
        let began = Instant::now();
        let (mut seen, mut changed) = (0, began);
        while began.elapsed() < TRACE_TIME {
            std::thread::sleep(Duration::from_millis(1));
            let size = rustix::fs::fstat(&self.trace).map_or(0, |stat| stat.st_size);
            if size != seen {
                (seen, changed) = (size, Instant::now());
            } else if size > 0 && changed.elapsed() >= TRACE_PAUSE {
                break;
            }
        }
        let mut bytes = vec![0; TRACE_MAX];
        let count = pread(&self.trace, &mut bytes, 0).unwrap_or(0);
        String::from_utf8_lossy(&bytes[..count]).into_owned()
    }

    /// Interrupts the turn of a persistent file.
    pub fn interrupt(&mut self) {
        // SAFETY: the call sends a signal; the process is a child of our fork server that has not been reaped.
        unsafe { libc::kill(self.pid.as_raw_nonzero().get(), INTERRUPT_SIGNAL) };
    }

    /// Kills the process and all processes that it has started.
    pub fn kill(&self) {
        let _ = kill_process_group(self.pid, Signal::KILL);
        let _ = kill_process(self.pid, Signal::KILL);
    }
}

/// Waits until the descriptor can be read or written, but at most `nap`. A signal ends the wait early.
fn ready(fd: &OwnedFd, what: PollFlags, nap: Duration) -> bool {
    let timeout = Timespec::try_from(nap).ok();
    let mut waiting = [PollFd::new(fd, what)];
    matches!(poll(&mut waiting, timeout.as_ref()), Ok(count) if count > 0)
}

/// The maximum time for a worker to write its stack. On a busy machine, it has to wait for a processor first.
const TRACE_TIME: Duration = Duration::from_secs(2);
/// The time without another line after which a stack is complete. A busy machine may interrupt the worker while it writes.
const TRACE_PAUSE: Duration = Duration::from_millis(50);
/// The maximum time until a thread has ended after Python is done with it, on a busy machine.
const THREADS_END: Duration = Duration::from_millis(50);
const TRACE_MAX: usize = 1 << 14;
