//! The engine's side of the connection to a supervisor process, which starts a program; see [`crate::launcher`].

use super::{Output, cannot_start, remedy, search_path};
use crate::PROGRAM_ARGUMENT;
use crate::launcher::{
    END, LaunchRequest, RUN, START_PERSISTENT, SupervisorMessage, receive_message, send_message,
};
use crate::no_answer::NoAnswer;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, OwnedFd};
use rustix::io::{Errno, read};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::Pid;
use std::io::{self, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use wag_core::problem::Fault;
use wag_i18n::{Message, exit_status, message};
use wag_sandbox::Limits;
use wag_sandbox::clock::{Clock, Group};
use wag_sandbox::counter::{Excess, THREADS_PER_PROCESS};
use wag_sandbox::patience::{is_temporary, retry_start};
use wag_sandbox::{descriptors, orphans, own_program, pending};

/// The environment variables that programs may see. All others are hidden from them.
const PASSED_ON: [&str; 4] = ["LANG", "LC_ALL", "LC_CTYPE", "TZ"];

/// The variable that makes a Python program hash texts in the same way each time. The user may set another value.
const HASH_SEED: &str = "PYTHONHASHSEED";

/// The time limit for an answer of the supervisor process. It answers within milliseconds, but takes a second or two to
/// end very many processes.
const PATIENCE: Duration = Duration::from_secs(30);

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
            .env("PATH", search_path::joined(&order.path))
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

    /// Replaces a supervisor process that has ended, if that is possible.
    pub fn restart(&mut self) {
        if let Ok((supervisor, _)) = Supervisor::start(&self.order) {
            *self = supervisor;
        }
    }

    /// Starts the program for one move, and its clock. Returns its fault if it could not be started.
    pub fn run(&mut self, limit: Option<Duration>) -> io::Result<Result<(Group, Clock), Fault>> {
        self.retry_start(|supervisor| {
            let mut group = supervisor.group();
            let clock = Clock::start(limit, &mut group);
            supervisor.control.write_all(&[RUN])?;
            Ok(supervisor.started()?.map(|pid| (group.started(pid), clock)))
        })
    }

    /// Starts the program for the whole game. Returns its process and pipes, or its fault if it could not be started.
    pub fn start_persistent(&mut self) -> io::Result<Result<RunningProgram, Fault>> {
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
    ) -> io::Result<Result<T, Fault>> {
        let started = retry_start(|| match start(self) {
            Ok(Err(Refusal { errno: Some(errno), .. }))
                if is_temporary(&io::Error::from_raw_os_error(errno)) =>
            {
                Err(io::Error::from_raw_os_error(errno))
            }
            started => Ok(started),
        });
        match started {
            Ok(started) => Ok(started?.map_err(|refusal| cannot_start(self.refusal(refusal.reason)))),
            Err(fault) => Ok(Err(cannot_start(Message::of_io(&fault)))),
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

    /// Returns the group of a program that has not started yet, for measurements.
    pub fn group(&self) -> Group {
        Group::new(Pid::from_child(&self.child), self.counted_at.clone())
    }

    /// Waits until one of the descriptors has an event or the program prints something, but at most `longest`. Returns
    /// whether one of the descriptors has an event.
    pub fn poll<'f>(
        &'f self,
        fds: impl Iterator<Item = PollFd<'f>>,
        longest: Duration,
        output: &mut Output,
    ) -> bool {
        let mut waiting = vec![PollFd::new(&self.printed, PollFlags::IN)];
        waiting.extend(fds);
        let has_event = pending::poll(&waiting, longest);
        if has_event[0] {
            self.take_output(output);
        }
        has_event[1..].contains(&true)
    }

    /// Waits until the program ends or prints something, but at most `longest`. Returns how it ended, if it did.
    pub fn wait_for_end(
        &mut self,
        output: &mut Output,
        longest: Duration,
    ) -> Result<Option<Ended>, NoAnswer> {
        let control = [PollFd::new(&self.control, PollFlags::IN)];
        if self.poll(control.into_iter(), longest, output) { self.receive_end().map(Some) } else { Ok(None) }
    }

    /// Ends the program and all its processes, unless it ends by itself within `patience`. Adds its last output.
    /// Returns how it ended, if it ended by itself.
    pub fn finish(&mut self, patience: Duration, output: &mut Output) -> Result<Option<Ended>, NoAnswer> {
        let mut waiting = [PollFd::new(&self.control, PollFlags::IN)];
        let ended = match poll(&mut waiting, Timespec::try_from(patience).ok().as_ref()) {
            Ok(1..) => self.receive_end().map(Some),
            _ => {
                // If this fails, there will be no reply.
                let _ = self.control.write_all(&[END]);
                self.receive_end().map(|_| None)
            }
        };
        self.take_output(output);
        ended
    }

    fn receive_end(&mut self) -> Result<Ended, NoAnswer> {
        match receive_message(&mut self.control) {
            Ok(SupervisorMessage::Ended { status, excess }) => Ok(Ended { status, excess }),
            _ => Err(NoAnswer::Gone(Fault::crash(supervisor_gone()))),
        }
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
