//! The members of classes, and their cards.

use crate::accounts::{self, Account, MAY_MANAGE, Role, account_of, managed, replace_code};
use crate::audit::{Act, record};
use crate::class_rights::{changeable, check_owner, taught};
use crate::db::{DbError, Reader, Writer};
use crate::deletion::{DeletedFiles, delete};
use crate::error::{Result, StoreError};
use crate::ids::Code;
use crate::store::Store;
use crate::values;
use serde::Serialize;
use serde_json::json;

/// The maximum number of members of a class.
const MEMBERS_MAX: i64 = 200;
/// The maximum number of accounts on a server.
const ACCOUNTS_MAX: i64 = 5000;

/// A member of a class as its teachers see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct Member {
    pub account: String,
    pub name: String,
    pub role: Role,
    pub group: Option<String>,
    pub code_made_at: Option<i64>,
    pub seen_at: Option<i64>,
    pub disabled: bool,
    /// True if a teacher has to confirm the name.
    pub waiting: bool,
}

/// A new member of a class.
pub struct NewMember<'a> {
    pub name: &'a str,
    /// The key by which names in a class are compared.
    pub name_key: &'a str,
    pub role: Role,
}

/// A change of a member; `None` leaves a value as it is.
#[derive(Clone, Debug, Default)]
pub struct MemberChange<'a> {
    /// The name and its key.
    pub name: Option<(&'a str, &'a str)>,
    pub is_confirmed: bool,
}

/// Returns the members of a class: teachers first, then pupils by name.
pub(crate) fn members_of(r: &Reader<'_>, class: &str) -> Result<Vec<Member>, DbError> {
    let sql = "SELECT a.id, a.display_name, m.role, m.group_name, a.code_made_at, a.seen_at, a.disabled_at IS NOT NULL,
            m.confirmed_at IS NULL
        FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE m.class_id = $1 ORDER BY m.role DESC, a.display_name, a.id";
    let rows = r.rows(sql, values![class])?;
    let members = rows.iter().map(|row| {
        Ok(Member {
            account: row.get(0)?,
            name: row.get(1)?,
            role: Role::of_word(&row.get::<String>(2)?),
            group: row.get(3)?,
            code_made_at: row.get(4)?,
            seen_at: row.get(5)?,
            disabled: row.get(6)?,
            waiting: row.get(7)?,
        })
    });
    members.collect()
}

/// A membership to be stored.
pub(crate) struct Membership<'a> {
    pub class: &'a str,
    pub account: &'a str,
    pub role: Role,
    pub name_key: &'a str,
    /// `None` while a teacher has to confirm the name.
    pub confirmed_at: Option<i64>,
}

/// Stores a membership. [`StoreError::NameTaken`] if a member has such a name, and [`StoreError::TooMany`] if the class or
/// the server is full.
pub(crate) fn insert(w: &Writer<'_>, new: &Membership<'_>, now: i64) -> Result<()> {
    let Membership { class, account, role, name_key, confirmed_at } = new;
    let sql = "INSERT INTO members (class_id, account_id, role, name_key, joined_at, confirmed_at)
        VALUES ($1, $2, $3, $4, $5, $6)";
    w.run(sql, values![*class, *account, role.word(), *name_key, now, *confirmed_at]).map_err(name_taken)?;
    if w.count("SELECT count(*) FROM members WHERE class_id = $1", values![*class])? > MEMBERS_MAX {
        return Err(StoreError::TooMany { max: MEMBERS_MAX });
    }
    if w.count("SELECT count(*) FROM accounts", &[])? > ACCOUNTS_MAX {
        return Err(StoreError::TooMany { max: ACCOUNTS_MAX });
    }
    Ok(())
}

fn name_taken(err: DbError) -> StoreError {
    if err == DbError::Unique { StoreError::NameTaken } else { err.into() }
}

impl Store {
    /// Adds a person to a class that the caller teaches, with a new account. Only an owner adds teachers.
    pub fn add_member(
        &self,
        caller: &str,
        class: &str,
        new: &NewMember<'_>,
        now: i64,
    ) -> Result<(Account, Code)> {
        self.db.write(|w| {
            changeable(w, caller, class)?;
            if new.role == Role::Teacher {
                check_owner(w, caller)?;
            }
            let (account, code) = accounts::insert(w, new.name, false, now)?;
            let NewMember { name_key, role, .. } = *new;
            let membership =
                Membership { class, account: &account.id, role, name_key, confirmed_at: Some(now) };
            insert(w, &membership, now)?;
            let detail = json!({ "role": role.word() });
            let act =
                Act { actor: caller, action: "member.new", subject: &account.id, class: Some(class), detail };
            record(w, now, &act)?;
            Ok((account, code))
        })
    }

    /// Adds somebody who has an account to a class, such as a teacher to a second one. Only an owner may.
    pub fn add_known_member(
        &self,
        caller: &str,
        class: &str,
        account: &str,
        role: Role,
        now: i64,
    ) -> Result<()> {
        self.db.write(|w| {
            check_owner(w, caller)?;
            changeable(w, caller, class)?;
            let key = "SELECT COALESCE((SELECT m.name_key FROM members m WHERE m.account_id = a.id), a.id)
                FROM accounts a WHERE a.id = $1";
            let name_key: String = w.value(key, values![account])?.ok_or(StoreError::NotFound)?;
            let membership =
                Membership { class, account, role, name_key: &name_key, confirmed_at: Some(now) };
            insert(w, &membership, now)?;
            // A session of a teacher ends sooner than one of a pupil.
            if role == Role::Teacher {
                w.run("DELETE FROM sessions WHERE account_id = $1", values![account])?;
            }
            let detail = json!({ "role": role.word() });
            Ok(record(
                w,
                now,
                &Act { actor: caller, action: "member.add", subject: account, class: Some(class), detail },
            )?)
        })
    }

    /// Renames or confirms a member of a class that the caller teaches. To rename somebody, the caller must be allowed to
    /// manage the account.
    pub fn change_member(
        &self,
        caller: &str,
        class: &str,
        account: &str,
        change: &MemberChange<'_>,
        now: i64,
    ) -> Result<()> {
        self.db.write(|w| {
            changeable(w, caller, class)?;
            check_member(w, class, account)?;
            if let Some((name, key)) = change.name {
                managed(w, caller, account)?;
                let sql = "UPDATE members SET name_key = $1 WHERE account_id = $2";
                w.run(sql, values![key, account]).map_err(name_taken)?;
                w.run("UPDATE accounts SET display_name = $1 WHERE id = $2", values![name, account])?;
            }
            if change.is_confirmed {
                let sql = "UPDATE members SET confirmed_at = $1
                    WHERE class_id = $2 AND account_id = $3 AND confirmed_at IS NULL";
                w.run(sql, values![now, class, account])?;
            }
            let detail = json!({ "renamed": change.name.is_some(), "confirmed": change.is_confirmed });
            Ok(record(
                w,
                now,
                &Act { actor: caller, action: "member.change", subject: account, class: Some(class), detail },
            )?)
        })
    }

    /// Takes somebody out of a class that the caller teaches; the account stays. Only an owner takes out teachers. Who has
    /// waited in vain for a teacher to confirm the name is deleted: returns the files to remove.
    pub fn remove_member(
        &self,
        caller: &str,
        class: &str,
        account: &str,
        now: i64,
    ) -> Result<Option<DeletedFiles>> {
        self.db.write(|w| {
            taught(w, caller, class)?;
            if check_member(w, class, account)? == Role::Teacher {
                check_owner(w, caller)?;
            }
            let refused = "SELECT count(*) FROM accounts a JOIN members m ON m.account_id = a.id
                WHERE a.id = $1 AND a.is_owner = 0 AND m.class_id = $2 AND m.confirmed_at IS NULL
                    AND NOT EXISTS (SELECT 1 FROM members o WHERE o.account_id = a.id AND o.class_id <> $2)";
            let is_refused = w.count(refused, values![account, class])? > 0;
            w.run("DELETE FROM members WHERE class_id = $1 AND account_id = $2", values![class, account])?;
            let act = Act {
                actor: caller,
                action: "member.remove",
                subject: account,
                class: Some(class),
                detail: json!({}),
            };
            record(w, now, &act)?;
            Ok(if is_refused { Some(delete(w, account, now)?) } else { None })
        })
    }

    /// Makes new cards for pupils of a class that the caller teaches: for these accounts, or for all pupils whose cards the
    /// caller may make. All their sessions end.
    pub fn new_cards(
        &self,
        caller: &str,
        class: &str,
        accounts: Option<&[String]>,
        now: i64,
    ) -> Result<Vec<(Account, Code)>> {
        self.db.write(|w| {
            changeable(w, caller, class)?;
            let sql = format!(
                "SELECT {} FROM members p JOIN accounts a ON a.id = p.account_id
                    WHERE p.class_id = $1 AND p.role = 'pupil' AND {MAY_MANAGE} ORDER BY a.display_name, a.id",
                accounts::COLUMNS
            );
            let pupils = w.rows(&sql, values![class, caller])?;
            let pupils = pupils.iter().map(account_of).collect::<Result<Vec<Account>, DbError>>()?;
            let is_wanted = |account: &Account| accounts.is_none_or(|wanted| wanted.contains(&account.id));
            let pupils: Vec<Account> = pupils.into_iter().filter(is_wanted).collect();
            if accounts.is_some_and(|wanted| wanted.iter().any(|id| pupils.iter().all(|pupil| pupil.id != *id))) {
                return Err(StoreError::NotFound);
            }
            let mut cards = Vec::new();
            for pupil in pupils {
                let code = replace_code(w, &pupil.id, now)?;
                let act = Act { actor: caller, action: "card", subject: &pupil.id, class: Some(class), detail: json!({}) };
                record(w, now, &act)?;
                cards.push((pupil, code));
            }
            Ok(cards)
        })
    }

    /// Returns the ids of the teachers of a class.
    pub fn teachers(&self, class: &str) -> Result<Vec<String>> {
        let sql = "SELECT account_id FROM members WHERE class_id = $1 AND role = 'teacher'";
        let rows = self.db.read(|r| r.rows(sql, values![class]))?;
        Ok(rows.iter().map(|row| row.get(0)).collect::<Result<_, _>>()?)
    }
}

/// Returns the role of a member; [`StoreError::NotFound`] if the account is none.
fn check_member(r: &Reader<'_>, class: &str, account: &str) -> Result<Role> {
    let sql = "SELECT role FROM members WHERE class_id = $1 AND account_id = $2";
    let role: Option<String> = r.value(sql, values![class, account])?;
    role.map(|role| Role::of_word(&role)).ok_or(StoreError::NotFound)
}
