//! Requests about everything that is stored of a person: to take it along, and to delete it; and about backups.

use super::backup::{self, BackupReport};
use super::errors::HostError;
use super::host_state::Host;
use super::hosted::Hosted;
use super::{deleted_persons, plain_files};
use crate::caller::Me;
use crate::disk;
use crate::error::Refusal;
use crate::request::{Answer, Path, run_blocking};
use crate::teaching::downloads::download;
use crate::teaching::hand_ins_zip::streamed;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use wag_core::text::format_timestamp;
use wag_i18n::message;
use wag_store::{DeletedFiles, PersonRows, now_ms};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// The number of backups that the server keeps in its folder.
const BACKUPS_KEPT: usize = 7;

/// `POST /api/accounts/A/export`: responds with a ZIP file of everything that is stored of a person.
pub async fn export(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(account): Path<String>,
) -> Result<Response, Refusal> {
    let person = host.ask(move |store| store.person(&caller.id, &account, now_ms())).await?;
    let file = run_blocking(move || pack(&host, &person).map_err(|err| unreadable(&err))).await?;
    Ok(download("application/zip", "person.zip", streamed(file)))
}

fn unreadable(err: &io::Error) -> Refusal {
    log::error!("the files of a person cannot be read: {err}");
    Refusal::defect(message!("the files cannot be read; tell the owner of the server")).with_code("defect")
}

/// Writes everything of a person into a ZIP file without a name, which ends with the response.
fn pack(host: &Arc<Host>, person: &PersonRows) -> io::Result<File> {
    let mut zip = ZipWriter::new(tempfile::tempfile_in(host.folder().join("incoming"))?);
    let mut add = |name: &str, bytes: &[u8]| -> io::Result<()> {
        zip.start_file(name, SimpleFileOptions::default())?;
        zip.write_all(bytes)
    };
    add("rows.json", &serde_json::to_vec_pretty(person)?)?;
    let workspace = host.folder().join("workspaces").join(&person.account);
    for path in plain_files::list(&workspace)? {
        if let (Some(name), Some(bytes)) = (path.to_str(), plain_files::read(&workspace, &path)?) {
            add(&format!("files/{name}"), &bytes)?;
        }
    }
    for (contest, version, sha256) in person.hand_ins.iter().filter(|(_, _, hash)| hash.len() > 2) {
        if let Some(bytes) =
            plain_files::read(&host.folder().join("blobs"), &FilePath::new(&sha256[..2]).join(sha256))?
        {
            add(&format!("hand-ins/{contest}-{version}.zip"), &bytes)?;
        }
    }
    for (id, seat) in &person.logs {
        if let Some(bytes) =
            plain_files::read(&host.folder().join("logs"), &FilePath::new(id).join(seat.to_string()))?
        {
            add(&format!("logs/{id}-{seat}.txt"), &bytes)?;
        }
    }
    let mut file = zip.finish()?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// `DELETE /api/accounts/A`: deletes a person, and the files of the person.
pub async fn delete(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(account): Path<String>,
) -> Result<StatusCode, Refusal> {
    let files = host.ask(move |store| store.delete_person(&caller.id, &account, now_ms())).await?;
    remove(host, files).await
}

/// `DELETE /api/me`: deletes the caller, and the caller's files, if all classes of the caller allow it.
pub async fn delete_me(Hosted(host): Hosted, Me(caller): Me) -> Result<Response, Refusal> {
    let files = host.ask(move |store| store.delete_self(&caller.id, now_ms())).await?;
    let cookie = host.cookie.remove();
    let done = remove(host, files).await?;
    Ok((done, [(header::SET_COOKIE, cookie)]).into_response())
}

/// Ends what a deleted person has open, and removes the files of the person.
pub(super) async fn remove(host: Arc<Host>, files: DeletedFiles) -> Result<StatusCode, Refusal> {
    host.contests.forget_results();
    host.end_access(&[&files.account]).await;
    run_blocking(move || {
        deleted_persons::remove_person(host.folder(), &files, now_ms()).map_err(|err| unreadable(&err))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The response to `POST /api/backup`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BackupFile {
    /// The path of the file in the folder of the server.
    file: String,
    files: usize,
    bytes: u64,
}

/// `POST /api/backup`: writes a backup into the folder of the server, and removes the oldest ones.
pub async fn back_up(Hosted(host): Hosted) -> Answer<BackupFile> {
    run_blocking(move || {
        host.work.disk().check()?;
        let failed = |err: &dyn std::fmt::Display| {
            log::error!("the backup fails: {err}");
            Refusal::defect(message!("the backup cannot be written; the terminal of the server says why"))
                .with_code("defect")
        };
        let folder = backups(&host);
        wag_core::files::create_private_folder(&folder).map_err(|err| failed(&err))?;
        let time = format_timestamp(SystemTime::now()).replace(':', "");
        let name = format!("wag-{time}.zip");
        let BackupReport { files, bytes } =
            backup::back_up(host.folder(), &folder.join(&name)).map_err(|err| match err {
                HostError::NoRoom { .. } => disk::full(),
                err => failed(&err),
            })?;
        remove_oldest(&folder).map_err(|err| failed(&err))?;
        Ok(Json(BackupFile { file: format!("backups/{name}"), files, bytes }))
    })
    .await
}

fn backups(host: &Host) -> PathBuf {
    host.folder().join("backups")
}

/// The backups in the folder of the server, for its owner.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BackupList {
    /// The absolute path of the folder.
    folder: String,
    /// The name of the computer, empty if it has none.
    computer: String,
    /// The newest first.
    backups: Vec<StoredBackup>,
    /// The number of backups that are kept.
    kept: usize,
}

/// A backup in the folder of the server.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StoredBackup {
    file: String,
    #[cfg_attr(test, ts(type = "number"))]
    bytes: u64,
    /// The time of its last change, in UTC milliseconds.
    #[cfg_attr(test, ts(type = "number | null"))]
    made_at: Option<u64>,
}

/// `GET /api/backup`: responds with the backups in the folder of the server, and where it is.
pub async fn list_backups(Hosted(host): Hosted) -> Answer<BackupList> {
    run_blocking(move || {
        let folder = backups(&host);
        let folder = folder.canonicalize().or_else(|_| std::path::absolute(&folder)).unwrap_or(folder);
        let mut names = plain_files::list(&folder).map_err(|err| unreadable(&err))?;
        names.retain(|name| name.extension().is_some_and(|ending| ending == "zip"));
        let stored = |name: &PathBuf| {
            let known = fs::metadata(folder.join(name)).ok()?;
            let since = known.modified().ok().and_then(|at| at.duration_since(SystemTime::UNIX_EPOCH).ok());
            let made_at = since.and_then(|since| u64::try_from(since.as_millis()).ok());
            Some(StoredBackup { file: name.display().to_string(), bytes: known.len(), made_at })
        };
        let computer = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        Ok(Json(BackupList {
            backups: names.iter().rev().filter_map(stored).collect(),
            computer: computer.trim().to_string(),
            folder: folder.display().to_string(),
            kept: BACKUPS_KEPT,
        }))
    })
    .await
}

/// Removes all backups but the newest ones. Their names have the time.
fn remove_oldest(folder: &FilePath) -> io::Result<()> {
    let mut all = plain_files::list(folder)?;
    all.retain(|name| name.extension().is_some_and(|ending| ending == "zip"));
    all.iter().rev().skip(BACKUPS_KEPT).try_for_each(|name| fs::remove_file(folder.join(name)))
}
