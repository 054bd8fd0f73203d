//! How a game speaks to a program in any language: by files that lie in the program's working folder.

use super::Game;

/// A game whose views can be written as files, and whose orders come back in one.
///
/// The texts are a contract with strangers' programs, to the last blank.
pub trait Files: Game {
    /// The name of the file with the answer.
    const ANSWER: &str;
    /// The longest answer, in bytes.
    const ANSWER_MAX: usize;

    /// The files to write before a turn: name and text, always the same names.
    fn files(view: &Self::View<'_>) -> Vec<(&'static str, String)>;

    /// Reads the answer of a stranger's program: of one that is too long, one byte more than [`Files::ANSWER_MAX`].
    fn read_answer(bytes: &[u8]) -> Self::Orders;
}
