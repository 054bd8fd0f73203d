//! The game file on the command line. It is opened before the arguments are parsed, because its options are arguments.

use std::ffi::OsString;
use std::path::Path;
use wag_games::{KnownGame, hidden_game_file, is_game_file};
use wag_i18n::{message, quote};
use wag_play::PlayError;

/// The commands whose first word may be a game.
const COMMANDS: [&str; 13] = [
    "play",
    "series",
    "compare",
    "evaluate",
    "tune",
    "tournament",
    "new",
    "serve",
    "train",
    "check",
    "ladder",
    "course",
    "bench",
];

/// The subcommands of `wag tournament` whose first word may be a game.
const OF_TOURNAMENTS: [&str; 2] = ["check", "plan"];

/// The flags of the commands, which no option of a game file can have as its name.
const FLAGS: &[&str] = &[
    "against",
    "allow-unsandboxed",
    "alpha",
    "beta",
    "by",
    "check",
    "csv",
    "dask",
    "debug",
    "elo",
    "elo0",
    "elo1",
    "end-wait",
    "estimate",
    "excel",
    "explain",
    "file-size",
    "fill",
    "fixed-seats",
    "form",
    "fresh-process",
    "game-time",
    "games",
    "help",
    "hint",
    "html",
    "into",
    "jobs",
    "json",
    "keep-files",
    "lang",
    "log",
    "log-dir",
    "losses",
    "match-output",
    "memory",
    "method",
    "no-limits",
    "no-replay",
    "no-sandbox",
    "of",
    "open-files",
    "output",
    "pairs",
    "players",
    "pondering",
    "ports",
    "position",
    "profile",
    "quiet",
    "ranking",
    "readable",
    "replay",
    "replays",
    "reports",
    "require-sandbox",
    "reset",
    "resume",
    "seats",
    "seed",
    "serial",
    "small",
    "solution",
    "start-time",
    "threads",
    "trust-programs",
    "turn-output",
    "turn-time",
    "version",
    "with",
    "watch",
    "with-sources",
    "without",
    "yes",
];

/// Opens the game file that is the first word after the command, if there is one.
pub fn open(arguments: &[OsString]) -> Result<(), PlayError> {
    let Some(word) = word(arguments) else { return Ok(()) };
    if let Some(warning) = hidden_game_file(word, Path::new("")) {
        log::warn!("{}", warning.translated());
    }
    if !is_game_file(word, Path::new("")) {
        return Ok(());
    }
    let game = KnownGame::open(word, Path::new("")).map_err(PlayError::UserError)?;
    log::debug!("{word} is the game {}", game.info.title);
    // Names of options have underscores in Python.
    let is_taken = |name: &str| FLAGS.contains(&name.replace('_', "-").as_str());
    match game.info.options.iter().find(|option| is_taken(option.name)) {
        Some(option) => Err(PlayError::UserError(message!(
            "%{word}: the option %{option} is called like --%{option}, which is part of wag; choose another name for it",
            word = quote(word),
            option = option.name
        ))),
        None => Ok(()),
    }
}

/// Returns the first word after the command.
fn word(arguments: &[OsString]) -> Option<&str> {
    let word = |at: usize| arguments.get(at)?.to_str();
    let command = word(1).filter(|command| COMMANDS.contains(command))?;
    match word(2)? {
        subcommand if command == "tournament" && OF_TOURNAMENTS.contains(&subcommand) => word(3),
        first => Some(first),
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, FLAGS, word};
    use crate::cli::args::Args;
    use clap::CommandFactory;
    use wag_games::first;

    #[test]
    fn every_flag_of_a_command_with_a_game_is_listed() {
        let mut program = Args::command();
        program.build();
        let (mut commands, mut missing) = (Vec::new(), Vec::new());
        for name in COMMANDS {
            let command = program.find_subcommand(name).unwrap_or_else(|| panic!("{name}"));
            commands.push(command);
            commands.extend(command.find_subcommand("check").iter().chain(&command.find_subcommand("plan")));
        }
        for flag in
            commands.iter().flat_map(|command| command.get_arguments()).filter_map(|arg| arg.get_long())
        {
            let is_of_game = first().info.options.iter().any(|option| option.name == flag);
            if !is_of_game && !FLAGS.contains(&flag) && !missing.contains(&flag) {
                missing.push(flag);
            }
        }
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn the_first_word_after_the_command_may_be_a_game() {
        let found = |line: &str| {
            let arguments: Vec<_> = line.split(' ').map(Into::into).collect();
            word(&arguments).map(str::to_string)
        };
        assert_eq!(found("wag play nim.py a.py").as_deref(), Some("nim.py"));
        assert_eq!(found("wag tournament plan nim a b").as_deref(), Some("nim"));
        assert_eq!(found("wag python nim.py"), None);
        assert_eq!(found("wag play"), None);
    }
}
