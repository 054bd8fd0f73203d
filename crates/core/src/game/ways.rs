//! How a game speaks to the players of each kind. A game has the ways that it names, and no others.
//!
//! Ways are values, so that whoever sits players down needs to know no game. Whatever comes back is a stranger's: nothing
//! panics, and nothing is believed.

use super::{Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_i18n::Message;

/// The ways of one game.
pub struct Protocols<G: Game> {
    /// A Python file that is run afresh for each turn.
    pub python: Option<Python<G>>,
    /// A Python file that is run once and lives for the whole match.
    pub living: Option<Python<G>>,
    /// A program in any language that is started anew for each turn, and speaks by files.
    pub files: Option<Files<G>>,
    /// A program in any language that lives for the whole match, and speaks by lines.
    pub lines: Option<Lines<G>>,
    /// A client that speaks JSON over a socket.
    pub json: Option<Json<G>>,
    /// A contest's client over a socket: frames to it, JSON back.
    pub framed: Option<Framed<G>>,
    /// A person at a terminal or at a page.
    pub person: Option<Person<G>>,
}

impl<G: Game> Protocols<G> {
    /// For a game that is played by built-in players alone.
    pub const NONE: Protocols<G> = Protocols {
        python: None,
        living: None,
        files: None,
        lines: None,
        json: None,
        framed: None,
        person: None,
    };
}

/// To a worker that runs Python: the setup once, then a view each turn, and orders back, all as the game's own bytes. Both
/// ends are the same program.
pub struct Python<G: Game> {
    /// The unchanging part, for the worker of a seat.
    pub encode_setup: fn(&G::Setup, Seat, Times) -> Vec<u8>,
    /// Appends the view. Called every turn: flat and quick.
    pub encode_view: fn(&G::View<'_>, &mut Vec<u8>),
    /// Reads orders; `None` when the bytes are no orders of this game.
    pub decode_orders: fn(&[u8]) -> Option<G::Orders>,
    /// Of a file that lives: a last view, when the match is over, to which no orders are taken.
    pub encode_end: Option<EncodeEnd<G>>,
    /// Of a file that lives: whether the time to be ready is for its first turn, in which it is run, besides the turn's own.
    pub loads: bool,
}

/// Appends what a seat is told of a match that is over.
pub type EncodeEnd<G> = fn(&<G as Game>::State, Seat, &mut Vec<u8>);

/// By files in the program's working folder. The texts are a contract with strangers' programs, to the last blank.
pub struct Files<G: Game> {
    /// The files to write before a turn: name and text, always these names.
    pub files: fn(&G::View<'_>) -> Vec<(&'static str, String)>,
    pub questions: &'static [&'static str],
    /// The name of the file with the answer.
    pub answer: &'static str,
    /// The longest answer, in bytes.
    pub answer_max: usize,
    /// Reads the answer: of one that is too long, one byte more than `answer_max`.
    pub read_answer: fn(&[u8]) -> G::Orders,
}

/// By lines over standard input and output. Texts end with a line end.
pub struct Lines<G: Game> {
    /// What is said before the first turn; may be empty.
    pub hello: fn(&G::Setup, Seat, Times) -> String,
    /// Whether that is answered, as a turn is, with lines that say nothing but that the program is ready.
    pub answers_hello: bool,
    /// What is said in a turn, with its round.
    pub turn: fn(&G::View<'_>, u32) -> String,
    /// Whether this line, without its end, is the last one of an answer.
    pub is_last: fn(&[u8]) -> bool,
    /// The longest answer, in bytes, with all its lines.
    pub answer_max: usize,
    /// Whether what it says beyond an answer counts for its next one. Else it ends its part.
    pub accepts_early_lines: bool,
    /// Reads an answer: all its lines.
    pub read_answer: fn(&[u8]) -> G::Orders,
    /// What is said when the match is over; may be empty.
    pub end: fn(&G::State, Seat) -> String,
}

/// How long a player may take, in milliseconds; nothing: as long as it likes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Times {
    /// To be ready.
    pub start: Option<u64>,
    /// For a turn.
    pub turn: Option<u64>,
}

/// As JSON, one object per line.
pub struct Json<G: Game> {
    /// What is known before the first turn.
    pub setup: fn(&G::Setup, Seat) -> Value,
    pub view: fn(&G::View<'_>) -> Value,
    /// Reads orders, or tells in a sentence why they are none.
    pub orders: fn(&Value) -> Result<G::Orders, Message>,
    /// How the match has ended.
    pub end: fn(&G::State, Seat) -> Value,
}

/// To a contest's client: each text with its length before it; answers are JSON that nothing frames.
pub struct Framed<G: Game> {
    /// The usual port of each seat.
    pub ports: &'static [u16],
    /// What is said in a turn.
    pub view: fn(&G::View<'_>) -> String,
    pub read_answer: fn(&[u8]) -> G::Orders,
    /// What is said when the match is over.
    pub end: fn(&G::State, Seat) -> Option<String>,
    /// The files of a client of our own: names and texts. The first one is started.
    pub skeleton: &'static [(&'static str, &'static str)],
}

/// To somebody who looks and chooses.
pub struct Person<G: Game> {
    /// Whatever may be chosen now, as words that [`Person::orders`] reads.
    pub choices: fn(&G::View<'_>) -> Vec<String>,
    /// Reads what was typed or pressed, or tells in a sentence why it can't be.
    pub orders: fn(&G::View<'_>, &str) -> Result<G::Orders, Message>,
    /// Whether an answer may be any word that `orders` reads, put together by whoever asks: the choices are too many.
    pub composes: bool,
    /// For a terminal: what this seat sees, as text.
    pub show: fn(&G::View<'_>, Seat) -> String,
    /// For a terminal: what is asked, with an example.
    pub question: &'static str,
}
