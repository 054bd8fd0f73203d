//! Sessions: the devices on which somebody is logged in.

use crate::accounts::{Account, COLUMNS, account_of};
use crate::error::{Result, StoreError};
use crate::ids::{Code, Secret, new_id};
use crate::store::Store;
use crate::values;
use serde::Serialize;

/// The maximum number of sessions of an account. The one that was not used for the longest time ends for a new one.
const SESSIONS_MAX: i64 = 10;
/// The time between two updates of when a session was last used, in milliseconds.
const SEEN_MS: i64 = 60_000;

/// The proof with which somebody logs in. It must still be right when the session is stored: a new card or passphrase may
/// come in between, while a passphrase is checked.
pub enum Proof {
    Code(Code),
    /// The stored hash of the passphrase that was right.
    Passphrase(String),
}

impl Proof {
    /// Returns the column of the account with the stored value, and the value.
    fn stored(&self) -> (&'static str, String) {
        match self {
            Proof::Code(code) => ("code_sha256", code.sha256()),
            Proof::Passphrase(hash) => ("passphrase_hash", hash.clone()),
        }
    }
}

/// A session that is about to begin.
pub struct NewSession<'a> {
    pub proof: Proof,
    /// A short name of the device, for the list of sessions.
    pub device: &'a str,
    /// True if others use the device, too.
    pub is_shared: bool,
    /// The time after which the session ends, in milliseconds.
    pub duration_ms: i64,
}

/// A session that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The id, which opens nothing.
    pub id: String,
    pub account: Account,
    pub expires_at: i64,
    /// True if no class has confirmed the name of the account, which is no owner's.
    pub waits: bool,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct ListedSession {
    pub id: String,
    pub device: String,
    pub made_at: i64,
    pub seen_at: i64,
    pub current: bool,
}

impl Store {
    /// Logs an account in. Returns the secret of the new session, and its end. [`StoreError::NotFound`] if the proof is not
    /// right any more, or the account is gone or disabled.
    pub fn log_in(&self, account: &Account, new: &NewSession<'_>, now: i64) -> Result<(Secret, i64)> {
        let expires_at = now + new.duration_ms;
        let (id, secret) = (new_id(), Secret::new());
        let (column, proof) = new.proof.stored();
        self.db.write(|w| {
            w.run("DELETE FROM sessions WHERE expires_at <= $1", values![now])?;
            let surplus = "DELETE FROM sessions WHERE account_id = $1 AND token_sha256 NOT IN
                (SELECT token_sha256 FROM sessions WHERE account_id = $1 ORDER BY seen_at DESC, made_at DESC LIMIT $2)";
            w.run(surplus, values![&account.id, SESSIONS_MAX - 1])?;
            let sql = format!(
                "INSERT INTO sessions (token_sha256, id, account_id, made_at, seen_at, expires_at, is_shared, device)
                    SELECT $1, $2, $3, $4, $4, $5, $6, $7 FROM accounts
                    WHERE id = $3 AND disabled_at IS NULL AND {column} = $8"
            );
            let row =
                values![secret.sha256(), id, &account.id, now, expires_at, new.is_shared, new.device, proof];
            if w.run(&sql, row)? == 0 {
                return Err(StoreError::NotFound);
            }
            w.run("UPDATE accounts SET seen_at = $1 WHERE id = $2", values![now, &account.id])?;
            Ok((secret, expires_at))
        })
    }

    /// Returns the session with this secret; `None` if there is none, it has ended, or its account is disabled.
    pub fn session(&self, secret: &str, now: i64) -> Result<Option<Session>> {
        let sql = format!(
            "SELECT {COLUMNS}, s.id, s.expires_at, s.seen_at,
                a.is_owner = 0 AND NOT EXISTS (SELECT 1 FROM members c WHERE c.account_id = a.id AND c.confirmed_at IS NOT NULL)
                FROM sessions s JOIN accounts a ON a.id = s.account_id
                WHERE s.token_sha256 = $1 AND s.expires_at > $2 AND a.disabled_at IS NULL"
        );
        let row = self.db.read(|r| r.row(&sql, values![Secret::sha256_of(secret), now]))?;
        let Some(row) = row else { return Ok(None) };
        let account = account_of(&row)?;
        let session = Session { account, id: row.get(5)?, expires_at: row.get(6)?, waits: row.get(8)? };
        if row.get::<i64>(7)?.saturating_add(SEEN_MS) <= now {
            self.mark_as_seen(&session, now)?;
        }
        Ok(Some(session))
    }

    fn mark_as_seen(&self, session: &Session, now: i64) -> Result<()> {
        self.db.write(|w| {
            w.run("UPDATE sessions SET seen_at = $1 WHERE id = $2", values![now, &session.id])?;
            w.run("UPDATE accounts SET seen_at = $1 WHERE id = $2", values![now, &session.account.id])?;
            Ok(())
        })
    }

    /// Returns whether a session has not ended.
    pub fn is_session(&self, id: &str, now: i64) -> Result<bool> {
        let sql = "SELECT count(*) FROM sessions s JOIN accounts a ON a.id = s.account_id
            WHERE s.id = $1 AND s.expires_at > $2 AND a.disabled_at IS NULL";
        Ok(self.db.read(|r| r.count(sql, values![id, now]))? > 0)
    }

    /// Returns the sessions of an account, the newest first. `current` is the id of the one that asks.
    pub fn sessions(&self, account: &str, current: Option<&str>, now: i64) -> Result<Vec<ListedSession>> {
        let sql =
            "SELECT id, device, made_at, seen_at FROM sessions WHERE account_id = $1 AND expires_at > $2
            ORDER BY made_at DESC, id";
        let rows = self.db.read(|r| r.rows(sql, values![account, now]))?;
        let listed = rows.iter().map(|row| {
            let id: String = row.get(0)?;
            let current = current == Some(id.as_str());
            Ok(ListedSession { id, device: row.get(1)?, made_at: row.get(2)?, seen_at: row.get(3)?, current })
        });
        listed.collect()
    }

    /// Ends a session of an account.
    pub fn end_session(&self, account: &str, id: &str) -> Result<()> {
        let sql = "DELETE FROM sessions WHERE account_id = $1 AND id = $2";
        match self.db.write(|w| w.run(sql, values![account, id]))? {
            0 => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }

    /// Ends all sessions of everybody, as after a restored backup.
    pub fn end_all_sessions(&self) -> Result<()> {
        self.db.write(|w| w.run("DELETE FROM sessions", &[]))?;
        Ok(())
    }
}
