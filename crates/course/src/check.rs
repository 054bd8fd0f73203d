//! Checks a lesson: plays its matches with the learner's file and looks whether the goals are reached.

use crate::goal::{self, Counted, Goal};
use crate::lesson::{Lesson, LessonText};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::{Choice, GameOptions, Kind as OptionKind};
use wag_games::{KnownGame, json_replay};
use wag_i18n::{message, quote, t};
use wag_play::line_up::choose::choose;
use wag_play::line_up::player_names::with_distinct_names;
use wag_play::line_up::player_spec::{Kind, PlayerSpec};
use wag_play::line_up::resolve::one_of;
use wag_play::{
    Keeping, MatchEnd, MatchEvent, Nobody, Outcome, ParsedSpec, PlayError, SeedSource, Session, Unstarted,
    WorkerPolicy, place, source_of_file, user_error,
};
use wag_sandbox::{Limits, TemporaryFolder};

/// The default limit of a turn, in seconds. A file that never ends loses three turns, so its check ends soon.
const TURN_SECONDS: u64 = 1;

/// Returns the default limit of a turn in a check, in seconds.
pub fn turn_seconds(game: KnownGame) -> u64 {
    game.info.turn_seconds.min(TURN_SECONDS)
}

/// The settings of a check.
pub struct CheckSettings {
    pub limits: Limits,
    /// The logs and the replay of each match. A replay is always written, because the goals are counted in it.
    pub keeping: Keeping,
    pub stop: Arc<AtomicBool>,
}

/// The outcome of a check.
pub enum Check {
    /// The learner's file, or another player, cannot start.
    CannotStart(Unstarted),
    Interrupted,
    Done(Box<CheckReport>),
}

/// The report of a check. The check ends with the first match in which a goal is not reached.
pub struct CheckReport {
    /// The goals in the last match, in the order of [`Lesson::goals`].
    pub goals: Vec<GoalReport>,
    /// The number of matches that were played.
    pub matches: usize,
    pub session: Session,
    /// The last match.
    pub end: MatchEnd,
}

/// The count of a goal in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GoalReport {
    pub reached: bool,
    #[cfg_attr(test, ts(type = "number"))]
    pub count: i64,
    #[cfg_attr(test, ts(type = "number | null"))]
    pub at_least: Option<i64>,
    #[cfg_attr(test, ts(type = "number | null"))]
    pub at_most: Option<i64>,
    /// Whether the goal is missed because the file had errors: it is about the whole match, which the file did not play.
    pub void: bool,
    /// The number of rounds that were counted.
    pub rounds: u32,
    /// A sentence about what was measured, by language code, if the goal is missed and the lesson has such a sentence.
    pub measured: BTreeMap<String, String>,
}

impl CheckReport {
    pub fn passed(&self) -> bool {
        self.goals.iter().all(|goal| goal.reached)
    }

    /// Returns the seed of the last match.
    pub fn seed(&self) -> u64 {
        self.end.games[0].seed
    }

    /// Returns the replay of the last match.
    pub fn replay(&self) -> Option<&Path> {
        self.end.games[0].replay.as_ref().map(|replay| replay.path.as_path())
    }
}

/// Plays the matches of a lesson with the learner's `file`, and counts its goals. `events` receives the events
/// of each match.
pub fn check(
    game: KnownGame,
    lesson: &Lesson,
    file: &str,
    settings: &CheckSettings,
    events: &mut dyn FnMut(&Session, MatchEvent<'_>),
) -> Result<Check, PlayError> {
    let folder = TemporaryFolder::new()?;
    for (matches, seed) in (1..).zip(&lesson.seeds) {
        let session = session(game, lesson, file, settings, &folder)?;
        let (people, seed) = (Rc::new(Nobody), SeedSource::Given(*seed));
        let played = session.play(&settings.stop, people, seed, &mut |event| events(&session, event))?;
        let end = match played {
            Outcome::CannotStart(why) => return Ok(Check::CannotStart(why)),
            Outcome::Interrupted => return Ok(Check::Interrupted),
            Outcome::Over(end) if end.interrupted() => return Ok(Check::Interrupted),
            Outcome::Over(end) => *end,
        };
        let goals = count(lesson, &end)?;
        if matches == lesson.seeds.len() || goals.iter().any(|goal| !goal.reached) {
            return Ok(Check::Done(Box::new(CheckReport { goals, matches, session, end })));
        }
    }
    unreachable!("a lesson has at least one seed")
}

/// Checks a lesson itself, for its author. Returns what is wrong with it, or nothing: its solution passes; the code to
/// start from and the wrong solutions do not.
pub fn try_lesson(
    game: KnownGame,
    lesson: &Lesson,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<String>, PlayError> {
    let folder = TemporaryFolder::new()?;
    let mut problems = unknown_figures(game, lesson);
    // The code is the lesson's, which may be a stranger's.
    let mut confined = limits.clone();
    confined.bounds.confined = true;
    let settings = CheckSettings {
        limits: confined,
        keeping: Keeping { replay: Some(folder.path().join("check.wag")), ..Keeping::default() },
        stop: Arc::clone(stop),
    };
    let mut played = Vec::new();
    for (language, text) in &lesson.texts {
        let (codes, unfit) = codes(lesson, language, text);
        problems.extend(unfit);
        for code in codes {
            // Translations often have the same code.
            let key = (code.text.clone(), matches!(code.expected, Expected::Passed));
            if played.contains(&key) {
                continue;
            }
            let file = folder.path().join("lesson.py");
            std::fs::write(&file, &code.text)?;
            let done = check(game, lesson, &file.display().to_string(), &settings, &mut |_, _| ())?;
            if matches!(done, Check::Interrupted) {
                return user_error(message!("the check was interrupted"));
            }
            problems.extend(code.problems(&done));
            played.push(key);
        }
    }
    Ok(problems)
}

/// Code of a lesson, and what its check must find.
struct LessonCode {
    /// Where the code comes from, for messages.
    origin: String,
    text: String,
    expected: Expected,
}

enum Expected {
    Passed,
    /// A goal is missed: this one, if a number is given, counted from 1.
    Missed(Option<usize>),
}

/// Returns the code in one language that a check of the lesson plays, and a problem for each wrong solution that cannot
/// be made from the solution.
fn codes(lesson: &Lesson, language: &str, text: &LessonText) -> (Vec<LessonCode>, Vec<String>) {
    let section = |name: &str, text: &str, expected| LessonCode {
        origin: t!("the code below %{section} (%{language})", section = format!("## {name}"), language),
        text: text.to_string(),
        expected,
    };
    let mut codes = vec![
        section("Solution", &text.solution, Expected::Passed),
        section("Start", &text.start, Expected::Missed(None)),
    ];
    let mut problems = Vec::new();
    for wrong in &lesson.wrong {
        let origin =
            t!("the wrong solution %{mistake} (%{language})", mistake = quote(&wrong.mistake), language);
        match wrong.code(&text.solution) {
            Ok(text) => codes.push(LessonCode { origin, text, expected: Expected::Missed(wrong.goal) }),
            Err(old) => {
                problems.push(t!(
                    "%{origin}: the solution does not contain %{old}",
                    origin,
                    old = quote(old)
                ));
            }
        }
    }
    (codes, problems)
}

impl LessonCode {
    /// Returns what is wrong with the lesson, judging by a check of this code.
    fn problems(&self, done: &Check) -> Vec<String> {
        let origin = &self.origin;
        let report = match done {
            Check::Done(report) => report,
            Check::CannotStart(why) => {
                return vec![t!("%{origin} cannot start: %{why}", origin, why)];
            }
            Check::Interrupted => return Vec::new(),
        };
        match self.expected {
            Expected::Missed(_) if report.passed() => vec![t!("%{origin} reaches all goals", origin)],
            Expected::Missed(Some(goal)) if report.goals[goal - 1].reached => {
                vec![t!("%{origin} reaches goal %{number}, which it must miss", origin, number = goal)]
            }
            Expected::Missed(_) => Vec::new(),
            Expected::Passed => {
                let missed = report.goals.iter().enumerate().filter(|(_, goal)| !goal.reached);
                let problem = |(number, goal): (usize, &GoalReport)| {
                    t!(
                        "%{origin} does not reach goal %{number}: it counts %{count} in the match with seed %{seed}",
                        origin,
                        number = number + 1,
                        count = goal.count,
                        seed = report.seed()
                    )
                };
                missed.map(problem).collect()
            }
        }
    }
}

/// Returns a problem for each goal that names a figure which the game does not have.
fn unknown_figures(game: KnownGame, lesson: &Lesson) -> Vec<String> {
    let figure = |goal: &Goal| match &goal.counted {
        Counted::Figure(name) if !game.info.figures.contains(&name.as_str()) => Some(t!(
            "there is no figure %{name}; choose one of %{figures}",
            name = quote(name),
            figures = game.info.figures.join(", ")
        )),
        _ => None,
    };
    lesson.goals.iter().filter_map(figure).collect()
}

fn count(lesson: &Lesson, end: &MatchEnd) -> Result<Vec<GoalReport>, PlayError> {
    let game = &end.games[0];
    let Some(replay) = game.replay.as_ref().filter(|replay| replay.is_complete) else {
        return user_error(message!("the match has no complete replay, so the goals cannot be checked"));
    };
    let unreadable = |err: &dyn std::fmt::Display| {
        let path = replay.path.display();
        PlayError::UserError(message!("the replay %{path} cannot be read: %{err}", path, err))
    };
    let file = wag_core::files::open_to_read(&replay.path).map_err(|err| unreadable(&err))?;
    let turns = goal::turns(&*json_replay(file).map_err(|err| unreadable(&err))?)?;
    let counts: Vec<i64> = lesson.goals.iter().map(|goal| goal.count(game, &turns)).collect();
    let is_faulty =
        lesson.goals.iter().zip(&counts).any(|(goal, count)| goal.is_about_errors() && !goal.accepts(*count));
    let report = |(number, goal): (usize, &Goal)| {
        let count = counts[number];
        let void = is_faulty && goal.needs_whole_match();
        let reached = goal.accepts(count) && !void;
        let sentence = |(language, text): &(String, LessonText)| {
            let sentence = text.measured.get(number).filter(|sentence| !reached && !sentence.is_empty())?;
            Some((language.clone(), goal::measured(sentence, count, &turns)?))
        };
        GoalReport {
            reached,
            count,
            at_least: goal.at_least,
            at_most: goal.at_most,
            void,
            rounds: goal.until_round.map_or(game.rounds, |last| last.min(game.rounds)),
            measured: lesson.texts.iter().filter_map(sentence).collect(),
        }
    };
    Ok(lesson.goals.iter().enumerate().map(report).collect())
}

/// Returns the match of a lesson. The code of the lesson's own opponents is written to `folder`.
fn session(
    game: KnownGame,
    lesson: &Lesson,
    file: &str,
    settings: &CheckSettings,
    folder: &TemporaryFolder,
) -> Result<Session, PlayError> {
    let mut entrants = vec![learner(game, file)?];
    for name in &lesson.opponents {
        entrants.push(opponent(game, lesson, name, folder)?);
    }
    let seats = &game.info.seats;
    if !seats.contains(&entrants.len()) {
        return user_error(message!(
            "%{title} is for %{seats}; the lesson names %{n} opponents",
            title = message!(game.info.title),
            seats = wag_play::seats_in_words(game.info),
            n = lesson.opponents.len()
        ));
    }
    let game_options = match_options(game, lesson)?;
    let (options, limits) = (&lesson.options, settings.limits.clone());
    let mut session = Session::with(game, with_distinct_names(entrants)?, options, limits)?;
    session.game_options = game_options;
    session.place = place(&session.game_options, game.info.options);
    session.rounds()?;
    session.workers = WorkerPolicy::Keep;
    session.keeping = settings.keeping.clone();
    session.keeping.no_replay = false;
    Ok(session)
}

/// Returns the options of the match of a lesson, with the lesson's own files.
pub fn match_options(game: KnownGame, lesson: &Lesson) -> Result<GameOptions, PlayError> {
    check_file_options(game, lesson)?;
    let mut options = choose(game.info, &lesson.options)?;
    for (name, text) in &lesson.files {
        let option = file_option(game, name)?;
        (game.info.look)(option, text.as_bytes()).map_err(|err| {
            PlayError::UserError(message!("the lesson's %{name}: %{err}", name, err = err.translated()))
        })?;
        let file = Choice::File { word: lesson.id.clone(), bytes: text.clone().into_bytes() };
        options.values.insert(option, file);
    }
    Ok(options)
}

/// Returns an error if a setting names a file on this machine. A lesson may come from a stranger, and contains its own
/// files.
fn check_file_options(game: KnownGame, lesson: &Lesson) -> Result<(), PlayError> {
    for option in game.info.options {
        let OptionKind::File { built_in, absent, literal, .. } = &option.kind else { continue };
        let Some(word) = lesson.options.get(option.name) else { continue };
        let is_known = built_in.iter().any(|file| file.name == word)
            || absent.is_some_and(|(none, _)| none == word)
            || literal.is_some_and(|sign| word.starts_with(sign));
        if !is_known {
            let names = built_in.iter().map(|file| file.name).chain(absent.map(|(none, _)| none));
            return user_error(message!(
                "the lesson names the file %{word}; choose one of %{names}, or write your own below `## File %{option}`",
                word = quote(word),
                names = names.collect::<Vec<_>>().join(", "),
                option = option.name
            ));
        }
    }
    Ok(())
}

/// Returns the name of an option that takes a file.
fn file_option(game: KnownGame, name: &str) -> Result<&'static str, PlayError> {
    let options = game.info.options.iter().filter(|option| matches!(option.kind, OptionKind::File { .. }));
    let names: Vec<&str> = options.map(|option| option.name).collect();
    match names.iter().find(|known| **known == name) {
        Some(name) => Ok(name),
        None if names.is_empty() => user_error(message!(
            "%{title} has no option that takes a file",
            title = message!(game.info.title)
        )),
        None => user_error(message!(
            "%{title} has no option %{name} that takes a file; choose one of %{names}",
            title = message!(game.info.title),
            name = quote(name),
            names = names.join(", ")
        )),
    }
}

fn learner(game: KnownGame, file: &str) -> Result<PlayerSpec, PlayError> {
    let learner = one_of(game.info, file, &[])?;
    match learner.kind {
        Kind::Python { .. } => Ok(learner),
        _ => user_error(message!("a lesson needs your own Python file, such as lesson1.py")),
    }
}

fn opponent(
    game: KnownGame,
    lesson: &Lesson,
    name: &str,
    folder: &TemporaryFolder,
) -> Result<PlayerSpec, PlayError> {
    if let Some((_, code)) = lesson.rivals.iter().find(|(known, _)| known == name) {
        let file: PathBuf = folder.path().join(format!("{name}.py"));
        std::fs::write(&file, code)?;
        let spec = ParsedSpec { name: Some(name.to_string()), source: source_of_file(&file) };
        let opponent = one_of(game.info, &spec.to_string(), &[])?;
        // The code is the lesson's, which may be a stranger's.
        return Ok(PlayerSpec { is_recorded: true, ..opponent });
    }
    if game.info.built_in(name).is_some() {
        return one_of(game.info, name, &[]);
    }
    let built_in = game.info.built_in.iter().map(|player| player.name).collect::<Vec<_>>().join(", ");
    user_error(message!(
        "there is no opponent %{name}; write one below %{heading}, or choose one of %{built_in}",
        name = quote(name),
        heading = format!("## Opponent {name}"),
        built_in
    ))
}
