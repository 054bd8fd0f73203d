//! The server of the pages. `wag client` serves one user on this machine only; `wag host` serves the people of classes.
//!
//! Requests are untrusted until the guard has accepted them. A path from a request is opened only if it leads into the
//! working folder or its saves.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

mod account_limits;
mod api;
mod background;
mod bundle;
mod cached_replay;
mod caller;
mod compare_api;
mod connections;
pub mod contests;
mod course;
mod disk;
mod editor_api;
mod editor_files;
mod error;
mod events;
mod folder;
mod goals_api;
mod guard;
mod headers;
mod helpers;
pub mod host;
mod host_limits;
mod icons;
pub mod installed_games;
mod kept_state;
#[cfg(test)]
mod limits_tests;
mod losses;
mod losses_api;
mod matches;
mod page_files;
#[cfg(test)]
mod page_types;
pub mod pages;
mod replay_api;
mod replays;
mod request;
#[cfg(test)]
mod rights_test;
mod routes;
mod saves;
mod seed;
mod serve;
mod server_clock;
mod server_state;
mod settings;
mod stoppable;
mod teaching;
#[cfg(test)]
mod threat_tests;
mod tournaments;
mod turn_api;
mod watch;
pub mod work;
mod workspace;
mod workspace_state;

pub use error::ServerError;
pub use guard::StartupGuard;
pub use host_limits::HostLimits;
pub use serve::{Options, serve};
#[cfg(any(feature = "testing", fuzzing))]
pub use settings::read_any as read_any_settings;
pub use workspace::Workspace;
