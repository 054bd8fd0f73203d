//! What the process of a game for two tells about its games: who thinks, and what becomes of each.
//!
//! Results come in the order of the games, and moves in theirs. Whatever comes out of turn is refused: else a player who
//! forges it would fill the memory, have time without end, or spoil the table of a tournament.

use crate::{PlayError, user_error};
use serde::{Deserialize, Serialize};
use std::process::ExitStatus;
use wag_core::text::printable;
use wag_i18n::{retold, t};

/// After so many moves the referee ends a game (`MOVES_MAX` of the module).
const MOVES_MAX: usize = 10_000;
/// How much is kept of a name or a reason, and of an explanation, in bytes.
const NAME_MAX: usize = 500;
const EXPLANATION_MAX: usize = 1000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// 0 for who began, 1 for the other.
    pub winner: Option<u8>,
    pub reason: String,
    pub explanation: String,
}

impl GameResult {
    /// Why nobody has won by the rules of the game, in the language of the user; `None` where somebody has, or it is a draw.
    pub fn fault(&self) -> Option<String> {
        (!["won", "draw"].contains(&self.reason.as_str())).then(|| printable(&retold(&self.explanation)))
    }
}

/// A player's line of the table of a tournament.
#[derive(Debug, Deserialize)]
pub struct Standing {
    pub name: String,
    pub points: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub void: u64,
}

/// A result as the process tells it.
#[derive(Debug, Deserialize)]
pub struct ReportedResult {
    /// Of the game, from 0.
    number: usize,
    #[serde(flatten)]
    result: GameResult,
}

/// Who is to move, and who wins if nothing more is heard.
#[derive(Debug, Deserialize)]
pub struct Thinking {
    /// How many moves there have been.
    number: usize,
    mover: String,
    other: String,
    winner: u8,
    /// In seconds; people have none.
    pub limit: Option<f64>,
}

impl Thinking {
    /// The mover has not made a move: his time was up, or the process has ended with this status.
    pub fn lost(self, status: Option<ExitStatus>) -> GameResult {
        let Thinking { mover, other, winner, limit, .. } = self;
        let (reason, explanation) = match (status, limit.unwrap_or_default()) {
            (None, limit) => {
                ("time-out", format!("{other} won: {mover} thought longer than {limit} seconds"))
            }
            (Some(status), _) => ("exception", format!("{other} won: {mover} ended the program ({status})")),
        };
        GameResult { winner: Some(winner), reason: reason.to_string(), explanation }
    }
}

/// The games that are over, of those there are to be.
#[derive(Debug, Default)]
pub struct Results {
    games: usize,
    played: Vec<GameResult>,
    /// The least number that the next move of this game can have.
    move_from: usize,
}

impl Results {
    pub fn of_a_game() -> Results {
        Results { games: 1, ..Results::default() }
    }

    /// Each plays each other as the first and as the second, so many times.
    pub fn of_a_tournament(players: usize, rounds: u32) -> Results {
        let games = players.saturating_mul(players.saturating_sub(1)).saturating_mul(rounds as usize);
        Results { games, ..Results::default() }
    }

    /// Whether it is no tournament.
    pub fn is_of_a_game(&self) -> bool {
        self.games == 1
    }

    pub fn played(&self) -> &[GameResult] {
        &self.played
    }

    /// Takes in a game that was ended from outside.
    pub fn add(&mut self, mut result: GameResult) {
        result.reason = cut(result.reason, NAME_MAX);
        result.explanation = cut(result.explanation, EXPLANATION_MAX);
        self.played.push(result);
        self.move_from = 0;
    }

    /// Takes in the next result; refuses any other.
    pub fn take(&mut self, told: ReportedResult) -> Result<(), PlayError> {
        self.check_for_more()?;
        if told.number != self.played.len() {
            let (told, next) = (told.number.saturating_add(1), self.played.len() + 1);
            return user_error(t!(
                "the result of game %{told} was told where game %{next} is played: look for a class that reaches beyond its game",
                told,
                next
            ));
        }
        self.add(told.result);
        Ok(())
    }

    /// Someone begins to think; refuses who does so without a move in between.
    pub fn thinks(&mut self, mut thinking: Thinking) -> Result<Thinking, PlayError> {
        self.check_for_more()?;
        if thinking.number < self.move_from || thinking.number > MOVES_MAX {
            return user_error(t!(
                "move %{number} was told out of turn: look for a class that reaches beyond its game",
                number = thinking.number
            ));
        }
        self.move_from = thinking.number + 1;
        thinking.mover = cut(thinking.mover, NAME_MAX);
        thinking.other = cut(thinking.other, NAME_MAX);
        Ok(thinking)
    }

    fn check_for_more(&self) -> Result<(), PlayError> {
        if self.played.len() < self.games {
            return Ok(());
        }
        let games = if self.games == 1 { t!("one game") } else { t!("%{n} games", n = self.games) };
        user_error(t!(
            "more was told than the results of %{games}: look for a class that reaches beyond its game",
            games
        ))
    }
}

/// What a process is told of a tournament that it is to play on.
#[derive(Debug, Serialize)]
pub struct Tournament {
    pub rounds: u32,
    /// The games that have been played already.
    pub results: Vec<GameResult>,
}

/// The beginning of a text, of at most so many bytes.
pub fn cut(mut text: String, bytes: usize) -> String {
    let end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.truncate(end.unwrap_or(0));
    text
}

/// What is said where a line of the process can't be read.
pub fn nonsense<T>() -> Result<T, PlayError> {
    user_error(t!("the game's process does not speak as it should: a defect of Wag, or a trick"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{from_value, json};

    fn result(number: usize, explanation: &str) -> ReportedResult {
        let told = json!({ "number": number, "winner": 0, "reason": "won", "explanation": explanation });
        from_value(told).unwrap()
    }

    fn thinking(number: usize) -> Thinking {
        let told = json!({ "number": number, "mover": "A", "other": "B", "winner": 1, "limit": null });
        from_value(told).unwrap()
    }

    #[test]
    fn results_are_taken_in_turn_and_no_more_than_there_are_games() {
        let mut results = Results::of_a_tournament(2, 1);
        results.take(result(0, &"ä".repeat(100_000))).unwrap();
        assert_eq!(results.played()[0].explanation.len(), EXPLANATION_MAX);
        for number in [0, 2, usize::MAX] {
            let fault = results.take(result(number, "")).unwrap_err().to_string();
            assert!(fault.contains("where game 2 is played"), "{fault}");
        }
        results.take(result(1, "")).unwrap();
        let fault = results.take(result(2, "")).unwrap_err().to_string();
        assert!(fault.contains("more was told than the results of 2 games"), "{fault}");
        assert!(results.thinks(thinking(0)).is_err());
        assert_eq!(results.played().len(), 2);
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(
            ["äö", "aä", "ab", "a", ""].map(|text| cut(text.to_string(), 2)),
            ["ä", "a", "ab", "a", ""]
        );
    }

    #[test]
    fn nobody_gets_time_for_a_move_that_does_not_come() {
        let mut results = Results::of_a_tournament(2, 1);
        results.thinks(thinking(0)).unwrap();
        results.thinks(thinking(2)).unwrap();
        for number in [0, 1, 2, MOVES_MAX + 1, usize::MAX] {
            assert!(results.thinks(thinking(number)).is_err(), "{number}");
        }
        results.take(result(0, "")).unwrap();
        results.thinks(thinking(0)).unwrap();
    }
}
