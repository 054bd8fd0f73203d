//! A part of a contest as the file of a tournament, so that all commands for tournaments work on it.

use super::hand_in_api::attachment;
use super::plan::{PlannedPlayer, plan_of};
use super::setup::{ContestPlace, ContestSetup};
use super::table_players::{Player, players_of, seat_played, versions_of};
use super::{Contests, refusal};
use crate::caller::Me;
use crate::contests::api::{PartQuery, part_of};
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Path, Query};
use axum::response::Response;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use wag_games::word_of;
use wag_play::choose;
use wag_sandbox::TemporaryFolder;
use wag_stats::forms::FormName;
use wag_stats::series::Fixture;
use wag_store::contests::{Contest, Part};
use wag_store::hand_ins::HandIn;
use wag_store::matches::{Match, Seated};
use wag_tournament::intake::valid_name;
use wag_tournament::{
    PlayerVersion, Settings, StageStart, Store, StoredLimits, StoredResult, options_fingerprint,
};

/// `GET /api/contests/K/tournament`: responds with the matches of the ladder or the final as the file of a tournament.
pub async fn tournament(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(id): Path<String>,
    Query(query): Query<PartQuery>,
) -> Result<Response, Refusal> {
    let work = move |own: &Contests| {
        let seen = own.store.contest(Some(&me.id), &id).map_err(refusal)?;
        if !seen.can_teach {
            return Err(Refusal::unknown_address());
        }
        let part = part_of(&seen, query);
        let bytes = own.tournament_file(&me.id, &seen.contest, part)?;
        Ok(attachment("application/vnd.sqlite3", "contest.db", bytes))
    };
    host.contests.work(work).await
}

impl Contests {
    pub(super) fn tournament_file(
        &self,
        caller: &str,
        contest: &Contest,
        part: Part,
    ) -> Result<Vec<u8>, Refusal> {
        let played = self.store.played(&contest.id, part).map_err(refusal)?;
        let hand_ins = self.store.hand_ins(caller, &contest.id).map_err(refusal)?;
        let entries = self.store.entries(&contest.id).map_err(refusal)?;
        let names = super::shown::names_of(&entries);
        let playing: BTreeSet<&String> = entries.iter().filter_map(|entry| entry.hand_in_of(part)).collect();
        let mut players = versions_of(&played);
        let number = |player: &Player| match &player.0 {
            Seated::HandIn { id, .. } => {
                hand_ins.iter().find(|one| one.id == *id).map_or(0, |one| one.version)
            }
            _ => 0,
        };
        players.sort_by_key(number);
        let members = Members { names: &names, hand_ins: &hand_ins, playing: &playing }.of(&players);
        let setup = ContestSetup::of(contest)?;
        let (mut fixtures, results) = matches_of(&setup, &played, &players);
        let stages = match part {
            Part::Ladder => Vec::new(),
            Part::Final => self.stage_starts(contest, (&setup, &players), (&played, &mut fixtures))?,
        };
        write(&settings(&setup, stages, &fixtures)?, &members, &fixtures, &results).map_err(|err| {
            log::error!("a contest cannot be exported: {err}");
            super::checks::disk(&err)
        })
    }
}

impl Contests {
    /// Returns the beginnings of the stages of a final whose form has several, and numbers the groups of its matches as the
    /// form does. Returns none if built-in players filled seats, because the form does not know them.
    fn stage_starts(
        &self,
        contest: &Contest,
        (setup, players): (&ContestSetup, &[Player]),
        (played, fixtures): (&[Match], &mut [Fixture]),
    ) -> Result<Vec<StageStart>, Refusal> {
        let (stages, _) = self.store.final_stages(&contest.id).map_err(refusal)?;
        let Some(plan) = plan_of(&stages).filter(|_| !setup.form.is_one_stage()) else {
            return Ok(Vec::new());
        };
        let version = |one: &PlannedPlayer| players.iter().position(|player| player.0 == one.seated());
        let numbers: Vec<usize> = plan.players.iter().filter_map(version).collect();
        let is_planned = |fixture: &Fixture| fixture.seats.iter().all(|seat| numbers.contains(seat));
        if played.len() != fixtures.len() || !fixtures.iter().all(is_planned) {
            return Ok(Vec::new());
        }
        let group = |one: &Match, seed: i64| usize::try_from(one.seed - seed).unwrap_or(0);
        let mut starts = Vec::new();
        for stage in &stages {
            let own = played.iter().filter(|one| one.stage == stage.number);
            if let Some(first) = own.map(|one| group(one, stage.seed)).min() {
                starts.push(StageStart { group: first, players: numbers.clone() });
            }
        }
        let seed = stages.first().map_or(0, |stage| stage.seed);
        fixtures.iter_mut().zip(played).for_each(|(fixture, one)| fixture.group = group(one, seed));
        Ok(starts)
    }
}

/// The data from which the versions of a tournament's players are made.
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
fn matches_of(
    setup: &ContestSetup,
    played: &[Match],
    players: &[Player],
) -> (Vec<Fixture>, Vec<StoredResult>) {
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
        let place = setup.place_index(&one.place);
        fixtures.push(Fixture { place, seed: one.seed.unsigned_abs(), seats, group });
        results.push(StoredResult { id: fixtures.len() as i64, seats: result, replay: None });
    }
    (fixtures, results)
}

fn settings(
    setup: &ContestSetup,
    stages: Vec<StageStart>,
    fixtures: &[Fixture],
) -> Result<Settings, Refusal> {
    let sum = |place: &ContestPlace| -> Result<String, Refusal> {
        Ok(options_fingerprint(&choose(setup.info, &place.options)?))
    };
    let words: Vec<String> = setup.places.iter().map(|place| place.word.clone()).collect();
    let mut options = setup.places[0].options.clone();
    let place_option = setup.info.place_option().filter(|_| words.len() > 1);
    let mut places = Vec::new();
    if let Some(option) = place_option {
        options.remove(option.name);
        places.clone_from(&words);
    }
    let players: BTreeSet<usize> =
        fixtures.iter().flat_map(|fixture| fixture.seats.iter().copied()).collect();
    let (others, per_pair) = (players.len().saturating_sub(1) as u32, setup.rule.matches_per_pair);
    Ok(Settings {
        wag: env!("CARGO_PKG_VERSION").to_string(),
        game: word_of(setup.info),
        game_file: None,
        seed: fixtures.iter().map(|fixture| fixture.seed).min().unwrap_or(0),
        games: if stages.is_empty() { per_pair * others } else { per_pair },
        seats: setup.seats,
        form: if stages.is_empty() { FormName::All } else { setup.form },
        stages,
        options,
        places,
        words,
        sums: setup.places.iter().map(sum).collect::<Result<_, _>>()?,
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
