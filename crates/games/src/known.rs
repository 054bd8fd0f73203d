//! The games of the list as values, for code that works with any game.

use super::INFO;
use serde_json::Value;
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

/// Returns the game with this name.
pub fn find(name: &str) -> Option<KnownGame> {
    all().find(|game| game.info.name == name)
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
    with_game!(game, G => G::setup(game_options, seated, draw).map(|setup| G::rounds(&setup)))
}

/// Returns the JSON from which the pages draw a preview of these options: the constant scene, with the first frame as
/// `preview`.
pub fn scene(game: KnownGame, game_options: &GameOptions) -> Result<Value, InvalidOptions> {
    with_game!(game, G => scene_of::<G>(game_options))
}

fn scene_of<G: Playable>(game_options: &GameOptions) -> Result<Value, InvalidOptions> {
    let nobody = vec![Seated { name: "", built_in: None }; *G::INFO.seats.start()];
    let setup = G::setup(game_options, &nobody, Draw { seed: 0, game: 0 })?;
    let mut scene = G::scene(&setup);
    let state = G::start(&setup, 0, &mut Vec::new());
    scene["preview"] = G::show_frame(&setup, &G::frame(&state));
    Ok(scene)
}
