//! The rights of an account in a class.

use crate::contests::{ClassRole, class_role};
use crate::db::Reader;
use crate::error::{Result, StoreError};
use crate::values;

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
