//! The rights of an account in a class.

use crate::db::Reader;
use crate::error::{Result, StoreError};
use crate::values;

/// The relation of an account to a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClassRole {
    Teacher,
    Pupil,
}

/// Returns the relation of an account to a class; `None` if the account does not belong to it. The owner teaches every class.
pub(crate) fn class_role(r: &Reader<'_>, class: &str, account: &str) -> Result<Option<ClassRole>> {
    let sql = "SELECT CASE WHEN a.is_owner = 1 THEN 'teacher' ELSE m.role END FROM accounts a
        LEFT JOIN members m ON m.account_id = a.id AND m.class_id = $1 AND m.confirmed_at IS NOT NULL
        WHERE a.id = $2 AND a.disabled_at IS NULL";
    let role = r.value::<Option<String>>(sql, values![class, account])?.flatten();
    Ok(role.map(|role| if role == "teacher" { ClassRole::Teacher } else { ClassRole::Pupil }))
}

/// Returns whether a class is archived. [`StoreError::NotFound`] unless the caller teaches it.
pub(crate) fn taught(r: &Reader<'_>, caller: &str, class: &str) -> Result<bool> {
    let archived: Option<bool> =
        r.value("SELECT archived_at IS NOT NULL FROM classes WHERE id = $1", values![class])?;
    match class_role(r, class, caller)? {
        Some(ClassRole::Teacher) => archived.ok_or(StoreError::NotFound),
        _ => Err(StoreError::NotFound),
    }
}

/// Returns whether a class is archived.
pub(crate) fn is_archived(r: &Reader<'_>, class: &str) -> Result<bool> {
    let sql = "SELECT count(*) FROM classes WHERE id = $1 AND archived_at IS NOT NULL";
    Ok(r.count(sql, values![class])? > 0)
}

/// Checks that the caller teaches a class and that it is not archived.
pub(crate) fn changeable(r: &Reader<'_>, caller: &str, class: &str) -> Result<()> {
    if taught(r, caller, class)? { Err(StoreError::Archived) } else { Ok(()) }
}

/// Returns [`StoreError::NotFound`] unless the caller is an owner.
pub(crate) fn check_owner(r: &Reader<'_>, caller: &str) -> Result<()> {
    let sql = "SELECT count(*) FROM accounts WHERE id = $1 AND is_owner = 1 AND disabled_at IS NULL";
    if r.count(sql, values![caller])? == 1 { Ok(()) } else { Err(StoreError::NotFound) }
}
