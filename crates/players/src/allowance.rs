//! The resources that a player has left: its time, and the amount of its output that is kept.

use std::time::Duration;
use wag_core::problem::Fault;
use wag_i18n::message;
use wag_sandbox::Limits;

/// The time and the output that a player may still use, in a turn and in the whole game.
#[derive(Clone, Debug)]
pub struct Allowance {
    turn_time: Option<Duration>,
    game_time: Option<Duration>,
    time_used: Duration,
    turn_output: usize,
    output_left: u64,
}

impl Allowance {
    pub fn new(limits: &Limits) -> Allowance {
        Allowance {
            turn_time: limits.turn_time,
            game_time: limits.game_time,
            time_used: Duration::ZERO,
            turn_output: limits.turn_output,
            output_left: limits.game_output,
        }
    }

    /// Returns the maximum time that the next turn may take, or `None` if there is no limit.
    pub fn time(&self) -> Option<Duration> {
        [self.turn_time, self.game_time_left()].into_iter().flatten().min()
    }

    fn game_time_left(&self) -> Option<Duration> {
        self.game_time.map(|time| time.saturating_sub(self.time_used))
    }

    /// Returns the fault of a turn that took too long. Must be called before [`Allowance::use_time`] counts the time of
    /// that turn.
    pub fn too_late(&self) -> Fault {
        match (self.turn_time, self.game_time_left()) {
            (turn, Some(left)) if turn.is_none_or(|turn| left < turn) => {
                let time = self.game_time.unwrap_or_default().as_secs_f64();
                Fault::timeout(message!("the total time of %{time} s for the whole game is used up", time))
            }
            (turn, _) => no_answer_fault(turn),
        }
    }

    pub fn use_time(&mut self, time: Duration) {
        self.time_used += time;
    }

    /// Returns how many bytes of the next turn's output will be kept.
    pub fn room(&self) -> usize {
        self.turn_output.min(usize::try_from(self.output_left).unwrap_or(usize::MAX))
    }

    pub fn use_output(&mut self, bytes: usize) {
        self.output_left = self.output_left.saturating_sub(bytes as u64);
    }
}

/// Returns the fault of a player that did not answer within this time.
pub fn no_answer_fault(time: Option<Duration>) -> Fault {
    Fault::timeout(message!("no answer within %{time} s", time = time.unwrap_or_default().as_secs_f64()))
}

/// The number of characters of a player's text that a message shows.
const SHOWN: usize = 40;

/// Adds a hint to the fault of a player that exceeded its time after it had written a line without a line end.
pub fn hint_missing_line_end(fault: Fault, said: &[u8]) -> Fault {
    if said.is_empty() {
        return fault;
    }
    let words = quoted(said);
    let message = message!(
        "%{late}; it said %{words} without a line end: end each line, and flush the output",
        late = fault.message,
        words
    );
    Fault { kind: fault.kind, message }
}

/// Returns the beginning of a player's text, quoted and on one line.
pub fn quoted(words: &[u8]) -> String {
    let text = String::from_utf8_lossy(&words[..words.len().min(4 * SHOWN)]);
    let beginning: String = text.chars().take(SHOWN).collect();
    let more = if beginning.len() < words.len() { "..." } else { "" };
    format!("{beginning:?}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unfinished_line_is_quoted() {
        let late = || Fault::timeout(message!("no answer within %{time} s", time = 1));
        assert_eq!(hint_missing_line_end(late(), b"").message, late().message);
        let message = hint_missing_line_end(late(), b"1 0 1 1").message.english();
        assert_eq!(
            message,
            "no answer within 1 s; it said \"1 0 1 1\" without a line end: end each line, and flush the output"
        );
        assert!(
            hint_missing_line_end(late(), &[b'x'; 500])
                .message
                .english()
                .contains(&format!("{:?}...", "x".repeat(SHOWN)))
        );
    }

    fn allowed(turn: Option<u64>, game: Option<u64>, used: u64) -> Allowance {
        let seconds = |time: Option<u64>| time.map(Duration::from_secs);
        let limits = Limits { turn_time: seconds(turn), game_time: seconds(game), ..Limits::default() };
        let mut allowance = Allowance::new(&limits);
        allowance.use_time(Duration::from_secs(used));
        allowance
    }

    #[test]
    fn shorter_time_limit_counts() {
        for (turn, game, used, time, words) in [
            (Some(5), Some(60), 10, Some(5), "no answer within 5 s"),
            (Some(5), Some(60), 57, Some(3), "the total time of 60 s for the whole game is used up"),
            (None, Some(60), 70, Some(0), "the total time of 60 s for the whole game is used up"),
            (Some(5), None, 99, Some(5), "no answer within 5 s"),
        ] {
            let allowance = allowed(turn, game, used);
            assert_eq!(allowance.time(), time.map(Duration::from_secs));
            assert_eq!(allowance.too_late().message, words);
        }
        assert_eq!(allowed(None, None, 9).time(), None);
    }

    #[test]
    fn output_is_limited_per_game() {
        let limits = Limits { turn_output: 10, game_output: 25, ..Limits::default() };
        let mut allowance = Allowance::new(&limits);
        let rooms = [(); 4].map(|()| {
            let room = allowance.room();
            allowance.use_output(room);
            room
        });
        assert_eq!(rooms, [10, 10, 5, 0]);
    }
}
