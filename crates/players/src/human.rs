//! A player for a person, who answers in a page or at a terminal.

use std::time::Instant;
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::Game;

/// A user interface that asks a person for orders, and waits for them without a time limit.
pub trait HumanInterface<G: Game> {
    /// Returns the person's orders, or `None` if the match is being stopped.
    fn ask(&mut self, ask: Ask, view: &G::View<'_>) -> Option<G::Orders>;
}

/// A player that is a person.
pub struct Human<A, G: Game> {
    asks: A,
    answer: Answer<G::Orders>,
}

impl<A, G: Game> Human<A, G> {
    pub fn new(asks: A) -> Human<A, G> {
        Human { asks, answer: Answer::default() }
    }
}

impl<G: Game, A: HumanInterface<G>> Player<G> for Human<A, G> {
    fn answers_at_once(&self) -> bool {
        true
    }

    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        let began = Instant::now();
        let orders = self.asks.ask(ask, &view).unwrap_or_default();
        let report = TurnReport { think: began.elapsed(), ..TurnReport::default() };
        self.answer = Answer { orders, report };
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        std::mem::take(&mut self.answer)
    }
}
