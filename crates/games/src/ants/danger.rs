//! What an ant has to expect that steps on a square: how a fight there would go if all who could come did.

use super::View;
use super::torus::{At, Torus, Way};
use std::collections::BTreeSet;

/// How a fight would end for an ant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Risk {
    /// Nobody can be there in the next turn.
    Nothing,
    /// Its enemies die.
    Wins,
    /// It dies, and an enemy too.
    Trades,
    Dies,
}

/// Of all squares.
pub struct Danger {
    /// How many enemies could fight there.
    enemies: Vec<u16>,
    /// Of these enemies, the one that has fewest against it: so many.
    weakest: Vec<u16>,
}

impl Danger {
    pub fn of(view: &View<'_>) -> Danger {
        let (state, seat) = (view.state, view.seat);
        let size = state.position.size;
        let reach = after_a_step(size, &state.vision.reach().attack);
        // Own ants may be as far away as the enemy steps towards them.
        let far = after_a_step(size, &reach);
        let mut own = vec![0; size.area()];
        let mut enemies = vec![0; size.area()];
        for ant in state.position.ants.iter().filter(|ant| state.vision.sees(seat, ant.at)) {
            let (counts, reach) = if ant.owner == seat { (&mut own, &far) } else { (&mut enemies, &reach) };
            reach.iter().for_each(|shift| counts[size.index(size.shifted(ant.at, *shift))] += 1);
        }
        let mut weakest = vec![u16::MAX; size.area()];
        for ant in
            state.position.ants.iter().filter(|ant| ant.owner != seat && state.vision.sees(seat, ant.at))
        {
            let against = own[size.index(ant.at)];
            for shift in &reach {
                let there = &mut weakest[size.index(size.shifted(ant.at, *shift))];
                *there = against.min(*there);
            }
        }
        Danger { enemies, weakest }
    }

    /// An ant dies if one of its enemies has no more of them against it than it has itself.
    pub fn at(&self, square: usize) -> Risk {
        match (self.enemies[square], self.weakest[square]) {
            (0, _) => Risk::Nothing,
            (enemies, weakest) if weakest > enemies => Risk::Wins,
            (enemies, weakest) if weakest == enemies => Risk::Trades,
            _ => Risk::Dies,
        }
    }
}

/// The squares that are within reach now or after a step, as ways from the middle.
fn after_a_step(size: Torus, reach: &[(u16, u16)]) -> Vec<(u16, u16)> {
    let squares: Vec<At> =
        reach.iter().map(|shift| size.shifted(At::default(), *shift)).chain([At::default()]).collect();
    let stepped = squares.iter().flat_map(|at| Way::ALL.map(|way| size.step(*at, way)));
    let all: BTreeSet<At> = stepped.chain(squares.iter().copied()).collect();
    all.into_iter().map(|at| (at.row, at.col)).collect()
}
