//! Measurement of matches between built-in players that run without Python.

use crate::bench_setup::{SEED, first, median, seats, setup, table};
use crate::error::PlayError;
use crate::line_up::player_spec::{Kind, PlayerSpec};
use crate::seats::seating::start_players;
use serde::Serialize;
use std::time::{Duration, Instant};
use wag_core::arena::Match;
use wag_core::game::Playable;
use wag_games::{KnownGame, with_game};
use wag_sandbox::Limits;

/// The speed of the matches of one built-in player against itself, on one core and without logs.
#[derive(Debug, Serialize)]
pub struct BotFigures {
    pub bot: &'static str,
    pub matches_per_s: f64,
}

/// The minimum number of measured matches of each player.
const MATCHES_MIN: usize = 3;
/// The time after which the measurement of a player ends.
const TIME: Duration = Duration::from_millis(300);

/// Measures all built-in players of a game that run without Python. A match has up to `rounds` rounds.
pub(crate) fn measure_bots<G: Playable>(rounds: u32) -> Result<Vec<BotFigures>, PlayError> {
    let native = G::INFO.built_in.iter().filter(|player| G::bot(&G::INFO, player.name).is_some());
    let mut measured = Vec::new();
    for player in native {
        let mut play = match_of::<G>(player.name, rounds)?;
        play(SEED)?;
        let (began, mut times) = (Instant::now(), Vec::new());
        while times.len() < MATCHES_MIN || began.elapsed() < TIME {
            let start = Instant::now();
            play(SEED + times.len() as u64)?;
            times.push(start.elapsed().as_secs_f64());
        }
        measured.push(BotFigures { bot: player.name, matches_per_s: 1.0 / median(&mut times) });
    }
    Ok(measured)
}

/// A function that plays a match with this seed.
pub type PlayMatch = Box<dyn FnMut(u64) -> Result<(), PlayError>>;

/// Returns a function that plays a match of up to `rounds` rounds between copies of a built-in player of this name.
pub fn bot_match(game: KnownGame, bot: &'static str, rounds: u32) -> Result<PlayMatch, PlayError> {
    with_game!(game, G => match_of::<G>(bot, rounds))
}

fn match_of<G: Playable>(bot: &'static str, rounds: u32) -> Result<PlayMatch, PlayError> {
    let entrant = |seat: usize| PlayerSpec {
        name: format!("bench{seat}"),
        word: bot.to_string(),
        source: String::new(),
        kind: Kind::BuiltIn(bot),
        is_recorded: false,
    };
    let entrants: Vec<PlayerSpec> = (1..=seats::<G>()).map(entrant).collect();
    let setup = setup::<G>(&entrants, first::<G>(), rounds)?;
    let table = table::<G>(&Limits::default());
    Ok(Box::new(move |seed| {
        let mut players = start_players::<G>(&table, &entrants, &setup, None, &mut |_| ())?.players;
        let (observers, at_once) = (&mut [], usize::MAX);
        Match {
            setup: &setup,
            seed,
            reseeds: &[],
            players: &mut players,
            observers,
            at_once,
            stop: &table.stop,
        }
        .play();
        Ok(())
    }))
}
