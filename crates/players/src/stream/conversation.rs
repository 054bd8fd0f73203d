//! Questions and answers, line by line: what counts as an answer, and what doesn't.
//!
//! A program is to say something when it is asked, and nothing else. One that speaks unasked would from then on be
//! misunderstood: what it says can't be told from the answer to the next question. So that ends the conversation, as does
//! everything else that is a [`Broken`]. Where a contest has it otherwise ([`Form::accepts_early_lines`]), what comes too early
//! counts for the next answer.

use crate::channel::{Channel, Received, WriteBlocked};
use rustix::event::PollFd;
use rustix::fd::BorrowedFd;
use std::time::Duration;
use wag_i18n::Message;

/// A conversation with a program.
pub struct Conversation {
    channel: Channel,
    /// What has been said of the answer to the last question.
    answer: Vec<u8>,
    /// Where in it the line begins that has no end yet, and how far it has been looked through.
    line: usize,
    seen: usize,
    is_complete: bool,
    /// What has been said beyond it.
    more: Vec<u8>,
    /// The length of the last question.
    question: usize,
}

/// What an answer looks like.
#[derive(Clone, Copy)]
pub struct Form {
    /// Whether this line, without its end, is the last one.
    pub is_last: fn(&[u8]) -> bool,
    /// The longest answer, in bytes, with all its lines.
    pub answer_max: usize,
    /// Whether what is said beyond an answer belongs to the next one.
    pub accepts_early_lines: bool,
}

/// Why there is no answer, and never will be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It has ended, or closed its standard output.
    Mute,
    /// It has ended, or closed its standard input.
    WriteBlocked,
    /// It said this before it was asked.
    Unasked(Vec<u8>),
    /// It said this after its answer.
    GoesOn(Vec<u8>),
    /// It answered before the question was said.
    Inattentive,
    /// Its answer is longer than allowed.
    TooLong,
    Timeout,
    /// It has written too much into files; in words.
    Overfull(Message),
    /// The match is to end.
    Stopped,
}

impl From<WriteBlocked> for Broken {
    fn from(_: WriteBlocked) -> Broken {
        Broken::WriteBlocked
    }
}

impl Conversation {
    pub fn new(channel: Channel) -> Conversation {
        let (answer, more) = (Vec::new(), Vec::new());
        Conversation { channel, answer, line: 0, seen: 0, is_complete: false, more, question: 0 }
    }

    /// Says something that needs no answer.
    pub fn say(&mut self, words: &[u8]) -> Result<(), Broken> {
        self.answer = std::mem::take(&mut self.more);
        (self.line, self.seen, self.is_complete) = (0, 0, false);
        self.question = words.len();
        Ok(self.channel.say(words)?)
    }

    /// Says something that is to be answered, if nothing has been said before.
    ///
    /// Between the look and the question passes a microsecond. Who says something just then can't be told from one that
    /// answers very quickly; its real answer comes unasked then.
    pub fn ask(&mut self, question: &[u8], form: Form) -> Result<(), Broken> {
        if form.accepts_early_lines {
            return self.say(question);
        }
        match self.channel.receive() {
            Received::Nothing => self.say(question),
            Received::Bytes(words) => Err(Broken::Unasked(words.to_vec())),
            Received::Closed => Err(Broken::Mute),
        }
    }

    /// Waits until there is something to do, no longer than this; answers whether `other` is readable.
    pub fn wait(&self, longest: Duration, other: BorrowedFd<'_>) -> bool {
        self.channel.wait(longest, other)
    }

    /// Says and hears what can be said and heard at once; answers whether the answer is complete.
    pub fn go_on(&mut self, form: Form) -> Result<bool, Broken> {
        match self.channel.receive() {
            Received::Nothing => {}
            Received::Closed => return Err(Broken::Mute),
            Received::Bytes(words) if self.is_complete => self.more.extend(words),
            Received::Bytes(words) => self.answer.extend(words),
        }
        self.look_through(form)?;
        if self.channel.has_unsent() {
            if self.is_complete && !form.accepts_early_lines {
                return Err(Broken::Inattentive);
            }
            self.channel.send()?;
        }
        Ok(self.is_complete && !self.channel.has_unsent())
    }

    /// Looks at the lines that have come since the last look.
    fn look_through(&mut self, form: Form) -> Result<(), Broken> {
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
                return Err(Broken::TooLong);
            }
        }
        if self.is_complete {
            let more = self.answer.split_off(self.line);
            if !more.is_empty() && !form.accepts_early_lines {
                return Err(Broken::GoesOn(more));
            }
            self.more.extend(more);
            // It was frozen before it could say this, and says it now.
            if !form.accepts_early_lines && self.is_question_unread() {
                return Err(Broken::Unasked(self.answer.clone()));
            }
        }
        if self.answer.len().max(self.more.len()) > form.answer_max { Err(Broken::TooLong) } else { Ok(()) }
    }

    /// Whether the program has read nothing of the last question.
    fn is_question_unread(&self) -> bool {
        self.question > 0 && self.channel.unread() >= self.question
    }

    /// What there is to wait for.
    pub fn events(&self) -> impl Iterator<Item = PollFd<'_>> {
        self.channel.events()
    }

    /// What has been said of the answer since its last line end.
    pub fn unended(&self) -> &[u8] {
        if self.is_complete { &[] } else { &self.answer[self.line..] }
    }

    /// The answer, when it is complete.
    pub fn answer(&self) -> &[u8] {
        &self.answer
    }
}
