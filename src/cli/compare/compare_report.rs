//! The report of a comparison as text.

use super::super::table::{Column, Table};
use crate::cli::report;
use crate::output::Paint;
use wag_core::game::GameInfo;
use wag_i18n::{Language, decimal, t};
use wag_play::place_in_words;
use wag_series::compare_report::{CompareReport, PartName, PartScore, Score, Side};

/// Formats a score with its interval, such as `57 % (52 to 62)`.
pub fn percent(score: &Score) -> String {
    let (low, high) = score.interval;
    let [mean, low, high] = [score.score, low, high].map(|share| decimal(100.0 * share, 0));
    t!("%{mean} % (%{low} to %{high})", mean, low, high)
}

/// Formats a number with its sign, such as `+12.5` or `-3.0`.
fn signed(value: f64) -> String {
    let sign = if value > 0.0 { "+" } else { "" };
    format!("{sign}{}", decimal(value, 1))
}

pub fn in_words(report: &CompareReport, info: &GameInfo) -> String {
    let mut out = String::new();
    if report.interrupted {
        out += &t!("Interrupted.\n");
    }
    out += &format!("{}\n", verdict(report, info));
    out += &t!("%{games} matches, seed %{seed}\n", games = report.games, seed = report.seed);
    out += &margin_in_words(report);
    if report.places_say_little {
        out += &t!(
            "In %{level} of %{pairs} pairs both players finished in the same places, so places say little about these two. --by score compares their %{figure}.\n",
            level = report.level_pairs,
            pairs = report.played.len(),
            figure = t!(report.figure)
        );
    }
    if report.without_chance {
        out += &t!(
            "The matches had the same result with every seed: they involve no randomness, and further matches add no information.\n"
        );
    }
    out += &parts_in_words("place", &report.places, info);
    out += &parts_in_words("opponent", &report.opponents, info);
    out += &parts_in_words("seat", &report.seats, info);
    out += &sides_in_words(&report.sides);
    for loss in &report.losses {
        if let Some(again) = &loss.again {
            out += &t!("To replay a clear loss: %{again}\n", again);
        }
        if let Some(file) = &loss.replay {
            out += &t!("Its replay: %{file}\n", file);
        }
    }
    out
}

fn verdict(report: &CompareReport, info: &GameInfo) -> String {
    let (new, old) = (report.new.as_str(), report.old.as_str());
    let (score, pairs) = (percent(&report.score), report.score.pairs);
    let weakest = weakest(&report.places, info);
    let weak = weakest.map(|place| t!(", weakest result on %{place}", place)).unwrap_or_default();
    match report.verdict {
        "better" => t!(
            "%{new} is better than %{old}: %{score} of %{pairs} pairs%{weak}.",
            new = new.green(),
            old,
            score,
            pairs,
            weak
        ),
        "not better" => t!(
            "%{new} is not better than %{old}: %{score} of %{pairs} pairs%{weak}.",
            new = new.red(),
            old,
            score,
            pairs,
            weak
        ),
        _ => t!(
            "It is undecided whether %{new} is better than %{old}: %{score} of %{pairs} pairs%{weak}.",
            new,
            old,
            score,
            pairs,
            weak
        ),
    }
}

/// Returns the name of the map or board on which the new player is weakest; `None` if there is only one.
fn weakest(places: &[PartScore], info: &GameInfo) -> Option<String> {
    let weakest = places.iter().min_by(|one, other| one.score.score.total_cmp(&other.score.score));
    weakest.filter(|_| places.len() > 1).map(|part| part_name(part, info))
}

/// Describes the new player's lead in the deciding figure; empty if the lead is unknown.
fn margin_in_words(report: &CompareReport) -> String {
    let Some(margin) = report.margin else { return String::new() };
    let (mean, figure) = (signed(margin), t!(report.figure));
    match report.margin_interval {
        Some([low, high]) => t!(
            "Difference in %{figure}: %{mean} (%{low} to %{high}) on the same seat\n",
            figure,
            mean,
            low = signed(low),
            high = signed(high)
        ),
        None => t!("Difference in %{figure}: %{mean} on the same seat\n", figure, mean),
    }
}

fn part_name(part: &PartScore, info: &GameInfo) -> String {
    match &part.part {
        PartName::Place(place) => place_in_words(place, info.options),
        PartName::Opponent(name) => name.clone(),
        PartName::Seat(seat) => seat.to_string(),
    }
}

fn parts_in_words(what: &str, parts: &[PartScore], info: &GameInfo) -> String {
    if parts.len() < 2 {
        return String::new();
    }
    let mut table = Table::new([
        Column::essential(what).wrapped(),
        Column::high("pairs"),
        Column::essential("pair score"),
    ]);
    for part in parts {
        table.row([part_name(part, info), part.score.pairs.to_string(), percent(&part.score)]);
    }
    format!("{table}\n")
}

fn sides_in_words(sides: &[Side]) -> String {
    let mut table = Table::new([
        Column::essential("player").wrapped(),
        Column::middle("mean ms"),
        Column::middle("worst ms"),
        Column::low("mean CPU ms"),
        Column::low("worst CPU ms"),
        Column::high("time-outs"),
        Column::middle("doubtful"),
        Column::high("errors"),
    ]);
    for side in sides {
        let times = [
            Some(side.totals.turn_ms_mean),
            Some(side.totals.turn_ms_max),
            side.totals.cpu_ms_mean,
            side.totals.cpu_ms_max,
        ];
        let times = times.map(|time| time.map_or_else(|| "-".to_string(), |time| decimal(time, 3)));
        let counts = [side.totals.time_outs, side.totals.time_outs_doubtful, side.totals.faults]
            .map(|count| count.to_string());
        table.row(std::iter::once(side.name.clone()).chain(times).chain(counts));
    }
    let failures: String = sides.iter().map(failures_in_words).collect();
    format!("{table}\n{failures}")
}

/// Describes how often a player did not play, and its first failure; empty if there is nothing to say.
fn failures_in_words(side: &Side) -> String {
    let (name, mut out) = (side.name.red(), String::new());
    if side.totals.forfeits > 0 {
        out += &t!(
            "%{name} did not play in %{n} of %{games} matches and takes last place there.\n",
            name,
            n = side.totals.forfeits,
            games = side.games
        );
    }
    if let (Some(shown), Some(again)) =
        (&side.totals.first.first_problem, &side.totals.first.first_fault_again)
    {
        let problem = &shown.0;
        out += &t!(
            "%{name} failed %{count} times, first: %{message} [%{kind}]\nWatch it again: %{again}\n",
            name,
            count = side.totals.faults,
            message = problem.line(Language::spoken()),
            kind = problem.kind().translated(),
            again
        );
        out += &report::hint_of_turn(problem);
    }
    out
}
