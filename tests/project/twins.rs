//! Compares each German page of the book with its English twin: both must have the same parts, examples and facts.
//!
//! If a paragraph, a row, an item or an example is added to only one of the two, this test fails, and also if the numbers
//! or the names in code of a part differ. `tests/project/examples.rs` runs the English examples, so those of the
//! translation only need to be the same, except for comments in code and the words of drawings. Log lines that the game
//! writes are in German there, exactly as in a German log.

use std::cmp::Reverse;
use std::fmt;
use std::path::Path;
use wag_core::problem::CASES;
use wag_i18n::{Catalog, LANGUAGES, Language};

/// A part of a page, as far as it must be the same in both languages.
#[derive(Debug, PartialEq)]
struct Part {
    kind: Kind,
    /// The lines of a code block; the numbers and the names in code of a text.
    essence: Vec<String>,
}

#[derive(Debug, PartialEq)]
enum Kind {
    /// A heading, with its level.
    Heading(usize),
    Paragraph,
    Item,
    Row,
    /// A code block, with its info string.
    Block(String),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = match &self.kind {
            Kind::Heading(level) => return write!(f, "a heading of level {level}"),
            Kind::Block(fence) => {
                return write!(f, "a block `{fence}`:\n    {}", self.essence.join("\n    "));
            }
            Kind::Paragraph => "a paragraph",
            Kind::Item => "an item of a list",
            Kind::Row => "a row of a table",
        };
        write!(f, "{text} with [{}]", self.essence.join(", "))
    }
}

/// Returns the kind of the part that begins with this line, or `None` if the line continues a text or is empty.
fn kind(line: &str, is_text_open: bool) -> Option<Kind> {
    match line.trim_start() {
        "" => None,
        text if text.starts_with("```") => Some(Kind::Block(text[3..].to_string())),
        text if text.starts_with('#') => Some(Kind::Heading(text.chars().take_while(|c| *c == '#').count())),
        text if text.starts_with('|') => Some(Kind::Row),
        text if text.starts_with("- ") => Some(Kind::Item),
        _ if is_text_open => None,
        _ => Some(Kind::Paragraph),
    }
}

/// Returns the parts of a page, each with its line number from 1. The function translates lines of the game's log.
fn parts(page: &str, translate: fn(&str) -> String) -> Vec<(usize, Part)> {
    let mut parts: Vec<(usize, Part)> = Vec::new();
    let (mut is_block_open, mut is_text_open) = (false, false);
    for (line, number) in page.lines().zip(1..) {
        if is_block_open {
            match (line, parts.last_mut()) {
                ("```", _) => is_block_open = false,
                (_, Some((_, Part { kind: Kind::Block(fence), essence }))) => {
                    essence.push(block_essence(fence, line, translate));
                }
                _ => unreachable!("the block was pushed"),
            }
            continue;
        }
        let kind = kind(line, is_text_open);
        is_block_open = matches!(kind, Some(Kind::Block(_)));
        let is_new_text = matches!(kind, Some(Kind::Paragraph | Kind::Item));
        is_text_open = is_new_text || is_text_open && kind.is_none() && !line.trim().is_empty();
        let is_text = is_text_open || kind == Some(Kind::Row);
        parts.extend(kind.map(|kind| (number, Part { kind, essence: Vec::new() })));
        if let (true, Some((_, part))) = (is_text, parts.last_mut()) {
            part.essence.push(line.to_string());
        }
    }
    for (_, part) in &mut parts {
        if matches!(part.kind, Kind::Paragraph | Kind::Item | Kind::Row) {
            part.essence = facts(&part.essence.join(" "));
        }
    }
    parts
}

/// Returns the numbers and the names in code of a text, sorted. German writes numbers with a decimal comma, and has its
/// own words for placeholders in capitals. A code span of several words is a fact only if it is a command.
fn facts(text: &str) -> Vec<String> {
    let pieces = text.split('`').enumerate();
    let piece_facts = |(index, piece): (usize, &str)| match index % 2 == 1 {
        true if piece.contains(' ') && !piece.starts_with("wag ") => Vec::new(),
        true => vec![format!("`{}`", without_placeholders(piece))],
        false => numbers(&without_targets(piece)),
    };
    let mut facts: Vec<String> = pieces.flat_map(piece_facts).collect();
    facts.sort();
    facts
}

/// Returns the numbers of a text, with decimal points. Digits in words such as `Pos1` do not count.
fn numbers(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '.' && c != ',');
    let words = words.map(|word| word.trim_matches(['.', ',']));
    let is_number = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_digit()) && !word.contains(|c: char| c.is_alphabetic())
    };
    words.filter(is_number).map(|number| number.replace(',', ".")).collect()
}

/// Returns a text without the targets of its links.
fn without_targets(text: &str) -> String {
    let mut pieces = text.split("](");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |text, piece| text + piece.split_once(')').map_or("", |(_, rest)| rest))
}

/// Replaces words of at least three capitals, such as FILE.
fn without_placeholders(code: &str) -> String {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let is_placeholder = |word: &str| word.len() >= 3 && word.chars().all(|c| c.is_uppercase() || c == '_');
    let words = code.split_inclusive(|c: char| !is_letter(c));
    let replaced = words.map(|word| match word.trim_end_matches(|c| !is_letter(c)) {
        name if is_placeholder(name) => format!("X{}", &word[name.len()..]),
        _ => word.to_string(),
    });
    replaced.collect()
}

/// Returns the part of a block's line that must be the same in both languages: the numbers of a drawing, and code
/// without its comment.
fn block_essence(fence: &str, line: &str, translate: fn(&str) -> String) -> String {
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
                _ if line.ends_with(" cannot play:") => translate(line),
                _ => line.to_string(),
            }
        }
        ["text", ..] => line.to_string(),
        _ => without_comment(line).trim_end().to_string(),
    }
}

/// Returns the section that the hint on an error refers to. `tests/players/explained.rs` compares the sentences.
fn hinted_case(line: &str) -> Option<String> {
    let line = line.strip_prefix("*** ").unwrap_or(line);
    let is_hint = line.starts_with("Hint: ") || line.starts_with("Tipp: ");
    let command = |page: String| format!("(wag help {})", page.replace('#', " "));
    let mut sections = CASES.iter().map(|case| case.section).filter(|_| is_hint);
    let found =
        sections.find(|section| LANGUAGES.iter().any(|lang| line.contains(&command(section.page(*lang)))));
    found.map(|section| section.page(Language::ENGLISH))
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

/// Describes the first place where the two pages of this name do not correspond.
fn difference(name: &str, english: &str, german: &str) -> Option<String> {
    let (ours, theirs) = (parts(english, in_german), parts(german, str::to_string));
    let pairs = ours.iter().zip(&theirs);
    if let Some(((at, part), (there, other))) = pairs.clone().find(|((_, part), (_, other))| part != other) {
        return Some(format!(
            "en/{name}.md:{at} is {part}\nde/{name}.md:{there} is {other}\nchange one of them so that both say the same"
        ));
    }
    let left = |parts: &[(usize, Part)], language: &str| {
        let (at, part) = parts.get(pairs.len())?;
        Some(format!("{language}/{name}.md:{at}, {part}, is missing in the other language"))
    };
    left(&ours, "en").or_else(|| left(&theirs, "de"))
}

/// Reads a page in a language.
fn read(language: &str, name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(language).join(format!("{name}.md"));
    std::fs::read_to_string(&file).unwrap_or_else(|err| panic!("{}: {err}", file.display()))
}

/// Returns the names of the German pages.
fn german_pages() -> Vec<String> {
    let files = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/de")).unwrap();
    let names = files.filter_map(|file| {
        let name = file.unwrap().file_name().into_string().unwrap();
        Some(name.strip_suffix(".md")?.to_string())
    });
    names.filter(|name| name != "SUMMARY").collect()
}

#[test]
fn german_pages_say_the_same_with_the_same_examples() {
    let pages = german_pages();
    assert!(pages.contains(&"warriors".to_string()), "{pages:?}");
    let differences: Vec<String> =
        pages.iter().filter_map(|name| difference(name, &read("en", name), &read("de", name))).collect();
    assert!(differences.is_empty(), "\n{}", differences.join("\n\n"));
}

#[test]
fn german_pages_have_umlauts_and_address_one_reader() {
    for name in german_pages() {
        let page = read("de", &name);
        assert!(page.contains(['ä', 'ö', 'ü', 'ß']), "{name}");
        let words = page.split(|c: char| !c.is_alphabetic());
        let odd = ["fuer", "koennen", "ueber", "Ihnen", "Resource", "Resourcen", "Spielers's"];
        let found: Vec<&str> = words.filter(|word| odd.contains(word)).collect();
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn differences_are_found_with_their_lines() {
    let page = "# One\n\nWords `x` and [1.5](a9) End\nthat go on.\n\n- item\n  goes on\n- item\n\n| a |\n|---|\n\n```pycon\n>>> 1  # one\n'#'\n```\n\n```text\n1 a 22\n```\n\n```text log\nx\n*** Interrupted after round 3 ***\n```\n";
    let (english, german) = ("Interrupted after round", "Abgebrochen nach Runde");
    let copy = page.replace(english, german);
    let same = copy
        .replace("# one", "# eins")
        .replace("1 a 22", "1  b  22")
        .replace("Words `x` and [1.5](a9) End\n", "[1,5](8) Pos1 und `x`: ");
    assert_eq!(difference("x", page, &same), None);
    let changes = [
        ("# One", "## One", "en/x.md:1 is a heading of level 1\nde/x.md:1 is a heading of level 2"),
        ("that go on.", "\nthat go on.", "en/x.md:6 is an item of a list with []\nde/x.md:5 is a paragraph"),
        ("- item\n\n", "\n", "en/x.md:8 is an item of a list with []\nde/x.md:9 is a row"),
        ("| a |\n", "", "en/x.md:11 is a row of a table with []\nde/x.md:12 is a block"),
        (">>> 1 ", ">>> 2 ", "`pycon`:\n    >>> 2\n"),
        ("[1.5]", "[1.6]", "a paragraph with [1.6, `x`]"),
        ("`x`", "`y`", "a paragraph with [1.5, `y`]"),
        ("# one", "# log: one", "# log: one"),
        ("'#'", "'#1'", "'#1'"),
        ("pycon", "python", "`python`"),
        ("22\n", "23\n", "1 23"),
        (
            "```text log\nx\n*** Abgebrochen nach Runde 3 ***\n```\n",
            "",
            "en/x.md:22, a block `text log`:\n    x\n",
        ),
        (german, english, "*** Interrupted after round 3 ***"),
        ("3 ***\n```\n", "3 ***\n```\nMore.\n", "de/x.md:26, a paragraph with [], is missing"),
    ];
    for (old, new, translate) in changes {
        let difference = difference("x", page, &copy.replacen(old, new, 1)).expect(new);
        assert!(difference.contains(translate), "{new:?} is told as\n{difference}");
    }
}
