//! Tournaments in stages: which matches come next, and the places at the end.
//!
//! The form is a pure function of `wag_stats::forms`. The file stores where each stage begins; matches belong to the stage
//! in whose range their group is.

use crate::stored_match::StageStart;
use crate::{Settings, StoredMatch};
use std::ops::RangeInclusive;
use wag_i18n::message;
use wag_play::{PlayError, user_error};
use wag_stats::forms::{Entrants, FormName, Next, PlayedFixture, PlayedStage};
use wag_stats::series::Fixture;

/// Returns the matches of the next stage and adds its beginning to the settings. Returns nothing while a match of the last
/// stage is not over, and when the tournament is. Seats are player versions. `active` has the versions that play now.
pub fn next_stage(
    settings: &mut Settings,
    active: &[usize],
    matches: &[StoredMatch],
    possible_seats: &[RangeInclusive<usize>],
) -> Result<Vec<Fixture>, PlayError> {
    let known = settings.stages.last().map_or(&[][..], |stage| &stage.players);
    let may_grow = settings.form == FormName::Swiss;
    if !active.starts_with(known) || !known.is_empty() && active.len() > known.len() && !may_grow {
        return user_error(message!(
            "a tournament of the form %{form} has begun, so its players and their files cannot change; start another one with --into",
            form = settings.form.as_str()
        ));
    }
    let seats = vec![settings.seats; possible_seats.len()];
    let entrants = Entrants { players: active.len(), seats, games: settings.games, seed: settings.seed };
    let Some(stages) = played_stages(settings, active, matches) else { return Ok(Vec::new()) };
    let Next::Stage(mut fixtures) = settings.form.form().next(&entrants, &stages) else {
        return Ok(Vec::new());
    };
    let does_not_fit = |fixture: &&Fixture| !possible_seats[fixture.place].contains(&fixture.seats.len());
    if let Some(fixture) = fixtures.iter().find(does_not_fit) {
        return user_error(message!(
            "the form %{form} has matches of %{count} players, which %{place} does not allow; choose another form or another map",
            form = settings.form.as_str(),
            count = fixture.seats.len(),
            place = settings.words[fixture.place].clone()
        ));
    }
    let group = fixtures.iter().map(|fixture| fixture.group).min().unwrap_or(0);
    settings.stages.push(StageStart { group, players: active.to_vec() });
    for fixture in &mut fixtures {
        fixture.seats.iter_mut().for_each(|seat| *seat = active[*seat]);
    }
    Ok(fixtures)
}

/// Returns the player versions by place, the best first, if the tournament has stages and is over. Versions that share a
/// place are in one list.
pub fn final_places(settings: &Settings, matches: &[StoredMatch]) -> Option<Vec<Vec<usize>>> {
    let players = &settings.stages.last()?.players;
    let seats = vec![settings.seats; settings.words.len()];
    let entrants = Entrants { players: players.len(), seats, games: settings.games, seed: settings.seed };
    match settings.form.form().next(&entrants, &played_stages(settings, players, matches)?) {
        Next::Stage(_) => None,
        Next::Done(places) => {
            let version = |player: usize| players.get(player).copied();
            Some(places.into_iter().map(|place| place.into_iter().filter_map(version).collect()).collect())
        }
    }
}

/// Returns the stages with indices into these players; `None` if a match is not over or the file is damaged.
fn played_stages(
    settings: &Settings,
    players: &[usize],
    matches: &[StoredMatch],
) -> Option<Vec<PlayedStage>> {
    let number = |version: &usize| players.iter().position(|player| player == version);
    let mut stages: Vec<PlayedStage> = settings
        .stages
        .iter()
        .map(|stage| PlayedStage { players: stage.players.len(), matches: Vec::new() })
        .collect();
    for stored in matches {
        let stage = settings.stages.iter().rposition(|stage| stage.group <= stored.group)?;
        let seats: Option<Vec<usize>> = stored.seats.iter().map(number).collect();
        let (seats, result) = seats.zip(stored.result.as_ref())?;
        let fixture = Fixture { place: stored.place, seed: stored.seed, seats, group: stored.group };
        let ranks = result.iter().map(|seat| seat.place).collect();
        stages[stage].matches.push(PlayedFixture { fixture, ranks });
    }
    Some(stages)
}
