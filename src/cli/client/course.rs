//! The course of a game for the pages.

use super::super::answer::user_error;
use super::LocalHost;
use super::choices::game;
use crate::cli::progress::warn;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_course::{
    Check, CheckReport, CheckSettings, CourseProgress, Lesson, OpenCourse, check, file_name, match_options,
    set_aside, write_new,
};
use wag_games::KnownGame;
use wag_i18n::{PageText, t};
use wag_ladder::LEARNER;
use wag_play::{Audience, Keeping, PlayError, Silent};
use wag_server::check_inside;
use wag_server::host::{BegunLesson, CheckedLesson, CourseList, LessonError, LessonTexts, ListedLesson};

/// A lesson that a page has named.
struct NamedLesson {
    game: KnownGame,
    course: OpenCourse,
    index: usize,
}

impl NamedLesson {
    fn find(name: &str, lesson: &str) -> anyhow::Result<NamedLesson> {
        let game = game(name)?;
        let course = OpenCourse::of(game.info, warn);
        let index = course.find(lesson)?;
        Ok(NamedLesson { game, course, index })
    }

    fn lesson(&self) -> &Lesson {
        &self.course.lessons[self.index]
    }

    fn file(&self, host: &LocalHost) -> PathBuf {
        host.folder.join(file_name(self.index + 1))
    }
}

pub fn course(host: &LocalHost, name: &str) -> anyhow::Result<CourseList> {
    let course = OpenCourse::of(game(name)?.info, warn);
    let progress = course.progress();
    let lessons = (0..course.lessons.len()).map(|index| listed(host, &course, index, &progress));
    Ok(CourseList { lessons: lessons.collect(), command: course.command() })
}

fn listed(host: &LocalHost, course: &OpenCourse, index: usize, progress: &CourseProgress) -> ListedLesson {
    let lesson = &course.lessons[index];
    let progress = progress.of(&lesson.id);
    let texts = lesson.texts.iter().map(|(language, text)| {
        let hints = text.hints.iter().take(progress.hints as usize).cloned().collect();
        let (title, text, goals) = (text.title.clone(), text.body.clone(), text.goals.clone());
        (language.clone(), LessonTexts { title, text, goals, hints })
    });
    let file = file_name(index + 1);
    ListedLesson {
        number: index + 1,
        id: lesson.id.clone(),
        minutes: lesson.minutes,
        begun: host.folder.join(&file).is_file(),
        file,
        hints: lesson.hints(),
        progress,
        texts: texts.collect(),
    }
}

pub fn begin(host: &LocalHost, name: &str, lesson: &str, again: bool) -> anyhow::Result<BegunLesson> {
    let named = NamedLesson::find(name, lesson)?;
    let path = named.file(host);
    let exists = path.symlink_metadata().is_ok();
    let old = if exists && again { Some(set_aside(&path)?) } else { None };
    if !exists || old.is_some() {
        write_new(&path, &named.lesson().text().start)?;
    }
    if again {
        named.course.change(|progress| progress.forget(&named.lesson().id));
    }
    let name_of = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(BegunLesson { file: name_of(path), old: old.map(name_of), scene: scene(&named)? })
}

/// Returns the board of a lesson.
fn scene(named: &NamedLesson) -> anyhow::Result<Value> {
    let options = match_options(named.game, named.lesson())?;
    Ok(wag_games::scene(named.game, &options).map_err(PlayError::from)?)
}

pub fn check_lesson(
    host: &LocalHost,
    name: &str,
    lesson: &str,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<CheckedLesson> {
    let named = NamedLesson::find(name, lesson)?;
    let (lesson, file) = (named.lesson(), named.file(host));
    // A link may lead out of the folder.
    check_inside(&host.folder, &file_name(named.index + 1)).or_else(user_error)?;
    let settings = CheckSettings {
        limits: host.limit_args.limits(named.game.info.turn_seconds),
        keeping: Keeping { log_dir: Some(".".into()), with_sources: true, ..Keeping::default() },
        stop: Arc::clone(stop),
    };
    let silent = &mut |_: &_, _| Box::new(Silent) as Box<dyn Audience>;
    let done = check(named.game, lesson, &file.display().to_string(), &settings, silent)?;
    let (report, cannot_start) = match done {
        Check::Interrupted => return Err(PlayError::UserError(t!("the check was interrupted")).into()),
        Check::CannotStart(why) => (None, Some(why)),
        Check::Done(report) => (Some(report), None),
    };
    let passed = report.as_ref().is_some_and(|report| report.passed());
    let mut progress = named.course.progress();
    progress.checked(&lesson.id, passed);
    named.course.change(|progress| progress.checked(&lesson.id, passed));
    Ok(CheckedLesson {
        passed,
        goals: report.as_ref().map_or_else(Vec::new, |report| report.goals.clone()),
        matches: report.as_ref().map_or(0, |report| report.matches),
        cannot_start,
        error: report.as_ref().and_then(|report| error(report)),
        progress: progress.of(&lesson.id),
        replay: report.as_ref().and_then(|report| Some(host.folder.join(report.replay()?))),
        logs: report.as_ref().map_or_else(Vec::new, |report| logs(host, report)),
    })
}

fn error(report: &CheckReport) -> Option<LessonError> {
    let stats = &report.end.games[0].seats[LEARNER.index()];
    let first = stats.faults.first()?;
    let message = PageText(first.fault.message.clone().map(&printable));
    Some(LessonError { round: first.round, message, count: stats.faults_total })
}

fn logs(host: &LocalHost, report: &CheckReport) -> Vec<PathBuf> {
    let Some(logs) = &report.end.logs else { return Vec::new() };
    Seat::all(report.session.entrants.len()).map(|seat| host.folder.join(logs.path(seat))).collect()
}

pub fn next_hint(host: &LocalHost, name: &str, lesson: &str) -> anyhow::Result<ListedLesson> {
    let named = NamedLesson::find(name, lesson)?;
    let lesson = named.lesson();
    let mut progress = named.course.progress();
    let seen = (progress.of(&lesson.id).hints as usize + 1).min(lesson.hints()) as u32;
    progress.of_mut(&lesson.id).hints = seen;
    named.course.change(|progress| progress.of_mut(&lesson.id).hints = seen);
    Ok(listed(host, &named.course, named.index, &progress))
}

pub fn solution(name: &str, lesson: &str) -> anyhow::Result<BTreeMap<String, String>> {
    let named = NamedLesson::find(name, lesson)?;
    let lesson = named.lesson();
    named.course.change(|progress| progress.of_mut(&lesson.id).solution = true);
    let solutions = lesson.texts.iter().map(|(language, text)| (language.clone(), text.solution.clone()));
    Ok(solutions.collect())
}
