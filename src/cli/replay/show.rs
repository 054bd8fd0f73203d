//! `wag replay show`: a replay in words.

use super::super::answer::{Done, print};
use super::super::args::ReplayShow;
use super::super::table::Table;
use super::{open, told};
use crate::game::{Advice, Seat};
use crate::play::tape;
use crate::replay::{Blocks, Tape, ToldTurn};
use crate::text::printable;
use owo_colors::OwoColorize;
use std::fmt::Write;

pub fn run(options: &ReplayShow) -> anyhow::Result<Done> {
    let path = &options.file;
    let tape = told(path, tape(open(path)?))?;
    let Some(number) = options.round else { return print(&summary(tape.blocks())) };
    let round = told(path, tape.told(number))?;
    let mut text = format!("{}\n\n{}", format!("Before round {number}").bold(), round.board);
    round.turns.iter().for_each(|turn| text += &tell_turn(&*tape, turn));
    print(&text)
}

/// Who played, where, and how it ended.
fn summary(file: &Blocks) -> String {
    let header = &file.header;
    let rounds = match header.rounds {
        // Nobody knew how many there would be.
        0 => file.rounds().to_string(),
        planned => format!("{} of {planned}", file.rounds()),
    };
    let mut text = format!(
        "{}{}, {} rounds, seed {}\nPlayed {} with Wag {} and Python {}\n",
        header.game,
        if header.map.is_empty() { String::new() } else { format!(" on {}", printable(&header.map)) },
        rounds,
        header.seed,
        printable(&header.created),
        printable(&header.wag),
        printable(&header.python)
    );
    let ended = file.ended.as_ref();
    let figures = ended.and_then(|ended| ended.standings.first()).map_or(&[][..], |first| &first.figures);
    let head = ["place", "player", "AI"].into_iter().chain(figures.iter().map(|(name, _)| name.as_str()));
    let mut table = Table::new(&head.collect::<Vec<_>>());
    for (number, player) in header.players.iter().enumerate() {
        let standing = ended.and_then(|ended| ended.standings.get(number));
        let place = standing.map_or_else(String::new, |standing| standing.place.to_string());
        let ai = player.file.clone().unwrap_or_else(|| "built in".to_string());
        let values = standing.map_or(&[][..], |standing| &standing.figures);
        let values = values.iter().map(|(_, value)| value.to_string());
        let row = [place, player.name.clone(), ai].into_iter().chain(values);
        table.row(row.map(|word| printable(&word)));
    }
    let _ = writeln!(text, "{table}");
    match ended {
        None => text += "The replay breaks off: the match was killed, or is still being played.\n",
        Some(ended) if ended.interrupted => text += "The match was interrupted.\n",
        Some(_) if !file.is_complete() => text += "Parts of the replay are damaged.\n",
        Some(ended) if !ended.repeatable => text += "Not repeatable: an AI ran out of time.\n",
        Some(_) => {}
    }
    for note in ended.iter().flat_map(|ended| &ended.advice).take(Advice::TOLD) {
        let name = header.players.get(note.seat.index()).map_or("?", |player| player.name.as_str());
        let _ = writeln!(text, "Note: {}: {}.", printable(name), printable(&note.text));
    }
    let damaged = file.damaged();
    if !damaged.is_empty() {
        let rounds: Vec<String> = damaged.iter().map(|(first, last)| format!("{first} to {last}")).collect();
        let _ = writeln!(text, "Rounds that are damaged and can't be read: {}.", rounds.join(", "));
    }
    if !header.sources.is_empty() {
        let names: Vec<&str> = header.sources.keys().map(String::as_str).collect();
        let _ = writeln!(text, "Sources: {}", printable(&names.join(" ")));
    }
    text
}

/// What happened in a turn, and what the players printed.
fn tell_turn(tape: &dyn Tape, turn: &ToldTurn) -> String {
    let names: Vec<String> =
        tape.blocks().header.players.iter().map(|player| printable(&player.name)).collect();
    let name = |seat: &Seat| names.get(seat.index()).map_or("?", String::as_str);
    let mut text = String::new();
    for (seat, report) in &turn.reports {
        let milliseconds = report.think.as_secs_f64() * 1e3;
        let _ = writeln!(text, "\n{} ({milliseconds:.3} ms)", name(seat).bold());
        for line in String::from_utf8_lossy(&report.output).lines() {
            let _ = writeln!(text, "  | {}", printable(line));
        }
        for words in turn.refused.iter().filter(|(of, _)| of == seat).flat_map(|(_, words)| words) {
            let _ = writeln!(text, "  {}: {words}", "refused".yellow());
        }
        for (way, count) in turn.ways.iter().filter(|(of, _)| of == seat).flat_map(|(_, ways)| ways) {
            let orders = if *count == 1 { "order" } else { "orders" };
            let _ = writeln!(text, "  {count} {orders} from {way}");
        }
        if let Some(fault) = &report.fault {
            let _ = writeln!(text, "  {}: {}", fault.kind.name().red(), printable(&fault.message));
        }
    }
    for event in &turn.events {
        let _ = writeln!(text, "  {event}");
    }
    text
}
