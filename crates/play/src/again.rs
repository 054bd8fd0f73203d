//! The command that plays a match again.

use crate::line_up::game_info::is_first;
use crate::{LimitOptions, RawOptions};
use std::path::Path;
use wag_core::game::{GameInfo, GameOptions, Kind};
use wag_core::text::{option_arguments, shell_line};

/// The data that determine a match.
pub struct Again<'p> {
    pub info: &'p GameInfo,
    /// The player specs in seat order.
    pub players: &'p [String],
    pub options: &'p RawOptions,
    pub game_options: &'p GameOptions,
    /// The name of the map or board.
    pub place: &'p str,
    pub seed: u64,
    pub limits: &'p LimitOptions,
    /// Further options, which only some commands have.
    pub more: &'p [String],
}

impl Again<'_> {
    /// Returns the command as a line for a shell.
    pub fn command(&self) -> String {
        let program = wag_sandbox::called_as();
        let mut words = vec![program, "play".to_string()];
        if !is_first(self.info) {
            words.push(wag_games::word_of(self.info));
        }
        words.extend(play_arguments(self.players, self.options()));
        shell_line(words)
    }

    fn options(&self) -> Vec<String> {
        let mut words = Vec::new();
        for option in self.info.options {
            let is_place = self.game_options.file(option.name).is_some_and(|(_, word)| word == self.place);
            let given = self.options.get(option.name).map(String::as_str);
            match if is_place { Some(self.place) } else { given } {
                Some(_) if matches!(option.kind, Kind::Flag) => words.push(format!("--{}", option.name)),
                Some(value) => words.extend(option_arguments(option.name, value)),
                None => {}
            }
        }
        words.extend(option_arguments("seed", self.seed));
        words.extend(self.limits.words());
        words.extend_from_slice(self.more);
        words
    }
}

/// Returns players and options as arguments of `wag play`. Players that look like options come last, after `--`.
pub fn play_arguments(players: &[String], options: Vec<String>) -> Vec<String> {
    match players.iter().any(|player| player.starts_with('-')) {
        true => options.into_iter().chain(["--".to_string()]).chain(players.iter().cloned()).collect(),
        false => players.iter().cloned().chain(options).collect(),
    }
}

/// Returns the option for a folder of logs; empty for the current folder.
pub fn log_option(folder: &Path) -> Vec<String> {
    match folder == Path::new(".") {
        true => Vec::new(),
        false => option_arguments("log-dir", folder.display()),
    }
}
