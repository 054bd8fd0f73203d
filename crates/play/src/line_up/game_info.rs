//! Texts about a game for users.

use wag_core::game::{GameInfo, PlayerKinds};
use wag_i18n::{Language, t};

/// Returns whether this is the default game.
pub fn is_first(info: &GameInfo) -> bool {
    wag_games::first().info.name == info.name
}

/// Returns the word that stands for the game in a command, with a space after it; empty for the default game.
pub fn game_word(info: &GameInfo) -> String {
    if is_first(info) { String::new() } else { format!("{} ", wag_games::word_of(info)) }
}

/// Returns the names and texts of the files that `wag new` creates: in the user's language, or in English if there is
/// no translation.
pub fn new_files(info: &GameInfo) -> Vec<(&'static str, &'static str)> {
    new_files_in(info, Language::spoken().code)
}

/// Returns the files that `wag new` writes in a language such as `de`; a file without a translation is in English.
pub fn new_files_in(info: &GameInfo, language: &str) -> Vec<(&'static str, &'static str)> {
    let translations = info
        .new_in
        .iter()
        .find(|(code, _)| *code == language)
        .map_or(&[][..], |(_, translations)| translations);
    info.new.iter().map(|new| *translations.iter().find(|(name, _)| *name == new.0).unwrap_or(new)).collect()
}

/// Returns an example of a command that plays a match. If `wag new` creates a player's file for the game, the command
/// uses it.
pub fn example_command(info: &GameInfo) -> String {
    let players: Vec<&str> = match (info.own_player(), info.filler) {
        (Some(own), Some(_)) => vec![own],
        (Some(own), None) => [own].into_iter().chain(info.suggested.iter().skip(1).copied()).collect(),
        (None, _) => info.suggested.to_vec(),
    };
    let game = Some(info.name).filter(|_| !is_first(info));
    ["wag", "play"].into_iter().chain(game).chain(players).collect::<Vec<_>>().join(" ")
}

/// Formats the number of players, such as `4 players` or `2 to 4 players`.
pub fn seats_in_words(info: &GameInfo) -> String {
    match (info.seats.start(), info.seats.end()) {
        (least, most) if least == most => t!("%{most} players", most),
        (least, most) => t!("%{least} to %{most} players", least, most),
    }
}

/// Lists the possible players as text: the built-in names, and an example of each other kind.
pub fn players_in_words(info: &GameInfo) -> String {
    let PlayerKinds { python, persistent, files, lines, client, person, .. } = info.protocols;
    let kinds = [
        (person, "human".to_string()),
        (python, t!("FILE.py (a Python file that is run anew each turn)")),
        (persistent && python, t!("persistent:FILE.py (a Python file that runs for the whole match)")),
        (persistent && !python, t!("FILE.py (a Python file that runs for the whole match)")),
        (files, t!("./PROGRAM or \"COMMAND WORDS\" (a program, started for each turn)")),
        (lines && files, t!("lines:COMMAND (a program that runs for the whole match)")),
        (lines && !files, t!("./PROGRAM or \"COMMAND WORDS\" (a program that runs for the whole match)")),
        (client, t!("tcp or tcp:PORT (a client that connects)")),
    ];
    let kinds = kinds.into_iter().filter(|(is_there, _)| *is_there).map(|(_, words)| words);
    info.built_in.iter().map(|player| player.name.to_string()).chain(kinds).collect::<Vec<_>>().join(", ")
}
