//! The submissions of a class that a page sends. They are checked at once, as `wag tournament check` does.
//!
//! A request names a class by the name of its ZIP file, which is looked up in the folder `submissions/`.

use crate::error::Refusal;
use crate::matches::offers;
use crate::request::{Answer, GameQuery};
use crate::state::AppState;
use axum::Json;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use wag_core::files::{check_folder, is_beneath};
use wag_i18n::{quote, t};
use wag_play::{PlayError, RawOptions, user_error};
use wag_series::LocalPool;
use wag_tournament::intake::{
    ARCHIVE_MAX, CheckedSubmission, ClassCheck, Reason, Submission, UploadedFile, Verdict, check_submissions,
    save_upload,
};

/// The name of the folder with the submissions, in the working folder.
const FOLDER: &str = "submissions";
/// The maximum number of files in an upload.
const FILES_MAX: usize = 20_000;
/// The maximum number of classes whose checks are remembered.
const CLASSES_MAX: usize = 20;

/// The submissions of a class, and the results of their check.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedClass {
    /// The name of the ZIP file in the folder `submissions/`.
    file: String,
    #[cfg_attr(test, ts(type = "CheckedSubmission[]"))]
    submissions: Vec<CheckedSubmission>,
}

/// The reasons why submissions cannot play, by their paths, for each class that has been checked.
#[derive(Default)]
pub struct CheckedClasses(Mutex<BTreeMap<String, BTreeMap<String, Reason>>>);

impl CheckedClasses {
    fn remember(&self, class: &CheckedClass) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= CLASSES_MAX {
            all.pop_first();
        }
        let refusal = |one: &CheckedSubmission| {
            let mut reasons = one.reasons.iter().map(|reason| &reason.reason);
            let reason = reasons.find(|reason| reason.code.verdict() == Verdict::CannotPlay)?;
            Some((one.path.clone(), reason.clone()))
        };
        all.insert(class.file.clone(), class.submissions.iter().filter_map(refusal).collect());
    }

    /// Returns the reasons why submissions of a class cannot play; empty if the class has not been checked.
    pub fn refusals(&self, file: &str) -> BTreeMap<String, Reason> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(file).cloned().unwrap_or_default()
    }
}

/// `POST /api/submissions`: saves the submissions of a class as a ZIP file, checks them, and responds with the results.
/// The check ends early if the page gives the request up.
pub async fn upload(
    State(client): State<Arc<AppState>>,
    Query(GameQuery { game }): Query<GameQuery>,
    form: Multipart,
) -> Answer<CheckedClass> {
    let uploaded = read(form).await?;
    let state = Arc::clone(&client);
    let work = move |stop: &Arc<AtomicBool>| {
        let _running = match client.check_in_progress.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Refusal::conflict(t!("another check is running; try again when it has ended")));
            }
            other => other,
        };
        let class = check(&client, &game, uploaded, stop)?;
        client.checked_classes.remember(&class);
        Ok(Json(class))
    };
    state.requests.run(work).await
}

/// Reads the files of an upload.
async fn read(mut form: Multipart) -> Result<Vec<UploadedFile>, Refusal> {
    let incomplete = |_: MultipartError| Refusal::bad(t!("the upload is incomplete; try again"));
    let (mut all, mut length) = (Vec::new(), 0);
    while let Some(mut field) = form.next_field().await.map_err(incomplete)? {
        let path = field.file_name().unwrap_or_default().to_string();
        let mut bytes = Vec::new();
        while let Some(chunk) = field.chunk().await.map_err(incomplete)? {
            length += chunk.len() as u64;
            bytes.extend_from_slice(&chunk);
            if length > ARCHIVE_MAX || all.len() >= FILES_MAX {
                return Err(Refusal::new(
                    StatusCode::PAYLOAD_TOO_LARGE,
                    t!("the submissions are larger than %{most} MB", most = ARCHIVE_MAX >> 20),
                ));
            }
        }
        all.push(UploadedFile { path, bytes });
    }
    match all.is_empty() {
        true => Err(Refusal::bad(t!("the upload is empty; choose the files or the folder of the class"))),
        false => Ok(all),
    }
}

fn check(
    client: &AppState,
    game: &str,
    uploaded: Vec<UploadedFile>,
    stop: &Arc<AtomicBool>,
) -> Result<CheckedClass, PlayError> {
    let (game, workspace) = (offers::game(game)?, &client.workspace);
    let Some(file) = game.info.own_player() else {
        let title = t!(game.info.title);
        return user_error(t!(
            "%{title} has no standard file name for players, so submissions cannot be read",
            title
        ));
    };
    let unsaved = |err: io::Error| {
        PlayError::UserError(t!("the submissions cannot be saved in %{folder}: %{err}", folder = FOLDER, err))
    };
    let folder = Path::new(FOLDER);
    check_folder(folder).map_err(unsaved)?;
    if !is_beneath(&workspace.folder, folder) {
        return Err(unsaved(io::Error::other(t!("a link leads out of the working folder"))));
    }
    let path = save_upload(folder, uploaded).map_err(unsaved)?;
    let check = ClassCheck {
        game,
        options: &RawOptions::new(),
        places: &[],
        seed: 1,
        limits: &workspace.limits,
        executor: LocalPool::executor(None),
        stop,
    };
    let submissions = check_submissions(&check, &Submission::all_in(&path, file)?)?;
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(CheckedClass { file, submissions })
}

/// Returns the path of the ZIP file of a class, relative to the working folder, or an error if there is none.
pub fn find(folder: &Path, file: &str) -> Result<PathBuf, PlayError> {
    let path = Path::new(FOLDER).join(file);
    let is_name =
        !file.contains(['/', '\0']) && !file.starts_with('.') && file.to_lowercase().ends_with(".zip");
    match is_name && is_beneath(folder, &path) && path.is_file() {
        true => Ok(path),
        false => user_error(t!("there are no submissions %{file} in the working folder", file = quote(file))),
    }
}
