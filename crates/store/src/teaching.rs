//! The pupils as their teachers see them, and the pupils of a class list.

use crate::accounts::{self, Account, Role};
use crate::audit::{Act, record};
use crate::class_rights::{changeable, taught};
use crate::db::DbError;
use crate::error::{Result, StoreError};
use crate::hand_ins::{HAND_IN, HandIn};
use crate::ids::Code;
use crate::members::{self, Membership};
use crate::progress::{self, Progress};
use crate::store::Store;
use crate::values;
use serde_json::json;

/// A pupil of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaughtPupil {
    pub account: String,
    pub name: String,
    pub external_id: Option<String>,
    pub group: Option<String>,
    /// The time of the last request.
    pub seen_at: Option<i64>,
}

/// A pupil of a class list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedPupil {
    /// The account of a pupil who is in the class already; it keeps its name and code.
    pub account: Option<String>,
    pub name: String,
    pub name_key: String,
    pub group: Option<String>,
    pub external_id: Option<String>,
}

/// A hand-in as the overview shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverviewHandIn {
    pub id: String,
    pub contest: String,
    pub account: String,
    pub version: i64,
    pub state: String,
    /// The reason as JSON.
    pub reason: Option<String>,
    pub is_late: bool,
    pub arrived_at: i64,
    /// The hash of the canonical ZIP.
    pub sha256: Option<String>,
    /// The fingerprints of the Python files as JSON.
    pub prints: String,
    pub own_file: String,
}

impl Store {
    /// Returns the pupils of a class that the caller teaches, by name.
    pub fn taught_pupils(&self, caller: &str, class: &str) -> Result<Vec<TaughtPupil>> {
        self.db.read(|r| {
            taught(r, caller, class)?;
            let sql = "SELECT a.id, a.display_name, m.external_id, m.group_name, a.seen_at
                FROM members m JOIN accounts a ON a.id = m.account_id
                WHERE m.class_id = $1 AND m.role = 'pupil' ORDER BY a.display_name, a.id";
            let rows = r.rows(sql, values![class])?;
            let pupils = rows.iter().map(|row| {
                Ok(TaughtPupil {
                    account: row.get(0)?,
                    name: row.get(1)?,
                    external_id: row.get(2)?,
                    group: row.get(3)?,
                    seen_at: row.get(4)?,
                })
            });
            Ok(pupils.collect::<Result<_, DbError>>()?)
        })
    }

    /// Returns the progress of all pupils of a class that the caller teaches, the newest first.
    pub fn class_progress(&self, caller: &str, class: &str) -> Result<Vec<Progress>> {
        self.db.read(|r| {
            taught(r, caller, class)?;
            let sql = format!(
                "SELECT {} FROM progress p JOIN members m ON m.account_id = p.account_id
                    WHERE m.class_id = $1 AND m.role = 'pupil' ORDER BY p.changed_at DESC, p.course, p.lesson",
                progress::COLUMNS
            );
            let rows = r.rows(&sql, values![class])?;
            Ok(rows.iter().map(progress::progress_of).collect::<Result<_, DbError>>()?)
        })
    }

    /// Returns the newest hand-in of each pupil in each contest of a class that the caller teaches, the newest first. With
    /// `active`, returns the hand-ins that count instead.
    pub fn class_hand_ins(&self, caller: &str, class: &str, active: bool) -> Result<Vec<OverviewHandIn>> {
        self.db.read(|r| {
            taught(r, caller, class)?;
            let which = match active {
                true => "h.id = (SELECT COALESCE(e.final_hand_in, e.active_hand_in) FROM entries e
                    WHERE e.contest_id = h.contest_id AND e.account_id = h.account_id AND e.withdrawn_at IS NULL)",
                false => "h.version = (SELECT max(v.version) FROM hand_ins v
                    WHERE v.contest_id = h.contest_id AND v.account_id = h.account_id)",
            };
            let sql = format!(
                "SELECT h.id, h.contest_id, h.account_id, h.version, h.state, h.reason, h.is_late, h.arrived_at, h.sha256,
                        h.prints, h.own_file
                    FROM hand_ins h JOIN contests c ON c.id = h.contest_id
                    WHERE c.class_id = $1 AND {which} ORDER BY h.arrived_at DESC, h.id"
            );
            let hand_in = |row: &crate::Row| {
                Ok(OverviewHandIn {
                    id: row.get(0)?,
                    contest: row.get(1)?,
                    account: row.get(2)?,
                    version: row.get(3)?,
                    state: row.get(4)?,
                    reason: row.get(5)?,
                    is_late: row.get(6)?,
                    arrived_at: row.get(7)?,
                    sha256: row.get(8)?,
                    prints: row.get(9)?,
                    own_file: row.get(10)?,
                })
            };
            Ok(r.rows(&sql, values![class])?.iter().map(hand_in).collect::<Result<_, DbError>>()?)
        })
    }

    /// Returns the names of the contests of a class that the caller teaches: id, name, game and state, the newest first.
    pub fn class_contests(&self, caller: &str, class: &str) -> Result<Vec<[String; 4]>> {
        self.db.read(|r| {
            taught(r, caller, class)?;
            let sql =
                "SELECT id, name, game, state FROM contests WHERE class_id = $1 ORDER BY created_at DESC, id";
            let rows = r.rows(sql, values![class])?;
            let contest = |row: &crate::Row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]);
            Ok(rows.iter().map(contest).collect::<Result<_, DbError>>()?)
        })
    }

    /// Returns the hand-ins of a pupil in the contests of all classes that the caller teaches, newest first; for an owner,
    /// in all contests.
    pub fn pupil_hand_ins(&self, caller: &str, account: &str) -> Result<Vec<HandIn>> {
        let sql = format!(
            "{HAND_IN} WHERE h.account_id = $1 AND (EXISTS (SELECT 1 FROM accounts o WHERE o.id = $2 AND o.is_owner = 1)
                OR h.contest_id IN (SELECT c.id FROM contests c JOIN members t ON t.class_id = c.class_id
                    WHERE t.account_id = $2 AND t.role = 'teacher')) ORDER BY h.arrived_at DESC, h.id"
        );
        self.db.read(|r| r.rows(&sql, values![account, caller])?.iter().map(HandIn::of).collect())
    }

    /// Records that the caller reads something of a pupil, and returns the pupil's name. [`StoreError::NotFound`] unless the
    /// caller teaches a class of the pupil or is an owner. Reading one's own things is not recorded.
    pub fn read_pupil(&self, caller: &str, account: &str, action: &'static str, now: i64) -> Result<String> {
        self.db.write(|w| {
            let sql = "SELECT a.display_name FROM accounts a WHERE a.id = $1";
            let name: String = w.value(sql, values![account])?.ok_or(StoreError::NotFound)?;
            if caller == account {
                return Ok(name);
            }
            let sql = "SELECT p.class_id FROM members p JOIN members t ON t.class_id = p.class_id
                WHERE p.account_id = $1 AND p.role = 'pupil' AND t.account_id = $2 AND t.role = 'teacher'
                ORDER BY p.joined_at DESC";
            let class: Option<String> = w.value(sql, values![account, caller])?;
            let owner = "SELECT count(*) FROM accounts WHERE id = $1 AND is_owner = 1";
            if class.is_none() && w.count(owner, values![caller])? == 0 {
                return Err(StoreError::NotFound);
            }
            let act =
                Act { actor: caller, action, subject: account, class: class.as_deref(), detail: json!({}) };
            record(w, now, &act)?;
            Ok(name)
        })
    }

    /// Records that the caller takes a file with the data of a contest out of a class that the caller teaches.
    pub fn record_reading(
        &self,
        caller: &str,
        contest: &str,
        class: &str,
        action: &'static str,
        now: i64,
    ) -> Result<()> {
        self.db.write(|w| {
            taught(w, caller, class)?;
            let sql = "SELECT count(*) FROM contests WHERE id = $1 AND class_id = $2";
            if w.count(sql, values![contest, class])? == 0 {
                return Err(StoreError::NotFound);
            }
            let act = Act { actor: caller, action, subject: contest, class: Some(class), detail: json!({}) };
            Ok(record(w, now, &act)?)
        })
    }

    /// Takes the pupils of a class list into a class that the caller teaches, all or none: new ones get an account and a
    /// code, which are returned, and known ones the group and id of the list. [`StoreError::NameTaken`] if a name is taken,
    /// and [`StoreError::TooMany`] if the class or the server is full.
    pub fn take_class_list(
        &self,
        caller: &str,
        class: &str,
        pupils: &[ListedPupil],
        now: i64,
    ) -> Result<Vec<(Account, Code)>> {
        self.db.write(|w| {
            changeable(w, caller, class)?;
            let mut new = Vec::new();
            for pupil in pupils {
                let account = match &pupil.account {
                    Some(account) => account.clone(),
                    None => {
                        let (account, code) = accounts::insert(w, &pupil.name, false, now)?;
                        let membership = Membership {
                            class,
                            account: &account.id,
                            role: Role::Pupil,
                            name_key: &pupil.name_key,
                            confirmed_at: Some(now),
                        };
                        members::insert(w, &membership, now)?;
                        new.push((account.clone(), code));
                        account.id
                    }
                };
                let sql = "UPDATE members SET group_name = COALESCE($1, group_name),
                    external_id = COALESCE($2, external_id) WHERE class_id = $3 AND account_id = $4";
                w.run(sql, values![pupil.group.clone(), pupil.external_id.clone(), class, account])?;
            }
            let detail = json!({ "new": new.len(), "known": pupils.len() - new.len() });
            record(
                w,
                now,
                &Act { actor: caller, action: "class.list", subject: class, class: Some(class), detail },
            )?;
            Ok(new)
        })
    }
}
