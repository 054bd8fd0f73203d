//! A client that has come in: its lines, and which of them came before a question.

use super::message::{Message, Said};
use crate::channel::{Channel, Received, WriteBlocked};
use rustix::fd::BorrowedFd;
use std::net::TcpStream;
use std::time::Duration;

/// The longest line of a client, and the most it may say unasked, in bytes.
pub const LINE_MAX: usize = 1 << 20;

/// The other end of the line.
pub struct Client {
    channel: Channel,
    /// What it has said and nobody has looked at.
    heard: Vec<u8>,
    /// Where in it the next line begins.
    next: usize,
    /// So much of it has been searched for a line end.
    searched: usize,
    /// What comes before this was said before the last question.
    early: usize,
}

/// Why a client plays no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lost {
    HungUp,
    TooLong,
}

impl From<WriteBlocked> for Lost {
    fn from(_: WriteBlocked) -> Lost {
        Lost::HungUp
    }
}

/// A line of a client.
#[derive(Debug)]
pub struct Line {
    /// Whether it began before the last question.
    pub is_early: bool,
    pub said: Result<Said, wag_i18n::Message>,
}

impl Client {
    pub fn new(stream: TcpStream) -> std::io::Result<Client> {
        Ok(Client { channel: Channel::over(stream)?, heard: Vec::new(), next: 0, searched: 0, early: 0 })
    }

    pub fn say(&mut self, message: &Message<'_>) -> Result<(), Lost> {
        Ok(self.channel.say(&message.line())?)
    }

    /// Says a question; what has been said until now is no answer to it.
    pub fn ask(&mut self, question: &Message<'_>) -> Result<(), Lost> {
        while self.hear()? {}
        self.early = self.heard.len();
        self.say(question)
    }

    /// Drops the lines that have been looked at.
    fn forget(&mut self) {
        self.heard.drain(..self.next);
        self.searched -= self.next;
        self.early = self.early.saturating_sub(self.next);
        self.next = 0;
    }

    /// Hears what lies ready; answers whether there was anything.
    fn hear(&mut self) -> Result<bool, Lost> {
        self.forget();
        match self.channel.receive() {
            Received::Nothing => Ok(false),
            Received::Closed => Err(Lost::HungUp),
            Received::Bytes(words) => {
                self.heard.extend(words);
                if self.heard.len() > LINE_MAX { Err(Lost::TooLong) } else { Ok(true) }
            }
        }
    }

    /// Says and hears what can be said and heard at once.
    pub fn go_on(&mut self) -> Result<(), Lost> {
        self.channel.send()?;
        self.hear().map(|_| ())
    }

    /// Waits until there is something to do, no longer than this; answers whether `other` is readable.
    pub fn wait(&self, longest: Duration, other: BorrowedFd<'_>) -> bool {
        self.channel.wait(longest, other)
    }

    /// Whether it has not yet taken all that was said.
    pub fn lags(&self) -> bool {
        self.channel.has_unsent()
    }

    /// What it has said since its last line end.
    pub fn unended(&self) -> &[u8] {
        &self.heard[self.next..]
    }

    /// The next line that is complete.
    pub fn next_line(&mut self) -> Option<Line> {
        let Some(length) = self.heard[self.searched..].iter().position(|byte| *byte == b'\n') else {
            self.searched = self.heard.len();
            return None;
        };
        let end = self.searched + length;
        let line = Line { is_early: self.next < self.early, said: Said::read(&self.heard[self.next..end]) };
        (self.next, self.searched) = (end + 1, end + 1);
        Some(line)
    }

    #[cfg(test)]
    pub fn heard_bytes(&self) -> usize {
        self.heard.capacity()
    }

    /// Hears what lies ready and forgets it: whoever is hung up on with words unread may not hear the last ones.
    pub fn take_leave(&mut self, message: &Message<'_>) {
        const LOOKS_MAX: u32 = 1000;
        let _ = (0..LOOKS_MAX).find(|_| !matches!(self.channel.receive(), Received::Bytes(_)));
        let _ = self.say(message);
    }
}
