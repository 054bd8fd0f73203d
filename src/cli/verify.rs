//! `wag verify`: simulates the match of a contest's replay again.

use super::answer::{ExitStatus, print, user_error};
use super::with_game::{GameCommand, WithGame};
use clap::Args as ClapArgs;
use std::path::PathBuf;
use wag_core::game::{GameInfo, PlayedAgain};
use wag_i18n::message;
use wag_play::read_text_file;

pub const VERIFY_HELP: &str =
    "Exit status: 0 if there is no difference, 1 if there is one, 2 if the file is damaged.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Verify {
    /// Replay, as written by the contest or by `wag replay export --as contest`
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}

impl GameCommand for Verify {
    fn is_for(info: &GameInfo) -> bool {
        info.verify.is_some()
    }
}

/// Prints that the result is the same as in the replay, or else prints the first difference.
pub fn run(options: &WithGame<Verify>) -> anyhow::Result<ExitStatus> {
    let path = options.words.file.as_path();
    let bytes = read_text_file(path).or_else(|err| {
        user_error(message!("%{path} cannot be read: %{fault}", path = path.display(), fault = err))
    })?;
    let verify = options.game.info.verify.expect("the command is for games that have it");
    match verify(&bytes) {
        Ok(PlayedAgain::Same(words)) => print(&words),
        Ok(PlayedAgain::Differs(words)) => print(&words).map(|_| ExitStatus::Defect),
        Err(err) => user_error(format!("{}: {err}", path.display())),
    }
}
