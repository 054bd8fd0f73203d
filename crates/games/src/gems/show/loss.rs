//! Losses that are certain from the events: illegal moves and failed turns. There are no futures, because all of them
//! would know the stones to come.

use super::super::board::refusal_reason;
use super::super::event::Event;
use super::super::{Gems, Setup};
use std::collections::BTreeMap;
use wag_core::game::loss::{LineCounts, by_share, line_of_order};
use wag_core::game::{
    Cards, Cause, LossAccount, LossSpan, LossTurn, Losses, Sampling, Seat, SmallestLoss, Standing,
};
use wag_core::problem::CodePlace;
use wag_i18n::{Message, later, message};

pub const LOSSES: &Losses = &Losses {
    value: "life_and_shield",
    unit: later!("life and shield"),
    stand_ins: &[],
    on_request: &[],
    sampling: Sampling::Events,
    smallest: SmallestLoss::Amount(1.0),
    cards: Cards::Fit,
    stated: 0.4,
};

pub fn value(standings: &[Standing], seat: Seat) -> f64 {
    let figures = standings.get(seat.index()).map_or(&[][..], |standing| &standing.figures);
    let counted = figures.iter().filter(|(name, _)| ["life", "shield"].contains(name));
    counted.map(|(_, value)| *value as f64).sum()
}

/// The illegal moves and the failed turn of a player.
pub struct Account {
    seat: Seat,
    /// The damage of an illegal move.
    damage: f64,
    illegal: Vec<Illegal>,
    failed: Option<Failed>,
    rounds: u32,
}

struct Illegal {
    round: u32,
    why: Message,
    place: Option<CodePlace>,
}

struct Failed {
    round: u32,
    /// Life and shield before the turn.
    had: f64,
    /// The kind of fault, if it is recorded.
    kind: Option<&'static str>,
    place: Option<CodePlace>,
}

impl Account {
    pub fn new(setup: &Setup, seat: Seat) -> Account {
        let damage = setup.rules.illegal_damage.into();
        Account { seat, damage, illegal: Vec::new(), failed: None, rounds: 0 }
    }

    fn span(&self, from: u32, until: u32, loss: f64) -> LossSpan {
        LossSpan { from, until, loss, healthy_from: 0, rounds: self.rounds, start_value: 0.0 }
    }

    fn illegal_in(&self, loss: &LossSpan) -> Option<Cause> {
        let moves =
            || self.illegal.iter().filter(|illegal| (loss.from..=loss.until).contains(&illegal.round));
        let first = moves().next()?;
        let mut lines = LineCounts::default();
        let mut reasons: BTreeMap<String, (usize, &Message)> = BTreeMap::new();
        for Illegal { why, place, .. } in moves() {
            lines.add(place.clone());
            reasons.entry(why.english()).or_insert((0, why)).0 += 1;
        }
        let why = reasons.into_values().max_by_key(|(count, _)| *count).map(|(_, why)| why.clone())?;
        let count = moves().count();
        let cost = self.damage * count as f64;
        Some(Cause {
            name: "illegal",
            share: cost / loss.loss,
            cost,
            count: count as u64,
            onset: Some(first.round),
            values: BTreeMap::new(),
            lines: lines.most_frequent(),
            phrase: message!("illegal moves: %{count}, most often: %{why}", count, why),
        })
    }

    fn failed_in(&self, loss: &LossSpan) -> Option<Cause> {
        let Failed { round, had, kind, place } =
            self.failed.as_ref().filter(|failed| (loss.from..=loss.until).contains(&failed.round))?;
        let phrase = match kind {
            Some(kind) => {
                message!("a turn without an answer, which loses the game (%{kind})", kind = message!(*kind))
            }
            None => message!("a turn without an answer, which loses the game"),
        };
        Some(Cause {
            name: "failed_turn",
            share: 1.0,
            cost: *had,
            count: 1,
            onset: Some(*round),
            values: BTreeMap::new(),
            lines: place.clone().into_iter().collect(),
            phrase,
        })
    }
}

impl LossAccount<Gems> for Account {
    fn book(&mut self, turn: &LossTurn<'_, Gems>) {
        self.rounds = turn.round;
        let report = turn.reports.iter().find(|(seat, _)| *seat == self.seat).map(|(_, report)| report);
        let ordered = report.and_then(|report| line_of_order(report, 0));
        for event in turn.events {
            match event {
                Event::Refused { seat, given } if *seat == self.seat => self.illegal.push(Illegal {
                    round: turn.round,
                    why: match given {
                        Some(numbers) => message!(refusal_reason(*numbers)),
                        None => message!("the answer is not a move"),
                    },
                    place: ordered.clone(),
                }),
                Event::Failed { seat } if *seat == self.seat => {
                    let account = turn.before.accounts[self.seat.index() % 2];
                    let fault = report.and_then(|report| report.fault.as_ref());
                    self.failed = Some(Failed {
                        round: turn.round,
                        had: f64::from(account.life) + f64::from(account.shield),
                        kind: fault.map(|fault| fault.kind.name()),
                        place: report.and_then(|report| report.problem(turn.round)?.place),
                    });
                }
                _ => {}
            }
        }
    }

    fn causes(&self, loss: &LossSpan) -> Vec<Cause> {
        let mut causes: Vec<Cause> = self.failed_in(loss).into_iter().chain(self.illegal_in(loss)).collect();
        by_share(&mut causes);
        causes
    }

    /// Returns one loss for all illegal moves, and one for the failed turn.
    fn certain_losses(&self) -> Vec<LossSpan> {
        let illegal = self.illegal.first().zip(self.illegal.last());
        let illegal = illegal
            .map(|(first, last)| self.span(first.round, last.round, self.damage * self.illegal.len() as f64));
        let failed = self.failed.as_ref().map(|failed| self.span(failed.round, failed.round, failed.had));
        failed.into_iter().chain(illegal).collect()
    }
}
