//! The pages of the course, made from its lessons in `python/course`: `course`, and `lesson-01` and so on. Solutions and
//! wrong solutions are left out.
//!
//! The build script includes this file, so it uses only the standard library. `crates/course` checks the lessons.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The folder of the lessons.
const FOLDER: &str = "python/course/warriors";
/// The file of the page `course`, without its extension.
const PREFACE: &str = "00-course";

/// The words of a page in one language.
struct Words {
    language: &'static str,
    minutes: &'static str,
    goals: &'static str,
    rounds: &'static str,
    matches: &'static str,
    begin: &'static str,
    check: &'static str,
    board: &'static str,
    file: &'static str,
    hints: &'static str,
}

const WORDS: [Words; 2] = [
    Words {
        language: "en",
        minutes: "minutes",
        goals: "Goals",
        rounds: "The match has ROUNDS rounds.",
        matches: "A check plays MATCHES matches of ROUNDS rounds each.",
        begin: "Begin",
        check: "Check",
        board: "Board",
        file: "File",
        hints: "Hints",
    },
    Words {
        language: "de",
        minutes: "Minuten",
        goals: "Ziele",
        rounds: "Das Spiel hat ROUNDS Runden.",
        matches: "Eine Prüfung spielt MATCHES Spiele mit je ROUNDS Runden.",
        begin: "Beginnen",
        check: "Prüfen",
        board: "Spielfeld",
        file: "Datei",
        hints: "Tipps",
    },
];

type Result<T> = std::result::Result<T, String>;

/// Returns the text of a page that is made from the lessons; `None` for all other pages.
pub fn page(project: &Path, language: &str, topic: &str) -> Option<Result<String>> {
    let words = WORDS.iter().find(|words| words.language == language)?;
    let folder = project.join(FOLDER);
    match topic.strip_prefix("lesson-") {
        Some(number) => Some(lesson_page(&folder, words, number.parse().ok()?)),
        None => (topic == "course").then(|| course_page(&folder, words)),
    }
}

fn course_page(folder: &Path, words: &Words) -> Result<String> {
    let mut text = read(&folder.join(file_name(PREFACE, words)))?.trim_end().to_string();
    text.push('\n');
    for (number, name) in (1..).zip(lessons(folder)?) {
        let lesson = Lesson::read(folder, &name, words)?;
        let (title, minutes) = (lesson.title()?, setting(&lesson.settings, "minutes").unwrap_or_default());
        let _ = write!(text, "\n{number}. [{title}](lesson-{number:02}.md) ({minutes} {})", words.minutes);
    }
    text.push('\n');
    Ok(text)
}

fn lesson_page(folder: &Path, words: &Words, number: usize) -> Result<String> {
    let names = lessons(folder)?;
    let name = number.checked_sub(1).and_then(|index| names.get(index));
    let lesson = Lesson::read(folder, name.ok_or_else(|| format!("there is no lesson {number}"))?, words)?;
    let mut text = format!("# {number}. {}\n\n{}\n", lesson.title()?, lesson.body());
    let _ = write!(text, "\n## {}\n\n", words.goals);
    for goal in &lesson.goals {
        let _ = writeln!(text, "- {goal}");
    }
    let _ = write!(text, "\n{}\n", lesson.matches(words));
    let (begin, check) = (words.begin, words.check);
    let _ = write!(text, "\n{begin}: `wag course {number}`. {check}: `wag course check {number}`.\n");
    if let Some(map) = lesson.section("File map") {
        let rows = map.lines().filter(|line| !line.is_empty()).skip(5).take_while(|line| *line != "```");
        let rows: String = rows.map(|row| format!("{}\n", spaced(row))).collect();
        let _ = write!(text, "\n## {}\n\n```text\n{rows}```\n", words.board);
    }
    let start = lesson.section("Start").unwrap_or_default();
    let _ = write!(text, "\n## {}\n\n{}\n", words.file, start.trim());
    let _ = write!(text, "\n## {}\n\n", words.hints);
    for (number, hint) in (1..).zip(lesson.hints()) {
        let indented = hint.trim().replace('\n', "\n   ").replace("\n   \n", "\n\n");
        let _ = writeln!(text, "{number}. {indented}");
    }
    Ok(text)
}

/// Returns a row of a map with a space between two fields.
fn spaced(row: &str) -> String {
    let fields: Vec<String> = row.trim().chars().map(String::from).collect();
    fields.join(" ")
}

/// Returns the names of the lessons, without their extensions, in order.
fn lessons(folder: &Path) -> Result<Vec<String>> {
    let unreadable = |err| format!("{}: {err}", folder.display());
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let file = entry.map_err(unreadable)?.file_name();
        let name = file.to_string_lossy().strip_suffix(".md").map(str::to_string);
        names.extend(name.filter(|name| !name.contains('.') && name != PREFACE));
    }
    names.sort();
    Ok(names)
}

/// Returns the name of a file in a language.
fn file_name(name: &str, words: &Words) -> PathBuf {
    match words.language {
        "en" => format!("{name}.md").into(),
        language => format!("{name}.{language}.md").into(),
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|err| format!("{}: {err}", file.display()))
}

/// The texts of a lesson in one language.
struct Lesson {
    /// The settings of the lesson.
    settings: String,
    /// The sentences of the goals.
    goals: Vec<String>,
    /// The Markdown after the settings.
    text: String,
    /// The Markdown of the lesson in its first language, which has what the translation lacks.
    first: String,
}

impl Lesson {
    fn read(folder: &Path, name: &str, words: &Words) -> Result<Lesson> {
        let (settings, first) = parts(&read(&folder.join(format!("{name}.md")))?)?;
        let (own, text) = parts(&read(&folder.join(file_name(name, words)))?)?;
        let goals = match words.language {
            "en" => settings.lines().filter_map(|line| line.strip_prefix("text = ")).map(unquoted).collect(),
            _ => listed(&own, "goals"),
        };
        Ok(Lesson { settings, goals, text, first })
    }

    fn title(&self) -> Result<&str> {
        let line = self.text.trim_start().lines().next().and_then(|line| line.strip_prefix("# "));
        line.ok_or_else(|| "the text of a lesson begins with its title".to_string())
    }

    fn body(&self) -> &str {
        let text = self.text.trim_start().split_once('\n').map_or("", |(_, rest)| rest);
        text.split("\n## Hint\n").next().unwrap_or(text).trim()
    }

    /// Returns the text below a heading.
    fn section(&self, heading: &str) -> Option<&str> {
        let below = |text: &'_ str| text.find(&format!("\n## {heading}\n")).map(|at| at + heading.len() + 5);
        let in_text = |text: &'_ str| {
            below(text).map(|at| (at, text[at..].find("\n## ").map_or(text.len(), |end| at + end)))
        };
        match (in_text(&self.text), in_text(&self.first)) {
            (Some((start, end)), _) => Some(&self.text[start..end]),
            (None, Some((start, end))) => Some(&self.first[start..end]),
            (None, None) => None,
        }
    }

    fn hints(&self) -> impl Iterator<Item = &str> {
        let parts = self.text.split("\n## Hint\n").skip(1);
        parts.map(|part| part.split("\n## ").next().unwrap_or(part))
    }

    /// Returns how many matches a check plays, and how long they are.
    fn matches(&self, words: &Words) -> String {
        let rounds = setting(&self.settings, "options = { rounds").unwrap_or_default();
        let rounds = rounds.split([' ', ',', '}']).next().unwrap_or_default();
        let seeds = setting(&self.settings, "seeds").map_or(1, |seeds| seeds.split(',').count());
        let sentence = if seeds > 1 { words.matches } else { words.rounds };
        sentence.replace("MATCHES", &seeds.to_string()).replace("ROUNDS", rounds)
    }
}

/// Splits a file into its settings and its text.
fn parts(file: &str) -> Result<(String, String)> {
    let split = file.strip_prefix("+++\n").and_then(|rest| rest.split_once("\n+++\n"));
    let (settings, text) = split.ok_or("a lesson begins with its settings, between two lines +++")?;
    Ok((settings.to_string(), format!("\n{text}")))
}

/// Returns the value of a setting that stands on one line.
fn setting<'s>(settings: &'s str, name: &str) -> Option<&'s str> {
    let line = |line: &'s str| line.strip_prefix(name)?.trim_start().strip_prefix('=');
    settings.lines().find_map(line).map(str::trim)
}

/// Returns the texts of a list, which may stand on one line or on several.
fn listed(settings: &str, name: &str) -> Vec<String> {
    let Some((_, rest)) = settings.split_once(&format!("{name} = [")) else { return Vec::new() };
    let lines = rest.lines().map(str::trim);
    if let Some(one) = rest.lines().next().filter(|line| line.contains('"')) {
        return one.trim_end_matches(']').split("\", \"").map(unquoted).collect();
    }
    lines.skip(1).take_while(|line| *line != "]").map(|line| unquoted(line.trim_end_matches(','))).collect()
}

fn unquoted(text: &str) -> String {
    text.trim().trim_matches('"').replace("\\\"", "\"")
}
