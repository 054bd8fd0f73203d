//! Restores the state of the interpreter that an AI may have changed, so that no turn affects the next one.

pub mod builtins;
pub mod c_hooks;
pub mod dict_snapshot;
pub mod dict_watch;
pub mod library;
pub mod settings;
