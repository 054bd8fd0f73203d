//! A control group (cgroup v2) for a player's program, if the user may create one. With a control group, the system
//! itself counts the processor time and memory of all the program's processes, even of those that end too soon to be
//! observed.
//!
//! The group is created below the nearest group that distributes memory, because only there can a new group be limited.
//! If that is impossible, [`super::group`] observes the processes instead.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The prefix of the names of all created groups. The id of the process that created the group follows.
const PREFIX: &str = "wag-";
/// The list of this process's mounts. If it contains no cgroup file system, there are no groups.
const MOUNTS: &str = "/proc/self/mountinfo";
const OWN: &str = "/proc/self/cgroup";

/// A new control group, which is removed when the value is dropped.
#[derive(Debug)]
pub struct Cgroup {
    path: PathBuf,
    /// True if the group has its own share of the processor time, of which one core is left for others.
    shares_cpu: bool,
}

/// The period in which a group's processor time is limited, in microseconds.
const CPU_PERIOD: usize = 20_000;

impl Cgroup {
    /// Creates a group with a memory limit, in bytes. If possible, its processes use one core less than there are, so
    /// that they do not starve others. Returns `None` if the user is not allowed to create a group.
    pub fn make(memory: Option<u64>) -> Option<Cgroup> {
        let own = place(&fs::read_to_string(MOUNTS).ok()?, &fs::read_to_string(OWN).ok()?)?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Cgroup::near(&own, memory, cores)
    }

    /// Creates a group as near as possible to `own`, the group of this process.
    fn near(own: &Path, memory: Option<u64>, cores: usize) -> Option<Cgroup> {
        let parent = own.ancestors().find(|group| divides(group, "memory"))?;
        let mut group = Cgroup::below(parent).ok()?;
        group.limit(memory).ok()?;
        group.shares_cpu = divides(parent, "cpu") && group.leave_core(cores).is_ok();
        group.can_be_entered().then_some(group)
    }

    fn below(parent: &Path) -> io::Result<Cgroup> {
        clear(parent);
        let path = parent.join(format!("{PREFIX}{}", std::process::id()));
        fs::create_dir(&path)?;
        Ok(Cgroup { path, shares_cpu: false })
    }

    fn limit(&self, memory: Option<u64>) -> io::Result<()> {
        let most = memory.map_or_else(|| "max".to_string(), |bytes| bytes.to_string());
        fs::write(self.path.join("memory.max"), most)?;
        // End the whole group at once, and don't swap. Older kernels lack these settings.
        let _ = fs::write(self.path.join("memory.oom.group"), "1");
        let _ = fs::write(self.path.join("memory.swap.max"), "0");
        Ok(())
    }

    /// Limits the group's processor time to one core less than there are. On a single core, the kernel divides the time
    /// evenly between groups.
    fn leave_core(&self, cores: usize) -> io::Result<()> {
        let most = match cores {
            0 | 1 => "max".to_string(),
            _ => (CPU_PERIOD * (cores - 1)).to_string(),
        };
        fs::write(self.path.join("cpu.max"), format!("{most} {CPU_PERIOD}"))
    }

    pub fn shares_cpu(&self) -> bool {
        self.shares_cpu
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns true if a process can enter the group. Tries it with a process that ends at once.
    fn can_be_entered(&self) -> bool {
        // SAFETY: the child makes system calls, may allocate, and ends; this process has one thread.
        unsafe {
            match libc::fork() {
                0 => libc::_exit(i32::from(enter(&self.path).is_err())),
                child if child > 0 => {
                    let mut status = -1;
                    libc::waitpid(child, &mut status, 0) == child && status == 0
                }
                _ => false,
            }
        }
    }

    /// Returns how many times the system has killed a process of the group because memory ran out.
    pub fn killed(&self) -> u64 {
        number(&self.path.join("memory.events"), "oom_kill ")
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        remove(&self.path);
    }
}

/// Removes a group whose processes end.
pub fn remove(group: &Path) {
    // A process that has just ended may still be in the group.
    for _ in 0..100 {
        match fs::remove_dir(group) {
            Err(err) if err.kind() == io::ErrorKind::ResourceBusy => {
                std::thread::sleep(Duration::from_millis(1));
            }
            _ => return,
        }
    }
}

/// Returns the folder of this process's group; `None` if it is in no group of version 2.
pub fn own() -> Option<PathBuf> {
    place(&fs::read_to_string(MOUNTS).ok()?, &fs::read_to_string(OWN).ok()?)
}

/// Moves this process, and all processes that it starts from now on, into a group.
pub fn enter(group: &Path) -> io::Result<()> {
    fs::write(group.join("cgroup.procs"), "0")
}

/// Returns the processor time of all processes of a group since its creation.
pub fn computed(path: &Path) -> Duration {
    Duration::from_micros(number(&path.join("cpu.stat"), "usage_usec "))
}

/// Returns the number that follows `name` in a file with one name and number per line.
fn number(file: &Path, name: &str) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok()).unwrap_or(0)
}

/// Returns the folder of this process's group. `mounts` and `own` are the texts of the files `mountinfo` and `cgroup`.
fn place(mounts: &str, own: &str) -> Option<PathBuf> {
    let own = own.lines().find_map(|line| line.strip_prefix("0::"))?;
    mounts.lines().find_map(|line| {
        // `29 23 0:26 /root /sys/fs/cgroup rw - cgroup2 cgroup2 rw`
        let (mount, system) = line.split_once(" - ")?;
        let mut words = mount.split_whitespace().skip(3);
        let (root, at) = (words.next()?, words.next()?);
        let below = Path::new(own).strip_prefix(root).ok()?;
        system.starts_with("cgroup2 ").then(|| Path::new(at).join(below))
    })
}

/// Returns true if the groups below `group` can have limits of this controller.
fn divides(group: &Path, controller: &str) -> bool {
    let controllers = fs::read_to_string(group.join("cgroup.subtree_control")).unwrap_or_default();
    controllers.split_whitespace().any(|enabled| enabled == controller)
}

/// Removes the groups whose creating process no longer exists.
fn clear(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let maker = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.parse::<u32>().ok());
        if maker.is_some_and(|maker| !Path::new(&format!("/proc/{maker}")).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_group_is_found() {
        let mounts = "24 1 0:22 / /proc rw - proc proc rw\n29 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
        let own = "4:memory:/elsewhere\n0::/user.slice/user-1000.slice/a.scope\n";
        let found = place(mounts, own).unwrap();
        assert_eq!(found, Path::new("/sys/fs/cgroup/user.slice/user-1000.slice/a.scope"));
        // A container may see only a part of the tree.
        let part = "29 23 0:26 /user.slice /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n";
        assert_eq!(place(part, own).unwrap(), Path::new("/sys/fs/cgroup/user-1000.slice/a.scope"));
        assert_eq!(place("29 23 0:26 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n", own), None);
        assert_eq!(place(mounts, "4:memory:/elsewhere\n"), None);
    }

    #[test]
    fn group_files_are_parsed() {
        let folder = tempfile::tempdir().unwrap();
        let group = Cgroup { path: folder.path().join("group"), shares_cpu: false };
        fs::create_dir(group.path()).unwrap();
        assert!(!divides(group.path(), "memory"));
        fs::write(group.path().join("cgroup.subtree_control"), "cpu memory pids\n").unwrap();
        assert!(divides(group.path(), "memory") && !divides(group.path(), "mem"));
        assert_eq!((group.killed(), computed(group.path())), (0, Duration::ZERO));
        fs::write(group.path().join("memory.events"), "low 0\noom 3\noom_kill 2\noom_group_kill 1\n")
            .unwrap();
        fs::write(group.path().join("cpu.stat"), "usage_usec 1500\nuser_usec 1000\n").unwrap();
        assert_eq!((group.killed(), computed(group.path())), (2, Duration::from_micros(1500)));
        group.limit(Some(64 << 20)).unwrap();
        assert_eq!(fs::read_to_string(group.path().join("memory.max")).unwrap(), "67108864");
        std::mem::forget(group);
    }

    #[test]
    fn group_is_created_below_nearest_with_memory() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("user/app/terminal");
        fs::create_dir_all(&own).unwrap();
        for (group, controllers) in
            [("user", "memory pids\n"), ("user/app", "cpu\n"), ("user/app/terminal", "")]
        {
            fs::write(folder.path().join(group).join("cgroup.subtree_control"), controllers).unwrap();
        }
        let group = Cgroup::near(&own, Some(1 << 20), 4).unwrap();
        assert_eq!(group.path().parent(), Some(folder.path().join("user").as_path()));
        assert_eq!(fs::read_to_string(group.path().join("cgroup.procs")).unwrap(), "0");
        assert!(!group.shares_cpu() && !group.path().join("cpu.max").exists());
        assert!(Cgroup::near(&folder.path().join("elsewhere"), None, 4).is_none());
    }

    #[test]
    fn group_leaves_one_core() {
        for (cores, most) in [(8, "140000 20000"), (2, "20000 20000"), (1, "max 20000")] {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("cgroup.subtree_control"), "cpu memory\n").unwrap();
            let group = Cgroup::near(folder.path(), None, cores).unwrap();
            assert!(group.shares_cpu());
            assert_eq!(fs::read_to_string(group.path().join("cpu.max")).unwrap(), most);
        }
    }

    #[test]
    fn groups_of_ended_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let own = format!("{PREFIX}{}", std::process::id());
        for name in ["wag-99999999", "wag-x", "other", &own] {
            fs::create_dir(folder.path().join(name)).unwrap();
        }
        clear(folder.path());
        let mut names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        let mut expected = ["other", &own, "wag-x"].map(std::ffi::OsString::from);
        expected.sort();
        assert_eq!(names, expected);
    }

    /// Checks that a real group measures time. Does nothing if the user is not allowed to create groups.
    #[test]
    fn real_group_measures_time() {
        let mounts = fs::read_to_string(MOUNTS).unwrap_or_default();
        let own = fs::read_to_string(OWN).unwrap_or_default();
        let Some(Ok(group)) = place(&mounts, &own).map(|place| Cgroup::below(&place)) else { return };
        let path = group.path().to_path_buf();
        if group.can_be_entered() {
            assert!(computed(&path) > Duration::ZERO);
        }
        drop(group);
        assert!(!path.exists());
    }
}
