//! Deleting a person, and everything that the server stores of one.

use crate::accounts::{is_last_owner, managed};
use crate::audit::{Act, record};
use crate::crash;
use crate::db::{DbError, Reader, Writer};
use crate::error::{Result, StoreError};
use crate::store::Store;
use crate::values;
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeSet;

/// The files of a deleted person, which the server removes after the transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeletedFiles {
    pub account: String,
    /// The matches and seats that the person has logs of.
    pub logs: Vec<(String, i64)>,
    /// The hashes of hand-ins that nobody else has handed in.
    pub blobs: Vec<String>,
}

/// All rows of a person by table, for the person to take along.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PersonRows {
    pub account: String,
    pub tables: Map<String, Json>,
    /// The hashes and versions of hand-ins: contest, version, hash.
    #[serde(skip)]
    pub hand_ins: Vec<(String, i64, String)>,
    /// The matches and seats that the person has logs of.
    #[serde(skip)]
    pub logs: Vec<(String, i64)>,
}

/// The queries of [`PersonRows`]: a table, its columns, and whose rows they are. Codes and hashes are left out.
const TABLES: [(&str, &str, &str); 9] = [
    ("accounts", "id, display_name, language, created_at, seen_at, code_made_at, limits", "id = $1"),
    ("sessions", "id, device, made_at, seen_at, expires_at", "account_id = $1"),
    ("members", "class_id, role, external_id, group_name, joined_at, confirmed_at", "account_id = $1"),
    ("progress", "course, lesson, state, attempts, last_error, changed_at", "account_id = $1"),
    (
        "entries",
        "contest_id, active_hand_in, final_hand_in, withdrawn_at, hidden_at, grace_until",
        "account_id = $1",
    ),
    (
        "hand_ins",
        "id, contest_id, version, sha256, bytes, state, reason, is_late, arrived_at",
        "account_id = $1",
    ),
    ("seats", "match_id, seat, place, points, faults, first_fault", "account_id = $1"),
    ("marks", "contest_id, points, comment, changed_at", "account_id = $1"),
    ("audit", "at, action, detail", "subject = $1"),
];

impl Store {
    /// Deletes a person whom the caller manages: account, sessions, hand-ins, progress and marks. Seats stay, without a
    /// name. Returns the files to remove.
    pub fn delete_person(&self, caller: &str, account: &str, now: i64) -> Result<DeletedFiles> {
        self.db.write(|w| {
            let person = managed(w, caller, account)?;
            if person.is_owner && is_last_owner(w, account)? {
                return Err(StoreError::LastOwner);
            }
            let files = delete(w, account, now)?;
            record(
                w,
                now,
                &Act {
                    actor: caller,
                    action: "person.delete",
                    subject: account,
                    class: None,
                    detail: json!({}),
                },
            )?;
            Ok(files)
        })
    }

    /// Returns whether an account may delete itself: it is a pupil, and all its classes allow it.
    pub fn may_delete_self(&self, account: &str) -> Result<bool> {
        self.db.read(|r| Ok(may_delete_self(r, account)?))
    }

    /// Deletes the caller, like [`Store::delete_person`]. [`StoreError::NotFound`] unless all classes of the caller allow it.
    pub fn delete_self(&self, account: &str, now: i64) -> Result<DeletedFiles> {
        self.db.write(|w| {
            if !may_delete_self(w, account)? {
                return Err(StoreError::NotFound);
            }
            let files = delete(w, account, now)?;
            let act = Act {
                actor: account,
                action: "person.delete",
                subject: account,
                class: None,
                detail: json!({}),
            };
            record(w, now, &act)?;
            Ok(files)
        })
    }

    /// Deletes the archived classes whose time has come, each in one transaction, with their contests and all pupils who are
    /// in no other class. Returns the files of these pupils to remove.
    pub fn delete_due_classes(&self, now: i64) -> Result<Vec<DeletedFiles>> {
        let sql =
            "SELECT id FROM classes WHERE archived_at IS NOT NULL AND delete_at <= $1 ORDER BY delete_at, id";
        let due = self.db.read(|r| r.rows(sql, values![now]))?;
        let mut files = Vec::new();
        for row in due {
            let class: String = row.get(0)?;
            files.extend(self.db.write(|w| delete_class(w, &class, now))?);
        }
        Ok(files)
    }

    /// Returns the ids of all matches, whose replays and logs may exist.
    pub fn match_ids(&self) -> Result<BTreeSet<String>> {
        let rows = self.db.read(|r| r.rows("SELECT id FROM matches", &[]))?;
        Ok(rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
    }

    /// Deletes persons who were deleted after a backup was made. Returns the files to remove.
    pub fn delete_again(&self, accounts: &[String], now: i64) -> Result<Vec<DeletedFiles>> {
        self.db.write(|w| {
            Ok(accounts.iter().map(|account| delete(w, account, now)).collect::<Result<_, DbError>>()?)
        })
    }

    /// Returns the ids of all deleted persons, whose folders must not exist.
    pub fn deleted_persons(&self) -> Result<Vec<String>> {
        let rows = self.db.read(|r| r.rows("SELECT account_id FROM deleted ORDER BY at, account_id", &[]))?;
        Ok(rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
    }

    /// Returns everything that is stored of a person whom the caller manages, or of the caller.
    pub fn person(&self, caller: &str, account: &str, now: i64) -> Result<PersonRows> {
        self.db.write(|w| {
            if caller != account {
                managed(w, caller, account)?;
                let act = Act { actor: caller, action: "person.export", subject: account, class: None, detail: json!({}) };
                record(w, now, &act)?;
            }
            let mut tables = Map::new();
            for (table, columns, is_own) in TABLES {
                tables.insert(table.to_string(), Json::Array(objects(w, table, columns, is_own, account)?));
            }
            let sql = "SELECT contest_id, version, sha256 FROM hand_ins WHERE account_id = $1 AND sha256 IS NOT NULL";
            let rows = w.rows(sql, values![account])?;
            let hand_ins = rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
            let hand_ins = hand_ins.collect::<Result<_, DbError>>()?;
            Ok(PersonRows { account: account.into(), tables, hand_ins, logs: logs_of(w, account)? })
        })
    }
}

/// Returns the rows of a person in a table as JSON objects.
fn objects(
    r: &Reader<'_>,
    table: &str,
    columns: &str,
    is_own: &str,
    account: &str,
) -> Result<Vec<Json>, DbError> {
    let rows = r.rows(&format!("SELECT {columns} FROM {table} WHERE {is_own}"), values![account])?;
    let object = |row: &crate::Row| {
        let columns = columns.split(", ").enumerate();
        columns
            .map(|(at, name)| Ok((name.to_string(), json_of(row.get(at)?))))
            .collect::<Result<Map<_, _>, DbError>>()
    };
    rows.iter().map(|row| Ok(Json::Object(object(row)?))).collect()
}

fn json_of(value: crate::Value) -> Json {
    match value {
        crate::Value::Null | crate::Value::Bytes(_) => Json::Null,
        crate::Value::Integer(value) => json!(value),
        crate::Value::Real(value) => json!(value),
        crate::Value::Text(text) => json!(text),
    }
}

fn logs_of(r: &Reader<'_>, account: &str) -> Result<Vec<(String, i64)>, DbError> {
    let sql = "SELECT s.match_id, s.seat FROM seats s LEFT JOIN hand_ins h ON h.id = s.hand_in_id
        WHERE s.account_id = $1 OR h.account_id = $1";
    r.rows(sql, values![account])?.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect()
}

/// The setting of a class that lets its pupils delete their accounts.
const MAY_DELETE: &str = "pupils_may_delete";

fn may_delete_self(r: &Reader<'_>, account: &str) -> Result<bool, DbError> {
    let sql = "SELECT c.settings, m.role, a.is_owner FROM members m JOIN classes c ON c.id = m.class_id
        JOIN accounts a ON a.id = m.account_id WHERE m.account_id = $1";
    let rows = r.rows(sql, values![account])?;
    for row in &rows {
        let settings: Json = serde_json::from_str(&row.get::<String>(0)?).unwrap_or_default();
        let is_pupil = row.get::<String>(1)? == "pupil" && !row.get::<bool>(2)?;
        if settings[MAY_DELETE] != json!(true) || !is_pupil {
            return Ok(false);
        }
    }
    Ok(!rows.is_empty())
}

/// Deletes a class that is due. It may have been taken out of the archive in the meantime.
fn delete_class(w: &Writer<'_>, class: &str, now: i64) -> Result<Vec<DeletedFiles>, DbError> {
    let is_due = "SELECT count(*) FROM classes WHERE id = $1 AND archived_at IS NOT NULL AND delete_at <= $2";
    if w.count(is_due, values![class, now])? == 0 {
        return Ok(Vec::new());
    }
    let sql = "SELECT a.id FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE m.class_id = $1 AND m.role = 'pupil' AND a.is_owner = 0
            AND NOT EXISTS (SELECT 1 FROM members o WHERE o.account_id = a.id AND o.class_id <> $1) ORDER BY a.id";
    let pupils = w.rows(sql, values![class])?;
    let pupils = pupils.iter().map(|row| row.get(0)).collect::<Result<Vec<String>, _>>()?;
    let files = pupils.iter().map(|pupil| delete(w, pupil, now)).collect::<Result<Vec<_>, _>>()?;
    w.run("DELETE FROM classes WHERE id = $1", values![class])?;
    let detail = json!({ "persons": files.len() });
    record(w, now, &Act { actor: "server", action: "class.delete", subject: class, class: None, detail })?;
    Ok(files)
}

pub(crate) fn delete(w: &Writer<'_>, account: &str, now: i64) -> Result<DeletedFiles, DbError> {
    let logs = logs_of(w, account)?;
    let sql = "SELECT DISTINCT h.sha256 FROM hand_ins h WHERE h.account_id = $1 AND h.sha256 IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM hand_ins o WHERE o.sha256 = h.sha256 AND o.account_id <> $1)";
    let blobs = w.rows(sql, values![account])?;
    let blobs = blobs.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?;
    w.run("DELETE FROM accounts WHERE id = $1", values![account])?;
    crash::point("deletion.in_transaction");
    let sql = "INSERT INTO deleted (account_id, at) VALUES ($1, $2) ON CONFLICT (account_id) DO NOTHING";
    w.run(sql, values![account, now])?;
    Ok(DeletedFiles { account: account.to_string(), logs, blobs })
}
