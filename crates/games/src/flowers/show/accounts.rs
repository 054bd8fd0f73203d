//! The accounts of a player: points, gold, tiles, and the value of everything it owns.

use super::super::event::Event;
use super::super::orders::Card;
use super::super::state::State;
use super::super::{FIGURES, SEATS};
use wag_core::game::{Account, AccountBook, Accounts, Lead, Seat};
use wag_i18n::later;

const HARVESTED: (&str, &str) = ("harvested", later!("harvested"));
const NEW_GAME: (&str, &str) = ("new_game", later!("reset for the next game"));

pub const ACCOUNTS: &Accounts = &Accounts {
    lead: Lead { name: "points", figures: &["points"] },
    accounts: &[
        Account {
            figure: "points",
            entries: &[HARVESTED, ("lost", later!("lost after too many missed actions")), NEW_GAME],
        },
        Account {
            figure: "gold",
            entries: &[
                HARVESTED,
                ("land", later!("paid for land")),
                ("seeds", later!("paid for seeds")),
                ("water", later!("paid for water")),
                ("fertilizer", later!("paid for fertilizer")),
                ("moles", later!("paid for moles")),
                NEW_GAME,
            ],
        },
        Account {
            figure: "tiles",
            entries: &[
                ("land", later!("bought")),
                ("moles", later!("won with moles")),
                ("dug_away", later!("lost to moles")),
                NEW_GAME,
            ],
        },
        Account {
            figure: "worth",
            entries: &[
                HARVESTED,
                ("seeds", later!("seeds planted")),
                ("water", later!("water used")),
                ("fertilizer", later!("fertilizer used")),
                ("moles", later!("moles used, and land won with them")),
                ("dug_away", later!("land lost to moles")),
                NEW_GAME,
            ],
        },
    ],
    counts: &[
        ("passed", later!("turns without an action")),
        ("missed", later!("missed actions")),
        ("void", later!("actions without effect")),
        ("planted", later!("plants")),
        ("drowned", later!("plants killed by too much water")),
        ("rained", later!("plants killed by rain")),
        ("withered", later!("plants that died of age")),
    ],
};

/// The points, gold, tiles and worth of a player.
fn figures(state: &State, seat: Seat) -> [i64; 4] {
    let player = state.player(seat);
    [player.points, player.gold, player.tiles.len() as i64, player.worth(&state.setup)]
}

pub fn book(before: &State, events: &[Event], book: &mut AccountBook) {
    let mut state = before.clone();
    for event in events {
        count(&state, event, book);
        match event {
            // Each kind of card has its own entry.
            Event::Paid { seat, cards } => {
                for card in cards {
                    follow(&mut state, &Event::Paid { seat: *seat, cards: vec![*card] }, book);
                }
            }
            event => follow(&mut state, event, book),
        }
    }
}

/// Follows an event, and books the changes of all figures.
fn follow(state: &mut State, event: &Event, book: &mut AccountBook) {
    let seats = || Seat::all(SEATS);
    let before: Vec<[i64; 4]> = seats().map(|seat| figures(state, seat)).collect();
    state.follow(event);
    for (seat, before) in seats().zip(before) {
        let Some(entry) = entry(event, seat) else { continue };
        for ((figure, before), after) in FIGURES.into_iter().zip(before).zip(figures(state, seat)) {
            if before != after {
                book.add(seat, figure, entry, after.saturating_sub(before));
            }
        }
    }
}

/// Returns the entry for the changes that an event causes for a player.
fn entry(event: &Event, seat: Seat) -> Option<&'static str> {
    Some(match event {
        Event::Lost { .. } => "lost",
        Event::Bought { .. } => "land",
        Event::Paid { cards, .. } => match cards.first()?.0 {
            Card::Water => "water",
            Card::Mole => "moles",
            Card::Fertilizer => "fertilizer",
            _ => "seeds",
        },
        Event::Planted { .. } => "seeds",
        Event::Watered { .. } => "water",
        Event::Harvested { .. } => "harvested",
        Event::Fertilized { .. } => "fertilizer",
        Event::Dug { seat: digger, .. } if *digger == seat => "moles",
        Event::Dug { .. } => "dug_away",
        Event::Again { .. } => "new_game",
        _ => return None,
    })
}

fn count(state: &State, event: &Event, book: &mut AccountBook) {
    match event {
        Event::Passed { seat } => book.count(*seat, "passed", 1),
        Event::Missed { seat, .. } => book.count(*seat, "missed", 1),
        Event::Void { seat, .. } | Event::Unread { seat, .. } => book.count(*seat, "void", 1),
        Event::Planted { seat, plants } => book.count(*seat, "planted", plants.len() as u64),
        Event::Watered { seat, drops } => book.count(*seat, "drowned", state.drowned(drops).len() as u64),
        Event::Rained { dead, .. } => {
            dead.iter().filter_map(|tile| state.owner(*tile)).for_each(|seat| book.count(seat, "rained", 1));
        }
        Event::RoundOver { dead } => {
            dead.iter()
                .filter_map(|tile| state.owner(*tile))
                .for_each(|seat| book.count(seat, "withered", 1));
        }
        _ => {}
    }
}
