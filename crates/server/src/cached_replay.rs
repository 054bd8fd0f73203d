//! A cache of open replays, so that a replay need not be opened again for each request.

use super::error::Refusal;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wag_core::files;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_replay::{Blocks, JsonChunk, JsonHeader, JsonOverview, MatchExplanation, ReplayError, ReplayJson};

/// The maximum number of replays that stay open. The least recently used one is closed first.
const OPEN_MAX: usize = 8;

type Shared = Arc<Mutex<Box<dyn ReplayJson>>>;

/// The replays that are open, with the most recently used one last.
#[derive(Default)]
pub struct ReplayCache {
    open: Mutex<VecDeque<(PathBuf, Shared)>>,
}

impl ReplayCache {
    /// Calls `look` with the replay in this file, and returns the result of `look`.
    pub fn with<T>(
        &self,
        file: &Path,
        look: impl FnOnce(&dyn ReplayJson) -> Result<T, ReplayError>,
    ) -> Result<T, Refusal> {
        let json_replay = self.json_replay(file)?;
        let mut json_replay = lock(&json_replay);
        json_replay.refresh().and_then(|()| look(json_replay.as_ref())).map_err(|why| match why {
            ReplayError::NoRound { .. } => {
                Refusal::absent(message!("the replay does not contain this part, or not yet"))
            }
            why => Refusal::conflict(message!("cannot show the replay: %{why}", why)),
        })
    }

    fn json_replay(&self, file: &Path) -> Result<Shared, Refusal> {
        let mut open = lock(&self.open);
        let at = open.iter().position(|(known, _)| known == file);
        let entry = match at.and_then(|at| open.remove(at)) {
            Some(entry) => entry,
            None => {
                let json_replay: Box<dyn ReplayJson> = Box::new(CachedReplay::new(read(file)?));
                (file.to_path_buf(), Arc::new(Mutex::new(json_replay)))
            }
        };
        let json_replay = Arc::clone(&entry.1);
        open.push_back(entry);
        while open.len() > OPEN_MAX {
            open.pop_front();
        }
        Ok(json_replay)
    }
}

/// Opens a replay; returns an error message if the file is not a replay.
pub fn read(file: &Path) -> Result<Box<dyn ReplayJson>, Refusal> {
    read_as(file, &name_of(file))
}

/// Returns the name of a replay's file, for messages.
pub fn name_of(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Opens a replay. Error messages call the replay `name` instead of using the name of its file.
pub fn read_as(file: &Path, name: &str) -> Result<Box<dyn ReplayJson>, Refusal> {
    open(file, name).and_then(|(game, blocks)| {
        wag_games::json_replay_of(game, blocks).map_err(|err| unreadable(name, &err))
    })
}

/// Opens a replay, and returns its game and its blocks.
pub fn open(file: &Path, name: &str) -> Result<(KnownGame, Blocks), Refusal> {
    let opened = files::open_to_read(file)
        .map_err(|err| Refusal::absent(message!("cannot read %{name}: %{fault}", name, fault = err)))?;
    wag_games::open_replay(opened).map_err(|err| unreadable(name, &err))
}

fn unreadable(name: &str, why: &ReplayError) -> Refusal {
    Refusal::bad(message!("cannot show %{name}: %{why}", name, why))
}

/// A replay with a cached header, overview and explanation. They are computed again when the match has progressed.
struct CachedReplay {
    json_replay: Box<dyn ReplayJson>,
    header: Mutex<Option<CachedValue<JsonHeader>>>,
    overview: Mutex<Option<CachedValue<JsonOverview>>>,
    explanation: Mutex<Option<CachedValue<MatchExplanation>>>,
}

struct CachedValue<T> {
    rounds: u32,
    is_over: bool,
    value: T,
}

/// The number of new rounds after which the overview of a running match is computed again. Computing it requires
/// reading the whole replay.
const OVERVIEW_PART: u32 = 50;

impl CachedReplay {
    fn new(json_replay: Box<dyn ReplayJson>) -> CachedReplay {
        CachedReplay {
            json_replay,
            header: Mutex::new(None),
            overview: Mutex::new(None),
            explanation: Mutex::new(None),
        }
    }

    /// Returns the cached value if at most `more_max` rounds have been played since it was computed. Otherwise computes
    /// and returns a new value.
    fn get<T: Clone>(
        &self,
        cache: &Mutex<Option<CachedValue<T>>>,
        more_max: u32,
        make: impl FnOnce() -> Result<T, ReplayError>,
    ) -> Result<T, ReplayError> {
        let (rounds, is_over) = (self.json_replay.rounds(), self.json_replay.is_over());
        let mut cache = lock(cache);
        let is_fresh = |old: &&CachedValue<T>| {
            let more_max = if is_over { 0 } else { more_max };
            old.is_over == is_over && rounds.checked_sub(old.rounds).is_some_and(|more| more <= more_max)
        };
        if let Some(old) = cache.as_ref().filter(is_fresh) {
            return Ok(old.value.clone());
        }
        let value = make()?;
        *cache = Some(CachedValue { rounds, is_over, value: value.clone() });
        Ok(value)
    }
}

impl ReplayJson for CachedReplay {
    fn refresh(&mut self) -> Result<(), ReplayError> {
        self.json_replay.refresh()
    }

    fn rounds(&self) -> u32 {
        self.json_replay.rounds()
    }

    fn is_over(&self) -> bool {
        self.json_replay.is_over()
    }

    fn chunks(&self) -> u32 {
        self.json_replay.chunks()
    }

    fn header(&self) -> Result<JsonHeader, ReplayError> {
        self.get(&self.header, 0, || self.json_replay.header())
    }

    fn chunk(&self, number: u32) -> Result<JsonChunk, ReplayError> {
        self.json_replay.chunk(number)
    }

    fn folded_chunk(&self, number: u32, is_first: bool) -> Result<JsonChunk, ReplayError> {
        self.json_replay.folded_chunk(number, is_first)
    }

    fn frames(&self, number: u32, every: u32) -> Result<Vec<(u32, serde_json::Value)>, ReplayError> {
        self.json_replay.frames(number, every)
    }

    fn overview(&self) -> Result<JsonOverview, ReplayError> {
        self.get(&self.overview, self.json_replay.rounds() / OVERVIEW_PART, || self.json_replay.overview())
    }

    fn explain(&self) -> Result<MatchExplanation, ReplayError> {
        self.get(&self.explanation, self.json_replay.rounds() / OVERVIEW_PART, || self.json_replay.explain())
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A replay that grows by 10 rounds with each refresh. It counts how often its header and its overview are read.
    struct GrowingReplay(u32, AtomicU32, AtomicU32);

    impl ReplayJson for GrowingReplay {
        fn folded_chunk(&self, number: u32, _: bool) -> Result<JsonChunk, ReplayError> {
            self.chunk(number)
        }

        fn frames(&self, _: u32, _: u32) -> Result<Vec<(u32, serde_json::Value)>, ReplayError> {
            Ok(Vec::new())
        }

        fn refresh(&mut self) -> Result<(), ReplayError> {
            self.0 += 10;
            Ok(())
        }

        fn rounds(&self) -> u32 {
            self.0
        }

        fn is_over(&self) -> bool {
            self.0 >= 1060
        }

        fn chunks(&self) -> u32 {
            0
        }

        fn header(&self) -> Result<JsonHeader, ReplayError> {
            let wag_frames = self.1.fetch_add(1, Ordering::Relaxed) + 1;
            Ok(JsonHeader { rounds_played: self.0, wag_frames, ..JsonHeader::default() })
        }

        fn chunk(&self, _: u32) -> Result<JsonChunk, ReplayError> {
            Err(ReplayError::Empty)
        }

        fn overview(&self) -> Result<JsonOverview, ReplayError> {
            let stride = self.2.fetch_add(1, Ordering::Relaxed) + 1;
            Ok(JsonOverview { rounds: vec![self.0], stride, ..JsonOverview::default() })
        }

        fn explain(&self) -> Result<MatchExplanation, ReplayError> {
            Ok(MatchExplanation::default())
        }
    }

    #[test]
    fn cached_values_are_reused() {
        let growing = GrowingReplay(1000, AtomicU32::new(0), AtomicU32::new(0));
        let mut json_replay = CachedReplay::new(Box::new(growing));
        let now = |json_replay: &CachedReplay| {
            let (header, overview) = (json_replay.header().unwrap(), json_replay.overview().unwrap());
            ([header.rounds_played, header.wag_frames], [overview.rounds[0], overview.stride])
        };
        assert_eq!(now(&json_replay), ([1000, 1], [1000, 1]));
        assert_eq!(now(&json_replay), ([1000, 1], [1000, 1]));
        let mut then = Vec::new();
        for _ in 0..6 {
            json_replay.refresh().unwrap();
            then.push(now(&json_replay).1[0]);
        }
        assert_eq!(then, [1000, 1000, 1030, 1030, 1030, 1060], "a fiftieth is not much; the end is the end");
        assert_eq!(now(&json_replay), ([1060, 7], [1060, 3]));
    }
}
