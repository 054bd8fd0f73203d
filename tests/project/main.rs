//! Tests of the documents, the first AIs, the structure of the code, and the build requirements.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod architecture;
mod docs;
mod engine_log;
mod examples;
mod first_ais;
mod gems_docs;
mod server_tests;
mod set_up;
mod twins;
