//! The games of the list as values, for code that works with any game.

use super::INFO;
use serde_json::Value;
use std::sync::{Mutex, PoisonError};
use wag_core::game::{Draw, GameInfo, GameOptions, InvalidOptions, Playable, Seated};

/// A game of the list. Whoever has one knows that the game exists.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct KnownGame {
    pub info: &'static GameInfo,
}

/// Returns all games; the first one is the default.
pub fn all() -> impl Iterator<Item = KnownGame> {
    let listed = INFO.iter().copied();
    #[cfg(any(test, feature = "testing"))]
    let listed = listed.chain(wag_sandbox::is_test().then_some(&crate::Fives::INFO));
    listed.map(|info| KnownGame { info })
}

/// Returns the game of the list with this name, or else the opened game file that was opened with this word.
pub fn find(word: &str) -> Option<KnownGame> {
    all().find(|game| game.info.name == word).or_else(|| opened(word))
}

/// The game files that this process has opened, each with the user's word for it.
static OPENED: Mutex<Vec<(String, KnownGame)>> = Mutex::new(Vec::new());

/// Returns the game file that was opened with this word.
fn opened(word: &str) -> Option<KnownGame> {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    opened.iter().find(|(known, _)| known == word).map(|(_, game)| *game)
}

/// Returns the word that names a game on the command line: for a game file, the word with which it was opened.
pub fn word_of(info: &GameInfo) -> String {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    let word = opened.iter().find(|(_, game)| std::ptr::eq(game.info, info)).map(|(word, _)| word.clone());
    word.unwrap_or_else(|| info.name.to_string())
}

/// Returns the words with which game files were opened.
pub fn opened_words() -> Vec<String> {
    let opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    opened.iter().map(|(word, _)| word.clone()).collect()
}

/// Keeps an opened game file under the word with which it was opened.
pub fn remember(word: &str, info: &'static GameInfo) -> KnownGame {
    let game = KnownGame { info };
    let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
    opened.retain(|(known, old)| known != word || !std::ptr::eq(old.info, info));
    // The newest is found first: the file may have changed since it was opened before.
    opened.insert(0, (word.to_string(), game));
    game
}

/// Forgets the game file that was opened or installed under this word.
pub fn forget(word: &str) {
    OPENED.lock().unwrap_or_else(PoisonError::into_inner).retain(|(known, _)| known != word);
}

/// Returns the default game. Commands that name no game use it.
pub fn first() -> KnownGame {
    all().next().expect("there are games")
}

/// Returns the number of rounds of a match with these options, or 0 if it is unknown. Returns an error if the options are
/// invalid.
pub fn rounds(
    game: KnownGame,
    game_options: &GameOptions,
    seated: &[Seated<'_>],
    draw: Draw,
) -> Result<u32, InvalidOptions> {
    with_game!(game, G => G::setup(game.info, game_options, seated, draw).map(|setup| G::rounds(&setup)))
}

/// Returns the JSON from which the pages draw a preview of these options: the constant scene, with the first frame as
/// `preview`.
pub fn scene(game: KnownGame, game_options: &GameOptions) -> Result<Value, InvalidOptions> {
    with_game!(game, G => scene_of::<G>(game.info, game_options))
}

fn scene_of<G: Playable>(
    info: &'static GameInfo,
    game_options: &GameOptions,
) -> Result<Value, InvalidOptions> {
    let nobody = vec![Seated { name: "", built_in: None }; *info.seats.start()];
    let setup = G::setup(info, game_options, &nobody, Draw { seed: 0, game: 0 })?;
    let mut scene = G::scene(&setup);
    let state = G::start(&setup, 0, &mut Vec::new());
    scene["preview"] = G::show_frame(&setup, &G::frame(&state));
    Ok(scene)
}
