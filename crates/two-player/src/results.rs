//! The reports from the process of a two-player game: whose move it is, and the result of each game.
//!
//! The results of games must arrive in the order of the games, and the moves in a game must arrive in the order of the
//! moves. Reports out of order are rejected. Otherwise a player that forges reports could fill the memory, get
//! unlimited time, or corrupt the table of a tournament.

use serde::{Deserialize, Serialize};
use std::process::ExitStatus;
use wag_core::text::printable;
use wag_i18n::{message, t, translate_message};
use wag_play::{PlayError, user_error};

/// The number of moves after which the Python module ends a game; the same as its `MOVES_MAX`.
const MOVES_MAX: usize = 10_000;
/// The maximum length of a name or a reason that is stored, in bytes.
const NAME_MAX: usize = 500;
/// The maximum length of an explanation that is stored, in bytes.
const EXPLANATION_MAX: usize = 1000;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The winner: 0 for the player that moved first, 1 for the other one; `None` if nobody won.
    pub winner: Option<u8>,
    pub reason: String,
    pub explanation: String,
}

impl GameResult {
    /// Returns, in the user's language, why the game did not end by its own rules; `None` if it ended with a win or a
    /// draw by the rules.
    pub fn fault(&self) -> Option<String> {
        (!["won", "draw"].contains(&self.reason.as_str()))
            .then(|| printable(&translate_message(&self.explanation)))
    }
}

/// A player's row in the table of a tournament.
#[derive(Debug, Deserialize)]
pub struct Standing {
    pub name: String,
    pub points: u64,
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    pub void: u64,
}

/// The result of a game as the process reports it.
#[derive(Debug, Deserialize)]
pub struct ReportedResult {
    /// The number of the game, counted from 0.
    number: usize,
    #[serde(flatten)]
    result: GameResult,
}

/// A report about the player whose move it is. It contains the winner of the game if that player fails to move.
#[derive(Debug, Deserialize)]
pub struct Thinking {
    /// The number of moves that have been made in the game.
    number: usize,
    mover: String,
    other: String,
    winner: u8,
    /// The time limit for the move, in seconds; `None` for a person.
    pub limit: Option<f64>,
}

impl Thinking {
    /// Returns the result of a game in which the player failed to move, either because its time was up (`status` is
    /// `None`) or because the process exited with this status.
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

/// The results of the games played so far, and the total number of games.
#[derive(Debug, Default)]
pub struct Results {
    games: usize,
    played: Vec<GameResult>,
    /// The smallest number that the next move in the current game may have.
    move_from: usize,
}

impl Results {
    pub fn for_game() -> Results {
        Results { games: 1, ..Results::default() }
    }

    /// Creates the results of a tournament. In every round, each player plays every other player twice, and moves first
    /// in one of the two games.
    pub fn for_tournament(players: usize, rounds: u32) -> Results {
        let games = players.saturating_mul(players.saturating_sub(1)).saturating_mul(rounds as usize);
        Results { games, ..Results::default() }
    }

    /// Returns whether this is one game and not a tournament.
    pub fn is_single_game(&self) -> bool {
        self.games == 1
    }

    pub fn played(&self) -> &[GameResult] {
        &self.played
    }

    /// Adds the result of a game that the engine itself has ended.
    pub fn add(&mut self, mut result: GameResult) {
        result.reason = cut(result.reason, NAME_MAX);
        result.explanation = cut(result.explanation, EXPLANATION_MAX);
        self.played.push(result);
        self.move_from = 0;
    }

    /// Adds the next result that the process reports; returns an error if it is out of order.
    pub fn take(&mut self, reported: ReportedResult) -> Result<(), PlayError> {
        self.check_for_more()?;
        if reported.number != self.played.len() {
            let (number, next) = (reported.number.saturating_add(1), self.played.len() + 1);
            return user_error(message!(
                "game %{number} reported its result while game %{next} was being played: look for a class that interferes with other games",
                number,
                next
            ));
        }
        self.add(reported.result);
        Ok(())
    }

    /// Records that a player has started to think. Returns an error if the report is out of order, such as a second one
    /// for the same move.
    pub fn start_thinking(&mut self, mut thinking: Thinking) -> Result<Thinking, PlayError> {
        self.check_for_more()?;
        if thinking.number < self.move_from || thinking.number > MOVES_MAX {
            return user_error(message!(
                "move %{number} was reported out of order: look for a class that interferes with other games",
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
        user_error(message!(
            "more was reported than the results of %{games}: look for a class that interferes with other games",
            games
        ))
    }
}

/// The state of a tournament, from which a new process can continue it.
#[derive(Debug, Serialize)]
pub struct Tournament {
    pub rounds: u32,
    /// The results of the games played so far.
    pub results: Vec<GameResult>,
}

/// Shortens a text to at most `bytes` bytes without splitting a character.
pub fn cut(mut text: String, bytes: usize) -> String {
    let end = (0..=bytes.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    text.truncate(end.unwrap_or(0));
    text
}

/// Returns the error for a message from the process that cannot be parsed.
pub fn protocol_error<T>() -> Result<T, PlayError> {
    user_error(message!(
        "the game's process sent invalid data: a defect in Wag, or code that tampers with the process"
    ))
}

#[cfg(test)]
mod tests {
    use crate::results::*;
    use serde_json::{from_value, json};

    fn result(number: usize, explanation: &str) -> ReportedResult {
        let json = json!({ "number": number, "winner": 0, "reason": "won", "explanation": explanation });
        from_value(json).unwrap()
    }

    fn thinking(number: usize) -> Thinking {
        let json = json!({ "number": number, "mover": "A", "other": "B", "winner": 1, "limit": null });
        from_value(json).unwrap()
    }

    #[test]
    fn results_must_arrive_in_order_and_within_the_number_of_games() {
        let mut results = Results::for_tournament(2, 1);
        results.take(result(0, &"ä".repeat(100_000))).unwrap();
        assert_eq!(results.played()[0].explanation.len(), EXPLANATION_MAX);
        for number in [0, 2, usize::MAX] {
            let fault = results.take(result(number, "")).unwrap_err().to_string();
            assert!(fault.contains("while game 2 was being played"), "{fault}");
        }
        results.take(result(1, "")).unwrap();
        let fault = results.take(result(2, "")).unwrap_err().to_string();
        assert!(fault.contains("more was reported than the results of 2 games"), "{fault}");
        assert!(results.start_thinking(thinking(0)).is_err());
        assert_eq!(results.played().len(), 2);
    }

    #[test]
    fn text_is_cut_at_a_character_boundary() {
        assert_eq!(
            ["äö", "aä", "ab", "a", ""].map(|text| cut(text.to_string(), 2)),
            ["ä", "a", "ab", "a", ""]
        );
    }

    #[test]
    fn repeated_thinking_report_is_rejected() {
        let mut results = Results::for_tournament(2, 1);
        results.start_thinking(thinking(0)).unwrap();
        results.start_thinking(thinking(2)).unwrap();
        for number in [0, 1, 2, MOVES_MAX + 1, usize::MAX] {
            assert!(results.start_thinking(thinking(number)).is_err(), "{number}");
        }
        results.take(result(0, "")).unwrap();
        results.start_thinking(thinking(0)).unwrap();
    }
}
