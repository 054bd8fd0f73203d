//! The book and the other documents: the summaries name every page, links have targets, and what pages name exists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use wag_docs::book;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|err| panic!("{}: {err}", file.display()))
}

/// A document: its path below the project's folder, and its text.
struct Document {
    path: String,
    text: String,
}

/// The pages that are made from the texts of the program.
const GENERATED: [&str; 7] = ["accounts", "commands", "events", "frames", "limits", "options", "planes"];

impl Document {
    fn is_generated(&self) -> bool {
        GENERATED.iter().any(|topic| self.path == format!("docs/en/{topic}.md"))
    }
}

/// Returns the pages of both books.
fn pages() -> Vec<Document> {
    let text = |bytes: &&[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let is_page = |name: &str| name.ends_with(".md") && !name.ends_with("SUMMARY.md");
    let files = wag_docs::files().iter().filter(|(name, _)| is_page(name));
    files.map(|(name, bytes)| Document { path: format!("docs/{name}"), text: text(bytes) }).collect()
}

/// Returns the documents for contributors, which are no pages of the book.
fn other_documents() -> Vec<Document> {
    let names = ["README.md", "ARCHITECTURE.md", "DEVELOPERS.md", "CHANGELOG.md", "python/README.md"];
    let mut paths: Vec<String> = names.map(str::to_string).into();
    if let Ok(files) = fs::read_dir(root().join("docs/contributors")) {
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        paths.extend(
            names.filter(|name| name.ends_with(".md")).map(|name| format!("docs/contributors/{name}")),
        );
    }
    paths.into_iter().map(|path| Document { text: read(&root().join(&path)), path }).collect()
}

/// Returns the lines outside of code blocks, with their numbers.
fn prose(page: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(page.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the pieces of a line outside of backticks, or inside of them.
fn pieces(line: &str, are_code: bool) -> impl Iterator<Item = &str> {
    line.split('`').skip(usize::from(are_code)).step_by(2)
}

/// Returns the link targets of a page, as written.
fn links(page: &str) -> Vec<String> {
    let ends = prose(page).flat_map(|(_, line)| line.split("](").skip(1));
    ends.filter_map(|end| end.split(')').next()).map(str::to_string).collect()
}

/// Returns the anchors of a page.
fn anchors(page: &str) -> Vec<String> {
    let headings = prose(page).filter(|(_, line)| line.starts_with('#'));
    headings.map(|(_, line)| wag_docs::anchor(line.trim_start_matches('#').trim())).collect()
}

/// Returns a path without `.` and `..`.
fn normalized(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut whole, part| {
        match part {
            Component::ParentDir => drop(whole.pop()),
            Component::CurDir => {}
            part => whole.push(part),
        }
        whole
    })
}

/// Returns the text of a document, which may be made when the program is built.
fn text_of(path: &Path) -> Option<String> {
    let name = path.strip_prefix("docs").ok().and_then(|name| name.to_str());
    match name.and_then(wag_docs::file) {
        Some(bytes) => String::from_utf8(bytes.to_vec()).ok(),
        None => fs::read_to_string(root().join(path)).ok(),
    }
}

#[test]
fn every_page_is_in_its_summary() {
    for language in ["en", "de"] {
        let files = fs::read_dir(root().join("docs").join(language)).unwrap();
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let names = names.filter(|name| name.ends_with(".md") && name != "SUMMARY.md");
        let missing: Vec<String> =
            names.filter(|name| wag_docs::file(&format!("{language}/{name}")).is_none()).collect();
        assert!(missing.is_empty(), "docs/{language}/SUMMARY.md does not name {missing:?}");
    }
    assert_eq!(book("en").parts.len(), book("de").parts.len(), "the parts of the books correspond");
}

/// The pages that have a German translation.
const GERMAN: [&str; 9] =
    ["start", "course", "watch", "debug", "class", "warriors", "errors", "python-basics", "glossary"];

#[test]
fn german_pages_translate_english_ones() {
    let summary = wag_docs::summary::parse(&read(&root().join("docs/de/SUMMARY.md"))).unwrap();
    let german: Vec<&str> = summary.entries.iter().map(|entry| entry.topic.as_str()).collect();
    let missing: Vec<&str> = GERMAN.into_iter().filter(|topic| !german.contains(topic)).collect();
    assert!(missing.is_empty(), "docs/de lacks {missing:?}");
    let foreign: Vec<&str> =
        german.iter().copied().filter(|topic| book("en").page(topic).is_none()).collect();
    assert!(foreign.is_empty(), "docs/en lacks {foreign:?}");
    let lessons =
        |topics: &mut dyn Iterator<Item = &str>| topics.filter(|topic| topic.starts_with("lesson-")).count();
    let english = lessons(&mut book("en").pages.iter().map(|page| page.topic.as_str()));
    assert_eq!(english, lessons(&mut german.iter().copied()));
}

#[test]
fn every_page_begins_with_its_title_and_has_short_lines() {
    let mut wrong = Vec::new();
    for page in pages() {
        let Document { path, text } = &page;
        if !text.starts_with("# ") {
            wrong.push(format!("{path}: the first line is no title"));
        }
        // Lines that the build makes may be long.
        let is_made = page.is_generated() || path.contains("/lesson-");
        let is_long =
            |line: &str| line.chars().count() > 140 && !line.trim_start().starts_with('|') && !is_made;
        let long = prose(text).filter(|(_, line)| is_long(line));
        wrong.extend(long.map(|(number, _)| format!("{path}:{number}: more than 140 columns")));
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_link_leads_somewhere() {
    let (pages, others) = (pages(), other_documents());
    let is_page = |path: &Path| {
        path.strip_prefix("docs").is_ok_and(|name| wag_docs::file(name.to_str().unwrap()).is_some())
    };
    let mut lost = Vec::new();
    for (document, is_of_book) in
        pages.iter().map(|one| (one, true)).chain(others.iter().map(|one| (one, false)))
    {
        for link in links(&document.text).into_iter().filter(|link| !link.contains("://")) {
            let (file, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(file, place)| (file, Some(place)));
            let own = Path::new(&document.path);
            let target =
                if file.is_empty() { own.to_path_buf() } else { normalized(&own.with_file_name(file)) };
            // The program contains only the book.
            let exists =
                if is_of_book { is_page(&target) } else { is_page(&target) || root().join(&target).exists() };
            let has_anchor = |anchor: &str| {
                text_of(&target).is_some_and(|text| anchors(&text).iter().any(|at| at == anchor))
            };
            if !exists || !anchor.is_none_or(has_anchor) {
                lost.push(format!("{}: {link}", document.path));
            }
        }
    }
    assert!(lost.is_empty(), "links that lead nowhere: {lost:#?}");
}

/// The folders in which paths in backticks are looked up.
const FOLDERS: [&str; 11] =
    ["crates", "src", "web", "python", "tests", "docs", "scripts", "examples", "maps", "benches", "fuzz"];

/// Returns all source files, as one text.
fn sources() -> String {
    let mut files = Vec::new();
    for folder in FOLDERS.iter().filter(|folder| !["docs", "maps"].contains(*folder)) {
        collect(&root().join(folder), &mut files);
    }
    let is_source = |path: &&PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_none_or(|extension| {
            ["rs", "py", "pyi", "js", "ts", "toml", "yml", "java", "c"].contains(&extension)
        })
    };
    files.iter().filter(is_source).filter_map(|path| fs::read_to_string(path).ok()).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            files.push(path);
        } else if !path.ends_with("node_modules") && !path.ends_with("target") {
            collect(&path, files);
        }
    }
}

/// Returns whether a word in backticks is a path that the project must have.
fn is_project_path(word: &str) -> bool {
    let is_plain = word.chars().all(|letter| letter.is_ascii_alphanumeric() || "/._-".contains(letter));
    let is_placeholder =
        word.split(['/', '.', '-']).any(|part| ["NAME", "GAME", "DIR", "FILE"].contains(&part));
    let first = word.split_once('/').map(|(first, _)| first);
    is_plain && !is_placeholder && first.is_some_and(|first| FOLDERS.contains(&first))
}

/// Returns whether a word in backticks is a long name of code, such as that of a test.
fn is_long_name(word: &str) -> bool {
    let is_name =
        word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_');
    is_name && word.trim_matches('_').matches('_').count() >= 3
}

/// Returns whether a path that a document names exists. ARCHITECTURE.md also names paths in `crates/`, there without the
/// folder `src`, and modules without their ending.
fn exists(word: &str, document: &str) -> bool {
    let is_file = |path: &str| root().join(path).exists();
    let of_package = || {
        let (package, module) = word.split_once('/')?;
        Some([
            format!("crates/{word}"),
            format!("crates/{package}/src/{module}"),
            format!("crates/{package}/src/{module}.rs"),
        ])
    };
    is_file(word)
        || wag_docs::file(word.trim_start_matches("docs/")).is_some()
        || (document == "ARCHITECTURE.md"
            && of_package().is_some_and(|paths| paths.iter().any(|path| is_file(path))))
}

#[test]
fn paths_and_names_of_code_exist() {
    let (sources, mut wrong) = (sources(), Vec::new());
    let documents = pages().into_iter().chain(other_documents()).filter(|one| one.path != "CHANGELOG.md");
    for Document { path, text } in documents {
        for (number, line) in prose(&text) {
            for word in pieces(line, true) {
                let is_missing = match word {
                    word if is_project_path(word) => !exists(word, &path),
                    word => is_long_name(word) && !sources.contains(word),
                };
                if is_missing {
                    wrong.push(format!("{path}:{number}: {word}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "these do not exist: {wrong:#?}");
}

/// Returns whether a text names a year since 2025, or a day of such a year. The contests that games come from are older.
fn has_date(text: &str) -> bool {
    let mut words = text.split(|letter: char| !letter.is_ascii_digit());
    words.any(|word| word.len() == 4 && word.parse().is_ok_and(|year| (2025..2040).contains(&year)))
}

#[test]
fn pages_have_no_dates() {
    let mut found = Vec::new();
    for Document { path, text } in pages() {
        for (number, line) in prose(&text) {
            if pieces(line, false).any(has_date) {
                found.push(format!("{path}:{number}: {line}"));
            }
        }
    }
    assert!(found.is_empty(), "dates belong in CHANGELOG.md: {found:#?}");
    assert!(has_date("in May 2026.") && !has_date("20260102, 2048 x 2048, in 2011"));
}

/// Words that the book does not use, because the glossary has another word for the same thing.
const WRONG_WORDS: [(&str, &[&str]); 2] = [
    ("en", &["tile", "tiles", "submission", "submissions", "stage", "stages"]),
    (
        "de",
        &[
            "aufzeichnung",
            "aufzeichnungen",
            "kachel",
            "kacheln",
            "einreichung",
            "einreichungen",
            "stufe",
            "stufen",
        ],
    ),
];

/// Returns the pairs of an English and a German word in a glossary.
fn pairs(glossary: &str) -> BTreeSet<(String, String)> {
    let rows = glossary.lines().filter(|line| line.starts_with('|')).skip(2);
    let cells =
        rows.map(|row| row.split('|').map(|cell| cell.trim().to_string()).skip(1).collect::<Vec<_>>());
    cells.filter(|cells| cells.len() > 2).map(|cells| (cells[0].clone(), cells[1].clone())).collect()
}

#[test]
fn books_use_the_words_of_the_glossary() {
    let page = |language: &str| pairs(book(language).page("glossary").unwrap().text);
    let german = page("de").into_iter().map(|(german, english)| (english, german)).collect();
    assert_eq!(page("en"), german);
    let mut found = Vec::new();
    for Document { path, text } in pages().into_iter().filter(|page| !page.is_generated()) {
        let (_, words) =
            WRONG_WORDS.iter().find(|(language, _)| path.starts_with(&format!("docs/{language}/"))).unwrap();
        // The module `aitools.tiles` has its own word for a field.
        let is_allowed = |word: &str| path.ends_with("/aitools.md") && word.starts_with("tile");
        for (number, line) in prose(&text) {
            let lower = pieces(line, false).collect::<Vec<_>>().join(" ").to_lowercase();
            let used = lower.split(|letter: char| !letter.is_alphabetic());
            let wrong = used.filter(|word| words.contains(word) && !is_allowed(word));
            found.extend(wrong.map(|word| format!("{path}:{number}: {word}")));
        }
    }
    assert!(found.is_empty(), "the glossary has other words: {found:#?}");
}

/// The README first says what Wag is, then shows two commands, a picture, and the requirements.
#[test]
fn readme_begins_with_a_description() {
    let page = read(&root().join("README.md"));
    let first: Vec<&str> = page.lines().take(30).collect();
    let stands =
        |what: &str| first.iter().position(|line| line.contains(what)).unwrap_or_else(|| panic!("no {what}"));
    assert!(stands("Wag is an engine for programming games") < 5);
    assert!(stands("Wag is an engine for programming games") < stands("make play  "));
    assert!(stands("make test") < stands("![Watching a match"));
    assert!(stands("![Watching a match") < stands("sudo apt install"));
    assert!(stands("sudo apt install") < stands("Rust 1."));
    assert!(page.lines().count() < 90, "the long list is the summary of the book");
}
