//! The requests about matches of contests, their replays and logs.

use super::hand_in_api::attachment;
use super::shown::{ShownMatch, ShownMatches, names_for};
use super::{Contests, refusal};
use crate::caller::Caller;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, Path, Query};
use axum::Json;
use axum::response::Response;
use serde::Deserialize;
use wag_i18n::message;
use wag_store::contests::SeenContest;
use wag_store::matches::{Match, PAGE, Seated};

/// A query for matches.
#[derive(Deserialize)]
pub struct MatchesQuery {
    /// The account of an entry that played in them.
    entry: Option<String>,
    /// The id of the last match of the page before.
    after: Option<String>,
}

/// `GET /api/contests/K/matches`: lists matches that have ended, newest first.
pub async fn matches(
    Hosted(host): Hosted,
    caller: Caller,
    Path(id): Path<String>,
    Query(MatchesQuery { entry, after }): Query<MatchesQuery>,
) -> Answer<ShownMatches> {
    let account = caller.account.map(|account| account.id);
    let work = move |own: &Contests| {
        let account = account.as_deref();
        let seen = own.store.contest(account, &id).map_err(refusal)?;
        let all = own.store.matches(account, &id, entry.as_deref(), after.as_deref()).map_err(refusal)?;
        let names = names_for(&own.store.entries(&id).map_err(refusal)?, account, seen.can_teach);
        let sees = |author: &str| seen.can_teach || account == Some(author);
        let next = all.last().filter(|_| all.len() >= PAGE as usize).map(|last| last.id.clone());
        let matches = all.iter().map(|one| ShownMatch::new(one, &names, sees)).collect();
        Ok(Json(ShownMatches { matches, next }))
    };
    host.contests.work(work).await
}

/// `GET /api/matches/M/replay`: responds with the replay, without what is secret to the caller, and with names.
pub async fn replay(
    Hosted(host): Hosted,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let account = caller.account.map(|account| account.id);
    let work = move |own: &Contests| {
        let (one, seen) = own.store.match_of(account.as_deref(), &id).map_err(refusal)?;
        let bytes = own.files.read_replay(&one.id).map_err(|_| {
            let sentence =
                message!("this match has no replay any more: a contest keeps the newest ones only");
            Refusal::absent(sentence).with_code("no_replay")
        })?;
        let entries = own.store.entries(&one.contest_id).map_err(refusal)?;
        let names = names_for(&entries, account.as_deref(), seen.can_teach);
        let kept = kept_seats(&one, &seen, account.as_deref());
        let bytes = super::replays::for_caller(bytes, &one, &kept, &names)?;
        Ok(attachment("application/octet-stream", &format!("match-{}.wag", one.id), bytes))
    };
    host.contests.work(work).await
}

/// A query that names a seat, counted from 0.
#[derive(Deserialize)]
pub struct SeatQuery {
    seat: Option<usize>,
}

/// `GET /api/matches/M/log`: responds with the log of the caller's seat, or for a teacher of any seat.
pub async fn log(
    Hosted(host): Hosted,
    caller: Caller,
    Path(id): Path<String>,
    Query(SeatQuery { seat }): Query<SeatQuery>,
) -> Result<Response, Refusal> {
    let account = caller.account.map(|account| account.id).ok_or_else(Refusal::unknown_address)?;
    let work = move |own: &Contests| {
        let (one, seen) = own.store.match_of(Some(&account), &id).map_err(refusal)?;
        let own_seat = one.seats.iter().position(|seat| is_of(&seat.seated, &account));
        let usual = own_seat.or(seen.can_teach.then_some(0));
        let seat = seat.or(usual).filter(|seat| seen.can_teach || Some(*seat) == own_seat);
        let seat = seat.ok_or_else(Refusal::unknown_address)?;
        if Some(seat) != own_seat {
            own.note_log_view(&account, &one, &seen)?;
        }
        let text = own.files.read_log(&one.id, seat).map_err(|_| Refusal::unknown_address())?;
        Ok(attachment("text/plain; charset=utf-8", &format!("match-{}-{seat}.txt", one.id), text))
    };
    host.contests.work(work).await
}

impl Contests {
    fn note_log_view(&self, caller: &str, one: &Match, seen: &SeenContest) -> Result<(), Refusal> {
        let class = Some(seen.contest.class_id.as_str());
        let detail = serde_json::Value::Null;
        let act = wag_store::Act { actor: caller, action: "match.log", subject: &one.id, class, detail };
        self.store.record_act(wag_store::now_ms(), &act).map_err(refusal)
    }
}

fn is_of(seated: &Seated, account: &str) -> bool {
    matches!(seated, Seated::HandIn { account_id, .. } if account_id == account)
}

/// Returns the seats of which the caller may see everything: the own ones, for a teacher all.
fn kept_seats(one: &Match, seen: &SeenContest, account: Option<&str>) -> Vec<usize> {
    let is_kept = |seated: &Seated| seen.can_teach || account.is_some_and(|account| is_of(seated, account));
    (0..one.seats.len()).filter(|seat| is_kept(&one.seats[*seat].seated)).collect()
}
