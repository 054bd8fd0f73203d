//! The protocols by which a game talks to each kind of player. A game supports only the protocols that it declares.
//!
//! Protocols are values, so the code that starts players needs to know no game. Answers are untrusted: nothing here
//! panics, and every answer is checked.

use super::{Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_i18n::Message;

/// The protocols of one game; `None` for each kind of player that it does not support.
pub struct Protocols<G: Game> {
    /// A Python file that runs afresh in each turn.
    pub python: Option<Python<G>>,
    /// A persistent Python file, which runs once for the whole match.
    pub persistent: Option<Python<G>>,
    /// A program in any language that starts anew for each turn and communicates through files.
    pub files: Option<Files<G>>,
    /// A persistent program in any language, which communicates by lines.
    pub lines: Option<Lines<G>>,
    /// A client that sends and receives JSON over a socket.
    pub json: Option<Json<G>>,
    /// A contest's client over a socket: it receives length-prefixed frames and answers with JSON.
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
    /// Appends the view. Called every turn, so the format is flat and fast to write.
    pub encode_view: fn(&G::View<'_>, &mut Vec<u8>),
    /// Decodes orders; `None` if the bytes are no orders of this game.
    pub decode_orders: fn(&[u8]) -> Option<G::Orders>,
    /// For a persistent file: encodes a last view after the match, which takes no orders.
    pub encode_end: Option<EncodeEnd<G>>,
    /// For a persistent file: whether its first turn, in which the file is loaded, may take the start time in addition
    /// to the turn time.
    pub loads: bool,
}

/// Appends what a seat receives when the match is over.
pub type EncodeEnd<G> = fn(&<G as Game>::State, Seat, &mut Vec<u8>);

/// The protocol of files in the program's working folder. The texts are a contract with programs of users, down to the
/// last space.
pub struct Files<G: Game> {
    /// Returns the files to write before a turn, as names and texts; the names never change.
    pub files: fn(&G::View<'_>) -> Vec<(&'static str, String)>,
    pub questions: &'static [&'static str],
    /// The name of the file with the answer.
    pub answer: &'static str,
    /// The maximum length of an answer, in bytes.
    pub answer_max: usize,
    /// Parses the answer. An answer that is too long is cut to `answer_max` + 1 bytes.
    pub read_answer: fn(&[u8]) -> G::Orders,
}

/// The protocol of lines over standard input and output. Texts end with a line break.
pub struct Lines<G: Game> {
    /// Returns the text sent before the first turn; may be empty.
    pub hello: fn(&G::Setup, Seat, Times) -> String,
    /// Whether the program answers `hello` with lines, as in a turn, to say that it is ready.
    pub answers_hello: bool,
    /// Returns the text sent in a turn, given the view and the round.
    pub turn: fn(&G::View<'_>, u32) -> String,
    /// Returns whether this line, without its line break, is the last one of an answer.
    pub is_last: fn(&[u8]) -> bool,
    /// The maximum length of an answer with all its lines, in bytes.
    pub answer_max: usize,
    /// Whether output after the end of an answer counts towards the next one; otherwise it ends the program's part in
    /// the match.
    pub accepts_early_lines: bool,
    /// Parses an answer with all its lines.
    pub read_answer: fn(&[u8]) -> G::Orders,
    /// Returns the text sent when the match is over; may be empty.
    pub end: fn(&G::State, Seat) -> String,
}

/// The time limits of a player, in milliseconds; `None` means no limit.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Times {
    /// The time to get ready.
    pub start: Option<u64>,
    /// The time for a turn.
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

/// The protocol of a contest's client: each text to it is prefixed with its length; its answers are JSON without
/// frames.
pub struct Framed<G: Game> {
    /// The default port of each seat.
    pub ports: &'static [u16],
    /// Returns the text sent in a turn.
    pub view: fn(&G::View<'_>) -> String,
    pub read_answer: fn(&[u8]) -> G::Orders,
    /// Returns the text sent when the match is over.
    pub end: fn(&G::State, Seat) -> Option<String>,
    /// The files of an example client, as names and texts. The first one is the one to start.
    pub skeleton: &'static [(&'static str, &'static str)],
}

/// The protocol for a person, who reads and chooses.
pub struct Person<G: Game> {
    /// Returns all possible choices as words that [`Person::orders`] accepts.
    pub choices: fn(&G::View<'_>) -> Vec<String>,
    /// Parses what the person typed or pressed; the error is a sentence that says why it is invalid.
    pub orders: fn(&G::View<'_>, &str) -> Result<G::Orders, Message>,
    /// Whether the choices are too many to list, so that the user interface may compose any word that `orders` accepts.
    pub composes: bool,
    /// For a terminal: returns the seat's view as text.
    pub show: fn(&G::View<'_>, Seat) -> String,
    /// For a terminal: the prompt, with an example.
    pub question: &'static str,
}
