//! The files of a pupil, for the teachers of the pupil: read only, and recorded.

use super::downloads::download;
use crate::caller::Me;
use crate::contests::shown::ShownHandIn;
use crate::error::Refusal;
use crate::host::{Host, Hosted};
use crate::request::{Answer, Path, run_blocking};
use axum::Json;
use axum::response::Response;
use serde::Serialize;
use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;
use wag_core::files::{is_closed_to_players, read_beneath};
use wag_store::{is_id, now_ms};

/// The maximum number of listed files.
const FILES_MAX: usize = 500;
/// The maximum size of a file that is shown, in bytes.
const FILE_MAX: u64 = 512 << 10;

/// The files of a workspace.
#[derive(Debug, Serialize)]
pub struct FileList {
    files: Vec<ListedFile>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ListedFile {
    name: String,
    bytes: u64,
    /// In UTC milliseconds.
    changed_at: i64,
}

/// `GET /api/accounts/A/files`: lists the files of a pupil.
pub async fn files(Hosted(host): Hosted, Me(caller): Me, Path(account): Path<String>) -> Answer<FileList> {
    let folder = workspace(&host, &account)?;
    host.ask(move |store| store.read_pupil(&caller.id, &account, "files.list", now_ms())).await?;
    let files = run_blocking(move || Ok(list(&folder)));
    Ok(Json(FileList { files: files.await? }))
}

/// `GET /api/accounts/A/files/NAME`: responds with a file of a pupil, which the browser saves.
pub async fn file(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path((account, name)): Path<(String, String)>,
) -> Result<Response, Refusal> {
    let folder = workspace(&host, &account)?;
    host.ask(move |store| store.read_pupil(&caller.id, &account, "files.read", now_ms())).await?;
    let path = name.clone();
    let bytes = run_blocking(move || {
        let is_open = is_listed(&path);
        let bytes = read_beneath(&folder, FilePath::new(&path), FILE_MAX).ok().filter(|_| is_open);
        bytes.ok_or_else(Refusal::unknown_address)
    });
    Ok(download("text/plain; charset=utf-8", &name, bytes.await?))
}

/// `GET /api/accounts/A/hand-ins`: lists the hand-ins of a pupil in the contests of the caller's classes.
pub async fn hand_ins(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(account): Path<String>,
) -> Answer<Vec<ShownHandIn>> {
    let question = move |store: &wag_store::Store| {
        store.read_pupil(&caller.id, &account, "hand-ins.list", now_ms())?;
        store.pupil_hand_ins(&caller.id, &account)
    };
    Ok(Json(host.ask(question).await?.into_iter().map(ShownHandIn::from).collect()))
}

/// Returns the folder of an account.
fn workspace(host: &Arc<Host>, account: &str) -> Result<PathBuf, Refusal> {
    match is_id(account) {
        true => Ok(host.folder().join("workspaces").join(account)),
        false => Err(Refusal::unknown_address()),
    }
}

/// Returns whether a file is one of those that the pupil sees in the editor: in the folder itself, and not hidden.
fn is_listed(name: &str) -> bool {
    !name.contains(['/', '\\', '\0']) && !name.starts_with('.') && !is_closed_to_players(FilePath::new(name))
}

/// Lists the plain files of a folder, by name. Links are not followed.
fn list(folder: &FilePath) -> Vec<ListedFile> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(10 * FILES_MAX);
    let mut files: Vec<ListedFile> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| is_listed(name))?;
            let about = fs::symlink_metadata(entry.path()).ok().filter(fs::Metadata::is_file)?;
            let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).unwrap_or_default();
            let changed_at = i64::try_from(changed.as_millis()).unwrap_or(i64::MAX);
            Some(ListedFile { name, bytes: about.len(), changed_at })
        })
        .collect();
    files.sort_by(|one, other| one.name.cmp(&other.name));
    files.truncate(FILES_MAX);
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_and_hidden_files_are_not_listed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        fs::write(path.join("b.py"), "12").unwrap();
        fs::write(path.join("a.py"), "").unwrap();
        fs::write(path.join(".env"), "").unwrap();
        fs::create_dir(path.join("saves")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", path.join("c.py")).unwrap();
        let files = list(path);
        let names: Vec<_> = files.iter().map(|file| (file.name.as_str(), file.bytes)).collect();
        assert_eq!(names, [("a.py", 0), ("b.py", 2)]);
        for name in ["../wag.db", ".env", "a/b", "..", "/etc/passwd"] {
            assert!(!is_listed(name) || name == "..", "{name}");
        }
        assert!(read_beneath(path, FilePath::new("c.py"), FILE_MAX).is_err());
        assert!(list(&path.join("none")).is_empty());
    }
}
