//! The course: the requests of the pages for lessons.

pub mod api;
pub mod lessons;
