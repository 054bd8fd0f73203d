//! Checks which of the features that workers need the kernel offers. Nothing is changed.

use super::counter::Counter;

/// Returns the version of Landlock's interface, which can restrict AIs to some folders; `None` if there is no Landlock.
#[cfg(target_os = "linux")]
pub fn landlock_version() -> Option<u32> {
    const ASK_FOR_VERSION: libc::c_ulong = 1;
    // SAFETY: with this flag the call takes no memory, creates nothing and returns a number.
    let version = unsafe {
        libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0usize, ASK_FOR_VERSION)
    };
    u32::try_from(version).ok().filter(|version| *version > 0)
}

/// Returns true if seccomp can restrict the system calls of AIs.
#[cfg(target_os = "linux")]
pub fn has_seccomp() -> bool {
    const IS_THERE: libc::c_uint = 2;
    let refusal: u32 = libc::SECCOMP_RET_ERRNO;
    // SAFETY: with this operation the call reads a number and changes nothing.
    let answer = unsafe { libc::syscall(libc::SYS_seccomp, IS_THERE, 0, &refusal) };
    // Older kernels with seccomp do not know this operation and return EINVAL.
    answer == 0
        || rustix::io::Errno::from_io_error(&std::io::Error::last_os_error())
            == Some(rustix::io::Errno::INVAL)
}

/// Returns a sentence for each feature of the sandbox that is missing. It can be called before anything is started.
#[cfg(target_os = "linux")]
pub fn missing() -> Vec<String> {
    let files = "This kernel has no Landlock: AIs can read and write the same files as you";
    let calls = "This kernel has no seccomp: AIs can start programs and use the network";
    let lacks = [(landlock_version().is_none(), files), (!has_seccomp(), calls)];
    lacks.into_iter().filter(|(is_lacking, _)| *is_lacking).map(|(_, what)| what.to_string()).collect()
}

#[cfg(not(target_os = "linux"))]
pub fn missing() -> Vec<String> {
    vec!["This system has no sandbox for AIs: they can read and write the files that you can".to_string()]
}

/// The method by which all processes of a program are measured together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountingMethod {
    /// A control group. `shares_cpu` is true if the group also limits the processor time.
    Group {
        shares_cpu: bool,
    },
    /// Observation of the processes from outside.
    Observation,
    Nothing,
}

/// Finds the method that works on this system.
pub fn counting() -> CountingMethod {
    let counter = Counter::make(None);
    match counter.place() {
        Some(_) => CountingMethod::Group { shares_cpu: counter.shares_cpu() },
        None if counter.not_counted_warning().is_none() => CountingMethod::Observation,
        None => CountingMethod::Nothing,
    }
}

/// Describes the confinement of players' code, for the engine's log.
pub fn confinement(is_confined: bool) -> String {
    match (is_confined, landlock_version()) {
        (false, _) => "nothing: there is no sandbox".to_string(),
        (true, Some(version)) => format!("Landlock, version {version}, seccomp and limits"),
        (true, None) if cfg!(target_os = "linux") => "seccomp and limits; there is no Landlock".to_string(),
        (true, None) => "limits alone: this system has neither Landlock nor seccomp".to_string(),
    }
}

/// Returns true if a process may have a program started without address space randomization.
#[cfg(target_os = "linux")]
pub fn can_fix_addresses() -> bool {
    const ONLY_ASK: libc::c_ulong = 0xffff_ffff;
    // SAFETY: the flag only affects programs started later, and is restored before this function returns.
    unsafe {
        let now = libc::personality(ONLY_ASK);
        if now < 0 || libc::personality((now | libc::ADDR_NO_RANDOMIZE) as libc::c_ulong) < 0 {
            return false;
        }
        let fixed = libc::personality(ONLY_ASK) & libc::ADDR_NO_RANDOMIZE != 0;
        libc::personality(now as libc::c_ulong);
        fixed
    }
}

#[cfg(not(target_os = "linux"))]
pub fn landlock_version() -> Option<u32> {
    None
}

#[cfg(not(target_os = "linux"))]
pub fn can_fix_addresses() -> bool {
    false
}
