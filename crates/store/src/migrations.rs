//! The numbered changes of the schema.

use crate::clock::now_ms;
use crate::crash;
use crate::db::{Db, DbError};
use crate::values;

/// The SQL of each migration; the first has the number 1. A migration that was released never changes.
pub const ALL: [&str; 2] = [include_str!("migrations/0001.sql"), include_str!("migrations/0002.sql")];

/// Returns the number of the last migration that the database has.
pub fn version(db: &Db) -> Result<usize, DbError> {
    let table = "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, at BIGINT NOT NULL)";
    db.write(|w| w.script(table))?;
    let last = db.read(|r| r.count("SELECT COALESCE(max(number), 0) FROM migrations", &[]))?;
    usize::try_from(last).map_err(|_| DbError::Other(format!("there is no migration {last}")))
}

/// Runs the migrations after the `first` ones, each in one transaction.
pub fn migrate(db: &Db, migrations: &[&str], first: usize) -> Result<(), DbError> {
    for (sql, number) in migrations.iter().zip(1_i64..).skip(first) {
        db.write(|w| {
            w.script(sql)?;
            crash::point("migration.in_transaction");
            w.run("INSERT INTO migrations (number, at) VALUES ($1, $2)", values![number, now_ms()])
        })?;
    }
    Ok(())
}
