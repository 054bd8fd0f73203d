//! The contest's own opponent. It takes the first plan that it can pay for and carries out one step of it per round.

use super::View;
use super::orders::{Card, Letter, Orders};
use super::sower::{at, buy, order};
use super::state::{Player, other};
use super::tile::Tile;
use wag_core::game::Seat;

/// The action of the player in one round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Land,
    Shop,
    Fertilize,
    Plant,
    Water,
    Harvest,
}

use Step::{Fertilize, Harvest, Land, Plant, Shop, Water};

/// A plan in progress.
#[derive(Clone, Copy, Debug)]
struct Plan {
    steps: &'static [Step],
    flower: Card,
    /// Number of fertilizer cards that the plan buys.
    fertilizers: i64,
}

/// The seeds for plans with a fertilizer card, in the order in which they are tried. `PLAIN` are those for other plans.
const FERTILIZED: [Card; 3] = [Card::Crocus, Card::BlueJazz, Card::Anemone];
const PLAIN: [Card; 4] = [Card::Tulip, Card::Crocus, Card::BlueJazz, Card::Anemone];

#[derive(Clone, Debug, Default)]
pub struct Gardener {
    plan: Option<Plan>,
    /// Number of completed steps of the plan.
    done: usize,
}

impl Gardener {
    pub fn act(&mut self, view: &View<'_>) -> Orders {
        if self.plan.is_none_or(|plan| self.done == plan.steps.len()) {
            (self.plan, self.done) = (choose(view), 0);
        }
        let Some(plan) = self.plan else { return Orders::Pass };
        let step = plan.steps[self.done];
        if step == Plant && plan.flower == Card::Tulip && [8, 9].contains(&(view.state.round % 10)) {
            return Orders::Pass;
        }
        self.done += 1;
        carry_out(view, &plan, step)
    }
}

/// Returns the first plan that costs less than the player's gold, or `None` if all are too expensive.
fn choose(view: &View<'_>) -> Option<Plan> {
    let (numbers, player) = (&view.state.setup.numbers, view.state.player(view.seat));
    let n = player.tiles.len() as i64;
    // The number of tiles in the next ring towards the middle.
    let k = 2 * n.isqrt() + 1;
    let unit = |flower: Card| numbers.seed(flower).price + numbers.water.price * numbers.seed(flower).drops;
    let grown = |steps, flower, fertilizers, twice: i64| {
        let cost = numbers.tile * k + numbers.fertilizer.price * twice + (n + k) * unit(flower);
        (cost, Plan { steps, flower, fertilizers })
    };
    let same = |steps, flower, fertilizers, twice: i64| {
        let cost = numbers.fertilizer.price * twice + n * unit(flower);
        (cost, Plan { steps, flower, fertilizers })
    };
    let mut plans =
        vec![grown(&[Land, Shop, Fertilize, Fertilize, Plant, Water, Harvest], Card::Tulip, 2, 2)];
    plans.extend(
        FERTILIZED.map(|flower| grown(&[Land, Shop, Plant, Water, Fertilize, Harvest], flower, 1, 1)),
    );
    plans.extend(PLAIN.map(|flower| grown(&[Land, Shop, Plant, Water, Harvest], flower, 0, 0)));
    if n > 4 {
        plans.push(same(&[Shop, Fertilize, Fertilize, Plant, Water, Harvest], Card::Tulip, 1, 2));
        plans.extend(FERTILIZED.map(|flower| same(&[Shop, Plant, Water, Fertilize, Harvest], flower, 1, 1)));
    } else {
        plans.extend(PLAIN.map(|flower| same(&[Shop, Plant, Water, Harvest], flower, 0, 0)));
    }
    plans.into_iter().find(|(cost, _)| *cost < player.gold).map(|(_, plan)| plan)
}

/// Returns the action for a step, with all entries that can be carried out one after the other.
fn carry_out(view: &View<'_>, plan: &Plan, step: Step) -> Orders {
    let player = view.state.player(view.seat);
    let (letter, entries) = match step {
        Harvest => return order(Letter::Harvest, Vec::new()),
        Fertilize => return order(Letter::Fertilizer, Vec::new()),
        Land => (Letter::Land, land(view).into_iter().map(|tile| at(tile, 0, 0)).collect()),
        Shop => (Letter::Cards, shop(view, plan)),
        Plant => {
            let free = player.tiles.iter().filter(|tile| view.state.plant(**tile).is_none());
            let seeds = usize::try_from(player.owned(plan.flower)).unwrap_or(0);
            let id = plan.flower.id() as i64;
            (Letter::Plant, free.take(seeds).map(|tile| at(*tile, id, 0)).collect::<Vec<_>>())
        }
        Water => (Letter::Water, water(view, plan)),
    };
    if entries.is_empty() { Orders::Pass } else { order(letter, entries) }
}

fn shop(view: &View<'_>, plan: &Plan) -> Vec<super::orders::Entry> {
    let (numbers, player) = (&view.state.setup.numbers, view.state.player(view.seat));
    let n = player.tiles.len() as i64;
    let missing = [
        (plan.flower, n),
        (Card::Water, n * numbers.seed(plan.flower).drops),
        (Card::Fertilizer, plan.fertilizers),
    ];
    let mut gold = player.gold;
    let mut entries = Vec::new();
    for (card, amount) in missing {
        let price = numbers.price(card) * amount;
        if amount > 0 && price <= gold {
            gold -= price;
            entries.push(buy(card, amount));
        }
    }
    entries
}

fn water(view: &View<'_>, plan: &Plan) -> Vec<super::orders::Entry> {
    let (state, player) = (view.state, view.state.player(view.seat));
    let is_wet = match state.round % 10 {
        9 | 0 => true,
        8 => plan.steps.ends_with(&[Plant, Water, Fertilize, Harvest]),
        _ => false,
    };
    let full = state.setup.numbers.seed(plan.flower).drops;
    let amount = if is_wet && plan.flower != Card::Tulip { (full - 2).max(0) } else { full };
    let mut left = player.owned(Card::Water);
    let mut entries = Vec::new();
    for tile in player.tiles.iter().filter(|tile| state.plant(**tile).is_some()) {
        if amount <= left {
            left -= amount;
            entries.push(at(*tile, 0, amount));
        }
    }
    entries
}

/// Returns the tiles of the next ring around the player's land that the player can pay for.
fn land(view: &View<'_>) -> Vec<Tile> {
    let (state, player) = (view.state, view.state.player(view.seat));
    let taken = state.player(other(view.seat)).land();
    let (mut own, mut gold) = (player.land(), player.gold);
    let price = state.setup.numbers.tile;
    let mut tiles = Vec::new();
    for tile in ring(player, view.seat) {
        if !own.and(taken).contains(tile) && own.grown().contains(tile) && price <= gold {
            gold -= price;
            own = own.with(tile);
            tiles.push(tile);
        }
    }
    tiles
}

/// Returns the tiles of the next ring. Player 2 grows from its corner (7,7), and player 1 from the opposite one.
fn ring(player: &Player, seat: Seat) -> Vec<Tile> {
    let n = player.tiles.len() as i64;
    let root = n.isqrt();
    let edge = if n > 49 && n < 64 { 0 } else { 7 - root - i64::from(root * root < n) };
    // True for a number `i` that is at least `from` minus the square root of `n`.
    let reaches = |from: i64| move |i: &i64| (from - i) * (from - i) <= n;
    let column = (0..=7).rev().filter(reaches(7)).map(|i| (edge, i));
    let row = (0..=7).rev().filter(reaches(8)).map(|i| (i, edge));
    let tiles = column.chain(row).filter_map(|(x, y)| Tile::of(x, y));
    tiles.map(|tile| if seat == Seat(0) { tile.mirrored() } else { tile }).collect()
}
