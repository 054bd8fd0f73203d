//! Tables that fit into the terminal. If there is not enough room, the least important columns are omitted, and long
//! texts are wrapped.

use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, TableComponent, presets};
use rustix::fd::AsFd;
use rustix::termios::tcgetwinsize;
use std::fmt;
use wag_i18n::t;

/// A table with a header.
pub struct Table {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

/// A column of a table: its title, and what to do with it in a narrow terminal.
#[derive(Clone, Debug)]
pub struct Column {
    pub title: String,
    importance: Importance,
    is_wrapped: bool,
}

/// The importance of a column. If there is not enough room, the least important columns are omitted first. Among
/// columns of the same importance, the last one is omitted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Importance {
    /// Measurements such as times.
    Low,
    /// Details of the result.
    Middle,
    /// The result itself.
    High,
    /// A column that is never omitted, because it identifies the row.
    Essential,
}

/// The minimum width of a column whose texts are wrapped, in terminal columns. The column becomes narrower only if all
/// other columns are essential.
const WRAPPED_MIN: usize = 18;
/// The total number of spaces to the left and right of a cell's text.
const PADDING: usize = 2;
/// The maximum length of a text in a cell, in characters.
const CELL_MAX: usize = 2000;

impl Column {
    /// Returns a column with a title that has already been translated.
    pub fn titled(title: String, importance: Importance) -> Column {
        Column { title: shortened(title), importance, is_wrapped: false }
    }

    pub fn essential(title: &str) -> Column {
        Column::titled(t!(title), Importance::Essential)
    }

    pub fn high(title: &str) -> Column {
        Column::titled(t!(title), Importance::High)
    }

    pub fn middle(title: &str) -> Column {
        Column::titled(t!(title), Importance::Middle)
    }

    pub fn low(title: &str) -> Column {
        Column::titled(t!(title), Importance::Low)
    }

    /// Returns the same column, with its texts wrapped if there is not enough room.
    pub fn wrapped(self) -> Column {
        Column { is_wrapped: true, ..self }
    }
}

impl Table {
    pub fn new(columns: impl IntoIterator<Item = Column>) -> Table {
        Table { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().map(shortened).collect());
    }

    /// Returns the table as text, and the titles of the columns that were omitted. No line is longer than `width`
    /// terminal columns; `None` means that there is no limit.
    pub fn within(&self, width: Option<usize>) -> (String, Vec<&str>) {
        let all = vec![true; self.columns.len()];
        let Some(width) = width else { return (self.drawn(&all).to_string(), Vec::new()) };
        let widths = self.widths(&all);
        let shown = self.fitting(&widths, width);
        let mut table = self.drawn(&shown);
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_width(width.try_into().unwrap_or(u16::MAX));
        if sum(&widths, &shown) <= width {
            let declared = self.columns.iter().zip(&shown).filter(|(_, is_shown)| **is_shown);
            for (column, (declared, _)) in table.column_iter_mut().zip(declared) {
                if !declared.is_wrapped {
                    column.set_constraint(ColumnConstraint::ContentWidth);
                }
            }
        }
        let left_out = self.columns.iter().zip(&shown).filter(|(_, is_shown)| !**is_shown);
        (table.to_string(), left_out.map(|(column, _)| column.title.as_str()).collect())
    }

    /// Returns, for each column, whether there is room for it.
    fn fitting(&self, widths: &[usize], width: usize) -> Vec<bool> {
        let mut shown = vec![true; self.columns.len()];
        while sum(widths, &shown) > width {
            let candidates = (0..shown.len())
                .rev()
                .filter(|at| shown[*at] && self.columns[*at].importance < Importance::Essential);
            // Of equally important columns, this is the last.
            let Some(least) = candidates.min_by_key(|at| self.columns[*at].importance) else { break };
            shown[least] = false;
        }
        shown
    }

    /// Returns the minimum width of each column, including the padding.
    fn widths(&self, all: &[bool]) -> Vec<usize> {
        let contents = self.drawn(all).column_max_content_widths();
        let least = |(column, content): (&Column, u16)| match column.is_wrapped {
            true => usize::from(content).min(WRAPPED_MIN) + PADDING,
            false => usize::from(content) + PADDING,
        };
        self.columns.iter().zip(contents).map(least).collect()
    }

    fn drawn(&self, shown: &[bool]) -> comfy_table::Table {
        let mut table = comfy_table::Table::new();
        table.load_preset(presets::UTF8_HORIZONTAL_ONLY);
        let columns = self.columns.iter().zip(shown).filter(|(_, is_shown)| **is_shown);
        table.set_header(columns.map(|(column, _)| aligned(&column.title)));
        table.remove_style(TableComponent::HorizontalLines);
        table.remove_style(TableComponent::MiddleIntersections);
        for row in &self.rows {
            let cells = row.iter().zip(shown).filter(|(_, is_shown)| **is_shown);
            table.add_row(cells.map(|(text, _)| aligned(text)));
        }
        table
    }
}

/// Shortens a text to the maximum length of a cell. A limit is necessary because wrapping takes time proportional to
/// the square of the length.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(CELL_MAX) {
        text.truncate(end);
        text.push_str("...");
    }
    text
}

/// Returns the total width of the columns that are shown.
fn sum(widths: &[usize], shown: &[bool]) -> usize {
    widths.iter().zip(shown).filter(|(_, is_shown)| **is_shown).map(|(width, _)| width).sum()
}

impl fmt::Display for Table {
    /// Formats the table for the width of standard output. If columns are omitted, a line at the end names them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (table, left_out) = self.within(width_of(std::io::stdout()));
        f.write_str(&table)?;
        match left_out.is_empty() {
            true => Ok(()),
            false => {
                let columns = left_out.join(", ");
                write!(
                    f,
                    "\n{}",
                    t!("Columns left out because the terminal is too narrow: %{columns}", columns)
                )
            }
        }
    }
}

/// Returns the width of a terminal: the value of the variable `COLUMNS`, or else the width that the terminal reports.
/// Returns `None` if the output goes to a file or a program.
pub fn width_of(stream: impl AsFd) -> Option<usize> {
    let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let terminal_width = || Some(tcgetwinsize(stream).ok()?.ws_col.into());
    said.filter(|columns| *columns > 0).or_else(terminal_width).filter(|columns| *columns > 0)
}

/// Returns a cell with this text. A number is aligned to the right, other text to the left.
fn aligned(text: &str) -> Cell {
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
    let alignment = if is_number { CellAlignment::Right } else { CellAlignment::Left };
    Cell::new(text).set_alignment(alignment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new([
            Column::essential("place"),
            Column::essential("player").wrapped(),
            Column::high("resources"),
            Column::middle("games"),
            Column::low("mean ms"),
            Column::low("worst ms"),
        ]);
        table.row(["1", "anna", "200", "10", "0.123", "4.567"].map(str::to_string));
        table.row(["2", &"b".repeat(40), "150", "10", "0.123", "4.567"].map(str::to_string));
        table
    }

    /// Before cells had a maximum length, wrapping a name of 5 MB took a minute.
    #[test]
    fn cells_are_not_wrapped_beyond_their_longest() {
        let mut table = Table::new([Column::essential("player").wrapped()]);
        table.row(["ä".repeat(5_000_000)]);
        let text = table.within(Some(80)).0;
        assert!(text.matches('ä').count() == CELL_MAX && text.contains("..."), "{} bytes", text.len());
    }

    #[test]
    fn least_important_column_is_dropped_first() {
        let table = table();
        let left_out = |width| table.within(Some(width)).1.join(" ");
        assert_eq!(left_out(65), "");
        assert_eq!(left_out(60), "worst ms");
        assert_eq!(left_out(50), "mean ms, worst ms".replace(',', ""));
        assert_eq!(left_out(40), "games mean ms worst ms");
        assert_eq!(left_out(30), "resources games mean ms worst ms");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let table = table();
        for width in 14..130 {
            let (text, _) = table.within(Some(width));
            let widest = text.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(width), "{width}:\n{text}");
            let name: usize = text.matches('b').count();
            assert_eq!(name, 40, "{width}: all of the name is there:\n{text}");
        }
    }

    #[test]
    fn output_to_file_keeps_all_columns() {
        let table = table();
        let (text, left_out) = table.within(None);
        assert!(left_out.is_empty() && text.contains("worst ms") && text.contains(&"b".repeat(40)));
    }
}
