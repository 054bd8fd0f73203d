//! Why an order was not taken, in words. The manual's own words are printed where it prescribes them; these stand beside.

use crate::game::Refusal;

/// Without a full stop, and without the place.
pub fn sentence(refusal: &Refusal) -> String {
    let unit = refusal.of.map_or(String::new(), |unit| format!("unit {unit}: "));
    format!("{unit}{}", reason(refusal))
}

fn reason(refusal: &Refusal) -> String {
    let value = |name| refusal.value(name);
    match refusal.kind.as_str() {
        "no_direction" => {
            let all = "the directions are Direction.NORTH, Direction.WEST, Direction.SOUTH, Direction.EAST and Direction.STAY";
            refusal.none_of("direction", all)
        }
        "second_order" => {
            let (given, first) = (value("given"), value("first"));
            format!("{given} is a second order, but a unit takes one a round, and {first} was the first")
        }
        "too_dear" => {
            let (unit, cost, stock) = (value("unit").to_lowercase(), value("cost"), value("stock"));
            format!("a {unit} costs {cost} resources, and the base has {stock}")
        }
        "image" => {
            let (what, instead) = (value("what"), value("instead"));
            format!("{what} belongs to the image of the board, which takes no orders; {instead} gives what does")
        }
        other => other.replace('_', " "),
    }
}
