//! What is compiled for each game together with its rules, because every turn waits for it. A release optimises the package of
//! the games; whoever plays matches of any game goes through this, and need not be optimised.

use crate::arena::{Match, Observer, Played, Player};
use crate::game::Playable;
use crate::logs::Logs;
use crate::players::python::PythonPlayer;
use crate::replay::Recorder;

/// A game of the list.
pub trait Listed: Playable {
    /// See [`Match::play`].
    fn play(game: Match<'_, Self>) -> Played<Self>;
    fn log(logs: &mut Logs) -> &mut dyn Observer<Self>;
    fn record(recorder: &mut Recorder<Self>) -> &mut dyn Observer<Self>;
    fn seat(player: Box<PythonPlayer<Self>>) -> Box<dyn Player<Self>>;
}

/// Puts a game into the list.
#[macro_export]
macro_rules! listed {
    ($game:ty) => {
        impl $crate::listed::Listed for $game {
            fn play(game: $crate::arena::Match<'_, Self>) -> $crate::arena::Played<Self> {
                game.play()
            }

            fn log(logs: &mut $crate::logs::Logs) -> &mut dyn $crate::arena::Observer<Self> {
                logs
            }

            fn record(
                recorder: &mut $crate::replay::Recorder<Self>,
            ) -> &mut dyn $crate::arena::Observer<Self> {
                recorder
            }

            fn seat(
                player: Box<$crate::players::python::PythonPlayer<Self>>,
            ) -> Box<dyn $crate::arena::Player<Self>> {
                player
            }
        }
    };
}

#[cfg(any(test, feature = "testing"))]
crate::listed!(crate::game::tiny::Fives);
