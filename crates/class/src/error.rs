//! The reasons why a file of a class cannot be used.

use wag_i18n::{Message, message};

/// The reason why a class list or a worksheet cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.message().english())]
pub enum ClassError {
    TooLarge {
        megabytes: usize,
    },
    NotText,
    /// The table has no rows.
    Empty,
    TooManyRows {
        most: usize,
    },
    TooManyColumns {
        most: usize,
    },
    /// A cell begins with a quotation mark and has no end.
    OpenQuote {
        line: usize,
    },
    /// No column of a class list has names.
    NoNames,
    /// The table has no columns for marks or pupils, so it is not a grading worksheet.
    NoWorksheet {
        missing: Message,
    },
    /// The worksheet expects words of a scale instead of points.
    Scale,
    /// Too few rows belong to pupils of the class.
    OtherCourse {
        rows: usize,
        matched: usize,
    },
}

impl ClassError {
    /// Returns a short name of the reason, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            ClassError::TooLarge { .. } => "too_large",
            ClassError::NotText => "not_text",
            ClassError::Empty => "empty",
            ClassError::TooManyRows { .. } => "too_many_rows",
            ClassError::TooManyColumns { .. } => "too_many_columns",
            ClassError::OpenQuote { .. } => "open_quote",
            ClassError::NoNames => "no_names",
            ClassError::NoWorksheet { .. } => "columns",
            ClassError::Scale => "scale",
            ClassError::OtherCourse { .. } => "other_course",
        }
    }

    pub fn message(&self) -> Message {
        match self {
            ClassError::TooLarge { megabytes } => {
                message!("the file is too large: at most %{n} MB", n = megabytes)
            }
            ClassError::NotText => {
                message!("the file is not a text: save the table as CSV (in Excel: Save as, CSV UTF-8)")
            }
            ClassError::Empty => message!("the file has no rows"),
            ClassError::TooManyRows { most } => {
                message!("the file has too many rows: at most %{n}", n = most)
            }
            ClassError::TooManyColumns { most } => {
                message!("the file has too many columns: at most %{n}", n = most)
            }
            ClassError::OpenQuote { line } => {
                message!("line %{line}: a cell begins with a quotation mark and has no end", line)
            }
            ClassError::NoNames => {
                message!(
                    "no column has names: write one name per line, or a first line such as First name;Last name;Group"
                )
            }
            ClassError::NoWorksheet { missing } => message!(
                "this is not Moodle's grading worksheet: the column %{missing} is missing; download it from the assignment (Download grading worksheet)",
                missing = missing.clone()
            ),
            ClassError::Scale => {
                message!(
                    "this assignment is graded with a scale: set it to points in Moodle and download the worksheet again"
                )
            }
            ClassError::OtherCourse { rows, matched } => message!(
                "this worksheet belongs to another course: %{matched} of its %{rows} pupils are in this class",
                matched,
                rows
            ),
        }
    }
}
