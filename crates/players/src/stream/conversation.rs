//! The requests to a program and its answers, line by line. Decides what counts as an answer.
//!
//! A program may write only while it has a request. Text that it writes at any other time looks like the answer to the
//! next request. So such text ends the conversation, as does every other error. If a contest allows
//! early text ([`Form::accepts_early_lines`]), it counts for the next answer.

use crate::allowance::quoted;
use crate::channel::Channel;
use crate::no_answer::NoAnswer;
use rustix::event::PollFd;
use wag_core::problem::Fault;
use wag_i18n::{Message, message};
use wag_sandbox::freezer::Freezer;

/// A conversation with a program.
pub struct Conversation {
    channel: Channel,
    form: Form,
    pub freezer: Freezer,
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

impl Conversation {
    pub fn new(channel: Channel, form: Form, freezer: Freezer) -> Conversation {
        let (answer, more) = (Vec::new(), Vec::new());
        Conversation {
            channel,
            form,
            freezer,
            answer,
            line: 0,
            seen: 0,
            is_complete: false,
            more,
            question: 0,
        }
    }

    /// Sends a text that needs no answer.
    pub fn say(&mut self, words: &[u8]) -> Result<(), NoAnswer> {
        self.answer = std::mem::take(&mut self.more);
        (self.line, self.seen, self.is_complete) = (0, 0, false);
        self.question = words.len();
        self.channel.say(words)
    }

    /// Sends a request. Fails if the program has written anything before it.
    ///
    /// About a microsecond passes between this check and the request. Text that is written in that time is taken for a
    /// very quick answer, and then the real answer counts as out of turn.
    pub fn ask(&mut self, question: &[u8]) -> Result<(), NoAnswer> {
        if !self.form.accepts_early_lines {
            match self.channel.receive()? {
                [] => {}
                words => return Err(out_of_turn(words)),
            }
        }
        self.say(question)
    }

    /// Sends and reads as [`Conversation::advance`] does. If the answer is complete, or if there will be no answer,
    /// freezes the program.
    pub fn has_answered(&mut self) -> Result<bool, NoAnswer> {
        let answered = self.advance();
        if answered != Ok(false) {
            self.freezer.freeze();
        }
        answered
    }

    /// Sends and reads as much as possible without blocking. Returns whether the answer is complete.
    pub fn advance(&mut self) -> Result<bool, NoAnswer> {
        let received = if self.is_complete { &mut self.more } else { &mut self.answer };
        received.extend(self.channel.receive()?);
        self.look_through()?;
        if self.channel.has_unsent() {
            if self.is_complete && !self.form.accepts_early_lines {
                return Err(invalid(message!("the program answered before it had read its input")));
            }
            self.channel.send()?;
        }
        Ok(self.is_complete && !self.channel.has_unsent())
    }

    /// Searches the text received since the last call for complete lines.
    fn look_through(&mut self) -> Result<(), NoAnswer> {
        let Form { is_last, answer_max, accepts_early_lines } = self.form;
        let too_long = || invalid(message!("the program's answer is longer than %{n} bytes", n = answer_max));
        while !self.is_complete {
            let Some(length) = self.answer[self.seen..].iter().position(|byte| *byte == b'\n') else {
                self.seen = self.answer.len();
                break;
            };
            let end = self.seen + length;
            let line = &self.answer[self.line..end];
            self.is_complete = is_last(line.strip_suffix(b"\r").unwrap_or(line));
            (self.line, self.seen) = (end + 1, end + 1);
            if self.line > answer_max {
                return Err(too_long());
            }
        }
        if self.is_complete {
            let more = self.answer.split_off(self.line);
            if !more.is_empty() && !accepts_early_lines {
                let words = quoted(&more);
                return Err(invalid(message!("the program printed %{words} after its answer", words)));
            }
            self.more.extend(more);
            // The program was frozen before it could write this, and wrote it when it continued.
            if !accepts_early_lines && self.is_question_unread() {
                return Err(out_of_turn(&self.answer));
            }
        }
        if self.answer.len().max(self.more.len()) > answer_max { Err(too_long()) } else { Ok(()) }
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

fn out_of_turn(words: &[u8]) -> NoAnswer {
    let words = quoted(words);
    invalid(message!("the program printed %{words} before it was asked for an answer", words))
}

fn invalid(message: Message) -> NoAnswer {
    NoAnswer::Invalid(Fault::crash(message))
}
