//! Inspects the installation, the folder and the system, without evaluating the results.

use super::trial::{self, Trial};
use std::path::{Path, PathBuf};
use wag_sandbox::kernel;
use wag_sandbox::kernel::CountingMethod;

/// All results of the inspection.
#[derive(Debug)]
pub struct Probe {
    pub system: System,
    pub executable: Location,
    /// The path of Python's library at build time.
    pub library: Location,
    /// The Python library that this process has loaded, if known.
    pub loaded: Option<PathBuf>,
    /// A match of one round with a small AI, or the reason why it could not be played.
    pub trial: Result<Trial, String>,
    pub environment: Option<Environment>,
    /// The result of writing a file in the current folder.
    pub folder: Result<(), String>,
    /// The results that exist on Linux only.
    pub linux: Option<Linux>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Linux,
    /// Windows Subsystem for Linux without a Linux kernel.
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

/// The active virtual environment.
#[derive(Debug)]
pub struct Environment {
    pub folder: PathBuf,
    pub exists: bool,
    /// True if it has the embedded version of Python.
    pub fits: bool,
}

#[derive(Debug)]
pub struct Linux {
    pub sealed_memory: Result<(), String>,
    pub pinning: Result<(), String>,
    pub fixed_addresses: bool,
    pub landlock: Option<u32>,
    pub seccomp: bool,
    /// The method of measuring all processes of a program together.
    pub counting: CountingMethod,
}

/// Runs the inspection.
pub fn probe() -> Probe {
    let (executable, library) = wag_python::paths();
    Probe {
        system: system(),
        executable: Location::of(executable),
        library: Location::of(library),
        loaded: loaded(),
        trial: trial::play(),
        environment: std::env::var_os("VIRTUAL_ENV").filter(|folder| !folder.is_empty()).map(environment),
        folder: tempfile::NamedTempFile::new_in(".").map(drop).map_err(|fault| fault.to_string()),
        linux: linux(),
    }
}

impl Location {
    fn of(path: &Path) -> Location {
        Location { path: path.to_path_buf(), exists: path.exists() }
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

/// Returns the mapped file whose name starts with `libpython`.
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

#[cfg(target_os = "linux")]
fn linux() -> Option<Linux> {
    Some(Linux {
        sealed_memory: sealed_memory().map_err(|fault| fault.to_string()),
        pinning: pinning().map_err(|fault| fault.to_string()),
        fixed_addresses: kernel::can_fix_addresses(),
        landlock: kernel::landlock_version(),
        seccomp: kernel::has_seccomp(),
        counting: kernel::counting(),
    })
}

#[cfg(not(target_os = "linux"))]
fn linux() -> Option<Linux> {
    None
}

/// Tests the kind of shared memory that workers and the engine use.
#[cfg(target_os = "linux")]
fn sealed_memory() -> rustix::io::Result<()> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
    let file = memfd_create("doctor", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    ftruncate(&file, 4096)?;
    fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)
}

/// Pins the thread to one core, as a match does, and then allows all original cores again.
#[cfg(target_os = "linux")]
fn pinning() -> rustix::io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    let all = sched_getaffinity(None)?;
    let mut one = CpuSet::new();
    one.set(sched_getcpu());
    sched_setaffinity(None, &one)?;
    sched_setaffinity(None, &all)
}
