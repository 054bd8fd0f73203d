//! `wag gems league`: everybody meets everybody on the same boards.

use super::super::play::stop_on_signals;
use super::super::table::Table;
use super::args::League;
use super::game::play;
use super::seats::Thinker;
use super::{Done, print};
use crate::game::Seat;
use crate::games::gems::SEATS;
use crate::games::gems::create::create;

/// What a player has come to.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    points: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    games: u64,
}

/// A match is the two games on one board; 3 points for one that is won, 1 for a draw.
pub fn run(options: &League) -> anyhow::Result<Done> {
    let stop = stop_on_signals()?;
    let mut rows = vec![Row::default(); options.ais.len()];
    for number in 0..options.boards {
        let board = create(options.seed.wrapping_add(number));
        for second in 1..options.ais.len() {
            for first in 0..second {
                let pair: [Thinker; SEATS] = [options.ais[first], options.ais[second]];
                let mut won = [0; SEATS];
                for opener in Seat::all(SEATS) {
                    let Some(end) = play(&board, pair, opener, None, &stop) else {
                        return Ok(Done::Interrupted);
                    };
                    if let Some(winner) = end.end.and_then(|end| end.winner) {
                        won[winner.index()] += 1;
                    }
                }
                rows[first].add(won[0], won[1]);
                rows[second].add(won[1], won[0]);
            }
        }
    }
    print(&table(&options.ais, &rows))
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
}

fn table(ais: &[Thinker], rows: &[Row]) -> String {
    let mut order: Vec<usize> = (0..ais.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse((rows[*at].points, rows[*at].wins, rows[*at].games)));
    let mut table = Table::new(&["player", "points", "won", "drawn", "lost", "games won"]);
    for at in order {
        let Row { points, wins, draws, losses, games } = rows[at];
        table.row(
            [ais[at].name()]
                .into_iter()
                .chain([points, wins, draws, losses, games].map(|number| number.to_string())),
        );
    }
    format!("{table}\n")
}
