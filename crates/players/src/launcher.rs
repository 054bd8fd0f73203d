//! The launcher, also called the supervisor process, is between the engine and a player's program. It starts the
//! program, for each move or once per game, and ends all of the program's processes in time.
//!
//! The engine starts its own program again as the launcher, once per player of a game. The launcher has one thread,
//! runs no untrusted code, and serves the engine over the socket at its standard input. Its standard output becomes the
//! program's standard output and error. A persistent program talks to the engine over its own pipes: the launcher
//! passes them on and does not read them. When the engine ends for any reason, the launcher ends, and with it all
//! processes of the program.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use rustix::io::{fcntl_dupfd_cloexec, write};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, getrlimit, kill_process_group, setrlimit, waitid,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;
use wag_i18n::{Message, message};
use wag_sandbox::Bounds;
use wag_sandbox::confine;
use wag_sandbox::confine::{OpenedPaths, Places, TmpFolder};
use wag_sandbox::counter::{Counter, Excess, ExcessWatch};
use wag_sandbox::pid_namespace::PidNamespace;
use wag_sandbox::process;
use wag_sandbox::{counter, descriptors, orphans};

/// The program to start, and its restrictions. This is the engine's first message.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaunchRequest {
    /// The absolute path of the program.
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// The working folder, which is the only folder in which the program may write.
    pub folder: PathBuf,
    /// Paths that the program may read besides those of the system: files, and folders without the hidden files in
    /// them.
    pub readable: Vec<PathBuf>,
    /// Folders that the program may read, with everything below them.
    pub installed: Vec<PathBuf>,
    /// The folders in which the program looks for other programs.
    pub path: Vec<PathBuf>,
    /// Absolute paths that the program may not read, although they are in `readable` or `installed`.
    pub closed: Vec<PathBuf>,
    pub bounds: Bounds,
    /// The maximum number of processes that the program may have at once.
    pub processes: usize,
}

/// The engine's request to start the program for one move. `START_PERSISTENT` is the request to start it for the whole
/// game, and comes with the two descriptors for its standard input and output. `END` is the request to end the program.
pub const RUN: u8 = b'R';
pub const START_PERSISTENT: u8 = b'L';
pub const END: u8 = b'E';

/// A message from the launcher to the engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SupervisorMessage {
    /// The launch request has arrived. `warnings` has a sentence for each restriction that the system can't apply.
    Ready {
        warnings: Vec<String>,
        /// The scratch folder, with the path under which the program sees it.
        scratch: PathBuf,
        /// The control group that measures the program's processor time, if there is one.
        counted_at: Option<PathBuf>,
    },
    /// The program has been started.
    Started { pid: i32 },
    /// The program could not be started. `errno` is the system's error number, if there is one.
    Refused { reason: Message, errno: Option<i32> },
    /// The program and all its processes have ended.
    Ended {
        /// The program's exit status, as `wait` returns it.
        status: i32,
        /// The exceeded limit for which the program was ended, or `None` if it ended for another reason.
        excess: Option<Excess>,
    },
}

/// Sends a message: its length and its bytes.
pub fn send_message(stream: &mut UnixStream, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
    frame.extend(bytes);
    stream.write_all(&frame)
}

/// The maximum length of a message, in bytes.
const MESSAGE_MAX: usize = 1 << 20;

/// Reads a message that was sent by [`send_message`].
pub fn receive_message<M: DeserializeOwned>(stream: &mut UnixStream) -> io::Result<M> {
    let mut length = [0; 4];
    stream.read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > MESSAGE_MAX {
        return Err(io::Error::other("too long a message"));
    }
    let mut bytes = vec![0; length];
    stream.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}

/// Serves the engine until it closes the socket.
pub fn run() -> u8 {
    orphans::adopt();
    let Ok(control) = descriptors::take_control() else {
        eprintln!("wag: this is an inner command of wag itself; run `wag --help`");
        return 2;
    };
    let mut control = UnixStream::from(control);
    match serve(&mut control) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}

fn serve(control: &mut UnixStream) -> io::Result<()> {
    let order: LaunchRequest = receive_message(control)?;
    limit_process_count(order.processes);
    raise_own_priority();
    let counter = Counter::make(order.bounds.memory);
    // Without the sandbox, a program sees the user's other processes.
    let namespace = order.bounds.confined.then(PidNamespace::make).flatten();
    let tmp = tmp_folder(&order);
    let opened = opened(&order);
    let world = ProgramEnvironment { tmp, opened: &opened, counter: &counter, namespace: namespace.as_ref() };
    let mut warnings = missing_restrictions(&order, &world)?;
    warnings.extend(counter.not_counted_warning());
    let scratch = tmp.scratch_path(&order.folder).to_path_buf();
    send_message(control, &SupervisorMessage::Ready { warnings, scratch, counted_at: counter.place() })?;
    // An `END` may arrive just after the program has ended; it is ignored then.
    while let Some((request, descriptors)) = descriptors::receive(&*control) {
        match request {
            RUN => play(control, &order, &world, Streams::of_a_move())?,
            START_PERSISTENT => play(control, &order, &world, Streams::of_a_game(descriptors)?)?,
            _ => {}
        }
    }
    Ok(())
}

/// The environment that the launcher prepares for all runs of the program.
struct ProgramEnvironment<'w> {
    tmp: TmpFolder,
    /// The files that the program may read besides those of the system.
    opened: &'w OpenedPaths,
    counter: &'w Counter,
    /// The namespace of the program's processes, or `None` if the system does not allow one.
    namespace: Option<&'w PidNamespace>,
}

/// A program's standard input and output. Its standard error is always the launcher's standard output.
struct Streams {
    input: Stdio,
    output: Stdio,
}

impl Streams {
    /// Returns the streams of a program for one move: empty input, and the launcher's standard output.
    fn of_a_move() -> Streams {
        Streams { input: Stdio::null(), output: Stdio::inherit() }
    }

    fn of_a_game(descriptors: Vec<OwnedFd>) -> io::Result<Streams> {
        let descriptors: Result<[OwnedFd; 2], _> = descriptors.try_into();
        let [input, output] = descriptors.map_err(|_| io::Error::other("two descriptors are missing"))?;
        Ok(Streams { input: input.into(), output: output.into() })
    }
}

/// Limits the number of processes in the system, to stop programs that start processes faster than the launcher can
/// check. The system's limit counts all processes of the user, so it leaves room for a thousand others. It has no
/// effect for root; see [`raise_own_priority`].
fn limit_process_count(processes: usize) {
    const ROOM_FOR_OTHERS: usize = 1000;
    let limits = getrlimit(Resource::Nproc);
    let Some(tasks) = orphans::tasks_of_user() else { return };
    let limit = tasks.saturating_add(processes).saturating_add(ROOM_FOR_OTHERS) as u64;
    if limits.current.is_none_or(|current| limit < current) {
        // If this fails, only the launcher's own checks limit the number of processes.
        let _ = setrlimit(Resource::Nproc, Rlimit { current: Some(limit), maximum: limits.maximum });
    }
}

/// Gives the launcher real-time priority if it runs as root, for which the system's limit of processes has no effect.
/// Then a program cannot keep the launcher from checking in time. The launcher runs only for moments, and its children
/// get the normal priority.
#[cfg(target_os = "linux")]
fn raise_own_priority() {
    let lowest = libc::sched_param { sched_priority: 1 };
    // SAFETY: the call only reads its arguments. A user who may not set a priority is subject to the limit.
    unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO | libc::SCHED_RESET_ON_FORK, &lowest) };
}

#[cfg(not(target_os = "linux"))]
fn raise_own_priority() {}

/// Runs the program for one move or one game, from its start to its end.
fn play(
    control: &mut UnixStream,
    order: &LaunchRequest,
    world: &ProgramEnvironment<'_>,
    streams: Streams,
) -> io::Result<()> {
    let ProgramEnvironment { counter, namespace, .. } = *world;
    let init = namespace.map(PidNamespace::init);
    let mut watch = ExcessWatch::new(counter, order.processes, order.bounds.memory, &order.folder, init);
    let mut child = match start(order, world, streams, Purpose::Play(counter.place())) {
        Ok(child) => child,
        Err(err) => {
            return send_message(
                control,
                &SupervisorMessage::Refused { reason: in_words(&err), errno: err.raw_os_error() },
            );
        }
    };
    let reported = send_message(control, &SupervisorMessage::Started { pid: child.id() as i32 });
    let excess = reported.is_ok().then(|| wait(control, &child, &mut watch)).flatten();
    let status = end(&mut child, namespace)?;
    let excess = excess.or_else(|| watch.was_killed());
    reported
        .and_then(|()| send_message(control, &SupervisorMessage::Ended { status: status.into_raw(), excess }))
}

pub fn no_interpreter() -> Message {
    message!("the interpreter that its first line names is not there")
}

/// Describes why the system could not start a program that exists.
fn in_words(err: &io::Error) -> Message {
    match err.kind() {
        io::ErrorKind::NotFound => no_interpreter(),
        io::ErrorKind::PermissionDenied => {
            message!(
                "%{fault}; it or its interpreter may be in a folder that programs must not read",
                fault = err
            )
        }
        _ => err.into(),
    }
}

/// Waits until the program has ended or must be ended. Returns the exceeded limit if that is the reason, otherwise
/// `None`.
fn wait(control: &UnixStream, child: &Child, watch: &mut ExcessWatch<'_>) -> Option<Excess> {
    let watched = watched(child);
    let nap = if watched.is_some() { LONG_NAP } else { SHORT_NAP };
    loop {
        let mut waiting = vec![PollFd::new(control, PollFlags::IN)];
        waiting.extend(watched.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
        let _ = poll(&mut waiting, Timespec::try_from(nap).ok().as_ref());
        let is_asked = !waiting[0].revents().is_empty();
        if has_ended(child) || is_asked && is_to_end(control) {
            return None;
        }
        let excess = watch.look();
        if excess.is_some() {
            return excess;
        }
    }
}

/// Returns whether the engine requests the end of the program or has closed the socket.
fn is_to_end(control: &UnixStream) -> bool {
    descriptors::receive(control).is_none_or(|(request, _)| request == END)
}

/// The time between two checks of the number of processes. `SHORT_NAP` applies if the system does not report when the
/// program ends.
const LONG_NAP: Duration = Duration::from_millis(5);
const SHORT_NAP: Duration = Duration::from_millis(2);

/// Returns a descriptor that becomes readable when the program ends, or `None` if the system has none.
#[cfg(target_os = "linux")]
fn watched(child: &Child) -> Option<OwnedFd> {
    use rustix::process::{PidfdFlags, pidfd_open};
    pidfd_open(pid_of(child)?, PidfdFlags::empty()).ok()
}

#[cfg(not(target_os = "linux"))]
fn watched(_: &Child) -> Option<OwnedFd> {
    None
}

fn pid_of(child: &Child) -> Option<Pid> {
    Pid::from_raw(child.id() as i32)
}

/// Returns whether the program has ended. Does not reap it, so that its process id stays reserved.
fn has_ended(child: &Child) -> bool {
    let Some(pid) = pid_of(child) else { return true };
    let only_look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(pid), only_look), Ok(None))
}

/// Ends the program and all its processes. Returns its exit status, even if it has ended before.
fn end(child: &mut Child, namespace: Option<&PidNamespace>) -> io::Result<ExitStatus> {
    if let Some(group) = pid_of(child) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
    let status = child.wait()?;
    match namespace {
        // Orphans of the program are in the namespace.
        Some(namespace) => namespace.clear(),
        None => orphans::end(),
    }
    Ok(status)
}

/// The purpose of a started process.
enum Purpose {
    /// The process becomes the program, in this control group.
    Play(Option<PathBuf>),
    /// The process writes to this pipe which restrictions the system can't apply, and ends.
    Tell(OwnedFd),
}

/// Starts a process with the program's restrictions, but without the program. Returns a sentence for each restriction
/// that the system can't apply.
fn missing_restrictions(order: &LaunchRequest, world: &ProgramEnvironment<'_>) -> io::Result<Vec<String>> {
    let (answer, theirs) = pipe_with(PipeFlags::CLOEXEC)?;
    // The program itself never starts; the report comes through the pipe.
    let _ = start(order, world, Streams::of_a_move(), Purpose::Tell(theirs));
    let mut text = String::new();
    std::fs::File::from(answer).read_to_string(&mut text)?;
    Ok(text.lines().map(str::to_string).collect())
}

/// Starts a process in the sandbox.
fn start(
    order: &LaunchRequest,
    world: &ProgramEnvironment<'_>,
    streams: Streams,
    purpose: Purpose,
) -> io::Result<Child> {
    let mut command = Command::new(&order.program);
    let (tmp, opened) = (world.tmp, world.opened.clone());
    let scratch = tmp.scratch_path(&order.folder);
    command
        .envs(["HOME", "TMPDIR"].map(|name| (name, scratch)))
        .args(&order.arguments)
        .current_dir(&order.folder)
        .process_group(0)
        .stdin(streams.input)
        .stdout(streams.output)
        .stderr(Stdio::from(fcntl_dupfd_cloexec(rustix::stdio::stdout(), 0)?));
    let order = order.clone();
    // SAFETY: this process has one thread, so the child may do between fork and exec whatever its parent may do.
    unsafe {
        command.pre_exec(move || {
            process::die_with_parent();
            close_inherited_at_exec();
            if let Purpose::Play(Some(group)) = &purpose {
                counter::enter(group)?;
            }
            tmp.enter(&order.folder)?;
            let missing = confine(&order, &opened, tmp);
            match &purpose {
                Purpose::Tell(teller) => Err(reported(teller.as_fd(), &missing)),
                Purpose::Play(_) => Ok(()),
            }
        });
    }
    command.spawn()
}

fn reported(teller: BorrowedFd<'_>, sentences: &[String]) -> io::Error {
    let _ = write(teller, sentences.join("\n").as_bytes());
    io::Error::other("only asked")
}

/// Chooses the folder that the program sees as `/tmp`. Without the sandbox, it is the user's own `/tmp`.
fn tmp_folder(order: &LaunchRequest) -> TmpFolder {
    let needed = order.readable.iter().chain(&order.installed).chain([&order.program]);
    match order.bounds.confined {
        true => TmpFolder::for_program(&order.folder, needed),
        false => TmpFolder::Shared,
    }
}

/// Returns what the program may read besides the files of the system. It is the same for the whole match.
fn opened(order: &LaunchRequest) -> OpenedPaths {
    let mut all = OpenedPaths { readable: order.installed.clone(), listable: Vec::new() };
    // Scratch folders of other players are beside its own folder.
    let closed: Vec<PathBuf> = order.closed.iter().chain([&order.folder]).cloned().collect();
    for place in &order.readable {
        let opened = confine::open_folder(place, &closed);
        all.readable.extend(opened.readable);
        all.listable.extend(opened.listable);
    }
    all
}

fn confine(order: &LaunchRequest, opened: &OpenedPaths, tmp: TmpFolder) -> Vec<String> {
    let OpenedPaths { readable, listable } = opened;
    let places = Places { readable, listable, scratch: Some(tmp.scratch_path(&order.folder)) };
    confine::enter_program(&order.bounds, &places)
}

/// When the program starts, closes all descriptors that the user's shell has left open, except the standard streams.
fn close_inherited_at_exec() {
    #[cfg(target_os = "linux")]
    {
        let from = rustix::stdio::stderr().as_raw_fd() as libc::c_uint + 1;
        // SAFETY: the descriptors stay open until the program begins; this process does not need them afterwards.
        unsafe {
            libc::syscall(libc::SYS_close_range, from, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
        }
    }
}
