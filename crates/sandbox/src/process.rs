//! Functions for the engine's child processes: they make a process end together with its parent, and keep its own
//! children from using its pipes to the engine.

use crate::descriptors::OWN_FDS_FROM;
use rustix::fd::{AsRawFd, IntoRawFd, OwnedFd};
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

/// Asks the system to kill this process when its parent ends for any reason (Linux only).
pub fn die_with_parent() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
}

/// Returns the processor time of this process and of all its descendants that have ended and for which their parents have
/// waited.
pub fn processor_time() -> Duration {
    let of = |who| {
        // SAFETY: a `rusage` consists of numbers, and the call writes only to it.
        let usage = unsafe {
            let mut usage: libc::rusage = std::mem::zeroed();
            libc::getrusage(who, &mut usage);
            usage
        };
        let time = |value: libc::timeval| {
            Duration::from_secs(value.tv_sec as u64) + Duration::from_micros(value.tv_usec as u64)
        };
        time(usage.ru_utime) + time(usage.ru_stime)
    };
    of(libc::RUSAGE_SELF) + of(libc::RUSAGE_CHILDREN)
}

/// Ends this process at once. The exit status says whether it has succeeded.
pub fn leave(ended_well: bool) -> ! {
    // SAFETY: nothing of this process is needed any more.
    unsafe { libc::_exit(if ended_well { 0 } else { 1 }) }
}

/// The descriptors of the pipes to the engine, for [`keep_from_children`].
static PIPES: [AtomicI32; 2] = [AtomicI32::new(-1), AtomicI32::new(-1)];
static NOTHING: AtomicI32 = AtomicI32::new(-1);

/// Disconnects processes that the AI forks from the engine's pipes, so that they can neither answer instead of the
/// worker nor hide that the worker has ended.
pub fn keep_from_children(requests: &OwnedFd, answers: &OwnedFd) -> rustix::io::Result<()> {
    extern "C" fn cut_pipes() {
        for pipe in &PIPES {
            // SAFETY: the descriptors stay open; only what they lead to changes, in a fresh child process.
            unsafe { libc::dup2(NOTHING.load(Ordering::Relaxed), pipe.load(Ordering::Relaxed)) };
        }
    }
    for (place, pipe) in PIPES.iter().zip([requests, answers]) {
        place.store(pipe.as_raw_fd(), Ordering::Relaxed);
    }
    let nothing = rustix::fs::open("/dev/null", rustix::fs::OFlags::RDWR, rustix::fs::Mode::empty())?;
    let nothing = rustix::io::fcntl_dupfd_cloexec(&nothing, OWN_FDS_FROM)?;
    NOTHING.store(nothing.into_raw_fd(), Ordering::Relaxed);
    // SAFETY: the handler only makes system calls that are allowed between fork and exec.
    unsafe { libc::pthread_atfork(None, None, Some(cut_pipes)) };
    Ok(())
}

/// Undoes the settings of this process that are meant only for the interpreter that has loaded this program as an
/// extension module: its signal handlers, and some environment variables. Must be called while the process has a single
/// thread.
pub fn undo_settings_of_python() {
    for signal in [libc::SIGINT, libc::SIGXFSZ] {
        // SAFETY: the default action installs no handler.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
    for name in ["PYTHONUTF8", "PYTHONFAULTHANDLER"] {
        // SAFETY: the process has a single thread.
        unsafe { std::env::remove_var(name) };
    }
}
