//! Accounts: the people of the server, their codes and their passphrases.

use crate::audit::{Act, record};
use crate::db::{DbError, Reader, Row, Writer};
use crate::error::{Result, StoreError};
use crate::ids::{Code, new_id};
use crate::store::Store;
use crate::values;
use serde::Serialize;
use serde_json::json;

/// A person with an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    pub id: String,
    pub display_name: String,
    /// The code of the language that the person has chosen; `None` for that of the browser.
    pub language: Option<String>,
    pub is_owner: bool,
    /// True if the person teaches a class.
    pub teaches: bool,
}

/// The role of a member of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub enum Role {
    Teacher,
    Pupil,
}

impl Role {
    pub fn word(self) -> &'static str {
        match self {
            Role::Teacher => "teacher",
            Role::Pupil => "pupil",
        }
    }

    pub(crate) fn of_word(word: &str) -> Role {
        if word == "teacher" { Role::Teacher } else { Role::Pupil }
    }
}

/// The columns of an account `a`, in the order of [`account_of`].
pub(crate) const COLUMNS: &str = "a.id, a.display_name, a.language, a.is_owner,
    EXISTS (SELECT 1 FROM members t WHERE t.account_id = a.id AND t.role = 'teacher' AND t.confirmed_at IS NOT NULL)";

pub(crate) fn account_of(row: &Row) -> Result<Account, DbError> {
    Ok(Account {
        id: row.get(0)?,
        display_name: row.get(1)?,
        language: row.get(2)?,
        is_owner: row.get(3)?,
        teaches: row.get(4)?,
    })
}

/// The condition that the caller `$2` may make cards for, disable, export or delete the account `a`: the owner may; a teacher
/// may if it is a pupil in all its classes and the teacher teaches all of them. Anything else would be a way to become
/// the owner or another teacher.
pub(crate) const MAY_MANAGE: &str = "(EXISTS (SELECT 1 FROM accounts o WHERE o.id = $2 AND o.is_owner = 1)
    OR (a.is_owner = 0 AND EXISTS (SELECT 1 FROM members m WHERE m.account_id = a.id)
        AND NOT EXISTS (SELECT 1 FROM members m WHERE m.account_id = a.id AND (m.role <> 'pupil' OR m.class_id NOT IN
            (SELECT t.class_id FROM members t
                WHERE t.account_id = $2 AND t.role = 'teacher' AND t.confirmed_at IS NOT NULL)))))";

/// Returns an account that the caller may manage; [`StoreError::NotFound`] if it does not exist or the caller may not.
pub(crate) fn managed(r: &Reader<'_>, caller: &str, account: &str) -> Result<Account> {
    let sql = format!("SELECT {COLUMNS} FROM accounts a WHERE a.id = $1 AND {MAY_MANAGE}");
    let row = r.row(&sql, values![account, caller])?.ok_or(StoreError::NotFound)?;
    Ok(account_of(&row)?)
}

/// Stores a new account with a new code.
pub(crate) fn insert(
    w: &Writer<'_>,
    name: &str,
    is_owner: bool,
    now: i64,
) -> Result<(Account, Code), DbError> {
    let (id, code) = (new_id(), Code::new());
    let sql = "INSERT INTO accounts (id, display_name, is_owner, code_sha256, code_made_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $5)";
    w.run(sql, values![&id, name, is_owner, code.sha256(), now])?;
    let display_name = name.to_string();
    Ok((Account { id, display_name, language: None, is_owner, teaches: false }, code))
}

/// Replaces the code of an account, removes its passphrase, which somebody else may have set, and ends all its sessions.
pub(crate) fn replace_code(w: &Writer<'_>, account: &str, now: i64) -> Result<Code, DbError> {
    let code = Code::new();
    let sql = "UPDATE accounts SET code_sha256 = $1, code_made_at = $2, passphrase_hash = NULL WHERE id = $3";
    w.run(sql, values![code.sha256(), now, account])?;
    w.run("DELETE FROM sessions WHERE account_id = $1", values![account])?;
    Ok(code)
}

impl Store {
    /// Makes the owner of a new server. Returns `None` if there is an owner already.
    pub fn make_first_owner(&self, name: &str, now: i64) -> Result<Option<(Account, Code)>> {
        self.db.write(|w| match w.count("SELECT count(*) FROM accounts WHERE is_owner = 1", &[])? {
            0 => Ok(Some(insert(w, name, true, now)?)),
            _ => Ok(None),
        })
    }

    /// Makes a new code for the oldest account of an owner and ends its sessions. Whoever may read the folder of the
    /// server may do so.
    pub fn new_owner_code(&self, now: i64) -> Result<(Account, Code)> {
        self.db.write(|w| {
            let owner = first_owner(w)?;
            w.run("UPDATE accounts SET disabled_at = NULL WHERE id = $1", values![&owner.id])?;
            let code = replace_code(w, &owner.id, now)?;
            let act = Act {
                actor: &owner.id,
                action: "owner.code",
                subject: &owner.id,
                class: None,
                detail: json!({}),
            };
            record(w, now, &act)?;
            Ok((owner, code))
        })
    }

    /// Returns the oldest account of an owner.
    pub fn first_owner(&self) -> Result<Account> {
        self.db.read(first_owner)
    }

    /// Returns whether an account exists and is not disabled.
    pub fn is_enabled(&self, account: &str) -> Result<bool> {
        let sql = "SELECT count(*) FROM accounts WHERE id = $1 AND disabled_at IS NULL";
        Ok(self.db.read(|r| r.count(sql, values![account]))? > 0)
    }

    /// Returns the account with this code; `None` if there is none or it is disabled.
    pub fn account_of_code(&self, code: &Code) -> Result<Option<Account>> {
        let sql =
            format!("SELECT {COLUMNS} FROM accounts a WHERE a.code_sha256 = $1 AND a.disabled_at IS NULL");
        let row = self.db.read(|r| r.row(&sql, values![code.sha256()]))?;
        Ok(row.as_ref().map(account_of).transpose()?)
    }

    /// Returns the account of this name that has a passphrase, with the hash of it.
    pub fn passphrase_of(&self, name: &str) -> Result<Option<(Account, String)>> {
        let sql = format!(
            "SELECT {COLUMNS}, a.passphrase_hash FROM accounts a
                WHERE a.display_name = $1 AND a.passphrase_hash IS NOT NULL AND a.disabled_at IS NULL"
        );
        let row = self.db.read(|r| r.row(&sql, values![name]))?;
        Ok(row.map(|row| Ok::<_, DbError>((account_of(&row)?, row.get(5)?))).transpose()?)
    }

    /// Sets or removes the passphrase of the caller, who is a teacher or an owner. Other sessions end. Returns
    /// [`StoreError::NameTaken`] if somebody with a passphrase has the same name.
    pub fn set_passphrase(&self, caller: &str, session: &str, hash: Option<&str>) -> Result<()> {
        self.db.write(|w| {
            let same = "SELECT count(*) FROM accounts a, accounts b WHERE a.id = $1 AND b.id <> a.id
                AND b.display_name = a.display_name AND b.passphrase_hash IS NOT NULL";
            if hash.is_some() && w.count(same, values![caller])? > 0 {
                return Err(StoreError::NameTaken);
            }
            let sql = "UPDATE accounts SET passphrase_hash = $1 WHERE id = $2 AND (is_owner = 1
                OR EXISTS (SELECT 1 FROM members m WHERE m.account_id = $2 AND m.role = 'teacher'))";
            if w.run(sql, values![hash, caller])? == 0 {
                return Err(StoreError::NotFound);
            }
            w.run("DELETE FROM sessions WHERE account_id = $1 AND id <> $2", values![caller, session])?;
            Ok(())
        })
    }

    /// Sets the language of the caller; `None` for that of the browser.
    pub fn set_language(&self, caller: &str, language: Option<&str>) -> Result<()> {
        self.db
            .write(|w| w.run("UPDATE accounts SET language = $1 WHERE id = $2", values![language, caller]))?;
        Ok(())
    }

    /// Makes a new code for an account that the caller manages, and ends all its sessions.
    pub fn new_card(&self, caller: &str, account: &str, now: i64) -> Result<(Account, Code)> {
        self.db.write(|w| {
            let managed = managed(w, caller, account)?;
            let code = replace_code(w, account, now)?;
            record(
                w,
                now,
                &Act { actor: caller, action: "card", subject: account, class: None, detail: json!({}) },
            )?;
            Ok((managed, code))
        })
    }

    /// Disables an account that the caller manages, and ends its sessions; or enables it again. The last owner cannot be
    /// disabled.
    pub fn set_disabled(&self, caller: &str, account: &str, disabled: bool, now: i64) -> Result<()> {
        self.db.write(|w| {
            let managed = managed(w, caller, account)?;
            if disabled && managed.is_owner && is_last_owner(w, account)? {
                return Err(StoreError::LastOwner);
            }
            w.run(
                "UPDATE accounts SET disabled_at = $1 WHERE id = $2",
                values![disabled.then_some(now), account],
            )?;
            if disabled {
                w.run("DELETE FROM sessions WHERE account_id = $1", values![account])?;
            }
            let action = if disabled { "disable" } else { "enable" };
            Ok(record(
                w,
                now,
                &Act { actor: caller, action, subject: account, class: None, detail: json!({}) },
            )?)
        })
    }
}

fn first_owner(r: &Reader<'_>) -> Result<Account> {
    let sql = format!("SELECT {COLUMNS} FROM accounts a WHERE a.is_owner = 1 ORDER BY a.created_at, a.id");
    Ok(account_of(&r.row(&sql, &[])?.ok_or(StoreError::NotFound)?)?)
}

/// Returns whether no other owner can log in.
pub(crate) fn is_last_owner(r: &Reader<'_>, account: &str) -> Result<bool, DbError> {
    let sql = "SELECT count(*) FROM accounts WHERE is_owner = 1 AND disabled_at IS NULL AND id <> $1";
    Ok(r.count(sql, values![account])? == 0)
}
