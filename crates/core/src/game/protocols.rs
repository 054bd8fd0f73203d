//! The protocols between a game and each kind of player. A game supports only the protocols that it declares.
//!
//! Protocols are values, so the code that starts players does not depend on any specific game. Answers are untrusted:
//! nothing here panics, and every answer is checked.

use super::{Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_i18n::Message;

/// The protocols of one game. An entry is `None` if the game does not support that kind of player.
pub struct Protocols<G: Game> {
    /// A Python file that is run from the beginning in each turn.
    pub python: Option<Python<G>>,
    /// A persistent Python file, which runs once for the whole match.
    pub persistent: Option<Python<G>>,
    /// A program in any language that is started again in each turn and communicates through files.
    pub files: Option<Files<G>>,
    /// A persistent program in any language, which reads and writes lines of text.
    pub lines: Option<Lines<G>>,
    /// A client that sends and receives JSON over a socket.
    pub json: Option<Json<G>>,
    /// A client of a contest over a socket: it receives length-prefixed frames and answers with JSON.
    pub framed: Option<Framed<G>>,
    /// A person at a terminal or on a page.
    pub person: Option<Person<G>>,
}

impl<G: Game> Protocols<G> {
    /// The protocols of a game that only built-in players can play.
    pub const NONE: Protocols<G> = Protocols {
        python: None,
        persistent: None,
        files: None,
        lines: None,
        json: None,
        framed: None,
        person: None,
    };
}

/// The binary protocol between the engine and a Python worker: the setup once, then a view and orders in each turn.
/// Both ends are the same program, so each game chooses its own encoding.
pub struct Python<G: Game> {
    /// Encodes the setup, which never changes, for the worker of a seat.
    pub encode_setup: fn(&G::Setup, Seat, Times) -> Vec<u8>,
    /// Appends the encoded view to the bytes. This is called every turn, so the format is flat and fast to write.
    pub encode_view: fn(&G::View<'_>, &mut Vec<u8>),
    /// Decodes orders. Returns `None` if the bytes are not orders of this game.
    pub decode_orders: fn(&[u8]) -> Option<G::Orders>,
    /// For a persistent file: encodes a last view after the match. The player gives no orders in reply.
    pub encode_end: Option<EncodeEnd<G>>,
    /// For a persistent file: whether the first turn, in which the file is loaded, may take the start time in addition
    /// to the time for a turn.
    pub loads: bool,
}

/// Appends the message that a seat receives when the match is over.
pub type EncodeEnd<G> = fn(&<G as Game>::State, Seat, &mut Vec<u8>);

/// The protocol that uses files in the program's working folder. The texts are a contract with users' programs, down to
/// the last space.
pub struct Files<G: Game> {
    /// Returns the files to write before a turn, as names and texts. The names are the same in every turn.
    pub files: fn(&G::View<'_>) -> Vec<(&'static str, String)>,
    pub questions: &'static [&'static str],
    /// The name of the file that contains the program's answer.
    pub answer: &'static str,
    /// The maximum length of an answer, in bytes.
    pub answer_max: usize,
    /// Parses the answer. An answer that is too long was cut to `answer_max` + 1 bytes.
    pub read_answer: fn(&[u8]) -> G::Orders,
}

/// The protocol that uses lines on standard input and output. Every text ends with a line break.
pub struct Lines<G: Game> {
    /// Returns the text sent before the first turn; may be empty.
    pub hello: fn(&G::Setup, Seat, Times) -> String,
    /// Whether the program answers `hello` with lines, as in a turn, to report that it is ready.
    pub answers_hello: bool,
    /// Returns the text sent in a turn, given the view and the round.
    pub turn: fn(&G::View<'_>, u32) -> String,
    /// Returns whether this line, without its line break, is the last one of an answer.
    pub is_last: fn(&[u8]) -> bool,
    /// The maximum length of an answer, all lines together, in bytes.
    pub answer_max: usize,
    /// Whether output after the end of an answer counts as the start of the next one. Otherwise such output ends the
    /// program's part in the match.
    pub accepts_early_lines: bool,
    /// Parses an answer, given all its lines.
    pub read_answer: fn(&[u8]) -> G::Orders,
    /// Returns the text sent when the match is over; may be empty.
    pub end: fn(&G::State, Seat) -> String,
}

/// The time limits of a player, in milliseconds. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Times {
    /// The time limit for getting ready.
    pub start: Option<u64>,
    /// The time limit for a turn.
    pub turn: Option<u64>,
}

/// The JSON protocol, one object per line.
pub struct Json<G: Game> {
    /// Returns the message sent before the first turn.
    pub setup: fn(&G::Setup, Seat) -> Value,
    pub view: fn(&G::View<'_>) -> Value,
    /// Parses orders; the error is a sentence that says why they are invalid.
    pub orders: fn(&Value) -> Result<G::Orders, Message>,
    /// Returns the message about the end of the match.
    pub end: fn(&G::State, Seat) -> Value,
}

/// The protocol of a contest's client. Each text sent to the client is prefixed with its length; the client answers
/// with JSON without frames.
pub struct Framed<G: Game> {
    /// The default port of each seat.
    pub ports: &'static [u16],
    /// Returns the text sent in a turn.
    pub view: fn(&G::View<'_>) -> String,
    pub read_answer: fn(&[u8]) -> G::Orders,
    /// Returns the text sent when the match is over; `None` if nothing is sent.
    pub end: fn(&G::State, Seat) -> Option<String>,
    /// The files of an example client, as names and texts. The user starts the first file.
    pub skeleton: &'static [(&'static str, &'static str)],
}

/// The protocol for a person, who reads the view and chooses the orders.
pub struct Person<G: Game> {
    /// Returns all possible choices as words that [`Person::orders`] accepts.
    pub choices: fn(&G::View<'_>) -> Vec<String>,
    /// Parses what the person typed or pressed; the error is a sentence that says why it is invalid.
    pub orders: fn(&G::View<'_>, &str) -> Result<G::Orders, Message>,
    /// Whether there are too many choices to list, so that the user interface may compose any word that `orders`
    /// accepts.
    pub composes: bool,
    /// Returns the seat's view as text, for a terminal.
    pub show: fn(&G::View<'_>, Seat) -> String,
    /// The prompt at a terminal, with an example.
    pub question: &'static str,
}
