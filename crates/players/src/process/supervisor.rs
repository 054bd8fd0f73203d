//! The engine's side of the connection to a supervisor process, which starts a program; see [`crate::launcher`].

use super::{Output, remedy, search_path};
use crate::PROGRAM_ARGUMENT;
use crate::launcher::{
    END, LaunchRequest, RUN, START_PERSISTENT, SupervisorMessage, receive_message, send_message,
};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, read};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_core::arena::Fault;
use wag_i18n::{Message, exit_status, message};
use wag_sandbox::Limits;
use wag_sandbox::clock::{Clock, Group};
use wag_sandbox::counter::{Excess, THREADS_PER_PROCESS};
use wag_sandbox::patience::{is_temporary, retry_start};
use wag_sandbox::{descriptors, orphans, own_program};

/// The environment variables that programs may see. All others are hidden from them.
const PASSED_ON: [&str; 4] = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/// The variable that makes a Python program hash texts in the same way each time. The user may set another value.
const HASH_SEED: &str = "PYTHONHASHSEED";

/// The time limit for an answer of the supervisor process. It answers within milliseconds, but takes a second or two to
/// end very many processes.
const PATIENCE: Duration = Duration::from_secs(30);

/// The minimum time between two checks of a program's folder.
pub const LOOK: Duration = Duration::from_millis(50);

/// The maximum number of bytes that one read returns.
const CHUNK: usize = 1 << 14;

pub struct Supervisor {
    control: UnixStream,
    /// The pipe from which the program's output is read.
    printed: OwnedFd,
    child: Child,
    /// The control group that measures the program's processor time, if there is one.
    counted_at: Option<PathBuf>,
    /// The program to start, and its restrictions.
    order: LaunchRequest,
    /// The working folder, with the path under which the program sees it.
    scratch: PathBuf,
}

/// The result of waiting for a program.
pub enum Waited {
    Ended(Ended),
    Timeout,
    /// The program wrote too many or too large files, described in words.
    Overfull(Message),
    /// The match is being stopped.
    Stopped,
    /// The supervisor process itself has ended.
    Gone,
}

/// The end of a program: its exit status, and the limit that it exceeded, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The program's exit status, as `wait` returns it.
    pub status: i32,
    /// The exceeded limit for which the program was ended, or `None` if it ended for another reason.
    pub excess: Option<Excess>,
}

impl Ended {
    fn fault(self, limits: &Limits) -> Fault {
        match self.excess {
            Some(Excess::Processes) => Fault::crash(message!(
                "the program had more than %{n} processes at once",
                n = limits.processes
            )),
            Some(Excess::Threads) => {
                let allowed = limits.processes.saturating_mul(THREADS_PER_PROCESS);
                Fault::crash(message!("the program had more than %{n} threads at once", n = allowed))
            }
            Some(Excess::Memory(held)) => Fault::memory(too_much_memory(held, limits)),
            None => Fault::crash(message!(
                "the program ended with %{status}",
                status = exit_status(ExitStatus::from_raw(self.status))
            )),
        }
    }

    /// Returns whether the exit status is the one that a shell returns if it could not start its command.
    fn failed_to_start(self) -> bool {
        self.excess.is_none() && [126, 127].contains(&(self.status >> 8))
    }
}

fn too_much_memory(held: u64, limits: &Limits) -> Message {
    const MIB: u64 = 1 << 20;
    let allowed = limits.bounds.memory.unwrap_or_default();
    let (held_mb, allowed_mb) = (held.div_ceil(MIB), allowed / MIB);
    match held > allowed {
        true => {
            message!(
                "the program's processes used %{held} MB of memory in total; %{allowed} MB are allowed",
                held = held_mb,
                allowed = allowed_mb
            )
        }
        // The system has given it no more.
        false => message!(
            "the program's processes tried to use more memory in total than the %{allowed} MB allowed",
            allowed = allowed_mb
        ),
    }
}

/// A running persistent program, and the engine's ends of the pipes to and from it.
pub struct RunningProgram {
    pub pid: Pid,
    /// The pipe to its standard input.
    pub to: OwnedFd,
    /// The pipe from its standard output.
    pub from: OwnedFd,
}

/// The reason why the supervisor process has not started a program.
struct Refusal {
    reason: Message,
    errno: Option<i32>,
}

/// Returns the message that the supervisor process has ended. It is used if nothing else is known about the program.
pub fn supervisor_gone() -> Message {
    message!("the supervisor process that starts the program has ended")
}

impl Supervisor {
    /// Starts the supervisor process. Also returns a sentence for each restriction of the program that the system can't
    /// apply.
    pub fn start(order: &LaunchRequest) -> io::Result<(Supervisor, Vec<String>)> {
        let (control, theirs) = UnixStream::pair()?;
        control.set_read_timeout(Some(PATIENCE))?;
        control.set_write_timeout(Some(PATIENCE))?;
        let (printed, their_output) = pipe_with(PipeFlags::CLOEXEC)?;
        rustix::io::ioctl_fionbio(&printed, true)?;
        let program = own_program()?;
        let mut command = program.command();
        let hash_seed = std::env::var_os(HASH_SEED).unwrap_or_else(|| "0".into());
        command
            .arg(PROGRAM_ARGUMENT)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::from(their_output))
            .process_group(0)
            .env_clear()
            .envs(std::env::vars_os().filter(|(name, _)| PASSED_ON.iter().any(|passed| name == passed)))
            .env("PATH", search_path::joined())
            .envs(program.environment())
            .env(HASH_SEED, hash_seed);
        let mut supervisor = Supervisor {
            control,
            printed,
            child: retry_start(|| command.spawn())?,
            counted_at: None,
            order: order.clone(),
            scratch: order.folder.clone(),
        };
        log::debug!("process {} starts the program of a player", supervisor.child.id());
        // This closes the supervisor's ends.
        drop(command);
        send_message(&mut supervisor.control, order)?;
        match receive_message(&mut supervisor.control)? {
            SupervisorMessage::Ready { warnings, scratch, counted_at } => {
                supervisor.counted_at = counted_at;
                supervisor.scratch = scratch;
                Ok((supervisor, warnings))
            }
            _ => Err(io::Error::other(message!("the supervisor process is not ready").into_error())),
        }
    }

    /// Starts the program for one move. Returns its process and start time, or the reason why it could not be started.
    pub fn run(&mut self) -> io::Result<Result<(Pid, Instant), Message>> {
        self.retry_start(|supervisor| {
            let began = Instant::now();
            supervisor.control.write_all(&[RUN])?;
            Ok(supervisor.started()?.map(|pid| (pid, began)))
        })
    }

    /// Starts the program for the whole game. Returns its process and pipes, or the reason why it could not be started.
    pub fn start_persistent(&mut self) -> io::Result<Result<RunningProgram, Message>> {
        self.retry_start(|supervisor| {
            let (input, to) = pipe_with(PipeFlags::CLOEXEC)?;
            let (from, output) = pipe_with(PipeFlags::CLOEXEC)?;
            descriptors::send(&supervisor.control, START_PERSISTENT, &[input.as_fd(), output.as_fd()])?;
            Ok(supervisor.started()?.map(|pid| RunningProgram { pid, to, from }))
        })
    }

    /// Starts the program, and tries again as long as the system has no room for it. The outer error means that the
    /// supervisor process failed, the inner one that the program was not started.
    fn retry_start<T>(
        &mut self,
        mut start: impl FnMut(&mut Supervisor) -> io::Result<Result<T, Refusal>>,
    ) -> io::Result<Result<T, Message>> {
        let mut gone = None;
        let started = retry_start(|| match start(self) {
            Ok(Ok(started)) => Ok(Ok(started)),
            Ok(Err(refusal)) => match refusal.errno.map(io::Error::from_raw_os_error) {
                Some(fault) if is_temporary(&fault) => Err(fault),
                _ => Ok(Err(self.refusal(refusal.reason))),
            },
            Err(fault) => {
                gone = Some(fault);
                Ok(Err(Message::default()))
            }
        });
        match (gone, started) {
            (Some(fault), _) => Err(fault),
            (None, started) => Ok(started.unwrap_or_else(|fault| Err(Message::of_io(&fault)))),
        }
    }

    fn started(&mut self) -> io::Result<Result<Pid, Refusal>> {
        match receive_message(&mut self.control)? {
            SupervisorMessage::Started { pid } => match Pid::from_raw(pid) {
                Some(pid) => Ok(Ok(pid)),
                None => Err(io::Error::other(message!("there is no such process").into_error())),
            },
            SupervisorMessage::Refused { reason, errno } => Ok(Err(Refusal { reason, errno })),
            _ => Err(io::Error::other(
                message!("the supervisor process sent an unexpected message").into_error(),
            )),
        }
    }

    /// Returns the fault of a program that ended in this way under these limits. `output` is what the program printed
    /// before.
    pub fn fault(&self, ended: Ended, limits: &Limits, output: &[u8]) -> Fault {
        let mut fault = ended.fault(limits);
        let advice_for_start = || remedy::advice_for_start(&self.order).filter(|_| ended.failed_to_start());
        if ended.excess.is_none()
            && let Some(remedy) =
                advice_for_start().or_else(|| remedy::advice_for_output(&self.order, &self.scratch, output))
        {
            fault.message = fault.message.with_note(remedy);
        }
        fault
    }

    /// Returns the reason why the system did not start a program, with advice.
    fn refusal(&self, reason: Message) -> Message {
        match remedy::advice_for_start(&self.order) {
            Some(remedy) => reason.with_note(remedy),
            None => reason,
        }
    }

    #[cfg(test)]
    pub fn pid(&self) -> i32 {
        self.child.id() as i32
    }

    /// Returns the control group in which the program runs, if it has one.
    pub fn control_group(&self) -> Option<&Path> {
        self.counted_at.as_deref()
    }

    /// Returns the program together with all processes that it has started, for measurements.
    pub fn group(&self, program: Pid) -> Group {
        Group::new(program, Pid::from_child(&self.child), self.counted_at.clone())
    }

    /// Waits until the program has ended, its time is up, or `too_much` reports that it wrote too much. After that,
    /// none of its processes is running.
    pub fn wait(
        &mut self,
        pid: Pid,
        clock: &mut Clock,
        stop: &AtomicBool,
        output: &mut Output,
        too_much: impl Fn() -> Option<Message>,
    ) -> Waited {
        let waited = self.wait_for_end(pid, clock, stop, output, too_much);
        let waited = match waited {
            Waited::Timeout | Waited::Stopped | Waited::Overfull(_) => match self.end() {
                Ok(_) => waited,
                Err(_) => Waited::Gone,
            },
            waited => waited,
        };
        self.take_output(output);
        waited
    }

    fn wait_for_end(
        &mut self,
        pid: Pid,
        clock: &mut Clock,
        stop: &AtomicBool,
        output: &mut Output,
        too_much: impl Fn() -> Option<Message>,
    ) -> Waited {
        let (mut looked, mut group) = (Instant::now(), self.group(pid));
        loop {
            if stop.load(Ordering::Relaxed) {
                return Waited::Stopped;
            }
            let (nap, before) = (clock.nap(), Instant::now());
            let mut waiting =
                [PollFd::new(&self.control, PollFlags::IN), PollFd::new(&self.printed, PollFlags::IN)];
            let _ = poll(&mut waiting, Timespec::try_from(nap).ok().as_ref());
            clock.slept(nap, before.elapsed());
            let [has_ended, has_printed] = waiting.map(|fd| !fd.revents().is_empty());
            if has_printed {
                self.take_output(output);
            }
            if has_ended {
                return self.receive_end().map_or(Waited::Gone, Waited::Ended);
            }
            if clock.is_up(&mut group) {
                return Waited::Timeout;
            }
            // A program that prints a lot ends the sleep more often.
            if looked.elapsed() >= LOOK {
                if let Some(what) = too_much() {
                    return Waited::Overfull(what);
                }
                looked = Instant::now();
            }
        }
    }

    /// Ends the program and all its processes. First waits for `patience`, and returns how the program ended if it ends
    /// by itself within that time.
    pub fn finish(&mut self, patience: Duration) -> io::Result<Option<Ended>> {
        let mut waiting = [PollFd::new(&self.control, PollFlags::IN)];
        let ready = poll(&mut waiting, Timespec::try_from(patience).ok().as_ref());
        match ready {
            Ok(1..) => self.receive_end().map(Some),
            _ => self.end().map(|_| None),
        }
    }

    fn end(&mut self) -> io::Result<Ended> {
        self.control.write_all(&[END])?;
        self.receive_end()
    }

    fn receive_end(&mut self) -> io::Result<Ended> {
        match receive_message(&mut self.control)? {
            SupervisorMessage::Ended { status, excess } => Ok(Ended { status, excess }),
            _ => Err(io::Error::other(
                message!("the supervisor process sent an unexpected message").into_error(),
            )),
        }
    }

    /// Returns a descriptor that is readable if the program has printed something.
    pub fn printed(&self) -> BorrowedFd<'_> {
        self.printed.as_fd()
    }

    /// Reads the output that has arrived. The amount is limited, because a program may print faster than this reads.
    pub fn take_output(&self, output: &mut Output) {
        let mut chunk = Vec::with_capacity(CHUNK);
        for _ in 0..CHUNKS_AT_ONCE {
            chunk.clear();
            match read(&self.printed, spare_capacity(&mut chunk)) {
                Ok(count) if count > 0 => output.add(&chunk),
                Err(Errno::INTR) => {}
                _ => return,
            }
        }
    }
}

/// The maximum number of reads. Together they read more than a pipe holds.
const CHUNKS_AT_ONCE: u32 = 256;

impl Drop for Supervisor {
    /// Ends the supervisor process and waits until none of the program's processes is running.
    fn drop(&mut self) {
        let _ = self.control.shutdown(std::net::Shutdown::Both);
        let began = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
        if matches!(self.child.try_wait(), Ok(None)) {
            orphans::end_below(Pid::from_child(&self.child));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
