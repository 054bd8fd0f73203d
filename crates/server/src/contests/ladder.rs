//! The ladder of an open contest: the choice of [`wag_stats::ladder`], made again whenever matches are missing.

use super::setup::ContestSetup;
use super::table::{Player, numbered, players_of};
use super::{Contests, refusal};
use crate::error::Refusal;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wag_stats::ladder::{Ladder, LadderEntry, LadderMatch};
use wag_stats::series::Fixture;
use wag_store::matches::{LadderState, Match, MatchState, NewMatch, Seat, Seated};
use wag_store::now_ms;

/// The number of matches after which a version plays only as an opponent of others.
const ENOUGH: usize = 400;
/// The number of attempts to plan matches while others begin.
const ATTEMPTS: usize = 3;
/// The maximum number of groups of matches. Other seeds come from matches that no ladder has planned.
const GROUPS_MAX: u64 = 1 << 32;

impl Contests {
    /// Plans the next matches of a contest's ladder. Those that wait are planned again, because somebody else may be new.
    pub(super) async fn plan_ladder(self: &Arc<Self>, contest: String) {
        match self.work(move |own| own.plan_ladder_of(&contest)).await {
            Ok(0) => {}
            Ok(_) => self.matches_wait.notify_one(),
            Err(err) => log::error!("the matches of a ladder cannot be planned: {err}"),
        }
    }

    /// Plans the next matches of all ladders. Returns their number.
    pub(super) fn plan_ladders(&self) -> Result<usize, Refusal> {
        let mut planned = 0;
        for contest in self.store.open_contests().map_err(refusal)? {
            match self.plan_ladder_of(&contest) {
                Ok(count) => planned += count,
                Err(err) => log::error!("the matches of a ladder cannot be planned: {err}"),
            }
        }
        Ok(planned)
    }

    fn plan_ladder_of(&self, contest: &str) -> Result<usize, Refusal> {
        for _ in 0..ATTEMPTS {
            let Some(state) = self.store.ladder(contest).map_err(refusal)? else { return Ok(0) };
            let setup = ContestSetup::of(&state.contest)?;
            let matches = next_matches(&setup, &state, self.worker.matches_max());
            if let Some(added) = self.store.plan_ladder(&state, &matches, now_ms()).map_err(refusal)? {
                return Ok(added);
            }
        }
        // The next match that ends makes another attempt.
        Ok(0)
    }
}

/// Returns the next groups of matches, at most this number.
pub fn next_matches(setup: &ContestSetup, state: &LadderState, groups: usize) -> Vec<NewMatch> {
    let players = players(setup, state);
    let matches = (0..).zip(&state.matches);
    let matches: Vec<LadderMatch> = matches
        .filter_map(|(at, one)| ladder_match(setup, state.contest.seed, (at, one), &players))
        .collect();
    let ladder = Ladder {
        entries: &entries(state, &players),
        matches: &matches,
        seats: &setup.seats_by_place(),
        seed: state.contest.seed.unsigned_abs(),
        enough: Some(ENOUGH),
    };
    let new = |fixture: &Fixture| NewMatch {
        place: setup.places[fixture.place].word.clone(),
        seed: i64::try_from(fixture.seed).unwrap_or(i64::MAX),
        seats: fixture.seats.iter().map(|player| players[*player].0.clone()).collect(),
    };
    ladder.next(groups).iter().map(new).collect()
}

/// Returns everybody who plays or has played: versions, and as many built-in players as a match needs beside one person.
fn players(setup: &ContestSetup, state: &LadderState) -> Vec<Player> {
    let partners = setup.sparring_partners();
    let count = if partners.is_empty() { 0 } else { partners.len().max(setup.seats - 1) };
    let built_in = partners.iter().cycle().take(count).map(|name| Seated::BuiltIn((*name).to_string()));
    let active = state.active.iter().map(|seated| (seated.clone(), 0));
    let played = state.matches.iter().flat_map(players_of);
    let all: BTreeSet<Player> = numbered(built_in).into_iter().chain(active).chain(played).collect();
    all.into_iter().collect()
}

fn entries(state: &LadderState, players: &[Player]) -> Vec<LadderEntry> {
    let accounts: BTreeMap<&str, usize> =
        players.iter().filter_map(|(seated, _)| account_of(seated)).zip(0..).collect();
    let entry = |(seated, _): &Player| LadderEntry {
        owner: account_of(seated).and_then(|account| accounts.get(account).copied()),
        is_active: matches!(seated, Seated::BuiltIn(_)) || state.active.contains(seated),
    };
    players.iter().map(entry).collect()
}

fn account_of(seated: &Seated) -> Option<&str> {
    match seated {
        Seated::HandIn { account_id, .. } => Some(account_id),
        Seated::BuiltIn(_) | Seated::Former => None,
    }
}

/// Returns a match as the ladder needs it. Its group is the distance of its seed from that of the ladder.
fn ladder_match(
    setup: &ContestSetup,
    seed_of_ladder: i64,
    (at, one): (usize, &Match),
    players: &[Player],
) -> Option<LadderMatch> {
    let number = |player: &Player| players.binary_search(player).ok();
    let seats = players_of(one).iter().map(number).collect::<Option<Vec<usize>>>()?;
    let seed = one.seed.unsigned_abs();
    let group = seed.checked_sub(seed_of_ladder.unsigned_abs()).filter(|group| *group < GROUPS_MAX);
    let group = group.and_then(|group| usize::try_from(group).ok()).unwrap_or(at);
    let rank = |seat: &Seat| u32::try_from(seat.place?).ok();
    let ranks = match one.state {
        MatchState::Done => one.seats.iter().map(rank).collect::<Option<_>>()?,
        _ => Vec::new(),
    };
    let place = setup.place_index(&one.place);
    Some(LadderMatch { fixture: Fixture { place, seed, seats, group }, ranks })
}
