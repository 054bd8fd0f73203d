//! A program that runs: what it is asked and answers, and when it is frozen.

use super::conversation::{Broken, Conversation, Form};
use rustix::event::PollFd;
use std::time::Instant;
use wag_sandbox::clock::{Charged, Group, Look};
use wag_sandbox::freezer::Freezer;
use wag_sandbox::pending::Pending;

/// A program that has been started.
pub struct Talking {
    pub conversation: Conversation,
    pub freezer: Freezer,
    /// All its processes.
    pub group: Group,
    /// What they had computed when another player was waited for.
    pub noted: Option<Look>,
    /// What has come of the last question, if it was found out while another player was waited for.
    pub outcome: Option<Result<(), Broken>>,
    form: Form,
}

impl Talking {
    pub fn new(conversation: Conversation, form: Form, group: Group, freezer: Freezer) -> Talking {
        Talking { conversation, freezer, group, noted: None, form, outcome: None }
    }

    /// Asks the question, and lets the program compute.
    pub fn ask(&mut self, question: &[u8]) -> Result<(), Broken> {
        (self.outcome, self.noted) = (None, None);
        // The question lies there when the program wakes up: it need not wait for it.
        let asked = self.conversation.ask(question, self.form);
        self.freezer.thaw();
        asked
    }

    /// Takes what lies ready; returns whether the answer is complete. Then, or when there will be none, the program is frozen.
    pub fn has_answered(&mut self) -> Result<bool, Broken> {
        let answered = self.conversation.go_on(self.form);
        if answered != Ok(false) {
            self.freezer.freeze();
        }
        answered
    }
}

impl Pending for Talking {
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
