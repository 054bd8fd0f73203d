//! The requests to a program and its answers, line by line. Decides what counts as an answer.
//!
//! A program may write only while it has a request. Text that it writes at any other time looks like the answer to the
//! next request. So such text ends the conversation, as does every other [`ConversationError`]. If a contest allows
//! early text ([`Form::accepts_early_lines`]), it counts for the next answer.

use crate::channel::{Channel, Received, WriteBlocked};
use rustix::event::PollFd;
use rustix::fd::BorrowedFd;
use std::time::Duration;
use wag_i18n::Message;

/// A conversation with a program.
pub struct Conversation {
    channel: Channel,
    /// The part of the answer to the last request that has been received.
    answer: Vec<u8>,
    /// The index in `answer` at which the unfinished line begins. `seen` is the index up to which `answer` was
    /// searched.
    line: usize,
    seen: usize,
    is_complete: bool,
    /// Text that was received after the answer.
    more: Vec<u8>,
    /// The length of the last request, in bytes.
    question: usize,
}

/// The form that answers must have.
#[derive(Clone, Copy)]
pub struct Form {
    /// Returns whether this line is the last one of an answer. The line is given without its end.
    pub is_last: fn(&[u8]) -> bool,
    /// The maximum length of an answer with all its lines, in bytes.
    pub answer_max: usize,
    /// True if text after an answer belongs to the next answer.
    pub accepts_early_lines: bool,
}

/// The reason why there is no answer and never will be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConversationError {
    /// The program has ended, or closed its standard output.
    OutputClosed,
    /// The program has ended, or closed its standard input.
    WriteBlocked,
    /// The program wrote this text before the request.
    OutOfTurn(Vec<u8>),
    /// The program wrote this text after its answer.
    ExtraText(Vec<u8>),
    /// The program answered before the whole request was sent.
    AnsweredEarly,
    /// The program's answer is longer than allowed.
    TooLong,
    Timeout,
    /// The program has written too many or too large files, described in words.
    Overfull(Message),
    /// The match is being stopped.
    Stopped,
}

impl From<WriteBlocked> for ConversationError {
    fn from(_: WriteBlocked) -> ConversationError {
        ConversationError::WriteBlocked
    }
}

impl Conversation {
    pub fn new(channel: Channel) -> Conversation {
        let (answer, more) = (Vec::new(), Vec::new());
        Conversation { channel, answer, line: 0, seen: 0, is_complete: false, more, question: 0 }
    }

    /// Sends a text that needs no answer.
    pub fn say(&mut self, words: &[u8]) -> Result<(), ConversationError> {
        self.answer = std::mem::take(&mut self.more);
        (self.line, self.seen, self.is_complete) = (0, 0, false);
        self.question = words.len();
        Ok(self.channel.say(words)?)
    }

    /// Sends a request. Fails if the program has written anything before it.
    ///
    /// About a microsecond passes between this check and the request. Text that is written in that time is taken for a
    /// very quick answer, and then the real answer counts as out of turn.
    pub fn ask(&mut self, question: &[u8], form: Form) -> Result<(), ConversationError> {
        if form.accepts_early_lines {
            return self.say(question);
        }
        match self.channel.receive() {
            Received::Nothing => self.say(question),
            Received::Bytes(words) => Err(ConversationError::OutOfTurn(words.to_vec())),
            Received::Closed => Err(ConversationError::OutputClosed),
        }
    }

    /// Waits until the program has an event or `other` is readable, but at most `longest`. Returns whether `other` is
    /// readable.
    pub fn wait(&self, longest: Duration, other: BorrowedFd<'_>) -> bool {
        self.channel.wait(longest, other)
    }

    /// Sends and reads as much as possible without blocking. Returns whether the answer is complete.
    pub fn advance(&mut self, form: Form) -> Result<bool, ConversationError> {
        match self.channel.receive() {
            Received::Nothing => {}
            Received::Closed => return Err(ConversationError::OutputClosed),
            Received::Bytes(words) if self.is_complete => self.more.extend(words),
            Received::Bytes(words) => self.answer.extend(words),
        }
        self.look_through(form)?;
        if self.channel.has_unsent() {
            if self.is_complete && !form.accepts_early_lines {
                return Err(ConversationError::AnsweredEarly);
            }
            self.channel.send()?;
        }
        Ok(self.is_complete && !self.channel.has_unsent())
    }

    /// Searches the text received since the last call for complete lines.
    fn look_through(&mut self, form: Form) -> Result<(), ConversationError> {
        while !self.is_complete {
            let Some(length) = self.answer[self.seen..].iter().position(|byte| *byte == b'\n') else {
                self.seen = self.answer.len();
                break;
            };
            let end = self.seen + length;
            let line = &self.answer[self.line..end];
            self.is_complete = (form.is_last)(line.strip_suffix(b"\r").unwrap_or(line));
            (self.line, self.seen) = (end + 1, end + 1);
            if self.line > form.answer_max {
                return Err(ConversationError::TooLong);
            }
        }
        if self.is_complete {
            let more = self.answer.split_off(self.line);
            if !more.is_empty() && !form.accepts_early_lines {
                return Err(ConversationError::ExtraText(more));
            }
            self.more.extend(more);
            // The program was frozen before it could write this, and wrote it when it continued.
            if !form.accepts_early_lines && self.is_question_unread() {
                return Err(ConversationError::OutOfTurn(self.answer.clone()));
            }
        }
        if self.answer.len().max(self.more.len()) > form.answer_max {
            Err(ConversationError::TooLong)
        } else {
            Ok(())
        }
    }

    /// Returns whether the program has not yet read any of the last request.
    fn is_question_unread(&self) -> bool {
        self.question > 0 && self.channel.unread() >= self.question
    }

    /// Returns the descriptors and events that the conversation waits for.
    pub fn events(&self) -> impl Iterator<Item = PollFd<'_>> {
        self.channel.events()
    }

    /// Returns the part of the answer after its last line end.
    pub fn unended(&self) -> &[u8] {
        if self.is_complete { &[] } else { &self.answer[self.line..] }
    }

    /// Returns the answer, which must be complete.
    pub fn answer(&self) -> &[u8] {
        &self.answer
    }
}
