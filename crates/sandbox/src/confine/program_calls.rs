//! System calls that are allowed to programs in any language in addition to those of Python ([`super::calls`]):
//! programs start other programs and wait for them.
//!
//! The following calls are deliberately not listed, although Landlock allows them: changing the modes, owners, times
//! and extended attributes of files by name; watching folders; sockets other than pairs; memory and queues that outlive
//! a process, and files in memory, which are not counted for any process; hiding memory from inspection; `setsid` and
//! `setpgid`, with which a process would leave the process group that is ended together.

/// The `prctl` option `PR_SET_VMA`, with which the C library names its memory for debuggers.
pub const SET_MAPPING_NAME: u64 = 0x5356_4d41;

/// Calls that are harmless with any arguments.
pub const ALWAYS: &[i64] = &[
    // Processes
    libc::SYS_execve,
    libc::SYS_execveat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_fork,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_vfork,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_pidfd_open,
    libc::SYS_getrlimit,
    libc::SYS_capget,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getattr,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_ioprio_get,
    // Files
    libc::SYS_preadv,
    libc::SYS_pwritev,
    libc::SYS_preadv2,
    libc::SYS_pwritev2,
    libc::SYS_copy_file_range,
    libc::SYS_mkdirat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_mkdir,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_rmdir,
    libc::SYS_sendfile,
    libc::SYS_splice,
    libc::SYS_tee,
    libc::SYS_sync_file_range,
    libc::SYS_readahead,
    // Memory
    libc::SYS_mincore,
    libc::SYS_mlock,
    libc::SYS_munlock,
    libc::SYS_mlock2,
    libc::SYS_get_mempolicy,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    // Clocks, and signals as messages
    libc::SYS_timer_settime,
    libc::SYS_timer_gettime,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_delete,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    libc::SYS_signalfd4,
    libc::SYS_epoll_pwait2,
    libc::SYS_recvmsg,
    libc::SYS_getsockname,
    libc::SYS_getpeername,
];

/// Calls that send signals, each with the index of the argument that contains the signal. They are allowed if Landlock
/// restricts signals to the program itself.
pub const SIGNALS: &[(i64, u8)] = &[
    (libc::SYS_kill, 1),
    (libc::SYS_tgkill, 2),
    (libc::SYS_tkill, 1),
    (libc::SYS_rt_sigqueueinfo, 1),
    (libc::SYS_rt_tgsigqueueinfo, 2),
    (libc::SYS_pidfd_send_signal, 1),
];

/// The `prctl` options that a process may use for itself.
pub const OWN_SETTINGS: &[u64] = &[
    libc::PR_SET_NAME as u64,
    libc::PR_GET_NAME as u64,
    libc::PR_SET_PDEATHSIG as u64,
    libc::PR_GET_PDEATHSIG as u64,
    libc::PR_GET_DUMPABLE as u64,
    libc::PR_SET_NO_NEW_PRIVS as u64,
    libc::PR_GET_NO_NEW_PRIVS as u64,
    libc::PR_CAPBSET_READ as u64,
    libc::PR_SET_TIMERSLACK as u64,
    libc::PR_GET_TIMERSLACK as u64,
    SET_MAPPING_NAME,
];

/// The allowed `ioctl` requests. They tell whether a file is a terminal, the size of the terminal, and how much there
/// is to read.
pub const DEVICE_QUERIES: &[u64] = &[
    libc::TCGETS,
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::FIONBIO,
    libc::FIONREAD,
    libc::FIOCLEX,
    libc::FIONCLEX,
];

/// The bits of the `clone` flags that contain the signal sent when the child ends.
pub const END_SIGNAL: u64 = 0xff;

/// The flags of `clone` that create namespaces.
pub const NAMESPACE_FLAGS: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u64;
