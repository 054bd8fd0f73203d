//! `POST /api/classes/C/roster`: a class list, first as a preview, then as accounts and cards.

use super::worksheet_api::refusal;
use crate::caller::Me;
use crate::error::Refusal;
use crate::host::{Card, Hosted, Topic};
use crate::request::{Answer, Path, Query, run_blocking};
use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use wag_class::{ClassList, ListRow, NameOrder, Pupil, Understood, Verdict, name_key, read_class_list};
use wag_i18n::{PageText, message};
use wag_store::{ListedPupil, now_ms};

/// The query of a class list.
#[derive(Deserialize)]
pub struct RosterQuery {
    /// `1` only says what was understood.
    dry: Option<String>,
    /// The order of names in a list without headings.
    #[serde(default)]
    order: NameOrder,
}

/// A class list as it was understood, with the cards of new pupils if it was not only a preview.
#[derive(Serialize)]
pub struct Roster {
    rows: Vec<RosterRow>,
    understood: Understood,
    #[serde(skip_serializing_if = "Option::is_none")]
    cards: Option<Vec<Card>>,
}

#[derive(Serialize)]
struct RosterRow {
    line: usize,
    name: String,
    group: Option<String>,
    external_id: Option<String>,
    verdict: Verdict,
    message: Option<PageText>,
}

impl From<ListRow> for RosterRow {
    fn from(row: ListRow) -> RosterRow {
        let ListRow { line, name, group, external_id, verdict, message, .. } = row;
        RosterRow { line, name, group, external_id, verdict, message: message.map(PageText) }
    }
}

/// `POST /api/classes/C/roster`: reads a class list. Rows with errors are left out; the others get accounts, all or none.
pub async fn roster(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    Query(RosterQuery { dry, order }): Query<RosterQuery>,
    bytes: Bytes,
) -> Answer<Roster> {
    let (teacher, of_class) = (caller.id.clone(), class.clone());
    let pupils = host.ask(move |store| store.taught_pupils(&teacher, &of_class)).await?;
    let known: Vec<Pupil> = pupils
        .into_iter()
        .map(|pupil| Pupil { account: pupil.account, name: pupil.name, external_id: pupil.external_id })
        .collect();
    let read = run_blocking(move || read_class_list(&bytes, order, &known).map_err(|err| refusal(&err)));
    let ClassList { rows, understood } = read.await?;
    let mut cards = None;
    if dry.is_none_or(|dry| dry == "0") {
        let listed: Vec<ListedPupil> = rows.iter().filter_map(listed_pupil).collect();
        if listed.is_empty() {
            let sentence = message!("no row of the list can be used: look at the preview");
            return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("no_rows"));
        }
        let id = class.clone();
        let new = host.ask(move |store| store.take_class_list(&caller.id, &id, &listed, now_ms())).await?;
        cards = Some(new.iter().map(|(account, code)| Card::new(&host, account, code)).collect());
        host.events.publish(Topic::Class(class), "members", "");
    }
    Ok(Json(Roster { rows: rows.into_iter().map(RosterRow::from).collect(), understood, cards }))
}

/// Returns the pupil of a row; `None` for a row with an error.
fn listed_pupil(row: &ListRow) -> Option<ListedPupil> {
    (row.verdict != Verdict::Error).then(|| ListedPupil {
        account: row.account.clone(),
        name: row.name.clone(),
        name_key: name_key(&row.name),
        group: row.group.clone(),
        external_id: row.external_id.clone(),
    })
}
