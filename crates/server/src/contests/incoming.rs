//! A hand-in on its way from the request to a row: bounded, flushed to the disk, and stored once.

use super::checks::disk;
use super::files::write_durably;
use super::setup::ContestSetup;
use super::workspace_zip::{is_player_name, workspace_zip};
use super::{Contests, refusal};
use crate::error::Refusal;
use crate::host_limits::HostLimits;
use axum::Json;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use wag_core::text::printable;
use wag_i18n::message;
use wag_store::contests::Contest;
use wag_store::hand_ins::{Admission, HandIn, NewHandIn};
use wag_store::{crash, new_id, now_ms};

/// The maximum size of a request in JSON, in bytes.
const JSON_MAX: usize = 4096;
/// The maximum size of a form besides its file, in bytes.
const FORM_MAX: usize = 64 << 10;
/// The maximum time for which a body arrives.
const BODY_TIMEOUT: Duration = Duration::from_secs(120);
/// The maximum number of files that arrive at the same time. Each is in memory until it is complete.
const UPLOADS_MAX: usize = 16;
/// The maximum time for which a file waits until it may arrive.
const PLACE_TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum length of the key of a request, and of the name of an uploaded file, in characters.
const KEY_MAX: usize = 100;
const FILE_NAME_MAX: usize = 200;

/// A hand-in from the workspace.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FromWorkspace {
    from: String,
    /// The name of the player's file; the standard name if it is missing.
    file: Option<String>,
}

/// The places for files that arrive: a number for all, and one for each account, so that slow uploads of one account keep
/// nobody out.
pub struct Uploads {
    all: Arc<Semaphore>,
    of_accounts: Mutex<BTreeMap<String, Arc<Semaphore>>>,
    /// The maximum time for which a body arrives.
    pub(super) body_time: Duration,
}

impl Default for Uploads {
    fn default() -> Uploads {
        Uploads {
            all: Arc::new(Semaphore::new(UPLOADS_MAX)),
            of_accounts: Mutex::default(),
            body_time: BODY_TIMEOUT,
        }
    }
}

impl Uploads {
    /// Waits for a place of the account, and one of all.
    async fn place(&self, account: &str) -> Result<[OwnedSemaphorePermit; 2], Refusal> {
        let own = {
            let mut all = self.of_accounts.lock().unwrap_or_else(PoisonError::into_inner);
            // Those that nobody holds or waits for are not needed.
            all.retain(|_, own| Arc::strong_count(own) > 1);
            Arc::clone(all.entry(account.to_string()).or_insert_with(|| Arc::new(Semaphore::new(1))))
        };
        let places = async {
            let own = own.acquire_owned().await?;
            Ok::<_, AcquireError>([own, Arc::clone(&self.all).acquire_owned().await?])
        };
        timeout(PLACE_TIMEOUT, places).await.ok().and_then(Result::ok).ok_or_else(|| {
            let sentence = message!("too many files arrive at the moment; try again in a few seconds");
            Refusal::new(StatusCode::SERVICE_UNAVAILABLE, sentence).with_code("busy").with_retry_after(5)
        })
    }
}

/// The content of a hand-in.
enum Content {
    Upload { file_name: String, bytes: Vec<u8> },
    Workspace { file: Option<String> },
}

impl Contests {
    /// Receives a hand-in: stores its file, then its row with its check. Returns it, and whether it is new.
    pub(super) async fn receive(
        self: &Arc<Self>,
        account: String,
        contest: String,
        request: Request,
    ) -> Result<(HandIn, bool), Refusal> {
        // The deadline counts for this moment; the body may follow later.
        let arrived_at = now_ms();
        let key = request_key(request.headers())?;
        let limits = self.limits.read(&account).await;
        let admission = {
            let (account, contest, key) = (account.clone(), contest.clone(), key.clone());
            self.ask(move |store| store.admission(&account, &contest, &key, arrived_at, limits.hand_ins()))
                .await?
        };
        let contest = match admission {
            Admission::Known(known) => return Ok((*known, false)),
            Admission::Open(contest) => contest,
        };
        let _place = self.uploads.place(&account).await?;
        let content = timeout(self.uploads.body_time, read(request, limits.upload_bytes() as usize))
            .await
            .map_err(|_| too_slow())??;
        let stored =
            self.work(move |own| own.store_hand_in(&contest, content, limits, (account, key, arrived_at)));
        let stored = stored.await?;
        if stored.1 {
            self.checks_wait.notify_one();
        }
        Ok(stored)
    }

    fn store_hand_in(
        &self,
        contest: &Contest,
        content: Content,
        limits: HostLimits,
        (account, request_key, arrived_at): (String, String, i64),
    ) -> Result<(HandIn, bool), Refusal> {
        self.disk.check()?;
        let usual = ContestSetup::of(contest)?.own_file;
        let (own_file, file_name, bytes) = match content {
            Content::Upload { file_name, bytes } => (usual.to_string(), file_name, bytes),
            Content::Workspace { file } => {
                let file = file.unwrap_or_else(|| usual.to_string());
                if !is_player_name(&file) {
                    return Err(no_player());
                }
                let zip = workspace_zip(&self.files.workspace(&account), &file, limits.upload_bytes())?;
                (file.clone(), format!("{file}.zip"), zip)
            }
        };
        let id = new_id();
        write_durably(&self.files.incoming(&id), &bytes).map_err(|err| disk(&err))?;
        crash::point("upload.stored");
        let new = NewHandIn {
            id: id.clone(),
            contest: contest.id.clone(),
            account,
            request_key,
            own_file,
            file_name,
            bytes: bytes.len() as i64,
            arrived_at,
            limits: limits.hand_ins(),
        };
        let stored = self.store.add_hand_in(&new, now_ms()).map_err(refusal);
        crash::point("hand_in.stored");
        // The row names the file only if it is new.
        if !matches!(&stored, Ok((_, true))) {
            self.forget_upload(&id);
        }
        stored
    }
}

/// Returns the key by which a repeated request is recognized; a new one if the request has none.
fn request_key(headers: &HeaderMap) -> Result<String, Refusal> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(new_id()) };
    let key = key.to_str().ok().filter(|key| !key.is_empty() && key.len() <= KEY_MAX);
    key.map(str::to_string).ok_or_else(|| {
        Refusal::bad(message!("the header Idempotency-Key has 1 to %{most} characters", most = KEY_MAX))
            .with_code("bad_request")
    })
}

/// Reads the body of a request. Its file has at most this number of bytes.
async fn read(mut request: Request, most: usize) -> Result<Content, Refusal> {
    // Also what stands around the file: its name and other fields would be searched again with each piece that arrives.
    DefaultBodyLimit::max(most + FORM_MAX).apply(&mut request);
    let kind =
        request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if kind.starts_with("multipart/form-data") {
        let form = Multipart::from_request(request, &()).await.map_err(|_| incomplete())?;
        return read_form(form, most).await;
    }
    if !kind.starts_with("application/json") {
        let sentence = message!("a hand-in is a file of a form, or JSON that names a file of your folder");
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, sentence).with_code("media_type"));
    }
    DefaultBodyLimit::max(JSON_MAX).apply(&mut request);
    let request: FromWorkspace = crate::request::body(Json::from_request(request, &()).await)?;
    match request.from.as_str() {
        "workspace" => Ok(Content::Workspace { file: request.file }),
        _ => Err(Refusal::bad(message!("a hand-in comes from the workspace or is a file of a form"))),
    }
}

/// Reads the only file of a form, of at most this number of bytes.
async fn read_form(mut form: Multipart, most: usize) -> Result<Content, Refusal> {
    while let Some(mut field) = form.next_field().await.map_err(|_| incomplete())? {
        let Some(name) = field.file_name() else { continue };
        let file_name = printable(name).chars().take(FILE_NAME_MAX).collect();
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(|_| incomplete())? {
            if bytes.len() + chunk.len() > most {
                let sentence = message!("the file is larger than %{most} MB", most = most >> 20);
                return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, sentence).with_code("too_large"));
            }
            bytes.extend_from_slice(&chunk);
            crash::point("upload.arriving");
        }
        return if bytes.is_empty() { Err(no_player()) } else { Ok(Content::Upload { file_name, bytes }) };
    }
    Err(no_player())
}

fn incomplete() -> Refusal {
    Refusal::bad(message!("the upload is incomplete; try again")).with_code("bad_request")
}

fn no_player() -> Refusal {
    let sentence = message!("there is no AI in this; hand in a Python file or a ZIP file");
    Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("no_player")
}

fn too_slow() -> Refusal {
    let sentence = message!("the upload took too long; try again");
    Refusal::new(StatusCode::REQUEST_TIMEOUT, sentence).with_code("too_slow")
}
