//! `GET /api/classes/C/overview`: how far the pupils of a class are.

use super::course_index::given_out;
use super::marks_table::Ranks;
use super::overview::{ClassRows, Overview, QueueCounts};
use crate::caller::Me;
use crate::contests::Contests;
use crate::host::Hosted;
use crate::request::{Answer, Path};
use axum::Json;
use std::collections::BTreeMap;
use wag_i18n::PageText;
use wag_store::now_ms;

/// `GET /api/classes/C/overview`: responds with a row for each pupil.
pub async fn overview(Hosted(host): Hosted, Me(account): Me, Path(class): Path<String>) -> Answer<Overview> {
    let queue = host.work.queue();
    let mut waiting: BTreeMap<String, usize> = BTreeMap::new();
    for job in queue.jobs.iter().filter(|job| !job.running) {
        *waiting.entry(job.account.clone()).or_default() += 1;
    }
    let running = queue.jobs.iter().filter(|job| job.running).count();
    let (now, id) = (now_ms(), class.clone());
    let present = host.events.present();
    let question = move |contests: &Contests| {
        let store = contests.store();
        let contest =
            store.class_contests(&account.id, &id)?.into_iter().find(|contest| contest[3] != "archived");
        let ranks = contest.map(|[contest, ..]| Ranks::read(contests, &account.id, &contest)).transpose()?;
        let rows = ClassRows {
            pupils: store.taught_pupils(&account.id, &id)?,
            progress: store.class_progress(&account.id, &id)?,
            hand_ins: store.class_hand_ins(&account.id, &id, false)?,
            given_out: given_out().clone(),
            ranks: ranks.unwrap_or_default().ranks,
            waiting,
            present,
        };
        Ok(rows.rows(now))
    };
    let pupils = host.ask_contests(question).await?;
    let notices = host.notices.iter().cloned().chain(host.work.cluster_notices()).map(PageText).collect();
    let queue = QueueCounts { running, waiting: queue.jobs.len() - running };
    Ok(Json(Overview { class, time: now, pupils, queue, notices }))
}
