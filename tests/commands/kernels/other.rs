//! Simulates another kernel: a seccomp filter passes some system calls to a thread of the test, which answers them.

use super::common::Run;
use super::{Missing, filter};
use rustix::fd::{AsRawFd, FromRawFd, OwnedFd};
use seccompiler::{SeccompAction, sock_filter};
use std::io::{self, Read};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};

/// A system call to be answered.
pub struct Call {
    pub number: i64,
    pub arguments: [u64; 6],
}

pub enum Answer {
    /// Run the call in the kernel.
    Kernel,
    Value(i64),
    Fault(i32),
}

/// `SECCOMP_RET_USER_NOTIF`, which replaces the action that the filter was built with.
const ASK_THE_TEST: u32 = 0x7fc0_0000;
const RETURN: u16 = 0x06;

/// Runs `wag` with `answer` deciding the results of these system calls.
pub fn run_on_simulated_kernel(
    calls: &Missing,
    mut answer: impl FnMut(&Call) -> Answer + Send + 'static,
    command: &mut Command,
) -> Run {
    let marked = SeccompAction::Errno(libc::ENOSYS as u32);
    let refusal = libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32;
    let mut program: Vec<sock_filter> = filter(calls.clone(), marked);
    for step in program.iter_mut().filter(|step| step.code == RETURN && step.k == refusal) {
        step.k = ASK_THE_TEST;
    }
    let (ours, theirs) = UnixStream::pair().unwrap();
    let sender = theirs.as_raw_fd();
    // SAFETY: Only system calls are made between fork and exec.
    unsafe { command.pre_exec(move || hand_over(&listen(&program)?, sender)) };
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(theirs);
    let listener = take_over(&ours).expect("the child has sent what it listens with");
    let answering = std::thread::spawn(move || while answer_one(&listener, &mut answer).is_ok() {});
    let output = child.wait_with_output().unwrap();
    answering.join().unwrap();
    Run::of(output)
}

fn listen(program: &[sock_filter]) -> io::Result<OwnedFd> {
    let filter =
        libc::sock_fprog { len: program.len() as u16, filter: program.as_ptr() as *mut libc::sock_filter };
    // SAFETY: The filter outlives the call, which returns a descriptor or an error.
    unsafe {
        if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 {
            return Err(io::Error::last_os_error());
        }
        let (set_filter, new_listener) = (1, libc::SECCOMP_FILTER_FLAG_NEW_LISTENER);
        match libc::syscall(libc::SYS_seccomp, set_filter, new_listener, &filter) {
            fault @ ..0 => Err(io::Error::other(format!("no listener: {fault}"))),
            descriptor => Ok(OwnedFd::from_raw_fd(descriptor as i32)),
        }
    }
}

/// Sends two numbers. They suffice for the test to copy the descriptor from the process, where it stays open.
fn hand_over(listener: &OwnedFd, sender: i32) -> io::Result<()> {
    // SAFETY: The descriptors are open, and the buffer has 8 bytes.
    let written = unsafe {
        let numbers = [std::process::id() as i32, libc::dup(listener.as_raw_fd())];
        libc::write(sender, numbers.as_ptr().cast(), 8)
    };
    if written == 8 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn take_over(from: &UnixStream) -> io::Result<OwnedFd> {
    let mut bytes = [0; 8];
    let mut from = from;
    from.read_exact(&mut bytes)?;
    let [pid, descriptor] = [0, 4].map(|at| i32::from_ne_bytes(bytes[at..at + 4].try_into().unwrap()));
    // SAFETY: Both calls return a descriptor or an error.
    unsafe {
        let process = libc::syscall(libc::SYS_pidfd_open, pid, 0);
        let taken = libc::syscall(libc::SYS_pidfd_getfd, process, descriptor, 0);
        libc::close(process as i32);
        if taken < 0 { Err(io::Error::last_os_error()) } else { Ok(OwnedFd::from_raw_fd(taken as i32)) }
    }
}

/// Waits for a call and answers it. Returns an error when no process is left that could call.
fn answer_one(listener: &OwnedFd, answer: &mut impl FnMut(&Call) -> Answer) -> io::Result<()> {
    let mut waiting = [libc::pollfd { fd: listener.as_raw_fd(), events: libc::POLLIN, revents: 0 }];
    // SAFETY: All three calls write into buffers of the kernel's own types.
    unsafe {
        libc::poll(waiting.as_mut_ptr(), 1, -1);
        if waiting[0].revents & libc::POLLIN == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut request = std::mem::zeroed::<libc::seccomp_notif>();
        if libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV, &mut request) != 0 {
            // The calling process no longer exists.
            return Ok(());
        }
        let call = Call { number: i64::from(request.data.nr), arguments: request.data.args };
        let mut response = std::mem::zeroed::<libc::seccomp_notif_resp>();
        response.id = request.id;
        match answer(&call) {
            Answer::Kernel => response.flags = libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32,
            Answer::Value(value) => response.val = value,
            Answer::Fault(errno) => response.error = -errno,
        }
        libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND, &response);
    }
    Ok(())
}
