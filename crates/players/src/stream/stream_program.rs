//! A running program: the conversation with it, and when it is frozen.

use super::conversation::{Conversation, ConversationError, Form};
use rustix::event::PollFd;
use std::time::Instant;
use wag_sandbox::clock::{Group, MeasuredPlayer, UsageSample};
use wag_sandbox::freezer::Freezer;
use wag_sandbox::pending::Pending;

/// A program that has been started.
pub struct StreamProgram {
    pub conversation: Conversation,
    pub freezer: Freezer,
    /// All processes of the program.
    pub group: Group,
    /// The usage of the program's processes, measured when the match had waited for another player for a while.
    pub noted: Option<UsageSample>,
    /// The result of the last request, if it came while the match waited for another player.
    pub outcome: Option<Result<(), ConversationError>>,
    form: Form,
}

impl StreamProgram {
    pub fn new(conversation: Conversation, form: Form, group: Group, freezer: Freezer) -> StreamProgram {
        StreamProgram { conversation, freezer, group, noted: None, form, outcome: None }
    }

    /// Sends the request and lets the program compute until it has answered.
    pub fn ask(&mut self, question: &[u8]) -> Result<(), ConversationError> {
        (self.outcome, self.noted) = (None, None);
        // The request is sent first, so that the program need not wait for it when it wakes up.
        let sent = self.conversation.ask(question, self.form);
        self.freezer.thaw();
        sent
    }

    /// Reads the text that has arrived. Returns whether the answer is complete. If it is, or if there will be no
    /// answer, freezes the program.
    pub fn has_answered(&mut self) -> Result<bool, ConversationError> {
        let answered = self.conversation.advance(self.form);
        if answered != Ok(false) {
            self.freezer.freeze();
        }
        answered
    }
}

impl Pending for StreamProgram {
    fn events(&self) -> Vec<PollFd<'_>> {
        match self.outcome {
            None => self.conversation.events().collect(),
            Some(_) => Vec::new(),
        }
    }

    fn attend(&mut self) {
        match self.has_answered() {
            Ok(false) => {}
            Ok(true) => self.outcome = Some(Ok(())),
            Err(broken) => self.outcome = Some(Err(broken)),
        }
    }

    fn note_usage(&mut self) {
        if self.noted.is_none() && self.outcome.is_none() {
            self.noted = Some((Instant::now(), (&mut self.group).usage()));
        }
    }
}
