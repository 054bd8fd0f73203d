//! The orders that players' answers stand for.

use super::Orders;
use super::declaration::Rules;
use super::item::Item;
use wag_core::game::{Datum, RandomStream, Seat, SeatSet, derive_seed};
use wag_i18n::{Message, message};
use wag_python::protocol::game::{Packed, SeatView, Step, WithoutOrder};

/// The orders of a step as the game's worker gets them.
#[derive(Debug, Default, PartialEq)]
pub struct Judged {
    pub orders: Vec<(Seat, Option<Packed>)>,
    /// The illegal orders, with the reasons.
    pub refused: Vec<(Seat, Message)>,
    /// The seats that lose the match because they gave no legal order.
    pub lost: SeatSet,
}

/// A position in which players were asked.
pub struct Asked<'s> {
    pub step: &'s Step,
    pub rules: Rules,
    pub seed: u64,
    /// The number of steps so far.
    pub turns: u64,
}

static NOTHING_KNOWN: SeatView = SeatView {
    view: Vec::new(),
    moves: None,
    made: Vec::new(),
    shown: None,
    observation: Vec::new(),
    mask: Vec::new(),
    bot: None,
};

/// Returns what a seat knows in a step. A seat that is not asked knows nothing.
pub fn known(step: &Step, seat: Seat) -> &SeatView {
    let known = step.seats.get(seat.index()).and_then(Option::as_ref);
    known.unwrap_or(&NOTHING_KNOWN)
}

/// Compares orders with the legal moves, and replaces missing ones as the game declares.
pub fn judge(asked: &Asked<'_>, orders: &[(Seat, Orders)]) -> Judged {
    let mut judged = Judged::default();
    for (seat, order) in orders {
        let known = known(asked.step, *seat);
        let legal = legal_order(known, order);
        if let Err(why) = &legal {
            judged.refused.push((*seat, why.clone()));
        }
        let order = legal.ok().flatten();
        if order.is_none() && asked.rules.loses_without_order() {
            judged.lost.insert(*seat);
        }
        judged.orders.push((*seat, order.or_else(|| replacement(asked, *seat, known))));
    }
    judged
}

/// Returns the order of a seat as bytes, or `None` if it gave none. The error says why it is illegal.
fn legal_order(known: &SeatView, order: &Orders) -> Result<Option<Packed>, Message> {
    match (order, &known.moves) {
        (Orders::Nothing | Orders::Absent, _) => Ok(None),
        (Orders::Unreadable(what), _) => Err(message!("%{what} is no order", what)),
        (Orders::CopyDiffers, _) => Err(message!("the player has changed its copy of the game")),
        (Orders::Move(number), Some(moves)) => match moves.get(*number as usize) {
            Some(packed) => Ok(Some(packed.clone())),
            None => {
                Err(message!("there is no move %{number}; there are %{count}", number, count = moves.len()))
            }
        },
        (Orders::Move(number), None) => {
            let entry = (Datum::Text("move".into()), Datum::Int((*number).into()));
            Ok(Some(Datum::Dict(vec![entry]).pack()))
        }
        (Orders::Value(item), None) => Ok(Some(item.bytes().to_vec())),
        (Orders::Value(item), Some(moves)) => match legal_move(moves, item) {
            Some(packed) => Ok(Some(packed.clone())),
            None => Err(message!("%{given} is not a legal move", given = shortened(item))),
        },
    }
}

/// Returns the move that means the same as the order.
fn legal_move<'m>(moves: &'m [Packed], order: &Item) -> Option<&'m Packed> {
    moves.iter().find(|packed| packed.as_slice() == order.bytes()).or_else(|| {
        let order = order.datum();
        moves.iter().find(|packed| Datum::unpack(packed).is_some_and(|legal| legal.means(&order)))
    })
}

fn shortened(item: &Item) -> String {
    let text = item.json().to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Returns the order of a seat whose player gave no legal one.
fn replacement(asked: &Asked<'_>, seat: Seat, known: &SeatView) -> Option<Packed> {
    let moves = known.moves.as_ref().filter(|moves| !moves.is_empty())?;
    match asked.rules.declared().without_order {
        WithoutOrder::None | WithoutOrder::Lose => None,
        WithoutOrder::First => moves.first().cloned(),
        WithoutOrder::Random => {
            let seed = derive_seed(asked.seed, "without_order", &[asked.turns, seat.0.into()]);
            moves.get(RandomStream::new(seed, 0).below(moves.len() as u32) as usize).cloned()
        }
    }
}
