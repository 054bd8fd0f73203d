//! The matches that measurements of the engine play.

use crate::error::PlayError;
use crate::line_up::choose::{RawOptions, choose};
use crate::line_up::player_spec::PlayerSpec;
use crate::seats::seating::PlayerFactory;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::{self, Draw, GameOptions, Opt, Playable};
use wag_sandbox::Limits;

pub(crate) const SEED: u64 = 1;

pub(crate) type Options = &'static [(&'static str, &'static str)];

fn game_options<G: Playable>(options: Options, rounds: u32) -> Result<GameOptions, PlayError> {
    let info = &G::INFO;
    let words = options.iter().map(|(name, word)| (name.to_string(), word.to_string()));
    let mut words: RawOptions = words.collect();
    if let Some(Opt { kind: game::Kind::Number { least, most, .. }, .. }) = info.option("rounds") {
        words.insert("rounds".to_string(), u64::from(rounds).clamp(*least, *most).to_string());
    }
    choose(info, &words)
}

/// Returns the number of players in the game's measured matches.
pub(crate) fn seats<G: Playable>() -> usize {
    G::BENCH.seats.unwrap_or(*G::INFO.seats.end())
}

pub(crate) fn setup<G: Playable>(
    entrants: &[PlayerSpec],
    options: Options,
    rounds: u32,
) -> Result<G::Setup, PlayError> {
    let seated: Vec<_> = entrants.iter().map(PlayerSpec::seated).collect();
    let setup =
        G::setup(&G::INFO, &game_options::<G>(options, rounds)?, &seated, Draw { seed: SEED, game: 0 });
    setup.map_err(PlayError::from)
}

/// Returns the options that choose the first map.
pub(crate) fn first<G: Playable>() -> Options {
    G::BENCH.places.first().map_or(&[], |(_, options)| options)
}

pub(crate) fn table<G: Playable>(limits: &Limits) -> PlayerFactory {
    PlayerFactory::new(&G::INFO, limits.clone(), Vec::new(), Arc::new(AtomicBool::new(false)))
}

pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
