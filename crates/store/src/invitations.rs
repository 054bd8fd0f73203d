//! Class links: whoever has one joins the class with a name. Where no camera is, its code is typed, so it is as short as
//! that of a card.

use crate::accounts::{self, Account, Role};
use crate::audit::{Act, record};
use crate::class_rights::{changeable, check_owner};
use crate::crash;
use crate::db::{DbError, Reader, Writer};
use crate::error::{Result, StoreError};
use crate::ids::{Code, new_id};
use crate::members::{self, Membership};
use crate::store::Store;
use crate::values;
use serde::Serialize;
use serde_json::json;

/// The maximum number of people that a link lets in.
pub const USES_MAX: i64 = 200;
/// The maximum duration of a link, in hours: two weeks.
pub const HOURS_MAX: i64 = 14 * 24;
/// The maximum number of open links of a class.
const OPEN_MAX: i64 = 20;
const HOUR_MS: i64 = 3_600_000;

/// A link as the teachers of its class see it. Its secret is not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct ListedInvitation {
    pub id: String,
    pub role: Role,
    pub uses_left: i64,
    pub expires_at: i64,
    pub made_at: i64,
    pub confirm: bool,
}

/// A link to be made.
#[derive(Clone, Copy, Debug)]
pub struct NewInvitation {
    pub uses: i64,
    pub hours: i64,
    pub role: Role,
    /// True if a teacher has to confirm each name.
    pub must_confirm: bool,
}

/// The class to which a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invited {
    pub class_id: String,
    pub class_name: String,
    pub must_confirm: bool,
}

/// Somebody who has joined a class.
pub struct Joined {
    pub account: Account,
    pub code: Code,
    pub invited: Invited,
}

/// Returns the open links of a class, the newest first.
pub(crate) fn invitations_of(r: &Reader<'_>, class: &str) -> Result<Vec<ListedInvitation>, DbError> {
    let sql = "SELECT id, role, uses_left, expires_at, made_at, must_confirm FROM invitations
        WHERE class_id = $1 AND revoked_at IS NULL AND uses_left > 0 ORDER BY made_at DESC, id";
    let rows = r.rows(sql, values![class])?;
    let invitations = rows.iter().map(|row| {
        Ok(ListedInvitation {
            id: row.get(0)?,
            role: Role::of_word(&row.get::<String>(1)?),
            uses_left: row.get(2)?,
            expires_at: row.get(3)?,
            made_at: row.get(4)?,
            confirm: row.get(5)?,
        })
    });
    invitations.collect()
}

/// The condition that an invitation `i` of the class `c` is open at the time `$2`.
const IS_OPEN: &str =
    "i.revoked_at IS NULL AND i.uses_left > 0 AND i.expires_at > $2 AND c.archived_at IS NULL";

/// Returns the open invitation with this code; [`StoreError::Closed`] if there is none.
fn open(r: &Reader<'_>, code: &Code, now: i64) -> Result<(Invited, Role)> {
    let sql = format!(
        "SELECT c.id, c.name, i.must_confirm, i.role FROM invitations i JOIN classes c ON c.id = i.class_id
            WHERE i.token_sha256 = $1 AND {IS_OPEN}"
    );
    let row = r.row(&sql, values![code.sha256(), now])?.ok_or(StoreError::Closed)?;
    let invited = Invited { class_id: row.get(0)?, class_name: row.get(1)?, must_confirm: row.get(2)? };
    Ok((invited, Role::of_word(&row.get::<String>(3)?)))
}

impl Store {
    /// Makes a link to a class that the caller teaches. Returns its id, its code and its end. Only an owner makes links for
    /// teachers.
    pub fn make_invitation(
        &self,
        caller: &str,
        class: &str,
        new: &NewInvitation,
        now: i64,
    ) -> Result<(String, Code, i64)> {
        let (id, code) = (new_id(), Code::new());
        let expires_at = now + new.hours.clamp(1, HOURS_MAX) * HOUR_MS;
        self.db.write(|w| {
            changeable(w, caller, class)?;
            if new.role == Role::Teacher {
                check_owner(w, caller)?;
            }
            w.run("DELETE FROM invitations WHERE class_id = $1 AND expires_at <= $2", values![class, now])?;
            let sql = "SELECT count(*) FROM invitations WHERE class_id = $1 AND revoked_at IS NULL AND uses_left > 0";
            if w.count(sql, values![class])? >= OPEN_MAX {
                return Err(StoreError::TooMany { max: OPEN_MAX });
            }
            insert(w, caller, class, new, (&id, &code), (now, expires_at))?;
            let detail = json!({ "uses": new.uses, "hours": new.hours });
            record(w, now, &Act { actor: caller, action: "link.new", subject: &id, class: Some(class), detail })?;
            Ok(())
        })?;
        Ok((id, code, expires_at))
    }

    /// Closes a link of a class that the caller teaches.
    pub fn close_invitation(&self, caller: &str, class: &str, id: &str, now: i64) -> Result<()> {
        self.db.write(|w| {
            changeable(w, caller, class)?;
            let sql = "UPDATE invitations SET revoked_at = $1 WHERE id = $2 AND class_id = $3 AND revoked_at IS NULL";
            if w.run(sql, values![now, id, class])? == 0 {
                return Err(StoreError::NotFound);
            }
            let act = Act { actor: caller, action: "link.close", subject: id, class: Some(class), detail: json!({}) };
            Ok(record(w, now, &act)?)
        })
    }

    /// Returns what a link leads to; [`StoreError::Closed`] for closed and unknown ones alike.
    pub fn look_at_invitation(&self, code: &str, now: i64) -> Result<Invited> {
        let code = Code::parse(code).ok_or(StoreError::Closed)?;
        self.db.read(|r| Ok(open(r, &code, now)?.0))
    }

    /// Lets somebody join by a link: the account, its membership and the use of the link are one transaction.
    pub fn join(&self, code: &str, name: &str, name_key: &str, now: i64) -> Result<Joined> {
        let link = Code::parse(code).ok_or(StoreError::Closed)?;
        self.db.write(|w| {
            let (invited, role) = open(w, &link, now)?;
            let sql = "UPDATE invitations SET uses_left = uses_left - 1 WHERE token_sha256 = $1";
            w.run(sql, values![link.sha256()])?;
            let (account, code) = accounts::insert(w, name, false, now)?;
            crash::point("account.in_transaction");
            let confirmed_at = (!invited.must_confirm).then_some(now);
            let class = &invited.class_id;
            let membership = Membership { class, account: &account.id, role, name_key, confirmed_at };
            members::insert(w, &membership, now)?;
            let account = Account { teaches: role == Role::Teacher && confirmed_at.is_some(), ..account };
            Ok(Joined { account, code, invited })
        })
    }
}

fn insert(
    w: &Writer<'_>,
    caller: &str,
    class: &str,
    new: &NewInvitation,
    (id, code): (&str, &Code),
    (now, expires_at): (i64, i64),
) -> Result<(), DbError> {
    let sql = "INSERT INTO invitations (token_sha256, id, class_id, role, uses_left, must_confirm, expires_at, made_by, made_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    let uses = new.uses.clamp(1, USES_MAX);
    let role = new.role.word();
    w.run(sql, values![code.sha256(), id, class, role, uses, new.must_confirm, expires_at, caller, now])?;
    Ok(())
}
