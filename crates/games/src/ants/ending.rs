//! The end of a match: its conditions, and the bonus points that it brings.

use super::dominance::Party;
use super::event::{End, Event};
use super::state::State;
use wag_core::game::Seat;

/// Points for an enemy hill that still stands when its owner is gone.
const STANDING: i32 = 2;

impl State {
    /// Returns the reason why the match is over, or `None` if it continues. Does not consider the turn limit.
    pub(super) fn ending(&self) -> Option<End> {
        match self.alive().len() {
            0 => Some(End::Extermination),
            1 => Some(End::LoneSurvivor),
            _ if self.dominance.turns >= self.setup.numbers.cutoff_turn => match self.dominance.party() {
                Some(Party::Food) => Some(End::FoodNotGathered),
                _ => Some(End::HillsNotRazed),
            },
            _ => (!self.can_climb()).then_some(End::RankStabilized),
        }
    }

    /// Returns whether any player with a hill can still catch up with or overtake another player.
    fn can_climb(&self) -> bool {
        let position = &self.position;
        let standing: Vec<i64> =
            Seat::all(position.players.len()).map(|seat| position.standing_of(seat) as i64).collect();
        let all: i64 = standing.iter().sum();
        let score = |seat: Seat| i64::from(position.players[seat.index()].score);
        self.alive().iter().filter(|seat| standing[seat.index()] > 0).any(|seat| {
            let best = score(seat) + i64::from(STANDING) * (all - standing[seat.index()]);
            Seat::all(standing.len()).filter(|other| *other != seat).any(|other| {
                let worst = score(other) - standing[other.index()];
                (score(seat) < score(other) && best >= worst) || (score(seat) == score(other) && best > worst)
            })
        })
    }

    /// Ends the match if it is over.
    pub(super) fn finish(&mut self, events: &mut Vec<Event>) {
        let is_last = self.position.turn >= self.setup.numbers.turns;
        if let Some(end) = self.ending().or(is_last.then_some(End::TurnLimit)) {
            let bonus = self.bonus();
            self.apply_event(Event::Over { end, bonus }, events);
        }
    }

    /// Returns the bonus of each player. A lone survivor gets points for all standing hills of others; nobody else
    /// does.
    fn bonus(&self) -> Vec<i32> {
        let mut bonus = vec![0; self.position.players.len()];
        let alive = self.alive();
        if let (1, Some(winner)) = (alive.len(), alive.iter().next()) {
            for hill in self.position.standing().filter(|hill| hill.owner != winner) {
                bonus[winner.index()] += STANDING;
                bonus[hill.owner.index()] -= i32::from(!hill.charged);
            }
        }
        bonus
    }
}
