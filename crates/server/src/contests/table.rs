//! The table of a stage: the places that the intervals allow, from the functions that `wag tournament` uses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use wag_stats::series::SeatPlayed;
use wag_store::contests::{Entry, FINAL};
use wag_store::matches::{Match, Seated};
use wag_tournament::{Standing, StoredMatch, rank_rows, standings};

/// The standings of all versions that have played, best first.
#[derive(Debug, Default)]
pub struct VersionStandings {
    /// Each with the id of its hand-in.
    rows: Vec<(String, Standing)>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct TableRow {
    pub entry: String,
    pub name: String,
    /// The best and the worst place that the intervals allow.
    pub places: (usize, usize),
    /// The result of the version that plays; `None` before its first match.
    pub standing: Option<Standing>,
    pub is_hidden: bool,
}

impl VersionStandings {
    /// Computes the standings of a stage. Built-in players and old versions stay in the computation.
    pub fn of(played: &[Match]) -> VersionStandings {
        let seats = played.iter().flat_map(|one| one.seats.iter().map(|seat| seat.seated.clone()));
        let players: Vec<Seated> = seats.collect::<BTreeSet<_>>().into_iter().collect();
        let names: Vec<String> = players.iter().map(key).collect();
        let matches: Vec<StoredMatch> =
            (1..).zip(played).filter_map(|(id, one)| stored(id, one, &players)).collect();
        let (_, rows) = standings(players.len(), &names, &matches);
        let of_hand_in = |row: Standing| match &players[row.player] {
            Seated::HandIn { id, .. } => Some((id.clone(), row)),
            _ => None,
        };
        VersionStandings { rows: rows.into_iter().filter_map(of_hand_in).collect() }
    }

    /// Returns the table of the entries that take part in a stage, best first. Entries without a match come last; their place
    /// is open. Hidden ones come after all, and are not ranked with the others.
    pub fn table(&self, entries: &[Entry], stage: i64) -> Vec<TableRow> {
        let version = |entry: &Entry| {
            if stage == FINAL { entry.final_hand_in.clone() } else { entry.active_hand_in.clone() }
        };
        let playing = entries.iter().filter(|entry| entry.withdrawn_at.is_none());
        let (hidden, shown): (Vec<_>, Vec<_>) = playing
            .filter_map(|entry| Some((version(entry)?, entry)))
            .partition(|(_, entry)| entry.hidden_at.is_some());
        let mut table = self.ranked(&shown);
        table.extend(self.ranked(&hidden));
        table
    }

    fn ranked(&self, entries: &[(String, &Entry)]) -> Vec<TableRow> {
        let mut by_version: BTreeMap<&str, &Entry> =
            entries.iter().map(|(version, entry)| (version.as_str(), *entry)).collect();
        let own = self
            .rows
            .iter()
            .filter_map(|(version, row)| Some((by_version.remove(version.as_str())?, row.clone())));
        let (entries_of, mut rows): (Vec<&Entry>, Vec<Standing>) = own.unzip();
        rank_rows(&mut rows);
        // A version that has not played may have any place.
        let waiting = by_version.len();
        let all = rows.len() + waiting;
        let ranked = entries_of
            .into_iter()
            .zip(rows)
            .map(|(entry, row)| table_row(entry, (row.possible.0, row.possible.1 + waiting), Some(row)));
        let mut unplayed: Vec<&Entry> = by_version.into_values().collect();
        unplayed.sort_by(|one, other| (&one.name, &one.account_id).cmp(&(&other.name, &other.account_id)));
        ranked.chain(unplayed.into_iter().map(|entry| table_row(entry, (1, all), None))).collect()
    }
}

fn table_row(entry: &Entry, places: (usize, usize), standing: Option<Standing>) -> TableRow {
    let (entry_id, name) = (entry.account_id.clone(), entry.name.clone());
    TableRow { entry: entry_id, name, places, standing, is_hidden: entry.hidden_at.is_some() }
}

fn key(seated: &Seated) -> String {
    match seated {
        Seated::HandIn { id, .. } => id.clone(),
        Seated::BuiltIn(name) => format!("built-in {name}"),
        Seated::Former => "former".into(),
    }
}

/// Returns a match as the standings need it; `None` if two of its players were deleted, so that they are not told apart.
fn stored(id: i64, one: &Match, players: &[Seated]) -> Option<StoredMatch> {
    let number = |seated: &Seated| players.binary_search(seated).ok();
    let seats = one.seats.iter().map(|seat| number(&seat.seated)).collect::<Option<Vec<usize>>>()?;
    if seats.iter().collect::<BTreeSet<_>>().len() != seats.len() {
        return None;
    }
    let result = one.seats.iter().map(|seat| {
        Some(SeatPlayed {
            place: u32::try_from(seat.place?).ok()?,
            figures: vec![seat.points],
            tally: 0,
            turns: 0,
            think_ms_mean: 0.0,
            think_ms_max: 0.0,
            cpu_ms_mean: None,
            cpu_ms_max: None,
            faults: u32::try_from(seat.faults).unwrap_or(u32::MAX),
            time_outs: 0,
            doubtful: 0,
            forfeits: false,
            failure: None,
            fault_counts: Vec::new(),
        })
    });
    let result = Some(result.collect::<Option<Vec<_>>>()?);
    Some(StoredMatch { id, place: 0, seed: one.seed.unsigned_abs(), group: 0, seats, result, replay: None })
}

/// The standings that were computed since the last change of a contest.
#[derive(Default)]
pub struct TableCache {
    known: Mutex<KnownStandings>,
}

#[derive(Default)]
struct KnownStandings {
    by_stage: BTreeMap<(String, i64), Arc<VersionStandings>>,
    /// The number of changes so far. What was computed during one is not kept, because it may be older.
    changes: u64,
}

/// The maximum number of stages in the cache.
const STAGES_MAX: usize = 200;

impl TableCache {
    /// Returns the standings of a stage, from the cache if nothing has changed since.
    pub fn standings<E>(
        &self,
        (contest, stage): (&str, i64),
        compute: impl FnOnce() -> Result<VersionStandings, E>,
    ) -> Result<Arc<VersionStandings>, E> {
        let key = (contest.to_string(), stage);
        let changes = {
            let known = self.known();
            if let Some(standings) = known.by_stage.get(&key) {
                return Ok(Arc::clone(standings));
            }
            known.changes
        };
        let standings = Arc::new(compute()?);
        let mut known = self.known();
        if known.by_stage.len() >= STAGES_MAX {
            known.by_stage.clear();
        }
        if known.changes == changes {
            known.by_stage.insert(key, Arc::clone(&standings));
        }
        Ok(standings)
    }

    /// Forgets the standings of a contest, because a match has ended.
    pub fn forget(&self, contest: &str) {
        let mut known = self.known();
        known.changes += 1;
        known.by_stage.retain(|(known, _), _| known != contest);
    }

    fn known(&self) -> std::sync::MutexGuard<'_, KnownStandings> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wag_store::matches::{MatchState, Seat};

    fn entry(name: &str) -> Entry {
        Entry {
            account_id: name.into(),
            name: name.to_uppercase(),
            active_hand_in: Some(format!("{name}2")),
            final_hand_in: Some(format!("{name}1")),
            withdrawn_at: None,
            hidden_at: None,
            grace_until: None,
        }
    }

    fn played(number: usize, players: &[(&str, i64)]) -> Match {
        let seat = |(id, place): &(&str, i64)| Seat {
            seated: match *id {
                "bot" => Seated::BuiltIn("bot".into()),
                "" => Seated::Former,
                id => Seated::HandIn { id: id.into(), account_id: id.into() },
            },
            place: Some(*place),
            points: 1,
            faults: 0,
            first_fault: None,
        };
        Match {
            id: format!("m{number}"),
            contest_id: "k".into(),
            stage: 0,
            purpose: "practice".into(),
            place: String::new(),
            seed: number as i64,
            state: MatchState::Done,
            ended_at: Some(1),
            seats: players.iter().map(seat).collect(),
        }
    }

    fn places(table: &[TableRow]) -> Vec<(&str, (usize, usize))> {
        table.iter().map(|row| (row.entry.as_str(), row.places)).collect()
    }

    #[test]
    fn the_versions_that_play_are_ranked_among_each_other() {
        let mut all: Vec<Match> = (0..60).map(|number| played(number, &[("a2", 1), ("b2", 2)])).collect();
        // An old version that is better than both.
        all.extend((60..120).map(|number| played(number, &[("a1", 1), ("a2", 2)])));
        all.extend((120..150).map(|number| played(number, &[("bot", 2), ("b2", 1)])));
        let standings = VersionStandings::of(&all);
        let mut entries = vec![entry("b"), entry("a"), entry("c")];
        assert_eq!(places(&standings.table(&entries, 0)), [("a", (1, 2)), ("b", (2, 3)), ("c", (1, 3))]);
        assert_eq!(
            standings.table(&entries, FINAL)[0].entry,
            "a",
            "the only one of the final that has played"
        );
        entries[1].hidden_at = Some(5);
        entries[2].withdrawn_at = Some(5);
        let table = standings.table(&entries, 0);
        assert_eq!(places(&table), [("b", (1, 1)), ("a", (1, 1))]);
        assert!(table[1].is_hidden);
    }

    #[test]
    fn wins_and_draws_are_counted() {
        let all = [played(1, &[("a2", 1), ("b2", 2)]), played(2, &[("b2", 1), ("a2", 1)])];
        let table = VersionStandings::of(&all).table(&[entry("a"), entry("b")], 0);
        let row = table[0].standing.as_ref().unwrap();
        assert_eq!((table[0].entry.as_str(), row.matches, row.wins, row.draws), ("a", 2, 1, 1));
        assert_eq!(table[0].places, (1, 2));
    }

    #[test]
    fn matches_of_two_deleted_persons_are_left_out() {
        let all = [played(1, &[("", 1), ("", 2)]), played(2, &[("", 1), ("a2", 2)])];
        let table = VersionStandings::of(&all).table(&[entry("a")], 0);
        assert_eq!(table[0].standing.as_ref().unwrap().matches, 1);
    }
}
