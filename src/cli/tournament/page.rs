//! The results of a tournament as a self-contained HTML page.

mod document;
pub mod html;
mod matches;
mod players;
pub mod reports;
mod tables;

pub use document::write_whole;

use super::super::chart;
use super::view::View;
use anstream::adapter::strip_str;
use document::document;
use html::{escaped, section};
use std::path::{Path, PathBuf};
use wag_core::text::printable;
use wag_i18n::{decimal, t};
use wag_play::place_in_words;
use wag_stats::rating::Method;
use wag_stats::series::SeatPlayed;
use wag_tournament::{Standing, StoredMatch, TournamentResults, head_to_head};

/// The maximum number of lines in the chart.
const LINES_MAX: usize = 40;
/// The maximum number of players in the head-to-head table.
const VERSUS_MAX: usize = 60;

/// Settings for the page.
#[derive(Clone, Copy)]
pub struct PageOptions {
    /// True if the embedded matches include the source files of the AIs.
    pub with_sources: bool,
    /// True if the tournament is still running. The page then reloads itself, and embeds no matches.
    pub is_running: bool,
}

/// Writes the page of a tournament. The file is replaced atomically.
pub fn write(view: &View<'_>, file: &Path, options: PageOptions) -> anyhow::Result<()> {
    let (method, rows) = view.standings();
    let folder = std::path::absolute(file)?.parent().map(Path::to_path_buf).unwrap_or_default();
    let page = Page { view, method, rows, titles: view.titles(), options, folder };
    write_whole(file, &page.whole())
}

struct Page<'p> {
    view: &'p View<'p>,
    method: Method,
    /// The rows of the standings, best first.
    rows: Vec<Standing>,
    titles: Vec<String>,
    options: PageOptions,
    /// The folder that contains the page.
    folder: PathBuf,
}

impl Page<'_> {
    fn whole(&self) -> String {
        let title = t!("Tournament: %{game}", game = t!(self.view.info.title));
        let body = [
            self.intro(&title),
            self.ranking(),
            self.chart(),
            self.head_to_head(),
            tables::all(self),
            self.errors(),
            players::all(self),
            matches::watched(self),
            matches::all(self),
        ];
        document(&title, self.options.is_running, &body.concat())
    }

    fn played(&self) -> impl Iterator<Item = (&StoredMatch, &Vec<SeatPlayed>)> {
        self.view.matches.iter().filter_map(|stored| Some((stored, stored.result.as_ref()?)))
    }

    fn intro(&self, title: &str) -> String {
        let (played, planned) = (self.view.played(), self.view.matches.len());
        let places = self.view.places.iter().map(|word| place_in_words(word, self.view.info.options));
        let places: Vec<String> = places.filter(|place| !place.is_empty()).collect();
        let facts = [
            t!("%{played} of %{planned} matches", played, planned),
            t!("%{n} players", n = self.rows.len()),
            places.join(", "),
            t!("seed %{seed}", seed = self.view.settings.seed),
            t!("ratings by %{method}", method = self.method.name()),
            format!("wag {}", self.view.settings.wag),
        ];
        let facts: String = facts
            .iter()
            .filter(|fact| !fact.is_empty())
            .map(|fact| format!("<span>{}</span>", escaped(fact)))
            .collect();
        let bar = match played < planned {
            true => format!(
                "<div class=\"progress\"><span style=\"width:{}%\"></span></div>",
                100 * played / planned
            ),
            false => String::new(),
        };
        format!("<header><h1>{}</h1><p class=\"facts\">{facts}</p>{bar}</header>\n", escaped(title))
    }

    fn ranking(&self) -> String {
        let heads = [
            (t!("place"), "place"),
            (t!("player"), "name"),
            (t!("rating"), ""),
            (t!("possible"), "less"),
            (t!("points"), ""),
            (t!("games"), "less"),
            (t!("opponents"), "less"),
            (t!("mean place"), ""),
            (t!("wins"), "less"),
            (t!("errors"), ""),
        ];
        let head: String = heads
            .iter()
            .map(|(text, class)| format!("<th scope=\"col\" class=\"{class}\">{}</th>", escaped(text)))
            .collect();
        let ends = self.rows.iter().flat_map(|row| {
            [row.rating.value - row.rating.half_width, row.rating.value + row.rating.half_width]
        });
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), end| (low.min(end), high.max(end)));
        let refused = self.view.settings.refused.iter().map(|refused| {
            format!(
                "<tr class=\"gone\"><td class=\"place\">–</td><th scope=\"row\" class=\"name\">{}</th><td colspan=\"{}\">{}</td></tr>",
                escaped(&refused.name),
                heads.len() - 2,
                escaped(&t!("cannot play: %{why}", why = refused.reason.message.translated()))
            )
        });
        let rows: String =
            self.rows.iter().map(|row| self.ranking_row(row, low, high)).chain(refused).collect();
        let note = t!(
            "± is half the 95 % confidence interval of a rating; possible: the places within these intervals. Click a name to see the player's matches."
        );
        let name = t!("Ranking");
        let table = format!(
            "<div class=\"wide\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table class=\"ranking\"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
            escaped(&name)
        );
        section(&name, &format!("{table}<p class=\"soft\">{}</p>", escaped(&note)))
    }

    fn ranking_row(&self, row: &Standing, low: f64, high: f64) -> String {
        let digits = if self.method == Method::Glicko2 { 0 } else { 1 };
        let rating = row.rating;
        let percent = |value: f64| 100.0 * (value - low) / (high - low).max(f64::MIN_POSITIVE);
        let interval = format!(
            "<span class=\"interval\"><i style=\"left:{:.1}%;width:{:.1}%\"></i><b style=\"left:{:.1}%\"></b></span>",
            percent(rating.value - rating.half_width),
            percent(rating.value + rating.half_width) - percent(rating.value - rating.half_width),
            percent(rating.value)
        );
        let (best, worst) = row.possible;
        let cells = [
            (format!("{} ± {}", decimal(rating.value, digits), decimal(rating.half_width, digits)), ""),
            (if best == worst { best.to_string() } else { format!("{best}–{worst}") }, "less"),
            (decimal(row.points, 1), ""),
            (row.matches.to_string(), "less"),
            (row.opponents.to_string(), "less"),
            (row.mean_place.map_or_else(|| "–".to_string(), |place| decimal(place, 2)), ""),
            (row.wins.to_string(), "less"),
            (row.faults.to_string(), ""),
        ];
        let interval = std::iter::once(interval).chain(std::iter::repeat(String::new()));
        let cells: String = cells
            .iter()
            .zip(interval)
            .map(|((text, class), bar)| format!("<td class=\"{class}\">{bar}{}</td>", escaped(text)))
            .collect();
        let class = match (self.view.members[row.player].is_current, row.place) {
            (false, _) => "gone",
            (true, 1) => "first",
            _ => "",
        };
        format!(
            "<tr class=\"{class}\"><td class=\"place\">{}</td><th scope=\"row\" class=\"name\">{}</th>{cells}</tr>",
            row.place,
            self.link(row)
        )
    }

    /// Returns a player's name as a link to the section about the player.
    fn link(&self, row: &Standing) -> String {
        format!("<a href=\"#p{}\">{}</a>", row.player, escaped(&self.view.marked_title(row)))
    }

    fn errors(&self) -> String {
        let error = |row: &Standing| {
            let words = strip_str(&self.view.failure_in_words(row)?).to_string();
            Some(format!("<p class=\"fault\">{}</p>", escaped(&printable(words.trim_end()))))
        };
        let errors: String = self.rows.iter().filter_map(error).collect();
        if errors.is_empty() { errors } else { section(&t!("Errors"), &errors) }
    }

    /// Returns the head-to-head table. Each cell shows how often the row's player finished ahead of the column's player
    /// in the matches that both played.
    fn head_to_head(&self) -> String {
        let shares = head_to_head(self.view.matches);
        let shown = &self.rows[..self.rows.len().min(VERSUS_MAX)];
        let head: String = shown
            .iter()
            .enumerate()
            .map(|(at, row)| {
                format!("<th scope=\"col\" title=\"{}\">{}</th>", escaped(&self.titles[row.player]), at + 1)
            })
            .collect();
        let rows = shown.iter().enumerate().map(|(at, row)| {
            let cell = |other: &Standing| {
                let versus = shares.get(&(row.player, other.player)).copied().unwrap_or_default();
                let both = format!("{} – {}", self.titles[row.player], self.titles[other.player]);
                match versus.share() {
                    _ if other.player == row.player => "<td class=\"self\"></td>".to_string(),
                    None => "<td></td>".to_string(),
                    Some(share) => format!(
                        "<td class=\"h{:.0}\" title=\"{}\">{:.0}</td>",
                        10.0 * share,
                        escaped(&t!("%{both}: %{n} matches", both, n = versus.matches)),
                        100.0 * share
                    ),
                }
            };
            let cells: String = shown.iter().map(cell).collect();
            format!(
                "<tr><th scope=\"row\" class=\"name\"><span class=\"soft\">{}</span> {}</th>{cells}</tr>",
                at + 1,
                self.link(row)
            )
        });
        let rows: String = rows.collect();
        let name = t!("Head to head");
        let note = t!(
            "How often, in percent, the player in the row finished ahead of the player in the column in their shared matches; ties count half."
        );
        let scale: String = (0..=10).map(|step| format!("<span class=\"h{step}\"></span>")).collect();
        let legend = format!("<p class=\"legend\">0 {scale} 100</p>");
        let table = format!(
            "<div class=\"wide\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table class=\"versus\"><thead><tr><td></td>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
            escaped(&name)
        );
        section(&name, &format!("<p class=\"soft\">{}</p>{table}{legend}", escaped(&note)))
    }

    /// Returns a chart that shows how the ratings develop over the matches of the schedule.
    fn chart(&self) -> String {
        let steps = self.played().count();
        if steps < 2 {
            return String::new();
        }
        // Each point takes as long to compute as the whole table.
        let points = if self.rows.len() > LINES_MAX { 8 } else { 24 }.min(steps);
        let shown = &self.rows[..self.rows.len().min(LINES_MAX)];
        let line = |(number, row): (usize, &Standing)| chart::Line {
            name: self.titles[row.player].clone(),
            look: chart::look(number),
            points: Vec::new(),
        };
        let mut lines: Vec<chart::Line> = shown.iter().enumerate().map(line).collect();
        for point in 1..=points {
            let count = steps * point / points;
            let matches: Vec<StoredMatch> =
                self.played().take(count).map(|(stored, _)| stored.clone()).collect();
            let (_, rows) = TournamentResults { matches: &matches, ..**self.view }.standings();
            for (line, own) in lines.iter_mut().zip(shown) {
                let rating = rows.iter().find(|row| row.player == own.player);
                line.points.extend(rating.map(|row| (count as f64, row.rating.value)));
            }
        }
        let name = t!("Ratings over the matches");
        match chart::svg(&lines, &name, &t!("matches"), &t!("rating")) {
            Some(svg) => section(&name, &svg),
            None => String::new(),
        }
    }
}
