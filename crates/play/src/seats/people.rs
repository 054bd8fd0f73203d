//! Human players, who answer at a terminal or in a web page.

use std::rc::Rc;
use wag_core::arena::Ask;
use wag_core::game::protocols::Person;
use wag_core::game::{Game, Seat};
use wag_i18n::Message;
use wag_players::HumanInterface;

/// An interface that asks the human players of a match for their answers.
pub trait People {
    /// Asks a person, and waits without a time limit. Returns an answer that [`Prompt::check`] accepts, or `None` if
    /// the person will not answer.
    fn ask(&self, seat: Seat, prompt: &Prompt<'_>) -> Option<String>;
}

/// A question to a human player.
pub struct Prompt<'s> {
    /// Returns the seat's view as text, for a terminal.
    pub show: &'s dyn Fn() -> String,
    /// The text of the question, for a terminal.
    pub question: &'static str,
    /// Returns the suggested answers.
    pub choices: &'s dyn Fn() -> Vec<String>,
    /// True if answers other than the suggested ones are possible.
    pub composes: bool,
    /// Checks an answer; the error says why the answer is not accepted.
    pub check: &'s dyn Fn(&str) -> Result<(), Message>,
}

/// A [`People`] without anybody to ask: it never returns an answer.
pub struct Nobody;

impl People for Nobody {
    fn ask(&self, _: Seat, _: &Prompt<'_>) -> Option<String> {
        None
    }
}

/// A person who takes a seat in a game.
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
