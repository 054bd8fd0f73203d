//! Pages of the book as text for the terminal.

use super::table::{Column, Importance, Table, width_of};
use crate::output::Paint;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::mem::take;
use textwrap::{WordSeparator, WordSplitter};

/// The maximum length of a line of running text, and the length in a file, in terminal columns.
const COLUMNS_MAX: usize = 100;
/// The minimum length, however narrow the terminal is.
const COLUMNS_MIN: usize = 20;

/// Returns a Markdown text for standard output: wrapped, with indented code and with tables that fit.
pub fn page_text(markdown: &str) -> String {
    within(markdown, width_of(std::io::stdout()).unwrap_or(COLUMNS_MAX).clamp(COLUMNS_MIN, COLUMNS_MAX))
}

fn within(markdown: &str, width: usize) -> String {
    let mut writer = PageWriter { width, ..PageWriter::default() };
    Parser::new_ext(markdown, Options::ENABLE_TABLES).for_each(|event| writer.add(event));
    writer.out
}

#[derive(Default)]
struct PageWriter {
    out: String,
    width: usize,
    /// The text of the current paragraph, heading or cell.
    text: String,
    /// The open lists, each with the number of its next item if it has numbers.
    lists: Vec<Option<u64>>,
    /// Whether the text of the list has not begun.
    is_list_new: bool,
    /// The mark of a list item whose text has not begun.
    mark: Option<String>,
    cells: Vec<String>,
    rows: Vec<Vec<String>>,
    is_code: bool,
    /// Whether the text belongs to a picture, which a terminal does not show.
    is_picture: bool,
}

impl PageWriter {
    fn add(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_code => self.code(&text),
            Event::Text(text) if !self.is_picture => self.text += &text,
            Event::Code(text) => self.text += &format!("`{text}`"),
            Event::SoftBreak | Event::HardBreak => self.text.push(' '),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag) {
        match tag {
            Tag::List(first) => {
                self.paragraph();
                self.is_list_new = self.lists.is_empty();
                self.lists.push(*first);
            }
            Tag::Item => {
                self.mark = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_string(),
                });
            }
            Tag::CodeBlock(_) => {
                self.paragraph();
                self.gap();
                self.is_code = true;
            }
            Tag::Image { .. } => self.is_picture = true,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.gap();
                self.out += &format!("{}\n", take(&mut self.text).bold());
            }
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => drop(self.lists.pop()),
            TagEnd::CodeBlock => self.is_code = false,
            TagEnd::Image => self.is_picture = false,
            TagEnd::TableCell => self.cells.push(take(&mut self.text)),
            TagEnd::TableHead | TagEnd::TableRow => self.rows.push(take(&mut self.cells)),
            TagEnd::Table => self.table(),
            _ => {}
        }
    }

    /// Adds an empty line, unless the text so far ends with one.
    fn gap(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Returns the indentation of text in the open lists.
    fn indent(&self) -> String {
        "  ".repeat(self.lists.len())
    }

    fn paragraph(&mut self) {
        let text = take(&mut self.text);
        if text.is_empty() {
            return;
        }
        if self.lists.is_empty() || take(&mut self.is_list_new) {
            self.gap();
        }
        let first = match self.mark.take() {
            Some(mark) => format!("{}{mark}", "  ".repeat(self.lists.len().saturating_sub(1))),
            None => self.indent(),
        };
        let next = " ".repeat(first.chars().count());
        let options = textwrap::Options::new(self.width)
            .initial_indent(&first)
            .subsequent_indent(&next)
            .break_words(false)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        self.out += &textwrap::fill(&text, options);
        self.out.push('\n');
    }

    fn code(&mut self, text: &str) {
        let indent = self.indent();
        for line in text.lines() {
            self.out += format!("{indent}    {line}").trim_end();
            self.out.push('\n');
        }
    }

    fn table(&mut self) {
        let mut rows = take(&mut self.rows).into_iter();
        let titles = rows.next().unwrap_or_default().into_iter();
        let mut table =
            Table::new(titles.map(|title| Column::titled(title, Importance::Essential).wrapped()));
        rows.for_each(|row| table.row(row));
        self.gap();
        self.out += table.within(Some(self.width)).0.trim_end();
        self.out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_wrapped_and_its_code_is_indented() {
        let page = "# The title\n\nA paragraph that is\nlong, with `code` and a [link](x.md#y).\n\n- one item\n  goes on\n  - inner\n- two\n\n\
                    ```sh\nwag play\n\nwag\n```\n\n<!-- note -->\n![picture](../pictures/x.png)\n\n1. first\n2. second\n\n## Last\n\nEnd.\n";
        let text = anstream::adapter::strip_str(&within(page, 24)).to_string();
        let expected = "The title\n\nA paragraph that is\nlong, with `code` and a\nlink.\n\n- one item goes on\n  - inner\n- two\n\n    \
                        wag play\n\n    wag\n\n1. first\n2. second\n\nLast\n\nEnd.\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_table_fits() {
        let page = "| name | what |\n|---|---|\n| `a` | some words that are too long |\n| b | x |\n";
        let text = within(page, 30);
        let cells = ["name   what", "`a`    some words that are", "       too long", "b      x"];
        assert!(cells.iter().all(|cell| text.lines().any(|line| line.trim_end().ends_with(cell))), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 30), "{text}");
    }
}
