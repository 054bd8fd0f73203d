//! The overview of a class: how far each pupil is, computed from the rows of the store.

use super::course_index::{self, IndexedLesson};
use crate::work::HandInReason;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use wag_class::{Prints, copies};
use wag_i18n::PageText;
use wag_store::{OverviewHandIn, Progress, TaughtPupil};

/// The time after the last request during which a pupil counts as present, in milliseconds.
const ONLINE_MS: i64 = 120_000;
/// The same for a pupil whose page is open: whoever thinks about an error sends nothing.
const OPEN_MS: i64 = 30 * 60_000;

/// The overview of a class.
#[derive(Debug, Serialize)]
pub struct Overview {
    pub class: String,
    /// The time of the server, in UTC milliseconds.
    pub time: i64,
    pub pupils: Vec<PupilRow>,
    pub queue: QueueCounts,
    pub notices: Vec<PageText>,
}

/// The number of jobs that run and wait, of everybody.
#[derive(Debug, Serialize)]
pub struct QueueCounts {
    pub running: usize,
    pub waiting: usize,
}

/// The row of a pupil.
#[derive(Debug, PartialEq, Serialize)]
pub struct PupilRow {
    pub account: String,
    pub name: String,
    pub group: Option<String>,
    /// The lesson on which the pupil has worked last.
    pub lesson: Option<LessonCell>,
    pub lessons_done: usize,
    pub lessons_all: usize,
    pub last_error: Option<ErrorCell>,
    pub seen_at: Option<i64>,
    pub online: bool,
    /// The newest hand-in.
    pub hand_in: Option<HandInCell>,
    /// The places that the pupil may have in the newest contest.
    pub rank: Option<RankCell>,
    pub waiting_jobs: usize,
    /// The accounts of pupils who have handed in the same program.
    pub copies_of: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct LessonCell {
    pub course: String,
    #[serde(flatten)]
    pub lesson: IndexedLesson,
    /// `begun` or `done`.
    pub state: &'static str,
    pub attempts: i64,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct ErrorCell {
    pub message: Value,
    pub file: Value,
    pub line: Value,
    /// The time of the first attempt with this error.
    pub since: i64,
}

#[derive(Debug, PartialEq, Serialize)]
pub struct HandInCell {
    pub id: String,
    pub contest: String,
    pub version: i64,
    pub state: String,
    pub reason: Option<Value>,
    pub is_late: bool,
    pub arrived_at: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RankCell {
    pub from: i64,
    pub to: i64,
}

/// The data from which the rows are computed.
pub struct ClassRows {
    pub pupils: Vec<TaughtPupil>,
    /// The newest first.
    pub progress: Vec<Progress>,
    /// The newest first.
    pub hand_ins: Vec<OverviewHandIn>,
    /// The fingerprints of files that everybody got.
    pub given_out: BTreeSet<String>,
    pub ranks: BTreeMap<String, RankCell>,
    pub waiting: BTreeMap<String, usize>,
    /// The accounts that have a page open.
    pub present: BTreeSet<String>,
}

impl ClassRows {
    /// Returns the row of each pupil, in the order of the pupils.
    pub fn rows(self, now: i64) -> Vec<PupilRow> {
        let copies = copies_of(&self.hand_ins, &self.given_out);
        self.pupils.iter().map(|pupil| self.row(pupil, &copies, now)).collect()
    }

    fn row(&self, pupil: &TaughtPupil, copies: &BTreeMap<String, BTreeSet<String>>, now: i64) -> PupilRow {
        let online_ms = if self.present.contains(&pupil.account) { OPEN_MS } else { ONLINE_MS };
        let progress = || self.progress.iter().filter(|row| row.account == pupil.account);
        let lesson = progress().find_map(lesson_cell);
        let course = lesson.as_ref().map(|lesson| lesson.course.clone());
        let lessons_all = course.as_deref().and_then(course_index::course).map_or(0, BTreeMap::len);
        let hand_in = self.hand_ins.iter().find(|hand_in| hand_in.account == pupil.account);
        PupilRow {
            account: pupil.account.clone(),
            name: pupil.name.clone(),
            group: pupil.group.clone(),
            lessons_done: course.map_or(0, |course| lessons_done(progress(), &course)),
            lessons_all,
            lesson,
            last_error: progress().next().and_then(error_cell),
            seen_at: pupil.seen_at,
            online: pupil.seen_at.is_some_and(|seen| now - seen < online_ms),
            hand_in: hand_in.map(hand_in_cell),
            rank: self.ranks.get(&pupil.account).copied(),
            waiting_jobs: self.waiting.get(&pupil.account).copied().unwrap_or(0),
            copies_of: copies.get(&pupil.account).into_iter().flatten().cloned().collect(),
        }
    }
}

/// Returns the number of built-in lessons of a course that are done.
pub fn lessons_done<'p>(progress: impl Iterator<Item = &'p Progress>, course: &str) -> usize {
    let index = course_index::course(course);
    let exists = |lesson: &str| index.is_some_and(|index| index.contains_key(lesson));
    progress.filter(|row| row.is_done && row.course == course && exists(&row.lesson)).count()
}

fn lesson_cell(row: &Progress) -> Option<LessonCell> {
    let lesson = course_index::course(&row.course)?.get(&row.lesson)?.clone();
    let state = if row.is_done { "done" } else { "begun" };
    Some(LessonCell { course: row.course.clone(), lesson, state, attempts: row.attempts })
}

fn error_cell(row: &Progress) -> Option<ErrorCell> {
    let mut error: Value = serde_json::from_str(row.last_error.as_deref()?).ok()?;
    let [message, file, line] = ["message", "file", "line"].map(|key| error[key].take());
    Some(ErrorCell { message, file, line, since: row.last_error_since? })
}

fn hand_in_cell(hand_in: &OverviewHandIn) -> HandInCell {
    HandInCell {
        id: hand_in.id.clone(),
        contest: hand_in.contest.clone(),
        version: hand_in.version,
        state: hand_in.state.clone(),
        reason: hand_in.reason.as_deref().and_then(reason),
        is_late: hand_in.is_late,
        arrived_at: hand_in.arrived_at,
    }
}

/// Returns the reason why a hand-in is invalid, as pages receive it.
fn reason(stored: &str) -> Option<Value> {
    let HandInReason { message, file, line } = serde_json::from_str(stored).ok()?;
    Some(json!({ "message": PageText(message), "file": file, "line": line }))
}

/// Returns the other pupils who have handed in the same program in a contest, by account.
fn copies_of(
    hand_ins: &[OverviewHandIn],
    given_out: &BTreeSet<String>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut by_contest: BTreeMap<&str, BTreeMap<String, Prints>> = BTreeMap::new();
    for hand_in in hand_ins {
        let prints = serde_json::from_str(&hand_in.prints).unwrap_or_default();
        by_contest.entry(&hand_in.contest).or_default().insert(hand_in.account.clone(), prints);
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for group in by_contest.values().flat_map(|prints| copies(prints, given_out)) {
        for member in &group.members {
            let others = group.members.iter().filter(|other| *other != member).cloned();
            found.entry(member.clone()).or_default().extend(others);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pupil(account: &str) -> TaughtPupil {
        TaughtPupil {
            account: account.into(),
            name: account.to_uppercase(),
            external_id: None,
            group: None,
            seen_at: Some(1_000_000),
        }
    }

    fn hand_in(account: &str, print: &str) -> OverviewHandIn {
        OverviewHandIn {
            id: format!("h{account}"),
            contest: "k".into(),
            account: account.into(),
            version: 2,
            state: "invalid".into(),
            reason: Some(r#"{"message":"m","file":null,"line":16}"#.into()),
            is_late: true,
            arrived_at: 5,
            sha256: None,
            prints: json!({ "a.py": print }).to_string(),
            own_file: "a.py".into(),
        }
    }

    #[test]
    fn rows_say_where_each_pupil_is() {
        let progress = |lesson: &str, error: Option<&str>| Progress {
            account: "a".into(),
            course: String::new(),
            lesson: lesson.into(),
            is_done: false,
            attempts: 1,
            last_error: error.map(str::to_string),
            last_error_since: error.map(|_| 7),
            changed_at: 9,
        };
        let error = r#"{"message":{"en":"x"},"file":"a.py","line":3}"#;
        let rows = ClassRows {
            pupils: vec![pupil("a"), pupil("b"), pupil("c")],
            progress: vec![progress("", Some(error))],
            hand_ins: vec![hand_in("a", "p"), hand_in("b", "p"), hand_in("c", "q")],
            given_out: BTreeSet::new(),
            ranks: BTreeMap::from([("b".to_string(), RankCell { from: 1, to: 2 })]),
            waiting: BTreeMap::from([("c".to_string(), 3)]),
            present: BTreeSet::new(),
        };
        let rows = rows.rows(1_000_000 + ONLINE_MS);
        let error = rows[0].last_error.as_ref().unwrap();
        assert_eq!((&error.message, error.since), (&json!({ "en": "x" }), 7));
        assert_eq!((rows[0].copies_of.as_slice(), rows[2].copies_of.len()), (&["b".to_string()][..], 0));
        assert_eq!(rows[0].hand_in.as_ref().unwrap().reason.as_ref().unwrap()["line"], 16);
        assert_eq!((rows[1].rank, rows[2].waiting_jobs), (Some(RankCell { from: 1, to: 2 }), 3));
        assert!(rows.iter().all(|row| !row.online && row.lesson.is_none() && row.lessons_all == 0));
    }
}
