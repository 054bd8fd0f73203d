//! Puts back what an AI may have changed in the interpreter, so that nothing of a turn reaches the next one.

pub mod builtins;
pub mod c_hooks;
pub mod dict_snapshot;
pub mod dict_watch;
pub mod library;
pub mod settings;
