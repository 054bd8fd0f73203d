//! The events of a match for its observers: logs, progress, replays.

use super::player::TurnReport;
use crate::game::{Game, Notice, Seat};

/// The record of one turn: the orders, the players' reports and the resulting events.
pub struct TurnRecord<'r, G: Game> {
    pub round: u32,
    pub orders: &'r [(Seat, G::Orders)],
    /// The report of each seat that was asked.
    pub reports: &'r [(Seat, TurnReport)],
    pub events: &'r [G::Event],
    pub notices: &'r [(Seat, Notice)],
    /// The state after the turn.
    pub state: &'r G::State,
}

/// The end of a match.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The last round in which anything happened.
    pub rounds: u32,
    pub interrupted: bool,
}

/// An observer of a match, which has no influence on it.
pub trait Observer<G: Game> {
    fn started(&mut self, _state: &G::State, _events: &[G::Event], _notices: &[(Seat, Notice)]) {}
    /// Called when the engine begins to wait for the answer of this seat.
    fn waits_for(&mut self, _round: u32, _seat: Seat) {}
    fn turn(&mut self, _turn: &TurnRecord<'_, G>) {}
    /// Called when the match was stopped in the middle of a turn. `_reports` are those of the players that had answered
    /// or had begun to answer.
    fn cut_short(&mut self, _round: u32, _reports: &[(Seat, TurnReport)]) {}
    /// Called when the match is over for these seats. `_reports` are those of the players that replied to this news.
    fn parted(&mut self, _state: &G::State, _seats: &[Seat], _reports: &[(Seat, TurnReport)]) {}
    fn ended(&mut self, _state: &G::State, _ending: &Ending) {}
}
