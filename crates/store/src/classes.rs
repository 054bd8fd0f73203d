//! Classes.

use crate::accounts::Role;
use crate::audit::{Act, record};
use crate::class_rights::{check_owner, taught};
use crate::db::Reader;
use crate::error::{Result, StoreError};
use crate::ids::new_id;
use crate::invitations::{ListedInvitation, invitations_of};
use crate::members::{Member, members_of};
use crate::store::Store;
use crate::values;
use serde::Serialize;
use serde_json::{Value as Json, json};

/// A class as one of its members sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct OwnClass {
    pub id: String,
    pub name: String,
    pub role: Role,
    pub contests: Vec<OwnContest>,
    /// The time at which the class was archived; `None` if it is not. Only its teachers see an archived class.
    pub archived_at: Option<i64>,
    /// The time at which an archived class is deleted.
    pub delete_at: Option<i64>,
}

/// A contest of a class in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct OwnContest {
    pub id: String,
    pub name: String,
    pub game: String,
    pub state: String,
    pub opens_at: Option<i64>,
    pub deadline_at: Option<i64>,
}

impl Store {
    /// Returns the classes of an account with their contests, and for the owner all classes; archived ones last. Pupils see
    /// neither drafts nor archived classes.
    pub fn own_classes(&self, account: &str) -> Result<Vec<OwnClass>> {
        self.db.read(|r| {
            let sql =
                "SELECT c.id, c.name, COALESCE(m.role, 'teacher'), c.archived_at, c.delete_at FROM classes c
                LEFT JOIN members m ON m.class_id = c.id AND m.account_id = $1
                WHERE (c.archived_at IS NULL OR COALESCE(m.role, 'teacher') = 'teacher')
                    AND ((m.account_id IS NOT NULL AND m.confirmed_at IS NOT NULL)
                        OR EXISTS (SELECT 1 FROM accounts o WHERE o.id = $1 AND o.is_owner = 1))
                ORDER BY c.archived_at IS NOT NULL, c.name, c.id";
            let classes = r.rows(sql, values![account])?;
            let classes = classes.iter().map(|row| {
                let (id, role): (String, _) = (row.get(0)?, Role::of_word(&row.get::<String>(2)?));
                let contests = contests_of(r, &id, role)?;
                let (archived_at, delete_at) = (row.get(3)?, row.get(4)?);
                Ok(OwnClass { id, name: row.get(1)?, role, contests, archived_at, delete_at })
            });
            classes.collect()
        })
    }
}

/// Returns the contests of a class, the newest first. Pupils see no drafts.
pub(crate) fn contests_of(r: &Reader<'_>, class: &str, role: Role) -> Result<Vec<OwnContest>> {
    let sql = "SELECT id, name, game, state, opens_at, deadline_at FROM contests
        WHERE class_id = $1 AND ($2 = 'teacher' OR state <> 'draft') ORDER BY created_at DESC, id";
    let rows = r.rows(sql, values![class, role.word()])?;
    let contests = rows.iter().map(|row| {
        Ok(OwnContest {
            id: row.get(0)?,
            name: row.get(1)?,
            game: row.get(2)?,
            state: row.get(3)?,
            opens_at: row.get(4)?,
            deadline_at: row.get(5)?,
        })
    });
    contests.collect()
}

/// The maximum number of classes on a server.
const CLASSES_MAX: i64 = 200;
/// The time after which an archived class is deleted, in milliseconds: a year.
const ARCHIVE_MS: i64 = 365 * 24 * 3_600_000;

/// A class as its teachers see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct TaughtClass {
    pub id: String,
    pub name: String,
    /// The settings as an object, such as its games.
    #[cfg_attr(feature = "testing", ts(type = "Record<string, unknown>"))]
    pub settings: Json,
    pub archived_at: Option<i64>,
    pub delete_at: Option<i64>,
    pub members: Vec<Member>,
    pub invitations: Vec<ListedInvitation>,
    pub contests: Vec<OwnContest>,
}

/// A change of a class; `None` leaves a value as it is.
#[derive(Clone, Debug, Default)]
pub struct ClassChange<'a> {
    pub name: Option<&'a str>,
    pub archived: Option<bool>,
    pub settings: Option<&'a Json>,
}

impl Store {
    /// Makes a class. The caller is an owner.
    pub fn make_class(&self, caller: &str, name: &str, settings: &Json, now: i64) -> Result<String> {
        self.db.write(|w| {
            check_owner(w, caller)?;
            if w.count("SELECT count(*) FROM classes", &[])? >= CLASSES_MAX {
                return Err(StoreError::TooMany { max: CLASSES_MAX });
            }
            let id = new_id();
            let sql = "INSERT INTO classes (id, name, settings, created_at) VALUES ($1, $2, $3, $4)";
            w.run(sql, values![&id, name, settings.to_string(), now])?;
            record(
                w,
                now,
                &Act {
                    actor: caller,
                    action: "class.new",
                    subject: &id,
                    class: Some(&id),
                    detail: json!({}),
                },
            )?;
            Ok(id)
        })
    }

    /// Changes a class that the caller teaches. An archived one can only be taken out of the archive.
    pub fn change_class(&self, caller: &str, class: &str, change: &ClassChange<'_>, now: i64) -> Result<()> {
        self.db.write(|w| {
            let is_archived = taught(w, caller, class)?;
            if let Some(archived) = change.archived {
                let sql = "UPDATE classes SET archived_at = $1, delete_at = $2 WHERE id = $3";
                w.run(sql, values![archived.then_some(now), archived.then_some(now + ARCHIVE_MS), class])?;
            } else if is_archived {
                return Err(StoreError::Archived);
            }
            if let Some(name) = change.name {
                w.run("UPDATE classes SET name = $1 WHERE id = $2", values![name, class])?;
            }
            if let Some(settings) = change.settings {
                w.run(
                    "UPDATE classes SET settings = $1 WHERE id = $2",
                    values![settings.to_string(), class],
                )?;
            }
            let detail = json!({ "archived": change.archived });
            Ok(record(
                w,
                now,
                &Act { actor: caller, action: "class.change", subject: class, class: Some(class), detail },
            )?)
        })
    }

    /// Returns a class that the caller teaches.
    pub fn taught_class(&self, caller: &str, class: &str) -> Result<TaughtClass> {
        self.db.read(|r| {
            taught(r, caller, class)?;
            let sql = "SELECT id, name, settings, archived_at, delete_at FROM classes WHERE id = $1";
            let row = r.row(sql, values![class])?.ok_or(StoreError::NotFound)?;
            Ok(TaughtClass {
                id: row.get(0)?,
                name: row.get(1)?,
                settings: serde_json::from_str(&row.get::<String>(2)?).unwrap_or_default(),
                archived_at: row.get(3)?,
                delete_at: row.get(4)?,
                members: members_of(r, class)?,
                invitations: invitations_of(r, class)?,
                contests: contests_of(r, class, Role::Teacher)?,
            })
        })
    }
}
