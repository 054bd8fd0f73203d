//! The requests about projectors: a link that shows one contest to whoever has it.

use super::bracket_api::ShownBracket;
use super::shown::{Progress, ShownMatch, ShownTable, names_for};
use super::{Contests, refusal};
use crate::caller::Me;
use crate::error::Refusal;
use crate::host::{Hosted, ShownLink};
use crate::request::{Answer, Path};
use axum::Json;
use axum::http::StatusCode;
use serde::Serialize;
use std::sync::Arc;
use wag_i18n::message;
use wag_stats::forms::FormName;
use wag_store::contests::Part;
use wag_store::{StoreError, now_ms};

/// A new link of a projector.
#[derive(Serialize)]
pub struct NewScreen {
    link: String,
}

/// The view of a projector.
#[derive(Serialize)]
pub struct Screen {
    contest: ScreenContest,
    table: ShownTable,
    stage: &'static str,
    revealed: i64,
    /// The number of places.
    entries: usize,
    /// The stages of a final in several; `None` before the final and for all against all.
    bracket: Option<ShownBracket>,
    /// The match of the final that is played or comes next.
    next_match: Option<ShownMatch>,
    progress: Progress,
    /// The link of the contest's class, if one is open that this server has made since its start.
    class_link: Option<String>,
    /// The QR code of the link as an SVG document.
    class_link_qr: Option<String>,
    server_time: i64,
}

/// The contest of a projector.
#[derive(Serialize)]
pub struct ScreenContest {
    id: String,
    name: String,
    class_name: String,
    game: String,
    state: &'static str,
    opens_at: Option<i64>,
    deadline_at: Option<i64>,
}

/// `POST /api/contests/K/screens`: makes a link for a projector.
pub async fn make(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<NewScreen>), Refusal> {
    let secret = host.contests.ask(move |store| store.make_screen(&me.id, &id, now_ms())).await?;
    Ok((StatusCode::CREATED, Json(NewScreen { link: format!("{}/s#{}", host.public.url(), secret.text()) })))
}

/// `GET /api/screen/TOKEN`: responds with what the projector shows. Hidden entries and hidden places are not in it.
pub async fn screen(Hosted(host): Hosted, Path(token): Path<String>) -> Answer<Screen> {
    let links = Arc::clone(&host);
    let shown = host.contests.work(move |own| {
        let (class, mut screen) = own.screen(&token)?;
        if let Some(ShownLink { link, qr }) = links.shown_link(&class)? {
            (screen.class_link, screen.class_link_qr) = (Some(link), Some(qr));
        }
        Ok(Json(screen))
    });
    shown.await
}

impl Contests {
    /// Returns the class of a projector, and what the projector shows, without a class link.
    fn screen(&self, token: &str) -> Result<(String, Screen), Refusal> {
        let contest = self.store.contest_of_screen(token, now_ms()).map_err(|err| match err {
            StoreError::Closed => {
                Refusal::new(StatusCode::GONE, message!("this link is closed; ask for a new one"))
                    .with_code("closed")
            }
            err => refusal(err),
        })?;
        let (done, all) = self.store.final_progress(&contest.id).map_err(refusal)?;
        let part = if all > 0 { Part::Final } else { Part::Ladder };
        let table = self.table((&contest, part), contest.state.shows_final(), false)?;
        let names = names_for(&self.store.entries(&contest.id).map_err(refusal)?, None, false);
        let next = self.store.next_match(&contest.id).map_err(refusal)?;
        let is_in_stages = all > 0 && contest.form != FormName::All.as_str();
        let shows_final = contest.state.shows_final();
        let bracket = is_in_stages.then(|| self.bracket(&contest, &names, shows_final)).transpose()?;
        let screen = Screen {
            bracket,
            stage: table.stage,
            revealed: contest.revealed,
            entries: table.entries,
            table,
            next_match: next.map(|next| ShownMatch::new(&next, &names, |_| false)),
            progress: Progress { done, all },
            class_link: None,
            class_link_qr: None,
            server_time: now_ms(),
            contest: ScreenContest {
                id: contest.id,
                name: contest.name,
                class_name: contest.class_name,
                game: contest.game,
                state: contest.state.text(),
                opens_at: contest.opens_at,
                deadline_at: contest.deadline_at,
            },
        };
        Ok((contest.class_id, screen))
    }
}
