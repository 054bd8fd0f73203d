//! Converts the declaration of a game class.

use super::step::{Fault, field, packed_items, text};
use crate::protocol::game::{Declared, DeclaredBot, DeclaredOption, OptionKind, Tile, WithoutOrder};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use wag_core::game::Seat;

macro_rules! field {
    ($of:expr, $name:literal) => {
        field($of, pyo3::intern!($of.py(), $name))?
    };
}

pub fn declared(answer: &Bound<'_, PyAny>) -> Result<Declared, Fault> {
    let is = |value: Bound<'_, PyAny>| value.is_truthy();
    let observation = field!(answer, "observation");
    Ok(Declared {
        class: text(&field!(answer, "class"))?,
        title: text(&field!(answer, "title"))?,
        about: text(&field!(answer, "about"))?,
        version: field!(answer, "version").extract()?,
        seats: field!(answer, "seats").extract()?,
        options: items(&field!(answer, "options"), option)?,
        figures: field!(answer, "figures").extract()?,
        accounts: accounts(&field!(answer, "accounts"))?,
        has_hidden_information: is(field!(answer, "has_hidden_information"))?,
        is_simultaneous: is(field!(answer, "is_simultaneous"))?,
        without_order: without_order(&text(&field!(answer, "without_order"))?)?,
        tiles: items(&field!(answer, "tiles"), tile)?,
        steps_max: field!(answer, "steps_max").extract()?,
        bots: items(&field!(answer, "bots"), bot)?,
        methods: items(&field!(answer, "methods"), |name| name.extract())?,
        is_course_game: is(field!(answer, "is_course_game"))?,
        actions: match field!(answer, "actions") {
            none if none.is_none() => Vec::new(),
            actions => packed_items(&actions, "actions(...)")?,
        },
        observation: if observation.is_none() { None } else { Some(observation.extract()?) },
        imported: Vec::new(),
        places: Vec::new(),
    })
}

/// Converts each item of a list; `None` is an empty one.
fn items<'py, T>(
    list: &Bound<'py, PyAny>,
    convert: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    if list.is_none() {
        return Ok(Vec::new());
    }
    list.try_iter()?.map(|item| convert(&item?)).collect()
}

/// Returns the accounts of each figure, from a dictionary or from a list of pairs.
fn accounts(value: &Bound<'_, PyAny>) -> PyResult<Vec<(String, Vec<String>)>> {
    match value.cast::<PyDict>() {
        Ok(dict) => dict.items().extract(),
        Err(_) => items(value, |pair| pair.extract()),
    }
}

fn without_order(word: &str) -> PyResult<WithoutOrder> {
    Ok(match word {
        "none" | "" => WithoutOrder::None,
        "lose" => WithoutOrder::Lose,
        "random" => WithoutOrder::Random,
        "first" => WithoutOrder::First,
        _ => {
            let why =
                format!("without_order is {word:?}; it must be \"none\", \"lose\", \"random\" or \"first\"");
            return Err(PyValueError::new_err(why));
        }
    })
}

fn option(option: &Bound<'_, PyAny>) -> PyResult<DeclaredOption> {
    let kind: String = field!(option, "kind").extract()?;
    let kind = match kind.as_str() {
        "number" => OptionKind::Number {
            usual: field!(option, "usual").extract()?,
            least: field!(option, "least").extract()?,
            most: field!(option, "most").extract()?,
        },
        "choice" => OptionKind::Choice { words: field!(option, "words").extract()? },
        "flag" => OptionKind::Flag,
        "file" => OptionKind::File { ending: text(&field!(option, "ending"))? },
        "text" => OptionKind::Text { usual: text(&field!(option, "usual"))? },
        _ => return Err(PyValueError::new_err(format!("there is no option of the kind {kind:?}"))),
    };
    Ok(DeclaredOption {
        name: field!(option, "name").extract()?,
        about: text(&field!(option, "about"))?,
        kind,
    })
}

fn tile(tile: &Bound<'_, PyAny>) -> PyResult<Tile> {
    let seat: Option<u8> = field!(tile, "seat").extract()?;
    Ok(Tile {
        sign: text(&field!(tile, "sign"))?,
        tone: text(&field!(tile, "tone"))?,
        seat: seat.map(Seat),
        text: text(&field!(tile, "text"))?,
    })
}

fn bot(bot: &Bound<'_, PyAny>) -> PyResult<DeclaredBot> {
    Ok(DeclaredBot { name: field!(bot, "name").extract()?, about: text(&field!(bot, "about"))? })
}
