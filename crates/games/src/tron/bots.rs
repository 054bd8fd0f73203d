//! The built-in players: one looks only at the next square, the other one at the whole board.

use super::rules::State;
use super::{Orders, View};
use wag_core::game::{Direction, Place};

/// Goes straight on until something is in the way. Then turns right, or left if the right is blocked too.
pub fn straight(view: &View<'_>) -> Orders {
    let directions = [0, 1, 3].map(|quarters| view.cycle.facing.turned(quarters));
    let free = directions.into_iter().find(|direction| view.state.is_free(direction.from(view.cycle.at)));
    free.map_or(Orders::Nothing, Orders::Go)
}

/// Moves to the square from which the cycle can reach the most squares before the others do, minus the squares that the
/// others reach first. Of equally good squares, prefers one next to walls.
pub fn roomy(view: &View<'_>) -> Orders {
    let others = view.state.in_play().iter().filter(|seat| *seat != view.seat);
    let others = others.map(|seat| view.state.cycles[seat.index()].at).collect();
    let far = distances(view.state, others, 0);
    let free =
        Direction::ALL.into_iter().filter(|direction| view.state.is_free(direction.from(view.cycle.at)));
    let best = free.max_by_key(|direction| worth(view.state, direction.from(view.cycle.at), &far));
    best.map_or(Orders::Nothing, Orders::Go)
}

/// Rates a move to this square. The first number counts the squares that are nearer to it than to the other cycles,
/// minus those that are nearer to the others. The second number counts the walls beside it. `far` has the distance of
/// each square from the others.
fn worth(state: &State, to: Place, far: &[u32]) -> (i64, usize) {
    let near = distances(state, vec![to], 1);
    let room = near.iter().zip(far).map(|(own, other)| other.cmp(own) as i64).sum();
    (room, Direction::ALL.into_iter().filter(|direction| !state.is_free(direction.from(to))).count())
}

/// Returns the earliest round in which each square can be reached by cycles that stand on the squares `edge` after
/// `round`, or `u32::MAX` if it cannot be reached.
fn distances(state: &State, mut edge: Vec<Place>, mut round: u32) -> Vec<u32> {
    let mut far = vec![u32::MAX; state.walls.len()];
    while !edge.is_empty() {
        edge.retain(|at| {
            let open = state.setup.index(*at).filter(|index| round == 0 || state.walls[*index] == 0);
            let new = open.filter(|index| far[*index] == u32::MAX);
            new.inspect(|index| far[*index] = round).is_some()
        });
        edge = edge.iter().flat_map(|at| Direction::ALL.map(|direction| direction.from(*at))).collect();
        round += 1;
    }
    far
}
