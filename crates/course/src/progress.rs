//! A learner's progress in a course, which is stored like that of the ladder.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_core::game::GameInfo;
use wag_i18n::t;
use wag_ladder::{Damage, PROGRESS_MAX, PROGRESS_VERSION, Tasks};

/// The course of a game.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The game's name in commands; `None` for the default game.
    pub game: Option<&'static str>,
}

impl Course {
    pub fn of(info: &GameInfo) -> Course {
        Course { game: wag_ladder::of(info).game }
    }

    /// Returns the command that shows the course.
    pub fn command(self) -> String {
        self.game.map_or_else(|| "wag course".to_string(), |game| format!("wag course {game}"))
    }
}

/// A learner's progress in a course.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CourseProgress {
    /// The progress of the lessons that the learner has begun, by id. Lessons that no longer exist are kept.
    lessons: BTreeMap<String, LessonProgress>,
}

/// A learner's progress in one lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct LessonProgress {
    /// The number of checks.
    pub checks: u32,
    pub passed: bool,
    /// The number of hints that the learner has seen.
    pub hints: u32,
    /// Whether somebody has opened the solution.
    pub solution: bool,
}

impl CourseProgress {
    pub fn of(&self, id: &str) -> LessonProgress {
        self.lessons.get(id).copied().unwrap_or_default()
    }

    pub fn of_mut(&mut self, id: &str) -> &mut LessonProgress {
        self.lessons.entry(id.to_string()).or_default()
    }

    /// Counts a check of a lesson.
    pub fn checked(&mut self, id: &str, passed: bool) {
        let lesson = self.of_mut(id);
        lesson.checks = lesson.checks.saturating_add(1);
        lesson.passed |= passed;
    }

    pub fn forget(&mut self, id: &str) {
        self.lessons.remove(id);
    }
}

/// The content of a progress file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProgressFile {
    version: u32,
    lessons: BTreeMap<String, LessonProgress>,
}

impl Tasks for Course {
    type Progress = CourseProgress;

    fn stem(&self) -> String {
        self.game.map_or_else(|| "course".to_string(), |game| format!("course-{game}"))
    }

    fn no_progress(&self) -> CourseProgress {
        CourseProgress::default()
    }

    fn parse(&self, text: &[u8]) -> Result<CourseProgress, Damage> {
        if text.len() > PROGRESS_MAX {
            return Err(Damage::Text(t!("the file is longer than %{most} bytes", most = PROGRESS_MAX)));
        }
        let value: serde_json::Value = serde_json::from_slice(text).map_err(Damage::of_json)?;
        match value.get("version").and_then(serde_json::Value::as_u64) {
            Some(version) if version != u64::from(PROGRESS_VERSION) => Err(Damage::Version(version)),
            _ => {
                let file: ProgressFile = serde_json::from_value(value).map_err(Damage::of_json)?;
                Ok(CourseProgress { lessons: file.lessons })
            }
        }
    }

    fn to_text(&self, progress: &CourseProgress) -> String {
        let file = ProgressFile { version: PROGRESS_VERSION, lessons: progress.lessons.clone() };
        serde_json::to_string_pretty(&file).expect("names and numbers are always JSON") + "\n"
    }
}
