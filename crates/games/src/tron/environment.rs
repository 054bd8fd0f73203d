//! Light cycles as an environment for learners.

use super::rules::State;
use super::{Orders, Setup, Tron, View};
use wag_core::game::{Actions, Direction, Environment, Plane, Seat, Spaces};

const PLANES: [Plane; 2] = [
    Plane {
        name: "walls",
        meaning: "0 on a free field, 1 on an own wall, 2 on a wall of another player",
        most: 2,
    },
    Plane {
        name: "cycles",
        meaning: "1 on the field of the own cycle, 2 on that of another cycle that has not crashed",
        most: 2,
    },
];

const MEANINGS: &[(&str, &str)] = &[(
    "direction",
    "0 north (up), 1 east, 2 south, 3 west; allowed are free fields, or all if none is free",
)];

impl Environment for Tron {
    type Element = u8;
    const SEED_DECIDES_SETUP: bool = false;

    fn spaces(setup: &Setup) -> Spaces {
        Spaces {
            planes: PLANES.to_vec(),
            rows: setup.height as usize,
            columns: setup.width as usize,
            actions: Actions::discrete(4, MEANINGS),
        }
    }

    fn observe(view: &View<'_>, out: &mut [u8]) {
        let State { setup, walls, cycles, .. } = view.state;
        let own = view.seat.number();
        let (wall_plane, cycle_plane) = out.split_at_mut(walls.len());
        for (out, wall) in wall_plane.iter_mut().zip(walls) {
            *out = u8::from(*wall != 0) + u8::from(*wall != 0 && *wall != own);
        }
        cycle_plane.fill(0);
        for (seat, cycle) in Seat::all(cycles.len()).zip(cycles) {
            if let Some(index) = setup.index(cycle.at).filter(|_| cycle.survived.is_none()) {
                cycle_plane[index] = if seat == view.seat { 1 } else { 2 };
            }
        }
    }

    fn mask(view: &View<'_>, out: &mut [i8]) {
        for (allowed, way) in out.iter_mut().zip(Direction::ALL) {
            *allowed = view.state.is_free(way.from(view.cycle.at)).into();
        }
        if out.iter().all(|allowed| *allowed == 0) {
            out.fill(1);
        }
    }

    fn orders(_: &View<'_>, action: &[i32]) -> Orders {
        Orders::Go(Direction::ALL[action[0] as usize % 4])
    }

    fn action(_: &View<'_>, orders: &Orders) -> Option<Vec<i32>> {
        let Orders::Go(direction) = orders else { return None };
        let way = Direction::ALL.iter().position(|way| way == direction)?;
        Some(vec![way as i32])
    }

    fn figures(state: &State, out: &mut [i64]) {
        for (figure, cycle) in out.iter_mut().zip(&state.cycles) {
            *figure = cycle.survived.unwrap_or(state.rounds).into();
        }
    }
}
