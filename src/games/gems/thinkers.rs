//! Two players that weigh what a swap brings: greedily, or with the answer to it in mind.
//!
//! They see the field without the stock: a cascade is followed as far as the tiles on the field tell.

use super::account::{Account, Rules};
use super::board::{Board, Place, Swap};
use super::runs::{legal_swaps, runs};

/// What a player goes by.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'s> {
    pub player: &'s Account,
    pub opponent: &'s Account,
    pub board: &'s Board,
    pub rules: &'s Rules,
}

/// A position between two players, the one to move first.
#[derive(Clone, Debug)]
struct Scene {
    field: Board,
    player: Account,
    opponent: Account,
}

/// The swap that brings most at once; of equals the first.
pub fn greedy(sight: Sight<'_>) -> Option<Swap> {
    let scene = Scene::of(sight);
    best(&scene, |swap| scene.after(swap, sight.rules).worth(sight.rules)).map(|(swap, _)| swap)
}

/// The swap after which the opponent's best answer leaves most.
pub fn looking_ahead(sight: Sight<'_>) -> Option<Swap> {
    let (scene, rules) = (Scene::of(sight), sight.rules);
    let value = |swap: Swap| {
        let after = scene.after(swap, rules);
        if after.opponent.is_dead() {
            return f64::MAX;
        }
        let moves_again = after.player.lilac >= rules.threshold;
        let next = if moves_again { after.clone() } else { after.clone().turned() };
        let reply = best(&next, |reply| next.after(reply, rules).worth(rules));
        match reply {
            Some((_, worth)) if moves_again => worth,
            Some((_, worth)) => -worth,
            None => after.worth(rules),
        }
    };
    best(&scene, value).map(|(swap, _)| swap)
}

fn best(scene: &Scene, value: impl Fn(Swap) -> f64) -> Option<(Swap, f64)> {
    let valued = legal_swaps(&scene.field).into_iter().map(|swap| (swap, value(swap)));
    valued.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

impl Scene {
    fn of(sight: Sight<'_>) -> Scene {
        Scene { field: sight.board.field(), player: *sight.player, opponent: *sight.opponent }
    }

    /// With the other one to move.
    fn turned(self) -> Scene {
        Scene { field: self.field, player: self.opponent, opponent: self.player }
    }

    /// After a legal swap and what is sure to follow.
    fn after(&self, swap: Swap, rules: &Rules) -> Scene {
        let mut after = self.clone();
        after.field.swap(swap);
        loop {
            let found = runs(&after.field);
            if found.is_empty() {
                return after;
            }
            let mut damage: u32 = found.iter().map(|run| after.player.credit(&run.tiles, rules)).sum();
            damage += after.player.cash_in(rules).iter().map(|cashed| cashed.damage).sum::<u32>();
            after.opponent.hurt(damage);
            let mut places: Vec<Place> = found.into_iter().flat_map(|run| run.places).collect();
            places.sort_unstable();
            places.dedup();
            after.field.remove(&places);
        }
    }

    /// How well the player stands: life and shield, and stones as parts of the damage they will do.
    fn worth(&self, rules: &Rules) -> f64 {
        if self.opponent.is_dead() {
            return 1000.0;
        }
        strength(&self.player, rules) - strength(&self.opponent, rules)
    }
}

fn strength(account: &Account, rules: &Rules) -> f64 {
    /// About what a move of one's own brings.
    const TURN: f64 = 3.0;
    /// Life does not come back.
    const LIFE: f64 = 1.3;
    let part = |stones: u32, damage: f64| f64::from(stones) * damage / f64::from(rules.threshold);
    f64::from(account.life) * LIFE
        + f64::from(account.shield)
        + part(account.red, f64::from(rules.red_damage))
        + part(account.yellow, f64::from(rules.yellow_damage))
        + part(account.green, f64::from(rules.green_damage))
        + part(account.lilac, TURN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Phase, Seat};
    use crate::games::gems::create::create;
    use crate::games::gems::duel::State;
    use crate::games::gems::reference::{Order, first_swap};
    use crate::games::gems::{Gems, Orders, Setup};

    type Thinker = fn(Sight<'_>) -> Option<Swap>;

    fn reference(sight: Sight<'_>) -> Option<Swap> {
        first_swap(sight.board, Order::Rows)
    }

    /// How many of the games on these boards each has won; each board is played with both openers.
    fn play(boards: std::ops::Range<u64>, players: [Thinker; 2]) -> [u32; 2] {
        let rules = Rules::default();
        let mut won = [0; 2];
        for seed in boards {
            let board = create(seed);
            for opener in [Seat(0), Seat(1)] {
                let setup = Setup { board: board.clone(), opener, rules: rules.clone() };
                let mut state: State = Gems::start(&setup, 0, &mut Vec::new());
                while let Phase::Ask { .. } = Gems::phase(&state) {
                    let mover = state.mover;
                    let view = Gems::view(&state, mover);
                    let sight = Sight {
                        player: view.player,
                        opponent: view.opponent,
                        board: view.board,
                        rules: &rules,
                    };
                    let orders = match players[mover.index()](sight) {
                        Some(swap) => Orders::Swap(swap.numbers()),
                        None => Orders::Nothing,
                    };
                    Gems::apply(&mut state, &[(mover, orders)], &mut Vec::new());
                }
                if let Some(winner) = state.end.and_then(|end| end.winner) {
                    won[winner.index()] += 1;
                }
            }
        }
        won
    }

    #[test]
    fn greed_beats_the_first_swap_that_is_found() {
        let [greedy_won, reference_won] = play(1000..1010, [greedy, reference]);
        assert!(greedy_won >= 17 && reference_won <= 3, "{greedy_won} : {reference_won}");
    }

    #[test]
    fn a_look_ahead_beats_greed() {
        let [ahead_won, greedy_won] = play(1000..1006, [looking_ahead, greedy]);
        assert!(ahead_won > greedy_won, "{ahead_won} : {greedy_won}");
    }

    /// For docs and for whoever changes a weight: `cargo test --release --lib thinkers -- --ignored --nocapture`.
    #[test]
    #[ignore = "measures, judges nothing"]
    fn over_two_hundred_boards() {
        for (name, players) in [
            ("greedy : ref", [greedy as Thinker, reference]),
            ("look-ahead : ref", [looking_ahead, reference]),
            ("look-ahead : greedy", [looking_ahead, greedy]),
        ] {
            println!("{name} {:?} of 400 games", play(0..200, players));
        }
    }
}
