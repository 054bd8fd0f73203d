//! Tables for spreadsheets.

use crate::names::is_visible;
use csv::{Terminator, WriterBuilder};

/// The byte-order mark by which Excel recognizes that a file is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";
/// The characters at the start of a cell that make a spreadsheet treat the cell as a formula: also the wide and the small
/// forms, which some programs read as the usual ones.
const FORMULA: [char; 12] = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹢', '﹣', '﹦', '﹫'];

/// Returns a text that a spreadsheet does not take for a formula: with an apostrophe before `=`, `+`, `-` and `@`, also if
/// only characters come before that nobody sees.
pub fn harmless_cell(text: &str) -> String {
    let first = text.trim_start_matches(|one: char| one.is_control() || !is_visible(one));
    let is_formula =
        first.starts_with(FORMULA) || text.trim_start_matches(' ').starts_with(['\t', '\r', '\n']);
    if is_formula { format!("'{text}") } else { text.to_string() }
}

/// Returns a table as Excel expects it: UTF-8 with a byte-order mark, the separator of the user's language (an ASCII
/// character), and cells that are no formulas. Cells that are numbers are taken as they are.
pub fn excel_csv<R: AsRef<[String]>>(separator: char, rows: impl IntoIterator<Item = R>) -> Vec<u8> {
    let bytes = BYTE_ORDER_MARK.as_bytes().to_vec();
    let separator = u8::try_from(separator).unwrap_or(b',');
    let mut table = WriterBuilder::new();
    let mut table = table.delimiter(separator).terminator(Terminator::CRLF).flexible(true).from_writer(bytes);
    for row in rows {
        let cells =
            row.as_ref().iter().map(|cell| if is_number(cell) { cell.clone() } else { harmless_cell(cell) });
        table.write_record(cells).expect("memory takes everything");
    }
    table.into_inner().expect("memory takes everything")
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.chars().all(|one| one.is_ascii_digit() || [',', '.'].contains(&one))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_no_formulas() {
        let rows = [["Anna; \"A\"", "=1+1"], ["-1,5", "-x"], ["@a", " =b"]].map(|row| row.map(String::from));
        let text = "\u{feff}\"Anna; \"\"A\"\"\";'=1+1\r\n-1,5;'-x\r\n'@a;' =b\r\n";
        assert_eq!(String::from_utf8(excel_csv(';', &rows)).unwrap(), text);
        let text = "\u{feff}\"Anna; \"\"A\"\"\",'=1+1\r\n\"-1,5\",'-x\r\n'@a,' =b\r\n";
        assert_eq!(String::from_utf8(excel_csv(',', &rows)).unwrap(), text);
        for start in ["＝", "＋", "－", "＠", "﹦"] {
            assert_eq!(harmless_cell(&format!("{start}1+1")), format!("'{start}1+1"));
        }
        for before in
            ["\u{feff}", "\u{200b}", "\u{a0}", "\u{3000}", "\u{1}", "\u{ad}", "\t", "\n", " \u{2060}"]
        {
            assert_eq!(harmless_cell(&format!("{before}=1+1")), format!("'{before}=1+1"), "{before:?}");
        }
        for fine in ["Anna = 1", "\u{feff}Anna", "1-2", ""] {
            assert_eq!(harmless_cell(fine), fine);
        }
    }
}
