//! The course of a game with a learner's progress, and the files in which a learner solves lessons.

use crate::{Course, CourseProgress, Lesson, file_name, lessons};
use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_i18n::{message, quote};
use wag_ladder::{UserProgress, Warn};
use wag_play::{PlayError, user_error};

/// The course of a game, with the learner's progress in a folder.
pub struct OpenCourse {
    pub info: &'static GameInfo,
    pub lessons: Vec<Lesson>,
    pub user_progress: UserProgress<Course>,
    /// The folder in which the learner works.
    folder: PathBuf,
    warn: Warn,
}

impl OpenCourse {
    /// Opens the course with the progress that belongs to a folder: several learners may work in one account.
    pub fn of(info: &'static GameInfo, folder: &Path, warn: Warn) -> OpenCourse {
        let user_progress = UserProgress::of_folder(Course::of(info), folder, warn);
        OpenCourse { info, lessons: lessons(info), user_progress, folder: folder.to_path_buf(), warn }
    }

    pub fn command(&self) -> String {
        Course::of(self.info).command()
    }

    /// Returns the learner's progress. If it cannot be read, warns and returns none, because lessons can be learned
    /// without it.
    pub fn progress(&self) -> CourseProgress {
        let stored = match self.user_progress.exists() {
            true => self.user_progress.stored(),
            false => Ok(self.inherited()),
        };
        stored.unwrap_or_else(|err| {
            self.user_progress.warn(err.to_string());
            CourseProgress::default()
        })
    }

    /// Changes the progress. If it cannot be saved, warns.
    pub fn change(&self, change: impl FnOnce(&mut CourseProgress)) {
        let inherited = (!self.user_progress.exists()).then(|| self.inherited());
        let changed = self.user_progress.change(|progress| {
            if let Some(inherited) = inherited {
                *progress = inherited;
            }
            change(progress);
        });
        if let Err(err) = changed {
            self.user_progress.warn(err.to_string());
        }
    }

    /// Returns the progress that the user's data directory contains, for a folder that has files of lessons and no
    /// progress of its own: earlier versions kept the progress only there.
    fn inherited(&self) -> CourseProgress {
        let is_begun = (1..=self.lessons.len()).any(|number| self.folder.join(file_name(number)).is_file());
        let of_user = UserProgress::of_tasks(Course::of(self.info), self.warn);
        if is_begun && of_user.exists() {
            of_user.stored().unwrap_or_default()
        } else {
            CourseProgress::default()
        }
    }

    /// Writes the file of a lesson in the language with this code, unless the file exists. With `again`, an existing file
    /// is renamed first, and the progress in the lesson is forgotten.
    pub fn begin(&self, number: usize, again: bool, language: &str) -> Result<BegunFile, PlayError> {
        let lesson = &self.lessons[number];
        let path = self.folder.join(file_name(number + 1));
        let exists = path.symlink_metadata().is_ok();
        // The folder has its own progress from its first lesson on.
        if again || !self.user_progress.exists() {
            self.change(|progress| {
                if again {
                    progress.forget(&lesson.id)
                }
            });
        }
        let old = if exists && again { Some(set_aside(&path)?) } else { None };
        let is_new = !exists || old.is_some();
        if is_new {
            write_new(&path, &lesson.text_in(language).start)?;
        }
        Ok(BegunFile { path, old, is_new })
    }

    /// Returns the index of a lesson, given its number, counted from 1, or its id.
    pub fn find(&self, word: &str) -> Result<usize, PlayError> {
        if self.lessons.is_empty() {
            return user_error(message!("%{title} has no course", title = message!(self.info.title)));
        }
        let by_number = word.parse().ok().and_then(|number: usize| number.checked_sub(1));
        let index = by_number.or_else(|| self.lessons.iter().position(|lesson| lesson.id == word));
        index.filter(|index| *index < self.lessons.len()).ok_or_else(|| {
            PlayError::UserError(message!(
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

/// The file of a lesson that a learner has begun.
pub struct BegunFile {
    pub path: PathBuf,
    /// The new path of the learner's earlier file; `None` if it was not renamed.
    pub old: Option<PathBuf>,
    /// Whether the file was written.
    pub is_new: bool,
}

/// Writes a file that does not exist.
fn write_new(file: &Path, text: &str) -> Result<(), PlayError> {
    let unwritable = |err: std::io::Error| {
        PlayError::UserError(message!(
            "%{file} cannot be written: %{error}",
            file = file.display(),
            error = err
        ))
    };
    let open = std::fs::File::create_new(file).map_err(unwritable)?;
    std::io::Write::write_all(&mut { open }, text.as_bytes()).map_err(unwritable)
}

/// Renames a file to the first unused name, such as `lesson1-old1.py`.
fn set_aside(file: &Path) -> Result<PathBuf, PlayError> {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let name = |number: u32| file.with_file_name(format!("{stem}-old{number}.py"));
    let mut number = 1;
    loop {
        let unused = name(number);
        match wag_core::files::rename_new(file, &unused) {
            Ok(()) => return Ok(unused),
            Err(err) if err.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(err) => {
                return Err(PlayError::UserError(message!(
                    "%{file} cannot be renamed to %{old}: %{error}",
                    file = file.display(),
                    old = unused.display(),
                    error = err
                )));
            }
        }
    }
}
