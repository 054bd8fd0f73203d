//! The control groups of the server and its workers: the server keeps most of the processor time, and each worker has
//! limits of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use wag_i18n::{Message, message};
use wag_sandbox::cgroup;

/// The controllers that the groups need.
const CONTROLLERS: [&str; 3] = ["cpu", "memory", "pids"];
/// The names of the groups below the delegated one.
const SERVER: &str = "server";
const JOBS: &str = "jobs";
/// The shares of processor time of the server and of all jobs together.
const SERVER_WEIGHT: &str = "1000";
const JOBS_WEIGHT: &str = "50";
/// The limits of a worker: one core, 2 GB and 256 processes or threads.
const CPU_MAX: &str = "100000 100000";
const MEMORY_MAX: &str = "2147483648";
const PIDS_MAX: &str = "256";

/// The groups of a server.
#[derive(Clone, Debug)]
pub struct Groups {
    jobs: PathBuf,
}

impl Groups {
    /// Moves this process into its own group below the group that was delegated to it, and prepares the group of the jobs.
    /// The error says what is missing.
    pub fn set_up() -> Result<Groups, Message> {
        let Some(own) = cgroup::own() else {
            return Err(missing(message!("this process is in no control group of version 2")));
        };
        // After a restart of the server, the delegated group is the parent.
        let delegated = match own.file_name() {
            Some(name) if name == SERVER => own.parent().unwrap_or(&own),
            _ => &own,
        };
        Groups::below(delegated, Some("0"))
    }

    /// Sets up the groups below a delegated one, and moves `server` there, a process or `0` for this one.
    fn below(delegated: &Path, server: Option<&str>) -> Result<Groups, Message> {
        let available = fs::read_to_string(delegated.join("cgroup.controllers")).unwrap_or_default();
        let lacks = |one: &&str| !available.split_whitespace().any(|other| other == *one);
        let lacking: Vec<&str> = CONTROLLERS.into_iter().filter(lacks).collect();
        if !lacking.is_empty() {
            return Err(missing(message!(
                "the control group %{group} has no %{controllers}",
                group = delegated.display(),
                controllers = lacking.join(", ")
            )));
        }
        let set_up = || -> io::Result<Groups> {
            let (own, jobs) = (delegated.join(SERVER), delegated.join(JOBS));
            for group in [&own, &jobs] {
                if !group.is_dir() {
                    fs::create_dir(group)?;
                }
            }
            if let Some(process) = server {
                fs::write(own.join("cgroup.procs"), process)?;
            }
            let enabled: Vec<String> = CONTROLLERS.iter().map(|one| format!("+{one}")).collect();
            for group in [delegated, &jobs] {
                fs::write(group.join("cgroup.subtree_control"), enabled.join(" "))?;
            }
            fs::write(own.join("cpu.weight"), SERVER_WEIGHT)?;
            fs::write(jobs.join("cpu.weight"), JOBS_WEIGHT)?;
            Ok(Groups { jobs })
        };
        let groups = set_up()
            .map_err(|fault| missing(message!("%{group}: %{fault}", group = delegated.display(), fault)))?;
        groups.clear();
        Ok(groups)
    }

    /// Ends the processes of earlier jobs, and removes their groups.
    fn clear(&self) {
        for entry in fs::read_dir(&self.jobs).into_iter().flatten().flatten() {
            if entry.path().is_dir() {
                drop(JobGroup { path: entry.path() });
            }
        }
    }

    /// Creates the group of a worker, with its limits.
    pub fn make(&self, name: &str) -> io::Result<JobGroup> {
        let path = self.jobs.join(name);
        fs::create_dir(&path)?;
        let group = JobGroup { path };
        for (file, value) in [("cpu.max", CPU_MAX), ("memory.max", MEMORY_MAX), ("pids.max", PIDS_MAX)] {
            fs::write(group.path.join(file), value)?;
        }
        // Without memory for swapping, the limit holds.
        _ = fs::write(group.path.join("memory.swap.max"), "0");
        Ok(group)
    }
}

fn missing(why: Message) -> Message {
    message!(
        "workers have no control groups: %{why}; start the server as a systemd service with Delegate=cpu memory pids, or with --without-groups",
        why
    )
}

/// The group of one worker. It is removed, with its processes, when the value is dropped.
#[derive(Debug)]
pub struct JobGroup {
    path: PathBuf,
}

impl JobGroup {
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the processor time of all processes of the group since its creation.
    pub fn computed(&self) -> Duration {
        cgroup::computed(&self.path)
    }

    /// Kills all processes of the group.
    pub fn kill(&self) {
        _ = fs::write(self.path.join("cgroup.kill"), "1");
    }
}

impl Drop for JobGroup {
    fn drop(&mut self) {
        self.kill();
        cgroup::remove(&self.path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(folder: &Path, file: &str) -> String {
        fs::read_to_string(folder.join(file)).unwrap()
    }

    #[test]
    fn server_and_jobs_get_their_groups_and_limits() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::write(root.join("cgroup.controllers"), "cpuset cpu memory pids\n").unwrap();
        let groups = Groups::below(root, Some("0")).unwrap();
        assert_eq!(read(root, "server/cgroup.procs"), "0");
        assert_eq!(read(root, "cgroup.subtree_control"), "+cpu +memory +pids");
        assert_eq!(read(root, "jobs/cgroup.subtree_control"), "+cpu +memory +pids");
        assert_eq!(
            (read(root, "server/cpu.weight"), read(root, "jobs/cpu.weight")),
            ("1000".into(), "50".into())
        );
        let group = groups.make("w1").unwrap();
        let limits = ["cpu.max", "memory.max", "pids.max"].map(|file| read(group.path(), file));
        assert_eq!(limits, ["100000 100000", "2147483648", "256"]);
        group.kill();
        assert_eq!(read(root, "jobs/w1/cgroup.kill"), "1");
    }

    /// Runs for real where this process is in a delegated group, such as that of `systemd-run --user --scope -p Delegate=yes`.
    #[test]
    fn a_real_group_has_the_limits_and_ends_its_processes() {
        let groups = match Groups::set_up() {
            Ok(groups) => groups,
            Err(why) => return eprintln!("skipped: {}", why.english()),
        };
        let group = groups.make("test").unwrap();
        let limits =
            ["cpu.max", "memory.max", "pids.max"].map(|file| read(group.path(), file).trim().to_string());
        assert_eq!(limits, ["100000 100000", "2147483648", "256"]);
        let mut process = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
        fs::write(group.path().join("cgroup.procs"), process.id().to_string()).unwrap();
        let path = group.path().to_path_buf();
        drop(group);
        assert!(!process.wait().unwrap().success());
        assert!(!path.exists());
    }

    #[test]
    fn missing_controllers_are_named() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("cgroup.controllers"), "cpuset memory\n").unwrap();
        let why = Groups::below(folder.path(), None).unwrap_err().english();
        let group = folder.path().display();
        assert_eq!(
            why,
            format!(
                "workers have no control groups: the control group {group} has no cpu, pids; start the server as a systemd service with Delegate=cpu memory pids, or with --without-groups"
            )
        );
    }
}
