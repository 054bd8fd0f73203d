//! The accounts of a player: its score, ants, hills and stored food.

use super::super::event::{Event, RefusalReason};
use super::super::position::Position;
use wag_core::game::{Account, AccountBook, Accounts, Entry, Lead, Seat};
use wag_i18n::later;

const RECORDED: Entry = ("recorded", later!("differences to the recorded values"));

pub const ACCOUNTS: &Accounts = &Accounts {
    lead: Lead { name: later!("ants and hills"), figures: &["ants", "hills"] },
    accounts: &[
        Account {
            figure: "score",
            entries: &[
                ("razed", later!("for razed hills of others")),
                ("lost", later!("for lost hills")),
                ("removed", later!("for leaving the match")),
                ("bonus", later!("points at the end of the match")),
                RECORDED,
            ],
        },
        Account {
            figure: "ants",
            entries: &[
                ("born", later!("born")),
                ("fought", later!("killed in battle")),
                ("collided", later!("killed in collisions")),
            ],
        },
        Account { figure: "hills", entries: &[("lost", later!("razed by others"))] },
        Account {
            figure: "hive",
            entries: &[("gathered", later!("food gathered")), ("born", later!("ants born")), RECORDED],
        },
    ],
    counts: &[
        ("moves", later!("moves")),
        ("idle", later!("turns of ants without a move")),
        ("blocked", later!("moves blocked by water or food")),
    ],
};

pub fn book(before: &Position, events: &[Event], book: &mut AccountBook) {
    // Scores and hives do not depend on the ants and the food on the board.
    let mut scores = Position {
        size: before.size,
        turn: before.turn,
        ants: Vec::new(),
        food: Vec::new(),
        hills: before.hills.clone(),
        players: before.players.clone(),
        end: before.end,
    };
    let mut idle = before.counts();
    for event in events {
        match event {
            Event::Moved(moves) => {
                for owner in moves.iter().filter_map(|(at, _)| Some(before.ant_at(*at)?.owner)) {
                    book.count(owner, "moves", 1);
                    idle[owner.index()] = idle[owner.index()].saturating_sub(1);
                }
            }
            Event::Born(ants) => ants.iter().for_each(|(_, owner)| book.add(*owner, "ants", "born", 1)),
            Event::Died { ants, fought } => {
                let entry = if *fought { "fought" } else { "collided" };
                ants.iter().for_each(|(_, owner)| book.add(*owner, "ants", entry, -1));
            }
            Event::Refused { seat, why: RefusalReason::Blocked, .. } => book.count(*seat, "blocked", 1),
            _ => {}
        }
        book_scores(&mut scores, event, book);
    }
    if events.contains(&Event::Turn) {
        Seat::all(idle.len()).zip(idle).for_each(|(seat, ants)| book.count(seat, "idle", ants.into()));
    }
}

/// Follows an event, and books the changes of scores, hills and hives.
fn book_scores(position: &mut Position, event: &Event, book: &mut AccountBook) {
    let count = position.players.len();
    let figures = |position: &Position, seat: Seat| {
        let player = &position.players[seat.index()];
        [i64::from(player.score), position.standing_of(seat) as i64, i64::from(player.hive)]
    };
    let before: Vec<[i64; 3]> = Seat::all(count).map(|seat| figures(position, seat)).collect();
    position.follow(event);
    position.ants.clear();
    for (seat, before) in Seat::all(count).zip(before) {
        let entry = match event {
            Event::Razed(_, by) if *by == seat => "razed",
            Event::Razed(..) => "lost",
            Event::Removed(..) => "removed",
            Event::Over { .. } => "bonus",
            Event::Born(_) => "born",
            Event::Gathered(_) => "gathered",
            Event::Counted { .. } => "recorded",
            _ => continue,
        };
        for ((figure, before), after) in
            ["score", "hills", "hive"].into_iter().zip(before).zip(figures(position, seat))
        {
            if before != after {
                book.add(seat, figure, entry, after.saturating_sub(before));
            }
        }
    }
}
