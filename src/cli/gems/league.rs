//! `wag gems league`: everybody meets everybody on the same boards.

use super::super::play::stop_on_signals;
use super::super::table::Table as Printed;
use super::args::League;
use super::entrant::{Ai, Entrant};
use super::one_game::{Pairing, no_person};
use super::{Done, mistake, print};
use crate::arena::{FaultKind, Observer, Played, TurnRecord};
use crate::game::Seat;
use crate::games::gems::create::create;
use crate::games::gems::event::Event;
use crate::games::gems::{Gems, SEATS};
use std::time::Duration;

/// What a player has come to.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    points: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    games: u64,
    /// What it has done to others, all games together.
    damage: u64,
    failures: u64,
    time_outs: u64,
    turns: u32,
    time: Duration,
    longest: Duration,
}

/// A match is the two games on one board; 3 points for one that is won, 1 for a draw.
pub fn run(options: &League) -> anyhow::Result<Done> {
    let entrant = |word: &String| Entrant::new(word, &options.terms.readable);
    let entrants = options.ais.iter().map(entrant).collect::<anyhow::Result<Vec<_>>>()?;
    if entrants.iter().any(|entrant| entrant.ai == Ai::Human) {
        return mistake("nobody can be asked in a league; a person plays with wag gems play");
    }
    let table = options.terms.table(Vec::new(), stop_on_signals()?);
    let mut rows = vec![Row::default(); entrants.len()];
    let mut is_first = true;
    for number in 0..options.boards {
        let board = create(options.seed.wrapping_add(number));
        for second in 1..entrants.len() {
            for first in 0..second {
                let pair = [&entrants[first], &entrants[second]];
                let mut won = [0; SEATS];
                for opener in Seat::all(SEATS) {
                    let mut damage = Damage::default();
                    let pairing = Pairing { map: "", board: &board, seed: 0, pair, opener };
                    let players = pairing.sit(&table, &no_person, is_first)?;
                    let Some(played) = pairing.play(&table, players, &mut [&mut damage]) else {
                        return Ok(Done::Interrupted);
                    };
                    is_first = false;
                    if let Some(winner) = played.state.end.and_then(|end| end.winner) {
                        won[winner.index()] += 1;
                    }
                    for (seat, at) in [first, second].into_iter().enumerate() {
                        rows[at].add_game(&played, &damage, seat);
                    }
                }
                rows[first].add(won[0], won[1]);
                rows[second].add(won[1], won[0]);
            }
        }
    }
    print(&in_order(&entrants, &rows))
}

/// What each player has done to the other one in a game. A mover whose answer is refused hurts himself: that is nobody's.
#[derive(Default)]
struct Damage {
    done: [u64; SEATS],
}

impl Observer<Gems> for Damage {
    fn turn(&mut self, turn: &TurnRecord<'_, Gems>) {
        let Some((mover, _)) = turn.orders.first() else { return };
        for event in turn.events {
            if let Event::Hurt { seat, damage, .. } = event
                && seat != mover
            {
                self.done[mover.index()] += u64::from(*damage);
            }
        }
    }
}

impl Row {
    /// The two games on a board.
    fn add(&mut self, own: u64, others: u64) {
        self.games += own;
        match own.cmp(&others) {
            std::cmp::Ordering::Greater => (self.points, self.wins) = (self.points + 3, self.wins + 1),
            std::cmp::Ordering::Equal => (self.points, self.draws) = (self.points + 1, self.draws + 1),
            std::cmp::Ordering::Less => self.losses += 1,
        }
    }

    /// One of them, played on this seat.
    fn add_game(&mut self, played: &Played<Gems>, damage: &Damage, seat: usize) {
        let stats = &played.seats[seat];
        let is_late = |fault: FaultKind| fault == FaultKind::Timeout;
        self.damage += damage.done[seat];
        self.time_outs += stats.faults.iter().filter(|noted| is_late(noted.fault.kind)).count() as u64;
        self.failures += stats.faults.iter().filter(|noted| !is_late(noted.fault.kind)).count() as u64;
        self.turns += stats.turns;
        self.time += stats.think_total;
        self.longest = self.longest.max(stats.think_max);
    }

    /// What decides who stands before whom.
    fn worth(&self) -> (u64, u64, u64) {
        (self.points, self.wins, self.damage)
    }

    fn times(&self) -> [String; 2] {
        let mean = self.time.checked_div(self.turns).unwrap_or_default();
        [mean, self.longest].map(|time| format!("{:.3}", time.as_secs_f64()))
    }
}

/// The table; what time programs have taken, and how often they have failed, is for who wants to know.
fn in_order(entrants: &[Entrant], rows: &[Row]) -> String {
    let mut order: Vec<usize> = (0..entrants.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(rows[*at].worth()));
    let has_programs = entrants.iter().any(Entrant::takes_time);
    let mut head = vec!["player", "points", "won", "drawn", "lost", "games won", "damage"];
    if has_programs {
        head.extend(["failures", "time-outs", "s per move", "longest move"]);
    }
    let mut table = Printed::new(&head);
    for at in order {
        let row = &rows[at];
        let Row { points, wins, draws, losses, games, damage, failures, time_outs, .. } = *row;
        let mut cells = vec![entrants[at].name.clone()];
        cells.extend([points, wins, draws, losses, games, damage].map(|number| number.to_string()));
        if has_programs {
            cells.extend([failures, time_outs].map(|number| number.to_string()));
            cells.extend(row.times());
        }
        table.row(cells);
    }
    format!("{table}\n")
}
