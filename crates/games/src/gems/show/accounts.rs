//! The accounts of a player: life, shield and stones.

use super::super::SEATS;
use super::super::account::{Account as PlayerAccount, Rules};
use super::super::duel::other;
use super::super::event::Event;
use super::super::tile::Tile;
use super::frame::Frame;
use wag_core::game::{Account, AccountBook, Accounts, Entry, Lead, Seat};
use wag_i18n::later;

const BOMBS: Entry = ("bombs", later!("lost to bombs"));
const GREEN: Entry = ("green", later!("lost to green stones"));
const YELLOW: Entry = ("yellow", later!("lost to yellow stones"));
const RED: Entry = ("red", later!("lost to red stones"));
const ILLEGAL: Entry = ("illegal", later!("lost through illegal moves"));
const FAILED: Entry = ("failed", later!("lost without an answer"));
const COLLECTED: Entry = ("collected", later!("collected"));
const CASHED_IN: Entry = ("cashed_in", later!("turned into damage"));

pub const ACCOUNTS: &Accounts = &Accounts {
    lead: Lead { name: later!("life and shield"), figures: &["life", "shield"] },
    accounts: &[
        Account { figure: "life", entries: &[BOMBS, GREEN, YELLOW, RED, ILLEGAL, FAILED] },
        Account {
            figure: "shield",
            entries: &[
                ("repaired", later!("repaired with blue stones")),
                BOMBS,
                GREEN,
                YELLOW,
                RED,
                ILLEGAL,
                FAILED,
            ],
        },
        Account { figure: "red", entries: &[COLLECTED, CASHED_IN] },
        Account { figure: "yellow", entries: &[COLLECTED, CASHED_IN] },
        Account { figure: "green", entries: &[COLLECTED, CASHED_IN] },
        Account { figure: "lilac", entries: &[COLLECTED, ("another_turn", later!("paid for another turn"))] },
    ],
    counts: &[
        ("moves", later!("legal moves")),
        ("illegal", later!("illegal moves")),
        ("runs", later!("runs of stones")),
        ("damage", later!("damage to the opponent")),
        ("another_turn", later!("additional turns")),
    ],
};

pub fn book(rules: &Rules, before: &Frame, events: &[Event], book: &mut AccountBook) {
    let mut frame = before.clone();
    // The damage that has not been dealt yet, by its cause.
    let mut causes: Vec<(&str, i64)> = Vec::new();
    for event in events {
        let accounts = frame.accounts;
        frame.follow(rules, event);
        count(event, &mut causes, book);
        let (hurt, entry) = match event {
            Event::Hurt { seat, .. } => (Some(*seat), ""),
            Event::Credited { .. } => (None, "collected"),
            Event::CashedIn { .. } => (None, "cashed_in"),
            Event::AnotherTurn { .. } => (None, "another_turn"),
            Event::Failed { .. } => (None, "failed"),
            _ => continue,
        };
        for ((seat, before), after) in Seat::all(SEATS).zip(&accounts).zip(&frame.accounts) {
            if hurt == Some(seat) {
                book_damage(seat, before, after, std::mem::take(&mut causes), book);
            } else {
                book_change(seat, before, after, entry, book);
            }
        }
    }
}

/// Books how an event changes each number of an account.
fn book_change(
    seat: Seat,
    before: &PlayerAccount,
    after: &PlayerAccount,
    entry: &'static str,
    book: &mut AccountBook,
) {
    let figures = ["life", "shield", "red", "yellow", "green", "lilac"];
    for ((figure, before), after) in figures.into_iter().zip(before.numbers()).zip(after.numbers()) {
        let entry = if figure == "shield" && entry == "collected" { "repaired" } else { entry };
        if before != after {
            book.add(seat, figure, entry, i64::from(after) - i64::from(before));
        }
    }
}

/// Books the loss of shield and life. The shield takes the damage of each cause first.
fn book_damage(
    seat: Seat,
    before: &PlayerAccount,
    after: &PlayerAccount,
    causes: Vec<(&str, i64)>,
    book: &mut AccountBook,
) {
    let mut losses = [
        ("shield", i64::from(before.shield.saturating_sub(after.shield))),
        ("life", i64::from(before.life.saturating_sub(after.life))),
    ];
    for (cause, mut damage) in causes {
        for (figure, lost) in &mut losses {
            let part = damage.min(*lost);
            book.add(seat, figure, cause, -part);
            (damage, *lost) = (damage - part, *lost - part);
        }
    }
}

/// Counts an event, and collects the causes of damage.
fn count(event: &Event, causes: &mut Vec<(&str, i64)>, book: &mut AccountBook) {
    match event {
        Event::Swapped { seat, .. } => book.count(*seat, "moves", 1),
        Event::Refused { seat, .. } => {
            causes.push(("illegal", i64::MAX));
            book.count(*seat, "illegal", 1);
        }
        Event::Credited { seat, tiles, .. } => {
            let bombs =
                tiles.iter().map(|tile| if let Tile::Bomb(value) = tile { i64::from(*value) } else { 0 });
            causes.push(("bombs", bombs.sum()));
            book.count(*seat, "runs", 1);
        }
        Event::CashedIn { colour, damage, .. } => {
            let cause = match colour {
                Tile::Green => "green",
                Tile::Yellow => "yellow",
                _ => "red",
            };
            causes.push((cause, i64::from(*damage)));
        }
        Event::Hurt { seat, damage, .. } if causes.iter().all(|(cause, _)| *cause != "illegal") => {
            book.count(other(*seat), "damage", u64::from(*damage));
        }
        Event::AnotherTurn { seat } => book.count(*seat, "another_turn", 1),
        _ => {}
    }
}
