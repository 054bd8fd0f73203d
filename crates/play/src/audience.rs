//! The interface through which a running game reports its progress.

use crate::error::PlayError;
use std::path::Path;
use std::time::Duration;
use wag_core::arena::Problem;
use wag_core::game::Seat;
use wag_i18n::Message;

/// An observer of a game, which also chooses the game's seed.
pub trait Audience {
    /// Returns the seed; before all players are ready, only a part of it may be known.
    fn seed(&mut self) -> Result<u64, PlayError>;

    /// Reports the problems of a player before round 1: the reason why it cannot start, or the methods that its code
    /// names without calling them. Called before [`Audience::ready`].
    fn start_problems(&mut self, _seat: Seat, _problems: &[Problem]) {}

    /// Called when all players are ready; returns the seed to play with.
    fn ready(&mut self, seed: u64) -> Result<u64, PlayError> {
        Ok(seed)
    }

    /// Reports the number of planned rounds; it is 0 if unknown.
    fn planned(&mut self, _rounds: u32) {}

    /// Reports messages about a player's start, as whole lines.
    fn started(&mut self, _words: &str) {}

    /// Reports that the match is waiting for this player to connect to this address.
    fn awaited(&mut self, _player: &str, _address: &str) {}

    /// Reports that the game is starting, and that its replay is being written to this file. The file can already be
    /// read.
    fn recorded(&mut self, _replay: &Path) {}

    /// Reports that the match is waiting for this seat's answer.
    fn waits_for(&mut self, _round: u32, _seat: Seat) {}

    /// Reports that a player lost its turn in this round.
    fn lost(&mut self, _round: u32, _seat: Seat, _problem: &Problem) {}

    /// Reports that the game was stopped during a player's turn.
    fn cut_short(&mut self, _cut: &CutTurn<'_>) {}

    /// Reports that a turn in this round has been played.
    fn round(&mut self, _round: u32) {}

    /// Reports that the game has ended.
    fn over(&mut self) {}

    /// Returns the level of detail at which to narrate the game.
    fn telling(&self) -> Telling {
        Telling::Nothing
    }

    /// Reports the narration of a turn, as whole lines.
    fn tell(&mut self, _words: &str) {}
}

/// A turn during which the game was stopped.
#[derive(Clone, Copy, Debug)]
pub struct CutTurn<'c> {
    pub round: u32,
    pub seat: Seat,
    /// The player's name.
    pub player: &'c str,
    /// The time that the turn had taken when it was stopped.
    pub lasted: Duration,
    /// The location in the player's code at which it was stopped; empty if it is unknown.
    pub words: &'c Message,
}

/// An audience that ignores every report. Its seed is always 1.
pub struct Silent;

impl Audience for Silent {
    fn seed(&mut self) -> Result<u64, PlayError> {
        Ok(1)
    }
}

/// The level of detail of the narration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    #[default]
    Nothing,
    /// Occasional headlines.
    Headlines,
    /// Each event.
    Events,
    /// Each event, the boards and the players' output, in the game's own format.
    Everything,
}
