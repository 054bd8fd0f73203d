//! The results of contests in memory. They are read from the store once; a match that ends is added, and ratings and
//! standings are computed at most once for each state of the results, whoever reads them.

use super::table_players::{Player, key, numbered, seat_played};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use wag_stats::rating::{RankedMatch, RatedMatches, Rating};
use wag_store::contests::{Entry, Part};
use wag_store::matches::{Match, Seat, Seated};
use wag_store::stages::Stage;
use wag_store::{Store, StoreError};
use wag_tournament::{Standing, StoredMatch, ranked_match, standings_of};

/// The difference of two ratings below which they are equal.
const LEVEL: f64 = 1e-9;
/// The maximum number of matches in memory. Above it, results are read from the store again when somebody needs them.
const MATCHES_MAX: usize = 500_000;

/// A match that has ended with a result.
#[derive(Debug)]
pub struct EndedMatch {
    /// The map.
    pub place: String,
    pub seed: i64,
    pub seats: Vec<EndedSeat>,
}

/// A seat of such a match.
#[derive(Debug)]
pub struct EndedSeat {
    /// The number of the player, in [`PartResults::players`].
    pub player: usize,
    pub place: u32,
    points: i64,
    faults: i64,
}

/// The players of some matches, by number.
#[derive(Clone, Debug, Default)]
struct Players {
    all: Vec<Player>,
    names: Vec<String>,
    numbers: BTreeMap<Player, usize>,
}

impl Players {
    fn number(self: &mut Arc<Self>, player: Player) -> usize {
        if let Some(number) = self.numbers.get(&player) {
            return *number;
        }
        let own = Arc::make_mut(self);
        own.names.push(key(&player));
        own.all.push(player.clone());
        own.numbers.insert(player, own.all.len() - 1);
        own.all.len() - 1
    }
}

/// All results of a part of a contest at one time, and what is computed from them. Never changes.
#[derive(Debug, Default)]
pub struct PartResults {
    players: Arc<Players>,
    matches: Vec<Arc<EndedMatch>>,
    order: RatedMatches,
    ratings: OnceLock<Vec<Rating>>,
    standings: OnceLock<Vec<(String, Standing)>>,
    #[cfg(test)]
    pub counts: Arc<Counts>,
}

/// The numbers of readings and computations, for tests.
#[cfg(test)]
#[derive(Debug, Default)]
pub struct Counts {
    pub readings: std::sync::atomic::AtomicUsize,
    pub ratings: std::sync::atomic::AtomicUsize,
    pub standings: std::sync::atomic::AtomicUsize,
}

impl PartResults {
    /// Returns the results of matches. Those in which a seat has no result are left out.
    pub fn of(played: &[Match]) -> PartResults {
        let mut results = PartResults::default();
        let ranked: Vec<RankedMatch> = played.iter().filter_map(|one| results.note(one)).collect();
        results.order = RatedMatches::of(&ranked);
        results
    }

    /// Returns these results with one more. Shares the matches with this value.
    pub fn with(&self, one: &Match) -> PartResults {
        let mut results = PartResults {
            players: Arc::clone(&self.players),
            matches: self.matches.clone(),
            order: self.order.clone(),
            ratings: OnceLock::new(),
            standings: OnceLock::new(),
            #[cfg(test)]
            counts: Arc::clone(&self.counts),
        };
        if let Some(ranked) = results.note(one) {
            results.order.add(&ranked);
        }
        results
    }

    /// Notes a match, and returns it as it is rated.
    fn note(&mut self, one: &Match) -> Option<RankedMatch> {
        if one.seats.iter().any(|seat| seat_played(seat).is_none()) {
            return None;
        }
        let players = numbered(one.seats.iter().map(|seat| seat.seated.clone()));
        let numbers = players.into_iter().map(|player| self.players.number(player));
        let seat = |(player, seat): (usize, &Seat)| EndedSeat {
            player,
            place: seat.place.and_then(|place| u32::try_from(place).ok()).unwrap_or(u32::MAX),
            points: seat.points,
            faults: seat.faults,
        };
        let seats = numbers.zip(&one.seats).map(seat).collect();
        let ended = EndedMatch { place: one.place.clone(), seed: one.seed, seats };
        let ranked = ranked_match(&self.players.names, &ended.stored(self.matches.len()));
        self.matches.push(Arc::new(ended));
        ranked
    }

    pub fn matches(&self) -> &[Arc<EndedMatch>] {
        &self.matches
    }

    /// Returns everybody who has played, by number.
    pub fn players(&self) -> &[Player] {
        &self.players.all
    }

    fn ratings(&self) -> &[Rating] {
        self.ratings.get_or_init(|| {
            #[cfg(test)]
            self.counts.ratings.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            self.order.rate(self.players.all.len()).1
        })
    }

    /// Returns the standings of all versions that have played, best first, each with the id of its hand-in. Built-in players
    /// and old versions are in the computation.
    pub fn standings(&self) -> &[(String, Standing)] {
        self.standings.get_or_init(|| {
            #[cfg(test)]
            self.counts.standings.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            let stored: Vec<StoredMatch> =
                self.matches.iter().enumerate().map(|(at, one)| one.stored(at)).collect();
            let rows = standings_of(self.ratings(), &self.players.names, &stored);
            let of_hand_in = |row: Standing| match &self.players.all[row.player].0 {
                Seated::HandIn { id, .. } => Some((id.clone(), row)),
                _ => None,
            };
            rows.into_iter().filter_map(of_hand_in).collect()
        })
    }

    /// Returns the entries at the first place of the table, in the order of their ids. Hidden ones have no place.
    pub fn leaders<'e>(&self, entries: &'e [Entry], part: Part) -> BTreeSet<&'e str> {
        let rated = |entry: &'e Entry| {
            let id = entry.hand_in_of(part)?.clone();
            let player = (Seated::HandIn { id, account_id: entry.account_id.clone() }, 0);
            let number = self.players.numbers.get(&player)?;
            Some((self.ratings()[*number].value, entry.account_id.as_str()))
        };
        let shown = entries.iter().filter(|one| one.withdrawn_at.is_none() && one.hidden_at.is_none());
        let mut rated: Vec<(f64, &str)> = shown.filter_map(rated).collect();
        rated.sort_by(|one, other| other.0.total_cmp(&one.0));
        let level = rated.windows(2).take_while(|two| two[0].0 - two[1].0 < LEVEL).count();
        rated.into_iter().take(level + 1).map(|(_, entry)| entry).collect()
    }
}

impl EndedMatch {
    /// Returns the match as the standings need it.
    fn stored(&self, at: usize) -> StoredMatch {
        let seat = |seat: &EndedSeat| {
            let place = Some(i64::from(seat.place));
            let (points, faults) = (seat.points, seat.faults);
            seat_played(&Seat { seated: Seated::Former, place, points, faults, first_fault: None })
        };
        StoredMatch {
            id: at as i64 + 1,
            place: 0,
            seed: self.seed.unsigned_abs(),
            group: 0,
            seats: self.seats.iter().map(|seat| seat.player).collect(),
            result: self.seats.iter().map(seat).collect(),
            replay: None,
        }
    }
}

/// The results of a part that readers see, with what depends on the stages of a final.
#[derive(Default)]
pub struct ShownResults {
    pub results: Arc<PartResults>,
    /// The stages of the final and all their matches.
    pub stages: OnceLock<(Vec<Stage>, Vec<Match>)>,
    /// The hand-ins by place, if the form of a final has decided the places.
    pub places: OnceLock<Option<Vec<Vec<String>>>>,
}

/// The results of a part in memory.
#[derive(Default)]
struct KnownPart {
    /// The newest results. Locked while a result is stored, so that nobody reads the store in between.
    newest: Mutex<Option<Arc<PartResults>>>,
    /// The results that readers see until something is announced.
    shown: Mutex<Option<Arc<ShownResults>>>,
}

/// The results of all contests in memory.
#[derive(Default)]
pub struct Results {
    parts: Mutex<BTreeMap<(String, Part), Arc<KnownPart>>>,
    #[cfg(test)]
    pub counts: Arc<Counts>,
}

impl Results {
    fn part(&self, contest: &str, part: Part) -> Arc<KnownPart> {
        Arc::clone(locked(&self.parts).entry((contest.to_string(), part)).or_default())
    }

    /// Returns the newest results of a part.
    pub fn newest(&self, store: &Store, contest: &str, part: Part) -> Result<Arc<PartResults>, StoreError> {
        let known = self.part(contest, part);
        self.loaded(&mut locked(&known.newest), store, (contest, part))
    }

    /// Returns the results that are loaded, or reads them.
    fn loaded(
        &self,
        newest: &mut Option<Arc<PartResults>>,
        store: &Store,
        (contest, part): (&str, Part),
    ) -> Result<Arc<PartResults>, StoreError> {
        if let Some(results) = newest {
            return Ok(Arc::clone(results));
        }
        #[cfg_attr(not(test), expect(unused_mut))]
        let mut results = PartResults::of(&store.played(contest, part)?);
        #[cfg(test)]
        {
            self.counts.readings.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
            results.counts = Arc::clone(&self.counts);
        }
        self.make_room(results.matches.len());
        Ok(Arc::clone(newest.insert(Arc::new(results))))
    }

    /// Forgets results of other parts if all together are too many. Those that somebody uses at this moment stay.
    fn make_room(&self, needed: usize) {
        let parts = locked(&self.parts);
        let size = |part: &Arc<KnownPart>| {
            part.newest.try_lock().ok().and_then(|newest| Some(newest.as_ref()?.matches.len())).unwrap_or(0)
        };
        if parts.values().map(size).sum::<usize>() + needed <= MATCHES_MAX {
            return;
        }
        for part in parts.values() {
            if let (Ok(mut newest), Ok(mut shown)) = (part.newest.try_lock(), part.shown.try_lock()) {
                (*newest, *shown) = (None, None);
            }
        }
    }

    /// Returns the results that readers see: the newest ones of the last announcement, or the newest if no more can come.
    pub fn shown(
        &self,
        store: &Store,
        (contest, part): (&str, Part),
        is_over: bool,
    ) -> Result<Arc<ShownResults>, StoreError> {
        let known = self.part(contest, part);
        let mut shown = locked(&known.shown);
        if let Some(shown) = shown.as_ref().filter(|_| !is_over) {
            return Ok(Arc::clone(shown));
        }
        let results = self.newest(store, contest, part)?;
        match shown.as_ref().filter(|shown| Arc::ptr_eq(&shown.results, &results)) {
            Some(shown) => Ok(Arc::clone(shown)),
            None => Ok(Arc::clone(shown.insert(Arc::new(ShownResults { results, ..Default::default() })))),
        }
    }

    /// Stores a result with `store_it`, which returns whether it was stored, and adds it to those in memory.
    pub fn end<E>(
        &self,
        (one, part): (&Match, Part),
        store_it: impl FnOnce() -> Result<bool, E>,
    ) -> Result<bool, E> {
        let known = self.part(&one.contest_id, part);
        let mut newest = locked(&known.newest);
        let is_stored = store_it()?;
        if is_stored && let Some(results) = newest.as_ref() {
            let with = results.with(one);
            *newest = Some(Arc::new(with));
        }
        Ok(is_stored)
    }

    /// Stores a result as [`Results::end`] does, unless it changes which of the entries are at the first place. Returns
    /// whether it was stored.
    pub fn end_unless_leading<E: From<StoreError>>(
        &self,
        store: &Store,
        (one, part): (&Match, Part),
        entries: &[Entry],
        store_it: impl FnOnce() -> Result<bool, E>,
    ) -> Result<bool, E> {
        let known = self.part(&one.contest_id, part);
        let mut newest = locked(&known.newest);
        let before = self.loaded(&mut newest, store, (&one.contest_id, part))?;
        let after = before.with(one);
        if before.leaders(entries, part) != after.leaders(entries, part) || !store_it()? {
            return Ok(false);
        }
        *newest = Some(Arc::new(after));
        Ok(true)
    }

    /// Lets readers see the newest results of a contest.
    pub fn announce(&self, contest: &str) {
        for part in [Part::Ladder, Part::Final] {
            *locked(&self.part(contest, part).shown) = None;
        }
    }

    /// Forgets the results of a contest, because the store has changed those before.
    pub fn forget(&self, contest: &str) {
        for part in [Part::Ladder, Part::Final] {
            let known = self.part(contest, part);
            *locked(&known.newest) = None;
            *locked(&known.shown) = None;
        }
    }

    /// Forgets the results of all contests, because a person or a class was deleted.
    pub fn forget_all(&self) {
        let contests: BTreeSet<String> =
            locked(&self.parts).keys().map(|(contest, _)| contest.clone()).collect();
        contests.iter().for_each(|contest| self.forget(contest));
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
