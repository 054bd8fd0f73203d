//! `wag gems play`: two games on one board.

use super::super::play::stop_on_signals;
use super::super::printable::printable;
use super::super::recording::{self, Asked, Recorded};
use super::super::report;
use super::args::Play;
use super::entrant::{Ai, Entrant};
use super::one_game::{self, Pairing, numbered};
use super::seats::{BoxedPlayer, Table};
use super::teller::Teller;
use super::terminal::Terminal;
use super::{Done, print, read_board};
use crate::arena::{FaultKind, Observer, Played, TurnRecord};
use crate::cli::args::Recording;
use crate::game::Seat;
use crate::games::gems::board::Board;
use crate::games::gems::duel::State;
use crate::games::gems::event::{Event, Reason};
use crate::games::gems::{Gems, SEATS, tell};
use crate::logs::Logs;
use crate::players::Human;
use anstream::eprintln;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Plays what the command line describes.
pub fn run(options: &Play) -> anyhow::Result<Done> {
    let board = read_board(&options.board, "wag gems create")?;
    let entrant = |word| Entrant::new(word, &options.terms.readable);
    let pair = [entrant(&options.ai1)?, entrant(&options.ai2)?];
    let table = options.terms.table(own_files(options), stop_on_signals()?);
    let kept = Kept { recording: &options.recording, logs: Some(&options.log_dir) };
    let map = options.board.display().to_string();
    play_twice(&table, (&map, &board), &pair, &kept, options.debug, || ())
}

/// The board, and where the games write; replays hold the whole board.
fn own_files(options: &Play) -> Vec<PathBuf> {
    let replays =
        options.recording.replay.iter().flat_map(|file| [1, 2].map(|number| numbered(file, number)));
    let places: Vec<PathBuf> = replays.chain([options.board.clone(), options.log_dir.clone()]).collect();
    recording::closed(places.iter().map(PathBuf::as_path))
}

/// What is left of the games.
pub struct Kept<'k> {
    pub recording: &'k Recording,
    /// The folder for the logs, if there are to be any.
    pub logs: Option<&'k Path>,
}

/// Two games, each player opening one; `between` them there may be something to wait for.
pub fn play_twice(
    table: &Table,
    (map, board): (&str, &Board),
    pair: &[Entrant; SEATS],
    kept: &Kept<'_>,
    debug: bool,
    between: impl Fn(),
) -> anyhow::Result<Done> {
    let pair = [&pair[0], &pair[1]];
    let mut logs = kept.logs.map(|folder| one_game::logs(folder, &one_game::names(pair))).transpose()?;
    let mut is_as_asked = true;
    for (opener, number) in Seat::all(SEATS).zip(1..) {
        if number > 1 {
            between();
        }
        let pairing = Pairing { map, board, seed: 0, pair, opener };
        let asked = kept.recording.replay.as_deref().map(|file| Asked::open(&numbered(file, number)));
        let asked = asked.transpose()?;
        let stop = &table.stop;
        let person =
            |seat| -> BoxedPlayer { Box::new(Human::new(Terminal { seat, stop: Arc::clone(stop) })) };
        let players = match pairing.sit(table, &person, number == 1) {
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(Done::Interrupted),
            seated => seated?,
        };
        let mut recorded = pairing.record(table, kept.recording, asked)?;
        if let Some(logs) = &mut logs {
            logs.title(&format!("=== Game {number}: player {} opens ===\n", opener.0 + 1));
        }
        let (played, last_words) =
            watched(&pairing, table, players, (logs.as_mut(), recorded.as_mut()), debug);
        let replay = recorded.map(Recorded::finish);
        is_as_asked &= replay.as_ref().is_none_or(|replay| replay.is_as_asked);
        let Some(played) = played else { return Ok(Done::Interrupted) };
        if !debug {
            last_words.tell();
        }
        let replay = replay.map_or_else(String::new, |replay| format!("Replay: {}\n", replay.path.display()));
        print(&told(number, &played, pair, &last_words.refused, &replay))?;
    }
    if let Some(logs) = &logs {
        report::warn_of_incomplete(logs);
    }
    Ok(if is_as_asked { Done::Well } else { Done::Defect })
}

/// Plays one of the games for whoever listens.
fn watched(
    pairing: &Pairing<'_>,
    table: &Table,
    players: Vec<BoxedPlayer>,
    (logs, recorded): (Option<&mut Logs>, Option<&mut Recorded<Gems>>),
    debug: bool,
) -> (Option<Played<Gems>>, LastWords) {
    let is_person = |entrant: &&&Entrant| entrant.ai == Ai::Human;
    let mut teller = debug.then(Teller::default);
    let mut shown = pairing.pair.iter().any(|entrant| is_person(&entrant)).then(Shown::default);
    let mut last_words = LastWords::default();
    let mut observers: Vec<&mut dyn Observer<Gems>> = vec![&mut last_words];
    if let Some(logs) = logs {
        observers.push(logs);
    }
    if let Some(recorded) = recorded {
        observers.push(&mut recorded.recorder);
    }
    match (&mut teller, &mut shown) {
        (Some(teller), _) => observers.push(teller),
        (None, Some(shown)) => observers.push(shown),
        (None, None) => {}
    }
    let played = pairing.play(table, players, &mut observers);
    (played, last_words)
}

/// Tells a person at the terminal what has happened.
#[derive(Default)]
struct Shown;

impl Observer<Gems> for Shown {
    fn turn(&mut self, turn: &TurnRecord<'_, Gems>) {
        let names = ["Player 1".to_string(), "Player 2".to_string()];
        let told = turn.events.iter().map(|event| format!("{}.\n", tell(event, &names)));
        let _ = print(&told.collect::<String>());
    }
}

/// What is said of a game: for people, and for programs.
fn told(
    number: usize,
    played: &Played<Gems>,
    pair: [&Entrant; SEATS],
    refused: &[u32; SEATS],
    replay: &str,
) -> String {
    let words = in_words(played, pair) + &of_refused(refused);
    let times = times(played, pair).map_or_else(String::new, |times| format!("{times}\n"));
    format!("Game {number}: {words}\n{times}{replay}{}\n", line(number, played))
}

fn in_words(played: &Played<Gems>, pair: [&Entrant; SEATS]) -> String {
    let end = &played.state;
    let name = |seat: Seat| format!("player {} ({})", seat.0 + 1, printable(&pair[seat.index()].name));
    let dead = Seat::all(SEATS).find(|seat| end.account(*seat).is_dead());
    let winner = end.end.and_then(|end| end.winner);
    match (dead, winner) {
        (Some(loser), Some(winner)) => match fault_of(played, loser) {
            Some((_, what)) => {
                format!("{} fails in move {}: {what}; {} wins.", name(loser), end.moves, name(winner))
            }
            // A person who has gone, or an AI that has called `sys.exit()`.
            None if failed(played) => {
                format!("{} gives no answer in move {}; {} wins.", name(loser), end.moves, name(winner))
            }
            None => format!("{} is dead, {} wins.", name(loser), name(winner)),
        },
        (_, Some(winner)) => format!("nobody died; {} is ahead and wins.", name(winner)),
        (_, None) => "nobody died; a draw.".to_string(),
    }
}

/// Who has done what is not allowed, and how often.
fn of_refused(refused: &[u32; SEATS]) -> String {
    let told = refused.iter().zip(1..).filter(|(count, _)| **count > 0).map(|(count, player)| {
        let were = if *count == 1 { "1 move was".to_string() } else { format!("{count} moves were") };
        format!(" Of player {player}, {were} not allowed.")
    });
    told.collect()
}

fn failed(played: &Played<Gems>) -> bool {
    played.state.end.is_some_and(|end| end.reason == Reason::Failure)
}

/// What has cost a player the game.
fn fault_of(played: &Played<Gems>, loser: Seat) -> Option<(FaultKind, String)> {
    let noted = played.seats[loser.index()].faults.last().filter(|_| failed(played))?;
    Some((noted.fault.kind, printable(&noted.fault.message)))
}

/// The time that programs have used; built-in players take none worth telling.
fn times(played: &Played<Gems>, pair: [&Entrant; SEATS]) -> Option<String> {
    let of = |seat: Seat| {
        let (seat, stats) = (seat.0 + 1, &played.seats[seat.index()]);
        let (total, max) = (stats.think_total.as_secs_f64(), stats.think_max.as_secs_f64());
        format!("player {seat} {total:.2} s, its longest move {max:.2} s")
    };
    let is_told = pair.iter().any(|entrant| entrant.takes_time());
    is_told.then(|| format!("Time used: {}.", Seat::all(SEATS).map(of).collect::<Vec<_>>().join("; ")))
}

/// For other programs; documented in docs/gems.md.
fn line(number: usize, played: &Played<Gems>) -> String {
    let state: &State = &played.state;
    let numbers = |seat: u8| state.account(Seat(seat)).numbers().map(|number| number.to_string()).join(",");
    let winner = state.end.and_then(|end| end.winner);
    let loser = Seat::all(SEATS).find(|seat| Some(*seat) != winner);
    let timed_out = loser.and_then(|loser| fault_of(played, loser));
    let reason = match state.end.map(|end| end.reason) {
        Some(Reason::Life) => "life",
        Some(Reason::Failure) if timed_out.is_some_and(|(kind, _)| kind == FaultKind::Timeout) => "timeout",
        Some(Reason::Failure) => "failure",
        Some(Reason::Stock) | None => "stock",
    };
    let winner = winner.map_or(0, |seat| seat.0 + 1);
    let (first, second, moves) = (numbers(0), numbers(1), state.moves);
    format!("RESULT game={number} winner={winner} moves={moves} reason={reason} p1={first} p2={second}")
}

/// What a player printed in the turn in which it failed, most likely why; and how often it did what is not allowed.
#[derive(Default)]
struct LastWords {
    lines: Vec<String>,
    refused: [u32; SEATS],
}

/// So many lines of it are shown.
const LINES_MAX: usize = 10;
const LINE_MAX: usize = 300;

impl LastWords {
    fn tell(&self) {
        for line in &self.lines {
            eprintln!("{line}");
        }
    }
}

impl Observer<Gems> for LastWords {
    fn turn(&mut self, turn: &TurnRecord<'_, Gems>) {
        let failed = turn.reports.iter().filter(|(_, report)| report.fault.is_some());
        for (seat, report) in failed {
            let output = String::from_utf8_lossy(&report.output);
            let lines: Vec<&str> = output.lines().collect();
            for line in &lines[lines.len().saturating_sub(LINES_MAX)..] {
                let line = printable(line);
                let cut: String = line.chars().take(LINE_MAX).collect();
                let more = if cut.len() < line.len() { " …" } else { "" };
                self.lines.push(format!("player {} printed: {cut}{more}", seat.0 + 1));
            }
        }
        for event in turn.events {
            if let Event::Refused { seat, .. } = event {
                self.refused[seat.index()] += 1;
            }
        }
    }
}
