//! `GET /api/classes/C/hand-ins.zip`: the hand-ins of a contest as one ZIP file, which `wag tournament` can read.
//!
//! The ZIP file of each hand-in goes into it as it is: what is inside is a stranger's, and this process does not read it.

use super::downloads::download;
use super::marks_api::OfContest;
use crate::caller::Me;
use crate::error::Refusal;
use crate::host::{Host, Hosted};
use crate::request::{Path, Query, run_blocking};
use axum::body::{Body, Bytes};
use axum::response::Response;
use futures_util::stream;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;
use wag_i18n::message;
use wag_store::now_ms;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// The size of a piece of the response, in bytes.
const PIECE: usize = 256 << 10;

/// `GET /api/classes/C/hand-ins.zip`: responds with the hand-ins that count.
pub async fn hand_ins_zip(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    Query(OfContest { contest }): Query<OfContest>,
) -> Result<Response, Refusal> {
    let question = move |store: &wag_store::Store| {
        let pupils = store.taught_pupils(&caller.id, &class)?;
        let hand_ins = store.class_hand_ins(&caller.id, &class, true)?;
        store.record_reading(&caller.id, &contest, &class, "hand-ins.zip", now_ms())?;
        let of_contest = hand_ins.into_iter().filter(|hand_in| hand_in.contest == contest);
        let entries = of_contest.filter_map(|hand_in| {
            let pupil = pupils.iter().find(|pupil| pupil.account == hand_in.account)?;
            Some((format!("{}.zip", pupil.name), hand_in.sha256?))
        });
        Ok(entries.collect::<Vec<_>>())
    };
    let entries = host.ask(question).await?;
    let file = run_blocking(move || write(&host, &entries).map_err(|err| unreadable(&err))).await?;
    Ok(download("application/zip", "hand-ins.zip", streamed(file)))
}

fn unreadable(err: &io::Error) -> Refusal {
    Refusal::defect(message!("the hand-ins cannot be read: %{fault}", fault = err))
}

/// Writes the ZIP file into a file without a name, which ends with the response.
fn write(host: &Arc<Host>, entries: &[(String, String)]) -> io::Result<File> {
    let file = tempfile::tempfile_in(host.folder().join("incoming"))?;
    let mut zip = ZipWriter::new(file);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, sha256) in entries {
        let Some(path) = blob(host, sha256) else { continue };
        zip.start_file(name.as_str(), options)?;
        io::copy(&mut File::open(path)?, &mut zip)?;
    }
    let mut file = zip.finish()?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Returns the path of a hand-in's content.
fn blob(host: &Arc<Host>, sha256: &str) -> Option<PathBuf> {
    let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hash.then(|| host.folder().join("blobs").join(&sha256[..2]).join(sha256))
}

/// Returns the content of a file in pieces.
pub fn streamed(file: File) -> Body {
    let pieces = stream::try_unfold(file, |mut file| async move {
        let read = tokio::task::spawn_blocking(move || {
            let mut piece = vec![0; PIECE];
            let length = file.read(&mut piece)?;
            piece.truncate(length);
            Ok::<_, io::Error>((piece, file))
        });
        let (piece, file) = read.await.map_err(io::Error::other)??;
        Ok::<_, io::Error>((!piece.is_empty()).then(|| (Bytes::from(piece), file)))
    });
    Body::from_stream(pieces)
}
