//! The database with its schema.

use crate::db::{Db, DbError};
use crate::error::Result;
use crate::migrations;
use std::path::Path;

/// The database of a server. Its functions are in the files of their area.
pub struct Store {
    pub db: Db,
}

impl Store {
    /// Makes a store in memory, which ends with the process.
    pub fn memory() -> Result<Store> {
        let db = Db::memory()?;
        migrations::migrate(&db, &migrations::ALL, migrations::version(&db)?)?;
        Ok(Store { db })
    }

    /// Opens the store in a file, and creates it if it does not exist. The caller is the only process that opens it.
    pub fn open(path: &Path) -> Result<Store> {
        let db = Db::open(path)?;
        let version = migrations::version(&db)?;
        if version > migrations::ALL.len() {
            let newest = migrations::ALL.len();
            return Err(
                DbError::Gone(format!("it is of a newer Wag (version {version}, not {newest})")).into()
            );
        }
        migrations::migrate(&db, &migrations::ALL, version)?;
        Ok(Store { db })
    }
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
    fn a_newer_database_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("wag.db");
        let store = Store::open(&path).unwrap();
        store.db.write(|w| w.run("INSERT INTO migrations VALUES (999, 0)", &[])).unwrap();
        drop(store);
        assert!(Store::open(&path).is_err());
    }
}
