//! Limits on all processes of a running program together. They are measured by a control group if possible
//! ([`super::cgroup`]), otherwise by observation ([`super::group`]).

#[cfg(target_os = "linux")]
use super::cgroup::Cgroup;
use super::group;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The limit that the processes of a program together exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Excess {
    Processes,
    Threads,
    /// Memory; the value is the limit, in bytes.
    Memory(u64),
}

/// The maximum number of threads of a program for each process that it may have.
pub const THREADS_PER_PROCESS: usize = 8;

/// A watcher that detects when a running program uses too much of a resource.
pub struct ExcessWatch<'c> {
    counter: &'c Counter,
    /// The number of processes that the system had killed for lack of memory before the program started.
    killed: u64,
    root: i32,
    /// The id of a process below the root process that does not belong to the program; `None` if there is none.
    init: Option<i32>,
    processes: usize,
    memory: Option<u64>,
    /// The folder in which the program writes.
    folder: &'c Path,
    /// The time of the next memory check.
    next: Instant,
}

impl<'c> ExcessWatch<'c> {
    /// The minimum time between two memory checks.
    const LOOK: Duration = Duration::from_millis(25);
    /// Checks may take at most 1/`SHARE` of the time, because checking a large program takes long.
    const SHARE: u32 = 10;
    /// The maximum time between two memory checks, even if a check takes long on a busy machine.
    const PAUSE_MAX: Duration = Duration::from_millis(500);

    pub fn new(
        counter: &'c Counter,
        processes: usize,
        memory: Option<u64>,
        folder: &'c Path,
        init: Option<i32>,
    ) -> ExcessWatch<'c> {
        let root = std::process::id() as i32;
        let next = Instant::now() + ExcessWatch::LOOK;
        ExcessWatch { counter, killed: counter.killed(), root, init, processes, memory, folder, next }
    }

    /// Returns the exceeded limit if the system has killed the program for lack of memory.
    pub fn was_killed(&self) -> Option<Excess> {
        (self.counter.killed() > self.killed).then(|| Excess::Memory(self.memory.unwrap_or_default()))
    }

    /// Returns the limit that the program exceeds at the moment, if any.
    pub fn look(&mut self) -> Option<Excess> {
        let threads_max = self.processes.saturating_mul(THREADS_PER_PROCESS);
        let of_init = usize::from(self.init.is_some());
        let (processes, threads) =
            (self.processes.saturating_add(of_init), threads_max.saturating_add(of_init));
        let mut members = group::members(self.root, processes, threads);
        members.pids.retain(|pid| Some(*pid) != self.init);
        members.threads -= of_init.min(members.threads);
        if members.threads > threads_max {
            return Some(Excess::Threads);
        }
        if members.pids.len() > self.processes {
            return Some(Excess::Processes);
        }
        let limit = self.memory.filter(|_| !self.counter.counts_memory())?;
        let began = Instant::now();
        if began < self.next {
            return None;
        }
        let held = group::held(&members.pids, self.folder, limit);
        self.next = Instant::now()
            + (began.elapsed() * ExcessWatch::SHARE).clamp(ExcessWatch::LOOK, ExcessWatch::PAUSE_MAX);
        (held > limit).then_some(Excess::Memory(held))
    }
}

/// The method by which a program's memory and time are measured.
#[derive(Debug)]
pub struct Counter {
    #[cfg(target_os = "linux")]
    group: Option<Cgroup>,
}

/// The warning for the case that neither method works.
const NOT_COUNTED: &str = "This system does not list the processes that a program starts: their number, time and memory are not limited together";

#[cfg(target_os = "linux")]
impl Counter {
    pub fn make(memory: Option<u64>) -> Counter {
        Counter { group: Cgroup::make(memory) }
    }

    fn counts_memory(&self) -> bool {
        self.group.is_some()
    }

    /// Returns the folder of the program's control group; `None` if it has none.
    pub fn place(&self) -> Option<PathBuf> {
        self.group.as_ref().map(|group| group.path().to_path_buf())
    }

    /// Returns true if the program's processes cannot take the processors of others.
    pub fn shares_cpu(&self) -> bool {
        self.group.as_ref().is_some_and(Cgroup::shares_cpu)
    }

    fn killed(&self) -> u64 {
        self.group.as_ref().map_or(0, Cgroup::killed)
    }

    /// Returns a sentence for the user if nothing is measured.
    pub fn not_counted_warning(&self) -> Option<String> {
        (self.group.is_none() && !group::can_list_children()).then(|| NOT_COUNTED.to_string())
    }
}

/// Moves this process, which is about to become the program, and all processes that it starts from now on, into the
/// group.
#[cfg(target_os = "linux")]
pub fn enter(group: &Path) -> io::Result<()> {
    super::cgroup::enter(group)
}

#[cfg(not(target_os = "linux"))]
impl Counter {
    pub fn make(_: Option<u64>) -> Counter {
        Counter {}
    }

    fn counts_memory(&self) -> bool {
        false
    }

    pub fn place(&self) -> Option<PathBuf> {
        None
    }

    pub fn shares_cpu(&self) -> bool {
        false
    }

    fn killed(&self) -> u64 {
        0
    }

    pub fn not_counted_warning(&self) -> Option<String> {
        Some(NOT_COUNTED.to_string())
    }
}

#[cfg(not(target_os = "linux"))]
pub fn enter(_: &Path) -> io::Result<()> {
    Ok(())
}
