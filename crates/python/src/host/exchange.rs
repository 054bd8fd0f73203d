//! The content of a Python player's turns: views and orders, or observations and actions, as bytes of a frame.

use crate::protocol::PolicySpaces;
use wag_core::arena::PolicyCodec;
use wag_core::game::protocols::Python;
use wag_core::game::{Element, Environment, Game, Seat, plain};

/// The encoding of a player's turns.
pub trait Exchange<G: Game> {
    /// Returns whether the first turn of a persistent file may take the start time in addition to the turn time.
    fn has_time_to_load(&self) -> bool;

    /// Appends what the player gets in a turn.
    fn encode(&mut self, view: &G::View<'_>, frame: &mut Vec<u8>);

    /// Decodes an untrusted answer to a turn with this view; `None` if it is malformed.
    fn decode(&self, view: &G::View<'_>, answer: &[u8]) -> Option<G::Orders>;

    /// Appends what the player gets after the match. Returns false if it gets nothing.
    fn encode_end(&self, _state: &G::State, _seat: Seat, _frame: &mut Vec<u8>) -> bool {
        false
    }
}

/// Views and orders in the game's own protocol.
pub struct ViewExchange<G: Game>(pub &'static Python<G>);

impl<G: Game> Exchange<G> for ViewExchange<G> {
    fn has_time_to_load(&self) -> bool {
        self.0.loads
    }

    fn encode(&mut self, view: &G::View<'_>, frame: &mut Vec<u8>) {
        (self.0.encode_view)(view, frame);
    }

    fn decode(&self, _: &G::View<'_>, answer: &[u8]) -> Option<G::Orders> {
        (self.0.decode_orders)(answer)
    }

    fn encode_end(&self, state: &G::State, seat: Seat, frame: &mut Vec<u8>) -> bool {
        self.0.encode_end.inspect(|encode| encode(state, seat, frame)).is_some()
    }
}

/// Observations, masks and actions, for a file with the function `act`.
pub struct PolicyExchange<G: Environment>(PolicyCodec<G>);

impl<G: Environment> PolicyExchange<G> {
    /// Creates the encoding for matches with this setup, which [`Environment::prepare`] has prepared.
    pub fn new(setup: &G::Setup) -> PolicyExchange<G> {
        PolicyExchange(PolicyCodec::new(setup))
    }

    /// Returns the shapes for the worker.
    pub fn spaces(&self) -> PolicySpaces {
        let spaces = self.0.spaces();
        PolicySpaces {
            dtype: G::Element::DTYPE.name().to_string(),
            observation: [spaces.planes.len(), spaces.rows, spaces.columns],
            action: spaces.actions.shape.clone(),
            choices: spaces.actions.choices.clone(),
        }
    }
}

impl<G: Environment> Exchange<G> for PolicyExchange<G> {
    fn has_time_to_load(&self) -> bool {
        true
    }

    fn encode(&mut self, view: &G::View<'_>, frame: &mut Vec<u8>) {
        let (observation, mask) = self.0.observe(view);
        G::Element::write(observation, frame);
        frame.extend(mask.iter().map(|allowed| allowed.to_ne_bytes()[0]));
    }

    fn decode(&self, view: &G::View<'_>, answer: &[u8]) -> Option<G::Orders> {
        // An exception in `act` leaves no action.
        match plain::read::<Option<Vec<i32>>>(answer)? {
            Some(action) => self.0.orders(view, &action),
            None => Some(G::Orders::default()),
        }
    }
}
