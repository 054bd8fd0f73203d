//! The record of requests: account, route, status and duration, for two weeks. It has no addresses, codes, names or contents.

use super::dates::date_text;
use axum::http::Method;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, UNIX_EPOCH};
use wag_core::files::create_private_folder;
use wag_core::text::format_timestamp;

/// The name of its folder in the folder of the server. Backups leave it out.
pub const ACCESS: &str = "access";
/// The number of days for which a record is kept.
const DAYS: i64 = 14;
const DAY_MS: i64 = 24 * 3_600_000;
/// The maximum size of the record of a day, in bytes.
const DAY_MAX: u64 = 64 << 20;

/// The record of requests, a file per day.
pub struct AccessLog {
    folder: PathBuf,
    /// The file of a day, and its size in bytes.
    today: Mutex<Option<(String, File, u64)>>,
}

/// A request that was answered.
pub struct AnsweredRequest<'a> {
    pub method: &'a Method,
    /// The pattern of the route, such as `/api/files/{name}`; `-` if there is none.
    pub route: &'a str,
    /// `None` for visitors and screens.
    pub account: Option<&'a str>,
    pub status: u16,
    pub ms: f64,
}

impl AccessLog {
    /// Opens the record in the folder of a server.
    pub fn new(folder: &Path) -> AccessLog {
        AccessLog { folder: folder.join(ACCESS), today: Mutex::default() }
    }

    /// Records a request. A record that cannot be written is left out: requests are answered anyway.
    pub fn record(&self, now: i64, request: &AnsweredRequest<'_>) {
        if let Err(err) = self.try_record(now, request) {
            log::debug!("a request cannot be recorded: {err}");
        }
    }

    fn try_record(&self, now: i64, request: &AnsweredRequest<'_>) -> io::Result<()> {
        let AnsweredRequest { method, route, account, status, ms } = request;
        let at = format_timestamp(UNIX_EPOCH + Duration::from_millis(u64::try_from(now).unwrap_or(0)));
        let line = format!("{at} {} {method} {route} {status} {ms:.1}\n", account.unwrap_or("-"));
        let day = date_text(now);
        let mut today = self.today.lock().unwrap_or_else(PoisonError::into_inner);
        if today.as_ref().is_none_or(|(open, ..)| *open != day) {
            self.remove_old(now)?;
            let path = self.folder.join(format!("{day}.log"));
            let file = OpenOptions::new().append(true).create(true).mode(0o600).open(path)?;
            let size = file.metadata()?.len();
            *today = Some((day, file, size));
        }
        if let Some((_, file, size)) = today.as_mut().filter(|(.., size)| *size < DAY_MAX) {
            file.write_all(line.as_bytes())?;
            *size += line.len() as u64;
        }
        Ok(())
    }

    /// Removes the records that are older than two weeks.
    pub fn remove_old(&self, now: i64) -> io::Result<()> {
        create_private_folder(&self.folder)?;
        let first = format!("{}.log", date_text(now - DAYS * DAY_MS));
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            if entry.file_name().to_str().is_some_and(|name| name.ends_with(".log") && *name < *first) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::MetadataExt;

    #[test]
    fn requests_are_recorded_for_two_weeks() {
        let folder = tempfile::tempdir().unwrap();
        let log = AccessLog::new(folder.path());
        let record = |day: i64, account| {
            let request = AnsweredRequest {
                method: &Method::GET,
                route: "/api/files/{name}",
                account,
                status: 200,
                ms: 1.25,
            };
            log.record(day * DAY_MS, &request);
        };
        let days = || {
            let entries = fs::read_dir(folder.path().join(ACCESS)).unwrap();
            let mut names: Vec<String> =
                entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        };
        record(0, Some("a1"));
        record(0, None);
        record(14, None);
        assert_eq!(days(), ["1970-01-01.log", "1970-01-15.log"]);
        let first = folder.path().join(ACCESS).join("1970-01-01.log");
        let lines = "1970-01-01T00:00:00Z a1 GET /api/files/{name} 200 1.2\n1970-01-01T00:00:00Z - GET /api/files/{name} 200 1.2\n";
        assert_eq!(fs::read_to_string(&first).unwrap(), lines);
        assert_eq!(fs::metadata(&first).unwrap().mode() & 0o777, 0o600);
        record(15, None);
        assert_eq!(days(), ["1970-01-15.log", "1970-01-16.log"]);
        // A server that nobody asks removes them, too.
        log.remove_old(40 * DAY_MS).unwrap();
        assert_eq!(days(), Vec::<String>::new());
    }
}
