//! The steps of a contest, its entries and the links of projectors.

use crate::class_rights::class_role;
use crate::contests::{
    Contest, ContestState, ContestStep, Entry, EntryChange, Part, add_entry, audit, changeable_contest,
    contest_of, entry_of, step,
};
use crate::crash;
use crate::db::{DbError, Writer};
use crate::error::{Result, StoreError};
use crate::ids::Secret;
use crate::matches::cancel_queued;
use crate::stages::{end_stages, finish_final};
use crate::store::Store;
use crate::values;

/// The time for which the link of a projector is valid, in milliseconds.
const SCREEN_MS: i64 = 180 * 24 * 3_600_000;

/// Freezes an open contest: fixes the hand-ins that play the final. Returns whether the contest was open.
fn freeze(w: &Writer<'_>, id: &str, now: i64) -> Result<bool> {
    if !step(w, id, ContestState::Open, ContestState::Frozen, now)? {
        return Ok(false);
    }
    crash::point("freeze.in_transaction");
    w.run("UPDATE contests SET frozen_at = $1 WHERE id = $2", values![now, id])?;
    w.run("UPDATE entries SET final_hand_in = active_hand_in WHERE contest_id = $1", values![id])?;
    Ok(true)
}

/// Puts a contest away: one whose results are released, or one that has no final. Returns whether it was such a contest.
fn archive(w: &Writer<'_>, id: &str, now: i64) -> Result<bool> {
    use ContestState::{Archived, Draft, Frozen, Open, Released};
    for from in [Released, Draft, Open, Frozen] {
        if step(w, id, from, Archived, now)? {
            cancel_queued(w, id, Part::Ladder, None)?;
            return Ok(true);
        }
    }
    Ok(false)
}

impl Store {
    /// Keeps the hashes of the maps of a draft that the caller teaches, as JSON. A contest that is open keeps those of its opening.
    pub fn keep_maps(&self, caller: &str, id: &str, maps: &str) -> Result<()> {
        self.db.write(|w| {
            changeable_contest(w, caller, id)?;
            w.run("UPDATE contests SET maps = $1 WHERE id = $2 AND state = 'draft'", values![maps, id])?;
            Ok(())
        })
    }

    /// Takes a step of a contest that the caller teaches.
    ///
    /// # Errors
    /// `NotFound`, `WrongState` if the contest is not in the state before the step.
    pub fn step_contest(&self, caller: &str, id: &str, to: ContestStep, now: i64) -> Result<Contest> {
        use ContestState::{Done, Draft, Open, Released};
        self.db.write(|w| {
            let contest = changeable_contest(w, caller, id)?;
            let (done, action) = match to {
                ContestStep::Open => (step(w, id, Draft, Open, now)?, "contest.open"),
                ContestStep::Freeze => (freeze(w, id, now)?, "contest.freeze"),
                ContestStep::Done => {
                    let is_final = contest.state == ContestState::Final;
                    if is_final {
                        cancel_queued(w, id, Part::Final, None)?;
                        end_stages(w, id)?;
                        finish_final(w, id, now)?;
                    }
                    (is_final, "contest.done")
                }
                ContestStep::Release => {
                    let done = step(w, id, Done, Released, now)?;
                    w.run("UPDATE contests SET released_at = $1 WHERE id = $2", values![now, id])?;
                    (done, "contest.release")
                }
                ContestStep::Archive => (archive(w, id, now)?, "contest.archive"),
            };
            if !done {
                return Err(StoreError::WrongState);
            }
            audit(w, (caller, now), (action, id), &contest.class_id)?;
            contest_of(w, id)
        })
    }

    /// Freezes all open contests whose deadline has passed, each in a transaction of its own. Returns their ids.
    pub fn freeze_due(&self, now: i64) -> Result<Vec<String>> {
        let sql = "SELECT k.id FROM contests k JOIN classes c ON c.id = k.class_id
            WHERE k.state = 'open' AND k.deadline_at < $1 AND c.archived_at IS NULL ORDER BY k.deadline_at";
        let due: Vec<String> = self.db.read(|r| {
            r.rows(sql, values![now])?.iter().map(|row| row.get(0)).collect::<Result<_, DbError>>()
        })?;
        let mut frozen = Vec::new();
        for id in due {
            // A teacher may have moved the deadline in the meantime.
            let sql = "SELECT count(*) FROM contests WHERE id = $1 AND deadline_at < $2";
            if self.db.write(|w| {
                Ok::<_, StoreError>(w.count(sql, values![&id, now])? == 1 && freeze(w, &id, now)?)
            })? {
                frozen.push(id);
            }
        }
        Ok(frozen)
    }

    /// Sets how many places of the final are revealed, from the last one on. It never hides a place again.
    ///
    /// # Errors
    /// `NotFound`, `WrongState` if the final is not done or the results are released.
    pub fn reveal(&self, caller: &str, id: &str, places: i64, now: i64) -> Result<Contest> {
        self.db.write(|w| {
            let contest = changeable_contest(w, caller, id)?;
            let sql = "UPDATE contests SET revealed = $1, changed_at = $2 WHERE id = $3 AND state = 'done' AND revealed <= $1";
            if w.run(sql, values![places.max(0), now, id])? != 1 {
                return Err(StoreError::WrongState);
            }
            audit(w, (caller, now), ("contest.reveal", id), &contest.class_id)?;
            contest_of(w, id)
        })
    }

    /// Changes the entry of a member of the class; it needs no hand-in.
    ///
    /// # Errors
    /// `NotFound`, `WrongState` if the results are released.
    pub fn change_entry(
        &self,
        caller: &str,
        id: &str,
        account: &str,
        change: EntryChange,
        now: i64,
    ) -> Result<Entry> {
        self.db.write(|w| {
            let contest = changeable_contest(w, caller, id)?;
            class_role(w, &contest.class_id, account)?.ok_or(StoreError::NotFound)?;
            if contest.state >= ContestState::Released {
                return Err(StoreError::WrongState);
            }
            add_entry(w, id, account)?;
            let old = entry_of(w, id, account)?.ok_or(StoreError::NotFound)?;
            let since = |old: Option<i64>, is_set: Option<bool>| match is_set {
                None => old,
                Some(true) => Some(old.unwrap_or(now)),
                Some(false) => None,
            };
            let sql = "UPDATE entries SET grace_until = $1, hidden_at = $2, withdrawn_at = $3
                WHERE contest_id = $4 AND account_id = $5";
            let grace = change.grace_until.unwrap_or(old.grace_until);
            let hidden = since(old.hidden_at, change.is_hidden);
            let withdrawn = since(old.withdrawn_at, change.is_withdrawn);
            w.run(sql, values![grace, hidden, withdrawn, id, account])?;
            audit(w, (caller, now), ("entry.change", account), &contest.class_id)?;
            entry_of(w, id, account)?.ok_or(StoreError::NotFound)
        })
    }

    /// Makes a link of a projector for a contest that the caller teaches.
    pub fn make_screen(&self, caller: &str, id: &str, now: i64) -> Result<Secret> {
        self.db.write(|w| {
            let contest = changeable_contest(w, caller, id)?;
            let secret = Secret::new();
            let sql = "INSERT INTO screens (token_sha256, contest_id, made_by, made_at, expires_at)
                VALUES ($1, $2, $3, $4, $5)";
            w.run(sql, values![secret.sha256(), id, caller, now, now + SCREEN_MS])?;
            audit(w, (caller, now), ("screen.make", id), &contest.class_id)?;
            Ok(secret)
        })
    }

    /// Returns the contest that the link of a projector shows.
    ///
    /// # Errors
    /// `NotFound` for an unknown token, `Closed` for one that has ended.
    pub fn contest_of_screen(&self, token: &str, now: i64) -> Result<Contest> {
        self.db.read(|r| {
            let sql = "SELECT contest_id, CASE WHEN revoked_at IS NULL AND expires_at > $1 THEN 1 ELSE 0 END
                FROM screens WHERE token_sha256 = $2";
            let row = r.row(sql, values![now, Secret::sha256_of(token)])?.ok_or(StoreError::NotFound)?;
            match row.get::<bool>(1)? {
                true => contest_of(r, &row.get::<String>(0)?),
                false => Err(StoreError::Closed),
            }
        })
    }
}
