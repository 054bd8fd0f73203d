//! What is built in and may be locked, in words.

use wag_core::game::{Kind, Unlockable};
use wag_runner::GameInfo;

/// All built-in things of a game that may be locked or open, players first.
pub fn things(card: &GameInfo) -> Vec<Unlockable<'_>> {
    let players = card.built_in.iter().map(|player| Unlockable::Player(player.name));
    let files = card.options.iter().filter_map(|option| match &option.kind {
        // What only comes as an example is no prize.
        Kind::File { built_in, .. } if built_in.len() > 1 => Some((option.name, built_in)),
        _ => None,
    });
    players
        .chain(
            files.flat_map(|(option, files)| {
                files.iter().map(move |file| Unlockable::File(option, file.name))
            }),
        )
        .collect()
}

/// The name of a thing.
pub fn name(thing: Unlockable<'_>) -> &str {
    match thing {
        Unlockable::Player(name) | Unlockable::File(_, name) => name,
    }
}
