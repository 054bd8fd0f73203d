//! The recorded match that the matches of a batch continue.

use crate::remote::bundle::{Bundle, bundle_folder};
use crate::remote::packer::{Packer, RemoteOrders, RemotePlayer, local_orders, remote_orders};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::Arc;
use wag_core::game::{Seat, SeatSet};
use wag_games::{KnownGame, open_replay};
use wag_play::PlayError;
use wag_play::fork::Fork;
use wag_play::line_up::folder::Files;
use wag_play::recorded::named;
use wag_replay::sha256;
use wag_sandbox::Limits;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoteFork {
    /// The bundle with the replay, and the name of the replay in it.
    pub replay: String,
    name: String,
    round: u32,
    first_orders: RemoteOrders,
    /// The players in seat order, as far as possible as they were recorded.
    pub recorded: Vec<RemotePlayer>,
    /// The players with other files, with their seats.
    pub changed: Vec<(u8, RemotePlayer)>,
    is_original: Vec<bool>,
    has_turns: Vec<u8>,
}

impl RemoteFork {
    pub fn pack(fork: &Fork, packer: &mut Packer) -> Result<RemoteFork, PlayError> {
        let name = fork.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let files = Files::from([(name.clone(), fork.bytes.to_vec())]);
        let recorded: Result<Vec<_>, _> = fork.recorded.iter().map(|one| packer.player(one)).collect();
        let changed = fork.changed.iter().map(|(seat, one)| Ok((seat.0, packer.player(one)?)));
        let changed = changed.collect::<Result<_, PlayError>>()?;
        Ok(RemoteFork {
            replay: packer.add(Bundle::pack(&files, |_| false)),
            name,
            round: fork.round,
            first_orders: remote_orders(fork.first_orders.as_ref()),
            recorded: recorded?,
            changed,
            is_original: fork.is_original.clone(),
            has_turns: fork.has_turns.iter().map(|seat| seat.0).collect(),
        })
    }

    /// Returns the fork with the worker's files.
    pub fn unpack(self, game: KnownGame, limits: Limits, files: &Path) -> Result<Fork, PlayError> {
        let path = bundle_folder(files, &self.replay).join(&self.name);
        let bytes: Arc<[u8]> = std::fs::read(&path)?.into();
        let (_, blocks) = named(&path, open_replay(Arc::clone(&bytes)))?;
        let recorded: Result<Vec<_>, _> =
            self.recorded.into_iter().map(|one| one.unpack(game, files)).collect();
        let changed = self.changed.into_iter().map(|(seat, one)| Ok((Seat(seat), one.unpack(game, files)?)));
        let mut has_turns = SeatSet::default();
        self.has_turns.into_iter().for_each(|seat| has_turns.insert(Seat(seat)));
        Ok(Fork {
            game,
            sha256: sha256(&bytes),
            repeatable: blocks.ended.as_ref().and_then(|ended| ended.repeatable),
            unrepeatable: blocks.why_unrepeatable(),
            header: blocks.header.clone(),
            path,
            bytes,
            round: self.round,
            first_orders: local_orders(self.first_orders),
            recorded: recorded?,
            changed: changed.collect::<Result<_, PlayError>>()?,
            is_original: self.is_original,
            has_turns,
            remarks: Vec::new(),
            is_damaged: false,
            limits,
            folders: Vec::new(),
        })
    }
}
