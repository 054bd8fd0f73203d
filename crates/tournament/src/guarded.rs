//! Opens SQLite files that may come from untrusted people.
//!
//! SQLite reads the whole schema of a file before the first query, and a schema can contain views, triggers and
//! computed columns that never end. So this module checks the file's header and the files next to it before opening it,
//! disables everything that a schema could run, and gives every query a deadline.

use crate::error::{Result, StoreError};
use crate::sql;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wag_core::files;
use wag_i18n::t;

/// The maximum size of a database file, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 30;
/// The maximum time to wait while another program has locked the file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum computing time of a query.
const QUERY_TIME_MAX: Duration = Duration::from_secs(30);
/// The number of instructions of SQLite's virtual machine between two checks of the deadline.
const STEPS: i32 = 10_000;
/// The bytes at the start of every SQLite database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The length of a database's header, in bytes. The constants that end in `_AT` are offsets in the header.
const HEAD_BYTES: usize = 100;
const WRITE_VERSION_AT: usize = 18;
const READ_VERSION_AT: usize = 19;
const APPLICATION_AT: usize = 68;
/// The last bytes of a journal that names a super-journal. SQLite uses super-journals for changes of several databases.
const SUPER_JOURNAL_MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/// The version number in the header of a file with a rollback journal, the only kind that this program writes.
const ROLLBACK: u8 = 1;

/// The purpose for which a database is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    Create,
}

/// A connection whose queries have a deadline.
pub struct Guarded {
    pub connection: Connection,
    deadline: Deadline,
}

/// The time at which SQLite interrupts the current query; `None` if it has no deadline.
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
    /// Opens a database after checking its file.
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

    /// Returns the value of a pragma whose value is a number.
    pub fn number(&self, name: &str) -> rusqlite::Result<i64> {
        self.restart_deadline();
        self.connection.query_row(&sql::pragma(name), [], |row| row.get(0))
    }

    /// Restarts the deadline: the following queries have the full time again.
    pub fn restart_deadline(&self) {
        self.deadline.set(Some(Instant::now() + QUERY_TIME_MAX));
    }

    /// Moves the deadline to now, so that the next query is interrupted.
    #[cfg(test)]
    pub fn expire_deadline(&self) {
        self.deadline.set(Some(Instant::now()));
    }

    /// Removes the deadline, because this program's own writes must not be interrupted.
    pub fn lift_deadline(&self) {
        self.deadline.set(None);
    }
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Guarded> {
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
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

/// Returns an error if the path is not a regular file, or if a file next to it would block SQLite or redirect it.
fn check_place(path: &Path, access: Access) -> Result<()> {
    let file = path.display();
    let about = match (path.symlink_metadata(), access) {
        (Err(err), Access::Create) if err.kind() == io::ErrorKind::NotFound => return check_beside(path),
        // A link could lead to another file of the user, which would be overwritten.
        (Ok(about), _) if about.is_symlink() && access != Access::Read => {
            return Err(StoreError(t!("%{file} is a link; name the file itself", file)));
        }
        (_, _) => path.metadata(),
    };
    let about = about.map_err(|err| no_access(path, &err))?;
    if !about.is_file() {
        return Err(StoreError(t!("%{file} is not a regular file; name another one", file)));
    }
    if about.len() > FILE_BYTES_MAX {
        let most = FILE_BYTES_MAX >> 20;
        return Err(StoreError(t!(
            "%{file} is larger than %{most} MB, so it is not a tournament of wag; name another file",
            file,
            most
        )));
    }
    check_beside(path)
}

/// Checks the files next to the database. If the path is a link, checks the files next to its target, where SQLite
/// looks for journals.
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
            "%{other} belongs to a transaction across several databases, which wag never uses, and could make SQLite delete another file; move it away",
            other = found[0].0.display()
        )));
    }
    match found.iter().find(|(path, may_be_there)| is_bad(path, *may_be_there)) {
        None => Ok(()),
        Some((other, _)) => Err(StoreError(t!(
            "there is a file %{other} next to %{file}, which wag does not write; move it away",
            file = path.display(),
            other = other.file_name().unwrap_or_default().display()
        ))),
    }
}

/// Returns whether a journal names a super-journal. When SQLite rolls back a journal, it deletes the super-journal that
/// the journal names. Newer versions of SQLite do so only if the file's name and content are those of a super-journal.
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

/// Returns the header of a file. It is shorter than [`HEAD_BYTES`] bytes if the file is.
fn head(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = files::read_start(path, HEAD_BYTES as u64)?;
    bytes.truncate(HEAD_BYTES);
    Ok(bytes)
}

/// Returns an error if a file is not a database, or if SQLite would create a journal for it even when only reading.
/// Accepts an empty file.
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
            "%{file} is a database in WAL mode, which wag does not use; run `PRAGMA journal_mode = DELETE` in SQLite to change that",
            file = path.display()
        ))),
    }
}

/// Returns whether the header of a file says that the file is the database of a tournament. Does not open the file with
/// SQLite.
pub fn has_tournament_header(path: &Path) -> bool {
    let application = |bytes: Vec<u8>| -> Option<i64> {
        let bytes = bytes.starts_with(MAGIC).then_some(bytes)?;
        let number = bytes.get(APPLICATION_AT..APPLICATION_AT + 4)?;
        Some(i64::from(u32::from_be_bytes(number.try_into().ok()?)))
    };
    head(path).ok().and_then(application) == Some(sql::APPLICATION)
}

/// Returns whether an error means that a change of the database was left unfinished. Only a connection that may write
/// can repair it.
pub fn needs_repair(err: &rusqlite::Error) -> bool {
    let code = err.sqlite_error().map(|err| err.extended_code);
    code == Some(rusqlite::ffi::SQLITE_READONLY_ROLLBACK)
}

pub fn is_foreign(err: &rusqlite::Error) -> bool {
    err.sqlite_error_code() == Some(ErrorCode::NotADatabase)
}

/// Returns the error for a file that cannot be read.
pub fn cannot_be_read(path: &Path, err: rusqlite::Error) -> StoreError {
    let file = path.display();
    match err.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => no_database(path),
        Some(ErrorCode::OperationInterrupted) => StoreError(t!(
            "reading %{file} takes longer than %{n} s: it is not a tournament of wag, or its disk is too slow",
            file,
            n = QUERY_TIME_MAX.as_secs()
        )),
        _ => StoreError(t!("%{file} cannot be opened: %{fault}", file, fault = err.to_string())),
    }
}

fn no_database(path: &Path) -> StoreError {
    StoreError(t!("%{file} is not an SQLite database; name another file", file = path.display()))
}

fn no_access(path: &Path, err: &io::Error) -> StoreError {
    StoreError(t!("%{file} cannot be opened: %{fault}", file = path.display(), fault = err))
}
