//! The course as a document, made from its lessons.

use crate::Course;
use crate::lesson::Lesson;
use std::fmt::Write;
use wag_core::game::Cell;
use wag_core::game::GameInfo;

/// The words of a document in one language.
struct Words {
    language: &'static str,
    contents: &'static str,
    minutes: &'static str,
    begin: &'static str,
    check: &'static str,
    board: &'static str,
    goals: &'static str,
    start: &'static str,
    hints: &'static str,
}

const WORDS: &[Words] = &[
    Words {
        language: "en",
        contents: "Contents",
        minutes: "minutes",
        begin: "Begin",
        check: "Check",
        board: "Board of lesson",
        goals: "Goals of lesson",
        start: "File of lesson",
        hints: "Hints for lesson",
    },
    Words {
        language: "de",
        contents: "Inhalt",
        minutes: "Minuten",
        begin: "Beginnen",
        check: "Prüfen",
        board: "Spielfeld von Lektion",
        goals: "Ziele von Lektion",
        start: "Datei zu Lektion",
        hints: "Tipps zu Lektion",
    },
];

/// Returns the course of a game as a Markdown document in a language. `preface` is the text before the first lesson.
/// Solutions are left out.
pub fn document(info: &GameInfo, language: &str, preface: &str) -> String {
    let lessons = crate::lessons(info);
    let words = WORDS.iter().find(|words| words.language == language).unwrap_or(&WORDS[0]);
    let mut text = format!("{}\n\n## {}\n\n", preface.trim_end(), words.contents);
    for (number, lesson) in (1..).zip(&lessons) {
        let title = &lesson.text_in(language).title;
        let minutes = words.minutes;
        let _ =
            writeln!(text, "{number}. [{title}](#{}) ({} {minutes})", anchor(number, title), lesson.minutes);
    }
    for (number, lesson) in (1..).zip(&lessons) {
        text += &chapter(info, number, lesson, words);
    }
    text
}

/// Returns the anchor of a lesson's heading, as Markdown viewers build it.
fn anchor(number: usize, title: &str) -> String {
    let heading = format!("{number}. {title}").to_lowercase();
    let kept = heading.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

fn chapter(info: &GameInfo, number: usize, lesson: &Lesson, words: &Words) -> String {
    let text = lesson.text_in(words.language);
    let mut chapter = format!("\n## {number}. {}\n\n{}\n", text.title, text.body);
    let _ = write!(chapter, "\n### {} {number}\n\n", words.goals);
    for goal in &text.goals {
        let _ = writeln!(chapter, "- {goal}");
    }
    let (begin, check, command) = (words.begin, words.check, Course::of(info).command());
    let _ = write!(chapter, "\n{begin}: `{command} {number}`. {check}: `{command} check {number}`.\n");
    if let Some(board) = board(info, lesson) {
        let _ = write!(chapter, "\n### {} {number}\n\n```text\n{board}```\n", words.board);
    }
    let _ = write!(chapter, "\n### {} {number}\n\n```python\n{}```\n", words.start, text.start);
    let _ = write!(chapter, "\n### {} {number}\n\n", words.hints);
    for (number, hint) in (1..).zip(&text.hints) {
        let indented = hint.replace('\n', "\n   ");
        let _ = writeln!(chapter, "{number}. {indented}");
    }
    chapter
}

/// Returns the board of a lesson as text, with two characters per square.
pub fn board(info: &GameInfo, lesson: &Lesson) -> Option<String> {
    let place = info.place_option()?.name;
    let (_, text) = lesson.files.iter().find(|(option, _)| option == place)?;
    let sight = (info.sketch)(place, text.as_bytes())?.sight;
    let row = |cells: &[Cell]| cells.iter().map(|cell| format!("{} ", cell.signs[0])).collect::<String>();
    Some(sight.cells.chunks(sight.width.max(1)).map(|cells| format!("{}\n", row(cells).trim_end())).collect())
}
