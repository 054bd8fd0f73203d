//! The course: lessons that learners begin and check in the page.

use super::HostError;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_course::{GoalReport, LessonProgress};
use wag_i18n::PageText;

/// The lessons of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CourseList {
    pub lessons: Vec<ListedLesson>,
    /// The command that shows the course in a terminal.
    pub command: String,
}

/// A lesson with the learner's progress.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedLesson {
    /// The number of the lesson, counted from 1.
    pub number: usize,
    pub id: String,
    /// The time that a learner needs, in minutes.
    pub minutes: u32,
    /// The name of the learner's file.
    pub file: String,
    /// Whether the learner's file exists.
    pub begun: bool,
    /// The number of hints.
    pub hints: usize,
    #[cfg_attr(test, ts(type = "LessonProgress"))]
    pub progress: LessonProgress,
    /// The texts by language code.
    pub texts: BTreeMap<String, LessonTexts>,
}

/// The texts of a lesson in one language, with the hints that the learner has seen.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonTexts {
    pub title: String,
    /// The text in Markdown.
    pub text: String,
    pub goals: Vec<String>,
    pub hints: Vec<String>,
}

/// A lesson that the learner has begun: its file exists.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BegunLesson {
    pub file: String,
    /// The new name of the learner's earlier file; `None` if it was not renamed.
    pub old: Option<String>,
    /// The board before the match, as in a preview.
    #[cfg_attr(test, ts(type = "any"))]
    pub scene: Value,
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckedLesson {
    pub passed: bool,
    /// The goals, in the order of the lesson; the last one may have no sentence: no errors. Empty if a player could not
    /// start.
    pub goals: Vec<GoalReport>,
    /// The number of matches that were played.
    pub matches: usize,
    /// The reason why the learner's file cannot start, in English.
    pub cannot_start: Option<String>,
    /// The first error of the learner's file in the last match.
    pub error: Option<LessonError>,
    pub progress: LessonProgress,
    /// The replay of the last match, and the players' logs.
    pub replay: Option<PathBuf>,
    pub logs: Vec<PathBuf>,
}

/// An error in the learner's file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LessonError {
    pub round: u32,
    #[cfg_attr(test, ts(type = "Text"))]
    pub message: PageText,
    /// The number of turns with an error.
    pub count: u32,
}

/// The courses of the games; `lesson` is the id of a lesson.
pub trait Courses {
    /// Returns the lessons of a game, none if it has no course.
    fn course(&self, game: &str) -> Result<CourseList, HostError>;

    /// Writes the learner's file for a lesson, unless it exists. With `again`, an existing file is renamed first.
    fn begin_lesson(&self, game: &str, lesson: &str, again: bool) -> Result<BegunLesson, HostError>;

    /// Plays the matches of a lesson with the learner's file.
    fn check_lesson(
        &self,
        game: &str,
        lesson: &str,
        stop: &Arc<AtomicBool>,
    ) -> Result<CheckedLesson, HostError>;

    /// Counts the next hint as seen, and returns the lesson with it.
    fn next_hint(&self, game: &str, lesson: &str) -> Result<ListedLesson, HostError>;

    /// Returns the solution by language code, and records that somebody has opened it.
    fn solution(&self, game: &str, lesson: &str) -> Result<BTreeMap<String, String>, HostError>;
}
