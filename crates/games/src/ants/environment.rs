//! The ant war as an environment for learners.

use super::orders::{Order, Orders};
use super::position::Ant;
use super::state::{Square, State};
use super::torus::{At, Direction};
use super::{Ants, Setup, View};
use wag_core::game::{Actions, Environment, Plane, Spaces, plane};

const PLANES: [Plane; 10] = [
    plane("known", "1 on fields that have ever been in view", 1),
    plane("visible", "1 on fields in view", 1),
    plane("water", "1 on known fields of water", 1),
    plane("food", "1 where food is in view", 1),
    plane("own ants", "1 where an own ant is", 1),
    plane(
        "enemy ants",
        "where an enemy ant is in view: the number of its player, from 1 in the order of meeting",
        9,
    ),
    plane("own hills", "1 where an own hill stands in view", 1),
    plane("enemy hills", "where an enemy hill stands in view: the number of its player", 9),
    plane(
        "dead ants",
        "where an ant died in the last turn: 1 for an own ant, otherwise its player's number + 1",
        10,
    ),
    plane("time left", "the share of the turns that are left, from 255 down to 0, on every field", 255),
];

/// The number of choices for a square: to stay, and one for each direction.
const CHOICES: usize = 5;

const MEANINGS: &[(&str, &str)] = &[(
    "[row, column]",
    "what the own ant on the field does: 0 stays, 1 goes north (up), 2 east, 3 south, 4 west; on fields without an own ant, only 0 is allowed, and other numbers have no effect",
)];

impl Environment for Ants {
    type Element = u8;
    const SEED_DECIDES_SETUP: bool = false;

    fn spaces(setup: &Setup) -> Spaces {
        let (rows, columns) = (setup.map.size.rows.into(), setup.map.size.cols.into());
        let choices = vec![CHOICES as u16; rows * columns];
        let actions = Actions { shape: vec![rows, columns], choices, meanings: MEANINGS };
        Spaces { planes: PLANES.to_vec(), rows, columns, actions }
    }

    fn observe(view: &View<'_>, out: &mut [u8]) {
        let View { state, seat } = *view;
        let (position, vision) = (&state.position, &state.vision);
        let area = position.size.area();
        let (known, counts) = (vision.known(seat), vision.counts(seat));
        for (out, known) in out.iter_mut().zip(known) {
            *out = (*known).into();
        }
        for (out, count) in out[area..].iter_mut().zip(counts) {
            *out = (*count > 0).into();
        }
        for (out, (known, water)) in out[2 * area..].iter_mut().zip(known.iter().zip(&state.setup.map.water))
        {
            *out = (*known && *water).into();
        }
        let (things, time) = out[3 * area..].split_at_mut(6 * area);
        things.fill(0);
        let mut put = |plane: usize, at: At, value: usize| {
            things[plane * area + position.size.index(at)] = value.min(255) as u8;
        };
        let number = |owner| vision.number(seat, owner).unwrap_or_default();
        position.food.iter().filter(|at| vision.sees(seat, **at)).for_each(|at| put(0, *at, 1));
        for ant in &position.ants {
            if ant.owner == seat {
                put(1, ant.at, 1);
            } else if vision.sees(seat, ant.at) {
                put(2, ant.at, number(ant.owner));
            }
        }
        for hill in position.standing().filter(|hill| vision.sees(seat, hill.at)) {
            let (plane, value) = if hill.owner == seat { (3, 1) } else { (4, number(hill.owner)) };
            put(plane, hill.at, value);
        }
        for (at, owner) in state.dead.iter().filter(|(at, owner)| *owner == seat || vision.sees(seat, *at)) {
            put(5, *at, number(*owner) + 1);
        }
        let turns = u64::from(state.setup.numbers.turns.max(1));
        let left = turns.saturating_sub(position.turn.into());
        time.fill((255 * left / turns) as u8);
    }

    fn mask(view: &View<'_>, out: &mut [i8]) {
        let size = view.state.position.size;
        out.fill(0);
        out.iter_mut().step_by(CHOICES).for_each(|stay| *stay = 1);
        for ant in own_ants(view) {
            let first = CHOICES * size.index(ant.at) + 1;
            for (allowed, way) in out[first..].iter_mut().zip(Direction::ALL) {
                *allowed = (!is_known_to_be_blocked(view, size.step(ant.at, way))).into();
            }
        }
    }

    fn orders(view: &View<'_>, action: &[i32]) -> Orders {
        let size = view.state.position.size;
        let order = |ant: &Ant| {
            let choice = action[size.index(ant.at)].checked_sub(1)?;
            let way = *Direction::ALL.get(usize::try_from(choice).ok()?)?;
            Some(Order::go(ant.at, way))
        };
        Orders::Given(own_ants(view).filter_map(order).collect())
    }

    fn action(view: &View<'_>, orders: &Orders) -> Option<Vec<i32>> {
        let size = view.state.position.size;
        let Orders::Given(orders) = orders else { return None };
        let mut action = vec![0; size.area()];
        for ant in own_ants(view) {
            let is_its = |order: &&Order| {
                matches!(order, Order::Go { row, col, .. }
                if (*row, *col) == (ant.at.row.into(), ant.at.col.into()))
            };
            let Some(Order::Go { direction, .. }) = orders.iter().find(is_its) else { continue };
            let way = Direction::ALL.iter().position(|way| way == direction)?;
            action[size.index(ant.at)] = way as i32 + 1;
        }
        Some(action)
    }

    fn figures(state: &State, out: &mut [i64]) {
        for (figure, player) in out.iter_mut().zip(&state.position.players) {
            *figure = player.score.into();
        }
    }
}

fn own_ants<'s>(view: &View<'s>) -> impl Iterator<Item = &'s Ant> {
    let seat = view.seat;
    view.state.position.ants.iter().filter(move |ant| ant.owner == seat)
}

/// Returns whether the seat knows that no ant can enter a square.
fn is_known_to_be_blocked(view: &View<'_>, at: At) -> bool {
    let View { state, seat } = *view;
    match state.square(at) {
        Square::WATER => state.vision.knows(seat, at),
        Square::FOOD => state.vision.sees(seat, at),
        _ => false,
    }
}
