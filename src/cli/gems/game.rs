//! `wag gems play`: two games on one board.

use super::super::play::stop_on_signals;
use super::super::printable::printable;
use super::args::Play;
use super::entrant::Entrant;
use super::seats::Table;
use super::teller::Teller;
use super::{Done, print, read_board};
use crate::arena::{FaultKind, Match, Observer, Played, TurnRecord};
use crate::game::Seat;
use crate::games::gems::account::Rules;
use crate::games::gems::board::Board;
use crate::games::gems::duel::State;
use crate::games::gems::event::Reason;
use crate::games::gems::{Gems, SEATS, Setup};
use anstream::eprintln;
use owo_colors::OwoColorize;

/// Plays what the command line describes.
pub fn run(options: &Play) -> anyhow::Result<Done> {
    let board = read_board(&options.board)?;
    let entrant = |word| Entrant::new(word, &options.terms.readable);
    let pair = [entrant(&options.ai1)?, entrant(&options.ai2)?];
    let table = Table { rules: Rules::default(), limits: options.terms.limits(), stop: stop_on_signals()? };
    play_twice(&table, &board, &pair, options.debug, || ())
}

/// Two games, each player opening one; `between` them there may be something to wait for.
pub fn play_twice(
    table: &Table,
    board: &Board,
    pair: &[Entrant; SEATS],
    debug: bool,
    between: impl Fn(),
) -> anyhow::Result<Done> {
    for (number, opener) in Seat::all(SEATS).enumerate() {
        if number > 0 {
            between();
        }
        let mut teller = debug.then(Teller::default);
        let mut last_words = LastWords::default();
        let mut observers: Vec<&mut dyn Observer<Gems>> = vec![&mut last_words];
        observers.extend(teller.iter_mut().map(|teller| teller as &mut dyn Observer<Gems>));
        let Some(played) = play(table, board, [&pair[0], &pair[1]], opener, observers, number == 0)? else {
            return Ok(Done::Interrupted);
        };
        if !debug {
            last_words.tell();
        }
        print(&told(number + 1, &played, pair))?;
    }
    Ok(Done::Well)
}

/// Plays one game; `None` when it was interrupted. What the system can't forbid programs is told once.
pub fn play(
    table: &Table,
    board: &Board,
    pair: [&Entrant; SEATS],
    opener: Seat,
    observers: Vec<&mut dyn Observer<Gems>>,
    tells_warnings: bool,
) -> anyhow::Result<Option<Played<Gems>>> {
    let setup = Setup { board: board.clone(), opener, rules: table.rules.clone() };
    let (mut players, mut warnings) = (Vec::new(), Vec::new());
    for entrant in pair {
        let (player, more) = table.sit(entrant)?;
        players.push(player);
        warnings.extend(more);
    }
    warnings.dedup();
    for warning in warnings.iter().filter(|_| tells_warnings) {
        eprintln!("{} {warning}", "warning:".yellow().bold());
    }
    // For as long as the match.
    let mut observers: Vec<&mut dyn Observer<Gems>> = observers.into_iter().map(|each| each as _).collect();
    let played =
        Match { setup: &setup, seed: 0, players: &mut players, observers: &mut observers, stop: &table.stop }
            .play();
    Ok((!played.interrupted).then_some(played))
}

/// What is said of a game: for people, and for programs.
fn told(number: usize, played: &Played<Gems>, pair: &[Entrant; SEATS]) -> String {
    let words = in_words(played, pair);
    let times = times(played, pair).map_or_else(String::new, |times| format!("{times}\n"));
    format!("Game {number}: {words}\n{times}{}\n", line(number, played))
}

fn in_words(played: &Played<Gems>, pair: &[Entrant; SEATS]) -> String {
    let end = &played.state;
    let name = |seat: Seat| format!("player {} ({})", seat.0 + 1, printable(&pair[seat.index()].name));
    let dead = Seat::all(SEATS).find(|seat| end.account(*seat).is_dead());
    let winner = end.end.and_then(|end| end.winner);
    match (dead, winner) {
        (Some(loser), Some(winner)) => match fault_of(played, loser) {
            Some((_, what)) => {
                format!("{} fails in move {}: {what}; {} wins.", name(loser), end.moves, name(winner))
            }
            None => format!("{} is dead, {} wins.", name(loser), name(winner)),
        },
        (_, Some(winner)) => format!("nobody died; {} is ahead and wins.", name(winner)),
        (_, None) => "nobody died; a draw.".to_string(),
    }
}

/// What has cost a player the game.
fn fault_of(played: &Played<Gems>, loser: Seat) -> Option<(FaultKind, String)> {
    let failed = played.state.end.is_some_and(|end| end.reason == Reason::Failure);
    let noted = played.seats[loser.index()].faults.last().filter(|_| failed)?;
    Some((noted.fault.kind, printable(&noted.fault.message)))
}

/// The time that programs have used; built-in players take none worth telling.
fn times(played: &Played<Gems>, pair: &[Entrant; SEATS]) -> Option<String> {
    let of = |seat: Seat| {
        let (seat, stats) = (seat.0 + 1, &played.seats[seat.index()]);
        let (total, max) = (stats.think_total.as_secs_f64(), stats.think_max.as_secs_f64());
        format!("player {seat} {total:.2} s, its longest move {max:.2} s")
    };
    let is_told = pair.iter().any(Entrant::takes_time);
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

/// What a player printed in the turn in which it failed: most likely why.
#[derive(Default)]
struct LastWords {
    lines: Vec<String>,
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
                let line: String = printable(line).chars().take(LINE_MAX).collect();
                self.lines.push(format!("player {} printed: {line}", seat.0 + 1));
            }
        }
    }
}
