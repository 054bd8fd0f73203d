//! Length-prefixed frames over a pipe, on the worker's side, where reads and writes block without a time limit.

use rustix::fd::{AsRawFd, OwnedFd};
use rustix::io::{Errno, read, write};

/// The size of a frame's length prefix, in bytes.
pub const HEAD: usize = 4;

/// A reader of frames.
pub struct FrameReader {
    from: OwnedFd,
    buffer: Vec<u8>,
    /// The number of filled bytes in the buffer.
    filled: usize,
    /// The length of the last returned frame, including its prefix. The next read removes that frame from the buffer.
    returned: usize,
}

impl FrameReader {
    pub fn new(from: OwnedFd) -> Self {
        FrameReader { from, buffer: vec![0; 1 << 16], filled: 0, returned: 0 }
    }

    /// Receives a frame like [`receive`](Self::receive), but blocks signals while waiting, so that an AI's signal
    /// handlers cannot run outside its turns.
    pub fn receive_undisturbed(&mut self) -> Option<&[u8]> {
        if self.filled == self.returned {
            wait_without_signals(&self.from);
        }
        self.receive()
    }

    /// Returns the next frame's bytes; `None` if the other side has closed the pipe.
    pub fn receive(&mut self) -> Option<&[u8]> {
        self.buffer.copy_within(self.returned..self.filled, 0);
        self.filled -= self.returned;
        self.returned = 0;
        loop {
            let frame_length = self.frame_length();
            if self.filled >= frame_length && self.filled >= HEAD {
                self.returned = frame_length;
                return Some(&self.buffer[HEAD..frame_length]);
            }
            if self.buffer.len() < frame_length {
                self.buffer.resize(frame_length, 0);
            }
            match read(&self.from, &mut self.buffer[self.filled..]) {
                Ok(0) => return None,
                Ok(count) => self.filled += count,
                Err(Errno::INTR) => {}
                Err(_) => return None,
            }
        }
    }

    /// Returns the length of the first frame in the buffer, including its prefix.
    fn frame_length(&self) -> usize {
        match self.buffer[..self.filled].first_chunk() {
            Some(head) => HEAD + u32::from_le_bytes(*head) as usize,
            None => HEAD,
        }
    }
}

/// Waits until there is something to read. Meanwhile, all signals that can be blocked are blocked.
fn wait_without_signals(from: &OwnedFd) {
    let mut waiting = libc::pollfd { fd: from.as_raw_fd(), events: libc::POLLIN, revents: 0 };
    // SAFETY: both values are local to this function; `ppoll` restores the former signal mask when it returns.
    unsafe {
        let mut all = std::mem::zeroed::<libc::sigset_t>();
        libc::sigfillset(&mut all);
        #[cfg(target_os = "linux")]
        libc::ppoll(&mut waiting, 1, std::ptr::null(), &all);
        #[cfg(not(target_os = "linux"))]
        libc::poll(&mut waiting, 1, -1);
    }
}

/// Returns a buffer with room for the length prefix, to which the caller adds the frame's bytes.
pub fn begin_frame() -> Vec<u8> {
    let mut frame = Vec::with_capacity(256);
    frame.extend([0; HEAD]);
    frame
}

/// Writes a frame that [`begin_frame`] started. Returns false if the other side has closed the pipe.
pub fn send_frame(to: &OwnedFd, mut frame: Vec<u8>) -> bool {
    let length = (frame.len() - HEAD) as u32;
    frame[..HEAD].copy_from_slice(&length.to_le_bytes());
    let mut rest = frame.as_slice();
    while !rest.is_empty() {
        match write(to, rest) {
            Ok(count) => rest = &rest[count..],
            Err(Errno::INTR) => {}
            Err(_) => return false,
        }
    }
    true
}
