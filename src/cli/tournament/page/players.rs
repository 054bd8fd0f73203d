//! The sections about the players: each player's results, failures and matches.

use super::Page;
use super::html::{escaped, section};
use anstream::adapter::strip_str;
use std::collections::BTreeMap;
use wag_core::text::printable;
use wag_i18n::t;
use wag_stats::series::SeatPlayed;
use wag_tournament::{Standing, StoredMatch};

pub fn all(page: &Page<'_>) -> String {
    let matches = matches_of_each(page);
    let parts: String = page.rows.iter().map(|row| one(page, row, matches.get(&row.player))).collect();
    let hint = t!("Each number links to a match: green for first place, red for last place.");
    section(&t!("Players"), &format!("<p class=\"soft\">{}</p>{parts}", escaped(&hint)))
}

/// The matches of each player, by the player's index. Each match comes with the player's result and with the worst rank
/// in the match.
type Matches<'p> = BTreeMap<usize, Vec<(&'p StoredMatch, &'p SeatPlayed, u32)>>;

fn matches_of_each<'p>(page: &'p Page<'_>) -> Matches<'p> {
    let mut all: Matches<'p> = BTreeMap::new();
    for (stored, result) in page.played() {
        let last = result.iter().map(|seat| seat.place).max().unwrap_or(0);
        for (player, seat) in stored.seats.iter().zip(result) {
            all.entry(*player).or_default().push((stored, seat, last));
        }
    }
    all
}

fn one(page: &Page<'_>, row: &Standing, matches: Option<&Vec<(&StoredMatch, &SeatPlayed, u32)>>) -> String {
    let about = t!(
        "%{games} matches, %{wins} wins, %{faults} errors",
        games = row.matches,
        wins = row.wins,
        faults = row.faults
    );
    let faults = page.view.failure_in_words(row).map_or_else(String::new, |words| {
        let words = strip_str(&words).to_string();
        words.lines().map(|line| format!("<p class=\"fault\">{}</p>", escaped(&printable(line)))).collect()
    });
    let chip = |(stored, seat, last): &(&StoredMatch, &SeatPlayed, u32)| {
        let class = match seat.place {
            1 => " class=\"won\"",
            place if place == *last => " class=\"lost\"",
            _ => "",
        };
        let title = t!("place %{place} of %{seats}", place = seat.place, seats = stored.seats.len());
        format!("<li{class}><a href=\"#m{id}\" title=\"{}\">{id}</a></li>", escaped(&title), id = stored.id)
    };
    let chips: String = matches.into_iter().flatten().map(chip).collect();
    format!(
        "<details id=\"p{}\"><summary>{}. {} <span class=\"soft\">{}</span></summary><div class=\"inside\">{faults}<ul class=\"chips\">{chips}</ul></div></details>",
        row.player,
        row.place,
        escaped(&page.titles[row.player]),
        escaped(&about)
    )
}
