//! Looks at the installation, the folder and the system. Judges nothing.

use super::trial::{self, Trial};
use std::path::{Path, PathBuf};
use wag_sandbox::kernel;
use wag_sandbox::kernel::Counting;

/// All there is to know.
#[derive(Debug)]
pub struct Probe {
    pub system: System,
    pub executable: Location,
    /// Python's library as the build found it.
    pub library: Location,
    /// The library of Python that this process has loaded, if that can be told.
    pub loaded: Option<PathBuf>,
    /// A match of one round with a small AI, or why there was none.
    pub trial: Result<Trial, String>,
    pub environment: Option<Environment>,
    /// Whether a file can be written in the current folder.
    pub folder: Result<(), String>,
    /// What only Linux has.
    pub linux: Option<Linux>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Linux,
    /// Windows' Linux without a kernel of its own.
    Wsl1,
    Wsl2,
    MacOs,
    Other,
}

/// A file, and whether it is there.
#[derive(Debug)]
pub struct Location {
    pub path: PathBuf,
    pub exists: bool,
}

/// A virtual environment that is active.
#[derive(Debug)]
pub struct Environment {
    pub folder: PathBuf,
    pub exists: bool,
    /// Whether it is of the embedded version.
    pub fits: bool,
}

#[derive(Debug)]
pub struct Linux {
    pub sealed_memory: Result<(), String>,
    pub pinning: Result<(), String>,
    pub fixed_addresses: bool,
    pub landlock: Option<u32>,
    pub seccomp: bool,
    /// How all processes of a program are counted together.
    pub counting: Counting,
}

/// Looks at everything.
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

/// The mapped file whose name begins with `libpython`.
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

/// Memory as workers and engine share it.
#[cfg(target_os = "linux")]
fn sealed_memory() -> rustix::io::Result<()> {
    use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
    let file = memfd_create("doctor", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    ftruncate(&file, 4096)?;
    fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)
}

/// Goes to one core, as a match does, and back to all that were allowed.
#[cfg(target_os = "linux")]
fn pinning() -> rustix::io::Result<()> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
    let all = sched_getaffinity(None)?;
    let mut one = CpuSet::new();
    one.set(sched_getcpu());
    sched_setaffinity(None, &one)?;
    sched_setaffinity(None, &all)
}
