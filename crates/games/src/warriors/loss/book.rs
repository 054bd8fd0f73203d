//! The actions of one player's units, turn by turn.

use super::super::Warriors;
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::rules::Rules;
use super::Class;
use std::collections::BTreeMap;
use wag_core::arena::TurnReport;
use wag_core::game::loss::{LineCounts, Tally, line_of_chain, line_of_order};
use wag_core::game::{LossTurn, Seat};
use wag_core::problem::FaultKind;
use wag_i18n::Message;

/// A time, in rounds, for which a moving gatherer has carried its load or has been empty.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    pub round: u32,
    pub is_loaded: bool,
    pub time: u32,
}

/// The record of one player's units.
#[derive(Default)]
pub struct Book {
    /// The turns of gatherers, by round.
    pub gatherers: Tally,
    classes: [Tally; 6],
    /// The turns of gatherers that moved.
    pub walks: Vec<Walk>,
    pub delivered: Tally,
    /// The times from pick-up to delivery, and to a pick-up.
    pub loaded_times: Vec<u32>,
    pub empty_times: Vec<u32>,
    pub lost_attacking: Tally,
    pub lost_defending: Tally,
    pub dropped: Tally,
    pub created: Tally,
    pub spent: Tally,
    /// The lines of code by class and round.
    lines: Vec<(Class, u32, Option<wag_core::problem::CodePlace>)>,
    /// Of the gatherers without a step: those that were ordered to stay.
    pub stays: Tally,
    /// The refusals as sentences, by round.
    pub refusals: Vec<(u32, Message)>,
    /// The faults, by round.
    pub faults: Vec<(u32, FaultKind, Message)>,
    /// The pairs of own units of which one blocked the other, by round.
    pub pairs: Vec<(u32, UnitId, UnitId)>,
    pub obstacles: Vec<(u32, Obstacle)>,
    /// Since when each gatherer carries its load, or is empty.
    since: BTreeMap<UnitId, (bool, u32)>,
}

/// The maximum number of lines, sentences and pairs that are kept of a match.
const DETAILS_MAX: usize = 200_000;

impl Book {
    /// Books a turn of the player on this seat. `is_own` says whether the details of the turn matter, too.
    pub fn turn(&mut self, rules: &Rules, turn: &LossTurn<'_, Warriors>, seat: Seat, is_own: bool) {
        let orders = turn.orders.iter().find(|(one, _)| *one == seat).map(|(_, orders)| orders);
        if let Some(orders) = orders {
            self.gatherer_turns(turn, seat, orders, is_own);
        }
        self.events(rules, turn, seat);
    }

    fn gatherer_turns(&mut self, turn: &LossTurn<'_, Warriors>, seat: Seat, orders: &Orders, is_own: bool) {
        let report = turn.reports.iter().find(|(one, _)| *one == seat).map(|(_, report)| report);
        let outcome = Outcome::of(turn, seat, report);
        if is_own && let Some(report) = report {
            self.details(turn.round, report);
        }
        let mut unnamed_refusals =
            report.map_or(0, |report| (report.refused_total as usize).saturating_sub(report.refused.len()));
        for unit in &turn.before.player(seat).units {
            if unit.kind != UnitType::Gatherer {
                continue;
            }
            self.gatherers.add(turn.round, 1.0);
            let order = orders.moves.iter().position(|(id, _)| *id == unit.id);
            let direction = order.map(|at| orders.moves[at].1);
            let class = match (direction, outcome.fault) {
                (None, Some(FaultKind::Timeout)) => Class::TimedOut,
                (None, Some(_)) => Class::Failed,
                (None, None) if outcome.is_refused(unit.id) => Class::Refused,
                (None, None) if unnamed_refusals > 0 => {
                    unnamed_refusals -= 1;
                    Class::Refused
                }
                (None | Some(Direction::Stay), _) => Class::Idle,
                (Some(_), _) => match outcome.blocked.get(&unit.id) {
                    Some(Obstacle::OwnUnit(_)) => Class::BlockedByOwn,
                    Some(_) => Class::BlockedByGround,
                    None => Class::Productive,
                },
            };
            match class {
                Class::Productive => self.walk(turn.round, unit.id),
                class => self.classes[class as usize].add(turn.round, 1.0),
            }
            if class == Class::Idle && direction.is_some() {
                self.stays.add(turn.round, 1.0);
            }
            if is_own && self.lines.len() < DETAILS_MAX {
                let line = match class {
                    Class::Refused => outcome.refusal_line(unit.id),
                    _ => report
                        .zip(order)
                        .and_then(|(report, at)| line_of_order(report, orders.creations.len() + at)),
                };
                self.lines.push((class, turn.round, line));
                match outcome.blocked.get(&unit.id) {
                    Some(Obstacle::OwnUnit(other)) => self.pairs.push((turn.round, unit.id, *other)),
                    Some(obstacle) => self.obstacles.push((turn.round, *obstacle)),
                    None => {}
                }
            }
        }
    }

    fn walk(&mut self, round: u32, unit: UnitId) {
        if let Some((is_loaded, since)) = self.since.get(&unit) {
            self.walks.push(Walk { round, is_loaded: *is_loaded, time: round - since });
        }
    }

    fn details(&mut self, round: u32, report: &TurnReport) {
        if self.refusals.len() < DETAILS_MAX {
            let sentences =
                report.refused.iter().map(|refusal| (round, super::super::refusals::reason(refusal)));
            self.refusals.extend(sentences);
        }
        if let Some(fault) = &report.fault {
            self.faults.push((round, fault.kind, fault.message.clone()));
        }
    }

    fn events(&mut self, rules: &Rules, turn: &LossTurn<'_, Warriors>, seat: Seat) {
        let round = turn.round;
        for event in turn.events {
            match event {
                Event::Created { unit, kind } if unit.owner == seat => {
                    self.created.add(round, 1.0);
                    self.spent.add(round, rules.unit(*kind).cost as f64);
                    self.since.insert(unit.id, (false, round));
                }
                Event::PickedUp { unit, .. } if unit.owner == seat => self.change(unit.id, round, true),
                Event::Delivered { unit, amount } if unit.owner == seat => {
                    self.delivered.add(round, *amount as f64);
                    self.change(unit.id, round, false);
                }
                Event::Fought { attacker, defender, attacker_won, dropped, .. } => {
                    let loser = if *attacker_won { defender } else { attacker };
                    if loser.owner == seat {
                        let tally =
                            if *attacker_won { &mut self.lost_defending } else { &mut self.lost_attacking };
                        tally.add(round, 1.0);
                        self.dropped.add(round, *dropped as f64);
                        self.since.remove(&loser.id);
                    }
                }
                _ => {}
            }
        }
    }

    /// Notes that a unit has picked up a load or delivered it.
    fn change(&mut self, unit: UnitId, round: u32, is_loaded: bool) {
        let before = self.since.get(&unit).copied();
        if before.is_some_and(|(was_loaded, _)| was_loaded == is_loaded) {
            return;
        }
        if let Some((was_loaded, since)) = before {
            let times = if was_loaded { &mut self.loaded_times } else { &mut self.empty_times };
            times.push(round - since);
        }
        self.since.insert(unit, (is_loaded, round));
    }

    /// Returns the gatherer-turns of a class by round. `limits` are the times from which a walk is too long.
    pub fn class(&self, class: Class, limits: Limits) -> Tally {
        let mut tally = Tally::default();
        match class {
            Class::NotDelivering | Class::Wandering => {
                let is_loaded = class == Class::NotDelivering;
                let limit = if is_loaded { limits.loaded } else { limits.empty };
                let long = self.walks.iter().filter(|walk| walk.is_loaded == is_loaded && walk.time > limit);
                long.for_each(|walk| tally.add(walk.round, 1.0));
                tally
            }
            Class::Productive => tally,
            class => self.classes[class as usize].clone(),
        }
    }

    /// Returns the lines of code of a class in these rounds, the most frequent first.
    pub fn lines(&self, class: Class, from: u32, until: u32) -> Vec<wag_core::problem::CodePlace> {
        let mut counts = LineCounts::default();
        // Long walks are orders like all others.
        let booked = match class {
            Class::NotDelivering | Class::Wandering => Class::Productive,
            class => class,
        };
        let lines =
            self.lines.iter().filter(|(one, round, _)| *one == booked && (from..=until).contains(round));
        lines.for_each(|(_, _, line)| counts.add(line.clone()));
        counts.most_frequent()
    }

    pub fn lost(&self, from: u32, until: u32) -> f64 {
        self.lost_attacking.sum(from, until) + self.lost_defending.sum(from, until)
    }
}

/// The times from which a walk is too long, in rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    pub loaded: u32,
    pub empty: u32,
}

/// The outcome of the orders of a turn.
struct Outcome<'t> {
    fault: Option<FaultKind>,
    blocked: BTreeMap<UnitId, Obstacle>,
    report: Option<&'t TurnReport>,
}

impl<'t> Outcome<'t> {
    fn of(turn: &LossTurn<'_, Warriors>, seat: Seat, report: Option<&'t TurnReport>) -> Outcome<'t> {
        let blocked = turn.events.iter().filter_map(|event| match event {
            Event::Blocked { unit: UnitName { owner, id }, by, .. } if *owner == seat => Some((*id, *by)),
            _ => None,
        });
        let fault = report.and_then(|report| report.fault.as_ref()).map(|fault| fault.kind);
        Outcome { fault, blocked: blocked.collect(), report }
    }

    fn is_refused(&self, unit: UnitId) -> bool {
        self.report.is_some_and(|report| report.refused.iter().any(|refusal| refusal.of == Some(unit.0)))
    }

    fn refusal_line(&self, unit: UnitId) -> Option<wag_core::problem::CodePlace> {
        let report = self.report?;
        let own = report.refused.iter().find(|refusal| refusal.of == Some(unit.0));
        line_of_chain(report, own.or(report.refused.first())?.chain)
    }
}
