//! The preparation of matches in which policies play: players that get observations.

use crate::line_up::player_spec::PlayerSpec;
use wag_core::game::{GameInfo, InvalidOptions, Playable};
use wag_i18n::t;

/// Prepares a setup for the policies among these players. Returns an error if the game has no observations.
pub fn prepare_policies<G: Playable>(
    info: &GameInfo,
    setup: &mut G::Setup,
    entrants: &[PlayerSpec],
) -> Result<(), InvalidOptions> {
    let has_policy = entrants.iter().any(PlayerSpec::is_policy);
    if has_policy { prepare_for_learners::<G>(info, setup) } else { Ok(()) }
}

/// Prepares a setup for observations. Returns an error if the game has none.
pub fn prepare_for_learners<G: Playable>(
    info: &GameInfo,
    setup: &mut G::Setup,
) -> Result<(), InvalidOptions> {
    G::prepare(setup);
    match G::missing(setup) {
        Some(method) => Err(InvalidOptions(t!(
            "%{title} is no game for learners yet: its class lacks %{method}",
            title = info.title,
            method
        ))),
        None => Ok(()),
    }
}
