//! The list of games.

use wag_core::game::Game;
use wag_games::with_game;

#[test]
fn with_game_finds_the_type_of_every_game() {
    let games: Vec<_> = wag_games::all().collect();
    assert!(games.len() >= 5);
    for game in games {
        with_game!(game, G => assert_eq!(G::NAME, game.info.name));
    }
}
