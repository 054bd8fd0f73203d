//! The limits of players as keyword arguments.

use serde::Deserialize;
use std::time::Duration;
use wag_core::game::GameInfo;
use wag_play::{LimitOptions, RawOptions};

/// Limits set by the caller; a missing value means the default. docs/security.md describes them.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Time limits, in seconds.
    turn_time: Option<f64>,
    game_time: Option<f64>,
    start_time: Option<f64>,
    /// Maximum memory, in MiB.
    memory: Option<u64>,
    /// Maximum output per turn, in KiB.
    turn_output: Option<u64>,
    /// Maximum output per match, in MiB.
    match_output: Option<u64>,
    threads: Option<u32>,
    no_limits: bool,
    no_sandbox: bool,
    require_sandbox: bool,
}

impl Limits {
    /// Returns the limits in the form of requests.
    pub fn options(&self) -> LimitOptions {
        let seconds = |time: Option<f64>| time.and_then(|time| Duration::try_from_secs_f64(time).ok());
        LimitOptions {
            turn_time: seconds(self.turn_time),
            game_time: seconds(self.game_time),
            start_time: seconds(self.start_time),
            memory: self.memory,
            turn_output: self.turn_output,
            match_output: self.match_output,
            threads: self.threads,
            no_limits: self.no_limits,
            no_sandbox: self.no_sandbox,
            require_sandbox: self.require_sandbox,
            ..LimitOptions::default()
        }
    }

    /// Returns the limits for a match of this game with these game options.
    pub fn limits_for(&self, info: &GameInfo, options: &RawOptions) -> wag_sandbox::Limits {
        self.options().limits_for(info, options)
    }
}
