//! A worker process on the server's side: how it starts, how it gets connections, and how it ends.

use crate::host_limits::HostLimits;
use crate::work::groups::JobGroup;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::DirBuilder;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::DirBuilderExt;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use wag_i18n::{Message, message};
use wag_sandbox::confine::{PRIVATE, WORKSPACE};
use wag_sandbox::group::{self, CpuTimeTotal};
use wag_sandbox::{descriptors, own_program};

/// The word of the command that starts a worker.
pub const COMMAND: &str = "worker";
/// The hidden folder of a workspace with what the games store about their user, such as progress.
pub const HOME: &str = ".wag";

/// A message to a worker through its control socket, together with a connection.
pub const SERVE: u8 = b'C';
pub const DO_JOB: u8 = b'J';
/// The first byte that a worker sends: it is ready, or it ends and the reason follows.
pub const READY: u8 = b'R';
pub const FAILED: u8 = b'F';

/// The maximum length of a worker's reason for failing to start, in bytes.
const REASON_MAX: u64 = 4096;
/// The time in which a worker must end after its supervisor was asked to end it.
const END_MAX: Duration = Duration::from_secs(5);

/// The settings with which worker processes start.
#[derive(Clone, Debug)]
pub struct WorkerStart {
    /// The time in which a worker must be ready.
    pub time: Duration,
    /// The command that starts a worker; the program itself, unless a test names another one.
    pub program: Option<PathBuf>,
    /// The owner's limits.
    pub limits: HostLimits,
    /// Whether a person waits for what the worker does.
    pub is_awaited: bool,
}

/// A running worker process. It ends when the value is dropped, with everything that it has started.
pub struct WorkerProcess {
    child: Mutex<Child>,
    pid: i32,
    control: OwnedFd,
    private: PathBuf,
    /// Dropped last: a group must be empty before it is removed.
    group: Option<JobGroup>,
    usage: Mutex<CpuTimeTotal>,
}

impl WorkerProcess {
    /// Starts a worker with this private folder, which must not exist, and waits until it is ready. The error says why it
    /// cannot run. Blocks.
    pub fn start(
        private: &Path,
        workspace: Option<&Path>,
        group: Option<JobGroup>,
        start: &WorkerStart,
    ) -> Result<WorkerProcess, Message> {
        let cannot = |fault: io::Error| message!("a worker cannot be started: %{fault}", fault);
        DirBuilder::new().mode(0o700).create(private).map_err(cannot)?;
        let started = spawn(private, workspace, group.as_ref(), start).map_err(cannot);
        let (child, control, status) = match started {
            Ok(started) => started,
            Err(err) => {
                _ = std::fs::remove_dir_all(private);
                return Err(err);
            }
        };
        let pid = child.id().cast_signed();
        let worker = WorkerProcess {
            child: Mutex::new(child),
            pid,
            control,
            private: private.to_path_buf(),
            group,
            usage: Mutex::default(),
        };
        worker.wait_until_ready(status, start.time)?;
        Ok(worker)
    }

    fn wait_until_ready(&self, mut status: UnixStream, time: Duration) -> Result<(), Message> {
        let cannot = |fault: io::Error| message!("a worker cannot be started: %{fault}", fault);
        status.set_read_timeout(Some(time)).map_err(cannot)?;
        let mut first = [0];
        match status.read_exact(&mut first) {
            Ok(()) if first[0] == READY => Ok(()),
            Ok(()) => {
                let mut reason = Vec::new();
                _ = status.take(REASON_MAX).read_to_end(&mut reason);
                let reason = serde_json::from_slice(&reason).unwrap_or_default();
                Err(Message::map(reason, &|text: &str| wag_core::text::printable(text)))
            }
            Err(fault) => Err(cannot(fault)),
        }
    }

    /// Opens a connection to the worker, for the use that `request` names.
    pub fn connect(&self, request: u8) -> io::Result<UnixStream> {
        let (own, other) = UnixStream::pair()?;
        own.set_nonblocking(true)?;
        descriptors::send(&self.control, request, &[other.as_fd()])?;
        Ok(own)
    }

    /// Returns the processor time of the worker and its players so far.
    pub fn processor_time(&self) -> Duration {
        if let Some(group) = &self.group {
            return group.computed();
        }
        let mut total = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        let below = group::measure(self.pid, None, &mut total).computed;
        below + group::of_process(self.pid).unwrap_or_default()
    }

    /// Returns whether the worker is running.
    pub fn is_alive(&self) -> bool {
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        child.try_wait().is_ok_and(|status| status.is_none())
    }

    /// Returns the folder that the worker sees as its folder for temporary files.
    pub fn private_folder(&self) -> &Path {
        &self.private
    }

    /// Ends the worker and everything that it has started. Blocks until it has ended.
    pub fn end(&self) {
        if let Some(group) = &self.group {
            group.kill();
        }
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        // Its supervisor ends when everything in the namespace has ended.
        if child.try_wait().is_ok_and(|status| status.is_none()) {
            _ = Pid::from_raw(self.pid).map(|pid| kill_process(pid, Signal::TERM));
        }
        let began = Instant::now();
        while child.try_wait().is_ok_and(|status| status.is_none()) && began.elapsed() < END_MAX {
            std::thread::sleep(Duration::from_millis(1));
        }
        _ = child.kill();
        _ = child.wait();
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.end();
        if let Err(err) = std::fs::remove_dir_all(&self.private) {
            log::warn!("the folder of a worker cannot be removed: {err}");
        }
    }
}

/// Starts the process. Returns it with its control socket and the socket on which it says whether it is ready.
fn spawn(
    private: &Path,
    workspace: Option<&Path>,
    group: Option<&JobGroup>,
    start: &WorkerStart,
) -> io::Result<(Child, OwnedFd, UnixStream)> {
    let flags = SocketFlags::CLOEXEC;
    let (control, inherited) = socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, flags, None)?;
    let (status, reported) = UnixStream::pair()?;
    let program = own_program()?;
    let mut command = start.program.as_ref().map_or_else(|| program.command(), Command::new);
    command.arg(COMMAND).arg("--private").arg(private);
    command.arg("--limits").arg(serde_json::to_string(&start.limits)?);
    if let Some(workspace) = workspace {
        command.arg("--workspace").arg(workspace);
    }
    if start.is_awaited {
        command.arg("--awaited");
    }
    if let Some(group) = group {
        command.arg("--group").arg(group.path());
    }
    command
        .env_clear()
        .envs(program.environment())
        .env("PATH", "/usr/local/bin:/usr/bin:/bin")
        .env("HOME", PRIVATE)
        .env("WAG_HOME", format!("{WORKSPACE}/{HOME}"))
        .env("TZ", "UTC")
        .stdin(Stdio::from(inherited))
        .stdout(Stdio::from(OwnedFd::from(reported)))
        .stderr(if log::log_enabled!(log::Level::Debug) { Stdio::inherit() } else { Stdio::null() });
    Ok((command.spawn()?, control, status))
}
