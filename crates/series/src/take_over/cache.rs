//! Futures that were played before, in a file beside the replay.

use super::futures::{Future, FutureId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_core::game::Seat;
use wag_play::fork::Fork;
use wag_replay::sha256;

/// The maximum size of the file, in bytes.
const FILE_MAX: u64 = 4 << 20;
/// The maximum number of curves in the file.
const ENTRIES_MAX: usize = 16;

/// The futures of one curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// The number of futures of the whole curve.
    pub budget: u32,
    /// The time of a future from round 1, divided by the number of futures that are played at once.
    pub seconds_each: f64,
    pub played: BTreeMap<FutureId, Future>,
}

/// The stored futures of one curve, and where they are.
pub struct Cache {
    path: PathBuf,
    key: String,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct Entry {
    key: String,
    budget: u32,
    seconds_each: f64,
    played: Vec<(u32, u32, Future)>,
}

impl Cache {
    /// Returns the place of the futures of a curve, and those that are stored. The key is a hash of everything on which they
    /// depend.
    pub fn open(replay: &Path, fork: &Fork, seat: Seat, stand_in: &str, seed: u64) -> (Cache, Stored) {
        let info = fork.entrants().iter().map(|player| player.info(fork.game.info, &[])).collect::<Vec<_>>();
        let code: Vec<_> =
            info.iter().map(|player| (&player.sha256, &player.helpers, &player.data)).collect();
        let limits = (&fork.limits.turn_time, env!("CARGO_PKG_VERSION"));
        let key = format!("{} {seat:?} {stand_in} {seed} {code:?} {limits:?}", fork.sha256);
        let mut path = replay.as_os_str().to_os_string();
        path.push(".futures");
        let cache = Cache { path: path.into(), key: sha256(key.as_bytes()) };
        let stored = cache.entries().into_iter().find(|entry| entry.key == cache.key).unwrap_or_default();
        let sound = stored.played.into_iter().filter(|(round, _, future)| {
            *round > 0 && [future.value, future.win, future.best].iter().all(|value| value.is_finite())
        });
        let played = sound.map(|(round, number, future)| ((round, number), future)).collect();
        let seconds_each = stored.seconds_each.max(0.0);
        (cache, Stored { budget: stored.budget, seconds_each, played })
    }

    fn entries(&self) -> Vec<Entry> {
        let bytes = files::read(&self.path, FILE_MAX).unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Stores the futures. If the folder cannot be written, nothing is stored.
    pub fn save(&self, stored: Stored) {
        let mut entries = self.entries();
        entries.retain(|entry| entry.key != self.key);
        let played =
            stored.played.into_iter().map(|((round, number), future)| (round, number, future)).collect();
        let Stored { budget, seconds_each, .. } = stored;
        entries.insert(0, Entry { key: self.key.clone(), budget, seconds_each, played });
        entries.truncate(ENTRIES_MAX);
        if let Ok(bytes) = serde_json::to_vec(&entries)
            && let Err(error) = files::write(&self.path, &bytes)
        {
            log::debug!("{} cannot be written: {error}", self.path.display());
        }
    }
}
