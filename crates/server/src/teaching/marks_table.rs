//! The marks of a contest: by rule, and what teachers have changed.

use super::course_index;
use super::overview::{RankCell, lessons_done};
use crate::contests::Contests;
use serde::Serialize;
use std::collections::BTreeMap;
use wag_class::{Mark, MarkRule, Performance, Points, Pupil};
use wag_i18n::{Language, Message, message};
use wag_store::contests::{ContestState, Part};
use wag_store::{OverviewHandIn, Progress, StoreError, StoredMark, TaughtPupil};

/// The places of a table, by account.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    pub ranks: BTreeMap<String, RankCell>,
    /// True if the places are those of a final that is over.
    pub is_final: bool,
}

impl Ranks {
    /// Returns the places in the table of a contest that the caller teaches: of the final, or before it of the ladder.
    pub fn read(contests: &Contests, caller: &str, contest: &str) -> Result<Ranks, StoreError> {
        let store = contests.store();
        let seen = store.contest(Some(caller), contest)?;
        if !seen.can_teach {
            return Err(StoreError::NotFound);
        }
        let state = seen.contest.state;
        let part = if state >= ContestState::Final { Part::Final } else { Part::Ladder };
        let table = contests.standings(&seen.contest, part)?.table(&store.entries(contest)?, part);
        let shown = table.into_iter().filter(|row| !row.is_hidden && row.standing.is_some());
        let number = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
        let ranks =
            shown.map(|row| (row.entry, RankCell { from: number(row.places.0), to: number(row.places.1) }));
        Ok(Ranks { ranks: ranks.collect(), is_final: state >= ContestState::Done })
    }
}

/// The marks of all pupils of a contest's class.
#[derive(Debug, Serialize)]
pub struct MarksTable {
    #[serde(skip)]
    pub class: String,
    pub rule: MarkRule,
    pub rows: Vec<MarkRow>,
    #[serde(skip)]
    pub pupils: Vec<Pupil>,
}

/// The mark of a pupil.
#[derive(Debug, PartialEq, Serialize)]
pub struct MarkRow {
    pub account: String,
    pub name: String,
    pub group: Option<String>,
    /// The points that a teacher has given.
    pub points: Option<Points>,
    /// The points by the rule.
    pub by_rule: Option<Points>,
    /// The points that count.
    pub mark: Option<Points>,
    pub comment: String,
    /// The places of the final; `None` before its end, and for whoever does not take part.
    pub places: Option<RankCell>,
    pub lessons_done: u32,
    pub lessons_all: u32,
    /// The name of the teacher who changed the mark.
    pub changed_by: Option<String>,
    pub changed_at: Option<i64>,
    #[serde(skip)]
    pub done: Performance,
}

impl MarksTable {
    /// Reads the marks of a contest that the caller teaches.
    pub fn read(contests: &Contests, caller: &str, contest: &str) -> Result<MarksTable, StoreError> {
        let store = contests.store();
        let (class, rule, stored) = store.marks(caller, contest)?;
        let game = store.class_contests(caller, &class)?.into_iter().find(|row| row[0] == contest);
        let game = game.map(|[_, _, game, _]| game).unwrap_or_default();
        let pupils = store.taught_pupils(caller, &class)?;
        let table = Rows {
            rule: serde_json::from_str(&rule).unwrap_or_default(),
            progress: store.class_progress(caller, &class)?,
            hand_ins: store.class_hand_ins(caller, &class, true)?,
            ranks: Ranks::read(contests, caller, contest)?,
            stored,
            contest,
            game,
        };
        let rows = pupils.iter().map(|pupil| table.row(pupil)).collect();
        let of_class = |pupil: TaughtPupil| Pupil {
            account: pupil.account,
            name: pupil.name,
            external_id: pupil.external_id,
        };
        Ok(MarksTable { class, rule: table.rule, rows, pupils: pupils.into_iter().map(of_class).collect() })
    }

    /// Returns the marks that are filled into a worksheet. Who has no comment gets one that says how the mark came about.
    pub fn for_worksheet(&self, language: Language) -> Vec<Mark> {
        let marks = self.rows.iter().filter_map(|row| {
            let is_by_rule = row.comment.is_empty();
            let comment = if is_by_rule { row.reasons().in_language(language) } else { row.comment.clone() };
            let account = row.account.clone();
            Some(Mark { account, points: row.mark?, comment, keeps_comment: is_by_rule })
        });
        marks.collect()
    }
}

/// The data from which the rows of the table are computed.
struct Rows<'c> {
    rule: MarkRule,
    progress: Vec<Progress>,
    /// The hand-ins that count.
    hand_ins: Vec<OverviewHandIn>,
    ranks: Ranks,
    stored: Vec<StoredMark>,
    contest: &'c str,
    game: String,
}

impl Rows<'_> {
    fn row(&self, pupil: &TaughtPupil) -> MarkRow {
        let account = &pupil.account;
        let is_own =
            |hand_in: &&OverviewHandIn| hand_in.contest == self.contest && hand_in.account == *account;
        let takes_part = self.hand_ins.iter().find(is_own).is_some_and(|hand_in| hand_in.state == "valid");
        let rank = self.ranks.ranks.get(account).filter(|_| self.ranks.is_final && takes_part);
        let number = |number: i64| u32::try_from(number).unwrap_or(1).max(1);
        let players = u32::try_from(self.ranks.ranks.len()).unwrap_or(u32::MAX);
        let own = self.progress.iter().filter(|row| row.account == *account);
        let lessons = course_index::course(&self.game).map_or(0, BTreeMap::len);
        let done = Performance {
            takes_part,
            places: rank.map(|rank| (number(rank.from), number(rank.to), players)),
            lessons_done: u32::try_from(lessons_done(own, &self.game)).unwrap_or(u32::MAX),
            lessons_all: u32::try_from(lessons).unwrap_or(u32::MAX),
        };
        let stored = self.stored.iter().find(|mark| mark.account == *account);
        let points = stored.and_then(|mark| mark.points).and_then(Points::of_number);
        let by_rule = self.rule.points(&done);
        MarkRow {
            account: account.clone(),
            name: pupil.name.clone(),
            group: pupil.group.clone(),
            points,
            by_rule,
            mark: points.or(by_rule),
            comment: stored.map_or_else(String::new, |mark| mark.comment.clone()),
            places: rank.copied(),
            lessons_done: done.lessons_done,
            lessons_all: done.lessons_all,
            changed_by: stored.and_then(|mark| mark.changed_by.clone()),
            changed_at: stored.map(|mark| mark.changed_at),
            done,
        }
    }
}

impl MarkRow {
    /// Says what the pupil has done: `takes part, place 3 of 24, 7 of 13 lessons`.
    pub fn reasons(&self) -> Message {
        let Performance { takes_part, places, lessons_done, lessons_all } = self.done;
        let part = takes_part.then(|| message!("takes part"));
        let place = places.map(|(first, last, all)| match first == last {
            true => message!("place %{first} of %{all}", first, all),
            false => message!("place %{first} to %{last} of %{all}", first, last, all),
        });
        let lessons = (lessons_done > 0)
            .then(|| message!("%{done} of %{all} lessons", done = lessons_done, all = lessons_all));
        Message::listed([part, place, lessons].into_iter().flatten())
    }
}
