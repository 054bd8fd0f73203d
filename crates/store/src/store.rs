//! The database with its schema.

use crate::db::{self, Db, DbError};
use crate::error::Result;
use crate::migrations;
use std::path::{Path, PathBuf};
use std::sync::RwLock;

/// The database of a server. Its functions are in the files of their area.
pub struct Store {
    pub db: Db,
    /// The hashes of the files of the installed games that can be played.
    pub(crate) playable_games: RwLock<Vec<String>>,
}

impl Store {
    /// Makes a store in memory, which ends with the process.
    pub fn memory() -> Result<Store> {
        let db = Db::memory()?;
        migrations::migrate(&db, &migrations::ALL, migrations::version(&db)?)?;
        Ok(Store { db, playable_games: RwLock::default() })
    }

    /// Opens the store in a file, and creates it if it does not exist. The caller is the only process that opens it.
    /// Before an old database is changed, it is copied to `NAME.before-N`.
    pub fn open(path: &Path) -> Result<Store> {
        Store::open_with(path, &migrations::ALL)
    }

    fn open_with(path: &Path, migrations: &[&str]) -> Result<Store> {
        let db = Db::open(path)?;
        let (version, newest) = (migrations::version(&db)?, migrations.len());
        if version > newest {
            let text = format!("it is of a newer Wag (version {version}, not {newest})");
            return Err(DbError::Gone(text).into());
        }
        for number in version..newest {
            if number > 0 {
                copy_before(path, number + 1)?;
            }
            migrations::migrate(&db, &migrations[..=number], number)?;
        }
        Ok(Store { db, playable_games: RwLock::default() })
    }
}

/// Copies the database before the migration of this number. A copy that a crash has left is replaced.
fn copy_before(path: &Path, number: usize) -> Result<()> {
    let mut name = path.as_os_str().to_os_string();
    name.push(format!(".before-{number}"));
    let copy = PathBuf::from(name);
    let _ = std::fs::remove_file(&copy);
    Ok(db::copy(path, &copy)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_there_and_opening_twice_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wag.db");
        let tables = |store: &Store| {
            let sql = "SELECT name || COALESCE(sql, '') FROM sqlite_master ORDER BY name";
            let rows = store.db.read(|r| r.rows(sql, &[])).unwrap();
            rows.iter().map(|row| row.get(0).unwrap()).collect::<Vec<String>>()
        };
        let first = tables(&Store::open(&path).unwrap());
        assert_eq!(first, tables(&Store::open(&path).unwrap()));
        assert_eq!(first, tables(&Store::memory().unwrap()));
        let names = [
            "server",
            "accounts",
            "sessions",
            "classes",
            "members",
            "invitations",
            "progress",
            "contests",
            "entries",
        ];
        let more = ["hand_ins", "stages", "matches", "seats", "jobs", "marks", "audit", "deleted", "screens"];
        for name in names.iter().chain(&more) {
            let text = format!("{name}CREATE TABLE {name} (");
            assert!(first.iter().any(|table| table.starts_with(&text)), "{name}");
        }
    }

    #[test]
    fn an_old_database_is_copied_before_each_migration() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wag.db");
        let migrations = [
            "CREATE TABLE a (n BIGINT)",
            "CREATE TABLE b (n BIGINT)",
            "INSERT INTO a VALUES (7)",
            "nonsense",
        ];
        let opened = |count: usize| Store::open_with(&path, &migrations[..count]);
        drop(opened(1).unwrap());
        drop(opened(3).unwrap());
        let names = || {
            let all = std::fs::read_dir(folder.path()).unwrap();
            let mut names: Vec<String> =
                all.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
            names.retain(|name| name.contains("before"));
            names.sort();
            names
        };
        assert_eq!(names(), ["wag.db.before-2", "wag.db.before-3"]);
        let rows = |path: &Path| Db::open(path).unwrap().read(|r| r.count("SELECT count(*) FROM a", &[]));
        assert_eq!((rows(&path), rows(&folder.path().join("wag.db.before-3"))), (Ok(1), Ok(0)));
        // A migration that fails is not begun.
        assert!(opened(4).is_err());
        assert!(opened(3).is_ok());
        assert_eq!(names().len(), 3);
    }

    #[test]
    fn a_copy_is_complete_while_others_write() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("wag.db")).unwrap();
        store.make_first_owner("Owner", 1).unwrap();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    store.begin(1).unwrap();
                    store.set_clock_max(2).unwrap();
                }
            });
            let copy = folder.path().join("copy.db");
            db::copy(&folder.path().join("wag.db"), &copy).unwrap();
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            let copied = Store::open(&copy).unwrap();
            assert!(copied.make_first_owner("Owner", 1).unwrap().is_none());
        });
    }

    /// The first released schema, with its rows, becomes the newest one.
    #[test]
    fn a_database_of_the_first_version_keeps_its_rows_and_gets_the_new_columns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wag.db");
        let old = Store::open_with(&path, &migrations::ALL[..1]).unwrap();
        let insert = "INSERT INTO classes (id, name, created_at) VALUES ('7b', '7b', 0)";
        old.db.write(|w| w.run(insert, &[])).unwrap();
        let (owner, _) = old.make_first_owner("Owner", 1).unwrap().unwrap();
        drop(old);
        let store = Store::open(&path).unwrap();
        assert_eq!(store.class_limits(&owner.id, "7b").unwrap(), "{}");
        store.set_class_limits(&owner.id, "7b", &serde_json::json!({ "workspace_mb": 40 }), 2).unwrap();
        let copy = folder.path().join("copy.db");
        db::copy(&path, &copy).unwrap();
        let copied = Store::open(&copy).unwrap();
        assert_eq!(copied.class_limits(&owner.id, "7b").unwrap(), "{\"workspace_mb\":40}");
    }

    #[test]
    fn a_newer_database_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wag.db");
        let store = Store::open(&path).unwrap();
        store.db.write(|w| w.run("INSERT INTO migrations VALUES (999, 0)", &[])).unwrap();
        drop(store);
        assert!(Store::open(&path).is_err());
    }
}
