//! Questions and answers, line by line: what counts as an answer, and what doesn't.
//!
//! A program is to say something when it is asked, and nothing else. One that speaks unasked would from then on be
//! misunderstood: what it says can't be told from the answer to the next question. So that ends the conversation, as does
//! everything else that is a [`Broken`].

use crate::players::channel::{Channel, Deaf, Received};
use rustix::fd::BorrowedFd;
use std::time::Duration;

/// A conversation with a program.
pub struct Conversation {
    channel: Channel,
    /// What has been said of the answer to the last question.
    answer: Vec<u8>,
    /// Where in it the line begins that has no end yet.
    line: usize,
}

/// What an answer looks like.
#[derive(Clone, Copy)]
pub struct Form {
    /// Whether this line, without its end, is the last one.
    pub is_last: fn(&[u8]) -> bool,
    /// The longest answer, in bytes, with all its lines.
    pub answer_max: usize,
}

/// Why there is no answer, and never will be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Broken {
    /// It has ended, or closed its standard output.
    Mute,
    /// It has ended, or closed its standard input.
    Deaf,
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
    Overfull(String),
    /// The match is to end.
    Stopped,
}

impl From<Deaf> for Broken {
    fn from(_: Deaf) -> Broken {
        Broken::Deaf
    }
}

impl Conversation {
    pub fn new(channel: Channel) -> Conversation {
        Conversation { channel, answer: Vec::new(), line: 0 }
    }

    /// Says something that needs no answer.
    pub fn say(&mut self, words: &[u8]) -> Result<(), Broken> {
        self.answer.clear();
        self.line = 0;
        Ok(self.channel.say(words)?)
    }

    /// Says something that is to be answered, if nothing has been said before.
    ///
    /// Between the look and the question passes a microsecond. Who says something just then can't be told from one that
    /// answers very quickly; its real answer comes unasked then.
    pub fn ask(&mut self, question: &[u8]) -> Result<(), Broken> {
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
        let heard = match self.channel.receive() {
            Received::Nothing => 0,
            Received::Closed => return Err(Broken::Mute),
            Received::Bytes(words) => {
                self.answer.extend(words);
                words.len()
            }
        };
        let is_complete = heard > 0 && self.is_complete(form, heard)?;
        if self.channel.has_unsent() {
            match is_complete {
                true => return Err(Broken::Inattentive),
                false => self.channel.send()?,
            }
        }
        Ok(is_complete)
    }

    /// Looks at the lines that have come with the last so many bytes.
    fn is_complete(&mut self, form: Form, heard: usize) -> Result<bool, Broken> {
        let mut seen = self.answer.len() - heard;
        while let Some(length) = self.answer[seen..].iter().position(|byte| *byte == b'\n') {
            let end = seen + length;
            let line = &self.answer[self.line..end];
            (self.line, seen) = (end + 1, end + 1);
            if self.line > form.answer_max {
                return Err(Broken::TooLong);
            }
            if (form.is_last)(line.strip_suffix(b"\r").unwrap_or(line)) {
                return match self.answer.split_off(self.line) {
                    more if more.is_empty() => Ok(true),
                    more => Err(Broken::GoesOn(more)),
                };
            }
        }
        if self.answer.len() > form.answer_max { Err(Broken::TooLong) } else { Ok(false) }
    }

    /// The answer, when it is complete.
    pub fn answer(&self) -> &[u8] {
        &self.answer
    }
}
