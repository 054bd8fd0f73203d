//! Two built-in players that evaluate swaps: a greedy one, and one that looks ahead.
//!
//! They see the field, but not the stock. The greedy player follows a cascade as long as no tiles from the stock are
//! needed. The other player continues it with random tiles.

use super::account::{Account, Rules};
use super::board::{Board, Swap};
use super::rollouts::Position;
use super::runs::legal_swaps;

/// The information from which a player decides.
#[derive(Clone, Copy, Debug)]
pub struct BotView<'s> {
    pub player: &'s Account,
    pub opponent: &'s Account,
    pub board: &'s Board,
    pub rules: &'s Rules,
}

/// The weights of the numbers in an account. One point of shield is the unit for life, shield and another turn. Stones
/// are weighted by the damage that they will do.
struct Weights {
    /// Weight of a point of life, which is worth more than shield because it cannot be regained.
    life: f64,
    shield: f64,
    stones: f64,
    /// Weight of the stones that pay for one more turn.
    turn: f64,
}

const GREEDY_WEIGHTS: Weights = Weights { life: 1.3, shield: 1.0, stones: 1.0, turn: 3.0 };
/// The weights that predict the winner best, found by a logistic regression on the differences between the accounts in
/// 110,000 positions of the greedy player's games against itself. They are scaled so that a point of shield is 1.
const LOOK_AHEAD_WEIGHTS: Weights = Weights { life: 1.7, shield: 1.0, stones: 1.3, turn: 12.0 };
/// Value of being the player to move, from the same regression.
const TO_MOVE: f64 = 5.25;

/// Value of a won game, which is more than that of any account.
const VICTORY: f64 = 100.0;

/// The rounds of the search. Each entry has two numbers: how many swaps take part in the round, and over how many
/// samples of the stock each of these swaps has been evaluated at the end of the round.
const ROUNDS: [(usize, u64); 3] = [(usize::MAX, 16), (8, 48), (3, 144)];

/// Returns the swap with the highest immediate value, or the first one if several are equal. Returns `None` if no swap
/// is legal.
pub fn greedy(sight: BotView<'_>) -> Option<Swap> {
    let position = Position::of(sight.board, sight.player, sight.opponent);
    let value = |swap| {
        let (player, opponent) = position.after(swap, sight.rules);
        GREEDY_WEIGHTS.difference(&player, &opponent, sight.rules)
    };
    let valued = legal_swaps(sight.board).into_iter().map(|swap| (swap, value(swap)));
    valued.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(swap, _)| swap)
}

/// Returns the swap with the best average value after the opponent's best reply, over many samples of the stock.
/// Returns `None` if no swap is legal.
pub fn looking_ahead(sight: BotView<'_>) -> Option<Swap> {
    let position = Position::of(sight.board, sight.player, sight.opponent);
    let worth =
        |own: &Account, other: &Account| LOOK_AHEAD_WEIGHTS.difference(own, other, sight.rules) + TO_MOVE;
    let seed = fingerprint(sight);
    let mut choice: Vec<(Swap, f64)> = legal_swaps(sight.board).into_iter().map(|swap| (swap, 0.0)).collect();
    let mut done = 0;
    for (stay, samples) in ROUNDS {
        choice.truncate(stay);
        for (swap, value) in &mut choice {
            *value += position.expected(*swap, sight.rules, done..samples, seed, &worth);
        }
        choice.sort_by(|first, second| second.1.total_cmp(&first.1));
        done = samples;
    }
    choice.first().map(|(swap, _)| *swap)
}

/// Returns a hash of the position (FNV-1a).
fn fingerprint(sight: BotView<'_>) -> u64 {
    let numbers = [sight.player, sight.opponent].into_iter().flat_map(Account::numbers);
    let numbers = numbers.flat_map(u32::to_le_bytes);
    let bytes = sight.board.field_text().into_bytes().into_iter().chain(numbers);
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

impl Weights {
    /// Returns how much better the account `own` is than `other`.
    fn difference(&self, own: &Account, other: &Account, rules: &Rules) -> f64 {
        match (own.is_dead(), other.is_dead()) {
            (_, true) => VICTORY,
            (true, false) => -VICTORY,
            (false, false) => self.of(own, rules) - self.of(other, rules),
        }
    }

    fn of(&self, account: &Account, rules: &Rules) -> f64 {
        let part = |stones: u32, damage: f64| f64::from(stones) * damage / f64::from(rules.threshold);
        let stones = part(account.red, f64::from(rules.red_damage))
            + part(account.yellow, f64::from(rules.yellow_damage))
            + part(account.green, f64::from(rules.green_damage));
        f64::from(account.life) * self.life
            + f64::from(account.shield) * self.shield
            + stones * self.stones
            + part(account.lilac, self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gems::create::create;
    use crate::gems::duel::State;
    use crate::gems::reference::{Order, first_swap};
    use crate::gems::{Gems, Orders, Setup};
    use wag_core::game::{Game, Phase, Seat};

    type Bot = fn(BotView<'_>) -> Option<Swap>;

    fn reference(sight: BotView<'_>) -> Option<Swap> {
        first_swap(sight.board, Order::Rows)
    }

    /// Returns how many games on these boards each player has won. Each board is played twice, once with each player
    /// moving first.
    fn play(boards: std::ops::Range<u64>, players: [Bot; 2]) -> [u32; 2] {
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
                    let sight = BotView {
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
        let [ahead_won, greedy_won] = play(1000..1004, [looking_ahead, greedy]);
        assert!(ahead_won > greedy_won, "{ahead_won} : {greedy_won}");
    }
}
