//! The protocols for players of each kind. The answer is always one of four words.

use super::rules::Cycle;
use super::show::rows;
use super::{Orders, Tron};
use serde_json::json;
use wag_core::game::protocols::{Json, Lines, Person, Python};
use wag_core::game::{Direction, Game, Protocols, Refusal, Show, plain};
use wag_i18n::{Message, later, message, quote, t};

pub const PROTOCOLS: Protocols<Tron> = Protocols {
    python: Some(PYTHON),
    lines: Some(LINES),
    json: Some(JSON),
    person: Some(PERSON),
    ..Protocols::NONE
};

/// The protocol for Python AIs. It sends the seat and the whole state each turn.
pub const PYTHON: Python<Tron> = Python {
    encode_setup: |_, _, _| Vec::new(),
    encode_view: |view, out| out.extend(plain::write(&(view.seat, view.state))),
    decode_orders: plain::read,
    encode_end: None,
    loads: false,
};

/// The protocol for persistent programs. docs/en/tron.md describes the lines.
const LINES: Lines<Tron> = Lines {
    hello: |setup, seat, _| format!("tron {} {} {} {seat}\n", setup.width, setup.height, setup.seats),
    answers_hello: false,
    turn: |view, round| {
        let places = view.state.cycles.iter().map(|cycle| match (cycle.survived, cycle.at) {
            (None, (x, y)) => format!("{x} {y}"),
            (Some(_), _) => "out".to_string(),
        });
        let lines = std::iter::once(format!("round {round}")).chain(places).chain(rows(view.state));
        lines.map(|line| line + "\n").collect()
    },
    is_last: |_| true,
    answer_max: 64,
    accepts_early_lines: false,
    read_answer: |bytes| orders_of(&String::from_utf8_lossy(bytes)).unwrap_or(Orders::Nonsense),
    end: |state, seat| format!("end {}\n", Tron::standings(state)[seat.index()].place),
};

/// The protocol for TCP clients. docs/en/tron.md describes the JSON objects.
const JSON: Json<Tron> = Json {
    setup: |setup, seat| json!({"board": Tron::scene(setup), "you": seat.number()}),
    view: |view| Tron::show_frame(&view.state.setup, view.state),
    orders: |value| orders_of(value["move"].as_str().unwrap_or_default()),
    end: |state, seat| json!(Tron::standings(state)[seat.index()]),
};

/// The protocol for a person who types a direction or clicks.
const PERSON: Person<Tron> = Person {
    choices: |view| {
        let is_free = |direction: &Direction| view.state.is_free(direction.from(view.cycle.at));
        let free: Vec<Direction> = Direction::ALL.into_iter().filter(is_free).collect();
        let protocols = if free.is_empty() { Direction::ALL.to_vec() } else { free };
        protocols.into_iter().map(|direction| direction.word().to_string()).collect()
    },
    orders: |_, word| orders_of(word),
    show: |view, seat| {
        let Cycle { at: (x, y), facing, .. } = view.cycle;
        let picture = Tron::picture(&view.state.setup, view.state);
        picture
            + &t!(
                "You are player %{seat}, at [%{x}, %{y}], heading %{word}.\n",
                seat,
                x,
                y,
                word = facing.word()
            )
    },
    composes: false,
    question: later!("direction (NORTH, EAST, SOUTH or WEST)"),
};

/// Returns the refusal of an answer that is not a direction.
pub fn refusal_of(given: &str) -> Refusal {
    let meant = Direction::guess(given).map_or(String::new(), |word| format!("{word:?}"));
    Refusal::new("no_direction", &[("given", given), ("meant", &meant)])
}

/// Parses a direction. Error messages are in English, because replays store them.
fn orders_of(word: &str) -> Result<Orders, Message> {
    Direction::of(word).map(Orders::Go).ok_or_else(|| {
        let given = quote(word.chars().take(40).collect::<String>());
        match Direction::guess(word) {
            Some(direction) => {
                message!(
                    "The move must be NORTH, EAST, SOUTH or WEST, not %{given}; did you mean %{direction}?",
                    given,
                    direction
                )
            }
            None => message!("The move must be NORTH, EAST, SOUTH or WEST, not %{given}", given),
        }
    })
}
