//! Wrapping of running text at the width of the terminal.

use super::table::width_of;
use textwrap::{Options, WordSplitter};

/// The maximum length of a line of running text, in terminal columns, which is comfortable to read.
const COLUMNS_MAX: usize = 100;
/// The minimum length, however narrow the terminal is.
const COLUMNS_MIN: usize = 20;

/// Breaks the lines of a text between words, for the width of standard output. Lines of code, which are indented or stand
/// between fences, stay as they are, and so does all text that goes to a file or a program.
pub fn wrapped(text: &str) -> String {
    wrapped_behind(0, text)
}

/// Does the same for a text that begins behind `indent` columns; its further lines begin there, too.
pub fn wrapped_behind(indent: usize, text: &str) -> String {
    match width_of(std::io::stdout()) {
        Some(columns) => behind(indent, text, columns),
        None => text.to_string(),
    }
}

/// Does the same for a text of the help, which has short lines in a file, too.
pub fn wrapped_in_help(indent: usize, text: &str) -> String {
    behind(indent, text, width_of(std::io::stdout()).unwrap_or(COLUMNS_MAX))
}

fn behind(indent: usize, text: &str, columns: usize) -> String {
    let columns = columns.min(COLUMNS_MAX).saturating_sub(indent).max(COLUMNS_MIN);
    within(text, columns).replace('\n', &format!("\n{}", " ".repeat(indent)))
}

fn within(text: &str, columns: usize) -> String {
    let mut is_fenced = false;
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        if is_fence || is_fenced || line.starts_with("    ") {
            out += line;
            continue;
        }
        let indent = match line.trim_start().starts_with("- ") {
            true => " ".repeat(line.len() - line.trim_start().len() + 2),
            false => String::new(),
        };
        let options = Options::new(columns)
            .subsequent_indent(&indent)
            .break_words(false)
            .word_splitter(WordSplitter::NoHyphenation);
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        out += &textwrap::fill(line, options);
        out += end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_whole_and_code_stays_as_it_is() {
        let text = "Write one order for each unit.\n\n- an item that is long\n    base.createUnitGatherer()  # a long line\n```\na b c d e f g h i j k l m n o p q r s t\n```\nÄpfel und Birnen und Pflaumen\na_word_that_is_longer_than_the_terminal\n";
        let expected = "Write one order for\neach unit.\n\n- an item that is\n  long\n    base.createUnitGatherer()  # a long line\n```\na b c d e f g h i j k l m n o p q r s t\n```\nÄpfel und Birnen und\nPflaumen\na_word_that_is_longer_than_the_terminal\n";
        assert_eq!(within(text, 20), expected);
        assert_eq!(within("", 20), "");
    }
}
