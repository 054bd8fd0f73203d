//! A stage of a contest as the file of a tournament, so that all commands for tournaments work on it.

use super::hand_in_api::attachment;
use super::setup::ContestSetup;
use super::table::{Player, players_of, seat_played, versions_of};
use super::{Contests, refusal};
use crate::caller::Me;
use crate::contests::api::{StageQuery, stage_of};
use crate::error::Refusal;
use crate::host::Hosted;
use axum::extract::{Path, Query};
use axum::response::Response;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use wag_games::word_of;
use wag_play::choose;
use wag_sandbox::TemporaryFolder;
use wag_stats::forms::FormName;
use wag_stats::series::Fixture;
use wag_store::contests::{Contest, FINAL};
use wag_store::hand_ins::HandIn;
use wag_store::matches::{Match, Seated};
use wag_tournament::intake::valid_name;
use wag_tournament::{PlayerVersion, Settings, Store, StoredLimits, StoredResult, options_fingerprint};

/// `GET /api/contests/K/tournament`: responds with the matches of a stage as the file of a tournament.
pub async fn tournament(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(id): Path<String>,
    Query(query): Query<StageQuery>,
) -> Result<Response, Refusal> {
    let work = move |own: &Contests| {
        let seen = own.store.contest(Some(&me.id), &id).map_err(refusal)?;
        if !seen.can_teach {
            return Err(Refusal::unknown_address());
        }
        let stage = stage_of(&seen, query);
        let bytes = own.tournament_file(&me.id, &seen.contest, stage)?;
        Ok(attachment("application/vnd.sqlite3", "contest.db", bytes))
    };
    host.contests.work(work).await
}

impl Contests {
    pub(super) fn tournament_file(
        &self,
        caller: &str,
        contest: &Contest,
        stage: i64,
    ) -> Result<Vec<u8>, Refusal> {
        let played = self.store.played(&contest.id, stage).map_err(refusal)?;
        let hand_ins = self.store.hand_ins(caller, &contest.id).map_err(refusal)?;
        let entries = self.store.entries(&contest.id).map_err(refusal)?;
        let names = super::shown::names_of(&entries);
        let playing: BTreeSet<&String> = entries
            .iter()
            .filter_map(|entry| {
                if stage == FINAL { entry.final_hand_in.as_ref() } else { entry.active_hand_in.as_ref() }
            })
            .collect();
        let mut players = versions_of(&played);
        let number = |player: &Player| match &player.0 {
            Seated::HandIn { id, .. } => {
                hand_ins.iter().find(|one| one.id == *id).map_or(0, |one| one.version)
            }
            _ => 0,
        };
        players.sort_by_key(number);
        let members = Members { names: &names, hand_ins: &hand_ins, playing: &playing }.of(&players);
        let (fixtures, results) = matches_of(&played, &players);
        write(&settings(contest, &fixtures)?, &members, &fixtures, &results).map_err(|err| {
            log::error!("a contest cannot be exported: {err}");
            super::checks::disk(&err)
        })
    }
}

/// What the versions of a tournament's players are made from.
struct Members<'c> {
    /// The names of entries by account.
    names: &'c BTreeMap<String, String>,
    hand_ins: &'c [HandIn],
    /// The hand-ins that play.
    playing: &'c BTreeSet<&'c String>,
}

impl Members<'_> {
    fn of(&self, players: &[Player]) -> Vec<PlayerVersion> {
        let (mut by_owner, mut taken): (BTreeMap<String, (String, u32)>, BTreeSet<String>) =
            Default::default();
        let version = |player: &Player| {
            let (owner, wanted, sha256, is_current) = self.description(player);
            let (name, version) = by_owner.entry(owner).or_insert_with(|| (unused(&wanted, &mut taken), 0));
            *version += 1;
            PlayerVersion {
                name: name.clone(),
                version: *version,
                word: wanted,
                sha256,
                is_filler: false,
                is_current,
            }
        };
        players.iter().map(version).collect()
    }

    /// Returns who a player is, the wanted name, the hash of the content and whether it plays.
    fn description(&self, (seated, number): &Player) -> (String, String, String, bool) {
        match seated {
            Seated::BuiltIn(name) => (format!("built-in {name} {number}"), name.clone(), String::new(), true),
            Seated::Former => (format!("former {number}"), "former".into(), String::new(), false),
            Seated::HandIn { id, account_id } => {
                let name = self.names.get(account_id).map_or("", String::as_str);
                let sha256 =
                    self.hand_ins.iter().find(|one| one.id == *id).and_then(|one| one.sha256.clone());
                (account_id.clone(), valid_name(name), sha256.unwrap_or_default(), self.playing.contains(id))
            }
        }
    }
}

/// Returns a name that no other player has.
fn unused(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let names = std::iter::once(wanted.to_string()).chain((2..).map(|number| format!("{wanted}{number}")));
    let mut free = names.filter(|name| taken.insert(name.to_lowercase()));
    free.next().unwrap_or_default()
}

/// Returns the schedule and the results of matches.
fn matches_of(played: &[Match], players: &[Player]) -> (Vec<Fixture>, Vec<StoredResult>) {
    let mut groups = BTreeMap::new();
    let (mut fixtures, mut results) = (Vec::new(), Vec::new());
    for one in played {
        let number = |player: &Player| players.iter().position(|other| other == player);
        let seats: Option<Vec<usize>> = players_of(one).iter().map(number).collect();
        let result: Option<Vec<_>> = one.seats.iter().map(seat_played).collect();
        let (Some(seats), Some(result)) = (seats, result) else { continue };
        let mut line_up = seats.clone();
        line_up.sort_unstable();
        let next = groups.len();
        let group = *groups.entry((one.seed, line_up)).or_insert(next);
        fixtures.push(Fixture { place: 0, seed: one.seed.unsigned_abs(), seats, group });
        results.push(StoredResult { id: fixtures.len() as i64, seats: result, replay: None });
    }
    (fixtures, results)
}

fn settings(contest: &Contest, fixtures: &[Fixture]) -> Result<Settings, Refusal> {
    let setup = ContestSetup::of(contest)?;
    let chosen = choose(setup.info, &setup.options)?;
    let players: BTreeSet<usize> =
        fixtures.iter().flat_map(|fixture| fixture.seats.iter().copied()).collect();
    let others = players.len().saturating_sub(1) as u32;
    Ok(Settings {
        wag: env!("CARGO_PKG_VERSION").to_string(),
        game: word_of(setup.info),
        game_file: None,
        seed: fixtures.first().map_or(0, |fixture| fixture.seed),
        games: setup.rule.matches_per_pair * others,
        seats: setup.seats,
        form: FormName::All,
        stages: Vec::new(),
        options: setup.options,
        places: Vec::new(),
        words: vec![setup.place],
        sums: vec![options_fingerprint(&chosen)],
        limits: StoredLimits::default(),
        replays: None,
        mark: None,
        refused: Vec::new(),
        folder: std::path::PathBuf::new(),
    })
}

fn write(
    settings: &Settings,
    members: &[PlayerVersion],
    fixtures: &[Fixture],
    results: &[StoredResult],
) -> io::Result<Vec<u8>> {
    let folder = TemporaryFolder::new()?;
    let path = folder.path().join("contest.db");
    let mut store = Store::create(&path).map_err(io::Error::other)?;
    store.plan(settings, members, &[], fixtures).map_err(io::Error::other)?;
    store.finish(results).map_err(io::Error::other)?;
    drop(store);
    std::fs::read(&path)
}
