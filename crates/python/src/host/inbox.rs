//! The engine's end of the pipe on which a worker sends its answers. It also freezes the worker once it has answered.

use crate::protocol::{Garbage, take_frame};
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::OwnedFd;
use rustix::io::{Errno, read};
use rustix::process::Pid;
use wag_i18n::Message;
use wag_sandbox::freezer::Freezer;
use wag_sandbox::pending::Pending;

/// The maximum number of bytes per read.
const CHUNK: usize = 1 << 14;
/// The maximum number of reads at once. Together they read more than a pipe holds.
const READS: usize = 5;

/// The result of waiting for an answer.
pub enum Waited {
    Frame(Vec<u8>),
    Timeout,
    /// The process has closed its end, most likely because it is dead.
    Gone,
    /// The process sent bytes that no genuine worker sends.
    Garbage,
    /// The match was stopped.
    Stopped,
    /// The AI has written more or larger files than allowed. The text describes the excess.
    Overfull(Message),
}

/// The pipe from a worker.
pub struct Inbox {
    pub answers: OwnedFd,
    pub freezer: Freezer,
    /// The result of waiting for the last answer, if it arrived while the match waited for another player.
    pub outcome: Option<Waited>,
    /// The bytes received so far of the next frame.
    received: Vec<u8>,
}

impl Inbox {
    /// Creates the inbox of a worker that is never frozen.
    pub fn new(pid: Pid, answers: OwnedFd) -> Inbox {
        let freezer = Freezer::new(pid, None, true);
        Inbox { answers, freezer, outcome: None, received: Vec::new() }
    }

    /// Returns true if nothing has arrived since the last answer, as far as this was looked for.
    pub fn is_empty(&self) -> bool {
        self.outcome.is_none() && self.received.is_empty()
    }

    /// Returns the received frame; `None` if it is not complete yet.
    pub fn take(&mut self) -> Option<Waited> {
        match take_frame(&mut self.received) {
            Ok(Some(frame)) => Some(Waited::Frame(frame)),
            Ok(None) => None,
            Err(Garbage) => Some(Waited::Garbage),
        }
    }

    /// Reads the available bytes until there is a result.
    pub fn read(&mut self) -> Option<Waited> {
        for _ in 0..READS {
            self.received.reserve(CHUNK);
            match read(&self.answers, spare_capacity(&mut self.received)) {
                Ok(0) => return Some(Waited::Gone),
                // The read has already appended the bytes.
                Ok(_) => {}
                Err(Errno::INTR | Errno::AGAIN) => return None,
                Err(_) => return Some(Waited::Gone),
            }
            let outcome = self.take();
            if outcome.is_some() {
                return outcome;
            }
        }
        None
    }
}

impl Pending for Inbox {
    fn events(&self) -> Vec<PollFd<'_>> {
        // A worker that is never frozen can wait.
        match self.outcome.is_some() || self.freezer.is_off() {
            true => Vec::new(),
            false => vec![PollFd::new(&self.answers, PollFlags::IN)],
        }
    }

    fn attend(&mut self) {
        self.outcome = self.read();
        if self.outcome.is_some() {
            self.freezer.freeze();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::io::{ioctl_fionbio, write};
    use rustix::pipe::{PipeFlags, pipe_with};

    fn inbox() -> (Inbox, OwnedFd) {
        let (answers, theirs) = pipe_with(PipeFlags::CLOEXEC).unwrap();
        ioctl_fionbio(&answers, true).unwrap();
        (Inbox::new(rustix::process::getpid(), answers), theirs)
    }

    /// The engine may look so late that the player's time is up, but what has arrived counts.
    #[test]
    fn whole_answer_is_read_at_once() {
        let (mut inbox, theirs) = inbox();
        let length = 3 * CHUNK;
        let frame = [&(length as u32).to_le_bytes()[..], &vec![7; length]].concat();
        assert_eq!(write(&theirs, &frame[..CHUNK]), Ok(CHUNK));
        assert!(inbox.read().is_none());
        assert_eq!(write(&theirs, &frame[CHUNK..]), Ok(frame.len() - CHUNK));
        assert!(matches!(inbox.read(), Some(Waited::Frame(bytes)) if bytes.len() == length));
        drop(theirs);
        assert!(matches!(inbox.read(), Some(Waited::Gone)));
    }
}
