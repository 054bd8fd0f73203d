//! The questions of some matches to policies.

use std::sync::Arc;
use wag_core::arena::PolicyCodec;
use wag_core::game::{Playable, Spaces};
use wag_python::policy::PolicyRows;

/// The questions of some matches to policies, and the answers.
pub struct PolicyPart<G: Playable> {
    pub codec: PolicyCodec<G>,
    /// The questions to each policy.
    pub rows: Vec<PolicyRows>,
    /// The actions that each policy has answered.
    pub answers: Vec<Vec<i32>>,
}

impl<G: Playable> PolicyPart<G> {
    pub fn new(setup: &G::Setup, policies: usize) -> PolicyPart<G> {
        let codec = PolicyCodec::new(setup);
        let spaces: Arc<Spaces> = Arc::new(codec.spaces().clone());
        let rows = PolicyRows::new::<G>(spaces);
        PolicyPart { codec, rows: vec![rows; policies], answers: vec![Vec::new(); policies] }
    }

    /// Removes all questions.
    pub fn clear(&mut self) {
        self.rows.iter_mut().for_each(PolicyRows::clear);
    }
}
