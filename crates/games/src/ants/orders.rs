//! The answers of players, parsed exactly as the contest's engine parsed them.

use super::event::{Cause, RefusalReason};
use super::overlay;
use super::torus::{At, Direction};
use serde::{Deserialize, Serialize};

/// The maximum number of lines that are read from an answer.
pub const LINES_MAX: usize = 40_000;

/// The answer of a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Orders {
    /// The player's orders, in the sequence of its answer.
    Given(Vec<Order>),
    /// The player gave no answer and will never give one again.
    Gone { cause: Cause, at_start: bool },
}

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Order {
    Go {
        row: i32,
        col: i32,
        direction: Direction,
    },
    Unread {
        line: String,
        why: RefusalReason,
    },
    /// A drawing, which `overlay` has already parsed.
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
    /// Creates an answer from these drawings and moves.
    pub fn of(
        moves: impl IntoIterator<Item = (At, Direction)>,
        drawings: impl IntoIterator<Item = String>,
    ) -> Orders {
        let go = |(at, direction)| Order::go(at, direction);
        let draw = |line| Order::Draw { line };
        Orders::Given(drawings.into_iter().map(draw).chain(moves.into_iter().map(go)).collect())
    }

    /// Parses the lines of an answer. A line `go` ends it.
    pub fn read(text: &[u8]) -> Orders {
        let text = String::from_utf8_lossy(text);
        let lines = text.lines().take(LINES_MAX).map(str::trim);
        let lines = lines.take_while(|line| !line.eq_ignore_ascii_case("go"));
        Orders::Given(lines.filter_map(Order::read).collect())
    }

    /// Sorts the orders into the sequence in which they are executed and stored: drawings and unreadable lines, then
    /// moves by square. Orders for the same square keep the sequence of the answer.
    pub fn sort(&mut self) {
        if let Orders::Given(list) = self {
            list.sort_by_key(Order::place);
        }
    }

    /// Returns the orders in the sequence of [`Orders::sort`].
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
    /// Creates the order to move the ant on this square.
    pub fn go(at: At, direction: Direction) -> Order {
        Order::Go { row: at.row.into(), col: at.col.into(), direction }
    }

    /// Parses a line without blanks around it. Returns `None` for an empty line or a comment.
    fn read(line: &str) -> Option<Order> {
        if line.is_empty() || line.starts_with('#') {
            return None;
        }
        if let Some(line) = overlay::read(line) {
            return Some(Order::Draw { line });
        }
        let is_drawing = overlay::looks_like_drawing(line);
        let line = line.to_lowercase();
        let unread = |why| Order::Unread { line: line.chars().take(200).collect(), why };
        let words: Vec<&str> = line.split_whitespace().collect();
        Some(match words[..] {
            ["o", row, col, direction] => match (number(row), number(col), Direction::of(direction)) {
                (Some(row), Some(col), Some(direction)) => Order::Go { row, col, direction },
                (Some(_), Some(_), None) => unread(RefusalReason::Direction),
                _ => unread(RefusalReason::Square),
            },
            ["o", ..] => unread(RefusalReason::Format),
            _ if is_drawing => unread(RefusalReason::Drawing),
            _ => unread(RefusalReason::UnknownAction),
        })
    }

    /// Returns the row and the column of a move, or `None` for a drawing or an unreadable line.
    pub fn place(&self) -> Option<(i32, i32)> {
        match self {
            Order::Unread { .. } | Order::Draw { .. } => None,
            Order::Go { row, col, .. } => Some((*row, *col)),
        }
    }

    /// Returns the line that stands for this order in the contest's notation.
    pub fn line(&self) -> String {
        match self {
            Order::Go { row, col, direction } => format!("o {row} {col} {}", direction.sign()),
            Order::Unread { line, .. } | Order::Draw { line } => line.clone(),
        }
    }
}

/// Parses an integer. A number that is too large becomes `i32::MAX`, which is off every board.
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
        let lines: Vec<(String, Option<RefusalReason>)> = Orders::read(text.as_bytes())
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
            line("o 4 4 w", None),
            line("v setFillColor 1 2 3 1", None),
            line("v t 1 1", Some(RefusalReason::UnknownAction)),
            line("v t 1", Some(RefusalReason::Drawing)),
            line("o -1 2 n", None),
            line("x", Some(RefusalReason::UnknownAction)),
            line("o 1 2", Some(RefusalReason::Format)),
            line("o a 1 n", Some(RefusalReason::Square)),
            line("o 1 1 up", Some(RefusalReason::Direction)),
            line("o 2147483647 0 e", None),
        ];
        assert_eq!(lines, expected);
    }
}
