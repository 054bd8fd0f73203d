//! Policies: players that get observations and answer with actions, as a learner does.

use crate::game::{Environment, Spaces};

/// The conversion between a seat's view and a policy: a view becomes an observation and a mask, an action becomes
/// orders. Its buffers are reused in each turn.
pub struct PolicyCodec<G: Environment> {
    spaces: Spaces,
    observation: Vec<G::Element>,
    mask: Vec<i8>,
}

impl<G: Environment> PolicyCodec<G> {
    /// Creates the conversion for matches with this setup, which [`Environment::prepare`] has prepared.
    pub fn new(setup: &G::Setup) -> PolicyCodec<G> {
        let spaces = G::spaces(setup);
        PolicyCodec {
            observation: vec![G::Element::default(); spaces.observation_len()],
            mask: vec![0; spaces.actions.mask_len()],
            spaces,
        }
    }

    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    /// Returns the observation and the mask of a seat that acts.
    pub fn observe(&mut self, view: &G::View<'_>) -> (&[G::Element], &[i8]) {
        G::observe(view, &mut self.observation);
        G::mask(view, &mut self.mask);
        (&self.observation, &self.mask)
    }

    /// Returns the orders that an action stands for, or `None` if it is not in the action space. The rules decide about
    /// actions that the mask does not allow.
    pub fn orders(&self, view: &G::View<'_>, action: &[i32]) -> Option<G::Orders> {
        let actions = &self.spaces.actions;
        let is_action = action.len() == actions.choices.len() && actions.find_invalid(action).is_none();
        is_action.then(|| G::orders(view, action))
    }
}
