//! Hand-ins: versions, checks, and which version of an entry is active.

use crate::class_rights::{ClassRole, class_role, is_archived};
use crate::contests::{
    Contest, ContestState, Part, add_entry, audit, changeable_contest, contest_of, entry_of, seen_contest,
    states,
};
use crate::crash;
use crate::db::{DbError, Reader, Row, Writer};
use crate::error::{Result, StoreError};
use crate::ids::new_id;
use crate::limits::HandInLimits;
use crate::matches::{ATTEMPTS_MAX, cancel_queued};
use crate::store::Store;
use crate::values;

const HOUR_MS: i64 = 3_600_000;

states! {
    /// The state of a hand-in.
    HandInState {
        Received = "received", Checking = "checking", Valid = "valid", Invalid = "invalid", Withdrawn = "withdrawn",
    }
}

/// A hand-in: one submitted version.
#[derive(Clone, Debug, PartialEq)]
pub struct HandIn {
    pub id: String,
    pub contest_id: String,
    pub account_id: String,
    /// The number of the version in the contest, counted from 1.
    pub version: i64,
    /// The hash of the canonical ZIP; `None` until the check has made it.
    pub sha256: Option<String>,
    /// The size of the file that arrived, and after the check that of the canonical ZIP, in bytes.
    pub bytes: i64,
    /// The name of the AI's file.
    pub own_file: String,
    /// The name that the author gave to the file.
    pub file_name: String,
    pub state: HandInState,
    /// The reason why it is invalid, as JSON.
    pub reason: Option<String>,
    pub is_late: bool,
    pub arrived_at: i64,
    pub is_active: bool,
}

pub(crate) const HAND_IN: &str =
    "SELECT h.id, h.contest_id, h.account_id, h.version, h.sha256, h.bytes, h.own_file, h.file_name, h.state,
    h.reason, h.is_late, h.arrived_at, CASE WHEN e.active_hand_in = h.id THEN 1 ELSE 0 END
    FROM hand_ins h LEFT JOIN entries e ON e.contest_id = h.contest_id AND e.account_id = h.account_id";

impl HandIn {
    pub(crate) fn of(row: &Row) -> Result<HandIn> {
        Ok(HandIn {
            id: row.get(0)?,
            contest_id: row.get(1)?,
            account_id: row.get(2)?,
            version: row.get(3)?,
            sha256: row.get(4)?,
            bytes: row.get(5)?,
            own_file: row.get(6)?,
            file_name: row.get(7)?,
            state: HandInState::of(&row.get::<String>(8)?)?,
            reason: row.get(9)?,
            is_late: row.get(10)?,
            arrived_at: row.get(11)?,
            is_active: row.get(12)?,
        })
    }
}

/// A hand-in that has arrived as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewHandIn {
    /// The id, which is also the name of its file in `incoming/`.
    pub id: String,
    pub contest: String,
    pub account: String,
    /// The key by which a repeated request is recognized.
    pub request_key: String,
    pub own_file: String,
    pub file_name: String,
    /// The size of the file that arrived, in bytes.
    pub bytes: i64,
    /// The time at which the headers of the request arrived.
    pub arrived_at: i64,
    /// The limits of the account.
    pub limits: HandInLimits,
}

/// The answer to the question whether somebody may hand in now.
#[derive(Clone, Debug, PartialEq)]
pub enum Admission {
    /// The request is a repeated one; this is its hand-in.
    Known(Box<HandIn>),
    Open(Box<Contest>),
}

/// A hand-in whose check was claimed.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedCheck {
    pub hand_in: HandIn,
    pub game: String,
}

/// The result of a check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckResult {
    /// The hash and the size of the canonical ZIP; `None` if the files cannot be unpacked.
    pub content: Option<(String, i64)>,
    /// The reason why the hand-in is invalid, as JSON; `None` if it is valid.
    pub reason: Option<String>,
    /// Fingerprints of the Python files by which copies are found, as JSON; empty if there are none.
    pub prints: String,
}

/// A hand-in that an account may play against.
#[derive(Clone, Debug, PartialEq)]
pub struct Opponent {
    pub hand_in: HandIn,
    /// The author's name.
    pub name: String,
}

fn hand_in_of(r: &Reader<'_>, id: &str) -> Result<HandIn> {
    let row = r.row(&format!("{HAND_IN} WHERE h.id = $1"), values![id])?;
    HandIn::of(&row.ok_or(StoreError::NotFound)?)
}

/// Returns a hand-in that the caller may see with its contest, and whether the caller teaches the class.
fn own_or_taught(r: &Reader<'_>, caller: &str, id: &str) -> Result<(HandIn, Contest, bool)> {
    let hand_in = hand_in_of(r, id)?;
    let contest = contest_of(r, &hand_in.contest_id)?;
    match class_role(r, &contest.class_id, caller)? {
        Some(ClassRole::Teacher) => Ok((hand_in, contest, true)),
        Some(ClassRole::Pupil) if hand_in.account_id == caller => Ok((hand_in, contest, false)),
        _ => Err(StoreError::NotFound),
    }
}

/// Returns the contest if the account may hand in something that arrived at this time, or the hand-in of an earlier request
/// with the same key.
fn admission(
    (r, limits): (&Reader<'_>, HandInLimits),
    account: &str,
    contest: &str,
    key: &str,
    arrived_at: i64,
) -> Result<Admission> {
    let seen = seen_contest(r, Some(account), contest)?;
    if !seen.is_member {
        return Err(StoreError::NotFound);
    }
    let sql = format!("{HAND_IN} WHERE h.account_id = $1 AND h.request_key = $2");
    if let Some(row) = r.row(&sql, values![account, key])? {
        let known = HandIn::of(&row)?;
        return if known.contest_id == contest {
            Ok(Admission::Known(Box::new(known)))
        } else {
            Err(StoreError::WrongState)
        };
    }
    let contest = seen.contest;
    let is_early = contest.opens_at.is_some_and(|opens| arrived_at < opens);
    let is_open = (ContestState::Open..ContestState::Released).contains(&contest.state);
    let is_withdrawn = seen.entry.is_some_and(|entry| entry.withdrawn_at.is_some());
    if is_early || !is_open || is_withdrawn || is_archived(r, &contest.class_id)? {
        return Err(StoreError::Closed);
    }
    let count = "SELECT count(*) FROM hand_ins WHERE account_id = $1 AND arrived_at > $2";
    if r.count(count, values![account, arrived_at - HOUR_MS])? >= limits.per_hour {
        return Err(StoreError::TooMany { max: limits.per_hour });
    }
    let count = "SELECT count(*) FROM hand_ins WHERE account_id = $1 AND contest_id = $2";
    if r.count(count, values![account, &contest.id])? >= limits.per_contest {
        return Err(StoreError::TooMany { max: limits.per_contest });
    }
    Ok(Admission::Open(Box::new(contest)))
}

/// Makes a hand-in the active one of its entry, and the one of the final if the contest is frozen.
fn set_active(w: &Writer<'_>, contest: &Contest, account: &str, hand_in: Option<&str>) -> Result<()> {
    let sql = "UPDATE entries SET active_hand_in = $1 WHERE contest_id = $2 AND account_id = $3";
    w.run(sql, values![hand_in, &contest.id, account])?;
    if contest.state == ContestState::Frozen {
        let sql = "UPDATE entries SET final_hand_in = $1 WHERE contest_id = $2 AND account_id = $3";
        w.run(sql, values![hand_in, &contest.id, account])?;
    }
    Ok(())
}

fn end_job(w: &Writer<'_>, hand_in: &str, state: &str, now: i64) -> Result<bool> {
    let sql = "UPDATE jobs SET state = $1, ended_at = $2 WHERE hand_in_id = $3 AND kind = 'check' AND state = 'running'";
    Ok(w.run(sql, values![state, now, hand_in])? == 1)
}

/// Inserts a hand-in with its version number and the job of its check.
pub(crate) fn insert_hand_in(w: &Writer<'_>, new: &NewHandIn, is_late: bool, now: i64) -> Result<()> {
    let version =
        "SELECT COALESCE(max(version), 0) + 1 FROM hand_ins WHERE contest_id = $1 AND account_id = $2";
    let version = w.count(version, values![&new.contest, &new.account])?;
    let sql = "INSERT INTO hand_ins (id, contest_id, account_id, version, bytes, own_file, file_name, state, is_late,
        arrived_at, changed_at, request_key) VALUES ($1, $2, $3, $4, $5, $6, $7, 'received', $8, $9, $10, $11)";
    w.run(
        sql,
        values![
            &new.id,
            &new.contest,
            &new.account,
            version,
            new.bytes,
            &new.own_file,
            &new.file_name,
            is_late,
            new.arrived_at,
            now,
            &new.request_key
        ],
    )?;
    let sql = "INSERT INTO jobs (id, kind, lane, account_id, contest_id, hand_in_id, state, made_at)
        VALUES ($1, 'check', 0, $2, $3, $4, 'queued', $5)";
    crash::point("hand_in.in_transaction");
    w.run(sql, values![new_id(), &new.account, &new.contest, &new.id, now])?;
    Ok(())
}

/// A valid version of an entry, without what only its author may know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedVersion {
    /// The id of the hand-in.
    pub hand_in: String,
    pub version: i64,
    pub arrived_at: i64,
}

impl Store {
    /// Returns whether an account may hand in something that arrived at this time. [`Store::add_hand_in`] asks again; this
    /// spares reading a body in vain.
    ///
    /// # Errors
    /// `NotFound`, `Closed`, `TooMany`, and `WrongState` for a request key of another contest.
    pub fn admission(
        &self,
        account: &str,
        contest: &str,
        key: &str,
        arrived_at: i64,
        limits: HandInLimits,
    ) -> Result<Admission> {
        self.db.read(|r| admission((r, limits), account, contest, key, arrived_at))
    }

    /// Stores a hand-in with its version number and the job of its check. Returns it, and false if it is that of an earlier
    /// request with the same key.
    ///
    /// # Errors
    /// Those of [`Store::admission`].
    pub fn add_hand_in(&self, new: &NewHandIn, now: i64) -> Result<(HandIn, bool)> {
        self.db.write(|w| {
            let asked = (w as &Reader<'_>, new.limits);
            let admitted = admission(asked, &new.account, &new.contest, &new.request_key, new.arrived_at)?;
            let contest = match admitted {
                Admission::Known(known) => return Ok((*known, false)),
                Admission::Open(contest) => contest,
            };
            add_entry(w, &contest.id, &new.account)?;
            let grace = entry_of(w, &contest.id, &new.account)?.and_then(|entry| entry.grace_until);
            let is_late = contest.in_time_until(grace).is_some_and(|end| new.arrived_at > end);
            insert_hand_in(w, new, is_late, now)?;
            Ok((hand_in_of(w, &new.id)?, true))
        })
    }

    /// Claims the oldest check that waits; `None` if none does.
    pub fn claim_check(&self, now: i64) -> Result<Option<ClaimedCheck>> {
        let (is_playable, games) = self.is_playable(1);
        let parameters = [values![now], &games].concat();
        self.db.write(|w| {
            let next = format!(
                "UPDATE jobs SET state = 'running', attempts = attempts + 1, started_at = $1 WHERE state = 'queued'
                AND id = (SELECT j.id FROM jobs j JOIN hand_ins h ON h.id = j.hand_in_id
                JOIN contests k ON k.id = h.contest_id WHERE j.kind = 'check' AND j.state = 'queued' AND {is_playable}
                ORDER BY j.made_at, j.id LIMIT 1)
                RETURNING hand_in_id"
            );
            let Some(id) = w.value::<String>(&next, &parameters)? else { return Ok(None) };
            let sql = "UPDATE hand_ins SET state = 'checking', changed_at = $1 WHERE id = $2 AND state = 'received'";
            w.run(sql, values![now, &id])?;
            let hand_in = hand_in_of(w, &id)?;
            let game = contest_of(w, &hand_in.contest_id)?.game;
            Ok(Some(ClaimedCheck { hand_in, game }))
        })
    }

    /// Ends a check. A valid version becomes the active one if it was in time and is newer than the active one. Returns the
    /// hand-in, or `None` if the check was not running any more; nothing changes then.
    pub fn end_check(&self, id: &str, result: &CheckResult, now: i64) -> Result<Option<HandIn>> {
        self.db.write(|w| {
            if !end_job(w, id, "done", now)? {
                return Ok(None);
            }
            crash::point("check.in_transaction");
            let state = if result.reason.is_none() { HandInState::Valid } else { HandInState::Invalid };
            let (sha256, bytes) = result.content.clone().unzip();
            let sql = "UPDATE hand_ins SET state = $1, reason = $2, sha256 = $3, bytes = COALESCE($4, bytes), changed_at = $5,
                prints = CASE WHEN $7 = '' THEN prints ELSE $7 END WHERE id = $6 AND state = 'checking'";
            let reason = result.reason.clone();
            // The author may have withdrawn it in the meantime.
            let is_checked = w.run(sql, values![state.text(), reason, sha256, bytes, now, id, &result.prints])? == 1;
            let hand_in = hand_in_of(w, id)?;
            if is_checked && state == HandInState::Valid && !hand_in.is_late {
                activate_newer(w, &hand_in)?;
            }
            Ok(Some(hand_in_of(w, id)?))
        })
    }

    /// Gives back a check whose worker is lost: it waits again, or after the last attempt the hand-in is invalid for this
    /// reason (JSON). Returns whether it waits.
    pub fn lose_check(&self, id: &str, reason: &str, now: i64) -> Result<bool> {
        self.db.write(|w| {
            let again = "UPDATE jobs SET state = 'queued' WHERE hand_in_id = $1 AND kind = 'check' AND state = 'running'
                AND attempts < $2";
            if w.run(again, values![id, ATTEMPTS_MAX])? == 1 {
                return Ok(true);
            }
            let sql = "UPDATE jobs SET state = 'failed', reason = 'server', ended_at = $1
                WHERE hand_in_id = $2 AND kind = 'check' AND state = 'running'";
            if w.run(sql, values![now, id])? == 1 {
                let sql = "UPDATE hand_ins SET state = 'invalid', reason = $1, changed_at = $2
                    WHERE id = $3 AND state = 'checking'";
                w.run(sql, values![reason, now, id])?;
            }
            Ok(false)
        })
    }

    /// Returns the ids of the hand-ins whose files in `incoming/` are still needed.
    pub fn waiting_uploads(&self) -> Result<Vec<String>> {
        let sql = "SELECT hand_in_id FROM jobs WHERE kind = 'check' AND state IN ('queued', 'running')";
        let ids =
            self.db.read(|r| r.rows(sql, &[])?.iter().map(|row| row.get(0)).collect::<Result<_, DbError>>());
        Ok(ids?)
    }

    /// Returns whether a hand-in has this content, so that its file must stay.
    pub fn has_content(&self, sha256: &str) -> Result<bool> {
        let sql = "SELECT count(*) FROM hand_ins WHERE sha256 = $1";
        Ok(self.db.read(|r| r.count(sql, values![sha256]))? > 0)
    }

    /// Returns the caller's hand-ins in a contest, newest first, or those of everybody to a teacher.
    pub fn hand_ins(&self, caller: &str, contest: &str) -> Result<Vec<HandIn>> {
        self.db.read(|r| {
            let seen = seen_contest(r, Some(caller), contest)?;
            if !seen.is_member {
                return Err(StoreError::NotFound);
            }
            let sql = format!(
                "{HAND_IN} WHERE h.contest_id = $1 AND (h.account_id = $2 OR $3 = 1) ORDER BY h.arrived_at DESC, h.id"
            );
            r.rows(&sql, values![contest, caller, seen.can_teach])?.iter().map(HandIn::of).collect()
        })
    }

    /// Returns a hand-in that the caller wrote or teaches the class of, and whether the caller only teaches it.
    pub fn hand_in(&self, caller: &str, id: &str) -> Result<(HandIn, bool)> {
        self.db.read(|r| {
            let (hand_in, _, can_teach) = own_or_taught(r, caller, id)?;
            let is_others = can_teach && hand_in.account_id != caller;
            Ok((hand_in, is_others))
        })
    }

    /// Notes in the audit that a teacher has looked at a pupil's hand-in or log.
    pub fn note_view(&self, caller: &str, hand_in: &HandIn, action: &'static str, now: i64) -> Result<()> {
        self.db.write(|w| {
            let contest = changeable_contest(w, caller, &hand_in.contest_id)?;
            audit(w, (caller, now), (action, &hand_in.id), &contest.class_id)
        })
    }

    /// Makes a valid version the active one of its entry. Authors can do so in an open contest as long as they are in time;
    /// teachers until the final begins, also with a late version.
    ///
    /// # Errors
    /// `NotFound`, `WrongState` for a hand-in that is not valid, `Closed`.
    pub fn activate(&self, caller: &str, id: &str, now: i64) -> Result<HandIn> {
        self.db.write(|w| {
            let (hand_in, contest, can_teach) = own_or_taught(w, caller, id)?;
            if hand_in.state != HandInState::Valid {
                return Err(StoreError::WrongState);
            }
            check_can_choose(w, &contest, &hand_in, can_teach, now)?;
            if hand_in.is_late && !can_teach {
                return Err(StoreError::Closed);
            }
            set_active(w, &contest, &hand_in.account_id, Some(id))?;
            if can_teach {
                audit(w, (caller, now), ("hand_in.activate", id), &contest.class_id)?;
            }
            hand_in_of(w, id)
        })
    }

    /// Withdraws a version. If it was the active one, its entry has none until another one is made active. The rules are those
    /// of [`Store::activate`].
    pub fn withdraw(&self, caller: &str, id: &str, now: i64) -> Result<HandIn> {
        self.db.write(|w| {
            let (hand_in, contest, can_teach) = own_or_taught(w, caller, id)?;
            check_can_choose(w, &contest, &hand_in, can_teach, now)?;
            let sql = "UPDATE hand_ins SET state = 'withdrawn', withdrawn_at = $1, changed_at = $1
                WHERE id = $2 AND state <> 'withdrawn'";
            if w.run(sql, values![now, id])? != 1 {
                return Err(StoreError::WrongState);
            }
            let sql =
                "UPDATE jobs SET state = 'cancelled', ended_at = $1 WHERE hand_in_id = $2 AND kind = 'check'
                AND state IN ('queued', 'running')";
            w.run(sql, values![now, id])?;
            if hand_in.is_active {
                set_active(w, &contest, &hand_in.account_id, None)?;
            }
            cancel_queued(w, &contest.id, Part::Ladder, Some(id))?;
            if can_teach {
                audit(w, (caller, now), ("hand_in.withdraw", id), &contest.class_id)?;
            }
            hand_in_of(w, id)
        })
    }

    /// Returns the hand-ins against which the caller may play in practice: the active ones of the others in the contest, and
    /// all own valid versions.
    pub fn opponents(&self, caller: &str, contest: &str) -> Result<Vec<Opponent>> {
        self.db.read(|r| {
            let seen = seen_contest(r, Some(caller), contest)?;
            if !seen.is_member {
                return Err(StoreError::NotFound);
            }
            let sql = format!(
                "{HAND_IN} WHERE h.contest_id = $1 AND h.state = 'valid'
                AND (h.account_id = $2 OR e.active_hand_in = h.id AND e.withdrawn_at IS NULL AND e.hidden_at IS NULL)
                ORDER BY h.account_id, h.version DESC"
            );
            let rows = r.rows(&sql, values![contest, caller])?;
            rows.iter().map(|row| opponent(r, HandIn::of(row)?)).collect()
        })
    }

    /// Returns the valid versions of an entry, the newest first, for a contest that was found for the caller.
    pub fn versions(&self, contest: &str, account: &str) -> Result<Vec<PlayedVersion>> {
        let sql = "SELECT id, version, arrived_at FROM hand_ins WHERE contest_id = $1 AND account_id = $2
            AND state = 'valid' ORDER BY version DESC";
        let version = |row: &Row| {
            Ok(PlayedVersion { hand_in: row.get(0)?, version: row.get(1)?, arrived_at: row.get(2)? })
        };
        self.db.read(|r| r.rows(sql, values![contest, account])?.iter().map(version).collect())
    }

    /// Returns a hand-in if the caller may play against it.
    pub fn opponent(&self, caller: &str, id: &str) -> Result<Opponent> {
        let contest = self.db.read(|r| hand_in_of(r, id))?.contest_id;
        let all = self.opponents(caller, &contest)?;
        all.into_iter().find(|one| one.hand_in.id == id).ok_or(StoreError::NotFound)
    }
}

fn opponent(r: &Reader<'_>, hand_in: HandIn) -> Result<Opponent> {
    let name = r.value("SELECT display_name FROM accounts WHERE id = $1", values![&hand_in.account_id])?;
    Ok(Opponent { hand_in, name: name.unwrap_or_default() })
}

/// Makes a version that was found valid the active one, unless the contest is in its final or a newer version is active.
fn activate_newer(w: &Writer<'_>, hand_in: &HandIn) -> Result<()> {
    let contest = contest_of(w, &hand_in.contest_id)?;
    let active = "SELECT h.version FROM entries e JOIN hand_ins h ON h.id = e.active_hand_in
        WHERE e.contest_id = $1 AND e.account_id = $2";
    let active = w.value::<i64>(active, values![&contest.id, &hand_in.account_id])?;
    if contest.state < ContestState::Final && active.is_none_or(|active| active < hand_in.version) {
        set_active(w, &contest, &hand_in.account_id, Some(&hand_in.id))?;
    }
    Ok(())
}

/// Returns an error if the caller cannot choose now which version of an entry is active.
fn check_can_choose(
    r: &Reader<'_>,
    contest: &Contest,
    hand_in: &HandIn,
    can_teach: bool,
    now: i64,
) -> Result<()> {
    let is_open = match contest.state {
        ContestState::Open | ContestState::Frozen if can_teach => true,
        ContestState::Open | ContestState::Frozen => {
            let grace = entry_of(r, &contest.id, &hand_in.account_id)?.and_then(|entry| entry.grace_until);
            contest.in_time_until(grace).is_none_or(|end| now <= end)
        }
        _ => false,
    };
    if is_open { Ok(()) } else { Err(StoreError::Closed) }
}
