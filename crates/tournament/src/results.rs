//! The results of a tournament as data: the standings and the matches.

use crate::intake::ReasonCode;
use crate::stages::final_places;
use crate::{PlayerVersion, RefusedSubmission, Settings, Standing, StoredMatch, TournamentFile, standings};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use wag_core::game::GameInfo;
use wag_core::problem::JsonProblem;
use wag_i18n::{Message, later};
use wag_stats::rating::Method;
use wag_stats::series::PlayedMatch;

/// The content of a tournament's file. All forms of the results are made from it.
#[derive(Clone, Copy)]
pub struct TournamentResults<'v> {
    pub info: &'v GameInfo,
    pub file: &'v Path,
    pub settings: &'v Settings,
    pub members: &'v [PlayerVersion],
    pub matches: &'v [StoredMatch],
    /// The name of each map or board.
    pub places: &'v [String],
}

impl<'v> TournamentResults<'v> {
    pub fn of(tournament: &'v TournamentFile) -> TournamentResults<'v> {
        TournamentResults {
            info: tournament.game.info,
            file: &tournament.file,
            settings: &tournament.settings,
            members: &tournament.members,
            matches: &tournament.matches,
            places: &tournament.settings.words,
        }
    }

    /// Returns the name of each player version.
    pub fn titles(&self) -> Vec<String> {
        self.members.iter().map(PlayerVersion::title).collect()
    }

    /// Returns the standings of all players that play or have played.
    pub fn standings(&self) -> (Method, Vec<Standing>) {
        let (titles, seen) = (self.titles(), self.seen());
        // Players that were replaced before their first match are not opponents of anybody.
        let numbers: BTreeMap<usize, usize> = seen.iter().copied().zip(0..).collect();
        let number = |member: usize| numbers.get(&member).copied();
        let of_seen = |stored: &StoredMatch| {
            let seats: Vec<usize> = stored.seats.iter().filter_map(|member| number(*member)).collect();
            StoredMatch { seats, ..stored.clone() }
        };
        let matches: Vec<StoredMatch> =
            self.matches.iter().filter(|stored| stored.result.is_some()).map(of_seen).collect();
        let names: Vec<String> = seen.iter().map(|member| titles[*member].clone()).collect();
        let (method, rows) = standings(seen.len(), &names, &matches);
        let back = |row: Standing| Standing { player: seen[row.player], ..row };
        let mut rows: Vec<Standing> = rows.into_iter().map(back).collect();
        if let Some(places) = final_places(self.settings, self.matches) {
            take_places(&mut rows, &places);
        }
        (method, rows)
    }

    fn seen(&self) -> Vec<usize> {
        let played = self.matches.iter().filter(|stored| stored.result.is_some());
        let played: BTreeSet<usize> = played.flat_map(|stored| stored.seats.iter().copied()).collect();
        (0..self.members.len()).filter(|at| self.members[*at].is_current || played.contains(at)).collect()
    }

    /// Returns whether a player version still plays.
    pub fn status(&self, player: usize) -> PlayerStatus {
        let member = &self.members[player];
        let is_same = |other: &PlayerVersion| other.name.to_lowercase() == member.name.to_lowercase();
        match self.members.iter().any(|other| other.is_current && is_same(other)) {
            _ if member.is_current => PlayerStatus::Plays,
            true => PlayerStatus::OldVersion,
            false => PlayerStatus::Withdrawn,
        }
    }

    /// Returns the rows of the submissions that cannot play. They have no rank.
    pub fn cannot_play(&self) -> Vec<CannotPlayRow> {
        self.settings.refused.iter().map(CannotPlayRow::of).collect()
    }

    /// Returns the number of matches that have been played.
    pub fn played(&self) -> usize {
        self.matches.iter().filter(|stored| stored.result.is_some()).count()
    }

    /// Returns the played matches in the order of the schedule.
    pub fn rows(&self) -> impl Iterator<Item = PlayedMatch> {
        let titles = self.titles();
        self.matches.iter().filter_map(move |stored| {
            Some(PlayedMatch {
                index: stored.id as usize,
                seed: stored.seed,
                map: self.places.get(stored.place).cloned().unwrap_or_default(),
                names: stored.seats.iter().map(|member| titles[*member].clone()).collect(),
                seats: stored.result.clone()?,
                replay: stored.replay.clone(),
            })
        })
    }

    /// Returns the result for programs.
    pub fn report(&self) -> TournamentReport {
        let (method, rows) = self.standings();
        TournamentReport {
            summary: self.summary(method, &rows),
            seed: self.settings.seed,
            places: self.places.to_vec(),
            played: self.rows().collect(),
        }
    }

    /// Returns the table with these standings.
    pub fn summary(&self, method: Method, standings: &[Standing]) -> TournamentSummary {
        TournamentSummary {
            game: self.info.name,
            file: self.file.display().to_string(),
            method: method.name(),
            matches: self.played(),
            matches_planned: self.matches.len(),
            players: standings.iter().map(|row| self.table_row(row)).collect(),
            cannot_play: self.cannot_play(),
        }
    }

    /// Returns a player's row of the table.
    pub fn table_row(&self, row: &Standing) -> TournamentRow {
        let member = &self.members[row.player];
        let first = row.first_failure.as_ref();
        let message = first.map(|(_, failure)| &failure.message);
        TournamentRow {
            name: member.title(),
            place: row.place,
            place_best: row.possible.0,
            place_worst: row.possible.1,
            rating: row.rating.value,
            rating_ci95: row.rating.half_width,
            points: row.points,
            points_most: row.most_points,
            games: row.matches,
            opponents: row.opponents,
            wins: row.wins,
            mean_place: row.mean_place,
            turn_ms_mean: row.think_ms_mean,
            turn_ms_max: row.think_ms_max,
            cpu_ms_mean: row.cpu_ms_mean,
            cpu_ms_max: row.cpu_ms_max,
            time_outs: row.time_outs,
            time_outs_doubtful: row.doubtful,
            faults: row.faults,
            forfeits: row.forfeits,
            first_fault: message.map(Message::english),
            first_fault_texts: message.and_then(Message::in_all_languages),
            first_fault_kind: first.map(|(_, failure)| failure.kind().name().to_string()),
            first_fault_round: first.and_then(|(_, failure)| failure.round),
            first_fault_match: first.map(|(id, _)| *id),
            first_problem: first.map(|(_, failure)| failure.for_json()),
            sha256: member.sha256.clone(),
            current: member.is_current,
            status: self.status(row.player),
            filler: member.is_filler,
        }
    }
}

/// Sorts the rows by the places that the form of the tournament has decided.
fn take_places(rows: &mut [Standing], places: &[Vec<usize>]) {
    let mut above = 0;
    for place in places {
        for row in rows.iter_mut().filter(|row| place.contains(&row.player)) {
            (row.place, row.possible) = (above + 1, (above + 1, above + place.len()));
        }
        above += place.len();
    }
    rows.sort_by_key(|row| row.place);
}

/// The object of `wag tournament --json`; docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentReport {
    #[serde(flatten)]
    pub summary: TournamentSummary,
    pub seed: u64,
    /// The maps or boards, as in `--map`.
    pub places: Vec<String>,
    /// The played matches in the order of the schedule.
    pub played: Vec<PlayedMatch>,
}

/// The table of a tournament, for programs and pages.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(ts_rs::TS))]
pub struct TournamentSummary {
    pub game: &'static str,
    /// The path of the tournament's file.
    pub file: String,
    /// The name of the rating method.
    pub method: &'static str,
    /// The number of matches that have been played.
    pub matches: usize,
    pub matches_planned: usize,
    /// The players, best first.
    pub players: Vec<TournamentRow>,
    /// The submissions that cannot play.
    pub cannot_play: Vec<CannotPlayRow>,
}

/// A player's row in the table of a tournament. docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(ts_rs::TS))]
pub struct TournamentRow {
    pub name: String,
    pub place: usize,
    pub place_best: usize,
    pub place_worst: usize,
    pub rating: f64,
    pub rating_ci95: f64,
    pub points: f64,
    pub points_most: usize,
    pub games: usize,
    pub opponents: usize,
    pub wins: usize,
    pub mean_place: Option<f64>,
    pub turn_ms_mean: f64,
    pub turn_ms_max: f64,
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    pub time_outs: u64,
    pub time_outs_doubtful: u64,
    pub faults: u64,
    pub forfeits: usize,
    /// The first fault in English. The fields of the first fault are `None` if there was none.
    pub first_fault: Option<String>,
    /// The first fault in each language.
    pub first_fault_texts: Option<BTreeMap<&'static str, String>>,
    pub first_fault_kind: Option<String>,
    pub first_fault_round: Option<u32>,
    pub first_fault_match: Option<i64>,
    /// The first fault with its explanation, in all languages.
    #[cfg_attr(any(test, feature = "testing"), ts(type = "Problem | null"))]
    pub first_problem: Option<JsonProblem>,
    pub sha256: String,
    pub current: bool,
    pub status: PlayerStatus,
    pub filler: bool,
}

/// Whether a player version still plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum PlayerStatus {
    Plays,
    /// A later version of the player plays.
    OldVersion,
    /// The player has left the tournament.
    Withdrawn,
}

impl PlayerStatus {
    /// Returns the name of the status in results for programs.
    pub fn name(self) -> &'static str {
        match self {
            PlayerStatus::Plays => later!("plays"),
            PlayerStatus::OldVersion => later!("old_version"),
            PlayerStatus::Withdrawn => later!("withdrawn"),
        }
    }
}

/// The row of a submission that cannot play. docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(any(test, feature = "testing"), derive(ts_rs::TS))]
pub struct CannotPlayRow {
    pub name: String,
    /// The path of the submission.
    pub hand_in: String,
    pub code: ReasonCode,
    /// The reason in English.
    pub reason: String,
    /// The reason in each language.
    pub reason_texts: Option<BTreeMap<&'static str, String>>,
}

impl CannotPlayRow {
    fn of(refused: &RefusedSubmission) -> CannotPlayRow {
        let message = &refused.reason.message;
        CannotPlayRow {
            name: refused.name.clone(),
            hand_in: refused.path.clone(),
            code: refused.reason.code,
            reason: message.english(),
            reason_texts: message.in_all_languages(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CannotPlayRow, PlayerStatus, TournamentRow, TournamentSummary};
    use crate::intake::{CheckedReason, CheckedSubmission, ReasonCode, Verdict};

    #[test]
    fn page_types_are_current() {
        wag_core::assert_page_types!(
            "tournament.d.ts",
            "import type { Problem } from './replay.js';\n",
            [
                TournamentSummary,
                TournamentRow,
                PlayerStatus,
                CannotPlayRow,
                CheckedSubmission,
                CheckedReason,
                ReasonCode,
                Verdict
            ]
        );
    }
}
