//! Explanations of refused orders. They are shown in addition to the messages that the manual prescribes.

use wag_core::game::Refusal;
use wag_i18n::later;

/// The subject of sentences about an image, an object that takes no orders.
pub const THIS_BASE: &str = later!("this base");
pub const THIS_UNIT: &str = later!("this unit");

/// Explains a refusal in one sentence, without a full stop or the source line.
pub fn sentence(refusal: &Refusal) -> String {
    match (refusal.of, reason(refusal)) {
        (Some(unit), reason) => format!("unit {unit}: {reason}"),
        (None, reason) => reason,
    }
}

fn reason(refusal: &Refusal) -> String {
    let value = |name| refusal.value(name);
    match refusal.kind.as_str() {
        "no_direction" => {
            let all = "the directions are Direction.NORTH, Direction.WEST, Direction.SOUTH, Direction.EAST and Direction.STAY";
            refusal.none_of(later!("direction"), all)
        }
        "second_order" => {
            let (given, first) = (value("given"), value("first"));
            format!(
                "{given} is a second order, but a unit accepts one order per round; the first was {first}"
            )
        }
        "too_dear" => {
            let (unit, cost, stock) = (value("unit").to_lowercase(), value("cost"), value("stock"));
            format!("a {unit} costs {cost} resources, but the base has only {stock}")
        }
        "image" => {
            let (what, instead) = (value("what"), value("instead"));
            format!(
                "{what} is part of the board's image, which accepts no orders; to get one that accepts orders, use {instead}"
            )
        }
        other => other.replace('_', " "),
    }
}
