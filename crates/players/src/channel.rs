//! A channel of bytes to an untrusted process or client. It never blocks, every wait has a time limit, and the amount
//! of stored data is bounded.

use crate::no_answer::NoAnswer;
use rustix::event::{PollFd, PollFlags};
use rustix::fd::{BorrowedFd, OwnedFd};
use rustix::io::{Errno, ioctl_fionbio, read, write};
use std::io;
use std::net::TcpStream;
use std::time::Duration;
use wag_core::problem::Fault;
use wag_i18n::{Message, message};
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
    /// The reasons if the other side has closed `to` or `from`.
    closed: [NoAnswer; 2],
}

impl Channel {
    /// Creates a channel to a program with these pipes to its standard input and from its standard output.
    pub fn over_pipes(to: OwnedFd, from: OwnedFd) -> io::Result<Channel> {
        let input = message!("the program closed its standard input");
        let output = message!("the program closed its standard output");
        Channel::new(to, from, [gone(input), gone(output)])
    }

    /// Creates a channel to a client over TCP. Each message is sent without delay (`TCP_NODELAY`).
    pub fn over_tcp(stream: TcpStream) -> io::Result<Channel> {
        stream.set_nodelay(true)?;
        let to = OwnedFd::from(stream.try_clone()?);
        Channel::new(to, stream.into(), [client_gone(), client_gone()])
    }

    fn new(to: OwnedFd, from: OwnedFd, closed: [NoAnswer; 2]) -> io::Result<Channel> {
        ioctl_fionbio(&to, true)?;
        ioctl_fionbio(&from, true)?;
        Ok(Channel { to, from, unsent: Vec::new(), chunk: vec![0; CHUNK].into(), closed })
    }

    /// Writes as many bytes as possible without blocking. Stores the rest, which [`Channel::send`] writes.
    pub fn say(&mut self, words: &[u8]) -> Result<(), NoAnswer> {
        if self.has_unsent() {
            self.unsent.extend(words);
            return self.send();
        }
        let sent = self.write_available(words)?;
        self.unsent.extend(&words[sent..]);
        Ok(())
    }

    /// Writes as many of the stored bytes as possible without blocking.
    pub fn send(&mut self) -> Result<(), NoAnswer> {
        if self.has_unsent() {
            let sent = self.write_available(&self.unsent)?;
            self.unsent.drain(..sent);
        }
        Ok(())
    }

    /// Writes as many bytes as possible without blocking. Returns how many were written.
    fn write_available(&self, words: &[u8]) -> Result<usize, NoAnswer> {
        let mut sent = 0;
        while sent < words.len() {
            match write(&self.to, &words[sent..]) {
                Ok(count) => sent += count,
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => break,
                Err(_) => return Err(self.closed[0].clone()),
            }
        }
        Ok(sent)
    }

    /// Returns whether some bytes have not been written yet.
    pub fn has_unsent(&self) -> bool {
        !self.unsent.is_empty()
    }

    /// Reads the bytes that have arrived, at most [`CHUNK`]. They are empty if none have arrived.
    pub fn receive(&mut self) -> Result<&[u8], NoAnswer> {
        loop {
            match read(&self.from, &mut *self.chunk) {
                Ok(count) if count > 0 => return Ok(&self.chunk[..count]),
                Err(Errno::AGAIN) => return Ok(&[]),
                Err(Errno::INTR) => {}
                Ok(_) | Err(_) => return Err(self.closed[1].clone()),
            }
        }
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

fn gone(message: Message) -> NoAnswer {
    NoAnswer::Gone(Fault::crash(message))
}

/// Returns the reason if a client has closed the connection.
pub fn client_gone() -> NoAnswer {
    gone(message!("the client closed the connection"))
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
        (Channel::over_pipes(to, from).unwrap(), theirs.into(), answers.into())
    }

    #[test]
    fn bytes_go_both_ways() {
        let (mut channel, mut theirs, mut answers) = connected();
        channel.say(b"question").unwrap();
        let mut heard = [0; 8];
        theirs.read_exact(&mut heard).unwrap();
        assert_eq!(&heard, b"question");
        assert_eq!(channel.receive(), Ok(&b""[..]));
        answers.write_all(b"answer").unwrap();
        assert_eq!(channel.receive(), Ok(&b"answer"[..]));
        drop(answers);
        assert_eq!(channel.receive(), Err(gone("the program closed its standard output".into())));
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
        assert_eq!(channel.say(b"more"), Err(gone("the program closed its standard input".into())));
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
