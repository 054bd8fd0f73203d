//! The reasons why players that are neither agents nor bots could not answer.

use wag_play::PlayError;
use wag_python::caller_thread::Raised;

/// The reason why a policy, a function or a process could not answer.
#[derive(Debug)]
pub enum OutsideError {
    /// A function of the caller has raised an exception.
    Raised(Raised),
    /// A player cannot start.
    Play(PlayError),
}

impl From<Raised> for OutsideError {
    fn from(raised: Raised) -> OutsideError {
        OutsideError::Raised(raised)
    }
}

impl From<PlayError> for OutsideError {
    fn from(error: PlayError) -> OutsideError {
        OutsideError::Play(error)
    }
}
