//! Totals for all processes of a player: their number, processor time and memory.
//!
//! The information comes from `/proc`; nothing is changed. The root process has started the player and adopts the
//! player's orphaned processes, so no process escapes. A process that begins and ends between two observations is
//! counted only in the sums of its parent.

use std::collections::BTreeMap;
use std::time::Duration;

/// The processor time of a process, and of the children that it has waited for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CpuTime {
    own: Duration,
    reaped: Duration,
}

/// The total processor time of a player's processes, which never decreases.
#[derive(Debug, Default)]
pub struct CpuTimeTotal {
    seen: BTreeMap<i32, CpuTime>,
    /// The time of processes that ended without being counted in the sum of any parent. A process that ignores the end
    /// of its children hides their time in this way.
    lost: Duration,
}

impl CpuTimeTotal {
    /// Updates the total with the current times of all processes, and returns it.
    fn add(&mut self, now: BTreeMap<i32, CpuTime>) -> Duration {
        let gone: Duration = self
            .seen
            .iter()
            .filter(|(pid, _)| !now.contains_key(pid))
            .map(|(_, was)| was.own + was.reaped)
            .sum();
        let grown = |(pid, now): (&i32, &CpuTime)| {
            now.reaped.saturating_sub(self.seen.get(pid).map_or(Duration::ZERO, |was| was.reaped))
        };
        self.lost += gone.saturating_sub(now.iter().map(grown).sum());
        self.seen = now;
        self.lost + self.seen.values().map(|process| process.own + process.reaped).sum::<Duration>()
    }
}

#[cfg(target_os = "linux")]
pub use linux::{activity, can_list_children, held, measure, members, of_process};

/// The processes of a player.
#[derive(Debug, Default)]
pub struct Members {
    pub pids: Vec<i32>,
    /// The total number of threads of these processes.
    pub threads: usize,
}

#[cfg(not(target_os = "linux"))]
pub fn can_list_children() -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
pub fn members(_root: i32, _processes_max: usize, _threads_max: usize) -> Members {
    Members::default()
}

/// The state of a process at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// True if a thread is computing or waiting for a processor.
    pub is_ready: bool,
    /// True if the first thread cannot be interrupted, because it is waiting for a disk.
    pub is_at_disk: bool,
}

/// A measurement of all processes of a player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measurement {
    /// The total processor time, including processes that have ended.
    pub computed: Duration,
    /// True if a thread is computing or waiting for a processor at the moment.
    pub is_ready: bool,
}

#[cfg(not(target_os = "linux"))]
pub fn measure(_root: i32, _group: Option<&std::path::Path>, _sum: &mut CpuTimeTotal) -> Measurement {
    Measurement::default()
}

#[cfg(not(target_os = "linux"))]
pub fn activity(_process: i32) -> Activity {
    Activity::default()
}

#[cfg(not(target_os = "linux"))]
pub fn of_process(_pid: i32) -> Option<Duration> {
    None
}

#[cfg(not(target_os = "linux"))]
pub fn held(_members: &[i32], _folder: &std::path::Path, _limit: u64) -> u64 {
    0
}

#[cfg(target_os = "linux")]
mod linux {
    use super::super::cgroup;
    use super::{Activity, CpuTime, CpuTimeTotal, Measurement, Members};
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use std::time::Duration;

    /// The maximum number of processes that are listed, which is far more than players may have. The search ends there,
    /// since a fork bomb grows faster than it can be counted.
    const MEMBERS_MAX: usize = 1000;
    /// The maximum number of threads that are counted. The search for processes ends there.
    const THREADS_MAX: usize = 10_000;
    /// The maximum amount of data that the system keeps in a pipe of the standard size, in bytes.
    const PIPE_MAX: u64 = 64 << 10;
    /// The maximum amount of data that the system keeps in one end of a socket pair, in bytes.
    const SOCKET_MAX: u64 = 320 << 10;

    /// Returns true if the kernel lists the children of processes.
    pub fn can_list_children() -> bool {
        Path::new("/proc/thread-self/children").exists()
    }

    /// Returns all processes below `root`, with the number of their threads. The search ends when there are too many
    /// processes or threads, since each thread has its own list of children. Returns none if the kernel does not list
    /// children.
    pub fn members(root: i32, processes_max: usize, threads_max: usize) -> Members {
        let mut found = Members { pids: children(root), threads: 0 };
        let mut looked_at = 0;
        while looked_at < found.pids.len() && found.pids.len() <= processes_max {
            let pid = found.pids[looked_at];
            found.threads += threads(pid);
            if found.threads > threads_max {
                break;
            }
            found.pids.extend(children(pid));
            looked_at += 1;
        }
        found
    }

    /// Returns the number of threads of a process. It is the number of subfolders of the process's folder `task`, which
    /// is the folder's link count minus two.
    fn threads(pid: i32) -> usize {
        fs::metadata(format!("/proc/{pid}/task")).map_or(0, |about| about.nlink().saturating_sub(2) as usize)
    }

    /// Returns the children of a process. They are taken from the kernel's lists of each thread's children, which is
    /// faster than searching all processes.
    fn children(of: i32) -> Vec<i32> {
        let threads = fs::read_dir(format!("/proc/{of}/task")).into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists.flat_map(|list| list.split_whitespace().flat_map(str::parse).collect::<Vec<i32>>()).collect()
    }

    /// Measures all processes below `root`. Takes the processor time from the control group, if there is one.
    pub fn measure(root: i32, group: Option<&Path>, sum: &mut CpuTimeTotal) -> Measurement {
        let pids = members(root, MEMBERS_MAX, THREADS_MAX).pids;
        if let Some(group) = group {
            let is_ready = pids.into_iter().any(|pid| activity(pid).is_ready);
            return Measurement { computed: cgroup::computed(group), is_ready };
        }
        let mut is_any_ready = false;
        let mut times = BTreeMap::new();
        for pid in pids {
            let stat = stat(pid);
            is_any_ready |= !is_any_ready && has_ready_thread(pid, &stat);
            times.insert(pid, CpuTime { own: of_process(pid).unwrap_or_default(), reaped: stat.reaped });
        }
        // The root's own time does not count for the player.
        times.insert(root, CpuTime { own: Duration::ZERO, reaped: stat(root).reaped });
        Measurement { computed: sum.add(times), is_ready: is_any_ready }
    }

    /// Returns what a process is doing.
    pub fn activity(pid: i32) -> Activity {
        let stat = stat(pid);
        Activity { is_ready: has_ready_thread(pid, &stat), is_at_disk: stat.is_at_disk }
    }

    fn has_ready_thread(pid: i32, of_process: &Stat) -> bool {
        let is_ready = |task: fs::DirEntry| {
            fs::read_to_string(task.path().join("stat")).is_ok_and(|text| Stat::read(&text).is_ready)
        };
        let tasks = || fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        of_process.is_ready || of_process.threads > 1 && tasks().any(is_ready)
    }

    /// The system's figures about a process.
    #[derive(Debug, Default, PartialEq, Eq)]
    pub(super) struct Stat {
        /// True if the first thread is computing or waiting for a processor.
        pub is_ready: bool,
        /// True if the first thread is waiting for a disk.
        pub is_at_disk: bool,
        pub threads: u64,
        /// The processor time of those children that the process has waited for, and of the children that these have
        /// waited for.
        pub reaped: Duration,
    }

    /// Returns the unit of the times in `/proc`. The C library is asked, because rustix reads a part of the kernel's
    /// memory that valgrind hides.
    pub fn clock_ticks_per_second() -> u64 {
        // SAFETY: the call only reads a number.
        unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1) as u64
    }

    impl Stat {
        /// Reads the text of the file `/proc/PID/stat`.
        pub fn read(text: &str) -> Stat {
            // `17 (a name) S 1 ...`: the state comes first after the name. The user and system times of the children
            // and the number of threads are the fields 13, 14 and 17 after the state.
            let words: Vec<&str> =
                text.rsplit_once(')').map_or("", |(_, words)| words).split_whitespace().collect();
            let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
            let ticks = number(13).saturating_add(number(14));
            let nanos = ticks.saturating_mul(1_000_000_000 / clock_ticks_per_second());
            Stat {
                is_ready: words.first() == Some(&"R"),
                is_at_disk: words.first() == Some(&"D"),
                threads: number(17),
                reaped: Duration::from_nanos(nanos),
            }
        }
    }

    fn stat(pid: i32) -> Stat {
        Stat::read(&fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default())
    }

    /// Returns the processor time of all threads of a process, including threads that have ended.
    pub fn of_process(pid: i32) -> Option<Duration> {
        let mut clock = 0;
        // SAFETY: both calls only write into their arguments.
        unsafe {
            if libc::clock_getcpuclockid(pid, &mut clock) != 0 {
                return None;
            }
            let mut time = std::mem::zeroed::<libc::timespec>();
            if libc::clock_gettime(clock, &mut time) != 0 {
                return None;
            }
            Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
        }
    }

    /// Returns the memory that these processes use together, in bytes. It consists of memory that they have written to
    /// (shared memory is counted once), swapped memory, the maximum contents of their pipes and sockets, and the files
    /// in their folder if the folder is in memory.
    ///
    /// The result is exact only above `limit`. Below it, shared memory may be counted once per process.
    pub fn held(members: &[i32], folder: &Path, limit: u64) -> u64 {
        let in_memory_files = system_memory(members, folder);
        let roughly: u64 = members.iter().map(|pid| resident(*pid)).sum();
        if in_memory_files + roughly <= limit {
            return in_memory_files + roughly;
        }
        in_memory_files + members.iter().map(|pid| share(*pid).unwrap_or_else(|| resident(*pid))).sum::<u64>()
    }

    /// Returns the memory of a process that is not backed by a file, including its page tables, in bytes.
    fn resident(pid: i32) -> u64 {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        sum_of(&status, &["RssAnon:", "RssShmem:", "VmSwap:", PAGE_TABLES])
    }

    /// The name of the line with the size of the page tables. They count as memory: a process that reads one byte per 2
    /// MB of a large mapping uses hardly any other memory.
    const PAGE_TABLES: &str = "VmPTE:";

    /// Returns the same memory as [`resident`], but only a proportional part of memory that the process shares with
    /// others. Returns `None` if the system does not report it.
    fn share(pid: i32) -> Option<u64> {
        let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
        // Linux before 5.4 lacks these values; its totals include file memory.
        match rollup.contains("Pss_Anon:") {
            true => {
                let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
                let own = sum_of(&status, &[PAGE_TABLES]);
                Some(own + sum_of(&rollup, &["Pss_Anon:", "Pss_Shmem:", "SwapPss:"]))
            }
            false => None,
        }
    }

    /// Adds up the values of the lines with these names, such as `RssAnon:     112 kB`. Returns the sum in bytes.
    fn sum_of(text: &str, names: &[&str]) -> u64 {
        let lines = text.lines().filter(|line| names.iter().any(|name| line.starts_with(name)));
        let kib = lines.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
        kib.sum::<u64>() << 10
    }

    /// Returns the memory that processes use outside of their own memory, in bytes: the maximum contents of their pipes
    /// and sockets, and files in memory, either in the folder or without a name.
    fn system_memory(members: &[i32], folder: &Path) -> u64 {
        let mut memory = SystemMemory::default();
        if is_in_memory(folder) {
            let files = fs::read_dir(folder).into_iter().flatten().flatten();
            files.for_each(|file| memory.add_file(&file.path()));
        }
        for pid in members {
            let open = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
            open.for_each(|entry| memory.add(&entry.path()));
        }
        memory.bytes
    }

    #[derive(Default)]
    struct SystemMemory {
        bytes: u64,
        known: BTreeSet<(u64, u64)>,
    }

    impl SystemMemory {
        /// Adds the target of a descriptor. A target of several descriptors counts only once.
        fn add(&mut self, descriptor: &Path) {
            let Ok(target) = fs::read_link(descriptor) else { return };
            let name = target.to_string_lossy();
            let is_file = name.starts_with("/memfd:") || name.ends_with(" (deleted)");
            let most = match () {
                () if name.starts_with("pipe:") => Some(PIPE_MAX),
                () if name.starts_with("socket:") => Some(SOCKET_MAX),
                () => None,
            };
            if !is_file && most.is_none() {
                return;
            }
            if is_file && !is_in_memory(descriptor) {
                return;
            }
            let Ok(about) = fs::metadata(descriptor) else { return };
            self.count(&about, most);
        }

        fn add_file(&mut self, file: &Path) {
            if let Ok(about) = fs::symlink_metadata(file) {
                self.count(&about, None);
            }
        }

        /// Counts a file as `bytes`, or as its size on disk if `bytes` is `None`.
        fn count(&mut self, about: &fs::Metadata, bytes: Option<u64>) {
            if self.known.insert((about.dev(), about.ino())) {
                self.bytes += bytes.unwrap_or(about.blocks() * 512);
            }
        }
    }

    fn is_in_memory(file: &Path) -> bool {
        const TMPFS: u64 = 0x0102_1994;
        // The signedness of the type differs between machines.
        rustix::fs::statfs(file).is_ok_and(|system| u64::try_from(system.f_type) == Ok(TMPFS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(processes: &[(i32, u64, u64)]) -> BTreeMap<i32, CpuTime> {
        let of = |(pid, own, reaped): &(i32, u64, u64)| {
            (*pid, CpuTime { own: Duration::from_secs(*own), reaped: Duration::from_secs(*reaped) })
        };
        processes.iter().map(of).collect()
    }

    #[test]
    fn ended_process_counts_once() {
        let mut sum = CpuTimeTotal::default();
        let mut after = |processes: &[(i32, u64, u64)]| sum.add(seconds(processes)).as_secs();
        assert_eq!(after(&[(1, 0, 0), (2, 3, 0)]), 3);
        assert_eq!(after(&[(1, 0, 0), (2, 4, 0), (3, 5, 0)]), 9);
        // Process 2 waits for process 3, which has computed a little more.
        assert_eq!(after(&[(1, 0, 0), (2, 4, 6)]), 10);
        assert_eq!(after(&[(1, 0, 10), (4, 1, 0)]), 11);
    }

    #[test]
    fn unreaped_process_still_counts() {
        let mut sum = CpuTimeTotal::default();
        sum.add(seconds(&[(1, 0, 0), (2, 1, 0), (3, 5, 0), (4, 7, 0)]));
        assert_eq!(sum.add(seconds(&[(1, 0, 0), (2, 1, 7)])).as_secs(), 13);
        assert_eq!(sum.add(seconds(&[(1, 0, 0), (2, 2, 7)])).as_secs(), 14);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn figures_of_a_process_are_parsed() {
        let text = "17 (a) name) R 1 17 17 0 -1 4194304 9 0 0 0 5 6 70 80 20 0 3 0 999 1 2";
        let stat = linux::Stat::read(text);
        let ticks = linux::clock_ticks_per_second();
        assert_eq!((stat.is_ready, stat.threads), (true, 3));
        assert_eq!(stat.reaped, Duration::from_millis(150 * 1000 / ticks));
        assert!(!linux::Stat::read(&text.replace(" R ", " S ")).is_ready);
        assert_eq!(linux::Stat::read(""), linux::Stat::default());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn processes_and_their_memory_are_found() {
        let own = std::process::id() as i32;
        let mut child = std::process::Command::new("sh")
            .args(["-c", "sleep 100 & x=$(head -c 3000000 /dev/zero | tr '\\0' x); echo; wait"])
            .stdout(std::process::Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        use std::io::Read;
        use std::os::unix::process::CommandExt;
        child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
        let pid = child.id() as i32;
        assert!(members(own, 1000, usize::MAX).pids.contains(&pid));
        let found = members(pid, 1000, usize::MAX);
        assert_eq!((found.pids.len(), found.threads), (1, 1));
        assert!(members(own, 1000, 0).threads > 0);
        assert!(measure(own, None, &mut CpuTimeTotal::default()).computed > Duration::ZERO);
        // Exact or not, the result includes three million letters.
        for limit in [0, u64::MAX] {
            let held = held(&members(own, 1000, usize::MAX).pids, std::path::Path::new("/proc/self"), limit);
            assert!(held > 3_000_000, "{held}");
        }
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&child),
            rustix::process::Signal::KILL,
        );
        let _ = child.wait();
    }
}
