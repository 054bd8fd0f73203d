//! Requests of visitors with a class link.

use super::cards::Card;
use super::classes_api::person_name;
use super::events::Topic;
use super::hosted::Hosted;
use super::people_api::new_session;
use crate::caller::Caller;
use crate::error::Refusal;
use crate::request::{Answer, body};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use wag_store::{Proof, now_ms};

/// The body of `POST /api/join/look`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkForm {
    token: String,
}

/// The response to `POST /api/join/look`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenLink {
    /// The name of the class.
    class: String,
    open: bool,
    /// True if a teacher confirms each name.
    confirm: bool,
}

/// `POST /api/join/look`: responds with the class that a link leads to.
pub async fn look(Hosted(host): Hosted, request: Result<Json<LinkForm>, JsonRejection>) -> Answer<OpenLink> {
    let LinkForm { token } = body(request)?;
    let invited = host.ask(move |store| store.look_at_invitation(&token, now_ms())).await?;
    Ok(Json(OpenLink { class: invited.class_name, open: true, confirm: invited.must_confirm }))
}

/// The body of `POST /api/join`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JoinForm {
    token: String,
    name: String,
    /// True if others use the device, too, as in most schools.
    #[serde(default = "standard_shared")]
    shared: bool,
}

fn standard_shared() -> bool {
    true
}

/// The response to `POST /api/join`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JoinedClass {
    account: NamedId,
    code: String,
    link: String,
    /// The QR code of the card as an SVG document.
    qr: String,
    class: NamedId,
    /// True if a teacher has to confirm the name first.
    waiting: bool,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NamedId {
    id: String,
    name: String,
}

/// `POST /api/join`: makes an account by a class link and logs it in. Responds with its card.
pub async fn join(
    Hosted(host): Hosted,
    caller: Caller,
    headers: HeaderMap,
    request: Result<Json<JoinForm>, JsonRejection>,
) -> Result<Response, Refusal> {
    let JoinForm { token, name, shared } = body(request)?;
    let name = person_name(&name)?;
    let joined = host.ask(move |store| store.join(&token, name.as_str(), &name.key(), now_ms())).await?;
    let proof = Proof::Code(joined.code.clone());
    let cookie = new_session(&host, &caller, (&joined.account, proof), &headers, shared).await?;
    let class = NamedId { id: joined.invited.class_id, name: joined.invited.class_name };
    host.events.publish(Topic::Class(class.id.clone()), "members", &class.id);
    let Card { account, name, code, link, qr } = Card::new(&host, &joined.account, &joined.code);
    let account = NamedId { id: account, name };
    let waiting = joined.invited.must_confirm;
    let answer = JoinedClass { account, code, link, qr, class, waiting };
    Ok(([(header::SET_COOKIE, cookie)], Json(answer)).into_response())
}
