//! Forks: matches that follow a replay up to a round and are then played on, with other files or other random numbers.

pub(crate) mod notes;
mod player;
mod record;

pub use notes::ForkNotes;
pub use player::{SharedForkNotes, seat_players};
pub use record::Record;
use wag_games::KnownGame;

use crate::line_up::limits::LimitOptions;
use crate::line_up::player_spec::{Kind, PlayerSpec};
use crate::recorded::limits_to_record;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wag_core::game::{Playable, Reseed, Seat, SeatSet, plain};
use wag_core::text::format_timestamp;
use wag_i18n::Message;
use wag_replay::{Blocks, ForkOrigin, Header, ReplayError};
use wag_sandbox::Limits;
use wag_sandbox::TemporaryFolder;

/// A request to continue a match from a round of its replay.
#[derive(Clone, Debug)]
pub struct ForkRequest<'r> {
    pub replay: &'r Path,
    /// The first round that is played again.
    pub round: u32,
    pub changes: Vec<Change>,
    pub limits: &'r LimitOptions,
}

/// Another file for a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The name or the number of the player; `None` for the only Python file, or for the one with the same file name.
    pub player: Option<String>,
    /// The player spec.
    pub file: String,
}

/// Where a fork comes from and what differs; docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
pub struct ForkParent {
    /// The file of the continued replay, without its folder.
    pub parent: String,
    /// The first round that is played again.
    pub round: u32,
    pub changed: Vec<ChangedPlayer>,
    /// Sentences about the players' files, and about damaged rounds of the parent.
    pub remarks: Vec<String>,
}

/// A player with another file.
#[derive(Clone, Debug, Serialize)]
pub struct ChangedPlayer {
    pub player: String,
    pub file: String,
}

/// A replay that is to be continued from a round, and the players that continue it.
#[derive(Clone)]
pub struct Fork {
    pub game: KnownGame,
    /// The path of the replay.
    pub path: PathBuf,
    pub bytes: Arc<[u8]>,
    pub header: Header,
    /// Whether the recorded match is repeatable; `None` if that is unknown.
    pub repeatable: Option<bool>,
    /// Sentences about what makes it not repeatable, as far as the replay records it.
    pub unrepeatable: Vec<Message>,
    pub round: u32,
    /// The orders of a player in that round, as [`plain::write`] encodes them; `None` if the player gives them itself.
    pub first_orders: Option<(Seat, Vec<u8>)>,
    /// The players in seat order, as far as possible as they were recorded.
    pub recorded: Vec<PlayerSpec>,
    /// The players with other files.
    pub changed: Vec<(Seat, PlayerSpec)>,
    /// Whether each recorded player runs the code that played the match, or none.
    pub is_original: Vec<bool>,
    /// The seats that have turns in the parent from the fork's first round on.
    pub has_turns: SeatSet,
    /// Sentences about the players' files, and about damaged rounds from the fork's first round on.
    pub remarks: Vec<String>,
    /// Whether rounds of the parent cannot be read, so that it cannot be compared with the fork.
    pub is_damaged: bool,
    pub limits: Limits,
    pub sha256: String,
    /// Keeps the folders with the files that the replay contains.
    pub folders: Vec<Arc<TemporaryFolder>>,
}

impl Fork {
    /// Returns a fork of the same match with the same players from another round.
    pub fn from_round(&self, round: u32, first_orders: Option<(Seat, Vec<u8>)>) -> Fork {
        Fork { round, first_orders, ..self.clone() }
    }

    /// Returns the orders that are prescribed for a seat in the first round.
    fn first_orders_of<G: Playable>(&self, seat: Seat) -> Option<G::Orders> {
        let (_, bytes) = self.first_orders.as_ref().filter(|(whose, _)| *whose == seat)?;
        plain::read(bytes)
    }

    /// Returns the name of a recorded player.
    pub fn name(&self, seat: Seat) -> &str {
        &self.header.players[seat.index()].name
    }

    /// Returns where the fork comes from and what differs.
    pub fn parent(&self) -> ForkParent {
        let changed = |(seat, spec): &(Seat, PlayerSpec)| ChangedPlayer {
            player: self.name(*seat).to_string(),
            file: spec.source.clone(),
        };
        ForkParent {
            parent: self.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            round: self.round,
            changed: self.changed.iter().map(changed).collect(),
            remarks: self.remarks.clone(),
        }
    }

    /// Returns the blocks of the replay.
    pub fn blocks(&self) -> Result<Blocks, ReplayError> {
        Blocks::open(Box::new(Arc::clone(&self.bytes)))
    }

    /// Returns whether the match can also be continued without the change: there is a change, and the code that played
    /// the match is here.
    pub fn has_original(&self) -> bool {
        let is_other = |(seat, spec): &(Seat, PlayerSpec)| {
            let info = spec.info(self.game.info, &[]);
            let recorded = &self.header.players[seat.index()];
            self.recorded[seat.index()].kind != Kind::Recorded
                && self.is_original[seat.index()]
                && (info.sha256 != recorded.sha256 || info.sha256.is_none())
        };
        !self.changed.is_empty() && self.changed.iter().all(is_other)
    }

    /// Returns the players that continue the match, in seat order.
    pub fn entrants(&self) -> Vec<PlayerSpec> {
        let mut entrants = self.recorded.clone();
        for (seat, spec) in &self.changed {
            entrants[seat.index()] = spec.clone();
        }
        entrants
    }

    /// Returns the number of the game within its match, counted from 0.
    pub fn number(&self) -> usize {
        self.header.of_match.map_or(0, |of_match| of_match.number.saturating_sub(1) as usize)
    }

    /// Returns the changes of the seed in a fork. `seed` decides the random numbers from the fork's first round on;
    /// `None` means those of the parent.
    pub fn reseeds(&self, seed: Option<u64>) -> Vec<Reseed> {
        let Some(seed) = seed else { return self.header.reseeds.clone() };
        let before = self.header.reseeds.iter().filter(|change| change.round < self.round).copied();
        before.chain([Reseed { round: self.round, seed }]).collect()
    }

    /// Returns the header of the fork's replay.
    /// Paths of other files are relative to the first of these folders that contains them.
    pub fn header_of(
        &self,
        entrants: &[PlayerSpec],
        seed: Option<u64>,
        game_version: u32,
        folders: &[PathBuf],
    ) -> Header {
        let seats: Vec<Seat> = Seat::all(entrants.len()).collect();
        let is_changed = |seat: &Seat| {
            let entrant = &entrants[seat.index()];
            *entrant != self.recorded[seat.index()] || !self.is_original[seat.index()]
        };
        let mut players = self.header.players.clone();
        for seat in seats.iter().copied().filter(is_changed) {
            let name = std::mem::take(&mut players[seat.index()].name);
            let info = entrants[seat.index()].info(self.game.info, folders);
            players[seat.index()] = wag_replay::PlayerInfo { name, ..info };
        }
        let numbers = |seats: &mut dyn Iterator<Item = Seat>| seats.map(Seat::number).collect();
        let is_recorded = |seat: &Seat| entrants[seat.index()].kind == Kind::Recorded;
        Header {
            wag: env!("CARGO_PKG_VERSION").to_string(),
            python: wag_python::full_version().to_string(),
            created: format_timestamp(std::time::SystemTime::now()),
            game_version,
            times: self.limits.times(),
            limits: limits_to_record(&self.limits),
            players,
            fork: Some(ForkOrigin {
                parent: self.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                sha256: self.sha256.clone(),
                round: self.round,
                changed: numbers(&mut seats.iter().copied().filter(is_changed)),
                recorded: numbers(&mut seats.iter().copied().filter(is_recorded)),
                reseeded: seed.is_some(),
            }),
            reseeds: self.reseeds(seed),
            sources: Default::default(),
            ..self.header.clone()
        }
    }
}
