//! CSV tables whose cells know their place in the text, so that single cells can be replaced and the rest stays as it is.
//! The dialect is the one of RFC 4180 as the `csv` package reads it.

use crate::ClassError;
use std::ops::Range;

const ROWS_MAX: usize = 2000;
const COLUMNS_MAX: usize = 100;
/// The separators that are recognized, the most likely first.
const SEPARATORS: [char; 3] = [';', '\t', ','];
/// The number of rows from which the separator is guessed.
const SAMPLE_ROWS: usize = 20;

/// A cell: its value, and its bytes in the text with quotation marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    pub value: String,
    pub place: Range<usize>,
}

/// A row and the number of its first line, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub line: usize,
    pub cells: Vec<Cell>,
}

impl Row {
    /// Returns the value of a cell without spaces at its ends; an empty text if the row has no such cell.
    pub fn value(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", |cell| cell.value.trim())
    }

    pub fn is_blank(&self) -> bool {
        self.cells.iter().all(|cell| cell.value.trim().is_empty())
    }
}

/// A table and its separator. Blank rows are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub separator: char,
    pub rows: Vec<Row>,
}

impl Table {
    /// Reads a table with the separator that its first rows suggest, or that its first line names as `sep=;`.
    ///
    /// # Errors
    /// Too many rows or columns, no rows, or a cell without an end.
    pub fn read(text: &str) -> Result<Table, ClassError> {
        let start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let (separator, start, line) = match named_separator(&text[start..]) {
            Some((separator, length)) => (separator, start + length, 2),
            None => (likely_separator(text, start), start, 1),
        };
        let mut rows = read_rows(text, start, line, separator, ROWS_MAX + 1)?;
        rows.retain(|row| !row.is_blank());
        match () {
            () if rows.is_empty() => Err(ClassError::Empty),
            () if rows.len() > ROWS_MAX => Err(ClassError::TooManyRows { most: ROWS_MAX }),
            () if rows.iter().any(|row| row.cells.len() > COLUMNS_MAX) => {
                Err(ClassError::TooManyColumns { most: COLUMNS_MAX })
            }
            () => Ok(Table { separator, rows }),
        }
    }

    /// Returns the number of columns of the widest row.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0)
    }
}

/// Returns the separator that Excel's line `sep=;` names, and the length of that line.
fn named_separator(text: &str) -> Option<(char, usize)> {
    let line = text.split_inclusive('\n').next()?;
    let separator = line.trim_end().strip_prefix("sep=")?.chars().next()?;
    SEPARATORS.contains(&separator).then_some((separator, line.len()))
}

/// Returns the separator that gives the most rows the same number of cells, and at least two.
fn likely_separator(text: &str, start: usize) -> char {
    let score = |separator: &char| {
        let Ok(rows) = read_rows(text, start, 1, *separator, SAMPLE_ROWS) else { return (0, 0) };
        let widths = rows.iter().filter(|row| !row.is_blank()).map(|row| row.cells.len());
        let widths: Vec<usize> = widths.collect();
        let width = widths.first().copied().unwrap_or(0);
        let same = widths.iter().filter(|other| **other == width).count();
        if width < 2 { (0, 0) } else { (100 * same / widths.len(), width) }
    };
    let best = SEPARATORS.iter().map(|separator| (score(separator), *separator));
    // Of equal scores, the first one counts.
    let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(score, _)| score.0 > 0).map_or(',', |(_, separator)| separator)
}

/// Reads at most `most` rows from a place in the text on.
fn read_rows(
    text: &str,
    start: usize,
    line: usize,
    separator: char,
    most: usize,
) -> Result<Vec<Row>, ClassError> {
    let mut reader = Reader { text, at: start, line, separator };
    let mut rows = Vec::new();
    while reader.at < text.len() && rows.len() < most {
        rows.push(reader.row()?);
    }
    Ok(rows)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    separator: char,
}

impl Reader<'_> {
    fn next(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn row(&mut self) -> Result<Row, ClassError> {
        let line = self.line;
        let mut cells = vec![self.cell()?];
        while self.next() == Some(self.separator) {
            self.at += self.separator.len_utf8();
            cells.push(self.cell()?);
        }
        self.end_of_line();
        Ok(Row { line, cells })
    }

    /// Passes the end of a line: `\n`, `\r\n` or `\r`.
    fn end_of_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
        self.line += 1;
    }

    fn cell(&mut self) -> Result<Cell, ClassError> {
        let start = self.at;
        let mut value = String::new();
        if self.next() == Some('"') {
            self.quoted(&mut value)?;
        }
        // The csv package takes what follows a closing quotation mark as part of the cell.
        let rest = &self.text[self.at..];
        let length = rest.find([self.separator, '\n', '\r']).unwrap_or(rest.len());
        value.push_str(&rest[..length]);
        self.at += length;
        Ok(Cell { value, place: start..self.at })
    }

    /// Passes a text in quotation marks, and adds it to a value. A doubled quotation mark stands for one.
    fn quoted(&mut self, value: &mut String) -> Result<(), ClassError> {
        let line = self.line;
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let length = rest.find('"').ok_or(ClassError::OpenQuote { line })?;
            self.line += rest[..length].matches('\n').count();
            value.push_str(&rest[..length]);
            self.at += length + 1;
            if !self.text[self.at..].starts_with('"') {
                return Ok(());
            }
            value.push('"');
            self.at += 1;
        }
    }
}

/// Returns a value as a cell of a table: with quotation marks if it needs them, or if `is_quoted`.
pub fn written_cell(value: &str, separator: char, is_quoted: bool) -> String {
    let needs = value.contains([separator, '"', '\n', '\r']);
    if needs || is_quoted { format!("\"{}\"", value.replace('"', "\"\"")) } else { value.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values(text: &str) -> Vec<Vec<String>> {
        let rows = Table::read(text).unwrap().rows;
        rows.into_iter().map(|row| row.cells.into_iter().map(|cell| cell.value).collect()).collect()
    }

    #[test]
    fn tables_are_read_in_each_dialect() {
        let expected = [["a", "b"], ["c", "d"]];
        for text in
            ["a,b\nc,d", "a;b\r\nc;d\r\n", "a\tb\rc\td", "\u{feff}\"a\";b\n\nc;\"d\"\n", "sep=,\na,b\nc,d"]
        {
            assert_eq!(values(text), expected, "{text:?}");
        }
        assert_eq!(values("\"a, \"\"b\"\"\nc\",d"), [["a, \"b\"\nc", "d"]]);
        assert_eq!(values("Muster, Anna\nBeispiel, Bob"), [["Muster", " Anna"], ["Beispiel", " Bob"]]);
        assert_eq!(values("Anna\nBob"), [["Anna"], ["Bob"]]);
        // Decimal commas do not make a table of semicolons one of commas.
        assert_eq!(values("a;1,5\nb;2,5"), [["a", "1,5"], ["b", "2,5"]]);
        assert_eq!(Table::read("\n \n"), Err(ClassError::Empty));
        assert_eq!(Table::read("a\n\"b"), Err(ClassError::OpenQuote { line: 2 }));
        assert_eq!(Table::read(&"a\n".repeat(3000)), Err(ClassError::TooManyRows { most: 2000 }));
        assert_eq!(
            Table::read(&",".repeat(300).replacen(',', "a,", 1)),
            Err(ClassError::TooManyColumns { most: 100 })
        );
    }

    #[test]
    fn lines_are_counted_through_quoted_cells() {
        let table = Table::read("a;\"x\ny\"\n\nb;c").unwrap();
        assert_eq!(table.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [1, 4]);
    }

    proptest! {
        #[test]
        fn cells_are_those_of_the_csv_package(text in "[ab;\" \n]{0,40}") {
            let Ok(rows) = read_rows(&text, 0, 1, ';', 1000) else { return Ok(()) };
            let mut reader = csv::ReaderBuilder::new();
            let mut reader = reader.has_headers(false).flexible(true).delimiter(b';').from_reader(text.as_bytes());
            let expected: Vec<Vec<String>> = reader
                .records()
                .map(|record| record.unwrap().iter().map(str::to_string).collect())
                .collect();
            let empty = |cells: &Vec<String>| cells.len() == 1 && cells[0].is_empty();
            let rows: Vec<Vec<String>> = rows
                .into_iter()
                .map(|row| row.cells.into_iter().map(|cell| cell.value).collect())
                .filter(|cells| !empty(cells))
                .collect();
            let expected: Vec<Vec<String>> = expected.into_iter().filter(|cells| !empty(cells)).collect();
            prop_assert_eq!(rows, expected);
        }

        #[test]
        fn a_written_cell_is_read_again(value in "[ab;,\"\n\r ]{0,20}", is_quoted: bool) {
            let text = format!("x;{};y", written_cell(&value, ';', is_quoted));
            let rows = read_rows(&text, 0, 1, ';', 10).unwrap();
            prop_assert_eq!(&rows[0].cells[1].value, &value);
            prop_assert_eq!(rows[0].cells.len(), 3);
        }
    }
}
