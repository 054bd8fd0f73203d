//! A running program: the conversation with it, and its processor time.

use super::conversation::Conversation;
use crate::no_answer::NoAnswer;
use rustix::event::PollFd;
use std::time::Instant;
use wag_sandbox::clock::{Group, MeasuredPlayer, UsageSample};
use wag_sandbox::pending::Pending;

/// A program that has been started.
pub struct StreamProgram {
    pub conversation: Conversation,
    /// All processes of the program.
    pub group: Group,
    /// The usage of the program's processes, measured when the match had waited for another player for a while.
    pub noted: Option<UsageSample>,
    /// The result of the last request, if it came while the match waited for another player.
    pub outcome: Option<Result<(), NoAnswer>>,
}

impl StreamProgram {
    pub fn new(conversation: Conversation, group: Group) -> StreamProgram {
        StreamProgram { conversation, group, noted: None, outcome: None }
    }

    /// Sends the request and lets the program compute until it has answered.
    pub fn ask(&mut self, question: &[u8]) -> Result<(), NoAnswer> {
        (self.outcome, self.noted) = (None, None);
        // The request is sent first, so that the program need not wait for it when it wakes up.
        let asked = self.conversation.ask(question);
        self.conversation.freezer.thaw();
        asked
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
        match self.conversation.has_answered() {
            Ok(false) => {}
            Ok(true) => self.outcome = Some(Ok(())),
            Err(reason) => self.outcome = Some(Err(reason)),
        }
    }

    fn note_usage(&mut self) {
        if self.noted.is_none() && self.outcome.is_none() {
            self.noted = Some((Instant::now(), (&mut self.group).usage()));
        }
    }
}
