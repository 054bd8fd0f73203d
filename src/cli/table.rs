//! Tables in the terminal: the first words of a row to the left, numbers to the right.

use crate::language::t;
use comfy_table::{Cell, CellAlignment, ContentArrangement, TableComponent, presets};
use std::fmt;

/// A table with a head.
pub struct Table {
    inner: comfy_table::Table,
}

impl Table {
    /// The words of the head are in the language of the user.
    pub fn new(head: &[&str]) -> Table {
        let mut inner = comfy_table::Table::new();
        inner.load_preset(presets::UTF8_HORIZONTAL_ONLY);
        inner.set_header(head.iter().map(|name| aligned(&t!(*name))));
        inner.remove_style(TableComponent::HorizontalLines);
        inner.remove_style(TableComponent::MiddleIntersections);
        Table { inner }
    }

    /// A table whose long texts are wrapped to the width of the terminal.
    pub fn wrapping(head: &[&str]) -> Table {
        let mut table = Table::new(head);
        table.inner.set_content_arrangement(ContentArrangement::Dynamic);
        table
    }

    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.inner.add_row(cells.into_iter().map(|text| aligned(&text)));
    }
}

/// Numbers are read from the right, words from the left.
fn aligned(text: &str) -> Cell {
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-');
    let alignment = if is_number { CellAlignment::Right } else { CellAlignment::Left };
    Cell::new(text).set_alignment(alignment)
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}
