//! Tables on the page: mean ranks by seat and by map, and thinking times.

use super::Page;
use super::html::{section, table};
use std::collections::BTreeMap;
use wag_i18n::{decimal, t};
use wag_play::place_in_words;
use wag_tournament::{Standing, StoredMatch};

/// A sum, and the number of terms in it.
#[derive(Clone, Copy, Default)]
struct Mean(f64, u32);

impl Mean {
    fn add(&mut self, value: f64) {
        *self = Mean(self.0 + value, self.1 + 1);
    }

    fn shown(self) -> String {
        if self.1 == 0 { String::new() } else { decimal(self.0 / f64::from(self.1), 2) }
    }
}

/// Returns all tables. They are side by side if there is room.
pub fn all(page: &Page<'_>) -> String {
    let by_seat = by(page, &t!("Mean place by seat"), &|_, seat| t!("seat %{n}", n = seat + 1));
    format!("<div class=\"pair\">{by_seat}{}</div>\n{}", by_map(page), times(page))
}

fn by_map(page: &Page<'_>) -> String {
    if page.view.places.len() < 2 {
        return String::new();
    }
    let name = |stored: &StoredMatch| {
        let word = page.view.places.get(stored.place).cloned().unwrap_or_default();
        place_in_words(&word, page.view.info.options)
    };
    by(page, &t!("Mean place by map"), &|stored, _| name(stored))
}

/// Returns a table of mean ranks. `what` is called with a match and a seat, and returns the group to which they belong.
fn by(page: &Page<'_>, title: &str, what: &dyn Fn(&StoredMatch, usize) -> String) -> String {
    let mut columns: Vec<String> = Vec::new();
    let mut means: BTreeMap<(usize, usize), Mean> = BTreeMap::new();
    for (stored, result) in page.played() {
        for (seat, (player, own)) in stored.seats.iter().zip(result).enumerate() {
            let name = what(stored, seat);
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
        std::iter::once(page.titles[row.player].clone()).chain((0..columns.len()).map(cell)).collect()
    };
    let rows: Vec<Vec<String>> = page.rows.iter().map(row).collect();
    section(title, &table(title, &head, &rows))
}

fn times(page: &Page<'_>) -> String {
    let head = [
        t!("player"),
        t!("mean ms"),
        t!("worst ms"),
        t!("mean CPU ms"),
        t!("worst CPU ms"),
        t!("time-outs"),
        t!("doubtful"),
    ];
    let time = |time: Option<f64>| time.map_or_else(|| "–".to_string(), |time| decimal(time, 3));
    let row = |row: &Standing| {
        let times =
            [Some(row.think_ms_mean), Some(row.think_ms_max), row.cpu_ms_mean, row.cpu_ms_max].map(time);
        let counts = [row.time_outs, row.doubtful].map(|count| count.to_string());
        std::iter::once(page.titles[row.player].clone()).chain(times).chain(counts).collect()
    };
    let rows: Vec<Vec<String>> = page.rows.iter().map(row).collect();
    section(&t!("Time per turn"), &table(&t!("Time per turn"), &head, &rows))
}
