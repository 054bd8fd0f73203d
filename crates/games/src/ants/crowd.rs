//! Crowded boards for `wag bench`: ants march back and forth, so that no ants die and no food is gathered.

use super::map::Map;
use super::numbers::Numbers;
use super::rng::Kind;
use super::torus::{At, Direction, Torus};
use super::{Ants, Setup, View};
use std::fmt::Write;
use std::sync::Arc;
use wag_core::game::{Crowd, Seat};
use wag_i18n::t;

/// The boards: side length of the square board, ants per player, number of players.
const BOARDS: [(u16, usize, u8); 9] = [
    (60, 25, 2),
    (80, 25, 2),
    (200, 25, 2),
    (60, 250, 2),
    (80, 250, 2),
    (200, 250, 2),
    (200, 2500, 2),
    (80, 100, 2),
    (80, 100, 4),
];

/// Returns the crowded boards, each with a match of this number of turns.
pub fn crowds(turns: u32) -> Vec<Crowd<Ants>> {
    let crowd = |(side, each, players): (u16, usize, u8)| {
        let map = Arc::new(map(side, each, players));
        let numbers =
            Numbers { turns, cutoff_turn: turns, food: false, scenario: true, ..Numbers::default() };
        Crowd::<Ants> {
            what: t!("%{side}x%{side}, %{players} players with %{each} ants each", side, players, each),
            setup: Setup { map, numbers, random: Kind::Wag, player_seed: 1, given: None },
            seats: players.into(),
            answer: march,
            echo: (players == 4).then_some("go,ready"),
        }
    };
    BOARDS.into_iter().map(crowd).collect()
}

/// Returns a map with a strip of land for each player. There is a pond on every eighth square of every eighth row, a
/// hill in a corner of each strip, and ants spread between the ponds.
fn map(side: u16, each: usize, players: u8) -> Map {
    let size = Torus { rows: side, cols: side };
    let width = side / u16::from(players);
    let is_pond = |at: At| at.row.is_multiple_of(8) && at.col.is_multiple_of(8);
    let strip = |player: u8| {
        let first = u16::from(player) * width;
        // Ants keep away from enemies and from the ponds in the direction of the march.
        let squares =
            (0..side).flat_map(move |row| (first + 3..first + width - 3).map(move |col| At { row, col }));
        let free: Vec<At> = squares.filter(|at| at.row % 8 > 1).collect();
        (0..each).map(move |number| (free[number * free.len() / each], Seat(player))).collect::<Vec<_>>()
    };
    let mut ants: Vec<_> = (0..players).flat_map(strip).collect();
    ants.sort_unstable();
    Map {
        size,
        players,
        water: size.squares().map(is_pond).collect(),
        hills: (0..players)
            .map(|player| (At { row: 0, col: u16::from(player) * width + 1 }, Seat(player)))
            .collect(),
        ants,
        food: Vec::new(),
    }
}

/// Returns orders that move all ants one step north in one turn, and back south in the next one.
fn march(view: &View<'_>, round: u32) -> String {
    let direction = if round.is_multiple_of(2) { Direction::South } else { Direction::North };
    let mut answer = String::new();
    for ant in view.state.position.ants.iter().filter(|ant| ant.owner == view.seat) {
        let result = writeln!(answer, "o {} {} {}", ant.at.row, ant.at.col, direction.sign());
        debug_assert!(result.is_ok(), "a text has room");
    }
    answer + "go\n"
}

#[cfg(test)]
mod tests {
    use super::super::orders::Orders;
    use super::super::state::State;
    use super::*;
    use wag_core::game::{Game, Phase};

    #[test]
    fn everybody_marches_and_nobody_dies() {
        for crowd in crowds(5) {
            let mut events = Vec::new();
            let mut state = Ants::start(&crowd.setup, 1, &mut events);
            let squares = |state: &State| state.position.ants.iter().map(|ant| ant.at).collect::<Vec<_>>();
            let first = squares(&state);
            assert_eq!(crowd.setup.map.homeless(), None);
            while let Phase::Ask { round, seats } = Ants::phase(&state) {
                let orders = seats.iter().map(|seat| {
                    (seat, Orders::read((crowd.answer)(&Ants::view(&state, seat), round).as_bytes()))
                });
                let orders: Vec<_> = orders.collect();
                Ants::apply(&mut state, &orders, &mut events);
                assert_eq!(squares(&state).len(), first.len(), "{}", crowd.what);
                assert_eq!(squares(&state) == first, round % 2 == 0, "{}, round {round}", crowd.what);
            }
            assert_eq!(state.position.turn, 5);
        }
    }
}
