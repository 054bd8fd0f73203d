//! Assignment of a match to a processor core.
//!
//! The engine and the workers of a match run in turns. If they are on one core, the kernel need not wake another core
//! for each turn. If pinning is not allowed, a match takes a little longer.

use std::io;
use std::process::Child;

/// Returns the numbers of the cores that this process may use.
pub fn usable() -> Vec<usize> {
    #[cfg(target_os = "linux")]
    if let Ok(set) = rustix::thread::sched_getaffinity(None) {
        return (0..rustix::thread::CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect();
    }
    (0..std::thread::available_parallelism().map_or(1, usize::from)).collect()
}

/// Pins this thread, and the processes that it starts from now on, to a core.
pub fn pin_to_core(core: usize) {
    #[cfg(target_os = "linux")]
    {
        let mut cores = rustix::thread::CpuSet::new();
        cores.set(core);
        let _ = rustix::thread::sched_setaffinity(None, &cores);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = core;
}

/// Pins this thread, and the processes that it starts from now on, to the core on which it is running; but see
/// [`before`].
pub fn pin_to_current_core() {
    #[cfg(target_os = "linux")]
    {
        if let (None, Ok(cores)) = (BEFORE.get(), rustix::thread::sched_getaffinity(None)) {
            BEFORE.set(Some(cores));
        }
        pin_to_core(current_core());
    }
}

/// A core that belongs to one thread, among all threads of this machine that claim one.
#[derive(Debug)]
pub struct ClaimedCore {
    core: usize,
    /// A socket whose name only one process can have. The system frees the name when the process ends.
    #[cfg(target_os = "linux")]
    _name: std::os::unix::net::UnixDatagram,
}

impl ClaimedCore {
    /// Claims a core that this thread may use, preferably the one on which it is running. Returns `None` if all are claimed,
    /// and in containers, because these use the same cores without knowing of each other's claims.
    pub fn new() -> Option<ClaimedCore> {
        #[cfg(target_os = "linux")]
        if !is_in_container() {
            return ClaimedCore::with_name("wag-core");
        }
        None
    }

    #[cfg(target_os = "linux")]
    fn with_name(name: &str) -> Option<ClaimedCore> {
        use std::os::linux::net::SocketAddrExt;
        use std::os::unix::net::{SocketAddr, UnixDatagram};
        let current = rustix::thread::sched_getcpu();
        let mut cores = usable();
        cores.sort_by_key(|core| *core != current);
        cores.into_iter().find_map(|core| {
            let address = SocketAddr::from_abstract_name(format!("{name}-{core}")).ok()?;
            Some(ClaimedCore { core, _name: UnixDatagram::bind_addr(&address).ok()? })
        })
    }

    /// Runs a function while this thread, and the processes that it starts, are pinned to the core. Afterwards, the thread
    /// may use the same cores as before.
    pub fn run<T>(&self, run: impl FnOnce() -> T) -> T {
        #[cfg(target_os = "linux")]
        let _restored = Restored(rustix::thread::sched_getaffinity(None).ok());
        pin_to_core(self.core);
        run()
    }
}

/// Returns whether this process is in another namespace of processes than the first one of the machine.
#[cfg(target_os = "linux")]
fn is_in_container() -> bool {
    use std::os::unix::fs::MetadataExt;
    // PROC_PID_INIT_INO of the kernel.
    const FIRST: u64 = 0xEFFF_FFFC;
    !std::fs::metadata("/proc/self/ns/pid").is_ok_and(|namespace| namespace.ino() == FIRST)
}

/// The cores that a thread may use again.
#[cfg(target_os = "linux")]
struct Restored(Option<rustix::thread::CpuSet>);

#[cfg(target_os = "linux")]
impl Drop for Restored {
    fn drop(&mut self) {
        if let Some(cores) = &self.0 {
            let _ = rustix::thread::sched_setaffinity(None, cores);
        }
    }
}

#[cfg(target_os = "linux")]
thread_local! {
    static BEFORE: std::cell::Cell<Option<rustix::thread::CpuSet>> = const { std::cell::Cell::new(None) };
}

/// Returns the cores that this thread could use before it was pinned. Players that start at the same time may use all
/// of them until [`here`] pins the players to one core.
#[cfg(target_os = "linux")]
fn before() -> Option<rustix::thread::CpuSet> {
    BEFORE.get()
}

/// Starts a process on a different core from this thread's, if possible. After that, the process may use all the cores
/// returned by [`before`].
pub fn beside(start: impl FnOnce() -> io::Result<Child>) -> io::Result<Child> {
    #[cfg(target_os = "linux")]
    if let Ok(own) = rustix::thread::sched_getaffinity(None) {
        use rustix::thread::sched_setaffinity;
        let all = before().unwrap_or(own);
        let (core, mut others) = (current_core(), all);
        others.unset(core);
        // A process starts on the core of the thread that starts it, so this thread moves there and back.
        let _ = sched_setaffinity(None, &others);
        let started = start();
        pin_to_core(core);
        let _ = sched_setaffinity(None, &own);
        if let Ok(child) = &started {
            let _ = sched_setaffinity(rustix::process::Pid::from_raw(child.id() as i32), &all);
        }
        return started;
    }
    start()
}

/// Pins a process to this thread's core.
pub fn here(process: rustix::process::Pid) {
    #[cfg(target_os = "linux")]
    if let Ok(ours) = rustix::thread::sched_getaffinity(None) {
        let _ = rustix::thread::sched_setaffinity(Some(process), &ours);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = process;
}

/// Moves a process to a different core from this thread's, if [`before`] contains one.
pub fn elsewhere(process: rustix::process::Pid) {
    #[cfg(target_os = "linux")]
    if let Some(mut cores) = before() {
        cores.unset(current_core());
        let _ = rustix::thread::sched_setaffinity(Some(process), &cores);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = process;
}

/// Returns the number of the core on which this thread runs. The C library is asked, because rustix reads a part of the
/// kernel's memory that valgrind hides.
#[cfg(target_os = "linux")]
fn current_core() -> usize {
    // SAFETY: the call has no arguments.
    unsafe { libc::sched_getcpu() }.max(0) as usize
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{ClaimedCore, usable};

    #[test]
    fn each_core_is_claimed_once() {
        let name = format!("wag-test-{}-claims", std::process::id());
        let claims: Vec<ClaimedCore> =
            usable().iter().filter_map(|_| ClaimedCore::with_name(&name)).collect();
        let mut claimed: Vec<usize> = claims.iter().map(|claim| claim.core).collect();
        claimed.sort_unstable();
        assert_eq!(claimed, usable());
        assert!(ClaimedCore::with_name(&name).is_none());
        drop(claims);
        assert!(ClaimedCore::with_name(&name).is_some());
    }

    #[test]
    fn thread_is_pinned_only_while_the_function_runs() {
        let claim = ClaimedCore::with_name(&format!("wag-test-{}-pinned", std::process::id())).unwrap();
        let all = usable();
        assert_eq!(claim.run(usable), [claim.core]);
        assert_eq!(usable(), all);
        let broken = std::panic::catch_unwind(|| claim.run(|| panic!("a defect")));
        assert!(broken.is_err());
        assert_eq!(usable(), all, "also after a panic");
    }
}
