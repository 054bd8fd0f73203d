//! The strongest built-in player. It compares plans for the next rounds and takes the one with the highest growth per
//! round.
//!
//! A plan buys land, then seeds and water for several crops at once, fertilizes, and grows one crop after the other. It
//! never leaves a plant in the rain.

use super::View;
use super::orders::{Card, Entry, Letter, Orders};
use super::sower::{at, buy, order};
use super::state::{State, other};
use super::tile::{Tile, Tiles};
use std::collections::VecDeque;
use wag_core::game::Seat;

/// The maximum number of crops in a plan. `FERTILIZERS_MAX` is the maximum number of fertilizer cards.
const CROPS_MAX: usize = 4;
const FERTILIZERS_MAX: i64 = 6;
/// The number of rounds that a crop takes: one each for planting, watering and harvesting.
const CROP_ROUNDS: u32 = 3;
/// Land bought when fewer rounds than this are left does not pay off.
const LAND_PAYS: u32 = 8;

/// The action of the player in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Land(usize),
    Shop(Vec<Entry>),
    Fertilize,
    Plant(Crop),
    Water,
    Harvest,
    Wait,
}

/// The number of seeds of each kind, in the order of [`Card::SEEDS`]: first those for special tiles, then those for
/// other tiles.
type Crop = [[i64; 4]; 2];

#[derive(Clone, Debug, Default)]
pub struct Estate {
    steps: VecDeque<Step>,
}

impl Estate {
    pub fn act(&mut self, view: &View<'_>) -> Orders {
        if self.steps.is_empty() {
            self.steps = PlanBuilder::new(view).best().into();
        }
        self.steps.pop_front().map_or(Orders::Pass, |step| carry_out(view, step))
    }
}

fn carry_out(view: &View<'_>, step: Step) -> Orders {
    let (letter, entries) = match step {
        Step::Wait => return Orders::Pass,
        Step::Harvest => return order(Letter::Harvest, Vec::new()),
        Step::Fertilize => return order(Letter::Fertilizer, Vec::new()),
        Step::Land(count) => {
            let tiles = land(view).into_iter().take(count);
            (Letter::Land, tiles.map(|tile| at(tile, 0, 0)).collect())
        }
        Step::Shop(entries) => (Letter::Cards, entries),
        Step::Plant(crop) => (Letter::Plant, plant(view, &crop)),
        Step::Water => (Letter::Water, water(view)),
    };
    if entries.is_empty() { Orders::Pass } else { order(letter, entries) }
}

fn plant(view: &View<'_>, crop: &Crop) -> Vec<Entry> {
    let (state, player) = (view.state, view.state.player(view.seat));
    let mut left = *crop;
    let mut choose_seeds = |tile: &Tile| {
        let seeds = &mut left[usize::from(!state.special.contains(*tile))];
        let next = seeds.iter().rposition(|count| *count > 0)?;
        seeds[next] -= 1;
        Some(at(*tile, Card::SEEDS[next].id() as i64, 0))
    };
    player.tiles.iter().filter(|tile| state.plant(**tile).is_none()).filter_map(&mut choose_seeds).collect()
}

/// Returns the entries that give each plant the water it needs.
fn water(view: &View<'_>) -> Vec<Entry> {
    let (state, player) = (view.state, view.state.player(view.seat));
    let mut left = player.owned(Card::Water);
    let mut entries = Vec::new();
    for tile in &player.tiles {
        if let Some(plant) = state.plant(*tile).filter(|plant| (1..=left).contains(&plant.needed)) {
            left -= plant.needed;
            entries.push(at(*tile, 0, plant.needed));
        }
    }
    entries
}

/// Returns the free tiles in the order in which to buy them: special tiles first, then those closest to a free special
/// tile. Of equally close tiles, the one closest to the enemy comes first.
fn land(view: &View<'_>) -> Vec<Tile> {
    let state = view.state;
    let enemy = state.player(other(view.seat)).land();
    let mut own = state.player(view.seat).land();
    let mut tiles = Vec::new();
    loop {
        let taken = own.and(enemy);
        let free = Tiles(own.grown().0 & !taken.0);
        let free_special = Tiles(state.special.0 & !taken.0);
        let far = |tile: Tile| {
            let to_special = free_special.iter().map(|special| distance(tile, special)).min();
            (to_special.unwrap_or(0), distance(tile, enemy_home(view.seat)))
        };
        let Some(next) = free.iter().min_by_key(|tile| far(*tile)) else { return tiles };
        own = own.with(next);
        tiles.push(next);
    }
}

const fn enemy_home(seat: Seat) -> Tile {
    super::Setup::home(other(seat))
}

fn distance(from: Tile, to: Tile) -> u8 {
    from.x().abs_diff(to.x()).max(from.y().abs_diff(to.y()))
}

/// The data from which plans are computed.
struct PlanBuilder<'s> {
    state: &'s State,
    seat: Seat,
    /// The number of special tiles and of other tiles that the player would own, for each number of tiles that it could
    /// buy.
    land: Vec<[i64; 2]>,
    rounds_left: u32,
}

/// A plan, and the growth per round that it brings.
struct Plan {
    steps: Vec<Step>,
    growth: f64,
}

impl<'s> PlanBuilder<'s> {
    fn new(view: &View<'s>) -> PlanBuilder<'s> {
        let state = view.state;
        let mut counts = [0, 0];
        let mut count = |tile: &Tile| {
            counts[usize::from(!state.special.contains(*tile))] += 1;
            counts
        };
        let now = state.player(view.seat).tiles.iter().map(&mut count).last().unwrap_or_default();
        let more = land(view);
        let land = std::iter::once(now).chain(more.iter().map(count)).collect();
        let rounds_left = (state.rounds() + 1).saturating_sub(state.round);
        PlanBuilder { state, seat: view.seat, land, rounds_left }
    }

    /// Returns the steps of the plan with the highest growth per round, or no steps if no plan brings any gain.
    fn best(&self) -> Vec<Step> {
        let gold = self.state.player(self.seat).gold;
        let mut best = Plan { steps: Vec::new(), growth: 0.0 };
        for tiles in 0..self.land.len() {
            if self.state.setup.numbers.tile * tiles as i64 > gold {
                break;
            }
            for fertilizers in 0..=FERTILIZERS_MAX {
                for crops in 1..=CROPS_MAX {
                    if let Some(plan) =
                        self.plan(tiles, fertilizers, crops).filter(|plan| plan.growth > best.growth)
                    {
                        best = plan;
                    }
                }
            }
        }
        best.steps
    }

    fn plan(&self, tiles: usize, fertilizers: i64, crops: usize) -> Option<Plan> {
        let (numbers, player) = (&self.state.setup.numbers, self.state.player(self.seat));
        let before = player.gold - numbers.tile * tiles as i64 - numbers.fertilizer.price * fertilizers;
        let (mut steps, doubled) = self.schedule(tiles, fertilizers, crops);
        let rounds = steps.len() as u32;
        if before < 0 || rounds > self.rounds_left {
            return None;
        }
        let (sown, cost, gain) = self.choose_seeds(&doubled, self.land[tiles], before);
        let is_worth = self.rounds_left - rounds >= LAND_PAYS;
        let land = |tiles: usize| if is_worth { numbers.tile * tiles as i64 } else { 0 };
        let own = player.tiles.len();
        let (now, then) = (player.gold + land(own), before - cost + gain + land(own + tiles));
        let growth = libm::log(then as f64 / now.max(1) as f64) / f64::from(rounds);
        let entries = self.shopping_list(&sown, fertilizers);
        let mut sown = sown.into_iter();
        for step in &mut steps {
            match step {
                Step::Shop(shopping_list) => shopping_list.clone_from(&entries),
                Step::Plant(crop) => *crop = sown.next().unwrap_or_default(),
                _ => {}
            }
        }
        Some(Plan { steps, growth })
    }

    /// Returns the steps of a plan, still without its purchases and seeds, and for each crop whether its harvest is
    /// doubled.
    fn schedule(&self, tiles: usize, fertilizers: i64, crops: usize) -> (Vec<Step>, Vec<bool>) {
        let every = self.state.setup.numbers.rain.every;
        let mut steps = Vec::new();
        if tiles > 0 {
            steps.push(Step::Land(tiles));
        }
        steps.push(Step::Shop(Vec::new()));
        steps.extend((0..fertilizers).map(|_| Step::Fertilize));
        let mut works = i64::from(self.state.player(self.seat).fertilizer) - i64::from(tiles > 0) - 1;
        works = works.max(0) + 2 * fertilizers;
        let mut doubled = Vec::new();
        for _ in 0..crops {
            // A crop that would be in the rain waits until it is over.
            while every > CROP_ROUNDS && (self.state.round + steps.len() as u32) % every > every - CROP_ROUNDS
            {
                steps.push(Step::Wait);
                works -= 1;
            }
            steps.extend([Step::Plant(Crop::default()), Step::Water, Step::Harvest]);
            doubled.push(works >= i64::from(CROP_ROUNDS));
            works -= i64::from(CROP_ROUNDS);
        }
        (steps, doubled)
    }

    /// Chooses the seeds that bring the highest gain for this amount of gold. Returns the crops, their total cost and
    /// their total gain.
    fn choose_seeds(&self, doubled: &[bool], land: [i64; 2], mut gold: i64) -> (Vec<Crop>, i64, i64) {
        let mut upgrades = Vec::new();
        for (crop, doubled) in doubled.iter().enumerate() {
            for (kind, count) in land.into_iter().enumerate() {
                let times = (if kind == 0 { 2 } else { 1 }) * if *doubled { 2 } else { 1 };
                upgrades.extend(
                    self.upgrades(times).map(|(seed, cost, gain)| (crop, kind, count, seed, cost, gain)),
                );
            }
        }
        // Best gain per gold first. For one tile, a later upgrade never has a better ratio.
        upgrades.sort_by_key(|(.., cost, gain)| -gain * 10_000 / (cost + 1));
        let mut crops = vec![Crop::default(); doubled.len()];
        let (mut all_cost, mut all_gain) = (0, 0);
        for (crop, kind, count, seed, cost, gain) in upgrades {
            let has = if seed == 0 {
                count - crops[crop][kind].iter().sum::<i64>()
            } else {
                crops[crop][kind][CHAIN[seed - 1]]
            };
            let done = has.min(gold / cost.max(1));
            gold -= done * cost;
            (all_cost, all_gain) = (all_cost + done * cost, all_gain + done * gain);
            crops[crop][kind][CHAIN[seed]] += done;
            if seed > 0 {
                crops[crop][kind][CHAIN[seed - 1]] -= done;
            }
        }
        (crops, all_cost, all_gain)
    }

    /// Returns the upgrades of a tile, from bare ground up to the most expensive seed: an index into [`CHAIN`], the
    /// additional cost and the additional gain of each.
    fn upgrades(&self, times: i64) -> impl Iterator<Item = (usize, i64, i64)> {
        let numbers = &self.state.setup.numbers;
        let unit = |seed: usize| {
            let seed = numbers.seed(Card::SEEDS[seed]);
            (seed.price + seed.drops * numbers.water.price, times * seed.worth)
        };
        let mut last = (0, 0);
        let steps: Vec<_> = CHAIN
            .iter()
            .enumerate()
            .map(|(at, seed)| {
                let (cost, gain) = unit(*seed);
                let step = (at, cost - last.0, gain - last.1);
                last = (cost, gain);
                step
            })
            .filter(|(_, cost, gain)| gain > cost)
            .collect();
        steps.into_iter()
    }

    fn shopping_list(&self, crops: &[Crop], fertilizers: i64) -> Vec<Entry> {
        let numbers = &self.state.setup.numbers;
        let count = |seed: usize| crops.iter().flatten().map(|seeds| seeds[seed]).sum::<i64>();
        let counts = [0, 1, 2, 3].map(count);
        let drops =
            Card::SEEDS.iter().zip(counts).map(|(card, count)| count * numbers.seed(*card).drops).sum();
        let seeds = Card::SEEDS.into_iter().zip(counts);
        let free_special = seeds.chain([(Card::Water, drops), (Card::Fertilizer, fertilizers)]);
        free_special.filter(|(_, count)| *count > 0).map(|(card, count)| buy(card, count)).collect()
    }
}

/// The seeds that pay off, as indices into [`Card::SEEDS`] in order of increasing price: BlueJazz, crocus, tulip.
const CHAIN: [usize; 3] = [1, 2, 3];
