//! Reads the replay of a fork and finds its players.

use super::{Change, Fork, ForkRequest};
use crate::error::{PlayError, user_error};
use crate::fork::check_changed;
use crate::line_up::{Kind, PlayerSpec, one_of};
use crate::recorded_player::{RecordedPlayer, choose_player, python_seats, seat_of};
use crate::reenter::{named, recorded_limits};
use std::path::Path;
use std::sync::Arc;
use wag_core::game::{GameInfo, Seat, SeatSet};
use wag_core::text::printable;
use wag_games::open_replay;
use wag_i18n::{quote, t};
use wag_replay::{Blocks, Header, sha256};

/// The maximum size of a replay that can be continued, in bytes.
const REPLAY_MAX: u64 = 1 << 30;

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
        let changed = changes(game.info, &header, &request.changes)?;
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
        fork.has_turns = check_changed(&fork)?;
        Ok(fork)
    }

    /// Finds the recorded player of each seat. A player without code gives its recorded orders.
    fn find_recorded(&mut self) {
        for seat in Seat::all(self.header.players.len()) {
            let is_changed = self.changed.iter().any(|(one, _)| *one == seat);
            let name = self.header.players[seat.index()].name.clone();
            match RecordedPlayer::find(self.game.info, &self.header, &self.path, seat, None) {
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
    info: &'static GameInfo,
    header: &Header,
    changes: &[Change],
) -> Result<Vec<(Seat, PlayerSpec)>, PlayError> {
    let mut changed: Vec<(Seat, PlayerSpec)> = Vec::new();
    for change in changes {
        let mut spec = one_of(info, &change.file, &[])?;
        let seat = match &change.player {
            Some(word) => seat_of(header, word)?,
            None => seat_of_file(header, &spec)?,
        };
        let recorded = &header.players[seat.index()];
        match &mut spec.kind {
            Kind::Python { lives, .. } => *lives |= recorded.persistent && info.protocols.persistent,
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
        _ => choose_player(header),
    }
}
