//! The matches on the page: two embedded replays, and a table of all matches.

use super::Page;
use super::html::{escaped, href, section};
use std::path::Path;
use wag_core::files;
use wag_games::json_replay;
use wag_i18n::t;
use wag_play::place_in_words;
use wag_replay::marked_as_forfeit;
use wag_server::pages;
use wag_stats::series::SeatPlayed;
use wag_tournament::StoredMatch;

/// The maximum number of matches in the table of all matches.
const MATCHES_MAX: usize = 5000;

/// Returns the table of all played matches with their results.
pub fn all(page: &Page<'_>) -> String {
    let count = page.played().count();
    if count == 0 {
        return String::new();
    }
    let has_places = page.view.places.len() > 1;
    let head = [t!("match"), t!("seed"), t!("map"), t!("places"), t!("replay")];
    let shown = |at: &usize| *at != 2 || has_places;
    let head: String = (0..head.len())
        .filter(shown)
        .map(|at| {
            format!(
                "<th scope=\"col\"{}>{}</th>",
                if at == 1 { " class=\"less\"" } else { "" },
                escaped(&head[at])
            )
        })
        .collect();
    let rows: String = page
        .played()
        .take(MATCHES_MAX)
        .map(|(stored, result)| row(page, stored, result, has_places))
        .collect();
    let more = match count > MATCHES_MAX {
        true => format!(
            "<p class=\"soft\">{}</p>",
            escaped(&t!("The first %{most} of %{count} matches are shown.", most = MATCHES_MAX, count))
        ),
        false => String::new(),
    };
    let name = t!("All matches");
    let table = format!(
        "<div class=\"wide\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table class=\"matches\"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>",
        escaped(&name)
    );
    section(&name, &format!("{table}{more}"))
}

fn row(page: &Page<'_>, stored: &StoredMatch, result: &[SeatPlayed], has_places: bool) -> String {
    let mut seats: Vec<(&usize, &SeatPlayed)> = stored.seats.iter().zip(result).collect();
    seats.sort_by_key(|(_, seat)| seat.place);
    let seat = |(player, seat): &(&usize, &SeatPlayed)| {
        let figure = seat
            .figures
            .first()
            .map_or_else(String::new, |figure| format!(" <span class=\"soft\">{figure}</span>"));
        let title = &page.titles[**player];
        let name = escaped(&if seat.forfeits { marked_as_forfeit(title) } else { title.clone() });
        format!("{}. <b><a href=\"#p{player}\">{name}</a></b>{figure}", seat.place)
    };
    let seats: Vec<String> = seats.iter().map(seat).collect();
    let place = page.view.places.get(stored.place).map(|word| place_in_words(word, page.view.info.options));
    let place =
        if has_places { format!("<td>{}</td>", escaped(&place.unwrap_or_default())) } else { String::new() };
    format!(
        "<tr id=\"m{id}\"><th scope=\"row\">{id}</th><td class=\"less\">{}</td>{place}<td class=\"seats\">{}</td><td>{}</td></tr>",
        stored.seed,
        seats.join(" · "),
        replay(page, stored),
        id = stored.id
    )
}

/// Returns a link to a match's replay. If the replay is not below the page's folder, returns only its name.
fn replay(page: &Page<'_>, stored: &StoredMatch) -> String {
    let Some(file) = stored.replay.as_ref().map(Path::new) else { return "–".to_string() };
    let name = escaped(&file.file_name().unwrap_or_default().to_string_lossy());
    match href(&page.folder, file) {
        Some(link) => format!("<a href=\"{}\">{name}</a>", escaped(&link)),
        None => name,
    }
}

/// Returns two matches as embedded replays: the match with the strongest players, and the closest match. Considers only
/// matches that have a replay and in which no player forfeited.
pub fn watched(page: &Page<'_>) -> String {
    if page.options.is_running {
        return String::new();
    }
    let has_replay =
        |stored: &StoredMatch| stored.replay.as_ref().is_some_and(|file| Path::new(file).exists());
    let films: Vec<(&StoredMatch, f64, f64)> = page
        .played()
        .filter(|(stored, result)| has_replay(stored) && result.iter().all(|seat| !seat.forfeits))
        .map(|(stored, result)| (stored, strength(page, stored), gap(result)))
        .collect();
    let Some(best) = films.iter().max_by(|one, other| one.1.total_cmp(&other.1)) else {
        let why = if page.played().any(|(stored, _)| has_replay(stored)) {
            t!("There is no match in which all players took part.")
        } else {
            t!(
                "No replays were kept. With --replays DIR they are kept, and this page shows the best match and the closest match."
            )
        };
        return section(&t!("Matches"), &format!("<p class=\"soft\">{}</p>", escaped(&why)));
    };
    let closest = films
        .iter()
        .filter(|json_replay| json_replay.0.id != best.0.id)
        .min_by(|one, other| one.2.total_cmp(&other.2));
    let best = embedded(page, &t!("The match of the strongest players"), best.0);
    let closest = closest
        .map(|json_replay| embedded(page, &t!("The closest match"), json_replay.0))
        .unwrap_or_default();
    let sources = if page.options.with_sources {
        t!(
            "This page includes the source code of the AIs if the replays contain it; anyone who has the page can read it."
        )
    } else {
        t!("This page does not include the source code of the AIs.")
    };
    section(&t!("Matches"), &format!("{best}{closest}<p class=\"soft\">{}</p>", escaped(&sources)))
}

/// Returns the mean rating of the players in a match.
fn strength(page: &Page<'_>, stored: &StoredMatch) -> f64 {
    let rating = |player: &usize| {
        page.rows.iter().find(|row| row.player == *player).map_or(0.0, |row| row.rating.value)
    };
    stored.seats.iter().map(rating).sum::<f64>() / stored.seats.len().max(1) as f64
}

/// Returns the best player's lead over the second best in the deciding figure, as a fraction of the best player's
/// figure.
fn gap(result: &[SeatPlayed]) -> f64 {
    let mut figures: Vec<i64> = result.iter().filter_map(|seat| seat.figures.first().copied()).collect();
    figures.sort_unstable();
    match figures.as_slice() {
        [.., second, first] => (*first as f64 - *second as f64) / (*first as f64).abs().max(1.0),
        _ => f64::MAX,
    }
}

fn embedded(page: &Page<'_>, title: &str, stored: &StoredMatch) -> String {
    let names: Vec<&str> = stored.seats.iter().map(|player| page.titles[*player].as_str()).collect();
    let caption =
        t!("%{title}: match %{number}, %{names}", title, number = stored.id, names = names.join(", "));
    let match_page = stored.replay.as_ref().and_then(|file| {
        let json_replay = json_replay(files::open_to_read(Path::new(file)).ok()?).ok()?;
        pages::page_with_replay(&*json_replay, page.options.with_sources).ok()
    });
    match match_page {
        Some(match_page) => format!(
            "<h3>{caption}</h3><iframe title=\"{caption}\" sandbox=\"allow-scripts\" srcdoc=\"{page}\"></iframe>",
            caption = escaped(&caption),
            page = escaped(&match_page)
        ),
        None => format!("<p>{}</p>", escaped(&t!("%{title}: cannot read the replay", title = caption))),
    }
}
