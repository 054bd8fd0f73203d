//! The parser of a book's `SUMMARY.md`, in the format of mdBook. The build script includes this file, too.

/// A page that a summary names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the part, counted from 0.
    pub part: usize,
    /// The depth: 0 for a page, 1 for a page below it, and so on.
    pub level: usize,
    pub title: String,
    /// The file's name without `.md`.
    pub topic: String,
}

/// A book's parts and pages, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub parts: Vec<String>,
    pub entries: Vec<Entry>,
}

/// Parses a summary: its title, then a heading for each part and a list of links to its pages. The error is the line that
/// is none of these.
pub fn parse(text: &str) -> Result<Summary, String> {
    let mut summary = Summary::default();
    for line in text.lines().skip(1).filter(|line| !line.trim().is_empty()) {
        if let Some(title) = line.strip_prefix("# ") {
            summary.parts.push(title.trim().to_string());
            continue;
        }
        let entry = entry(line, summary.parts.len()).ok_or_else(|| line.to_string())?;
        summary.entries.push(entry);
    }
    Ok(summary)
}

fn entry(line: &str, parts: usize) -> Option<Entry> {
    let rest = line.trim_start();
    let level = (line.len() - rest.len()) / 2;
    let (title, target) = rest.strip_prefix("- [")?.split_once("](")?;
    let topic = target.trim_end().strip_suffix(".md)")?;
    let is_name =
        !topic.is_empty() && topic.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-');
    let entry =
        Entry { part: parts.checked_sub(1)?, level, title: title.to_string(), topic: topic.to_string() };
    is_name.then_some(entry)
}
