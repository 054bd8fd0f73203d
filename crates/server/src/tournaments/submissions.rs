//! The submissions of a class that a page sends. They are checked at once, as `wag tournament check` does.
//!
//! A request names a class by the name of its ZIP file, which is looked up in the folder `submissions/`.

use super::classes::{CheckedClass, FOLDER};
use crate::caller::Here;
use crate::error::Refusal;
use crate::matches::offers;
use crate::request::{Answer, GameQuery, Query};
use crate::workspace_state::WorkspaceState;
use axum::Json;
use axum::extract::multipart::{Multipart, MultipartError};
use axum::http::StatusCode;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::files::{check_folder, is_beneath};
use wag_i18n::{message, t};
use wag_play::{PlayError, RawOptions, user_error};
use wag_series::LocalPool;
use wag_tournament::intake::{
    ARCHIVE_MAX, ClassCheck, Submission, UploadedFile, check_submissions, save_upload,
};

/// The maximum number of files in an upload.
const FILES_MAX: usize = 20_000;

/// `POST /api/submissions`: saves the submissions of a class as a ZIP file, checks them, and responds with the results.
/// The check ends early if the page gives the request up.
pub async fn upload(
    Here(state): Here,
    Query(GameQuery { game }): Query<GameQuery>,
    form: Multipart,
) -> Answer<CheckedClass> {
    let uploaded = read(form).await?;
    let work = move |state: &WorkspaceState, stop: &Arc<AtomicBool>| {
        let class = check(state, &game, uploaded, stop)?;
        state.checked_classes.remember(&class);
        Ok(Json(class))
    };
    state.run_check(work).await
}

/// Reads the files of an upload.
async fn read(mut form: Multipart) -> Result<Vec<UploadedFile>, Refusal> {
    let incomplete = |_: MultipartError| Refusal::bad(message!("the upload is incomplete; try again"));
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
                    message!("the hand-ins are larger than %{most} MB", most = ARCHIVE_MAX >> 20),
                ));
            }
        }
        all.push(UploadedFile { path, bytes });
    }
    match all.is_empty() {
        true => {
            Err(Refusal::bad(message!("the upload is empty; choose the files or the folder of the class")))
        }
        false => Ok(all),
    }
}

fn check(
    state: &WorkspaceState,
    game: &str,
    uploaded: Vec<UploadedFile>,
    stop: &Arc<AtomicBool>,
) -> Result<CheckedClass, PlayError> {
    let workspace = &state.workspace;
    let game = offers::game(workspace, game)?;
    let Some(file) = game.info.own_player() else {
        let title = t!(game.info.title);
        return user_error(message!(
            "%{title} has no standard file name for players, so hand-ins cannot be read",
            title
        ));
    };
    let unsaved = |err: io::Error| {
        PlayError::UserError(message!(
            "the hand-ins cannot be saved in %{folder}: %{err}",
            folder = FOLDER,
            err
        ))
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
