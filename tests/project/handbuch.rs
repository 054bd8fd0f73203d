//! Compares `docs/handbuch.md`, the German manual, with `docs/manual.md`: both must have the same parts and the same
//! examples.
//!
//! `tests/project/manual.rs` runs the examples of the manual, so those of the translation only need to be the same,
//! except for comments in code and the words of drawings. If a paragraph, a row, an item or an example is added to only
//! one of the two, this test fails. Log lines that the game writes are in German there, exactly as in a German log.

use std::cmp::Reverse;
use std::fmt;
use std::path::Path;
use wag_core::problem::CASES;
use wag_i18n::{Catalog, Language};

#[derive(Debug, PartialEq)]
enum Part {
    /// A heading, with its level.
    Heading(usize),
    Paragraph,
    Item,
    Row,
    /// A code block: its info string, and its lines as far as they must be the same in both languages.
    Block(String, Vec<String>),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Part::Heading(level) => write!(f, "a heading of level {level}"),
            Part::Paragraph => f.write_str("a paragraph"),
            Part::Item => f.write_str("an item of a list"),
            Part::Row => f.write_str("a row of a table"),
            Part::Block(fence, lines) => write!(f, "a block `{fence}`:\n    {}", lines.join("\n    ")),
        }
    }
}

/// Returns the parts of a page, each with its line number from 1. The function translates lines of the game's log.
fn parts(page: &str, translate: fn(&str) -> String) -> Vec<(usize, Part)> {
    let mut parts: Vec<(usize, Part)> = Vec::new();
    let mut open = false;
    let mut goes_on = false;
    for (line, number) in page.lines().zip(1..) {
        if open {
            let Some((_, Part::Block(fence, lines))) = parts.last_mut() else {
                unreachable!("it was pushed")
            };
            match line {
                "```" => open = false,
                _ => lines.push(essence(fence, line, translate)),
            }
            continue;
        }
        let part = match line.trim_start() {
            "" => None,
            text if text.starts_with("```") => {
                open = true;
                Some(Part::Block(text[3..].to_string(), Vec::new()))
            }
            text if text.starts_with('#') => {
                Some(Part::Heading(text.chars().take_while(|c| *c == '#').count()))
            }
            text if text.starts_with('|') => Some(Part::Row),
            text if text.starts_with("- ") => Some(Part::Item),
            _ if goes_on => None,
            _ => Some(Part::Paragraph),
        };
        goes_on = matches!(part, Some(Part::Paragraph | Part::Item))
            || goes_on && part.is_none() && !line.trim().is_empty();
        parts.extend(part.map(|part| (number, part)));
    }
    parts
}

/// Returns the part of a block's line that must be the same in both languages: the numbers of a drawing, and code
/// without its comment.
fn essence(fence: &str, line: &str, translate: fn(&str) -> String) -> String {
    let numbers = || line.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    match fence.split(' ').collect::<Vec<_>>().as_slice() {
        ["text"] => numbers().collect::<Vec<_>>().join(" "),
        ["text", "log"] if hinted_case(line).is_some() => format!("a hint on {:?}", hinted_case(line)),
        ["text", "log"] => {
            let between = |mark: &str| line.strip_prefix(mark)?.trim_start().strip_suffix(mark);
            match (between("***"), between("===")) {
                (Some(words), _) => format!("*** {} ***", translate(words.trim_end())),
                // The decimal separator depends on the language.
                (_, Some(words)) => format!("=== {} ===", translate(words.trim_end()).replace('.', ",")),
                _ => line.to_string(),
            }
        }
        ["text", ..] => line.to_string(),
        _ => without_comment(line).trim_end().to_string(),
    }
}

/// Returns the English section that the hint on an error refers to. `tests/players/explained.rs` compares the
/// sentences.
fn hinted_case(line: &str) -> Option<&'static str> {
    let line = line.strip_prefix("*** ").unwrap_or(line);
    let is_hint = line.starts_with("Hint: ") || line.starts_with("Tipp: ");
    let leads_to = |page: &str, anchor: &str| line.contains(&format!("(docs/{page}#{anchor})"));
    let mut sections = CASES.iter().map(|case| case.section).filter(|_| is_hint);
    let found =
        sections.find(|section| leads_to("manual.md", section.en) || leads_to("handbuch.md", section.de));
    found.map(|section| section.en)
}

/// Returns the line without its comment, unless the comment shows log output. A `#` in a string does not start a
/// comment.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, sign) in line.char_indices() {
        match (quote, sign) {
            (None, '#') if !line[at..].starts_with("# log: ") => return &line[..at],
            (None, '\'' | '"') => quote = Some(sign),
            (Some(open), _) if open == sign && !is_escaped => quote = None,
            _ => {}
        }
        is_escaped = sign == '\\' && !is_escaped;
    }
    line
}

/// Returns log lines translated as in a German log.
fn in_german(words: &str) -> String {
    wag_games::add_translations();
    let german = Language::from_locale("de").expect("it is spoken");
    // A sentence as short as the heading of a round is not recognized.
    match words.strip_prefix("Round ") {
        Some(round) if round.bytes().all(|byte| byte.is_ascii_digit()) => format!("Runde {round}"),
        _ => translated(german.catalog().expect("it has one"), words).unwrap_or_else(|| words.to_string()),
    }
}

/// The minimum length of a recognized sentence without its placeholders, in bytes.
const SENTENCE_MIN: usize = 7;

/// Translates a text that was made of a sentence of the catalog, and possibly of a place in brackets.
fn translated(catalog: &Catalog, text: &str) -> Option<String> {
    let placed = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let placed = placed.and_then(|(sentence, place)| {
        // Call stacks are the same in all languages.
        let place = translated(catalog, place).unwrap_or_else(|| place.to_string());
        Some(format!("{} ({place})", translated(catalog, sentence)?))
    });
    placed.or_else(|| {
        let length = |sentence: &str| -> usize {
            let (first, rest) = sentence.split_once("%{").unwrap_or((sentence, ""));
            first.len()
                + rest.split("%{").filter_map(|part| Some(part.split_once('}')?.1.len())).sum::<usize>()
        };
        let fitting = catalog.iter().filter(|(english, _)| length(english) >= SENTENCE_MIN);
        let fitting = fitting.filter_map(|(english, german)| Some((english, german, values(english, text)?)));
        let (_, german, values) = fitting.max_by_key(|(english, ..)| (length(english), Reverse(*english)))?;
        Some(values.into_iter().fold(german.to_string(), |german, (name, value)| {
            let value = translated(catalog, value).unwrap_or_else(|| value.to_string());
            german.replace(&format!("%{{{name}}}"), &value)
        }))
    })
}

/// Returns the values of the placeholders if a text was made of a sentence.
fn values<'t>(sentence: &'t str, text: &'t str) -> Option<Vec<(&'t str, &'t str)>> {
    let Some((first, rest)) = sentence.split_once("%{") else { return (sentence == text).then(Vec::new) };
    let (text, (name, rest)) = (text.strip_prefix(first)?, rest.split_once('}')?);
    let end = match rest.split_once("%{") {
        Some((next, _)) => text.find(next)?,
        None => text.strip_suffix(rest)?.len(),
    };
    let mut values = values(rest, &text[end..])?;
    values.push((name, &text[..end]));
    Some(values)
}

/// Describes the first place where the two pages do not correspond.
fn difference(manual: &str, translation: &str) -> Option<String> {
    let (ours, theirs) = (parts(manual, in_german), parts(translation, str::to_string));
    let pairs = ours.iter().zip(&theirs);
    if let Some(((at, part), (there, other))) = pairs.clone().find(|((_, part), (_, other))| part != other) {
        return Some(format!(
            "docs/manual.md:{at} is {part}\ndocs/handbuch.md:{there} is {other}\nchange one of them so that both say the same"
        ));
    }
    let left = |parts: &[(usize, Part)], file: &str| {
        let (at, part) = parts.get(pairs.len())?;
        Some(format!("docs/{file}:{at}, {part}, is missing in the other language"))
    };
    left(&ours, "manual.md").or_else(|| left(&theirs, "handbuch.md"))
}

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name)).unwrap()
}

#[test]
fn the_german_manual_says_the_same_with_the_same_examples() {
    if let Some(difference) = difference(&read("manual.md"), &read("handbuch.md")) {
        panic!("{difference}");
    }
}

#[test]
fn the_german_manual_has_umlauts_and_speaks_to_one_reader() {
    let page = read("handbuch.md");
    assert!(page.matches(['ä', 'ö', 'ü', 'ß']).count() > 300);
    let words: Vec<&str> = page.split(|c: char| !c.is_alphabetic()).collect();
    let odd = ["fuer", "koennen", "ueber", "Ihnen", "Resource", "Resourcen", "Spielers's"];
    assert_eq!(words.iter().filter(|word| odd.contains(word)).count(), 0);
}

#[test]
fn differences_are_found_with_their_lines() {
    let page = "# One\n\nWords\nthat go on.\n\n- item\n  goes on\n- item\n\n| a |\n|---|\n\n```pycon\n>>> 1  # one\n'#'\n```\n\n```text\n1 a 22\n```\n\n```text log\nx\n*** Interrupted after round 3 ***\n```\n";
    let (english, german) = ("Interrupted after round", "Abgebrochen nach Runde");
    let copy = page.replace(english, german);
    let same =
        copy.replace("# one", "# eins").replace("1 a 22", "1  b  22").replace("Words\nthat", "Wörter, die");
    assert_eq!(difference(page, &same), None);
    let changes = [
        (
            "# One",
            "## One",
            "docs/manual.md:1 is a heading of level 1\ndocs/handbuch.md:1 is a heading of level 2",
        ),
        (
            "that go on.",
            "\nthat go on.",
            "docs/manual.md:6 is an item of a list\ndocs/handbuch.md:5 is a paragraph",
        ),
        ("- item\n\n", "\n", "docs/manual.md:8 is an item of a list\ndocs/handbuch.md:9 is a row"),
        ("| a |\n", "", "docs/manual.md:11 is a row of a table\ndocs/handbuch.md:12 is a block"),
        (">>> 1 ", ">>> 2 ", "`pycon`:\n    >>> 2\n"),
        ("# one", "# log: one", "# log: one"),
        ("'#'", "'#1'", "'#1'"),
        ("pycon", "python", "`python`"),
        ("22\n", "23\n", "1 23"),
        (
            "```text log\nx\n*** Abgebrochen nach Runde 3 ***\n```\n",
            "",
            "docs/manual.md:22, a block `text log`:\n    x\n",
        ),
        (german, english, "*** Interrupted after round 3 ***"),
        ("3 ***\n```\n", "3 ***\n```\nMore.\n", "docs/handbuch.md:26, a paragraph, is missing"),
    ];
    for (old, new, translate) in changes {
        let difference = difference(page, &copy.replacen(old, new, 1)).expect(new);
        assert!(difference.contains(translate), "{new:?} is told as\n{difference}");
    }
}
