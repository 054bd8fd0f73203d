//! Explanations of refused orders. They are shown in addition to the messages that the manual prescribes.

use wag_core::game::Refusal;
use wag_i18n::{Message, later, message};

/// The subject of a sentence about the image of a base. `THIS_UNIT` is for images of units. Images take no orders.
pub const THIS_BASE: &str = later!("this base");
pub const THIS_UNIT: &str = later!("this unit");

/// Explains a refusal in one sentence, without a full stop or the source line.
pub fn sentence(refusal: &Refusal) -> Message {
    match (refusal.of, reason(refusal)) {
        (Some(unit), reason) => message!("unit %{unit}: %{reason}", unit, reason),
        (None, reason) => reason,
    }
}

pub(super) fn reason(refusal: &Refusal) -> Message {
    let value = |name| refusal.value(name);
    match refusal.kind.as_str() {
        "no_direction" => {
            let all = message!(
                "the directions are Direction.NORTH, Direction.WEST, Direction.SOUTH, Direction.EAST and Direction.STAY"
            );
            refusal.none_of(message!("direction"), all)
        }
        "second_order" => {
            let (given, first) = (value("given"), value("first"));
            message!(
                "%{given} is a second order, but a unit accepts one order per round; the first was %{first}",
                given,
                first
            )
        }
        "too_dear" => {
            let (unit, cost, stock) = (value("unit").to_lowercase(), value("cost"), value("stock"));
            message!("a %{unit} costs %{cost} resources, but the base has only %{stock}", unit, cost, stock)
        }
        "image" => {
            let (what, instead) = (value("what"), value("instead"));
            message!(
                "%{what} is part of the board's image, which accepts no orders; to get one that accepts orders, use %{instead}",
                what,
                instead
            )
        }
        other => other.replace('_', " ").into(),
    }
}
