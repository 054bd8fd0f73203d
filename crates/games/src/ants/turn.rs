//! The phases of a turn, in sequence, and the rules by which players are removed and orders are accepted.

use super::dominance::TurnIncidents;
use super::event::{Cause, Event, RefusalReason, Status};
use super::orders::{Order, Orders};
use super::overlay;
use super::position::Ant;
use super::rng::Purpose;
use super::state::{Square, State};
use super::torus::{At, Direction};
use super::wire;
use std::sync::Arc;
use wag_core::game::Seat;

/// An order that was accepted.
enum Accepted {
    Move(At, Direction),
    Drawing(String),
}

impl State {
    /// Plays one turn with these answers of the players.
    pub fn play(&mut self, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        if self.follow_record(orders, events) {
            return;
        }
        if self.position.turn == 0 && self.remove_unready(orders, events) {
            return;
        }
        let players = self.alive().len();
        self.apply_event(Event::Turn, events);
        self.rng.shuffle_players(players);
        self.dead.clear();
        for (seat, cause) in gone(orders) {
            self.remove(seat, cause, events);
        }
        let moves = if self.ending().is_some() { Vec::new() } else { self.accept(orders, events) };
        let mut incidents = TurnIncidents::default();
        self.walk(moves, &mut incidents, events);
        self.fight(&mut incidents, events);
        self.raze(&mut incidents, events);
        self.hatch(events);
        self.gather(events);
        self.grow(events);
        self.dominance.update(&self.position, self.setup.numbers.cutoff_percent, incidents);
        self.close_turn(events);
    }

    /// Removes players that were never ready. Returns whether the match is over.
    fn remove_unready(&mut self, orders: &[(Seat, Orders)], events: &mut Vec<Event>) -> bool {
        let mut is_any = false;
        for (seat, orders) in orders {
            if let Orders::Gone { cause, at_start: true } = orders {
                is_any = true;
                self.remove(*seat, *cause, events);
            }
        }
        if is_any {
            self.finish(events);
        }
        self.position.end.is_some()
    }

    fn remove(&mut self, seat: Seat, cause: Cause, events: &mut Vec<Event>) {
        if self.alive().contains(seat) {
            self.apply_event(Event::Removed(seat, cause), events);
        }
    }

    /// Returns the accepted moves, sorted by square. In a strict match, a player that gave an invalid order is removed.
    fn accept(&mut self, orders: &[(Seat, Orders)], events: &mut Vec<Event>) -> Vec<(At, Direction)> {
        let alive = self.alive();
        let mut moves = Vec::new();
        for (seat, orders) in orders.iter().filter(|(seat, _)| alive.contains(*seat)) {
            let own = moves.len();
            let (mut is_faulty, mut lines) = (false, Vec::new());
            for order in orders.in_order() {
                match self.check(*seat, order, moves.get(own..).unwrap_or_default()) {
                    Ok(Accepted::Move(at, direction)) => moves.push((at, direction)),
                    Ok(Accepted::Drawing(line)) => lines.push(line),
                    Err(why) => {
                        is_faulty |= why.is_invalid();
                        self.apply_event(Event::Refused { seat: *seat, line: order.line(), why }, events);
                    }
                }
            }
            if !lines.is_empty() {
                self.apply_event(Event::Drawn { seat: *seat, lines }, events);
            }
            if is_faulty && self.setup.numbers.strict {
                self.remove(*seat, Cause::Invalid, events);
            }
        }
        // The moves of each player are sorted already, and a stable sort merges them.
        moves.sort_by_key(|(at, _)| *at);
        moves
    }

    /// Checks an order. `before` has the earlier moves of the same player, sorted by square.
    fn check(
        &self,
        seat: Seat,
        order: &Order,
        before: &[(At, Direction)],
    ) -> Result<Accepted, RefusalReason> {
        let is_strict = self.setup.numbers.strict;
        let (row, col, direction) = match order {
            Order::Go { row, col, direction } => (*row, *col, *direction),
            Order::Draw { .. } | Order::Unread { why: RefusalReason::Drawing, .. } if is_strict => {
                return Err(RefusalReason::UnknownAction);
            }
            Order::Draw { line } => {
                return overlay::read(line).map(Accepted::Drawing).ok_or(RefusalReason::Drawing);
            }
            Order::Unread { why, .. } => return Err(*why),
        };
        let size = self.position.size;
        // Negative numbers count from the far edge, as in the contest's engine.
        let place = |number: i32, side: u16| {
            let place = if number < 0 { number.checked_add(side.into())? } else { number };
            u16::try_from(place).ok().filter(|place| *place < side)
        };
        let (Some(at_row), Some(at_col)) = (place(row, size.rows), place(col, size.cols)) else {
            return Err(RefusalReason::Outside);
        };
        let at = At::new(at_row, at_col);
        let is_inside = row >= 0 && col >= 0;
        if is_inside && before.last().is_some_and(|(last, _)| *last == at) {
            return Err(RefusalReason::Duplicate);
        }
        if self.square(at) != Square::ant(seat) {
            return Err(RefusalReason::NoAnt);
        }
        if !is_inside {
            return Err(RefusalReason::Outside);
        }
        match self.square(size.step(at, direction)) {
            Square::WATER | Square::FOOD => Err(RefusalReason::Blocked),
            _ => Ok(Accepted::Move(at, direction)),
        }
    }

    fn walk(&mut self, moves: Vec<(At, Direction)>, incidents: &mut TurnIncidents, events: &mut Vec<Event>) {
        if moves.is_empty() {
            return;
        }
        moves.iter().for_each(|(at, _)| self.put(*at, Square::LAND));
        self.apply_event(Event::Moved(moves), events);
        for index in 0..self.position.ants.len() {
            let ant = self.position.ants[index];
            if ant.went.is_some() {
                self.put(ant.at, Square::ant(ant.owner));
                self.vision.follow(&ant);
            }
        }
        let crowded =
            self.position.ants.chunk_by(|one, other| one.at == other.at).filter(|group| group.len() > 1);
        let crowded = crowded.flatten().map(|ant| (ant.at, ant.owner)).collect();
        self.die(crowded, false, incidents, events);
    }

    fn fight(&mut self, incidents: &mut TurnIncidents, events: &mut Vec<Event>) {
        let (ants, size) = (&self.position.ants, self.position.size);
        // An enemy that is near enough for a fight sees the ant, unless it sees less far than it fights.
        let numbers = &self.setup.numbers;
        let fights_unseen = numbers.view_radius2 < numbers.attack_radius2;
        let weight = |ant: &Ant| {
            let mut count = 0;
            if fights_unseen || self.vision.is_seen_by_others(ant.owner, ant.at) {
                self.each_enemy(ant, |_| count += 1);
            }
            count
        };
        let weights: Vec<u32> = ants.iter().map(weight).collect();
        let weight_at = |square: usize| {
            let found = ants.binary_search_by_key(&square, |ant| size.index(ant.at));
            found.map_or(0, |index| weights[index])
        };
        let falls = |(ant, own): &(&Ant, &u32)| {
            let mut falls = false;
            if **own > 0 {
                self.each_enemy(ant, |square| falls |= weight_at(square) <= **own);
            }
            falls
        };
        let fallen = ants.iter().zip(&weights).filter(falls).map(|(ant, _)| (ant.at, ant.owner)).collect();
        self.die(fallen, true, incidents, events);
    }

    /// Calls a function with the square of each enemy ant within an ant's attack radius, by its index.
    #[inline(always)]
    fn each_enemy(&self, ant: &Ant, mut visit: impl FnMut(usize)) {
        let (squares, owner) = (self.squares.as_slice(), ant.owner);
        self.reach.attack.each_from(ant.at, |square| {
            // Most squares have no ant, which takes a single comparison.
            if let Some(other) = squares[square].owner()
                && other != owner
            {
                visit(square);
            }
        });
    }

    fn die(
        &mut self,
        ants: Vec<(At, Seat)>,
        fought: bool,
        incidents: &mut TurnIncidents,
        events: &mut Vec<Event>,
    ) {
        if ants.is_empty() {
            return;
        }
        for (at, owner) in &ants {
            self.put(*at, Square::LAND);
            self.vision.close(*at, *owner);
            let hill = self.position.standing().find(|hill| hill.at == *at);
            incidents.fought_at_home |= hill.is_some_and(|hill| !self.dominance.is_of(hill.owner));
        }
        self.dead.extend(&ants);
        self.apply_event(Event::Died { ants, fought }, events);
    }

    fn raze(&mut self, incidents: &mut TurnIncidents, events: &mut Vec<Event>) {
        for index in 0..self.position.hills.len() {
            let hill = self.position.hills[index];
            match self.square(hill.at).owner() {
                Some(owner) if owner == hill.owner => self.last_visits[index] = self.position.turn,
                Some(other) if hill.razed.is_none() => {
                    incidents.razed = true;
                    self.apply_event(Event::Razed(index as u16, other), events);
                }
                _ => {}
            }
        }
    }

    fn hatch(&mut self, events: &mut Vec<Event>) {
        let mut born = Vec::new();
        for seat in Seat::all(self.position.players.len()) {
            let hive = self.position.players[seat.index()].hive as usize;
            born.extend(self.birth_hills(seat).into_iter().take(hive).map(|at| (at, seat)));
        }
        if born.is_empty() {
            return;
        }
        born.sort_unstable();
        for (at, owner) in &born {
            self.put(*at, Square::ant(*owner));
            self.vision.open(*at, *owner);
            if let Some(hill) = self.position.hills.iter().position(|hill| hill.at == *at) {
                self.last_visits[hill] = self.position.turn;
            }
        }
        self.apply_event(Event::Born(born), events);
    }

    /// Returns the hills where a player's ants can be born now, in the order of priority.
    fn birth_hills(&mut self, seat: Seat) -> Vec<At> {
        let setup = Arc::clone(&self.setup);
        let given = setup.given(self.position.turn);
        let mut hills = Vec::new();
        for index in self.hill_order.iter().map(|index| usize::from(*index)) {
            let hill = &self.position.hills[index];
            if hill.owner == seat && hill.razed.is_none() {
                let rank = match given {
                    Some(given) => u64::from(!given.births.contains(&hill.at)),
                    None => self.rng.rank(Purpose::Births),
                };
                hills.push((self.last_visits[index], rank, hill.at));
            }
        }
        hills.sort_unstable();
        hills.retain(|(.., at)| self.square(*at) == Square::LAND);
        hills.into_iter().map(|(.., at)| at).collect()
    }

    fn gather(&mut self, events: &mut Vec<Event>) {
        let squares = self.squares.as_slice();
        let mut gathered = Vec::new();
        for at in &self.position.food {
            let (mut first, mut is_shared) = (None, false);
            self.reach.spawn.each_from(*at, |square| {
                if let Some(owner) = squares[square].owner() {
                    is_shared |= *first.get_or_insert(owner) != owner;
                }
            });
            if first.is_some() {
                gathered.push((*at, first.filter(|_| !is_shared)));
            }
        }
        gathered.iter().for_each(|(at, _)| self.put(*at, Square::LAND));
        if !gathered.is_empty() {
            self.apply_event(Event::Gathered(gathered), events);
        }
    }

    fn grow(&mut self, events: &mut Vec<Event>) {
        let (squares, size) = (&self.squares, self.position.size);
        let is_free = |at| squares[size.index(at)] == Square::LAND;
        let food = match (self.setup.given(self.position.turn), &mut self.store) {
            (Some(given), _) => given.food.iter().copied().filter(|at| is_free(*at)).collect(),
            (None, Some(store)) => store.grow(&mut self.rng, is_free),
            (None, None) => Vec::new(),
        };
        self.lay(food, events);
    }

    /// Completes a turn: updates what players see and whom they know, eliminates players, and ends the match if it is
    /// over.
    pub(super) fn close_turn(&mut self, events: &mut Vec<Event>) {
        self.dead.sort_unstable();
        self.vision.close_turn(&self.setup.map, &self.position, &self.dead);
        let counts = self.position.counts();
        let alive = self.alive();
        for seat in alive.iter().filter(|seat| counts[seat.index()] == 0) {
            self.apply_event(Event::Eliminated(seat), events);
        }
        for seat in Seat::all(counts.len()) {
            let is_out = matches!(
                self.position.players[seat.index()].status,
                Status::Eliminated | Status::Removed(Cause::Invalid)
            );
            if is_out && self.end_messages[seat.index()].is_none() {
                self.end_messages[seat.index()] = Some(wire::end(self, seat));
            }
        }
        self.finish(events);
    }
}

fn gone(orders: &[(Seat, Orders)]) -> impl Iterator<Item = (Seat, Cause)> {
    orders.iter().filter_map(|(seat, orders)| match orders {
        Orders::Gone { cause, at_start: false } => Some((*seat, *cause)),
        _ => None,
    })
}
