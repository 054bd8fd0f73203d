//! The requests about hand-ins.

use super::shown::{ShownHandIn, ShownOpponent};
use super::{Contests, refusal};
use crate::caller::Me;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, Path};
use crate::work::HandInReason;
use axum::Json;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use wag_i18n::message;
use wag_store::StoreError;
use wag_store::hand_ins::{HandIn, HandInState};
use wag_store::now_ms;

/// `POST /api/contests/K/hand-ins`: hands in a file, or a file of the workspace.
pub async fn hand_in(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(contest): Path<String>,
    request: Request,
) -> Result<(StatusCode, Json<ShownHandIn>), Refusal> {
    let (hand_in, is_new) = host.contests.receive(me.id, contest, request).await?;
    if is_new {
        host.contests.tell_of(&hand_in).await;
    }
    Ok((StatusCode::CREATED, Json(hand_in.into())))
}

/// `GET /api/contests/K/hand-ins`: lists the caller's hand-ins, or for a teacher those of everybody.
pub async fn hand_ins(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(contest): Path<String>,
) -> Answer<Vec<ShownHandIn>> {
    let all = host.contests.ask(move |store| store.hand_ins(&me.id, &contest)).await?;
    Ok(Json(all.into_iter().map(ShownHandIn::from).collect()))
}

/// `GET /api/contests/K/opponents`: lists the hand-ins against which the caller may play.
pub async fn opponents(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(contest): Path<String>,
) -> Answer<Vec<ShownOpponent>> {
    let account = me.id.clone();
    let all = host.contests.ask(move |store| store.opponents(&account, &contest)).await?;
    Ok(Json(all.into_iter().map(|one| ShownOpponent::new(one, &me.id)).collect()))
}

/// `GET /api/hand-ins/H`: responds with a hand-in.
pub async fn one(Hosted(host): Hosted, Me(me): Me, Path(id): Path<String>) -> Answer<ShownHandIn> {
    let (hand_in, _) = host.contests.ask(move |store| store.hand_in(&me.id, &id)).await?;
    Ok(Json(hand_in.into()))
}

/// `GET /api/hand-ins/H/files`: responds with the files as a ZIP. The view of a teacher is recorded.
pub async fn files(Hosted(host): Hosted, Me(me): Me, Path(id): Path<String>) -> Result<Response, Refusal> {
    let work = move |own: &Contests| {
        let hand_in = own.viewed(&me.id, &id, "hand_in.files")?;
        let sha256 = hand_in.sha256.as_deref().ok_or_else(Refusal::unknown_address)?;
        let zip = own.files.read_blob(sha256).map_err(|_| Refusal::unknown_address())?;
        Ok(attachment("application/zip", &format!("hand-in-{}.zip", hand_in.version), zip))
    };
    host.contests.work(work).await
}

/// `GET /api/hand-ins/H/log`: responds with what the check has found, as text.
pub async fn log(Hosted(host): Hosted, Me(me): Me, Path(id): Path<String>) -> Result<Response, Refusal> {
    let work = move |own: &Contests| {
        let hand_in = own.viewed(&me.id, &id, "hand_in.log")?;
        let reason: Option<HandInReason> =
            hand_in.reason.as_deref().and_then(|reason| serde_json::from_str(reason).ok());
        let sentence = match (reason, hand_in.state) {
            (Some(reason), _) => reason.message,
            (None, HandInState::Received | HandInState::Checking) => message!("the check is not over yet"),
            (None, _) => message!("the AI can be started"),
        };
        let text = format!("{}\n", sentence.translated());
        Ok(attachment("text/plain; charset=utf-8", &format!("hand-in-{}.txt", hand_in.version), text.into()))
    };
    host.contests.work(work).await
}

/// `POST /api/hand-ins/H/activate`: makes a version the one that plays.
pub async fn activate(Hosted(host): Hosted, Me(me): Me, Path(id): Path<String>) -> Answer<ShownHandIn> {
    choose(&host.contests, move |store| store.activate(&me.id, &id, now_ms())).await
}

/// `POST /api/hand-ins/H/withdraw`: withdraws a version.
pub async fn withdraw(Hosted(host): Hosted, Me(me): Me, Path(id): Path<String>) -> Answer<ShownHandIn> {
    choose(&host.contests, move |store| store.withdraw(&me.id, &id, now_ms())).await
}

/// Changes which version of an entry plays, and plans its matches in the ladder.
async fn choose(
    contests: &Arc<Contests>,
    change: impl FnOnce(&wag_store::Store) -> Result<HandIn, StoreError> + Send + 'static,
) -> Answer<ShownHandIn> {
    let hand_in = contests.ask(change).await?;
    contests.tell_of(&hand_in).await;
    contests.plan_ladder(hand_in.contest_id.clone()).await;
    Ok(Json(hand_in.into()))
}

impl Contests {
    /// Returns a hand-in whose content somebody wants to see, and records the view if it is another's.
    fn viewed(&self, caller: &str, id: &str, action: &'static str) -> Result<HandIn, Refusal> {
        let (hand_in, is_others) = self.store.hand_in(caller, id).map_err(refusal)?;
        if is_others {
            self.store.note_view(caller, &hand_in, action, now_ms()).map_err(refusal)?;
        }
        Ok(hand_in)
    }
}

/// Returns a response that a browser saves and never shows. The name is ours.
pub fn attachment(kind: &'static str, name: &str, bytes: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_DISPOSITION, disposition.as_str()),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    (headers, bytes).into_response()
}
