//! The stages of a final: each is stored with all its matches, and the next one follows when all of them have ended.

use crate::audit::{Act, record};
use crate::contests::{
    Contest, ContestState, Finalist, Part, add_stage, audit, changeable_contest, contest_of, stage_seed, step,
};
use crate::crash;
use crate::db::{DbError, Reader, Row, Writer};
use crate::error::{Result, StoreError};
use crate::excluded_workers::exclude;
use crate::matches::{Match, NewMatch, add_matches, cancel_queued, matches_where};
use crate::store::Store;
use crate::values;

/// The maximum number of stages of a final. A form that does not end by itself ends there.
const STAGES_MAX: usize = 64;
/// Stands for the number of a stage of the final if there is none.
const NO_STAGE: i64 = 1000;

/// A stage of a final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    /// The number, from 1.
    pub number: i64,
    /// The seed of the final; all its stages have the same.
    pub seed: i64,
    /// The players by seeding and what else the form needs, as JSON.
    pub plan: String,
    pub is_done: bool,
}

/// A stage that is to be stored with all its matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewStage {
    pub plan: String,
    pub matches: Vec<NewMatch>,
}

/// The continuation of a final, all matches of which have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continued {
    /// Matches wait or run, or the contest is not in its final.
    Unchanged,
    /// A stage was added.
    NextStage,
    /// The final is over.
    Done,
}

/// Marks all stages of the final as done, so that none follows.
pub(crate) fn end_stages(w: &Writer<'_>, id: &str) -> Result<()> {
    w.run("UPDATE stages SET state = 'done' WHERE contest_id = $1 AND number > 0", values![id])?;
    Ok(())
}

/// Returns whether matches of the final wait or run.
fn is_playing(r: &Reader<'_>, id: &str) -> Result<bool> {
    let sql =
        "SELECT count(*) FROM matches WHERE contest_id = $1 AND stage > 0 AND state IN ('queued', 'running')";
    Ok(r.count(sql, values![id])? > 0)
}

/// Ends the final if none of its matches waits or runs. Returns whether this ended it.
pub(crate) fn finish_final(w: &Writer<'_>, id: &str, now: i64) -> Result<bool> {
    if is_playing(w, id)? || !step(w, id, ContestState::Final, ContestState::Done, now)? {
        return Ok(false);
    }
    end_stages(w, id)?;
    Ok(true)
}

fn stages_of(r: &Reader<'_>, id: &str) -> Result<Vec<Stage>> {
    let sql = "SELECT number, seed, plan, CASE WHEN state = 'done' THEN 1 ELSE 0 END FROM stages
        WHERE contest_id = $1 AND number > 0 ORDER BY number";
    let stage = |row: &Row| {
        Ok(Stage { number: row.get(0)?, seed: row.get(1)?, plan: row.get(2)?, is_done: row.get(3)? })
    };
    r.rows(sql, values![id])?.iter().map(stage).collect()
}

/// Returns all matches of a final, in the order in which they were planned.
fn matches_of_final(r: &Reader<'_>, id: &str) -> Result<Vec<Match>> {
    matches_where(r, "m.contest_id = $1 AND m.stage > 0 ORDER BY m.stage, m.made_at, m.id", values![id])
}

impl Store {
    /// Begins the final: stores its first stage with all its matches. `plan` receives the contest, the seed of the final and
    /// the hand-ins that play, in the order of their ids.
    ///
    /// # Errors
    /// `NotFound`, `WrongState` if the contest is not frozen or hand-ins that arrived in time are not checked yet, and the
    /// errors of `plan`.
    pub fn begin_final<E: From<StoreError> + From<DbError>>(
        &self,
        caller: &str,
        id: &str,
        plan: impl FnOnce(&Contest, i64, &[Finalist]) -> Result<NewStage, E>,
        now: i64,
    ) -> Result<Contest, E> {
        self.db.write(|w| {
            let contest = changeable_contest(w, caller, id)?;
            let waiting = "SELECT count(*) FROM hand_ins WHERE contest_id = $1 AND is_late = 0
                AND state IN ('received', 'checking')";
            if contest.state != ContestState::Frozen || w.count(waiting, values![id])? > 0 {
                return Err(StoreError::WrongState.into());
            }
            let seed = stage_seed();
            let NewStage { plan, matches } = plan(&contest, seed, &finalists(w, id)?)?;
            step(w, id, ContestState::Frozen, ContestState::Final, now)?;
            cancel_queued(w, id, Part::Ladder, None)?;
            add_stage(w, (id, 1), (&contest.form, &plan), seed)?;
            crash::point("stage.in_transaction");
            add_matches(w, (id, 1), "final", &matches, now)?;
            audit(w, (caller, now), ("contest.final", id), &contest.class_id)?;
            Ok(contest_of(w, id)?)
        })
    }

    /// Continues a final whose matches have all ended: adds the next stage with all its matches, or ends the final. `next`
    /// receives the contest, the stages so far and all their matches, and returns nothing if no stage follows.
    pub fn continue_final<E: From<StoreError> + From<DbError>>(
        &self,
        id: &str,
        next: impl FnOnce(&Contest, &[Stage], &[Match]) -> Result<Option<NewStage>, E>,
        now: i64,
    ) -> Result<Continued, E> {
        self.db.write(|w| {
            let contest = contest_of(w, id)?;
            if contest.state != ContestState::Final || is_playing(w, id)? {
                return Ok(Continued::Unchanged);
            }
            let stages = stages_of(w, id)?;
            let may_follow = stages.len() < STAGES_MAX && stages.last().is_some_and(|last| !last.is_done);
            let next = match may_follow {
                true => next(&contest, &stages, &matches_of_final(w, id)?)?,
                false => None,
            };
            let Some(NewStage { plan, matches }) = next.filter(|next| !next.matches.is_empty()) else {
                finish_final(w, id, now)?;
                return Ok(Continued::Done);
            };
            end_stages(w, id)?;
            let (number, seed) = stages.last().map_or((1, 0), |last| (last.number + 1, last.seed));
            add_stage(w, (id, number), (&contest.form, &plan), seed)?;
            add_matches(w, (id, number), "final", &matches, now)?;
            Ok(Continued::NextStage)
        })
    }

    /// Returns the stages of the final and all their matches, for a contest whose final the caller may see.
    pub fn final_stages(&self, id: &str) -> Result<(Vec<Stage>, Vec<Match>)> {
        self.db.read(|r| Ok((stages_of(r, id)?, matches_of_final(r, id)?)))
    }

    /// Returns the number of hand-ins that play in a stage.
    pub fn hand_ins_of_stage(&self, contest: &str, stage: i64) -> Result<i64> {
        let sql = "SELECT count(DISTINCT s.hand_in_id) FROM seats s JOIN matches m ON m.id = s.match_id
            WHERE m.contest_id = $1 AND m.stage = $2";
        Ok(self.db.read(|r| r.count(sql, values![contest, stage]))?)
    }

    /// Excludes a worker of the cluster and voids its results, because its result of the match `shown` was wrong: in open contests
    /// and in finals that are not released, the matches are played again, also those of the stages that followed from them.
    /// Returns the contests of which something has changed. The record of acts names the worker and the number of its matches.
    /// Returns `None`, and
    /// changes nothing, if the worker was excluded before.
    pub fn exclude_worker(
        &self,
        (worker, reason): (&str, &str),
        shown: &str,
        now: i64,
    ) -> Result<Option<Vec<String>>> {
        self.db.write(|w| {
            if !exclude(w, worker, reason, now)? {
                return Ok(None);
            }
            let sql = "SELECT m.contest_id, MIN(CASE WHEN m.stage > 0 THEN m.stage ELSE $3 END), k.class_id
                FROM matches m JOIN contests k ON k.id = m.contest_id
                WHERE (m.result_by = $1 OR m.id = $2) AND (m.stage = 0 AND k.state IN ('open', 'frozen') OR m.stage > 0 AND k.state IN ('final', 'done'))
                GROUP BY m.contest_id, k.class_id ORDER BY m.contest_id";
            let found = w.rows(sql, values![worker, shown, NO_STAGE])?;
            let mut contests = Vec::new();
            for row in found {
                let (contest, first): (String, i64) = (row.get(0)?, row.get(1)?);
                // The stages that followed from a wrong result are planned again.
                w.run("DELETE FROM stages WHERE contest_id = $1 AND number > $2", values![&contest, first])?;
                w.run(
                    "UPDATE stages SET state = 'running' WHERE contest_id = $1 AND number = $2",
                    values![&contest, first],
                )?;
                // The ladder of a contest that is not open has ended.
                let part = if first == NO_STAGE { "stage = 0" } else { "stage > 0" };
                let theirs = format!("SELECT id FROM matches WHERE contest_id = $1 AND result_by = $2 AND state = 'done' AND {part}");
                let count = w.rows(&theirs, values![&contest, worker])?.len();
                w.run(
                    &format!("UPDATE jobs SET state = 'queued', attempts = 0, ended_at = NULL WHERE match_id IN ({theirs})"),
                    values![&contest, worker],
                )?;
                w.run(
                    &format!("UPDATE seats SET place = NULL, points = NULL WHERE match_id IN ({theirs})"),
                    values![&contest, worker],
                )?;
                w.run(
                    &format!("UPDATE matches SET state = 'queued', ended_at = NULL, result_by = NULL WHERE id IN ({theirs})"),
                    values![&contest, worker],
                )?;
                if count > 0 && step(w, &contest, ContestState::Done, ContestState::Final, now)? {
                    // Places of the new result are revealed anew.
                    w.run("UPDATE contests SET revealed = 0 WHERE id = $1", values![&contest])?;
                }
                let class: String = row.get(2)?;
                record_worker(w, (worker, shown), (&contest, &class), count, now)?;
                contests.push(contest);
            }
            let sql = "SELECT k.id, k.class_id FROM matches m JOIN contests k ON k.id = m.contest_id WHERE m.id = $1";
            if let Some(row) = w.rows(sql, values![shown])?.first() {
                let (contest, class): (String, String) = (row.get(0)?, row.get(1)?);
                if !contests.contains(&contest) {
                    record_worker(w, (worker, shown), (&contest, &class), 0, now)?;
                }
            }
            Ok(Some(contests))
        })
    }

    /// Returns the contests that are in their final.
    pub fn running_finals(&self) -> Result<Vec<String>> {
        let sql = "SELECT id FROM contests WHERE state = 'final' ORDER BY id";
        let ids =
            self.db.read(|r| r.rows(sql, &[])?.iter().map(|row| row.get(0)).collect::<Result<_, DbError>>());
        Ok(ids?)
    }
}

/// Records that a worker of the cluster was found to lie, and how many of its matches in a contest are played again.
fn record_worker(
    w: &Writer<'_>,
    (worker, shown): (&str, &str),
    (contest, class): (&str, &str),
    count: usize,
    now: i64,
) -> Result<()> {
    let detail = serde_json::json!({ "worker": worker, "matches": count, "shown_by": shown });
    let act = Act { actor: "server", action: "cluster.worker", subject: contest, class: Some(class), detail };
    Ok(record(w, now, &act)?)
}

/// Returns the hand-ins that play the final, in the order of their ids.
fn finalists(r: &Reader<'_>, contest: &str) -> Result<Vec<Finalist>> {
    let sql = "SELECT e.account_id, e.final_hand_in, h.sha256 FROM entries e JOIN hand_ins h ON h.id = e.final_hand_in
        WHERE e.contest_id = $1 AND e.withdrawn_at IS NULL AND h.state = 'valid' ORDER BY e.final_hand_in";
    let finalist =
        |row: &Row| Ok(Finalist { account_id: row.get(0)?, hand_in: row.get(1)?, sha256: row.get(2)? });
    r.rows(sql, values![contest])?.iter().map(finalist).collect()
}
