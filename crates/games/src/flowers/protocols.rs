//! The protocols: the messages to players of each kind, and the answers.

use super::event::Event;
use super::orders::{Action, Card, Entry, Letter, Orders};
use super::state::{State, other};
use super::wire::Dto;
use super::words::{card_name, reason};
use super::{Flowers, View};
use wag_core::game::protocols::{Framed, Person, Python};
use wag_core::game::{Protocols, Seat, Show, plain};
use wag_i18n::{Message, later, message, quote, t};

pub const PROTOCOLS: Protocols<Flowers> =
    Protocols { persistent: Some(PYTHON), framed: Some(FRAMED), person: Some(PERSON), ..Protocols::NONE };

/// The protocol for Python AIs. It sends the seat and the whole state each turn. The bindings show only what the seat
/// may see.
pub const PYTHON: Python<Flowers> = Python {
    encode_setup: |_, _, _| Vec::new(),
    encode_view: |view, out| out.extend(plain::write(&(view.seat, view.state))),
    decode_orders: plain::read,
    encode_end: None,
    loads: false,
};

/// The protocol for the contest's clients. It sends the state to the player whose turn it is, and once more at the end.
const FRAMED: Framed<Flowers> = Framed {
    ports: &[8081, 8082],
    view: |view| Dto::of(view).text(),
    read_answer: Orders::read,
    end: |state, seat| {
        let is_sent = !state.setup.original || seat == Seat(0);
        is_sent.then(|| Dto::of(&View { state, seat }).text())
    },
    skeleton: &[
        ("mysocket.py", include_str!("../../../../python/flowers/skeleton/mysocket.py")),
        ("bot.py", include_str!("../../../../python/flowers/bot.py")),
        ("flowers.py", include_str!("../../../../python/flowers/classes.py")),
    ],
};

/// The protocol for people who type their actions or click.
pub const PERSON: Person<Flowers> = Person {
    choices,
    orders: |view, word| {
        let (word, is_forced) = word.trim_end().strip_suffix('!').map_or((word, false), |word| (word, true));
        let orders = read(word)?;
        match void_reason(view, &orders).filter(|_| !is_forced) {
            Some(why) => Err(message!(
                "This action would have no effect: %{why}; to play it anyway, add a ! at the end",
                why
            )),
            None => Ok(orders),
        }
    },
    show: |view, seat| {
        let player = view.state.player(seat);
        let cards: Vec<String> = Card::ALL
            .iter()
            .filter(|card| player.owned(**card) > 0)
            .map(|card| format!("{} {}", player.owned(*card), t!(card_name(*card))))
            .collect();
        Flowers::picture(&view.state.setup, &hide_enemy_plants(view))
            + &t!(
                "You are player %{seat}: %{points} points, %{gold} gold; %{cards}. Rain in %{rain} rounds.\n",
                seat,
                points = player.points,
                gold = player.gold,
                cards = if cards.is_empty() { t!("no cards") } else { cards.join(", ") },
                rain = view.state.days_till_rain()
            )
    },
    composes: true,
    question: later!("your action (L 1,1 2,1; C 6:1 0:2; P 0,0:6; W 0,0:1; H; F; M 7,7; pass)"),
};

/// Returns a state without the enemy's secrets. A player may see only the kinds of the enemy's plants, so all of these
/// look as if they were growing.
fn hide_enemy_plants(view: &View<'_>) -> State {
    let mut state = view.state.clone();
    for tile in &view.state.player(other(view.seat)).tiles {
        if let Some(plant) = state.plants.get_mut(tile.index()).and_then(Option::as_mut) {
            plant.needed = 1;
        }
    }
    state
}

/// Returns the reason why an action would have no effect, or `None` if it would have one.
fn void_reason(view: &View<'_>, orders: &Orders) -> Option<Message> {
    let mut state: State = view.state.clone();
    state.mover = view.seat;
    state.play(orders).into_iter().find_map(|event| match event {
        Event::Void { why, .. } | Event::Dug { fault: Some(why), .. } => Some(message!(reason(why))),
        _ => None,
    })
}

/// Returns all possible actions with a single entry.
fn choices(view: &View<'_>) -> Vec<String> {
    let (state, player) = (view.state, view.state.player(view.seat));
    let spot = |tile: super::Tile| format!("{},{}", tile.x(), tile.y());
    let mut words = vec!["pass".to_string(), "H".to_string()];
    if player.owned(Card::Fertilizer) > 0 {
        words.push("F".to_string());
    }
    let cards = Card::ALL.into_iter().filter(|card| state.setup.numbers.price(*card) <= player.gold);
    words.extend(cards.map(|card| format!("C {}:1", card.id())));
    let next = player.land().grown().iter().filter(|tile| state.owner(*tile).is_none());
    let next = next.filter(|_| state.setup.numbers.tile <= player.gold);
    words.extend(next.map(|tile| format!("L {}", spot(tile))));
    for tile in &player.tiles {
        match state.plant(*tile) {
            None => {
                let seeds = Card::SEEDS.into_iter().filter(|card| player.owned(*card) > 0);
                words.extend(seeds.map(|card| format!("P {}:{}", spot(*tile), card.id())));
            }
            Some(_) if player.owned(Card::Water) > 0 => words.push(format!("W {}:1", spot(*tile))),
            Some(_) => {}
        }
    }
    if player.owned(Card::Mole) > 0 {
        let enemy = state.player(other(view.seat));
        words.extend(enemy.tiles.iter().map(|tile| format!("M {}", spot(*tile))));
    }
    words
}

/// Parses an action that a person typed: a letter followed by entries, or JSON as in the answers of AIs.
pub fn read(word: &str) -> Result<Orders, Message> {
    let word = word.trim();
    if word.starts_with('{') {
        return Ok(Orders::read(word.as_bytes()));
    }
    if word.eq_ignore_ascii_case("pass") {
        return Ok(Orders::Pass);
    }
    let mut words = word.split_whitespace();
    let sign = words.next().and_then(|first| first.chars().next().filter(|_| first.len() == 1));
    let letter = sign.and_then(|sign| Letter::of(sign.to_ascii_uppercase()));
    let entries = letter.and_then(|letter| words.map(|word| entry(letter, word)).collect::<Option<Vec<_>>>());
    match (letter, entries) {
        (Some(letter), Some(entries)) => Ok(Orders::Act(Action { letter, entries })),
        _ => {
            let shown: String = word.chars().take(40).collect();
            Err(message!(
                "%{word} is not an action; write, for example, L 1,1 2,1 or C 6:1 0:2 or P 0,0:6 or W 0,0:1 or M 7,7 or H or F or pass",
                word = quote(shown)
            ))
        }
    }
}

/// Parses an entry: `1,2` is a tile, `1,2:3` is a tile with a card or an amount, and `6:2` is a card with an amount.
fn entry(letter: Letter, word: &str) -> Option<Entry> {
    let numbers = |text: &str, sign| -> Option<(i64, i64)> {
        let (first, second) = text.split_once(sign)?;
        Some((first.parse().ok()?, second.parse().ok()?))
    };
    if letter == Letter::Cards {
        let (card, amount) = numbers(word, ':')?;
        return Some(Entry { card, amount, ..Entry::default() });
    }
    let (tile, number) = word.split_once(':').map_or((word, None), |(tile, number)| (tile, Some(number)));
    let (x, y) = numbers(tile, ',')?;
    let number = number.map_or(Some(0), |number| number.parse().ok())?;
    match letter {
        Letter::Plant => Some(Entry { x, y, card: number, ..Entry::default() }),
        _ => Some(Entry { x, y, amount: number, ..Entry::default() }),
    }
}
