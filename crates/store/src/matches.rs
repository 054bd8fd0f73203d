//! The matches of contests: plans, claims, results, and what callers see of them.

use crate::class_rights::is_archived;
use crate::contests::{
    Contest, ContestState, LADDER_STAGE, Part, SeenContest, contest_of, seen_contest, states,
};
use crate::crash;
use crate::db::{DbError, Reader, Row, Writer};
use crate::error::{Result, StoreError};
use crate::excluded_workers::is_excluded;
use crate::ids::new_id;
use crate::store::Store;
use crate::values;
use std::collections::BTreeMap;

/// The maximum number of attempts to run a job whose worker is lost.
pub const ATTEMPTS_MAX: i64 = 3;
/// The maximum number of matches in an answer.
pub const PAGE: i64 = 100;

states! {
    /// The state of a match. A void one counts for nobody.
    MatchState { Queued = "queued", Running = "running", Done = "done", Void = "void" }
}

/// The player of a seat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seated {
    HandIn {
        id: String,
        account_id: String,
    },
    BuiltIn(String),
    /// A person who was deleted.
    Former,
}

impl Seated {
    fn key(&self) -> &str {
        match self {
            Seated::HandIn { id, .. } => id,
            Seated::BuiltIn(name) => name,
            Seated::Former => "",
        }
    }
}

/// A match that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewMatch {
    /// The map or board.
    pub place: String,
    pub seed: i64,
    /// The players in seat order.
    pub seats: Vec<Seated>,
}

/// The ladder of an open contest.
#[derive(Clone, Debug, PartialEq)]
pub struct LadderState {
    pub contest: Contest,
    /// The active valid hand-ins of the entries that take part.
    pub active: Vec<Seated>,
    /// The matches that run, and the void ones, in the order in which they were planned.
    pub unfinished: Vec<Match>,
    /// The number of matches that have ended with a result.
    pub ended: usize,
}

/// A match that was claimed.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimedMatch {
    pub id: String,
    pub contest_id: String,
    pub stage: i64,
    pub place: String,
    pub seed: i64,
    /// The players in seat order; hand-ins with the hash of their content and the name of the AI's file.
    pub seats: Vec<(Seated, Option<(String, String)>)>,
}

/// The result of a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatResult {
    pub place: i64,
    pub points: i64,
    pub faults: i64,
    /// The first fault, as JSON.
    pub first_fault: Option<String>,
    /// The processor time, in milliseconds.
    pub cpu_ms: i64,
}

/// A seat of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub seated: Seated,
    /// `None` until the match has ended.
    pub place: Option<i64>,
    pub points: i64,
    pub faults: i64,
    pub first_fault: Option<String>,
}

/// A match with its seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    pub id: String,
    pub contest_id: String,
    pub stage: i64,
    pub purpose: String,
    pub place: String,
    pub seed: i64,
    pub state: MatchState,
    pub ended_at: Option<i64>,
    /// The players of the seats when the match was planned: the ids of hand-ins and the names of built-in players, also of persons
    /// who have been deleted since.
    pub seats_key: String,
    pub seats: Vec<Seat>,
}

const MATCH: &str = "SELECT m.id, m.contest_id, m.stage, m.purpose, m.place, m.seed, m.state, m.ended_at,
    m.seats_key FROM matches m";
const SEATS: &str =
    "SELECT s.match_id, s.hand_in_id, s.account_id, s.built_in, s.place, s.points, s.faults, s.first_fault
    FROM seats s JOIN matches m ON m.id = s.match_id";

impl Match {
    fn of(row: &Row) -> Result<Match> {
        Ok(Match {
            id: row.get(0)?,
            contest_id: row.get(1)?,
            stage: row.get(2)?,
            purpose: row.get(3)?,
            place: row.get(4)?,
            seed: row.get(5)?,
            state: MatchState::of(&row.get::<String>(6)?)?,
            ended_at: row.get(7)?,
            seats_key: row.get(8)?,
            seats: Vec::new(),
        })
    }
}

impl Seat {
    fn of(row: &Row) -> Result<Seat> {
        let (hand_in, account) = (row.get::<Option<String>>(1)?, row.get::<Option<String>>(2)?);
        let seated = match (hand_in, account, row.get::<Option<String>>(3)?) {
            (_, _, Some(name)) => Seated::BuiltIn(name),
            (Some(id), Some(account_id), None) => Seated::HandIn { id, account_id },
            _ => Seated::Former,
        };
        let points = row.get::<Option<i64>>(5)?.unwrap_or(0);
        Ok(Seat { seated, place: row.get(4)?, points, faults: row.get(6)?, first_fault: row.get(7)? })
    }
}

/// Returns the matches that a condition selects, with their seats. The condition ends with an order.
pub(crate) fn matches_where(r: &Reader<'_>, condition: &str, values: &[crate::Value]) -> Result<Vec<Match>> {
    let mut matches = r
        .rows(&format!("{MATCH} WHERE {condition}"), values)?
        .iter()
        .map(Match::of)
        .collect::<Result<Vec<_>>>()?;
    let mut seats: BTreeMap<String, Vec<Seat>> = BTreeMap::new();
    match matches.as_slice() {
        [] => {}
        few if few.len() <= PAGE as usize => {
            for one in few {
                let rows =
                    r.rows(&format!("{SEATS} WHERE s.match_id = $1 ORDER BY s.seat"), values![&one.id])?;
                seats.insert(one.id.clone(), rows.iter().map(Seat::of).collect::<Result<_>>()?);
            }
        }
        many => {
            let sql = format!("{SEATS} WHERE m.contest_id = $1 ORDER BY s.match_id, s.seat");
            for row in r.rows(&sql, values![&many[0].contest_id])? {
                seats.entry(row.get(0)?).or_default().push(Seat::of(&row)?);
            }
        }
    }
    for one in &mut matches {
        one.seats = seats.remove(&one.id).unwrap_or_default();
    }
    Ok(matches)
}

/// Stores matches of a stage with their seats and jobs. Matches that the stage already has are left out.
pub(crate) fn add_matches(
    w: &Writer<'_>,
    (contest, stage): (&str, i64),
    purpose: &str,
    matches: &[NewMatch],
    now: i64,
) -> Result<usize> {
    let mut added = 0;
    for new in matches {
        let id = new_id();
        let key: Vec<&str> = new.seats.iter().map(Seated::key).collect();
        let sql =
            "INSERT INTO matches (id, contest_id, stage, purpose, place, seed, seats_key, state, made_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8) ON CONFLICT DO NOTHING";
        if w.run(sql, values![&id, contest, stage, purpose, &new.place, new.seed, key.join(" "), now])? == 0 {
            continue;
        }
        for (seat, seated) in (0_i64..).zip(&new.seats) {
            let (hand_in, account, built_in) = match seated {
                Seated::HandIn { id, account_id } => (Some(id), Some(account_id), None),
                Seated::BuiltIn(name) => (None, None, Some(name)),
                Seated::Former => (None, None, None),
            };
            // A person can be deleted while a final goes on.
            let sql = "INSERT INTO seats (match_id, seat, hand_in_id, account_id, built_in) VALUES ($1, $2,
                (SELECT id FROM hand_ins WHERE id = $3), (SELECT id FROM accounts WHERE id = $4), $5)";
            w.run(sql, values![&id, seat, hand_in, account, built_in])?;
        }
        // Jobs that were made at the same time are claimed in the order of their ids, which are random; the number keeps
        // them in the order of the plan.
        let at = now + added as i64;
        let sql = "INSERT INTO jobs (id, kind, lane, contest_id, match_id, state, made_at)
            VALUES ($1, 'match', 2, $2, $3, 'queued', $4)";
        w.run(sql, values![new_id(), contest, &id, at])?;
        added += 1;
    }
    Ok(added)
}

/// Removes the matches of a part that wait: all, or those in which a hand-in plays.
pub(crate) fn cancel_queued(w: &Writer<'_>, contest: &str, part: Part, hand_in: Option<&str>) -> Result<()> {
    let sql = format!(
        "DELETE FROM matches WHERE id IN (SELECT m.id FROM matches m
        WHERE m.contest_id = $1 AND {} AND m.state = 'queued'
        AND ($2 = '' OR EXISTS (SELECT 1 FROM seats s WHERE s.match_id = m.id AND s.hand_in_id = $2)))",
        part.condition()
    );
    w.run(&sql, values![contest, hand_in.unwrap_or("")])?;
    Ok(())
}

impl Store {
    /// Returns the matches whose replays are more than a contest keeps: those of the practice and of the ladder first, the
    /// oldest first.
    pub fn surplus_replays(&self, most: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY contest_id
                ORDER BY CASE purpose WHEN 'final' THEN 0 ELSE 1 END, ended_at DESC, id) AS number
            FROM matches WHERE replay_bytes IS NOT NULL AND state = 'done') AS ranked WHERE number > $1";
        let rows = self.db.read(|r| r.rows(sql, values![most]))?;
        rows.iter().map(|row| Ok(row.get(0)?)).collect()
    }

    /// Notes that matches have no replay any more. Their results stay.
    pub fn replays_removed(&self, matches: &[String]) -> Result<()> {
        self.db.write(|w| {
            let sql = "UPDATE matches SET replay_bytes = NULL WHERE id = $1";
            matches.iter().try_for_each(|id| w.run(sql, values![id]).map(drop))?;
            Ok(())
        })
    }

    /// Returns the open contests.
    pub fn open_contests(&self) -> Result<Vec<String>> {
        let sql = "SELECT k.id FROM contests k JOIN classes c ON c.id = k.class_id
            WHERE k.state = 'open' AND c.archived_at IS NULL ORDER BY k.id";
        let ids =
            self.db.read(|r| r.rows(sql, &[])?.iter().map(|row| row.get(0)).collect::<Result<_, DbError>>());
        Ok(ids?)
    }

    /// Returns the state of an open contest's ladder; `None` if the contest is not open or its class is archived.
    pub fn ladder(&self, contest: &str) -> Result<Option<LadderState>> {
        self.db.read(|r| {
            let contest = contest_of(r, contest)?;
            if contest.state != ContestState::Open || is_archived(r, &contest.class_id)? {
                return Ok(None);
            }
            let condition = "m.contest_id = $1 AND m.stage = $2 AND m.state IN ('running', 'void')
                ORDER BY m.made_at, m.id";
            let unfinished = matches_where(r, condition, values![&contest.id, LADDER_STAGE])?;
            let ended =
                "SELECT count(*) FROM matches WHERE contest_id = $1 AND stage = $2 AND state = 'done'";
            let ended = r.count(ended, values![&contest.id, LADDER_STAGE])?;
            let ended = usize::try_from(ended).unwrap_or_default();
            Ok(Some(LadderState { active: active_seats(r, &contest.id)?, unfinished, ended, contest }))
        })
    }

    /// Replaces the waiting matches of a ladder by these, which were planned for a state of it. Returns the number of those
    /// that were added; `None` if that is not its state any more, because others play in it or a match has begun.
    pub fn plan_ladder(&self, state: &LadderState, matches: &[NewMatch], now: i64) -> Result<Option<usize>> {
        self.db.write(|w| {
            let id = state.contest.id.as_str();
            let sql =
                "SELECT count(*) FROM matches WHERE contest_id = $1 AND stage = $2 AND state <> 'queued'";
            let is_same = contest_of(w, id)?.state == ContestState::Open
                && active_seats(w, id)? == state.active
                && w.count(sql, values![id, LADDER_STAGE])? == (state.unfinished.len() + state.ended) as i64;
            if !is_same {
                return Ok(None);
            }
            cancel_queued(w, id, Part::Ladder, None)?;
            add_matches(w, (id, LADDER_STAGE), "ladder", matches, now).map(Some)
        })
    }

    /// Claims the next match that waits: those of finals come first, then the oldest. `None` if none waits.
    pub fn claim_match(&self, now: i64) -> Result<Option<ClaimedMatch>> {
        let (is_playable, games) = self.is_playable(1);
        let parameters = [values![now], &games].concat();
        self.db.write(|w| {
            let next = format!(
                "UPDATE jobs SET state = 'running', attempts = attempts + 1, started_at = $1 WHERE state = 'queued'
                AND id = (SELECT j.id FROM jobs j JOIN matches m ON m.id = j.match_id
                JOIN contests k ON k.id = m.contest_id WHERE j.kind = 'match' AND j.state = 'queued' AND {is_playable}
                ORDER BY CASE WHEN m.stage > 0 THEN 0 ELSE 1 END, j.made_at, j.id LIMIT 1)
                RETURNING match_id"
            );
            let Some(id) = w.value::<String>(&next, &parameters)? else { return Ok(None) };
            w.run("UPDATE matches SET state = 'running' WHERE id = $1 AND state = 'queued'", values![&id])?;
            let one = matches_where(w, "m.id = $1", values![&id])?.pop().ok_or(StoreError::NotFound)?;
            let content = |seated: Seated| -> Result<(Seated, Option<(String, String)>)> {
                let Seated::HandIn { id, .. } = &seated else { return Ok((seated, None)) };
                let sql = "SELECT sha256, own_file FROM hand_ins WHERE id = $1 AND sha256 IS NOT NULL";
                let row = w.row(sql, values![id])?;
                let content = row.map(|row| Ok::<_, DbError>((row.get(0)?, row.get(1)?))).transpose()?;
                Ok((seated, content))
            };
            let seats = one.seats.into_iter().map(|seat| content(seat.seated)).collect::<Result<_>>()?;
            let Match { id, contest_id, stage, place, seed, .. } = one;
            Ok(Some(ClaimedMatch { id, contest_id, stage, place, seed, seats }))
        })
    }

    /// Returns the seats of deleted persons, by match, whose logs must not exist.
    pub fn former_seats(&self) -> Result<Vec<(String, i64)>> {
        let sql = "SELECT match_id, seat FROM seats
            WHERE hand_in_id IS NULL AND account_id IS NULL AND built_in IS NULL";
        let rows = self.db.read(|r| r.rows(sql, &[]))?;
        Ok(rows.iter().map(|row| Ok((row.get(0)?, row.get(1)?))).collect::<Result<_, DbError>>()?)
    }

    /// Returns the number of matches that wait or run.
    pub fn unfinished_matches(&self) -> Result<i64> {
        let sql = "SELECT count(*) FROM jobs WHERE kind = 'match' AND state IN ('queued', 'running')";
        Ok(self.db.read(|r| r.count(sql, &[]))?)
    }

    /// Ends a match with the results of its seats. Returns whether it was running and its result counts; otherwise nothing
    /// changes. The results of a worker of the cluster that is excluded do not count.
    pub fn end_match(
        &self,
        id: &str,
        results: &[SeatResult],
        ((replay_bytes, cpu_ms), result_by): ((i64, i64), Option<&str>),
        now: i64,
    ) -> Result<bool> {
        self.db.write(|w| {
            if result_by.map(|worker| is_excluded(w, worker)).transpose()?.unwrap_or(false) {
                return Ok(false);
            }
            let sql = "UPDATE jobs SET state = 'done', ended_at = $1, cpu_ms = $2 WHERE match_id = $3 AND state = 'running'";
            if w.run(sql, values![now, cpu_ms, id])? != 1 {
                return Ok(false);
            }
            crash::point("match.in_transaction");
            let sql = "UPDATE matches SET state = 'done', ended_at = $1, replay_bytes = $2, result_by = $3
                WHERE id = $4 AND state = 'running'";
            if w.run(sql, values![now, replay_bytes, result_by, id])? != 1 {
                return Err(StoreError::WrongState);
            }
            for (seat, result) in (0_i64..).zip(results) {
                let sql = "UPDATE seats SET place = $1, points = $2, faults = $3, first_fault = $4, cpu_ms = $5
                    WHERE match_id = $6 AND seat = $7";
                let SeatResult { place, points, faults, first_fault, cpu_ms } = result.clone();
                if w.run(sql, values![place, points, faults, first_fault, cpu_ms, id, seat])? != 1 {
                    return Err(StoreError::WrongState);
                }
            }
            Ok(true)
        })
    }

    /// Gives back a match whose worker is lost: it waits again, or is void after the last attempt or if `is_final_attempt`.
    /// Returns whether it waits.
    pub fn lose_match(&self, id: &str, is_final_attempt: bool, now: i64) -> Result<bool> {
        self.db.write(|w| {
            let again = "UPDATE jobs SET state = 'queued' WHERE match_id = $1 AND state = 'running' AND attempts < $2";
            let attempts = if is_final_attempt { 0 } else { ATTEMPTS_MAX };
            if w.run(again, values![id, attempts])? == 1 {
                w.run("UPDATE matches SET state = 'queued' WHERE id = $1 AND state = 'running'", values![id])?;
                return Ok(true);
            }
            let sql = "UPDATE jobs SET state = 'failed', reason = 'server', ended_at = $1
                WHERE match_id = $2 AND state = 'running'";
            if w.run(sql, values![now, id])? == 1 {
                let sql = "UPDATE matches SET state = 'void', ended_at = $1 WHERE id = $2 AND state = 'running'";
                w.run(sql, values![now, id])?;
            }
            Ok(false)
        })
    }

    /// Makes the jobs wait again that were running when the server ended. Returns their number.
    pub fn requeue_running(&self) -> Result<usize> {
        self.db.write(|w| {
            w.run("UPDATE matches SET state = 'queued' WHERE state = 'running'", &[])?;
            Ok(w.run(
                "UPDATE jobs SET state = 'queued' WHERE state = 'running' AND kind IN ('check', 'match')",
                &[],
            )?)
        })
    }

    /// Returns the matches of a part that have ended with a result, in the order of their ids, for its table.
    pub fn played(&self, contest: &str, part: Part) -> Result<Vec<Match>> {
        let condition =
            format!("m.contest_id = $1 AND {} AND m.state = 'done' ORDER BY m.id", part.condition());
        self.db.read(|r| matches_where(r, &condition, values![contest]))
    }

    /// Returns matches of a contest that have ended with a result, newest first: those in which an entry played, and those
    /// after a match of an earlier answer. The matches of the final are only for those who see it.
    pub fn matches(
        &self,
        caller: Option<&str>,
        contest: &str,
        entry: Option<&str>,
        after: Option<&str>,
    ) -> Result<Vec<Match>> {
        self.db.read(|r| {
            let seen = seen_contest(r, caller, contest)?;
            let condition = format!(
                "m.contest_id = $1 AND m.state = 'done' AND (m.stage = 0 OR $2 = 1)
                AND ($3 = '' OR EXISTS (SELECT 1 FROM seats s WHERE s.match_id = m.id AND s.account_id = $3)
                    AND ($5 = 1 OR NOT EXISTS (SELECT 1 FROM entries e
                        WHERE e.contest_id = $1 AND e.account_id = $3 AND e.hidden_at IS NOT NULL)))
                AND ($4 = '' OR EXISTS (SELECT 1 FROM matches a WHERE a.id = $4 AND (m.ended_at < a.ended_at
                    OR m.ended_at = a.ended_at AND m.id > a.id)))
                ORDER BY m.ended_at DESC, m.id LIMIT {PAGE}"
            );
            // A hidden entry has no name for others, and is not found by its id either.
            let knows_hidden = seen.can_teach || entry == caller;
            let entry = entry.unwrap_or("");
            let values = values![contest, seen.sees_final(), entry, after.unwrap_or(""), knows_hidden];
            matches_where(r, &condition, values)
        })
    }

    /// Returns a match that has ended with a result, and its contest, as the caller sees it.
    pub fn match_of(&self, caller: Option<&str>, id: &str) -> Result<(Match, SeenContest)> {
        self.db.read(|r| {
            let one = matches_where(r, "m.id = $1 AND m.state = 'done'", values![id])?.pop();
            let one = one.ok_or(StoreError::NotFound)?;
            let seen = seen_contest(r, caller, &one.contest_id)?;
            match one.stage == LADDER_STAGE || seen.sees_final() {
                true => Ok((one, seen)),
                false => Err(StoreError::NotFound),
            }
        })
    }

    /// Returns the next match of the final that waits or runs, for a projector; `None` if there is none.
    pub fn next_match(&self, contest: &str) -> Result<Option<Match>> {
        let condition = "m.contest_id = $1 AND m.stage > 0 AND m.state IN ('queued', 'running')
            ORDER BY CASE WHEN m.state = 'running' THEN 0 ELSE 1 END, m.made_at, m.id LIMIT 1";
        Ok(self.db.read(|r| matches_where(r, condition, values![contest]))?.pop())
    }
}

/// Returns the active valid hand-ins of the entries that take part, in the order of their ids.
fn active_seats(r: &Reader<'_>, contest: &str) -> Result<Vec<Seated>> {
    let sql = "SELECT h.id, h.account_id FROM entries e JOIN hand_ins h ON h.id = e.active_hand_in
        WHERE e.contest_id = $1 AND e.withdrawn_at IS NULL AND h.state = 'valid' ORDER BY h.id";
    let seated = |row: &Row| Ok(Seated::HandIn { id: row.get(0)?, account_id: row.get(1)? });
    r.rows(sql, values![contest])?.iter().map(seated).collect()
}
