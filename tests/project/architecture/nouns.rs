//! Names and nouns of games, which must only occur in the games' folders.

/// Words that belong to one game. Each matches all words that begin with it.
pub const NOUNS: &[&str] = &[
    "warrior",
    "gatherer",
    "dummy",
    "noob",
    "meadow",
    "roundstate",
    "bellicose",
    "resource field",
    "stock of",
    "gem duel",
    "flower",
    "tulip",
    "gardener",
    "bot_input",
    "gemduel",
    "stone",
    "cascade",
    "look-ahead",
    "choose_move",
    "gamefield",
    "fm-ai",
    "light cycle",
    "duel",
];

/// Returns the first noun or name of a game in a line. Names of games must be whole words.
pub fn noun_in<'n>(line: &str, names: &'n [String]) -> Option<&'n str> {
    let line = line.to_lowercase();
    let starts = |noun: &str| {
        let at = line.match_indices(noun).map(|(at, _)| at);
        at.into_iter().any(|at| !line[..at].ends_with(|letter: char| letter.is_alphanumeric()))
    };
    let is_word = |name: &str| {
        line.match_indices(name).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')
                && !after.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_')
        })
    };
    let name = names.iter().map(String::as_str).find(|name| is_word(name));
    name.or_else(|| NOUNS.iter().copied().find(|noun| starts(noun)))
}
