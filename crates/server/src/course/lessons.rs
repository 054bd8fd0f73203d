//! The course of a game for the pages: lessons that learners begin and check.

use crate::folder::check_inside;
use crate::matches::offers::game;
use crate::workspace::Workspace;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::Seat;
use wag_core::problem::{JsonProblem, Problem};
use wag_course::{
    BegunFile, Check, CheckReport, CheckSettings, CourseProgress, GoalReport, Lesson, LessonProgress,
    OpenCourse, check, file_name, match_options,
};
use wag_games::KnownGame;
use wag_i18n::{Language, message};
use wag_ladder::LEARNER;
use wag_play::{JsonUnstarted, Keeping, PlayError, Unstarted, user_error};

/// The lessons of a game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CourseList {
    pub lessons: Vec<ListedLesson>,
    /// The command that shows the course in a terminal.
    pub command: String,
    /// The command that unlocks all players and maps, for teachers.
    pub unlock: String,
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
    /// True if the learner's file exists.
    pub begun: bool,
    /// The number of hints.
    pub hints: usize,
    /// The number of rounds of a match, if the lesson sets it.
    pub rounds: Option<u32>,
    /// The number of matches of a check.
    pub matches: usize,
    /// True if a match against somebody else's file is offered after this lesson.
    pub offers_match: bool,
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
    /// The task, in one sentence; empty if the lesson has none.
    pub task: String,
    /// The text in Markdown.
    pub text: String,
    pub goals: Vec<String>,
    pub hints: Vec<String>,
}

/// A lesson that the learner has begun: its file exists.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BegunLesson {
    /// The name of the game.
    pub game: String,
    /// The id of the lesson.
    pub lesson: String,
    pub file: String,
    /// The new name of the learner's earlier file; `None` if it was not renamed.
    pub old: Option<String>,
    /// The board before the match, as in a preview.
    #[cfg_attr(test, ts(type = "any"))]
    pub scene: Value,
}

/// The response to `POST /api/course/check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckResult {
    /// The name of the game.
    pub game: String,
    /// The id of the lesson.
    pub lesson: String,
    pub passed: bool,
    /// The goals, in the order of the lesson; the last one may have no sentence: no errors. Empty if a player could not
    /// start.
    #[cfg_attr(test, ts(type = "GoalReport[]"))]
    pub goals: Vec<GoalReport>,
    /// The number of matches that were played.
    pub matches: usize,
    /// The number of matches of a check that ends without a missed goal.
    pub all_matches: usize,
    /// The seed of the last match; `None` if no match was played.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub seed: Option<u64>,
    /// True if the learner has passed all lessons now.
    pub finished: bool,
    /// The reason why the learner's file cannot start, in English.
    pub cannot_start: Option<String>,
    /// The players that cannot start.
    #[cfg_attr(test, ts(type = "UnstartedPlayer[]"))]
    pub unstarted: Vec<JsonUnstarted>,
    /// The first error of the learner's file in the last match.
    #[cfg_attr(test, ts(type = "Problem | null"))]
    pub error: Option<JsonProblem>,
    /// The number of turns with an error in the last match.
    pub errors: u32,
    /// The methods that the learner's file names without calling them.
    #[cfg_attr(test, ts(type = "Problem[]"))]
    pub uncalled: Vec<JsonProblem>,
    #[cfg_attr(test, ts(type = "LessonProgress"))]
    pub progress: LessonProgress,
    /// The ID of the replay of the last match.
    pub replay: Option<String>,
}

/// A lesson that has been checked, with the replay of its last match and the players' logs.
pub struct CheckedLesson {
    pub result: CheckResult,
    pub replay: Option<PathBuf>,
    pub logs: Vec<PathBuf>,
}

/// A lesson that a page has named.
struct NamedLesson {
    game: KnownGame,
    course: OpenCourse,
    index: usize,
}

impl NamedLesson {
    fn find(workspace: &Workspace, name: &str, lesson: &str) -> Result<NamedLesson, PlayError> {
        let game = game(workspace, name)?;
        let course = OpenCourse::of(game.info, &workspace.folder, workspace.warn);
        let index = course.find(lesson)?;
        Ok(NamedLesson { game, course, index })
    }

    fn lesson(&self) -> &Lesson {
        &self.course.lessons[self.index]
    }

    /// Returns the names of the game and of the lesson.
    fn words(&self) -> (String, String) {
        (wag_games::word_of(self.game.info), self.lesson().id.clone())
    }

    fn file(&self, workspace: &Workspace) -> PathBuf {
        workspace.folder.join(file_name(self.index + 1))
    }
}

/// Returns the lessons of a game, none if it has no course.
pub fn course(workspace: &Workspace, name: &str) -> Result<CourseList, PlayError> {
    let course = OpenCourse::of(game(workspace, name)?.info, &workspace.folder, workspace.warn);
    let progress = course.progress();
    let lessons = (0..course.lessons.len()).map(|index| listed(workspace, &course, index, &progress));
    Ok(CourseList {
        lessons: lessons.collect(),
        command: course.command(),
        unlock: format!("{} --all", wag_ladder::unlock_command(course.info)),
    })
}

fn listed(
    workspace: &Workspace,
    course: &OpenCourse,
    index: usize,
    progress: &CourseProgress,
) -> ListedLesson {
    let lesson = &course.lessons[index];
    let progress = progress.of(&lesson.id);
    let texts = lesson.texts.iter().map(|(language, text)| {
        let hints = text.hints.iter().take(progress.hints as usize).cloned().collect();
        let listed = LessonTexts {
            title: text.title.clone(),
            task: text.task.clone(),
            text: text.body.clone(),
            goals: text.goals.clone(),
            hints,
        };
        (language.clone(), listed)
    });
    let file = file_name(index + 1);
    ListedLesson {
        number: index + 1,
        id: lesson.id.clone(),
        minutes: lesson.minutes,
        begun: workspace.folder.join(&file).is_file(),
        file,
        hints: lesson.hints(),
        rounds: lesson.rounds(),
        matches: lesson.seeds.len(),
        offers_match: lesson.offers_match,
        progress,
        texts: texts.collect(),
    }
}

/// Writes the learner's file for a lesson in a language, unless it exists. With `again`, an existing file is renamed first.
pub fn begin(
    workspace: &Workspace,
    name: &str,
    lesson: &str,
    again: bool,
    language: Language,
) -> Result<BegunLesson, PlayError> {
    let named = NamedLesson::find(workspace, name, lesson)?;
    let BegunFile { path, old, .. } = named.course.begin(named.index, again, language.code)?;
    let name_of = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (game, lesson) = named.words();
    Ok(BegunLesson { game, lesson, file: name_of(path), old: old.map(name_of), scene: scene(&named)? })
}

/// Returns the board of a lesson.
fn scene(named: &NamedLesson) -> Result<Value, PlayError> {
    let options = match_options(named.game, named.lesson())?;
    Ok(wag_games::scene(named.game, &options)?)
}

/// Plays the matches of a lesson with the learner's file.
pub fn check_lesson(
    workspace: &Workspace,
    name: &str,
    lesson: &str,
    stop: &Arc<AtomicBool>,
) -> Result<CheckedLesson, PlayError> {
    let named = NamedLesson::find(workspace, name, lesson)?;
    let (lesson, file) = (named.lesson(), named.file(workspace));
    // A link may lead out of the folder.
    check_inside(&workspace.folder, &file_name(named.index + 1))?;
    let settings = CheckSettings {
        limits: workspace.limits.limits(wag_course::turn_seconds(named.game)),
        keeping: Keeping { log_dir: Some(".".into()), with_sources: true, ..Keeping::default() },
        stop: Arc::clone(stop),
    };
    let done = check(named.game, lesson, &file.display().to_string(), &settings, &mut |_, _| ())?;
    let (report, unstarted) = match done {
        Check::Interrupted => return user_error(message!("the check was interrupted")),
        Check::CannotStart(unstarted) => (None, Some(unstarted)),
        Check::Done(report) => (Some(report), None),
    };
    let game = report.as_ref().map(|report| &report.end.games[0]);
    let stats = game.map(|game| &game.seats[LEARNER.index()]);
    let uncalled = game.map_or(&[][..], |game| &game.uncalled[LEARNER.index()]);
    let passed = report.as_ref().is_some_and(|report| report.passed());
    let mut progress = named.course.progress();
    progress.checked(&lesson.id, passed);
    named.course.change(|progress| progress.checked(&lesson.id, passed));
    let (game, id) = named.words();
    let result = CheckResult {
        game,
        lesson: id,
        passed,
        goals: report.as_ref().map_or_else(Vec::new, |report| report.goals.clone()),
        matches: report.as_ref().map_or(0, |report| report.matches),
        all_matches: lesson.seeds.len(),
        seed: report.as_ref().map(|report| report.seed()),
        finished: named.course.next(&progress).is_none(),
        cannot_start: unstarted.as_ref().map(Unstarted::to_string),
        unstarted: unstarted.as_ref().map_or_else(Vec::new, Unstarted::for_json),
        error: stats.and_then(|stats| stats.faults.first()).map(Problem::for_json),
        errors: stats.map_or(0, |stats| stats.faults_total),
        uncalled: uncalled.iter().map(Problem::for_json).collect(),
        progress: progress.of(&lesson.id),
        replay: None,
    };
    Ok(CheckedLesson {
        result,
        replay: report.as_ref().and_then(|report| Some(workspace.folder.join(report.replay()?))),
        logs: report.as_ref().map_or_else(Vec::new, |report| logs(workspace, report)),
    })
}

fn logs(workspace: &Workspace, report: &CheckReport) -> Vec<PathBuf> {
    let Some(logs) = &report.end.logs else { return Vec::new() };
    Seat::all(report.session.entrants.len()).map(|seat| workspace.folder.join(logs.path(seat))).collect()
}

/// Counts the next hint as seen, and returns the lesson with it.
pub fn next_hint(workspace: &Workspace, name: &str, lesson: &str) -> Result<ListedLesson, PlayError> {
    let named = NamedLesson::find(workspace, name, lesson)?;
    let lesson = named.lesson();
    let mut progress = named.course.progress();
    let seen = (progress.of(&lesson.id).hints as usize + 1).min(lesson.hints()) as u32;
    progress.of_mut(&lesson.id).hints = seen;
    named.course.change(|progress| progress.of_mut(&lesson.id).hints = seen);
    Ok(listed(workspace, &named.course, named.index, &progress))
}

/// Returns the solution by language code, and records that somebody has opened it.
pub fn solution(
    workspace: &Workspace,
    name: &str,
    lesson: &str,
) -> Result<BTreeMap<String, String>, PlayError> {
    let named = NamedLesson::find(workspace, name, lesson)?;
    let lesson = named.lesson();
    named.course.change(|progress| progress.of_mut(&lesson.id).solution = true);
    let solutions = lesson.texts.iter().map(|(language, text)| (language.clone(), text.solution.clone()));
    Ok(solutions.collect())
}
