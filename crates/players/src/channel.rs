//! A channel of bytes to an untrusted process or client. It never blocks, every wait has a time limit, and the amount
//! of stored data is bounded.

use rustix::event::{PollFd, PollFlags};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use std::io;
use std::net::TcpStream;
use std::time::Duration;
use wag_sandbox::pending;

/// The maximum number of bytes that one read returns.
pub const CHUNK: usize = 1 << 14;

/// A channel for sending and receiving bytes.
pub struct Channel {
    to: OwnedFd,
    from: OwnedFd,
    /// Bytes that are not written yet.
    unsent: Vec<u8>,
    chunk: Box<[u8]>,
}

/// The result of a read.
#[derive(Debug, PartialEq, Eq)]
pub enum Received<'c> {
    Nothing,
    Bytes(&'c [u8]),
    /// The other side has closed its end of the channel.
    Closed,
}

/// Error: the other side no longer accepts bytes.
#[derive(Debug, PartialEq, Eq)]
pub struct WriteBlocked;

impl Channel {
    /// Creates a channel that writes to `to` and reads from `from`, which may be the same descriptor.
    pub fn new(to: OwnedFd, from: OwnedFd) -> rustix::io::Result<Channel> {
        ioctl_fionbio(&to, true)?;
        ioctl_fionbio(&from, true)?;
        Ok(Channel { to, from, unsent: Vec::new(), chunk: vec![0; CHUNK].into() })
    }

    /// Creates a channel over a TCP connection. Each message is sent without delay (`TCP_NODELAY`).
    pub fn over(stream: TcpStream) -> io::Result<Channel> {
        stream.set_nodelay(true)?;
        let to = OwnedFd::from(stream.try_clone()?);
        Ok(Channel::new(to, stream.into())?)
    }

    /// Writes as many bytes as possible without blocking. Stores the rest, which [`Channel::send`] writes.
    pub fn say(&mut self, words: &[u8]) -> Result<(), WriteBlocked> {
        if self.has_unsent() {
            self.unsent.extend(words);
            return self.send();
        }
        let sent = write_available(&self.to, words)?;
        self.unsent.extend(&words[sent..]);
        Ok(())
    }

    /// Writes as many of the stored bytes as possible without blocking.
    pub fn send(&mut self) -> Result<(), WriteBlocked> {
        if self.has_unsent() {
            let sent = write_available(&self.to, &self.unsent)?;
            self.unsent.drain(..sent);
        }
        Ok(())
    }

    /// Returns whether some bytes have not been written yet.
    pub fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Reads the bytes that have arrived, at most [`CHUNK`].
    pub fn receive(&mut self) -> Received<'_> {
        loop {
            match read(&self.from, &mut *self.chunk) {
                Ok(0) => return Received::Closed,
                Ok(count) => return Received::Bytes(&self.chunk[..count]),
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Received::Nothing,
                Err(_) => return Received::Closed,
            }
        }
    }

    /// Returns a descriptor that is readable when the other side has sent something.
    pub fn read_fd(&self) -> BorrowedFd<'_> {
        self.from.as_fd()
    }

    /// Waits at most `longest` until the channel or `other` has an event. Returns true if `other` is readable.
    pub fn wait(&self, longest: Duration, other: BorrowedFd<'_>) -> bool {
        let mut waiting = vec![PollFd::from_borrowed_fd(other, PollFlags::IN)];
        waiting.extend(self.events());
        // A signal ends the wait early, which does no harm.
        pending::poll(&waiting, longest)[0]
    }

    /// Returns the descriptors and events that the channel waits for.
    pub fn events(&self) -> impl Iterator<Item = PollFd<'_>> {
        let sending = self.has_unsent().then(|| PollFd::new(&self.to, PollFlags::OUT));
        [PollFd::new(&self.from, PollFlags::IN)].into_iter().chain(sending)
    }

    /// Returns how many of the written bytes the other side has not read yet. Works only for pipes.
    pub fn unread(&self) -> usize {
        rustix::io::ioctl_fionread(&self.to).map_or(0, |count| count as usize)
    }
}

/// Writes as many bytes as possible without blocking. Returns how many were written.
fn write_available(to: &OwnedFd, words: &[u8]) -> Result<usize, WriteBlocked> {
    let mut sent = 0;
    while sent < words.len() {
        match write(to, &words[sent..]) {
            Ok(count) => sent += count,
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => break,
            Err(_) => return Err(WriteBlocked),
        }
    }
    Ok(sent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::pipe::{PipeFlags, pipe_with};
    use std::fs::File;
    use std::io::{Read, Write};
    use std::time::Instant;

    /// Creates a pipe that is not inherited by programs started in other tests.
    fn pipe() -> (OwnedFd, OwnedFd) {
        pipe_with(PipeFlags::CLOEXEC).unwrap()
    }

    /// Creates a channel. Also returns both ends that belong to the other side.
    fn connected() -> (Channel, File, File) {
        let [(theirs, to), (from, answers)] = [(); 2].map(|()| pipe());
        (Channel::new(to, from).unwrap(), theirs.into(), answers.into())
    }

    #[test]
    fn bytes_go_both_ways() {
        let (mut channel, mut theirs, mut answers) = connected();
        channel.say(b"question").unwrap();
        let mut heard = [0; 8];
        theirs.read_exact(&mut heard).unwrap();
        assert_eq!(&heard, b"question");
        assert_eq!(channel.receive(), Received::Nothing);
        answers.write_all(b"answer").unwrap();
        assert_eq!(channel.receive(), Received::Bytes(b"answer"));
        drop(answers);
        assert_eq!(channel.receive(), Received::Closed);
    }

    #[test]
    fn slow_reader_does_not_block() {
        let (mut channel, mut theirs, _answers) = connected();
        let words: Vec<u8> = (0..1_000_000u32).map(|number| number as u8).collect();
        channel.say(&words).unwrap();
        assert!(channel.has_unsent());
        channel.say(b"end").unwrap();
        let mut heard: Vec<u8> = Vec::new();
        while heard.len() < words.len() + 3 {
            let mut chunk = [0; 1 << 16];
            let count = theirs.read(&mut chunk).unwrap();
            heard.extend(&chunk[..count]);
            channel.send().unwrap();
        }
        assert!(!channel.has_unsent() && heard == [&words[..], b"end"].concat());
        drop(theirs);
        assert_eq!(channel.say(b"more"), Err(WriteBlocked));
    }

    #[test]
    fn wait_ends_with_data_or_time() {
        let (channel, _theirs, mut answers) = connected();
        let (other, mut others) = {
            let (other, others) = pipe();
            (other, File::from(others))
        };
        let other = rustix::fd::AsFd::as_fd(&other);
        let began = Instant::now();
        assert!(!channel.wait(Duration::from_millis(20), other));
        assert!(began.elapsed() >= Duration::from_millis(20));
        answers.write_all(b"answer").unwrap();
        assert!(!channel.wait(Duration::from_secs(60), other));
        others.write_all(b"other").unwrap();
        assert!(channel.wait(Duration::from_secs(60), other));
        assert!(began.elapsed() < Duration::from_secs(30));
    }
}
