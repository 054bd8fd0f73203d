//! The requests of teachers: class lists, the overview of a class, the files of a pupil, marks and Moodle's worksheet.
//!
//! The store checks who teaches whom, in the query that reads or writes.

pub mod course_index;
pub mod demo;
pub mod downloads;
pub mod hand_ins_zip;
pub mod marks_api;
pub mod marks_table;
pub mod observer;
pub mod overview;
pub mod overview_api;
pub mod pupil_api;
pub mod roster_api;
pub mod worksheet_api;
