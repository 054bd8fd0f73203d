//! Orphaned processes: processes that a player has started and abandoned. They are ended together with the player.

/// Makes this process the new parent of any descendant whose own parent ends (Linux only).
pub fn adopt() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

#[cfg(target_os = "linux")]
pub use linux::{end, end_below, tasks_of_user};

#[cfg(not(target_os = "linux"))]
pub fn end() {}

#[cfg(not(target_os = "linux"))]
pub fn end_below(_: rustix::process::Pid) {}

#[cfg(not(target_os = "linux"))]
pub fn tasks_of_user() -> Option<usize> {
    None
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::group;
    use rustix::process::{Pid, Signal, WaitOptions, getpid, getuid, kill_process, wait};
    use std::fs;
    use std::time::{Duration, Instant};

    /// The time limit for ending orphans. There may be thousands of them.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// Kills the processes that players have left behind. Must be called when no player runs, so that every child is an
    /// orphan.
    pub fn end() {
        let began = Instant::now();
        // Children of a killed process become children of this one, so this takes several rounds. The time limit is for
        // processes that can't be killed.
        while began.elapsed() < PATIENCE {
            match wait(WaitOptions::NOHANG) {
                Err(_) => return,
                Ok(Some(_)) => {}
                Ok(None) => {
                    for orphan in children_of(getpid()) {
                        let _ = kill_process(orphan, Signal::KILL);
                    }
                    std::thread::sleep(Duration::from_millis(1));
                }
            }
        }
    }

    /// Kills all descendants of another process, in case that process has not killed them itself.
    pub fn end_below(root: Pid) {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let below = group::members(root.as_raw_nonzero().get(), usize::MAX, usize::MAX).pids;
            if below.is_empty() {
                return;
            }
            for pid in below.into_iter().filter_map(Pid::from_raw) {
                let _ = kill_process(pid, Signal::KILL);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Returns the processes whose parent is `parent`.
    fn children_of(parent: Pid) -> impl Iterator<Item = Pid> {
        let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
        processes.filter_map(move |process| {
            let pid = Pid::from_raw(process.file_name().to_str()?.parse().ok()?)?;
            // `17 (a name) S 1 ...`: the parent is the second field after the name.
            let stat = fs::read_to_string(process.path().join("stat")).ok()?;
            let its_parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
            (Pid::from_raw(its_parent)? == parent).then_some(pid)
        })
    }

    /// Returns the number of threads of the user who runs this process, counted in the same way as for the system's
    /// limit.
    pub fn tasks_of_user() -> Option<usize> {
        let user = getuid().as_raw().to_string();
        let of_process = |process: fs::DirEntry| {
            let status = fs::read_to_string(process.path().join("status")).ok()?;
            let value = |name: &str| {
                let line = status.lines().find_map(|line| line.strip_prefix(name))?;
                line.split_whitespace().next().map(str::to_string)
            };
            (value("Uid:")? == user).then(|| value("Threads:")?.parse::<usize>().ok()).flatten()
        };
        Some(fs::read_dir("/proc").ok()?.flatten().filter_map(of_process).sum())
    }
}
