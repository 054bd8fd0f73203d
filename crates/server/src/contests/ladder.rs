//! The ladder of an open contest: the choice of [`wag_stats::ladder`], made again whenever matches are missing.

use super::results::PartResults;
use super::setup::ContestSetup;
use super::table_players::{Player, numbered, players_of};
use super::{Contests, refusal};
use crate::error::Refusal;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wag_stats::ladder::{Ladder, LadderEntry, LadderMatch};
use wag_stats::series::Fixture;
use wag_store::contests::Part;
use wag_store::matches::{LadderState, NewMatch, Seated};
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
            let results = self.results.newest(&self.store, contest, Part::Ladder).map_err(refusal)?;
            let Some(state) = self.store.ladder(contest).map_err(refusal)? else { return Ok(0) };
            if state.ended != results.matches().len() {
                continue;
            }
            let setup = ContestSetup::of(&state.contest)?;
            let matches = next_matches(&setup, (&state, &results), self.worker.matches_max());
            if let Some(added) = self.store.plan_ladder(&state, &matches, now_ms()).map_err(refusal)? {
                return Ok(added);
            }
        }
        // The next match that ends makes another attempt.
        Ok(0)
    }
}

/// Returns the next groups of matches, at most this number.
fn next_matches(
    setup: &ContestSetup,
    (state, results): (&LadderState, &PartResults),
    groups: usize,
) -> Vec<NewMatch> {
    let players = players(setup, state, results);
    let number = |player: &Player| players.binary_search(player).unwrap_or_default();
    let numbers: Vec<usize> = results.players().iter().map(number).collect();
    let of_ladder = OfLadder { setup, seed: state.contest.seed.unsigned_abs() };
    let ended = results.matches().iter().map(|one| {
        let seats = one.seats.iter().map(|seat| numbers[seat.player]).collect();
        (&one.place, one.seed, seats, one.seats.iter().map(|seat| seat.place).collect())
    });
    // Void matches count, too.
    let others = state.unfinished.iter().map(|one| {
        let seats = players_of(one).iter().map(number).collect();
        (&one.place, one.seed, seats, Vec::new())
    });
    let matches: Vec<LadderMatch> =
        ended.chain(others).enumerate().map(|(at, one)| of_ladder.ladder_match(at, one)).collect();
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
fn players(setup: &ContestSetup, state: &LadderState, results: &PartResults) -> Vec<Player> {
    let partners = setup.sparring_partners();
    let count = if partners.is_empty() { 0 } else { partners.len().max(setup.seats - 1) };
    let built_in = partners.iter().cycle().take(count).map(|name| Seated::BuiltIn((*name).to_string()));
    let active = state.active.iter().map(|seated| (seated.clone(), 0));
    let unfinished = state.unfinished.iter().flat_map(players_of);
    let all: BTreeSet<Player> = numbered(built_in)
        .into_iter()
        .chain(active)
        .chain(results.players().iter().cloned())
        .chain(unfinished)
        .collect();
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

struct OfLadder<'s> {
    setup: &'s ContestSetup,
    /// The seed of the ladder.
    seed: u64,
}

impl OfLadder<'_> {
    /// Returns a match as the ladder needs it. Its group is the distance of its seed from that of the ladder.
    fn ladder_match(
        &self,
        at: usize,
        (place, seed, seats, ranks): (&String, i64, Vec<usize>, Vec<u32>),
    ) -> LadderMatch {
        let seed = seed.unsigned_abs();
        let group = seed.checked_sub(self.seed).filter(|group| *group < GROUPS_MAX);
        let group = group.and_then(|group| usize::try_from(group).ok()).unwrap_or(at);
        let place = self.setup.place_index(place);
        LadderMatch { fixture: Fixture { place, seed, seats, group }, ranks }
    }
}
