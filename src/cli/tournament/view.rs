//! The results of a tournament as text, JSON and CSV.

use super::super::answer::{ExitStatus, print};
use super::super::rows::as_csv;
use super::super::table::{Column, Table, width_of};
use super::args::ResultArgs;
use crate::output::Paint;
use std::ops::Deref;
use wag_i18n::{Language, decimal, later, t};
use wag_play::place_in_words;
use wag_replay::marked_as_forfeit;
use wag_stats::rating::Method;
use wag_tournament::{PlayerStatus, RefusedSubmission, Standing, TournamentFile, TournamentResults};

/// The results of a tournament, for people.
pub struct View<'v>(pub TournamentResults<'v>);

impl<'v> Deref for View<'v> {
    type Target = TournamentResults<'v>;

    fn deref(&self) -> &TournamentResults<'v> {
        &self.0
    }
}

impl<'v> View<'v> {
    pub fn of(tournament: &'v TournamentFile) -> View<'v> {
        View(TournamentResults::of(tournament))
    }

    pub fn print(&self, words: &ResultArgs) -> anyhow::Result<ExitStatus> {
        let answer = match (words.json, words.csv, words.quiet) {
            (true, ..) => format!("{}\n", serde_json::to_string(&self.report())?),
            (_, true, _) => as_csv(self.rows())?,
            (_, _, true) => return Ok(ExitStatus::Success),
            _ => self.in_words(),
        };
        print(&answer)
    }

    /// Returns the table in the form in which it is shown on standard error while the tournament is running.
    pub fn table(&self) -> String {
        self.table_of(&self.standings()).within(width_of(std::io::stderr())).0
    }

    fn table_of(&self, standings: &(Method, Vec<Standing>)) -> Table {
        let (columns, rows) = columns(self, standings);
        let mut table = Table::new(columns);
        rows.into_iter().for_each(|row| table.row(row));
        table
    }

    fn in_words(&self) -> String {
        let standings = self.standings();
        let places = self.places.iter().map(|word| place_in_words(word, self.info.options));
        let places: Vec<String> = places.collect();
        let on = if places == [""] { String::new() } else { t!(" on %{places}", places = places.join(", ")) };
        let failures: String = standings.1.iter().filter_map(|row| self.failure_in_words(row)).collect();
        t!(
            "%{title}: %{played} of %{planned} matches%{on}, seed %{seed}, saved in %{file}\n%{table}\nRatings by %{method}, ± half the 95 % confidence interval; possible: the places within these intervals.\n%{met}%{failures}",
            title = t!(self.info.title).bold(),
            played = self.played(),
            planned = self.matches.len(),
            on,
            seed = self.settings.seed,
            file = self.file.display(),
            table = self.table_of(&standings),
            method = standings.0.name(),
            met = self.met_in_words(&standings.1),
            failures = failures + &self.refusals_in_words()
        )
    }

    /// Returns a sentence about the number of opponents that the players have met; empty if every player has met every
    /// other.
    fn met_in_words(&self, rows: &[Standing]) -> String {
        let now: Vec<usize> =
            rows.iter().filter(|row| self.members[row.player].is_current).map(|row| row.opponents).collect();
        let (Some(least), Some(most)) = (now.iter().min(), now.iter().max()) else { return String::new() };
        let others = now.len() - 1;
        match (*least >= others, least == most) {
            (true, _) => String::new(),
            (false, true) => {
                t!("Each player has played against %{most} of %{others} opponents.\n", most, others)
            }
            (false, false) => {
                t!(
                    "Each player has played against %{least} to %{most} of %{others} opponents.\n",
                    least,
                    most,
                    others
                )
            }
        }
    }

    /// Returns a line for each submission that cannot play; empty if there is none.
    fn refusals_in_words(&self) -> String {
        let refused = self.settings.refused.iter();
        let line = |refused: &RefusedSubmission| {
            let why = refused.reason.message.translated();
            t!("%{name} cannot play: %{why}", name = refused.name.red(), why) + "\n"
        };
        refused.map(line).collect()
    }

    /// Returns a player's name for a table, with a mark if the player has left the tournament or has forfeited all its
    /// matches.
    pub fn marked_title(&self, row: &Standing) -> String {
        let title = self.members[row.player].title();
        match self.status(row.player) {
            PlayerStatus::Withdrawn => t!("%{name} (withdrawn)", name = title),
            _ if row.never_played() => marked_as_forfeit(&title),
            _ => title,
        }
    }

    /// Returns a sentence about how often a player failed, and where it failed first; `None` if it never failed.
    pub fn failure_in_words(&self, row: &Standing) -> Option<String> {
        let (id, failure) = row.first_failure.as_ref()?;
        let times = match row.faults {
            1 => t!("once"),
            n => t!("%{n} times", n),
        };
        let at = match failure.round {
            Some(round) => t!("round %{round} of match %{number}", round, number = id),
            None => t!("match %{number}", number = id),
        };
        let title = self.members[row.player].title();
        let forfeits = match row.forfeits {
            0 => String::new(),
            n => t!(
                "%{name} did not play in %{n} of %{games} matches and takes last place there.\n",
                name = title.red(),
                n,
                games = row.matches
            ),
        };
        Some(
            forfeits
                + &t!(
                    "%{name} failed %{times}, first in %{at}: %{message} [%{kind}]\n",
                    name = title.red(),
                    times,
                    at,
                    message = failure.line(Language::spoken()),
                    kind = failure.kind().translated()
                )
                + &failure.hint_line(Language::spoken()),
        )
    }
}

/// Returns the columns and the rows of the table.
pub fn columns(view: &View<'_>, (method, rows): &(Method, Vec<Standing>)) -> (Vec<Column>, Vec<Vec<String>>) {
    let head = vec![
        Column::essential(later!("place")),
        Column::essential(later!("player")).wrapped(),
        Column::middle(later!("possible")),
        Column::high(later!("points")),
        Column::high(later!("rating")),
        Column::middle(later!("games")),
        Column::low(later!("opponents")),
        Column::middle(later!("mean place")),
        Column::middle(later!("wins")),
        Column::high(later!("errors")),
        Column::low(later!("mean ms")),
        Column::low(later!("worst ms")),
        Column::low(later!("mean CPU ms")),
        Column::low(later!("worst CPU ms")),
    ];
    let digits = if *method == Method::Glicko2 { 0 } else { 1 };
    let time = |time: Option<f64>| time.map_or_else(|| "-".to_string(), |time| decimal(time, 3));
    let row = |row: &Standing| {
        let ((best, worst), rating) = (row.possible, row.rating);
        vec![
            row.place.to_string(),
            view.marked_title(row),
            if best == worst { best.to_string() } else { format!("{best}-{worst}") },
            decimal(row.points, 1),
            format!("{} ± {}", decimal(rating.value, digits), decimal(rating.half_width, digits)),
            row.matches.to_string(),
            row.opponents.to_string(),
            row.mean_place.map_or_else(String::new, |place| decimal(place, 2)),
            row.wins.to_string(),
            row.faults.to_string(),
            time(Some(row.think_ms_mean)),
            time(Some(row.think_ms_max)),
            time(row.cpu_ms_mean),
            time(row.cpu_ms_max),
        ]
    };
    let refused = view.settings.refused.iter().map(|refused| {
        let cells = ["-".to_string(), refused.name.clone()].into_iter();
        cells.chain(std::iter::repeat_with(|| "-".to_string())).take(head.len()).collect()
    });
    let rows = rows.iter().map(row).chain(refused).collect();
    (head, rows)
}
