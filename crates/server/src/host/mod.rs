//! `wag host`: a server for the people of classes, with accounts and sessions.
//!
//! The guard turns the sender of a request into a [`Caller`](crate::caller::Caller) by the cookie of a session. Handlers are
//! thin: the store checks who may do what, in the same query that does it. Requests about a workspace go to the worker
//! process of their account.

mod access_log;
mod addresses;
mod backup;
mod cards;
mod class_ends;
mod class_links;
mod class_names;
pub mod classes_api;
mod conditional;
mod config;
mod dates;
mod deleted_persons;
mod errors;
pub mod events;
pub mod events_api;
mod folder;
mod host_state;
mod hosted;
pub mod join_api;
pub(crate) mod languages;
pub mod limits_api;
mod passphrases;
pub mod people_api;
pub mod person_api;
pub(crate) mod plain_files;
mod qr;
mod rates;
mod serve;
mod session_cookie;
mod session_guard;
mod start_link;
mod streams;

pub use backup::{RestoreReport, back_up, restore};
pub use cards::Card;
pub use class_links::ShownLink;
pub use errors::HostError;
pub use events::Topic;
pub use folder::DATABASE;
pub use host_state::Host;
pub use hosted::Hosted;
pub use qr::for_terminal as qr_for_terminal;
#[cfg(test)]
pub use serve::guarded_routes;
pub use serve::{HostOptions, HostReady, NetworkOptions, OwnerCard, serve};
pub use start_link::OpenedLink;
