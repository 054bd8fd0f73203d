//! Confinement of a whole engine that works for one person on a shared server: it sees one workspace and a private folder,
//! the system's libraries and the program itself, and has no network. Its players have their own sandbox inside.

use super::private_tmp::{mount, unshare, unshare_user};
use super::{calls, files};
use crate::pid_namespace::{succeeds_in_child, supervised};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Resource, Rlimit, chdir, geteuid, setrlimit};
use std::ffi::CString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use wag_i18n::message;

/// The folder below which the workspace appears. It exists on every Linux system.
const ROOM: &str = "/mnt";
/// The path of the workspace inside.
pub const WORKSPACE: &str = "/mnt/workspace";
/// The path of the private folder inside.
pub const PRIVATE: &str = "/tmp";
/// The folders in which other services have their sockets, which no rule for files closes.
const SOCKETS: [&str; 1] = ["/run"];

/// The folders outside that a service gets.
#[derive(Clone, Debug)]
pub struct ServicePlaces<'p> {
    /// The folder that appears at [`WORKSPACE`]; `None` if there is none.
    pub workspace: Option<&'p Path>,
    /// The folder that appears at [`PRIVATE`].
    pub private: &'p Path,
    /// The files and folders that the program itself needs, besides those of the system.
    pub readable: &'p [PathBuf],
    /// The niceness of the service and its players.
    pub niceness: Niceness,
}

/// How much a service leaves to the other programs of the machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Niceness {
    /// A person waits for the service: beside a program that computes all the time, it gets a quarter of a processor.
    Person,
    /// Nobody waits for the service: it gets what the others leave.
    #[default]
    Background,
}

impl Niceness {
    /// Returns the niceness of processes, from 0 to 19.
    pub fn value(self) -> i32 {
        match self {
            Niceness::Person => 5,
            Niceness::Background => 19,
        }
    }
}

/// Confines this process permanently. It must have a single thread. The error says what the system does not allow.
///
/// Where the system allows it, the service is a child of this process in a PID namespace: it sees and reaches no process
/// but its own, and everything in it ends with it. This process then waits for its end and does not return.
pub fn enter_service(places: &ServicePlaces<'_>) -> io::Result<()> {
    // The places of the program may be below a folder that something is mounted over.
    let readable: Vec<PathBuf> = places.readable.iter().filter_map(|path| path.canonicalize().ok()).collect();
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) })?;
    lower_priority(places.niceness);
    let has_own_processes = can_have_own_processes() && {
        supervised::enter().map_err(|err| refused("processes", &err))?;
        true
    };
    unshare_all().map_err(|err| refused("namespaces", &err))?;
    mount(None, c"/", None, libc::MS_PRIVATE | libc::MS_REC).map_err(|err| refused("mounts", &err))?;
    // Mounts can only be copied within a namespace, so the folders are opened here.
    let workspace = places.workspace.map(opened).transpose()?;
    let private = opened(places.private)?;
    move_in(workspace.as_ref(), &private).map_err(|err| refused("mounts", &err))?;
    if has_own_processes {
        show_own_processes().map_err(|err| refused("processes", &err))?;
    }
    chdir(if workspace.is_some() { WORKSPACE } else { PRIVATE })?;
    rustix::thread::set_no_new_privs(true)?;
    let writable: Vec<&Path> =
        workspace.iter().map(|_| Path::new(WORKSPACE)).chain([Path::new(PRIVATE)]).collect();
    files::confine_service(&readable, &writable).map_err(|err| refused("Landlock", &err))?;
    calls::confine_service().map_err(|err| refused("system calls", &err))
}

fn refused(what: &str, why: &dyn std::fmt::Display) -> io::Error {
    io::Error::other(
        message!("the system does not allow a private %{what} for workers: %{why}", what, why).into_error(),
    )
}

fn opened(folder: &Path) -> io::Result<OwnedFd> {
    Ok(open(folder, OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?)
}

/// Gives this process and its children a lower priority.
fn lower_priority(niceness: Niceness) {
    // SAFETY: the call takes and returns numbers only.
    unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, niceness.value()) };
}

/// Creates namespaces for mounts, network, messages between processes and the host name.
fn unshare_all() -> io::Result<()> {
    const ALL: libc::c_int = libc::CLONE_NEWNS | libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
    // The superuser may, and whoever has made a PID namespace.
    if unshare(ALL).is_ok() {
        return Ok(());
    }
    unshare_user()?;
    unshare(ALL)
}

/// Returns whether the system allows a PID namespace with its own `/proc`. Processes that end at once try it: a failure
/// half-way would leave this process with other rights.
fn can_have_own_processes() -> bool {
    succeeds_in_child(|| {
        let is_unshared = geteuid().is_root() || unshare_user().is_ok();
        is_unshared
            && unshare(libc::CLONE_NEWPID | libc::CLONE_NEWNS).is_ok()
            && succeeds_in_child(|| {
                mount(None, c"/", None, libc::MS_PRIVATE | libc::MS_REC).is_ok()
                    && show_own_processes().is_ok()
            })
    })
}

/// Mounts a `/proc` with the processes of the current PID namespace only.
fn show_own_processes() -> io::Result<()> {
    let flags = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    mount(Some(c"proc"), c"/proc", Some(c"proc"), flags)
}

/// Mounts the workspace and the private folder at their places inside, and empty folders over those of other services.
fn move_in(workspace: Option<&OwnedFd>, private: &OwnedFd) -> io::Result<()> {
    let path = |fd: &OwnedFd| CString::new(format!("/proc/self/fd/{}", fd.as_raw_fd()));
    empty(ROOM)?;
    if let Some(workspace) = workspace {
        std::fs::create_dir(WORKSPACE)?;
        mount(Some(&path(workspace)?), c"/mnt/workspace", None, libc::MS_BIND)?;
    }
    mount(Some(&path(private)?), c"/tmp", None, libc::MS_BIND)?;
    SOCKETS.iter().try_for_each(|folder| empty(folder))
}

/// Mounts an empty folder over another one.
fn empty(folder: &str) -> io::Result<()> {
    let folder = CString::new(Path::new(folder).as_os_str().as_bytes())?;
    mount(Some(c"tmpfs"), &folder, Some(c"tmpfs"), libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC)
}

/// Returns the folders of the libraries that this process has loaded, which processes of the same program load again.
pub fn library_folders() -> Vec<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let files = maps.lines().filter_map(|line| line.find('/').map(|at| Path::new(&line[at..])));
    let libraries = files.filter(|file| file.to_string_lossy().contains(".so"));
    let mut folders: Vec<PathBuf> = libraries.filter_map(|file| Some(file.parent()?.to_path_buf())).collect();
    folders.sort();
    folders.dedup();
    folders
}
