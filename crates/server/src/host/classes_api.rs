//! Requests of teachers and owners about classes, their members, links and cards.

use super::cards::{self, Card};
use super::class_names::{CLASS_NAME_MAX, class_name_of};
use super::events::Topic;
use super::host_state::Host;
use super::hosted::Hosted;
use super::languages::language_of;
use super::people_api::bad_request;
use super::person_api;
use super::qr;
use crate::caller::Me;
use crate::error::Refusal;
use crate::request::{Answer, Path, Query, body};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use wag_class::{NameError, PersonName};
use wag_i18n::message;
use wag_store::{
    AuditEntry, ClassChange, HOURS_MAX, MemberChange, NewInvitation, NewMember, Role, Store, StoreError,
    TaughtClass, USES_MAX, now_ms,
};

/// The maximum size of a class's settings as JSON, in bytes.
const SETTINGS_MAX: usize = 4096;

/// Reads the name of a person from a request.
pub fn person_name(text: &str) -> Result<PersonName, Refusal> {
    let refusal =
        |err: NameError| Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, err.message()).with_code(err.code());
    PersonName::parse(text).map_err(refusal)
}

/// Reads the name of a class from a request.
fn class_name(text: &str) -> Result<String, Refusal> {
    class_name_of(text).ok_or_else(|| {
        let sentence = message!("a class needs a name of at most %{n} characters", n = CLASS_NAME_MAX);
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("class_name")
    })
}

/// Checks the settings of a class: an object that is not long.
fn settings(value: Value) -> Result<Value, Refusal> {
    let is_short = value.to_string().len() <= SETTINGS_MAX;
    if value.is_object() && is_short { Ok(value) } else { Err(bad_request()) }
}

/// The body of `POST /api/classes`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassForm {
    name: String,
    #[serde(default)]
    games: Vec<String>,
}

/// `POST /api/classes`: makes a class.
pub async fn make(
    Hosted(host): Hosted,
    Me(account): Me,
    request: Result<Json<ClassForm>, JsonRejection>,
) -> Answer<TaughtClass> {
    let ClassForm { name, games } = body(request)?;
    let name = class_name(&name)?;
    let settings = settings(serde_json::json!({ "games": games }))?;
    let made = host.ask(move |store| {
        let class = store.make_class(&account.id, &name, &settings, now_ms())?;
        store.taught_class(&account.id, &class)
    });
    let class = made.await?;
    host.events.publish(Topic::Class(class.id.clone()), "class", &class.id);
    Ok(Json(class))
}

/// The response to `GET /api/classes/C`: a class as its teachers see it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassReport {
    #[serde(flatten)]
    class: TaughtClass,
    /// The newest class link if it is open and was made since the server has started; `uses` is the number of people that it
    /// still lets in.
    open_link: Option<ClassLink>,
}

/// `GET /api/classes/C`: responds with a class, its members, links and contests.
pub async fn class(Hosted(host): Hosted, Me(account): Me, Path(class): Path<String>) -> Answer<ClassReport> {
    let class = host.ask(move |store| store.taught_class(&account.id, &class)).await?;
    let open_link = host.class_links.of_class(&class.id).and_then(|(id, code)| {
        let open = class.invitations.iter().find(|one| one.id == id && one.expires_at > now_ms())?;
        let link = host.class_link(&code);
        Some(ClassLink { id, qr: qr::svg(&link), link, expires_at: open.expires_at, uses: open.uses_left })
    });
    Ok(Json(ClassReport { class, open_link }))
}

/// The body of `PATCH /api/classes/C`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClassPatch {
    name: Option<String>,
    archived: Option<bool>,
    settings: Option<Value>,
}

/// `PATCH /api/classes/C`: renames or archives a class, or replaces its settings.
pub async fn change(
    Hosted(host): Hosted,
    Me(account): Me,
    Path(class): Path<String>,
    request: Result<Json<ClassPatch>, JsonRejection>,
) -> Answer<TaughtClass> {
    let patch = body(request)?;
    let name = patch.name.as_deref().map(class_name).transpose()?;
    let settings = patch.settings.map(settings).transpose()?;
    let id = class.clone();
    let changed = host.ask(move |store| {
        let change =
            ClassChange { name: name.as_deref(), archived: patch.archived, settings: settings.as_ref() };
        store.change_class(&account.id, &id, &change, now_ms())?;
        store.taught_class(&account.id, &id)
    });
    let changed = changed.await?;
    host.events.publish(Topic::Class(class.clone()), "class", &class);
    Ok(Json(changed))
}

/// The body of `POST /api/classes/C/members`: a new person, or somebody who has an account already.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberForm {
    name: Option<String>,
    /// The id of an account, such as that of a teacher of another class.
    account: Option<String>,
    role: Role,
}

/// `POST /api/classes/C/members`: adds a person to a class, and responds with the card of a new one.
pub async fn add_member(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    request: Result<Json<MemberForm>, JsonRejection>,
) -> Result<Response, Refusal> {
    let MemberForm { name, account, role } = body(request)?;
    let id = class.clone();
    let response = match (name, account) {
        (Some(name), None) => {
            let name = person_name(&name)?;
            let added = host.ask(move |store| {
                let new = NewMember { name: name.as_str(), name_key: &name.key(), role };
                store.add_member(&caller.id, &id, &new, now_ms())
            });
            let (account, code) = added.await?;
            Json(Card::new(&host, &account, &code)).into_response()
        }
        (None, Some(account)) => {
            host.ask(move |store| store.add_known_member(&caller.id, &id, &account, role, now_ms())).await?;
            StatusCode::NO_CONTENT.into_response()
        }
        _ => return Err(bad_request()),
    };
    host.events.publish(Topic::Class(class.clone()), "members", &class);
    Ok(response)
}

/// The body of `PATCH /api/classes/C/members/A`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemberPatch {
    name: Option<String>,
    #[serde(default)]
    confirmed: bool,
}

/// `PATCH /api/classes/C/members/A`: renames a member, or confirms the name of one who waits.
pub async fn change_member(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path((class, account)): Path<(String, String)>,
    request: Result<Json<MemberPatch>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let MemberPatch { name, confirmed } = body(request)?;
    let name = name.as_deref().map(person_name).transpose()?;
    let changed = move |store: &Store, class: &str, account: &str| -> Result<(), StoreError> {
        let key = name.as_ref().map(PersonName::key);
        let name = name.as_ref().map(PersonName::as_str).zip(key.as_deref());
        let change = MemberChange { name, is_confirmed: confirmed };
        store.change_member(&caller.id, class, account, &change, now_ms())
    };
    member_changed(&host, class, account, changed).await
}

/// `DELETE /api/classes/C/members/A`: takes somebody out of a class.
pub async fn remove_member(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path((class, account)): Path<(String, String)>,
) -> Result<StatusCode, Refusal> {
    let (class_id, id) = (class.clone(), account.clone());
    let removed = move |store: &Store| store.remove_member(&caller.id, &class_id, &id, now_ms());
    let refused = host.ask(removed).await?;
    tell_of_member(&host, class, account);
    match refused {
        Some(files) => person_api::remove(host, files).await,
        None => Ok(StatusCode::NO_CONTENT),
    }
}

/// Changes a member of a class, and tells the class and the member.
async fn member_changed(
    host: &Arc<Host>,
    class: String,
    account: String,
    change: impl FnOnce(&Store, &str, &str) -> Result<(), StoreError> + Send + 'static,
) -> Result<StatusCode, Refusal> {
    let (class_id, id) = (class.clone(), account.clone());
    host.ask(move |store| change(store, &class_id, &id)).await?;
    tell_of_member(host, class, account);
    Ok(StatusCode::NO_CONTENT)
}

/// Tells a class and its member that the membership has changed.
fn tell_of_member(host: &Host, class: String, account: String) {
    host.events.publish(Topic::Class(class.clone()), "members", &class);
    host.events.publish(Topic::Account(account.clone()), "rights", &account);
}

/// The body of `POST /api/classes/C/invitations`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvitationForm {
    #[serde(default = "standard_uses")]
    uses: i64,
    #[serde(default = "standard_hours")]
    hours: i64,
    #[serde(default = "standard_role")]
    role: Role,
    #[serde(default)]
    confirm: bool,
}

fn standard_uses() -> i64 {
    40
}

fn standard_hours() -> i64 {
    2
}

fn standard_role() -> Role {
    Role::Pupil
}

/// A new class link. Its secret is not stored, so this is the only time that it is shown.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ClassLink {
    id: String,
    link: String,
    /// The QR code as an SVG document.
    qr: String,
    expires_at: i64,
    uses: i64,
}

/// `POST /api/classes/C/invitations`: makes a class link.
pub async fn invite(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    request: Result<Json<InvitationForm>, JsonRejection>,
) -> Answer<ClassLink> {
    let InvitationForm { uses, hours, role, confirm } = body(request)?;
    if !(1..=USES_MAX).contains(&uses) || !(1..=HOURS_MAX).contains(&hours) {
        let sentence = message!(
            "a class link lets in 1 to %{people} people and is open for 1 to %{hours} hours",
            people = USES_MAX,
            hours = HOURS_MAX
        );
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("link_limits"));
    }
    let new = NewInvitation { uses, hours, role, must_confirm: confirm };
    let id = class.clone();
    let (invitation, code, expires_at) =
        host.ask(move |store| store.make_invitation(&caller.id, &id, &new, now_ms())).await?;
    let link = host.class_link(&code);
    if role == Role::Pupil {
        host.class_links.remember(&class, &invitation, code);
    }
    host.events.publish(Topic::Class(class), "links", &invitation);
    Ok(Json(ClassLink { id: invitation, qr: qr::svg(&link), link, expires_at, uses }))
}

/// `DELETE /api/classes/C/invitations/I`: closes a class link.
pub async fn close_invitation(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path((class, invitation)): Path<(String, String)>,
) -> Result<StatusCode, Refusal> {
    let id = class.clone();
    host.ask(move |store| store.close_invitation(&caller.id, &id, &invitation, now_ms())).await?;
    host.events.publish(Topic::Class(class.clone()), "links", &class);
    Ok(StatusCode::NO_CONTENT)
}

/// The body of `POST /api/classes/C/cards`: `"all"` or the ids of accounts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardsForm {
    accounts: CardAccounts,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CardAccounts {
    All(String),
    Some(Vec<String>),
}

/// New cards, as JSON.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct NewCards {
    cards: Vec<Card>,
}

/// `POST /api/classes/C/cards`: makes new cards for pupils of a class, and responds with them as JSON or as a page to
/// print. Their old codes and their sessions end.
pub async fn new_cards(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    headers: HeaderMap,
    request: Result<Json<CardsForm>, JsonRejection>,
) -> Result<Response, Refusal> {
    let accounts = match body(request)?.accounts {
        CardAccounts::All(word) if word == "all" => None,
        CardAccounts::All(_) => return Err(bad_request()),
        CardAccounts::Some(accounts) => Some(accounts),
    };
    let (id, teacher) = (class, caller.id.clone());
    let made = host.ask(move |store| {
        let name = store.taught_class(&teacher, &id)?.name;
        Ok((name, store.new_cards(&teacher, &id, accounts.as_deref(), now_ms())?))
    });
    let (name, codes) = made.await?;
    let cards: Vec<Card> = codes.iter().map(|(account, code)| Card::new(&host, account, code)).collect();
    let accounts: Vec<&str> = cards.iter().map(|card| card.account.as_str()).collect();
    host.end_access(&accounts).await;
    let wants_json =
        headers.get(header::ACCEPT).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if wants_json {
        return Ok(Json(NewCards { cards }).into_response());
    }
    let language = language_of(Some(&caller), &headers);
    let page = cards::page(&cards, &name, (&host.public.url(), host.only_here.as_ref()), language);
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    Ok(([(header::CONTENT_TYPE, kind)], page).into_response())
}

/// `POST /api/accounts/A/card`: makes a new card for an account. Its old code and its sessions end.
pub async fn new_card(Hosted(host): Hosted, Me(caller): Me, Path(account): Path<String>) -> Answer<Card> {
    let (account, code) = host.ask(move |store| store.new_card(&caller.id, &account, now_ms())).await?;
    host.end_access(&[&account.id]).await;
    Ok(Json(Card::new(&host, &account, &code)))
}

/// The body of `POST /api/accounts/A/disable`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DisableForm {
    disabled: bool,
}

/// `POST /api/accounts/A/disable`: keeps somebody from logging in, or allows it again.
pub async fn disable(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(account): Path<String>,
    request: Result<Json<DisableForm>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let DisableForm { disabled } = body(request)?;
    let id = account.clone();
    host.ask(move |store| store.set_disabled(&caller.id, &id, disabled, now_ms())).await?;
    if disabled {
        host.end_access(&[&account]).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The query of `GET /api/audit`.
#[derive(Deserialize)]
pub struct AuditQuery {
    before: Option<i64>,
}

/// `GET /api/audit`: lists what teachers and owners have done, the newest first.
pub async fn audit(
    Hosted(host): Hosted,
    Me(caller): Me,
    Query(AuditQuery { before }): Query<AuditQuery>,
) -> Answer<Vec<AuditEntry>> {
    Ok(Json(host.ask(move |store| store.audit(&caller.id, before.unwrap_or(i64::MAX))).await?))
}
