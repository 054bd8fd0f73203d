//! The clock of a server, and whether it can be trusted.
//!
//! Deadlines follow the wall clock. If that is behind a time that the server has seen already, or jumps against the
//! monotonic clock, somebody has set it: then no deadline fires until a teacher says that the new time is right.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use wag_store::now_ms;

/// The difference between the clocks that is no jump, in milliseconds.
const DRIFT_MAX: i64 = 60_000;

/// The reason why the clock is not trusted: it shows one time where another one was expected, in UTC milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClockJump {
    pub shown: i64,
    pub expected: i64,
}

/// The clock of a server.
pub struct ServerClock {
    /// Reads the wall clock, in UTC milliseconds.
    read_wall: fn() -> i64,
    start: Instant,
    state: Mutex<ClockState>,
}

/// The times with which the clock is compared. Pure: it gets the times that both clocks show.
#[derive(Clone, Copy, Debug)]
struct ClockState {
    /// The wall clock and the time since the start at the last look, in milliseconds.
    wall: i64,
    monotonic: i64,
    /// The latest time that the server has seen.
    max: i64,
    jump: Option<ClockJump>,
}

impl ClockState {
    /// Compares the clocks. An error stays until somebody confirms the time.
    fn look(&mut self, wall: i64, monotonic: i64) {
        let expected = self.wall + (monotonic - self.monotonic);
        let is_off = (wall - expected).abs() > DRIFT_MAX || wall < self.max - DRIFT_MAX;
        if is_off || self.jump.is_some() {
            let first =
                self.jump.map_or(expected.max(self.max), |jump| jump.expected + (monotonic - self.monotonic));
            self.jump = Some(ClockJump { shown: wall, expected: first });
        } else {
            self.max = self.max.max(wall);
        }
        (self.wall, self.monotonic) = (wall, monotonic);
    }

    fn confirm(&mut self, wall: i64) {
        (self.max, self.jump) = (wall, None);
    }
}

impl ServerClock {
    /// Starts to compare. `max` is the latest time that an earlier run of the server has seen.
    pub fn new(max: i64) -> ServerClock {
        ServerClock::reading(now_ms, max)
    }

    /// Starts to compare with another wall clock.
    pub fn reading(read_wall: fn() -> i64, max: i64) -> ServerClock {
        let wall = read_wall();
        let mut state = ClockState { wall, monotonic: 0, max, jump: None };
        state.look(wall, 0);
        ServerClock { read_wall, start: Instant::now(), state: Mutex::new(state) }
    }

    /// Returns the jump because of which no deadline fires; `None` if the clock is trusted.
    pub fn jump(&self) -> Option<ClockJump> {
        self.look().jump
    }

    /// Returns the latest time that the server has seen, to be stored for the next start.
    pub fn max(&self) -> i64 {
        self.look().max
    }

    /// Trusts the time that the clock shows now. Returns it.
    pub fn confirm(&self) -> i64 {
        let mut state = self.look();
        let wall = state.wall;
        state.confirm(wall);
        wall
    }

    fn look(&self) -> MutexGuard<'_, ClockState> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let monotonic = i64::try_from(self.start.elapsed().as_millis()).unwrap_or(i64::MAX);
        state.look((self.read_wall)(), monotonic);
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn state(wall: i64, max: i64) -> ClockState {
        let mut state = ClockState { wall, monotonic: 0, max, jump: None };
        state.look(wall, 0);
        state
    }

    #[test]
    fn a_clock_that_runs_is_trusted() {
        let mut state = state(10 * HOUR, 9 * HOUR);
        for minute in 1..120 {
            state.look(10 * HOUR + minute * 60_000 + minute * 10, minute * 60_000);
        }
        assert_eq!((state.jump, state.max), (None, 10 * HOUR + 119 * 60_010));
    }

    #[test]
    fn jumps_stop_the_deadlines_until_they_are_confirmed() {
        for jump in [-HOUR, HOUR, 24 * HOUR] {
            let mut state = state(100 * HOUR, 0);
            state.look(100 * HOUR + jump, 1000);
            let expected = ClockJump { shown: 100 * HOUR + jump, expected: 100 * HOUR + 1000 };
            assert_eq!((state.jump, state.max), (Some(expected), 100 * HOUR), "{jump}");
            state.look(100 * HOUR + jump + 5000, 6000);
            assert_eq!(state.jump.map(|jump| jump.expected), Some(100 * HOUR + 6000), "{jump}");
            state.confirm(state.wall);
            state.look(100 * HOUR + jump + 6000, 7000);
            assert_eq!((state.jump, state.max), (None, 100 * HOUR + jump + 6000), "{jump}");
        }
    }

    #[test]
    fn a_start_with_a_clock_behind_the_last_run_is_noticed() {
        assert_eq!(state(9 * HOUR, 10 * HOUR).jump, Some(ClockJump { shown: 9 * HOUR, expected: 10 * HOUR }));
        assert_eq!(state(10 * HOUR - 1000, 10 * HOUR).jump, None);
    }
}
