//! `wag course`: lists the lessons of a game, begins a lesson, and checks it.

pub mod args;
mod check;
mod show;

use super::answer::{ExitStatus, confirm, print, user_error};
use super::progress::warn;
use super::with_game::WithGame;
use crate::cli::course::args::Course as RawOptions;
use crate::cli::course::args::CourseCommand;
use std::io::IsTerminal;
use std::path::Path;
use wag_course::{BegunFile, CourseProgress, OpenCourse};
use wag_i18n::{Language, message, t};

/// Runs `wag course` or one of its subcommands.
pub fn run(options: &WithGame<RawOptions>) -> anyhow::Result<ExitStatus> {
    let (game, words) = (options.game, &options.words);
    let course = OpenCourse::of(game.info, Path::new(""), warn);
    match (&words.command, &words.lesson) {
        (Some(CourseCommand::Check(options)), _) => check::run(game, &course, options),
        (None, None) if words.reset => reset(&course, words.yes),
        (None, None) if words.hint || words.solution => {
            user_error(message!("name a lesson, such as: %{command} 1", command = course.command()))
        }
        (None, None) if words.json => show::list_as_json(&course),
        (None, None) => show::list(&course),
        (None, Some(word)) => {
            let number = course.find(word)?;
            match (words.hint, words.solution) {
                (true, _) => show::hint(&course, number),
                (_, true) => show::solution(&course, number),
                _ => begin(&course, number, words.reset, words.json),
            }
        }
    }
}

/// Writes the file of a lesson, unless it exists, and shows the lesson. With `again`, an existing file is renamed first.
fn begin(course: &OpenCourse, number: usize, again: bool, as_json: bool) -> anyhow::Result<ExitStatus> {
    let BegunFile { path: file, old, is_new } = course.begin(number, again, Language::spoken().code)?;
    if as_json {
        return show::lesson_as_json(course, number, &file, is_new);
    }
    let about = match (old, is_new) {
        (Some(old), _) => t!(
            "%{file} is as at the beginning; your file is now %{old}.",
            file = file.display(),
            old = old.display()
        ),
        (None, true) => t!("%{file} is written. Change it in your editor.", file = file.display()),
        (None, false) => t!(
            "%{file} is the file of this lesson. `%{command} %{number} --reset` starts it again.",
            file = file.display(),
            command = course.command(),
            number = number + 1
        ),
    };
    show::lesson(course, number, &about)
}

/// Forgets the progress in all lessons, after the user has confirmed it. Files stay as they are.
fn reset(course: &OpenCourse, yes: bool) -> anyhow::Result<ExitStatus> {
    if !yes {
        if !std::io::stdin().is_terminal() {
            return user_error(message!(
                "cannot ask for confirmation without a terminal; to give up the progress, add --yes"
            ));
        }
        if !confirm(&t!("Give up the progress in all lessons? Your files stay. [y/N] "))? {
            return print(&t!("The progress is unchanged.\n"));
        }
    }
    course.user_progress.change(|progress| *progress = CourseProgress::default())?;
    print(&t!(
        "The course starts again with lesson 1: %{command} 1\nProgress: %{place}\n",
        command = course.command(),
        place = course.user_progress.place()
    ))
}
