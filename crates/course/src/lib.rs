//! The course of a game: lessons, each with a goal that is checked by playing a match.
//!
//! A lesson is data: a Markdown file with the settings of its match, its goals, its text, hints, code to start from and
//! a solution (`docs/lessons.md`). The lessons of a game come with the program; teachers write their own.

mod check;
mod document;
mod goal;
mod lesson;
mod open_course;
mod parse;
mod progress;

pub use check::{Check, CheckReport, CheckSettings, GoalReport, check, match_options, try_lesson};
pub use document::{board, document};
pub use goal::Goal;
pub use lesson::{Lesson, LessonText};
pub use open_course::{OpenCourse, set_aside, write_new};
pub use parse::{LESSON_MAX, LessonError, parse, translation};
pub use progress::{Course, CourseProgress, LessonProgress};

use wag_core::game::GameInfo;

/// Returns the lessons of a game, in their order.
pub fn lessons(info: &GameInfo) -> Vec<Lesson> {
    let files = info.lessons;
    let is_translation = |name: &str| name.matches('.').count() > 1;
    let lesson = |(name, text): &(&str, &str)| {
        let mut lesson = parse(text).expect("the built-in lessons are tested");
        let stem = name.trim_end_matches(".md");
        for (other, text) in files {
            let language = other.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.'));
            if let Some(language) = language.and_then(|rest| rest.strip_suffix(".md")) {
                translation(&mut lesson, language, text).expect("the built-in lessons are tested");
            }
        }
        lesson
    };
    files.iter().filter(|(name, _)| !is_translation(name)).map(lesson).collect()
}

/// Returns the name of the file in which a learner solves a lesson; `number` is counted from 1.
pub fn file_name(number: usize) -> String {
    format!("lesson{number}.py")
}

#[cfg(test)]
mod tests;
