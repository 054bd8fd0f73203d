//! Classes and their members.

use crate::accounts::Role;
use crate::error::Result;
use crate::store::Store;
use crate::values;
use serde::Serialize;

/// A class as one of its members sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnClass {
    pub id: String,
    pub name: String,
    pub role: Role,
    pub contests: Vec<OwnContest>,
}

/// A contest of a class in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OwnContest {
    pub id: String,
    pub name: String,
    pub game: String,
    pub state: String,
    pub opens_at: Option<i64>,
    pub deadline_at: Option<i64>,
}

impl Store {
    /// Returns the classes of an account that are not archived, with their contests, and for the owner all classes.
    /// Pupils see no drafts.
    pub fn own_classes(&self, account: &str) -> Result<Vec<OwnClass>> {
        self.db.read(|r| {
            let sql = "SELECT c.id, c.name, COALESCE(m.role, 'teacher') FROM classes c
                LEFT JOIN members m ON m.class_id = c.id AND m.account_id = $1
                WHERE c.archived_at IS NULL AND ((m.account_id IS NOT NULL AND m.confirmed_at IS NOT NULL)
                    OR EXISTS (SELECT 1 FROM accounts o WHERE o.id = $1 AND o.is_owner = 1))
                ORDER BY c.name, c.id";
            let classes = r.rows(sql, values![account])?;
            let classes = classes.iter().map(|row| {
                let (id, role): (String, _) = (row.get(0)?, Role::of_word(&row.get::<String>(2)?));
                let contests = contests_of(r, &id, role)?;
                Ok(OwnClass { id, name: row.get(1)?, role, contests })
            });
            classes.collect()
        })
    }
}

/// Returns the contests of a class, the newest first. Pupils see no drafts.
pub(crate) fn contests_of(r: &crate::db::Reader<'_>, class: &str, role: Role) -> Result<Vec<OwnContest>> {
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
