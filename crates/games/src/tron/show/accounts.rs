//! The accounts of a player: its moves, its crash, and the part of the board that it can reach.

use super::super::rules::{Cycle, State};
use super::super::{Event, Setup};
use std::collections::VecDeque;
use wag_core::game::{Account, AccountBook, Accounts, Direction, Lead, Seat};
use wag_i18n::later;

pub const ACCOUNTS: &Accounts = &Accounts {
    lead: Lead { name: later!("fields in reach"), figures: &[] },
    accounts: &[Account {
        figure: "rounds",
        entries: &[
            ("straight", later!("moves straight on")),
            ("left", later!("turns to the left")),
            ("right", later!("turns to the right")),
        ],
    }],
    counts: &[
        ("forced", later!("moves to the only free field")),
        ("own_wall", later!("crashes into the player's own wall")),
        ("other_wall", later!("crashes into another player's wall")),
        ("border", later!("crashes at the border")),
        ("collisions", later!("crashes on the same field as another cycle")),
    ],
};

pub fn book(setup: &Setup, before: &State, events: &[Event], book: &mut AccountBook) {
    for event in events {
        match *event {
            Event::Refused(_) => {}
            Event::Moved(seat, to) => {
                let Some(cycle) = before.cycles.get(seat.index()) else { continue };
                let direction = Direction::ALL.into_iter().find(|direction| direction.from(cycle.at) == to);
                let turned = direction.map_or(0, |direction| direction as usize + 4 - cycle.facing as usize);
                book.add(seat, "rounds", ["straight", "right", "straight", "left"][turned % 4], 1);
                let free = Direction::ALL.into_iter().filter(|way| before.is_free(way.from(cycle.at)));
                book.count(seat, "forced", u64::from(free.count() == 1));
            }
            Event::Crashed(seat, at, wall_of) => {
                let name = match wall_of {
                    Some(owner) if owner == seat => "own_wall",
                    Some(_) => "other_wall",
                    None if setup.index(at).is_none() => "border",
                    None => "collisions",
                };
                book.count(seat, name, 1);
            }
        }
    }
}

/// The player that reaches a square first. Players that reach it at the same time share it, and it counts for none.
#[derive(Clone, Copy, PartialEq)]
enum First {
    Nobody,
    One(Seat),
    Shared,
}

/// Returns, for each cycle, the number of squares that it can reach before all others, including its own square. A
/// crashed cycle has none.
pub fn squares_in_reach(setup: &Setup, state: &State) -> Vec<i64> {
    let mut first = vec![(First::Nobody, 0_u32); state.walls.len()];
    let mut queue = VecDeque::new();
    for (seat, Cycle { at, .. }) in in_play(state) {
        if let Some(index) = setup.index(*at) {
            first[index] = (First::One(seat), 0);
            queue.push_back((*at, index));
        }
    }
    while let Some((at, index)) = queue.pop_front() {
        let (owner, steps) = first[index];
        for to in Direction::ALL.map(|direction| direction.from(at)) {
            let Some(index) = setup.index(to).filter(|index| state.walls[*index] == 0) else { continue };
            match &mut first[index] {
                (found @ First::Nobody, reached) => {
                    (*found, *reached) = (owner, steps + 1);
                    queue.push_back((to, index));
                }
                (found, reached) if *reached == steps + 1 && *found != owner => *found = First::Shared,
                _ => {}
            }
        }
    }
    let mut counts = vec![0; state.cycles.len()];
    for (found, _) in first {
        if let First::One(seat) = found {
            counts[seat.index()] += 1;
        }
    }
    counts
}

fn in_play(state: &State) -> impl Iterator<Item = (Seat, &Cycle)> {
    Seat::all(state.cycles.len()).zip(&state.cycles).filter(|(_, cycle)| cycle.survived.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_between_two_cycles_count_for_neither() {
        let setup = Setup { width: 5, height: 5, seats: 2 };
        let mut state = State::new(&setup);
        // The cycles stand at (1, 1) and (3, 3); the middle and the other two corners are equally far from both.
        assert_eq!(squares_in_reach(&setup, &state), [8, 8]);
        state.cycles[1].survived = Some(3);
        assert_eq!(squares_in_reach(&setup, &state), [24, 0], "the wall of the other cycle stays");
    }
}
