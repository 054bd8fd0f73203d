//! Reads a lesson's file: settings in TOML between two lines `+++`, then Markdown.
//!
//! The Markdown begins with the title. Headings of the second level with fixed names end the text: `Hint`, `Start`,
//! `Solution`, `File OPTION` and `Opponent NAME`.

use crate::goal::{Counted, Goal, Total, unknown_placeholder};
use crate::lesson::{Lesson, LessonText, WrongSolution};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use wag_i18n::{quote, t};

/// The maximum size of a lesson's file, in bytes.
pub const LESSON_MAX: usize = 1 << 16;
/// The maximum numbers of goals, of matches of a check, of hints and of wrong solutions.
const LIST_MAX: usize = 20;
/// The line before and after the settings.
const FENCE: &str = "+++";
/// The maximum length of an id.
const ID_MAX: usize = 40;

/// The reason why a file is not a lesson.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LessonError {
    #[error("{}", t!("line %{line}: %{what}", line = .0, what = .1))]
    At(usize, String),
    #[error("{0}")]
    Whole(String),
}

type Result<T> = std::result::Result<T, LessonError>;

/// The settings of a lesson.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings {
    id: String,
    minutes: u32,
    #[serde(default)]
    task: String,
    #[serde(default = "english")]
    language: String,
    #[serde(default)]
    opponents: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, OptionValue>,
    #[serde(default = "first_seed")]
    seeds: Vec<u64>,
    goals: Vec<GoalSettings>,
    #[serde(default)]
    wrong: Vec<WrongSettings>,
    #[serde(default)]
    offers_match: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrongSettings {
    mistake: String,
    goal: Option<usize>,
    replace: Vec<(String, String)>,
}

/// The settings of a translation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TranslatedSettings {
    #[serde(default)]
    task: String,
    goals: Vec<String>,
    /// The sentences about what was measured; an empty one where the lesson has none.
    #[serde(default)]
    measured: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OptionValue {
    Number(u64),
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GoalSettings {
    text: String,
    #[serde(default)]
    measured: String,
    printed: Option<String>,
    event: Option<String>,
    order: Option<String>,
    figure: Option<String>,
    count: Option<Total>,
    #[serde(default, rename = "where")]
    fields: BTreeMap<String, Value>,
    until_round: Option<u32>,
    at_least: Option<i64>,
    at_most: Option<i64>,
}

fn english() -> String {
    "en".to_string()
}

fn first_seed() -> Vec<u64> {
    vec![1]
}

/// Reads a lesson.
pub fn parse(text: &str) -> Result<Lesson> {
    let (settings, sections) = parts::<Settings>(text)?;
    let is_name = |id: &str| {
        let is_letter =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        (1..=ID_MAX).contains(&id.len()) && id.chars().all(is_letter)
    };
    if !is_name(&settings.id) {
        return whole(t!("the id is %{id}; use small letters, digits and dashes", id = quote(&settings.id)));
    }
    if settings.minutes == 0 || settings.minutes > 1000 {
        return whole(t!("minutes must be a whole number from 1 to 1000"));
    }
    let seeds = settings.seeds;
    if seeds.is_empty() || seeds.len() > LIST_MAX {
        return whole(t!("seeds must be a list of 1 to %{most} numbers", most = LIST_MAX));
    }
    if settings.goals.is_empty() || settings.goals.len() > LIST_MAX {
        return whole(t!("a lesson has 1 to %{most} goals: [[goals]]", most = LIST_MAX));
    }
    let sentences: Vec<String> = settings.goals.iter().map(|goal| goal.text.clone()).collect();
    let measured = settings.goals.iter().map(|goal| goal.measured.clone()).collect();
    let measured = measured_sentences(measured)?;
    let wrong = wrong_solutions(settings.wrong, sentences.len())?;
    let mut goals = settings.goals.into_iter().map(goal).collect::<Result<Vec<_>>>()?;
    if !goals.iter().any(|goal| goal.counted == Counted::Total(Total::Errors)) {
        goals.push(Goal::NO_ERRORS);
    }
    let mut lesson = Lesson {
        id: settings.id,
        minutes: settings.minutes,
        opponents: settings.opponents,
        options: settings.options.into_iter().map(|(name, value)| (name, value.word())).collect(),
        seeds,
        files: Vec::new(),
        rivals: Vec::new(),
        goals,
        wrong,
        offers_match: settings.offers_match,
        texts: Vec::new(),
    };
    let base = LessonText { task: settings.task, measured, ..LessonText::default() };
    let text = read_sections(sections, sentences, base, Some(&mut lesson))?;
    for (name, is_missing) in [
        ("Hint", text.hints.is_empty()),
        ("Start", text.start.is_empty()),
        ("Solution", text.solution.is_empty()),
    ] {
        if is_missing {
            return whole(t!("the heading %{name} is missing", name = quote(format!("## {name}"))));
        }
    }
    lesson.texts.push((settings.language, text));
    Ok(lesson)
}

/// Adds a translation to a lesson. Code that is missing is taken from the lesson.
pub fn translation(lesson: &mut Lesson, language: &str, text: &str) -> Result<()> {
    let (settings, sections) = parts::<TranslatedSettings>(text)?;
    let first = &lesson.texts[0].1;
    if settings.goals.len() != first.goals.len() {
        return whole(t!(
            "the lesson has %{n} goals, the translation has %{other}",
            n = first.goals.len(),
            other = settings.goals.len()
        ));
    }
    let with_sentence =
        |sentences: &[String]| sentences.iter().map(|one| !one.is_empty()).collect::<Vec<_>>();
    let mut measured = measured_sentences(settings.measured)?;
    measured.resize(first.goals.len().max(measured.len()), String::new());
    if with_sentence(&measured) != with_sentence(&first.measured) {
        return whole(t!(
            "the translation needs a sentence in `measured` for each goal that has one in the lesson"
        ));
    }
    let base = LessonText {
        task: settings.task,
        measured,
        start: first.start.clone(),
        solution: first.solution.clone(),
        ..LessonText::default()
    };
    let translated = read_sections(sections, settings.goals, base, None)?;
    if translated.hints.len() != first.hints.len() {
        return whole(t!(
            "the lesson has %{n} hints, the translation has %{other}",
            n = first.hints.len(),
            other = translated.hints.len()
        ));
    }
    lesson.texts.push((language.to_string(), translated));
    Ok(())
}

/// Checks the sentences about what was measured.
fn measured_sentences(sentences: Vec<String>) -> Result<Vec<String>> {
    match sentences.iter().find_map(|sentence| unknown_placeholder(sentence)) {
        None => Ok(sentences),
        Some(name) => whole(t!(
            "a sentence in `measured` has the placeholder %{name}; use {count}, or {EVENT.FIELD} such as {moved.to}",
            name = quote(name)
        )),
    }
}

fn wrong_solutions(settings: Vec<WrongSettings>, goals: usize) -> Result<Vec<WrongSolution>> {
    if settings.len() > LIST_MAX {
        return whole(t!("a lesson has at most %{most} wrong solutions", most = LIST_MAX));
    }
    let solution = |WrongSettings { mistake, goal, replace }| {
        if goal.is_some_and(|goal| !(1..=goals).contains(&goal)) {
            return whole(t!(
                "the wrong solution %{mistake} names a goal that does not exist",
                mistake = quote(&mistake)
            ));
        }
        Ok(WrongSolution { mistake, goal, replace })
    };
    settings.into_iter().map(solution).collect()
}

fn whole<T>(what: String) -> Result<T> {
    Err(LessonError::Whole(what))
}

impl OptionValue {
    fn word(self) -> String {
        match self {
            OptionValue::Number(number) => number.to_string(),
            OptionValue::Word(word) => word,
        }
    }
}

fn goal(settings: GoalSettings) -> Result<Goal> {
    let fields = || Value::Object(settings.fields.clone().into_iter().collect());
    let GoalSettings { at_most, until_round, .. } = settings;
    let counted = [
        settings.printed.clone().map(Counted::Printed),
        settings.event.clone().map(|name| Counted::Event(name, fields())),
        settings.order.clone().map(|name| Counted::Order(name, fields())),
        settings.figure.clone().map(Counted::Figure),
        settings.count.map(Counted::Total),
    ];
    let Ok([counted]) = <[Counted; 1]>::try_from(counted.into_iter().flatten().collect::<Vec<_>>()) else {
        return whole(t!(
            "the goal %{text} needs exactly one of printed, event, order, figure and count",
            text = quote(&settings.text)
        ));
    };
    // Without a number, one is enough.
    let at_least = settings.at_least.or(at_most.is_none().then_some(1));
    Ok(Goal { counted, until_round, at_least, at_most })
}

/// A part of a lesson under a heading.
struct Section<'t> {
    /// The heading; `None` for the text before the first fixed heading.
    heading: Option<&'t str>,
    /// The number of the first line in the file, counted from 1.
    line: usize,
    lines: Vec<&'t str>,
}

/// Splits a file into its settings and its sections.
fn parts<T: serde::de::DeserializeOwned>(text: &str) -> Result<(T, Vec<Section<'_>>)> {
    if text.len() > LESSON_MAX {
        return whole(t!("the file is longer than %{most} bytes", most = LESSON_MAX));
    }
    let mut lines = text.lines();
    if lines.next().map(str::trim_end) != Some(FENCE) {
        return Err(LessonError::At(1, t!("a lesson begins with its settings, between two lines +++")));
    }
    let settings: Vec<&str> = lines.by_ref().take_while(|line| line.trim_end() != FENCE).collect();
    let source = settings.join("\n");
    let rest = settings.len() + 2;
    if text.lines().count() < rest {
        return Err(LessonError::At(1, t!("the settings do not end: the second line +++ is missing")));
    }
    let parsed = toml::from_str(&source).map_err(|err| {
        let before = err.span().and_then(|span| source.get(..span.start)).unwrap_or_default();
        LessonError::At(before.matches('\n').count() + 2, err.message().to_string())
    })?;
    Ok((parsed, sections(lines, rest + 1)))
}

/// Splits Markdown at its fixed headings; headings in code do not count.
fn sections<'t>(lines: impl Iterator<Item = &'t str>, first_line: usize) -> Vec<Section<'t>> {
    let mut sections = vec![Section { heading: None, line: first_line, lines: Vec::new() }];
    let mut is_code = false;
    for (number, line) in lines.enumerate() {
        is_code ^= line.trim_start().starts_with("```");
        match line.strip_prefix("## ").map(str::trim).filter(|heading| !is_code && is_fixed(heading)) {
            Some(heading) => {
                let line = first_line + number;
                sections.push(Section { heading: Some(heading), line, lines: Vec::new() });
            }
            None => sections.last_mut().expect("there is one").lines.push(line),
        }
    }
    sections
}

fn is_fixed(heading: &str) -> bool {
    let names = ["File ", "Opponent "];
    matches!(heading, "Hint" | "Start" | "Solution") || names.iter().any(|name| heading.starts_with(name))
}

/// Reads the sections into `text`, and those that exist only once in all languages into `lesson`.
fn read_sections(
    sections: Vec<Section<'_>>,
    goals: Vec<String>,
    mut text: LessonText,
    mut lesson: Option<&mut Lesson>,
) -> Result<LessonText> {
    text.goals = goals;
    for section in sections {
        match section.heading {
            None => (text.title, text.body) = section.title_and_text()?,
            Some("Hint") => text.hints.push(section.text()),
            Some("Start") => text.start = section.code()?,
            Some("Solution") => text.solution = section.code()?,
            Some(heading) => {
                let Some(lesson) = lesson.as_deref_mut() else {
                    let what = t!("%{heading} belongs into the lesson, not into its translation", heading);
                    return Err(LessonError::At(section.line, what));
                };
                let code = section.code()?;
                match heading.split_once(' ') {
                    Some(("File", option)) => lesson.files.push((option.trim().to_string(), code)),
                    Some((_, name)) => lesson.rivals.push((section.rival(name)?, code)),
                    None => unreachable!("the heading has a name"),
                }
            }
        }
    }
    if text.hints.len() > LIST_MAX {
        return whole(t!("a lesson has at most %{most} hints", most = LIST_MAX));
    }
    Ok(text)
}

impl Section<'_> {
    fn text(&self) -> String {
        self.lines.join("\n").trim().to_string()
    }

    /// Returns the number of the first line that is not empty.
    fn first_line(&self) -> usize {
        self.line + self.lines.iter().take_while(|line| line.trim().is_empty()).count()
    }

    fn title_and_text(&self) -> Result<(String, String)> {
        let text = self.text();
        let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
        match first.strip_prefix("# ") {
            Some(title) => Ok((title.trim().to_string(), rest.trim().to_string())),
            None => Err(LessonError::At(self.first_line(), t!("the text begins with its title: # Title"))),
        }
    }

    /// Returns the content of the section's block of code.
    fn code(&self) -> Result<String> {
        let is_mark = |line: &&str| line.trim_start().starts_with("```");
        let mut lines = self.lines.iter().skip_while(|line| !is_mark(line));
        let has_begun = lines.next().is_some();
        let mut code: String =
            lines.by_ref().take_while(|line| !is_mark(line)).map(|line| format!("{line}\n")).collect();
        let is_closed = self.lines.iter().filter(|line| is_mark(line)).count() == 2;
        if !has_begun || !is_closed {
            let heading = self.heading.unwrap_or_default();
            return Err(LessonError::At(
                self.line,
                t!("below %{heading} there must be one block of code", heading),
            ));
        }
        if code.is_empty() {
            code.push('\n');
        }
        Ok(code)
    }

    /// Returns the name of an opponent, which becomes the name of a file.
    fn rival(&self, name: &str) -> Result<String> {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        match (1..=ID_MAX).contains(&name.len()) && name.chars().all(is_letter) {
            true => Ok(name.to_string()),
            false => {
                let what =
                    t!("the opponent's name is %{name}; use letters, digits and _", name = quote(name));
                Err(LessonError::At(self.line, what))
            }
        }
    }
}
