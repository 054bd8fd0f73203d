//! What a match tells whoever listens: logs, progress, replays.

use super::player::TurnReport;
use crate::game::{Game, Notice, Seat};

/// One turn, as it happened: the orders, what the players did, and what came of it.
pub struct TurnRecord<'r, G: Game> {
    pub round: u32,
    pub orders: &'r [(Seat, G::Orders)],
    /// Of the seats that were asked.
    pub reports: &'r [(Seat, TurnReport)],
    pub events: &'r [G::Event],
    pub notices: &'r [(Seat, Notice)],
    /// After the turn.
    pub state: &'r G::State,
}

/// How a match came to its end.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// The last round in which anything happened.
    pub rounds: u32,
    pub interrupted: bool,
}

/// Listens to a match; changes nothing in it.
pub trait Observer<G: Game> {
    fn started(&mut self, _state: &G::State, _events: &[G::Event], _notices: &[(Seat, Notice)]) {}
    /// A seat has been asked, and its answer is waited for.
    fn waits_for(&mut self, _round: u32, _seat: Seat) {}
    fn turn(&mut self, _turn: &TurnRecord<'_, G>) {}
    /// The match is stopped in the middle of a turn; so far these players had answered, or had begun to.
    fn cut_short(&mut self, _round: u32, _reports: &[(Seat, TurnReport)]) {}
    /// The match is over for these seats; those that have said something to that have reports.
    fn parted(&mut self, _state: &G::State, _seats: &[Seat], _reports: &[(Seat, TurnReport)]) {}
    fn ended(&mut self, _state: &G::State, _ending: &Ending) {}
}
