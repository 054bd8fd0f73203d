//! The process: the fork server, its forks, and the CPython inside them.

pub mod child;
pub mod fork_server;
pub mod gil;
pub mod interpreter;
pub mod interruption;
