//! Freezes the processes of a player when it is not the player's turn, so that it takes no processor time from the
//! others.
//!
//! If the player has a control group, the kernel freezes the whole group. Otherwise a signal stops the player's process
//! group: the sandbox lets no process leave the process group or send the signal that would continue it.

use rustix::io::pwrite;
use rustix::process::{Pid, Signal, kill_process_group};
use std::fs::{File, OpenOptions};
use std::path::Path;

/// The switch that freezes and thaws the processes of one player.
#[derive(Debug)]
pub struct Freezer {
    group: Pid,
    /// The file `cgroup.freeze` of the control group; `None` if there is no control group.
    switch: Option<File>,
    /// True if the player may compute at any time, so that it is never frozen.
    is_off: bool,
    is_frozen: bool,
}

impl Freezer {
    /// Creates a freezer for a process group, which may have a control group of its own. With `pondering`, the freezer
    /// never freezes the group.
    pub fn new(group: Pid, control_group: Option<&Path>, pondering: bool) -> Freezer {
        let open = |path: &Path| OpenOptions::new().write(true).open(path.join("cgroup.freeze")).ok();
        Freezer { group, switch: control_group.and_then(open), is_off: pondering, is_frozen: false }
    }

    /// Returns true if this freezer never freezes the processes.
    pub fn is_off(&self) -> bool {
        self.is_off
    }

    /// Freezes the processes if they are not frozen. A frozen process can still be killed.
    pub fn freeze(&mut self) {
        if !self.is_off && !self.is_frozen {
            self.is_frozen = true;
            self.set(true);
        }
    }

    /// Lets the processes run again.
    pub fn thaw(&mut self) {
        if self.is_frozen {
            self.is_frozen = false;
            self.set(false);
        }
    }

    fn set(&self, frozen: bool) {
        let state: &[u8] = if frozen { b"1" } else { b"0" };
        if self.switch.as_ref().is_some_and(|switch| pwrite(switch, state, 0).is_ok()) {
            return;
        }
        // A group that has ended can't be found, which does no harm.
        let _ = kill_process_group(self.group, if frozen { Signal::STOP } else { Signal::CONT });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};
    use std::time::{Duration, Instant};

    fn sleeper() -> Child {
        Command::new("sleep").arg("300").process_group(0).spawn().unwrap()
    }

    /// Waits until the process is in the state with this letter.
    fn becomes(child: &Child, state: char) {
        let began = Instant::now();
        loop {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
            if stat.rsplit_once(") ").unwrap().1.starts_with(state) {
                return;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "{stat}");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn process_group_is_frozen_and_thawed() {
        let mut child = sleeper();
        let mut freezer = Freezer::new(Pid::from_child(&child), None, false);
        freezer.freeze();
        becomes(&child, 'T');
        freezer.thaw();
        becomes(&child, 'S');
        freezer.freeze();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn control_group_is_frozen() {
        let folder = tempfile::tempdir().unwrap();
        let switch = folder.path().join("cgroup.freeze");
        std::fs::write(&switch, "0\n").unwrap();
        let mut child = sleeper();
        let mut freezer = Freezer::new(Pid::from_child(&child), Some(folder.path()), false);
        let mut reads = |frozen: bool| {
            if frozen {
                freezer.freeze()
            } else {
                freezer.thaw()
            }
            std::fs::read_to_string(&switch).unwrap()
        };
        assert_eq!((reads(true), reads(false)), ("1\n".to_string(), "0\n".to_string()));
        becomes(&child, 'S');
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn pondering_player_is_never_frozen() {
        let mut child = sleeper();
        let mut freezer = Freezer::new(Pid::from_child(&child), None, true);
        freezer.freeze();
        assert!(!freezer.is_frozen);
        becomes(&child, 'S');
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
