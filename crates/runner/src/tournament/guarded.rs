//! Opens SQLite files that a stranger may have written.
//!
//! SQLite reads the whole schema of a file before the first query, and a schema can hold views, triggers and computed columns
//! that never end. So the head of the file and what lies beside it are looked at first, nothing of the schema is trusted, and
//! every query has a deadline.

use super::error::{Result, StoreError};
use super::sql;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wag_core::files;
use wag_i18n::t;

/// The longest file.
const FILE_BYTES_MAX: u64 = 1 << 30;
/// How long another program may hold the file.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long a query may compute.
const QUERY_TIME_MAX: Duration = Duration::from_secs(30);
/// After so many steps of SQLite's machine the deadline is looked at.
const STEPS: i32 = 10_000;
/// The head of a database: how it begins, how long it is, and where what is.
const MAGIC: &[u8] = b"SQLite format 3\0";
const HEAD_BYTES: usize = 100;
const WRITE_VERSION_AT: usize = 18;
const READ_VERSION_AT: usize = 19;
const APPLICATION_AT: usize = 68;
/// The last bytes of a journal that names a super-journal: the journal of a change to several databases.
const SUPER_JOURNAL_MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/// The version of files that are written with a rollback journal, as ours are.
const ROLLBACK: u8 = 1;

/// What a database is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    Create,
}

/// A connection whose queries end.
pub struct Guarded {
    pub connection: Connection,
    deadline: Deadline,
}

/// When the current query is interrupted; none while nothing may be.
#[derive(Clone, Default)]
struct Deadline(Arc<Mutex<Option<Instant>>>);

impl Deadline {
    fn set(&self, end: Option<Instant>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = end;
    }

    fn is_over(&self) -> bool {
        let end = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        end.is_some_and(|end| Instant::now() >= end)
    }
}

impl Guarded {
    /// Opens a database after a look at its file.
    pub fn open(path: &Path, access: Access) -> Result<Guarded> {
        check_place(path, access)?;
        check_head(path)?;
        let flags = match access {
            Access::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
            Access::Write => OpenFlags::SQLITE_OPEN_READ_WRITE,
            Access::Create => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
        };
        connect(path, flags).map_err(|err| cannot_be_read(path, err))
    }

    /// A number that the database keeps about itself.
    pub fn number(&self, name: &str) -> rusqlite::Result<i64> {
        self.restart_deadline();
        self.connection.query_row(&sql::pragma(name), [], |row| row.get(0))
    }

    /// From now on, reading may take as long as a query may take.
    pub fn restart_deadline(&self) {
        self.deadline.set(Some(Instant::now() + QUERY_TIME_MAX));
    }

    /// As if the time of the query were up.
    #[cfg(test)]
    pub fn expire_deadline(&self) {
        self.deadline.set(Some(Instant::now()));
    }

    /// What is written is our own, and is not interrupted.
    pub fn lift_deadline(&self) {
        self.deadline.set(None);
    }
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Guarded> {
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    for (feature, is_on) in [
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
    ] {
        connection.set_db_config(feature, is_on)?;
    }
    connection.pragma_update(None, "cell_size_check", true)?;
    let deadline = Deadline::default();
    let looked_at = deadline.clone();
    connection.progress_handler(STEPS, Some(move || looked_at.is_over()))?;
    let guarded = Guarded { connection, deadline };
    guarded.restart_deadline();
    Ok(guarded)
}

/// Refuses what is no regular file, and files beside it that would keep SQLite waiting or lead it elsewhere.
fn check_place(path: &Path, access: Access) -> Result<()> {
    let file = path.display();
    let about = match (path.symlink_metadata(), access) {
        (Err(err), Access::Create) if err.kind() == io::ErrorKind::NotFound => return check_beside(path),
        // Behind a link would be another file of the user's.
        (Ok(about), _) if about.is_symlink() && access != Access::Read => {
            return Err(StoreError(t!("%{file} is a link; name the file itself", file)));
        }
        (_, _) => path.metadata(),
    };
    let about = about.map_err(|err| no_access(path, &err))?;
    if !about.is_file() {
        return Err(StoreError(t!("%{file} is no regular file; name another one", file)));
    }
    if about.len() > FILE_BYTES_MAX {
        let most = FILE_BYTES_MAX >> 20;
        return Err(StoreError(t!(
            "%{file} is longer than %{most} MB: it is no tournament of wag; name another file",
            file,
            most
        )));
    }
    check_beside(path)
}

/// SQLite looks for its journals beside the file that a link leads to.
fn check_beside(path: &Path) -> Result<()> {
    let place = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let beside = |ending: &str| {
        let mut name = place.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let is_bad = |path: &PathBuf, may_be_there: bool| {
        path.symlink_metadata().is_ok_and(|about| !about.is_file() || !may_be_there)
    };
    let found = [(beside("-journal"), true), (beside("-wal"), false), (beside("-shm"), false)];
    if names_a_super_journal(&found[0].0).map_err(|err| no_access(&found[0].0, &err))? {
        return Err(StoreError(t!(
            "%{other} belongs to a change of several databases, which wag never makes, and could make SQLite delete another file; move it away",
            other = found[0].0.display()
        )));
    }
    match found.iter().find(|(path, may_be_there)| is_bad(path, *may_be_there)) {
        None => Ok(()),
        Some((other, _)) => Err(StoreError(t!(
            "beside %{file} lies %{other}, which wag does not write; move it away",
            file = path.display(),
            other = other.file_name().unwrap_or_default().display()
        ))),
    }
}

/// Returns whether a journal names a super-journal. SQLite deletes the file of that name when it
/// rolls the journal back; newer versions only if its name and content are those of a super-journal.
fn names_a_super_journal(journal: &Path) -> io::Result<bool> {
    if !journal.symlink_metadata().is_ok_and(|about| about.is_file()) {
        return Ok(false);
    }
    let mut file = files::open_to_read(journal)?;
    let mut end = [0; SUPER_JOURNAL_MAGIC.len()];
    if file.metadata()?.len() < end.len() as u64 {
        return Ok(false);
    }
    file.seek(SeekFrom::End(-(end.len() as i64)))?;
    file.read_exact(&mut end)?;
    Ok(end == SUPER_JOURNAL_MAGIC)
}

/// The first bytes of a file; fewer if it is shorter.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = files::read_start(path, HEAD_BYTES as u64)?;
    bytes.truncate(HEAD_BYTES);
    Ok(bytes)
}

/// Refuses what is no database, and one whose journal would be written beside it just by reading. An empty file may become one.
fn check_head(path: &Path) -> Result<()> {
    let bytes = match head(path) {
        Ok(bytes) => bytes,
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(err) => return Err(no_access(path, &err)),
    };
    if bytes.is_empty() {
        return Ok(());
    }
    if bytes.len() < HEAD_BYTES || !bytes.starts_with(MAGIC) {
        return Err(no_database(path));
    }
    match [bytes[WRITE_VERSION_AT], bytes[READ_VERSION_AT]] {
        [ROLLBACK, ROLLBACK] => Ok(()),
        _ => Err(StoreError(t!(
            "%{file} is a database in a form that wag does not write (WAL); `PRAGMA journal_mode = DELETE` changes that",
            file = path.display()
        ))),
    }
}

/// Whether a file says of itself that it is the database of a tournament. SQLite is not asked.
pub fn says_it_is_a_tournament(path: &Path) -> bool {
    let application = |bytes: Vec<u8>| -> Option<i64> {
        let bytes = bytes.starts_with(MAGIC).then_some(bytes)?;
        let number = bytes.get(APPLICATION_AT..APPLICATION_AT + 4)?;
        Some(i64::from(u32::from_be_bytes(number.try_into().ok()?)))
    };
    head(path).ok().and_then(application) == Some(sql::APPLICATION)
}

/// Whether a file was left in the middle of a change: only who may write can put it in order.
pub fn needs_repair(err: &rusqlite::Error) -> bool {
    let code = err.sqlite_error().map(|err| err.extended_code);
    code == Some(rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
}

pub fn is_foreign(err: &rusqlite::Error) -> bool {
    err.sqlite_error_code() == Some(ErrorCode::NotADatabase)
}

/// Why a file can't be read, in a sentence.
pub fn cannot_be_read(path: &Path, err: rusqlite::Error) -> StoreError {
    let file = path.display();
    match err.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => no_database(path),
        Some(ErrorCode::OperationInterrupted) => StoreError(t!(
            "%{file} takes longer than %{n} s to read: it is no tournament of wag, or its disk is too slow",
            file,
            n = QUERY_TIME_MAX.as_secs()
        )),
        _ => StoreError(t!("%{file} can't be opened: %{fault}", file, fault = err.to_string())),
    }
}

fn no_database(path: &Path) -> StoreError {
    StoreError(t!("%{file} is no SQLite database; name another file", file = path.display()))
}

fn no_access(path: &Path, err: &io::Error) -> StoreError {
    StoreError(t!("%{file} can't be opened: %{fault}", file = path.display(), fault = err))
}
