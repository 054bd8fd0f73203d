//! Human players, who answer at a terminal or in a page.

use std::rc::Rc;
use wag_core::arena::Ask;
use wag_core::game::protocols::Person;
use wag_core::game::{Game, Seat};
use wag_i18n::Message;
use wag_players::HumanInterface;

/// Interface for asking the human players of a match.
pub trait People {
    /// Asks a person and waits without a time limit; returns `None` if there will be no answer. The answer is a word
    /// that [`Prompt::check`] accepts.
    fn ask(&self, seat: Seat, prompt: &Prompt<'_>) -> Option<String>;
}

/// A question to a person.
pub struct Prompt<'s> {
    /// For a terminal: returns the seat's view.
    pub show: &'s dyn Fn() -> String,
    /// For a terminal: the question.
    pub question: &'static str,
    /// Returns the suggested answers.
    pub choices: &'s dyn Fn() -> Vec<String>,
    /// True if other answers are possible.
    pub composes: bool,
    /// Checks an answer; the error says why it is not accepted.
    pub check: &'s dyn Fn(&str) -> Result<(), Message>,
}

/// Implementation of [`People`] without anybody to ask.
pub struct Nobody;

impl People for Nobody {
    fn ask(&self, _: Seat, _: &Prompt<'_>) -> Option<String> {
        None
    }
}

/// A person on a seat of a game.
pub struct Seated<G: Game> {
    pub protocol: &'static Person<G>,
    pub seat: Seat,
    pub people: Rc<dyn People>,
}

impl<G: Game> HumanInterface<G> for Seated<G> {
    fn ask(&mut self, _: Ask, view: &G::View<'_>) -> Option<G::Orders> {
        let prompt = Prompt {
            show: &|| (self.protocol.show)(view, self.seat),
            question: self.protocol.question,
            choices: &|| (self.protocol.choices)(view),
            composes: self.protocol.composes,
            check: &|word| (self.protocol.orders)(view, word).map(|_| ()),
        };
        let word = self.people.ask(self.seat, &prompt)?;
        (self.protocol.orders)(view, &word).ok()
    }
}
