//! A thin layer over the database: one connection that writes, several that only read.
//!
//! A writing transaction begins with `BEGIN IMMEDIATE`: a deferred one that reads first fails when somebody else has
//! written in between, and no time-out repeats it. Statements name their parameters `$1`, `$2`, ... and use only what
//! SQLite and PostgreSQL have in common.

use rusqlite::backup::{Backup, StepResult};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior, ffi};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// The maximum number of connections that read at the same time.
const READERS_MAX: usize = 8;
/// The maximum time to wait for another process, such as a backup.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// The number that marks the file as a database of this program: "Wag" and 1.
pub const APPLICATION_ID: i32 = 0x5761_6701;

/// The reason why a statement failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DbError {
    #[error("a row with the same key exists")]
    Unique,
    #[error("a row that is referred to does not exist")]
    ForeignKey,
    #[error("a value is not allowed")]
    Check,
    #[error("the database is busy")]
    Busy,
    #[error("the disk is full")]
    Full,
    #[error("the database cannot be read or written: {0}")]
    Gone(String),
    #[error("the database reports: {0}")]
    Other(String),
}

impl From<rusqlite::Error> for DbError {
    fn from(err: rusqlite::Error) -> DbError {
        let rusqlite::Error::SqliteFailure(code, _) = &err else { return DbError::Other(err.to_string()) };
        match (code.code, code.extended_code) {
            (_, ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY) => DbError::Unique,
            (_, ffi::SQLITE_CONSTRAINT_FOREIGNKEY) => DbError::ForeignKey,
            (ErrorCode::ConstraintViolation, _) => DbError::Check,
            (ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked, _) => DbError::Busy,
            (ErrorCode::DiskFull, _) => DbError::Full,
            (
                ErrorCode::CannotOpen
                | ErrorCode::NotADatabase
                | ErrorCode::DatabaseCorrupt
                | ErrorCode::ReadOnly
                | ErrorCode::PermissionDenied
                | ErrorCode::SystemIoFailure,
                _,
            ) => DbError::Gone(err.to_string()),
            _ => DbError::Other(err.to_string()),
        }
    }
}

/// A value of a parameter or a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Bytes(Vec<u8>),
}

macro_rules! into_value {
    ($($of:ty => $value:ident => $made:expr),* $(,)?) => {$(
        impl From<$of> for Value {
            fn from($value: $of) -> Value {
                $made
            }
        }
    )*};
}

into_value! {
    &str => it => Value::Text(it.to_string()),
    &String => it => Value::Text(it.clone()),
    String => it => Value::Text(it),
    i64 => it => Value::Integer(it),
    i32 => it => Value::Integer(it.into()),
    u32 => it => Value::Integer(it.into()),
    bool => it => Value::Integer(it.into()),
    f64 => it => Value::Real(it),
    Vec<u8> => it => Value::Bytes(it),
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Value {
        value.map_or(Value::Null, Into::into)
    }
}

/// Makes the list of a statement's parameters: `values![id, name, 3]`.
#[macro_export]
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::Value::from($value)),*][..]
    };
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        let value = match self {
            Value::Null => ValueRef::Null,
            Value::Integer(value) => ValueRef::Integer(*value),
            Value::Real(value) => ValueRef::Real(*value),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Bytes(bytes) => ValueRef::Blob(bytes),
        };
        Ok(rusqlite::types::ToSqlOutput::Borrowed(value))
    }
}

/// A type that a column can be read as.
pub trait FromValue: Sized {
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! from_value {
    ($($of:ty => $pattern:pat => $made:expr),* $(,)?) => {$(
        impl FromValue for $of {
            fn from_value(value: &Value) -> Option<Self> {
                match value {
                    $pattern => Some($made),
                    _ => None,
                }
            }
        }
    )*};
}

from_value! {
    i64 => Value::Integer(value) => *value,
    bool => Value::Integer(value) => *value != 0,
    String => Value::Text(text) => text.clone(),
    Vec<u8> => Value::Bytes(bytes) => bytes.clone(),
}

impl FromValue for f64 {
    fn from_value(value: &Value) -> Option<f64> {
        match value {
            Value::Real(value) => Some(*value),
            Value::Integer(value) => Some(*value as f64),
            _ => None,
        }
    }
}

impl FromValue for Value {
    fn from_value(value: &Value) -> Option<Value> {
        Some(value.clone())
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// A row of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct Row(Vec<Value>);

impl Row {
    /// Returns the value of a column, counted from 0. Returns an error if the row has no such column or the value has
    /// another type, such as `NULL` where the type is not an `Option`.
    pub fn get<T: FromValue>(&self, column: usize) -> Result<T, DbError> {
        self.0.get(column).and_then(T::from_value).ok_or_else(|| {
            DbError::Other(format!("column {column} has another type: {:?}", self.0.get(column)))
        })
    }
}

/// Statements that read, in one transaction.
pub struct Reader<'c> {
    connection: &'c Connection,
}

impl Reader<'_> {
    /// Returns the rows of a query.
    pub fn rows(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>, DbError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, values)?;
        let columns = statement.column_count();
        let (mut found, mut rows) = (Vec::new(), statement.raw_query());
        while let Some(row) = rows.next()? {
            let values = (0..columns).map(|column| Ok(value_of(row.get_ref(column)?)));
            found.push(Row(values.collect::<Result<_, rusqlite::Error>>()?));
        }
        Ok(found)
    }

    /// Returns the first row of a query, or `None` if it has none.
    pub fn row(&self, sql: &str, values: &[Value]) -> Result<Option<Row>, DbError> {
        Ok(self.rows(sql, values)?.into_iter().next())
    }

    /// Returns the only column of a query's first row, or `None` if the query has no row.
    pub fn value<T: FromValue>(&self, sql: &str, values: &[Value]) -> Result<Option<T>, DbError> {
        self.row(sql, values)?.map(|row| row.get(0)).transpose()
    }

    /// Returns the number that a query with one row and one column counts.
    pub fn count(&self, sql: &str, values: &[Value]) -> Result<i64, DbError> {
        Ok(self.value(sql, values)?.unwrap_or(0))
    }
}

/// Statements that read and write, in one transaction.
pub struct Writer<'c> {
    reader: Reader<'c>,
}

impl<'c> std::ops::Deref for Writer<'c> {
    type Target = Reader<'c>;

    fn deref(&self) -> &Reader<'c> {
        &self.reader
    }
}

impl Writer<'_> {
    /// Runs a statement, and returns the number of rows that it changed.
    pub fn run(&self, sql: &str, values: &[Value]) -> Result<usize, DbError> {
        let mut statement = self.connection.prepare_cached(sql)?;
        bind(&mut statement, values)?;
        Ok(statement.raw_execute()?)
    }

    /// Runs several statements without parameters.
    pub fn script(&self, sql: &str) -> Result<(), DbError> {
        Ok(self.connection.execute_batch(sql)?)
    }
}

/// Binds each parameter to the value of its number.
fn bind(statement: &mut rusqlite::Statement<'_>, values: &[Value]) -> Result<(), DbError> {
    if statement.parameter_count() != values.len() {
        let (wanted, given) = (statement.parameter_count(), values.len());
        return Err(DbError::Other(format!("the statement has {wanted} parameters, not {given}")));
    }
    for at in 1..=values.len() {
        let number =
            statement.parameter_name(at).and_then(|name| name.strip_prefix('$')?.parse::<usize>().ok());
        let value = number.and_then(|number| values.get(number.checked_sub(1)?));
        let value = value.ok_or_else(|| DbError::Other("a parameter has no number".into()))?;
        statement.raw_bind_parameter(at, value)?;
    }
    Ok(())
}

fn value_of(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(value) => Value::Integer(value),
        ValueRef::Real(value) => Value::Real(value),
        ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
        ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
    }
}

/// The connections that only read.
#[derive(Default)]
struct Readers {
    idle: Vec<Connection>,
    /// The number of connections that exist, idle or not.
    all: usize,
}

/// The identity of a file: its device and its number on it.
type FileId = (u64, u64);

fn id_of(path: &Path) -> Option<FileId> {
    std::fs::symlink_metadata(path).ok().map(|about| (about.dev(), about.ino()))
}

/// The file of a database, as it was when it was opened. SQLite would go on with a file that was removed or replaced, and
/// everything that is written to it would be lost.
struct OpenedFile {
    path: PathBuf,
    id: Option<FileId>,
    /// The file with the latest changes, which exists after the first one.
    log: OnceLock<FileId>,
}

impl OpenedFile {
    fn of(path: &Path) -> OpenedFile {
        OpenedFile { path: path.to_path_buf(), id: id_of(path), log: OnceLock::new() }
    }

    fn log_path(&self) -> PathBuf {
        let mut name = self.path.as_os_str().to_os_string();
        name.push("-wal");
        PathBuf::from(name)
    }

    /// Remembers the file with the latest changes, which the first change has made.
    fn remember_log(&self) {
        if self.log.get().is_none()
            && let Some(id) = id_of(&self.log_path())
        {
            let _ = self.log.set(id);
        }
    }

    /// Returns an error if a file is not the one that was opened.
    fn check(&self) -> Result<(), DbError> {
        let log = self.log.get();
        let is_same = self.id.is_none() || id_of(&self.path) == self.id;
        let is_log = log.is_none() || id_of(&self.log_path()) == log.copied();
        match is_same && is_log {
            true => Ok(()),
            false => Err(DbError::Gone(format!(
                "{} is not the file that was opened; put that one back, or start the server again",
                self.path.display()
            ))),
        }
    }
}

/// A database in a file or in memory.
pub struct Db {
    /// `None` for a database in memory, which has one connection for everything.
    file: Option<OpenedFile>,
    writer: Mutex<Connection>,
    readers: Mutex<Readers>,
    reader_is_free: Condvar,
}

impl Db {
    /// Opens a database in memory.
    pub fn memory() -> Result<Db, DbError> {
        let connection = Connection::open_in_memory()?;
        prepare(&connection)?;
        Ok(Db::with(None, connection))
    }

    /// Opens or creates a database in a file. The caller is the only process that opens it.
    pub fn open(path: &Path) -> Result<Db, DbError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NOFOLLOW
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection)?;
        connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
        connection
            .execute_batch(&format!("PRAGMA synchronous = FULL; PRAGMA application_id = {APPLICATION_ID}"))?;
        Ok(Db::with(Some(path.to_path_buf()), connection))
    }

    fn with(path: Option<PathBuf>, connection: Connection) -> Db {
        let file = path.as_deref().map(OpenedFile::of);
        Db { file, writer: Mutex::new(connection), readers: Mutex::default(), reader_is_free: Condvar::new() }
    }

    /// Reads in one transaction, so that all statements see the same state.
    pub fn read<T, E: From<DbError>>(&self, work: impl FnOnce(&Reader<'_>) -> Result<T, E>) -> Result<T, E> {
        let Some(file) = &self.file else { return transaction(&self.writer(), false, |writer| work(writer)) };
        file.check()?;
        let reader = self.reader(&file.path)?;
        transaction(reader.connection(), false, |writer| work(writer))
    }

    /// Reads and writes in one transaction: all or nothing. If `work` returns an error, nothing is written.
    pub fn write<T, E: From<DbError>>(&self, work: impl FnOnce(&Writer<'_>) -> Result<T, E>) -> Result<T, E> {
        let Some(file) = &self.file else { return transaction(&self.writer(), true, work) };
        let writer = self.writer();
        file.check()?;
        let written = transaction(&writer, true, work)?;
        // A change in a file that is gone is not reported as saved.
        file.remember_log();
        file.check()?;
        Ok(written)
    }

    fn writer(&self) -> MutexGuard<'_, Connection> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a connection that only reads, when one is free.
    fn reader(&self, path: &Path) -> Result<BorrowedReader<'_>, DbError> {
        let readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let must_wait = |readers: &mut Readers| readers.idle.is_empty() && readers.all >= READERS_MAX;
        let waited = self.reader_is_free.wait_while(readers, must_wait);
        let mut readers = waited.unwrap_or_else(PoisonError::into_inner);
        let connection = match readers.idle.pop() {
            Some(connection) => connection,
            None => {
                let connection = open_reader(path)?;
                readers.all += 1;
                connection
            }
        };
        Ok(BorrowedReader { db: self, connection: Some(connection) })
    }
}

fn open_reader(path: &Path) -> Result<Connection, DbError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NOFOLLOW | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    prepare(&connection)?;
    connection.execute_batch("PRAGMA query_only = ON")?;
    Ok(connection)
}

fn prepare(connection: &Connection) -> Result<(), DbError> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.set_prepared_statement_cache_capacity(200);
    connection.execute_batch("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF")?;
    Ok(())
}

/// Copies the database in a file to a new file, while others use it. The copy is complete and consistent, and has no
/// other files beside it.
pub fn copy(from: &Path, to: &Path) -> Result<(), DbError> {
    let source = open_reader(from)?;
    let mut target = Connection::open(to)?;
    let backup = Backup::new(&source, &mut target)?;
    // All pages in one step are one read transaction, so writers do not make it start again.
    match backup.step(-1)? {
        StepResult::Done => drop(backup),
        _ => return Err(DbError::Busy),
    }
    target.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()))?;
    check(&target)
}

/// Checks a whole database. Returns an error if it is damaged.
fn check(connection: &Connection) -> Result<(), DbError> {
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(DbError::Gone(found)) }
}

/// Runs `work` in a transaction, which is undone if `work` fails or panics.
fn transaction<T, E: From<DbError>>(
    connection: &Connection,
    writes: bool,
    work: impl FnOnce(&Writer<'_>) -> Result<T, E>,
) -> Result<T, E> {
    let kind = if writes { TransactionBehavior::Immediate } else { TransactionBehavior::Deferred };
    let transaction = Transaction::new_unchecked(connection, kind).map_err(DbError::from)?;
    let result = work(&Writer { reader: Reader { connection } })?;
    transaction.commit().map_err(DbError::from)?;
    Ok(result)
}

/// A reading connection that goes back to the others when it is dropped.
struct BorrowedReader<'d> {
    db: &'d Db,
    connection: Option<Connection>,
}

impl BorrowedReader<'_> {
    fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("it is taken only when it is dropped")
    }
}

impl Drop for BorrowedReader<'_> {
    fn drop(&mut self) {
        let mut readers = self.db.readers.lock().unwrap_or_else(PoisonError::into_inner);
        readers.idle.extend(self.connection.take());
        self.db.reader_is_free.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::thread;

    const SCHEMA: &str = "CREATE TABLE parents (id TEXT PRIMARY KEY, n BIGINT CHECK (n < 100));
        CREATE TABLE children (parent TEXT NOT NULL REFERENCES parents, name TEXT UNIQUE);";

    fn db(folder: &Path) -> Db {
        let db = Db::open(&folder.join("a.db")).unwrap();
        db.write(|w| w.script(SCHEMA)).unwrap();
        db
    }

    #[test]
    fn values_come_back_as_they_were() {
        let folder = tempfile::tempdir().unwrap();
        for db in [Db::memory().unwrap(), db(folder.path())] {
            let sql = "SELECT $2, $1, $3, $4, $5, $6";
            let values = values![1, "a\0é", 0.5, vec![0_u8, 255], None::<i64>, Some(true)];
            let row = db.read(|r| r.row(sql, values)).unwrap().unwrap();
            assert_eq!((row.get(0), row.get(1)), (Ok("a\0é".to_string()), Ok(1_i64)));
            assert_eq!((row.get(2), row.get(3)), (Ok(0.5), Ok(vec![0_u8, 255])));
            assert_eq!((row.get(4), row.get(5)), (Ok(None::<String>), Ok(true)));
            assert!(row.get::<String>(4).is_err() && row.get::<i64>(9).is_err());
        }
    }

    #[test]
    fn errors_have_their_kind() {
        let folder = tempfile::tempdir().unwrap();
        let db = db(folder.path());
        let run = |sql: &str| db.write(|w| w.run(sql, &[]));
        assert_eq!(run("INSERT INTO parents VALUES ('a', 1)"), Ok(1));
        assert_eq!(run("INSERT INTO parents VALUES ('a', 1)"), Err(DbError::Unique));
        assert_eq!(run("INSERT INTO parents VALUES ('b', 100)"), Err(DbError::Check));
        assert_eq!(run("INSERT INTO children VALUES ('b', 'x')"), Err(DbError::ForeignKey));
        assert_eq!(run("INSERT INTO children VALUES (NULL, 'x')"), Err(DbError::Check));
        assert!(matches!(db.write(|w| w.run("SELECT $1", &[])), Err(DbError::Other(_))));
        assert!(matches!(db.write(|w| w.run("SELECT $2", values![1])), Err(DbError::Other(_))));
        std::fs::write(folder.path().join("b.db"), "no database ".repeat(100)).unwrap();
        assert!(matches!(Db::open(&folder.path().join("b.db")), Err(DbError::Gone(_))));
        assert!(matches!(Db::open(&folder.path().join("none/b.db")), Err(DbError::Gone(_))));
    }

    #[test]
    fn readers_cannot_write_and_failed_work_is_undone() {
        let folder = tempfile::tempdir().unwrap();
        let db = db(folder.path());
        let insert = "INSERT INTO parents VALUES ('a', 1)";
        let written = db.read(|r| Writer { reader: Reader { connection: r.connection } }.run(insert, &[]));
        assert!(matches!(written, Err(DbError::Gone(_))), "{written:?}");
        let undone = db.write(|w| {
            w.run(insert, &[])?;
            Err::<(), _>(DbError::Busy)
        });
        assert_eq!(undone, Err(DbError::Busy));
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            db.write(|w| -> Result<(), DbError> {
                w.run(insert, &[])?;
                panic!("the work failed")
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(db.read(|r| r.count("SELECT count(*) FROM parents", &[])), Ok(0));
        assert_eq!(db.write(|w| w.run(insert, &[])), Ok(1));
    }

    #[test]
    fn threads_that_read_and_then_write_lose_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let db = Arc::new(db(folder.path()));
        db.write(|w| w.run("INSERT INTO parents VALUES ('a', 0)", &[])).unwrap();
        let increase = |db: &Db| {
            db.write(|w| {
                let n = w.count("SELECT n FROM parents", &[])?;
                w.run("UPDATE parents SET n = $1", values![n + 1])
            })
        };
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let db = Arc::clone(&db);
                thread::spawn(move || {
                    for _ in 0..10 {
                        increase(&db).unwrap();
                        db.read(|r| r.count("SELECT n FROM parents", &[])).unwrap();
                    }
                })
            })
            .collect();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(db.read(|r| r.count("SELECT n FROM parents", &[])), Ok(80));
    }
}
