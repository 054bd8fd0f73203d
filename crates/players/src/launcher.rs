//! The process between the engine and a player's program: it starts the program, move by move or once for the whole game,
//! and sees that nothing of it outlives its time.
//!
//! The same program as the engine, started again, one for each player of a game. It has one thread, runs no stranger's
//! code, and answers over the socket at its standard input. What it finds as standard output becomes the program's, and
//! its standard error. A program that lives for the whole game speaks with the engine over pipes of its own: this process
//! hands them on and does not listen. When the engine is gone, however that came, it ends, and with it all that the
//! program has started.

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
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;
use wag_i18n::{Message, message};
use wag_sandbox::Bounds;
use wag_sandbox::confine;
use wag_sandbox::confine::{Places, TmpFolder};
use wag_sandbox::counter::{Counter, Excess, Watch};
use wag_sandbox::pid_namespace::PidNamespace;
use wag_sandbox::process;
use wag_sandbox::{counter, descriptors, orphans};

/// What is to be started. The first thing the engine says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Order {
    /// Absolute.
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
    /// The working folder, in which alone it may write.
    pub folder: PathBuf,
    /// What it may read besides the system: files, and folders but for what is hidden in them.
    pub readable: Vec<PathBuf>,
    /// What it may read with all that is in it.
    pub installed: Vec<PathBuf>,
    /// What it may not read although it is one of those, or lies in one. Absolute.
    pub closed: Vec<PathBuf>,
    pub bounds: Bounds,
    /// How many processes it may have at once.
    pub processes: usize,
}

/// The engine's requests: to start the program for one move; to start it for good, with the two descriptors that become
/// its standard input and output; and to end what runs.
pub const RUN: u8 = b'R';
pub const LIVE: u8 = b'L';
pub const END: u8 = b'E';

/// What this process says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum SupervisorMessage {
    /// The order is read; what the system can't forbid the program, in sentences.
    Ready {
        warnings: Vec<String>,
        /// Where the program sees its scratch folder.
        scratch: PathBuf,
        /// Where the system counts what the program computes, if it does.
        counted_at: Option<PathBuf>,
    },
    /// The program runs.
    Started { pid: i32 },
    /// It could not be started; with the number of the system's error, if it was one.
    Refused { reason: Message, errno: Option<i32> },
    /// It has ended, and all that it had started.
    Ended {
        /// A wait status.
        status: i32,
        /// What it was ended for, if it was.
        excess: Option<Excess>,
    },
}

/// Sends a message: its length and its bytes.
pub fn tell(stream: &mut UnixStream, message: &impl Serialize) -> io::Result<()> {
    let bytes = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
    frame.extend(bytes);
    stream.write_all(&frame)
}

/// The longest message.
const MESSAGE_MAX: usize = 1 << 20;

/// Reads what [`tell`] has sent.
pub fn hear<M: DeserializeOwned>(stream: &mut UnixStream) -> io::Result<M> {
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

/// Serves the engine until it is gone.
pub fn run() -> ExitCode {
    orphans::adopt();
    let Ok(control) = descriptors::take_control() else {
        eprintln!("wag: this is an inner command of wag itself; run `wag --help`");
        return ExitCode::from(2);
    };
    let mut control = UnixStream::from(control);
    match serve(&mut control) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn serve(control: &mut UnixStream) -> io::Result<()> {
    let order: Order = hear(control)?;
    hold_back_bombs(order.processes);
    go_before_programs();
    let counter = Counter::make(order.bounds.memory);
    // Without the sandbox, a program sees the processes that the user sees.
    let namespace = order.bounds.confined.then(PidNamespace::make).flatten();
    let tmp = tmp_folder(&order);
    let world = World { tmp, counter: &counter, namespace: namespace.as_ref() };
    let mut warnings = what_is_not_forbidden(&order, tmp)?;
    warnings.extend(counter.what_is_not_counted());
    let scratch = tmp.scratch_path(&order.folder).to_path_buf();
    tell(control, &SupervisorMessage::Ready { warnings, scratch, counted_at: counter.place() })?;
    // An END may come when the program has just ended by itself: it means nothing then.
    while let Some((request, descriptors)) = descriptors::receive(&*control) {
        match request {
            RUN => play(control, &order, &world, Streams::of_a_move())?,
            LIVE => play(control, &order, &world, Streams::of_a_game(descriptors)?)?,
            _ => {}
        }
    }
    Ok(())
}

/// What surrounds a program.
struct World<'w> {
    tmp: TmpFolder,
    counter: &'w Counter,
    /// Where the system makes one.
    namespace: Option<&'w PidNamespace>,
}

/// What a program finds as its standard input and output; standard error is always the one that it prints to.
struct Streams {
    input: Stdio,
    output: Stdio,
}

impl Streams {
    /// It is told nothing, and whatever it says is printed.
    fn of_a_move() -> Streams {
        Streams { input: Stdio::null(), output: Stdio::inherit() }
    }

    fn of_a_game(descriptors: Vec<OwnedFd>) -> io::Result<Streams> {
        let descriptors: Result<[OwnedFd; 2], _> = descriptors.try_into();
        let [input, output] = descriptors.map_err(|_| io::Error::other("two descriptors are missing"))?;
        Ok(Streams { input: input.into(), output: output.into() })
    }
}

/// A program that multiplies faster than it is looked at meets the system's own limit. That counts all that the user runs,
/// so it leaves much room for others; it does not hold for the administrator: see [`go_before_programs`].
fn hold_back_bombs(processes: usize) {
    const ROOM_FOR_OTHERS: usize = 1000;
    let limits = getrlimit(Resource::Nproc);
    let Some(tasks) = orphans::tasks_of_user() else { return };
    let limit = tasks.saturating_add(processes).saturating_add(ROOM_FOR_OTHERS) as u64;
    if limits.current.is_none_or(|current| limit < current) {
        // Without it, the number of processes is watched all the same.
        let _ = setrlimit(Resource::Nproc, Rlimit { current: Some(limit), maximum: limits.maximum });
    }
}

/// Whom the system's limit does not hold back, for the administrator runs it, can't keep this process from looking in time:
/// the administrator's processes may go before all others. It looks for a moment only, and what it starts is as usual.
#[cfg(target_os = "linux")]
fn go_before_programs() {
    let lowest = libc::sched_param { sched_priority: 1 };
    // SAFETY: it only reads what it is handed. Who may not has the limit.
    unsafe { libc::sched_setscheduler(0, libc::SCHED_FIFO | libc::SCHED_RESET_ON_FORK, &lowest) };
}

#[cfg(not(target_os = "linux"))]
fn go_before_programs() {}

/// One move, or one game: from the program's start to its end.
fn play(control: &mut UnixStream, order: &Order, world: &World<'_>, streams: Streams) -> io::Result<()> {
    let World { tmp, counter, namespace } = *world;
    let init = namespace.map(PidNamespace::init);
    let mut watch = Watch::new(counter, order.processes, order.bounds.memory, &order.folder, init);
    let mut child = match start(order, tmp, streams, Purpose::Play(counter.place())) {
        Ok(child) => child,
        Err(fault) => {
            return tell(
                control,
                &SupervisorMessage::Refused { reason: in_words(&fault), errno: fault.raw_os_error() },
            );
        }
    };
    let told = tell(control, &SupervisorMessage::Started { pid: child.id() as i32 });
    let excess = told.is_ok().then(|| wait(control, &child, &mut watch)).flatten();
    let status = end(&mut child, namespace)?;
    let excess = excess.or_else(|| watch.was_killed());
    told.and_then(|()| tell(control, &SupervisorMessage::Ended { status: status.into_raw(), excess }))
}

pub fn no_interpreter() -> Message {
    message!("the interpreter that its first line names is not there")
}

/// Why a program that is there can't be started.
fn in_words(fault: &io::Error) -> Message {
    match fault.kind() {
        io::ErrorKind::NotFound => no_interpreter(),
        io::ErrorKind::PermissionDenied => {
            message!("%{fault}; it, or its interpreter, may lie where programs may read nothing", fault)
        }
        _ => fault.into(),
    }
}

/// Waits until the program has ended, or has to; answers whether it has too much of something.
fn wait(control: &UnixStream, child: &Child, watch: &mut Watch<'_>) -> Option<Excess> {
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

/// Whether the engine says so, or is gone.
fn is_to_end(control: &UnixStream) -> bool {
    descriptors::receive(control).is_none_or(|(request, _)| request == END)
}

/// So often it is looked whether there are too many processes; and whether the program has ended, where the system
/// does not tell that.
const LONG_NAP: Duration = Duration::from_millis(5);
const SHORT_NAP: Duration = Duration::from_millis(2);

/// Becomes readable when the program ends.
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

/// Its number stays its own: it is not yet waited for.
fn has_ended(child: &Child) -> bool {
    let Some(pid) = pid_of(child) else { return true };
    let only_look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    !matches!(waitid(WaitId::Pid(pid), only_look), Ok(None))
}

/// Ends the program and all that it has started; a program that has ended already keeps its status.
fn end(child: &mut Child, namespace: Option<&PidNamespace>) -> io::Result<ExitStatus> {
    if let Some(group) = pid_of(child) {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.kill();
    let status = child.wait()?;
    match namespace {
        // Whoever has lost its parent is there.
        Some(namespace) => namespace.clear(),
        None => orphans::end(),
    }
    Ok(status)
}

/// What a process is started for.
enum Purpose {
    /// To become the program, in this group of the system's.
    Play(Option<PathBuf>),
    /// To write there what can't be forbidden the program, and end.
    Tell(OwnedFd),
}

/// Asks by way of a process that is confined as the program would be, and ends before it becomes the program.
fn what_is_not_forbidden(order: &Order, tmp: TmpFolder) -> io::Result<Vec<String>> {
    let (answer, theirs) = pipe_with(PipeFlags::CLOEXEC)?;
    // It never is started; the answer comes through the pipe.
    let _ = start(order, tmp, Streams::of_a_move(), Purpose::Tell(theirs));
    let mut text = String::new();
    std::fs::File::from(answer).read_to_string(&mut text)?;
    Ok(text.lines().map(str::to_string).collect())
}

/// Starts the program, confined.
fn start(order: &Order, tmp: TmpFolder, streams: Streams, purpose: Purpose) -> io::Result<Child> {
    let mut command = Command::new(&order.program);
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
    // SAFETY: this process has one thread, so between fork and exec everything may be done that may be done before.
    unsafe {
        command.pre_exec(move || {
            process::die_with_parent();
            keep_from_program();
            if let Purpose::Play(Some(group)) = &purpose {
                counter::enter(group)?;
            }
            tmp.enter(&order.folder)?;
            let missing = confine(&order, tmp);
            match &purpose {
                Purpose::Tell(teller) => Err(told(teller.as_fd(), &missing)),
                Purpose::Play(_) => Ok(()),
            }
        });
    }
    command.spawn()
}

fn told(teller: BorrowedFd<'_>, sentences: &[String]) -> io::Error {
    let _ = write(teller, sentences.join("\n").as_bytes());
    io::Error::other("only asked")
}

/// Decides which `/tmp` the program sees. Without the sandbox, it sees what the user sees.
fn tmp_folder(order: &Order) -> TmpFolder {
    let needed = order.readable.iter().chain(&order.installed).chain([&order.program]);
    match order.bounds.confined {
        true => TmpFolder::for_program(&order.folder, needed),
        false => TmpFolder::Shared,
    }
}

fn confine(order: &Order, tmp: TmpFolder) -> Vec<String> {
    let (mut readable, mut listable) = (order.installed.clone(), Vec::new());
    // Beside its own folder lie those of others.
    let closed: Vec<PathBuf> = order.closed.iter().chain([&order.folder]).cloned().collect();
    for place in &order.readable {
        let opened = confine::open_folder(place, &closed);
        readable.extend(opened.readable);
        listable.extend(opened.listable);
    }
    let places =
        Places { readable: &readable, listable: &listable, scratch: Some(tmp.scratch_path(&order.folder)) };
    confine::enter_program(&order.bounds, &places)
}

/// Whatever the user's shell has left open is not the program's.
fn keep_from_program() {
    #[cfg(target_os = "linux")]
    {
        let from = rustix::stdio::stderr().as_raw_fd() as libc::c_uint + 1;
        // SAFETY: the descriptors stay open until the program begins; nothing of this process needs them there.
        unsafe {
            libc::syscall(libc::SYS_close_range, from, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC);
        }
    }
}
