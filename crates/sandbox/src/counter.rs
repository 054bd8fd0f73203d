//! How much of everything a program has, all its processes together, while it runs: counted by the system, where it has
//! groups for that and the user may make one ([`super::cgroup`]), else looked at ([`super::group`]).

#[cfg(target_os = "linux")]
use super::cgroup::Cgroup;
use super::group;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Of what a program has had too much, all its processes together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Excess {
    Processes,
    Threads,
    /// In bytes.
    Memory(u64),
}

/// How many threads a program may have at once, for each of the processes it may have.
pub const THREADS_PER_PROCESS: usize = 8;

/// What is looked at while a program runs.
pub struct Watch<'c> {
    counter: &'c Counter,
    /// How often the system had ended something for want of memory before.
    killed: u64,
    root: i32,
    /// A process below the root that is not the program's.
    init: Option<i32>,
    processes: usize,
    memory: Option<u64>,
    /// In which it writes.
    folder: &'c Path,
    /// When memory is looked at next.
    next: Instant,
}

impl<'c> Watch<'c> {
    /// Memory is looked at no more often than this, and no longer than one part of the time in so many: who has much is
    /// looked at for long. On a busy machine a look takes long for other reasons: it is not put off for more than this.
    const LOOK: Duration = Duration::from_millis(25);
    const SHARE: u32 = 10;
    const PAUSE_MAX: Duration = Duration::from_millis(500);

    pub fn new(
        counter: &'c Counter,
        processes: usize,
        memory: Option<u64>,
        folder: &'c Path,
        init: Option<i32>,
    ) -> Watch<'c> {
        let root = std::process::id() as i32;
        let next = Instant::now() + Watch::LOOK;
        Watch { counter, killed: counter.killed(), root, init, processes, memory, folder, next }
    }

    /// Whether the system has ended the program for want of memory.
    pub fn was_killed(&self) -> Option<Excess> {
        (self.counter.killed() > self.killed).then(|| Excess::Memory(self.memory.unwrap_or_default()))
    }

    /// Of what there is too much now.
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
        self.next = Instant::now() + (began.elapsed() * Watch::SHARE).clamp(Watch::LOOK, Watch::PAUSE_MAX);
        (held > limit).then_some(Excess::Memory(held))
    }
}

/// Who counts the memory and the time of a program.
#[derive(Debug)]
pub struct Counter {
    #[cfg(target_os = "linux")]
    group: Option<Cgroup>,
}

/// Where neither of both ways is.
const NOT_COUNTED: &str = "This system does not list the processes that a program starts: their number, time and memory are not limited together";

#[cfg(target_os = "linux")]
impl Counter {
    pub fn make(memory: Option<u64>) -> Counter {
        Counter { group: Cgroup::make(memory) }
    }

    fn counts_memory(&self) -> bool {
        self.group.is_some()
    }

    /// The folder of the system's group, if there is one.
    pub fn place(&self) -> Option<PathBuf> {
        self.group.as_ref().map(|group| group.path().to_path_buf())
    }

    fn killed(&self) -> u64 {
        self.group.as_ref().map_or(0, Cgroup::killed)
    }

    /// In a sentence.
    pub fn what_is_not_counted(&self) -> Option<String> {
        (self.group.is_none() && !group::can_look()).then(|| NOT_COUNTED.to_string())
    }
}

/// This process, which is about to become the program, is in the group from now on, and all that it starts.
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

    fn killed(&self) -> u64 {
        0
    }

    pub fn what_is_not_counted(&self) -> Option<String> {
        Some(NOT_COUNTED.to_string())
    }
}

#[cfg(not(target_os = "linux"))]
pub fn enter(_: &Path) -> io::Result<()> {
    Ok(())
}
