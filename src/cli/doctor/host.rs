//! `wag doctor host`: checks whether a server for classes can run on this machine and in a folder.

use super::findings::{Finding, ok, problem, warning};
use super::probe::Linux;
use rustix::fs::{FlockOperation, flock, statvfs};
use std::fs::{self, File, Metadata};
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use wag_i18n::{decimal, t};
use wag_sandbox::kernel::CountingMethod;

/// The free space below which a server plays nothing and takes nothing in, and the one that a class needs for a year.
const FREE_MIN: u64 = 1 << 30;
const FREE_GOOD: u64 = 10 << 30;
/// The number of files whose modes are checked.
const FILES_MAX: usize = 20_000;
/// The difference of clocks that is no mistake.
const CLOCK_TOLERANCE: Duration = Duration::from_secs(60);

/// The findings about a server's machine and folder.
#[derive(Debug)]
pub struct HostProbe {
    is_root: bool,
    has_sandbox: bool,
    has_groups: bool,
    /// Whether the port is free; `None` if no port was named.
    port: Option<(u16, Result<(), String>)>,
    folder: Option<FolderProbe>,
}

/// The findings about the folder of a server.
#[derive(Debug)]
struct FolderProbe {
    path: PathBuf,
    exists: bool,
    is_own: bool,
    /// A file or folder that others can read; `None` if there is none.
    open_to_others: Option<PathBuf>,
    /// Whether a server runs on the folder.
    is_locked: bool,
    /// The free space on its disk, in bytes.
    free: Option<u64>,
    /// The time by which the newest change lies in the future.
    ahead: Duration,
}

/// Inspects the machine, and the folder of a server if one is named.
pub fn probe(folder: Option<&Path>, port: Option<u16>, linux: Option<&Linux>) -> HostProbe {
    HostProbe {
        is_root: rustix::process::geteuid().is_root(),
        has_sandbox: linux.is_some_and(|linux| linux.landlock.is_some() && linux.seccomp),
        has_groups: linux
            .is_some_and(|linux| matches!(linux.counting, CountingMethod::Group { shares_cpu: true })),
        port: port.map(|port| {
            (port, TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map(drop).map_err(|err| err.to_string()))
        }),
        folder: folder.map(FolderProbe::of),
    }
}

impl FolderProbe {
    fn of(path: &Path) -> FolderProbe {
        let about = fs::symlink_metadata(path).ok();
        let user = rustix::process::geteuid().as_raw();
        // A folder that does not exist yet will be on the disk of its parent.
        let disk = path.ancestors().find(|place| place.exists()).unwrap_or(Path::new("."));
        let mut newest = SystemTime::UNIX_EPOCH;
        let mut open_to_others = None;
        for (file, about) in entries(path).into_iter().take(FILES_MAX) {
            newest = newest.max(about.modified().unwrap_or(newest));
            if about.mode() & 0o077 != 0 && !about.is_symlink() {
                open_to_others.get_or_insert(file);
            }
        }
        FolderProbe {
            path: path.to_path_buf(),
            exists: about.is_some(),
            is_own: about.is_none_or(|about| about.uid() == user),
            open_to_others,
            is_locked: is_locked(path),
            free: statvfs(disk).ok().map(|disk| disk.f_bavail.saturating_mul(disk.f_frsize)),
            ahead: newest.duration_since(SystemTime::now()).unwrap_or_default(),
        }
    }
}

/// Returns a folder and what is in it, without following links.
fn entries(folder: &Path) -> Vec<(PathBuf, Metadata)> {
    let mut waiting = vec![folder.to_path_buf()];
    let mut found = Vec::new();
    while let Some(path) = waiting.pop() {
        let Ok(about) = fs::symlink_metadata(&path) else { continue };
        if about.is_dir() {
            let inside = fs::read_dir(&path).into_iter().flatten().flatten().map(|entry| entry.path());
            waiting.extend(inside.take(FILES_MAX));
        }
        found.push((path, about));
        if found.len() > FILES_MAX {
            break;
        }
    }
    found
}

/// Returns whether a server runs on a folder.
fn is_locked(folder: &Path) -> bool {
    let lock: io::Result<File> = File::open(folder.join("lock"));
    lock.is_ok_and(|file| {
        flock(&file, FlockOperation::NonBlockingLockShared) == Err(rustix::io::Errno::WOULDBLOCK)
    })
}

/// Returns the findings about a server.
pub fn findings(probe: &HostProbe) -> Vec<Finding> {
    let mut findings = vec![user(probe.is_root), sandbox(probe.has_sandbox), groups(probe.has_groups)];
    findings.extend(probe.port.as_ref().map(port));
    match &probe.folder {
        Some(folder) if folder.exists => {
            findings.extend([closed(folder), disk(folder), clock(folder)]);
            findings.push(match folder.is_locked {
                true => ok(t!("A server runs on the folder")),
                false => ok(t!("No server runs on the folder")),
            });
        }
        Some(folder) => {
            let path = folder.path.display();
            findings.push(ok(t!("The folder %{path} does not exist yet: `wag host` makes it", path)));
            findings.push(disk(folder));
        }
        None => {}
    }
    findings
}

fn user(is_root: bool) -> Finding {
    match is_root {
        false => ok(t!("The server would not run as root")),
        true => problem(
            t!("This user is root, as whom the server refuses to run"),
            t!(
                "run the server and this check as a user of their own; `wag help class-server` has a unit for systemd"
            ),
        ),
    }
}

fn sandbox(is_complete: bool) -> Finding {
    match is_complete {
        true => ok(t!("Pupils' programs run in a complete sandbox (Landlock and seccomp)")),
        false => problem(
            t!(
                "There is no complete sandbox for pupils' programs, without which the server refuses to start"
            ),
            t!("use Linux 5.13 or later; in a container, allow Landlock and seccomp"),
        ),
    }
}

fn groups(has_groups: bool) -> Finding {
    match has_groups {
        true => ok(t!("Matches get control groups of their own (cgroup v2)")),
        false => warning(
            t!("Matches get no control groups here (cgroup v2), so that one can slow down the others"),
            t!(
                "start the server as a service of systemd with Delegate=cpu memory pids, or with --without-groups"
            ),
        ),
    }
}

fn port((port, free): &(u16, Result<(), String>)) -> Finding {
    match free {
        Ok(()) => ok(t!("Port %{port} is free", port)),
        Err(reason) => problem(
            t!("Port %{port} cannot be used: %{reason}", port, reason),
            t!("choose another one with --port"),
        ),
    }
}

/// Checks that nobody else can read the folder.
fn closed(folder: &FolderProbe) -> Finding {
    let path = folder.path.display();
    match &folder.open_to_others {
        _ if !folder.is_own => problem(
            t!("The folder %{path} belongs to another user", path),
            t!("run the server as the user to whom the folder belongs"),
        ),
        Some(open) => problem(
            t!("Others on this machine can read %{file}", file = open.display()),
            format!("chmod -R go= {path}"),
        ),
        None => ok(t!("Only this user can read the folder %{path}", path)),
    }
}

fn disk(folder: &FolderProbe) -> Finding {
    let Some(free) = folder.free else {
        return warning(
            t!("The free space of the disk is not known"),
            t!("check that the folder is on a disk of this machine"),
        );
    };
    let gb = decimal(free as f64 / f64::from(1 << 30), 1);
    let text = t!("%{gb} GB of the disk are free", gb);
    match free {
        free if free < FREE_MIN => {
            problem(text, t!("make room: below 1 GB, the server plays nothing and takes no files in"))
        }
        free if free < FREE_GOOD => warning(text, t!("a class needs up to 10 GB in a year")),
        _ => ok(text),
    }
}

fn clock(folder: &FolderProbe) -> Finding {
    match folder.ahead <= CLOCK_TOLERANCE {
        true => ok(t!("The clock is not behind the last change of the folder")),
        false => problem(
            t!(
                "The clock is behind the last change of the folder by %{seconds} s: no deadline would end",
                seconds = folder.ahead.as_secs()
            ),
            t!("set the clock, for example with: timedatectl set-ntp true"),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings::Level;
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn healthy(folder: &Path) -> HostProbe {
        let port = Some((8017, Ok(())));
        HostProbe {
            is_root: false,
            has_sandbox: true,
            has_groups: true,
            port,
            folder: Some(FolderProbe { free: Some(FREE_GOOD), ..FolderProbe::of(folder) }),
        }
    }

    fn worst(probe: &HostProbe) -> Vec<Level> {
        let levels = findings(probe).into_iter().map(|finding| finding.level);
        levels.filter(|level| *level != Level::Ok).collect()
    }

    #[test]
    fn each_mistake_is_found() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("school");
        assert_eq!(worst(&healthy(&folder)), []);
        fs::create_dir(&folder).unwrap();
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o700)).unwrap();
        assert_eq!(worst(&healthy(&folder)), []);
        let file = folder.join("wag.db");
        fs::write(&file, "").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        let open = healthy(&folder);
        assert_eq!(
            (worst(&open), &open.folder.unwrap().open_to_others),
            (vec![Level::Problem], &Some(file.clone()))
        );
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        let later = SystemTime::now() + Duration::from_secs(3600);
        File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        assert_eq!(worst(&healthy(&folder)), [Level::Problem]);
        fs::remove_file(&file).unwrap();
        let mut probe = healthy(&folder);
        probe.folder.as_mut().unwrap().free = Some(FREE_MIN - 1);
        (probe.is_root, probe.has_groups) = (true, false);
        assert_eq!(worst(&probe), [Level::Problem, Level::Warning, Level::Problem]);
    }

    #[test]
    fn a_running_server_is_found_by_its_lock() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!is_locked(folder.path()));
        let lock = File::create(folder.path().join("lock")).unwrap();
        assert!(!is_locked(folder.path()));
        flock(&lock, FlockOperation::NonBlockingLockExclusive).unwrap();
        assert!(is_locked(folder.path()));
    }
}
