//! What players answer, read as the contest's engine read it.

use super::event::{Cause, Why};
use super::overlay;
use super::torus::{At, Way};
use serde::{Deserialize, Serialize};

/// So many lines of an answer count.
pub const LINES_MAX: usize = 40_000;

/// What a player answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Orders {
    /// Drawings and those that can't be read first, then by squares; of one square as they came.
    Given(Vec<Order>),
    /// There was none, and never will be.
    Gone { cause: Cause, at_start: bool },
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    Go {
        row: i32,
        col: i32,
        way: Way,
    },
    Unread {
        line: String,
        why: Why,
    },
    /// What `overlay` has read.
    Draw {
        line: String,
    },
}

impl Default for Orders {
    fn default() -> Orders {
        Orders::Given(Vec::new())
    }
}

impl Orders {
    /// Of orders that can be read, and drawings.
    pub fn of(
        moves: impl IntoIterator<Item = (At, Way)>,
        drawings: impl IntoIterator<Item = String>,
    ) -> Orders {
        let go = |(at, way): (At, Way)| Order::Go { row: at.row.into(), col: at.col.into(), way };
        let draw = |line| Order::Draw { line };
        Orders::sorted(drawings.into_iter().map(draw).chain(moves.into_iter().map(go)).collect())
    }

    /// Of a text of lines; `go` ends it.
    pub fn read(text: &[u8]) -> Orders {
        let text = String::from_utf8_lossy(text);
        let lines = text.lines().take(LINES_MAX).map(str::trim);
        Orders::sorted(
            lines.take_while(|line| !line.eq_ignore_ascii_case("go")).filter_map(Order::read).collect(),
        )
    }

    fn sorted(mut orders: Vec<Order>) -> Orders {
        orders.sort_by_key(Order::place);
        Orders::Given(orders)
    }

    /// As they would have been read; what comes from elsewhere may be in any order.
    pub fn in_order(&self) -> Vec<&Order> {
        let mut list: Vec<&Order> = self.list().iter().collect();
        list.sort_by_key(|order| order.place());
        list
    }

    pub fn into_list(self) -> Vec<Order> {
        match self {
            Orders::Given(list) => list,
            Orders::Gone { .. } => Vec::new(),
        }
    }

    pub fn list(&self) -> &[Order] {
        match self {
            Orders::Given(list) => list,
            Orders::Gone { .. } => &[],
        }
    }
}

impl Order {
    /// Of a line without blanks around it; blank ones and remarks are none.
    fn read(line: &str) -> Option<Order> {
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        if let Some(line) = overlay::read(line) {
            return Some(Order::Draw { line });
        }
        let is_drawing = overlay::is_meant(line);
        let line = line.to_lowercase();
        let unread = |why| Order::Unread { line: line.chars().take(200).collect(), why };
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match words[..] {
            ["o", row, col, way] => match (number(row), number(col), Way::of(way)) {
                (Some(row), Some(col), Some(way)) => Order::Go { row, col, way },
                (Some(_), Some(_), None) => unread(Why::Direction),
                _ => unread(Why::Square),
            },
            ["o", ..] => unread(Why::Format),
            _ if is_drawing => unread(Why::Drawing),
            _ => unread(Why::UnknownAction),
        })
    }

    /// Nothing for drawings and what can't be read.
    pub fn place(&self) -> Option<(i32, i32)> {
        match self {
            Order::Unread { .. } | Order::Draw { .. } => None,
            Order::Go { row, col, .. } => Some((*row, *col)),
        }
    }

    /// As the contest writes it.
    pub fn line(&self) -> String {
        match self {
            Order::Go { row, col, way } => format!("o {row} {col} {}", way.sign()),
            Order::Unread { line, .. } | Order::Draw { line } => line.clone(),
        }
    }
}

/// A whole number; one that is too large for us is outside of any board.
fn number(word: &str) -> Option<i32> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|sign| sign.is_ascii_digit()) {
        return None;
    }
    let number = digits.parse::<i32>().unwrap_or(i32::MAX);
    Some(if word.starts_with('-') { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_contest_did() {
        let text = "O 4 4 W \n\nv sfc 1 2 3 1\nV t 1 1\nv t 1\n# remark\no -1 +2 n\r\nx\no 1 2\no a 1 n\no 1 1 up\no 99999999999 0 e\ngo\no 0 0 n\n";
        let lines: Vec<(String, Option<Why>)> = Orders::read(text.as_bytes())
            .list()
            .iter()
            .map(|order| match order {
                Order::Go { .. } => (order.line(), None),
                Order::Draw { line } => (line.clone(), None),
                Order::Unread { line, why } => (line.clone(), Some(*why)),
            })
            .collect();
        let line = |line: &str, why| (line.to_string(), why);
        let expected = [
            line("v setFillColor 1 2 3 1", None),
            line("v t 1 1", Some(Why::UnknownAction)),
            line("v t 1", Some(Why::Drawing)),
            line("x", Some(Why::UnknownAction)),
            line("o 1 2", Some(Why::Format)),
            line("o a 1 n", Some(Why::Square)),
            line("o 1 1 up", Some(Why::Direction)),
            line("o -1 2 n", None),
            line("o 4 4 w", None),
            line("o 2147483647 0 e", None),
        ];
        assert_eq!(lines, expected);
    }
}
