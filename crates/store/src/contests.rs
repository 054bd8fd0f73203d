//! Contests: settings, states, entries and the links of projectors.
//!
//! A contest is a draft, open, frozen, in its final, done, released and archived, in this order. Each step is a conditional
//! update, so that of two people who take the same step one finds that somebody else was faster.

use crate::audit::{Act, record};
use crate::class_rights::{ClassRole, changeable, class_role};
use crate::db::{DbError, Reader, Row, Writer};
use crate::error::{Result, StoreError};
use crate::ids::new_id;
use crate::store::Store;
use crate::values;

/// The maximum number of contests of a class that are not archived.
pub const CONTESTS_MAX: i64 = 100;
/// The number of the stage of the ladder. Those of the final follow.
pub(crate) const LADDER_STAGE: i64 = 0;
/// The seeds of stages are below this number, so that those of their matches are exact in every language.
const SEED_END: i64 = 1 << 48;

/// The names of states in the database and in answers.
macro_rules! states {
    ($(#[$about:meta])* $name:ident { $($state:ident = $text:literal),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $name { $($state),* }

        impl $name {
            pub fn text(self) -> &'static str {
                match self { $($name::$state => $text),* }
            }

            pub(crate) fn of(text: &str) -> Result<$name> {
                match text {
                    $($text => Ok($name::$state),)*
                    other => Err(DbError::Other(format!("{other} is no state")).into()),
                }
            }
        }
    };
}
pub(crate) use states;

states! {
    /// The state of a contest, in the order of its steps.
    ContestState {
        Draft = "draft", Open = "open", Frozen = "frozen", Final = "final", Done = "done", Released = "released",
        Archived = "archived",
    }
}

/// A part of a contest with its own matches and table: what is played while it is open, and the final.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    Ladder,
    Final,
}

impl Part {
    pub fn text(self) -> &'static str {
        match self {
            Part::Ladder => "ladder",
            Part::Final => "final",
        }
    }

    /// Returns the condition of the part's matches, whose table has the name `m`.
    pub(crate) fn condition(self) -> &'static str {
        match self {
            Part::Ladder => "m.stage = 0",
            Part::Final => "m.stage > 0",
        }
    }
}

states! {
    /// The people who may see the table and the matches of a contest.
    SeenBy { Class = "class", Everyone = "everyone" }
}

impl ContestState {
    /// Returns whether everybody who sees the contest may see the results of the final.
    pub fn shows_final(self) -> bool {
        self >= ContestState::Released
    }
}

/// A contest of a class.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    pub id: String,
    pub class_id: String,
    pub class_name: String,
    pub name: String,
    pub game: String,
    /// The hash of the files of an installed game; `None` for a game that comes with the program.
    pub game_sha256: Option<String>,
    /// The name of the form of the final.
    pub form: String,
    /// The options of the game, as JSON.
    pub options: String,
    /// The limits of players, as JSON.
    pub limits: String,
    pub opens_at: Option<i64>,
    pub deadline_at: Option<i64>,
    pub state: ContestState,
    pub seen_by: SeenBy,
    /// The rule of the final, as JSON.
    pub final_rule: String,
    /// The seed of the ladder's matches.
    pub seed: i64,
    /// The number of places of the final that were revealed, from the last one on.
    pub revealed: i64,
    pub frozen_at: Option<i64>,
    pub released_at: Option<i64>,
    /// The hashes of the maps with which it was opened, as JSON.
    pub maps: String,
}

const CONTEST: &str =
    "SELECT k.id, k.class_id, c.name, k.name, k.game, k.form, k.options, k.limits, k.opens_at, k.deadline_at,
    k.state, k.seen_by, k.final_rule, k.seed, k.revealed, k.frozen_at, k.released_at, k.maps, k.game_sha256
    FROM contests k JOIN classes c ON c.id = k.class_id";

impl Contest {
    fn of(row: &Row) -> Result<Contest> {
        Ok(Contest {
            id: row.get(0)?,
            class_id: row.get(1)?,
            class_name: row.get(2)?,
            name: row.get(3)?,
            game: row.get(4)?,
            form: row.get(5)?,
            options: row.get(6)?,
            limits: row.get(7)?,
            opens_at: row.get(8)?,
            deadline_at: row.get(9)?,
            state: ContestState::of(&row.get::<String>(10)?)?,
            seen_by: SeenBy::of(&row.get::<String>(11)?)?,
            final_rule: row.get(12)?,
            seed: row.get(13)?,
            revealed: row.get(14)?,
            frozen_at: row.get(15)?,
            released_at: row.get(16)?,
            maps: row.get(17)?,
            game_sha256: row.get(18)?,
        })
    }

    /// Returns the last moment at which a hand-in of this entry is in time; `None` if there is none.
    pub(crate) fn in_time_until(&self, grace_until: Option<i64>) -> Option<i64> {
        let end = match (self.deadline_at, self.frozen_at) {
            (Some(deadline), Some(frozen)) => Some(deadline.min(frozen)),
            (deadline, frozen) => deadline.or(frozen),
        };
        end.map(|end| end.max(grace_until.unwrap_or(end)))
    }
}

/// Settings of a contest: of a new one, or the changes of an existing one, in which `None` changes nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContestSettings {
    pub name: Option<String>,
    pub game: Option<String>,
    /// The hash of the files of an installed game. The inner `None` means a game that comes with the program.
    pub game_sha256: Option<Option<String>>,
    pub form: Option<String>,
    pub options: Option<String>,
    pub limits: Option<String>,
    /// The inner `None` means that the contest can be opened at any time.
    pub opens_at: Option<Option<i64>>,
    /// The inner `None` means that there is no deadline.
    pub deadline_at: Option<Option<i64>>,
    pub seen_by: Option<SeenBy>,
    pub final_rule: Option<String>,
}

/// A person in a contest.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub account_id: String,
    pub name: String,
    pub active_hand_in: Option<String>,
    /// The hand-in that plays the final; `None` before the freeze.
    pub final_hand_in: Option<String>,
    pub withdrawn_at: Option<i64>,
    pub hidden_at: Option<i64>,
    pub grace_until: Option<i64>,
}

impl Entry {
    /// Returns the hand-in that plays in a part of the contest.
    pub fn hand_in_of(&self, part: Part) -> Option<&String> {
        match part {
            Part::Ladder => self.active_hand_in.as_ref(),
            Part::Final => self.final_hand_in.as_ref(),
        }
    }
}

const ENTRY: &str =
    "SELECT e.account_id, a.display_name, e.active_hand_in, e.final_hand_in, e.withdrawn_at, e.hidden_at,
    e.grace_until FROM entries e JOIN accounts a ON a.id = e.account_id";

impl Entry {
    fn of(row: &Row) -> Result<Entry> {
        Ok(Entry {
            account_id: row.get(0)?,
            name: row.get(1)?,
            active_hand_in: row.get(2)?,
            final_hand_in: row.get(3)?,
            withdrawn_at: row.get(4)?,
            hidden_at: row.get(5)?,
            grace_until: row.get(6)?,
        })
    }
}

/// A change of an entry by a teacher; `None` changes nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EntryChange {
    /// The inner `None` takes the extension back.
    pub grace_until: Option<Option<i64>>,
    pub is_hidden: Option<bool>,
    pub is_withdrawn: Option<bool>,
}

/// A contest as somebody sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct SeenContest {
    pub contest: Contest,
    pub can_teach: bool,
    /// True if the caller belongs to the class, and may hand in.
    pub is_member: bool,
    /// The caller's entry; `None` if the caller has handed nothing in.
    pub entry: Option<Entry>,
    /// The number of matches of the final that have ended, and of all.
    pub progress: (i64, i64),
}

impl SeenContest {
    /// Returns whether the caller may see the results of the final.
    pub fn sees_final(&self) -> bool {
        self.can_teach || self.contest.state.shows_final()
    }
}

/// A step of a contest that a teacher takes. The final begins with [`Store::begin_final`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContestStep {
    Open,
    Freeze,
    /// Ends the final without the matches that still wait.
    Done,
    Release,
    Archive,
}

/// A hand-in that plays the final.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finalist {
    pub account_id: String,
    pub hand_in: String,
    /// The hash of its content.
    pub sha256: String,
}

/// Returns a contest without checking who may see it.
pub(crate) fn contest_of(r: &Reader<'_>, id: &str) -> Result<Contest> {
    let row = r.row(&format!("{CONTEST} WHERE k.id = $1"), values![id])?;
    Contest::of(&row.ok_or(StoreError::NotFound)?)
}

/// Returns an entry; `None` if the account has none.
pub(crate) fn entry_of(r: &Reader<'_>, contest: &str, account: &str) -> Result<Option<Entry>> {
    let sql = format!("{ENTRY} WHERE e.contest_id = $1 AND e.account_id = $2");
    r.row(&sql, values![contest, account])?.as_ref().map(Entry::of).transpose()
}

/// Returns a contest that the caller teaches. Pupils of the class, who may see it, get the same error as everybody else.
pub(crate) fn taught_contest(r: &Reader<'_>, caller: &str, id: &str) -> Result<Contest> {
    let contest = contest_of(r, id)?;
    match class_role(r, &contest.class_id, caller)? {
        Some(ClassRole::Teacher) => Ok(contest),
        _ => Err(StoreError::NotFound),
    }
}

/// Returns a contest that the caller teaches, to change it: its class is not archived.
pub(crate) fn changeable_contest(r: &Reader<'_>, caller: &str, id: &str) -> Result<Contest> {
    let contest = taught_contest(r, caller, id)?;
    changeable(r, caller, &contest.class_id)?;
    Ok(contest)
}

/// Returns a contest as the caller sees it. `None` is a visitor.
pub(crate) fn seen_contest(r: &Reader<'_>, caller: Option<&str>, id: &str) -> Result<SeenContest> {
    let contest = contest_of(r, id)?;
    let role = caller.map_or(Ok(None), |caller| class_role(r, &contest.class_id, caller))?;
    let is_visible = match role {
        Some(ClassRole::Teacher) => true,
        Some(ClassRole::Pupil) => contest.state != ContestState::Draft,
        None => contest.seen_by == SeenBy::Everyone && contest.state != ContestState::Draft,
    };
    if !is_visible {
        return Err(StoreError::NotFound);
    }
    let entry = caller.map_or(Ok(None), |caller| entry_of(r, id, caller))?;
    let progress = final_progress(r, id)?;
    let can_teach = role == Some(ClassRole::Teacher);
    Ok(SeenContest { contest, can_teach, is_member: role.is_some(), entry, progress })
}

/// Returns the number of matches of the final that have ended, and of all.
fn final_progress(r: &Reader<'_>, contest: &str) -> Result<(i64, i64)> {
    let sql = "SELECT COALESCE(sum(CASE WHEN state IN ('done', 'void') THEN 1 ELSE 0 END), 0), count(*)
        FROM matches WHERE contest_id = $1 AND stage > 0";
    let row = r.row(sql, values![contest])?.ok_or(StoreError::NotFound)?;
    Ok((row.get(0)?, row.get(1)?))
}

/// Takes a step if the contest is in the state before it. Returns whether it was.
pub(crate) fn step(w: &Writer<'_>, id: &str, from: ContestState, to: ContestState, now: i64) -> Result<bool> {
    let sql = "UPDATE contests SET state = $1, changed_at = $2 WHERE id = $3 AND state = $4";
    Ok(w.run(sql, values![to.text(), now, id, from.text()])? == 1)
}

/// Records an act of a teacher in the transaction of the act itself.
pub(crate) fn audit(
    w: &Writer<'_>,
    (actor, now): (&str, i64),
    (action, subject): (&'static str, &str),
    class: &str,
) -> Result<()> {
    let detail = serde_json::Value::Null;
    Ok(record(w, now, &Act { actor, action, subject, class: Some(class), detail })?)
}

/// Returns a random seed of a stage.
pub(crate) fn stage_seed() -> i64 {
    use rand::TryRng;
    let mut bytes = [0; 8];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes).expect("the system has random numbers once it has started");
    i64::from_le_bytes(bytes).rem_euclid(SEED_END)
}

impl Store {
    /// Makes a contest of a class that the caller teaches, as a draft.
    ///
    /// # Errors
    /// `NotFound`, `Archived` for a class that is archived, `TooMany`.
    pub fn make_contest(
        &self,
        caller: &str,
        class: &str,
        new: &ContestSettings,
        now: i64,
    ) -> Result<Contest> {
        self.db.write(|w| {
            if class_role(w, class, caller)? != Some(ClassRole::Teacher) {
                return Err(StoreError::NotFound);
            }
            let archived = w.value::<Option<i64>>("SELECT archived_at FROM classes WHERE id = $1", values![class])?;
            match archived {
                None => return Err(StoreError::NotFound),
                Some(Some(_)) => return Err(StoreError::Archived),
                Some(None) => {}
            }
            let count = "SELECT count(*) FROM contests WHERE class_id = $1 AND state <> 'archived'";
            if w.count(count, values![class])? >= CONTESTS_MAX {
                return Err(StoreError::TooMany { max: CONTESTS_MAX });
            }
            let (id, seed) = (new_id(), stage_seed());
            let text = |text: &Option<String>, usual: &str| text.clone().unwrap_or_else(|| usual.to_string());
            let sql = "INSERT INTO contests (id, class_id, name, game, form, options, limits, opens_at, deadline_at, state,
                seen_by, final_rule, seed, created_at, created_by, changed_at, game_sha256)
                VALUES ($1, $2, $3, $4, $14, $5, $6, $7, $8, 'draft', $9, $10, $11, $12, $13, $12, $15)";
            w.run(
                sql,
                values![
                    &id,
                    class,
                    text(&new.name, ""),
                    text(&new.game, ""),
                    text(&new.options, "{}"),
                    text(&new.limits, "{}"),
                    new.opens_at.flatten(),
                    new.deadline_at.flatten(),
                    new.seen_by.unwrap_or(SeenBy::Class).text(),
                    text(&new.final_rule, "{}"),
                    seed,
                    now,
                    caller,
                    text(&new.form, "all"),
                    new.game_sha256.clone().flatten()
                ],
            )?;
            add_stage(w, (&id, LADDER_STAGE), ("ladder", "{}"), seed)?;
            audit(w, (caller, now), ("contest.make", &id), class)?;
            contest_of(w, &id)
        })
    }

    /// Changes the settings of a contest. The game and its options can be changed in a draft only, the rule of the final and
    /// the limits until the final begins, the rest until the results are released.
    ///
    /// # Errors
    /// `NotFound`, `WrongState`.
    pub fn change_contest(
        &self,
        caller: &str,
        id: &str,
        change: &ContestSettings,
        now: i64,
    ) -> Result<Contest> {
        self.db.write(|w| {
            let contest = changeable_contest(w, caller, id)?;
            let is_early = change.game.is_none() && change.options.is_none();
            let is_before_final =
                change.final_rule.is_none() && change.limits.is_none() && change.form.is_none();
            let is_possible = (contest.state == ContestState::Draft || is_early)
                && (contest.state < ContestState::Final || is_before_final)
                && contest.state < ContestState::Released;
            if !is_possible {
                return Err(StoreError::WrongState);
            }
            let sql = "UPDATE contests SET name = COALESCE($1, name), game = COALESCE($2, game),
                options = COALESCE($3, options), limits = COALESCE($4, limits), seen_by = COALESCE($5, seen_by),
                final_rule = COALESCE($6, final_rule), form = COALESCE($12, form), opens_at = $7,
                deadline_at = $8, changed_at = $9, game_sha256 = $13
                WHERE id = $10 AND state = $11";
            let changed = w.run(
                sql,
                values![
                    change.name.clone(),
                    change.game.clone(),
                    change.options.clone(),
                    change.limits.clone(),
                    change.seen_by.map(SeenBy::text),
                    change.final_rule.clone(),
                    change.opens_at.unwrap_or(contest.opens_at),
                    change.deadline_at.unwrap_or(contest.deadline_at),
                    now,
                    id,
                    contest.state.text(),
                    change.form.clone(),
                    change.game_sha256.clone().unwrap_or(contest.game_sha256)
                ],
            )?;
            if changed != 1 {
                return Err(StoreError::WrongState);
            }
            audit(w, (caller, now), ("contest.change", id), &contest.class_id)?;
            contest_of(w, id)
        })
    }

    /// Returns a contest as the caller sees it; `None` is a visitor.
    pub fn contest(&self, caller: Option<&str>, id: &str) -> Result<SeenContest> {
        self.db.read(|r| seen_contest(r, caller, id))
    }

    /// Returns the contests that the caller may see, the newest first, at most 500; `None` is a visitor.
    pub fn visible_contests(&self, caller: Option<&str>) -> Result<Vec<Contest>> {
        let sql = format!(
            "{CONTEST} WHERE (k.state <> 'draft' AND k.seen_by = 'everyone')
            OR EXISTS (SELECT 1 FROM accounts a WHERE a.id = $1 AND a.disabled_at IS NULL AND a.is_owner = 1)
            OR EXISTS (SELECT 1 FROM members m JOIN accounts a ON a.id = m.account_id
                WHERE m.class_id = k.class_id AND m.account_id = $1 AND m.confirmed_at IS NOT NULL
                AND a.disabled_at IS NULL AND (k.state <> 'draft' OR m.role = 'teacher'))
            ORDER BY k.created_at DESC, k.id LIMIT 500"
        );
        self.db.read(|r| r.rows(&sql, values![caller.unwrap_or("")])?.iter().map(Contest::of).collect())
    }

    /// Returns the number of matches of the final that have ended, and of all, for a contest that was found for the caller.
    pub fn final_progress(&self, contest: &str) -> Result<(i64, i64)> {
        self.db.read(|r| final_progress(r, contest))
    }

    /// Returns a contest for work of the server itself.
    pub fn contest_for_server(&self, id: &str) -> Result<Contest> {
        self.db.read(|r| contest_of(r, id))
    }

    /// Returns the entries of a contest, in the order of their names. Who may see them is the caller's concern: a contest that
    /// was found with [`Store::contest`].
    pub fn entries(&self, contest: &str) -> Result<Vec<Entry>> {
        let sql = format!("{ENTRY} WHERE e.contest_id = $1 ORDER BY a.display_name, e.account_id");
        self.db.read(|r| r.rows(&sql, values![contest])?.iter().map(Entry::of).collect())
    }
}

pub(crate) fn add_stage(
    w: &Writer<'_>,
    (contest, number): (&str, i64),
    (form, plan): (&str, &str),
    seed: i64,
) -> Result<()> {
    let sql = "INSERT INTO stages (contest_id, number, form, plan, seed, state) VALUES ($1, $2, $3, $4, $5, 'running')";
    w.run(sql, values![contest, number, form, plan, seed])?;
    Ok(())
}

/// Adds an entry unless there is one.
pub(crate) fn add_entry(w: &Writer<'_>, contest: &str, account: &str) -> Result<()> {
    let sql = "INSERT INTO entries (contest_id, account_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    w.run(sql, values![contest, account])?;
    Ok(())
}
