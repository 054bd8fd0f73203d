//! The hand-ins that the next season of a contest takes over. Each is a new hand-in of its author, which is checked again.

use super::checks::disk;
use super::files::write_durably;
use super::{Contests, refusal};
use crate::caller::Me;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, Path, body};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use serde::{Deserialize, Serialize};
use wag_store::hand_ins::NewHandIn;
use wag_store::{HandInLimits, new_id, now_ms};

/// The body of `POST /api/contests/K/take-over`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakeOverForm {
    /// The id of the contest before.
    from: String,
}

/// The response to `POST /api/contests/K/take-over`.
#[derive(Serialize)]
pub struct TakenOver {
    /// The number of hand-ins that were taken over.
    hand_ins: usize,
}

/// `POST /api/contests/K/take-over`: takes over the active hand-ins of another contest of the class. Whoever has handed in
/// something already keeps it.
pub async fn take_over(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(contest): Path<String>,
    form: Result<Json<TakeOverForm>, JsonRejection>,
) -> Answer<TakenOver> {
    let TakeOverForm { from } = body(form)?;
    let taken = host.contests.work(move |own| own.take_over(&me.id, &from, &contest)).await?;
    host.contests.checks_wait.notify_one();
    Ok(Json(TakenOver { hand_ins: taken }))
}

impl Contests {
    /// Copies the content of the hand-ins as uploads, and stores their rows. Returns their number.
    pub(super) fn take_over(&self, teacher: &str, from: &str, to: &str) -> Result<usize, Refusal> {
        self.disk.check()?;
        let carried = self.store.carried_hand_ins(teacher, from, to).map_err(refusal)?;
        let now = now_ms();
        let mut uploads = Vec::new();
        for old in carried {
            let zip = self.files.read_blob(&old.sha256).map_err(|err| disk(&err))?;
            let id = new_id();
            write_durably(&self.files.incoming(&id), &zip).map_err(|err| disk(&err))?;
            uploads.push(NewHandIn {
                file_name: format!("{}.zip", old.own_file),
                id,
                contest: to.to_string(),
                account: old.account,
                // Repeated, it is the same hand-in.
                request_key: format!("season-{}", old.id),
                own_file: old.own_file,
                bytes: zip.len() as i64,
                arrived_at: now,
                // A teacher hands it in.
                limits: HandInLimits::default(),
            });
        }
        let stored = self.store.carry_hand_ins(teacher, (from, to), &uploads, now).map_err(refusal);
        let is_stored = |id: &String| stored.as_ref().is_ok_and(|ids| ids.contains(id));
        for upload in uploads.iter().filter(|upload| !is_stored(&upload.id)) {
            self.forget_upload(&upload.id);
        }
        let stored = stored?;
        let contest = self.store.contest_for_server(to).map_err(refusal)?;
        self.contest_changed(&contest);
        Ok(stored.len())
    }
}
