//! Tournaments that the pages request and show. They use the same files and the same code as `wag tournament`.
//!
//! A request names a tournament by its file name, which is looked up in the list of files in the working folder.
//! Requests never contain paths.

pub mod api;
pub mod classes;
pub mod files;
pub mod requests;
pub mod running;
pub mod submissions;
pub mod tables;
