//! The account of one player's losses.

use super::super::event::Event;
use super::super::orders::UnitType;
use super::super::{SEATS, Setup, Warriors};
use super::book::{Book, Limits};
use super::{Class, words};
use std::collections::BTreeMap;
use wag_core::game::loss::{Tally, by_share};
use wag_core::game::{Cause, LossAccount, LossSpan, LossTurn, Notice, Seat};
use wag_core::problem::FaultKind;

/// The first healthy round: before it, nobody delivers.
const HEALTHY_FROM: u32 = 20;
/// The minimum number of healthy rounds. With fewer, the rates of the other players count.
const HEALTHY_MIN: u32 = 60;
/// The number of healthy rounds whose units are compared with those of the loss.
const UNITS_ROUNDS: u32 = 40;
/// Before this round, spending is an investment.
const SPENDING_FROM: u32 = 30;
/// The part of the match around the knee in which the first lost unit is searched.
const KNEE_PART: u32 = 10;
/// The minimum and the multiple of the median for the times of walks that are too long.
const LOADED: (u32, u32) = (12, 3);
const EMPTY: (u32, u32) = (20, 4);

/// The account of a player's losses.
pub struct Account {
    setup: Setup,
    seat: Seat,
    books: [Book; SEATS],
    /// The round in which the player was out or got no more turns.
    out: Option<(u32, Notice)>,
}

impl Account {
    pub fn new(setup: &Setup, seat: Seat) -> Account {
        Account { setup: setup.clone(), seat, books: Default::default(), out: None }
    }
}

impl LossAccount<Warriors> for Account {
    fn book(&mut self, turn: &LossTurn<'_, Warriors>) {
        for (seat, book) in Seat::all(SEATS).zip(&mut self.books) {
            book.turn(&self.setup.rules, turn, seat, seat == self.seat);
        }
        let notice = turn.notices.iter().find(|(seat, _)| *seat == self.seat).map(|(_, notice)| *notice);
        let is_out = turn.events.contains(&Event::Out { seat: self.seat });
        if let Some(notice) = notice.or(is_out.then_some(Notice::Out)) {
            self.out.get_or_insert((turn.round, notice));
        }
    }

    fn causes(&self, loss: &LossSpan) -> Vec<Cause> {
        // A knock-out pays for everything.
        let near = loss.rounds / KNEE_PART;
        let out = self.out.filter(|(round, _)| (loss.from.saturating_sub(near)..=loss.until).contains(round));
        if let Some((round, notice)) = out {
            return vec![self.knock_out(loss, round, notice)];
        }
        let rates = Rates::of(self, loss);
        let classes = Class::COSTLY.into_iter().map(|class| self.class(class, loss, &rates));
        let figures =
            [self.lost_units(loss, &rates), self.too_few_units(loss, &rates), self.spending(loss, &rates)];
        let mut causes: Vec<Cause> =
            classes.chain(figures).flatten().filter(|cause| cause.share > 0.0).collect();
        by_share(&mut causes);
        causes
    }
}

/// The rates of the healthy rounds before a loss.
struct Rates {
    /// The healthy rounds; none if `until` is before `from`.
    from: u32,
    until: u32,
    /// The delivery per gatherer-turn.
    worth: f64,
    limits: Limits,
}

impl Rates {
    fn of(account: &Account, loss: &LossSpan) -> Rates {
        let from = HEALTHY_FROM.max(loss.healthy_from);
        let until = loss.from.saturating_sub(1);
        let mut rates = Rates { from, until, worth: 0.0, limits: account.limits() };
        let own = account.own();
        let worth_of = |book: &Book, from: u32, until: u32| {
            let turns = book.gatherers.sum(from, until);
            (turns > 0.0).then(|| book.delivered.sum(from, until) / turns)
        };
        let others: Vec<f64> =
            account.others().filter_map(|book| worth_of(book, HEALTHY_FROM, loss.until)).collect();
        let healthy = worth_of(own, from, until).filter(|_| rates.rounds() >= HEALTHY_MIN);
        let mean = |all: &[f64]| (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64);
        rates.worth = healthy.or(mean(&others)).or(worth_of(own, 1, loss.until)).unwrap_or_default();
        rates
    }

    fn rounds(&self) -> u32 {
        (self.until + 1).saturating_sub(self.from)
    }
}

impl Account {
    fn own(&self) -> &Book {
        &self.books[self.seat.index()]
    }

    fn others(&self) -> impl Iterator<Item = &Book> {
        Seat::all(SEATS).zip(&self.books).filter(|(seat, _)| *seat != self.seat).map(|(_, book)| book)
    }

    /// Returns the times from which walks are too long, from those of all players.
    fn limits(&self) -> Limits {
        let times = |of: fn(&Book) -> &[u32]| {
            median(self.books.iter().flat_map(of).map(|time| f64::from(*time)).collect())
        };
        let limit = |(least, factor): (u32, u32), median: f64| least.max((f64::from(factor) * median) as u32);
        Limits {
            loaded: limit(LOADED, times(|book| &book.loaded_times)),
            empty: limit(EMPTY, times(|book| &book.empty_times)),
        }
    }

    /// Returns the cause of the gatherer-turns of one class: those beyond the expected ones.
    fn class(&self, class: Class, loss: &LossSpan, rates: &Rates) -> Option<Cause> {
        let (from, until) = (loss.from, loss.until);
        let own = self.own();
        let tally = own.class(class, rates.limits);
        let turns = tally.sum(from, until);
        let expected = match class.is_never_expected() {
            true => 0.0,
            false => {
                let share = |book: &Book, tally: &Tally, from: u32, until: u32| {
                    let all = book.gatherers.sum(from, until);
                    if all > 0.0 { tally.sum(from, until) / all } else { 0.0 }
                };
                let before = share(own, &tally, rates.from, rates.until);
                let others = self.others().filter(|book| book.gatherers.sum(from, until) > 0.0);
                let others = others.map(|book| share(book, &book.class(class, rates.limits), from, until));
                before.max(median(others.collect())) * own.gatherers.sum(from, until)
            }
        };
        let onset = class.is_never_expected().then(|| tally.onset(1, until)).flatten();
        let lines = own.lines(class, onset.unwrap_or(from).min(from), until);
        let cost = (turns - expected) * rates.worth;
        (turns > 0.0).then(|| Cause {
            name: class.name(),
            share: share_of(cost, loss),
            cost,
            count: turns as u64,
            onset,
            values: BTreeMap::new(),
            phrase: words::class(class, own, turns as u64, onset.unwrap_or(from).min(from), until),
            lines,
        })
    }

    /// Returns the mean number of gatherers before a loss: in the last healthy rounds, or else that of the other players.
    fn gatherers_before(&self, loss: &LossSpan, rates: &Rates) -> f64 {
        match rates.rounds() {
            0 => self.gatherers_of_others(loss.from, loss.until),
            rounds => self.own().gatherers.rate(rates.until + 1 - rounds.min(UNITS_ROUNDS), rates.until),
        }
    }

    /// Returns the median of the other players' mean numbers of gatherers.
    fn gatherers_of_others(&self, from: u32, until: u32) -> f64 {
        median(self.others().map(|book| book.gatherers.rate(from, until)).collect())
    }

    /// Returns the cause of the lost units: missing gatherer-turns, replaced units and dropped loads, less the part that was
    /// lost before, too.
    fn lost_units(&self, loss: &LossSpan, rates: &Rates) -> Option<Cause> {
        let (from, until) = (loss.from, loss.until);
        let own = self.own();
        let onset = {
            let near = (loss.rounds / KNEE_PART).max(1);
            let mut lost = Tally::default();
            (1..=loss.rounds).for_each(|round| lost.add(round, own.lost(round, round)));
            lost.onset(from.saturating_sub(near).max(1), (from + near).min(until))
        };
        let from = onset.unwrap_or(from).min(from);
        let lost = own.lost(from, until);
        if lost <= 0.0 {
            return None;
        }
        let rounds = f64::from(until + 1 - from);
        let missing =
            (self.gatherers_before(loss, rates) - own.gatherers.rate(from, until)).max(0.0) * rounds;
        let created = own.created.sum(from, until);
        let replaced = created.min(lost);
        let price = if created > 0.0 { own.spent.sum(from, until) / created } else { 0.0 };
        let usual = match rates.rounds() {
            0 => 0.0,
            healthy => own.lost(rates.from, rates.until) / f64::from(healthy) * rounds,
        };
        let all = missing * rates.worth + replaced * price + own.dropped.sum(from, until);
        let cost = all * (1.0 - usual / lost).max(0.0);
        let attacking = own.lost_attacking.sum(from, until) as i64;
        let defending = own.lost_defending.sum(from, until) as i64;
        let values = [("attacking", attacking), ("defending", defending), ("replaced", replaced as i64)];
        Some(Cause {
            name: "lost_units",
            share: share_of(cost, loss),
            cost,
            count: lost as u64,
            onset,
            values: values.into(),
            lines: Vec::new(),
            phrase: words::lost_units(attacking, defending, replaced as i64),
        })
    }

    /// Returns the cause of too few gatherers: the distance to the other players' number has grown without lost units.
    fn too_few_units(&self, loss: &LossSpan, rates: &Rates) -> Option<Cause> {
        let (from, until) = (loss.from, loss.until);
        let own = self.own();
        if own.lost(from, until) > 0.0 {
            return None;
        }
        let distance =
            |from: u32, until: u32| self.gatherers_of_others(from, until) - own.gatherers.rate(from, until);
        let before = match rates.rounds() {
            0 => 0.0,
            rounds => distance(rates.until + 1 - rounds.min(UNITS_ROUNDS), rates.until).max(0.0),
        };
        let few = distance(from, until) - before;
        let rounds = f64::from(until + 1 - from);
        let price = self.setup.rules.unit(UnitType::Gatherer).cost as f64;
        let cost = few * rounds * rates.worth - few * price;
        let (own, others) = (own.gatherers.rate(from, until), self.gatherers_of_others(from, until));
        (few > 0.0 && cost > 0.0).then(|| Cause {
            name: "too_few_units",
            share: share_of(cost, loss),
            cost,
            count: few.round() as u64,
            onset: None,
            values: [("own", own.round() as i64), ("others", others.round() as i64)].into(),
            lines: Vec::new(),
            phrase: words::too_few_units(own, others),
        })
    }

    /// Returns the cause of spending: what was spent beyond the replacement of lost units, less what more was delivered.
    fn spending(&self, loss: &LossSpan, rates: &Rates) -> Option<Cause> {
        let (from, until) = (loss.from.max(SPENDING_FROM), loss.until);
        let own = self.own();
        let created = own.created.sum(from, until);
        if created <= 0.0 {
            return None;
        }
        let spent = own.spent.sum(from, until);
        let replaced = own.lost(from, until).min(created) * spent / created;
        let more = match rates.rounds() {
            0 => 0.0,
            _ => {
                own.delivered.sum(from, until)
                    - own.delivered.rate(rates.from, rates.until)
                        * f64::from((until + 1).saturating_sub(from))
            }
        };
        let cost = spent - replaced - more.max(0.0);
        Some(Cause {
            name: "spending",
            share: share_of(cost, loss),
            cost,
            count: created as u64,
            onset: own.spent.onset(SPENDING_FROM, until),
            values: [("spent", spent as i64)].into(),
            lines: Vec::new(),
            phrase: words::spending(spent as u64, created as u64),
        })
    }

    /// Returns the cause of a knock-out.
    fn knock_out(&self, loss: &LossSpan, round: u32, notice: Notice) -> Cause {
        let own = self.own();
        let recent = own.faults.iter().rev().filter(|(at, _, _)| *at <= round).take(3);
        let faults: Vec<_> = recent.collect();
        let is_failure = notice != Notice::Out;
        let first = faults.last().filter(|_| is_failure).map(|(at, _, _)| *at);
        let time_outs = faults.iter().filter(|(_, kind, _)| *kind == FaultKind::Timeout).count();
        let phrase = match (is_failure, time_outs * 2 > faults.len()) {
            (false, _) => words::out(round),
            (true, true) => words::stopped_by_time_outs(round),
            (true, false) => words::stopped_by_errors(round, faults.first().map(|(_, _, message)| message)),
        };
        Cause {
            name: "out",
            share: 1.0,
            cost: loss.loss,
            count: 1,
            onset: first.or(is_failure.then_some(round)),
            values: [("round", i64::from(round)), ("time_outs", time_outs as i64)].into(),
            lines: Vec::new(),
            phrase,
        }
    }
}

fn share_of(cost: f64, loss: &LossSpan) -> f64 {
    if loss.loss > 0.0 { (cost / loss.loss).max(0.0) } else { 0.0 }
}

/// Returns the median; 0 of nothing.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => 0.0,
        count if count % 2 == 1 => values[count / 2],
        count => (values[count / 2 - 1] + values[count / 2]) / 2.0,
    }
}
