//! The data of a tournament for the pages: the table and the matches.

use super::files::{Place, place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;
use wag_play::place_in_words;
use wag_replay::SeedJson;
use wag_stats::series::SeatPlayed;
use wag_tournament::{StoredMatch, TournamentFile, TournamentResults, TournamentSummary, head_to_head};

/// The maximum number of matches in one response.
const MATCHES_MAX: usize = 300;
/// The maximum number of players in the head-to-head table. If there are more, it shows the best ones.
const VERSUS_MAX: usize = 100;
/// The maximum number of matches in a final.
const FINAL_MAX: usize = 10;
/// The maximum number of matches between the same players in a final.
const SAME_PLAYERS_MAX: usize = 2;

/// The table of a tournament, with what only pages show.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentTable {
    #[serde(flatten)]
    pub summary: TournamentSummary,
    #[cfg_attr(test, ts(type = "number | string"))]
    pub seed: SeedJson,
    pub places: Vec<String>,
    pub options: BTreeMap<String, String>,
    pub games: u32,
    pub seats: usize,
    /// The number of matches with a replay.
    pub replays: usize,
    /// A row and a column for each player, in the order of `players`: how often the first finished ahead of the second,
    /// from 0 to 1, and the number of their matches; `None` if they have not met.
    pub versus: Vec<Vec<Option<(f64, u32)>>>,
}

/// Matches of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentMatches {
    /// The number of all matches; `matches` contains only the first ones.
    pub count: usize,
    pub matches: Vec<TournamentMatch>,
    /// The IDs of the replays of all matches.
    pub replays: Vec<String>,
}

/// A played match of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentMatch {
    /// The number of the match, counted from 1.
    pub index: i64,
    /// The map or board; `None` if the game has none.
    pub map: Option<String>,
    #[cfg_attr(test, ts(type = "number | string"))]
    pub seed: SeedJson,
    /// The players, best first.
    pub standings: Vec<MatchStanding>,
    /// The ID of the replay; `None` unless the pages can show it.
    pub replay: Option<String>,
    /// The location of the replay: `here`, `none`, `gone` or `elsewhere`.
    pub kept: &'static str,
}

/// A player's result in a match of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchStanding {
    /// The seat, counted from 1.
    pub seat: usize,
    pub name: String,
    pub place: u32,
    /// The names and values of the player's figures, in the order that the game defines.
    pub figures: Vec<(&'static str, i64)>,
    /// The number of the player's faults.
    pub errors: u32,
    pub forfeits: bool,
}

/// The matches of a tournament that are best suited for a presentation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentFinal {
    pub count: usize,
    /// The IDs of the replays, in the order in which they are shown.
    pub replays: Vec<String>,
}

/// A filter that selects all matches, the matches of one player, or the matches between two players. Players have the
/// same names as in the table.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchFilter {
    #[serde(default)]
    pub player: Option<String>,
    #[serde(default)]
    pub against: Option<String>,
}

/// Returns the table of the tournament: a row for each player, best first, and the head-to-head records.
pub fn table(results: &TournamentResults<'_>) -> TournamentTable {
    let (method, rows) = results.standings();
    let met = head_to_head(results.matches);
    let cell = |one: usize, other: usize| {
        let versus = met.get(&(one, other)).copied()?;
        Some((versus.share()?, versus.matches))
    };
    let met_rows = &rows[..rows.len().min(VERSUS_MAX)];
    let against = |one: usize| met_rows.iter().map(|row| cell(one, row.player)).collect::<Vec<_>>();
    let places = results.places.iter().map(|word| place_in_words(word, results.info.options));
    let replays = results.matches.iter().filter(|stored| stored.replay.is_some()).count();
    TournamentTable {
        summary: results.summary(method, &rows),
        seed: SeedJson::for_pages(results.settings.seed),
        places: places.collect(),
        options: results.settings.options.clone(),
        games: results.settings.games,
        seats: results
            .matches
            .iter()
            .map(|stored| stored.seats.len())
            .max()
            .unwrap_or(results.settings.seats),
        replays,
        versus: met_rows.iter().map(|row| against(row.player)).collect(),
    }
}

/// Returns the played matches that `of` selects, in the order of the schedule, with the IDs of their replays.
pub fn matches(folder: &Path, data: &TournamentFile, of: &MatchFilter) -> TournamentMatches {
    let titles = TournamentResults::of(data).titles();
    let has_player = |stored: &StoredMatch, name: &Option<String>| {
        name.as_ref().is_none_or(|name| stored.seats.iter().any(|member| titles[*member] == *name))
    };
    let is_meant = |stored: &&StoredMatch| {
        stored.result.is_some() && has_player(stored, &of.player) && has_player(stored, &of.against)
    };
    let found: Vec<&StoredMatch> = data.matches.iter().filter(is_meant).collect();
    let teller = TableReporter { folder, data, titles: &titles };
    let replays: Vec<String> =
        found.iter().filter(|stored| teller.is_here(stored)).map(|stored| teller.id(stored)).collect();
    let matches = found.iter().take(MATCHES_MAX).map(|stored| teller.one(stored)).collect();
    TournamentMatches { count: found.len(), matches, replays }
}

/// Returns the matches to present at the end of a tournament. The matches are sorted by the mean rank that their
/// players have in the standings, best first.
pub fn final_matches(folder: &Path, data: &TournamentFile) -> TournamentFinal {
    let results = TournamentResults::of(data);
    let titles = results.titles();
    let teller = TableReporter { folder, data, titles: &titles };
    let places: BTreeMap<usize, usize> =
        results.standings().1.iter().map(|row| (row.player, row.place)).collect();
    let is_due = |stored: &&StoredMatch| {
        stored.result.is_some() && stored.seats.iter().all(|member| data.members[*member].is_current)
    };
    // All matches have the same number of seats, so the sum of places gives the same order as the mean.
    let rank =
        |stored: &StoredMatch| -> usize { stored.seats.iter().filter_map(|member| places.get(member)).sum() };
    let mut due: Vec<&StoredMatch> = data.matches.iter().filter(is_due).collect();
    due.sort_by_key(|stored| (rank(stored), stored.id));
    let mut shown: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let mut is_new = |stored: &&StoredMatch| {
        let mut players = stored.seats.clone();
        players.sort_unstable();
        let count = shown.entry(players).or_default();
        *count += 1;
        *count <= SAME_PLAYERS_MAX
    };
    let best: Vec<&StoredMatch> = due.into_iter().filter(|stored| is_new(stored)).take(FINAL_MAX).collect();
    let replays: Vec<String> =
        best.iter().filter(|stored| teller.is_here(stored)).map(|stored| teller.id(stored)).collect();
    TournamentFinal { count: best.len(), replays }
}

struct TableReporter<'t> {
    folder: &'t Path,
    data: &'t TournamentFile,
    titles: &'t [String],
}

impl TableReporter<'_> {
    fn place(&self, stored: &StoredMatch) -> Place {
        place(self.folder, &self.data.settings, stored.replay.as_deref())
    }

    fn is_here(&self, stored: &StoredMatch) -> bool {
        matches!(self.place(stored), Place::Here(_))
    }

    /// Returns the ID by which the pages request a match's replay.
    fn id(&self, stored: &StoredMatch) -> String {
        format!("{}@{}", stored.id, self.data.file.display())
    }

    fn one(&self, stored: &StoredMatch) -> TournamentMatch {
        let options = self.data.game.info.options;
        let place = self.data.settings.words.get(stored.place).map(|word| place_in_words(word, options));
        let location = match self.place(stored) {
            Place::Here(_) => "here",
            Place::None => "none",
            Place::Gone => "gone",
            Place::Elsewhere => "elsewhere",
        };
        let seats = stored.result.iter().flatten().zip(&stored.seats).zip(1_usize..);
        let mut standings: Vec<MatchStanding> =
            seats.map(|((seat, member), number)| self.standing(seat, *member, number)).collect();
        standings.sort_by_key(|standing| standing.place);
        TournamentMatch {
            index: stored.id,
            map: place.filter(|place| !place.is_empty()),
            seed: SeedJson::for_pages(stored.seed),
            standings,
            replay: (location == "here").then(|| self.id(stored)),
            kept: location,
        }
    }

    fn standing(&self, seat: &SeatPlayed, member: usize, number: usize) -> MatchStanding {
        let figures = self.data.game.info.figures.iter().copied();
        MatchStanding {
            seat: number,
            name: self.titles[member].clone(),
            place: seat.place,
            figures: figures.zip(seat.figures.iter().copied()).collect(),
            errors: seat.faults,
            forfeits: seat.forfeits,
        }
    }
}
