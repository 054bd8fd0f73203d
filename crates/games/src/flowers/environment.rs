//! The flower farm as an environment for learners. Both players see the board from their own corner: the own home is at
//! (0, 0), so one policy can play both seats.

use super::orders::{Action, Card, Entry, Letter, Orders};
use super::state::{Plant, Player, State, other};
use super::tile::{SIDE, TILES, Tile};
use super::turn::AMOUNT_MAX;
use super::{Flowers, Setup, View};
use wag_core::game::{Actions, Environment, Plane, Seat, Spaces, plane};

/// The largest value in the planes that hold amounts.
const MOST: u32 = 1_000_000_000;

const PLANES: [Plane; 36] = [
    plane("special", "1 on fields that double the harvest", 1),
    plane("own land", "1 on own fields", 1),
    plane("enemy land", "1 on fields of the enemy", 1),
    plane("own anemones", "1 where an own anemone grows", 1),
    plane("own blue jazz", "1 where an own blue jazz grows", 1),
    plane("own crocuses", "1 where an own crocus grows", 1),
    plane("own tulips", "1 where an own tulip grows", 1),
    plane("enemy anemones", "1 where an enemy's anemone grows", 1),
    plane("enemy blue jazz", "1 where an enemy's blue jazz grows", 1),
    plane("enemy crocuses", "1 where an enemy's crocus grows", 1),
    plane("enemy tulips", "1 where an enemy's tulip grows", 1),
    plane("thirst", "the number of drops that an own plant still needs", 1000),
    plane("ripe", "1 where an own plant is ripe", 1),
    plane("dead", "1 where an own plant is dead", 1),
    plane("gold", "the own gold, on every field", MOST),
    plane("points", "the own points, on every field", MOST),
    plane("fertilizer", "the number of rounds for which own harvests are doubled, on every field", MOST),
    plane("own water cards", "the number of own cards, on every field", MOST),
    plane("own mole cards", "the number of own cards, on every field", MOST),
    plane("own fertilizer cards", "the number of own cards, on every field", MOST),
    plane("own anemone cards", "the number of own cards, on every field", MOST),
    plane("own blue jazz cards", "the number of own cards, on every field", MOST),
    plane("own crocus cards", "the number of own cards, on every field", MOST),
    plane("own tulip cards", "the number of own cards, on every field", MOST),
    plane("enemy's gold", "the enemy's gold, on every field", MOST),
    plane("enemy's points", "the enemy's points, on every field", MOST),
    plane(
        "enemy's fertilizer",
        "the number of rounds for which the enemy's harvests are doubled, on every field",
        MOST,
    ),
    plane("enemy's water cards", "the number of the enemy's cards, on every field", MOST),
    plane("enemy's mole cards", "the number of the enemy's cards, on every field", MOST),
    plane("enemy's fertilizer cards", "the number of the enemy's cards, on every field", MOST),
    plane("enemy's anemone cards", "the number of the enemy's cards, on every field", MOST),
    plane("enemy's blue jazz cards", "the number of the enemy's cards, on every field", MOST),
    plane("enemy's crocus cards", "the number of the enemy's cards, on every field", MOST),
    plane("enemy's tulip cards", "the number of the enemy's cards, on every field", MOST),
    plane("days till rain", "the number of rounds until it rains, on every field", 10_000),
    plane(
        "rounds left",
        "the number of rounds left in this game, with the current one, on every field",
        15_000,
    ),
];
/// The index of the first plane with a number of cards, gold and so on.
const FIRST_NUMBER: usize = 14;

/// The number of choices for a tile: not to choose it, or to choose it, with one of four kinds of seeds.
const TILE_CHOICES: usize = 1 + Card::SEEDS.len();
/// The kinds of actions, after passing.
const KINDS: [Letter; 7] = [
    Letter::Harvest,
    Letter::Fertilizer,
    Letter::Land,
    Letter::Cards,
    Letter::Plant,
    Letter::Water,
    Letter::Mole,
];
/// The numbers of cards that can be bought at once.
const AMOUNTS: [i64; 8] = [0, 1, 2, 5, 10, 20, 50, 100];

const MEANINGS: &[(&str, &str)] = &[
    (
        "[y, x], for y below 8",
        "the field, with the own home at [0, 0]: 0 leaves it out, 1 to 4 choose it, and say which seed to plant: anemone, blue jazz, crocus, tulip",
    ),
    (
        "[8, 0]",
        "the action: 0 passes, 1 harvests, 2 fertilizes, 3 buys the chosen fields, 4 buys cards, 5 plants on the chosen fields, 6 gives the chosen plants the water that they need, 7 sends a mole to the first chosen field",
    ),
    (
        "[8, 1] to [8, 7]",
        "how many cards to buy of water, mole, fertilizer, anemone, blue jazz, crocus and tulip: 0, 1, 2, 5, 10, 20, 50 or 100, as far as the gold suffices",
    ),
    ("all entries", "what is not possible is left out, and an action of which nothing remains passes"),
];

impl Environment for Flowers {
    type Element = f32;

    fn spaces(_: &Setup) -> Spaces {
        let side = usize::from(SIDE);
        let mut choices = vec![TILE_CHOICES as u16; TILES];
        choices.push(1 + KINDS.len() as u16);
        choices.extend([AMOUNTS.len() as u16; Card::ALL.len()]);
        let actions = Actions { shape: vec![side + 1, side], choices, meanings: MEANINGS };
        Spaces { planes: PLANES.to_vec(), rows: side, columns: side, actions }
    }

    fn observe(view: &View<'_>, out: &mut [f32]) {
        let View { state, seat } = *view;
        let (own, enemy) = (state.player(seat), state.player(other(seat)));
        let (board, numbers) = out.split_at_mut(FIRST_NUMBER * TILES);
        board.fill(0.0);
        let mut put =
            |plane: usize, tile: Tile, value: i64| board[plane * TILES + entry_of(seat, tile)] = value as f32;
        state.special.iter().for_each(|tile| put(0, tile, 1));
        for (of_enemy, player) in [own, enemy].into_iter().enumerate() {
            for tile in &player.tiles {
                put(1 + of_enemy, *tile, 1);
                let Some(plant) = state.plant(*tile) else { continue };
                let kind = Card::SEEDS.iter().position(|seed| *seed == plant.card).unwrap_or_default();
                put(3 + Card::SEEDS.len() * of_enemy + kind, *tile, 1);
                if of_enemy == 0 {
                    put(11, *tile, plant.needed.clamp(0, 1000));
                    put(12, *tile, plant.is_ripe().into());
                    put(13, *tile, plant.is_dead().into());
                }
            }
        }
        let player_numbers = |player: &Player| {
            let cards = Card::ALL.map(|card| player.owned(card));
            [player.gold, player.points, player.fertilizer.into()].into_iter().chain(cards)
        };
        let rounds_left = (state.rounds() + 1).saturating_sub(state.round);
        let common = [state.days_till_rain().into(), rounds_left.into()];
        let values = player_numbers(own).chain(player_numbers(enemy)).chain(common);
        let planes = numbers.chunks_exact_mut(TILES).zip(&PLANES[FIRST_NUMBER..]);
        for ((squares, plane), value) in planes.zip(values) {
            squares.fill(value.clamp(0, plane.most.into()) as f32);
        }
    }

    fn mask(view: &View<'_>, out: &mut [i8]) {
        let options = TurnOptions::new(view);
        let (tiles, rest) = out.split_at_mut(TILE_CHOICES * TILES);
        for tile in Tile::all() {
            let first = TILE_CHOICES * entry_of(view.seat, tile);
            let choices = &mut tiles[first..first + TILE_CHOICES];
            choices.fill(0);
            choices[0] = 1;
            choices[1] = options.can_choose(tile).into();
            for (allowed, seed) in choices[1..].iter_mut().zip(Card::SEEDS) {
                *allowed |= i8::from(options.can_plant(tile, seed));
            }
        }
        let (kinds, amounts) = rest.split_at_mut(1 + KINDS.len());
        kinds[0] = 1;
        for (allowed, letter) in kinds[1..].iter_mut().zip(KINDS) {
            *allowed = options.can_act(letter).into();
        }
        for (choices, card) in amounts.chunks_exact_mut(AMOUNTS.len()).zip(Card::ALL) {
            for (allowed, amount) in choices.iter_mut().zip(AMOUNTS) {
                let price = options.state.setup.numbers.price(card);
                *allowed = (amount.saturating_mul(price) <= options.own.gold).into();
            }
        }
    }

    fn orders(view: &View<'_>, action: &[i32]) -> Orders {
        let options = TurnOptions::new(view);
        let kind = usize::try_from(action[TILES]).ok().and_then(|kind| kind.checked_sub(1));
        let Some(letter) = kind.and_then(|kind| KINDS.get(kind)).copied() else { return Orders::Pass };
        let chosen = Tile::all().filter_map(|tile| {
            let choice = usize::try_from(action[entry_of(view.seat, tile)]).ok()?.checked_sub(1)?;
            Some((tile, *Card::SEEDS.get(choice)?))
        });
        let chosen: Vec<(Tile, Card)> = chosen.collect();
        let entries = match letter {
            Letter::Harvest | Letter::Fertilizer if options.can_act(letter) => Vec::new(),
            Letter::Harvest | Letter::Fertilizer => return Orders::Pass,
            Letter::Land => options.land(chosen),
            Letter::Cards => options.cards(&action[TILES + 1..]),
            Letter::Plant => options.plant(chosen),
            Letter::Water => options.water(chosen),
            Letter::Mole => options.mole(chosen),
        };
        if entries.is_empty() && !matches!(letter, Letter::Harvest | Letter::Fertilizer) {
            return Orders::Pass;
        }
        Orders::Act(Action { letter, entries })
    }

    fn action(view: &View<'_>, orders: &Orders) -> Option<Vec<i32>> {
        let mut choices = vec![0; TILES + 1 + Card::ALL.len()];
        let Action { letter, entries } = match orders {
            Orders::Act(action) => action,
            Orders::Pass => return Some(choices),
            Orders::Missed | Orders::Gone | Orders::Unread(_) => return None,
        };
        choices[TILES] = KINDS.iter().position(|kind| kind == letter)? as i32 + 1;
        let mut amounts = [0_i64; Card::ALL.len()];
        for entry in entries {
            if *letter == Letter::Cards {
                let card = Card::of(entry.card)?;
                amounts[card.id()] = amounts[card.id()].saturating_add(entry.amount);
                continue;
            }
            let in_board = |at: i64| u8::try_from(at).ok().filter(|at| *at < SIDE);
            let Some((x, y)) = in_board(entry.x).zip(in_board(entry.y)) else { continue };
            let seed =
                Card::of(entry.card).and_then(|card| Card::SEEDS.iter().position(|seed| *seed == card));
            let choice = seed.filter(|_| *letter == Letter::Plant).unwrap_or_default();
            choices[entry_of(view.seat, Tile::at(x, y))] = choice as i32 + 1;
        }
        let mut gold = view.state.player(view.seat).gold;
        for ((choice, amount), card) in choices[TILES + 1..].iter_mut().zip(amounts).zip(Card::ALL) {
            let price = view.state.setup.numbers.price(card);
            let is_all_gold = gold.checked_div(price) == Some(amount);
            let smaller = AMOUNTS.iter().rposition(|one| *one <= amount).unwrap_or_default();
            // Where the gold suffices for no more, a larger amount to choose stands for the same.
            let larger = AMOUNTS.iter().position(|one| *one >= amount).filter(|_| is_all_gold);
            *choice = larger.unwrap_or(smaller) as i32;
            gold = gold.saturating_sub(amount.saturating_mul(price));
        }
        Some(choices)
    }

    fn figures(state: &State, out: &mut [i64]) {
        for (figure, player) in out.iter_mut().zip(&state.players) {
            *figure = player.points;
        }
    }
}

/// Returns the index of a tile in planes and actions, where the seat's own home is at (0, 0).
fn entry_of(seat: Seat, tile: Tile) -> usize {
    let tile = if seat == Seat(0) { tile } else { tile.mirrored() };
    usize::from(tile.y()) * usize::from(SIDE) + usize::from(tile.x())
}

const fn entry(tile: Tile, card: i64, amount: i64) -> Entry {
    Entry { x: tile.x() as i64, y: tile.y() as i64, card, amount }
}

/// The orders that a player may give in its turn.
struct TurnOptions<'s> {
    state: &'s State,
    own: &'s Player,
    enemy: &'s Player,
}

impl<'s> TurnOptions<'s> {
    fn new(view: &View<'s>) -> TurnOptions<'s> {
        let (own, enemy) = (view.state.player(view.seat), view.state.player(other(view.seat)));
        TurnOptions { state: view.state, own, enemy }
    }

    fn own_plants(&self) -> impl Iterator<Item = Plant> {
        self.own.tiles.iter().filter_map(|tile| self.state.plant(*tile))
    }

    fn has_gold_for_land(&self) -> bool {
        self.own.gold >= self.state.setup.numbers.tile
    }

    fn can_buy(&self, tile: Tile) -> bool {
        let own = self.own.land();
        own.grown().contains(tile) && !own.and(self.enemy.land()).contains(tile)
    }

    fn can_plant(&self, tile: Tile, seed: Card) -> bool {
        self.own.owned(seed) > 0 && self.own.tiles.contains(&tile) && self.state.plant(tile).is_none()
    }

    fn can_water(&self, tile: Tile) -> bool {
        let is_thirsty = self.state.plant(tile).is_some_and(|plant| plant.needed > 0);
        is_thirsty && self.own.owned(Card::Water) > 0 && self.own.tiles.contains(&tile)
    }

    fn can_dig(&self, tile: Tile) -> bool {
        self.own.owned(Card::Mole) > 0 && self.enemy.tiles.contains(&tile)
    }

    /// Returns whether any action other than planting can use the tile.
    fn can_choose(&self, tile: Tile) -> bool {
        self.has_gold_for_land() && self.can_buy(tile) || self.can_water(tile) || self.can_dig(tile)
    }

    fn can_act(&self, letter: Letter) -> bool {
        match letter {
            Letter::Harvest => self.own_plants().any(|plant| plant.needed <= 0),
            Letter::Fertilizer => self.own.owned(Card::Fertilizer) > 0,
            Letter::Land => self.has_gold_for_land() && Tile::all().any(|tile| self.can_buy(tile)),
            Letter::Cards => {
                Card::ALL.iter().any(|card| self.state.setup.numbers.price(*card) <= self.own.gold)
            }
            Letter::Plant => {
                Card::SEEDS.iter().any(|seed| self.own.tiles.iter().any(|tile| self.can_plant(*tile, *seed)))
            }
            Letter::Water => self.own.tiles.iter().any(|tile| self.can_water(*tile)),
            Letter::Mole => self.enemy.tiles.iter().any(|tile| self.can_dig(*tile)),
        }
    }

    /// Buys the chosen tiles as far as the gold suffices. A tile may be next to one that is bought before it.
    fn land(&self, mut chosen: Vec<(Tile, Card)>) -> Vec<Entry> {
        let price = self.state.setup.numbers.tile;
        let taken = self.enemy.land();
        let (mut own, mut gold, mut entries) = (self.own.land(), self.own.gold, Vec::new());
        loop {
            let free = |tile: Tile| own.grown().contains(tile) && !own.and(taken).contains(tile);
            let next = chosen.iter().position(|(tile, _)| free(*tile)).filter(|_| price <= gold);
            let Some(next) = next else { return entries };
            let (tile, _) = chosen.remove(next);
            own = own.with(tile);
            gold -= price;
            entries.push(entry(tile, 0, 0));
        }
    }

    fn cards(&self, choices: &[i32]) -> Vec<Entry> {
        let mut gold = self.own.gold;
        let mut entries = Vec::new();
        for (choice, card) in choices.iter().zip(Card::ALL) {
            let price = self.state.setup.numbers.price(card);
            let wanted =
                AMOUNTS.get(usize::try_from(*choice).unwrap_or_default()).copied().unwrap_or_default();
            let amount = wanted.min(gold.checked_div(price).unwrap_or(AMOUNT_MAX));
            if amount > 0 {
                gold -= amount * price;
                entries.push(entry(Tile::at(0, 0), card.id() as i64, amount));
            }
        }
        entries
    }

    fn plant(&self, chosen: Vec<(Tile, Card)>) -> Vec<Entry> {
        let mut left = self.own.cards;
        let mut plant = |(tile, seed): (Tile, Card)| {
            let can = left[seed.id()] > 0 && self.can_plant(tile, seed);
            left[seed.id()] -= i64::from(can);
            can.then_some(entry(tile, seed.id() as i64, 0))
        };
        chosen.into_iter().filter_map(&mut plant).collect()
    }

    fn water(&self, chosen: Vec<(Tile, Card)>) -> Vec<Entry> {
        let mut left = self.own.owned(Card::Water);
        let mut water = |(tile, _): (Tile, Card)| {
            let drops = self.state.plant(tile).filter(|_| self.can_water(tile))?.needed.min(left);
            left -= drops;
            (drops > 0).then_some(entry(tile, 0, drops))
        };
        chosen.into_iter().filter_map(&mut water).collect()
    }

    fn mole(&self, chosen: Vec<(Tile, Card)>) -> Vec<Entry> {
        let first = chosen.into_iter().find(|(tile, _)| self.can_dig(*tile));
        first.map(|(tile, _)| entry(tile, 0, 0)).into_iter().collect()
    }
}
