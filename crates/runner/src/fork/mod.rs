//! Forks: matches that follow a replay up to a round and are then played on, with other files or other random numbers.

mod player;
mod record;
mod report;
mod series;

pub use player::{ForkNotes, SharedForkNotes, seat_players};
pub use record::{Record, check_changed};
pub use report::{fork_object, fork_report, series_report};
pub use series::{ForkSeries, ForkSeriesReport, WinRate};

use super::any::{KnownGame, open_replay};
use super::error::{PlayError, user_error};
use super::limit_options::LimitOptions;
use super::line_up::{Kind, PlayerSpec, one_of};
use super::recorded_player::{RecordedPlayer, python_seats, seat_of};
use super::reenter::{named, recorded_limits};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wag_core::game::{Reseed, Seat, SeatSet};
use wag_core::text::{format_timestamp, printable};
use wag_i18n::{quote, t};
use wag_replay::{Blocks, ForkOrigin, Header, ReplayError, sha256};
use wag_sandbox::Limits;

/// The maximum size of a replay that can be continued, in bytes.
const REPLAY_MAX: u64 = 1 << 30;

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

/// A replay that is to be continued from a round, and the players that continue it.
pub struct Fork {
    pub game: &'static KnownGame,
    /// The path of the replay.
    pub path: PathBuf,
    bytes: Arc<[u8]>,
    pub header: Header,
    /// Whether the recorded match is repeatable; `None` if that is unknown.
    pub repeatable: Option<bool>,
    pub round: u32,
    /// The players in seat order, as far as possible as they were recorded.
    pub recorded: Vec<PlayerSpec>,
    /// The players with other files.
    pub changed: Vec<(Seat, PlayerSpec)>,
    /// Whether each recorded player runs the code that played the match, or none.
    is_original: Vec<bool>,
    /// The seats that have turns in the parent from the fork's first round on.
    pub has_turns: SeatSet,
    /// Sentences about the players' files.
    pub remarks: Vec<String>,
    pub limits: Limits,
    sha256: String,
    /// Keeps the folders with the files that the replay contains.
    _players: Vec<RecordedPlayer>,
}

impl Fork {
    /// Reads the replay and finds the players. Returns an error if the match cannot be continued from this round.
    pub fn prepare(request: &ForkRequest<'_>) -> Result<Fork, PlayError> {
        let path = request.replay;
        let bytes = match wag_core::files::read(path, REPLAY_MAX) {
            Ok(bytes) => Arc::<[u8]>::from(bytes),
            Err(fault) => {
                return user_error(t!("%{path} cannot be read: %{fault}", path = path.display(), fault));
            }
        };
        let (game, blocks) = named(path, open_replay(Arc::clone(&bytes)))?;
        check_round(path, &blocks, request.round)?;
        let header = blocks.header.clone();
        let changed = changes(game, &header, &request.changes)?;
        let mut fork = Fork {
            game,
            path: path.to_path_buf(),
            sha256: sha256(&bytes),
            bytes,
            repeatable: blocks.ended.as_ref().and_then(|ended| ended.repeatable),
            round: request.round,
            recorded: Vec::new(),
            changed,
            is_original: Vec::new(),
            has_turns: SeatSet::default(),
            remarks: Vec::new(),
            limits: recorded_limits(&header, game.info, request.limits),
            header,
            _players: Vec::new(),
        };
        fork.find_recorded();
        fork.has_turns = game.any.check_fork(&fork)?;
        Ok(fork)
    }

    /// Returns the blocks of the replay.
    pub fn blocks(&self) -> Result<Blocks, ReplayError> {
        Blocks::open(Box::new(Arc::clone(&self.bytes)))
    }

    /// Finds the recorded player of each seat. A player without code gives its recorded orders.
    fn find_recorded(&mut self) {
        for seat in Seat::all(self.header.players.len()) {
            let is_changed = self.changed.iter().any(|(one, _)| *one == seat);
            let name = self.header.players[seat.index()].name.clone();
            match RecordedPlayer::find(self.game, &self.header, &self.path, seat, None) {
                Ok(player) => {
                    self.remarks.extend(player.remark.clone().filter(|_| !is_changed));
                    self.is_original.push(player.is_original);
                    self.recorded.push(player.spec.clone());
                    self._players.push(player);
                }
                Err(_) => {
                    if !is_changed {
                        self.remarks.push(t!(
                            "There is no code for %{name}: it gives its recorded orders as long as its view is as recorded.",
                            name = printable(&name)
                        ));
                    }
                    self.is_original.push(true);
                    let (word, source) = (name.clone(), String::new());
                    self.recorded.push(PlayerSpec { name, word, source, kind: Kind::Recorded });
                }
            }
        }
    }

    /// Returns whether the match can also be continued without the change: there is a change, and the code that played
    /// the match is here.
    pub fn has_original(&self) -> bool {
        let is_other = |(seat, spec): &(Seat, PlayerSpec)| {
            let info = spec.info(self.game.info);
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
    pub fn header_of(&self, entrants: &[PlayerSpec], seed: Option<u64>, game_version: u32) -> Header {
        let seats: Vec<Seat> = Seat::all(entrants.len()).collect();
        let is_changed = |seat: &Seat| {
            let entrant = &entrants[seat.index()];
            *entrant != self.recorded[seat.index()] || !self.is_original[seat.index()]
        };
        let mut players = self.header.players.clone();
        for seat in seats.iter().copied().filter(is_changed) {
            let name = std::mem::take(&mut players[seat.index()].name);
            let info = entrants[seat.index()].info(self.game.info);
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

fn check_round(path: &Path, blocks: &Blocks, round: u32) -> Result<(), PlayError> {
    let last = blocks.rounds();
    if (1..=last).contains(&round) {
        return Ok(());
    }
    user_error(t!(
        "%{path} has no round %{round}: it contains the rounds 1 to %{last}",
        path = path.display(),
        round,
        last
    ))
}

/// Resolves the players with other files.
fn changes(
    game: &KnownGame,
    header: &Header,
    changes: &[Change],
) -> Result<Vec<(Seat, PlayerSpec)>, PlayError> {
    let mut changed: Vec<(Seat, PlayerSpec)> = Vec::new();
    for change in changes {
        let mut spec = one_of(game.info, &change.file, &[])?;
        let seat = match &change.player {
            Some(word) => seat_of(header, word)?,
            None => seat_of_file(header, &spec)?,
        };
        let recorded = &header.players[seat.index()];
        match &mut spec.kind {
            Kind::Python { lives, .. } => *lives |= recorded.persistent && game.info.protocols.persistent,
            Kind::BuiltIn(_) | Kind::Program { .. } => {}
            Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => {
                return user_error(t!(
                    "%{word} cannot continue a recorded match; name a Python file, a program or a built-in player",
                    word = quote(&change.file)
                ));
            }
        }
        spec.name.clone_from(&recorded.name);
        if changed.iter().any(|(one, _)| *one == seat) {
            return user_error(t!(
                "%{name} has two files; name each player once",
                name = printable(&recorded.name)
            ));
        }
        changed.push((seat, spec));
    }
    Ok(changed)
}

/// Returns the seat of the only Python file, or else of the one with the same file name.
fn seat_of_file(header: &Header, spec: &PlayerSpec) -> Result<Seat, PlayError> {
    let seats = python_seats(header);
    let name = spec.file().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let same: Vec<Seat> = seats
        .iter()
        .copied()
        .filter(|seat| name.is_some() && header.players[seat.index()].file == name)
        .collect();
    match (seats.as_slice(), same.as_slice()) {
        ([seat], _) | (_, [seat]) => Ok(*seat),
        _ => {
            let names: Vec<String> = header.players.iter().map(|player| printable(&player.name)).collect();
            user_error(t!("choose a player with --player: %{names}", names = names.join(", ")))
        }
    }
}
