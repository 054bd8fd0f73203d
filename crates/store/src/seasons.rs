//! The next season of a contest, which can take over the hand-ins of the one before.

use crate::contests::{Contest, ContestState, add_entry, audit, taught_contest};
use crate::crash;
use crate::db::{DbError, Reader, Row};
use crate::error::{Result, StoreError};
use crate::hand_ins::{NewHandIn, insert_hand_in};
use crate::store::Store;
use crate::values;

/// An active hand-in that the next season can take over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedHandIn {
    /// The id in the contest before.
    pub id: String,
    pub account: String,
    /// The hash of its canonical ZIP.
    pub sha256: String,
    pub own_file: String,
}

impl CarriedHandIn {
    fn of(row: &Row) -> Result<CarriedHandIn, DbError> {
        Ok(CarriedHandIn {
            id: row.get(0)?,
            account: row.get(1)?,
            sha256: row.get(2)?,
            own_file: row.get(3)?,
        })
    }
}

/// Returns the two contests. They are of one class and one game, and the new one takes hand-ins.
fn contests(r: &Reader<'_>, caller: &str, from: &str, to: &str) -> Result<(Contest, Contest)> {
    let (from, to) = (taught_contest(r, caller, from)?, taught_contest(r, caller, to)?);
    match from.class_id == to.class_id && from.game == to.game && to.state == ContestState::Open {
        true => Ok((from, to)),
        false => Err(StoreError::WrongState),
    }
}

impl Store {
    /// Returns the active hand-ins of a contest that another one of the same class can take over: those of members who have not
    /// withdrawn and have handed in nothing there.
    ///
    /// # Errors
    /// `NotFound` unless the caller teaches both contests; `WrongState` if they are not of one class and one game, or the new
    /// one is not open.
    pub fn carried_hand_ins(&self, caller: &str, from: &str, to: &str) -> Result<Vec<CarriedHandIn>> {
        self.db.read(|r| {
            let (from, to) = contests(r, caller, from, to)?;
            let sql = "SELECT h.id, h.account_id, h.sha256, h.own_file FROM entries e
                JOIN hand_ins h ON h.id = e.active_hand_in
                JOIN members m ON m.class_id = $1 AND m.account_id = e.account_id AND m.confirmed_at IS NOT NULL
                WHERE e.contest_id = $2 AND e.withdrawn_at IS NULL AND h.state = 'valid' AND h.sha256 IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM hand_ins n WHERE n.contest_id = $3 AND n.account_id = e.account_id)
                ORDER BY h.arrived_at, h.id";
            let rows = r.rows(sql, values![&to.class_id, &from.id, &to.id])?;
            Ok(rows.iter().map(CarriedHandIn::of).collect::<Result<_, DbError>>()?)
        })
    }

    /// Stores hand-ins that a contest takes over, each with the job of its check, all in one transaction. Accounts that have
    /// handed in something there in the meantime are left out. Returns the ids of those that were stored.
    ///
    /// # Errors
    /// Those of [`Store::carried_hand_ins`].
    pub fn carry_hand_ins(
        &self,
        caller: &str,
        (from, to): (&str, &str),
        hand_ins: &[NewHandIn],
        now: i64,
    ) -> Result<Vec<String>> {
        self.db.write(|w| {
            let (_, contest) = contests(w, caller, from, to)?;
            let mut stored = Vec::new();
            for new in hand_ins.iter().filter(|new| new.contest == contest.id) {
                let own = "SELECT count(*) FROM hand_ins WHERE contest_id = $1 AND account_id = $2";
                if w.count(own, values![&contest.id, &new.account])? > 0 {
                    continue;
                }
                add_entry(w, &contest.id, &new.account)?;
                insert_hand_in(w, new, false, now)?;
                crash::point("season.in_transaction");
                stored.push(new.id.clone());
            }
            audit(w, (caller, now), ("contest.carry", &contest.id), &contest.class_id)?;
            Ok(stored)
        })
    }
}
