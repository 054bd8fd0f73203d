//! The marks of a contest, and the same as a table for Excel.

use super::downloads::download;
use super::marks_table::MarksTable;
use crate::caller::Me;
use crate::contests::Contests;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::host::languages::language_of;
use crate::request::{Answer, Path, Query, body};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Deserializer};
use wag_class::{MarkRule, Points, excel_csv};
use wag_i18n::{Language, Message, message};
use wag_store::{MarkChange, now_ms};

/// The maximum length of a comment, in characters.
const COMMENT_MAX: usize = 500;
/// The maximum number of marks in one request.
const ROWS_MAX: usize = 1000;

/// `GET /api/contests/K/marks`: responds with the rule and the mark of each pupil.
pub async fn marks(Hosted(host): Hosted, Me(caller): Me, Path(contest): Path<String>) -> Answer<MarksTable> {
    Ok(Json(host.ask_contests(move |contests| MarksTable::read(contests, &caller.id, &contest)).await?))
}

/// The body of `PATCH /api/contests/K/marks`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarksChange {
    rule: Option<MarkRule>,
    #[serde(default)]
    rows: Vec<RowChange>,
}

/// A change of a mark. A value that is missing stays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RowChange {
    account: String,
    /// `null` returns to the mark by rule.
    #[serde(default, deserialize_with = "given")]
    points: Option<Option<Points>>,
    comment: Option<String>,
}

/// Distinguishes `null` from a value that is missing.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Option<Points>>, D::Error> {
    Option::deserialize(deserializer).map(Some)
}

/// `PATCH /api/contests/K/marks`: changes the rule and marks, and responds with all marks.
pub async fn change_marks(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(contest): Path<String>,
    request: Result<Json<MarksChange>, JsonRejection>,
) -> Answer<MarksTable> {
    let MarksChange { rule, rows } = body(request)?;
    let is_long =
        |row: &RowChange| row.comment.as_ref().is_some_and(|comment| comment.chars().count() > COMMENT_MAX);
    if rows.len() > ROWS_MAX || rows.iter().any(is_long) {
        let sentence = message!("a comment has at most %{n} characters", n = COMMENT_MAX);
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("comment"));
    }
    let change = |row: RowChange| MarkChange {
        account: row.account,
        points: row.points.map(|points| points.map(Points::number)),
        comment: row
            .comment
            .map(|comment| comment.chars().filter(|one| !one.is_control() || *one == '\n').collect()),
    };
    let changes: Vec<MarkChange> = rows.into_iter().map(change).collect();
    let question = move |contests: &Contests| {
        let max = match rule {
            Some(rule) => rule.max,
            None => MarksTable::read(contests, &caller.id, &contest)?.rule.max,
        };
        let is_above = |row: &MarkChange| row.points.flatten().is_some_and(|points| points > max.number());
        if changes.iter().any(is_above) {
            return Ok(Err(max));
        }
        let rule = rule.map(|rule| serde_json::to_string(&rule).expect("numbers can be written"));
        contests.store().set_marks(&caller.id, &contest, rule.as_deref(), &changes, now_ms())?;
        MarksTable::read(contests, &caller.id, &contest).map(Ok)
    };
    match host.ask_contests(question).await? {
        Ok(table) => Ok(Json(table)),
        Err(max) => {
            let sentence = message!("a mark of this contest has at most %{max} points", max);
            Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("points"))
        }
    }
}

/// The contest that a request about a class names.
#[derive(Deserialize)]
pub struct OfContest {
    pub contest: String,
}

/// `GET /api/classes/C/marks.csv`: responds with the marks of a contest as a table for Excel, in the caller's language.
pub async fn csv(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    Query(OfContest { contest }): Query<OfContest>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let language = language_of(Some(&caller), &headers);
    let table = host.ask_contests(move |contests| MarksTable::read(contests, &caller.id, &contest)).await?;
    if table.class != class {
        return Err(Refusal::unknown_address());
    }
    let name = message!("marks.csv").in_language(language);
    Ok(download("text/csv; charset=utf-8", &name, excel(&table, language)))
}

/// Returns the marks as a table for Excel.
fn excel(table: &MarksTable, language: Language) -> Vec<u8> {
    let heads = [
        message!("name"),
        message!("group"),
        message!("points"),
        message!("by the rule"),
        message!("comment"),
        message!("reason"),
    ];
    let heads: Vec<String> = heads.iter().map(|head| head.in_language(language)).collect();
    let has_comma = language.code != "en";
    let number = |points: Option<Points>| match points {
        Some(points) if has_comma => points.to_string().replace('.', ","),
        points => points.map_or_else(String::new, |points| points.to_string()),
    };
    let rows = table.rows.iter().map(|row| {
        let reasons: Message = row.reasons();
        vec![
            row.name.clone(),
            row.group.clone().unwrap_or_default(),
            number(row.mark),
            number(row.by_rule),
            row.comment.clone(),
            reasons.in_language(language),
        ]
    });
    // Excel expects a semicolon wherever a comma separates the decimals.
    excel_csv(if has_comma { ';' } else { ',' }, std::iter::once(heads).chain(rows))
}
