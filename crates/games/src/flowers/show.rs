//! The spectators' view of the game: stored in replays, and shown on pages and in terminals.
//!
//! Orders, events and states are a file format. They must not change, so that old replays stay readable.

mod accounts;
mod arrays;
mod events;
mod loss;

use super::event::{End, Event};
use super::orders::{Card, Orders};
use super::state::{Plant, State};
use super::tile::{SIDE, TILES, Tile};
use super::{Flowers, SEATS, Setup, words};
use serde_json::{Value, json};
use wag_core::game::{
    AccountBook, Accounts, ArrayInfo, Cell, Events, FrameArrays, Game, LossAccount, Losses, Seat, Show,
    Sight, Standing, Tone,
};
use wag_i18n::{Message, later};

/// The largest plausible number in a replay. A replay with a larger number is rejected.
const AMOUNT_LIMIT: i64 = 1 << 40;

impl Show for Flowers {
    const VERSION: u32 = 1;
    const QUIET: &[&str] = &["harvested"];
    const LEGEND: &[(&str, &str)] = &[
        (".1", later!("a player's land")),
        ("*", later!("a special field, which yields twice as much")),
        ("a b c t", later!("growing anemone, BlueJazz, crocus and tulip")),
        ("A B C T", later!("ripe")),
        ("x", later!("dead")),
    ];
    const ARRAYS: &'static [ArrayInfo] = arrays::ARRAYS;
    const EVENTS: &'static Events = events::EVENTS;
    const ACCOUNTS: &'static Accounts = accounts::ACCOUNTS;
    const LOSSES: Option<&'static Losses> = Some(loss::LOSSES);
    /// Spectators see the whole state.
    type Frame = State;

    fn is_sound(setup: &Setup) -> bool {
        setup.is_sound()
    }

    fn is_possible(_: &Setup, event: &Event) -> bool {
        let on_board = |tile: &Tile| tile.is_on_board();
        let is_some = |amount: i64| (0..=AMOUNT_LIMIT).contains(&amount);
        event.seat().is_none_or(|seat| seat.index() < SEATS)
            && match event {
                Event::Skipped { tile, .. } => tile.iter().all(on_board),
                Event::Bought { tiles, .. } | Event::RoundOver { dead: tiles } => tiles.iter().all(on_board),
                Event::Harvested { tiles, gain, .. } => tiles.iter().all(on_board) && is_some(*gain),
                Event::Paid { cards, .. } => cards.iter().all(|(_, amount)| is_some(*amount)),
                Event::Planted { plants, .. } => {
                    plants.iter().all(|(tile, card)| tile.is_on_board() && card.is_seed())
                }
                Event::Watered { drops, .. } => {
                    drops.iter().all(|(tile, drops)| tile.is_on_board() && is_some(*drops))
                }
                Event::Dug { tile, .. } => tile.is_on_board(),
                Event::Rained { ripe, dead } => ripe.iter().chain(dead).all(on_board),
                Event::Over { end: End::Misses(seat) } => seat.index() < SEATS,
                _ => true,
            }
    }

    fn seats(_: &Setup) -> usize {
        SEATS
    }

    fn frame(state: &State) -> State {
        state.clone()
    }

    fn is_frame_sound(setup: &Setup, frame: &State) -> bool {
        let is_some = |amount: &i64| (-AMOUNT_LIMIT..=AMOUNT_LIMIT).contains(amount);
        frame.setup == *setup
            && frame.plants.len() == TILES
            && frame.plants.iter().flatten().all(|plant| plant.card.is_seed() && is_some(&plant.needed))
            && frame.mover.index() < SEATS
            && frame.players.iter().all(|player| {
                player.tiles.iter().all(|tile| tile.is_on_board())
                    && player.cards.iter().chain([&player.gold, &player.points]).all(is_some)
            })
    }

    fn follow(_: &Setup, frame: &mut State, _: &[Seat], events: &[Event]) {
        frame.follow_turn(events);
    }

    fn frame_standings(_: &Setup, frame: &State) -> Vec<Standing> {
        Flowers::standings(frame)
    }

    fn book(_: &Setup, before: &State, _: &[(Seat, Orders)], events: &[Event], book: &mut AccountBook) {
        accounts::book(before, events, book);
    }

    fn loss_value(standings: &[Standing], seat: Seat) -> f64 {
        loss::value(standings, seat)
    }

    fn loss_account(_: &Setup, seat: Seat) -> Option<Box<dyn LossAccount<Flowers>>> {
        Some(Box::new(loss::Account::new(seat)))
    }

    fn scene(setup: &Setup) -> Value {
        json!({
            "width": SIDE, "height": SIDE, "rounds": setup.rounds, "original": setup.original,
            "numbers": setup.numbers.as_json(),
        })
    }

    fn show_frame(_: &Setup, frame: &State) -> Value {
        let plant = |plant: &Option<Plant>| {
            plant.map(|plant| json!({"card": plant.card.id(), "needed": plant.needed, "left": plant.left}))
        };
        let player = |player: &super::state::Player| {
            json!({
                "points": player.points, "gold": player.gold, "fertilizer": player.fertilizer, "tiles": player.tiles,
                "cards": player.cards, "misses": player.misses,
            })
        };
        json!({
            "game": frame.game, "round": frame.round, "rounds": frame.rounds(), "mover": frame.mover.number(),
            "special": frame.special.iter().collect::<Vec<_>>(),
            "players": frame.players.iter().map(player).collect::<Vec<_>>(),
            "plants": frame.plants.iter().map(plant).collect::<Vec<_>>(),
        })
    }

    fn show_orders(orders: &Orders) -> Vec<Value> {
        match orders {
            Orders::Missed | Orders::Gone | Orders::Pass => Vec::new(),
            Orders::Unread(why) => vec![json!({"unread": why})],
            Orders::Act(action) => vec![json!({"letter": action.letter.sign(), "entries": action.entries})],
        }
    }

    fn show_event(_: &Setup, event: &Event) -> Value {
        let mut value = match event {
            Event::Missed { is_gone, .. } => json!({"type": "missed", "gone": is_gone}),
            Event::Lost { .. } => json!({"type": "lost"}),
            Event::Passed { .. } => json!({"type": "passed"}),
            Event::Unread { why, .. } => json!({"type": "unread", "why": why}),
            Event::Void { letter, why, entry, .. } => {
                json!({"type": "void", "letter": letter.sign(), "why": why, "entry": entry})
            }
            Event::Skipped { entry, tile, why, .. } => {
                json!({"type": "skipped", "entry": entry, "tile": tile, "why": why})
            }
            Event::Bought { tiles, .. } => json!({"type": "bought", "tiles": tiles}),
            Event::Paid { cards, .. } => json!({"type": "paid", "cards": ids(cards)}),
            Event::Planted { plants, .. } => {
                let plants: Vec<_> = plants.iter().map(|(tile, card)| (tile, card.id())).collect();
                json!({"type": "planted", "plants": plants})
            }
            Event::Watered { drops, .. } => json!({"type": "watered", "drops": drops}),
            Event::Harvested { tiles, gain, .. } => {
                json!({"type": "harvested", "tiles": tiles, "gain": gain})
            }
            Event::Fertilized { works, .. } => json!({"type": "fertilized", "works": works}),
            Event::Dug { tile, fault, .. } => json!({"type": "dug", "tile": tile, "fault": fault}),
            Event::Rained { ripe, dead } => json!({"type": "rained", "ripe": ripe, "dead": dead}),
            Event::RoundOver { dead } => json!({"type": "round_over", "dead": dead}),
            Event::Again { special, points } => {
                json!({"type": "again", "special": special.iter().collect::<Vec<_>>(), "points": points})
            }
            Event::Over { end } => json!({"type": "over", "end": end_word(*end)}),
        };
        if let (Some(seat), Some(object)) = (event.seat(), value.as_object_mut()) {
            object.insert("seat".to_string(), json!(seat.number()));
        }
        value
    }

    fn marks(event: &Event) -> Vec<(&'static str, Seat)> {
        match event {
            Event::Missed { seat, .. } => vec![("missed", *seat)],
            Event::Lost { seat } => vec![("lost", *seat)],
            Event::Unread { seat, .. } | Event::Void { seat, .. } => vec![("void", *seat)],
            Event::Harvested { seat, gain, .. } if *gain > 0 => vec![("harvested", *seat)],
            Event::Dug { seat, fault: None, .. } => vec![("dug", *seat)],
            _ => Vec::new(),
        }
    }

    fn put_out(event: &Event) -> Option<Seat> {
        match event {
            Event::Lost { seat } => Some(*seat),
            _ => None,
        }
    }

    fn axis_len(_: &Setup, axis: &str) -> usize {
        arrays::axis_len(axis)
    }

    fn write_arrays(_: &Setup, frame: &State, out: &mut FrameArrays) {
        arrays::write(frame, out);
    }

    fn sight(_: &Setup, frame: &State) -> Sight {
        let rows = (0..SIDE).rev().flat_map(|y| (0..SIDE).map(move |x| Tile::at(x, y)));
        Sight { width: SIDE.into(), cells: rows.map(|tile| cell(frame, tile)).collect() }
    }

    fn tell(_: &Setup, event: &Event, names: &[String]) -> Message {
        words::tell(event, names)
    }

    fn tell_seat(_: &Setup, events: &[Event], seat: Seat, _: &[String]) -> Vec<Message> {
        words::tell_seat(events, seat)
    }
}

fn ids(cards: &[(Card, i64)]) -> Vec<(usize, i64)> {
    cards.iter().map(|(card, amount)| (card.id(), *amount)).collect()
}

pub const fn end_word(end: End) -> &'static str {
    match end {
        End::Points => "points",
        End::Worth => "worth",
        End::Misses(_) => "misses",
        End::Abandoned => "abandoned",
    }
}

fn cell(frame: &State, tile: Tile) -> Cell {
    let special = frame.special.contains(tile);
    let (sign, tone) = match frame.plant(tile) {
        None if special => ('*', Tone::Yellow),
        None => ('.', Tone::Ground),
        Some(plant) if plant.is_dead() => ('x', Tone::Wall),
        Some(plant) if plant.is_ripe() => (sign(plant.card).to_ascii_uppercase(), Tone::Goods),
        Some(plant) => (sign(plant.card), Tone::Green),
    };
    match frame.owner(tile) {
        Some(seat) => Cell::owned([sign, char::from(b'0' + seat.number())], tone, seat),
        None => Cell::plain(sign, tone),
    }
}

const fn sign(card: Card) -> char {
    match card {
        Card::BlueJazz => 'b',
        Card::Crocus => 'c',
        Card::Tulip => 't',
        _ => 'a',
    }
}
