//! `wag course`: lists the lessons of a game, begins a lesson, and checks it.

mod check;
mod show;

use super::answer::{ExitStatus, confirm, print, user_error};
use super::args::{Course as RawOptions, CourseCommand};
use super::progress::warn;
use super::with_game::WithGame;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_course::{Course, CourseProgress, Lesson, file_name, lessons};
use wag_i18n::{quote, t};
use wag_ladder::UserProgress;
use wag_play::PlayError;

/// Runs `wag course` or one of its subcommands.
pub fn run(options: &WithGame<RawOptions>) -> anyhow::Result<ExitStatus> {
    let (game, words) = (options.game, &options.words);
    let course = OpenCourse::of(game.info);
    match (&words.command, &words.lesson) {
        (Some(CourseCommand::Check(options)), _) => check::run(game, &course, options),
        (None, None) if words.reset => reset(&course, words.yes),
        (None, None) if words.hint || words.solution => {
            user_error(t!("name a lesson, such as: %{command} 1", command = course.command()))
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

/// The course of a game, with the learner's progress.
pub struct OpenCourse {
    pub info: &'static GameInfo,
    pub lessons: Vec<Lesson>,
    pub user_progress: UserProgress<Course>,
}

impl OpenCourse {
    pub fn of(info: &'static GameInfo) -> OpenCourse {
        let user_progress = UserProgress::of_tasks(Course::of(info), warn);
        OpenCourse { info, lessons: lessons(info), user_progress }
    }

    pub fn command(&self) -> String {
        Course::of(self.info).command()
    }

    /// Returns the learner's progress. If it cannot be read, warns and returns none, because lessons can be learned
    /// without it.
    pub fn progress(&self) -> CourseProgress {
        self.user_progress.stored().unwrap_or_else(|err| {
            warn(err.to_string());
            CourseProgress::default()
        })
    }

    /// Changes the progress. If it cannot be saved, warns.
    pub fn change(&self, change: impl FnOnce(&mut CourseProgress)) {
        if let Err(err) = self.user_progress.change(change) {
            warn(err.to_string());
        }
    }

    /// Returns the index of a lesson, given its number, counted from 1, or its id.
    pub fn find(&self, word: &str) -> Result<usize, PlayError> {
        if self.lessons.is_empty() {
            return wag_play::user_error(t!("%{title} has no course", title = t!(self.info.title)));
        }
        let by_number = word.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let index = by_number.or_else(|| self.lessons.iter().position(|lesson| lesson.id == word));
        index.filter(|index| *index < self.lessons.len()).ok_or_else(|| {
            PlayError::UserError(t!(
                "there is no lesson %{word}; the lessons are 1 to %{last}, see `%{command}`",
                word = quote(word),
                last = self.lessons.len(),
                command = self.command()
            ))
        })
    }

    /// Returns the index of the first lesson that the learner has not passed; `None` if there is none.
    pub fn next(&self, progress: &CourseProgress) -> Option<usize> {
        self.lessons.iter().position(|lesson| !progress.of(&lesson.id).passed)
    }
}

/// Writes the file of a lesson, unless it exists, and shows the lesson. With `again`, an existing file is renamed first.
fn begin(course: &OpenCourse, number: usize, again: bool, as_json: bool) -> anyhow::Result<ExitStatus> {
    let lesson = &course.lessons[number];
    let file = PathBuf::from(file_name(number + 1));
    let exists = file.symlink_metadata().is_ok();
    let old = match exists && again {
        true => Some(set_aside(&file)?),
        false => None,
    };
    let is_new = !exists || old.is_some();
    if is_new {
        write_new(&file, &lesson.text().start)?;
    }
    if again {
        course.change(|progress| progress.forget(&lesson.id));
    }
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

/// Writes a file that does not exist.
pub fn write_new(file: &Path, text: &str) -> Result<(), PlayError> {
    let unwritable = |err: std::io::Error| {
        PlayError::UserError(t!("%{file} cannot be written: %{error}", file = file.display(), error = err))
    };
    let open = std::fs::File::create_new(file).map_err(unwritable)?;
    std::io::Write::write_all(&mut { open }, text.as_bytes()).map_err(unwritable)
}

/// Renames a file to the first unused name, such as `lesson1-old1.py`.
pub fn set_aside(file: &Path) -> Result<PathBuf, PlayError> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = |number: u32| file.with_file_name(format!("{stem}-old{number}.py"));
    let mut number = 1;
    loop {
        let unused = name(number);
        match wag_core::files::rename_new(file, &unused) {
            Ok(()) => return Ok(unused),
            Err(err) if err.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(err) => {
                return Err(PlayError::UserError(t!(
                    "%{file} cannot be renamed to %{old}: %{error}",
                    file = file.display(),
                    old = unused.display(),
                    error = err
                )));
            }
        }
    }
}

/// Forgets the progress in all lessons, after the user has confirmed it. Files stay as they are.
fn reset(course: &OpenCourse, yes: bool) -> anyhow::Result<ExitStatus> {
    if !yes {
        if !std::io::stdin().is_terminal() {
            return user_error(t!(
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
