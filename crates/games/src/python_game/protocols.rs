//! The protocols of games in Python for players of each kind. Everything is plain data: as packed bytes for Python files,
//! as JSON for all others.

use super::show::{picture_of, standings};
use super::{Item, Orders, PythonGame, Setup, State, View};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wag_core::game::protocols::{Json, Lines, Person, Python};
use wag_core::game::{Datum, Protocols, Seat, plain};
use wag_core::text::printable;
use wag_i18n::{Message, later, message, t};
use wag_python::protocol::game::Packed;

pub const PROTOCOLS: Protocols<PythonGame> = Protocols {
    python: Some(PYTHON),
    persistent: Some(Python {
        encode_setup: |setup, seat, _| setup_of_player(setup, seat, true),
        loads: true,
        ..PYTHON
    }),
    lines: Some(LINES),
    json: Some(JSON),
    person: Some(PERSON),
    ..Protocols::NONE
};

/// The longest answer of a program, in bytes.
const ANSWER_MAX: usize = 64 << 10;

/// The data that a player's worker receives before round 1.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlayerSetup {
    pub seat: Seat,
    pub names: Vec<String>,
    pub options: Vec<(String, Item)>,
    /// Whether the player's file runs for the whole match.
    pub is_persistent: bool,
    /// For games of the course: the game's files, because each player builds its own copy of the game.
    pub course: Option<CourseFiles>,
}

/// The files of a game of the course.
#[derive(Debug, Serialize, Deserialize)]
pub struct CourseFiles {
    pub class: String,
    /// The game file, and the files that it imports, as names and texts.
    pub files: Vec<(String, String)>,
}

/// The data that a player's worker receives in a turn.
#[derive(Debug, Serialize, Deserialize)]
pub struct PlayerView {
    pub round: u32,
    pub view: Packed,
    pub moves: Option<Vec<Packed>>,
    pub made: Vec<u32>,
}

const PYTHON: Python<PythonGame> = Python {
    encode_setup: |setup, seat, _| setup_of_player(setup, seat, false),
    encode_view: |view, out| {
        let known = view.known();
        out.extend(plain::write(&(view.round(), &known.view, &known.moves, &known.made)));
    },
    decode_orders: plain::read,
    encode_end: None,
    loads: false,
};

fn setup_of_player(setup: &Setup, seat: Seat, is_persistent: bool) -> Vec<u8> {
    let Setup { rules, options, names, .. } = setup;
    let is_course_game = rules.declared().is_course_game;
    plain::write(&PlayerSetup {
        seat,
        names: names.clone(),
        options: options.clone(),
        is_persistent,
        course: rules
            .file()
            .filter(|_| is_course_game && is_persistent)
            .map(|file| CourseFiles { class: rules.declared().class.clone(), files: file.files.clone() }),
    })
}

/// The protocol of programs: a JSON object per line.
const LINES: Lines<PythonGame> = Lines {
    hello: |setup, seat, _| {
        let mut said = setup_json(setup, seat);
        said["type"] = "start".into();
        line(&said)
    },
    answers_hello: false,
    turn: |view, round| {
        let mut said = view_json(view);
        said["type"] = "turn".into();
        said["round"] = round.into();
        line(&said)
    },
    is_last: |_| true,
    answer_max: ANSWER_MAX,
    accepts_early_lines: false,
    read_answer: |bytes| match serde_json::from_slice(bytes) {
        Ok(value) => orders_of(&value),
        Err(_) => unreadable(&String::from_utf8_lossy(bytes)),
    },
    end: |state, seat| {
        let mut said = end_json(state, seat);
        said["type"] = "end".into();
        line(&said)
    },
};

const JSON: Json<PythonGame> = Json {
    setup: setup_json,
    view: view_json,
    orders: |value| match orders_of(value) {
        Orders::Unreadable(what) => Err(message!("%{what} is no order", what)),
        orders => Ok(orders),
    },
    end: end_json,
};

const PERSON: Person<PythonGame> = Person {
    choices: |view| {
        let moves = view.known().moves.iter().flatten();
        moves.filter_map(|packed| Some(Datum::unpack(packed)?.to_json().to_string())).collect()
    },
    orders: |view, word| typed(view, word),
    composes: false,
    show: shown,
    question: later!("move (as JSON, or its number with # before it, such as #0)"),
};

fn line(said: &Value) -> String {
    format!("{said}\n")
}

fn setup_json(setup: &Setup, seat: Seat) -> Value {
    let options = setup.options.iter().map(|(name, value)| (name.clone(), value.json()));
    json!({
        "title": setup.rules.declared().title,
        "seat": seat.0,
        "names": setup.names,
        "options": Value::Object(options.collect()),
    })
}

fn view_json(view: &View<'_>) -> Value {
    let known = view.known();
    let json = |packed: &Packed| Datum::unpack(packed).unwrap_or(Datum::None).to_json();
    let mut said = json!({"view": json(&known.view)});
    if let Some(moves) = &known.moves {
        said["moves"] = moves.iter().map(json).collect();
    }
    said
}

fn end_json(state: &State, seat: Seat) -> Value {
    let standings = standings(&state.setup().rules, state.figures(), &state.places());
    match standings.get(seat.index()) {
        Some(own) => {
            let figures = own.figures.iter().map(|(name, value)| (name.to_string(), Value::from(*value)));
            json!({"place": own.place, "figures": Value::Object(figures.collect())})
        }
        None => json!({}),
    }
}

/// Reads an order: the order itself, or `{"move": NUMBER}` for a move of the list.
fn orders_of(value: &Value) -> Orders {
    let number = value.as_object().filter(|fields| fields.len() == 1);
    let number = number.and_then(|fields| u32::try_from(fields.get("move")?.as_u64()?).ok());
    match (number, Datum::from_json(value)) {
        (Some(number), _) => Orders::Move(number),
        (None, Some(Datum::None)) => Orders::Nothing,
        (None, datum) => {
            let item = datum.and_then(|datum| Item::of_bytes(datum.pack()));
            item.map_or_else(|| unreadable(&value.to_string()), Orders::Value)
        }
    }
}

fn unreadable(given: &str) -> Orders {
    Orders::Unreadable(given.trim_end().chars().take(80).collect())
}

/// Reads what a person typed or pressed.
fn typed(view: &View<'_>, word: &str) -> Result<Orders, Message> {
    let word = word.trim();
    let moves = view.known().moves.as_deref();
    if let Some(number) = word.strip_prefix('#').and_then(|number| number.parse::<u32>().ok())
        && moves.is_some_and(|moves| (number as usize) < moves.len())
    {
        return Ok(Orders::Move(number));
    }
    // A text without quotation marks means itself.
    let value = serde_json::from_str(word).unwrap_or_else(|_| Value::from(word));
    let number = |moves: &[Packed]| {
        let typed = [Datum::from_json(&value), Some(Datum::Text(word.to_string()))];
        let is_meant = |packed: &Packed| {
            let legal = Datum::unpack(packed);
            legal.is_some_and(|legal| typed.iter().flatten().any(|typed| typed.means(&legal)))
        };
        moves.iter().position(is_meant)
    };
    match moves {
        Some(moves) => match number(moves) {
            Some(number) => Ok(Orders::Move(number as u32)),
            None => Err(message!("%{word} is not a legal move", word)),
        },
        None => match orders_of(&value) {
            Orders::Unreadable(what) => Err(message!("%{what} is no order", what)),
            orders => Ok(orders),
        },
    }
}

/// Returns what a person at a terminal sees: what the game shows of the view, or else the board.
fn shown(view: &View<'_>, seat: Seat) -> String {
    let (rules, known) = (view.state.setup().rules, view.known());
    let board = match rules.declared().has_hidden_information {
        true => known.shown.as_ref(),
        false => known.shown.as_ref().or(view.state.step().board.as_ref()),
    };
    let picture = board.map(|board| picture_of(&rules, board)).filter(|picture| !picture.is_empty());
    let picture = picture.unwrap_or_else(|| {
        let known = Datum::unpack(&known.view).unwrap_or(Datum::None).to_json();
        serde_json::to_string_pretty(&known).unwrap_or_default() + "\n"
    });
    picture + &t!("You are player %{seat}.\n", seat) + &listed(known.moves.as_deref().unwrap_or_default())
}

/// Lists the first legal moves with their numbers.
fn listed(moves: &[Packed]) -> String {
    const LISTED_MAX: usize = 40;
    let moves = moves
        .iter()
        .take(LISTED_MAX)
        .enumerate()
        .filter_map(|(number, packed)| Some(format!("#{number} {}", Datum::unpack(packed)?.to_json())));
    let moves = moves.collect::<Vec<_>>().join(", ");
    if moves.is_empty() { moves } else { t!("Moves: %{moves}\n", moves = printable(&moves)) }
}
