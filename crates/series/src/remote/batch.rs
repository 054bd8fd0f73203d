//! A batch of matches, with everything that a worker needs to play it except the files, which are in bundles.

use crate::Plan;
use crate::remote::fork::RemoteFork;
use crate::remote::packer::{Packer, RemotePlace, RemotePlayer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_games::PackedGame;
use wag_i18n::message;
use wag_play::{FailedStarts, PlayError, user_error};
use wag_sandbox::Limits;
use wag_stats::series::Fixture;

/// A batch of matches.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Batch {
    pub game: String,
    /// The game file; `None` if the game is part of Wag.
    pub game_file: Option<PackedGame>,
    pub places: Vec<RemotePlace>,
    pub players: Vec<RemotePlayer>,
    pub matches: Vec<RemoteFixture>,
    /// The match that the matches continue; `None` to play whole matches.
    pub fork: Option<RemoteFork>,
    pub limits: Limits,
    pub failed_starts: FailedStarts,
    pub with_replays: bool,
    pub with_output: bool,
    /// True to play even if the worker has no sandbox.
    pub allow_unsandboxed: bool,
}

/// A match of a batch. Its place and its players are indices into the lists of the batch.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoteFixture {
    /// The number of the match in the plan.
    pub number: usize,
    pub place: usize,
    pub seed: u64,
    pub group: usize,
    pub seats: Vec<usize>,
}

/// The places and players of a plan as they are sent, and their files.
pub struct Luggage {
    places: Vec<RemotePlace>,
    players: Vec<RemotePlayer>,
    fork: Option<RemoteFork>,
    pub bundles: BTreeMap<String, Vec<u8>>,
}

impl Luggage {
    /// Packs the places and players of a plan. Returns an error if something exists only on this machine.
    pub fn pack(plan: &Plan) -> Result<Luggage, PlayError> {
        if plan.limits.keep_files.is_some() {
            return user_error(message!(
                "--keep-files works only for matches on this machine; leave it out, or play without --dask"
            ));
        }
        let mut packer = Packer::new(plan.game.info);
        let places = plan.places.iter().map(|place| packer.place(place)).collect();
        let players: Result<Vec<_>, _> = plan.entrants.iter().map(|one| packer.player(one)).collect();
        let players = players?;
        let fork = plan.fork.as_ref().map(|fork| RemoteFork::pack(fork, &mut packer)).transpose()?;
        Ok(Luggage { places, players, fork, bundles: packer.bundles })
    }

    /// Returns a batch with these matches of the plan.
    pub fn batch(&self, plan: &Plan, numbers: &[usize], allow_unsandboxed: bool) -> Batch {
        let (mut places, mut players) = (Selection::default(), Selection::default());
        let mut of_number = |number: &usize| {
            let fixture = &plan.fixtures[*number];
            RemoteFixture {
                number: *number,
                place: places.index(fixture.place),
                seed: fixture.seed,
                group: fixture.group,
                seats: fixture.seats.iter().map(|seat| players.index(*seat)).collect(),
            }
        };
        let matches = numbers.iter().map(&mut of_number).collect();
        Batch {
            game: plan.game.info.name.to_string(),
            game_file: PackedGame::of(plan.game.info),
            places: places.take(&self.places),
            players: players.take(&self.players),
            matches,
            fork: self.fork.clone(),
            limits: plan.limits.clone(),
            failed_starts: plan.failed_starts,
            with_replays: plan.replays.is_some(),
            with_output: plan.with_output,
            allow_unsandboxed,
        }
    }
}

/// Returns the size of the files that a worker needs for a plan, in bytes.
pub fn size_of_files(plan: &Plan) -> Result<u64, PlayError> {
    Ok(Luggage::pack(plan)?.bundles.values().map(|bundle| bundle.len() as u64).sum())
}

/// The entries of a list that a batch uses, in the order of their first use.
#[derive(Default)]
struct Selection {
    chosen: Vec<usize>,
    known: BTreeMap<usize, usize>,
}

impl Selection {
    /// Returns the new index of an entry.
    fn index(&mut self, entry: usize) -> usize {
        *self.known.entry(entry).or_insert_with(|| {
            self.chosen.push(entry);
            self.chosen.len() - 1
        })
    }

    fn take<T: Clone>(self, all: &[T]) -> Vec<T> {
        self.chosen.into_iter().map(|at| all[at].clone()).collect()
    }
}

impl Batch {
    /// Returns all players, also those of the match that is continued.
    pub fn players(&self) -> impl Iterator<Item = &RemotePlayer> {
        let fork = self.fork.iter();
        let of_fork =
            fork.flat_map(|fork| fork.recorded.iter().chain(fork.changed.iter().map(|(_, one)| one)));
        self.players.iter().chain(of_fork)
    }

    /// Returns the bundles that the worker needs.
    pub fn bundles(&self) -> Vec<String> {
        let of_options = self.places.iter().flat_map(RemotePlace::bundles).cloned();
        let fork = self.fork.iter();
        let replay = fork.map(|fork| fork.replay.clone());
        let of_players = self.players().flat_map(|one| one.folders.keys().cloned());
        let mut all: Vec<String> = of_options.chain(of_players).chain(replay).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

impl RemoteFixture {
    pub fn unpack(self) -> Fixture {
        Fixture { place: self.place, seed: self.seed, seats: self.seats, group: self.group }
    }
}
