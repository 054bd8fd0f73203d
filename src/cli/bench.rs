//! `wag bench`: what the engine costs, measured on fixed matches.

use super::answer::{Done, print};
use super::args::Bench;
use super::for_game::ForGame;
use super::table::Table;
use crate::play::{FileFigures, cores};
use crate::players::exchange;
use anyhow::Context;

/// Prints all figures.
pub fn run(options: &ForGame<Bench>) -> anyhow::Result<Done> {
    cores::stay_here();
    let Bench { matches, rounds } = options.words;
    let figures = options.game.any.bench(matches, rounds)?;
    if let Some(files) = &figures.files {
        print(&in_words(files, matches))?;
    }
    if let Some(turns_per_s) = figures.rules_turns_per_s {
        print(&format!("\nThe rules alone at the first place, without players: {turns_per_s:.0} turns/s\n"))?;
    }
    let exchanges = exchange::measure().context("exchanges can't be measured")?;
    print(&exchanges_in_words(&exchanges))
}

/// What it costs to speak with a player that lives for the whole match, beside the least that two processes need.
fn exchanges_in_words(figures: &exchange::Figures) -> String {
    let us = |time: std::time::Duration| time.as_secs_f64() * 1e6;
    let (bare, lines, json) = (us(figures.bare), us(figures.lines), us(figures.json));
    format!(
        "\nA bare round trip (244 bytes there, 15 back, two pipes, one core): {bare:.1} µs, median of {}\n\
         a program that lives, by lines, with limits and sandbox: {lines:.1} µs, {:.2} round trips\n\
         a client over TCP, by JSON: {json:.1} µs, {:.2} round trips\n",
        figures.exchanges,
        lines / bare,
        json / bare
    )
}

fn in_words(figures: &FileFigures, matches: u32) -> String {
    let FileFigures { seats, starts_ms, .. } = figures;
    let resident =
        figures.resident_mib.map(|mib| format!("and hold {mib:.1} MiB each, shared pages included\n"));
    let resident = resident.unwrap_or_default();
    let [(confined_us, confined_ms), (free_us, free_ms)] = figures.confined;
    let mut text = format!(
        "Medians over the turns of {matches} matches each, with {seats} players that run the same file.\n\
         own code: from the start of a player's file to its end, its calls into the API included;\n\
         overhead: the rest of a turn, from the last turn's end to this one's (views, pipes, rules, logs).\n\n\
         {}\n\
         {seats} workers are ready after {starts_ms:.1} ms (median of 11 starts)\n{resident}\n\
         With limits and sandbox, and without, match by match and start by start in turn:\n\
         overhead at the first place {confined_us:.1} and {free_us:.1} µs/turn; {seats} workers {confined_ms:.1} and {free_ms:.1} ms\n",
        places(figures)
    );
    if !figures.calls.is_empty() {
        text += &format!(
            "\nA call into the API beside the same call on a plain Python class (least of 25 runs of 20,000):\n{}\n",
            calls(figures)
        );
    }
    text
}

fn places(figures: &FileFigures) -> Table {
    let mut table = Table::new(&["place", "turns/s", "own code", "own code µs/turn", "overhead µs/turn"]);
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

fn calls(figures: &FileFigures) -> Table {
    let mut table = Table::new(&["call", "API ns", "plain class ns", "ratio"]);
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
