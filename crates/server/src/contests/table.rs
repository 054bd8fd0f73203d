//! The table of a part of a contest: the places that the intervals allow, from the functions that `wag tournament` uses.

use super::results::{PartResults, ShownResults};
use super::setup::ContestSetup;
use super::{Contests, plan};
use std::collections::BTreeMap;
use std::sync::Arc;
use wag_store::StoreError;
use wag_store::contests::{Contest, ContestState, Entry, Part};
use wag_store::matches::Match;
use wag_store::stages::Stage;
use wag_tournament::{Standing, rank_rows};

/// The standings of a part of a contest, for its table.
pub struct VersionStandings {
    shown: Arc<ShownResults>,
    /// Whether the form of a final has decided the places.
    has_places: bool,
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

impl Contests {
    /// Returns the standings of a part of a contest. They change when the readers of events are told, and when nothing more
    /// can come.
    pub(crate) fn standings(&self, contest: &Contest, part: Part) -> Result<VersionStandings, StoreError> {
        let shown = self.shown_results(contest, part)?;
        let is_done = part == Part::Final && contest.state >= ContestState::Done;
        let setup = ContestSetup::of(contest).ok().filter(|_| is_done);
        if let Some(setup) = &setup
            && shown.places.get().is_none()
        {
            let (stages, matches) = self.final_stages(&shown, contest)?;
            _ = shown.places.set(plan::final_places(setup, stages, matches));
        }
        Ok(VersionStandings { shown, has_places: setup.is_some() })
    }

    /// Returns the results of a part of a contest that readers see.
    pub(super) fn shown_results(
        &self,
        contest: &Contest,
        part: Part,
    ) -> Result<Arc<ShownResults>, StoreError> {
        let is_over = match part {
            Part::Ladder => contest.state >= ContestState::Frozen,
            Part::Final => contest.state >= ContestState::Done,
        };
        self.results.shown(&self.store, (&contest.id, part), is_over)
    }

    /// Returns the stages of a final and all their matches, as they were when the results were shown first.
    pub(super) fn final_stages<'s>(
        &self,
        shown: &'s ShownResults,
        contest: &Contest,
    ) -> Result<&'s (Vec<Stage>, Vec<Match>), StoreError> {
        match shown.stages.get() {
            Some(stages) => Ok(stages),
            None => {
                let stages = self.store.final_stages(&contest.id)?;
                Ok(shown.stages.get_or_init(|| stages))
            }
        }
    }
}

impl VersionStandings {
    fn rows(&self) -> &[(String, Standing)] {
        self.shown.results.standings()
    }

    /// Returns the hand-ins by place, if the form of a final has decided the places.
    fn places(&self) -> Option<&Vec<Vec<String>>> {
        self.shown.places.get().filter(|_| self.has_places)?.as_ref()
    }

    /// Returns the results from which the standings are computed.
    pub fn results(&self) -> &PartResults {
        &self.shown.results
    }

    /// Returns the hand-ins that have played, best first.
    pub fn hand_ins(&self) -> Vec<String> {
        self.rows().iter().map(|(id, _)| id.clone()).collect()
    }

    /// Returns the standing of a hand-in; `None` before its first match.
    pub fn of_hand_in(&self, id: &str) -> Option<&Standing> {
        self.rows().iter().find(|(own, _)| own == id).map(|(_, standing)| standing)
    }

    /// Returns the table of the entries that take part in a part of a contest, best first. Entries without a match come last; their place
    /// is open. Hidden ones come after all, and are not ranked with the others.
    pub fn table(&self, entries: &[Entry], part: Part) -> Vec<TableRow> {
        let version = |entry: &Entry| entry.hand_in_of(part).cloned();
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
            .rows()
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
        let mut table: Vec<TableRow> =
            ranked.chain(unplayed.into_iter().map(|entry| table_row(entry, (1, all), None))).collect();
        if let Some(places) = self.places() {
            take_places(&mut table, entries, places);
        }
        table
    }
}

/// Sorts the rows by the places that the form of a final has decided.
fn take_places(table: &mut [TableRow], entries: &[(String, &Entry)], places: &[Vec<String>]) {
    let version = |row: &TableRow| {
        let mut own = entries.iter().filter(|(_, entry)| entry.account_id == row.entry);
        own.next().map(|(version, _)| version)
    };
    let mut above = 0;
    for place in places {
        let is_here = |row: &&mut TableRow| version(row).is_some_and(|version| place.contains(version));
        let mut rows: Vec<&mut TableRow> = table.iter_mut().filter(is_here).collect();
        let count = rows.len();
        rows.iter_mut().for_each(|row| row.places = (above + 1, above + count));
        above += count;
    }
    table.sort_by_key(|row| row.places);
}

fn table_row(entry: &Entry, places: (usize, usize), standing: Option<Standing>) -> TableRow {
    let (entry_id, name) = (entry.account_id.clone(), entry.name.clone());
    TableRow { entry: entry_id, name, places, standing, is_hidden: entry.hidden_at.is_some() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contests::table_players::versions_of;
    use wag_store::matches::MatchState;
    use wag_store::matches::{Seat, Seated};

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
            purpose: "ladder".into(),
            place: String::new(),
            seed: number as i64,
            state: MatchState::Done,
            ended_at: Some(1),
            seats_key: String::new(),
            seats: players.iter().map(seat).collect(),
        }
    }

    fn standings(played: &[Match]) -> VersionStandings {
        let results = Arc::new(PartResults::of(played));
        // The same as one after the other.
        let one_by_one = played.iter().fold(PartResults::default(), |results, one| results.with(one));
        assert_eq!(one_by_one.standings(), results.standings());
        VersionStandings {
            shown: Arc::new(ShownResults { results, ..Default::default() }),
            has_places: false,
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
        let standings = self::tests::standings(&all);
        let mut entries = vec![entry("b"), entry("a"), entry("c")];
        assert_eq!(
            places(&standings.table(&entries, Part::Ladder)),
            [("a", (1, 2)), ("b", (2, 3)), ("c", (1, 3))]
        );
        assert_eq!(
            standings.table(&entries, Part::Final)[0].entry,
            "a",
            "the only one of the final that has played"
        );
        entries[1].hidden_at = Some(5);
        entries[2].withdrawn_at = Some(5);
        let table = standings.table(&entries, Part::Ladder);
        assert_eq!(places(&table), [("b", (1, 1)), ("a", (1, 1))]);
        assert!(table[1].is_hidden);
    }

    #[test]
    fn wins_and_draws_are_counted() {
        let all = [played(1, &[("a2", 1), ("b2", 2)]), played(2, &[("b2", 1), ("a2", 1)])];
        let table = standings(&all).table(&[entry("a"), entry("b")], Part::Ladder);
        let row = table[0].standing.as_ref().unwrap();
        assert_eq!((table[0].entry.as_str(), row.matches, row.wins, row.draws), ("a", 2, 1, 1));
        assert_eq!(table[0].places, (1, 2));
    }

    #[test]
    fn several_deleted_persons_and_equal_built_in_players_are_different_players() {
        let all = [played(1, &[("", 1), ("", 2)]), played(2, &[("bot", 1), ("a2", 2), ("bot", 3), ("", 4)])];
        assert_eq!(versions_of(&all).len(), 5);
        let table = standings(&all).table(&[entry("a")], Part::Ladder);
        let row = table[0].standing.as_ref().unwrap();
        assert_eq!((row.matches, row.opponents, row.points), (1, 3, 2.0));
    }
}
