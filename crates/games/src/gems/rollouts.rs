//! Simulates how a game may continue: with random tiles from the stock, and with the opponent's best reply.
//!
//! The type of a position is small and flat, because a search plays thousands of positions. The same position always
//! gets the same random tiles.

use super::account::{Account, Rules};
use super::board::{Board, SIDE, Swap};
use super::create::draw;
use super::tile::Tile;
use std::ops::Range;
use wag_core::game::RandomStream;

/// A function that returns the value of a position to the player who moves next. The account of this player comes
/// first.
pub type ValueFn<'w> = &'w dyn Fn(&Account, &Account) -> f64;

/// A position: the tiles of the field, column by column from the bottom up, and the accounts of both players. `player`
/// is the one whose turn it is.
#[derive(Clone, Debug)]
pub struct Position {
    field: [[Option<Tile>; SIDE]; SIDE],
    player: Account,
    opponent: Account,
    /// The columns and rows that may contain a run: one bit for each column, then one for each row.
    touched: u32,
}

impl Position {
    pub fn of(board: &Board, player: &Account, opponent: &Account) -> Position {
        let field = std::array::from_fn(|x| std::array::from_fn(|y| board.tile((x, y))));
        Position { field, player: *player, opponent: *opponent, touched: u32::MAX }
    }

    /// Returns both accounts after a swap and the consequences that do not depend on the stock. The mover's account
    /// comes first.
    pub fn after(&self, swap: Swap, rules: &Rules) -> (Account, Account) {
        let mut after = self.clone();
        after.play(swap, rules);
        (after.player, after.opponent)
    }

    /// Returns the sum of this swap's values to the mover, over these samples of the stock. In each sample, the
    /// opponent replies with the swap that has the highest immediate value.
    pub fn expected(
        &self,
        swap: Swap,
        rules: &Rules,
        samples: Range<u64>,
        seed: u64,
        worth: ValueFn<'_>,
    ) -> f64 {
        let mut after = self.clone();
        after.play(swap, rules);
        samples
            .map(|sample| after.clone().value_after_reply(rules, &mut RandomStream::new(seed, sample), worth))
            .sum()
    }

    /// Plays the rest of the cascade and the opponent's best reply. Returns the value of the result to the player who
    /// made the first swap.
    fn value_after_reply(mut self, rules: &Rules, rng: &mut RandomStream, worth: ValueFn<'_>) -> f64 {
        self.settle(rules, rng);
        let mut sign = self.pass_turn(rules);
        if !self.is_over() {
            let after = |swap| {
                let mut after = self.clone();
                after.play(swap, rules);
                (worth(&after.player, &after.opponent), after)
            };
            let best = self.legal_swaps().map(after);
            let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
            if let Some((_, after)) = best {
                self = after;
            }
            self.settle(rules, rng);
            sign *= self.pass_turn(rules);
        }
        sign * worth(&self.player, &self.opponent)
    }

    fn is_over(&self) -> bool {
        self.player.is_dead() || self.opponent.is_dead()
    }

    /// Puts the account of the player who moves next first. Returns 1 if that is the same player as before or the game
    /// is over, otherwise -1.
    fn pass_turn(&mut self, rules: &Rules) -> f64 {
        if self.is_over() || self.player.pay_for_turn(rules) {
            return 1.0;
        }
        std::mem::swap(&mut self.player, &mut self.opponent);
        -1.0
    }

    /// Plays a swap and the part of its cascade that needs no tiles from the stock.
    fn play(&mut self, swap: Swap, rules: &Rules) {
        self.swap(swap);
        while self.step(rules) {}
    }

    /// Fills the field with random tiles and resolves runs, until there are none.
    fn settle(&mut self, rules: &Rules, rng: &mut RandomStream) {
        loop {
            for (x, column) in self.field.iter_mut().enumerate() {
                for (y, tile) in column.iter_mut().enumerate().filter(|(_, tile)| tile.is_none()) {
                    *tile = Some(draw(rng));
                    self.touched |= lines((x, y));
                }
            }
            if !self.step(rules) {
                return;
            }
        }
    }

    fn swap(&mut self, Swap { from, to }: Swap) {
        let first = self.field[from.0][from.1];
        self.field[from.0][from.1] = self.field[to.0][to.1];
        self.field[to.0][to.1] = first;
        self.touched |= lines(from) | lines(to);
    }

    fn is_matching(&self, x: usize, y: usize, tile: Tile) -> bool {
        let other = self.field.get(x).and_then(|column| *column.get(y)?);
        other.is_some_and(|other| other.is_like(tile))
    }

    /// Returns all swaps that create a run, in the order of [`Swap::all`].
    fn legal_swaps(&self) -> impl Iterator<Item = Swap> {
        let mut trial = self.clone();
        let makes_run = move |swap: &Swap| {
            let Swap { from, to } = *swap;
            let (first, second) = (trial.field[from.0][from.1], trial.field[to.0][to.1]);
            let (Some(first), Some(second)) = (first, second) else { return false };
            if first.is_like(second) {
                return false;
            }
            trial.swap(*swap);
            let found = trial.lies_in_run(from, second) || trial.lies_in_run(to, first);
            trial.swap(*swap);
            found
        };
        Swap::all().filter(makes_run)
    }

    fn lies_in_run(&self, (x, y): (usize, usize), tile: Tile) -> bool {
        let at = |dx: usize, dy: usize| self.is_matching(x.wrapping_add(dx), y.wrapping_add(dy), tile);
        let back = usize::MAX;
        let line = |one: (usize, usize), two: (usize, usize)| {
            let count = |(dx, dy): (usize, usize)| match at(dx, dy) {
                true => 1 + usize::from(at(dx.wrapping_mul(2), dy.wrapping_mul(2))),
                false => 0,
            };
            count(one) + count(two) >= 2
        };
        line((1, 0), (back, 0)) || line((0, 1), (0, back))
    }

    /// Resolves all current runs once, without new tiles from the stock. Returns whether there was a run.
    fn step(&mut self, rules: &Rules) -> bool {
        let mut gone = [[false; SIDE]; SIDE];
        let (mut damage, mut is_any) = (0, false);
        let touched = std::mem::take(&mut self.touched);
        for line in (0..2 * SIDE).filter(|line| touched & 1 << line != 0) {
            let at = |far: usize| if line < SIDE { (line, far) } else { (far, line - SIDE) };
            let mut start = 0;
            while start < SIDE {
                let (x, y) = at(start);
                let Some(tile) = self.field[x][y] else {
                    start += 1;
                    continue;
                };
                let stops = |far: &usize| {
                    let (x, y) = at(*far);
                    self.is_matching(x, y, tile)
                };
                let end = start + (start..SIDE).take_while(stops).count();
                if end - start >= 3 {
                    is_any = true;
                    let places = (start..end).map(at);
                    let field = &self.field;
                    damage += self.player.credit(places.clone().filter_map(|(x, y)| field[x][y]), rules);
                    places.for_each(|(x, y)| gone[x][y] = true);
                }
                start = end;
            }
        }
        if is_any {
            damage += self.player.cash_in(rules).map(|cashed| cashed.damage).sum::<u32>();
            self.opponent.hurt(damage);
            self.drop_down(&gone);
        }
        is_any
    }

    fn drop_down(&mut self, gone: &[[bool; SIDE]; SIDE]) {
        for (x, (column, gone)) in self.field.iter_mut().zip(gone).enumerate() {
            let Some(lowest) = gone.iter().position(|gone| *gone) else { continue };
            let mut stay = [None; SIDE];
            let left = column.iter().zip(gone).filter(|(_, gone)| !**gone).map(|(tile, _)| *tile);
            stay.iter_mut().zip(left).for_each(|(place, tile)| *place = tile);
            *column = stay;
            (lowest..SIDE).for_each(|y| self.touched |= lines((x, y)));
        }
    }
}

/// Returns the two bits that stand for this column and this row.
fn lines((x, y): (usize, usize)) -> u32 {
    1 << x | 1 << (SIDE + y)
}

#[cfg(test)]
mod tests {
    use super::super::create::create;
    use super::super::runs::{legal_swaps, runs};
    use super::*;

    /// The fast implementation in this module agrees with the slow one in `board` and `runs`.
    #[test]
    fn swaps_and_cascades_are_those_of_the_board() {
        let rules = Rules::default();
        for seed in 0..20 {
            let board = create(seed);
            let field = board.field();
            let player = Account::new(&rules);
            let position = Position::of(&field, &player, &player);
            assert_eq!(position.legal_swaps().collect::<Vec<_>>(), legal_swaps(&field), "seed {seed}");
            for swap in legal_swaps(&field) {
                let (mut after, mut slow, mut account) = (position.clone(), field.clone(), player);
                after.play(swap, &rules);
                slow.swap(swap);
                let mut opponent = player;
                loop {
                    let found = runs(&slow);
                    if found.is_empty() {
                        break;
                    }
                    let mut damage: u32 =
                        found.iter().map(|run| account.credit(run.tiles.iter().copied(), &rules)).sum();
                    damage += account.cash_in(&rules).map(|cashed| cashed.damage).sum::<u32>();
                    opponent.hurt(damage);
                    let mut places: Vec<_> = found.into_iter().flat_map(|run| run.places).collect();
                    places.sort_unstable();
                    places.dedup();
                    slow.remove(&places);
                }
                assert_eq!((after.player, after.opponent), (account, opponent), "seed {seed}, {swap:?}");
                let same = (0..SIDE).all(|x| (0..SIDE).all(|y| after.field[x][y] == slow.tile((x, y))));
                assert!(same, "seed {seed}, {swap:?}");
            }
        }
    }

    #[test]
    fn the_same_position_has_the_same_luck() {
        let (board, rules) = (create(3), Rules::default());
        let player = Account::new(&rules);
        let position = Position::of(&board.field(), &player, &player);
        let worth = |own: &Account, other: &Account| f64::from(own.life + own.shield) - f64::from(other.life);
        let swap = legal_swaps(&board)[0];
        let value = |seed| position.expected(swap, &rules, 0..4, seed, &worth);
        assert_eq!(value(1).to_bits(), value(1).to_bits());
    }
}
