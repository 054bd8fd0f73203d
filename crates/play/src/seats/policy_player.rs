//! A policy of the caller's program on a seat. Matches that wait for the same policy are answered together.

use std::sync::Arc;
use wag_core::arena::{Answer, Ask, Player, PolicyCodec, TurnReport};
use wag_core::game::{Environment, Seat, Spaces};
use wag_core::problem::Fault;
use wag_i18n::message;
use wag_python::PlayerObject;
use wag_python::caller_thread::PendingAnswer;
use wag_python::policy::{PolicyRows, RowOrigin};

/// A player that gets observations and answers with actions.
pub struct PolicyPlayer<G: Environment> {
    policy: PlayerObject,
    seat: Seat,
    codec: PolicyCodec<G>,
    spaces: Arc<Spaces>,
    /// The answer to the current question.
    pending: Option<PendingAnswer>,
}

impl<G: Environment> PolicyPlayer<G> {
    /// Creates the player for a match with this setup, which was prepared for learners.
    pub fn new(policy: &PlayerObject, setup: &G::Setup, seat: Seat) -> PolicyPlayer<G> {
        let codec = PolicyCodec::new(setup);
        let spaces = Arc::new(codec.spaces().clone());
        PolicyPlayer { policy: policy.clone(), seat, codec, spaces, pending: None }
    }
}

impl<G: Environment> Player<G> for PolicyPlayer<G> {
    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        let mut rows = PolicyRows::new::<G>(Arc::clone(&self.spaces));
        let (observation, mask) = self.codec.observe(&view);
        rows.push(observation, mask, RowOrigin { lane: None, seat: self.seat, round: ask.round });
        self.pending = Some(self.policy.ask(rows));
    }

    fn answer(&mut self, view: G::View<'_>) -> Answer<G::Orders> {
        let answer = self.pending.take().and_then(PendingAnswer::wait);
        let orders = |actions: &[i32]| self.codec.orders(&view, actions);
        match answer.and_then(|answer| Some((orders(&answer.actions)?, answer.time_per_row))) {
            Some((orders, think)) => Answer { orders, report: TurnReport { think, ..TurnReport::default() } },
            None => {
                let gone = Fault::crash(message!("the program that called Wag has gone on"));
                Answer::lost(TurnReport { is_gone: true, ..TurnReport::default() }, gone)
            }
        }
    }
}
