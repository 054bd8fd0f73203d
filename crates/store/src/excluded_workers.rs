//! The workers of a cluster that were found to lie. Their results do not count, also after the next start of the server.

use crate::audit::{Act, record};
use crate::class_rights::check_owner;
use crate::db::{DbError, Reader, Writer};
use crate::error::{Result, StoreError};
use crate::store::Store;
use crate::values;
use serde_json::json;

/// A worker of a cluster whose results do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcludedWorker {
    /// The name, from the scheduler.
    pub name: String,
    /// The reason, as JSON.
    pub reason: String,
    pub excluded_at: i64,
}

/// Excludes a worker. Returns whether it was not excluded before.
pub(crate) fn exclude(w: &Writer<'_>, name: &str, reason: &str, now: i64) -> Result<bool> {
    let sql =
        "INSERT INTO excluded_workers (name, reason, excluded_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
    Ok(w.run(sql, values![name, reason, now])? == 1)
}

pub(crate) fn is_excluded(r: &Reader<'_>, name: &str) -> Result<bool> {
    Ok(r.count("SELECT count(*) FROM excluded_workers WHERE name = $1", values![name])? > 0)
}

impl Store {
    /// Returns the workers of the cluster whose results do not count, by name.
    pub fn excluded_workers(&self) -> Result<Vec<ExcludedWorker>> {
        let sql = "SELECT name, reason, excluded_at FROM excluded_workers ORDER BY name";
        let rows = self.db.read(|r| r.rows(sql, &[]))?;
        let worker = |row: &crate::db::Row| {
            Ok(ExcludedWorker { name: row.get(0)?, reason: row.get(1)?, excluded_at: row.get(2)? })
        };
        Ok(rows.iter().map(worker).collect::<Result<_, DbError>>()?)
    }

    /// Lets a worker of the cluster play again. The caller is an owner. Its results that were played again stay so.
    pub fn allow_worker(&self, caller: &str, name: &str, now: i64) -> Result<()> {
        self.db.write(|w| {
            check_owner(w, caller)?;
            w.run("DELETE FROM excluded_workers WHERE name = $1", values![name])?;
            let detail = json!({ "worker": name });
            record(
                w,
                now,
                &Act { actor: caller, action: "cluster.allow", subject: "", class: None, detail },
            )?;
            Ok::<_, StoreError>(())
        })
    }
}
