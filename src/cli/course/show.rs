//! The texts of `wag course`: the list of lessons, a lesson, its hints and its solution.

use super::super::answer::{ExitStatus, print};
use super::super::table::{Column, Importance, Table};
use super::super::wrap::wrapped;
use crate::output::Paint;
use serde_json::{Value, json};
use std::path::Path;
use wag_core::text::printable;
use wag_course::OpenCourse;
use wag_course::{Lesson, LessonProgress, board, file_name};
use wag_i18n::{Language, t};

/// Prints the list of lessons with the learner's progress.
pub fn list(course: &OpenCourse) -> anyhow::Result<ExitStatus> {
    let progress = course.progress();
    let mut table = Table::new([
        Column::essential("lesson"),
        Column::essential("title").wrapped(),
        Column::middle("minutes"),
        Column::titled(String::new(), Importance::High),
        Column::low("checks"),
    ]);
    for (number, lesson) in (1..).zip(&course.lessons) {
        let lesson_progress = progress.of(&lesson.id);
        table.row([
            number.to_string(),
            printable(&lesson.text().title),
            lesson.minutes.to_string(),
            t!(state(lesson_progress)),
            lesson_progress.checks.to_string(),
        ]);
    }
    let command = course.command();
    let next = match course.next(&progress) {
        Some(next) => t!("Next: %{command} %{number}", command, number = next + 1),
        None => {
            t!("You have finished the course. The challenges come next: %{ladder}", ladder = ladder(course))
        }
    };
    let place = course.user_progress.place();
    print(&t!("%{table}\n%{next}\nProgress: %{place}\n", table, next, place))
}

/// Returns the command that shows the ladder of the course's game.
pub fn ladder(course: &OpenCourse) -> String {
    wag_ladder::command(course.info)
}

/// Returns the learner's progress in a lesson as a word.
fn state(progress: LessonProgress) -> &'static str {
    match (progress.passed, progress.checks > 0) {
        (true, _) => wag_i18n::later!("passed"),
        (false, true) => wag_i18n::later!("begun"),
        (false, false) => "",
    }
}

/// Prints the lessons as JSON.
pub fn list_as_json(course: &OpenCourse) -> anyhow::Result<ExitStatus> {
    let progress = course.progress();
    let lesson = |(number, lesson): (usize, &Lesson)| {
        json!({
            "number": number + 1,
            "id": lesson.id,
            "title": lesson.text_in("en").title,
            "minutes": lesson.minutes,
            "file": file_name(number + 1),
            "hints": lesson.hints(),
            "progress": progress.of(&lesson.id),
        })
    };
    let lessons: Vec<Value> = course.lessons.iter().enumerate().map(lesson).collect();
    let all = json!({ "lessons": lessons, "progress": course.user_progress.place() });
    print(&format!("{all}\n"))
}

/// Prints a lesson. `about` is a sentence about its file.
pub fn lesson(course: &OpenCourse, number: usize, about: &str) -> anyhow::Result<ExitStatus> {
    let lesson = &course.lessons[number];
    let text = lesson.text();
    let (command, number) = (course.command(), number + 1);
    let mut out = format!("{}\n\n{}\n\n", format!("{number}. {}", text.title).bold(), wrapped(&text.body));
    if let Some(board) = board(course.info, lesson) {
        out += &format!("{board}\n");
    }
    out += &format!("{}\n", t!("Goals:").bold());
    text.goals.iter().for_each(|goal| out += &wrapped(&format!("- {goal}\n")));
    out += &match_in_words(lesson);
    let check = format!("{command} check {number}");
    out += &wrapped(&t!(
        "\n%{about}\nCheck the lesson: %{check}\nA hint: %{command} %{number} --hint\n",
        about,
        check = check.green().bold(),
        command,
        number
    ));
    print(&out)
}

/// Returns the length and the number of the matches of a check.
fn match_in_words(lesson: &Lesson) -> String {
    match (lesson.rounds(), lesson.seeds.len()) {
        (Some(n), 1) => t!("The match has %{n} rounds.\n", n),
        (Some(rounds), n) => t!("A check plays %{n} matches of %{rounds} rounds.\n", n, rounds),
        (None, 1) => String::new(),
        (None, n) => t!("A check plays %{n} matches.\n", n),
    }
}

/// Prints a lesson as JSON.
pub fn lesson_as_json(
    course: &OpenCourse,
    number: usize,
    file: &Path,
    is_new: bool,
) -> anyhow::Result<ExitStatus> {
    let lesson = &course.lessons[number];
    let text = lesson.text_in("en");
    let object = json!({
        "number": number + 1,
        "id": lesson.id,
        "title": text.title,
        "minutes": lesson.minutes,
        "rounds": lesson.rounds(),
        "matches": lesson.seeds.len(),
        "text": text.body,
        "goals": text.goals,
        "hints": lesson.hints(),
        "file": file,
        "written": is_new,
        "progress": course.progress().of(&lesson.id),
    });
    print(&format!("{object}\n"))
}

/// Prints the next hint of a lesson, after those that the learner has seen.
pub fn hint(course: &OpenCourse, number: usize) -> anyhow::Result<ExitStatus> {
    let lesson = &course.lessons[number];
    let hints = &lesson.text().hints;
    let seen = (course.progress().of(&lesson.id).hints as usize + 1).min(hints.len());
    course.change(|progress| progress.of_mut(&lesson.id).hints = seen as u32);
    let mut out = String::new();
    for (number, hint) in (1..=seen).zip(hints) {
        let title = t!("Hint %{number} of %{all}:", number, all = hints.len());
        out += &wrapped(&format!("{} {hint}\n", title.bold()));
    }
    print(&out)
}

/// Prints the solution of a lesson.
pub fn solution(course: &OpenCourse, number: usize) -> anyhow::Result<ExitStatus> {
    let lesson = &course.lessons[number];
    course.change(|progress| progress.of_mut(&lesson.id).solution = true);
    print(&lesson.text_in(Language::spoken().code).solution)
}
