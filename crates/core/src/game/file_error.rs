//! Messages about errors in a game's files, such as maps.

use wag_i18n::{Message, message};

/// Returns a message about an error in a file, with its location. Lines and columns count from 1.
pub fn file_error(line: usize, column: usize, what: Message) -> Message {
    message!("line %{line}, column %{column}: %{what}", line, column, what)
}
