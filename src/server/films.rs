//! Replays that are being looked at, kept open from one request to the next.

use super::error::Refusal;
use crate::replay::{self, Film, ReplayError};
use std::collections::VecDeque;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many are kept open; the one that was not asked for longest is closed first.
const OPEN_MAX: usize = 8;

type Shared = Arc<Mutex<Box<dyn Film>>>;

/// The open ones, the latest last.
#[derive(Default)]
pub struct Films {
    open: Mutex<VecDeque<(PathBuf, Shared)>>,
}

impl Films {
    /// Lets `look` at the replay in this file.
    pub fn with<T>(
        &self,
        file: &Path,
        look: impl FnOnce(&dyn Film) -> Result<T, ReplayError>,
    ) -> Result<T, Refusal> {
        let film = self.film(file)?;
        let mut film = lock(&film);
        film.refresh().and_then(|()| look(film.as_ref())).map_err(|why| match why {
            ReplayError::NoRound { .. } => Refusal::absent("the replay has no such part, or not yet"),
            why => Refusal::conflict(format!("the replay can't be shown: {why}")),
        })
    }

    fn film(&self, file: &Path) -> Result<Shared, Refusal> {
        let mut open = lock(&self.open);
        let at = open.iter().position(|(known, _)| known == file);
        let entry = match at.and_then(|at| open.remove(at)) {
            Some(entry) => entry,
            None => (file.to_path_buf(), Arc::new(Mutex::new(read(file)?))),
        };
        let film = Arc::clone(&entry.1);
        open.push_back(entry);
        while open.len() > OPEN_MAX {
            open.pop_front();
        }
        Ok(film)
    }
}

/// Opens a file that should be a replay; a sentence when it is none.
pub fn read(file: &Path) -> Result<Box<dyn Film>, Refusal> {
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let opened =
        File::open(file).map_err(|fault| Refusal::absent(format!("{name} can't be read: {fault}")))?;
    replay::open(opened).map_err(|why| Refusal::bad(format!("{name} can't be shown: {why}")))
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
