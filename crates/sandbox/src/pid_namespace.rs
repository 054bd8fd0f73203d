//! A PID namespace for a program, so that the program's processes end together with this process, even if this process
//! is killed.
//!
//! The first process of the namespace is one of ours. It reaps orphaned processes, and dies together with this process;
//! the kernel then kills all others in the namespace. The program is a child of this process, as it would be without a
//! namespace.

#[cfg(target_os = "linux")]
pub use linux::PidNamespace;
#[cfg(target_os = "linux")]
pub(crate) use linux::{succeeds_in_child, supervised};

/// A type without values, because systems other than Linux have no PID namespaces.
#[cfg(not(target_os = "linux"))]
pub enum PidNamespace {}

#[cfg(not(target_os = "linux"))]
impl PidNamespace {
    pub fn make() -> Option<PidNamespace> {
        None
    }

    pub fn init(&self) -> i32 {
        match *self {}
    }

    pub fn clear(&self) {
        match *self {}
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use crate::confine::unshare_user;
    use crate::group;
    use crate::patience::retry_start;
    use crate::process;
    use rustix::fd::OwnedFd;
    use rustix::io::{Errno, read, write};
    use rustix::pipe::{PipeFlags, pipe_with};
    use rustix::process::{Pid, Signal, WaitOptions, geteuid, kill_process, waitpid};
    use std::io;
    use std::time::{Duration, Instant};

    /// The maximum time that [`PidNamespace::clear`] takes.
    const PATIENCE: Duration = Duration::from_secs(10);

    /// A namespace in which all future children of this process start.
    pub struct PidNamespace {
        init: Pid,
    }

    impl PidNamespace {
        /// Creates a namespace. Returns `None` if the system does not support it or the user does not have the right to
        /// create one. This process must have a single thread.
        pub fn make() -> Option<PidNamespace> {
            // A failure half-way would leave this process with other rights, so a child process tries it first.
            if !succeeds_in_child(|| unshare_pids().is_ok()) {
                return None;
            }
            unshare_pids().ok()?;
            match start_init() {
                Ok(init) => Some(PidNamespace { init }),
                Err(err) => {
                    // Without a first process, the program would become it, and nothing could be started after the
                    // program's end.
                    log::debug!("a PID namespace has no first process: {err}");
                    std::process::exit(1);
                }
            }
        }

        /// Returns the PID of the first process, which is not a process of the program.
        pub fn init(&self) -> i32 {
            self.init.as_raw_nonzero().get()
        }

        /// Kills all processes that the program has left behind.
        pub fn clear(&self) {
            let began = Instant::now();
            while has_children(self.init()) && began.elapsed() < PATIENCE {
                succeeds_in_child(kill_namespace);
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Sends SIGKILL to all processes of the namespace except this one and the first one. Returns true if there was
    /// one.
    fn kill_namespace() -> bool {
        // A process whose parent has the id 0 is in another namespace than its parent, so the signal cannot reach
        // processes outside.
        // SAFETY: both calls take and return numbers only.
        unsafe { libc::getppid() == 0 && libc::kill(-1, libc::SIGKILL) == 0 }
    }

    fn unshare_pids() -> io::Result<()> {
        if !geteuid().is_root() {
            unshare_user()?;
        }
        // SAFETY: this process has a single thread and passes no memory.
        if unsafe { libc::unshare(libc::CLONE_NEWPID) } == 0 {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    }

    /// Runs the function in a child process and returns the function's result. This process must have a single thread.
    pub(crate) fn succeeds_in_child(function: impl FnOnce() -> bool) -> bool {
        // SAFETY: this process has a single thread, so the child may do whatever its parent may do.
        let pid = match unsafe { libc::fork() } {
            // SAFETY: nothing of the child is needed any more.
            0 => unsafe { libc::_exit(if function() { 0 } else { 1 }) },
            pid => Pid::from_raw(pid).filter(|_| pid > 0),
        };
        pid.is_some_and(|pid| match waitpid(Some(pid), WaitOptions::empty()) {
            Ok(Some((_, status))) => status.exit_status() == Some(0),
            _ => false,
        })
    }

    /// A process that supervises another one in a new PID namespace.
    pub(crate) mod supervised {
        use super::{PidNamespace, process};
        use crate::patience::retry_start;
        use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
        use std::io;

        /// Creates a PID namespace, and returns in a child process that is in it. This process stays outside: it waits
        /// until the child has ended or SIGTERM arrives, ends the whole namespace, and ends itself. If it is killed, the
        /// namespace ends, too. It must have a single thread.
        pub(crate) fn enter() -> io::Result<()> {
            let namespace = PidNamespace::make().ok_or_else(io::Error::last_os_error)?;
            // SAFETY: this process has a single thread, so the child may do whatever its parent may do.
            let fork = || match unsafe { libc::fork() } {
                -1 => Err(io::Error::last_os_error()),
                pid => Ok(Pid::from_raw(pid)),
            };
            match retry_start(fork)? {
                Some(child) => supervise(namespace, child),
                None => {
                    // The child must not end the namespace.
                    std::mem::forget(namespace);
                    process::die_with_parent();
                    // Inside, a parent outside has no number. If it has ended already, the parent is another one.
                    match rustix::process::getppid() {
                        None => Ok(()),
                        Some(_) => process::leave(false),
                    }
                }
            }
        }

        /// Waits until the child has ended or this process shall, and ends with the namespace.
        fn supervise(namespace: PidNamespace, child: Pid) -> ! {
            // SAFETY: the system calls only access what they are passed; this process needs no descriptor any more.
            unsafe {
                let mut awaited = std::mem::zeroed();
                libc::sigemptyset(&mut awaited);
                libc::sigaddset(&mut awaited, libc::SIGCHLD);
                libc::sigaddset(&mut awaited, libc::SIGTERM);
                libc::sigprocmask(libc::SIG_BLOCK, &awaited, std::ptr::null_mut());
                libc::syscall(libc::SYS_close_range, 0, libc::c_uint::MAX, 0);
                loop {
                    match waitpid(Some(child), WaitOptions::NOHANG) {
                        Ok(None) => {}
                        ended => {
                            let has_ended_well = ended.is_ok_and(|ended| {
                                ended.is_some_and(|(_, status)| status.exit_status() == Some(0))
                            });
                            drop(namespace);
                            process::leave(has_ended_well);
                        }
                    }
                    if libc::sigwaitinfo(&awaited, std::ptr::null_mut()) == libc::SIGTERM {
                        // The first process ends last, after somebody has waited for the child.
                        let _ = kill_process(namespace.init, Signal::KILL);
                        let _ = waitpid(Some(child), WaitOptions::empty());
                        drop(namespace);
                        process::leave(false);
                    }
                }
            }
        }
    }

    fn has_children(process: i32) -> bool {
        !group::members(process, 0, usize::MAX).pids.is_empty()
    }

    impl Drop for PidNamespace {
        /// Waits until all processes of the namespace have ended. It is enough to wait for the first process, because
        /// the kernel lets it end last.
        fn drop(&mut self) {
            let _ = kill_process(self.init, Signal::KILL);
            while waitpid(Some(self.init), WaitOptions::empty()).is_err_and(|err| err == Errno::INTR) {}
        }
    }

    /// Starts the first process of the namespace. Returns as soon as that process is certain to end together with this
    /// one.
    fn start_init() -> io::Result<Pid> {
        let (ready, tell_ready) = pipe_with(PipeFlags::CLOEXEC)?;
        // SAFETY: this process has a single thread, so the child may do whatever its parent may do.
        let fork = || match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            pid => Ok(Pid::from_raw(pid)),
        };
        let Some(pid) = retry_start(fork)? else {
            drop(ready);
            init(tell_ready)
        };
        drop(tell_ready);
        match read(&ready, &mut [0; 1]) {
            Ok(1) => Ok(pid),
            _ => {
                let _ = waitpid(Some(pid), WaitOptions::empty());
                Err(io::Error::other("it has ended"))
            }
        }
    }

    /// Reaps children until the parent process ends.
    fn init(tell_ready: OwnedFd) -> ! {
        process::die_with_parent();
        // If the parent has died already, this write fails.
        let is_sent = write(&tell_ready, b"!") == Ok(1);
        // SAFETY: the system calls only access what they are passed; nothing here needs a descriptor.
        unsafe {
            if !is_sent {
                libc::_exit(1);
            }
            let mut ends = std::mem::zeroed();
            libc::sigemptyset(&mut ends);
            libc::sigaddset(&mut ends, libc::SIGCHLD);
            libc::sigprocmask(libc::SIG_BLOCK, &ends, std::ptr::null_mut());
            libc::syscall(libc::SYS_close_range, 0, libc::c_uint::MAX, 0);
            loop {
                while libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) > 0 {}
                libc::sigwaitinfo(&ends, std::ptr::null_mut());
            }
        }
    }
}
