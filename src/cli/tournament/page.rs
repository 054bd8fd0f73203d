//! The results as one page that needs nothing else.

mod chart;
mod html;

use super::super::answer::mistake;
use super::view::{View, columns};
use crate::files;
use crate::language::{Language, decimal, t};
use crate::pages;
use crate::play::{film, place_in_words};
use crate::series::SeatPlayed;
use crate::text::printable;
use crate::tournament::{Kept, Standing, head_to_head};
use anstream::adapter::strip_str;
use html::{escaped, section, table};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

/// All that the page may do: its own style, and the scripts of the matches within it.
const POLICY: &str =
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:";

/// Writes the page of a tournament.
pub fn write(view: &View<'_>, file: &Path, with_sources: bool) -> anyhow::Result<()> {
    let page = Page { view, rows: view.standings().1, titles: view.titles(), with_sources };
    match files::write(file, page.whole().as_bytes()) {
        Ok(()) => Ok(()),
        Err(fault) => mistake(t!("%{file} can't be written: %{fault}", file = file.display(), fault)),
    }
}

/// So many columns of the table come before the times.
const BEFORE_TIMES: usize = 9;

struct Page<'p> {
    view: &'p View<'p>,
    /// In the order of the table.
    rows: Vec<Standing>,
    titles: Vec<String>,
    with_sources: bool,
}

/// A sum, and of how many.
#[derive(Clone, Copy, Default)]
struct Mean(f64, u32);

impl Mean {
    fn add(&mut self, value: f64) {
        *self = Mean(self.0 + value, self.1 + 1);
    }

    fn of(self) -> Option<f64> {
        (self.1 > 0).then(|| self.0 / f64::from(self.1))
    }

    fn shown(self) -> String {
        self.of().map_or_else(String::new, |mean| decimal(mean, 2))
    }
}

impl Page<'_> {
    fn whole(&self) -> String {
        let title = t!("Tournament: %{game}", game = self.view.card.title);
        let body = [
            self.intro(),
            self.ranking(),
            self.head_to_head(),
            self.chart(),
            self.by(&t!("Mean place by seat"), &|_, seat| t!("seat %{n}", n = seat + 1)),
            self.by_map(),
            self.times(),
            self.errors(),
            self.matches(),
        ];
        format!(
            "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{style}</style>\n\
             </head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n</body>\n</html>\n",
            lang = Language::spoken().code,
            title = escaped(&title),
            style = include_str!("page/style.css"),
            body = body.concat()
        )
    }

    fn played(&self) -> impl Iterator<Item = (&Kept, &Vec<SeatPlayed>)> {
        self.view.kept.iter().filter_map(|kept| Some((kept, kept.result.as_ref()?)))
    }

    fn intro(&self) -> String {
        let played = self.played().count();
        let words = t!(
            "%{played} of %{planned} matches, seed %{seed}. Made by wag %{wag}.",
            played,
            planned = self.view.kept.len(),
            seed = self.view.settings.seed,
            wag = self.view.settings.wag
        );
        format!("<p>{}</p>\n", escaped(&words))
    }

    fn ranking(&self) -> String {
        let (columns, mut rows) = columns(self.view, &self.view.standings());
        let mut head: Vec<String> = columns.into_iter().map(|column| column.title).collect();
        // Times have a table of their own.
        head.truncate(BEFORE_TIMES);
        rows.iter_mut().for_each(|row| row.truncate(BEFORE_TIMES));
        let note = t!(
            "± is half of the 95 % interval of a rating; possible: the places that these intervals leave open."
        );
        section(&t!("Ranking"), &format!("{}<p>{}</p>", table(&t!("Ranking"), &head, &rows), escaped(&note)))
    }

    /// How often the player of a row stood before that of a column, in their common matches.
    fn head_to_head(&self) -> String {
        let shares = head_to_head(self.view.kept);
        let head: Vec<String> = std::iter::once(t!("player"))
            .chain(self.rows.iter().map(|row| self.titles[row.player].clone()))
            .collect();
        let rows = self.rows.iter().map(|row| {
            let cell = |other: &Standing| {
                let share = shares.get(&(row.player, other.player)).copied().unwrap_or_default().share();
                share.map_or_else(
                    || "<td></td>".to_string(),
                    |share| {
                        format!("<td class=\"h{:.0}\">{} %</td>", 10.0 * share, decimal(100.0 * share, 0))
                    },
                )
            };
            let cells: String = self.rows.iter().map(cell).collect();
            format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", escaped(&self.titles[row.player]))
        });
        let rows: String = rows.collect();
        let note = t!(
            "How often the player of a row came before that of a column in their common matches; level places count half."
        );
        let name = t!("Head to head");
        let body = format!("<p>{}</p>{}", escaped(&note), html::raw_table(&name, &head, &rows));
        section(&name, &body)
    }

    /// Ratings after more and more of the plan's matches.
    fn chart(&self) -> String {
        let (points, steps) = (24, self.played().count());
        if steps < 2 {
            return String::new();
        }
        let mut lines: Vec<chart::Line> =
            self.rows.iter().map(|row| (self.titles[row.player].clone(), Vec::new())).collect();
        for point in 1..=points.min(steps) {
            let count = steps * point / points.min(steps);
            let ids: Vec<Kept> = self.played().take(count).map(|(kept, _)| kept.clone()).collect();
            let (_, rows) = View { kept: &ids, ..*self.view }.standings();
            for (line, own) in lines.iter_mut().zip(&self.rows) {
                let rating = rows.iter().find(|row| row.player == own.player);
                line.1.extend(rating.map(|row| (count as f64, row.rating.value)));
            }
        }
        let name = t!("Ratings over the matches");
        match chart::svg(&lines, &name, &t!("matches"), &t!("rating")) {
            Some(svg) => section(&name, &svg),
            None => String::new(),
        }
    }

    /// Mean places, by something of a match and seat.
    fn by(&self, title: &str, what: &dyn Fn(&Kept, usize) -> String) -> String {
        let mut columns: Vec<String> = Vec::new();
        let mut means: BTreeMap<(usize, usize), Mean> = BTreeMap::new();
        for (kept, result) in self.played() {
            for (seat, (player, own)) in kept.seats.iter().zip(result).enumerate() {
                let name = what(kept, seat);
                let at = columns.iter().position(|column| *column == name).unwrap_or_else(|| {
                    columns.push(name);
                    columns.len() - 1
                });
                means.entry((*player, at)).or_default().add(f64::from(own.place));
            }
        }
        let head: Vec<String> = std::iter::once(t!("player")).chain(columns.iter().cloned()).collect();
        let row = |row: &Standing| {
            let cell = |at: usize| means.get(&(row.player, at)).copied().unwrap_or_default().shown();
            std::iter::once(self.titles[row.player].clone()).chain((0..columns.len()).map(cell)).collect()
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(row).collect();
        section(title, &table(title, &head, &rows))
    }

    fn by_map(&self) -> String {
        let name = |kept: &Kept| {
            let word = self.view.places.get(kept.place).cloned().unwrap_or_default();
            place_in_words(&word, self.view.card.options)
        };
        if self.view.places.len() < 2 {
            return String::new();
        }
        self.by(&t!("Mean place by map"), &|kept, _| name(kept))
    }

    fn times(&self) -> String {
        let head = [
            t!("player"),
            t!("mean ms"),
            t!("worst ms"),
            t!("mean CPU ms"),
            t!("worst CPU ms"),
            t!("time-outs"),
            t!("doubtful"),
        ];
        let time = |time: Option<f64>| time.map_or_else(|| "-".to_string(), |time| decimal(time, 3));
        let row = |row: &Standing| {
            let times =
                [Some(row.think_ms_mean), Some(row.think_ms_max), row.cpu_ms_mean, row.cpu_ms_max].map(time);
            let counts = [row.time_outs, row.doubtful].map(|count| count.to_string());
            std::iter::once(self.titles[row.player].clone()).chain(times).chain(counts).collect()
        };
        let rows: Vec<Vec<String>> = self.rows.iter().map(row).collect();
        section(&t!("Time per turn"), &table(&t!("Time per turn"), &head, &rows))
    }

    fn errors(&self) -> String {
        let told = |row: &Standing| {
            let words = self.view.failure_in_words(row)?;
            Some(format!("<li>{}</li>", escaped(&printable(&strip_str(&words).to_string()))))
        };
        let told: String = self.rows.iter().filter_map(told).collect();
        if told.is_empty() { told } else { section(&t!("Errors"), &format!("<ul>{told}</ul>")) }
    }

    /// The match of the strongest players, and the closest one, of those whose replays are there.
    fn matches(&self) -> String {
        let films: Vec<(&Kept, f64, f64)> = self
            .played()
            .filter(|(kept, _)| kept.replay.as_ref().is_some_and(|file| Path::new(file).exists()))
            .map(|(kept, result)| {
                let rating = |player: &usize| {
                    self.rows.iter().find(|row| row.player == *player).map_or(0.0, |row| row.rating.value)
                };
                let strength = kept.seats.iter().map(rating).sum::<f64>() / kept.seats.len().max(1) as f64;
                let mut figures: Vec<i64> =
                    result.iter().filter_map(|seat| seat.figures.first().copied()).collect();
                figures.sort_unstable();
                let gap = match figures.as_slice() {
                    [.., second, first] => (first - second) as f64 / (first.abs().max(1)) as f64,
                    _ => f64::MAX,
                };
                (kept, strength, gap)
            })
            .collect();
        let Some(best) = films.iter().max_by(|one, other| one.1.total_cmp(&other.1)) else {
            return section(
                &t!("Matches"),
                &format!(
                    "<p>{}</p>",
                    escaped(&t!(
                        "No replays were kept: --replays DIR keeps them, and this page then shows the best and the closest match."
                    ))
                ),
            );
        };
        let closest =
            films.iter().filter(|film| film.0.id != best.0.id).min_by(|one, other| one.2.total_cmp(&other.2));
        let best = self.embedded(&t!("The match of the strongest"), best.0);
        let closest = closest.map(|film| self.embedded(&t!("The closest match"), film.0)).unwrap_or_default();
        let sources = if self.with_sources {
            t!(
                "The source code of the AIs is in it, for whoever gets this page to read, where the replays have it."
            )
        } else {
            t!("The source code of the AIs is not in it.")
        };
        section(&t!("Matches"), &format!("{best}{closest}<p>{}</p>", escaped(&sources)))
    }

    fn embedded(&self, title: &str, kept: &Kept) -> String {
        let names: Vec<&str> = kept.seats.iter().map(|player| self.titles[*player].as_str()).collect();
        let told =
            t!("%{title}: match %{number}, %{names}", title, number = kept.id, names = names.join(", "));
        let page = kept.replay.as_ref().and_then(|file| {
            let film = film(File::open(file).ok()?).ok()?;
            pages::around(&*film, self.with_sources).ok()
        });
        match page {
            Some(page) => format!(
                "<h3>{told}</h3><iframe title=\"{told}\" sandbox=\"allow-scripts\" srcdoc=\"{page}\"></iframe>",
                told = escaped(&told),
                page = escaped(&page)
            ),
            None => format!("<p>{}</p>", escaped(&t!("%{told}: its replay can't be read", told))),
        }
    }
}
