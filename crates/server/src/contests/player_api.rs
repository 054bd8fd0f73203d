//! The page of one entry of a contest: its versions, and its results against each opponent.

use super::api::{PartQuery, part_of};
use super::results::{EndedSeat, PartResults};
use super::shown::{Names, ShownRow, names_for, shown_name};
use super::{Contests, refusal};
use crate::caller::Caller;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, Path, Query};
use axum::Json;
use serde::Serialize;
use std::collections::BTreeMap;
use wag_stats::series::wilson_interval;
use wag_store::contests::Part;
use wag_store::hand_ins::PlayedVersion;
use wag_store::matches::Seated;

/// An entry of a contest with its history.
#[derive(Serialize)]
pub struct ShownPlayer {
    entry: String,
    name: String,
    stage: &'static str,
    /// The row of the table; `None` if the entry has no version that plays.
    row: Option<ShownRow>,
    /// The versions, the newest first.
    versions: Vec<ShownVersion>,
    /// The results of the version that plays against each opponent, the most matches first.
    against: Vec<ShownRecord>,
}

/// A version of an entry, with its rating.
#[derive(Serialize)]
pub struct ShownVersion {
    version: i64,
    arrived_at: i64,
    active: bool,
    matches: usize,
    /// The rating, and its 95 % interval; `None` before the first match.
    points: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// The results against one opponent.
#[derive(Debug, PartialEq, Serialize)]
pub struct ShownRecord {
    /// The id of the opponent's entry; `None` for built-in players and deleted persons.
    entry: Option<String>,
    name: Option<String>,
    built_in: bool,
    matches: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// The share of wins, where a draw is half a win, and its 95 % interval.
    share: f64,
    low: f64,
    high: f64,
}

/// `GET /api/contests/K/players/E`: responds with the history of an entry.
pub async fn player(
    Hosted(host): Hosted,
    caller: Caller,
    Path((id, entry)): Path<(String, String)>,
    Query(part): Query<PartQuery>,
) -> Answer<ShownPlayer> {
    let account = caller.account.map(|account| account.id);
    host.contests.work(move |own| own.player(account.as_deref(), &id, &entry, part).map(Json)).await
}

impl Contests {
    fn player(
        &self,
        caller: Option<&str>,
        id: &str,
        entry: &str,
        part: PartQuery,
    ) -> Result<ShownPlayer, Refusal> {
        let seen = self.store.contest(caller, id).map_err(refusal)?;
        let part = match part_of(&seen, part) {
            Part::Final if !seen.sees_final() => Part::Ladder,
            part => part,
        };
        let entries = self.store.entries(id).map_err(refusal)?;
        let is_seen = |one: &&wag_store::contests::Entry| {
            one.account_id == entry && (one.hidden_at.is_none() || seen.can_teach || caller == Some(entry))
        };
        let Some(own) = entries.iter().find(is_seen) else { return Err(Refusal::unknown_address()) };
        let names = names_for(&entries, caller, seen.can_teach);
        let standings = self.standings(&seen.contest, part).map_err(refusal)?;
        let rows = standings.table(&entries, part);
        let tenths = |value: f64| (value * 10.0).round() / 10.0;
        let playing = own.hand_in_of(part);
        let shown = |one: PlayedVersion| {
            let standing = standings.of_hand_in(&one.hand_in);
            let rating = standing.map(|standing| standing.rating);
            ShownVersion {
                version: one.version,
                arrived_at: one.arrived_at,
                active: playing == Some(&one.hand_in),
                matches: standing.map_or(0, |standing| standing.matches),
                points: rating.map(|rating| tenths(rating.value)),
                low: rating.map(|rating| tenths(rating.value - rating.half_width)),
                high: rating.map(|rating| tenths(rating.value + rating.half_width)),
            }
        };
        let versions = self.store.versions(id, entry).map_err(refusal)?;
        Ok(ShownPlayer {
            entry: own.account_id.clone(),
            name: own.name.clone(),
            stage: part.text(),
            row: rows.iter().find(|row| row.entry == entry).map(ShownRow::from),
            versions: versions.into_iter().map(shown).collect(),
            against: playing.map_or_else(Vec::new, |id| records(id, standings.results(), &names)),
        })
    }
}

/// Returns the results of a hand-in against each opponent. The versions of one person are one opponent.
fn records(hand_in: &str, results: &PartResults, names: &Names) -> Vec<ShownRecord> {
    let is_own = |seated: &Seated| matches!(seated, Seated::HandIn { id, .. } if id == hand_in);
    let opponent = |seated: &Seated| match seated {
        Seated::HandIn { account_id, .. } => (Some(account_id.clone()), shown_name(seated, names), false),
        Seated::BuiltIn(name) => (None, Some(name.clone()), true),
        Seated::Former => (None, None, false),
    };
    let mut counts: BTreeMap<_, [u32; 3]> = BTreeMap::new();
    let seated = |seat: &EndedSeat| &results.players()[seat.player].0;
    for one in results.matches() {
        let Some(own) = one.seats.iter().find(|seat| is_own(seated(seat))) else { continue };
        for other in one.seats.iter().filter(|seat| !is_own(seated(seat))) {
            let at = match own.place.cmp(&other.place) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            counts.entry(opponent(seated(other))).or_default()[at] += 1;
        }
    }
    let record = |((entry, name, built_in), [won, drawn, lost]): ((_, _, bool), [u32; 3])| {
        let matches = won + drawn + lost;
        let wins = f64::from(won) + f64::from(drawn) / 2.0;
        let (low, high) = wilson_interval(wins, matches);
        let share = wins / f64::from(matches.max(1));
        ShownRecord { entry, name, built_in, matches, won, drawn, lost, share, low, high }
    };
    let mut records: Vec<ShownRecord> = counts.into_iter().map(record).collect();
    records.sort_by_key(|one| std::cmp::Reverse(one.matches));
    records
}
