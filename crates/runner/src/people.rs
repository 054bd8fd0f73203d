//! Persons on seats: asked at a terminal or at a page, by whoever has one.

use std::rc::Rc;
use wag_core::arena::Ask;
use wag_core::game::ways::Person;
use wag_core::game::{Game, Seat};
use wag_i18n::Message;
use wag_players::Asks;

/// Asks the persons of a match.
pub trait People {
    /// Has a person choose, and waits as long as it takes; `None` when there will be no answer. The answer is a word that
    /// [`Prompt::check`] takes.
    fn ask(&self, seat: Seat, sheet: &Prompt<'_>) -> Option<String>;
}

/// What a person is asked.
pub struct Prompt<'s> {
    /// For a terminal: what the seat sees.
    pub show: &'s dyn Fn() -> String,
    /// For a terminal: what is asked.
    pub question: &'static str,
    /// Whatever may be chosen.
    pub choices: &'s dyn Fn() -> Vec<String>,
    /// Whether an answer may be another word than these.
    pub composes: bool,
    /// Whether a word is an answer; if not, why.
    pub check: &'s dyn Fn(&str) -> Result<(), Message>,
}

/// Where nobody is to be asked.
pub struct Nobody;

impl People for Nobody {
    fn ask(&self, _: Seat, _: &Prompt<'_>) -> Option<String> {
        None
    }
}

/// A person on a seat of a game.
pub struct Seated<G: Game> {
    pub way: &'static Person<G>,
    pub seat: Seat,
    pub people: Rc<dyn People>,
}

impl<G: Game> Asks<G> for Seated<G> {
    fn ask(&mut self, _: Ask, view: &G::View<'_>) -> Option<G::Orders> {
        let sheet = Prompt {
            show: &|| (self.way.show)(view, self.seat),
            question: self.way.question,
            choices: &|| (self.way.choices)(view),
            composes: self.way.composes,
            check: &|word| (self.way.orders)(view, word).map(|_| ()),
        };
        let word = self.people.ask(self.seat, &sheet)?;
        (self.way.orders)(view, &word).ok()
    }
}
