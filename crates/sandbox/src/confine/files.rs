//! Restricts access to files with Landlock. An AI can read its own folder and Python's files; a program can read its
//! own folder and the system's files. Both can write only in their scratch folder.

use super::super::kernel::landlock_version;
use super::Places;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::fs::{FileType, fstat};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// System files that Python and its packages read: shared libraries, time zones, and information about processors.
const SYSTEM: [&str; 15] = [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/localtime",
    "/etc/timezone",
    "/usr/share/zoneinfo",
    "/dev/zero",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
];

/// Further files that programs in any language usually need: other programs, interpreters and their settings. From
/// `/etc`, only files that contain no secrets are listed, even if the process may read all of `/etc`.
const SYSTEM_OF_PROGRAMS: [&str; 46] = [
    "/bin",
    "/sbin",
    "/usr",
    "/lib32",
    "/libx32",
    "/opt",
    "/nix/store",
    "/gnu/store",
    "/etc/alternatives",
    "/etc/ssl/openssl.cnf",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
    "/etc/locale.alias",
    "/etc/perl",
    "/etc/python3",
    "/etc/mono",
    "/etc/lua",
    "/etc/R",
    "/etc/terminfo",
    "/dev/full",
    "/dev/urandom",
    "/dev/random",
    "/proc/self/auxv",
    "/proc/self/cgroup",
    "/proc/self/cmdline",
    "/proc/self/comm",
    "/proc/self/exe",
    "/proc/self/fd",
    "/proc/self/limits",
    "/proc/self/maps",
    "/proc/self/mountinfo",
    "/proc/self/smaps",
    "/proc/self/stat",
    "/proc/self/statm",
    "/proc/self/status",
    "/proc/stat",
    "/proc/loadavg",
    "/proc/version",
    "/proc/filesystems",
    "/proc/sys/vm/overcommit_memory",
    "/proc/sys/vm/max_map_count",
    "/proc/sys/kernel/pid_max",
    "/proc/sys/kernel/threads-max",
    "/sys/fs/cgroup",
    "/sys/kernel/mm/transparent_hugepage",
];

/// Returns true if every program may read this path.
pub fn is_system(path: &Path) -> bool {
    SYSTEM.iter().chain(&SYSTEM_OF_PROGRAMS).any(|place| path.starts_with(place))
}

/// The rights of a process with regard to the files that it may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    Read,
    /// The rights to read and to execute.
    Run,
}

/// Restricts this process's access to files. On failure, returns a sentence for the user that says what AIs can then
/// do.
pub fn confine(places: &Places<'_>, right: Right) -> Result<(), String> {
    let sentence = |reason: &dyn std::fmt::Display| {
        format!(
            "This kernel cannot protect your files from AIs ({reason}): AIs can read and write the same files as you"
        )
    };
    match restrict(places, right) {
        Ok(RulesetStatus::NotEnforced) => Err(sentence(&"it has no Landlock")),
        Ok(_) => Ok(()),
        Err(err) => Err(sentence(&err)),
    }
}

/// Forbids everything that this kernel's Landlock can forbid, except access to the given places.
fn restrict(places: &Places<'_>, right: Right) -> Result<RulesetStatus, RulesetError> {
    let newest = ABI::V6;
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(newest))?
        .handle_access(AccessNet::from_all(newest))?
        .scope(Scope::from_all(newest))?
        .create()?
        .set_compatibility(CompatLevel::BestEffort);
    let (read, more) = match right {
        Right::Read => (AccessFs::ReadFile | AccessFs::ReadDir, [].as_slice()),
        Right::Run => {
            (AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute, SYSTEM_OF_PROGRAMS.as_slice())
        }
    };
    let of_java = if right == Right::Run { settings_of_java() } else { Vec::new() };
    let system = SYSTEM.iter().chain(more).map(Path::new);
    for place in system.chain(of_java.iter().chain(places.readable).map(PathBuf::as_path)) {
        rules = allow(rules, place, read)?;
    }
    for place in places.listable {
        rules = allow(rules, place, AccessFs::ReadDir.into())?;
    }
    rules = allow(rules, Path::new("/dev/null"), AccessFs::ReadFile | AccessFs::WriteFile)?;
    if let Some(scratch) = places.scratch {
        let write = AccessFs::WriteFile | AccessFs::Truncate | AccessFs::MakeReg | AccessFs::RemoveFile;
        let folders = AccessFs::MakeDir | AccessFs::RemoveDir | AccessFs::Refer;
        // An AI's scratch folder is flat, because it is emptied at once after each turn.
        let write = if right == Right::Run { write | folders } else { write };
        rules = allow(rules, scratch, read | write)?;
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// Restricts this process's access to files for good: it may read and run the system's files and `readable`, inspect
/// processes, and write in `writable` only. It has no network and reaches no processes outside.
pub fn confine_service(readable: &[PathBuf], writable: &[&Path]) -> io::Result<()> {
    let restricted = restrict_service(readable, writable).map_err(io::Error::other)?;
    match restricted {
        RulesetStatus::NotEnforced => Err(io::Error::other("it has no Landlock")),
        _ => Ok(()),
    }
}

fn restrict_service(readable: &[PathBuf], writable: &[&Path]) -> Result<RulesetStatus, RulesetError> {
    let newest = ABI::V6;
    let all = AccessFs::from_all(newest);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(newest))?
        .scope(Scope::from_all(newest))?
        .create()?
        .set_compatibility(CompatLevel::BestEffort);
    let read = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute;
    // The engine watches its players in `/proc`.
    let more = ["/proc", "/dev/null", "/dev/zero", "/dev/urandom"].map(Path::new);
    let system = SYSTEM.iter().chain(&SYSTEM_OF_PROGRAMS).map(Path::new);
    for place in system.chain(more).chain(readable.iter().map(PathBuf::as_path)) {
        rules = allow(rules, place, read)?;
    }
    rules = allow(rules, Path::new("/dev/null"), AccessFs::ReadFile | AccessFs::WriteFile)?;
    let special = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev | AccessFs::Execute;
    for place in writable {
        rules = allow(rules, place, all & !special)?;
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// Returns true if this kernel's Landlock can keep confined processes from sending signals to other processes.
pub fn confines_signals() -> bool {
    const SINCE: u32 = 6;
    landlock_version().is_some_and(|version| version >= SINCE)
}

/// Returns the paths of Java's settings, which are in a folder of `/etc` for each version, without the credentials for
/// remote management.
fn settings_of_java() -> Vec<PathBuf> {
    let entries =
        |folder: &Path| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let named = |path: &PathBuf, begins: &str| {
        path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(begins))
    };
    let versions = entries(Path::new("/etc")).filter(|path| named(path, "java-"));
    versions.flat_map(|version| entries(&version)).filter(|path| !named(path, "management")).collect()
}

/// Adds a rule that allows access to a file or folder. Adds none if it does not exist.
fn allow(
    rules: RulesetCreated,
    place: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(opened) = PathFd::new(place) else { return Ok(rules) };
    // A rule for a file must not contain rights that only folders have.
    let is_folder = fstat(&opened).is_ok_and(|about| FileType::from_raw_mode(about.st_mode).is_dir());
    let access = if is_folder { access } else { access & AccessFs::from_file(ABI::V6) };
    rules.add_rule(PathBeneath::new(opened, access))
}
