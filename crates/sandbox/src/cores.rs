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
        pin_to_core(rustix::thread::sched_getcpu());
    }
}

/// Runs a function while this thread is pinned to the core on which it is running now; but see [`before`]. Afterwards the
/// thread may use the same cores as before, so that the system can choose a free one for it whenever it has waited.
pub fn on_current_core<T>(run: impl FnOnce() -> T) -> T {
    #[cfg(target_os = "linux")]
    let _pinned = Pinned::new();
    run()
}

/// The cores that a thread could use before it was pinned for a while.
#[cfg(target_os = "linux")]
struct Pinned(Option<rustix::thread::CpuSet>);

#[cfg(target_os = "linux")]
impl Pinned {
    fn new() -> Pinned {
        let cores = rustix::thread::sched_getaffinity(None).ok();
        pin_to_current_core();
        Pinned(cores)
    }
}

#[cfg(target_os = "linux")]
impl Drop for Pinned {
    fn drop(&mut self) {
        BEFORE.set(None);
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
        let (core, mut others) = (rustix::thread::sched_getcpu(), all);
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
        cores.unset(rustix::thread::sched_getcpu());
        let _ = rustix::thread::sched_setaffinity(Some(process), &cores);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = process;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{before, on_current_core, usable};

    #[test]
    fn thread_is_pinned_only_while_the_function_runs() {
        let all = usable();
        let (inside, could_use) = on_current_core(|| (usable(), before().is_some()));
        assert!(inside.len() == 1 && all.contains(&inside[0]), "{inside:?} of {all:?}");
        assert!(could_use && before().is_none());
        assert_eq!(usable(), all);
        let broken = std::panic::catch_unwind(|| on_current_core(|| panic!("a defect")));
        assert!(broken.is_err());
        assert_eq!(usable(), all, "also after a panic");
    }
}
