//! The rules: the effects of an action and of the end of a round.

use super::event::{End, Event, RefusalReason};
use super::orders::{Action, Card, Entry, Letter, Orders};
use super::state::{Plant, State, other};
use super::tile::{Tile, Tiles};
use wag_core::game::Seat;

/// The maximum amount in an entry of a purchase.
pub const AMOUNT_MAX: i64 = 100_000;

/// The reason why a whole action has no effect, and the number of the entry that caused it, if there is one.
type Void = (RefusalReason, Option<u32>);

impl State {
    /// Plays a turn of the player to move. Returns the events.
    pub fn play(&mut self, orders: &Orders) -> Vec<Event> {
        let seat = self.mover;
        let mut events = self.outcome(seat, orders);
        events.iter().for_each(|event| self.follow(event));
        let was_last = self.is_last.is_some();
        self.check_misses(seat, &mut events);
        match self.early_end(was_last) {
            Some(end) => self.finish(end, &mut events),
            None if seat == Seat(1) => self.end_round(&mut events),
            None => {}
        }
        self.pass_on(&events);
        events
    }

    fn tell(&mut self, event: Event, events: &mut Vec<Event>) {
        self.follow(&event);
        events.push(event);
    }

    /// Makes a player lose if it has missed too many actions.
    fn check_misses(&mut self, seat: Seat, events: &mut Vec<Event>) {
        if self.is_last.is_none() && self.player(seat).misses >= self.setup.numbers.misses {
            self.tell(Event::Lost { seat }, events);
        }
    }

    /// Returns how the game ends before its last round, or `None` if it does not. It ends if no player is left, or if
    /// one has missed too many actions; by the original rules, the other player acts once more and points decide.
    fn early_end(&self, was_last: bool) -> Option<End> {
        if self.players.iter().all(|player| player.is_gone) {
            return Some(End::Abandoned);
        }
        match self.is_last {
            Some(seat) if !self.setup.original => Some(End::Misses(seat)),
            Some(_) if was_last => Some(End::Points),
            _ => None,
        }
    }

    fn end_round(&mut self, events: &mut Vec<Event>) {
        let rain = &self.setup.numbers.rain;
        if (self.round + 1).is_multiple_of(rain.every.max(1)) {
            let drops = rain.drops;
            let ripe = self.tiles_that(|plant| !plant.is_ripe() && plant.watered(drops).is_ripe());
            let dead = self.tiles_that(|plant| !plant.is_dead() && plant.watered(drops).is_dead());
            self.tell(Event::Rained { ripe, dead }, events);
        }
        let dead = self.tiles_that(|plant| !plant.is_dead() && plant.left <= 1);
        self.tell(Event::RoundOver { dead }, events);
        let is_broken_off = self.setup.broken_off(self.game).is_some_and(|until| self.round >= until);
        if self.round > self.rounds() || is_broken_off {
            self.finish(End::Points, events);
        }
    }

    fn tiles_that(&self, has: impl Fn(Plant) -> bool) -> Vec<Tile> {
        Tile::all().filter(|tile| self.plant(*tile).is_some_and(&has)).collect()
    }

    /// Ends the game. If it is a draw, another game may follow; in training, another one follows anyway.
    fn finish(&mut self, end: End, events: &mut Vec<Event>) {
        let points = [0, 1].map(|seat: usize| self.players[seat].points);
        let is_draw = end == End::Points && points[0] == points[1];
        let next = self.setup.next_board(self.game, is_draw).filter(|_| end != End::Abandoned);
        let event = match next {
            Some(special) => Event::Again { special, points },
            None if is_draw && self.setup.boards.len() > 1 => Event::Over { end: End::Worth },
            None => Event::Over { end },
        };
        self.tell(event, events);
    }

    /// Returns the effects of an answer. Does not change the state.
    fn outcome(&self, seat: Seat, orders: &Orders) -> Vec<Event> {
        match orders {
            Orders::Missed => vec![Event::Missed { seat, is_gone: false }],
            Orders::Gone => vec![Event::Missed { seat, is_gone: true }],
            Orders::Pass => vec![Event::Passed { seat }],
            Orders::Unread(why) => vec![Event::Unread { seat, why: *why }],
            Orders::Act(action) => self
                .effects_of_action(seat, action)
                .unwrap_or_else(|(why, entry)| vec![Event::Void { seat, letter: action.letter, why, entry }]),
        }
    }

    fn effects_of_action(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, Void> {
        let entries = || Turn::new(self, seat, &action.entries);
        Ok(match action.letter {
            Letter::Harvest => vec![self.harvest(seat)],
            Letter::Fertilizer => {
                let works = self.player(seat).owned(Card::Fertilizer) > 0;
                vec![Event::Fertilized { seat, works }]
            }
            Letter::Land => entries()?.land()?,
            Letter::Cards => entries()?.cards()?,
            Letter::Plant => entries()?.plant()?,
            Letter::Water => entries()?.water()?,
            Letter::Mole => entries()?.mole()?,
        })
    }

    fn harvest(&self, seat: Seat) -> Event {
        let is_due = |tile: &Tile| self.plant(*tile).is_some_and(|plant| plant.needed <= 0);
        let tiles: Vec<Tile> = self.player(seat).tiles.iter().copied().filter(is_due).collect();
        let gain = tiles.iter().map(|tile| self.yield_of(seat, *tile)).sum();
        Event::Harvested { seat, tiles, gain }
    }
}

/// The entries of an action, processed one after the other.
struct Turn<'s> {
    state: &'s State,
    seat: Seat,
    entries: Vec<(Tile, Entry)>,
    /// The events of entries that could not be carried out.
    skipped: Vec<Event>,
}

impl<'s> Turn<'s> {
    fn new(state: &'s State, seat: Seat, entries: &[Entry]) -> Result<Turn<'s>, Void> {
        if entries.is_empty() {
            return Err((RefusalReason::NoEntries, None));
        }
        let mut read = Vec::with_capacity(entries.len());
        for (entry, number) in entries.iter().zip(1..) {
            let tile = Tile::of(entry.x, entry.y).ok_or((RefusalReason::OffBoard, Some(number)))?;
            if entry.amount < 0 {
                return Err((RefusalReason::BelowZero, Some(number)));
            }
            read.push((tile, *entry));
        }
        Ok(Turn { state, seat, entries: read, skipped: Vec::new() })
    }

    /// Tries each entry in sequence and returns the results of those that can be carried out. Records the others as
    /// skipped. After `Refused::All`, the whole action has no effect; by the original rules, only the entry is skipped.
    fn each<T>(
        &mut self,
        mut attempt: impl FnMut(Tile, &Entry) -> Result<T, Refused>,
    ) -> Result<Vec<T>, Void> {
        let mut done = Vec::new();
        for ((tile, entry), number) in self.entries.iter().zip(1..) {
            match attempt(*tile, entry) {
                Ok(one) => done.push(one),
                Err(Refused::All(why)) if !self.state.setup.original => return Err((why, Some(number))),
                Err(Refused::One(why) | Refused::All(why)) => {
                    let skipped = Event::Skipped { seat: self.seat, entry: number, tile: Some(*tile), why };
                    self.skipped.push(skipped);
                }
            }
        }
        Ok(done)
    }

    fn with(self, event: Event) -> Vec<Event> {
        std::iter::once(event).chain(self.skipped).collect()
    }

    fn land(mut self) -> Result<Vec<Event>, Void> {
        let (seat, state, price) = (self.seat, self.state, self.state.setup.numbers.tile);
        let taken = state.player(other(seat)).land();
        let mut own = state.player(seat).land();
        let mut gold = state.player(seat).gold;
        let tiles = self.each(|tile, _| {
            if own.and(taken).contains(tile) {
                return Err(Refused::One(RefusalReason::NotFree));
            }
            if !own.grown().contains(tile) {
                return Err(Refused::One(RefusalReason::NotNext));
            }
            gold = pay(gold, price)?;
            own = own.with(tile);
            Ok(tile)
        })?;
        Ok(self.with(Event::Bought { seat, tiles }))
    }

    fn cards(mut self) -> Result<Vec<Event>, Void> {
        if let Some(number) = self.entries.iter().position(|(_, entry)| entry.amount > AMOUNT_MAX) {
            return Err((RefusalReason::TooMany, Some(number as u32 + 1)));
        }
        let (seat, state) = (self.seat, self.state);
        let mut gold = state.player(seat).gold;
        let cards = self.each(|_, entry| {
            let card = Card::of(entry.card).ok_or(Refused::All(RefusalReason::NoCard))?;
            gold = pay(gold, state.setup.numbers.price(card).saturating_mul(entry.amount))?;
            Ok((card, entry.amount))
        })?;
        for skipped in &mut self.skipped {
            if let Event::Skipped { tile, .. } = skipped {
                *tile = None;
            }
        }
        Ok(self.with(Event::Paid { seat, cards }))
    }

    fn plant(mut self) -> Result<Vec<Event>, Void> {
        let (seat, state) = (self.seat, self.state);
        let own = state.player(seat).land();
        let mut left = state.player(seat).cards;
        let mut planted = Tiles::default();
        let plants = self.each(|tile, entry| {
            let card = Card::of(entry.card).filter(|card| card.is_seed());
            let card = card.ok_or(Refused::All(RefusalReason::NoSeedCard))?;
            if !own.contains(tile) {
                return Err(Refused::All(RefusalReason::NotOwn));
            }
            if left[card.id()] == 0 {
                return Err(Refused::One(RefusalReason::NoneLeft));
            }
            if state.plant(tile).is_some() || planted.contains(tile) {
                return Err(Refused::One(RefusalReason::HasPlant));
            }
            left[card.id()] -= 1;
            planted = planted.with(tile);
            Ok((tile, card))
        })?;
        Ok(self.with(Event::Planted { seat, plants }))
    }

    fn water(mut self) -> Result<Vec<Event>, Void> {
        let (seat, state) = (self.seat, self.state);
        let own = state.player(seat).land();
        let mut left = state.player(seat).owned(Card::Water);
        // Drops on bare ground count towards the limit but are not used up.
        let mut requested = 0_i64;
        let drops = self.each(|tile, entry| {
            if !own.contains(tile) {
                return Err(Refused::All(RefusalReason::NotOwn));
            }
            requested = requested.saturating_add(entry.amount);
            let is_short = if state.setup.original { entry.amount > left } else { requested > left };
            if is_short {
                return Err(Refused::All(RefusalReason::TooDry));
            }
            if state.plant(tile).is_none() {
                return Err(Refused::One(RefusalReason::NoPlant));
            }
            if state.setup.original {
                left -= entry.amount;
            }
            Ok((tile, entry.amount))
        })?;
        Ok(self.with(Event::Watered { seat, drops }))
    }

    fn mole(self) -> Result<Vec<Event>, Void> {
        let [(tile, _)] = self.entries[..] else { return Err((RefusalReason::NotOneEntry, None)) };
        let (seat, player) = (self.seat, self.state.player(self.seat));
        let fault = if player.owned(Card::Mole) == 0 {
            Some(RefusalReason::NoneLeft)
        } else if self.state.owner(tile) != Some(other(seat)) {
            Some(RefusalReason::NotEnemy)
        } else {
            None
        };
        Ok(vec![Event::Dug { seat, tile, fault }])
    }
}

/// The reason why an entry is not carried out. `One` skips only the entry. After `All`, the whole action has no effect.
enum Refused {
    One(RefusalReason),
    All(RefusalReason),
}

fn pay(gold: i64, price: i64) -> Result<i64, Refused> {
    if price > gold { Err(Refused::All(RefusalReason::TooDear)) } else { Ok(gold - price) }
}
