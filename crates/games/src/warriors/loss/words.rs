//! The causes as sentences without full stops.

use super::super::event::Obstacle;
use super::Class;
use super::book::Book;
use std::collections::BTreeMap;
use wag_core::text::printable;
use wag_i18n::{Message, message};

/// Describes the gatherer-turns of a class in these rounds.
pub fn class(class: Class, book: &Book, count: u64, from: u32, until: u32) -> Message {
    let in_loss = |round: &u32| (from..=until).contains(round);
    let fault = |is_timeout: bool| {
        let mut faults = book.faults.iter().filter(|(round, _, _)| in_loss(round));
        let is_kind = |kind: &wag_core::problem::FaultKind| (kind.name() == "timeout") == is_timeout;
        faults.find(|(_, kind, _)| is_kind(kind)).map(|(_, _, message)| message.clone().map(&printable))
    };
    match class {
        Class::TimedOut => {
            message!("turns timed out, and %{count} times a gatherer had no order", count)
        }
        Class::Failed => match fault(false) {
            Some(error) => {
                message!("turns failed, and %{count} times a gatherer had no order: %{error}", count, error)
            }
            None => message!("turns failed, and %{count} times a gatherer had no order", count),
        },
        Class::Refused => {
            let reasons = book.refusals.iter().filter(|(round, _)| in_loss(round)).map(|(_, reason)| reason);
            match most_frequent(reasons.map(Message::english)) {
                Some(english) => {
                    let known = book.refusals.iter().find(|(_, reason)| reason.english() == english);
                    let reason =
                        known.map_or_else(Message::default, |(_, reason)| reason.clone().map(&printable));
                    message!("%{count} orders of gatherers were refused: %{reason}", count, reason)
                }
                None => message!("%{count} orders of gatherers were refused", count),
            }
        }
        Class::Idle if book.stays.sum(from, until) * 2.0 > count as f64 => {
            message!("gatherers were ordered to stay %{count} times", count)
        }
        Class::Idle => message!("gatherers stood without an order %{count} times", count),
        Class::BlockedByOwn => {
            let pairs = book.pairs.iter().filter(|(round, _, _)| in_loss(round));
            match most_frequent(pairs.map(|(_, a, b)| (a.0, b.0))) {
                Some((unit, other)) => message!(
                    "gatherers were blocked by own units %{count} times, most often unit %{unit} by unit %{other}",
                    count,
                    unit,
                    other
                ),
                None => message!("gatherers were blocked by own units %{count} times", count),
            }
        }
        Class::BlockedByGround => {
            let obstacles = book.obstacles.iter().filter(|(round, _)| in_loss(round));
            let obstacle = most_frequent(obstacles.map(|(_, obstacle)| match obstacle {
                Obstacle::Edge => 0,
                Obstacle::Water => 1,
                Obstacle::Wall => 2,
                Obstacle::ForeignBase(_) | Obstacle::OwnUnit(_) => 3,
            }));
            let obstacle = match obstacle {
                Some(0) => message!("the edge of the board"),
                Some(1) => message!("water"),
                Some(2) => message!("walls"),
                _ => message!("foreign bases"),
            };
            message!(
                "gatherers were sent into an obstacle %{count} times, mostly %{obstacle}",
                count,
                obstacle
            )
        }
        Class::NotDelivering => {
            message!("gatherers carried their loads about without delivering them, %{count} moves", count)
        }
        Class::Wandering | Class::Productive => {
            message!("gatherers walked about without picking anything up, %{count} moves", count)
        }
    }
}

pub fn lost_units(attacking: i64, defending: i64, replaced: i64) -> Message {
    let count = attacking + defending;
    match replaced {
        0 => message!(
            "%{count} units lost (%{attacking} attacking, %{defending} defending), none replaced",
            count,
            attacking,
            defending
        ),
        _ => message!(
            "%{count} units lost (%{attacking} attacking, %{defending} defending), %{replaced} replaced",
            count,
            attacking,
            defending,
            replaced
        ),
    }
}

pub fn too_few_units(own: f64, others: f64) -> Message {
    let number = |value: f64| value.round() as u64;
    message!(
        "you had only %{own} gatherers, the others %{others}",
        own = number(own),
        others = number(others)
    )
}

pub fn spending(spent: u64, units: u64) -> Message {
    message!("%{units} units for %{spent} did not bring in what they cost", units, spent)
}

pub fn out(round: u32) -> Message {
    message!("in round %{round} you were out: no units and no resources were left", round)
}

pub fn stopped_by_time_outs(round: u32) -> Message {
    message!("your AI timed out too often and got no more turns after round %{round}", round)
}

pub fn stopped_by_errors(round: u32, error: Option<&Message>) -> Message {
    let error = error.map_or_else(Message::default, |error| error.clone().map(&printable));
    message!("your AI failed too often and got no more turns after round %{round}: %{error}", round, error)
}

/// Returns the most frequent value.
fn most_frequent<T: Ord + Clone>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: BTreeMap<T, u32> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(value, _)| value)
}
