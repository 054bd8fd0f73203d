//! What happens in a match, for those who show it while it is played. A reader is a function with one `match`. It runs
//! on the thread that plays the match, so it must not wait.

use crate::error::PlayError;
use crate::game_end::GameEnd;
use crate::seats::player_start::PlayerStart;
use std::path::Path;
use std::time::Duration;
use wag_core::game::Seat;
use wag_core::problem::Problem;
use wag_i18n::Message;

/// An event of a match. If the match has several games, the events of a game follow those of the game before.
#[derive(Clone, Copy)]
pub enum MatchEvent<'e> {
    /// The match waits for this player to connect to this address.
    Awaited { player: &'e str, address: &'e str },
    /// A player cannot start, or it starts with warnings.
    Started { seat: Seat, start: &'e PlayerStart },
    /// All players are ready. `rounds` is the number of planned rounds; 0 if it is unknown. If a reader sets the flag that
    /// stops the match, the match ends before the first turn.
    Ready { seed: u64, rounds: u32 },
    /// The game starts, and its replay is being written to this file, which can already be read.
    Recorded { replay: &'e Path },
    /// The match waits for this seat's answer.
    WaitsFor { round: u32, seat: Seat },
    /// A turn in this round has been played.
    Round { round: u32 },
    /// A player has lost its turn in this round.
    Lost { round: u32, seat: Seat, problem: &'e Problem },
    /// The game was stopped during a turn of this player, which had taken this time. `place` is the location in the
    /// player's code at which it was stopped; empty if it is unknown.
    CutShort { round: u32, seat: Seat, player: &'e str, lasted: Duration, place: &'e Message },
    /// The narration of a turn, as whole lines.
    Narrated { text: &'e str },
    /// The game has ended, and so have its players.
    Over { end: &'e GameEnd },
}

/// The function that reads the events of a match.
pub type Events<'e> = &'e mut dyn FnMut(MatchEvent<'_>);

/// The source of a game's seed.
pub enum SeedSource<'s> {
    Given(u64),
    /// The seed is claimed when all players are ready, because a match counts from then on. Until then, `expected` is
    /// the most likely seed.
    Claimed {
        expected: u64,
        claim: &'s mut dyn FnMut() -> Result<u64, PlayError>,
    },
}

impl SeedSource<'_> {
    /// Returns the seed that is known before all players are ready.
    pub(crate) fn expected(&self) -> u64 {
        match self {
            SeedSource::Given(seed) | SeedSource::Claimed { expected: seed, .. } => *seed,
        }
    }

    /// Returns the source for another game.
    pub(crate) fn reborrow(&mut self) -> SeedSource<'_> {
        match self {
            SeedSource::Given(seed) => SeedSource::Given(*seed),
            SeedSource::Claimed { expected, claim } => {
                SeedSource::Claimed { expected: *expected, claim: &mut **claim }
            }
        }
    }
}

/// The level of detail of the narration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verbosity {
    #[default]
    Nothing,
    /// Occasional headlines.
    Headlines,
    /// Each event.
    Events,
    /// Each event, the boards and the players' output, in the game's own format.
    Everything,
}
