//! The progress of pupils: which lessons they have begun and done, and the error at which they are.

use crate::db::{DbError, Row};
use crate::error::Result;
use crate::store::Store;
use crate::values;

/// An attempt of a pupil at a lesson, or, with empty `course` and `lesson`, on an own file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attempt {
    /// The name of the game that the course belongs to.
    pub course: String,
    pub lesson: String,
    pub is_done: bool,
    /// True if it counts as an attempt; beginning a lesson does not.
    pub counts: bool,
    /// The error as JSON; `None` if there was none.
    pub error: Option<String>,
}

/// The progress of a pupil in a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    pub account: String,
    pub course: String,
    pub lesson: String,
    pub is_done: bool,
    pub attempts: i64,
    /// The error of the last attempt, as JSON.
    pub last_error: Option<String>,
    /// The time of the first attempt with this error.
    pub last_error_since: Option<i64>,
    pub changed_at: i64,
}

/// The columns of a progress row `p`, in the order of [`progress_of`].
pub(crate) const COLUMNS: &str =
    "p.account_id, p.course, p.lesson, p.state, p.attempts, p.last_error, p.last_error_since,
    p.changed_at";

pub(crate) fn progress_of(row: &Row) -> Result<Progress, DbError> {
    Ok(Progress {
        account: row.get(0)?,
        course: row.get(1)?,
        lesson: row.get(2)?,
        is_done: row.get::<String>(3)? == "done",
        attempts: row.get(4)?,
        last_error: row.get(5)?,
        last_error_since: row.get(6)?,
        changed_at: row.get(7)?,
    })
}

impl Store {
    /// Stores an attempt. A lesson that is done stays done. Nothing is stored for an account that does not exist any more.
    pub fn record_attempt(&self, account: &str, attempt: &Attempt, now: i64) -> Result<()> {
        let sql = "INSERT INTO progress
                (account_id, course, lesson, state, attempts, last_error, last_error_since, changed_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (account_id, course, lesson) DO UPDATE SET
                state = CASE WHEN progress.state = 'done' THEN 'done' ELSE excluded.state END,
                attempts = progress.attempts + excluded.attempts,
                last_error_since = CASE WHEN excluded.last_error = progress.last_error
                    THEN progress.last_error_since ELSE excluded.last_error_since END,
                last_error = excluded.last_error,
                changed_at = excluded.changed_at";
        let Attempt { course, lesson, is_done, counts, error } = attempt;
        let state = if *is_done { "done" } else { "begun" };
        let since = error.as_ref().map(|_| now);
        let values = values![account, course, lesson, state, *counts, error.clone(), since, now];
        match self.db.write(|w| w.run(sql, values)) {
            Ok(_) | Err(DbError::ForeignKey) => Ok(()),
            Err(err) => Err(err.into()),
        }
    }
}
