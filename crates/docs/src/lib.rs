//! The pages of the book, in English and German: what `docs/en/SUMMARY.md` and `docs/de/SUMMARY.md` name, and the pictures
//! of these pages. The program contains them, and the examples, because an installed program has no folder `docs/`.

pub mod summary;

use std::sync::LazyLock;
use summary::{Summary, parse};

mod embedded {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
    include!(concat!(env!("OUT_DIR"), "/examples.rs"));
}

/// A page in the contents of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The name by which a user asks for the page.
    pub topic: String,
    pub title: String,
    /// The number of its part, counted from 0.
    pub part: usize,
    /// The depth in the list of its part.
    pub level: usize,
    /// The language of the text: English if the page has no translation.
    pub language: &'static str,
    pub text: &'static str,
}

/// A book: its parts, and its pages in their order.
#[derive(Debug)]
pub struct Book {
    pub parts: Vec<String>,
    pub pages: Vec<Page>,
}

static ENGLISH: LazyLock<Book> = LazyLock::new(|| Book::new("en"));
static GERMAN: LazyLock<Book> = LazyLock::new(|| Book::new("de"));

/// Returns the book in a language. Pages without a translation are English.
pub fn book(language: &str) -> &'static Book {
    if language == "de" { &GERMAN } else { &ENGLISH }
}

/// Returns an embedded file by its path below `docs/`, such as `en/start.md`.
pub fn file(name: &str) -> Option<&'static [u8]> {
    let at = embedded::FILES.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(embedded::FILES[at].1)
}

/// Returns all embedded files with their paths below `docs/`.
pub fn files() -> &'static [(&'static str, &'static [u8])] {
    embedded::FILES
}

/// Returns the examples of the book, with their paths below `examples/`.
pub fn examples() -> &'static [(&'static str, &'static str)] {
    embedded::EXAMPLES
}

fn text(name: &str) -> &'static str {
    file(name).and_then(|bytes| str::from_utf8(bytes).ok()).unwrap_or_default()
}

fn summary_of(language: &str) -> Summary {
    parse(text(&format!("{language}/SUMMARY.md"))).expect("the build script has parsed it")
}

impl Book {
    fn new(language: &'static str) -> Book {
        let own = summary_of(language);
        let pages = summary_of("en").entries.into_iter().map(|entry| {
            let translation = own.entries.iter().find(|other| other.topic == entry.topic);
            let (language, title) = match translation {
                Some(other) => (language, other.title.clone()),
                None => ("en", entry.title),
            };
            let text = text(&format!("{language}/{}.md", entry.topic));
            Page { topic: entry.topic, title, part: entry.part, level: entry.level, language, text }
        });
        Book { parts: own.parts, pages: pages.collect() }
    }

    pub fn page(&self, topic: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.topic == topic)
    }
}

impl Page {
    /// Returns the headings of the page with their anchors, without its title.
    pub fn sections(&self) -> Vec<Section<'static>> {
        sections(self.text)
    }

    /// Returns a section of the page with the sections below it. `name` is its anchor, or words of its heading.
    pub fn section(&self, name: &str) -> Option<&'static str> {
        let wanted = anchor(name);
        let sections = self.sections();
        let words: Vec<&str> = wanted.split('-').collect();
        let has_words =
            |section: &&Section| words.iter().all(|word| section.anchor.split('-').any(|own| own == *word));
        let found = sections
            .iter()
            .find(|section| section.anchor == wanted)
            .or_else(|| sections.iter().find(has_words))?;
        let next = sections.iter().find(|other| other.start > found.start && other.level <= found.level);
        Some(&self.text[found.start..next.map_or(self.text.len(), |next| next.start)])
    }
}

/// A section of a page: its heading, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section<'t> {
    pub heading: &'t str,
    pub anchor: String,
    level: usize,
    start: usize,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let (mut is_code, mut start) = (false, 0);
    let mut found = Vec::new();
    for line in text.split_inclusive('\n') {
        is_code ^= line.trim_start().starts_with("```");
        let level = line.chars().take_while(|letter| *letter == '#').count();
        if !is_code && level > 1 {
            let heading = line[level..].trim();
            found.push(Section { heading, anchor: anchor(heading), level, start });
        }
        start += line.len();
    }
    found
}

/// Returns the anchor of a heading, as mdBook and GitHub make it.
pub fn anchor(heading: &str) -> String {
    let words = heading.to_lowercase().replace(' ', "-");
    words.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &'static str) -> Page {
        Page { topic: "x".into(), title: "X".into(), part: 0, level: 0, language: "en", text }
    }

    #[test]
    fn a_summary_has_parts_and_pages() {
        let summary =
            parse("# Summary\n\n# Start\n\n- [First](start.md)\n  - [Below](a-2.md)\n\n# End\n").unwrap();
        assert_eq!(summary.parts, ["Start", "End"]);
        let entries: Vec<_> =
            summary.entries.iter().map(|one| (&*one.topic, &*one.title, one.part, one.level)).collect();
        assert_eq!(entries, [("start", "First", 0, 0), ("a-2", "Below", 0, 1)]);
        for line in ["text", "- [a](../a.md)", "- [a](a.txt)"] {
            assert_eq!(parse(&format!("# Summary\n\n# A\n\n{line}\n")), Err(line.to_string()));
        }
        assert!(parse("# Summary\n\n- [a](a.md)\n").is_err(), "a page outside of a part");
    }

    #[test]
    fn a_section_is_found_by_its_anchor_or_by_words_and_ends_at_the_next_one() {
        let page = page(
            "# X\n\n## The Größe\n\na\n\n### Part\n\n```sh\n## no heading\n```\n\n## Limits of it\n\nb\n",
        );
        assert_eq!(page.section("limits"), Some("## Limits of it\n\nb\n"));
        assert_eq!(page.section("the-größe"), page.section("Größe"));
        assert!(page.section("größe").unwrap().ends_with("```\n\n"));
        assert_eq!(page.section("part").unwrap().lines().count(), 6);
        assert_eq!((page.section("heading"), page.section("x")), (None, None));
    }

    #[test]
    fn books_have_the_same_topics() {
        let topics =
            |language| book(language).pages.iter().map(|page| page.topic.clone()).collect::<Vec<_>>();
        assert_eq!(topics("en"), topics("de"));
        assert_eq!(book("en").parts.len(), book("de").parts.len());
        assert!(book("en").pages.iter().all(|page| page.language == "en" && page.text.starts_with("# ")));
        assert_eq!((file("en/../../Cargo.toml"), file("README.md")), (None, None));
    }
}
