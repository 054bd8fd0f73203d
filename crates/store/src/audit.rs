//! The record of what teachers and owners do.

use crate::db::{DbError, Writer};
use crate::error::Result;
use crate::ids::new_id;
use crate::store::Store;
use crate::values;
use serde::Serialize;
use serde_json::Value as Json;

/// The maximum number of entries in one answer.
const PAGE: i64 = 200;

/// An act of a teacher or an owner. It names people by their ids only.
pub struct Act<'a> {
    pub actor: &'a str,
    /// A word such as `card` or `class.new`.
    pub action: &'static str,
    /// The id of what was changed or read.
    pub subject: &'a str,
    pub class: Option<&'a str>,
    /// More values; never a code, a token, a name or a content.
    pub detail: Json,
}

/// A stored act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct AuditEntry {
    pub id: String,
    pub at: i64,
    pub actor: String,
    /// The name of the actor; `None` if the account was deleted.
    pub actor_name: Option<String>,
    pub action: String,
    pub subject: String,
    /// The name of the account, class or contest that the subject is; `None` if it is another thing or was deleted.
    pub subject_name: Option<String>,
    pub class: Option<String>,
    #[cfg_attr(feature = "testing", ts(type = "Record<string, unknown>"))]
    pub detail: Json,
}

/// Stores an act in the transaction of the act itself.
pub fn record(w: &Writer<'_>, now: i64, act: &Act<'_>) -> Result<(), DbError> {
    let sql = "INSERT INTO audit (id, at, actor, action, subject, class_id, detail) VALUES ($1, $2, $3, $4, $5, $6, $7)";
    let Act { actor, action, subject, class, detail } = act;
    w.run(sql, values![new_id(), now, *actor, *action, *subject, *class, detail.to_string()])?;
    Ok(())
}

impl Store {
    /// Stores an act that changes nothing else, such as reading a pupil's files.
    pub fn record_act(&self, now: i64, act: &Act<'_>) -> Result<()> {
        self.db.write(|w| Ok(record(w, now, act)?))
    }

    /// Returns the newest acts before a time, newest first: all for the owner, those of the own classes for a teacher.
    pub fn audit(&self, caller: &str, before: i64) -> Result<Vec<AuditEntry>> {
        let sql = "SELECT a.id, a.at, a.actor, a.action, a.subject, a.class_id, a.detail, p.display_name,
                COALESCE(s.display_name, c.name, k.name) FROM audit a
            LEFT JOIN accounts p ON p.id = a.actor LEFT JOIN accounts s ON s.id = a.subject
            LEFT JOIN classes c ON c.id = a.subject LEFT JOIN contests k ON k.id = a.subject
            WHERE a.at < $1 AND (EXISTS (SELECT 1 FROM accounts o WHERE o.id = $2 AND o.is_owner = 1)
                OR a.class_id IN (SELECT m.class_id FROM members m WHERE m.account_id = $2 AND m.role = 'teacher'))
            ORDER BY a.at DESC, a.id LIMIT $3";
        let rows = self.db.read(|r| r.rows(sql, values![before, caller, PAGE]))?;
        let entries = rows.iter().map(|row| {
            Ok(AuditEntry {
                id: row.get(0)?,
                at: row.get(1)?,
                actor: row.get(2)?,
                actor_name: row.get(7)?,
                action: row.get(3)?,
                subject: row.get(4)?,
                subject_name: row.get(8)?,
                class: row.get(5)?,
                detail: serde_json::from_str(&row.get::<String>(6)?).unwrap_or_default(),
            })
        });
        entries.collect()
    }
}
