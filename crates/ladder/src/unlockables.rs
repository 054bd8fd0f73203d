//! The built-in items of a game that can be locked.

use wag_core::game::GameInfo;
use wag_core::game::{Kind, Unlockable};

/// Returns all built-in items of a game that can be locked. Players come first.
pub fn unlockables(info: &GameInfo) -> Vec<Unlockable<'_>> {
    let players = info.built_in.iter().map(|player| Unlockable::Player(player.name));
    let files = info.options.iter().filter_map(|option| match &option.kind {
        // A single built-in file is an example and is never locked.
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

/// Returns the name of an item.
pub fn name(item: Unlockable<'_>) -> &str {
    match item {
        Unlockable::Player(name) | Unlockable::File(_, name) => name,
    }
}
