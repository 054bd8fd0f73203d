//! Restricts system calls with seccomp. Python keeps the calls that it needs within its own process, and cannot reach
//! other processes or the network.

use super::{Channel, guard, program_calls};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Restricts the system calls of this process. On failure, returns a sentence for the user that says what AIs can then
/// do.
pub fn confine(threads: u32, channel: Option<Channel>) -> Result<(), String> {
    let guard = channel.map(|channel| Ok(guard::guard_pipes(channel)));
    apply_filters(guard.into_iter().chain([without_missing_calls(), allowed(threads)]))
}

/// Restricts the system calls of a process that becomes a program in any language; see [`confine`] for the result.
/// `signals_are_confined` says whether Landlock restricts the program's signals to its own processes.
pub fn confine_program(signals_are_confined: bool) -> Result<(), String> {
    apply_filters([without_missing_calls(), allowed_to_programs(signals_are_confined)])
}

/// Takes from this process and its children, which may confine themselves further, the system calls that neither the
/// engine nor its players need, and through which others have broken out of namespaces. The error says why it cannot.
pub fn confine_service() -> Result<(), String> {
    let rules = NOT_OF_SERVICES.iter().map(|call| (*call, Vec::new())).collect();
    let filter = compiled(rules, SeccompAction::Allow, SeccompAction::Errno(libc::EPERM as u32));
    let program = filter.map_err(|err| err.to_string())?;
    seccompiler::apply_filter(&program).map_err(|err| err.to_string())
}

/// Applies the filters in order. The last filter forbids adding further filters.
fn apply_filters(
    filters: impl IntoIterator<Item = Result<BpfProgram, seccompiler::BackendError>>,
) -> Result<(), String> {
    let sentence = |reason: String| {
        format!("This kernel cannot keep AIs from starting programs and using the network ({reason})")
    };
    for filter in filters {
        let program = filter.map_err(|err| sentence(err.to_string()))?;
        seccompiler::apply_filter(&program).map_err(|err| sentence(err.to_string()))?;
    }
    Ok(())
}

/// Builds the filter of allowed calls for Python. All other calls fail with `EPERM`.
fn allowed(threads: u32) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules = always()?;
    let own = u64::from(std::process::id());
    // Signals to the process itself: `abort`, and Python's own handlers.
    for (call, signal) in
        [(libc::SYS_kill, 1), (libc::SYS_tgkill, 2), (libc::SYS_tkill, 1), (libc::SYS_rt_sigqueueinfo, 1)]
    {
        rules.insert(call, vec![SeccompRule::new(vec![is(0, own)?, is_not_sigcont(signal)?])?]);
    }
    let mut only = |call: i64, argument: u8, values: &[u64]| {
        let rule = |value: &u64| SeccompRule::new(vec![is(argument, *value)?]);
        let list = values.iter().map(rule).collect::<Result<Vec<_>, _>>()?;
        rules.insert(call, list);
        Ok::<(), seccompiler::BackendError>(())
    };
    only(
        libc::SYS_prctl,
        0,
        &[libc::PR_SET_NAME as u64, libc::PR_GET_NAME as u64, program_calls::SET_MAPPING_NAME],
    )?;
    let terminal = [libc::TCGETS, libc::FIONBIO, libc::FIONREAD, libc::FIOCLEX, libc::FIONCLEX];
    only(libc::SYS_ioctl, 1, &terminal)?;
    // Only to the other end of a socket pair, not to an address.
    rules.insert(libc::SYS_sendto, vec![SeccompRule::new(vec![is_pointer(4, 0)?])?]);
    // Only to read limits, not to set them.
    rules.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![is(0, 0)?, is_pointer(2, 0)?])?]);
    if threads > 0 {
        // With this flag, `clone` creates a thread.
        let thread = libc::CLONE_THREAD as u64;
        let flag = SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(thread), thread)?;
        rules.insert(libc::SYS_clone, vec![SeccompRule::new(vec![flag])?]);
    }
    compiled(rules, SeccompAction::Errno(libc::EPERM as u32), SeccompAction::Allow)
}

fn always() -> Result<Rules, seccompiler::BackendError> {
    let mut rules: Rules = ALWAYS.iter().map(|call| (*call, Vec::new())).collect();
    #[cfg(target_arch = "x86_64")]
    rules.extend(ALWAYS_ON_X86_64.iter().map(|call| (*call, Vec::new())));
    rules.insert(libc::SYS_fcntl, file_commands()?);
    rules.insert(libc::SYS_setsockopt, socket_options()?);
    // Only mode 0. Other modes allocate disk space beyond the end of the file, which the limit on file sizes does not
    // count.
    rules.insert(libc::SYS_fallocate, vec![SeccompRule::new(vec![is(1, 0)?])?]);
    rules.insert(libc::SYS_openat, open_without_truncating(2)?);
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_open, open_without_truncating(1)?);
    Ok(rules)
}

/// Returns the rules for the allowed `fcntl` commands: copying descriptors, flags, and locks of parts of a file. Two
/// kinds of commands are not allowed: leases, which delay other processes that open the file, and signals on file
/// events, whose receiver can be chosen.
fn file_commands() -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let mut list = Vec::new();
    for command in FILE_COMMANDS {
        list.push(SeccompRule::new(vec![is(1, *command as u64)?])?);
    }
    let signals = libc::O_ASYNC as u64;
    let without_signals =
        SeccompCondition::new(2, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(signals), 0)?;
    list.push(SeccompRule::new(vec![is(1, libc::F_SETFL as u64)?, without_signals])?);
    Ok(list)
}

/// Returns the rules for opening files. They forbid opening a file read-only with `O_TRUNC`, which would empty the
/// file: Landlock before version 3 does not prevent that.
fn open_without_truncating(flags: u8) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let truncates = libc::O_TRUNC as u64;
    let allowed = [
        (truncates, 0),
        (libc::O_ACCMODE as u64, libc::O_WRONLY as u64),
        (libc::O_ACCMODE as u64, libc::O_RDWR as u64),
    ];
    let rule = |(mask, value)| {
        let is_so =
            SeccompCondition::new(flags, SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(mask), value)?;
        SeccompRule::new(vec![is_so])
    };
    allowed.into_iter().map(rule).collect()
}

/// Returns the rules for the allowed `setsockopt` options. None of them enlarges the system's buffers for a socket
/// pair. The buffers of pipes can't be enlarged either, since the `fcntl` command for that is not allowed.
fn socket_options() -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let option =
        |option: &i32| SeccompRule::new(vec![is(1, libc::SOL_SOCKET as u64)?, is(2, *option as u64)?]);
    SOCKET_OPTIONS.iter().map(option).collect()
}

const SOCKET_OPTIONS: &[i32] =
    &[libc::SO_REUSEADDR, libc::SO_KEEPALIVE, libc::SO_LINGER, libc::SO_RCVTIMEO, libc::SO_SNDTIMEO];

/// The allowed `fcntl` commands. Locking parts of a file requires the right to read or write it. A lock on a file that
/// can only be read delays no reader.
const FILE_COMMANDS: &[i32] = &[
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_GETLK,
    libc::F_SETLK,
    libc::F_SETLKW,
    libc::F_OFD_GETLK,
    libc::F_OFD_SETLK,
    libc::F_OFD_SETLKW,
    libc::F_GETPIPE_SZ,
];

/// Builds the filter of allowed calls for programs. They can start other programs and wait for them, but their
/// processes cannot leave the process group, so all of them can be ended at once.
fn allowed_to_programs(signals_are_confined: bool) -> Result<BpfProgram, seccompiler::BackendError> {
    let mut rules = always()?;
    rules.extend(program_calls::ALWAYS.iter().map(|call| (*call, Vec::new())));
    let rule = |condition| Ok::<_, seccompiler::BackendError>(vec![SeccompRule::new(vec![condition?])?]);
    let any_of = |argument: u8, values: &[u64]| {
        let rules = values.iter().map(|value| SeccompRule::new(vec![is(argument, *value)?]));
        rules.collect::<Result<Vec<_>, _>>()
    };
    rules.insert(libc::SYS_prctl, any_of(0, program_calls::OWN_SETTINGS)?);
    rules.insert(libc::SYS_ioctl, any_of(1, program_calls::DEVICE_QUERIES)?);
    rules.insert(libc::SYS_sendto, rule(is_pointer(4, 0))?);
    rules.insert(libc::SYS_prlimit64, vec![SeccompRule::new(vec![is(0, 0)?, is_pointer(2, 0)?])?]);
    // Changes the times of a file that the program has opened, but not of a file that it names.
    rules.insert(libc::SYS_utimensat, rule(is_pointer(1, 0))?);
    // No new namespaces, in which the program would have more rights; the signal at a child's end is `SIGCHLD` or none.
    let clone = |signal: u64| {
        let mask = program_calls::NAMESPACE_FLAGS | program_calls::END_SIGNAL;
        let as_usual =
            SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(mask), signal)?;
        SeccompRule::new(vec![as_usual])
    };
    rules.insert(libc::SYS_clone, vec![clone(0)?, clone(libc::SIGCHLD as u64)?]);
    // A timer could send any signal, which is named in memory; without a name it is `SIGALRM`.
    rules.insert(libc::SYS_timer_create, rule(is_pointer(1, 0))?);
    if signals_are_confined {
        for (call, signal) in program_calls::SIGNALS {
            rules.insert(*call, rule(is_not_sigcont(*signal))?);
        }
    } else {
        // Only to its own group and its first process, which this process becomes. A filter can't know the ids of other
        // processes.
        let own = u64::from(std::process::id());
        let to =
            |receiver: u64, signal: u8| SeccompRule::new(vec![is(0, receiver)?, is_not_sigcont(signal)?]);
        rules.insert(libc::SYS_kill, vec![to(0, 1)?, to(own, 1)?]);
        rules.insert(libc::SYS_tgkill, vec![to(own, 2)?]);
    }
    compiled(rules, SeccompAction::Errno(libc::EPERM as u32), SeccompAction::Allow)
}

/// Builds a filter that makes some calls fail as if they did not exist, so that the C library uses other calls, or does
/// without.
fn without_missing_calls() -> Result<BpfProgram, seccompiler::BackendError> {
    let rules = MISSING.iter().map(|call| (*call, Vec::new())).collect();
    compiled(rules, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS as u32))
}

fn compiled(
    rules: Rules,
    otherwise: SeccompAction,
    listed: SeccompAction,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let machine = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules, otherwise, listed, machine)?.try_into()
}

/// Returns the condition that an argument, a 32-bit number, equals `value`.
fn is(argument: u8, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value)
}

/// Returns the condition that the signal in an argument is not `SIGCONT`, which would resume frozen processes.
fn is_not_sigcont(argument: u8) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, libc::SIGCONT as u64)
}

fn is_pointer(argument: u8, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::Eq, value)
}

/// The calls that no service makes: they change the kernel or the whole machine, reach into other processes or
/// namespaces, or belong to interfaces with a history of holes.
const NOT_OF_SERVICES: &[i64] = &[
    // The kernel and the machine
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_quotactl,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_syslog,
    libc::SYS_vhangup,
    // Other processes and namespaces
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_setns,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_mq_open,
    libc::SYS_move_pages,
    libc::SYS_migrate_pages,
    // Interfaces with a history
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
];

const MISSING: &[i64] = &[
    // These two pass their flags in memory, which a filter cannot read.
    libc::SYS_clone3,
    libc::SYS_openat2,
    // They report the number of free blocks and files, through which AIs could signal to each other.
    libc::SYS_statfs,
    libc::SYS_fstatfs,
];

/// The calls that Python and its packages make within their process.
const ALWAYS: &[i64] = &[
    // Memory
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    libc::SYS_msync,
    // Files that are open, and those that Landlock lets open
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_pread64,
    libc::SYS_pwrite64,
    libc::SYS_lseek,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fstat,
    libc::SYS_newfstatat,
    libc::SYS_statx,
    libc::SYS_readlinkat,
    libc::SYS_getdents64,
    libc::SYS_getcwd,
    libc::SYS_chdir,
    libc::SYS_fchdir,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_fsync,
    libc::SYS_fdatasync,
    libc::SYS_ftruncate,
    libc::SYS_fadvise64,
    libc::SYS_unlinkat,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_umask,
    libc::SYS_pipe2,
    // Waiting
    libc::SYS_ppoll,
    libc::SYS_pselect6,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_futex,
    libc::SYS_nanosleep,
    libc::SYS_clock_nanosleep,
    libc::SYS_restart_syscall,
    libc::SYS_socketpair,
    libc::SYS_recvfrom,
    libc::SYS_shutdown,
    libc::SYS_getsockopt,
    // Clocks and random numbers
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_gettimeofday,
    libc::SYS_getrandom,
    libc::SYS_times,
    libc::SYS_getitimer,
    libc::SYS_setitimer,
    // Its own signals
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_sigsuspend,
    libc::SYS_sigaltstack,
    // Its identity
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_gettid,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_getuid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getegid,
    libc::SYS_getresuid,
    libc::SYS_getresgid,
    libc::SYS_getgroups,
    libc::SYS_getpriority,
    libc::SYS_getrusage,
    libc::SYS_getcpu,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sysinfo,
    libc::SYS_uname,
    libc::SYS_set_tid_address,
    libc::SYS_set_robust_list,
    libc::SYS_get_robust_list,
    libc::SYS_rseq,
    // Exit
    libc::SYS_exit,
    libc::SYS_exit_group,
    // These fail in `without_missing_calls`.
    libc::SYS_clone3,
    libc::SYS_openat2,
    libc::SYS_statfs,
    libc::SYS_fstatfs,
];

/// Older variants of the calls in `ALWAYS`, which exist only on this architecture.
#[cfg(target_arch = "x86_64")]
const ALWAYS_ON_X86_64: &[i64] = &[
    libc::SYS_access,
    libc::SYS_stat,
    libc::SYS_lstat,
    libc::SYS_readlink,
    libc::SYS_getdents,
    libc::SYS_dup2,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_select,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_alarm,
    libc::SYS_pause,
    libc::SYS_time,
    libc::SYS_getpgrp,
    libc::SYS_arch_prctl,
];
