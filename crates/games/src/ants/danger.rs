//! The risk of stepping on a square: how a fight there ends for the ant if every ant that can join the fight does.

use super::View;
use super::torus::{At, Direction, Shifts, Torus};

/// The outcome of a fight for an ant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Risk {
    /// No enemy can reach the ant in the next turn.
    Nothing,
    /// The ant survives and its enemies die.
    Wins,
    /// The ant dies, and so does an enemy.
    Trades,
    Dies,
}

/// The risk of every square.
pub struct RiskMap {
    /// For each square, the number of enemies that could fight an ant there.
    enemies: Vec<u16>,
    /// For each square, the smallest number of own ants that any of these enemies could have to fight.
    weakest: Vec<u16>,
}

impl RiskMap {
    pub fn of(view: &View<'_>) -> RiskMap {
        let (state, seat) = (view.state, view.seat);
        let size = state.position.size;
        let near = after_a_step(size, &size.disc(state.setup.numbers.attack_radius2));
        // An own ant may be one step further away, as the enemy steps towards it.
        let far = Shifts::new(size, &after_a_step(size, &near));
        let reach = Shifts::new(size, &near);
        let mut own = vec![0; size.area()];
        let mut enemies = vec![0; size.area()];
        for ant in state.position.ants.iter().filter(|ant| state.vision.sees(seat, ant.at)) {
            let (counts, reach) = if ant.owner == seat { (&mut own, &far) } else { (&mut enemies, &reach) };
            reach.each_from(ant.at, |square| counts[square] += 1);
        }
        let mut weakest = vec![u16::MAX; size.area()];
        for ant in
            state.position.ants.iter().filter(|ant| ant.owner != seat && state.vision.sees(seat, ant.at))
        {
            let against = own[size.index(ant.at)];
            reach.each_from(ant.at, |square| weakest[square] = against.min(weakest[square]));
        }
        RiskMap { enemies, weakest }
    }

    /// Returns the risk of a square, given by its index. An ant dies if one of its enemies has to fight at most as many
    /// ants as it has to fight itself.
    pub fn at(&self, square: usize) -> Risk {
        match (self.enemies[square], self.weakest[square]) {
            (0, _) => Risk::Nothing,
            (enemies, weakest) if weakest > enemies => Risk::Wins,
            (enemies, weakest) if weakest == enemies => Risk::Trades,
            _ => Risk::Dies,
        }
    }
}

/// Returns the offsets of all squares that are in an ant's reach now or after one step. `reach` contains the offsets of
/// the squares that are in its reach now.
fn after_a_step(size: Torus, reach: &[(u16, u16)]) -> Vec<(u16, u16)> {
    let squares: Vec<At> =
        reach.iter().map(|shift| size.shifted(At::default(), *shift)).chain([At::default()]).collect();
    let stepped = squares.iter().flat_map(|at| Direction::ALL.map(|direction| size.step(*at, direction)));
    let mut all: Vec<At> = stepped.chain(squares.iter().copied()).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|at| (at.row, at.col)).collect()
}
