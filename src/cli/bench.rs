//! `wag bench`: measures the engine's overhead on fixed matches.

use super::answer::{ExitStatus, print};
use super::args::Bench;
use super::table::{Column, Table};
use super::with_game::WithGame;
use anyhow::Context;
use wag_i18n::{decimal, t};
use wag_players::exchange;
use wag_runner::{Crowded, FileFigures, Light};
use wag_sandbox::cores;

/// Prints all figures.
pub fn run(options: &WithGame<Bench>) -> anyhow::Result<ExitStatus> {
    cores::pin_to_current_core();
    let Bench { matches, rounds } = options.words;
    let figures = options.game.any.bench(matches, rounds)?;
    if let Some(files) = &figures.files {
        print(&in_words(files, matches))?;
    }
    if let Some(turns_per_s) = figures.rules_turns_per_s {
        print(&t!(
            "\nThe rules alone at the first place, without players: %{turns_per_s} turns/s\n",
            turns_per_s = decimal(turns_per_s, 0)
        ))?;
    }
    if !figures.crowds.is_empty() {
        print(&t!(
            "\nCrowded boards: rules with each turn's texts to the players and back, on one core; the whole turn with programs\n\
             that only answer, with limits and sandbox; with Python files, their own code and the rest of a turn:\n%{figures}\n",
            figures = crowds(&figures.crowds)
        ))?;
    }
    let exchanges = exchange::measure(wag_python::paths().1).context(t!("exchanges can't be measured"))?;
    print(&exchanges_in_words(&exchanges))
}

/// Describes the cost of an exchange with a persistent player, compared with the minimum that two processes need.
fn exchanges_in_words(figures: &exchange::Figures) -> String {
    let us = |time: std::time::Duration| time.as_secs_f64() * 1e6;
    let (bare, lines, json) = (us(figures.bare), us(figures.lines), us(figures.json));
    t!(
        "\nA bare round trip (244 bytes there, 15 back, two pipes, one core): %{bare} µs, median of %{exchanges}\n\
         a program that lives, by lines, with limits and sandbox: %{lines} µs, %{lines_trips} round trips\n\
         a client over TCP, by JSON: %{json} µs, %{json_trips} round trips\n",
        bare = decimal(bare, 1),
        exchanges = figures.exchanges,
        lines = decimal(lines, 1),
        lines_trips = decimal(lines / bare, 2),
        json = decimal(json, 1),
        json_trips = decimal(json / bare, 2)
    )
}

fn in_words(figures: &FileFigures, matches: u32) -> String {
    let FileFigures { seats, starts_ms, .. } = figures;
    let resident = figures
        .resident_mib
        .map(|mib| t!("and hold %{mib} MiB each, shared pages included\n", mib = decimal(mib, 1)));
    let resident = resident.unwrap_or_default();
    let [(confined_us, confined_ms), (free_us, free_ms)] = figures.confined;
    let mut text = t!(
        "Medians over the turns of %{matches} matches each, with %{seats} players that run the same file.\n\
         own code: from the start of a player's file to its end, its calls into the API included;\n\
         overhead: the rest of a turn, from the last turn's end to this one's (views, pipes, rules, logs).\n\n\
         %{figures}\n\
         %{seats} workers are ready after %{starts_ms} ms (median of 11 starts)\n%{resident}\n\
         With limits and sandbox, and without, match by match and start by start in turn:\n\
         overhead at the first place %{confined_us} and %{free_us} µs/turn; %{seats} workers %{confined_ms} and %{free_ms} ms\n",
        matches,
        seats,
        figures = places(figures),
        starts_ms = decimal(*starts_ms, 1),
        resident,
        confined_us = decimal(confined_us, 1),
        free_us = decimal(free_us, 1),
        confined_ms = decimal(confined_ms, 1),
        free_ms = decimal(free_ms, 1)
    );
    if !figures.light.is_empty() {
        text += &t!(
            "\nWhole turns of files that do next to nothing, limits, sandbox and logs included; a round trip is the least that two\n\
             processes need, measured in the same run (medians of 7 runs):\n%{figures}\n",
            figures = light(figures)
        );
    }
    if !figures.calls.is_empty() {
        text += &t!(
            "\nA call into the API beside the same call on a plain Python class (least of 25 runs of 20,000):\n%{figures}\n",
            figures = calls(figures)
        );
    }
    text
}

fn places(figures: &FileFigures) -> Table {
    let mut table = Table::new([
        Column::essential("place").wrapped(),
        Column::high("turns/s"),
        Column::middle("own code"),
        Column::middle("own code µs/turn"),
        Column::high("overhead µs/turn"),
    ]);
    for place in &figures.places {
        table.row([
            place.place.to_string(),
            format!("{:.0}", place.turns_per_s),
            format!("{:.0} %", 100.0 * place.own_share),
            format!("{:.1}", place.own_us),
            format!("{:.1}", place.overhead_us),
        ]);
    }
    table
}

fn light(figures: &FileFigures) -> Table {
    let mut table = Table::new([
        Column::essential("file").wrapped(),
        Column::high("place").wrapped(),
        Column::high("µs/turn"),
        Column::middle("round trips"),
    ]);
    for Light { what, place, turn_us, round_trips } in &figures.light {
        table.row([t!(*what), t!(*place), decimal(*turn_us, 1), decimal(*round_trips, 2)]);
    }
    table
}

fn crowds(figures: &[Crowded]) -> Table {
    let mut table = Table::new([
        Column::essential("board").wrapped(),
        Column::high("turns/s"),
        Column::middle("programs µs/turn"),
        Column::middle("own code µs/turn"),
        Column::high("overhead µs/turn"),
    ]);
    let us = |time: Option<f64>| time.map(|us| decimal(us, 0)).unwrap_or_default();
    for Crowded { what, turns_per_s, programs_us, files_us } in figures {
        table.row([
            what.clone(),
            decimal(*turns_per_s, 0),
            us(*programs_us),
            us(files_us.map(|(own, _)| own)),
            us(files_us.map(|(_, rest)| rest)),
        ]);
    }
    table
}

fn calls(figures: &FileFigures) -> Table {
    let mut table = Table::new([
        Column::essential("call").wrapped(),
        Column::high("API ns"),
        Column::middle("plain class ns"),
        Column::high("ratio"),
    ]);
    for (call, ours, plain) in &figures.calls {
        table.row([
            call.clone(),
            format!("{ours:.0}"),
            format!("{plain:.0}"),
            format!("{:.2}", ours / plain),
        ]);
    }
    table
}
