//! The papers of a class: names of people, class lists, marks, Moodle's grading worksheet, tables for Excel, and copied
//! programs. Pure: bytes and values in, bytes and values out; it reads no file and knows no database.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

mod cells;
mod class_list;
mod columns;
mod copies;
mod error;
mod excel;
mod marks;
mod names;
mod points;
mod python_tokens;
mod text_file;
mod worksheet;

pub use class_list::{ClassList, ListRow, NameOrder, Pupil, Understood, Verdict, read_class_list};
pub use columns::Column;
pub use copies::{CopyGroup, Prints, checked_prints, copies, fingerprints};
pub use error::ClassError;
pub use excel::{excel_csv, harmless_cell};
pub use marks::{MarkRule, Performance};
pub use names::{NameError, PersonName, group_name, name_key};
pub use points::Points;
pub use worksheet::{Mark, SheetRow, SheetVerdict, Worksheet};
