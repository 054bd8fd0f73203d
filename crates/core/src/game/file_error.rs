//! What is wrong in a file of a game, such as a map, and where.

use wag_i18n::{Message, message};

/// An error in a file, with its place; lines and columns count from 1.
pub fn file_error(line: usize, column: usize, what: Message) -> Message {
    message!("line %{line}, column %{column}: %{what}", line, column, what)
}
