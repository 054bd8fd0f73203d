//! `wag course check`: plays the matches of a lesson, and says which goals are reached; or checks a teacher's lesson.

use super::super::answer::{ExitStatus, cannot_start, interrupted, print, user_error};
use super::super::progress::{Follower, warn};
use super::super::report::{faults, warn_of_incomplete};
use super::super::start::stop_on_signals;
use super::show::ladder;
use crate::cli::course::args::CourseCheck;
use crate::cli::newest::newest;
use crate::cli::play::{Recording, keeping};
use crate::output::Paint;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::problem::{Detail, Problem};
use wag_core::text::{printable, quoted_path};
use wag_course::OpenCourse;
use wag_course::{
    Check, CheckReport, CheckSettings, GoalReport, Lesson, LessonText, check, file_name, parse, translation,
    try_lesson, turn_seconds,
};
use wag_games::KnownGame;
use wag_i18n::{LANGUAGES, Language, message, t};
use wag_ladder::LEARNER;
use wag_play::match_report::MatchReport;
use wag_play::{Keeping, PlayError, read_text_file};

pub fn run(game: KnownGame, course: &OpenCourse, options: &CourseCheck) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let number = match &options.lesson {
        Some(own) if own.ends_with(".md") => return check_own(game, own, options, stop),
        Some(word) => course.find(word)?,
        None => changed_last(course)?,
    };
    let lesson = &course.lessons[number];
    let file = options.ai.clone().unwrap_or_else(|| file_name(number + 1));
    if options.ai.is_none() && !Path::new(&file).exists() {
        return user_error(message!(
            "there is no %{file}; `%{command} %{number}` writes it",
            file,
            command = course.command(),
            number = number + 1
        ));
    }
    let done = play(game, lesson, &file, options, stop)?;
    if !matches!(done, Check::Interrupted) {
        let passed = matches!(&done, Check::Done(report) if report.passed());
        course.change(|progress| progress.checked(&lesson.id, passed));
    }
    let next = |passed| next_step(course, number, passed);
    tell(lesson, done, options.json, next)
}

/// Returns the number of the lesson whose file in the current folder was changed last.
fn changed_last(course: &OpenCourse) -> anyhow::Result<usize> {
    let name = |number: &usize| PathBuf::from(file_name(number + 1));
    let file = newest(Path::new("."), |file| {
        (0..course.lessons.len()).any(|number| file.file_name() == Some(name(&number).as_os_str()))
    });
    let number = (0..course.lessons.len())
        .find(|number| file.as_ref().is_some_and(|file| file.file_name() == Some(name(number).as_os_str())));
    number.map_or_else(
        || user_error(message!("name a lesson, such as: %{command} 1", command = course.command())),
        Ok,
    )
}

/// Plays the matches of a lesson with the learner's file.
fn play(
    game: KnownGame,
    lesson: &Lesson,
    file: &str,
    options: &CourseCheck,
    stop: Arc<AtomicBool>,
) -> Result<Check, PlayError> {
    let settings = CheckSettings {
        limits: limits(game, options),
        keeping: Keeping { with_sources: true, ..keeping(&Recording::default(), &options.logging) },
        stop,
    };
    let mut follower = None;
    check(game, lesson, file, &settings, &mut |session, event| {
        follower.get_or_insert_with(|| Follower::of(session, !options.json)).show(event);
    })
}

/// Prints the result of a check. `next` returns the lines after it.
fn tell(
    lesson: &Lesson,
    done: Check,
    as_json: bool,
    next: impl FnOnce(bool) -> String,
) -> anyhow::Result<ExitStatus> {
    let report = match done {
        Check::CannotStart(unstarted) => return cannot_start(unstarted),
        Check::Interrupted => return Ok(interrupted(as_json)),
        Check::Done(report) => report,
    };
    warn_of_incomplete(report.end.logs.as_ref());
    let text = match as_json {
        true => format!("{}\n", result_as_json(lesson, &report)),
        false => in_words(lesson, &report)? + &next(report.passed()),
    };
    print(&text)?;
    Ok(if report.passed() { ExitStatus::Success } else { ExitStatus::Defect })
}

fn limits(game: KnownGame, options: &CourseCheck) -> wag_sandbox::Limits {
    options.sandbox.limits(options.turn_time).limits(turn_seconds(game))
}

fn result_as_json(lesson: &Lesson, report: &CheckReport) -> Value {
    let text = lesson.text_in("en");
    let goal = |(number, goal): (usize, &GoalReport)| {
        let mut value = json!(goal);
        value["text"] = sentence(text, number).into();
        value
    };
    json!({
        "lesson": lesson.id,
        "passed": report.passed(),
        "goals": report.goals.iter().enumerate().map(goal).collect::<Vec<_>>(),
        "uncalled": uncalled(report).iter().map(Problem::for_json).collect::<Vec<_>>(),
        "matches": report.matches,
        "seed": report.seed(),
        "match": MatchReport::of(&report.session, &report.end),
    })
}

/// Returns the methods that the learner's file names without calling them.
fn uncalled(report: &CheckReport) -> &[Problem] {
    &report.end.games[0].uncalled[LEARNER.index()]
}

/// Returns the sentence of a goal. The last goal of a lesson may have none: no errors.
pub fn sentence(text: &LessonText, number: usize) -> String {
    text.goals.get(number).cloned().unwrap_or_else(|| t!("The file runs without errors."))
}

fn in_words(lesson: &Lesson, report: &CheckReport) -> anyhow::Result<String> {
    let mut out = String::new();
    for (number, goal) in report.goals.iter().enumerate() {
        let sign = if goal.reached { "✓".green().to_string() } else { "✗".red().to_string() };
        out += &format!("{sign} {}{}\n", printable(&sentence(lesson.text(), number)), count(goal));
        let measured = goal.measured.get(Language::spoken().code).or_else(|| goal.measured.values().next());
        if let Some(measured) = measured {
            out += &format!("  {}\n", printable(measured));
        }
    }
    if !report.passed() {
        out += &failed_match(lesson, report);
    }
    out += &faults(&report.session, &report.end.games[0])?;
    for problem in uncalled(report) {
        let lines = problem.lines(Language::spoken(), Detail::Short).join("\n  ");
        out += &format!("{} {lines}\n", t!("Note:").yellow());
    }
    if let Some(logs) = &report.end.logs {
        out += &t!("Log: %{path}\n", path = logs.path(LEARNER).display());
    }
    if let Some(replay) = report.replay() {
        out += &t!("Watch the match: wag watch %{path}\n", path = quoted_path(replay));
    }
    Ok(out)
}

/// Names the match in which a goal was missed: its rounds, and its seed if the check has several matches.
fn failed_match(lesson: &Lesson, report: &CheckReport) -> String {
    let rounds = report.end.games[0].rounds;
    match lesson.seeds.len() {
        1 => t!("The match had %{n} rounds.\n", n = rounds),
        all => t!(
            "This was match %{number} of %{all}, with seed %{seed} and %{rounds} rounds.\n",
            number = report.matches,
            all,
            seed = report.seed(),
            rounds
        ),
    }
}

/// Returns what a learner can do after a check of a lesson.
fn next_step(course: &OpenCourse, number: usize, passed: bool) -> String {
    let command = course.command();
    let offer =
        if passed && course.lessons[number].offers_match { offered_match(course) } else { String::new() };
    offer
        + &match (passed, course.next(&course.progress())) {
            (false, _) => {
                let hint = format!("{command} {} --hint", number + 1);
                t!("Not passed yet. A hint: %{hint}\n", hint)
            }
            (true, Some(next)) => {
                let passed = t!("Passed!").green().bold().to_string();
                t!("%{passed} Next: %{command} %{number}\n", passed, command, number = next + 1)
            }
            (true, None) => {
                t!(
                    "You have finished the course. The challenges come next: %{ladder}\n",
                    ladder = ladder(course)
                )
            }
        }
}

/// Returns the commands for a match against a neighbour and for the first challenge.
fn offered_match(course: &OpenCourse) -> String {
    let ladder = ladder(course);
    let [new, play] = ["new", "play"].map(|command| ladder.replacen("ladder", command, 1));
    let own = course.info.own_player().unwrap_or_default();
    t!(
        "Play against your neighbour: `%{new}` writes an AI of your own, `%{play} %{own} NEIGHBOUR.py` plays a match.\nThe first challenge: %{ladder} play\n",
        new,
        play,
        own,
        ladder
    )
}

/// Returns the count of a goal as text; empty if the sentence says everything.
fn count(goal: &GoalReport) -> String {
    let count = goal.count;
    if goal.void {
        return t!(" (not counted, because the file had errors)");
    }
    match (goal.at_least, goal.at_most) {
        (Some(least), Some(most)) if least == most => t!(" (%{count}; needed: %{most})", count, most),
        (Some(least), Some(most)) => t!(" (%{count}; needed: %{least} to %{most})", count, least, most),
        (Some(least), None) if least > 1 || !goal.reached => {
            t!(" (%{count}; needed: at least %{least})", count, least)
        }
        (None, Some(most)) if !goal.reached => t!(" (%{count}; at most: %{most})", count, most),
        _ => String::new(),
    }
}

/// Checks a teacher's lesson: its solution passes, and the code to start from does not. With `--with`, checks a learner's
/// file instead.
fn check_own(
    game: KnownGame,
    own: &str,
    options: &CourseCheck,
    stop: Arc<AtomicBool>,
) -> anyhow::Result<ExitStatus> {
    let path = Path::new(own);
    let lesson = read_lesson(path)?;
    if let Some(file) = &options.ai {
        let result = |passed| if passed { t!("Passed!\n") } else { t!("Not passed yet.\n") };
        return tell(&lesson, play(game, &lesson, file, options, stop)?, options.json, result);
    }
    let problems = try_lesson(game, &lesson, &limits(game, options), &stop)?;
    if options.json {
        let object = json!({ "lesson": lesson.id, "languages": languages(&lesson), "problems": problems });
        print(&format!("{object}\n"))?;
    } else if problems.is_empty() {
        print(&t!(
            "%{file} is a lesson (%{languages}): its solution reaches all goals; the code to start from and %{n} wrong solutions do not.\n",
            file = path.display(),
            n = lesson.wrong.len(),
            languages = languages(&lesson).join(", ")
        ))?;
    } else {
        problems.iter().for_each(|problem| warn(format!("{}: {problem}", path.display())));
    }
    Ok(if problems.is_empty() { ExitStatus::Success } else { ExitStatus::Defect })
}

/// Reads a lesson, and the translations next to it.
fn read_lesson(path: &Path) -> Result<Lesson, PlayError> {
    let in_file = |path: &Path, err: &dyn std::fmt::Display| {
        PlayError::UserError(format!("{}: {err}", printable(&path.display().to_string())).into())
    };
    let mut lesson = parse(&read(path)?).map_err(|err| in_file(path, &err))?;
    for (language, path) in translations(path) {
        translation(&mut lesson, &language, &read(&path)?).map_err(|err| in_file(&path, &err))?;
    }
    Ok(lesson)
}

fn languages(lesson: &Lesson) -> Vec<&str> {
    lesson.texts.iter().map(|(language, _)| language.as_str()).collect()
}

fn read(path: &Path) -> Result<String, PlayError> {
    let unreadable = |error: &dyn std::fmt::Display| {
        PlayError::UserError(message!("%{file} cannot be read: %{error}", file = path.display(), error))
    };
    let bytes = read_text_file(path).map_err(|err| unreadable(&err))?;
    String::from_utf8(bytes).map_err(|_| unreadable(&t!("the file is not UTF-8 text")))
}

/// Returns the languages and paths of the translations that are next to a lesson, such as `loops.de.md` for `loops.md`.
fn translations(path: &Path) -> Vec<(String, std::path::PathBuf)> {
    let named = |language: &Language| {
        let path = path.with_extension(format!("{}.md", language.code));
        path.exists().then(|| (language.code.to_string(), path))
    };
    LANGUAGES.iter().filter_map(named).collect()
}
