//! The contest's replay file format. Files of the contest have more fields than are defined here.

use super::super::numbers::Numbers;
use super::super::torus::{At, Direction};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_core::game::Seat;
use wag_i18n::t;

/// The contest's name for the game. The other constants are further fixed values of the format.
pub const CHALLENGE: &str = "ants";
pub const FORMAT: &str = "json";
pub const LOCATION: &str = "localhost";
pub const REVISION: u32 = 3;

/// A match in the contest's format. Each list has one value per player, in seat order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct File {
    pub challenge: String,
    #[serde(skip_deserializing)]
    pub replayformat: &'static str,
    #[serde(skip_deserializing)]
    pub game_id: u32,
    #[serde(skip_deserializing)]
    pub location: &'static str,
    /// The number of the last turn.
    pub game_length: u32,
    /// The name of each player. Files of the contest may have `null` for a player without a name.
    #[serde(default)]
    pub playernames: Vec<Option<String>>,
    pub status: Vec<String>,
    pub playerturns: Vec<u32>,
    /// The score of each player at the end, including the bonus.
    pub score: Vec<i32>,
    /// The rank of each player, counted from 0.
    pub rank: Vec<u32>,
    pub replaydata: Data,
    /// The beginning and the end of what each player printed.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub errors: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wag: Option<Wag>,
    /// The date of the match, as text or as seconds since 1970. Only some files of the contest have it.
    #[serde(default, skip_serializing)]
    pub date: Option<Value>,
    #[serde(default, skip_serializing)]
    pub timestamp: Option<Value>,
}

/// The part of the file that viewers read. Fields that matter only to players are not parsed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Data {
    pub revision: u32,
    pub players: u8,
    #[serde(skip_deserializing)]
    pub loadtime: u64,
    #[serde(skip_deserializing)]
    pub turntime: u64,
    pub turns: u32,
    #[serde(default)]
    pub viewradius2: u32,
    pub attackradius2: u32,
    pub spawnradius2: u32,
    #[serde(skip_deserializing)]
    pub engine_seed: i64,
    #[serde(skip_deserializing)]
    pub player_seed: i64,
    #[serde(skip_deserializing)]
    pub food_rate: u32,
    #[serde(skip_deserializing)]
    pub food_turn: u32,
    #[serde(skip_deserializing)]
    pub food_start: u32,
    /// The reason why the match ended.
    pub cutoff: Option<String>,
    /// The turn since which the same players have led. `ranking_turn` is the turn since which the ranks have been the
    /// same.
    pub winning_turn: Option<u32>,
    pub ranking_turn: Option<u32>,
    pub bonus: Option<Vec<i32>>,
    pub map: Board,
    pub ants: Vec<Ant>,
    pub food: Vec<Food>,
    pub hills: Vec<Hill>,
    /// The score of each player after each turn, from turn 0.
    pub scores: Vec<Vec<i32>>,
    pub hive_history: Option<Vec<Vec<u32>>>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Board {
    pub rows: u16,
    pub cols: u16,
    pub data: Vec<String>,
}

/// An ant: where it was born, and its move in each later turn. `end` is the turn in which it died, or the last turn
/// plus one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "AntRow", into = "AntRow")]
pub struct Ant {
    pub at: At,
    pub born: u32,
    pub end: u32,
    pub owner: Seat,
    pub moves: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u32>", into = "Vec<u32>")]
pub struct Food {
    pub at: At,
    pub from: u32,
    /// The turn in which the food disappeared, or the last turn plus one.
    pub end: u32,
    /// The player that gathered the food, or `None`.
    pub owner: Option<Seat>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "HillRow", into = "HillRow")]
pub struct Hill {
    pub at: At,
    pub owner: Seat,
    /// The turn in which the hill was razed, or the last turn plus one.
    pub end: u32,
}

type AntRow = (u16, u16, u32, u32, u8, String);
type HillRow = (u16, u16, u8, u32);

/// Fields that only Wag writes, so that the match can be reproduced.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Wag {
    pub seed: u64,
    pub random: String,
    pub cutoff_turn: u32,
    pub cutoff_percent: u32,
    /// The drawings over the board: turn, player and lines of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub overlay: Vec<(u32, Seat, Vec<String>)>,
}

impl Default for Wag {
    fn default() -> Wag {
        let Numbers { cutoff_turn, cutoff_percent, .. } = Numbers::default();
        Wag { seed: 0, random: String::new(), cutoff_turn, cutoff_percent, overlay: Vec::new() }
    }
}

impl File {
    /// Returns the name of a player. A player without a name is called `P` plus its number, counted from 0.
    pub fn name(&self, player: usize) -> String {
        let name = self.playernames.get(player).cloned().flatten();
        name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| format!("P{player}"))
    }

    /// Returns whether this turn was played. An object whose end is a later turn lasted to the end of the match.
    pub fn has_turn(&self, turn: u32) -> bool {
        turn <= self.game_length
    }
}

impl Ant {
    /// Returns the ant's direction in each turn, or `None` for turns in which it stayed.
    pub fn directions(&self) -> impl Iterator<Item = Option<Direction>> {
        self.moves.chars().map(|sign| Direction::ALL.into_iter().find(|direction| direction.sign() == sign))
    }
}

impl From<AntRow> for Ant {
    fn from((row, col, born, end, owner, moves): AntRow) -> Ant {
        Ant { at: At { row, col }, born, end, owner: Seat(owner), moves }
    }
}

impl From<Ant> for AntRow {
    fn from(ant: Ant) -> AntRow {
        (ant.at.row, ant.at.col, ant.born, ant.end, ant.owner.0, ant.moves)
    }
}

impl From<HillRow> for Hill {
    fn from((row, col, owner, end): HillRow) -> Hill {
        Hill { at: At { row, col }, owner: Seat(owner), end }
    }
}

impl From<Hill> for HillRow {
    fn from(hill: Hill) -> HillRow {
        (hill.at.row, hill.at.col, hill.owner.0, hill.end)
    }
}

impl TryFrom<Vec<u32>> for Food {
    type Error = String;

    fn try_from(row: Vec<u32>) -> Result<Food, String> {
        let side = |number: u32| u16::try_from(number).unwrap_or(u16::MAX);
        let (food, owner) = match row[..] {
            [row, col, from, end] => ((row, col, from, end), None),
            [row, col, from, end, owner] => {
                ((row, col, from, end), Some(u8::try_from(owner).unwrap_or(u8::MAX)))
            }
            _ => return Err(t!("a food entry must have 4 or 5 numbers, not %{n}", n = row.len())),
        };
        let (row, col, from, end) = food;
        Ok(Food { at: At { row: side(row), col: side(col) }, from, end, owner: owner.map(Seat) })
    }
}

impl From<Food> for Vec<u32> {
    fn from(food: Food) -> Vec<u32> {
        let row = [food.at.row.into(), food.at.col.into(), food.from, food.end];
        row.into_iter().chain(food.owner.map(|owner| owner.0.into())).collect()
    }
}
