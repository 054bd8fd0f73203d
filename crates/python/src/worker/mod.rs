//! The worker: a process that embeds CPython and runs one player's file, once per turn or once per match.

#[cfg(not(Py_3_12))]
pub mod absent;
pub mod chance;
pub mod check;
pub mod child;
pub mod compiling;
pub mod debugger;
pub mod entry;
pub mod explaining;
pub mod folder;
pub mod folder_tests;
pub mod fork_server;
pub mod gil;
pub mod importing;
pub mod in_process;
pub mod interpreter;
pub mod interruption;
pub mod origin;
pub mod own_library;
pub mod packages;
pub mod persistent;
pub mod printing;
pub mod profiler;
pub mod py_bindings;
mod recorder;
pub mod refusals;
pub mod rehearsal;
pub mod scratch_name;
pub mod script;
pub mod seeding;
pub mod session;
mod shown_value;
mod statements;
pub mod table;
pub mod toolkit;
pub mod traceback;
pub mod uncalled;
