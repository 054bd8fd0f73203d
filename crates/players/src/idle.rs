//! The player that does nothing.

use wag_core::arena::{Answer, Ask, Player};
use wag_core::game::Game;

/// A player that never gives any orders and answers at once.
#[derive(Debug, Default)]
pub struct Idle;

impl<G: Game> Player<G> for Idle {
    fn ask(&mut self, _ask: Ask, _view: G::View<'_>) {}

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        Answer::default()
    }
}
