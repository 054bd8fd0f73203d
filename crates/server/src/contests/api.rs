//! The requests about contests: settings, steps and entries, and the table.

use super::setup::{ContestLimits, ContestOptions, ContestSetup, FinalRule, contest_name, game_sha256};
use super::shown::{ShownContest, ShownEntry, ShownForm, ShownListedContest, ShownRow, ShownTable};
use super::table::TableRow;
use super::{Contests, plan, refusal};
use crate::caller::{Caller, Me};
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, Path, Query, body};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::{Deserialize, Deserializer};
use std::sync::Arc;
use wag_games::find;
use wag_i18n::message;
use wag_stats::forms::FormName;
use wag_store::contests::{
    Contest, ContestSettings, ContestState, ContestStep, Entry, EntryChange, Finalist, Part, SeenBy,
    SeenContest,
};
use wag_store::now_ms;

/// The latest time that a contest can name: the year 2100.
const TIME_MAX: i64 = 4_102_444_800_000;

/// Settings of a contest in a request. A field that is missing changes nothing; `null` takes a time away.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestForm {
    name: Option<String>,
    game: Option<String>,
    options: Option<ContestOptions>,
    form: Option<FormName>,
    #[serde(default, deserialize_with = "given")]
    opens_at: Option<Option<i64>>,
    #[serde(default, deserialize_with = "given")]
    deadline_at: Option<Option<i64>>,
    seen_by: Option<SeenBy>,
    final_rule: Option<FinalRule>,
    #[serde(default, deserialize_with = "given")]
    turn_seconds: Option<Option<f64>>,
    #[serde(default, deserialize_with = "given")]
    match_seconds: Option<Option<f64>>,
}

/// Reads a field that is there, so that `null` differs from a missing field.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

impl ContestForm {
    /// Checks the settings together with those that the contest has, and returns them for the store.
    fn settings(self, old: Option<&Contest>) -> Result<ContestSettings, Refusal> {
        let stored = |text: Option<&String>| {
            text.and_then(|text| serde_json::from_str::<serde_json::Value>(text).ok()).unwrap_or_default()
        };
        let game = self.game.clone().or_else(|| old.map(|old| old.game.clone()));
        let game = game.unwrap_or_else(|| wag_games::first().info.name.to_string());
        let options = self.options.clone().unwrap_or_else(|| {
            serde_json::from_value(stored(old.map(|old| &old.options))).unwrap_or_default()
        });
        let rule = self.final_rule.unwrap_or_else(|| {
            serde_json::from_value(stored(old.map(|old| &old.final_rule))).unwrap_or_default()
        });
        let limits: ContestLimits =
            serde_json::from_value(stored(old.map(|old| &old.limits))).unwrap_or_default();
        let limits = ContestLimits {
            turn_seconds: self.turn_seconds.unwrap_or(limits.turn_seconds),
            match_seconds: self.match_seconds.unwrap_or(limits.match_seconds),
        };
        let has_limits = self.turn_seconds.is_some() || self.match_seconds.is_some();
        let form = self.form.or_else(|| old?.form.parse().ok()).unwrap_or_default();
        ContestSetup::new(&game, &options, form, rule, limits)?;
        // Whoever names the game, also the one that the contest has, takes it as it is now.
        let sha256 = find(&game).and_then(game_sha256);
        let is_same = old.is_some_and(|old| old.game == game);
        check_times(&[self.opens_at, self.deadline_at])?;
        let is_new = old.is_none();
        Ok(ContestSettings {
            name: self.name.as_deref().map(contest_name).transpose()?,
            game_sha256: (is_new || self.game.is_some()).then_some(sha256),
            game: (is_new || self.game.is_some() && !is_same).then_some(game),
            form: (is_new || self.form.is_some()).then(|| form.to_string()),
            options: (is_new || self.options.is_some()).then(|| to_json(&options)),
            limits: (is_new || has_limits).then(|| to_json(&limits)),
            opens_at: self.opens_at,
            deadline_at: self.deadline_at,
            seen_by: self.seen_by,
            final_rule: (is_new || self.final_rule.is_some()).then(|| to_json(&rule)),
        })
    }
}

fn to_json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "{}".to_string())
}

impl Contests {
    /// Returns a contest as the caller sees it, with the entries for a teacher.
    fn shown(&self, caller: Option<&str>, id: &str) -> Result<ShownContest, Refusal> {
        let seen = self.store.contest(caller, id).map_err(refusal)?;
        let entries = seen.can_teach.then(|| self.store.entries(id)).transpose().map_err(refusal)?;
        let forms = entries.as_deref().map_or_else(Vec::new, |entries| forms(&seen.contest, entries));
        Ok(ShownContest::new(&seen, entries.as_deref(), forms))
    }

    /// Returns the rows of a part of a contest, best first.
    pub(super) fn rows(&self, contest: &Contest, part: Part) -> Result<Vec<TableRow>, Refusal> {
        let standings = self.standings(contest, part).map_err(refusal)?;
        Ok(standings.table(&self.store.entries(&contest.id).map_err(refusal)?, part))
    }

    /// Returns the table of a part as somebody sees it who may see the final or not, and teaches the class or not.
    pub(super) fn table(
        &self,
        (contest, part): (&Contest, Part),
        sees_final: bool,
        can_teach: bool,
    ) -> Result<ShownTable, Refusal> {
        let mut rows = self.rows(contest, part)?;
        if !can_teach {
            rows.retain(|row| !row.is_hidden);
        }
        let entries = rows.len();
        let is_hidden = part == Part::Final && !sees_final;
        if is_hidden {
            // Places are revealed from the last one on, once all matches are played.
            let is_done = contest.state >= ContestState::Done;
            let revealed = if is_done { usize::try_from(contest.revealed).unwrap_or(0) } else { 0 };
            rows.drain(..entries.saturating_sub(revealed));
        }
        Ok(ShownTable {
            stage: part.text(),
            rows: rows.iter().map(ShownRow::from).collect(),
            hidden_until_release: is_hidden,
            entries,
        })
    }
}

/// `POST /api/classes/C/contests`: makes a contest, as a draft.
pub async fn make(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(class): Path<String>,
    form: Result<Json<ContestForm>, JsonRejection>,
) -> Result<(StatusCode, Json<ShownContest>), Refusal> {
    let form = body(form)?;
    let made = host.contests.work(move |own| {
        if form.name.is_none() {
            contest_name("")?;
        }
        let contest =
            own.store.make_contest(&me.id, &class, &form.settings(None)?, now_ms()).map_err(refusal)?;
        own.contest_changed(&contest);
        own.shown(Some(&me.id), &contest.id)
    });
    Ok((StatusCode::CREATED, Json(made.await?)))
}

/// `PATCH /api/contests/K`: changes settings.
pub async fn change(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(id): Path<String>,
    form: Result<Json<ContestForm>, JsonRejection>,
) -> Answer<ShownContest> {
    let form = body(form)?;
    let work = move |own: &Contests| {
        let seen = own.store.contest(Some(&me.id), &id).map_err(refusal)?;
        let settings =
            if seen.can_teach { form.settings(Some(&seen.contest))? } else { ContestSettings::default() };
        let contest = own.store.change_contest(&me.id, &id, &settings, now_ms()).map_err(refusal)?;
        own.contest_changed(&contest);
        own.shown(Some(&me.id), &id).map(Json)
    };
    host.contests.work(work).await
}

/// `GET /api/contests/K`: responds with a contest.
pub async fn contest(Hosted(host): Hosted, caller: Caller, Path(id): Path<String>) -> Answer<ShownContest> {
    let account = caller.account.map(|account| account.id);
    host.contests.work(move |own| own.shown(account.as_deref(), &id).map(Json)).await
}

/// Returns the forms that the final can have, with the numbers of their matches.
fn forms(contest: &Contest, entries: &[Entry]) -> Vec<ShownForm> {
    let plays = |entry: &&Entry| entry.active_hand_in.is_some() && entry.withdrawn_at.is_none();
    let players = entries.iter().filter(plays).count().max(2);
    let form = |form: FormName| {
        let setup = ContestSetup::of(&Contest { form: form.to_string(), ..contest.clone() });
        let matches = setup.ok().map(|setup| plan::planned_matches(&setup, players));
        ShownForm { form: form.as_str(), matches }
    };
    FormName::ALL.map(form).into()
}

/// `GET /api/contests`: lists the contests that the caller may see, the newest first, also those that have been put away.
pub async fn list(Hosted(host): Hosted, caller: Caller) -> Answer<Vec<ShownListedContest>> {
    let account = caller.account.map(|account| account.id);
    let all = host.contests.ask(move |store| store.visible_contests(account.as_deref())).await?;
    Ok(Json(all.into_iter().map(ShownListedContest::from).collect()))
}

macro_rules! steps {
    ($($(#[$about:meta])* $name:ident => $step:ident),* $(,)?) => {$(
        $(#[$about])*
        pub async fn $name(Hosted(host): Hosted, Me(me): Me, Path(id): Path<String>) -> Answer<ShownContest> {
            step(&host.contests, me.id, id, ContestStep::$step).await
        }
    )*};
}

steps! {
    /// `POST /api/contests/K/open`: opens a draft.
    open => Open,
    /// `POST /api/contests/K/freeze`: fixes the hand-ins of the final.
    freeze => Freeze,
    /// `POST /api/contests/K/done`: ends the final without the matches that still wait.
    done => Done,
    /// `POST /api/contests/K/release`: shows the results to everybody who sees the contest.
    release => Release,
    /// `POST /api/contests/K/archive`: puts a contest away.
    archive => Archive,
}

async fn step(
    contests: &Arc<Contests>,
    caller: String,
    id: String,
    step: ContestStep,
) -> Answer<ShownContest> {
    let work = move |own: &Contests| {
        if step == ContestStep::Open {
            own.keep_maps(&caller, &id)?;
        }
        let contest = own.store.step_contest(&caller, &id, step, now_ms()).map_err(refusal)?;
        own.contest_changed(&contest);
        own.shown(Some(&caller), &id).map(Json)
    };
    contests.work(work).await
}

/// `POST /api/contests/K/final`: begins the final.
pub async fn begin_final(Hosted(host): Hosted, Me(me): Me, Path(id): Path<String>) -> Answer<ShownContest> {
    let work = move |own: &Contests| {
        let contest = own.store.contest_for_server(&id).map_err(refusal)?;
        let seeding = own.standings(&contest, Part::Ladder).map_err(refusal)?.hand_ins();
        let plan = |contest: &_, seed, finalists: &[Finalist]| -> Result<_, FinalError> {
            let finalists = plan::seeded(finalists.to_vec(), &seeding);
            Ok(plan::first_stage(&ContestSetup::of(contest)?, seed, &finalists)?)
        };
        let begun = own.store.begin_final(&me.id, &id, plan, now_ms());
        let contest = begun.map_err(|FinalError(err)| err)?;
        own.contest_changed(&contest);
        own.matches_wait.notify_one();
        own.shown(Some(&me.id), &id).map(Json)
    };
    host.contests.work(work).await
}

/// The reason why a final cannot begin.
struct FinalError(Refusal);

impl From<Refusal> for FinalError {
    fn from(err: Refusal) -> FinalError {
        FinalError(err)
    }
}

impl From<wag_store::StoreError> for FinalError {
    fn from(err: wag_store::StoreError) -> FinalError {
        FinalError(match err {
            wag_store::StoreError::WrongState => Refusal::conflict(message!(
                "the final can begin when hand-ins are closed and all of them are checked"
            ))
            .with_code("state"),
            err => refusal(err),
        })
    }
}

impl From<wag_store::DbError> for FinalError {
    fn from(err: wag_store::DbError) -> FinalError {
        wag_store::StoreError::from(err).into()
    }
}

/// The number of places to reveal, from the last one on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevealForm {
    places: i64,
}

/// `POST /api/contests/K/reveal`: shows more places of the final.
pub async fn reveal(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(id): Path<String>,
    form: Result<Json<RevealForm>, JsonRejection>,
) -> Answer<ShownContest> {
    let RevealForm { places } = body(form)?;
    let work = move |own: &Contests| {
        let contest = own.store.reveal(&me.id, &id, places, now_ms()).map_err(refusal)?;
        own.contest_changed(&contest);
        own.shown(Some(&me.id), &id).map(Json)
    };
    host.contests.work(work).await
}

/// Checks times that somebody has sent.
fn check_times(times: &[Option<Option<i64>>]) -> Result<(), Refusal> {
    match times.iter().flatten().flatten().all(|at| (0..=TIME_MAX).contains(at)) {
        true => Ok(()),
        false => Err(Refusal::bad(message!("a time is in milliseconds since 1970")).with_code("bad_request")),
    }
}

/// A change of an entry by a teacher.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryForm {
    #[serde(default, deserialize_with = "given")]
    grace_until: Option<Option<i64>>,
    hidden: Option<bool>,
    withdrawn: Option<bool>,
}

/// `POST /api/contests/K/entries/A`: changes the entry of a pupil.
pub async fn change_entry(
    Hosted(host): Hosted,
    Me(me): Me,
    Path((id, account)): Path<(String, String)>,
    form: Result<Json<EntryForm>, JsonRejection>,
) -> Answer<ShownEntry> {
    let EntryForm { grace_until, hidden, withdrawn } = body(form)?;
    check_times(&[grace_until])?;
    let change = EntryChange { grace_until, is_hidden: hidden, is_withdrawn: withdrawn };
    let work = move |own: &Contests| {
        let entry = own.store.change_entry(&me.id, &id, &account, change, now_ms()).map_err(refusal)?;
        own.contest_changed(&own.store.contest_for_server(&id).map_err(refusal)?);
        Ok(Json(ShownEntry::new(&entry, true)))
    };
    host.contests.work(work).await
}

/// A query that names a part of a contest; if it names none, the newest one applies.
#[derive(Deserialize)]
pub struct PartQuery {
    stage: Option<Part>,
}

/// `GET /api/contests/K/table`: responds with the table of the ladder or the final.
pub async fn table(
    Hosted(host): Hosted,
    caller: Caller,
    Path(id): Path<String>,
    Query(part): Query<PartQuery>,
) -> Answer<ShownTable> {
    let account = caller.account.map(|account| account.id);
    let work = move |own: &Contests| {
        let seen = own.store.contest(account.as_deref(), &id).map_err(refusal)?;
        let part = part_of(&seen, part);
        own.table((&seen.contest, part), seen.sees_final(), seen.can_teach).map(Json)
    };
    host.contests.work(work).await
}

/// Returns the part that a query names, or the one that the contest is in.
pub fn part_of(seen: &SeenContest, PartQuery { stage }: PartQuery) -> Part {
    stage.unwrap_or(if seen.progress.1 > 0 { Part::Final } else { Part::Ladder })
}
