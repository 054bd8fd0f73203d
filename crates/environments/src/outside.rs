//! Players of an environment that are neither agents nor bots of the engine: policies, functions of the caller, and players
//! that run in processes of their own. All matches that wait for them are asked together.

use crate::lane::Lane;
use crate::line_ups::LineUps;
use crate::outside_error::OutsideError;
use crate::policy_part::PolicyPart;
use crate::remote::RemotePlayers;
use crate::{EnvironmentPlan, StepError};
use wag_core::game::Playable;
use wag_play::PlayError;
use wag_python::PlayerObject;
use wag_python::caller_thread::answer_here;
use wag_python::policy::PolicyRows;

/// The policies, functions and processes of an environment.
pub struct OutsidePlayers<G: Playable> {
    policies: Vec<PlayerObject>,
    /// The functions and processes; `None` if there are none.
    remote: Option<RemotePlayers<G>>,
    line_ups: LineUps,
    error: Option<OutsideError>,
}

impl<G: Playable> OutsidePlayers<G> {
    /// Creates the players for this number of matches.
    pub fn new(plan: &EnvironmentPlan, matches: usize) -> Result<OutsidePlayers<G>, PlayError> {
        let remote = plan.line_ups.has_remote(plan.info);
        let remote =
            remote.then(|| RemotePlayers::start(plan.info, plan.limits.clone(), matches)).transpose()?;
        let line_ups = plan.line_ups.clone();
        Ok(OutsidePlayers { policies: line_ups.policies(), remote, line_ups, error: None })
    }

    /// Returns whether there are such players.
    pub fn exist(&self) -> bool {
        self.remote.is_some() || !self.policies.is_empty()
    }

    /// Returns the reason for the last [`StepError::Outside`], and forgets it.
    pub fn take_error(&mut self) -> Option<OutsideError> {
        self.error.take()
    }

    /// Starts the functions and processes for new matches. The numbers are those of the matches.
    pub fn start(&mut self, lanes: &mut [(usize, &mut Lane<G>)]) -> Result<(), StepError> {
        let started = self.start_all(lanes);
        self.noted(started)
    }

    fn start_all(&mut self, lanes: &mut [(usize, &mut Lane<G>)]) -> Result<(), OutsideError> {
        let Some(remote) = &mut self.remote else { return Ok(()) };
        for (number, lane) in lanes.iter_mut().filter(|(_, lane)| lane.is_new && lane.has_remote()) {
            let players = self.line_ups.players(lane.line_up);
            remote.start_match(*number, lane.played.setup(), players)?;
            lane.is_new = false;
        }
        Ok(())
    }

    /// Asks the players for which these matches wait, and waits for their answers. The answers of policies are then in
    /// the parts, and those of other players in the matches.
    pub fn answer(
        &mut self,
        lanes: &mut [(usize, &mut Lane<G>)],
        parts: &mut [PolicyPart<G>],
    ) -> Result<(), StepError> {
        let answered = self.answer_all(lanes, parts);
        self.noted(answered)
    }

    fn answer_all(
        &mut self,
        lanes: &mut [(usize, &mut Lane<G>)],
        parts: &mut [PolicyPart<G>],
    ) -> Result<(), OutsideError> {
        self.start_all(lanes)?;
        if let Some(remote) = &mut self.remote {
            remote.ask(lanes);
        }
        let asked = self.ask_policies(parts);
        if let Some(remote) = &mut self.remote {
            for answer in remote.answers()? {
                if let Ok(at) = lanes.binary_search_by_key(&answer.number, |(number, _)| *number) {
                    let (seat, lane) = (answer.seat, &mut lanes[at].1);
                    let orders = remote.judge(answer, &lane.played);
                    lane.take_remote_answer(seat, orders);
                }
            }
        }
        asked
    }

    /// Calls each policy once with all questions to it.
    fn ask_policies(&self, parts: &mut [PolicyPart<G>]) -> Result<(), OutsideError> {
        for (at, policy) in self.policies.iter().enumerate() {
            if parts.iter().all(|part| part.rows[at].is_empty()) {
                continue;
            }
            let rows: Vec<&PolicyRows> = parts.iter().map(|part| &part.rows[at]).collect();
            let answers = answer_here(policy, &rows).map_err(OutsideError::Raised)?;
            for (part, answer) in parts.iter_mut().zip(answers) {
                part.answers[at] = answer.actions;
            }
        }
        Ok(())
    }

    fn noted(&mut self, result: Result<(), OutsideError>) -> Result<(), StepError> {
        result.map_err(|error| {
            self.error = Some(error);
            StepError::Outside
        })
    }
}
