//! Tests of reading lessons and counting goals.

use crate::parse::{LessonError, parse, translation};
use crate::*;
use wag_ladder::Tasks;

const LESSON: &str = r###"+++
id = "first"
minutes = 2
opponents = ["Dummy", "guard", "Dummy"]
options = { rounds = 5 }

[[goals]]
text = "You say hello."
printed = "Hello"

[[goals]]
text = "You have enough."
figure = "stock"
at_least = 200
+++

# First words

Say hello.

## A heading of the text

```python
## Start
print(1)
```

## Hint

One.

## Hint

Two.

## Start

```python
# Write here.
```

## Solution

```python
print("Hello")
```

## Opponent guard

```python
pass
```
"###;

fn error(from: &str, to: &str) -> String {
    assert!(LESSON.contains(from), "{from}");
    parse(&LESSON.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn lesson_is_read_from_one_file() {
    let lesson = parse(LESSON).unwrap();
    assert_eq!((lesson.id.as_str(), lesson.minutes, lesson.seeds.as_slice()), ("first", 2, &[1][..]));
    assert_eq!(lesson.options["rounds"], "5");
    assert_eq!(lesson.rivals, [("guard".to_string(), "pass\n".to_string())]);
    let text = lesson.text_in("en");
    assert_eq!(text.title, "First words");
    assert!(text.body.ends_with("## Start\nprint(1)\n```"), "{}", text.body);
    assert_eq!(text.hints, ["One.", "Two."]);
    assert_eq!((text.start.as_str(), text.solution.as_str()), ("# Write here.\n", "print(\"Hello\")\n"));
    assert_eq!(lesson.goals.len(), 3, "errors are a goal, too");
    assert_eq!(lesson.goals[2], Goal::NO_ERRORS);
    assert_eq!((lesson.goals[0].at_least, lesson.goals[1].at_least), (Some(1), Some(200)));
}

#[test]
fn translation_takes_missing_code_from_the_lesson() {
    let mut lesson = parse(LESSON).unwrap();
    let german = "+++\ngoals = [\"Eins\", \"Zwei\"]\n+++\n# Erste Worte\n\n## Hint\nA\n\n## Hint\nB\n";
    translation(&mut lesson, "de", german).unwrap();
    let text = lesson.text_in("de");
    assert_eq!((text.title.as_str(), text.solution.as_str()), ("Erste Worte", "print(\"Hello\")\n"));
    assert_eq!(lesson.text_in("fr").title, "First words");
    let short = german.replace("## Hint\nB\n", "");
    assert!(matches!(translation(&mut lesson, "de", &short), Err(LessonError::Whole(_))));
    assert!(translation(&mut lesson, "de", &german.replace(", \"Zwei\"", "")).is_err());
}

#[test]
fn invalid_lesson_is_an_error_with_its_line() {
    assert!(error("minutes = 2", "minutes = two").starts_with("line 3: "));
    assert!(error("minutes = 2", "hours = 2").starts_with("line 3: unknown field `hours`"));
    assert!(error("id = \"first\"", "id = \"../x\"").contains("use small letters, digits and dashes"));
    assert!(error("minutes = 2", "minutes = 0").contains("from 1 to 1000"));
    assert!(error("options = ", "seeds = []\noptions = ").contains("a list of 1 to 20 numbers"));
    assert!(error("printed = \"Hello\"", "").contains("exactly one of printed, event"));
    assert!(error("figure = \"stock\"", "figure = \"stock\"\ncount = \"errors\"").contains("exactly one of"));
    assert!(error("figure = \"stock\"", "count = \"wins\"").contains("unknown variant `wins`"));
    assert_eq!(error("+++\nid", "id"), "line 1: a lesson begins with its settings, between two lines +++");
    assert!(error("+++\n\n# First", "\n# First").starts_with("line "), "the settings do not end");
    assert_eq!(error("# First words", "First words"), "line 17: the text begins with its title: # Title");
    assert_eq!(error("```\n\n## Solution", "\n## Solution").split(':').next(), Some("line 36"));
    assert!(error("## Start\n\n", "## Begin\n\n").contains("\"## Start\" is missing"));
    assert!(error("## Opponent guard", "## Opponent ../guard").contains("use letters, digits and _"));
    assert!(parse(&" ".repeat(LESSON_MAX + 1)).unwrap_err().to_string().contains("65536 bytes"));
}

#[test]
fn wrong_solutions_and_measured_sentences_are_read() {
    let text = LESSON
        .replace("printed = \"Hello\"\n", "printed = \"Hello\"\nmeasured = \"It printed {count} lines.\"\n")
        .replace(
            "+++\n\n# First",
            "\n[[wrong]]\nmistake = \"nothing\"\ngoal = 1\nreplace = [[\"Hello\", \"\"]]\n+++\n\n# First",
        );
    let mut lesson = parse(&text).unwrap();
    assert_eq!(lesson.wrong[0].code(&lesson.texts[0].1.solution), Ok("print(\"\")\n".to_string()));
    assert_eq!(lesson.wrong[0].code("pass"), Err("Hello"));
    assert_eq!(lesson.text_in("en").measured, ["It printed {count} lines.", ""]);
    let german = "+++\ngoals = [\"Eins\", \"Zwei\"]\n+++\n# Erste Worte\n\n## Hint\nA\n\n## Hint\nB\n";
    assert!(translation(&mut lesson, "de", german).is_err(), "the sentence is missing");
    let german = german.replace("]\n+++", "]\nmeasured = [\"Es gab {count} Zeilen aus.\", \"\"]\n+++");
    translation(&mut lesson, "de", &german).unwrap();
    assert!(parse(&text.replace("goal = 1", "goal = 3")).is_err());
    assert!(parse(&text.replace("{count}", "{lines}")).is_err());
}

#[test]
fn files_of_lessons_are_recognized() {
    for name in ["lesson1.py", "lesson13.py", "lesson2-old1.py"] {
        assert!(is_lesson_file(name), "{name}");
    }
    for name in ["lesson.py", "lessons1.py", "lesson1.pyi", "lesson1-old.py", "a/lesson1.py", "yourAI.py"] {
        assert!(!is_lesson_file(name), "{name}");
    }
}

#[test]
fn progress_round_trips_and_damage_is_an_error() {
    let course = Course { game: None };
    let mut progress = course.no_progress();
    progress.checked("first", false);
    progress.checked("first", true);
    progress.checked("first", false);
    progress.of_mut("second").hints = 2;
    let first = LessonProgress { checks: 3, passed: true, hints: 0, solution: false };
    assert_eq!(progress.of("first"), first);
    assert_eq!(course.parse(course.to_text(&progress).as_bytes()), Ok(progress));
    for text in [
        "",
        "[]",
        "{\"version\": 1}",
        "{\"version\": 2, \"lessons\": {}}",
        "{\"version\": 1, \"lessons\": 1}",
    ] {
        assert!(course.parse(text.as_bytes()).is_err(), "{text}");
    }
}

#[path = "../../docs/src/course.rs"]
mod pages;

/// The book's build script makes its pages from the files of the lessons, without this crate.
#[test]
fn pages_of_the_book_have_what_the_lessons_have() {
    let project = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = |language: &str, topic: &str| pages::page(&project, language, topic).unwrap().unwrap();
    let lessons = lessons(wag_games::first().info);
    for language in ["en", "de"] {
        let course = page(language, "course");
        for (number, lesson) in (1..).zip(&lessons) {
            let text = lesson.text_in(language);
            let line = format!("{number}. [{}](lesson-{number:02}.md) ({} ", text.title, lesson.minutes);
            assert!(course.contains(&line), "{line}");
            let page = page(language, &format!("lesson-{number:02}"));
            assert!(page.starts_with(&format!("# {number}. {}\n\n{}\n", text.title, text.body)), "{page}");
            for goal in &text.goals {
                assert!(page.contains(&format!("\n- {goal}\n")), "{goal}\n{page}");
            }
            assert_eq!(page.matches("\n- ").count(), text.goals.len() + text.body.matches("\n- ").count());
            assert!(page.contains(&format!(" {} ", lesson.rounds().unwrap())), "{page}");
            assert!(page.contains(&format!("```python\n{}```\n", text.start)), "{page}");
            assert!(
                page.contains(&format!("```text\n{}```\n", board(wag_games::first().info, lesson).unwrap()))
            );
            for hint in &text.hints {
                assert!(page.contains(hint.lines().next().unwrap()), "{hint}");
            }
            assert!(!page.contains(&text.solution) && !page.contains("+++"), "{page}");
        }
        assert_eq!(course.matches("](lesson-").count(), lessons.len());
    }
    assert!(pages::page(&project, "en", "lesson-99").unwrap().is_err());
    assert!(
        pages::page(&project, "en", "manual").is_none() && pages::page(&project, "fr", "course").is_none()
    );
}

#[test]
fn an_endless_loop_ends_a_check_soon() {
    // Three lost turns end the match for a player.
    assert!(turn_seconds(wag_games::first()) * 3 <= 5);
}

#[test]
fn lessons_of_the_course_have_different_ids_and_complete_translations() {
    let lessons = lessons(wag_games::first().info);
    assert_eq!(lessons.len(), 13);
    let mut ids: Vec<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 13);
    for lesson in &lessons {
        assert_eq!(lesson.texts.len(), 2, "{}", lesson.id);
        assert_eq!(lesson.hints(), 3, "{}", lesson.id);
        assert!(lesson.wrong.len() >= 4, "{}: mistakes that its check must find", lesson.id);
        assert!(lesson.rounds().is_some(), "{}", lesson.id);
        assert_ne!(lesson.text_in("en").title, lesson.text_in("de").title);
    }
    let offers: Vec<&Lesson> = lessons.iter().filter(|lesson| lesson.offers_match).collect();
    assert_eq!(offers.len(), 1, "one match against a neighbour");
    let before = lessons.iter().take_while(|lesson| lesson.id != offers[0].id);
    let minutes = before.map(|lesson| lesson.minutes).sum::<u32>() + offers[0].minutes;
    assert!((40..=50).contains(&minutes), "after {minutes} minutes");
}

#[test]
fn page_types_are_current() {
    wag_core::assert_page_types!("course.d.ts", "", [crate::GoalReport, crate::LessonProgress]);
}
