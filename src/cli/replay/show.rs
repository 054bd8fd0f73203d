//! `wag replay show`: prints a replay as text.

use super::super::answer::{ExitStatus, print, user_error};
use super::super::report::figure_columns;
use super::super::table::{Column, Table};
use crate::output::Paint;
use clap::{Args as ClapArgs, value_parser};
use serde_json::json;
use std::fmt::Write;
use std::path::PathBuf;
use wag_core::game::{Advice, Seat};
use wag_core::text::printable;
use wag_games::{json_replay, text_replay};
use wag_i18n::{Language, decimal, later, message, rounds, t};
use wag_play::recorded::{named, open};
use wag_replay::Ended;
use wag_replay::{
    Blocks, CHUNK_ROUNDS, Header, JsonTurn, PlayerKind, ReplayError, ReplayText, TurnText, forfeit_in_words,
    marked_as_forfeit,
};

#[derive(Debug, ClapArgs)]
pub struct ReplayShow {
    /// Replay file, such as saves/auto-20261121-070000.wag
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Show this round: the board before it, and its events
    #[arg(long, value_parser = value_parser!(u32).range(1..))]
    pub round: Option<u32>,
    /// Print the match, or the round, as one JSON object
    #[arg(long)]
    pub json: bool,
}

pub fn run(options: &ReplayShow) -> anyhow::Result<ExitStatus> {
    let path = &options.file;
    if options.json {
        return show_json(options);
    }
    let text_replay = named(path, text_replay(open(path)?))?;
    let Some(number) = options.round else { return print(&summary(text_replay.blocks())) };
    let round = named(path, text_replay.round_text(number))?;
    let mut text = format!("{}\n\n{}", t!("Before round %{number}", number).bold(), round.board);
    round.turns.iter().for_each(|turn| text += &tell_turn(&*text_replay, turn));
    print(&text)
}

/// Prints the first line of the export, or a round: the state before it, and its turns.
fn show_json(options: &ReplayShow) -> anyhow::Result<ExitStatus> {
    let path = &options.file;
    let replay = named(path, json_replay(open(path)?))?;
    let Some(round) = options.round else {
        let header = named(path, replay.header())?;
        return print(&format!("{}\n", serde_json::to_value(header)?));
    };
    let number = (round - 1) / CHUNK_ROUNDS;
    let chunk = named(path, replay.chunk(number))?;
    let frames = named(path, replay.frames(number, 1))?;
    let frame = frames.into_iter().find(|(of, _)| *of == round).map(|(_, frame)| frame);
    let turns: Vec<JsonTurn> = chunk.turns.into_iter().filter(|turn| turn.round == round).collect();
    if turns.is_empty() {
        if let Some((first, last)) = chunk.damaged.filter(|(first, last)| (*first..=*last).contains(&round)) {
            return Ok(named(path, Err(ReplayError::Damaged { first, last }))?);
        }
        return user_error(message!(
            "%{path}: there is no round %{round}; the last one is %{last}",
            path = path.display(),
            round,
            last = replay.rounds()
        ));
    }
    let object = json!({ "round": round, "frame": frame, "turns": serde_json::to_value(turns)? });
    print(&format!("{object}\n"))
}

/// Says from which replay a match was continued, and with which changes; empty for other matches.
fn origin(header: &Header) -> String {
    let Some(fork) = &header.fork else { return String::new() };
    let names = |seats: &[u8]| {
        let players = seats.iter().filter_map(|seat| header.players.get(usize::from(*seat).checked_sub(1)?));
        players.map(|player| printable(&player.name)).collect::<Vec<_>>().join(", ")
    };
    let mut text =
        t!("Continues %{parent} from round %{round}", parent = printable(&fork.parent), round = fork.round);
    if !fork.changed.is_empty() {
        text += &t!("; other files: %{names}", names = names(&fork.changed));
    }
    if !fork.recorded.is_empty() {
        text += &t!("; recorded orders: %{names}", names = names(&fork.recorded));
    }
    if fork.reseeded {
        text += &t!("; other random numbers");
    }
    text + "\n"
}

/// Returns the players, the map or board, and the result as text.
fn summary(file: &Blocks) -> String {
    let header = &file.header;
    let length = match header.rounds {
        // The number of rounds was not known in advance.
        0 => rounds(file.rounds()),
        planned if planned == file.rounds() => rounds(planned),
        planned => t!("%{rounds} of %{planned} rounds", rounds = file.rounds(), planned),
    };
    let mut text = t!(
        "%{game}%{on}%{which}, %{length}, seed %{seed}\nPlayed %{created} with Wag %{wag} and Python %{python}\n",
        game = header.game_name(),
        on = if header.map.is_empty() {
            String::new()
        } else {
            t!(" on %{place}", place = printable(&header.map))
        },
        which = header.of_match.map_or_else(String::new, |of_match| {
            t!(", game %{number} of %{games}", number = of_match.number, games = of_match.games)
        }),
        length,
        seed = header.seed,
        created = printable(&header.created),
        wag = printable(&header.wag),
        python = printable(&header.python)
    );
    text += &origin(header);
    let ended = file.ended.as_ref();
    let figures = ended.and_then(|ended| ended.standings.first()).map_or(&[][..], |first| &first.figures);
    let mut columns = vec![Column::essential(later!("place")), Column::essential(later!("player")).wrapped()];
    columns.push(Column::middle(later!("AI")).wrapped());
    columns.extend(figure_columns(figures.iter().map(|(name, _)| name.as_str())));
    let mut table = Table::new(columns);
    for (number, player) in header.players.iter().enumerate() {
        let standing = ended.and_then(|ended| ended.standings.get(number));
        let place = standing.map_or_else(String::new, |standing| standing.place.to_string());
        let ai = match player.path.as_ref().or(player.file.as_ref()) {
            Some(file) => file.clone(),
            None => match player.kind {
                Some(PlayerKind::Client) => t!("TCP client"),
                Some(PlayerKind::Person) => t!("person"),
                Some(PlayerKind::Function) => t!("function"),
                None if player.built_in => t!("built in"),
                // The replay does not say which file the player had.
                None | Some(PlayerKind::Other) => String::new(),
            },
        };
        let values = standing.map_or(&[][..], |standing| &standing.figures);
        let values = values.iter().map(|(_, value)| value.to_string());
        let has_forfeited = standing.is_some_and(|standing| standing.forfeit.is_some());
        let name = if has_forfeited { marked_as_forfeit(&player.name) } else { player.name.clone() };
        let row = [place, name, ai].into_iter().chain(values);
        table.row(row.map(|word| printable(&word)));
    }
    let _ = writeln!(text, "{table}");
    if !header.limits.is_empty() {
        let limit = |(name, limit): (&String, &Option<u64>)| match limit {
            Some(limit) => format!("{name} {limit}"),
            None => t!("%{name} unlimited", name),
        };
        let limits: Vec<String> = header.limits.iter().map(limit).collect();
        let _ = writeln!(text, "{}", t!("Limits: %{limits}", limits = printable(&limits.join(", "))));
    }
    for (player, standing) in header.players.iter().zip(ended.iter().flat_map(|ended| &ended.standings)) {
        if let Some(why) = standing.forfeit_translated() {
            let _ = writeln!(text, "{}", forfeit_in_words(&printable(&player.name), &printable(&why)));
        }
    }
    let damaged = file.damaged();
    match ended {
        None if file.check_end().is_err() => {
            text += &t!("The end of the replay is damaged: the result of the match is missing.");
            text.push('\n');
        }
        None => text += &t!("The replay is incomplete: the match was killed, or is still running.\n"),
        Some(Ended { failed: Some(problem), .. }) => {
            let reason = problem.clone().bounded().line(Language::spoken());
            text += &t!("The game failed, so the match is void: %{reason}\n", reason);
        }
        Some(ended) if ended.interrupted => text += &t!("The match was interrupted.\n"),
        Some(_) if !file.is_complete() && damaged.is_empty() => {
            text += &t!("Parts of the replay are damaged.\n")
        }
        Some(ended) if ended.repeatable == Some(false) => match file.why_unrepeatable() {
            why if why.is_empty() => {
                text += &t!(
                    "Not repeatable: an AI ran out of time, or used something that the seed does not determine.\n"
                )
            }
            why => why.iter().for_each(|why| {
                let _ = writeln!(text, "{} {}", t!("Not repeatable:"), why.translated());
            }),
        },
        Some(ended) if ended.repeatable.is_none() => {
            text += &t!(
                "Repeatable: not known. Wag cannot see whether a program, a client or a person used a clock or random numbers.\n"
            )
        }
        Some(_) => {}
    }
    for note in ended.iter().flat_map(|ended| &ended.advice).take(Advice::SHOWN_MAX) {
        let name = header.players.get(note.seat.index()).map_or("?", |player| player.name.as_str());
        let _ = writeln!(text, "{} {}: {}.", t!("Note:"), printable(name), printable(&note.translated()));
    }
    if !damaged.is_empty() {
        let rounds: Vec<String> =
            damaged.iter().map(|(first, last)| t!("%{first} to %{last}", first, last)).collect();
        let _ = writeln!(
            text,
            "{}",
            t!("Damaged rounds that cannot be read: %{rounds}.", rounds = rounds.join(", "))
        );
    }
    if !header.sources.is_empty() {
        let names: Vec<&str> = header.sources.keys().map(String::as_str).collect();
        let _ = writeln!(text, "{}", t!("Sources: %{names}", names = printable(&names.join(" "))));
    }
    text
}

/// Returns the events of a turn and the output of the players as text.
fn tell_turn(text_replay: &dyn ReplayText, turn: &TurnText) -> String {
    let names: Vec<String> =
        text_replay.blocks().header.players.iter().map(|player| printable(&player.name)).collect();
    let name = |seat: &Seat| names.get(seat.index()).map_or("?", String::as_str);
    let mut text = String::new();
    for (seat, report) in &turn.reports {
        let milliseconds = report.think.as_secs_f64() * 1e3;
        let _ = writeln!(text, "\n{} ({} ms)", name(seat).bold(), decimal(milliseconds, 3));
        for line in String::from_utf8_lossy(&report.output).lines() {
            let _ = writeln!(text, "  | {}", printable(line));
        }
        for words in turn.refused.iter().filter(|(of, _)| of == seat).flat_map(|(_, words)| words) {
            let _ = writeln!(text, "  {}: {words}", t!("refused").yellow());
        }
        for (call_stack, count) in
            turn.call_stacks.iter().filter(|(of, _)| of == seat).flat_map(|(_, call_stacks)| call_stacks)
        {
            let orders = match count {
                1 => t!("1 order from %{call_stack}", call_stack),
                count => t!("%{count} orders from %{call_stack}", count, call_stack),
            };
            let _ = writeln!(text, "  {orders}");
        }
        if let Some(fault) = &report.fault {
            let _ = writeln!(
                text,
                "  {}: {}",
                fault.kind.translated().red(),
                printable(&fault.message.translated())
            );
        }
        if let Some(hint) = report.explanation.as_ref().and_then(|one| one.hint(Language::spoken())) {
            let _ = writeln!(text, "  {}", printable(&hint));
        }
    }
    for event in &turn.events {
        let _ = writeln!(text, "  {event}");
    }
    text
}
