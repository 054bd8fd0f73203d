//! The built-in items of a game that can be locked.

use crate::StageNumber;
use wag_core::game::{GameInfo, Kind, Unlockable};
use wag_i18n::t;

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

/// Returns the names of the built-in items that mastering the stage unlocks.
pub fn opened(number: StageNumber) -> Vec<&'static str> {
    number.stage().opens.iter().map(|item| name(*item)).collect()
}

/// Describes everything that is unlocked by mastering the stage, such as `the stage INTERMEDIATE; the AI Intermediate;
/// the maps ring, spring`.
pub fn prizes(number: StageNumber) -> String {
    let opens = number.stage().opens;
    let mut prizes: Vec<String> = number
        .next()
        .map(|next| t!("the challenge %{stage}", stage = next.stage().name))
        .into_iter()
        .collect();
    let players = opens.iter().filter(|item| matches!(item, Unlockable::Player(_))).map(|item| name(*item));
    let players: Vec<&str> = players.collect();
    let named = players.join(", ");
    match players.len() {
        0 => {}
        1 => prizes.push(t!("the AI %{players}", players = named)),
        _ => prizes.push(t!("the AIs %{players}", players = named)),
    }
    let mut files: Vec<(&str, Vec<&str>)> = Vec::new();
    for item in opens {
        if let Unlockable::File(option, file) = item {
            match files.iter_mut().find(|(known, _)| known == option) {
                Some((_, names)) => names.push(file),
                None => files.push((option, vec![file])),
            }
        }
    }
    prizes.extend(files.into_iter().map(|(option, files)| match (files.len(), files.join(", ")) {
        (1, names) => t!("the %{option} %{names}", option, names),
        (_, names) => t!("the %{option}s %{names}", option, names),
    }));
    if prizes.is_empty() { t!("nothing: this was the last challenge") } else { prizes.join("; ") }
}
