//! The row of the database about the server itself.

use crate::audit::{Act, record};
use crate::class_rights::check_owner;
use crate::error::Result;
use crate::ids::Secret;
use crate::store::Store;
use crate::values;
use serde_json::json;

impl Store {
    /// Stores the row of the server at its first start. Returns the latest time that the server has seen before, in UTC
    /// milliseconds.
    pub fn begin(&self, now: i64) -> Result<i64> {
        self.db.write(|w| {
            let sql = "INSERT INTO server (only, name, created_at, clock_max) VALUES (1, '', $1, $1)
                ON CONFLICT (only) DO NOTHING";
            w.run(sql, values![now])?;
            Ok(w.value("SELECT clock_max FROM server", &[])?.unwrap_or(now))
        })
    }

    /// Stores the latest time that the server has seen.
    pub fn set_clock_max(&self, time: i64) -> Result<()> {
        self.db.write(|w| w.run("UPDATE server SET clock_max = $1", values![time]))?;
        Ok(())
    }

    /// Returns the name of the server; an empty text if it has none.
    pub fn server_name(&self) -> Result<String> {
        Ok(self.db.read(|r| r.value("SELECT name FROM server", &[]))?.unwrap_or_default())
    }

    /// Names the server. The caller is an owner; `None` is whoever may read the folder of the server.
    pub fn set_server_name(&self, caller: Option<&str>, name: &str, now: i64) -> Result<()> {
        self.db.write(|w| {
            let changed = w.run("UPDATE server SET name = $1 WHERE name <> $1", values![name])?;
            let Some(caller) = caller else { return Ok(()) };
            check_owner(w, caller)?;
            if changed > 0 {
                let act =
                    Act { actor: caller, action: "server.name", subject: "", class: None, detail: json!({}) };
                record(w, now, &act)?;
            }
            Ok(())
        })
    }

    /// Returns whether a secret is that of a projector's link, even if it is closed.
    pub fn is_screen(&self, secret: &str) -> Result<bool> {
        let sql = "SELECT count(*) FROM screens WHERE token_sha256 = $1";
        Ok(self.db.read(|r| r.count(sql, values![Secret::sha256_of(secret)]))? > 0)
    }
}
