//! The limits of accounts, which the owner of a server sets. The store keeps them as JSON; the server knows their names.

use crate::audit::{Act, record};
use crate::class_rights::check_owner;
use crate::db::{DbError, Reader, Writer};
use crate::error::{Result, StoreError};
use crate::store::Store;
use crate::values;
use serde_json::{Value as Json, json};

/// The maximum numbers of hand-ins of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandInLimits {
    pub per_hour: i64,
    /// In one contest, which keeps all of them.
    pub per_contest: i64,
}

impl Default for HandInLimits {
    fn default() -> Self {
        HandInLimits { per_hour: 20, per_contest: 200 }
    }
}

/// The stored limits of an account, each an object as JSON text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLimitTexts {
    pub own: String,
    /// The limits of the account's classes, without archived ones.
    pub classes: Vec<String>,
}

/// Returns what the limits of an account come from; [`StoreError::NotFound`] if there is no such account.
fn stored(r: &Reader<'_>, account: &str) -> Result<AccountLimitTexts> {
    let own = r.value("SELECT limits FROM accounts WHERE id = $1", values![account])?;
    let sql = "SELECT c.limits FROM members m JOIN classes c ON c.id = m.class_id
        WHERE m.account_id = $1 AND m.confirmed_at IS NOT NULL AND c.archived_at IS NULL ORDER BY c.id";
    let classes = r.rows(sql, values![account])?;
    Ok(AccountLimitTexts {
        own: own.ok_or(StoreError::NotFound)?,
        classes: classes.iter().map(|row| row.get(0)).collect::<Result<_, DbError>>()?,
    })
}

/// Stores limits with the line of the audit.
fn set(
    w: &Writer<'_>,
    (table, action): (&str, &'static str),
    (caller, id, class): (&str, &str, Option<&str>),
    limits: &Json,
    now: i64,
) -> Result<()> {
    check_owner(w, caller)?;
    let sql = format!("UPDATE {table} SET limits = $1 WHERE id = $2");
    if w.run(&sql, values![limits.to_string(), id])? == 0 {
        return Err(StoreError::NotFound);
    }
    let detail = json!({ "limits": limits });
    Ok(record(w, now, &Act { actor: caller, action, subject: id, class, detail })?)
}

impl Store {
    /// Returns what the limits of an account come from, for the server itself. An id without an account, such as that of a
    /// contest, has no limits of its own.
    pub fn limits_of_account(&self, account: &str) -> Result<AccountLimitTexts> {
        match self.db.read(|r| stored(r, account)) {
            Err(StoreError::NotFound) => Ok(AccountLimitTexts { own: "{}".into(), classes: Vec::new() }),
            found => found,
        }
    }

    /// Returns what the limits of an account come from. [`StoreError::NotFound`] unless the caller is an owner.
    pub fn account_limits(&self, caller: &str, account: &str) -> Result<AccountLimitTexts> {
        self.db.read(|r| {
            check_owner(r, caller)?;
            stored(r, account)
        })
    }

    /// Replaces the limits of an account's own. [`StoreError::NotFound`] unless the caller is an owner.
    pub fn set_account_limits(&self, caller: &str, account: &str, limits: &Json, now: i64) -> Result<()> {
        self.db.write(|w| set(w, ("accounts", "account.limits"), (caller, account, None), limits, now))
    }

    /// Returns the limits of a class. [`StoreError::NotFound`] unless the caller is an owner.
    pub fn class_limits(&self, caller: &str, class: &str) -> Result<String> {
        self.db.read(|r| {
            check_owner(r, caller)?;
            let sql = "SELECT limits FROM classes WHERE id = $1";
            r.value(sql, values![class])?.ok_or(StoreError::NotFound)
        })
    }

    /// Replaces the limits of a class. [`StoreError::NotFound`] unless the caller is an owner.
    pub fn set_class_limits(&self, caller: &str, class: &str, limits: &Json, now: i64) -> Result<()> {
        self.db.write(|w| set(w, ("classes", "class.limits"), (caller, class, Some(class)), limits, now))
    }
}
