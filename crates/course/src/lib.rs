//! The course of a game: lessons, each with a goal that is checked by playing a match.
//!
//! A lesson is data: a Markdown file with the settings of its match, its goals, its text, hints, code to start from and
//! a solution (`docs/en/lessons.md`). The lessons of a game come with the program; teachers write their own.

mod board;
mod check;
mod goal;
mod lesson;
mod open_course;
mod parse;
mod progress;

pub use board::board;
pub use check::{
    Check, CheckReport, CheckSettings, GoalReport, check, match_options, try_lesson, turn_seconds,
};
pub use goal::Goal;
pub use lesson::{Lesson, LessonText, WrongSolution};
pub use open_course::{BegunFile, OpenCourse};
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

/// Returns whether a file has the name of a lesson's file, or of one that a learner has set aside.
pub fn is_lesson_file(name: &str) -> bool {
    let Some(rest) = name.strip_prefix("lesson").and_then(|rest| rest.strip_suffix(".py")) else {
        return false;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    rest.split_once("-old").map_or(is_number(rest), |(number, old)| is_number(number) && is_number(old))
}

#[cfg(test)]
mod tests;
