//! Marks of contests: the rule, and what teachers have changed by hand.

use crate::audit::{Act, record};
use crate::contests::{changeable_contest, taught_contest};
use crate::db::DbError;
use crate::error::{Result, StoreError};
use crate::store::Store;
use crate::values;
use serde_json::json;

/// A mark that a teacher has given by hand, or a comment.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredMark {
    pub account: String,
    /// `None` for a mark by rule with a comment.
    pub points: Option<f64>,
    pub comment: String,
    /// The name of the teacher who changed it; `None` for a former member.
    pub changed_by: Option<String>,
    pub changed_at: i64,
}

/// A change of a mark; `None` leaves the points or the comment as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkChange {
    pub account: String,
    /// `Some(None)` returns to the mark by rule.
    pub points: Option<Option<f64>>,
    pub comment: Option<String>,
}

impl Store {
    /// Returns the class and the rule of a contest that the caller teaches, the rule as JSON, and the stored marks.
    pub fn marks(&self, caller: &str, contest: &str) -> Result<(String, String, Vec<StoredMark>)> {
        self.db.read(|r| {
            let class = taught_contest(r, caller, contest)?.class_id;
            let rule = r.value("SELECT marks_rule FROM contests WHERE id = $1", values![contest])?;
            let sql = "SELECT m.account_id, m.points, m.comment, a.display_name, m.changed_at
                FROM marks m LEFT JOIN accounts a ON a.id = m.changed_by WHERE m.contest_id = $1 ORDER BY m.account_id";
            let rows = r.rows(sql, values![contest])?;
            let marks = rows.iter().map(|row| {
                Ok(StoredMark {
                    account: row.get(0)?,
                    points: row.get(1)?,
                    comment: row.get(2)?,
                    changed_by: row.get(3)?,
                    changed_at: row.get(4)?,
                })
            });
            Ok((class, rule.unwrap_or_default(), marks.collect::<Result<_, DbError>>()?))
        })
    }

    /// Changes the rule and the marks of a contest that the caller teaches: all or nothing. Each account must be a pupil of
    /// the class.
    pub fn set_marks(
        &self,
        caller: &str,
        contest: &str,
        rule: Option<&str>,
        changes: &[MarkChange],
        now: i64,
    ) -> Result<()> {
        self.db.write(|w| {
            let class = changeable_contest(w, caller, contest)?.class_id;
            if let Some(rule) = rule {
                w.run("UPDATE contests SET marks_rule = $1 WHERE id = $2", values![rule, contest])?;
            }
            for change in changes {
                let is_pupil = "SELECT count(*) FROM members WHERE class_id = $1 AND account_id = $2 AND role = 'pupil'";
                if w.count(is_pupil, values![&class, &change.account])? == 0 {
                    return Err(StoreError::NotFound);
                }
                let make = "INSERT INTO marks (contest_id, account_id, changed_by, changed_at) VALUES ($1, $2, $3, $4)
                    ON CONFLICT (contest_id, account_id) DO UPDATE SET
                        changed_by = excluded.changed_by, changed_at = excluded.changed_at";
                w.run(make, values![contest, &change.account, caller, now])?;
                let set = |column: &str, value: crate::Value| {
                    let sql = format!("UPDATE marks SET {column} = $1 WHERE contest_id = $2 AND account_id = $3");
                    w.run(&sql, values![value, contest, &change.account])
                };
                if let Some(points) = change.points {
                    set("points", points.into())?;
                }
                if let Some(comment) = &change.comment {
                    set("comment", comment.into())?;
                }
            }
            let detail = json!({ "rule": rule.is_some(), "marks": changes.len() });
            let act = Act { actor: caller, action: "marks", subject: contest, class: Some(&class), detail };
            Ok(record(w, now, &act)?)
        })
    }
}
