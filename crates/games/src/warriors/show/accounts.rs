//! The accounts of a player: its resources, its units, and its fights.

use super::super::event::{Event, Obstacle};
use super::super::orders::UnitType;
use super::super::rules::Rules;
use super::frame::Frame;
use wag_core::game::{Account, AccountBook, Accounts, Lead, Seat};
use wag_i18n::later;

pub const ACCOUNTS: &Accounts = &Accounts {
    lead: Lead { name: "stock", figures: &["stock"] },
    accounts: &[
        Account {
            figure: "stock",
            entries: &[
                ("delivered", later!("delivered to the base")),
                ("warriors", later!("paid for warriors")),
                ("gatherers", later!("paid for gatherers")),
            ],
        },
        Account {
            figure: "units",
            entries: &[
                ("warriors", later!("warriors created")),
                ("gatherers", later!("gatherers created")),
                ("attacking", later!("lost in attacks")),
                ("defending", later!("lost in defense")),
            ],
        },
        Account {
            figure: "kills",
            entries: &[
                ("attacking", later!("fights won in attacks")),
                ("defending", later!("fights won in defense")),
            ],
        },
    ],
    counts: &[
        ("picked_up", later!("resources picked up")),
        ("dropped", later!("resources lost with units")),
        ("moves", later!("moves")),
        ("idle", later!("turns of units without a move")),
        ("blocked_by_own", later!("moves blocked by own units")),
        ("blocked_by_ground", later!("moves blocked by water, walls, bases and the edge")),
    ],
};

/// Books a turn of these seats.
pub fn book(rules: &Rules, before: &Frame, seats: &[Seat], events: &[Event], book: &mut AccountBook) {
    let units = |seat: Seat| before.players.get(seat.index()).map_or(0, |player| player.units.len() as u64);
    let mut idle: Vec<(Seat, u64)> = seats.iter().map(|seat| (*seat, units(*seat))).collect();
    let mut count_units = |owner: Seat, change: i64| {
        if let Some((_, units)) = idle.iter_mut().find(|(seat, _)| *seat == owner) {
            *units = units.saturating_add_signed(change);
        }
    };
    for event in events {
        match event {
            Event::Created { unit, kind } => {
                let name = match kind {
                    UnitType::Warrior => "warriors",
                    UnitType::Gatherer => "gatherers",
                };
                book.add(unit.owner, "stock", name, -signed(rules.unit(*kind).cost));
                book.add(unit.owner, "units", name, 1);
                count_units(unit.owner, 1);
            }
            Event::Moved { unit, .. } => {
                book.count(unit.owner, "moves", 1);
                count_units(unit.owner, -1);
            }
            Event::Blocked { unit, by, .. } => {
                let name = match by {
                    Obstacle::OwnUnit(_) => "blocked_by_own",
                    _ => "blocked_by_ground",
                };
                book.count(unit.owner, name, 1);
                count_units(unit.owner, -1);
            }
            Event::Fought { attacker, defender, attacker_won, dropped, .. } => {
                let (winner, loser, won, lost) = match attacker_won {
                    true => (attacker, defender, "attacking", "defending"),
                    false => (defender, attacker, "defending", "attacking"),
                };
                book.add(winner.owner, "kills", won, 1);
                book.add(loser.owner, "units", lost, -1);
                book.count(loser.owner, "dropped", *dropped);
                if !attacker_won {
                    count_units(attacker.owner, -1);
                }
            }
            Event::PickedUp { unit, amount, .. } => book.count(unit.owner, "picked_up", *amount),
            Event::Delivered { unit, amount } => {
                book.add(unit.owner, "stock", "delivered", signed(*amount));
            }
            Event::CreationRefused { .. }
            | Event::MoveRefused { .. }
            | Event::Spawned { .. }
            | Event::Out { .. }
            | Event::Ended { .. } => {}
        }
    }
    idle.into_iter().for_each(|(seat, units)| book.count(seat, "idle", units));
}

fn signed(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}
