//! The data of a tournament for the pages: the table and the matches.

use super::super::super::tournament::View;
use super::files::{Place, place};
use std::collections::BTreeMap;
use std::path::Path;
use wag_play::place_in_words;
use wag_server::host::{
    MatchFilter, MatchStanding, TournamentFinal, TournamentMatch, TournamentMatches, TournamentTable,
};
use wag_stats::series::SeatPlayed;
use wag_tournament::TournamentFile;
use wag_tournament::{StoredMatch, head_to_head};

/// The maximum number of matches in one response.
const MATCHES_MAX: usize = 300;
/// The maximum number of players in the head-to-head table. If there are more, it shows the best ones.
const VERSUS_MAX: usize = 100;
/// The maximum number of matches in a final.
const FINAL_MAX: usize = 10;
/// The maximum number of matches between the same players in a final.
const SAME_PLAYERS_MAX: usize = 2;

/// Returns the table of the tournament: a row for each player, best first, and the head-to-head records.
pub fn table(view: &View<'_>) -> TournamentTable {
    let (method, rows) = view.standings();
    let met = head_to_head(view.matches);
    let cell = |one: usize, other: usize| {
        let versus = met.get(&(one, other)).copied()?;
        Some((versus.share()?, versus.matches))
    };
    let met_rows = &rows[..rows.len().min(VERSUS_MAX)];
    let against = |one: usize| met_rows.iter().map(|row| cell(one, row.player)).collect::<Vec<_>>();
    let places = view.places.iter().map(|word| place_in_words(word, view.info.options));
    let replays = view.matches.iter().filter(|stored| stored.replay.is_some()).count();
    TournamentTable {
        file: view.file.display().to_string(),
        game: view.info.name,
        seed: view.settings.seed.to_string(),
        places: places.collect(),
        options: view.settings.options.clone(),
        games: view.settings.games,
        seats: view.matches.iter().map(|stored| stored.seats.len()).max().unwrap_or(view.settings.seats),
        method: method.name(),
        matches: view.played(),
        matches_planned: view.matches.len(),
        replays,
        players: rows.iter().map(|row| view.table_row(row)).collect(),
        versus: met_rows.iter().map(|row| against(row.player)).collect(),
    }
}

/// Returns the played matches that `of` selects, in the order of the schedule, with the IDs of their replays.
pub fn matches(folder: &Path, data: &TournamentFile, of: &MatchFilter) -> TournamentMatches {
    let titles = View::of(data).titles();
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
    let view = View::of(data);
    let titles = view.titles();
    let teller = TableReporter { folder, data, titles: &titles };
    let places: BTreeMap<usize, usize> =
        view.standings().1.iter().map(|row| (row.player, row.place)).collect();
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
            number: stored.id,
            place: place.filter(|place| !place.is_empty()),
            seed: stored.seed.to_string(),
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
