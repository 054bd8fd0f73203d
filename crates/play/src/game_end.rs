//! The result of a game.

use crate::fork::notes::ForkNotes;
use std::path::PathBuf;
use wag_core::arena::SeatStats;
use wag_core::game::{Advice, Seat, Standing, Verdict};
use wag_core::problem::Problem;
use wag_i18n::Message;

/// The result of a game that was played to its end or interrupted.
#[derive(Default)]
pub struct GameEnd {
    pub seed: u64,
    /// Number of planned rounds; 0 if it is unknown.
    pub planned: u32,
    /// The number of the last round in which anything happened.
    pub rounds: u32,
    pub interrupted: bool,
    /// True if the same seed and players always give the same game; `None` if that is unknown.
    pub repeatable: Option<bool>,
    pub standings: Vec<Standing>,
    /// The reason why the game itself could not go on; the match is then void. `None` otherwise.
    pub failed: Option<Problem>,
    pub seats: Vec<SeatStats>,
    /// The game's own description of its result, if it has one.
    pub verdict: Option<Verdict>,
    /// For each seat, the reason why its player could not start; `None` if it has started.
    pub failed_starts: Vec<Option<Problem>>,
    /// For each seat, the methods that its code names without calling them.
    pub uncalled: Vec<Vec<Problem>>,
    /// For each seat, the reason why its player forfeits, in one line; `None` if it does not. All forfeiting players
    /// share the worst rank.
    pub forfeits: Vec<Option<Message>>,
    /// For each seat, whether its player gave any order.
    pub gave_orders: Vec<bool>,
    /// The players' last lines of output in the turn in which a fault ended the game.
    pub last_words: Vec<String>,
    /// The name of the game's tally and its value for each seat; see [`Playable::TALLY`]. `None` if the game has no
    /// tally.
    pub tally: Option<(&'static str, Vec<u64>)>,
    /// Notes for the players, most important first. The number of notes per player is limited.
    pub advice: Vec<Advice>,
    pub replay: Option<Replay>,
    /// The observations about the players of a fork.
    pub fork: ForkNotes,
    /// The path of the replay in the contest's format, which is in the folder of the contest's logs; `None` if none was
    /// written.
    pub contest_replay: Option<PathBuf>,
}

impl GameEnd {
    /// Returns the number of faults of a seat. A failed start counts as one.
    pub fn faults(&self, seat: usize) -> u32 {
        let did_not_start = self.failed_starts.get(seat).is_some_and(Option::is_some);
        self.seats[seat].faults_total + u32::from(did_not_start)
    }

    pub fn has_forfeited(&self, seat: usize) -> bool {
        self.forfeits.get(seat).is_some_and(Option::is_some)
    }

    /// Returns the winners; empty if the game was interrupted or is void.
    pub fn winners(&self) -> Vec<Seat> {
        if self.interrupted || self.failed.is_some() {
            Vec::new()
        } else {
            Standing::winners(&self.standings).collect()
        }
    }
}

/// The replay of a game that is over.
#[derive(Clone, Debug)]
pub struct Replay {
    pub path: PathBuf,
    /// False if the user requested the replay and it is incomplete.
    pub is_complete: bool,
}
