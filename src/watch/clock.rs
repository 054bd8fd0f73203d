//! The clock of a replay: the round that is displayed, and the speed of playback. The web pages have the same timing;
//! see `playback.js`.

use std::time::Duration;

pub const SPEEDS: [f64; 8] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
/// The number of rounds per second at speed 1.
const PACE: f64 = 2.0;
/// The maximum time by which the clock advances in one step. Without it, playback would jump after the program was
/// suspended.
const STEP_MAX: Duration = Duration::from_millis(250);

#[derive(Clone, Debug)]
pub struct Clock {
    /// The number of the last round.
    pub last: u32,
    pub is_playing: bool,
    /// The speed, as an index into [`SPEEDS`].
    speed: usize,
    /// The position in the replay: the number of completed rounds, plus the completed fraction of the next round.
    position: f64,
}

impl Clock {
    pub fn new(last: u32) -> Clock {
        Clock { last, is_playing: false, speed: 1, position: 0.0 }
    }

    pub fn round(&self) -> u32 {
        self.position as u32
    }

    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    pub fn is_at_end(&self) -> bool {
        self.round() >= self.last
    }

    pub fn seek(&mut self, round: u32) {
        self.position = f64::from(round.min(self.last));
    }

    /// Stops playback, and moves forward by `by` rounds, or backward if `by` is negative.
    pub fn step(&mut self, by: i64) {
        self.is_playing = false;
        let to = (i64::from(self.round()) + by).clamp(0, i64::from(self.last));
        self.seek(to as u32);
    }

    /// Starts or stops playback. At the end of a finished match, starts again from the beginning.
    pub fn toggle(&mut self, is_growing: bool) {
        if !self.is_playing && self.is_at_end() && !is_growing {
            self.position = 0.0;
        }
        self.is_playing = !self.is_playing;
        self.position = f64::from(self.round());
    }

    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// Advances the clock by the time that has passed.
    pub fn advance(&mut self, passed: Duration) {
        if self.is_playing {
            let rounds = passed.min(STEP_MAX).as_secs_f64() * PACE * self.speed();
            self.position = (self.position + rounds).min(f64::from(self.last)).max(self.position.floor());
        }
    }
}
