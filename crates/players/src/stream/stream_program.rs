//! A running program: the conversation with it, and its processor time.

use super::conversation::Conversation;
use crate::no_answer::NoAnswer;
use rustix::event::PollFd;
use std::time::Duration;
use wag_sandbox::clock::{Clock, Group};
use wag_sandbox::pending::Pending;

/// A program that has been started.
pub struct StreamProgram {
    pub conversation: Conversation,
    /// All processes of the program.
    pub group: Group,
    /// The clock of the last request.
    pub clock: Clock,
    /// The result of the last request, if it came while the match waited for another player.
    pub outcome: Option<Result<(), NoAnswer>>,
}

impl StreamProgram {
    pub fn new(conversation: Conversation, group: Group) -> StreamProgram {
        StreamProgram { conversation, group, clock: Clock::unlimited(), outcome: None }
    }

    /// Starts the clock and sends the greeting.
    pub fn greet(&mut self, hello: &[u8], limit: Option<Duration>) -> Result<(), NoAnswer> {
        self.clock = Clock::start(limit, &mut self.group);
        self.conversation.say(hello)
    }

    /// Starts the clock, sends the request and lets the program compute until it has answered.
    pub fn ask(&mut self, question: &[u8], limit: Option<Duration>) -> Result<(), NoAnswer> {
        self.outcome = None;
        self.clock = Clock::start(limit, &mut self.group);
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

    fn measure(&mut self) {
        if self.outcome.is_none() {
            self.clock.look_once(&mut self.group);
        }
    }
}
