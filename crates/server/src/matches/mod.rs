//! Matches of any game that the pages request: the choices, the requests, and the match that the server is playing.

pub mod offers;
pub mod planned_match;
pub mod requests;
pub mod run;
pub mod run_publisher;
pub mod runs;
