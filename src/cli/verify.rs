//! `wag verify`: plays a contest's replay again.

use super::answer::{Done, mistake, print};
use super::args::Verify;
use super::for_game::ForGame;
use crate::game::PlayedAgain;
use crate::language::t;
use crate::play::read_text_file;

/// Tells whether all is the same, or what differs first.
pub fn run(options: &ForGame<Verify>) -> anyhow::Result<Done> {
    let path = options.words.file.as_path();
    let bytes = read_text_file(path)
        .or_else(|fault| mistake(t!("%{path} can't be read: %{fault}", path = path.display(), fault)))?;
    let verify = options.game.card.verify.expect("the command is for games that have it");
    match verify(&bytes) {
        Ok(PlayedAgain::Same(words)) => print(&words),
        Ok(PlayedAgain::Differs(words)) => print(&words).map(|_| Done::Defect),
        Err(fault) => mistake(format!("{}: {fault}", path.display())),
    }
}
