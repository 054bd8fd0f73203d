//! The checks of hand-ins: claimed from the store, done by a worker, and stored with the content.

use super::worker::when_possible;
use super::{Contests, refusal};
use crate::error::Refusal;
use crate::work::{CheckedHandIn, HandInCheck, HandInReason, WorkFault};
use sha2::{Digest, Sha256};
use std::fs;
use std::sync::Arc;
use tokio::sync::Semaphore;
use wag_core::text::printable;
use wag_i18n::{Message, message};
use wag_store::hand_ins::{CheckResult, ClaimedCheck, HandIn, HandInState};
use wag_store::{crash, now_ms};

/// The maximum number of checks that wait for a worker at the same time. The queue of the workers decides which is next.
const CHECKS_MAX: usize = 64;
/// The maximum size of a canonical ZIP, in bytes.
const ZIP_MAX: usize = 64 << 20;
/// The maximum size of a reason, in bytes, and of the name of a file, in characters.
const REASON_BYTES_MAX: usize = 2000;
const FILE_CHARS_MAX: usize = 200;

impl Contests {
    /// Checks the hand-ins that wait, for as long as the server runs.
    pub(super) async fn run_checks(self: Arc<Self>) {
        let places = Arc::new(Semaphore::new(CHECKS_MAX));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else { return };
            let claimed = self.work(|own| match own.disk.is_full() {
                true => Ok(None),
                false => own.store.claim_check(now_ms()).map_err(refusal),
            });
            match claimed.await {
                Ok(Some(claimed)) => {
                    let own = Arc::clone(&self);
                    tokio::spawn(async move {
                        own.check(claimed).await;
                        drop(place);
                    });
                }
                Ok(None) => self.wait_for(&self.checks_wait).await,
                Err(err) => self.pause(&err).await,
            }
        }
    }

    /// Checks a hand-in that was claimed.
    async fn check(self: &Arc<Self>, claimed: ClaimedCheck) {
        crash::point("check.claimed");
        let ClaimedCheck { hand_in, game } = claimed;
        self.tell_of(&hand_in).await;
        let job = HandInCheck {
            account: hand_in.account_id.clone(),
            game,
            own_file: hand_in.own_file.clone(),
            upload: self.files.incoming(&hand_in.id),
            file_name: hand_in.file_name.clone(),
        };
        let checked = when_possible(|| self.worker.check(job.clone())).await;
        let claimed = hand_in.clone();
        let done = self.work(move |own| own.end_check(&claimed, checked)).await;
        match done {
            Ok(Some(hand_in)) => {
                self.tell_of(&hand_in).await;
                if hand_in.state == HandInState::Valid {
                    self.plan_ladder(hand_in.contest_id).await;
                }
            }
            // It waits again, or was withdrawn.
            Ok(None) => self.checks_wait.notify_one(),
            Err(err) => {
                self.pause(&err).await;
                let _ = self.work(move |own| own.end_check(&hand_in, Err(WorkFault::Lost))).await;
                self.checks_wait.notify_one();
            }
        }
    }

    /// Stores what a worker has found out. Returns the hand-in, or `None` if it waits for another attempt or was withdrawn.
    fn end_check(
        &self,
        hand_in: &HandIn,
        checked: Result<CheckedHandIn, WorkFault>,
    ) -> Result<Option<HandIn>, Refusal> {
        crash::point("check.answered");
        let (id, now) = (hand_in.id.as_str(), now_ms());
        let result = match checked {
            Ok(checked) => self.stored_content(checked)?,
            Err(WorkFault::Refused(sentence)) => failed(sentence),
            Err(WorkFault::TooSlow) => failed(message!(
                "the check took too long; an AI must not compute for long before its first turn"
            )),
            Err(WorkFault::Lost | WorkFault::Cancelled | WorkFault::QueueFull { .. }) => {
                let reason = failed(message!("the server could not check this; hand it in again")).reason;
                if self.store.lose_check(id, &reason.unwrap_or_default(), now).map_err(refusal)? {
                    return Ok(None);
                }
                self.forget_upload(id);
                let (hand_in, _) = self.store.hand_in(&hand_in.account_id, id).map_err(refusal)?;
                return Ok(Some(hand_in));
            }
        };
        let hand_in = self.store.end_check(id, &result, now).map_err(refusal)?;
        crash::point("check.stored");
        self.forget_upload(id);
        Ok(hand_in)
    }

    /// Checks and stores the content that a worker has sent. The hash is computed here, because it names a file.
    fn stored_content(&self, checked: CheckedHandIn) -> Result<CheckResult, Refusal> {
        let CheckedHandIn { zip, reason, prints, .. } = checked;
        let reason = reason.map(bounded);
        let zip = match zip {
            Some(zip) if zip.len() <= ZIP_MAX => zip,
            // A valid hand-in has content.
            _ => {
                let missing = || {
                    bounded(HandInReason {
                        message: message!("its files cannot be unpacked"),
                        file: None,
                        line: None,
                    })
                };
                let reason = serde_json::to_string(&reason.unwrap_or_else(missing)).ok();
                return Ok(CheckResult { reason, ..CheckResult::default() });
            }
        };
        let sha256: String = Sha256::digest(&zip).iter().map(|byte| format!("{byte:02x}")).collect();
        self.files.store_blob(&sha256, &zip).map_err(|err| disk(&err))?;
        crash::point("blob.stored");
        let reason = reason.and_then(|reason| serde_json::to_string(&reason).ok());
        Ok(CheckResult {
            content: Some((sha256, zip.len() as i64)),
            reason,
            prints: serde_json::to_string(&prints).unwrap_or_default(),
        })
    }

    /// Removes the file of a hand-in that was checked.
    pub(super) fn forget_upload(&self, id: &str) {
        if let Err(err) = fs::remove_file(self.files.incoming(id)) {
            log::info!("the file of a hand-in stays: {err}");
        }
    }

    /// Tells the readers of events about a hand-in.
    pub(super) async fn tell_of(self: &Arc<Self>, hand_in: &HandIn) {
        let id = hand_in.contest_id.clone();
        if let Ok(contest) = self.ask(move |store| store.contest_for_server(&id)).await {
            self.hand_in_changed(hand_in, &contest.class_id);
        }
    }
}

fn failed(message: Message) -> CheckResult {
    let reason = bounded(HandInReason { message, file: None, line: None });
    CheckResult { reason: serde_json::to_string(&reason).ok(), ..CheckResult::default() }
}

/// Bounds the texts of a reason from a worker.
pub fn bounded(reason: HandInReason) -> HandInReason {
    let HandInReason { message, file, line } = reason;
    HandInReason {
        message: message.bounded(REASON_BYTES_MAX).map(&printable),
        file: file.map(|file| printable(&file).chars().take(FILE_CHARS_MAX).collect()),
        line,
    }
}

/// Returns the answer to a request that a failing disk makes impossible.
pub fn disk(err: &std::io::Error) -> Refusal {
    log::error!("the disk fails: {err}");
    crate::disk::full()
}
