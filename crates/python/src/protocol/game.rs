//! The protocol between the engine and the worker of a game in Python.
//!
//! The engine asks for the declaration, or for a step: the answer to a step holds everything that the engine and the
//! players need to know until the next one. All of it comes from an untrusted process: [`Step::is_sound`] and
//! [`Declared::is_sound`] ([`super::soundness`]) check it.

use super::{MESSAGE_MAX, Nonce, REPORT_MAX, flat};
use serde::{Deserialize, Serialize};
use wag_core::arena::at_most;
use wag_core::game::{Seat, SeatSet};
use wag_core::problem::{CodePlace, Explanation, Unseeded};
use wag_i18n::Message;

/// A datum as bytes ([`wag_core::game::Datum`]).
pub type Packed = Vec<u8>;

/// A request to the worker of a game, encoded with postcard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameRequest {
    pub nonce: Nonce,
    /// States that are no longer needed.
    pub released: Vec<u64>,
    pub call: GameCall,
}

/// A request to the worker of a game. States have numbers that the engine chooses.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum GameCall {
    /// Answered by [`GameAnswer::Declared`].
    Declare,
    /// Creates the first state of a match. Answered by [`GameAnswer::Stepped`].
    Start { to: u64, setup: MatchSetup, seed: u64 },
    /// Applies orders to the state `on`. If `to` equals `on`, the state changes in place; otherwise it stays as it is.
    /// `seed` and `step`, the number of steps so far, key the random numbers.
    Apply { on: u64, to: u64, seed: u64, step: u64, orders: Vec<(Seat, Option<Packed>)> },
    /// Answered by [`GameAnswer::Saved`].
    Save { on: u64 },
    /// Restores a saved state. Answered by [`GameAnswer::Loaded`].
    Load {
        to: u64,
        setup: MatchSetup,
        #[serde(with = "serde_bytes")]
        pickle: Vec<u8>,
    },
    /// The best move of a seat by search, for generic players: `kind` is `minimax` or `mcts`, `bound` its depth or number
    /// of playouts. Answered by [`GameAnswer::Chosen`].
    Search { on: u64, seat: Seat, kind: String, bound: u32, seed: u64 },
    /// Tests whether the game follows the rules of games, for at most so many seconds. `records` are those of another
    /// process, with which the results are compared. Answered by [`GameAnswer::Checked`].
    Check { seconds: u32, records: Option<Packed> },
}

/// The setup of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatchSetup {
    /// The options and their values, each a packed datum. All options of the game have a value.
    pub options: Vec<(String, Packed)>,
    /// The name of each player, in seat order.
    pub names: Vec<String>,
    /// For each seat the bot that plays in the worker; `None` if somebody else plays.
    pub bots: Vec<Option<String>>,
    /// Whether steps have a board.
    pub has_boards: bool,
    /// Whether steps have observations, and views for all seats.
    pub has_observations: bool,
}

/// The answer to a [`GameRequest`], encoded with postcard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameAnswered {
    pub nonce: Nonce,
    pub answer: GameAnswer,
    pub unseeded: Unseeded,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum GameAnswer {
    Declared(Box<Declared>),
    Stepped(Box<Step>),
    Saved(#[serde(with = "serde_bytes")] Vec<u8>),
    Loaded,
    Chosen(#[serde(with = "serde_bytes")] Packed),
    Failed(Box<GameProblem>),
    /// The report of `wag._game_check`.
    Checked(#[serde(with = "serde_bytes")] Packed),
}

/// The reason why a game cannot go on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GameProblem {
    /// One line that says what happened: `apply(...) raised ZeroDivisionError: division by zero`.
    pub message: Message,
    pub place: Option<CodePlace>,
    pub explanation: Option<Explanation>,
    /// Python's own report with the traceback.
    pub report: Option<Message>,
    pub is_out_of_memory: bool,
}

/// A position between two steps, as everybody outside the worker knows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The round, counted from 1; 0 if the match is over.
    pub round: u32,
    /// The seats that have a turn; empty if the match is over.
    pub ask: SeatSet,
    pub out: SeatSet,
    /// For each seat the values of the declared figures.
    #[serde(deserialize_with = "at_most::<_, _, { SEATS_MAX + 1 }>")]
    pub figures: Vec<Vec<i64>>,
    /// For each seat what it knows; `None` for seats that are not asked.
    #[serde(deserialize_with = "at_most::<_, _, { SEATS_MAX + 1 }>")]
    pub seats: Vec<Option<SeatView>>,
    pub board: Option<Board>,
    /// The events of the step that led here, each a packed dictionary.
    #[serde(
        serialize_with = "flat::list::serialize",
        deserialize_with = "flat::list::deserialize::<_, { EVENTS_MAX + 1 }>"
    )]
    pub events: Vec<Packed>,
    /// The orders that `apply` refused, each with the reason in the game's words.
    #[serde(deserialize_with = "at_most::<_, _, { EVENTS_MAX }>")]
    pub refused: Vec<(Seat, String)>,
}

/// The data of one seat at its turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SeatView {
    #[serde(with = "serde_bytes")]
    pub view: Packed,
    /// All legal orders, each a packed datum; `None` if the game does not list them.
    #[serde(
        serialize_with = "flat::optional_list::serialize",
        deserialize_with = "flat::optional_list::deserialize::<_, { MOVES_MAX + 1 }>"
    )]
    pub moves: Option<Vec<Packed>>,
    /// For games of the course: the numbers of all moves made so far, from which a player's own copy is built.
    #[serde(deserialize_with = "at_most::<_, _, { MADE_MAX }>")]
    pub made: Vec<u32>,
    /// The text or the board that a person sees, if the game has `show`.
    pub shown: Option<Board>,
    #[serde(deserialize_with = "at_most::<_, _, { NUMBERS_MAX }>")]
    pub observation: Vec<f32>,
    /// For learners: whether each action is legal.
    #[serde(deserialize_with = "at_most::<_, _, { NUMBERS_MAX }>")]
    pub mask: Vec<bool>,
    /// The order of the bot of this seat, if one plays in the worker.
    pub bot: Option<BotOrder>,
}

/// The answer of a bot in the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum BotOrder {
    Order(#[serde(with = "serde_bytes")] Packed),
    Nothing,
}

/// A picture of a position, for spectators.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Board {
    /// The number of cells in a row; 0 if there are no cells.
    pub width: u16,
    /// The cells, row by row from the top, as indices into the declared tiles.
    #[serde(with = "serde_bytes")]
    pub cells: Vec<u8>,
    #[serde(deserialize_with = "at_most::<_, _, { PIECES_MAX + 1 }>")]
    pub pieces: Vec<Piece>,
    #[serde(deserialize_with = "at_most::<_, _, { PIECES_MAX + 1 }>")]
    pub walls: Vec<Wall>,
    /// Whether the cells are hexagons, with odd rows shifted to the right.
    pub has_hexagons: bool,
    pub text: String,
}

/// A thing above the cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Piece {
    pub x: u16,
    pub y: u16,
    /// One or two characters.
    pub sign: String,
    pub seat: Option<Seat>,
    /// A text for those who look closer; may be empty.
    pub text: String,
    /// Pieces with a number move smoothly to where the piece of that number is next.
    pub id: Option<u32>,
}

/// A wall between a cell and its neighbor to the east or south.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wall {
    pub x: u16,
    pub y: u16,
    /// True for the wall to the south, false for the one to the east.
    pub is_south: bool,
}

/// The declaration in a game file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Declared {
    pub class: String,
    pub title: String,
    pub about: String,
    pub version: u32,
    /// The least and the greatest number of players.
    pub seats: (u8, u8),
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub options: Vec<DeclaredOption>,
    /// The names of the figures, the deciding one first.
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub figures: Vec<String>,
    /// For each figure the names of what it is booked under, besides "other".
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub accounts: Vec<(String, Vec<String>)>,
    pub has_hidden_information: bool,
    pub is_simultaneous: bool,
    pub without_order: WithoutOrder,
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub tiles: Vec<Tile>,
    pub steps_max: u32,
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub bots: Vec<DeclaredBot>,
    /// The optional methods that the class defines, such as `moves` and `board`.
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub methods: Vec<String>,
    /// Whether the class is spelled as in the course: `valid_moves`, `make_move`, `has_ended`, `winner`.
    pub is_course_game: bool,
    /// The actions of learners, each a packed datum; empty if the class does not list them.
    #[serde(
        serialize_with = "flat::list::serialize",
        deserialize_with = "flat::list::deserialize::<_, { ENTRIES_MAX }>"
    )]
    pub actions: Vec<Packed>,
    /// The shape of observations (planes, rows, columns) and the names of the planes, if the class has `observe`.
    pub observation: Option<(Vec<String>, u16, u16)>,
    /// The files of the game's folder that the game file imports, by name relative to the folder.
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub imported: Vec<String>,
    /// Where each method of the class begins. The class itself has an empty name.
    #[serde(deserialize_with = "at_most::<_, _, { ENTRIES_MAX }>")]
    pub places: Vec<(String, CodePlace)>,
}

/// The consequence for a seat whose player gives no legal order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum WithoutOrder {
    /// `apply` gets `None`.
    #[default]
    None,
    /// The seat loses the match.
    Lose,
    /// The game makes a random legal move.
    Random,
    /// The game makes the first legal move.
    First,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeclaredOption {
    pub name: String,
    pub about: String,
    pub kind: OptionKind,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum OptionKind {
    Number {
        usual: u64,
        least: u64,
        most: u64,
    },
    /// The first word is the default.
    Choice {
        words: Vec<String>,
    },
    Flag,
    File {
        ending: String,
    },
    /// Any literal of Python; `usual` is the default as text.
    Text {
        usual: String,
    },
}

/// A kind of cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tile {
    /// One or two characters.
    pub sign: String,
    /// The name of one of the twelve tones; empty if none was given.
    pub tone: String,
    pub seat: Option<Seat>,
    /// A text for those who look closer; may be empty.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeclaredBot {
    pub name: String,
    /// The first line of its docstring; may be empty.
    pub about: String,
}

/// The largest pickle of a state, in bytes.
pub const PICKLE_MAX: usize = 8 << 20;
/// The most seats of a game.
pub const SEATS_MAX: usize = 32;
/// The most figures of a game, and the most accounts of a figure.
pub const FIGURES_MAX: usize = 32;
/// The most bots of a game file.
pub const BOTS_MAX: usize = 64;
/// The most bytes of a declaration.
pub const DECLARED_MAX: usize = 64 << 10;
/// The most orders of a match, of which a player's own copy is made.
const MADE_MAX: usize = STEPS_MAX as usize;
/// The most numbers of an observation, and the most actions.
const NUMBERS_MAX: usize = 1 << 20;
/// The most entries of a list of a declaration.
const ENTRIES_MAX: usize = 4096;
/// The most events of a step.
pub const EVENTS_MAX: usize = 1000;
/// The most tiles of a game.
pub const TILES_MAX: usize = 256;
/// The most cells in a row or column of a board.
pub const SIDE_MAX: usize = 200;
/// The most pieces or walls of a board.
pub const PIECES_MAX: usize = 2000;
/// The longest text of a board, in bytes.
pub const TEXT_MAX: usize = 16 << 10;
/// The most moves that a game may list for a seat.
pub const MOVES_MAX: usize = 10_000;
/// The most steps of a match that a game may ask for.
pub const STEPS_MAX: u32 = 1_000_000;

impl GameProblem {
    /// Returns a problem that has no place.
    pub fn of(message: Message) -> GameProblem {
        GameProblem { message, ..GameProblem::default() }
    }

    /// Shortens the texts of an untrusted worker.
    fn bounded(self) -> GameProblem {
        GameProblem {
            message: self.message.bounded(MESSAGE_MAX),
            place: self.place.map(CodePlace::bounded),
            explanation: self.explanation.map(Explanation::bounded),
            report: self.report.map(|report| report.bounded(REPORT_MAX)),
            is_out_of_memory: self.is_out_of_memory,
        }
    }
}

impl GameAnswered {
    /// Decodes untrusted bytes, and shortens texts that are too long. Returns `None` if the bytes are malformed.
    pub fn read(bytes: &[u8]) -> Option<GameAnswered> {
        let mut answered: GameAnswered = postcard::from_bytes(bytes).ok()?;
        if let GameAnswer::Failed(problem) = &mut answered.answer {
            **problem = std::mem::take(&mut **problem).bounded();
        }
        Some(answered)
    }
}
