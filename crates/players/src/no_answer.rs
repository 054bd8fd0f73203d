//! The reasons why a player that is a program or a client has not answered.

use wag_core::problem::Fault;
use wag_i18n::message;

/// The reason why a player has not answered in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// The player's time is up. `is_doubtful` is true if that may be due to the machine.
    Timeout { is_doubtful: bool },
    /// The player has not used up its time, but the machine is too busy to wait for it. The fault says so.
    TooBusy(Fault),
    /// The match is being stopped.
    Stopped,
    /// The player can't be reached any more. The fault describes how its end was noticed.
    Gone(Fault),
    /// The player did something that is not allowed.
    Invalid(Fault),
}

impl NoAnswer {
    /// Returns the fault of the turn. `too_late` returns the fault of a player whose time is up.
    pub fn fault(self, too_late: impl FnOnce() -> Fault) -> Fault {
        match self {
            NoAnswer::Timeout { .. } => too_late(),
            NoAnswer::Stopped => Fault::crash(message!("interrupted in its turn")),
            NoAnswer::TooBusy(fault) | NoAnswer::Gone(fault) | NoAnswer::Invalid(fault) => fault,
        }
    }

    /// Returns true if the time-out of a turn may be due to the machine.
    pub fn is_doubtful(&self) -> bool {
        matches!(self, NoAnswer::Timeout { is_doubtful: true } | NoAnswer::TooBusy(_))
    }
}
