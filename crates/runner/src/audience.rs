//! Whoever follows a game while it is played.

use super::error::PlayError;
use std::path::Path;
use std::time::Duration;
use wag_core::arena::Fault;
use wag_core::game::Seat;
use wag_i18n::Message;

/// Whoever follows a game, and says its seed.
pub trait Audience {
    /// The seed, as far as it can be told before the players are ready.
    fn seed(&mut self) -> Result<u64, PlayError>;

    /// All are ready; answers the seed that the game is played with.
    fn ready(&mut self, seed: u64) -> Result<u64, PlayError> {
        Ok(seed)
    }

    /// How many rounds are planned; 0 when nobody knows.
    fn planned(&mut self, _rounds: u32) {}

    /// Of the start of a player there is something to tell: whole lines.
    fn started(&mut self, _words: &str) {}

    /// A player is waited for, which connects to this address.
    fn awaited(&mut self, _player: &str, _address: &str) {}

    /// The game begins; its replay is being written into this file, and can be read.
    fn recorded(&mut self, _replay: &Path) {}

    /// A player's answer is waited for.
    fn waits_for(&mut self, _round: u32, _seat: Seat) {}

    /// A player has lost its turn, and why.
    fn lost(&mut self, _round: u32, _seat: Seat, _fault: &Fault) {}

    /// The game is stopped in a player's turn.
    fn cut_short(&mut self, _cut: &CutTurn<'_>) {}

    /// A turn of this round has been played.
    fn round(&mut self, _round: u32) {}

    /// No more is played.
    fn over(&mut self) {}

    /// How much of the game is to be told turn by turn.
    fn telling(&self) -> Telling {
        Telling::Nothing
    }

    /// What came of a turn, in whole lines.
    fn tell(&mut self, _words: &str) {}
}

/// A turn in which the game was stopped.
#[derive(Clone, Copy, Debug)]
pub struct CutTurn<'c> {
    pub round: u32,
    pub seat: Seat,
    /// The player's name.
    pub player: &'c str,
    /// How long the turn had lasted.
    pub lasted: Duration,
    /// Why it ended, with the place of the player's code if that is known.
    pub words: &'c Message,
}

/// Nobody follows the game; it is always the same.
pub struct Silent;

impl Audience for Silent {
    fn seed(&mut self) -> Result<u64, PlayError> {
        Ok(1)
    }
}

/// How much is told of a game turn by turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Telling {
    #[default]
    Nothing,
    /// What comes now and then.
    Headlines,
    /// What happened.
    Events,
    /// The same, with boards and whatever players print, in the game's own way.
    Everything,
}
