//! A connected client: the lines that it sent, and which of them it sent before a request.

use super::message::{ClientAnswer, Message};
use crate::channel::Channel;
use crate::no_answer::NoAnswer;
use rustix::fd::BorrowedFd;
use std::net::TcpStream;
use std::time::Duration;
use wag_core::problem::Fault;
use wag_i18n::message;

/// The maximum length of a client's line, in bytes. It is also the maximum total length of what a client sends out of
/// turn.
pub const LINE_MAX: usize = 1 << 20;

/// A connected client.
pub struct Client {
    channel: Channel,
    /// Received bytes that have not been taken yet.
    heard: Vec<u8>,
    /// The index in `heard` at which the next line begins.
    next: usize,
    /// Number of bytes of `heard` that have been searched for a line end.
    searched: usize,
    /// Number of bytes of `heard` that arrived before the last request.
    early: usize,
}

/// A line that a client sent.
#[derive(Debug)]
pub struct Line {
    /// True if the line began before the last request was sent.
    pub is_early: bool,
    pub said: Result<ClientAnswer, wag_i18n::Message>,
}

impl Client {
    pub fn new(stream: TcpStream) -> std::io::Result<Client> {
        Ok(Client { channel: Channel::over_tcp(stream)?, heard: Vec::new(), next: 0, searched: 0, early: 0 })
    }

    pub fn say(&mut self, message: &Message<'_>) -> Result<(), NoAnswer> {
        self.channel.say(&message.line())
    }

    /// Sends a request. What has been received before does not count as its answer.
    pub fn ask(&mut self, question: &Message<'_>) -> Result<(), NoAnswer> {
        while self.hear()? {}
        self.early = self.heard.len();
        self.say(question)
    }

    /// Drops the bytes of lines that have been taken.
    fn forget(&mut self) {
        self.heard.drain(..self.next);
        self.searched -= self.next;
        self.early = self.early.saturating_sub(self.next);
        self.next = 0;
    }

    /// Reads the bytes that have arrived. Returns whether there were any.
    fn hear(&mut self) -> Result<bool, NoAnswer> {
        self.forget();
        let words = self.channel.receive()?;
        self.heard.extend(words);
        if self.heard.len() > LINE_MAX {
            return Err(NoAnswer::Gone(Fault::crash(message!(
                "the client sent more than %{n} bytes without a line end or without being asked",
                n = LINE_MAX
            ))));
        }
        Ok(!words.is_empty())
    }

    /// Sends and reads as much as possible without blocking.
    pub fn advance(&mut self) -> Result<(), NoAnswer> {
        self.channel.send()?;
        self.hear().map(|_| ())
    }

    /// Waits until the client has an event or `other` is readable, but at most `longest`. Returns whether `other` is
    /// readable.
    pub fn wait(&self, longest: Duration, other: BorrowedFd<'_>) -> bool {
        self.channel.wait(longest, other)
    }

    /// Returns whether some bytes have not been sent to the client yet.
    pub fn has_unsent(&self) -> bool {
        self.channel.has_unsent()
    }

    /// Returns the received bytes after the last line end.
    pub fn unended(&self) -> &[u8] {
        &self.heard[self.next..]
    }

    /// Takes the next complete line, or returns `None` if there is none.
    pub fn next_line(&mut self) -> Option<Line> {
        let Some(length) = self.heard[self.searched..].iter().position(|byte| *byte == b'\n') else {
            self.searched = self.heard.len();
            return None;
        };
        let end = self.searched + length;
        let line =
            Line { is_early: self.next < self.early, said: ClientAnswer::read(&self.heard[self.next..end]) };
        (self.next, self.searched) = (end + 1, end + 1);
        Some(line)
    }

    #[cfg(test)]
    pub fn heard_bytes(&self) -> usize {
        self.heard.capacity()
    }

    /// Sends a last message. Drops what the client has sent before: if a connection is closed with unread bytes, the
    /// last messages may be lost.
    pub fn send_last_message(&mut self, message: &Message<'_>) {
        const LOOKS_MAX: u32 = 1000;
        let _ = (0..LOOKS_MAX).find(|_| !self.channel.receive().is_ok_and(|words| !words.is_empty()));
        let _ = self.say(message);
    }
}
