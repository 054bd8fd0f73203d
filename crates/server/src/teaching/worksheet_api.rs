//! Moodle's grading worksheet: the teacher's own file comes back with marks and comments filled in.

use super::downloads::{download, file_name};
use super::marks_table::MarksTable;
use crate::caller::Me;
use crate::contests::Contests;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::host::languages::language_of;
use crate::request::{Path, Query, run_blocking};
use axum::Json;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use wag_class::{ClassError, Points, SheetRow, SheetVerdict, Understood, Worksheet};
use wag_i18n::PageText;
use wag_store::now_ms;

/// The query of a worksheet.
#[derive(Deserialize)]
pub struct WorksheetQuery {
    contest: String,
    /// `1` only says what would be filled in.
    dry: Option<String>,
}

/// The values that would be filled into a worksheet.
#[derive(Serialize)]
pub struct WorksheetReport {
    understood: Understood,
    /// The maximum grade of the assignment.
    maximum: Option<Points>,
    /// The rows of pupils of the class.
    rows: Vec<ReportedRow>,
    /// The rows that no pupil fits.
    unmatched: Vec<ReportedRow>,
    /// The pupils of the class without a row.
    missing: Vec<MissingPupil>,
}

/// A pupil of the class without a row in the worksheet.
#[derive(Debug, PartialEq, Serialize)]
struct MissingPupil {
    account: String,
    name: String,
    /// The mark, which nobody sees in Moodle.
    points: Option<Points>,
}

#[derive(Serialize)]
struct ReportedRow {
    line: usize,
    name: String,
    account: Option<String>,
    verdict: SheetVerdict,
    message: Option<PageText>,
    before: Option<String>,
    points: Option<Points>,
}

impl From<SheetRow> for ReportedRow {
    fn from(row: SheetRow) -> ReportedRow {
        let SheetRow { line, name, account, verdict, message, before, points } = row;
        ReportedRow { line, name, account, verdict, message: message.map(PageText), before, points }
    }
}

/// `POST /api/classes/C/worksheet`: fills in the marks of a contest. Nothing of the file is stored.
pub async fn fill(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    Query(WorksheetQuery { contest, dry }): Query<WorksheetQuery>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let language = language_of(Some(&caller), &headers);
    let is_dry = dry.is_some_and(|dry| dry != "0");
    let question = move |contests: &Contests| {
        let table = MarksTable::read(contests, &caller.id, &contest)?;
        if table.class == class && !is_dry {
            contests.store().record_reading(&caller.id, &contest, &class, "worksheet", now_ms())?;
        }
        Ok((table.class == class).then_some(table))
    };
    let table = host.ask_contests(question).await?.ok_or_else(Refusal::unknown_address)?;
    let uploaded = headers.get(header::CONTENT_DISPOSITION).and_then(|value| value.to_str().ok());
    let name = uploaded.and_then(|value| value.split("filename=").nth(1)).unwrap_or_default();
    let name = file_name(name.trim_matches('"'), "worksheet.csv");
    run_blocking(move || {
        let sheet = Worksheet::read(&bytes).map_err(|err| refusal(&err))?;
        let marks = table.for_worksheet(language);
        let plan = sheet.plan(&table.pupils, &marks).map_err(|err| refusal(&err))?;
        if is_dry {
            return Ok(Json(report(&sheet, plan, &table)).into_response());
        }
        Ok(download("text/csv", &name, sheet.fill(&plan, &marks)))
    })
    .await
}

fn report(sheet: &Worksheet, plan: Vec<SheetRow>, table: &MarksTable) -> WorksheetReport {
    let (unmatched, rows): (Vec<SheetRow>, Vec<SheetRow>) =
        plan.into_iter().partition(|row| row.verdict == SheetVerdict::Unmatched);
    let has_row = |account: &str| rows.iter().any(|row| row.account.as_deref() == Some(account));
    let missing = table.rows.iter().filter(|row| !has_row(&row.account));
    let missing = missing.map(|row| MissingPupil {
        account: row.account.clone(),
        name: row.name.clone(),
        points: row.mark,
    });
    let missing = missing.collect();
    let reported = |rows: Vec<SheetRow>| rows.into_iter().map(ReportedRow::from).collect();
    WorksheetReport {
        understood: sheet.understood(),
        maximum: sheet.maximum(),
        rows: reported(rows),
        unmatched: reported(unmatched),
        missing,
    }
}

/// Returns the answer to a file that is not what it should be.
pub fn refusal(err: &ClassError) -> Refusal {
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, err.message()).with_code(err.code())
}
