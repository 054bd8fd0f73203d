//! Two-player games that the pages request.

pub mod api;
pub mod games;
pub mod requests;
