//! Passes open files from the engine to a process that it has started, together with a request of one byte.

use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, fcntl_dupfd_cloexec};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, recvmsg, sendmsg,
};
use std::io::{IoSlice, IoSliceMut};
use std::mem::MaybeUninit;

/// The lowest number of the engine's own file descriptors. It is higher than those that an AI's code is likely to use.
pub const OWN_FDS_FROM: i32 = 200;

/// The maximum number of descriptors per request.
pub const DESCRIPTORS_MAX: usize = 6;

/// Takes over the socket from standard input, and replaces standard input with `/dev/null`.
pub fn take_control() -> rustix::io::Result<OwnedFd> {
    let control = fcntl_dupfd_cloexec(rustix::stdio::stdin(), OWN_FDS_FROM)?;
    rustix::net::sockopt::socket_type(&control)?;
    let nothing = rustix::fs::open("/dev/null", rustix::fs::OFlags::RDWR, rustix::fs::Mode::empty())?;
    rustix::stdio::dup2_stdin(&nothing)?;
    Ok(control)
}

/// Sends a request and some descriptors.
pub fn send(socket: impl AsFd, request: u8, descriptors: &[BorrowedFd<'_>]) -> rustix::io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS_MAX))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    ancillary.push(SendAncillaryMessage::ScmRights(descriptors));
    sendmsg(socket, &[IoSlice::new(&[request])], &mut ancillary, SendFlags::empty())?;
    Ok(())
}

/// Receives the next request and its descriptors. The numbers of the descriptors are too high for other code to close
/// them by accident. Returns `None` if the other side has closed the socket.
pub fn receive(socket: impl AsFd) -> Option<(u8, Vec<OwnedFd>)> {
    let mut request = [0u8];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS_MAX))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let into = &mut [IoSliceMut::new(&mut request)];
    let received = retry(|| recvmsg(&socket, into, &mut ancillary, RecvFlags::empty()))?;
    if received.bytes == 0 {
        return None;
    }
    let descriptors = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    let moved = descriptors.flatten().filter_map(|fd| fcntl_dupfd_cloexec(&fd, OWN_FDS_FROM).ok());
    Some((request[0], moved.collect()))
}

/// Closes all inherited descriptors except the standard streams, so that players cannot reach open files of the user's
/// shell. Must be called before this process opens any file itself.
pub fn close_inherited() {
    #[cfg(target_os = "linux")]
    // SAFETY: nothing in this process owns one of these descriptors.
    unsafe {
        libc::syscall(libc::SYS_close_range, 3 as libc::c_uint, libc::c_uint::MAX, 0 as libc::c_uint);
    }
}

/// Repeats a system call for as long as signals interrupt it. Returns `None` if it fails in another way.
pub fn retry<T>(mut call: impl FnMut() -> rustix::io::Result<T>) -> Option<T> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            result => return result.ok(),
        }
    }
}
