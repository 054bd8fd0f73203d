//! The built-in players: one that looks at the next square, and one that looks at the whole board.

use super::rules::State;
use super::{Orders, View};
use wag_core::game::{Direction, Place};

/// Straight on until something is in the way; then to the right, else to the left.
pub fn straight(view: &View<'_>) -> Orders {
    let ways = [0, 1, 3].map(|quarters| view.cycle.facing.turned(quarters));
    let free = ways.into_iter().find(|way| view.state.is_free(way.from(view.cycle.at)));
    free.map_or(Orders::Nothing, Orders::Go)
}

/// To where more squares than elsewhere are nearer to it than to the others; of equals, along walls.
pub fn roomy(view: &View<'_>) -> Orders {
    let others = view.state.in_play().iter().filter(|seat| *seat != view.seat);
    let others = others.map(|seat| view.state.cycles[seat.index()].at).collect();
    let far = distances(view.state, others, 0);
    let free = Direction::ALL.into_iter().filter(|way| view.state.is_free(way.from(view.cycle.at)));
    let best = free.max_by_key(|way| worth(view.state, way.from(view.cycle.at), &far));
    best.map_or(Orders::Nothing, Orders::Go)
}

/// Of going to this square: how many more squares are nearer to it than to the others, who are so `far` from them, than
/// the other way round; and how many walls there are beside it.
fn worth(state: &State, to: Place, far: &[u32]) -> (i64, usize) {
    let near = distances(state, vec![to], 1);
    let room = near.iter().zip(far).map(|(own, other)| other.cmp(own) as i64).sum();
    (room, Direction::ALL.into_iter().filter(|way| !state.is_free(way.from(to))).count())
}

/// After how many rounds somebody can be on each square who is on one of these after `round`.
fn distances(state: &State, mut edge: Vec<Place>, mut round: u32) -> Vec<u32> {
    let mut far = vec![u32::MAX; state.walls.len()];
    while !edge.is_empty() {
        edge.retain(|at| {
            let open = state.setup.index(*at).filter(|index| round == 0 || state.walls[*index] == 0);
            let new = open.filter(|index| far[*index] == u32::MAX);
            new.inspect(|index| far[*index] = round).is_some()
        });
        edge = edge.iter().flat_map(|at| Direction::ALL.map(|way| way.from(*at))).collect();
        round += 1;
    }
    far
}
