//! Inspects the installation, the current folder and the system. This module does not evaluate the results.

use super::trial::{self, Trial};
use std::path::{Path, PathBuf};
use wag_sandbox::kernel;
use wag_sandbox::kernel::CountingMethod;

/// The results of the whole inspection.
#[derive(Debug)]
pub struct Probe {
    pub system: System,
    pub executable: Location,
    /// The path that Python's library had when Wag was built, and whether the library still exists there.
    pub library: Location,
    /// The path of the Python library that this process has loaded; `None` if it is unknown.
    pub loaded: Option<PathBuf>,
    /// The result of a match of one round with a small AI, or the reason why it could not be played.
    pub trial: Result<Trial, String>,
    pub environment: Option<Environment>,
    /// The result of a test that writes a file in the current folder. The error says why the file cannot be written.
    pub folder: Result<(), String>,
    /// The results that exist only on Linux; `None` on other systems.
    pub linux: Option<Linux>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Linux,
    /// Windows Subsystem for Linux, version 1, which has no Linux kernel.
    Wsl1,
    Wsl2,
    MacOs,
    Other,
}

/// The path of a file, and whether it exists.
#[derive(Debug)]
pub struct Location {
    pub path: PathBuf,
    pub exists: bool,
}

/// The virtual environment that is active.
#[derive(Debug)]
pub struct Environment {
    pub folder: PathBuf,
    pub exists: bool,
    /// True if the environment has the same Python version as the Python that is embedded in Wag.
    pub fits: bool,
}

#[derive(Debug)]
pub struct Linux {
    pub sealed_memory: Result<(), String>,
    pub pinning: Result<(), String>,
    pub fixed_addresses: bool,
    pub landlock: Option<u32>,
    pub seccomp: bool,
    /// The method by which all processes of a program are measured together.
    pub counting: CountingMethod,
}

/// Inspects everything.
pub fn probe() -> Probe {
    let (executable, library) = wag_python::paths();
    Probe {
        system: system(),
        executable: Location::of(executable),
        library: Location::of(library),
        loaded: loaded(),
        trial: trial::play(),
        environment: std::env::var_os("VIRTUAL_ENV").filter(|folder| !folder.is_empty()).map(environment),
        folder: tempfile::NamedTempFile::new_in(".").map(drop).map_err(|err| err.to_string()),
        linux: linux(),
    }
}

impl Location {
    fn of(path: PathBuf) -> Location {
        Location { exists: path.exists(), path }
    }
}

fn system() -> System {
    if cfg!(target_os = "macos") {
        return System::MacOs;
    }
    if !cfg!(target_os = "linux") {
        return System::Other;
    }
    match std::fs::read_to_string("/proc/version").unwrap_or_default() {
        version if version.contains("microsoft") => System::Wsl2,
        version if version.contains("Microsoft") => System::Wsl1,
        _ => System::Linux,
    }
}

/// Returns the path of the loaded library whose file name starts with `libpython`, or `None` if it cannot be found.
fn loaded() -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    let mut paths = maps.lines().filter_map(|line| line.find('/').map(|at| Path::new(&line[at..])));
    let is_python = |path: &&Path| {
        path.file_name().and_then(|name| name.to_str()).is_some_and(|name| name.starts_with("libpython"))
    };
    paths.find(is_python).map(Path::to_path_buf)
}

fn environment(folder: std::ffi::OsString) -> Environment {
    let folder = PathBuf::from(folder);
    let packages = folder.join(format!("lib/python{}/site-packages", wag_python::version()));
    Environment { exists: folder.is_dir(), fits: packages.is_dir(), folder }
}

/// Inspects what only Linux has.
#[cfg(target_os = "linux")]
pub fn linux() -> Option<Linux> {
    Some(Linux {
        sealed_memory: sealed_memory().map_err(|err| err.to_string()),
        pinning: pinning().map_err(|err| err.to_string()),
        fixed_addresses: kernel::can_fix_addresses(),
        landlock: kernel::landlock_version(),
        seccomp: kernel::has_seccomp(),
        counting: kernel::counting(),
    })
}

/// Inspects what only Linux has.
#[cfg(not(target_os = "linux"))]
pub fn linux() -> Option<Linux> {
    None
}

/// Tests whether the kind of shared memory through which the engine and its workers communicate is available.
#[cfg(target_os = "linux")]
fn sealed_memory() -> rustix::io::Result<()> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
    let file = memfd_create("doctor", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    ftruncate(&file, 4096)?;
    fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)
}

/// Tests whether a thread can be bound to one core, as in a match. Afterwards, allows the thread to use all its former
/// cores again.
#[cfg(target_os = "linux")]
fn pinning() -> rustix::io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    let all = sched_getaffinity(None)?;
    let mut one = CpuSet::new();
    one.set(sched_getcpu());
    sched_setaffinity(None, &one)?;
    sched_setaffinity(None, &all)
}
